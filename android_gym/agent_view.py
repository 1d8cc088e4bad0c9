"""The default observation for demonstrations, whatever the environment itself observes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from android_gym.devices.device import Device
from android_gym.observations import (
    DEFAULT_SIZE,
    ObservationOptions,
    Pixels,
    decode_elements,
    decode_text,
    make_observations,
)
from android_gym.task_suite.demonstrations import Observation as Seen

__all__ = ["AgentView"]


class AgentView:
    """A demonstration's view of a device: what the default observation carries, and nothing else.

    Everything is encoded as in the default observation, with its sizes, and decoded from the
    arrays, whatever the environment itself observes.

    Args:
        device: The device to look at.
        size: (width, height) of ``pixels``: the task's `Task.observation_size`.
    """

    def __init__(self, device: Device, size: Sequence[int] | None = None) -> None:
        self._device = device
        # Everything but ``ui_text``, whose texts are in the strings anyway.
        names = ("ui_elements", "ui_strings", "goal")
        options = ObservationOptions(size=size or DEFAULT_SIZE)
        self._parts = make_observations(names, options)
        self._pixels = Pixels(options)

    def look(self, goal: str) -> Seen:
        """Return what can be seen now.

        Args:
            goal: The instruction.

        Raises:
            DeviceError: If the device fails.
        """
        parts = {part.name: part.read(self._device, goal) for part in self._parts}
        seen = self.decode(parts, self._device.size)
        # Few scripts look at pixels, so they are painted on demand.
        return replace(seen, look=lambda: self._pixels.read(self._device, goal))

    @staticmethod
    def decode(observation: Mapping[str, np.ndarray], size: tuple[int, int]) -> Seen:
        """Return what a demonstration sees in an observation.

        Args:
            observation: With ``ui_elements``, ``ui_strings`` and ``goal``, and with ``pixels`` if a
                script is to look at them.
            size: (width, height) of the screen in pixels, the unit of positions in actions.
        """
        elements = decode_elements(observation["ui_elements"], observation["ui_strings"], size)
        pixels = observation.get("pixels")
        look = None if pixels is None else lambda: pixels
        return Seen(decode_text(observation["goal"]), elements, *size, look)
