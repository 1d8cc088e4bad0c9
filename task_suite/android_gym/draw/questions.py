"""Simple Draw Pro's settings, for changes."""

from __future__ import annotations

from typing import Final

from android_gym.task_suite.android_gym.app_settings import AppSettings, switched

__all__ = ["ADAPTERS"]

PACKAGE: Final = "com.simplemobiletools.draw.pro"

_SETTINGS: Final = {
    "Prevent phone from sleeping while the app is in foreground": switched(
        "prevent_phone_from_sleeping", "on"
    ),
    "Show brush size tool": switched("show_brush_size", "on"),
    "Allow zooming and moving the canvas with gestures": switched("allow_zooming_canvas", "on"),
    "Force portrait mode": switched("force_portrait_mode"),
}

ADAPTERS = (AppSettings("draw settings", PACKAGE, _SETTINGS, file="Prefs"),)
