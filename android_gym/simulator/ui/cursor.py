"""Movements of the cursor by keys, as ArrowKeyMovementMethod defines them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from android_gym.simulator.ui.editable import Editable
    from android_gym.simulator.ui.text import TextLayout

__all__ = ["moved", "word_at"]

_FORWARD = ("DPAD_RIGHT", "DPAD_DOWN", "MOVE_END")
_PLAIN = (*_FORWARD, "DPAD_LEFT", "DPAD_UP", "MOVE_HOME")


def _word_end(text: str, at: int) -> int:
    """Return where the word ends that begins at an offset or after it."""
    while at < len(text) and not text[at].isalnum():
        at += 1
    while at < len(text) and text[at].isalnum():
        at += 1
    return at


def _word_start(text: str, at: int) -> int:
    """Return where the word begins that ends at an offset or before it."""
    while at and not text[at - 1].isalnum():
        at -= 1
    while at and text[at - 1].isalnum():
        at -= 1
    return at


def _line(field: Editable, at: int) -> tuple[int, int]:
    """Return start and end of the line that the cursor is in; the end is before its line break."""
    text, layout = field.text, _layout(field)
    if layout is None:
        end = text.find("\n", at)
        return text.rfind("\n", 0, at) + 1, len(text) if end < 0 else end
    line = layout.line_of(at)
    wrapped = line.end < len(text) and text[line.end] != "\n"
    return line.start, line.end - 1 if wrapped else line.end


def _layout(field: Editable) -> TextLayout | None:
    """Return the layout of a field's text; None if it has none, as a field of a web page."""
    return field.text_layout if field.text else None


def _vertical(field: Editable, at: int, way: int) -> int:
    """Return the offset above or below; the start or the end of the text if there is no line."""
    layout = _layout(field)
    if layout is not None:
        x, top, bottom = layout.caret(at)
        if way < 0 < top:
            return layout.offset_at(x, top - 1)
        if way > 0 and bottom < layout.lines[-1].bottom:
            return layout.offset_at(x, bottom)
    elif field.multi_line:
        start, end = _line(field, at)
        if way < 0 < start:
            before, last = _line(field, start - 1)
            return min(last, before + at - start)
        if way > 0 and end < len(field.text):
            after, last = _line(field, end + 1)
            return min(last, after + at - start)
    return 0 if way < 0 else len(field.text)


def moved(field: Editable, key: str, *, shift: bool, control: bool) -> int | None:
    """Return where a key moves the cursor.

    Args:
        field: The field.
        key: Name of the key.
        shift: Whether the selection is extended, instead of a cursor being moved.
        control: Whether the control key is held.

    Returns:
        The offset; None if the key moves nothing, such as "up" at the start of the text.
    """
    text, (start, end) = field.text, field.selection
    if key not in _PLAIN:
        return None
    if start != end and not shift and not control and key.startswith("DPAD"):
        return (max if key in _FORWARD else min)(start, end)
    if control:
        jumps = {
            "DPAD_LEFT": _word_start(text, end),
            "DPAD_RIGHT": _word_end(text, end),
            "MOVE_HOME": 0,
            "MOVE_END": len(text),
        }
        return jumps.get(key)
    match key:
        case "DPAD_LEFT":
            return max(0, end - 1)
        case "DPAD_RIGHT":
            return min(len(text), end + 1)
        case "MOVE_HOME":
            return _line(field, end)[0]
        case "MOVE_END":
            return _line(field, end)[1]
    to = _vertical(field, end, -1 if key == "DPAD_UP" else 1)
    return None if to == end else to


def word_at(field: Editable, *, forward: bool) -> tuple[int, int]:
    """Return start and end of the rest of the word after the cursor, or of the part before it."""
    text, at = field.text, field.selection[1]
    return (at, _word_end(text, at)) if forward else (_word_start(text, at), at)
