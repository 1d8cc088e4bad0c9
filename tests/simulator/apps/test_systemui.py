"""SystemUI: bars, shade, quick settings, its dialogs, toasts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from android_gym.simulator.apps.systemui.actions import SystemUi
from android_gym.simulator.apps.systemui.screens.parts import battery_icon
from android_gym.simulator.phone import Phone
from android_gym.simulator.system.clipboard import Clip
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.notifications import (
    Channel,
    Notification,
    NotificationAction,
    PendingIntent,
)
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.icons import icon_exists
from android_gym.simulator.ui.layouts import column
from android_gym.simulator.ui.view import View
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

    def test_holding_each_tile_leads_to_another_app(self) -> None:
        phone = Phone()
        shade = window(phone)
        opened = {}
        for tile in shade.every_tile():
            shade.open_settings(tile.settings)
            top = phone.system.activities.top
            assert top is not None
            opened[tile.label] = top.component.partition("/")[0]
        assert opened.pop("Flashlight") == "com.android.camera2"
        assert set(opened.values()) == {"com.android.settings"}

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


def window(phone: Any) -> SystemUi[Any]:
    return next(w for w in phone.host.system_windows if type(w).__name__ == "NotificationShade")


class TestTileEditor:
    def labels(self, phone: Any) -> list[str]:
        return [tile.label for tile in window(phone).tiles()]

    def test_tiles_go_and_come_at_the_end(self, phone: Any, driver: AppDriver) -> None:
        before = self.labels(phone)
        phone.system.status_bar.expand_settings()
        driver.tap("Edit order of settings.")
        driver.tap("Bluetooth, remove tile")
        assert self.labels(phone) == [label for label in before if label != "Bluetooth"]
        driver.tap("Bluetooth, add tile to end")
        assert self.labels(phone) == [*(x for x in before if x != "Bluetooth"), "Bluetooth"]
        kept = driver.shell("settings get secure sysui_qs_tiles")
        assert kept.startswith("internet,dnd") and kept.endswith(",saver,bt\n")
        driver.tap("Reset")
        assert self.labels(phone) == before
        driver.press("BACK")
        assert phone.system.status_bar.panel == "settings"

    def test_tiles_are_dragged(self, phone: Any, driver: AppDriver) -> None:
        def carry(name: str, x: float, y: float) -> None:
            at = driver.find(name).bbox_pixels.center
            phone.shell(f"input draganddrop {at[0]:.0f} {at[1]:.0f} {x:.0f} {y:.0f} 300")

        before = self.labels(phone)
        phone.system.status_bar.edit_tiles()
        first = driver.find(f"{before[0]}, remove tile").bbox_pixels.center
        carry(f"{before[3]}, remove tile", *first)
        assert self.labels(phone) == [before[3], *before[:3], *before[4:]]
        carry(
            f"{before[3]}, remove tile",
            *driver.find(f"{before[2]}, remove tile").bbox_pixels.center,
        )
        assert self.labels(phone) == before
        carry(f"{before[0]}, remove tile", first[0] + 40, first[1] + 5)
        assert self.labels(phone) == before  # it was put down where it lay
        carry(
            f"{before[1]}, remove tile",
            200,
            driver.find("Hold and drag to rearrange tiles").bbox_pixels.y_min + 5,
        )
        assert self.labels(phone) == [before[0], *before[2:]]
        carry(f"{before[1]}, add tile to end", *first)
        assert self.labels(phone) == [before[1], before[0], *before[2:]]

    def test_data_saver_is_what_the_phone_s_policy_says(
        self, phone: Any, driver: AppDriver
    ) -> None:
        driver.shell("settings put secure sysui_qs_tiles saver,bt,dnd,dark,airplane,rotation")
        phone.system.status_bar.expand_settings()
        driver.tap("Data Saver")
        told = driver.shell("cmd netpolicy get restrict-background")
        assert told == "Restrict background status: enabled\n"
        driver.tap("Data Saver")
        assert not phone.system.connectivity.data_saver

    def test_six_stay(self, phone: Any, driver: AppDriver) -> None:
        driver.shell("settings put secure sysui_qs_tiles internet,bt,dnd,dark,saver,airplane,zork")
        assert len(self.labels(phone)) == 6  # one of them nobody knows
        phone.system.status_bar.edit_tiles()
        assert driver.shows("You need at least 6 tiles")
        driver.tap("Bluetooth, remove tile")
        assert "Bluetooth" in self.labels(phone)


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

    def test_the_first_is_open_the_others_when_asked(self, phone: Any, driver: AppDriver) -> None:
        buttons = (NotificationAction("Act", PendingIntent(Intent(action="com.sample.NONE"))),)
        self.post(phone, big_text="Long text", actions=buttons)
        self.post(phone, big_text="Longer", actions=buttons, tag="later")
        phone.system.status_bar.expand_notifications()
        assert driver.shows("Longer") and not driver.shows("Long text") and driver.shows("Text")
        assert len(driver.elements("Act")) == 1
        driver.tap("Expand")
        assert driver.shows("Long text") and len(driver.elements("Act")) == 2
        driver.tap("Collapse")
        driver.tap("Collapse")
        assert not driver.shows("Act")

    @pytest.mark.parametrize(
        ("minutes", "words"), [(0, "now"), (5, "5m"), (59, "59m"), (60, "1h"), (3 * 1440, "3d")]
    )
    def test_they_tell_their_age(
        self, phone: Any, driver: AppDriver, minutes: int, words: str
    ) -> None:
        self.post(phone)
        phone.advance(minutes * 60_000)
        phone.system.status_bar.expand_notifications()
        assert driver.text("time") == words

    def test_a_collapsed_card_has_its_title_in_place_of_the_name(
        self, phone: Any, driver: AppDriver
    ) -> None:
        self.post(phone, sub_text="Inbox")
        self.post(phone, sub_text="Inbox", tag="later")
        phone.system.status_bar.expand_notifications()
        lines: dict[float, list[str]] = {}
        for element in driver.phone.ui_elements():
            if element.text and (element.resource_name or "").startswith("android:id/"):
                lines.setdefault(element.bbox_pixels.center[1], []).append(element.text)
        after = ["\u2022", "Inbox", "\u2022", "now"]
        opened, closed = [["Sample", *after], ["Title"], ["Text"]], [["Title", *after], ["Text"]]
        assert list(lines.values()) == [*opened, *closed]

    def test_a_card_without_a_title_has_the_name(self, phone: Any, driver: AppDriver) -> None:
        phone.system.packages.grant("com.sample", "android.permission.POST_NOTIFICATIONS")
        for number in (1, 2):
            phone.system.notifications.post(Notification("com.sample", number, title="", text="T"))
        phone.system.status_bar.expand_notifications()
        assert [e.text for e in driver.elements("app_name_text")] == ["Sample", "Sample"]

    def test_long_titles_leave_room_for_the_age(self, phone: Any, driver: AppDriver) -> None:
        self.post(phone)
        item = Notification("com.sample", 2, title="A long title " * 9, text="A long text " * 9)
        phone.system.notifications.post(item)
        phone.system.notifications.post(replace(item, tag="first"))
        phone.system.status_bar.expand_notifications()
        title, text = (driver.elements(name)[1].bbox_pixels for name in ("title", "text"))
        age = driver.elements("time")[1].bbox_pixels
        button = driver.elements("Expand")[0].bbox_pixels
        assert title.x_max <= age.x_min and age.x_max <= button.x_min
        assert text.x_max <= button.x_min
        assert phone.windows.size[0] - button.x_max == 16 + 16, "the shade's margin, the card's"

    def test_on_top_of_the_screen_it_is_collapsed_with_its_actions(
        self, phone: Any, driver: AppDriver
    ) -> None:
        phone.system.notifications.create_channel("com.sample", Channel("loud", "Loud", 4))
        buttons = (NotificationAction("Act", PendingIntent(Intent(action="com.sample.NONE"))),)
        self.post(phone, channel="loud", actions=buttons, big_text="Long text")
        assert driver.shows("Act") and driver.shows("Text") and not driver.shows("app_name_text")
        driver.tap("Expand")
        assert driver.shows("Act") and driver.shows("Long text") and driver.shows("app_name_text")

    def test_four_of_an_app_are_one_card(self, phone: Any, driver: AppDriver) -> None:
        for number in range(4):
            self.post(phone, tag=str(number))
            phone.system.status_bar.expand_notifications()
            assert driver.shows("notification_line") == (number == 3)
        assert len(driver.elements("notification_line")) == 3 and driver.shows("4")
        driver.tap("Expand")
        assert len(driver.elements("Title")) == 4 and not driver.shows("notification_line")

    def test_a_group_is_one_card_and_a_swipe_dismisses_all(
        self, phone: Any, driver: AppDriver
    ) -> None:
        self.post(phone, tag="1", group="g")
        self.post(phone, tag="2", group="g")
        phone.system.status_bar.expand_notifications()
        assert len(driver.elements("notification_line")) == 2
        _, y = driver.find("notification_line").bbox_pixels.center
        phone.swipe(50, y, 350, y, 150)
        assert phone.system.notifications.active() == []

    def test_silent_ones_are_apart(self, phone: Any, driver: AppDriver) -> None:
        self.post(phone, tag="loud")
        self.post(phone, tag="quiet", importance=2)
        phone.system.status_bar.expand_notifications()
        assert driver.shows("Silent")
        driver.tap("Clear all silent notifications")
        assert [item.tag for item in phone.system.notifications.active()] == ["loud"]
        assert not driver.shows("Silent")

    def test_holding_one_sets_its_channel(self, phone: Any, driver: AppDriver) -> None:
        phone.system.notifications.create_channel("com.sample", Channel("c", "Things"))
        self.post(phone, channel="c")
        phone.system.status_bar.expand_notifications()
        driver.long_press("Title")
        assert driver.shows("Things") and not driver.shows("Title")
        driver.tap("Silent")
        assert phone.system.notifications.channels("com.sample")[0].importance == 2
        driver.tap("Done")
        assert driver.shows("Title")
        driver.long_press("Title")
        driver.press("BACK")
        assert driver.shows("Title") and phone.system.status_bar.panel == "notifications"
        driver.long_press("Title")
        phone.system.status_bar.collapse()
        phone.system.status_bar.expand_notifications()
        assert driver.shows("Title")  # they go with the shade

    @pytest.mark.parametrize("dark", [False, True])
    def test_they_follow_the_theme(self, phone: Any, dark: bool) -> None:
        self.post(phone)
        phone.system.display.set_dark(dark)
        phone.system.status_bar.expand_notifications()
        assert (phone.screenshot().mean() < 90) == dark


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

    def test_apps_of_the_system_show_no_icon(self, phone: Any) -> None:
        def views(package: str) -> list[str]:
            phone.system.status_bar.show_toast(package, "Saved")
            phone.windows.refresh()
            names = [type(view).__name__ for view in phone.windows.windows()[-1].root.walk()]
            phone.advance(10_000)
            return [name for name in names if name in ("ImageView", "TextView")]

        assert views("com.sample") == ["ImageView", "TextView"]
        assert views("com.android.systemui") == ["TextView"]

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


@pytest.mark.parametrize("scale", ["1.0", "1.3", "2.0"])
def test_quick_settings_have_their_buttons_on_a_phone_on_its_side(scale: str) -> None:
    app = AppDriver(Phone())
    app.shell(
        f"settings put system font_scale {scale}; settings put system accelerometer_rotation 0; "
        "settings put system user_rotation 1; am start -a android.settings.SETTINGS; "
        "cmd statusbar expand-settings"
    )
    app.wait(1000)
    app.scroll_to("Power menu")
    app.tap("Power menu")
    app.wait(500)
    assert "Restart" in app.texts()
    app.back()
    app.shell("cmd statusbar expand-settings")
    app.wait(500)
    app.scroll_to("Power menu")
    app.phone.swipe(1200, 900, 1200, 200, 200)  # at the end nothing scrolls: it closes the panel
    app.wait(500)
    assert "Power menu" not in app.texts()
