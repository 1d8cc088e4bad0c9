"""Key events in the form that the DevTools protocol takes."""

from __future__ import annotations

from typing import Final

from android_gym.simulator.web.cdp import Message

__all__ = ["key_events"]

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
}
"""Key code, code name and text of keys, by name in ``KeyboardEvent.key``."""


def key_events(key: str) -> tuple[Message, Message]:
    """Return the parameters of ``Input.dispatchKeyEvent`` for a key going down and up.

    Args:
        key: A character, or a name of ``KeyboardEvent.key``.
    """
    code, name, text = _KEYS.get(key, (0, "", key if len(key) == 1 else ""))
    common: Message = {"key": key, "code": name, "windowsVirtualKeyCode": code}
    down: Message = {**common, "type": "keyDown" if text else "rawKeyDown"}
    if text:
        down["text"] = text
    return down, {**common, "type": "keyUp"}
