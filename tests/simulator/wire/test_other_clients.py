"""Airtest's and mobilerun's own packages, each doing ten things and more with a served phone.

Airtest asks for an older NumPy and OpenCV than other packages of the tests, so that these run where
either is installed: ``.ci/frameworks airtest mobilerun``.
"""

from __future__ import annotations

import asyncio
import gc
import importlib
import io
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from android_gym.devices.adb_server import AdbServer, find_adb
from android_gym.errors import DeviceError
from android_gym.testing.serving import ServedPhone

# Both leave sockets open, of which a warning must not fall on a later test.
pytestmark = [
    pytest.mark.nightly,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:Currently using ADB:UserWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

SETTINGS = "com.android.settings"
CONTACTS = "com.google.android.contacts"


def _adb() -> str:
    try:
        return find_adb()
    except DeviceError:
        adbutils = pytest.importorskip("adbutils")
        return str(Path(adbutils.__file__).parent / "binaries" / "adb")


@pytest.fixture(scope="module")
def phone() -> Iterator[ServedPhone]:
    with ServedPhone() as phone:
        yield phone


@pytest.fixture(scope="module")
def server(phone: ServedPhone) -> Iterator[AdbServer]:
    """Give a server of its own with the phone."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = AdbServer(_adb(), port)
    server.start()
    server.register(phone.adb_port)
    server.wait_for(phone.name, 20)
    yield server
    server.stop()


def size_of(png: bytes) -> tuple[int, int]:
    with Image.open(io.BytesIO(png), formats=("PNG",)) as picture:
        return picture.size


def test_airtest(phone: ServedPhone, server: AdbServer, tmp_path: Path) -> None:
    pytest.importorskip("airtest")
    module = importlib.import_module("airtest.core.android.adb")
    adb: Any = module.ADB(
        phone.name, adb_path=server.adb_path, server_addr=("127.0.0.1", server.port)
    )
    assert [serial for serial, _ in adb.devices("device")] == [phone.name]
    assert adb.get_status() == "device"
    assert adb.sdk_version == 33
    assert adb.getprop("ro.product.brand") == "google"
    display = adb.get_display_info()
    assert (display["width"], display["height"]) == (1080, 2400)
    assert SETTINGS in adb.list_app()
    assert adb.check_app(SETTINGS)
    adb.start_app(SETTINGS)
    assert SETTINGS in adb.get_top_activity()[0]
    assert size_of(adb.snapshot()) == (1080, 2400)
    adb.touch((540, 1200))
    adb.swipe((540, 1800), (540, 600), duration=300)
    adb.keyevent("HOME")
    assert SETTINGS not in adb.get_top_activity()[0]
    there = tmp_path / "there.txt"
    there.write_text("hello")
    adb.push(str(there), "/sdcard/Download/there.txt")
    assert adb.exists_file("/sdcard/Download/there.txt")
    assert adb.shell("cat /sdcard/Download/there.txt").strip() == "hello"
    back = tmp_path / "back.txt"
    adb.pull("/sdcard/Download/there.txt", str(back))
    assert back.read_text() == "hello"
    assert adb.is_screenon()
    adb.stop_app(SETTINGS)
    assert adb.get_ip_address()
    gc.collect()


def test_airtest_drives_a_device(phone: ServedPhone, server: AdbServer) -> None:
    pytest.importorskip("airtest")
    android = importlib.import_module("airtest.core.android.android")
    device: Any = android.Android(
        phone.name,
        host=("127.0.0.1", server.port),
        adb_path=server.adb_path,
        cap_method="ADBCAP",
        touch_method="ADBTOUCH",
        ime_method="ADBIME",
        ori_method="ADBORI",
    )
    try:
        device.start_app(CONTACTS)
        assert CONTACTS in device.get_top_activity()[0]
        before = device.snapshot()
        assert before.shape == (2400, 1080, 3)
        device.touch((540, 1200))
        device.keyevent("BACK")
        device.home()
        after = device.snapshot()
        assert np.any(before != after)
        assert device.get_current_resolution() == (1080, 2400)
        assert device.list_app()
        device.stop_app(CONTACTS)
    finally:  # it watches the rotation, by commands of adb
        device.rotation_watcher.teardown()
    gc.collect()


def test_mobilerun(phone: ServedPhone, server: AdbServer, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("mobilerun_core_local")
    module = importlib.import_module("mobilerun_core_local.driver.android.adb")
    client = importlib.import_module("async_adbutils").AdbClient("127.0.0.1", server.port)
    monkeypatch.setattr(module, "adb", client)
    asyncio.run(_mobilerun(module.AndroidDriver(serial=phone.name)))
    gc.collect()


async def _mobilerun(driver: Any) -> None:
    """Do what its agents do, without its Portal app, which is not on the phone."""
    await driver.connect()
    assert not driver.portal_available
    assert SETTINGS in await driver.list_packages(include_system=True)
    assert SETTINGS in {app["package"] for app in await driver.get_apps()}
    await driver.start_app(SETTINGS)
    tree = await driver.get_ui_tree()
    assert "Battery" in str(tree)
    assert size_of(await driver.screenshot()) == (1080, 2400)
    await driver.swipe(540, 1800, 540, 600, 300)
    assert str(await driver.get_ui_tree()) != str(tree)
    await driver.press_button("home")
    assert SETTINGS not in str((await driver.get_ui_tree())["phone_state"])
    await driver.open_deep_link("https://example.com/")
    await driver.press_button("back")
    await driver.start_app(CONTACTS)
    await driver.tap(540, 200)  # the bar, whose search takes words
    assert await driver.input_text("Grace")
    assert "Grace" in str(await driver.get_ui_tree())
    await driver.press_key_code(4)
    await driver.grant_permission(CONTACTS, "android.permission.READ_CONTACTS")
    assert await driver.get_date()
    await driver.stop_app(CONTACTS)
    await driver.clear_app_data(CONTACTS)
