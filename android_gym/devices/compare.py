"""Records what a device says and shows, and writes how two recordings differ.

No emulator was at hand when the built-in phone was written. This lets anyone who has one check it.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, TypedDict

from android_gym.devices.device import Device
from android_gym.errors import DeviceError, OptionError

__all__ = ["COMMANDS", "SCREENS", "Recording", "differences", "load", "record", "report", "save"]


class Recording(TypedDict):
    """What a device says and shows.

    Attributes:
        device: What it is: its fingerprint.
        commands: Output and exit code by command.
        screens: Lines about elements by name of screen.
    """

    device: str
    commands: dict[str, tuple[str, int]]
    screens: dict[str, list[str]]


COMMANDS: Final = tuple(
    line
    for line in """
id; whoami; uname -a
getprop ro.build.version.sdk; getprop ro.product.model; getprop ro.build.type
getprop | cut -d: -f1
wm size; wm density
date +%Z
ls -l /
ls -1 /sdcard
ls -ld /sdcard /storage/emulated/0 /data/media/0 /data/local/tmp
ls -l /data/local/tmp; ls -ll -au /data/local/tmp
ls /nowhere
mkdir /data/local/tmp/gym && mkdir /data/local/tmp/gym
cd /data/local/tmp/gym; echo 'one two' > a; cat a; cat b; cp a b; cmp a b; rm c
cd /data/local/tmp/gym; printf '%s\\n' b a c | sort | head -2 | wc -l; seq 3 | sed 's/2/x/'
cd /data/local/tmp/gym; find . -type f -o -type d; stat -c '%n %s %a %F' a; md5sum a; du -s .
cd /data/local/tmp/gym; ln -s a l; readlink l; ls -l l | cut -c1-10; test -e l; echo $?
echo 'x y' | tr ' ' '\\n' | grep -c .; expr 3 \\* 4; basename /a/b; dirname /a/b
if [ -d "/sdcard" ]; then echo "Exists"; else echo "Does not exist"; fi
for i in 1 2 3; do echo -n "$i "; done; echo; x=5; echo $((x * 2)) ${x:-y} ${#x}
nonsense
cat /sdcard
rm -r /nowhere
chmod 777 /nowhere
rm -rf /data/local/tmp/gym
settings get global airplane_mode_on; settings get global wifi_on; settings get global bluetooth_on
settings get system screen_brightness; settings get system accelerometer_rotation
settings get secure enabled_accessibility_services; settings get global nothing_there
settings list global | cut -d= -f1
settings list secure | cut -d= -f1
settings list system | cut -d= -f1
settings put nonsense a b
settings
svc; svc wifi; svc nonsense
pm list packages
pm list nonsense
pm path com.android.settings; pm path no.such.package
pm clear no.such.package; pm grant no.such.package android.permission.CAMERA
pm uninstall no.such.package; pm install /nowhere.apk
pm nonsense
am start -n no.such/.Activity
am start -a android.settings.SETTINGS
am stack list | grep -E visible=true
am force-stop com.android.settings; am force-stop no.such.package
am broadcast -a no.such.ACTION
am nonsense
monkey -p no.such.package 1
dumpsys input | grep logicalFrame
dumpsys input | grep -E 'SurfaceOrientation|InputDeviceOrientation'
dumpsys window | grep mCurrentRotation
dumpsys battery
dumpsys telephony.registry | grep mCallState
dumpsys nonsense
content query --uri content://settings/global --where "name='airplane_mode_on'"
content query --uri content://sms/inbox
content query --uri content://contacts/phones/ --projection display_name:number
content query --uri content://no.such.provider
content delete --uri content://media/external/downloads
content nonsense
input; input tap; input nonsense 1 2; input keyevent KEYCODE_NONSENSE
uiautomator nonsense
service call alarm 3 s16 UTC
appops get com.android.settings; appops set no.such.package CAMERA allow
ime list -s
cmd nonsense
cmd connectivity airplane-mode; cmd uimode night
screencap /data/local/tmp/s.png && stat -c %F /data/local/tmp/s.png && rm /data/local/tmp/s.png
sqlite3 /data/local/tmp/t.db 'CREATE TABLE t(a); INSERT INTO t VALUES(1),(NULL); SELECT * FROM t'
sqlite3 /data/local/tmp/t.db 'SELECT nonsense'; rm -f /data/local/tmp/t.db
logcat -d -t 0; logcat --nonsense
toybox | tr ' ' '\\n' | head -40
""".strip().splitlines()
)
"""Commands that tasks, benchmarks and their users rely on, and what is said to wrong ones."""

SCREENS: Final[dict[str, str]] = {
    "home": "input keyevent KEYCODE_HOME",
    "settings": "am start -W -a android.settings.SETTINGS",
    "settings: network": "am start -W -a android.settings.WIRELESS_SETTINGS",
    "settings: wifi": "am start -W -a android.settings.WIFI_SETTINGS",
    "settings: bluetooth": "am start -W -a android.settings.BLUETOOTH_SETTINGS",
    "settings: display": "am start -W -a android.settings.DISPLAY_SETTINGS",
    "settings: sound": "am start -W -a android.settings.SOUND_SETTINGS",
    "settings: apps": "am start -W -a android.settings.APPLICATION_SETTINGS",
    "settings: battery": "am start -W -a android.intent.action.POWER_USAGE_SUMMARY",
    "settings: date": "am start -W -a android.settings.DATE_SETTINGS",
    "notifications": "cmd statusbar expand-notifications",
    "quick settings": "cmd statusbar expand-settings",
}
"""Commands that open a screen; the apps' first screens come on top of them."""

_APPS: Final = (
    "com.android.camera2", "com.android.chrome", "com.arduia.expense", "com.flauschcode.broccoli",
    "com.google.android.contacts", "com.google.android.deskclock", "com.google.android.dialer",
    "com.google.android.documentsui", "com.simplemobiletools.calendar.pro",
    "com.simplemobiletools.draw.pro", "com.simplemobiletools.gallery.pro",
    "com.simplemobiletools.smsmessenger", "com.dimowner.audiorecorder", "net.cozic.joplin",
    "net.gsantner.markor", "net.osmand", "code.name.monkey.retromusic", "de.dennisguse.opentracks",
    "org.tasks", "org.videolan.vlc",
)  # fmt: skip

_VOLATILE: Final = (
    (re.compile(r"\b\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d(\.\d+)?)?( [+-]\d{4})?"), "<time>"),
    (re.compile(r"\b[01]\d-[0-3]\d \d\d:\d\d:\d\d\.\d+"), "<time>"),
    (re.compile(r"\b[0-9a-f]{7,16}\b(?=[ }:@/])"), "<hash>"),
    (re.compile(r"(?<=[@{])[0-9a-f]{6,8}\b"), "<hash>"),
    (re.compile(r"\b(taskId|Task id #|id|pid|uid)([=: #]*)\d+"), r"\1\2<number>"),
    (re.compile(r"\bu0_a\d+"), "u0_a<number>"),
    (re.compile(r"\b[012]?\d:[0-5]\d( ?[AP]M)?\b"), "<time>"),
)
"""What differs between any two phones, or any two moments."""


def record(device: Device, tell: Callable[[str], object] = lambda line: None) -> Recording:
    """Runs all commands and opens all screens that are known.

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
    for package in _APPS:
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
    """Runs a command; one that adb itself fails at counts as -1, and the rest goes on."""
    try:
        return device.run(command)
    except DeviceError as error:
        return str(error), -1


def _line(element: Any) -> str:
    """An element in a line: what it says and does, and where it is."""
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
    """Compares two recordings.

    Yields:
        What differs, and lines of a unified diff, ``-`` for the first, ``+`` for the second.
        Times, hashes and numbers that differ between any two phones don't count.
    """
    for command in first["commands"].keys() | second["commands"].keys():
        if command not in COMMANDS:
            raise OptionError(f"The recordings were made by other versions: {command!r}.")
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
    return line.rstrip()


def _diff(title: str, before: list[str], after: list[str]) -> Iterator[tuple[str, list[str]]]:
    if before != after:
        lines = list(difflib.unified_diff(before, after, lineterm="", n=1))[2:]
        yield title, lines


def save(recording: Recording, path: Path) -> None:
    """Writes a recording as JSON."""
    path.write_text(json.dumps(recording, indent=1, ensure_ascii=False), encoding="utf-8")


def load(path: Path) -> Recording:
    """Reads what `save` wrote.

    Raises:
        OptionError: If it is something else.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        commands = {name: (str(out), int(code)) for name, (out, code) in data["commands"].items()}
        screens = {name: [str(line) for line in lines] for name, lines in data["screens"].items()}
        return Recording(device=str(data["device"]), commands=commands, screens=screens)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise OptionError(f"{path} is no recording of a device: {error!r}.") from error


def report(first: Recording, second: Recording) -> tuple[str, int]:
    """Writes the differences as Markdown.

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
