"""Pages that Chrome draws itself: new tab, new incognito tab, recent tabs, crashed page."""

from __future__ import annotations

from functools import partial

from android_gym.simulator.apps.chrome.actions import BrowserActions
from android_gym.simulator.apps.chrome.look import empty, favicon, omnibox
from android_gym.simulator.apps.chrome.model import NTP, RECENT_TABS, Tab
from android_gym.simulator.apps.chrome.urls import site
from android_gym.simulator.ui.components import ListItem, empty_state, section_header
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    GridLayout,
    RecyclerView,
    ScrollView,
    full_column,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, ImageView, TextView

__all__ = ["native_page"]

_MOST_TILES = 8
_COLUMNS = 4


def native_page(app: BrowserActions, tab: Tab) -> View | None:
    """Return the view of a tab that Chrome draws itself; None if the tab shows a web page."""
    if tab.url == RECENT_TABS:
        return _recent_tabs(app)
    if tab.url == NTP:
        return _incognito() if tab.incognito else _ordinary(app)
    return _sad_tab(app) if app.state.is_crashed(tab) else None


def _sad_tab(app: BrowserActions) -> View:
    """Return the view that replaces a crashed page."""
    return empty_state(
        "Something went wrong while displaying this webpage.",
        id="sad_tab_message",
        icon="emoticon_sad_outline",
        title="Aw, Snap!",
        action=Button("Reload", id="sad_tab_button", kind="filled", on_click=app.reload),
    )


def _ordinary(app: BrowserActions) -> View:
    def search() -> None:
        app.begin_typing()
        app.show_keyboard("url_bar")

    box = wide_row(
        ImageView("magnify", margin=(16, 0, 8, 0)),
        TextView(
            "Search or type web address",
            id="search_box_text",
            class_name="android.widget.EditText",
            style="body_large",
            color="text_secondary",
            width=0,
            weight=1,
            max_lines=1,
            on_click=search,
        ),
        id="search_box",
        height=48,
        margin=(16, 24, 16, 24),
        background=omnibox(True),
        content_gravity="center_vertical",
        on_click=search,
    )
    tiles = [
        wide_column(
            favicon(visit.url, size=40),
            TextView(
                visit.title or site(visit.url),
                id="tile_view_title",
                style="body_small",
                align="center",
                max_lines=2,
                margin=(0, 8, 0, 0),
            ),
            key=visit.url,
            padding=(4, 8),
            content_gravity="center_horizontal",
            on_click=partial(app.open_url, visit.url),
        )
        for visit in app.history.suggestions("", _MOST_TILES)
    ]
    return ScrollView(
        wide_column(
            TextView(
                "Google",
                id="search_provider_logo",
                size=44,
                weight_font=500,
                color="text_secondary",
                align="center",
                width=MATCH,
                margin=(0, 56, 0, 0),
            )
            if app.settings.engine == "google"
            else View(height=56),
            box,
            GridLayout(tiles, columns=_COLUMNS, id="tile_grid_layout", width=MATCH, margin=(12, 0))
            if tiles
            else None,
        ),
        id="ntp_content",
    )


_PROMISES = (
    "Chrome keeps no record of what you do here once all Incognito tabs are closed. Files that "
    "you download and bookmarks that you make stay.",
    "Chrome won\u2019t save:",
    "\u2022 Your browsing history\n\u2022 Cookies and site data\n"
    "\u2022 Information entered in forms",
    "Your activity might still be visible to:",
    "\u2022 Websites you visit\n\u2022 Your employer or school\n"
    "\u2022 Your internet service provider",
)


def _incognito() -> View:
    return ScrollView(
        wide_column(
            ImageView("incognito", size=72, tint="#DADCE0", gravity="center_horizontal"),
            TextView(
                "You\u2019ve gone Incognito",
                id="new_tab_incognito_title",
                style="headline_small",
                color="#FFFFFF",
                margin=(0, 24, 0, 0),
            ),
            *(
                TextView(text, style="body_medium", color="#DADCE0", margin=(0, 16, 0, 0))
                for text in _PROMISES
            ),
            padding=24,
        ),
        id="new_tab_incognito_container",
        background="incognito",
    )


def _recent_tabs(app: BrowserActions) -> View:
    """Return the list of the tabs that were closed since the start."""
    closed = app.state.closed
    if not closed:
        return empty("devices", "No recent tabs", "Tabs that you close are listed here")
    rows = [
        ListItem(
            entry.title or site(entry.url),
            site(entry.url),
            leading=favicon(entry.url),
            title_id="title_row",
            subtitle_id="domain_row",
            key=(index, entry.url),
            on_click=partial(app.reopen_closed, index),
        )
        for index, entry in enumerate(closed)
    ]
    return full_column(
        section_header("Recently closed"),
        RecyclerView(rows, id="odp_listview", width=MATCH, height=0, weight=1),
    )
