"""The list of open tabs."""

from __future__ import annotations

from functools import partial

from android_gym.simulator.apps.chrome.actions import BrowserActions
from android_gym.simulator.apps.chrome.dialogs import SwitcherMenu
from android_gym.simulator.apps.chrome.look import BAR, empty, favicon
from android_gym.simulator.apps.chrome.model import Tab, View
from android_gym.simulator.apps.chrome.urls import site
from android_gym.simulator.ui import view
from android_gym.simulator.ui.components import CardView
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    RecyclerView,
    full_column,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.widgets import Button, ImageButton, TextView

__all__ = ["switcher"]

_COLUMNS = 2
_CARD = 200.0


def switcher(app: BrowserActions) -> view.View:
    """Return the bar and the cards of the ordinary or of the incognito tabs."""
    incognito = app.state.view == "incognito_switcher"
    tabs = app.state.tabs.of(incognito)
    body: view.View
    if tabs:
        body = RecyclerView(
            len(tabs),
            lambda index: _card(app, tabs[index]),
            row_key=lambda index: tabs[index].id,
            columns=_COLUMNS,
            id="tab_list_view",
            content_description="Tab switcher grid",
            padding=(8, 4),
        )
    elif incognito:
        body = empty("incognito", "No Incognito tabs")
    else:
        body = empty("tab", "No open tabs", "Open a tab to visit pages")
    body.width, body.height, body.weight = view.MATCH, 0, 1
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


def _card(app: BrowserActions, tab: Tab) -> view.View:
    chosen = tab.id == app.state.tabs.current
    return FrameLayout(
        [
            CardView(
                wide_column(
                    wide_row(
                        favicon(tab.url, size=20),
                        TextView(
                            tab.title,
                            id="tab_title",
                            style="body_medium",
                            max_lines=1,
                            width=0,
                            weight=1,
                            margin=(8, 0, 0, 0),
                        ),
                        ImageButton(
                            "close",
                            id="action_button",
                            size=18,
                            min_width=40,
                            min_height=40,
                            content_description=f"Close {tab.title} tab",
                            on_click=partial(app.close_tab, tab.id),
                        ),
                        padding=(12, 0, 0, 0),
                        content_gravity="center_vertical",
                    ),
                    TextView(
                        site(tab.url) if not tab.native else "",
                        id="tab_thumbnail",
                        class_name="android.widget.ImageView",
                        style="body_small",
                        color="text_secondary",
                        max_lines=6,
                        width=view.MATCH,
                        height=_CARD - 56,
                        padding=12,
                        background="omnibox",
                        important_for_accessibility="no",
                    ),
                ),
                width=view.MATCH,
            )
        ],
        id="content_view",
        content_description=f"{tab.title}, tab",
        width=view.MATCH,
        padding=4,
        selected=chosen,
        background="primary" if chosen else None,
        on_click=partial(app.select_tab, tab.id),
    )
