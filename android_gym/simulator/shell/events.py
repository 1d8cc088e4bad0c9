"""The commands `getevent` and `sendevent`, for events of the kernel's input devices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from android_gym.simulator.shell.command import Invocation, command, options
from android_gym.simulator.system.input_devices import DEVICES, InputDevice, InputEvent

_TYPES: Final = {0: "EV_SYN", 1: "EV_KEY", 2: "EV_REL", 3: "EV_ABS", 4: "EV_MSC"}
_SYN: Final = {0: "SYN_REPORT", 1: "SYN_CONFIG", 2: "SYN_MT_REPORT", 3: "SYN_DROPPED"}
_ABS: Final = {
    0x2F: "ABS_MT_SLOT", 0x30: "ABS_MT_TOUCH_MAJOR", 0x31: "ABS_MT_TOUCH_MINOR",
    0x34: "ABS_MT_ORIENTATION", 0x35: "ABS_MT_POSITION_X", 0x36: "ABS_MT_POSITION_Y",
    0x37: "ABS_MT_TOOL_TYPE", 0x39: "ABS_MT_TRACKING_ID", 0x3A: "ABS_MT_PRESSURE",
}  # fmt: skip
_KEYS: Final = {
    1: "ESC", 12: "MINUS", 13: "EQUAL", 14: "BACKSPACE", 15: "TAB", 28: "ENTER", 29: "LEFTCTRL",
    42: "LEFTSHIFT", 54: "RIGHTSHIFT", 56: "LEFTALT", 57: "SPACE", 58: "CAPSLOCK", 102: "HOME",
    103: "UP", 105: "LEFT", 106: "RIGHT", 107: "END", 108: "DOWN", 111: "DELETE",
    113: "MUTE", 114: "VOLUMEDOWN", 115: "VOLUMEUP", 116: "POWER", 139: "MENU", 158: "BACK",
    172: "HOMEPAGE", 217: "SEARCH", 330: "BTN_TOUCH",
}  # fmt: skip
_ROWS: Final = ((2, "1234567890"), (16, "QWERTYUIOP"), (30, "ASDFGHJKL"), (44, "ZXCVBNM"))
_VALUES: Final = {0: "UP", 1: "DOWN", 2: "REPEAT"}
_USAGE: Final = """Usage: getevent [-t] [-n] [-s switchmask] [-S] [-v [mask]] [-d] [-p] [-i] [-l] [-q] [-c count] [-r] [device]
    -t: show time stamps
    -n: don't print newlines
    -s: print switch states for given bits
    -S: print all switch states
    -v: verbosity mask (errs=1, dev=2, name=4, info=8, vers=16, pos. events=32, props=64)
    -d: show HID descriptor, if available
    -p: show possible events (errs, dev, name, pos. events)
    -i: show all device info and possible events
    -l: label event types and names in plain text
    -q: quiet (clear verbosity mask)
    -c: print given number of events then exit
    -r: print rate events are received
"""  # noqa: E501 - Android's words


@command("getevent", cost=500)
def run_getevent(io: Invocation) -> int:
    """List input devices, or print their events as they occur."""
    if "-h" in io.args:
        io.err(_USAGE)
        return 1
    found = options(io, "tnSvdpilqrc:s:", maximum=1)
    labels = "l" in found
    path = found.args[0] if found.args else ""
    devices = [device for device in DEVICES if path in ("", device.path)]
    if not devices:
        io.err(f"could not open {path}, No such file or directory\n")
        return 1
    possible = "p" in found or "i" in found
    if possible or (not path and "q" not in found):
        numbered = reversed(list(enumerate(devices, 1))) if len(devices) > 1 else [(1, devices[0])]
        for number, device in numbered:
            io.out(f"add device {number}: {device.path}\n  name:     {_quoted(device.name)}\n")
            if possible:
                io.out(_possible(device, labels))
    if possible:
        return 0
    left = io.integer(found["c"], 1) if "c" in found else None
    for device, event in io.follow(io.system.input_devices.listen):
        if device not in devices:
            continue
        stamp = _stamp(io) if "t" in found else ""
        where = "" if path else f"{device.path}: "
        io.out(stamp + where + _line(event, labels) + ("" if "n" in found else "\n"))
        if left is not None:
            left -= 1
            if not left:
                break
    return 0


def _quoted(text: str) -> str:
    return f'"{text}"'


def _stamp(io: Invocation) -> str:
    seconds, ms = divmod(io.system.clock.elapsed_ms(), 1000)
    return f"[{seconds:8d}.{ms * 1000:06d}] "


def _line(event: InputEvent, labels: bool) -> str:
    if not labels:
        return f"{event.kind:04x} {event.code:04x} {event.value:08x}"
    kind = _TYPES.get(event.kind, f"{event.kind:04x}")
    code = _code_name(event.kind, event.code) or f"{event.code:04x}"
    value = f"{event.value:08x}"
    if event.kind == 1:
        value = _VALUES.get(event.value, value)
    return f"{kind:<12} {code:<20} {value:<20}"


def _code_name(kind: int, code: int) -> str | None:
    if kind == 0:
        return _SYN.get(code)
    if kind == 3:
        return _ABS.get(code)
    if kind != 1:
        return None
    name = _KEYS.get(code) or _letter(code)
    return name if name is None or name.startswith("BTN_") else f"KEY_{name}"


def _letter(code: int) -> str | None:
    for start, letters in _ROWS:
        if start <= code < start + len(letters):
            return letters[code - start]
    return None


def _possible(device: InputDevice, labels: bool) -> str:
    """Format the events that a device supports."""
    out = ["  events:\n"]
    out += _keys(device.keys, labels) if device.keys else []
    for number, (code, largest) in enumerate(device.axes):
        name = _code_name(3, code) if labels else None
        shown = f" {name:.20} {'':{20 - len(name)}}" if name else f" {code:04x} "
        head = "    ABS (0003):" if not number else "               "
        out.append(f"{head}{shown} : value 0, min 0, max {largest}, fuzz 0, flat 0, resolution 0\n")
    out.append("  input props:\n")
    out.append("    INPUT_PROP_DIRECT\n" if device.direct else "    <none>\n")
    return "".join(out)


def _keys(codes: tuple[int, ...], labels: bool) -> Iterator[str]:
    per_line = 4 if labels else 8
    for start in range(0, len(codes), per_line):
        head = "    KEY (0001):" if not start else "               "
        cells = ""
        for code in codes[start : start + per_line]:
            name = _code_name(1, code) if labels else None
            cells += f" {name:.20} {'':{20 - len(name)}}" if name else f" {code:04x} "
        yield head + cells + "\n"


@command("sendevent", cost=500)
def run_sendevent(io: Invocation) -> int:
    """Write an event to an input device: type, code and value."""
    if len(io.args) != 4:
        io.err(f"use: {io.name} device type code value\n")
        return 1
    path, *words = io.args
    device = next((device for device in DEVICES if device.path == io.path(path)), None)
    if device is None:
        raise io.fail(f"{path}: No such file or directory")
    kind, code = (io.integer(word, 0, 0xFFFF) for word in words[:2])
    value = io.integer(words[2], -(1 << 31), (1 << 32) - 1)
    io.system.input_devices.write(device, InputEvent(kind, code, value & 0xFFFFFFFF))
    return 0
