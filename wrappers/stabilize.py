"""Stabilize: waits until the screen has come to rest before it is observed."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np

from android_gym.actions import Decoded
from android_gym.checks import check_flag, check_size, check_whole
from android_gym.devices.device import Device
from android_gym.errors import ActionError, DeviceError, OptionError
from android_gym.events import Wait
from android_gym.wrappers.base import DeviceWrapper, check_own_actions

__all__ = ["Stabilize"]


class Stabilize(DeviceWrapper):
    """A wrapper that waits after every action until the screen is stable, before judging.

    After the action, and after a reset, the UI elements are read again and again, with waits
    between. The screen is stable when they are the same `polls` times in a row. The waits are in
    the device's own time: on the simulator they take next to no real time, on an emulator they do.
    So the observation, the success and the reward are those of the screen at rest.

    A screen that stays the same for ``(polls - 1) * poll_ms`` counts as stable, whatever is still
    to come: use more polls on a device that shows nothing new for longer.

    Put it directly around the environment (or around another wrapper that changes neither
    observations nor actions), as it acts itself: `gymnasium.wrappers` and this package's go around
    it.

    Info: ``stable`` (bool), ``stable_polls`` (int, number of times that the screen was read,
    including the first) and ``stable_seconds`` (float, time waited, in the device's time).

    Args:
        env: The environment.
        polls: Number of equal screens in a row that make a stable one, 2 or more.
        poll_ms: Time between them, in milliseconds of the device's time.
        deadline_ms: Time after which waiting ends anyway; ``stable`` is False then.
        pixels: Whether the pixels, at the size `size`, have to be the same too.
        size: (width, height) of these pixels.

    Raises:
        OptionError: If an argument is wrong, or another wrapper is in between.
    """

    def __init__(
        self,
        env: gym.Env[Any, Any],
        polls: int = 3,
        poll_ms: int = 200,
        deadline_ms: int = 6000,
        pixels: bool = False,
        size: tuple[int, int] = (270, 600),
    ) -> None:
        check_whole(2, 1000, polls=polls)
        check_whole(1, 600_000, poll_ms=poll_ms, deadline_ms=deadline_ms)
        check_flag(pixels=pixels)
        self._size = check_size("size", size)
        super().__init__(
            env,
            polls=polls,
            poll_ms=poll_ms,
            deadline_ms=deadline_ms,
            pixels=pixels,
            size=self._size,
        )
        base = env.unwrapped
        if (env.observation_space, env.action_space) != (base.observation_space, base.action_space):
            raise OptionError(
                f"Stabilize acts and looks itself, which {env} would miss. Wrap the environment "
                "in Stabilize first, and in the others after that."
            )
        check_own_actions(env, type(self).__name__)
        self._polls = polls
        self._poll_ms = poll_ms
        self._deadline_ms = deadline_ms
        self._pixels = pixels

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Reset, wait and look."""
        _, info = self.env.reset(seed=seed, options=options)
        info.update(self._settle(self.device))
        return self.get_wrapper_attr("observe")(), info

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Act, wait, look and judge."""
        device = self.device
        decoded: Decoded = action
        if not isinstance(action, Decoded):
            decoded = self.get_wrapper_attr("action_mode").decode(action, device)
        found: dict[str, Any] = {"stable": False, "stable_polls": 0, "stable_seconds": 0.0}
        error, called = decoded.error, decoded.called
        device_error = None
        try:
            try:
                device.perform(decoded.events)
                if decoded.call is not None and called is None:
                    called = self.get_wrapper_attr("call_api")(decoded.call)
            except ActionError as failure:
                error = str(failure)
            found = self._settle(device)
        except DeviceError as failure:
            device_error = str(failure)
        done = (*decoded.done, *decoded.events)
        observation, reward, terminated, truncated, info = self.env.step(
            decoded._replace(events=(), error=error, done=done, called=called)
        )
        info.update(found)
        if device_error is not None:
            info.setdefault("device_error", device_error)
        return observation, reward, terminated, self.truncates(terminated, truncated, info), info

    def _settle(self, device: Device) -> dict[str, Any]:
        """Wait for a stable screen; return its part of the info.

        Raises:
            DeviceError: If the device fails.
        """
        waited = 0
        equal = asked = 1
        last = self._screen(device)
        while equal < self._polls and waited < self._deadline_ms:
            device.perform((Wait(self._poll_ms),))
            waited += self._poll_ms
            screen = self._screen(device)
            asked += 1
            equal = equal + 1 if _same(screen, last) else 1
            last = screen
        return {
            "stable": equal >= self._polls,
            "stable_polls": asked,
            "stable_seconds": waited / 1000,
        }

    def _screen(self, device: Device) -> tuple[Any, Any]:
        return device.ui_elements(), device.screenshot(self._size) if self._pixels else None


def _same(one: tuple[Any, Any], other: tuple[Any, Any]) -> bool:
    # An unchanged picture is usually the same object.
    elements = one[0] is other[0] or one[0] == other[0]
    return elements and (one[1] is other[1] or np.array_equal(one[1], other[1]))
