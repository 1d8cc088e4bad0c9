"""The history screen, which lists visited pages by day."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from android_gym.simulator.apps.chrome.look import day_heading, empty, favicon
from android_gym.simulator.apps.chrome.marked_list import MarkedList, under_headings
from android_gym.simulator.apps.chrome.model import HistoryState, Visit
from android_gym.simulator.apps.chrome.urls import site
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import (
    ListItem,
    MenuItem,
    Toolbar,
    section_header,
)
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, full_column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, ImageButton

__all__ = ["HistoryActivity"]

_BAR = "action_bar"
_SETTINGS = "org.chromium.chrome.browser.settings.SettingsActivity"


class HistoryActivity(MarkedList[HistoryState]):
    """Lists the visited pages."""

    def build(self) -> Screen:
        """Build the bar and the list."""
        return Screen(full_column(self._bar(), self._list()), title="History")

    def _bar(self) -> View:
        state = self.state
        if state.selected:
            menu = [
                MenuItem("Copy link", self._copy, id="selection_mode_copy_link",
                         icon="content_copy") if len(state.selected) == 1 else None,
                MenuItem("Open in new tab", self._open_marked,
                         id="selection_mode_open_in_new_tab", icon="open_in_new"),
                MenuItem("Remove", self._remove_marked,
                         id="selection_mode_delete_menu_id", icon="delete"),
            ]  # fmt: skip
            return self.marking_bar(len(state.selected), menu, _BAR)
        if state.query is not None:
            return self.search_bar(state.query, "Search your history", _BAR)
        return Toolbar(
            "History",
            id=_BAR,
            menu=[
                MenuItem("Search", lambda: self.update(query=""), id="search_menu_id",
                         icon="magnify"),
                MenuItem("Close", self.finish, id="close_menu_id", icon="close"),
            ],
        )  # fmt: skip

    def _list(self) -> View:
        state = self.state
        visits = self.history.visits(state.query or "")
        if not visits:
            words = ("You\u2019ll find your history here", "Pages that you visit are listed here")
            if state.query:
                words = ("Can\u2019t find that page", "Check your spelling or try a new search")
            body = empty("history", *words)
            body.width, body.height, body.weight = MATCH, 0, 1
            return body
        rows = under_headings(visits, self._day)
        top: list[View] = []
        if state.query is None and not state.selected:
            top.append(
                Button(
                    "Clear browsing data\u2026",
                    id="clear_browsing_data_button",
                    on_click=lambda: self.start_activity(_SETTINGS, page="clear_browsing_data"),
                )
            )

        def build(index: int) -> View:
            if index < len(top):
                return top[index]
            row = rows[index - len(top)]
            return section_header(row, id="date") if isinstance(row, str) else self._row(row)

        return RecyclerView(
            len(top) + len(rows), build, id="history_page_recycler_view", width=MATCH, height=0,
            weight=1,
        )  # fmt: skip

    def _day(self, visit: Visit) -> str:
        clock = self.context.system.clock
        return day_heading(clock.datetime(visit.time_ms).date(), clock.today())

    def _row(self, visit: Visit) -> View:
        marked = visit.id in self.state.selected
        remove = None
        if not self.state.selected:
            remove = ImageButton(
                "close",
                id="end_button",
                content_description=f"Remove {visit.title or visit.url}"[:200],
                on_click=partial(self.history.delete, (visit.id,)),
            )
        return ListItem(
            visit.title or site(visit.url),
            site(visit.url),
            leading=favicon(visit.url),
            trailing=remove,
            title_id="title",
            subtitle_id="description",
            subtitle_lines=1,
            key=("visit", visit.id),
            selected=marked,
            background="primary@0.12" if marked else None,
            on_click=partial(self._tap, visit),
            on_long_click=partial(self.toggle, visit.id),
        )

    def _tap(self, visit: Visit) -> None:
        if self.state.selected:
            self.toggle(visit.id)
        else:
            self.show_url(visit.url)

    def _marked(self) -> Sequence[Visit]:
        return [visit for visit in self.history.visits() if visit.id in self.state.selected]

    def _copy(self) -> None:
        for visit in self._marked():
            self.copy(visit.url)
        self.update(selected=())
        self.show_snackbar("Copied")

    def _open_marked(self) -> None:
        for visit in self._marked():
            self.show_url(visit.url, new_tab=True)

    def _remove_marked(self) -> None:
        selected = self.state.selected
        self.update(selected=())
        self.history.delete(selected)
