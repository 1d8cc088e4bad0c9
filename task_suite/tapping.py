"""Taps by label over adb, for set-ups and near misses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from android_gym.errors import TaskError

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["tap", "tap_if_there"]


def tap_if_there(device: Device, label: str, then: str = "sleep 1") -> bool:
    """Tap the first element with this text or content description; return whether there is one.

    Args:
        device: The device.
        label: The whole text or description.
        then: Shell command that waits for the effect of the tap.
    """
    for element in device.ui_elements():
        box = element.bbox_pixels
        if label in (element.text, element.content_description) and box is not None:
            x, y = box.center
            device.shell(f"input tap {round(x)} {round(y)} && {then}")
            return True
    return False


def tap(device: Device, label: str) -> None:
    """Tap the first element with this text or content description.

    Raises:
        TaskError: If there is none.
    """
    if not tap_if_there(device, label):
        raise TaskError(f"Nothing on the screen is called {label!r}.")
