"""Texts of a page that fingers select."""
# ruff: noqa: E501  (pages of HTML)

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from android_gym.simulator.web import reports
from android_gym.simulator.web.inputs import Edit, Key, Script, Select

TEXTS = (
    "<style>body{margin:0;font:30px monospace}input,textarea{font:30px monospace;border:0;padding:0;"
    "display:block;width:390px}</style><p id=p style='margin:0;height:80px'>one two three"
    "<input id=i value='four five six'><textarea id=t rows=3>seven\neight nine ten eleven</textarea>"
    "<input id=s type=password value=secret><input id=e>"
)
LETTER = 18.0
"""Width of a letter of `TEXTS` in pixels."""


def hold(page: Any, x: float, y: float) -> reports.PageSelection:
    page.touch("down", x, y, 50)
    page.wait(600)
    page.touch("up", x, y, 50)
    selected = page.page.selected
    assert selected is not None
    return selected


def pull(page: Any, handle: tuple[int, int, int], dx: float, dy: float = 0) -> str:
    """Move the handle that hangs from there; return what is selected."""
    x, _, bottom = handle
    page.touch("down", x, bottom + 10, 50)
    for part in range(1, 9):
        page.touch("move", x + dx * part / 8, bottom + 10 + dy * part / 8, 20)
    assert not page.page.selected.resting
    page.touch("up", x + dx, bottom + 10 + dy, 20)
    return str(page.page.report().selection)


def test_a_word_has_handles_at_both_ends(open_page: Callable[..., Any]) -> None:
    page = open_page(TEXTS)
    page.touch("down", 5 * LETTER, 18, 50)
    page.wait(600)
    assert page.page.selected is not None and not page.page.selected.resting
    page.touch("up", 5 * LETTER, 18, 50)
    selected = page.page.selected
    assert page.page.report().selection == "two" and selected.resting
    (x0, top, bottom), (x1, *_) = selected.start, selected.end
    assert (x0, x1) == (round(4 * LETTER), round(7 * LETTER)) and 25 <= bottom - top <= 45
    assert selected.bounds == (x0, top, x1, bottom) and selected.field == 0
    assert page.page.report().selected == selected
    assert page.replayed().selected == selected


def test_what_is_tapped_ends_it(open_page: Callable[..., Any]) -> None:
    page = open_page(TEXTS)
    hold(page, 5 * LETTER, 18)
    page.tap(300, 650)
    assert page.page.selected is None and page.page.report().selection == ""
    hold(page, 5 * LETTER, 18)
    page.do(Select(page.now, False))
    assert page.page.selected is None and page.page.report().selection == ""


def test_nothing_is_there_to_select(open_page: Callable[..., Any]) -> None:
    page = open_page(TEXTS + "<p style='user-select:none;margin:0' id=n>none")
    left, top, _, bottom = page.node("n").bounds
    for x, y in [(350, 18), (left + 30, (top + bottom) / 2)]:
        page.touch("down", x, y, 50)
        page.wait(600)
        page.touch("up", x, y, 50)
        assert page.page.selected is None


def test_handles_take_words_outwards_and_letters_inwards(open_page: Callable[..., Any]) -> None:
    page = open_page(TEXTS)
    selected = hold(page, 5 * LETTER, 18)
    assert pull(page, selected.end, 4 * LETTER) == "two three"
    assert pull(page, page.page.selected.end, -2 * LETTER) == "two thr"
    assert pull(page, page.page.selected.end, LETTER) == "two thre"
    assert pull(page, page.page.selected.start, -3 * LETTER) == "one two thre"
    assert pull(page, page.page.selected.start, 5 * LETTER) == "wo thre"


def test_ends_change_places_and_never_meet(open_page: Callable[..., Any]) -> None:
    page = open_page(TEXTS)
    selected = hold(page, 5 * LETTER, 18)
    assert pull(page, selected.end, -3 * LETTER) == "t"
    assert pull(page, page.page.selected.end, -5 * LETTER) == "one "


def test_the_page_does_not_hear_of_a_handle(open_page: Callable[..., Any]) -> None:
    listens = "".join(
        f"addEventListener('{name}', (e) => console.log(e.type));"
        for name in ("touchstart", "touchmove", "touchend", "pointerdown", "mousedown", "click")
    )
    page = open_page(TEXTS + f"<script>{listens}</script>")
    selected = hold(page, 5 * LETTER, 18)
    before = page.console
    pull(page, selected.end, 4 * LETTER)
    assert page.console == before
    page.tap(300, 60)
    assert page.console != before


