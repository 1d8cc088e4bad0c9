"""Recordings of a device's answers and screens, and reports of how two recordings differ.

The built-in phone was written without an emulator at hand. This lets anyone who has one check it.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, TypedDict

from android_gym.checks import shown
from android_gym.devices.device import Device
from android_gym.devices.known import COMMANDS, SCREENS, apps
from android_gym.errors import DeviceError, OptionError
from android_gym.host_files import read_plain

__all__ = ["Recording", "differences", "load", "record", "report", "save"]


class Recording(TypedDict):
    """Recorded answers and screens of a device.

    Attributes:
        device: The device's fingerprint.
        commands: Output and exit code by command.
        screens: Lines about elements by name of screen.
    """

    device: str
    commands: dict[str, tuple[str, int]]
    screens: dict[str, list[str]]


_VOLATILE: Final = (
    (re.compile(r"\b\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d(\.\d+)?)?( [+-]\d{4})?"), "<time>"),
    (re.compile(r"\b[01]\d-[0-3]\d \d\d:\d\d:\d\d\.\d+"), "<time>"),
    (re.compile(r"\b[0-9a-f]{7,16}\b(?=[ }:@/])"), "<hash>"),
    (re.compile(r"(?<=[@{])[0-9a-f]{6,8}\b"), "<hash>"),
    (re.compile(r"\b(taskId|Task id #|id|pid|uid)([=: #]*)\d+"), r"\1\2<number>"),
    (re.compile(r"\bu0_a\d+"), "u0_a<number>"),
    (re.compile(r"\b[012]?\d:[0-5]\d( ?[AP]M)?\b"), "<time>"),
)
"""Patterns of text that differs between any two phones or moments."""

_BOX: Final = re.compile(r"\[\d+,\d+\]\[\d+,\d+\]$")


def record(device: Device, tell: Callable[[str], object] = lambda line: None) -> Recording:
    """Run all known commands and open all known screens.

    Args:
        device: The device; it is left on its home screen.
        tell: Called with each command and screen.
    """
    commands: dict[str, tuple[str, int]] = {}
    for command in COMMANDS:
        tell(command)
        commands[command] = _try(device, command)
    installed = set(device.shell("pm list packages").split())
    screens: dict[str, list[str]] = {}
    opening = dict(SCREENS)
    for package in apps():
        if f"package:{package}" in installed:
            opening[package] = f"monkey -p {package} -c android.intent.category.LAUNCHER 1"
    for name, command in opening.items():
        tell(name)
        _, code = _try(device, f"{command}; sleep 2")
        lines = [_line(element) for element in device.ui_elements()]
        screens[name] = lines if code == 0 else [f"exit code {code}", *lines]
        _try(device, "cmd statusbar collapse; input keyevent KEYCODE_HOME")
    fingerprint = device.shell("getprop ro.build.fingerprint").strip()
    return Recording(device=fingerprint, commands=commands, screens=screens)


def _try(device: Device, command: str) -> tuple[str, int]:
    """Run a command; if adb itself fails, its exit code is -1, and the recording continues."""
    try:
        return device.run(command)
    except DeviceError as error:
        return str(error), -1


def _line(element: Any) -> str:
    """Return an element as a line: its texts, flags and bounds."""
    said = [
        f"{name}={value!r}"
        for name, value in (
            ("text", element.text),
            ("description", element.content_description),
            ("hint", element.hint_text),
            ("id", element.resource_name),
        )
        if value
    ]
    flags = [
        name
        for name in ("clickable", "long_clickable", "editable", "scrollable", "checkable",
                     "checked", "selected")
        if getattr(element, f"is_{name}")
    ]  # fmt: skip
    if element.is_enabled is False:
        flags.append("disabled")
    box = element.bbox_pixels
    place = "" if box is None else f"[{box.x_min},{box.y_min}][{box.x_max},{box.y_max}]"
    kind = (element.class_name or "").rpartition(".")[2]
    return " ".join([kind, *said, *flags, place])


def differences(first: Recording, second: Recording) -> Iterator[tuple[str, list[str]]]:
    """Compare two recordings.

    Yields:
        The name of what differs, and lines of a unified diff, ``-`` for the first, ``+`` for the
        second. Times, hashes and numbers that differ between any two phones don't count.
    """
    for command in first["commands"].keys() | second["commands"].keys():
        if command not in COMMANDS:
            raise OptionError(f"The recordings are of different versions: {command!r}.")
    for command in COMMANDS:
        if command in first["commands"] and command in second["commands"]:
            pair = [_answer(*r["commands"][command]) for r in (first, second)]
            yield from _diff(f"$ {command}", *pair)
    for name in sorted(first["screens"].keys() | second["screens"].keys()):
        before, after = (r["screens"].get(name) for r in (first, second))
        if before is None or after is None:
            yield f"screen: {name}", [f"{'+' if before is None else '-'}is there"]
        else:
            yield from _diff(f"screen: {name}", list(map(_plain, before)), list(map(_plain, after)))


def _answer(output: str, code: int) -> list[str]:
    return [*map(_plain, output.splitlines()), f"exit code {code}"]


def _plain(line: str) -> str:
    for pattern, name in _VOLATILE:
        line = pattern.sub(name, line)
    if "<time>" in line:  # the width of a time differs too
        line = _BOX.sub("<place>", line)
    return line.rstrip()


def _diff(title: str, before: list[str], after: list[str]) -> Iterator[tuple[str, list[str]]]:
    if before != after:
        lines = list(difflib.unified_diff(before, after, lineterm="", n=1))[2:]
        yield title, lines


_MOST_BYTES: Final = 64 << 20
"""Largest recording that is read; one of every command and screen has a few MB."""


def save(recording: Recording, path: Path) -> None:
    """Write a recording as JSON."""
    path.write_text(json.dumps(recording, indent=1, ensure_ascii=False), encoding="utf-8")


def load(path: Path) -> Recording:
    """Read a recording that `save` wrote.

    Raises:
        OptionError: If it is something else.
    """
    try:
        data = json.loads(read_plain(path, _MOST_BYTES).decode())
    except (OSError, ValueError, RecursionError) as error:
        raise _refused(path, str(error)) from error
    match data:
        case {"device": str(device), "commands": dict(answers), "screens": dict(seen), **more}:
            if more:
                raise _refused(path, f"it has {shown(next(iter(more)))}")
        case _:
            raise _refused(path, f"it has no device, commands and screens, but {shown(data)}")
    commands: dict[str, tuple[str, int]] = {}
    for name, answer in answers.items():
        match answer:
            case [str(out), int(code)] if not isinstance(code, bool):
                commands[name] = out, code
            case _:
                raise _refused(path, f"the answer to {shown(name)} is {shown(answer)}")
    for name, lines in seen.items():
        if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
            raise _refused(path, f"the screen {shown(name)} is {shown(lines)}")
    return Recording(device=device, commands=commands, screens=seen)


def _refused(path: Path, why: str) -> OptionError:
    return OptionError(
        f"{path} is not a recording of a device: {why.rstrip('.')}. Record it again, with --keep."
    )


def report(first: Recording, second: Recording) -> tuple[str, int]:
    """Return the differences as Markdown.

    Returns:
        The text, and how many commands and screens differ.
    """
    found = list(differences(first, second))
    total = len(first["commands"]) + len(first["screens"].keys() | second["screens"].keys())
    parts = [
        "# Two devices compared\n",
        f"- `-` {first['device']}",
        f"- `+` {second['device']}",
        f"- {total - len(found)} of {total} commands and screens are the same.\n",
    ]
    for title, lines in found:
        parts += [f"## `{title}`\n", "```diff", *lines, "```\n"]
    return "\n".join(parts) + "\n", len(found)
