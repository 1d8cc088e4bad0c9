"""The settings of Tasks, for changes."""

from __future__ import annotations

from typing import Final

from android_gym.task_suite.android_gym.app_settings import AppSettings, chosen, switched

__all__ = ["SETTINGS"]

_PACKAGE: Final = "org.tasks"

_SETTINGS: Final = {
    "Markdown": switched("markdown"),
    "Map theme": chosen(
        "map_theme", "Use app theme", {"Use app theme": "0", "Light": "1", "Dark": "2"}
    ),
    "Open last viewed list": switched("open_last_viewed_list", "on"),
    "App bar position": chosen("app_bar_position", "Bottom", {"Top": "0", "Bottom": "1"}),
    "Show full task title": switched("fullTaskTitle"),
    "Show full description": switched("show_full_description"),
    "Back button saves task": switched("back_button_saves_task"),
    "Start of week": chosen(
        "start_of_week",
        "Use locale default",
        {
            "Use locale default": "0",
            "Sunday": "1",
            "Monday": "2",
            "Wednesday": "4",
            "Saturday": "7",
        },
    ),
    "Show full date": switched("always_display_full_date"),
    "Date picker mode": chosen("picker_mode_date", "Calendar", {"Calendar": "0", "Text": "1"}),
}

SETTINGS: Final = AppSettings("tasks settings", _PACKAGE, _SETTINGS)
