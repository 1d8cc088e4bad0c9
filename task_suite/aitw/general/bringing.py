"""Bringing apps to a phone, before an instruction about them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from android_gym.checks import shown
from android_gym.errors import DeviceCommandError, OptionError, TaskError
from android_gym.task_suite.aitw.general.catalogue import NAMED

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = ["STORE", "bring", "check_others", "draw_others", "others_than"]

STORE: Final = "com.android.vending"
MOST_OTHERS: Final = 5

_ON_THE_IMAGE: Final = ("com.google.", "com.android.")
_BROUGHT: Final = tuple(
    sorted({e.package for e in NAMED.values() if not e.package.startswith(_ON_THE_IMAGE)})
)
"""Apps of other people, which may be there besides."""


def others_than(*packages: str) -> tuple[str, ...]:
    """Return the packages that may be installed besides those that are named."""
    return tuple(package for package in _BROUGHT if package not in packages)


def draw_others(rng: np.random.Generator, *packages: str) -> list[str]:
    """Draw the packages that are installed besides, two to five, sorted."""
    pool = others_than(*packages)
    count = int(rng.integers(2, MOST_OTHERS + 1))
    return sorted(pool[int(i)] for i in rng.choice(len(pool), size=count, replace=False))


def check_others(params: Mapping[str, object], *packages: str) -> None:
    """Refuse other packages than could have been drawn.

    Raises:
        OptionError: If there are.
    """
    others, pool = params["others"], others_than(*packages)
    assert isinstance(others, list)  # as `Task.check` has seen
    if (
        len(others) > MOST_OTHERS
        or any(package not in pool for package in others)
        or len(set(others)) != len(others)
    ):
        raise OptionError(
            f"'others' must be a list of at most {MOST_OTHERS} of {list(pool)}, each once, got "
            f"{shown(others)}."
        )


def bring(device: Device, name: str, packages: Iterable[str]) -> None:
    """Install packages that the device knows.

    Args:
        device: The device.
        name: The task's name, for the message.
        packages: The packages.

    Raises:
        TaskError: If it doesn't know one.
    """
    for package in packages:
        try:
            device.shell(f"pm install-existing {package}")
        except DeviceCommandError as error:
            raise TaskError(
                f"{name} needs {package}, which can't be installed: {error} Install it on the "
                "device first."
            ) from error
