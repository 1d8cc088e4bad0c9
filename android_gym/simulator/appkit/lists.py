"""A screen with a list: a bar, rows, an empty state, a floating button, selection and search.

Subclasses of `ListActivity` say which rows there are and what each looks like. A tap opens a row,
or marks it while others are marked; a long press marks it. While rows are marked the bar counts
them and shows `selection_menu`; while the user searches it is a search field. BACK ends either.
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
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView, full_column
from android_gym.simulator.ui.view import MATCH, View

__all__ = ["Key", "ListActivity", "ListState", "NamedListState", "Pages", "add_button", "scaffold"]


Key = int | str
"""Key of a row in a list: an id, a name, a path."""


@dataclass(frozen=True)
class ListState:
    """The state that every list has; a screen's own state extends it.

    Attributes:
        selected: Keys of the marked rows, in the order of marking.
        query: What is searched for; None while the search is closed.
        drawer: Whether the drawer is open.
    """

    selected: tuple[int, ...] = ()
    query: str | None = None
    drawer: bool = False


@dataclass(frozen=True)
class NamedListState:
    """`ListState` for rows whose keys are texts, such as paths.

    Attributes:
        selected: Keys of the marked rows, in the order of marking.
        query: What is searched for; None while the search is closed.
        drawer: Whether the drawer is open.
    """

    selected: tuple[str, ...] = ()
    query: str | None = None
    drawer: bool = False


T = TypeVar("T")
L_co = TypeVar("L_co", bound=ListState | NamedListState, covariant=True, default=ListState)
K = TypeVar("K", bound=Key, default=int)


class Pages(Generic[T]):
    """A long list that is read page by page, each page once.

    Args:
        read: Returns the items of a page by its number, from 0.
        size: Items of a page; only the last has fewer.
    """

    def __init__(self, read: Callable[[int], Sequence[T]], size: int) -> None:
        self._read = read
        self._size = size
        self._pages: dict[int, Sequence[T]] = {}

    def get(self, index: int) -> T | None:
        """Return the item at a place, None where there is none."""
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
    """Lay a screen out: a bar, tabs or the like below it, the body, a bar at the bottom.

    Args:
        bar: Stands at the top.
        body: Gets the room that is left.
        below_bar: Stands below the bar: tabs, chips, a banner.
        bottom: Stands at the bottom: bottom navigation.
        fab: Floats over the body's lower end corner.
    """
    body.width, body.height = MATCH, MATCH
    return full_column(
        bar, below_bar, FrameLayout([body, fab], width=MATCH, height=0, weight=1), bottom
    )


class ListActivity(Activity[L_co], Generic[L_co, K]):
    """A screen with a list: ``ListActivity[State]``, or ``ListActivity[State, str]``.

    Attributes:
        TITLE: Title of the bar.
        EMPTY: What is said while there are no rows.
        EMPTY_ICON: Icon above that; None for none.
        LIST_ID: Resource id of the list.
        SEARCH_HINT: Hint of the search field; None where nothing can be searched for.
        UP: Whether the bar has an arrow that leaves the screen.
    """

    TITLE: ClassVar[str] = ""
    EMPTY: ClassVar[str] = ""
    EMPTY_ICON: ClassVar[str | None] = None
    LIST_ID: ClassVar[str] = "list"
    SEARCH_HINT: ClassVar[str | None] = None
    UP: ClassVar[bool] = False

    # -- what a list says

    def keys(self) -> Sequence[K]:
        """Return the keys of all rows, in order; cheap, for rows are built as they are seen."""
        raise NotImplementedError(f"{type(self).__name__} must list the keys of its rows.")

    def row(self, key: K, selected: bool) -> View:
        """Build a row; `on_tap` and `on_hold` are for its callbacks."""
        raise NotImplementedError(f"{type(self).__name__} must build its rows.")

    def open(self, key: K) -> None:
        """Open a row that was tapped."""

    def menu(self) -> Sequence[MenuItem | None]:
        """Return the entries of the bar."""
        return ()

    def selection_menu(self, selected: tuple[K, ...]) -> Sequence[MenuItem | None]:
        """Return the entries of the bar while rows are marked; with none, nothing can be marked."""
        return ()

    def fab(self) -> View | None:
        """Return the floating button."""
        return None

    def below_bar(self) -> View | None:
        """Return what stands between bar and list."""
        return None

    def bottom(self) -> View | None:
        """Return what stands below the list."""
        return None

    def drawer(self) -> View | None:
        """Return the navigation drawer; the bar then has a menu button."""
        return None

    def overlays(self) -> Sequence[Overlay | None]:
        """Return windows over the screen that are no dialogs."""
        return ()

    def empty(self) -> View:
        """Return what stands in place of an empty list."""
        return empty_state(self.EMPTY, icon=self.EMPTY_ICON, id=f"{self.LIST_ID}_empty")

    # -- marking and searching

    def on_tap(self, key: K) -> Callable[[], None]:
        """Return what a tap on a row does."""
        if self.state.selected:
            return lambda: self.toggle(key)
        return lambda: self.open(key)

    def on_hold(self, key: K) -> Callable[[], None] | None:
        """Return what a long press on a row does."""
        return (lambda: self.toggle(key)) if self.selection_menu((key,)) else None

    @property
    def selected(self) -> tuple[K, ...]:
        """The keys of the marked rows, in the order of marking."""
        return cast(tuple[K, ...], self.state.selected)

    def toggle(self, key: K) -> None:
        """Mark a row, or no longer."""
        self.update(selected=toggled(self.state.selected, key))

    def select_all(self) -> None:
        """Mark all rows."""
        self.update(selected=tuple(self.keys()))

    def clear_selection(self) -> None:
        """Mark none."""
        self.update(selected=())

    def search(self, query: str | None) -> None:
        """Search for a text; None closes the search."""
        if query is None:
            self.hide_keyboard()
        self.update(query=query)

    def on_back(self) -> bool:
        """Close what is open: drawer, selection, search."""
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
        """Build the bar: for marked rows, for a search, or the usual one."""
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
        """Build the bar of marked rows."""
        return marked_bar(
            str(len(selected)),
            self.clear_selection,
            self.selection_menu(selected),
            navigation="close",
        )

    def body(self) -> View:
        """Build the list, or what stands in its place."""
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
        """Build bar, list and what floats over them."""
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
    """Build the usual floating button with a plus."""
    return FloatingActionButton("add", id=id, content_description=description, on_click=on_click)
