"""The lock screen, the power key and what a dark screen lets through."""

from __future__ import annotations

from typing import Any

import pytest

from android_gym.simulator.phone import Phone
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.keycodes import KEYCODES
from android_gym.simulator.system.notifications import Notification, PendingIntent
from android_gym.testing.driver import AppDriver


def lock(phone: Any) -> None:
    phone.press_key(KEYCODES["POWER"])
    phone.press_key(KEYCODES["WAKEUP"])


def swipe_up(phone: Any) -> None:
    phone.swipe(200, 600, 200, 200, 200)


class TestLocking:
    def test_the_screen_goes_dark_and_takes_nothing(self, phone: Any, driver: AppDriver) -> None:
        phone.start(".Second")
        driver.press("POWER")
        assert not phone.screenshot(40, 80).any()
        before = phone.system.activities.tasks
        phone.tap(200, 400)
        phone.swipe(200, 790, 200, 100, 100)
        driver.press("HOME")
        driver.press("APP_SWITCH")
        phone.type_text("lost")
        assert not phone.system.display.on and phone.system.keyguard.locked
        assert phone.system.activities.tasks == before

    def test_it_comes_back_locked_and_a_swipe_unlocks(self, phone: Any, driver: AppDriver) -> None:
        phone.start(".Second")
        lock(phone)
        assert driver.shows("date") and driver.shows("T-Mobile") and driver.shows("Charged")
        assert not driver.shows("clock")  # the bar's own
        assert phone.screenshot(40, 80).any()
        phone.swipe(200, 600, 200, 570, 200)
        assert phone.system.keyguard.locked  # too short
        swipe_up(phone)
        assert phone.top == "Second" and driver.shows("clock") and not driver.shows("date")

    def test_the_owners_words_stand_above_the_battery(self, phone: Any, driver: AppDriver) -> None:
        driver.shell("settings put secure lock_screen_owner_info 'Call 555-0100'")
        lock(phone)
        assert driver.text("keyguard_indication_text") == "Call 555-0100"
        assert driver.text("keyguard_indication_text_bottom") == "Charged"

    @pytest.mark.parametrize("key", ["HOME", "APP_SWITCH", "BACK"])
    def test_keys_do_not_unlock(self, phone: Any, driver: AppDriver, key: str) -> None:
        phone.start(".Second")
        lock(phone)
        driver.press(key)
        assert phone.system.keyguard.showing and phone.top == "Second"

    @pytest.mark.parametrize("how", ["MENU", "edge", "wm", "shade"])
    def test_what_else_unlocks(self, phone: Any, driver: AppDriver, how: str) -> None:
        lock(phone)
        if how == "MENU":
            driver.press("MENU")
        elif how == "edge":
            phone.swipe(200, 798, 200, 300, 200)
        elif how == "wm":
            driver.shell("wm dismiss-keyguard")
        else:
            phone.system.status_bar.expand_settings()
            assert phone.system.keyguard.locked
            driver.tap("settings_button_container")
        assert not phone.system.keyguard.locked

    def test_the_app_pauses_in_between(
        self, phone: Any, driver: AppDriver, log: list[tuple[str, ...]]
    ) -> None:
        phone.start(".Second")
        log.clear()
        driver.press("POWER")
        assert [entry[1] for entry in log] == ["pause"]
        driver.press("POWER")
        assert [entry[1] for entry in log] == ["pause"]
        swipe_up(phone)
        assert [entry[1] for entry in log] == ["pause", "resume"]

    def test_what_is_started_stays_below(self, phone: Any, driver: AppDriver) -> None:
        lock(phone)
        phone.start(".Second")
        assert phone.system.keyguard.showing and driver.shows("date")
        swipe_up(phone)
        assert phone.top == "Second" and not driver.shows("date")

    def test_none_is_a_choice(self, phone: Any, driver: AppDriver) -> None:
        driver.shell("locksettings set-disabled true")
        lock(phone)
        assert not phone.system.keyguard.locked and driver.shows("Home")

    def test_snapshots_keep_it(self, phone: Any, driver: AppDriver) -> None:
        driver.press("POWER")
        dark = phone.snapshot()
        driver.press("POWER")
        swipe_up(phone)
        phone.restore(dark)
        assert not phone.system.display.on
        driver.press("POWER")
        assert driver.shows("date")

    def test_restarting_unlocks(self, phone: Any) -> None:
        lock(phone)
        phone.system.restart()
        assert not phone.system.keyguard.locked and phone.top == "NexusLauncherActivity"

    @pytest.mark.parametrize("rotation", [0, 1])
    @pytest.mark.parametrize("scale", ["1.0", "2.0"])
    def test_all_of_it_is_on_the_screen(self, phone: Any, rotation: int, scale: str) -> None:
        phone.system.settings.put("system", "font_scale", scale)
        phone.system.display.set_rotation(rotation)
        lock(phone)
        width, height = phone.windows.size
        shown = [e for e in phone.ui_elements() if e.text]
        assert {"Charged", "T-Mobile"} <= {e.text for e in shown}
        for element in shown:
            box = element.bbox_pixels
            assert box is not None
            assert 0 <= box.x_min <= box.x_max <= width and 0 <= box.y_min <= box.y_max <= height


