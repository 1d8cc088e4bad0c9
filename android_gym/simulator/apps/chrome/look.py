"""Chrome's theme, and views that several of its screens share."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import cache
from typing import Final

from android_gym.simulator.apps.chrome.storage import Settings
from android_gym.simulator.apps.chrome.urls import scheme_of, site
from android_gym.simulator.ui.activity import Context
from android_gym.simulator.ui.components import empty_state
from android_gym.simulator.ui.drawables import Oval, Rounded
from android_gym.simulator.ui.layouts import FrameLayout
from android_gym.simulator.ui.theme import Theme, material_theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = [
    "BAR",
    "BLUE",
    "day_heading",
    "empty",
    "favicon",
    "omnibox",
    "page_size",
    "tab_count",
    "theme_of",
]

Click = Callable[[], object]

BAR: Final = 56.0
"""Height of the toolbar in dp."""

BLUE: Final = "#1A73E8"


@cache
def _theme(dark: bool) -> Theme:
    ground = "#202124" if dark else "#FFFFFF"
    return material_theme(
        "#8AB4F8" if dark else BLUE,
        dark=dark,
        material=3,
        background=ground,
        surface="#292A2D" if dark else "#FFFFFF",
        name="chrome dark" if dark else "chrome",
        colors=(
            ("app_bar", "#35363A" if dark else "#FFFFFF"),
            ("on_app_bar", "#E8EAED" if dark else "#202124"),
            ("omnibox", "#202124" if dark else "#F1F3F4"),
            ("omnibox_on_page", "#3C4043" if dark else "#F1F3F4"),
            ("text_primary", "#E8EAED" if dark else "#202124"),
            ("text_secondary", "#9AA0A6" if dark else "#5F6368"),
            ("icon", "#DADCE0" if dark else "#5F6368"),
            ("incognito", "#35363A"),
        ),
    )


def theme_of(context: Context, *, incognito: bool = False) -> Theme:
    """Return the theme that was chosen in the settings; incognito tabs have the dark one."""
    chosen = Settings(context).theme
    dark = chosen == 2 or (chosen == 0 and context.system.display.dark)
    return _theme(dark or incognito)


def page_size(context: Context) -> tuple[int, int]:
    """Return (width, height) in pixels of the view of a tab's page, without the keyboard.

    A page that is opened in it has its final size from the beginning.
    """
    windows = context.windows
    width, height = windows.size
    bars = windows.status_bar_height + windows.navigation_bar_height
    return width, height - bars - int(BAR * windows.density + 0.5)


def omnibox(on_page: bool) -> Rounded:
    """Return the background of an address field, on the new tab page or in the toolbar."""
    return Rounded("omnibox_on_page" if on_page else "omnibox", 24)


def tab_count(count: int, description: str, on_click: Click) -> View:
    """Return the button that shows how many tabs are open."""
    number = TextView(
        str(count) if count < 100 else ":D",
        size=11,
        most_scale=1,
        color="icon",
        align="center",
        vertical="center",
        width=20,
        height=20,
        gravity="center",
        background=Rounded(None, 3, "icon", 2),
        important_for_accessibility="no",
    )
    return FrameLayout(
        [number],
        id="tab_switcher_button",
        class_name="android.widget.ImageButton",
        content_description=description,
        width=48,
        height=48,
        on_click=on_click,
    )


def favicon(url: str, *, size: float = 36, tint: str = "icon") -> View:
    """Return a site's first letter on a disc, as Chrome draws it; a globe for local pages."""
    host = ""
    if scheme_of(url) in ("http", "https"):
        host = site(url)
    letter = host[:1].upper()
    mark = (
        TextView(
            letter,
            size=size * 0.45,
            most_scale=1,
            color="#FFFFFF",
            important_for_accessibility="no",
        )
        if letter
        else ImageView("web", tint=tint, size=size * 0.6 if size > 20 else size)
    )
    return FrameLayout(
        [FrameLayout([mark], gravity="center")],
        width=size,
        height=size,
        background=Oval(BLUE) if letter else None,
    )


def empty(icon: str, text: str, hint: str = "") -> View:
    """Return the view that is shown in place of an empty list."""
    return empty_state(hint, icon=icon, title=text, icon_size=72, icon_id="empty_image")


def day_heading(day: dt.date, today: dt.date) -> str:
    """Return a day as a heading: "Today - Oct 15, 2023"."""
    written = f"{day:%b} {day.day}, {day.year}"
    names = {today: "Today", today - dt.timedelta(days=1): "Yesterday"}
    return f"{names[day]} - {written}" if day in names else written
