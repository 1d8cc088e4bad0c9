"""The families of dialogs: what each shows, and the result that it hands on."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from sampleapps.screens import Page

from android_gym.simulator.appkit.dialogs import (
    Choice,
    ChoiceDialog,
    ColorDialog,
    ConfirmDialog,
    DateDialog,
    MessageDialog,
    MultiChoiceDialog,
    NumberDialog,
    TextDialog,
    TimeDialog,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import CheckedTextView


class _Result:
    """Keeps results in the page's state, and whether the dialog was closed when they came."""

    def keep(self, screen: Any, value: object) -> None:
        assert screen.dialogs == ()
        screen.update(value=value)


@dataclass(frozen=True)
class Tell(MessageDialog[Any], _Result):
    TITLE = "News"
    MESSAGE = "Nothing new"

    def on_cancel(self, screen: Any) -> None:
        self.keep(screen, "told")


@dataclass(frozen=True)
class Ask(ConfirmDialog[Any], _Result):
    POSITIVE = "Delete"
    NEGATIVE = "Keep"
    count: int = 2

    def message(self, screen: Any) -> str:
        return f"Delete {self.count} notes?"

    def on_confirm(self, screen: Any) -> None:
        self.keep(screen, self.count)

    def on_cancel(self, screen: Any) -> None:
        self.keep(screen, "kept")


@dataclass(frozen=True)
class Sort(ChoiceDialog[Any], _Result):
    def choices(self, screen: Any) -> Sequence[str]:
        return ("Name", "Date")

    def selected(self, screen: Any) -> int:
        return 1

    def on_choose(self, screen: Any, index: int) -> None:
        self.keep(screen, index)


@dataclass(frozen=True)
class Days(MultiChoiceDialog[Any], _Result):
    def choices(self, screen: Any) -> Sequence[str]:
        return ("Mon", "Tue", "Wed")

    def on_accept(self, screen: Any, ticked: frozenset[int]) -> None:
        self.keep(screen, ticked)


ROWS = (Choice("Fruit", heading=True), "Fig", Choice("Plum", enabled=False))


@dataclass(frozen=True)
class Meal(ChoiceDialog[Any], _Result):
    def choices(self, screen: Any) -> Sequence[str | Choice]:
        return ROWS

    def on_choose(self, screen: Any, index: int) -> None:
        self.keep(screen, index)


@dataclass(frozen=True)
class Meals(MultiChoiceDialog[Any], _Result):
    def choices(self, screen: Any) -> Sequence[str | Choice]:
        return ROWS

    def on_accept(self, screen: Any, ticked: frozenset[int]) -> None:
        self.keep(screen, ticked)


@dataclass(frozen=True)
class Rename(TextDialog[Any], _Result):
    TITLE = "Rename"
    HINT = "Name"

    def valid(self, screen: Any) -> bool:
        return bool(self.text)

    def typed(self, text: str) -> str:
        return text.replace(" ", "_")

    def on_accept(self, screen: Any, text: str) -> None:
        self.keep(screen, text)


@dataclass(frozen=True)
class Day(DateDialog[Any], _Result):
    def day(self, screen: Any) -> dt.date:
        return dt.date(2023, 10, 15)

    def on_pick(self, screen: Any, day: dt.date) -> None:
        self.keep(screen, day)


@dataclass(frozen=True)
class MaterialDay(Day):
    MATERIAL = True


@dataclass(frozen=True)
class Time(TimeDialog[Any], _Result):
    def time(self, screen: Any) -> dt.time:
        return dt.time(7, 30)

    def on_pick(self, screen: Any, time: dt.time) -> None:
        self.keep(screen, time)


@dataclass(frozen=True)
class MaterialTime(Time):
    MATERIAL = True


@dataclass(frozen=True)
class Minutes(NumberDialog[Any], _Result):
    MINIMUM = 1
    MAXIMUM = 60

    def on_accept(self, screen: Any, value: int) -> None:
        self.keep(screen, value)


@dataclass(frozen=True)
class Paint(ColorDialog[Any], _Result):
    COLORS = ("#FF0000", "#00FF00")

    def on_accept(self, screen: Any, color: str) -> None:
        self.keep(screen, color)


@dataclass(frozen=True)
class Invite(ConfirmDialog[Any], _Result):
    TITLE = "Invite {name} to {PLACE}"
    MESSAGE = "{guests} come."
    PLACE = "Rome"
    name: str = ""
    note: str = ""

    @property
    def guests(self) -> str:
        return "Two" if self.name else "None"

    def body(self, screen: Any) -> View:
        return self.text_field(screen, "note", hint="Note")

    def valid(self, screen: Any) -> bool:
        return bool(self.note)

    def on_confirm(self, screen: Any) -> None:
        self.keep(screen, self.note)


