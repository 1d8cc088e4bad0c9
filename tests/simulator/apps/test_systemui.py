"""SystemUI: bars, shade, quick settings, its dialogs, toasts."""

from __future__ import annotations

from typing import Any

import pytest

from android_gym.simulator.apps.systemui.screens.parts import battery_icon
from android_gym.simulator.system.clipboard import Clip
from android_gym.simulator.system.notifications import Notification
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.icons import icon_exists
from android_gym.simulator.ui.layouts import column
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import EditText, TextView
from android_gym.testing.driver import AppDriver

SYSTEMUI = "com.android.systemui"


def bar(phone: Any) -> list[str]:
    """Return what the status bar says, in order."""
    return [
        e.content_description or e.text for e in phone.ui_elements() if e.package_name == SYSTEMUI
    ]


class TestStatusBar:
    def test_its_leaves_in_order(self, phone: Any) -> None:
        assert bar(phone) == [
            "3:34 PM", "Wifi signal full.", "Phone signal full.", "Battery 100 percent.",
        ]  # fmt: skip

    def test_the_clock_has_24_hours_if_asked(self, phone: Any, driver: AppDriver) -> None:
        assert driver.text("clock") == "3:34"
        phone.system.settings.put("system", "time_12_24", "24")
        assert driver.text("clock") == "15:34"

    def test_twenty_four_hours_have_two_digits(self, phone: Any, driver: AppDriver) -> None:
        phone.shell("settings put system time_12_24 24; date 101509052023.00")
        assert driver.text("clock") == "09:05"
        assert "9:05 AM" in bar(phone)

    @pytest.mark.parametrize(
        ("commands", "words", "icon"),
        [
            ("true", "Battery 100 percent.", "battery_charging_100"),
            ("set level 63", "Battery charging, 63 percent.", "battery_charging_70"),
            ("unplug; dumpsys battery set level 63", "Battery 63 percent.", "battery_70"),
            ("unplug; dumpsys battery set level 0", "Battery 0 percent.", "battery_outline"),
            ("unplug", "Battery 100 percent.", "battery"),
        ],
    )
    def test_it_shows_the_battery(self, phone: Any, commands: str, words: str, icon: str) -> None:
        phone.shell(commands if commands == "true" else f"dumpsys battery {commands}")
        assert words in bar(phone)
        assert battery_icon(phone.system.battery.state) == icon
        assert icon_exists(icon)

    def test_it_shows_the_radios(self, phone: Any) -> None:
        connectivity = phone.system.connectivity
        connectivity.set_wifi(False)
        phone.advance(1000)
        assert "Wifi signal full." not in bar(phone) and "LTE" in bar(phone)
        connectivity.set_airplane_mode(True)
        phone.advance(1000)
        assert "Airplane mode." in bar(phone) and "Phone signal full." not in bar(phone)

    def test_it_shows_do_not_disturb(self, phone: Any) -> None:
        phone.system.settings.put("global", "zen_mode", "1")
        assert "Do Not Disturb." in bar(phone)

    @pytest.mark.parametrize("light", [True, False])
    def test_its_icons_stand_out(self, phone: Any, light: bool) -> None:
        color = "#FFFFFF" if light else "#000000"
        phone.show(
            lambda page: Screen(
                View(width=MATCH, height=MATCH, background=color),
                edge_to_edge=True,
                light_bars=light,
            )
        )
        frame = phone.screenshot()[:49]
        darkest, brightest = int(frame.min()), int(frame.max())
        assert (darkest, brightest) == (0, 255)

    def test_a_full_screen_app_hides_it(self, phone: Any) -> None:
        phone.show(lambda page: Screen(View(), full_screen=True))
        assert bar(phone) == []


