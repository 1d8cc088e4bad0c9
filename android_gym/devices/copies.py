"""Reset of devices without snapshots: copies of data, as AndroidWorld makes them.

Apps' private data, shared storage and settings are copied. The state of an app's process is lost,
as the app is stopped. Anything else (granted permissions, the clock, running system services) stays
as the last episode left it; tasks set up what they depend on.
"""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Final

from android_gym.devices.apps import named_packages

if TYPE_CHECKING:
    from android_gym.devices.device import Device, Namespace

__all__ = ["AppCopies"]

_PLACE: Final = "/data/local/android_gym"
_SHARED: Final = "/data/media/0"
_NAMESPACES: Final[tuple[Namespace, ...]] = ("global", "secure", "system")
_TIMEOUT_S: Final = 300.0
_RADIOS: Final = {"wifi_on": "wifi", "bluetooth_on": "bluetooth"}


class AppCopies:
    """Copies of a device's data on the device itself.

    Args:
        device: A device with root.
    """

    def __init__(self, device: Device) -> None:
        self._device = device
        self._packages: list[str] = []
        self._settings: dict[Namespace, dict[str, str]] = {}

    def begin(self) -> None:
        """Bring the device to the state of its copies; if it has none, make them now."""
        if not self._device.exists(f"{_PLACE}/complete"):
            self._save()
        self._packages = self._device.listdir(f"{_PLACE}/apps")
        for namespace in _NAMESPACES:
            self._settings[namespace] = _parse(self._device.read_text(f"{_PLACE}/{namespace}"))
        self.restore()

    def _save(self) -> None:
        installed = {
            line.removeprefix("package:") for line in self._device.shell("pm list packages").split()
        }
        lines = [f"rm -rf {_PLACE}; mkdir -p {_PLACE}/apps"]
        lines += (
            f"am force-stop {package}; cp -a /data/data/{package} {_PLACE}/apps/"
            for package in sorted(installed.intersection(named_packages()))
        )
        lines.append(f"cp -a {_SHARED} {_PLACE}/shared")
        lines += (f"settings list {name} > {_PLACE}/{name}" for name in _NAMESPACES)
        lines.append(f"touch {_PLACE}/complete")
        self._device.shell("\n".join(lines), _TIMEOUT_S)

    def restore(self) -> None:
        """Restore the copies, and go to the home screen."""
        lines = ["input keyevent KEYCODE_HOME"]
        for package in self._packages:
            data = f"/data/data/{package}"
            lines.append(
                f"am force-stop {package}; find {data}/ -mindepth 1 -delete; "
                f"cp -a {_PLACE}/apps/{package}/. {data}/; restorecon -RD {data} 2>/dev/null"
            )
        lines.append(
            f"find {_SHARED}/ -mindepth 1 -delete; cp -a {_PLACE}/shared/. {_SHARED}/; "
            f"restorecon -RD {_SHARED} 2>/dev/null"
        )
        self._device.shell("\n".join([*lines, "true"]), _TIMEOUT_S)
        self._restore_settings()
        self._close_recents()

    def _restore_settings(self) -> None:
        lines = []
        for namespace, before in self._settings.items():
            now = _parse(self._device.shell(f"settings list {namespace}"))
            for key in sorted(now.keys() | before.keys()):
                if now.get(key) == before.get(key):
                    continue
                if key in _RADIOS:  # the setting alone does not switch the radio
                    verb = "disable" if before.get(key) == "0" else "enable"
                    lines.append(f"svc {_RADIOS[key]} {verb}")
                elif key in before:
                    value = shlex.quote(before[key])
                    lines.append(f"settings put {namespace} {shlex.quote(key)} {value}")
                else:
                    lines.append(f"settings delete {namespace} {shlex.quote(key)}")
        if lines:
            self._device.shell("\n".join([*lines, "true"]))

    def _close_recents(self) -> None:
        """Remove the tasks of all apps except the launcher from Recents."""
        lines = [
            f"am stack remove {words[0].removeprefix('taskId=').rstrip(':')}"
            for words in map(str.split, self._device.shell("am stack list").splitlines())
            if words and words[0].startswith("taskId=") and "launcher" not in " ".join(words)
        ]
        if lines:
            self._device.shell("\n".join([*lines, "true"]))


def _parse(text: str) -> dict[str, str]:
    """Read the output of ``settings list``."""
    found = {}
    for line in text.splitlines():
        key, equals, value = line.partition("=")
        if equals:
            found[key] = value
    return found
