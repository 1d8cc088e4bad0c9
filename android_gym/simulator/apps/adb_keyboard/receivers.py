"""Broadcast receivers of the keyboards, which only react while their keyboard is in use."""

from __future__ import annotations

import base64
import binascii
import re
from itertools import islice
from typing import Final

from android_gym.simulator.system.intents import BroadcastResult, Intent
from android_gym.simulator.ui.activity import Context
from android_gym.simulator.ui.editable import Editable

__all__ = ["receive", "receive_encoded"]

RESULT_OK: Final = -1
RESULT_CANCELED: Final = 0

_ACTIONS: Final = {2: "go", 3: "search", 4: "send", 5: "next", 6: "done", 7: "previous"}
"""Names of ``EditorInfo.IME_ACTION_*`` by value."""

_META_SHIFT: Final = 0x1
_META_ALT: Final = 0x2
_META_CTRL: Final = 0x1000
_MOST_KEYS: Final = 500
"""Largest number of keys pressed for one broadcast, as the screen is rebuilt after each."""

_KEY_OF_META: Final = {_META_SHIFT: 59, _META_ALT: 57, _META_CTRL: 113}

_IGNORED: Final = BroadcastResult(RESULT_CANCELED)
_DONE: Final = BroadcastResult(RESULT_OK, "success")


def receive(context: Context, intent: Intent) -> BroadcastResult:
    """Handle a broadcast as ADBKeyBoard does, which reports no result."""
    if context.system.input_methods.current_package != context.package:
        return _IGNORED
    match intent.action:
        case "ADB_INPUT_TEXT":
            _input_text(context, intent)
        case "ADB_INPUT_B64":
            _commit(context, _decoded(intent.extra("msg")))
        case "ADB_INPUT_CHARS":
            _commit(context, _characters(intent.extra("chars")))
        case "ADB_INPUT_CODE" | "ADB_INPUT_KEYCODE":
            _press(context, intent.extra("code"))
        case "ADB_EDITOR_CODE":
            _editor_action(context, _whole(intent.extra("code")))
        case "ADB_CLEAR_TEXT":
            _clear(context)
    return _IGNORED


def receive_encoded(context: Context, intent: Intent) -> BroadcastResult:
    """Handle a broadcast as uiautomator2's keyboard does: base64 texts, and a result."""
    if context.system.input_methods.current_package != context.package:
        return _IGNORED
    if intent.action == "ADB_KEYBOARD_HIDE":
        context.windows.hide_keyboard()
        return _DONE
    if intent.action == "ADB_KEYBOARD_GET_CLIPBOARD":
        text = context.system.clipboard.text
        return BroadcastResult(
            RESULT_OK, base64.b64encode(text.encode("utf-8", "replace")).decode()
        )
    field = context.windows.focused_field()
    if field is None:
        return BroadcastResult(RESULT_CANCELED, "no field has the focus")
    return _edit(context, field, intent)


def _edit(context: Context, field: Editable, intent: Intent) -> BroadcastResult:
    match intent.action:
        case "ADB_KEYBOARD_INPUT_TEXT" | "ADB_KEYBOARD_SET_TEXT":
            text = _decoded(intent.extra("text"))
            if text is None:
                return BroadcastResult(RESULT_CANCELED, "text is no base64 of UTF-8")
            if intent.action == "ADB_KEYBOARD_SET_TEXT":
                _clear(context)
            _commit(context, text)
        case "ADB_KEYBOARD_CLEAR_TEXT":
            _clear(context)
        case "ADB_KEYBOARD_INPUT_KEYCODE":
            _press(context, intent.extra("code"))
        case "ADB_KEYBOARD_EDITOR_CODE":
            _editor_action(context, _whole(intent.extra("code")))
        case "ADB_KEYBOARD_SMART_ENTER" if field.multi_line:
            _commit(context, "\n")
        case "ADB_KEYBOARD_SMART_ENTER":
            context.windows.input_method.editor_action()
    return _DONE


def _input_text(context: Context, intent: Intent) -> None:
    """Type a text, or press keys: ``mcode`` holds pairs of meta state and key code."""
    text = intent.extra("msg")
    if text is not None:
        _commit(context, str(text))
    words = re.findall("[0-9]{1,9}", str(intent.extra("mcode") or ""))
    pairs = zip(words[::2], words[1::2], strict=False)
    for meta, code in islice(pairs, _MOST_KEYS):
        held = [key for bit, key in _KEY_OF_META.items() if int(meta) & bit]
        for key in held:
            context.windows.keys.down(key)
        context.windows.keys.press(int(code))
        for key in reversed(held):
            context.windows.keys.up(key)


def _commit(context: Context, text: str | None) -> None:
    """Type a text into the focused field, if there are both."""
    if text:
        context.windows.edit_field(lambda field: field.insert(text))


def _clear(context: Context) -> None:
    context.windows.edit_field(lambda field: field.clear())


def _press(context: Context, value: object) -> None:
    code = _whole(value)
    if code is not None:
        context.windows.keys.press(code)


def _editor_action(context: Context, code: int | None) -> None:
    """Perform an editor action: the field's own, or the default one."""
    field, name = context.windows.focused_field(), _ACTIONS.get(code or 0)
    if field is None or name is None:
        return
    method = context.windows.input_method
    if name == field.ime_action:
        method.editor_action()
    elif name in ("next", "previous"):
        method.focus_next(1 if name == "next" else -1)
    elif name == "done":
        method.hide_keyboard()


def _whole(value: object) -> int | None:
    """Return a number given as a number or as text; None for anything else."""
    text = str(value)
    return int(text) if re.fullmatch("[0-9]{1,9}", text) else None


def _characters(value: object) -> str | None:
    """Return the text of code points; None if one of them is no character."""
    if not isinstance(value, tuple | list):
        return None
    codes = [code for code in value if isinstance(code, int)]
    if len(codes) < len(value) or not all(0 < code <= 0x10FFFF for code in codes):
        return None
    text = "".join(map(chr, codes))
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")  # join surrogates


def _decoded(value: object) -> str | None:
    """Return a text decoded from base64; None if it is invalid."""
    try:
        return base64.b64decode("".join(str(value).split()), validate=True).decode()
    except (binascii.Error, ValueError):
        return None
