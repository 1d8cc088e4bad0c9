"""Keep's theme, and views shared by several screens."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from android_gym.simulator.apps.keep.model import color_of
from android_gym.simulator.ui.activity import Context
from android_gym.simulator.ui.drawables import Oval, Rounded
from android_gym.simulator.ui.layouts import column, row, wide_row
from android_gym.simulator.ui.theme import Theme, dynamic_theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageButton, ImageView, TextView

__all__ = ["chip", "color_dot", "fill_of", "icon_button", "sheet_row", "theme_of"]


@cache
def theme_of(dark: bool) -> Theme:
    """Return the theme, with the wallpaper's colours."""
    return dynamic_theme(dark=dark, name="keep dark" if dark else "keep")


def fill_of(context: Context, color: str) -> str:
    """Return the background colour of a note."""
    found = color_of(color)
    return found.dark if context.system.display.dark else found.light


def icon_button(
    icon: str,
    id: str,
    description: str,
    on_click: Callable[[], object],
    *,
    enabled: bool = True,
    key: str | None = None,
) -> View:
    """Build a button of a toolbar."""
    return ImageButton(
        icon, id=id, key=key, content_description=description, on_click=on_click, enabled=enabled,
        width=48, height=48, disabled_tint="text_disabled",
    )  # fmt: skip


def chip(text: str, id: str, icon: str | None = None) -> View:
    """Build a chip on a card: a label's name or a reminder's time."""
    return row(
        ImageView(icon, size=14, margin=(0, 0, 4, 0)) if icon else None,
        TextView(text, id=f"{id}_text", size=12, max_lines=1),
        id=id,
        key=text,
        padding=(8, 4),
        margin=(0, 8, 6, 0),
        background=Rounded("outline_variant@0.5", 6),
        content_gravity="center_vertical",
    )


def color_dot(context: Context, color: str, chosen: bool, on_click: Callable[[], object]) -> View:
    """Build the circle that chooses a colour."""
    found = color_of(color)
    return column(
        ImageView("check" if chosen else "water_off" if color == "DEFAULT" else None, size=20),
        key=color,
        class_name="android.widget.ImageView",
        content_description=found.words,
        selected=chosen,
        on_click=on_click,
        width=48,
        height=48,
        margin=4,
        content_gravity="center",
        background=Oval(fill_of(context, color), "outline", 1),
    )


def sheet_row(
    icon: str, text: str, on_click: Callable[[], object], second: str | None = None
) -> View:
    """Build a row of a sheet."""
    return wide_row(
        ImageView(icon, id="menu_icon", margin=(0, 0, 32, 0)),
        TextView(text, id="menu_text", size=16, width=0, weight=1, max_lines=1),
        TextView(second, id="menu_sub_text", size=14, color="text_secondary") if second else None,
        key=text,
        min_height=56,
        padding=(24, 8),
        content_gravity="center_vertical",
        on_click=on_click,
    )
