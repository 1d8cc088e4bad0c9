"""Themes of Settings, SystemUI and the launcher."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from android_gym.simulator.ui.palettes import PLATFORM, material3_colors, role_colors
from android_gym.simulator.ui.theme import (
    COMMON_TEXT,
    MATERIAL3_CORNERS,
    MATERIAL3_TEXT,
    SYSTEM_COLORS,
    SYSTEM_TEXT,
    Theme,
    style_of,
)

__all__ = [
    "LAUNCHER",
    "LAUNCHER_DARK",
    "SETTINGS_DARK",
    "SETTINGS_LIGHT",
    "SYSTEM_COLORS",
    "SYSTEM_TEXT",
    "SYSTEM_UI",
    "SYSTEM_UI_DARK",
]


_SETTINGS_TEXT: Final = {
    "collapsing_title": style_of(36),
    "app_bar_title": style_of(20, role="on_app_bar"),
    "preference_title": style_of(20),
    "preference_summary": style_of(14, role="text_secondary"),
    "preference_category": style_of(14, weight=500, role="accent"),
    "main_switch": style_of(20),
}


def _settings(dark: bool) -> Theme:
    p = PLATFORM
    n1, n2, a1, a2 = p.neutral1, p.neutral2, p.accent1, p.accent2
    colors = role_colors(material3_colors(p, dark), dark) | SYSTEM_COLORS
    ground = n1(6 if dark else 98)
    colors |= {
        "background": ground,
        "surface": ground,
        "app_bar": ground,
        "app_bar_scrolled": n2(20 if dark else 95),
        "status_bar": ground,
        "navigation_bar": ground,
        "search_bar": n1(20 if dark else 95),
        "text_primary": n1(95 if dark else 10),
        "text_secondary": n2(80 if dark else 30),
        "text_tertiary": n2(60 if dark else 50),
        "accent": a1(80 if dark else 40),
        "dialog_action": a1(80 if dark else 40),
        "icon": n2(80 if dark else 30),
        "dialog": n1(20 if dark else 95),
        "menu": n1(20 if dark else 95),
        "toast": n1(20 if dark else 98),
        "on_toast": n1(95 if dark else 10),
        "main_switch_on": a1(90),
        "main_switch_off": n2(20 if dark else 90),
        "on_main_switch": n1(10),
        "switch_thumb_on": a1(90 if not dark else 20),
        "switch_thumb_off": n2(80 if not dark else 60),
        "switch_track_on": a1(40 if not dark else 80),
        "switch_track_off": n2(50 if not dark else 30),
        "chip_selected": a2(90 if not dark else 30),
    }
    return Theme(
        "settings dark" if dark else "settings",
        dark,
        colors,
        {**MATERIAL3_TEXT, **COMMON_TEXT, **SYSTEM_TEXT, **_SETTINGS_TEXT},
        MATERIAL3_CORNERS,
    )


SETTINGS_LIGHT: Final = _settings(False)
SETTINGS_DARK: Final = _settings(True)


def _system_ui(dark: bool) -> Theme:
    """Return SystemUI's theme: the shade, its dialogs. Active tiles are light in both themes."""
    base, n1, a1 = (
        (SETTINGS_DARK if dark else SETTINGS_LIGHT),
        PLATFORM.neutral1,
        PLATFORM.accent1,
    )
    return replace(
        base,
        name="system ui dark" if dark else "system ui",
        colors={
            **base.colors,
            "shade": 0xFF000000 | (n1(10 if dark else 98) & 0xFFFFFF),
            "notification": n1(20 if dark else 100),
            "notification_icon": a1(80 if dark else 40),
            "on_notification_icon": n1(10 if dark else 100),
            "qs_tile_on": a1(90),
            "qs_tile_off": n1(20 if dark else 90),
            "on_qs_tile_on": n1(10),
            "on_qs_tile_off": n1(90 if dark else 10),
            "brightness_track": n1(20 if dark else 90),
            "brightness": a1(80),
            "power_button": n1(30 if dark else 90),
        },
        _resolved={},
        _styles={},
    )


def _launcher(dark: bool) -> Theme:
    """Return the launcher's theme: white text on the wallpaper, a light or dark app drawer."""
    base, n1 = (SETTINGS_DARK if dark else SETTINGS_LIGHT), PLATFORM.neutral1
    return replace(
        base,
        name="launcher dark" if dark else "launcher",
        colors={
            **base.colors,
            "all_apps": n1(10 if dark else 98),
            "on_all_apps": n1(95 if dark else 10),
            "search_bar": n1(20 if dark else 95),
            "on_status_bar": 0xFFFFFFFF,
            "on_navigation_bar": 0xFFFFFFFF,
        },
        _resolved={},
        _styles={},
    )


SYSTEM_UI: Final = _system_ui(False)
SYSTEM_UI_DARK: Final = _system_ui(True)
LAUNCHER: Final = _launcher(False)
LAUNCHER_DARK: Final = _launcher(True)
