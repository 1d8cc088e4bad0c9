"""The list of all apps in a category."""

from __future__ import annotations

from functools import partial

from android_gym.simulator.apps.play_store.actions import Store
from android_gym.simulator.apps.play_store.look import app_row, nothing, offline
from android_gym.simulator.ui.activity import NoState, Screen
from android_gym.simulator.ui.components import MenuItem, Toolbar
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, full_column
from android_gym.simulator.ui.view import View

__all__ = ["CategoryActivity"]


class CategoryActivity(Store[NoState]):
    """Lists the apps of a category; intent extra "category" is its name."""

    def build(self) -> Screen:
        """Build the toolbar and the list."""
        category = self.intent.get_str("category")
        bar = Toolbar(
            category,
            navigation="arrow_back",
            on_navigation=self.finish,
            menu=[MenuItem("Search", self.open_search, icon="magnify")],
        )
        return Screen(full_column(bar, self._list(category)), title=category)

    def _list(self, category: str) -> View:
        if not self.online:
            return offline(self.look_again)
        found = [each for each in self.offers() if each.category == category]
        if not found:
            return nothing("There is nothing here", "shape_outline")

        def build(index: int) -> View:
            each = found[index]
            return app_row(self.context, each, partial(self.open_page, each.package))

        return RecyclerView(
            len(found),
            build,
            row_key=lambda index: found[index].package,
            id="category_apps",
            width=MATCH,
            height=0,
            weight=1,
        )
