"""The tab switcher."""

from __future__ import annotations

import math
from functools import partial

from android_gym.simulator.apps.chrome.actions import BrowserActions
from android_gym.simulator.apps.chrome.dialogs import SwitcherMenu
from android_gym.simulator.apps.chrome.look import BAR, empty, favicon
from android_gym.simulator.apps.chrome.model import Tab, View
from android_gym.simulator.apps.chrome.screens.native import native_page
from android_gym.simulator.ui import geometry, view
from android_gym.simulator.ui.components import CardView
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    RecyclerView,
    full_column,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.miniature import Miniature
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.widgets import Button, ImageButton, ImageView, TextView

__all__ = ["switcher"]

_MARGIN = 8.0
"""Margin of each card in dp (`tab_grid_card_margin`)."""

_INSET = 4.0
"""Margin of a card's thumbnail in dp (`tab_grid_card_thumbnail_margin`)."""

_HEADER = 40.0
"""Height of a card's title in dp (`tab_grid_card_header_height`)."""

_RATIO = 0.85
"""Aspect ratio (width / height) of a thumbnail, in both orientations of the phone."""

_COLUMNS = ((600, 2), (800, 3))
"""(width, columns): columns of cards on screens below a width in dp; 4 on wider ones."""

_CORNERS = (4.0, 4.0, 12.0, 12.0)
"""Radius of each corner of a thumbnail in dp."""


def switcher(app: BrowserActions) -> view.View:
    """Return the bar, and the cards of the regular or the incognito tabs."""
    incognito = app.state.view == "incognito_switcher"
    tabs = app.state.tabs.of(incognito)
    body: view.View
    if tabs:
        wide = app.context.windows.size[0] / app.context.system.display.density
        columns = next((count for below, count in _COLUMNS if wide < below), 4)
        high = (wide / columns - 2 * (_MARGIN + _INSET)) / _RATIO
        body = RecyclerView(
            len(tabs),
            lambda index: _card(app, tabs[index], high),
            row_key=lambda index: tabs[index].id,
            columns=columns,
            id="tab_list_view",
            content_description="Tab switcher grid",
        )
    elif incognito:
        body = empty("incognito", "No Incognito tabs")
    else:
        body = empty("tab", "No open tabs", "Open a tab to visit pages")
    body.width, body.height, body.weight = geometry.MATCH, 0, 1
    return full_column(_bar(app, incognito), body, id="tab_switcher")


def _bar(app: BrowserActions, incognito: bool) -> view.View:
    count = len(app.state.tabs.of(incognito=False))
    plural = "s" * (count != 1)

    def side(words: str, icon: str, chosen: bool, shown: View) -> view.View:
        return ImageButton(
            icon,
            content_description=words,
            selected=chosen,
            tint="primary" if chosen else "icon",
            on_click=lambda: app.update(view=shown),
        )

    hidden = bool(app.state.tabs.of(incognito=True))
    return wide_row(
        Button(
            "New tab",
            id="new_tab_button",
            icon="plus",
            on_click=lambda: app.open_tab(incognito=incognito),
        ),
        view.View(width=0, weight=1),
        *(
            (
                side(f"{count} open tab{plural}", "tab", not incognito, "switcher"),
                side("Incognito tabs", "incognito", incognito, "incognito_switcher"),
            )
            if hidden or incognito
            else ()
        ),
        view.View(width=0, weight=1),
        ImageButton(
            "more_vert",
            id="menu_button",
            content_description="More options",
            on_click=lambda: app.show_dialog(SwitcherMenu()),
        ),
        id="tab_switcher_toolbar",
        height=BAR,
        background="app_bar",
        content_gravity="center_vertical",
        padding=(4, 0),
    )


def _card(app: BrowserActions, tab: Tab, high: float) -> view.View:
    chosen = tab.id == app.state.tabs.current
    ink = "on_primary" if chosen else "text_primary"
    header = wide_row(
        favicon(tab.url, size=18, tint=ink),
        TextView(
            tab.title,
            id="tab_title",
            style="title_small",
            color=ink,
            max_lines=1,
            width=0,
            weight=1,
            margin=(11, 0, 0, 0),
        ),
        ImageButton(
            "close",
            id="action_button",
            size=18,
            tint=ink,
            min_width=40,
            min_height=_HEADER,
            content_description=f"Close {tab.title} tab",
            on_click=partial(app.close_tab, tab.id),
        ),
        padding=(11, 0, 0, 0),
        content_gravity="center_vertical",
    )
    card = CardView(
        wide_column(header, _picture(app, tab, high)),
        width=geometry.MATCH,
        kind="filled",
        corners=16,
        color="primary" if chosen else "surface_container_high",
        id="card_view",
    )
    return FrameLayout(
        [card],
        id="content_view",
        content_description=f"{tab.title}, tab",
        width=geometry.MATCH,
        padding=_MARGIN,
        selected=chosen,
        on_click=partial(app.select_tab, tab.id),
    )


def _picture(app: BrowserActions, tab: Tab, high: float) -> view.View:
    """Return the thumbnail of a tab's page as it last was; blank if it was never shown."""
    common: ViewOptions = {
        "id": "tab_thumbnail",
        "width": geometry.MATCH,
        "height": high,
        "margin": (_INSET, 0, _INSET, _INSET),
        "important_for_accessibility": "no_hide_descendants",
    }
    content = native_page(app, tab)
    if content is not None:
        content.background = content.background or "background"
        width, height = app.context.windows.size
        size = width, max(height, math.ceil(width / _RATIO))
        return Miniature(content, size, corners=_CORNERS, **common)
    page = app.thumbnail(str(tab.id), _CORNERS)
    if page is None:
        common["background"] = Rounded("surface_container_highest", _CORNERS)
        return view.View(**common)
    return ImageView(page, tint=None, scale="fit", **common)
