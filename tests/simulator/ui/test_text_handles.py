"""A selection is made and changed with the finger. On this phone 1 dp is 1 pixel."""

from __future__ import annotations

from typing import Any

import pytest

from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import column
from android_gym.simulator.ui.text_handles import handles
from android_gym.simulator.ui.widgets import EditText, TextView

TEXT = "the quick brown fox jumps"


@pytest.fixture
def field(phone: Any) -> Any:
    """A function that returns the field, in which "quick" is selected."""
    phone.show(
        lambda page: column(
            EditText(TEXT, id="field", width=MATCH, multi_line=True),
            TextView("below", width=MATCH, height=300, on_click=lambda: page.toast("tapped")),
        )
    )
    box = phone.element("field").bbox_pixels
    phone.tap(box.x_max - 5, box.center[1])

    def get() -> EditText:
        view = phone.windows.focused_field()
        assert isinstance(view, EditText)
        return view

    select(phone, get, 4, 9)
    return get


def toasts(phone: Any) -> list[Any]:
    return [w for w in phone.windows.windows() if "toast" in str(w.key)]


def select(phone: Any, field: Any, start: int, end: int) -> None:
    """Select the word from `start` to `end` by a long press on its middle."""
    view = field()
    x, y = view.text_origin()
    at, top, bottom = view.text_layout.caret((start + end) // 2)
    phone.swipe(x + at, y + (top + bottom) / 2, x + at, y + (top + bottom) / 2, 700)
    assert field().selection == (start, end)


def selected(field: Any) -> str:
    view = field()
    start, end = sorted(view.selection)
    return str(view.text[start:end])


def pull(phone: Any, field: Any, which: str, *offsets: int) -> None:
    """Drag a handle to where the characters at these offsets begin, one after the other."""
    view = field()
    name, px, _, py = next(h for h in handles(view) if h[0] == which)
    x, y = px + (-8 if name == "start" else 8), py + 10
    phone.touch(x, y, True)
    for offset in offsets:
        goal = view.text_origin()[0] + view.text_layout.caret(offset)[0]
        for part in range(1, 11):
            phone.advance(16)
            phone.touch(x + (goal - px) * part / 10, y, True)
        x, px = x + goal - px, goal
    assert not phone.has("Copy"), "the toolbar is away while a handle is held"
    phone.touch(x, y, False)


def test_a_growing_selection_takes_whole_words(phone: Any, field: Any) -> None:
    pull(phone, field, "end", 14)
    assert selected(field) == "quick brown"
    assert phone.has("Copy"), "the toolbar comes back"
    pull(phone, field, "start", 1)
    assert selected(field) == "the quick brown"
    phone.tap_on("Copy")
    assert phone.system.clipboard.text == "the quick brown"


def test_a_shrinking_selection_takes_characters(phone: Any, field: Any) -> None:
    pull(phone, field, "end", 7)
    assert selected(field) == "qui"
    pull(phone, field, "start", 6)
    assert selected(field) == "i"
    pull(phone, field, "end", 8)
    assert selected(field) == "ic", "inside a word it goes on by characters"


def test_turning_back_gives_words_up_from_the_handle_on(phone: Any, field: Any) -> None:
    pull(phone, field, "end", 13, 11)
    assert selected(field) in ("quick bro", "quick brow")  # from where the handle is


def test_handles_do_not_pass_each_other(phone: Any, field: Any) -> None:
    pull(phone, field, "end", 0)
    assert selected(field) == "q"
    pull(phone, field, "start", 20)
    assert selected(field) == "q"


def test_a_touch_of_a_handle_is_no_tap_on_what_lies_below(phone: Any, field: Any) -> None:
    _, px, _, py = handles(field())[1]
    box = phone.element("below").bbox_pixels
    x, y = px + 8, py + 18
    assert box.y_min <= y
    phone.tap(x, y)
    assert selected(field) == "quick" and phone.has("Copy")
    assert not toasts(phone)
    phone.tap(px + 60, y)
    assert toasts(phone)


def test_a_long_press_goes_on_to_select_words(phone: Any, field: Any) -> None:
    view = field()
    x, y = view.text_origin()
    layout = view.text_layout
    middle = y + sum(layout.caret(0)[1:]) / 2
    at, goal = x + layout.caret(12)[0], x + layout.caret(18)[0]
    phone.touch(at, middle, True)
    phone.advance(600)
    assert selected(field) == "brown" and phone.has("Copy")
    phone.touch(goal, middle, True)
    assert selected(field) == "brown fox" and not phone.has("Copy")
    phone.touch(x + layout.caret(5)[0], middle, True)
    assert selected(field) == "quick brown"
    phone.touch(x + layout.caret(5)[0], middle, False)
    assert phone.has("Copy")


def test_lines(phone: Any, field: Any) -> None:
    phone.press_key(123)  # MOVE_END
    for line in ("", "second line", "third"):
        phone.press_key(66)
        phone.type_text(line)
    select(phone, field, 4, 9)
    view = field()
    name, px, _, py = handles(view)[1]
    x, y = px + 8, py + 10
    top = view.text_layout.caret(view.text.index("second"))[1] - view.text_layout.caret(9)[1]
    phone.touch(x, y, True)
    phone.touch(x, y + top, True)
    assert selected(field).startswith("quick brown fox jumps\n\nsecond")
    phone.touch(x, y, True)
    phone.touch(x, y, False)
    assert selected(field) in ("quick", "quick ")


def test_a_snapshot_keeps_the_grip(phone: Any, field: Any) -> None:
    _, px, _, py = handles(field())[1]
    phone.touch(px + 8, py + 10, True)
    kept = phone.snapshot()
    phone.touch(px + 120, py + 10, True)
    assert selected(field) != "quick"
    phone.restore(kept)
    assert selected(field) == "quick"
    phone.touch(px - 12, py + 10, True)
    assert 0 < len(selected(field)) < 5
