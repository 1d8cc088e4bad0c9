"""App labels used by AndroidWorld's goals and agents, as in its ``adb_utils.py``.

Action spaces are built from them: a change requires a new version of all tasks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["APPS"]

APPS: Final[Mapping[str, str]] = {
    "activity tracker": "de.dennisguse.opentracks",
    "android world": "com.example.androidworld",
    "audio recorder": "com.dimowner.audiorecorder",
    "broccoli": "com.flauschcode.broccoli",
    "broccoli app": "com.flauschcode.broccoli",
    "calendar": "com.simplemobiletools.calendar.pro",
    "camera": "com.android.camera2",
    "chrome": "com.android.chrome",
    "clipper": "ca.zgrs.clipper",
    "clock": "com.google.android.deskclock",
    "contacts": "com.google.android.contacts",
    "dialer": "com.google.android.dialer",
    "draw": "com.simplemobiletools.draw.pro",
    "expense": "com.arduia.expense",
    "files": "com.google.android.documentsui",
    "gallery": "com.simplemobiletools.gallery.pro",
    "joplin": "net.cozic.joplin",
    "markor": "net.gsantner.markor",
    "miniwob": "com.google.androidenv.miniwob",
    "open tracks": "de.dennisguse.opentracks",
    "open tracks sports tracker": "de.dennisguse.opentracks",
    "opentracks": "de.dennisguse.opentracks",
    "osmand": "net.osmand",
    "phone": "com.google.android.dialer",
    "pro expense": "com.arduia.expense",
    "retro music": "code.name.monkey.retromusic",
    "settings": "com.android.settings",
    "simple calendar pro": "com.simplemobiletools.calendar.pro",
    "simple draw pro": "com.simplemobiletools.draw.pro",
    "simple gallery": "com.simplemobiletools.gallery.pro",
    "simple gallery pro": "com.simplemobiletools.gallery.pro",
    "simple sms messenger": "com.simplemobiletools.smsmessenger",
    "sms messenger": "com.simplemobiletools.smsmessenger",
    "tasks": "org.tasks",
    "vlc": "org.videolan.vlc",
}
"""Packages by label in lower case."""
