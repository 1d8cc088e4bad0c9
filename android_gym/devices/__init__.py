"""Phones that an environment can drive, by name."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from android_gym.checks import check_known, check_options, shown
from android_gym.errors import OptionError

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["DEVICES", "make_device"]

DEVICES: dict[str, str] = {
    "simulator": "android_gym.devices.simulated:SimulatedDevice",
    "emulator": "android_gym.devices.emulator:EmulatorDevice",
    "pool": "android_gym.devices.pool:PooledDevice",
}
"""Import path of the class of each kind of device; its arguments are the device's options."""


def make_device(device: str | Mapping[str, Any] = "simulator") -> Device:
    """Make a device.

    Args:
        device: Its kind (a name in `DEVICES`), the name of a running emulator such as
            ``emulator-5554``, or a dict with the ``kind`` and its options, e.g.
            ``{"kind": "simulator", "width": 720, "height": 1600, "density_dpi": 280}`` or
            ``{"kind": "emulator", "avd_name": "AndroidWorldAvd"}``.

    Raises:
        OptionError: If there is no such kind, or it has no such option.
        DeviceError: If the device can't be started.
    """
    if isinstance(device, Mapping):
        options = check_options("device", device)
    elif not isinstance(device, str):
        raise OptionError(
            f"device must be one of {sorted(DEVICES)}, a name such as 'emulator-5554', or a dict "
            f"with a kind and its options, got {shown(device)}."
        )
    elif device.startswith("emulator-"):
        options = {"kind": "emulator", "name": device}
    else:
        options = {"kind": device}
    kind = options.pop("kind", "simulator")
    if not isinstance(kind, str) or kind not in DEVICES:
        raise OptionError(
            f"No kind of device is called {shown(kind)}; there are {sorted(DEVICES)}, and running "
            "emulators by name, such as 'emulator-5554'."
        )
    module, _, name = DEVICES[kind].partition(":")
    cls = getattr(import_module(module), name)
    signature = inspect.signature(cls)
    if not any(one.kind is one.VAR_KEYWORD for one in signature.parameters.values()):
        check_known(f"Device {kind!r}", options, list(signature.parameters))
    try:
        signature.bind(**options)
    except TypeError as error:
        raise OptionError(f"Device {kind!r} does not take these options: {error}.") from error
    made: Device = cls(**options)
    return made
