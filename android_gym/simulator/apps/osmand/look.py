"""The theme, and views shared by OsmAnd's screens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

from android_gym.simulator.ui.activity import Activity, Overlay
from android_gym.simulator.ui.components import bottom_sheet
from android_gym.simulator.ui.drawables import Oval, Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, column, full_column, wide_column, wide_row
from android_gym.simulator.ui.theme import Theme, material_theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, Divider, ImageButton, ImageView, TextView

__all__ = [
    "BLUE",
    "ORANGE",
    "ROW",
    "TEXT",
    "bar",
    "button",
    "full_screen",
    "heading",
    "line",
    "list_row",
    "map_button",
    "sheet",
    "theme_of",
]

BLUE: Final = "#237BFF"
ORANGE: Final = "#FF8800"

Click = Callable[[], object]
ROW: Final = "android.widget.LinearLayout"
TEXT: Final = "android.widget.TextView"


@cache
def theme_of(dark: bool) -> Theme:
    """Return the app's Material 2 theme: white by day, almost black in dark mode."""
    page, ink = ("#17191A", "#CCCCCC") if dark else ("#F0F0F5", "#212121")
    card = "#222526" if dark else "#FFFFFF"
    faint = "#8E979D" if dark else "#727272"
    blue = "#5C9BFF" if dark else BLUE
    return material_theme(
        blue,
        dark=dark,
        material=2,
        background=page,
        surface=card,
        name="osmand dark" if dark else "osmand",
        colors=(
            ("app_bar", card),
            ("on_app_bar", ink),
            ("status_bar", card),
            ("navigation_bar", card),
            ("dialog", card),
            ("menu", card),
            ("card", card),
            ("text_primary", ink),
            ("text_secondary", faint),
            ("text_hint", faint),
            ("icon", faint),
            ("divider", "#2D3133" if dark else "#E6E6E6"),
            ("rim", "#3A3F42" if dark else "#D0D0D0"),
            ("pale", "#2D3440" if dark else "#E9F1FF"),
            ("warning", "#FF595E"),
            ("tab_selected", blue),
            ("tab_indicator", blue),
            ("tab_unselected", faint),
        ),
    )


def map_button(
    icon: str, id: str, description: str, click: Click, size: float = 52, tint: str = "icon"
) -> View:
    """Build a round button on the map."""
    return ImageButton(
        icon,
        id=id,
        content_description=description,
        on_click=click,
        tint=tint,
        width=size,
        height=size,
        min_width=0,
        min_height=0,
        background=Oval("card", "rim"),
    )


def button(
    text: str,
    id: str | None,
    click: Click,
    *,
    primary: bool = False,
    enabled: bool = True,
    **options: Any,
) -> Button:
    """Build a button of a sheet: blue, or pale with blue text."""
    options.setdefault("width", MATCH)
    color = "#FFFFFF" if primary else "primary"
    fill = ("primary" if enabled else "rim") if primary else "pale"
    return Button(
        text,
        id=id,
        class_name=TEXT,
        on_click=click,
        enabled=enabled,
        all_caps=False,
        color=color,
        size=15,
        weight_font=500,
        min_height=36,
        background=Rounded(fill, 4),
        **options,
    )


def bar(title: str, on_back: Click, *actions: View | None, icon: str = "arrow_back") -> View:
    """Build the toolbar of a page."""
    return wide_row(
        ImageButton(
            icon, content_description="Navigate up", on_click=on_back, width=56, height=56
        ),
        TextView(
            title, size=20, weight_font=500, max_lines=1, width=0, weight=1,
            gravity="center_vertical", margin=(8, 0),
        ),
        *actions,
        id="toolbar",
        class_name="android.view.ViewGroup",
        background="app_bar",
        min_height=56,
        content_gravity="center_vertical",
        elevation=4,
        eats_touches=True,
    )  # fmt: skip


def full_screen(screen: Activity[Any], *parts: View | None, title: str = "") -> Overlay:
    """Build a window that fills the screen between the status and navigation bars."""
    windows = screen.context.windows
    bars = (windows.status_bar_height, windows.navigation_bar_height)
    top, bottom = (height / windows.density for height in bars)
    page = full_column(*parts, background="background")
    frame = full_column(page, background="app_bar", padding=(0, top, 0, bottom))
    return Overlay(frame, width=MATCH, height=MATCH, title=title)


def sheet(
    title: str, rows: Sequence[View | None], on_dismiss: Click, *below: View | None
) -> Overlay:
    """Build a bottom sheet: a title, and rows and buttons that scroll together."""
    head = None
    if title:
        head = TextView(title, id="title", size=16, weight_font=500, padding=(16, 14), width=MATCH)
    foot = wide_column(*below, padding=(16, 8, 16, 12)) if below else None
    content = ScrollView(wide_column(head, *rows, foot), width=MATCH)
    return bottom_sheet(content, on_dismiss, title=title)


def heading(text: str) -> View:
    """Build the heading of a section in a list."""
    return TextView(text, size=14, weight_font=500, color="text_secondary", padding=(16, 12, 16, 6))


def line() -> View:
    """Build a divider between rows."""
    return Divider(margin=(16, 0, 0, 0))


def list_row(
    title: str,
    subtitle: str | None = None,
    *,
    icon: str | None = None,
    tint: str | int = "icon",
    on_click: Click | None = None,
    on_long_click: Click | None = None,
    trailing: View | None = None,
    key: object = None,
    id: str | None = None,
    height: float = 50,
    selected: bool = False,
    **options: Any,
) -> View:
    """Build a row: an icon, a title with a second line, and a trailing view."""
    texts = column(
        TextView(title, id="title", size=16, color="text_primary", max_lines=2),
        TextView(subtitle, id="description", size=14, color="text_secondary", max_lines=2)
        if subtitle
        else None,
        width=0,
        weight=1,
        gravity="center_vertical",
        padding=(0, 6),
    )
    if on_long_click is not None:
        options["on_long_click"] = on_long_click
    return wide_row(
        ImageView(icon, tint=tint, gravity="center_vertical", margin=(0, 0, 24, 0))
        if icon
        else None,
        texts,
        trailing,
        key=key or (title, subtitle),
        id=id,
        min_height=height,
        padding=(16, 0),
        content_gravity="center_vertical",
        on_click=on_click,
        selected=selected,
        background="pale" if selected else None,
        **options,
    )
