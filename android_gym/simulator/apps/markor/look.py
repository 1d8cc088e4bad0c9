"""Colours, bars and rows shared by Markor's screens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Unpack

from android_gym.simulator.apps.markor.storage import Notebook
from android_gym.simulator.ui.activity import Activity, Context, S_co, Screen
from android_gym.simulator.ui.bars import ToolbarOptions
from android_gym.simulator.ui.components import MenuItem, Toolbar
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import column, full_column, wide_column, wide_row
from android_gym.simulator.ui.theme import Theme, material_theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

ACCENT = "#F04B4B"
SETTING = "pref_key__app_theme"
BLACK, WHITE = "#000000", "#ffffff"
"""Navigation bar colours offered in the settings, besides the window's."""


@cache
def _theme(dark: bool, navigation: str) -> Theme:
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
            ("file_icon", "#B4B4B4" if dark else "#747474"),
            ("row_line", "#3A3A3A" if dark else "#D2D2D2"),
            ("dialog_action", "#80CBC4" if dark else "#009688"),
            ("app_bar", bar_color),
            ("on_app_bar", "#FFFFFF"),
            ("bar", bar_color),
            ("strip", "#424242" if dark else "#E0E0E0"),
            ("status_bar", "#161828"),
            ("navigation_bar", navigation or page),
            ("on_navigation_bar", "#FFFFFF" if navigation != WHITE else "#000000"),
            ("fab", ACCENT),
            ("on_fab", "#FFFFFF"),
        ),
    )


def theme_of(context: Context) -> Theme:
    """Return the light or dark theme, as set in the app or on the phone."""
    kept = context.preferences("app")
    match kept.get(SETTING, "system"):
        case "light":
            dark = False
        case "dark" | "dark-black":
            dark = True
        case "autocompat":
            dark = not 9 <= context.system.clock.datetime().hour < 17
        case _:
            dark = context.system.display.dark
    navigation = kept.get("pref_key__navigationbar_color", BLACK)
    return _theme(dark, navigation if navigation in ("", WHITE) else BLACK)


def bar(
    title: str, menu: Sequence[MenuItem | None] = (), **options: Unpack[ToolbarOptions]
) -> Toolbar:
    """Build the top app bar; it has no Up arrow unless `navigation` is given."""
    options.setdefault("id", "toolbar")
    options.setdefault("elevation", 4)
    return Toolbar(title, menu=menu, **options)


class MarkorActivity(Activity[S_co]):
    """Base of Markor's activities."""

    def theme(self) -> Theme:
        """Return Markor's colours."""
        return theme_of(self.context)

    @property
    def notebook(self) -> Notebook:
        """The app's files and preferences."""
        return Notebook(self.context)

    def screen(self, *views: View) -> Screen:
        """Build a screen of stacked views between coloured system bars."""
        return Screen(
            full_column(*views),
            status_bar="status_bar",
            navigation_bar="navigation_bar",
            light_bars=False,
            full_screen=self.notebook.get("pref_key__theming_hide_system_statusbar", False),
        )


def file_row(
    title: str,
    description: str,
    kind: str,
    icon: str,
    on_click: Callable[[], object],
    *,
    key: str,
    said: str = "",
    on_long_click: Callable[[], object] | None = None,
) -> View:
    """Build a row of a file list.

    Args:
        title: Name of the file.
        description: Second line.
        kind: "File", "Folder" or "Selected", read by accessibility services with the title.
        icon: Icon while the row is not selected.
        on_click: Called on a tap.
        key: Key of the row in the list.
        said: Text that accessibility services read after the title.
        on_long_click: Called on a long press.
    """
    base = "opoc_filesystem_item__"
    marked = kind == "Selected"

    def text(text: str, name: str, size: float, color: str, weight: int = 400) -> View:
        return TextView(
            text,
            id=f"{base}{name}",
            size=size,
            weight_font=weight,
            color=color,
            max_lines=1,
            important_for_accessibility="no",
        )

    return wide_column(
        wide_row(
            ImageView(
                "check" if marked else icon,
                id=f"{base}image",
                size=28,
                tint="accent" if marked else "file_icon",
                important_for_accessibility="no",
                margin=(0, 0, 16, 0),
            ),
            column(
                text(title, "title", 18, "text_primary", 500),
                text(description, "description", 15, "text_secondary"),
                width=0,
                weight=1,
            ),
            id=f"{base}root",
            content_description=f"{kind} {title} {said}",
            content_gravity="center_vertical",
            min_height=54,
            padding=(16, 4),
            on_click=on_click,
            on_long_click=on_long_click,
        ),
        View(width=MATCH, height=1, background="row_line"),
        key=key,
    )
