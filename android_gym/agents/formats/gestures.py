"""Gestures and keys that formats name by a direction or a word."""

from __future__ import annotations

from typing import Final, Literal

from android_gym.agents.formats.coordinates import Size
from android_gym.checks import shown
from android_gym.errors import ReplyError
from android_gym.events import Key, KeyCombination, Swipe

__all__ = [
    "BUTTONS",
    "DIRECTIONS",
    "OPPOSITE",
    "button_of",
    "finger_direction",
    "key_of",
    "key_text",
    "scroll",
]

DIRECTIONS: Final = ("up", "down", "left", "right")

OPPOSITE: Final = {"up": "down", "down": "up", "left": "right", "right": "left"}
"""The finger's direction for the content's, and vice versa."""

_SHARE = 0.4  # share of the screen that a scroll without a length moves
_MARGIN = 0.1  # share of the screen at either end: bars, and gestures of the edge
_SWIPE_MS = 500

BUTTONS: Final = {
    "back": "KEYCODE_BACK",
    "home": "KEYCODE_HOME",
    "menu": "KEYCODE_APP_SWITCH",
    "recent": "KEYCODE_APP_SWITCH",
    "enter": "KEYCODE_ENTER",
}
"""Buttons that formats name, and their keys."""


def button_of(key: Key) -> str | None:
    """Return the name of a key in `BUTTONS`, the first if there are two; None if there is none."""
    wanted = str(key.code).upper().removeprefix("KEYCODE_")
    for name, code in BUTTONS.items():
        if code.removeprefix("KEYCODE_") == wanted:
            return name
    return None


def scroll(
    direction: str, size: Size, at: tuple[int, int] | None = None, length: int | None = None
) -> Swipe:
    """Return the swipe that shows what lies in a direction; the finger moves the opposite way.

    It starts at the given place if it ends clear of the screen's edges; otherwise it starts further
    back.

    Args:
        direction: Direction of the content: ``"down"`` shows what is below.
        size: (width, height) of the screen in pixels.
        at: Where the finger begins; the middle by default.
        length: Pixels that it moves; two fifths of the screen by default, four fifths at most.
    """
    upright = direction in ("up", "down")
    x, y = at or (size[0] // 2, size[1] // 2)
    extent, start = (size[1], y) if upright else (size[0], x)
    margin = round(extent * _MARGIN)
    moved = min(length or round(extent * _SHARE), extent - 2 * margin)
    sign = -1 if direction in ("down", "right") else 1
    end = max(margin, min(start + sign * moved, extent - 1 - margin))
    start = max(0, min(end - sign * moved, extent - 1))
    if upright:
        return Swipe(x, start, x, end, _SWIPE_MS)
    return Swipe(start, y, end, y, _SWIPE_MS)


def finger_direction(swipe: Swipe) -> Literal["up", "down", "left", "right"]:
    """Return the main direction of a swipe's finger."""
    across, down = swipe.to_x - swipe.x, swipe.to_y - swipe.y
    if abs(across) > abs(down):
        return "right" if across > 0 else "left"
    return "down" if down > 0 else "up"


_KEYS: Final = {
    "return": "ENTER", "enter": "ENTER", "backspace": "DEL", "delete": "FORWARD_DEL",
    "tab": "TAB", "escape": "ESCAPE", "esc": "ESCAPE", "space": "SPACE", "up": "DPAD_UP",
    "down": "DPAD_DOWN", "left": "DPAD_LEFT", "right": "DPAD_RIGHT", "arrowup": "DPAD_UP",
    "arrowdown": "DPAD_DOWN", "arrowleft": "DPAD_LEFT", "arrowright": "DPAD_RIGHT",
    "home": "MOVE_HOME", "end": "MOVE_END", "page_up": "PAGE_UP", "page_down": "PAGE_DOWN",
    "pageup": "PAGE_UP", "pagedown": "PAGE_DOWN", "back": "BACK", "browserback": "BACK",
}  # fmt: skip
"""Android's keys by the names of a computer's keys, in lower case."""

_HELD: Final = {"ctrl": 113, "control": 113, "shift": 59, "alt": 57, "meta": 117, "cmd": 117}
_CODES: Final = {
    **{chr(97 + i): 29 + i for i in range(26)},
    **{str(i): 7 + i for i in range(10)},
    "enter": 66, "return": 66, "backspace": 67, "delete": 112, "tab": 61, "space": 62,
    "escape": 111, "esc": 111, "up": 19, "down": 20, "left": 21, "right": 22, "home": 122,
    "end": 123, "page_up": 92, "page_down": 93,
}  # fmt: skip
_HELD_NAMES: Final = {113: "ctrl", 59: "shift", 57: "alt", 117: "meta"}


def key_of(text: str) -> Key | KeyCombination:
    """Return the key for a computer's key name, such as ``"Return"`` or ``"ctrl+a"``.

    Raises:
        ReplyError: If there is no such key.
    """
    names = [part.strip().lower() for part in text.split("+")][:4]
    if len(names) == 1:
        if names[0] in _KEYS:
            return Key(f"KEYCODE_{_KEYS[names[0]]}")
        if names[0] in _CODES:
            return Key(_CODES[names[0]])
    elif all(name in _HELD for name in names[:-1]) and names[-1] in _CODES:
        return KeyCombination((*(_HELD[name] for name in names[:-1]), _CODES[names[-1]]))
    raise ReplyError(
        f"There is no key {shown(text)}; there are {sorted(_KEYS)}, letters, digits, and "
        "these with ctrl, shift, alt or meta, such as ctrl+a."
    )


def key_text(event: Key | KeyCombination) -> str | None:
    """Return the name that `key_of` reads as this key; None if there is none."""
    if isinstance(event, Key):
        wanted = str(event.code).upper().removeprefix("KEYCODE_")
        names = [name for name, code in _KEYS.items() if code == wanted]
        names += [name for name, code in _CODES.items() if str(code) == wanted and len(name) == 1]
        return names[0] if names else None
    held = [_HELD_NAMES.get(code) for code in event.codes[:-1]]
    last = [name for name, code in _CODES.items() if code == event.codes[-1]]
    if not held or not last or None in held:
        return None
    return "+".join([*(name for name in held if name), last[0]])
