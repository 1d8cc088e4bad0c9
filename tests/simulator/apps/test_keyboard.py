"""The on-screen keyboard, typed on by taps on its keys."""

from __future__ import annotations

import re
from typing import Any

import pytest

from android_gym.accessibility import UIElement
from android_gym.simulator.ui.layouts import column
from android_gym.simulator.ui.view import MATCH
from android_gym.simulator.ui.widgets import EditText
from android_gym.testing.driver import AppDriver

PACKAGE = "com.google.android.inputmethod.latin"


class Keyboard(AppDriver):
    """Sees what the keyboard shows, and nothing else; types as fast as it can."""

    def __init__(self, phone: Any) -> None:
        super().__init__(phone, PACKAGE, settle_ms=0)

    def elements(self, name: str | re.Pattern[str]) -> list[UIElement]:
        return [e for e in super().elements(name) if e.package_name == PACKAGE]


def key(phone: Any, name: str) -> None:
    """Tap a key by its letter or description."""
    Keyboard(phone).tap(name)


def keys(phone: Any, *names: str) -> None:
    Keyboard(phone).tap(*names)


def shows(phone: Any, name: str) -> bool:
    return Keyboard(phone).shows(name)


def field(phone: Any, activity: str = ".Second", **options: Any) -> Any:
    phone.show(
        lambda page: column(
            EditText(id="field", width=MATCH, **options), EditText(id="other", width=MATCH)
        ),
        activity,
    )
    AppDriver(phone, settle_ms=0).tap("field")
    return phone.windows.focused_field


class TestLetters:
    def test_a_word(self, phone: Any) -> None:
        view = field(phone)
        keys(phone, *"hello", "Space", *"world")
        assert view().text == "hello world"

    def test_delete(self, phone: Any) -> None:
        view = field(phone)
        keys(phone, *"ab", "Delete", "Delete", "Delete")
        assert view().text == ""

    def test_shift_for_one_letter_and_locked(self, phone: Any) -> None:
        view = field(phone)
        keys(phone, "Shift", "A", "b")
        assert view().text == "Ab"
        keys(phone, "Shift", "Shift", *"CD", "Shift", "e")
        assert view().text == "AbCDe"

    def test_sentences_begin_with_a_capital(self, phone: Any) -> None:
        view = field(phone, capitalize="sentences")
        keys(phone, "H", "i", ".", "Space", "Y", "o")
        assert view().text == "Hi. Yo"
        keys(phone, *["Delete"] * 6)
        assert shows(phone, "Q")

    def test_words_and_characters(self, phone: Any) -> None:
        view = field(phone, capitalize="words")
        keys(phone, "A", "b", "Space", "C")
        assert view().text == "Ab C"
        view = field(phone, ".Top", capitalize="characters")
        keys(phone, *"AB")
        assert view().text == "AB"

    def test_shift_takes_an_automatic_capital_back(self, phone: Any) -> None:
        view = field(phone, capitalize="sentences")
        keys(phone, "Shift", "a")
        assert view().text == "a"

    def test_comma_and_full_stop_follow_the_kind_of_field(self, phone: Any) -> None:
        view = field(phone, input_type="email")
        keys(phone, "a", "@", "b", ".", "c")
        assert view().text == "a@b.c"
        field(phone, ".Top", input_type="uri")
        assert shows(phone, "/")


class TestLayers:
    def test_symbols_and_back(self, phone: Any) -> None:
        view = field(phone)
        keys(phone, "Symbol keyboard", *"12", "More symbols", "\u20ac", "Symbol keyboard", "3")
        keys(phone, "Letter keyboard", "a")
        assert view().text == "12\u20ac3a"

    def test_a_space_leads_back_to_letters(self, phone: Any) -> None:
        view = field(phone)
        keys(phone, "Symbol keyboard", "1", "Space", "a")
        assert view().text == "1 a"

    def test_emoji(self, phone: Any) -> None:
        view = field(phone)
        key(phone, "Emoji button")
        face = next(
            e
            for e in phone.ui_elements()
            if e.package_name == PACKAGE and ord((e.text or "a")[0]) > 0x2000
        )
        phone.tap(*face.bbox_pixels.center)
        assert view().text == face.text

    @pytest.mark.parametrize("kind", ["number", "decimal", "phone", "number_password"])
    def test_numbers_have_a_pad(self, phone: Any, kind: str) -> None:
        view = field(phone, input_type=kind)
        assert not shows(phone, "q")
        keys(phone, *"120", "Delete", "5")
        assert view().text == "125"

    def test_the_next_field_gets_its_own(self, phone: Any) -> None:
        field(phone, input_type="number")
        assert shows(phone, "1") and not shows(phone, "q")
        phone.tap_on("other")
        assert shows(phone, "q")


class TestActions:
    @pytest.mark.parametrize(
        ("action", "name"),
        [("done", "Done"), ("next", "Next"), ("search", "Search"), ("send", "Send"), ("go", "Go")],
    )
    def test_the_key_says_what_it_does(self, phone: Any, action: str, name: str) -> None:
        field(phone, ime_action=action)
        assert shows(phone, name)

    def test_done_hides_next_goes_on(self, phone: Any) -> None:
        view = field(phone, ime_action="next")
        key(phone, "Next")
        assert view().id == "other" and phone.windows.keyboard_shown
        key(phone, "Done")
        assert not phone.windows.keyboard_shown

    def test_send_calls_and_stays(self, phone: Any) -> None:
        heard: list[str] = []
        field(phone, ime_action="send", on_editor_action=lambda: heard.append("send"))
        key(phone, "Send")
        assert heard == ["send"] and phone.windows.keyboard_shown

    def test_enter_in_a_field_of_lines(self, phone: Any) -> None:
        view = field(phone, multi_line=True)
        keys(phone, "a", "Enter", "b")
        assert view().text == "a\nb"

    def test_hiding_it(self, phone: Any) -> None:
        view = field(phone)
        key(phone, "Back")
        assert not phone.windows.keyboard_shown and view() is not None
        AppDriver(phone, settle_ms=0).tap("field")
        assert phone.windows.keyboard_shown


def test_keys_that_lead_nowhere_say_so(phone: Any) -> None:
    field(phone)
    for name in ("Voice input", "Switch input method", "Open features menu"):
        key(phone, name)
        phone.screenshot(40, 80)
        assert phone.system.status_bar.toast is not None
        phone.advance(2500)
    assert phone.windows.keyboard_shown


def test_its_keys_lie_where_gboards_do() -> None:
    from android_gym.simulator.phone import Phone

    phone = Phone()
    phone.tap(
        *next(
            e for e in phone.ui_elements() if e.content_description == "Search"
        ).bbox_pixels.center
    )
    holder = next(
        v
        for w in phone.windows.windows()
        if w.kind == "input_method"
        for v in w.root.walk()
        if v.id == "keyboard_holder"
    )
    assert holder.bounds[0] == 0 and holder.bounds[2] == 1080
    assert abs(holder.bounds[1] - 1503) < 60 and abs(holder.bounds[3] - 2268) < 20
