"""APKs of the apps, as tools of packages read them."""

from __future__ import annotations

import pytest

from android_gym.simulator.apps import discover
from android_gym.simulator.phone import Phone
from android_gym.simulator.system.apk import Element, build_apk, compile_xml

MANIFESTS = {manifest.package: manifest for manifest in discover()}


@pytest.fixture(scope="module")
def shared():
    return Phone()


def read(phone, package):
    """Pull what `pm path` names, and read it with a library."""
    from pyaxmlparser import APK

    path = phone.shell(f"pm path {package}").stdout.decode().removeprefix("package:").strip()
    return APK(phone.pull(path), raw=True)


def test_what_pm_path_names_is_an_apk(shared):
    apk = read(shared, "net.gsantner.markor")
    manifest = MANIFESTS["net.gsantner.markor"]
    assert (apk.package, apk.version_name) == (manifest.package, manifest.version_name)
    assert int(apk.version_code) == manifest.version_code
    assert int(apk.get_target_sdk_version()) == manifest.target_sdk
    assert set(apk.get_permissions()) == set(manifest.permissions)
    assert set(apk.get_activities()) >= {
        manifest.qualify(info.name) for info in manifest.activities if info.target is None
    }
    assert apk.get_main_activity() == "net.gsantner.markor.activity.MainActivity"


def test_every_package_has_one(shared):
    for package in shared.system.packages.names:
        data = shared.pull(shared.system.packages.apk_path(package))
        assert data == build_apk(MANIFESTS[package])


def test_what_was_installed_is_what_is_pulled(shared):
    saved = shared.snapshot()
    data = build_apk(MANIFESTS["com.github.uiautomator"])
    shared.push("/data/local/tmp/a.apk", data)
    shared.shell("pm install /data/local/tmp/a.apk")
    path = shared.system.packages.apk_path("com.github.uiautomator")
    assert shared.pull(path) == data
    shared.shell("pm uninstall com.github.uiautomator")
    assert not shared.system.files.exists(path.rsplit("/", 2)[0])
    assert shared.shell("pm uninstall net.gsantner.markor").stdout == b"Success\n"
    shared.shell("pm install-existing net.gsantner.markor")
    assert read(shared, "net.gsantner.markor").package == "net.gsantner.markor"
    shared.restore(saved)


def test_any_text_survives():
    from pyaxmlparser.axmlprinter import AXMLPrinter

    text = "\u4f60\u597d \U0001f600 <&>"
    data = compile_xml(Element("manifest", {"label": text, "versionCode": 7, "exported": True}))
    (label,) = AXMLPrinter(data).get_xml_obj().xpath("//@*[local-name()='label']")
    assert label == text
