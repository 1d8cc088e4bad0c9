"""The settings of Contacts, for changes."""

from __future__ import annotations

from typing import Final

from android_gym.task_suite.android_gym.app_settings import AppSettings, Kept

__all__ = ["SETTINGS"]

_PACKAGE: Final = "com.google.android.contacts"

_SETTINGS: Final = {
    "Sort by": Kept(
        "android.contacts.SORT_ORDER", "First name", {"First name": "1", "Last name": "2"}, "int"
    ),
    "Name format": Kept(
        "android.contacts.DISPLAY_ORDER",
        "First name first",
        {"First name first": "1", "Last name first": "2"},
        "int",
    ),
    "Phonetic name": Kept(
        "Phonetic_name_display", "Always show", {"Always show": "0", "Hide if empty": "1"}, "int"
    ),
}

SETTINGS: Final = AppSettings("contacts settings", _PACKAGE, _SETTINGS)
