"""Packages of the apps that goals call by their names.

adb tells no labels, so a launch by label needs this table on any phone. Labels are those of
AndroidWorld's ``adb_utils.py`` and of the launcher.
"""

from __future__ import annotations

__all__ = ["PACKAGES", "name_app", "package_of"]

PACKAGES: dict[str, str] = {
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
"""Package by label in lower case."""


def package_of(label: str) -> str | None:
    """The package of the app called `label` in any case, None if there is no such app."""
    return PACKAGES.get(" ".join(label.lower().split()))


def name_app(label: str, package: str) -> None:
    """Lets goals and actions call one more app by its label, in any case."""
    PACKAGES[" ".join(label.lower().split())] = package
