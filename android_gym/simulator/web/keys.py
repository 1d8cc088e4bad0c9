"""Key events in the form that the DevTools protocol takes."""

from __future__ import annotations

from string import ascii_lowercase
from typing import Final

from android_gym.simulator.web.cdp import Message

__all__ = ["key_events"]

_CHARACTERS: Final = (
    (";:", 186, "Semicolon"),
    ("=+", 187, "Equal"),
    (",<", 188, "Comma"),
    ("-_", 189, "Minus"),
    (".>", 190, "Period"),
    ("/?", 191, "Slash"),
    ("`~", 192, "Backquote"),
    ("[{", 219, "BracketLeft"),
    ("\\|", 220, "Backslash"),
    ("]}", 221, "BracketRight"),
    ("'\"", 222, "Quote"),
    *(
        (f"{digit}{shifted}", 48 + digit, f"Digit{digit}")
        for digit, shifted in enumerate(")!@#$%^&*(")
    ),
    *(
        (letter + letter.upper(), ord(letter.upper()), f"Key{letter.upper()}")
        for letter in ascii_lowercase
    ),
)
"""Keys for characters on a US keyboard: without and with shift, key code, code name."""

_KEYS: Final = {
    "Enter": (13, "Enter", "\r"),
    "Tab": (9, "Tab", ""),
    "Backspace": (8, "Backspace", ""),
    "Delete": (46, "Delete", ""),
    "Escape": (27, "Escape", ""),
    "ArrowLeft": (37, "ArrowLeft", ""),
    "ArrowUp": (38, "ArrowUp", ""),
    "ArrowRight": (39, "ArrowRight", ""),
    "ArrowDown": (40, "ArrowDown", ""),
    "PageUp": (33, "PageUp", ""),
    "PageDown": (34, "PageDown", ""),
    "Home": (36, "Home", ""),
    "End": (35, "End", ""),
    " ": (32, "Space", " "),
    **{
        character: (code, name, character)
        for characters, code, name in _CHARACTERS
        for character in characters
    },
}
"""Key code, code name and text of keys, by name in ``KeyboardEvent.key``."""


_SHIFTED: Final = frozenset(characters[1] for characters, _, _ in _CHARACTERS)
_SHIFT: Final = 8
"""Bit of the shift key in ``Input.dispatchKeyEvent``."""


def key_events(key: str) -> tuple[Message, Message]:
    """Return the parameters of ``Input.dispatchKeyEvent`` for a key going down and up.

    Args:
        key: A character, or a name of ``KeyboardEvent.key``.
    """
    code, name, text = _KEYS.get(key, (0, "", key if len(key) == 1 else ""))
    common: Message = {"key": key, "code": name, "windowsVirtualKeyCode": code}
    if key in _SHIFTED:
        common["modifiers"] = _SHIFT
    down: Message = {**common, "type": "keyDown" if text else "rawKeyDown"}
    if text:
        down["text"] = text
    return down, {**common, "type": "keyUp"}
