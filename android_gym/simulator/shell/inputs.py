"""The command `input`, which injects taps, gestures, keys and text, as on Android 13."""

from __future__ import annotations

from collections.abc import Callable

from android_gym.simulator.shell.command import Arguments, Invocation, JavaError, command
from android_gym.simulator.system.keycodes import keycode

LONG_PRESS_MS = 500
"""Duration of the press in ``keyevent --longpress`` and ``draganddrop``."""

_WORK_OF_KEY = 3_000
"""Units of work charged per key in a text field, as its screen is rebuilt."""

_SOURCES = frozenset(
    "keyboard dpad gamepad touchscreen mouse stylus trackball touchpad touchnavigation joystick "
    "rotaryencoder".split()
)
_DOUBLE_TAP_MS = 40
_DRAG_STEP_MS = 16
_HELP = """Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]

The sources are: 
      rotaryencoder
      touchnavigation
      touchpad
      joystick
      dpad
      keyboard
      mouse
      gamepad
      stylus
      trackball
      touchscreen

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
"""  # noqa: W291 - the blank is Android's


@command("input", cost=1_000)
def run(io: Invocation) -> int:
    """Inject an event."""
    args = Arguments(io.args)
    verb = args.next()
    if verb in _SOURCES:
        verb = args.required(str(verb))
    if verb == "-d":
        args.required("-d")
        verb = args.required("-d")
    function = _VERBS.get(verb or "")
    if function is None:
        io.out(_HELP if verb in (None, "help", "-h") else f"Unknown command: {verb}\n")
        return 0
    try:
        function(io, args)
    except ValueError:
        message = f"Error: Invalid arguments for command: {verb}"
        raise JavaError("java.lang.IllegalArgumentException", message) from None
    return 0


def _point(args: Arguments, verb: str) -> tuple[float, float]:
    x, y = number(args.required(verb)), number(args.required(verb))
    return x, y


def number(text: str) -> float:
    """Return a coordinate in pixels.

    Raises:
        ValueError: If it is no number, or none that a screen could have.
    """
    value = float(text)
    if value != value or abs(value) > 1e9:
        raise ValueError(text)
    return value


def _duration(args: Arguments, default: int) -> int:
    word = args.next()
    if word is None:
        return default
    value = int(word)
    if not -1 <= value <= 3_600_000:
        raise ValueError(word)
    return value if value >= 0 else default


def _tap(io: Invocation, args: Arguments) -> None:
    io.phone.tap(*_point(args, "tap"))


def _swipe(io: Invocation, args: Arguments) -> None:
    start, end = _point(args, "swipe"), _point(args, "swipe")
    io.phone.swipe(*start, *end, _duration(args, 300))


def _drag_and_drop(io: Invocation, args: Arguments) -> None:
    (x1, y1), (x2, y2) = _point(args, "draganddrop"), _point(args, "draganddrop")
    duration = _duration(args, 300)
    io.phone.touch(x1, y1, True)
    io.phone.advance(LONG_PRESS_MS)
    steps = max(1, min(100, duration // _DRAG_STEP_MS))
    passed = 0
    for step in range(1, steps + 1):
        until = duration * step // steps
        io.phone.advance(until - passed)
        passed = until
        part = step / steps
        io.phone.touch(x1 + (x2 - x1) * part, y1 + (y2 - y1) * part, True)
    io.phone.touch(x2, y2, False)


def _text(io: Invocation, args: Arguments) -> None:
    text = args.required("text").replace("%s", " ")
    if any(not " " <= char <= "~" and char not in "\n\t" for char in text):
        # The virtual keyboard has no key for this character.
        raise JavaError("java.lang.NullPointerException", "Attempt to get length of null array")
    io.phone.type_text(text)


def _code(text: str) -> int:
    code = keycode(text)
    return 0 if code is None else code


def _keyevent(io: Invocation, args: Arguments) -> None:
    long = double = False
    word = args.required("keyevent")
    while word in ("--longpress", "--doubletap", "--async"):
        long |= word == "--longpress"
        double |= word == "--doubletap"
        word = args.required(word)
    for text in [word, *args.rest()]:
        code = _code(text)
        io.spend(_WORK_OF_KEY)
        if double:
            io.phone.press_key(code)
            io.phone.advance(_DOUBLE_TAP_MS)
        if long:
            io.phone.keys.down(code)
            io.phone.advance(LONG_PRESS_MS)
            io.phone.keys.repeat(code)
            io.phone.keys.up(code)
        else:
            io.phone.press_key(code)


def _combination(io: Invocation, args: Arguments) -> None:
    hold = 0
    word = args.required("keycombination")
    if word == "-t":
        hold = int(args.required("-t"))
        word = args.required("-t")
    codes = [_code(text) for text in (word, *args.rest())]
    if len(codes) < 2:
        raise JavaError(
            "java.lang.IllegalArgumentException",
            "keycombination requires at least 2 keycodes",
        )
    for code in codes:
        io.phone.keys.down(code)
    if 0 < hold <= 3_600_000:
        io.phone.advance(hold)
    for code in codes:
        io.phone.keys.up(code)


def _press(io: Invocation, args: Arguments) -> None:
    io.phone.press_key(23)


def _roll(io: Invocation, args: Arguments) -> None:
    _point(args, "roll")


def _motion(io: Invocation, args: Arguments) -> None:
    action = args.required("motionevent").upper()
    x, y = _point(args, "motionevent")
    if action not in ("DOWN", "UP", "MOVE", "CANCEL"):
        raise JavaError("java.lang.IllegalArgumentException", f"Unknown action: {action}")
    io.phone.touch(x, y, action in ("DOWN", "MOVE"))


_VERBS: dict[str, Callable[[Invocation, Arguments], None]] = {
    "tap": _tap,
    "swipe": _swipe,
    "draganddrop": _drag_and_drop,
    "text": _text,
    "keyevent": _keyevent,
    "keycombination": _combination,
    "press": _press,
    "roll": _roll,
    "motionevent": _motion,
}
