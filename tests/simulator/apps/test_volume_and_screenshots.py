"""The volume panel, and screenshots by keys."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from android_gym.simulator.system.keycodes import KEYCODES
from android_gym.simulator.system.screenshots import SCREENSHOTS
from android_gym.testing.driver import AppDriver


class TestVolume:
    @pytest.mark.parametrize(("key", "volume"), [("UP", 6), ("DOWN", 4), ("MUTE", 0)])
    def test_keys_change_it_and_show_the_panel(
        self, phone: Any, driver: AppDriver, key: str, volume: int
    ) -> None:
        driver.press(f"VOLUME_{key}")
        assert phone.system.audio.volume == volume
        slider = driver.find("volume_row_slider")
        assert (slider.text, slider.content_description) == (str(float(volume)), "Media")

    def test_it_goes_by_itself(self, phone: Any, driver: AppDriver) -> None:
        phone.press_key(KEYCODES["VOLUME_UP"])
        phone.advance(2_999)
        assert phone.has("volume_dialog_container") or phone.has("volume_row_slider")
        phone.press_key(KEYCODES["VOLUME_UP"])  # for as long again
        phone.advance(2_999)
        assert phone.has("volume_row_slider")
        phone.advance(1)
        assert not phone.has("volume_row_slider")

    def test_a_touch_beside_it_closes_it_and_counts(self, phone: Any, driver: AppDriver) -> None:
        driver.press("VOLUME_UP")
        driver.tap("Search")
        assert not phone.system.audio.panel and driver.shows("Search apps")

    def test_dragging_sets_the_volume(self, phone: Any, driver: AppDriver) -> None:
        driver.press("VOLUME_UP")
        box = driver.find("volume_row_slider").bbox_pixels
        assert box is not None
        x = (box.x_min + box.x_max) / 2
        phone.swipe(x, box.y_max - 5, x, box.y_min, 200)
        assert phone.system.audio.volume == 15 and phone.system.audio.panel
        phone.swipe(x, box.y_min + 5, x, box.y_max, 200)
        assert phone.system.audio.volume == 0
        assert driver.shell("settings get system volume_music_speaker") == "0\n"

    @pytest.mark.parametrize(
        ("choice", "kept"), [("volume_drawer_vibrate", "1"), ("volume_drawer_mute", "0")]
    )
    def test_the_ringer(self, driver: AppDriver, choice: str, kept: str) -> None:
        driver.press("VOLUME_UP")
        driver.tap("volume_new_ringer_active_icon_container")
        driver.tap(choice)
        assert driver.shell("settings get global mode_ringer") == f"{kept}\n"
        assert not driver.shows(choice)  # the choice has closed
        driver.tap("volume_new_ringer_active_icon_container")
        driver.tap("volume_drawer_normal")
        assert driver.shell("settings get global mode_ringer") == "2\n"

    def test_snapshots_keep_it(self, phone: Any, driver: AppDriver) -> None:
        phone.press_key(KEYCODES["VOLUME_UP"])
        shown = phone.snapshot()
        phone.advance(5_000)
        phone.restore(shown)
        phone.advance(2_999)
        assert phone.has("volume_row_slider")
        phone.advance(1)
        assert not phone.has("volume_row_slider")

    @pytest.mark.parametrize("rotation", [0, 1])
    def test_all_of_it_is_on_the_screen(self, phone: Any, rotation: int) -> None:
        phone.system.settings.put("system", "font_scale", "2.0")
        phone.system.display.set_rotation(rotation)
        phone.press_key(KEYCODES["VOLUME_UP"])
        _, height = phone.windows.size
        for name in ("volume_new_ringer_active_icon_container", "volume_row_slider", "settings"):
            box = phone.element(name).bbox_pixels
            assert box is not None and 0 <= box.y_min < box.y_max <= height


def taken(phone: Any) -> list[str]:
    return phone.system.files.listdir(SCREENSHOTS) if phone.system.files.exists(SCREENSHOTS) else []


class TestScreenshots:
    @pytest.mark.parametrize(
        "how", ["keyevent SYSRQ", "keycombination POWER VOLUME_DOWN",
                "keycombination VOLUME_DOWN POWER"]
    )  # fmt: skip
    def test_keys_take_one(self, phone: Any, driver: AppDriver, how: str) -> None:
        phone.start(".Second")
        before = phone.screenshot().copy()
        phone.shell(f"input {how}")
        (name,) = taken(phone)
        assert name == "Screenshot_20231015-153400.png"
        content = phone.pull(f"{SCREENSHOTS}/{name}")
        picture = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
        assert np.array_equal(picture[..., ::-1], before)
        assert phone.system.display.on and phone.system.audio.volume == 5
        assert phone.has("screenshot_preview") and phone.has("screenshot_share_chip")

    def test_the_preview_is_not_in_the_next_one(self, phone: Any) -> None:
        phone.shell("input keyevent SYSRQ SYSRQ")
        first, second = taken(phone)
        assert second == "Screenshot_20231015-153400 (1).png" or first.endswith(" (1).png")
        assert phone.pull(f"{SCREENSHOTS}/{first}") == phone.pull(f"{SCREENSHOTS}/{second}")

    def test_it_goes_by_itself_or_is_dismissed(self, phone: Any, driver: AppDriver) -> None:
        phone.shell("input keyevent SYSRQ")
        phone.advance(5_999)
        assert phone.has("screenshot_preview")
        phone.advance(1)
        assert not phone.has("screenshot_preview")
        phone.shell("input keyevent SYSRQ")
        driver.tap("screenshot_dismiss")
        assert not phone.has("screenshot_preview") and len(taken(phone)) == 2

    def test_sharing_asks_for_an_app(self, phone: Any, driver: AppDriver) -> None:
        phone.shell("input keyevent SYSRQ")
        driver.tap("screenshot_share_chip")
        assert phone.top == "ChooserActivity" and not phone.has("screenshot_preview")

    def test_a_dark_screen_has_none(self, phone: Any) -> None:
        phone.shell("input keyevent POWER SYSRQ")
        phone.shell("input keycombination POWER VOLUME_DOWN")
        assert taken(phone) == []

    def test_holding_both_keys_is_no_long_press(self, phone: Any) -> None:
        phone.keys.down(KEYCODES["POWER"])
        phone.keys.down(KEYCODES["VOLUME_DOWN"])
        phone.advance(1_000)
        assert phone.system.status_bar.dialog == ""  # the screenshot was what they were for
        phone.keys.up(KEYCODES["VOLUME_DOWN"])
        phone.keys.up(KEYCODES["POWER"])
        assert phone.system.display.on and len(taken(phone)) == 1
        phone.press_key(KEYCODES["POWER"])
        assert not phone.system.display.on


def test_a_swipe_along_the_navigation_bar_goes_to_the_app_before(
    phone: Any, driver: AppDriver
) -> None:
    phone.start(".Second")
    driver.shell("am start -n com.other/.Main")
    phone.swipe(100, 795, 300, 795, 150)
    assert phone.system.activities.top.package == "com.sample"
    phone.swipe(100, 795, 300, 795, 150)
    assert phone.system.activities.top.package == "com.other"
    driver.press("HOME")
    phone.swipe(100, 795, 300, 795, 150)
    assert phone.system.activities.top.package == "com.other"
