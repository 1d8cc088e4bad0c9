"""List screens: app bar, rows, empty state, floating action button, selection and search.

Subclasses of `ListActivity` define the rows and their views. A tap opens a row, or selects it while
others are selected; a long press selects it. While rows are selected, the bar shows their number
and `selection_menu`; during a search it is a search field. BACK ends either.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, cast

from typing_extensions import TypeVar

from android_gym.simulator.appkit.list_bars import marked_bar, search_bar, toggled
from android_gym.simulator.ui.activity import Activity, Overlay, Screen
from android_gym.simulator.ui.components import (
    DrawerLayout,
    FloatingActionButton,
    MenuItem,
    Toolbar,
    empty_state,
)
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView, full_column
from android_gym.simulator.ui.view import View

__all__ = ["Key", "ListActivity", "ListState", "NamedListState", "Pages", "add_button", "scaffold"]


Key = int | str
"""Key of a list row: an id, a name, a path."""


@dataclass(frozen=True)
class ListState:
    """State that every list has; a screen's own state extends it.

    Attributes:
        selected: Keys of the selected rows, in the order of selection.
        query: The search text; None while the search is closed.
        drawer: Whether the drawer is open.
    """

    selected: tuple[int, ...] = ()
    query: str | None = None
    drawer: bool = False


@dataclass(frozen=True)
class NamedListState:
    """Like `ListState`, for rows whose keys are texts, such as paths.

    Attributes:
        selected: Keys of the selected rows, in the order of selection.
        query: The search text; None while the search is closed.
        drawer: Whether the drawer is open.
    """

    selected: tuple[str, ...] = ()
    query: str | None = None
    drawer: bool = False


T = TypeVar("T")
L_co = TypeVar("L_co", bound=ListState | NamedListState, covariant=True, default=ListState)
K = TypeVar("K", bound=Key, default=int)


class Pages(Generic[T]):
    """A long list that is read page by page; each page is read once.

    Args:
        read: Returns the items of a page, given its number from 0.
        size: Items per page; only the last page has fewer.
    """

    def __init__(self, read: Callable[[int], Sequence[T]], size: int) -> None:
        self._read = read
        self._size = size
        self._pages: dict[int, Sequence[T]] = {}

    def get(self, index: int) -> T | None:
        """Return the item at an index, or None if there is none."""
        if index < 0:
            return None
        number, place = divmod(index, self._size)
        if number not in self._pages:
            self._pages[number] = self._read(number)
        page = self._pages[number]
        return page[place] if place < len(page) else None


def scaffold(
    bar: View | None,
    body: View,
    *,
    below_bar: View | None = None,
    bottom: View | None = None,
    fab: View | None = None,
) -> View:
    """Return a screen's layout: app bar, views below it, body, bottom bar.

    Args:
        bar: The app bar.
        body: Gets the remaining space.
        below_bar: View below the bar: tabs, chips, a banner.
        bottom: Bar at the bottom: bottom navigation.
        fab: Floating action button at the body's lower end corner.
    """
    body.width, body.height = MATCH, MATCH
    return full_column(
        bar, below_bar, FrameLayout([body, fab], width=MATCH, height=0, weight=1), bottom
    )


class ListActivity(Activity[L_co], Generic[L_co, K]):
    """A screen with a list: ``ListActivity[State]``, or ``ListActivity[State, str]``.

    Attributes:
        TITLE: Title of the bar.
        EMPTY: Text shown if there are no rows.
        EMPTY_ICON: Icon above that text; None for none.
        LIST_ID: Resource id of the list.
        SEARCH_HINT: Hint of the search field; None if there is no search.
        UP: Whether the bar has an arrow that leaves the screen.
    """

    TITLE: ClassVar[str] = ""
    EMPTY: ClassVar[str] = ""
    EMPTY_ICON: ClassVar[str | None] = None
    LIST_ID: ClassVar[str] = "list"
    SEARCH_HINT: ClassVar[str | None] = None
    UP: ClassVar[bool] = False

    # -- what subclasses define

    def keys(self) -> Sequence[K]:
        """Return the keys of all rows, in order; must be cheap, as only visible rows are built."""
        raise NotImplementedError(f"{type(self).__name__} must list the keys of its rows.")

    def row(self, key: K, selected: bool) -> View:
        """Return the view of a row; use `on_tap` and `on_hold` as its callbacks."""
        raise NotImplementedError(f"{type(self).__name__} must build its rows.")

    def open(self, key: K) -> None:
        """Open a tapped row."""

    def menu(self) -> Sequence[MenuItem | None]:
        """Return the menu of the app bar."""
        return ()

    def selection_menu(self, selected: tuple[K, ...]) -> Sequence[MenuItem | None]:
        """Return the menu while rows are selected; if empty, rows can't be selected."""
        return ()

    def fab(self) -> View | None:
        """Return the floating action button; None for none."""
        return None

    def below_bar(self) -> View | None:
        """Return a view between bar and list; None for none."""
        return None

    def bottom(self) -> View | None:
        """Return a view below the list; None for none."""
        return None

    def drawer(self) -> View | None:
        """Return the navigation drawer, which gets a menu button in the bar; None for none."""
        return None

    def overlays(self) -> Sequence[Overlay | None]:
        """Return overlays other than dialogs."""
        return ()

    def empty(self) -> View:
        """Return what is shown in place of an empty list."""
        return empty_state(self.EMPTY, icon=self.EMPTY_ICON, id=f"{self.LIST_ID}_empty")

    # -- selection and search

    def on_tap(self, key: K) -> Callable[[], None]:
        """Return the action of a tap on a row."""
        if self.state.selected:
            return lambda: self.toggle(key)
        return lambda: self.open(key)

    def on_hold(self, key: K) -> Callable[[], None] | None:
        """Return the action of a long press on a row; None if rows can't be selected."""
        return (lambda: self.toggle(key)) if self.selection_menu((key,)) else None

    @property
    def selected(self) -> tuple[K, ...]:
        """Keys of the selected rows, in the order of selection."""
        return cast(tuple[K, ...], self.state.selected)

    def toggle(self, key: K) -> None:
        """Select or deselect a row."""
        self.update(selected=toggled(self.state.selected, key))

    def select_all(self) -> None:
        """Select all rows."""
        self.update(selected=tuple(self.keys()))

    def clear_selection(self) -> None:
        """Deselect all rows."""
        self.update(selected=())

    def search(self, query: str | None) -> None:
        """Search for a text; None closes the search."""
        if query is None:
            self.hide_keyboard()
        self.update(query=query)

    def on_back(self) -> bool:
        """Close the drawer, the selection or the search."""
        state = self.state
        if state.drawer:
            self.update(drawer=False)
        elif state.selected:
            self.clear_selection()
        elif state.query is not None:
            self.search(None)
        else:
            return False
        return True

    # -- views

    def bar(self) -> View:
        """Return the app bar: for a selection, for a search, or the usual one."""
        state = self.state
        if selected := self.selected:
            return self.selection_bar(selected)
        if state.query is not None:
            return search_bar(state.query, self.search, self.SEARCH_HINT or "")
        find = None
        if self.SEARCH_HINT is not None:
            find = MenuItem("Search", lambda: self.search(""), id="search", icon="search")
        drawer = self.drawer() is not None
        return Toolbar(
            self.TITLE,
            navigation="menu" if drawer else "arrow_back" if self.UP else None,
            on_navigation=(lambda: self.update(drawer=True)) if drawer else self.finish,
            menu=[find, *self.menu()],
        )

    def selection_bar(self, selected: tuple[K, ...]) -> View:
        """Return the app bar for selected rows."""
        return marked_bar(
            str(len(selected)),
            self.clear_selection,
            self.selection_menu(selected),
            navigation="close",
        )

    def body(self) -> View:
        """Return the list, or what is shown in its place."""
        keys = self.keys()
        if not keys:
            return self.empty()
        selected = self.state.selected
        return RecyclerView(
            len(keys),
            lambda index: self.row(keys[index], keys[index] in selected),
            id=self.LIST_ID,
            width=MATCH,
            height=MATCH,
            padding=(0, 0, 0, 88 if self.fab() is not None else 0),
        )

    def build(self) -> Screen:
        """Return the screen."""
        content = scaffold(
            self.bar(),
            self.body(),
            below_bar=self.below_bar(),
            bottom=self.bottom(),
            fab=None if self.state.selected else self.fab(),
        )
        drawer = self.drawer()
        if drawer is not None:
            content = DrawerLayout(
                content,
                drawer,
                self.state.drawer,
                lambda: self.update(drawer=False),
                width=MATCH,
                height=MATCH,
            )
        return Screen(content, overlays=self.overlays(), title=self.TITLE)


def add_button(description: str, on_click: Callable[[], object], *, id: str = "fab") -> View:
    """Return the usual floating action button with a plus."""
    return FloatingActionButton("add", id=id, content_description=description, on_click=on_click)