@pytest.fixture(autouse=True)
def _declared(monkeypatch: pytest.MonkeyPatch) -> None:
    dates = (Day, MaterialDay, MaterialTime, Time)
    shown = (Ask, Days, Invite, Meal, Meals, Minutes, Paint, Rename, Sort, Tell, *dates)
    monkeypatch.setattr(Page, "DIALOGS", shown)


def tap(phone: Any, *names: str) -> None:
    for name in names:
        phone.tap(*phone.element(name).bbox_pixels.center)
        phone.advance(400)


@pytest.mark.parametrize(
    ("dialog", "taps", "result"),
    [
        (Tell(), ["OK"], "told"),
        (Ask(), ["Delete"], 2),
        (Ask(), ["Keep"], "kept"),
        (Sort(), ["Date"], 1),
        (Sort(), ["Cancel"], None),
        (Meal(), ["Fruit", "Plum", "Fig"], 1),
        (Meal(), ["Fruit", "Plum", "Cancel"], None),
        (Meals(frozenset((2,))), ["Fruit", "Plum", "Fig", "OK"], frozenset((1, 2))),
        (Days(frozenset((0,))), ["Mon", "Wed", "OK"], frozenset((2,))),
        (Rename("old"), ["OK"], "old"),
        (Day(), ["OK"], dt.date(2023, 10, 15)),
        (Day(), ["Cancel"], None),
        (MaterialDay(), ["OK"], dt.date(2023, 10, 15)),
        (Time(), ["OK"], dt.time(7, 30)),
        (MaterialTime(), ["OK"], dt.time(7, 30)),
        (Minutes(value=5), ["OK"], 5),
        (Paint("#FF0000"), ["#00FF00", "OK"], "#00FF00"),
    ],
)
def test_results(phone: Any, dialog: Any, taps: list[str], result: object) -> None:
    page = phone.start(".Second")
    page.show_dialog(dialog)
    phone.advance(400)
    tap(phone, *taps)
    assert page.state.value == result
    assert page.dialogs == ()


def test_a_tap_outside_is_no_result(phone: Any) -> None:
    page = phone.start(".Second")
    page.show_dialog(Ask())
    phone.advance(400)
    phone.tap(200, 70)
    phone.advance(400)
    assert page.state.value == "kept"


def test_what_was_typed_is_in_the_dialog(phone: Any) -> None:
    page = phone.start(".Second")
    page.show_dialog(Rename())
    phone.advance(400)
    assert not phone.element("OK").is_enabled
    phone.type_text("my note")
    assert page.dialogs == (Rename("my_note"),)
    tap(phone, "OK")
    assert page.state.value == "my_note"


def test_words_name_what_the_dialog_has(phone: Any) -> None:
    page = phone.start(".Second")
    page.show_dialog(Invite("{name}"))
    phone.advance(400)
    assert phone.has("Invite {name} to Rome") and phone.has("Two come.")


def test_a_field_in_the_body_keeps_its_text_in_the_dialog(phone: Any) -> None:
    page = phone.start(".Second")
    page.show_dialog(Invite("Ann"))
    phone.advance(400)
    assert not phone.element("OK").is_enabled
    field = next(e for e in phone.ui_elements() if e.hint_text == "Note")
    phone.tap(*field.bbox_pixels.center)
    phone.type_text("by train")
    assert page.dialogs == (Invite("Ann", "by train"),)
    tap(phone, "OK")
    assert page.state.value == "by train"


def test_headings_and_what_is_greyed_out(phone: Any) -> None:
    page = phone.start(".Second")
    page.show_dialog(Meals(frozenset((2,))))
    phone.advance(400)
    heading, one, grey = (phone.element(name) for name in ("Fruit", "Fig", "Plum"))
    assert [row.is_enabled for row in (heading, one, grey)] == [False, True, False]
    assert [row.is_checked for row in (heading, one, grey)] == [False, False, True]
    rows = [
        view
        for window in phone.windows.windows()
        for view in window.root.walk()
        if isinstance(view, CheckedTextView)
    ]
    colors = [row.current_color() for row in rows]
    assert colors[0] == colors[1] != colors[2]
    assert [row.icon is None for row in rows] == [True, False, False]
