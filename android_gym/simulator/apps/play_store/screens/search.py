"""The search: a field with recent searches and suggestions, and the results."""

from __future__ import annotations

from functools import partial

from android_gym.simulator.apps.play_store.actions import Store
from android_gym.simulator.apps.play_store.look import app_row, nothing, offline
from android_gym.simulator.apps.play_store.model import Listing, SearchState, find, suggest
from android_gym.simulator.apps.play_store.screens.buttons import install_button
from android_gym.simulator.system.words import verbatim
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import ListItem, open_search_bar
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, full_column, wide_column
from android_gym.simulator.ui.view import View

__all__ = ["SearchActivity"]

_LONGEST = 200
"""Largest number of characters in a search."""


class SearchActivity(Store[SearchState]):
    """Shows the field, suggestions and results; intent extra "query" is searched at once."""

    def on_create(self) -> SearchState:
        """Start with the query in the intent."""
        query = self.intent.get_str("query")[:_LONGEST].strip()
        return SearchState(query, query or None)

    def build(self) -> Screen:
        """Build the field and the view below it."""
        state = self.state
        bar = open_search_bar(
            state.query,
            "Search for apps & games",
            self._type,
            on_close=self.finish,
            on_submit=lambda: self.ask(self.state.query),
        )
        if not self.online:
            below = offline(self.look_again)
        elif state.asked is None:
            below = self._offers()
        else:
            below = self._results(state.asked)
        return Screen(full_column(bar, below), title="Search")

    def _type(self, text: str) -> None:
        if text != self.state.query:
            self.update(query=text[:_LONGEST], asked=None)

    def ask(self, query: str) -> None:
        """Run a search."""
        query = query.strip()[:_LONGEST]
        if not query:
            return
        self.searches.add(query, self.context.system.clock.now_ms())
        self.hide_keyboard()
        self.update(query=query, asked=query)

    def _offers(self) -> View:
        typed = self.state.query.strip()
        if typed:
            words, icon = suggest(self.offers(), typed), "magnify"
        else:
            words, icon = self.searches.recent(), "history"

        def build(index: int) -> View:
            return ListItem(
                verbatim(words[index]),
                icon=icon,
                key=(index, words[index]),
                on_click=partial(self.ask, words[index]),
            )

        return RecyclerView(
            len(words),
            build,
            row_key=lambda index: (index, words[index]),
            id="suggestions",
            width=MATCH,
            height=0,
            weight=1,
        )

    def _results(self, query: str) -> View:
        found = find(self.offers(), query)
        if not found:
            return nothing(verbatim(f"No results for \u201c{query}\u201d"))

        def build(index: int) -> View:
            each = found[index]
            line = app_row(self.context, each, partial(self.open_page, each.package))
            if index or each.title.casefold() != query.casefold():
                return line
            return wide_column(line, self._button(each), key=("first", each.package))

        return RecyclerView(
            len(found),
            build,
            row_key=lambda index: found[index].package,
            id="search_results",
            width=MATCH,
            height=0,
            weight=1,
        )

    def _button(self, listing: Listing) -> View:
        button = install_button(self, listing)
        button.width, button.margin = MATCH, (24, 0, 24, 8)
        return button
