"""Colours and bars that Markor's screens share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Unpack

from android_gym.simulator.ui.activity import Context
from android_gym.simulator.ui.bars import ToolbarOptions
from android_gym.simulator.ui.components import MenuItem, Toolbar
from android_gym.simulator.ui.theme import Theme, material_theme

__all__ = ["bar", "theme_of"]

ACCENT = "#F04B4B"
SETTING = "pref_key__app_theme"


@cache
def _theme(dark: bool) -> Theme:
    bar_color = "#161828" if dark else "#1E2135"
    page = "#222222" if dark else "#EEEEEE"
    return material_theme(
        "#1E2135",
        ACCENT,
        dark=dark,
        material=2,
        background=page,
        surface="#2A2A2A" if dark else "#FFFFFF",
        name="markor dark" if dark else "markor",
        colors=(
            ("primary", ACCENT),
            ("text_primary", "#FFFFFF" if dark else "#212121"),
            ("text_secondary", "#9E9E9E" if dark else "#757575"),
            ("icon", "#FFFFFF" if dark else "#505050"),
            ("app_bar", bar_color),
            ("on_app_bar", "#FFFFFF"),
            ("bar", bar_color),
            ("strip", "#424242" if dark else "#E0E0E0"),
            ("status_bar", "#161828"),
            ("navigation_bar", "#000000"),
            ("on_navigation_bar", "#FFFFFF"),
            ("fab", ACCENT),
            ("on_fab", "#FFFFFF"),
        ),
    )


def theme_of(context: Context) -> Theme:
    """Light or dark, as the phone is or as the app's setting says."""
    mode = context.preferences("app").get(SETTING, "system")
    dark = context.system.display.dark if mode not in ("light", "dark") else mode == "dark"
    return _theme(dark)


def bar(
    title: str, menu: Sequence[MenuItem | None] = (), **options: Unpack[ToolbarOptions]
) -> Toolbar:
    """Return the bar at the top; Markor has no Up arrow in it unless `navigation` says so."""
    options.setdefault("id", "toolbar")
    options.setdefault("elevation", 4)
    return Toolbar(title, menu=menu, **options)
