"""Profiles: what a phone of Android 12 says and does otherwise."""

from __future__ import annotations

import pytest

from android_gym.devices import make_device
from android_gym.errors import OptionError
from android_gym.simulator.phone import Phone
from android_gym.simulator.profiles import PROFILES, profile_of
from android_gym.simulator.system.builds import ANDROID_12

CONTACTS = "com.google.android.contacts"
NOTIFY = "android.permission.POST_NOTIFICATIONS"


@pytest.fixture(scope="module")
def old() -> Phone:
    """Return a phone of Android 12."""
    return Phone(1080, 2340, 440, build=ANDROID_12)


@pytest.mark.parametrize("name", sorted(PROFILES))
def test_a_device_is_what_its_profile_says(name: str) -> None:
    profile = profile_of(name)
    device = make_device({"kind": "simulator", "profile": name})
    try:
        assert device.size == (profile.width, profile.height)
        told = device.shell("getprop ro.build.version.sdk; wm density; getprop ro.sf.lcd_density")
        sdk = dict(profile.build.file)["ro.build.version.sdk"]
        dpi = profile.density_dpi
        assert told == f"{sdk}\nPhysical density: {dpi}\n{dpi}\n"
    finally:
        device.close()


def test_sizes_that_are_given_are_not_the_profiles() -> None:
    device = make_device({"kind": "simulator", "profile": "pixel_5", "width": 720, "height": 1600})
    try:
        assert device.size == (720, 1600)
        assert device.shell("wm density; getprop ro.build.version.release") == (
            "Physical density: 440\n12\n"
        )
    finally:
        device.close()


@pytest.mark.parametrize("wrong", ["pixel_7", "", 5, None])
def test_an_unknown_profile_is_told(wrong: object) -> None:
    with pytest.raises(OptionError, match="pixel_5"):
        make_device({"kind": "simulator", "profile": wrong})


def test_all_that_is_told_of_the_build_agrees(old: Phone) -> None:
    told = old.shell("getprop").stdout.decode()
    for line in (
        "[ro.build.version.release]: [12]",
        "[ro.build.version.sdk]: [31]",
        "[ro.system.build.version.sdk]: [31]",
        "[ro.product.device]: [emulator64_x86_64_arm64]",
    ):
        assert line in told
    assert ":13/" not in told
    assert "TE1A" not in told
    file = old.shell("cat /system/build.prop").stdout.decode()
    assert file == "".join(f"{name}={value}\n" for name, value in ANDROID_12.file)
    assert b"-v31\n" in old.shell("am get-config").stdout


@pytest.mark.parametrize(
    ("action", "text"),
    [("DEVICE_INFO_SETTINGS", "12"), ("SYSTEM_UPDATE_SETTINGS", "Android version: 12")],
)
def test_an_agent_reads_it_in_settings(old: Phone, action: str, text: str) -> None:
    before = old.snapshot()
    old.shell(f"am start -W -a android.settings.{action}")
    old.advance(1000)
    old.shell("input swipe 540 1800 540 700 300")
    old.advance(1000)
    lines = [line for element in old.ui_elements() for line in (element.text or "").splitlines()]
    old.restore(before)
    assert text in lines


def test_copies_are_shown_from_android_13_on(old: Phone) -> None:
    for phone, shown in ((old, False), (Phone(), True)):
        before = phone.snapshot()
        phone.system.clipboard.set_text("a copied text", source=CONTACTS)
        phone.advance(300)
        texts = [element.text for element in phone.ui_elements()]
        phone.restore(before)
        assert ("a copied text" in texts) == shown


def test_apps_may_notify_until_that_is_switched_off(old: Phone) -> None:
    packages = old.system.packages
    before = old.snapshot()
    assert packages.granted(CONTACTS, NOTIFY)
    old.shell(f"pm revoke {CONTACTS} {NOTIFY}")
    assert not packages.granted(CONTACTS, NOTIFY)
    old.shell(f"pm clear {CONTACTS}")
    assert packages.granted(CONTACTS, NOTIFY)
    old.shell(f"pm revoke {CONTACTS} {NOTIFY}; pm reset-permissions")
    assert packages.granted(CONTACTS, NOTIFY)
    old.restore(before)
    assert not Phone().system.packages.granted(CONTACTS, NOTIFY)
