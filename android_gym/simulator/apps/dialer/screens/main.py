"""The main screen: favorites, recents and contacts, search, and the dial pad."""

from __future__ import annotations

import re
from functools import partial

from android_gym.simulator.appkit.people import search_pill
from android_gym.simulator.apps.dialer.actions import MainActions
from android_gym.simulator.apps.dialer.dialogs import (
    BlockCaller,
    CallMenu,
    ChooseNumber,
    FavoriteMenu,
    Notice,
)
from android_gym.simulator.apps.dialer.look import action_row, number_rows
from android_gym.simulator.apps.dialer.model import FAVORITES, RECENTS
from android_gym.simulator.apps.dialer.screens.dialpad import dial, dialpad, offers
from android_gym.simulator.apps.dialer.screens.people import contacts_tab, favorites_tab
from android_gym.simulator.apps.dialer.screens.recents import recents_tab
from android_gym.simulator.system.phone_numbers import as_typed, digits_of
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import (
    BottomNavigationView,
    FloatingActionButton,
    MenuItem,
    NavItem,
    OverflowButton,
    empty_state,
    open_search_bar,
)
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView, full_column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageButton, ImageView

__all__ = ["GoogleDialtactsActivity"]

TABS = (
    NavItem("Favorites", "star_outline", "tab_favorites", "star"),
    NavItem("Recents", "clock_outline", "tab_recents", "clock"),
    NavItem("Contacts", "account_multiple_outline", "tab_contacts", "account_multiple"),
)


class GoogleDialtactsActivity(MainActions):
    """Shows favorites, recents or contacts, the search, or the dial pad."""

    DIALOGS = (BlockCaller, CallMenu, ChooseNumber, FavoriteMenu, Notice)

    def on_back(self) -> bool:
        """Close the dial pad, then the search."""
        if self.state.dialpad:
            self.hide_dialpad()
        elif self.state.searching:
            self.close_search()
        else:
            return False
        return True

    def on_key(self, name: str) -> bool:
        """Handle the call key: call the number on the dial pad, or open Recents."""
        if name != "CALL":
            return False
        if self.state.dialpad:
            dial(self)
        else:
            self.select(RECENTS)
        return True

    def build(self) -> Screen:
        """Build the dial pad, the search, or the chosen tab with its bars."""
        state = self.state
        if state.dialpad:
            return Screen(dialpad(self), title="Phone", navigation_bar="bottom_bar")
        if state.searching:
            return Screen(self._search(), title="Phone", status_bar="bottom_bar")
        tab = favorites_tab if state.tab == FAVORITES else contacts_tab
        content = FrameLayout(
            [recents_tab(self) if state.tab == RECENTS else tab(self)],
            width=MATCH,
            height=MATCH,
            padding=(0, 64, 0, 80),
            id="fragment_container",
            key=("tab", state.tab),
        )
        keys = FloatingActionButton(
            "dialpad",
            id="dialpad_fab",
            content_description="key pad",
            color="primary",
            tint="on_primary",
            margin=(16, 16, 24, 106),
            on_click=self.show_dialpad,
        )
        bottom = BottomNavigationView(TABS, state.tab, self.select, gravity="bottom")
        return Screen(
            FrameLayout(
                [content, keys, bottom, self._search_bar()],
                id="root_layout",
                width=MATCH,
                height=MATCH,
            ),
            title="Phone",
            navigation_bar="bottom_bar",
        )

    def _search_bar(self) -> View:
        history = partial(self.open_own, "app.calllog.CallLogActivity")
        settings = partial(self.open_own, "app.settings.DialerSettingsActivity")
        help_pages = partial(self.open, "VIEW", "https://support.google.com/phoneapp")
        menu = [
            MenuItem("Call history", history),
            MenuItem("Settings", settings),
            MenuItem("Help and feedback", help_pages),
        ]
        voice = ImageButton(
            "microphone",
            content_description="Start voice search",
            on_click=lambda: self.toast("Voice search not available"),
        )
        bar = search_pill(
            "Search contacts & places",
            ImageView("magnify", margin=(16, 0)),
            voice,
            OverflowButton(menu, class_name="android.widget.ImageButton"),
            on_click=lambda: self.update(searching=True),
            height=48,
            padding=(16, 8),
        )
        bar.gravity = "top"
        return bar

    def _search(self) -> View:
        query = self.state.query.strip()
        bar = open_search_bar(
            self.state.query,
            "Search contacts & places",
            lambda text: self.update(query=text),
            on_close=self.on_back,
            on_submit=self.hide_keyboard,
        )
        rows: list[View] = number_rows(self.people.search(query), self.call_found)
        if re.fullmatch(r"(?=\D*+\d)[\d+*#(). \-]++", query):
            number = digits_of(query)
            call = partial(self.call_found, number)
            title = f"Call {as_typed(number)}"
            rows[:0] = [action_row("phone_outline", title, call), *offers(self, number)]
        elif query and not rows:
            rows = [empty_state("No results found", id="empty", height=200)]
        listing = RecyclerView(rows, id="search_view_recyclerview", width=MATCH, height=0, weight=1)
        return full_column(bar, listing, id="search_fragment_container")