class TestNotifications:
    def post(self, phone: Any, **options: Any) -> None:
        phone.system.packages.grant("com.sample", "android.permission.POST_NOTIFICATIONS")
        posted = Notification("com.sample", 1, title="Title", text="Text", **options)
        assert phone.system.notifications.post(posted)

    def test_they_are_listed_and_do_not_pop_up(self, phone: Any, driver: AppDriver) -> None:
        lock(phone)
        self.post(phone, importance=4)
        assert phone.system.notifications.heads_up is None
        assert driver.shows("Title") and driver.shows("lockscreen_clock_view")

    def test_a_tap_unlocks_and_opens(self, phone: Any, driver: AppDriver) -> None:
        lock(phone)
        intent = Intent(component="com.sample/com.sample.Second", flags=0x10000000)
        self.post(phone, content=PendingIntent(intent))
        driver.tap("Title")
        assert not phone.system.keyguard.locked and phone.top == "Second"


class TestWhatRingsThrough:
    def test_a_call_is_seen_on_a_locked_phone(self) -> None:
        phone = Phone()
        driver = AppDriver(phone)
        driver.press("POWER")
        phone.console("gsm call 5551234")
        driver.wait(500)
        assert phone.system.display.on and phone.system.keyguard.locked
        assert not phone.system.keyguard.showing
        assert "InCallActivity" in phone.system.activities.top.component  # type: ignore[union-attr]
        phone.console("gsm cancel 5551234")
        driver.wait(5_000)
        assert phone.system.keyguard.showing and driver.shows("date")


class TestDumpsys:
    def test_window_and_power(self, phone: Any, driver: AppDriver) -> None:
        policy = "dumpsys window policy | grep -o 'isKeyguardShowing=.*'"
        focus = "dumpsys window windows | grep -o 'mCurrentFocus=.*'"
        assert driver.shell(policy) == "isKeyguardShowing=false\n"
        driver.press("POWER")
        assert driver.shell(policy) == "isKeyguardShowing=true\n"
        assert "mCurrentFocus=null" in driver.shell(focus)
        assert "mWakefulness=Asleep" in driver.shell("dumpsys power")
        driver.press("POWER")
        assert "NotificationShade" in driver.shell(focus)
        assert "mWakefulness=Awake" in driver.shell("dumpsys power")


class TestPowerKey:
    def test_holding_it_brings_the_menu(self, phone: Any, driver: AppDriver) -> None:
        phone.keys.down(KEYCODES["POWER"])
        phone.advance(499)
        assert phone.system.status_bar.dialog == ""
        phone.advance(1)
        assert phone.system.status_bar.dialog == "power"
        phone.keys.up(KEYCODES["POWER"])
        assert phone.system.display.on and driver.shows("Power off")

    def test_a_short_press_does_not(self, phone: Any, driver: AppDriver) -> None:
        driver.press("POWER")
        phone.advance(2_000)
        assert phone.system.status_bar.dialog == "" and not phone.system.display.on

    def test_panels_go_with_the_light(self, phone: Any, driver: AppDriver) -> None:
        driver.press("VOLUME_UP")
        phone.system.status_bar.expand_notifications()
        driver.press("POWER")
        assert not phone.system.audio.panel and not phone.system.status_bar.panel
