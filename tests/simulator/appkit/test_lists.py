"""A screen with a list: marking, searching, the empty state, the drawer, what floats over it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from sampleapps import screens

from android_gym.simulator.appkit.lists import ListActivity, ListState, NamedListState, add_button
from android_gym.simulator.ui.components import ListItem, MenuItem, NavigationView, TabLayout
from android_gym.simulator.ui.view import View

WORDS = {1: "ant", 2: "bee", 3: "cat", 4: "dog"}


@dataclass(frozen=True)
class State(ListState):
    opened: int = 0
    deleted: tuple[int, ...] = ()
    tab: int = 0


class Animals(ListActivity[State]):
    TITLE = "Animals"
    EMPTY = "No animals"
    SEARCH_HINT = "Find"

    def keys(self) -> Sequence[int]:
        state = self.state
        return [
            key
            for key, word in WORDS.items()
            if (state.query or "") in word and key not in state.deleted
        ]

    def row(self, key: int, selected: bool) -> View:
        return ListItem(
            WORDS[key],
            selected=selected,
            on_click=self.on_tap(key),
            on_long_click=self.on_hold(key),
        )

    def open(self, key: int) -> None:
        self.update(opened=key)

    def fab(self) -> View:
        return add_button("Add animal", lambda: None)

    def selection_menu(self, selected: tuple[int, ...]) -> Sequence[MenuItem]:
        return [
            MenuItem("Delete", lambda: self.update(deleted=selected, selected=()), icon="delete"),
            MenuItem("Select all", self.select_all),
        ]

    def below_bar(self) -> View:
        return TabLayout(["All", "Pets"], self.state.tab, lambda tab: self.update(tab=tab))

    def drawer(self) -> View:
        return NavigationView(["About"])


class Paths(ListActivity[NamedListState, str]):
    def keys(self) -> Sequence[str]:
        return ["a/b", "c"]

    def row(self, key: str, selected: bool) -> View:
        return ListItem(
            key,
            selected=selected,
            on_click=self.on_tap(key),
            on_long_click=self.on_hold(key),
        )

    def selection_menu(self, selected: tuple[str, ...]) -> Sequence[MenuItem]:
        return [MenuItem("Select all", self.select_all)]


@dataclass
class Driven:
    page: Any
    phone: Any

    @property
    def state(self) -> Any:
        return self.page.state

    def tap(self, *names: str) -> None:
        for name in names:
            self.phone.tap_on(name)
            self.phone.advance(400)

    def hold(self, name: str) -> None:
        x, y = self.phone.element(name).bbox_pixels.center
        self.phone.swipe(x, y, x, y, 800)
        self.phone.advance(400)

    def shown(self) -> list[str]:
        names = (e.text or e.content_description for e in self.phone.ui_elements())
        known = (*WORDS.values(), "No animals", "Add animal")
        return sorted(name for name in names if name in known)


@pytest.fixture
def app(phone: Any, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Driven:
    """The list in place of the sample app's second activity."""
    shown = phone.start(".Second")
    kind = getattr(request, "param", Animals)
    page = kind(shown.context, shown.token)
    page.reset()
    screens.BUILDERS["Second"] = lambda _: page.build()
    back: Callable[[Any], bool] = lambda _: page.on_back()  # noqa: E731
    monkeypatch.setattr(screens.Page, "on_back", back)
    phone.advance(400)
    return Driven(page, phone)


def test_a_tap_opens(app: Driven) -> None:
    assert app.shown() == ["Add animal", "ant", "bee", "cat", "dog"]
    app.tap("bee")
    assert app.state.opened == 2


def test_marking(app: Driven) -> None:
    app.hold("bee")
    assert app.state.selected == (2,)
    assert "Add animal" not in app.shown()
    app.tap("cat")
    assert app.phone.has("2") and app.state.opened == 0
    app.tap("bee")
    assert app.state.selected == (3,)
    app.tap("More options", "Select all")
    assert app.state.selected == (1, 2, 3, 4)
    app.phone.press_key(4)
    assert app.state.selected == ()
    app.hold("ant")
    app.tap("Delete")
    assert app.shown() == ["Add animal", "bee", "cat", "dog"]


def test_searching(app: Driven) -> None:
    app.tap("search")
    app.phone.type_text("a")
    app.phone.advance(400)
    assert app.shown() == ["Add animal", "ant", "cat"]
    app.phone.type_text("x")
    assert "No animals" in app.shown()
    app.tap("Collapse")
    assert app.state.query is None
    app.tap("search")
    app.phone.press_key(4)  # the keyboard
    app.phone.press_key(4)
    assert app.state.query is None


def test_the_drawer(app: Driven) -> None:
    app.page.update(drawer=True)
    app.phone.advance(400)
    assert app.phone.has("About")
    app.phone.press_key(4)
    app.phone.advance(400)
    assert not app.state.drawer


def test_tabs_stand_below_the_bar(app: Driven) -> None:
    app.tap("Pets")
    assert app.state.tab == 1
    tab, row = app.phone.element("Pets").bbox_pixels, app.phone.element("ant").bbox_pixels
    assert tab.y_max <= row.y_min


@pytest.mark.parametrize("app", [Paths], indirect=True)
def test_keys_can_be_texts(app: Driven) -> None:
    app.hold("c")
    assert app.state.selected == ("c",)
    app.tap("More options", "Select all")
    assert app.page.selected == ("a/b", "c")
