"""``com.ysbing.yadb.Main``: YADB, a jar that agents push to type texts in any script.

Such as Midscene and UI-TARS's operator: ``app_process -Djava.class.path=/data/local/tmp/yadb
/data/local/tmp com.ysbing.yadb.Main -keyboard TEXT``. Like the original it always exits with 0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from android_gym.simulator.shell.command import Invocation
from android_gym.simulator.shell.inputs import number
from android_gym.simulator.ui.editable import Editable
from android_gym.simulator.wire.uiautomator.fingers import Fingers

__all__ = ["MAIN", "run_main"]

MAIN: Final = "com.ysbing.yadb.Main"
_SCREENSHOT: Final = "/data/local/tmp/yadb_screenshot.png"
_LAYOUT: Final = "/data/local/tmp/yadb_layout_dump.xml"
_TAP_MS: Final = 100
_MOST_MS: Final = 60_000
_STEP_MS: Final = 5


def run_main(io: Invocation, args: list[str]) -> int:
    """Run one of YADB's commands.

    Args:
        io: The command that runs it.
        args: The command, such as ``-keyboard``, and its arguments.
    """
    command = _COMMANDS.get(args[0]) if args else None
    if command is None:
        io.out("Invalid argument\n")
        return 0
    try:
        command(io, args[1:])
    except IndexError:
        missing = f"java.lang.ArrayIndexOutOfBoundsException: length={len(args)}; index={len(args)}"
        io.out(f"MainException: {missing}\n")
    except ValueError as error:
        io.out(f"MainException: java.lang.NumberFormatException: {error}\n")
    return 0


def _keyboard(io: Invocation, args: list[str]) -> None:
    r"""Append a text to the focused field; ``\n`` in it is a new line, ``\\n`` is not."""
    text = args[0].replace("\\\\n", "\0").replace("\\n", "\n").replace("\0", "\\n")

    def append(field: Editable) -> None:
        field.select(len(field.text), len(field.text))
        field.paste(text)

    io.phone.windows.edit_field(append)


def _clear(io: Invocation, args: list[str]) -> None:
    io.phone.windows.edit_field(lambda field: field.clear())


def _read_clipboard(io: Invocation, args: list[str]) -> None:
    io.out(f"{io.system.clipboard.text}\n")


def _write_clipboard(io: Invocation, args: list[str]) -> None:
    io.system.clipboard.set_text(args[0], "", "com.android.shell")  # an argument always fits


def _touch(io: Invocation, args: list[str]) -> None:
    x, y = _numbers(args, 2)
    io.phone.swipe(x, y, x, y, _duration(_number(args[2])) if len(args) > 2 else _TAP_MS)


def _swipe(io: Invocation, args: list[str]) -> None:
    x1, y1, x2, y2, duration = _numbers(args, 5)
    io.phone.swipe(x1, y1, x2, y2, _duration(duration))


def _pinch(io: Invocation, args: list[str]) -> None:
    """Move two fingers, side by side, from one distance to another."""
    x, y, start, end, duration = _numbers(args, 5)
    Fingers(io.phone).two(
        ((x - start / 2, y), (x + start / 2, y)),
        ((x - end / 2, y), (x + end / 2, y)),
        max(1, _duration(duration) // _STEP_MS),
    )


def _numbers(args: list[str], count: int) -> list[float]:
    return [_number(args[place]) for place in range(count)]


def _number(text: str) -> float:
    try:
        return number(text)
    except ValueError:
        raise ValueError(f'For input string: "{text}"') from None


def _duration(value: float) -> int:
    if not 0 <= value <= _MOST_MS:
        raise ValueError(f"{value:.0f} ms: at most {_MOST_MS} are supported here")
    return int(value)


def _screenshot(io: Invocation, args: list[str]) -> None:
    path = args[0] if args else _SCREENSHOT
    if io.run(["screencap", "-p", path]) == 0:
        io.out(f"screenshot success:{path}\n")


def _layout(io: Invocation, args: list[str]) -> None:
    path = args[0] if args else _LAYOUT
    if io.run(["uiautomator", "dump", path]) == 0:
        io.out(f"layout dumped to:{path}\n")


_COMMANDS: Final[dict[str, Callable[[Invocation, list[str]], None]]] = {
    "-keyboard": _keyboard,
    "-keyboardClear": _clear,
    "-layout": _layout,
    "-pinch": _pinch,
    "-readClipboard": _read_clipboard,
    "-screenshot": _screenshot,
    "-swipe": _swipe,
    "-touch": _touch,
    "-writeClipboard": _write_clipboard,
}
