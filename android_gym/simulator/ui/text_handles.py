"""The handles at both ends of a selection, and how a finger drags them.

Follows Android's ``Editor.SelectionHandleView``: a handle moves by words while the selection grows,
and by characters while it shrinks or inside a word; it never passes the other handle, and at least
one character stays selected.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from android_gym.simulator.ui.editable import TextField

__all__ = ["HANDLE_DP", "Grip", "drag", "grip_at", "handles"]

HANDLE_DP: Final = 22
"""Width and height of a handle as drawn, in dp."""

_TOUCH_DP: Final = 40
"""Width and height of a handle's touch target, in dp (Android's text_handle_min_size)."""


class Grip(NamedTuple):
    """A finger's hold on a selection.

    Attributes:
        end: "start" or "end" for a handle; "word" for a long press that is dragged on.
        dx: Horizontal distance from the finger to the held character, in px.
        dy: Vertical distance, downwards.
        ahead: How far the handle has snapped ahead of the finger to a word's end, on its line.
        word: The word selected by the long press.
    """

    end: str
    dx: float = 0.0
    dy: float = 0.0
    ahead: float = 0.0
    word: tuple[int, int] = (0, 0)


def handles(field: TextField) -> list[tuple[str, float, float, float]]:
    """Return ("start" or "end", x, top and bottom of the caret) of visible handles, in px."""
    layout = field.text_layout
    start, end = sorted(field.selection)
    if start == end or layout is None or not field.text or not field.touched:
        return []
    x, y = field.text_origin()
    left, top, right, bottom = field.bounds
    room = field.ui.px(HANDLE_DP / 2)
    found: list[tuple[str, float, float, float]] = []
    for name, offset in (("start", start), ("end", end)):
        at, upper, lower = layout.caret(offset)
        if left - room <= x + at <= right + room and top <= y + lower <= bottom + room:
            found.append((name, x + at, y + upper, y + lower))
    return found


def grip_at(field: TextField, x: float, y: float) -> Grip | None:
    """Return the handle at a point of the screen, the nearer of two; None if there is none."""
    size = field.ui.px(_TOUCH_DP)
    found: list[tuple[float, Grip]] = []
    for name, at, top, bottom in handles(field):
        # A handle marks a point at a quarter of its width from its inner edge.
        left = at - size * (3 if name == "start" else 1) / 4
        if left <= x < left + size and bottom <= y < bottom + size:
            grip = Grip(name, at - x, (top + bottom) / 2 - y)
            found.append((abs(left + size / 2 - x), grip))
    return min(found)[1] if found else None


def drag(field: TextField, grip: Grip, x: float, y: float) -> Grip:
    """Change the selection of a field as a finger drags it to a point of the screen.

    Returns:
        The grip to continue with.
    """
    start, end = sorted(field.selection)
    if grip.end == "word":
        first, last = field.word_at(field.offset_at(x, y))
        field.select(min(grip.word[0], first), max(grip.word[1], last))
        return grip
    forward = grip.end == "end"
    held = end if forward else start
    x, y = x + grip.dx, y + grip.dy
    same_line = _same_line(field, field.offset_at(x, y), held)
    if not same_line:
        grip = grip._replace(ahead=0.0)
    offset = field.offset_at(x + grip.ahead, y)
    grows = offset > held if forward else offset < held
    if grows and not (same_line and _inside_word(field.text, held)):
        first, last = field.word_at(offset if forward else max(0, offset - 1))
        middle = (first + last) / 2
        if not same_line or (offset >= middle if forward else offset <= middle):
            snapped = last if forward else first
            grip = grip._replace(ahead=grip.ahead + _x_of(field, snapped) - _x_of(field, offset))
            offset = snapped
        else:
            offset = held
    if forward:
        field.select(start, max(offset, start + 1))
    else:
        field.select(min(offset, end - 1), end)
    return grip


def _inside_word(text: str, offset: int) -> bool:
    return 0 < offset < len(text) and text[offset - 1].isalnum() and text[offset].isalnum()


def _same_line(field: TextField, one: int, other: int) -> bool:
    layout = field.text_layout
    assert layout is not None
    return layout.caret(one)[1] == layout.caret(other)[1]


def _x_of(field: TextField, offset: int) -> float:
    layout = field.text_layout
    assert layout is not None
    return layout.caret(offset)[0]
