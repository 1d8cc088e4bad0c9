"""Base class of screens with a selectable, searchable list: bookmarks, history, downloads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic

from typing_extensions import TypeVar

from android_gym.simulator.apps.chrome.actions import Actions
from android_gym.simulator.apps.chrome.model import ListState
from android_gym.simulator.ui.components import MenuItem, SearchView, Toolbar
from android_gym.simulator.ui.geometry import MATCH

__all__ = ["MarkedList", "under_headings"]

L_co = TypeVar("L_co", bound=ListState, covariant=True, default=ListState)
R = TypeVar("R")


def under_headings(rows: Sequence[R], heading: Callable[[R], str]) -> list[str | R]:
    """Return rows with headings, one before each row whose heading differs from the last."""
    found: list[str | R] = []
    last = None
    for row in rows:
        words = heading(row)
        if words != last:
            found.append(words)
            last = words
        found.append(row)
    return found


class MarkedList(Actions[L_co], Generic[L_co]):
    """A screen with a list whose rows can be selected and searched."""

    def on_back(self) -> bool:
        """Clear the selection, or else end the search."""
        if self.state.selected:
            self.update(selected=())
        elif self.state.query is not None:
            self.update(query=None)
            self.hide_keyboard()
        else:
            return False
        return True

    def up(self) -> None:
        """Handle the back arrow of the bar."""
        if not self.on_back():
            self.finish()

    def toggle(self, number: int) -> None:
        """Select or deselect a row."""
        marked = self.state.selected
        rest = tuple(other for other in marked if other != number)
        self.update(selected=rest if number in marked else (*marked, number))

    def marking_bar(
        self, count: int, menu: Sequence[MenuItem | None], bar_id: str | None = None
    ) -> Toolbar:
        """Return the bar that is shown while rows are selected.

        Args:
            count: Number of selected rows.
            menu: Actions on them.
            bar_id: Resource id of the bar.
        """
        return Toolbar(
            f"{count} selected",
            navigation="arrow_back",
            on_navigation=self.up,
            id=bar_id,
            menu=menu,
        )

    def search_bar(self, query: str, hint: str, bar_id: str | None = None) -> Toolbar:
        """Return the bar that is shown while searching.

        Args:
            query: Text that is searched for.
            hint: Hint of the field.
            bar_id: Resource id of the bar.
        """
        return Toolbar(
            navigation="arrow_back",
            on_navigation=self.up,
            id=bar_id,
            content=SearchView(
                query,
                lambda text: self.update(query=text),
                hint=hint,
                field_id="search_text",
                width=MATCH,
            ),
        )
