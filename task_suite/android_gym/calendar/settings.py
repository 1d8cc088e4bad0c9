"""The settings of Simple Calendar Pro, for changes."""

from __future__ import annotations

from typing import Final

from android_gym.task_suite.android_gym.app_settings import AppSettings, Kept, switched

__all__ = ["SETTINGS"]

_PACKAGE: Final = "com.simplemobiletools.calendar.pro"

_SETTINGS: Final = {
    "Start week on Sunday": switched("sunday_first", "on"),
    "Highlight weekends on some views": switched("highlight_weekends"),
    "Snooze time": Kept(
        "snooze_time",
        "10 minutes",
        {
            "5 minutes": "5",
            "10 minutes": "10",
            "15 minutes": "15",
            "20 minutes": "20",
            "30 minutes": "30",
        },
        "int",
    ),
    "Default start time": Kept(
        "default_start_time",
        "Next full hour",
        {"Next full hour": "-1", "Current time": "-2", "00:00": "0", "01:00": "60"},
        "int",
    ),
    "Default duration": Kept(
        "default_duration",
        "0 minutes",
        {"0 minutes": "0", "15 minutes": "15", "30 minutes": "30", "45 minutes": "45"},
        "int",
    ),
    "Use the last events' reminders as the default for new events": switched(
        "use_previous_event_reminders", "on"
    ),
    "Show events spanning across midnight at the top bar": switched(
        "show_midnight_spanning_events_at_top", "on"
    ),
    "Show week numbers": switched("week_numbers"),
    "Show a grid": switched("show_grid"),
    "Dim past events": switched("dim_past_events", "on"),
}

SETTINGS: Final = AppSettings("calendar settings", _PACKAGE, _SETTINGS, file="Prefs")
