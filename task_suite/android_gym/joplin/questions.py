"""Joplin's settings, for changes."""

from __future__ import annotations

from typing import Final

from android_gym.task_suite.android_gym.app_settings import JsonSettings, switched

__all__ = ["ADAPTERS"]

PACKAGE: Final = "net.cozic.joplin"

_SETTINGS: Final = {
    "Automatically delete notes in the trash after a number of days": switched(
        "trash.autoDeletionEnabled", "on"
    ),
    "Synchronise only over WiFi connection": switched("sync.mobileWifiOnly"),
    "Automatically switch theme to match system theme": switched("themeAutoDetect"),
    "Save geo-location with notes": switched("trackLocation", "on"),
    "Enable spellcheck in the text editor": switched("editor.mobile.spellcheckEnabled", "on"),
    "Enable the Markdown toolbar": switched("editor.mobile.toolbarEnabled", "on"),
    "Enable note history": switched("revisionService.enabled", "on"),
}

ADAPTERS = (JsonSettings("joplin settings", PACKAGE, _SETTINGS, path="files/settings.json"),)