def test_in_a_field(open_page: Callable[..., Any]) -> None:
    page = open_page(TEXTS)
    left, top, *_ = page.node("i").bounds
    selected = hold(page, left + 6 * LETTER, top + 18)
    assert page.page.report().selection == "five"
    assert page.node("i").field.selection == (5, 9)
    assert selected.field == page.node("i").key == page.page.focus
    assert abs(selected.start[0] - 5 * LETTER) <= 1 and abs(selected.end[0] - 9 * LETTER) <= 1
    assert pull(page, selected.end, 3 * LETTER) == "five six"
    assert pull(page, page.page.selected.end, -2 * LETTER) == "five s"
    page.do(Select(page.now, True))
    assert page.node("i").field.selection == (0, 13) and page.page.selected.whole
    page.do(Edit(page.now, page.node("i").key, "x", (1, 1)))
    assert page.page.selected is None and page.node("i").text == "x"


def test_over_lines_of_a_field(open_page: Callable[..., Any]) -> None:
    page = open_page(TEXTS)
    left, top, _, bottom = page.node("t").bounds
    line = (bottom - top) / 3
    selected = hold(page, left + 2 * LETTER, top + line * 0.5)
    assert page.page.report().selection == "seven"
    assert pull(page, selected.end, 2 * LETTER, line) == "seven\neight nine"
    shown = page.page.selected
    assert abs(shown.start[2] - selected.start[2]) <= 1
    assert shown.end[1] >= shown.start[2] - 4 and abs(shown.end[0] - 10 * LETTER) <= 1


def test_a_password_is_selected_whole_and_kept(open_page: Callable[..., Any]) -> None:
    page = open_page(TEXTS)
    left, top, *_ = page.node("s").bounds
    selected = hold(page, left + 2 * LETTER, top + 18)
    assert selected.whole and page.node("s").field.selection == (0, 6)
    assert page.page.report().selection == ""
    assert [told.selected for told in page.told(reports.LongPress)] == [""]


def test_beside_the_words_of_a_field(open_page: Callable[..., Any]) -> None:
    page = open_page(TEXTS)
    left, top, *_ = page.node("e").bounds
    selected = hold(page, left + 60, top + 18)
    assert (selected.start, selected.end, page.page.report().selection) == (None, None, "")
    assert selected.field == page.page.focus == page.node("e").key and selected.resting


def test_a_handle_out_of_sight_is_not_there(open_page: Callable[..., Any]) -> None:
    page = open_page(TEXTS + "<div style='height:3000px'>")
    hold(page, 5 * LETTER, 18)
    page.swipe(200, 500, 200, 100)
    page.wait(2000)
    selected = page.page.selected
    assert page.page.report().selection == "two"
    assert (selected.start, selected.end) == (None, None) and selected.bounds[1] == 0


def test_all_of_a_page(open_page: Callable[..., Any]) -> None:
    page = open_page("<title>x</title> <p style='font:30px monospace'>one two</p> <p>three</p> ")
    hold(page, 25, 25)
    page.do(Select(page.now, True))
    assert page.page.report().selection.split() == ["one", "two", "three"]
    selected = page.page.selected
    assert selected.start[2] < selected.end[2] and selected.field == 0


def drop(page: Any) -> tuple[int, int, int]:
    """Return the caret that has a handle."""
    selected = page.page.selected
    assert selected is not None and selected.caret is not None
    assert (selected.start, selected.end) == (None, None) and selected.resting
    return tuple(selected.caret)  # type: ignore[return-value]


def slide(page: Any, handle: tuple[int, int, int], dx: float, dy: float = 0) -> None:
    """Move the handle that hangs from a caret."""
    x, _, bottom = handle
    page.touch("down", x, bottom + 10, 50)
    for part in range(1, 9):
        page.touch("move", x + dx * part / 8, bottom + 10 + dy * part / 8, 20)
    page.touch("up", x + dx, bottom + 10 + dy, 20)


def poke(page: Any, handle: tuple[int, int, int]) -> None:
    """Tap the handle that hangs from a caret."""
    page.tap(handle[0], handle[2] + 10)


