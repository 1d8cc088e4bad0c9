"""The settings of Clock, for changes."""

from __future__ import annotations

from typing import Final

from android_gym.task_suite.android_gym.app_settings import AppSettings, chosen, switched

__all__ = ["SETTINGS"]

_PACKAGE: Final = "com.google.android.deskclock"

_SETTINGS: Final = {
    "Style": chosen("clock_style", "Digital", {"Analog": "analog", "Digital": "digital"}),
    "Display time with seconds": switched("display_clock_seconds"),
    "Automatic home clock": switched("automatic_home_clock", "on"),
    "Silence after": chosen(
        "auto_silence",
        "10 minutes",
        {
            "1 minute": "1",
            "5 minutes": "5",
            "10 minutes": "10",
            "15 minutes": "15",
            "20 minutes": "20",
            "Never": "-1",
        },
    ),
    "Snooze length": chosen(
        "snooze_duration",
        "10 minutes",
        {"1 minute": "1", "2 minutes": "2", "3 minutes": "3", "5 minutes": "5", "10 minutes": "10"},
    ),
    "Volume buttons": chosen(
        "volume_button_setting",
        "Control volume",
        {"Control volume": "0", "Snooze": "1", "Stop": "2"},
    ),
    "Start week on": chosen(
        "week_start", "Sunday", {"Saturday": "7", "Sunday": "1", "Monday": "2"}
    ),
    "Timer sound": chosen(
        "timer_ringtone",
        "Timer Expired",
        {
            "Silent": "Silent",
            "Timer Expired": "Timer Expired",
            "Argon": "Argon",
            "Helium": "Helium",
            "Neon": "Neon",
        },
    ),
    "Timer vibrate": switched("timer_vibrate", "on"),
    "Night mode": switched("screensaver_night_mode", "on"),
}

SETTINGS: Final = AppSettings("clock settings", _PACKAGE, _SETTINGS, device_protected=True)
