"""A phone for the judging of GENERAL's tasks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from android_gym.devices.simulated import SimulatedDevice


@pytest.fixture(scope="package")
def phone() -> Iterator[SimulatedDevice]:
    device = SimulatedDevice()
    yield device
    device.close()


@pytest.fixture
def device(phone: SimulatedDevice) -> SimulatedDevice:
    phone.restore()
    return phone