class TestCaret:
    """The caret that a tap puts into a text has a handle."""

    def test_a_tap_into_a_text_shows_it(self, open_page: Callable[..., Any]) -> None:
        page = open_page(TEXTS)
        left, top, _, bottom = page.node("i").bounds
        page.tap(left + 6.1 * LETTER, (top + bottom) / 2)
        x, upper, lower = drop(page)
        assert abs(x - left - 6 * LETTER) <= 1 and top - 4 <= upper < lower <= bottom + 4
        selected = page.page.selected
        assert not selected.menu and not selected.whole and selected.field == page.page.focus
        assert page.replayed().selected == selected
        page.tap(left + 9.9 * LETTER, (top + bottom) / 2)
        assert abs(drop(page)[0] - left - 10 * LETTER) <= 1
        page.tap(left + 350, (top + bottom) / 2)
        assert abs(drop(page)[0] - left - 13 * LETTER) <= 1, "behind the last letter"
        page.tap(left + 1, (top + bottom) / 2)
        assert abs(drop(page)[0] - left) <= 1

    def test_an_empty_text_has_none(self, open_page: Callable[..., Any]) -> None:
        page = open_page(
            "<input id=e><p>words<div contenteditable id=c style='height:40px'></div>"
            "<input id=r readonly value=x><input id=d disabled value=x><input id=n type=number>"
            "<input id=m readonly type=email value=x>"
        )
        for name in ("e", "c", "words", "r", "d", "n", "m"):
            page.tap_on(name)
            assert page.page.selected is None

    def test_typing_ends_it(self, open_page: Callable[..., Any]) -> None:
        page = open_page(TEXTS)
        page.tap_on("i")
        drop(page)
        key = page.node("i").key
        page.do(Edit(page.now, key, "four fivex six", (10, 10)))
        assert page.page.selected is None
        page.tap_on("i")
        drop(page)
        page.do(Key(page.now, "ArrowLeft"))
        assert page.page.selected is None
        page.tap_on("i")
        drop(page)
        page.do(Script(page.now, "i.blur()"))
        assert page.page.selected is None

    def test_a_finger_moves_it_by_letters(self, open_page: Callable[..., Any]) -> None:
        page = open_page(TEXTS)
        left, top, _, bottom = page.node("i").bounds
        page.tap(left + 6 * LETTER, (top + bottom) / 2)
        slide(page, drop(page), 2 * LETTER)
        assert page.node("i").field.selection == (8, 8)
        assert abs(drop(page)[0] - left - 8 * LETTER) <= 1
        slide(page, drop(page), -5 * LETTER)
        assert page.node("i").field.selection == (3, 3)
        slide(page, drop(page), 0, -60)
        assert page.node("i").field.selection == (3, 3), "it stays in its field"
        page.do(Edit(page.now, page.node("i").key, "fou!r five six", (4, 4)))
        assert page.node("i").text == "fou!r five six"

    def test_over_lines(self, open_page: Callable[..., Any]) -> None:
        page = open_page(TEXTS)
        left, top, _, bottom = page.node("t").bounds
        line = (bottom - top) / 3
        page.tap(left + 2 * LETTER, top + line * 0.5)
        handle = drop(page)
        slide(page, handle, -2 * LETTER, line)
        assert page.node("t").field.selection == (6, 6)
        x, upper, _ = drop(page)
        assert abs(x - left) <= 1 and abs(upper - handle[1] - line) <= 2, "where the line begins"
        slide(page, drop(page), 300, -line)
        assert page.node("t").field.selection == (5, 5)
        assert abs(drop(page)[1] - handle[1]) <= 1, "where the line ends"

    def test_in_a_text_that_can_be_edited(self, open_page: Callable[..., Any]) -> None:
        page = open_page(
            "<style>body{margin:0;font:30px monospace}</style>before"
            "<div id=c contenteditable>one <b>two</b> three</div>"
        )
        left, top, _, bottom = page.node("c").bounds
        page.tap(left + 6 * LETTER, (top + bottom) / 2)
        assert abs(drop(page)[0] - left - 6 * LETTER) <= 1
        assert page.page.selected.field == page.node("c").key
        slide(page, drop(page), -4 * LETTER)
        assert page.node("c").field.selection == (2, 2)
        poke(page, drop(page))
        page.do(Select(page.now, True))
        assert page.page.report().selection == "one two three", "and not what is before it"

    def test_a_tap_on_it_opens_and_closes_the_toolbar(self, open_page: Callable[..., Any]) -> None:
        page = open_page(TEXTS + "<script>onclick = (e) => console.log(e.type)</script>")
        page.tap_on("i")
        assert page.console == ["click"]
        for menu in (True, False, True):
            poke(page, drop(page))
            assert page.page.selected.menu == menu
        slide(page, drop(page), LETTER)
        assert page.page.selected.menu, "it is there again when the finger has left"
        assert page.console == ["click"], "the page hears nothing of it"
        page.do(Select(page.now, True))
        assert page.node("i").field.selection == (0, 13)
        assert page.page.selected.caret is None and page.page.selected.start is not None
        page.tap_on("i")
        poke(page, drop(page))
        page.do(Select(page.now, False))
        assert page.page.selected is None

    def test_a_long_press_beside_words_shows_both(self, open_page: Callable[..., Any]) -> None:
        page = open_page(TEXTS)
        left, top, _, bottom = page.node("i").bounds
        hold(page, left + 350, (top + bottom) / 2)
        assert page.page.selected.menu and abs(drop(page)[0] - left - 13 * LETTER) <= 1

    def test_out_of_sight_it_is_not_there(self, open_page: Callable[..., Any]) -> None:
        page = open_page(TEXTS + "<div style='height:3000px'>")
        page.tap_on("i")
        drop(page)
        page.swipe(200, 500, 200, 100)
        page.wait(2000)
        assert page.page.selected.caret is None
        page.tap(100, 300)
        assert page.page.selected is None

    def test_a_page_that_moves_it(self, open_page: Callable[..., Any]) -> None:
        page = open_page(TEXTS)
        page.tap_on("i")
        left = page.node("i").bounds[0]
        page.do(Script(page.now, "i.setSelectionRange(2, 2)"))
        assert abs(drop(page)[0] - left - 2 * LETTER) <= 1
        page.do(Script(page.now, "i.select()"))
        assert page.page.selected is None
        page.tap_on("i")
        page.touch("down", drop(page)[0], drop(page)[2] + 10, 50)
        page.do(Script(page.now, "i.remove()"))
        page.touch("move", 100, 100, 20)
        page.touch("up", 100, 100, 20)
        assert page.page.selected is None


