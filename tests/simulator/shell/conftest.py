"""A terminal on a whole phone, fresh for each test."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from android_gym.simulator.phone import Phone

sys.path.insert(0, str(Path(__file__).parent))

from terminal import FOLDER, Terminal  # noqa: E402


@pytest.fixture(scope="session")
def whole_phone() -> Phone:
    """One phone with every app, for `sh` to restore."""
    return Phone()


@pytest.fixture
def sh(whole_phone: Phone) -> Iterator[Terminal]:
    """A terminal on a fresh phone."""
    before = whole_phone.snapshot()
    whole_phone.system.files.mkdir(FOLDER)
    yield Terminal(whole_phone)
    whole_phone.restore(before)
