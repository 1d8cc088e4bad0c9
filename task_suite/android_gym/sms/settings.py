"""The settings of Simple SMS Messenger, for changes."""

from __future__ import annotations

from typing import Final

from android_gym.task_suite.android_gym.app_settings import AppSettings, Kept, switched

__all__ = ["SETTINGS"]

_PACKAGE: Final = "com.simplemobiletools.smsmessenger"

_SETTINGS: Final = {
    "Font size": Kept(
        "font_size",
        "Medium",
        {"Small": "0", "Medium": "1", "Large": "2", "Extra large": "3"},
        "int",
    ),
    "Lock screen notification visibility": Kept(
        "lock_screen_visibility",
        "Sender and message",
        {"Sender and message": "1", "Sender only": "2", "Nothing": "3"},
        "int",
    ),
    "Show a character counter at writing messages": switched("show_character_counter"),
    "Remove accents and diacritics at sending messages": switched("use_simple_characters"),
    "Send message on pressing Enter": switched("send_on_enter"),
    "Enable delivery reports": switched("enable_delivery_reports"),
    "Send group messages as MMS": switched("send_group_message_mms"),
    "Move items into the Recycle Bin instead of deleting": switched("use_recycle_bin"),
}

SETTINGS: Final = AppSettings("sms settings", _PACKAGE, _SETTINGS, file="Prefs")
