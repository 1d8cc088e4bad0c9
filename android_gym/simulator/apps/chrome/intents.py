"""Intents that start Chrome's screens, and what they ask for."""

from __future__ import annotations

from typing import Final

from immutables import Map

from android_gym.simulator.apps.chrome.manifest import NEW_INCOGNITO_TAB
from android_gym.simulator.apps.chrome.model import Origin
from android_gym.simulator.system.intents import (
    FLAG_ACTIVITY_CLEAR_TOP,
    FLAG_ACTIVITY_NEW_TASK,
    FLAG_ACTIVITY_SINGLE_TOP,
    Intent,
)

__all__ = [
    "IN_TAB",
    "THEN",
    "asks_for_incognito",
    "from_another_app",
    "open_url",
    "origin_of",
    "start_first_run",
]

IN_TAB: Final = "in_tab"
"""Extra that loads a URL in the present tab; if it is false, a new tab is opened."""

THEN: Final = "Extra.FreLaunchIntent"
"""Extra of the first run experience: the intent that it starts once it is complete."""

_MAIN: Final = "com.android.chrome/com.google.android.apps.chrome.Main"
_FIRST_RUN: Final = "com.android.chrome/org.chromium.chrome.browser.firstrun.FirstRunActivity"
_INCOGNITO: Final = "com.google.android.apps.chrome.EXTRA_OPEN_NEW_INCOGNITO_TAB"


def open_url(url: str, *, in_tab: bool) -> Intent:
    """Return the intent by which another screen of Chrome opens a URL."""
    return Intent(data=url, component=_MAIN, extras=Map({IN_TAB: in_tab}))


def from_another_app(url: str) -> Intent:
    """Return the intent by which a URL from another app is opened; "" only shows Chrome."""
    return Intent(data=url or None, component=_MAIN, flags=FLAG_ACTIVITY_NEW_TASK)


def start_first_run(then: Intent) -> Intent:
    """Return the intent that shows the first run experience, which may be under way already."""
    flags = FLAG_ACTIVITY_CLEAR_TOP | FLAG_ACTIVITY_SINGLE_TOP
    return Intent(component=_FIRST_RUN, extras=Map({THEN: then}), flags=flags)


def asks_for_incognito(intent: Intent) -> bool:
    """Return True if an intent asks for an incognito tab."""
    return intent.action == NEW_INCOGNITO_TAB or intent.get_bool(_INCOGNITO)


def origin_of(intent: Intent) -> Origin:
    """Return the origin of the tab that an intent asks for; Chrome's own intents have `IN_TAB`."""
    return "user" if not intent.data or IN_TAB in intent.extras else "app"
