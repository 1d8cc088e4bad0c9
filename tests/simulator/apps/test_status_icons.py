"""Signs of the status bar and the shade by themselves: the next alarm, a low battery."""

from __future__ import annotations

from typing import Any

from android_gym.simulator.phone import Phone
from android_gym.simulator.system.intents import Intent
from android_gym.testing.driver import AppDriver


def bar(phone: Any) -> list[str]:
    return [e.content_description for e in phone.ui_elements() if e.content_description]


class TestNextAlarm:
    def test_the_next_of_alarm_clocks_has_an_icon(self, phone: Any) -> None:
        now = phone.system.clock.now_ms()
        alarms, intent = phone.system.alarms, Intent(action="com.sample.RING")
        alarms.set("com.sample", "timer", now + 60_000, intent, wall=True)
        assert not any(words.startswith("Alarm") for words in bar(phone))
        alarms.set("com.sample", "late", now + 26 * 3_600_000, intent, wall=True, clock=True)
        assert "Alarm set for Mon 5:34 PM." in bar(phone)
        alarms.set("com.sample", "soon", now + 3_600_000, intent, wall=True, clock=True)
        assert "Alarm set for Sun 4:34 PM." in bar(phone)
        alarms.cancel("com.sample", "soon")
        alarms.cancel("com.sample", "late")
        assert not any(words.startswith("Alarm") for words in bar(phone))

    def test_clock_sets_it(self) -> None:
        phone = Phone()
        driver = AppDriver(phone, "com.google.android.deskclock")
        driver.start("com.android.deskclock.DeskClock")
        driver.tap("Alarm")
        switch = next(e for e in phone.ui_elements() if e.is_checkable)
        driver.tap_element(switch)
        assert "Alarm set for Mon 8:30 AM." in bar(phone)
        driver.shell("settings put system time_12_24 24")
        assert "Alarm set for Mon 08:30." in bar(phone)


class TestLowBattery:
    def shown(self, phone: Any) -> list[str]:
        return [
            item.text
            for item in phone.system.notifications.active()
            if item.package == "com.android.systemui"
        ]

    def test_it_warns_at_fifteen_percent_unplugged(self, phone: Any, driver: AppDriver) -> None:
        driver.shell("dumpsys battery set level 15")
        assert self.shown(phone) == []  # plugged in
        driver.shell("dumpsys battery unplug; dumpsys battery set level 16")
        assert self.shown(phone) == ["16% remaining"]  # unplugged at 15, and still below 20
        driver.shell("dumpsys battery reset")
        assert self.shown(phone) == []
        driver.shell("dumpsys battery unplug; dumpsys battery set level 16")
        assert self.shown(phone) == []
        driver.shell("dumpsys battery set level 15")
        assert self.shown(phone) == ["15% remaining"]
        assert "Battery 15 percent." in bar(phone)

    def test_it_goes_at_twenty(self, phone: Any, driver: AppDriver) -> None:
        driver.shell("dumpsys battery unplug; dumpsys battery set level 10")
        driver.shell("dumpsys battery set level 19")
        assert self.shown(phone)
        driver.shell("dumpsys battery set level 20")
        assert self.shown(phone) == []

    def test_its_button_turns_on_the_saver(self, phone: Any, driver: AppDriver) -> None:
        driver.shell("dumpsys battery unplug; dumpsys battery set level 5")
        driver.tap("Turn on Battery Saver")
        assert driver.shell("settings get global low_power") == "1\n"
        assert self.shown(phone) == []
