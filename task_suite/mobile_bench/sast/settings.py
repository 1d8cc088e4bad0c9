"""One app, one step: Settings."""

from __future__ import annotations

from typing import Final

from android_gym.task_suite.mobile_bench.draws import Pool, named
from android_gym.task_suite.mobile_bench.tasks import MobileBenchTask, stations
from android_gym.task_suite.mobile_bench.wants import (
    AIRPLANE,
    DND,
    LOCATION,
    NIGHT,
    InFront,
    SettingIs,
)
from android_gym.task_suite.task import Params

__all__ = [
    "AirplaneModeOn",
    "BatteryPercentageShow",
    "BatterySaverStart",
    "ClockFormatTwelve",
    "DarkThemeOn",
    "DoNotDisturbOn",
    "LocationOff",
    "PageOpen",
    "RotationLock",
    "ScreenTimeoutSet",
    "settings_or",
]

SETTINGS = "com.android.settings"


def settings_or(*apis: str) -> str:
    """Return the station of Settings: the app, or calls that do without it."""
    return " | ".join(f'"{name}"' for name in (SETTINGS, *apis))


_PAGES: Final = {
    "Storage": "android.settings.INTERNAL_STORAGE_SETTINGS",
    "Accessibility": "android.settings.ACCESSIBILITY_SETTINGS",
    "Privacy": "android.settings.PRIVACY_SETTINGS",
    "Display": "android.settings.DISPLAY_SETTINGS",
    "Apps": "android.settings.APPLICATION_SETTINGS",
}
"""Pages that the first one leads to, and their intents."""

_LISTERS: Final = {
    "Storage": "android.settings.SETTINGS",
    "Accessibility": "android.settings.SETTINGS",
    "Privacy": "android.settings.SECURITY_SETTINGS",
    "Display": "android.settings.ACCESSIBILITY_SETTINGS",
    "Apps": "android.settings.INTERNAL_STORAGE_SETTINGS",
}
"""Other pages that have a row of a page's name."""


class _SettingsTask(MobileBenchTask):
    """A setting that is reached in a few steps."""

    apps = ("Settings",)


class DarkThemeOn(_SettingsTask):
    """Turn the dark theme on."""

    template = "Turn the dark theme on."
    rewordings = (
        "Make the phone's screens dark.",
        "In Settings, switch to the dark theme.",
        "White backgrounds hurt my eyes. Please use dark ones everywhere.",
        "Let every menu have light letters on black: the dark theme, please.",
    )
    chinese = "把手机切换到深色主题。"
    verb = "turn on"
    wants = (SettingIs("secure ui_night_mode", "2", "1", NIGHT),)
    points = stations(
        package=settings_or("set_dark_theme"),
        text='"Dark theme" | "set_dark_theme"',
    )


class RotationLock(_SettingsTask):
    """Stop the screen from turning."""

    template = "Stop the screen from turning when I tilt the phone."
    rewordings = (
        "Disable auto-rotate.",
        "Whichever way I hold the phone, the screen should stay upright.",
        "Please lock the orientation of the display, so that it no longer rotates.",
        "Go to Settings and switch automatic rotation off.",
    )
    chinese = "关闭屏幕自动旋转。"
    verb = "stop"
    wants = (SettingIs("system accelerometer_rotation", "0", "1"),)
    points = stations(
        package=settings_or("set_auto_rotate"),
        text='"Auto-rotate" | "Use auto-rotate" | "set_auto_rotate"',
    )


class ScreenTimeoutSet(_SettingsTask):
    """Choose when the screen turns off."""

    template = "Have the screen turn off after {time} without a touch."
    rewordings = (
        "Set the screen timeout to {time}.",
        "When I don't use the phone for {time}, its display should go dark.",
        "Please change how long the screen stays on: {time}.",
        "{time} of inactivity is when the screen should switch itself off.",
    )
    chinese = "将屏幕自动关闭的时间设为{time}。"
    verb = "set"
    draws = named(time=Pool(("15 seconds", "30 seconds", "2 minutes", "5 minutes", "10 minutes")))
    wants = (SettingIs("system screen_off_timeout", "{timeout}", "60000", wrong="1800000"),)
    points = stations(
        package=settings_or("set_screen_timeout"),
        text='"Screen timeout" | "set_screen_timeout"',
    )

    def values(self, params: Params) -> Params:
        """Add the milliseconds that Android keeps."""
        count, unit = params["time"].split()
        seconds = int(count) * (60 if unit == "minutes" else 1)
        return {**params, "timeout": f"{seconds * 1000}"}


class LocationOff(_SettingsTask):
    """Turn location off."""

    template = "Switch location off, so that no app learns where I am."
    rewordings = (
        "Disable the phone's location.",
        "Please turn off location services for all apps.",
        "I don't want to be found. Stop the use of location in Settings.",
        "No app may see my position any more: location off.",
    )
    chinese = "关闭定位，不让任何应用知道我的位置。"
    verb = "switch off"
    wants = (SettingIs("secure location_mode", "0", "3", LOCATION),)
    points = stations(
        package=settings_or("set_location"),
        text='"Use location" | "set_location"',
    )


