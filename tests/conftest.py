"""Phones served in other processes, for all who drive them from outside."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from android_gym.testing.serving import ServedPhone


@pytest.fixture(scope="module")
def served_phone() -> Iterator[ServedPhone]:
    """A phone in another process, whose time stands still between commands."""
    with ServedPhone(["--virtual-time"]) as phone:
        yield phone


@pytest.fixture(scope="module")
def real_time_phone() -> Iterator[ServedPhone]:
    """A phone in another process that follows real time."""
    with ServedPhone() as phone:
        yield phone
