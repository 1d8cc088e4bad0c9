"""Preparation of a fresh emulator for AndroidWorld: apps, permissions, first starts, snapshot.

Each app is prepared as in AndroidWorld's ``setup_device/apps.py``. Nothing is downloaded: APKs come
from a folder that the user names.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from android_gym.accessibility import UIElement
from android_gym.errors import ActionError, DeviceError
from android_gym.events import Tap

if TYPE_CHECKING:
    from android_gym.devices.emulator import EmulatorDevice

__all__ = ["APPS", "App", "provision"]

_CLICK_S: Final = 10.0
_LOOK_S: Final = 0.5
_FIRST_START_S: Final = 3.0
"""Time that an app has after its first start, when it creates its databases."""


@dataclass(frozen=True)
class App:
    """Preparation of an app for its tasks.

    Attributes:
        package: Its package.
        permissions: Permissions to grant, without ``android.permission.``.
        clicks: Texts to tap after its first start, in order.
        starts: Whether it has to be started once.
        clears: Whether its data is cleared first.
        commands: Shell commands to run first.
    """

    package: str
    permissions: tuple[str, ...] = ()
    clicks: tuple[str, ...] = ()
    starts: bool = True
    clears: bool = True
    commands: tuple[str, ...] = field(default=())


_LOCATION = ("ACCESS_COARSE_LOCATION", "ACCESS_FINE_LOCATION")
_ALL_FILES = "Allow access to manage all files"

APPS: Final = (
    App(
        "com.example.androidworld",
        commands=("appops set com.example.androidworld android:system_alert_window allow",),
    ),
    App("com.dimowner.audiorecorder", ("RECORD_AUDIO", "POST_NOTIFICATIONS")),
    App("com.android.camera2", ("ACCESS_COARSE_LOCATION",), ("NEXT",)),
    App("com.android.chrome", clicks=("Accept & continue", "No thanks", "No thanks")),
    App("ca.zgrs.clipper", clicks=("Continue", "OK")),  # Android's: it targets API 22
    App("com.google.android.deskclock"),
    App("com.google.android.contacts", clicks=("Skip", "Don't allow")),
    App("com.google.android.dialer", starts=False),
    App("com.arduia.expense", clicks=("NEXT", "CONTINUE")),
    App("com.google.android.documentsui", starts=False),
    App("net.cozic.joplin", _LOCATION),
    App("net.gsantner.markor", clicks=("NEXT",) * 4 + ("DONE", "OK", _ALL_FILES)),
    App("com.google.androidenv.miniwob", starts=False),
    App("de.dennisguse.opentracks", (*_LOCATION, "POST_NOTIFICATIONS"), ("Allow",), clears=False),
    App("net.osmand", ("POST_NOTIFICATIONS",), ("SKIP DOWNLOAD",)),
    App("com.flauschcode.broccoli"),
    App("code.name.monkey.retromusic", ("READ_MEDIA_AUDIO", "POST_NOTIFICATIONS")),
    App(
        "com.simplemobiletools.calendar.pro",
        ("READ_CALENDAR", "WRITE_CALENDAR", "POST_NOTIFICATIONS"),
    ),
    App("com.simplemobiletools.draw.pro", starts=False),
    App(
        "com.simplemobiletools.gallery.pro",
        (
            "WRITE_EXTERNAL_STORAGE",
            "ACCESS_MEDIA_LOCATION",
            "READ_MEDIA_IMAGES",
            "READ_MEDIA_VIDEO",
            "POST_NOTIFICATIONS",
        ),
        ("All files", _ALL_FILES),
    ),
    App(
        "com.simplemobiletools.smsmessenger",
        clicks=("SMS Messenger", "Set as default"),
        commands=(
            "settings put secure sms_default_application com.simplemobiletools.smsmessenger",
        ),
    ),
    App("org.tasks"),
    App(
        "org.videolan.vlc",
        ("POST_NOTIFICATIONS",),
        ("Skip", "GRANT PERMISSION", "OK", _ALL_FILES),
        commands=("mkdir -p /storage/emulated/0/VLCVideos",),
    ),
)
"""AndroidWorld's apps in the order in which AndroidWorld sets them up."""


def provision(
    device: EmulatorDevice,
    folder: Path | None,
    snapshot: str,
    tell: Callable[[str], object] = lambda line: None,
    click_s: float = _CLICK_S,
) -> list[str]:
    """Prepare a device and take a snapshot of it.

    Args:
        device: The device, with root.
        folder: Folder with the APKs; None to install none.
        snapshot: Name of the emulator's snapshot to take.
        tell: Called with a line about each thing that is done.
        click_s: How long to look for each text to tap.

    Returns:
        What could not be done, a line each: apps that are missing, texts that did not appear.

    Raises:
        DeviceError: If the device fails, or there are no APKs in `folder`.
    """
    problems = [] if folder is None else _install(device, folder, tell)
    device.shell(
        "settings put global auto_time 0; settings put global auto_time_zone 0\n"
        "settings put system time_12_24 24; service call alarm 3 s16 UTC"
    )
    installed = set(device.shell("pm list packages").split())
    for app in APPS:
        if f"package:{app.package}" not in installed:
            problems.append(f"{app.package} is not installed.")
            continue
        tell(f"set up {app.package}")
        problems += _set_up(device, app, click_s)
    device.shell("input keyevent KEYCODE_HOME")
    tell(f"save the snapshot {snapshot}")
    device.save(snapshot)
    return problems


def _install(device: EmulatorDevice, folder: Path, tell: Callable[[str], object]) -> list[str]:
    apks = sorted(folder.glob("*.apk")) if folder.is_dir() else []
    if not apks:
        raise DeviceError(
            f"There are no APKs in {folder}. Download AndroidWorld's APKs to this folder first."
        )
    problems = []
    for apk in apks:
        tell(f"install {apk.name}")
        try:
            device.install(apk)
        except DeviceError as error:
            problems.append(f"{apk.name} was not installed: {error}")
    return problems


def _set_up(device: EmulatorDevice, app: App, click_s: float) -> list[str]:
    problems = []
    if app.clears:
        device.clear(app.package)
    lines = [*app.commands]
    lines += (f"pm grant {app.package} android.permission.{p}" for p in app.permissions)
    for line in lines:
        output, code = device.run(line)
        if code:
            problems.append(f"{app.package}: `{line}` failed: {output.strip()[-200:]}")
    if app.starts:
        try:
            device.launch(app.package)
        except ActionError as error:
            return [*problems, f"{app.package}: {error}"]
        for text in app.clicks:
            if not _click(device, text, click_s):
                problems.append(f"{app.package}: {text!r} did not appear.")
                break
        device.shell(f"sleep {_FIRST_START_S:g}")
        device.ui_elements()
        device.force_stop(app.package)
    return problems


def _click(device: EmulatorDevice, text: str, click_s: float) -> bool:
    """Tap the element with a text, as soon as it appears; return whether it did."""
    for _ in range(1 + round(click_s / _LOOK_S)):
        for element in device.ui_elements():
            if _says(element, text) and element.bbox_pixels is not None:
                x, y = element.bbox_pixels.center
                device.perform([Tap(int(x), int(y))])
                return True
        device.shell(f"sleep {_LOOK_S}")  # an app doesn't announce that it has drawn something
    return False


def _says(element: UIElement, text: str) -> bool:
    shown = element.text or element.content_description or ""
    plain = re.sub(r"[’`]", "'", " ".join(shown.split())).casefold()
    return plain == text.casefold()