class TestShade:
    def test_half_then_whole_then_back(self, phone: Any, driver: AppDriver) -> None:
        phone.swipe(200, 10, 200, 300, 10)
        assert phone.system.status_bar.panel == "notifications"
        assert driver.shows("No notifications") and driver.shows("Sun, Oct 15")
        assert not driver.shows("Display brightness")
        phone.swipe(200, 300, 200, 600, 100)
        assert driver.shows("Display brightness") and driver.shows("Page 1 of 2")
        phone.swipe(200, 600, 200, 200, 100)
        assert phone.system.status_bar.panel == "notifications"
        phone.swipe(200, 600, 200, 200, 100)
        assert phone.system.status_bar.panel == ""

    def test_it_hides_the_app_from_readers(self, phone: Any, driver: AppDriver) -> None:
        phone.start(".Second")
        phone.system.status_bar.expand_notifications()
        assert not driver.shows("more")
        assert {e.package_name for e in phone.ui_elements()} == {SYSTEMUI}

    def test_home_closes_it(self, phone: Any, driver: AppDriver) -> None:
        phone.system.status_bar.expand_settings()
        driver.press("HOME")
        assert phone.system.status_bar.panel == ""

    @pytest.mark.parametrize(
        ("tile", "read", "before", "after"),
        [
            ("Bluetooth", ("global", "bluetooth_on"), "1", "0"),
            ("Airplane mode", ("global", "airplane_mode_on"), "0", "1"),
            ("Do Not Disturb", ("global", "zen_mode"), "0", "1"),
            ("Auto-rotate", ("system", "accelerometer_rotation"), "1", "0"),
            ("Battery Saver", ("global", "low_power"), "0", "1"),
        ],
    )
    def test_a_tile_toggles(
        self,
        phone: Any,
        driver: AppDriver,
        tile: str,
        read: tuple[str, str],
        before: str,
        after: str,
    ) -> None:
        settings = phone.system.settings
        phone.system.status_bar.expand_settings()
        element = driver.find(tile)
        assert element.class_name == "android.widget.Switch"
        assert element.is_checked is (before == "1")
        driver.tap(tile)
        phone.advance(3000)
        assert settings.get(*read) == after
        assert driver.find(tile).is_checked is (after == "1")
        driver.tap(tile)
        phone.advance(3000)
        assert (settings.get(*read) or "0") == before

    def test_dark_theme(self, phone: Any, driver: AppDriver) -> None:
        phone.start(".Second")
        before = int(phone.screenshot(40, 80)[60, 20].mean())
        phone.system.status_bar.expand_settings()
        driver.tap("Dark theme")
        driver.press("HOME")
        phone.start(".Second")
        assert before > 200 > 60 > int(phone.screenshot(40, 80)[60, 20].mean())

    def test_the_second_page_of_tiles(self, phone: Any, driver: AppDriver) -> None:
        phone.system.status_bar.expand_settings()
        phone.swipe(300, 400, 100, 400, 100)
        assert driver.shows("Page 2 of 2") and driver.shows("Location")
        phone.swipe(100, 400, 300, 400, 100)
        assert driver.shows("Page 1 of 2")

    def test_brightness_follows_the_finger(self, phone: Any, driver: AppDriver) -> None:
        phone.system.status_bar.expand_settings()
        box = driver.find("Display brightness").bbox_pixels
        x, y = box.center
        phone.swipe(x, y, box.x_max, y, 200)
        assert phone.system.display.brightness == 255
        phone.swipe(x, y, box.x_min, y, 200)
        assert phone.system.display.brightness == 1

    def test_the_internet_tile_opens_its_dialog(self, phone: Any, driver: AppDriver) -> None:
        phone.system.status_bar.expand_settings()
        tile = next(
            e for e in phone.ui_elements() if (e.content_description or "").startswith("Internet,")
        )
        phone.tap(*tile.bbox_pixels.center)
        assert phone.system.status_bar.dialog == "internet"
        driver.tap("wifi_toggle")
        assert phone.system.settings.get("global", "wifi_on") == "0"
        assert driver.shows("Turn on Wi\u2011Fi to see networks")
        driver.tap("Done")
        assert phone.system.status_bar.dialog == ""


class TestNotifications:
    def post(self, phone: Any, **options: Any) -> None:
        posted = Notification("com.sample", 1, title="Title", text="Text", **options)
        phone.system.packages.grant("com.sample", "android.permission.POST_NOTIFICATIONS")
        assert phone.system.notifications.post(posted)

    def test_they_are_listed_and_marked_in_the_bar(self, phone: Any, driver: AppDriver) -> None:
        self.post(phone)
        phone.advance(10_000)
        assert "Sample notification: Title" in bar(phone)
        phone.system.status_bar.expand_notifications()
        assert (
            driver.shows("Title") and driver.shows("Text") and not driver.shows("No notifications")
        )

    @pytest.mark.parametrize("dx", [-300, 300])
    def test_a_swipe_dismisses(self, phone: Any, driver: AppDriver, dx: int) -> None:
        self.post(phone)
        phone.system.status_bar.expand_notifications()
        x, y = driver.find("Title").bbox_pixels.center
        phone.swipe(200 - dx / 2, y, 200 + dx / 2, y, 150)
        assert driver.shows("No notifications")

    def test_clear_all(self, phone: Any, driver: AppDriver) -> None:
        self.post(phone)
        phone.system.status_bar.expand_notifications()
        driver.tap("Clear all")
        assert phone.system.notifications.active() == []


