"""Tasks' theme and shared widgets."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final, Unpack

from android_gym.simulator.apps.tasks_org import settings
from android_gym.simulator.apps.tasks_org.model import Task
from android_gym.simulator.ui.activity import Context
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import column, row
from android_gym.simulator.ui.options import LinearOptions
from android_gym.simulator.ui.theme import Theme, material_theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = [
    "COLORS",
    "COMPOSE",
    "FRAME",
    "GROUP",
    "PRIORITY_COLORS",
    "RELATIVE",
    "THEMES",
    "check_icon",
    "chip",
    "color_of",
    "compose_row",
    "java_color",
    "theme_of",
    "toolbar_icon",
]

COMPOSE: Final = "android.view.View"
FRAME: Final = "android.widget.FrameLayout"
GROUP: Final = "android.view.ViewGroup"
RELATIVE: Final = "android.widget.RelativeLayout"

PRIORITY_COLORS: Final = ("#F44336", "#FFC107", "#2196F3", "#9E9E9E")
"""Colour by importance."""

THEMES: Final = ((5, "System default"), (0, "Light"), (1, "Black"), (2, "Dark"))

COLORS: Final = (
    "#F44336",
    "#E91E63",
    "#9C27B0",
    "#673AB7",
    "#3F51B5",
    "#2196F3",
    "#03A9F4",
    "#00BCD4",
    "#009688",
    "#4CAF50",
    "#8BC34A",
    "#CDDC39",
    "#FFEB3B",
    "#FFC107",
    "#FF9800",
    "#FF5722",
    "#795548",
    "#607D8B",
)
"""Colours for lists, tags and filters: the app's palette at shade 500."""

_LIGHT = (
    ("app_bar", "#FFFFFF"),
    ("on_app_bar", "#DE000000"),
    ("app_bar_scrolled", "#FFFFFF"),
    ("text_primary", "#DE000000"),
    ("text_secondary", "#99000000"),
    ("text_tertiary", "#61000000"),
    ("icon", "#8A000000"),
    ("control_normal", "#8A000000"),
    ("divider", "#1F000000"),
    ("overdue", "#FF5722"),
    ("drawer_selected", "#E8E8E8"),
    ("bottom_bar", "#2196F3"),
    ("on_bottom_bar", "#FFFFFF"),
    ("status_bar", "#FFFFFF"),
    ("on_status_bar", "#DE000000"),
    ("navigation_bar", "#2196F3"),
    ("on_navigation_bar", "#FFFFFF"),
    ("snackbar", "#424242"),
    ("on_snackbar", "#DEFFFFFF"),
    ("snackbar_action", "#F4B400"),
    ("chip", "#E0E0E0"),
    ("compose_primary", "#2196F3"),
)
_DARK = (
    ("text_primary", "#DEFFFFFF"),
    ("text_secondary", "#99FFFFFF"),
    ("text_tertiary", "#61FFFFFF"),
    ("icon", "#8AFFFFFF"),
    ("control_normal", "#8AFFFFFF"),
    ("divider", "#1FFFFFFF"),
    ("overdue", "#FF7043"),
    ("drawer_selected", "#303030"),
    ("bottom_bar", "#82B1FF"),
    ("on_bottom_bar", "#DE000000"),
    ("on_app_bar", "#DEFFFFFF"),
    ("on_status_bar", "#FFFFFF"),
    ("navigation_bar", "#82B1FF"),
    ("on_navigation_bar", "#000000"),
    ("snackbar", "#424242"),
    ("on_snackbar", "#DEFFFFFF"),
    ("snackbar_action", "#F4B400"),
    ("chip", "#424242"),
    ("compose_primary", "#82B1FF"),
)


@cache
def _theme(style: int, dark: bool) -> Theme:
    if not dark:
        return material_theme(
            "#2196F3",
            "#FF1744",
            material=2,
            background="#FFFFFF",
            surface="#FFFFFF",
            name="tasks",
            colors=_LIGHT,
        )
    ground = "#000000" if style == 1 else "#202124"
    bars = (("app_bar", ground), ("app_bar_scrolled", ground), ("status_bar", ground))
    return material_theme(
        "#82B1FF",
        "#FF8A80",
        dark=True,
        material=2,
        background=ground,
        surface=ground,
        name="tasks dark",
        colors=(*_DARK, *bars),
    )


def theme_of(context: Context) -> Theme:
    """Return the theme chosen in the app, or else on the phone."""
    style = settings.read(context, "theme_style", 5)
    dark = style in (1, 2, 3) or (style not in (0, 4) and context.system.display.dark)
    return _theme(style, dark)


def color_of(color: int) -> str | None:
    """Convert a signed ARGB integer from the database to a colour; None for no colour."""
    return f"#{color & 0xFFFFFF:06X}" if color else None


def java_color(color: str) -> int:
    """Convert a colour to Java's signed ARGB integer."""
    return int(color.removeprefix("#"), 16) - (1 << 24)


def check_icon(task: Task) -> str:
    """Return the icon of a task's check box."""
    if task.completed_ms:
        return "checkbox_marked_outline"
    return "repeat" if task.recurrence else "checkbox_blank_outline"


def toolbar_icon(icon: str, title: str, on_click: Callable[[], object], id: str = "") -> View:
    """Build a toolbar action."""
    return ImageView(
        icon,
        id=id or None,
        class_name="android.widget.Button",
        content_description=title,
        tooltip=title,
        tint="on_app_bar",
        width=48,
        height=48,
        on_click=on_click,
    )


def chip(
    text: str,
    icon: str | None,
    on_click: Callable[[], object] | None,
    *,
    color: str | None = None,
    on_clear: Callable[[], object] | None = None,
) -> View:
    """Build a Compose chip: a pill with text, an optional icon and an optional clear button."""
    ink = color or "text_primary"
    cross = None
    if on_clear is not None:
        cross = ImageView(
            "close_circle_outline",
            size=18,
            tint=ink,
            content_description="Delete",
            class_name=COMPOSE,
            padding=(4, 7, 10, 7),
            on_click=on_clear,
        )
    return row(
        ImageView(icon, size=18, tint=ink, margin=(10, 0, 0, 0)) if icon else None,
        TextView(
            text,
            size=14,
            most_scale=1.0,
            color=ink,
            max_lines=1,
            padding=(8 if icon else 12, 6, 4 if cross else 12, 6),
        ),
        cross,
        class_name=COMPOSE,
        height=32,
        content_gravity="center_vertical",
        background=Rounded(
            f"{color}@0.1" if color else None, 16, f"{color}@0.6" if color else "divider"
        ),
        on_click=on_click,
    )


def compose_row(icon: str, *children: View | None, **common: Unpack[LinearOptions]) -> View:
    """Build a row of the edit screen, with its icon at 16 dp and its content at 72 dp."""
    common.setdefault("padding", (16, 20, 16, 20))
    common.setdefault("class_name", COMPOSE)
    common["width"] = MATCH
    return row(
        ImageView(icon, tint="icon", width=24, height=24, margin=(0, 0, 32, 0)),
        column(*children, width=0, weight=1),
        **common,
    )
