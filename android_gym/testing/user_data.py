"""Readings of user data, to compare with those that devices cache."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from android_gym.devices.device import Device
from android_gym.devices.user_data import UserData, read_user_data

__all__ = ["read_in_full"]

_T = TypeVar("_T")


def read_in_full(device: Device) -> UserData:
    """Read what belongs to the user, whatever the device has cached.

    `read_user_data` must always return the same.

    Raises:
        DeviceError: If the device fails.
    """
    return read_user_data(cast(Device, _WithoutMemory(device)))


class _WithoutMemory:
    """A device whose `reread` always reads again."""

    def __init__(self, device: Device) -> None:
        self._device = device

    def __getattr__(self, name: str) -> Any:
        return getattr(self._device, name)

    def reread(self, read: Callable[[Device], _T]) -> _T:
        return read(self._device)