class TestDialogs:
    def test_the_power_menu(self, phone: Any, driver: AppDriver) -> None:
        phone.system.status_bar.expand_settings()
        driver.tap("Power menu")
        for name in ("Emergency", "Power off", "Restart"):
            assert driver.shows(name)
        driver.press("BACK")
        assert phone.system.status_bar.dialog == ""

    def test_restarting(self, phone: Any, driver: AppDriver) -> None:
        phone.start(".Second")
        phone.system.status_bar.show_dialog("power")
        driver.tap("Restart")
        assert phone.top == "NexusLauncherActivity"
        assert not phone.system.activities.running("com.sample")

    def test_a_touch_outside_closes(self, phone: Any) -> None:
        phone.system.status_bar.show_dialog("power")
        phone.tap(200, 100)
        assert phone.system.status_bar.dialog == ""


class TestToasts:
    def test_its_app_may_go(self, phone: Any) -> None:
        phone.start(".Second").toast("Bye")
        phone.system.uninstall("com.sample")
        phone.screenshot(40, 80)
        assert [w.title for w in phone.windows.windows()].count("Toast") == 0

    def test_long_ones_are_cut_to_two_lines(self, phone: Any) -> None:
        phone.start(".Second").toast("word " * 100)
        box = phone.windows.windows()[-1].bounds
        assert box[0] >= 24 and box[2] <= 376 and box[3] - box[1] < 80


class TestCopiedText:
    @pytest.fixture
    def copied(self, phone: Any) -> Any:
        """A phone on which "word" was copied from a field."""
        phone.show(
            lambda page: column(
                EditText("word", id="field", width=MATCH),
                TextView("below", id="below", height=60, on_click=lambda: page.toast("tapped")),
            )
        )
        field = phone.element("field").bbox_pixels
        phone.swipe(field.x_min + 15, field.center[1], field.x_min + 15, field.center[1], 700)
        phone.tap_on("Copy")
        assert phone.system.clipboard.clip == Clip("word", source="com.sample")
        assert phone.text_of("text_preview") == "word"
        return phone

    def test_it_goes_by_itself(self, copied: Any) -> None:
        copied.advance(5999)
        assert copied.has("text_preview")
        copied.advance(1)
        assert not copied.has("text_preview")

    def test_it_can_be_dismissed(self, copied: Any) -> None:
        copied.tap_on("Dismiss copied text")
        assert not copied.has("text_preview")
        copied.advance(10_000)

    def test_a_touch_elsewhere_dismisses_it_and_goes_where_it_would(self, copied: Any) -> None:
        copied.tap_on("below")
        assert not copied.has("text_preview")
        assert copied.system.status_bar.toast == ("com.sample", "tapped")

    def test_it_stands_above_the_keyboard(self, copied: Any) -> None:
        assert copied.windows.keyboard_shown
        assert copied.element("share_chip").bbox_pixels.y_max < copied.windows.keyboard_top
        copied.windows.hide_keyboard()
        assert copied.element("share_chip").bbox_pixels.y_min > 600

    def test_a_new_text_begins_the_time_anew(self, copied: Any) -> None:
        copied.advance(5000)
        copied.system.clipboard.set_text("other", source="com.other")
        copied.advance(5000)
        assert copied.text_of("text_preview") == "other"

    def test_it_is_shared(self, copied: Any) -> None:
        copied.tap_on("Share")
        assert copied.top == "ChooserActivity" and not copied.has("text_preview")

    def test_a_password_is_not_shown(self, phone: Any) -> None:
        phone.system.clipboard.set(Clip("secret", source="com.sample", sensitive=True))
        assert phone.has("text_preview") and not phone.has("secret")

    def test_what_comes_from_outside_the_phone_is_not_shown(self, phone: Any) -> None:
        phone.system.clipboard.set_text("of the host")
        assert not phone.has("text_preview")

    def test_a_snapshot_keeps_it_and_its_time(self, copied: Any) -> None:
        copied.advance(4000)
        kept = copied.snapshot()
        copied.advance(4000)
        copied.restore(kept)
        assert copied.has("text_preview")
        copied.advance(2000)
        assert not copied.has("text_preview")