class AirplaneModeOn(_SettingsTask):
    """Turn airplane mode on."""

    template = "We are boarding. Put the phone into airplane mode."
    rewordings = (
        "Enable airplane mode.",
        "Cut all the phone's radio links with the airplane switch.",
        "My flight is about to leave: airplane mode, please.",
        "In Settings, set airplane mode to on.",
    )
    chinese = "我们要登机了，请打开飞行模式。"
    verb = "put"
    wants = (
        SettingIs(
            "global airplane_mode_on",
            "1",
            "0",
            AIRPLANE,
            ("global wifi_on", "global bluetooth_on"),
        ),
    )
    points = stations(
        package=settings_or("set_airplane_mode"),
        text='"Airplane mode" | "set_airplane_mode"',
    )


class DoNotDisturbOn(_SettingsTask):
    """Turn Do Not Disturb on."""

    template = "I need quiet: turn Do Not Disturb on."
    rewordings = (
        "Activate Do Not Disturb.",
        "Nothing should interrupt me now. Use the phone's Do Not Disturb.",
        "Please switch Do Not Disturb on in Settings.",
        "Start Do Not Disturb, I am in a meeting.",
    )
    chinese = "我需要安静，请打开勿扰模式。"
    verb = "silence"
    wants = (SettingIs("global zen_mode", "1", "0", DND),)
    points = stations(
        package=settings_or("set_do_not_disturb"),
        text='"Do Not Disturb" | "set_do_not_disturb"',
    )


class BatterySaverStart(_SettingsTask):
    """Start Battery Saver."""

    template = "Start the Battery Saver."
    rewordings = (
        "Enable Battery Saver.",
        "The charge has to last all day: save battery with the phone's own mode for it.",
        "Please turn Battery Saver on in Settings.",
        "Use as little power as possible by way of Battery Saver.",
    )
    chinese = "启动省电模式。"
    verb = "start"
    wants = (SettingIs("global low_power", "1", "0"),)
    points = stations(package=SETTINGS, text='"Battery Saver" | "settings_battery_saver"')


class BatteryPercentageShow(_SettingsTask):
    """Show the battery's percentage."""

    template = "Show in the status bar how many percent the battery has."
    rewordings = (
        "Display the battery percentage at the top of the screen.",
        "Next to the battery icon I'd like to read its charge as a number.",
        "Please switch on Battery percentage in Settings.",
        "The status bar should tell the charge in per cent.",
    )
    chinese = "在状态栏显示电池电量百分比。"
    verb = "show"
    wants = (SettingIs("system status_bar_show_battery_percent", "1", "0"),)
    points = stations(
        package=settings_or("set_battery_percentage"),
        text='"Battery percentage" | "set_battery_percentage"',
    )


class ClockFormatTwelve(_SettingsTask):
    """Have times written with AM and PM."""

    template = "Write times with AM and PM rather than in 24 hours."
    rewordings = (
        "Change the phone to the 12-hour clock.",
        "Please switch the 24-hour format off.",
        "I am used to a.m. and p.m.; let the clock of the phone use them.",
        "In Settings, stop using 24 hours for the time of day.",
    )
    chinese = "将时间显示改为12小时制。"
    verb = "write"
    wants = (SettingIs("system time_12_24", "12", "24"),)
    points = stations(
        package=settings_or("set_24_hour_clock"),
        text='"Use 24-hour format" | "set_24_hour_clock"',
    )


class PageOpen(_SettingsTask):
    """Open a page of Settings."""

    template = "Open the page of Settings called {page}."
    rewordings = (
        "Go to {page} in Settings.",
        "I want to see {page}, which is part of Settings.",
        "Please bring up Settings at {page} and leave it there.",
        "In the Settings app, find {page} and stay on that page.",
    )
    chinese = "打开设置中的“{page}”页面。"
    verb = "open"
    reads_screen = True
    draws = named(page=Pool(tuple(_PAGES)))
    wants = (
        InFront(
            SETTINGS,
            f"{SETTINGS}:id/collapsing_toolbar",
            "{page}",
            "am start -W -a {action}",
            {
                "a page with a row of that name": "am start -W -a {lister}",
                "another page": "am start -W -a android.settings.SYNC_SETTINGS",
                "the first page": "am start -W -a android.settings.SETTINGS",
                "left again": "am start -W -a {action}; input keyevent HOME",
            },
        ),
    )
    points = stations(package=SETTINGS, text='"{page}" | "{action}"')

    def values(self, params: Params) -> Params:
        """Add the intents that lead to the page, and to another that names it."""
        page = params["page"]
        return {**params, "action": _PAGES[page], "lister": _LISTERS[page]}