LISTENS = """<input id=i value='four five'><script>
for (const name of ['keydown', 'paste', 'beforeinput', 'input'])
  i.addEventListener(name, (e) => console.log(e.type, e.inputType || '', e.clipboardData ? e.clipboardData.getData('text') : e.data || ''));
</script>"""


def test_what_is_pasted_comes_at_once(open_page: Callable[..., Any]) -> None:
    page = open_page(LISTENS)
    key = page.node("i").key
    page.do(Edit(page.now, key, "four five", (5, 9)))
    assert page.console == []
    page.do(Edit(page.now, key, "four fields", (11, 11), "fields"))
    assert page.console == [
        "paste  fields", "beforeinput insertFromPaste fields", "input insertFromPaste fields",
    ]  # fmt: skip
    field = page.node("i").field
    assert (field.text, field.selection) == ("four fields", (11, 11))
    page.do(Edit(page.now, key, "four fields!", (12, 12)))
    assert page.console[3:] == ["keydown  ", "beforeinput insertText !", "input insertText !"]


def test_a_page_may_take_what_is_pasted_in_its_own_way(open_page: Callable[..., Any]) -> None:
    own = "<script>i.onpaste = (e) => { e.preventDefault(); i.value = 'mine'; }</script>"
    page = open_page(LISTENS + own)
    page.do(Edit(page.now, page.node("i").key, "x", (1, 1), "x"))
    assert page.node("i").text == "mine"
    assert page.console == ["paste  x"]


