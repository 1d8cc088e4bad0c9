"""The Play Store's theme, and views shared by several screens."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from android_gym.simulator.apps.play_store import installer
from android_gym.simulator.apps.play_store.model import Listing
from android_gym.simulator.apps.play_store.storage import AppStates
from android_gym.simulator.system.words import verbatim
from android_gym.simulator.ui.activity import Context
from android_gym.simulator.ui.components import ListItem, empty_state
from android_gym.simulator.ui.drawables import Drawable
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.icons import AppIcon
from android_gym.simulator.ui.layouts import column, wide_row
from android_gym.simulator.ui.theme import Theme, material_theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, ImageButton, ImageView, TextView

__all__ = [
    "MOST_SCALE",
    "app_icon",
    "app_row",
    "card",
    "nothing",
    "offline",
    "shelf_heading",
    "status",
    "theme_of",
]

_THEME = "theme"
CARD_WIDTH = 112
MOST_SCALE = 1.3
"""Largest font scale of texts that stand next to others."""


@cache
def _theme(dark: bool) -> Theme:
    name = "play store dark" if dark else "play store"
    background = None if dark else "#FFFFFF"
    return material_theme("#01875F", dark=dark, background=background, name=name)


def theme_of(context: Context) -> Theme:
    """Return the theme chosen by the user: light, dark, or the phone's."""
    chosen = context.preferences().get(_THEME, "system")
    dark = {"light": False, "dark": True}.get(chosen, context.system.display.dark)
    return _theme(dark)


def app_icon(context: Context, package: str) -> Drawable:
    """Return the icon of an app, installed or not."""
    shipped = context.system.packages.shipped(package)
    return AppIcon(*shipped.icon) if shipped is not None else AppIcon("#FFFFFF", "android")


def status(context: Context, listing: Listing) -> str:
    """Return the text next to an app in a list: its rating or its install status."""
    state = AppStates(context).get(listing.package)
    if state.active:
        return "Installing\u2026"
    if installer.can_update(context, listing):
        return "Update available"
    if context.system.packages.installed(listing.package):
        return "Installed"
    return f"{listing.rating} \u2605"


def app_row(
    context: Context,
    listing: Listing,
    on_click: Callable[[], object],
    *,
    trailing: View | None = None,
) -> View:
    """Build an app's row: icon, title, developer, status."""
    return ListItem(
        verbatim(listing.title),
        f"{listing.developer} \u2022 {listing.category}\n{status(context, listing)}",
        leading=ImageView(app_icon(context, listing.package), size=48, tint=None),
        trailing=trailing,
        subtitle_lines=3,
        title_lines=2,
        key=listing.package,
        on_click=on_click,
        padding=(24, 10, 16, 10),
    )


def card(context: Context, listing: Listing, on_click: Callable[[], object]) -> View:
    """Build an app's card in a shelf: icon, title, rating."""
    return column(
        ImageView(app_icon(context, listing.package), size=80, tint=None, margin=(0, 0, 0, 8)),
        TextView(verbatim(listing.title), style="body_medium", max_lines=2),
        TextView(status(context, listing), style="body_small", color="text_secondary", max_lines=2),
        key=listing.package,
        width=CARD_WIDTH,
        padding=(8, 8),
        on_click=on_click,
    )


def shelf_heading(title: str, on_click: Callable[[], object]) -> View:
    """Build the heading of a shelf, with an arrow that opens all of it."""
    return wide_row(
        TextView(title, style="title_medium", width=0, weight=1, max_lines=2),
        ImageButton("arrow_forward", content_description=f"See more of {title}", on_click=on_click),
        padding=(24, 4, 8, 0),
        content_gravity="center_vertical",
    )


def nothing(words: str, icon: str = "magnify") -> View:
    """Build the view shown if there is nothing to list."""
    return empty_state(words, icon=icon, id="empty", width=MATCH, height=0, weight=1)


def offline(again: Callable[[], object]) -> View:
    """Build the view shown without a network."""
    return empty_state(
        "Check your connection, then try again.",
        title="You\u2019re offline",
        icon="wifi_off",
        action=Button("Retry", kind="filled", on_click=again, margin=(0, 16, 0, 0)),
        width=MATCH,
        height=0,
        weight=1,
    )
