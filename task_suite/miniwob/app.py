"""The app of MobileMiniWoB++, over adb."""

from __future__ import annotations

import json
import math
import re
import shlex
from typing import TYPE_CHECKING, Final

from android_gym.errors import TaskError

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["PACKAGE", "raw_reward", "start", "utterance"]

PACKAGE: Final = "com.google.androidenv.miniwob"

_ACTIVITY: Final = f"{PACKAGE}/{PACKAGE}.app.MainActivity"

_TRIES: Final = 3
"""Number of times that the app is asked what is to be done, as by AndroidWorld."""

_NO_NUMBER: Final = -1.0
"""The reward of a page that has reckoned with something that is no number."""


def start(device: Device, page: str, seed: int) -> None:
    """Show a page and begin an episode of it.

    Args:
        device: The device.
        page: Name of the page.
        seed: Where the page's chance begins. An app that does not know of it takes its own.

    Raises:
        DeviceError: If the device fails.
    """
    config = shlex.quote(json.dumps({"task": page, "seed": seed}))
    device.shell(f"am start -W -n {_ACTIVITY} --es RL_TASK_APP_CONFIG {config}")
    device.shell("sleep 1")
    device.shell(f"am start -n {_ACTIVITY} --ez reset true")
    device.shell(f"am start -n {_ACTIVITY} --ez step true")


def utterance(device: Device) -> str:
    """Return what the page asks for.

    Raises:
        TaskError: If the app does not answer.
        DeviceError: If the device fails.
    """
    for attempt in range(_TRIES):
        if attempt:
            device.shell("sleep 1")
        told = _ask(device, "GET_UTTERANCE_ACTION")
        if told is not None:
            return told
    texts = [e.text for e in device.ui_elements() if e.text]
    raise TaskError(
        f"The app {PACKAGE} does not say what is to be done. The screen shows {texts[:5]}. See "
        "docs/miniwob.md for what it needs."
    )


def raw_reward(device: Device) -> float:
    """Return the page's reward, from -1 to 1; 0.0 before its end, and while the app is away.

    Raises:
        DeviceError: If the device fails.
    """
    told = _ask(device, "GET_REWARD_ACTION")
    if not told:
        return 0.0
    try:
        reward = float(told)
    except ValueError:
        return _NO_NUMBER
    return reward if math.isfinite(reward) else _NO_NUMBER


def _ask(device: Device, action: str) -> str | None:
    """Return what the app answers to a broadcast, None if it does not."""
    told = device.broadcast(f"-a {PACKAGE}.app.{action}")
    found = re.search(r'result=-1, data="(.*)"', told, re.DOTALL)
    return None if found is None else found[1]
