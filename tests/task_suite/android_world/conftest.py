"""Common parts of the tests of judging: the phone in Python, and screens made by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from android_gym.accessibility import UIElement
from android_gym.devices import make_device
from android_gym.devices.device import Device
from android_gym.task_suite.task import Params, Task


@dataclass
class Shown:
    """A device that shows certain elements and can do nothing else.

    Attributes:
        activity: What is in front, ``package/activity``.
        elements: What is on the screen.
    """

    activity: str
    elements: Sequence[UIElement] = ()

    def foreground_activity(self) -> str:
        return self.activity

    def ui_elements(self) -> tuple[UIElement, ...]:
        return tuple(self.elements)


@pytest.fixture(scope="session")
def shown() -> type[Shown]:
    return Shown


@pytest.fixture(scope="module")
def _phone() -> Iterator[Device]:
    device = make_device()
    yield device
    device.close()


@pytest.fixture
def phone(_phone: Device) -> Device:
    """The phone in Python, as it is at first."""
    _phone.restore()
    return _phone


class Begun:
    """A task that was set up on a phone; asks for its judgement.

    Attributes:
        params: Its parameters.
    """

    def __init__(self, task: type[Task], phone: Device, seed: int = 0, **changes: object) -> None:
        self.task, self.phone = task(), phone
        self.params: Params = self.task.sample(np.random.default_rng(seed)) | changes
        self.task.setup(phone, self.params)
        self._start = phone.snapshot()

    def again(self) -> None:
        """Bring back what the set-up left."""
        self.phone.restore(self._start)

    @property
    def success(self) -> float:
        return self.task.success(self.phone, self.params, None)

    @property
    def original(self) -> float:
        """The original benchmark's verdict."""
        return self.task.original_success(self.phone, self.params, None)

    @property
    def progress(self) -> float:
        return self.task.progress(self.phone, self.params)

    @property
    def scores(self) -> tuple[float, float]:
        """Success and progress."""
        return self.success, self.progress


@pytest.fixture(scope="session")
def begun() -> type[Begun]:
    return Begun
