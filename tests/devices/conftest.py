"""A device that each test has for itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from android_gym.devices import make_device
from android_gym.devices.device import Device


@pytest.fixture
def device() -> Iterator[Device]:
    """A built-in phone, closed at the end."""
    device = make_device()
    yield device
    device.close()