@pytest.mark.parametrize(
    ("kind", "value", "other"), [("number", "123456789", "7"), ("email", "me@web.org", "x")]
)
class TestFieldsThatTellNothing:
    """Scripts can't ask fields for numbers and addresses where their caret is; Android shows it."""

    def opened(self, open_page: Callable[..., Any], kind: str, value: str) -> Any:
        more = "<script>onselect = (e) => console.log(e.type)</script>"
        return open_page(f"{TEXTS}<input id=n type={kind} value={value}>{more}")

    def edit(self, page: Any, text: str, at: int) -> None:
        page.do(Edit(page.now, page.node("n").key, text, (at, at)))

    def test_a_tap_shows_the_caret_and_a_finger_moves_it(
        self, open_page: Callable[..., Any], kind: str, value: str, other: str
    ) -> None:
        page = self.opened(open_page, kind, value)
        left, top, _, bottom = page.node("n").bounds
        page.tap(left + 4.1 * LETTER, (top + bottom) / 2)
        assert abs(drop(page)[0] - left - 4 * LETTER) <= 1
        assert page.node("n").field.selection == (4, 4)
        slide(page, drop(page), 2 * LETTER)
        assert abs(drop(page)[0] - left - 6 * LETTER) <= 1
        assert page.node("n").field.selection == (6, 6)
        assert page.replayed().selected == page.page.selected
        before = page.page.frame(200, 350)
        self.edit(page, value[:6] + other + value[6:], 7)
        assert page.node("n").text == value[:6] + other + value[6:], "typed where the caret is"
        assert page.node("n").field.selection == (7, 7) and page.page.selected is None
        assert (page.page.frame(200, 350) != before).any()
        self.edit(page, value, 6)
        assert page.node("n").text == value and page.node("n").field.selection == (6, 6)
        assert page.console == [], "a page hears of no selection"

    def test_the_toolbar_selects_all_and_handles_select_less(
        self, open_page: Callable[..., Any], kind: str, value: str, other: str
    ) -> None:
        page = self.opened(open_page, kind, value)
        page.tap_on("n")
        poke(page, drop(page))
        assert page.page.selected.menu and not page.page.selected.whole
        page.do(Select(page.now, True))
        selected = page.page.selected
        assert page.page.report().selection == value and selected.whole and selected.end
        pull(page, selected.start, 3 * LETTER)
        assert page.page.report().selection == value[3:]
        assert page.node("n").field.selection == (3, len(value))
        page.do(Edit(page.now, page.node("n").key, value[:3] + other, (4, 4), other))
        assert page.node("n").text == value[:3] + other, "what is pasted is put in its place"
        page.tap_on("n")
        page.do(Select(page.now, True))
        page.do(Select(page.now, False))
        assert page.page.selected is None and page.page.report().selection == ""

    def test_a_long_press_selects_a_word(
        self, open_page: Callable[..., Any], kind: str, value: str, other: str
    ) -> None:
        page = self.opened(open_page, kind, value)
        left, top, _, bottom = page.node("n").bounds
        hold(page, left + 4.5 * LETTER, (top + bottom) / 2)
        word = {"number": value, "email": "web"}[kind]
        assert page.page.report().selection == word
        assert page.page.selected.start and page.page.selected.end
        assert page.replayed().selected == page.page.selected

    def test_keys_and_scripts_move_it(
        self, open_page: Callable[..., Any], kind: str, value: str, other: str
    ) -> None:
        page = self.opened(open_page, kind, value)
        left, top, _, bottom = page.node("n").bounds
        page.tap(left + 4.1 * LETTER, (top + bottom) / 2)
        page.do(Key(page.now, "ArrowLeft"))
        assert page.node("n").field.selection == (3, 3) and page.page.selected is None
        self.edit(page, value[:3] + other + value[3:], 4)
        assert page.node("n").text == value[:3] + other + value[3:]
        page.tap(left + 4.1 * LETTER, (top + bottom) / 2)
        page.do(Script(page.now, f"n.value = '{value[:5]}'"))
        assert page.node("n").field.selection == (5, 5), "another value comes with it at its end"
        assert abs(drop(page)[0] - left - 5 * LETTER) <= 1


def test_what_is_no_number_yet_is_gone_on_with(open_page: Callable[..., Any]) -> None:
    page = open_page("<input id=n type=number>")
    page.tap_on("n")
    key = page.node("n").key
    page.do(Edit(page.now, key, "-", (1, 1)))
    assert page.node("n").text == "", "a sign alone has no value"
    page.do(Edit(page.now, key, "5", (1, 1)))
    assert page.node("n").text == "-5"
    page.do(Edit(page.now, key, "-5e", (3, 3)))
    page.do(Edit(page.now, key, "2", (1, 1)))
    assert float(page.node("n").text) == -500
    page.do(Edit(page.now, key, "1", (1, 1)))
    assert page.node("n").text == "1"
