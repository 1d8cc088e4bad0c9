"""System properties: those of the image, and those set with ``setprop``."""

from __future__ import annotations

from typing import Final

from immutables import Map

from android_gym.errors import OptionError
from android_gym.simulator.state import State
from android_gym.simulator.system.builds import ANDROID_13, Build
from android_gym.simulator.system.clock import Clock

__all__ = ["Properties"]

MAX_BYTES: Final = 128 << 10
"""Maximum bytes of properties set by `setprop`: bionic's size of a property area (``PA_SIZE``)."""

_ENTRY: Final = 96
"""Bytes of a value and its serial number in that area, however short the value is."""

_NONE: Final[Map[str, str]] = Map()
_FIXED: Final = {
    "dalvik.vm.heapsize": "512m",
    "dev.bootcomplete": "1",
    "gsm.network.type": "LTE",
    "gsm.operator.alpha": "T-Mobile",
    "gsm.operator.iso-country": "us",
    "gsm.operator.numeric": "310260",
    "gsm.sim.operator.alpha": "T-Mobile",
    "gsm.sim.operator.numeric": "310260",
    "gsm.sim.state": "LOADED",
    "init.svc.adbd": "running",
    "init.svc.bootanim": "stopped",
    "init.svc.surfaceflinger": "running",
    "init.svc.zygote": "running",
    "net.bt.name": "Android",
    "persist.sys.locale": "en-US",
    "ro.adb.secure": "0",
    "ro.boot.hardware": "ranchu",
    "ro.boot.qemu": "1",
    "ro.boot.qemu.avd_name": "AndroidWorldAvd",
    "ro.boot.serialno": "EMULATOR33X1X0X0",
    "ro.bootmode": "unknown",
    "ro.crypto.state": "encrypted",
    "ro.crypto.type": "file",
    "ro.debuggable": "1",
    "ro.hardware.egl": "emulation",
    "ro.kernel.qemu": "1",
    "ro.opengles.version": "196609",
    "ro.revision": "0",
    "ro.secure": "1",
    "ro.serialno": "EMULATOR33X1X0X0",
    "ro.zygote": "zygote64_32",
    "sys.boot_completed": "1",
    "sys.usb.state": "adb",
}


class Properties:
    """Properties by name.

    Args:
        state: The root of state.
        clock: Holds the time zone.
        build: The build of Android that they describe.
        density_dpi: Pixels per inch of the panel.
    """

    def __init__(
        self, state: State, clock: Clock, build: Build = ANDROID_13, density_dpi: int = 420
    ) -> None:
        self._slot = state.slot("properties", _NONE, holds=Map[str, str])
        self._clock = clock
        self._fixed = {
            **_FIXED,
            **dict(build.file),
            **dict(build.more),
            "qemu.sf.lcd_density": str(density_dpi),
            "ro.sf.lcd_density": str(density_dpi),
        }
        self._preset: dict[str, str] = {}

    def all(self) -> dict[str, str]:
        """Return every property, sorted by name."""
        values = {
            **self._fixed,
            **self._preset,
            "persist.sys.timezone": self._clock.timezone,
            **self._slot.get(),
        }
        return dict(sorted(values.items()))

    def get(self, name: str) -> str:
        """Return a property; empty if it is not set."""
        if name == "persist.sys.timezone":
            return self._clock.timezone
        known = self._slot.get().get(name)
        if known is None:
            known = self._preset.get(name)
        return self._fixed.get(name, "") if known is None else known

    @property
    def release(self) -> str:
        """Return the version of Android, such as ``"13"``."""
        return self.get("ro.build.version.release")

    @property
    def sdk(self) -> int:
        """Return Android's API level."""
        return int(self.get("ro.build.version.sdk"))

    def preset(self, name: str, value: str) -> None:
        """Set a property of this machine at start-up; it is not part of the phone's state."""
        self._preset[name] = value

    def booted(self, *, kept: bool) -> None:
        """Say that the phone has started.

        Args:
            kept: Whether only the framework was started, so that all properties are kept. A reboot
                keeps only those that begin with ``persist.``.
        """
        values = self._slot.get()
        for name in values:
            if name == "sys.boot_completed" or not (kept or name.startswith("persist.")):
                values = values.delete(name)
        self._slot.set(values)

    def set(self, name: str, value: str) -> None:
        """Set a property; that of the time zone also sets the clock's.

        Raises:
            OptionError: If it is read-only (``ro.``) and has a value, if the time zone is unknown,
                or if there is no room for it.
        """
        if name == "persist.sys.timezone":
            self._clock.set_timezone(value)
            return
        if name.startswith("ro.") and self.get(name):
            raise OptionError(f"can't set read-only property '{name}'")
        values = self._slot.get()
        if name not in values:
            used = sum(_ENTRY + len(known) for known in values)
            if used + _ENTRY + len(name) > MAX_BYTES:
                raise OptionError(f"failed to set property '{name}' to '{value}'")
        self._slot.set(values.set(name, value))
