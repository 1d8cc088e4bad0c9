"""`input`: taps, swipes, text and keys, as InputShellCommand of Android 13 takes them."""

from __future__ import annotations

import math

from android_gym.simulator.shell.command import Invocation, JavaError, command
from android_gym.simulator.system.keycodes import keycode

SOURCES = frozenset(
    "keyboard dpad gamepad touchscreen mouse stylus trackball touchpad touchnavigation joystick "
    "rotaryencoder".split()
)
SWIPE_MS = 300
LONG_PRESS_MS = 500
KEY_MS = 10
"""Time that one injected key takes."""

MOST_MS = 3_600_000
"""Longest gesture; a longer one is a mistake."""

_USAGE = """Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]

The sources are:
      touchnavigation
      touchscreen
      joystick
      stylus
      touchpad
      gamepad
      dpad
      mouse
      keyboard
      trackball
      rotaryencoder

-d: specify the display ID.
      (Default: -1 for key event, 0 for motion event if not specified.)
The commands and default sources are:
      text <string> (Default: touchscreen)
      keyevent [--longpress|--doubletap|--async] <key code number or name> ... (Default: keyboard)
      tap <x> <y> (Default: touchscreen)
      swipe <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      draganddrop <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      press (Default: trackball)
      roll <dx> <dy> (Default: trackball)
      motionevent <DOWN|UP|MOVE|CANCEL> <x> <y> (Default: touchscreen)
      keycombination [-t duration(ms)] <key code 1> <key code 2> ... (Default: keyboard)
"""


@command("input")
def run(io: Invocation) -> int:
    """Injects input events."""
    words = list(io.args)
    if words and words[0] in SOURCES:
        del words[0]
    if words[:1] == ["-d"]:
        del words[:2]
    if not words:
        io.out(_USAGE)
        return 255
    verb, *args = words
    if verb in ("help", "-h", "--help"):
        io.out(_USAGE)
        return 0
    function = _VERBS.get(verb)
    if function is None:
        io.err(f"Error: Unknown command: {verb}\n")
        io.out(_USAGE)
        return 255
    if not function(io, args):
        io.err(f"Error: Invalid arguments for command: {verb}\n")
        io.out(_USAGE)
        return 255
    return 0


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise JavaError("java.lang.NumberFormatException", f'For input string: "{text}"')
    return value


def _duration(args: list[str], at: int, default: int) -> int:
    if len(args) <= at:
        return default
    value = int(_number(args[at]))
    return default if value < 0 else min(value, MOST_MS)


def _tap(io: Invocation, args: list[str]) -> bool:
    if len(args) != 2:
        return False
    io.phone.tap(_number(args[0]), _number(args[1]))
    return True


def _swipe(io: Invocation, args: list[str]) -> bool:
    if not 4 <= len(args) <= 5:
        return False
    x1, y1, x2, y2 = (_number(word) for word in args[:4])
    io.phone.swipe(x1, y1, x2, y2, _duration(args, 4, SWIPE_MS))
    return True


def _drag_and_drop(io: Invocation, args: list[str]) -> bool:
    if not 4 <= len(args) <= 5:
        return False
    x1, y1, x2, y2 = (_number(word) for word in args[:4])
    phone = io.phone
    phone.touch(x1, y1, True)
    phone.advance(LONG_PRESS_MS + 1)
    phone.swipe(x1, y1, x2, y2, _duration(args, 4, SWIPE_MS))
    return True


def _text(io: Invocation, args: list[str]) -> bool:
    if len(args) != 1:
        return False
    io.phone.type_text(args[0].replace("%s", " "))
    return True


def _code(word: str) -> int:
    code = keycode(word)
    if code is None:
        raise JavaError("java.lang.IllegalArgumentException", f"Unknown keycode: {word}")
    return code


def _keyevent(io: Invocation, args: list[str]) -> bool:
    options = [word for word in args if word.startswith("--")]
    codes = [_code(word) for word in args if not word.startswith("--")]
    if not codes:
        return False
    phone = io.phone
    for code in codes:
        for _ in range(2 if "--doubletap" in options else 1):
            phone.keys.down(code)
            phone.advance(LONG_PRESS_MS if "--longpress" in options else KEY_MS)
            phone.keys.up(code)
    return True


def _keycombination(io: Invocation, args: list[str]) -> bool:
    held = KEY_MS
    if args[:1] == ["-t"]:
        held = _duration(args, 1, KEY_MS)
        args = args[2:]
    codes = [_code(word) for word in args]
    if len(codes) < 2:
        return False
    phone = io.phone
    for code in codes:
        phone.keys.down(code)
    phone.advance(held)
    for code in codes:
        phone.keys.up(code)
    return True


def _motionevent(io: Invocation, args: list[str]) -> bool:
    if len(args) not in (1, 3):
        return False
    action = args[0].upper()
    if action not in ("DOWN", "UP", "MOVE", "CANCEL"):
        return False
    if action == "CANCEL":
        io.phone.gestures.cancel()
        return True
    if len(args) != 3:
        return False
    io.phone.touch(_number(args[1]), _number(args[2]), action != "UP")
    return True


def _press(io: Invocation, args: list[str]) -> bool:
    """The trackball: presses what has the focus."""
    io.phone.press_key(_code("DPAD_CENTER"))
    return not args


def _roll(io: Invocation, args: list[str]) -> bool:
    """The trackball: nothing on this phone follows it."""
    return len(args) == 2 and all(math.isfinite(_number(word)) for word in args)


_VERBS = {
    "text": _text,
    "keyevent": _keyevent,
    "tap": _tap,
    "swipe": _swipe,
    "draganddrop": _drag_and_drop,
    "press": _press,
    "roll": _roll,
    "motionevent": _motionevent,
    "keycombination": _keycombination,
}
