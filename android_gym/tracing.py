"""Tracer: keeps the trace of the current episode, for judges, viewers and recorders."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

from android_gym.checks import check_choice
from android_gym.devices.device import Device
from android_gym.events import Event
from android_gym.png import encode_png
from android_gym.trace import EpisodeTrace, ScreenState, TraceStep

__all__ = ["Trace", "Tracer", "check_trace"]

Trace = bool | Literal["pictures"]
"""An environment's argument `trace`: keep a trace, or one with a picture of each screen."""


def check_trace(trace: Trace) -> None:
    """Check an environment's argument `trace`.

    Raises:
        OptionError: If it has another value.
    """
    if not isinstance(trace, bool):
        check_choice("trace", trace, (False, True, "pictures"))


class Tracer:
    """Keeper of the trace of one episode.

    A screen's elements are the device's own tuple, so that steps without a change share it.

    Args:
        device: The device.
        head: The trace's fields except `start` and `steps`.
        pictures: True to keep a picture of each screen.

    Raises:
        DeviceError: If the device fails.
    """

    def __init__(self, device: Device, head: Mapping[str, Any], pictures: bool) -> None:
        self._pictures = pictures
        self._frame: np.ndarray | None = None
        self._began_ms = device.now_ms()
        self._last: ScreenState | None = None
        self._steps: list[TraceStep] = []
        self._trace = EpisodeTrace(**head, start=self._look(device))

    @property
    def length(self) -> int:
        """Number of steps."""
        return len(self._steps)

    @property
    def trace(self) -> EpisodeTrace:
        """The episode so far."""
        if len(self._trace.steps) != len(self._steps):
            self._trace = dataclasses.replace(self._trace, steps=tuple(self._steps))
        return self._trace

    def add(
        self,
        device: Device,
        events: tuple[Event, ...],
        error: str | None,
        notes: Mapping[str, Any] | None = None,
    ) -> None:
        """Add a step that was just taken, and look at the screen.

        Args:
            device: The device.
            events: What was done.
            error: Why the action could not be carried out, None if it could.
            notes: JSON values about the step.

        Raises:
            DeviceError: If the device fails.
        """
        self._steps.append(TraceStep(events, self._look(device), error, notes=notes or {}))

    def fail(self, error: str, step: int) -> None:
        """Record that the device failed in a step, which may have been added already.

        Args:
            error: What happened.
            step: Number of the step, from 1 on. Its screen is the last one seen, or that of the
                start.
        """
        del self._steps[step - 1 :]
        self._steps.append(TraceStep((), self._last or self._trace.start, error))

    def end_step(
        self, reward: float, terminated: bool, truncated: bool, success: float | None
    ) -> None:
        """Complete the last step with its outcome.

        Args:
            reward: The step's reward.
            terminated: True if the episode ended with it.
            truncated: True if the episode was cut off after it.
            success: The final score if the episode is over, else None.
        """
        self._steps[-1] = dataclasses.replace(
            self._steps[-1], reward=reward, terminated=terminated, truncated=truncated
        )
        self._trace = dataclasses.replace(self._trace, steps=(), success=success)

    def _look(self, device: Device) -> ScreenState:
        elements, last = device.ui_elements(), self._last
        if last is not None and elements is last.elements:
            size, activity = last.size, last.activity
        else:
            size, activity = device.size, device.foreground_activity()
        elapsed_ms = device.now_ms() - self._began_ms
        screen = ScreenState(elapsed_ms, size, activity, elements, self._png(device, last))
        self._last = screen
        return screen

    def _png(self, device: Device, last: ScreenState | None) -> bytes | None:
        if not self._pictures:
            return None
        frame = device.screenshot()
        if last is not None and frame is self._frame:
            return last.png
        self._frame = frame
        return encode_png(frame)
