"""Markor's settings, for changes."""

from __future__ import annotations

from typing import Final

from android_gym.task_suite.android_gym.app_settings import AppSettings, chosen, switched
from android_gym.task_suite.android_world.markor.notes import PACKAGE

__all__ = ["ADAPTERS"]

_SETTINGS: Final = {
    "App start tab": chosen(
        "pref_key__app_start_tab_v2", "Notebook", {"Notebook": "0", "To-Do": "1", "QuickNote": "2"}
    ),
    "Search depth": chosen(
        "pref_key__max_search_depth",
        "Infinite",
        {"Infinite": "0", "1": "1", "2": "2", "3": "3", "5": "5", "10": "10"},
    ),
    "Syntax highlighting": switched("pref_key__is_highlighting_activated", "on"),
    "Multiple windows": switched("pref_key__is_multi_window_enabled", "on"),
    "Keep screen on": switched("pref_key__keep_screen_on"),
    "Bigger headings": switched("pref_key__editor_markdown_bigger_headings_2"),
    "Wrap words": switched("pref_key__editor_enable_line_breaking", "on"),
    "Start on bottom": switched("pref_key__editor_start_editing_on_bottom"),
    "Prefer view": switched("pref_key__is_preview_first"),
    "Unordered list character": chosen(
        "pref_key__editor_unordered_list_character",
        "Dash (-)",
        {"Dash (-)": "-", "Asterisk (*)": "*", "Plus (+)": "+"},
    ),
}

ADAPTERS = (AppSettings("markor settings", PACKAGE, _SETTINGS, file="app"),)
