"""Chrome's bookmarks and settings, for changes."""

from __future__ import annotations

from typing import Final

from android_gym.task_suite.android_gym.app_settings import AppSettings, Kept, chosen, switched
from android_gym.task_suite.android_gym.chrome.bookmarks import Bookmarks

__all__ = ["ADAPTERS"]

PACKAGE: Final = "com.android.chrome"
_STARTED: Final = {"first_run_flow": True}
"""Flags by which the app knows that its first start is over."""

_SETTINGS: Final = {
    "Search engine": chosen(
        "search_engine",
        "Google",
        {
            "Google": "google",
            "Bing": "bing",
            "Yahoo!": "yahoo",
            "DuckDuckGo": "duckduckgo",
            "Ecosia": "ecosia",
        },
    ),
    "Homepage": switched("homepage", "on"),
    "Theme": Kept(
        "ui_theme_setting",
        "System default",
        {"System default": "0", "Light": "1", "Dark": "2"},
        "int",
    ),
    "JavaScript": switched("javascript_allowed", "on"),
    "Pop-ups and redirects": switched("popups_allowed"),
}

_OWN: Final = AppSettings("chrome settings", PACKAGE, _SETTINGS, always=_STARTED)

ADAPTERS = (Bookmarks(_OWN), _OWN)
