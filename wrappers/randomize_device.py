"""RandomizeDevice: another look of the phone for every episode."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any

import gymnasium as gym

from android_gym.errors import OptionError
from android_gym.wrappers.base import DeviceWrapper

__all__ = ["RandomizeDevice"]

_NOTICES = (
    ("Mail", "Your parcel is on its way"),
    ("Weather", "Light rain in an hour"),
    ("News", "The museum opens late on Fridays"),
    ("Updates", "3 apps were updated"),
    ("Calendar", "Nothing planned for tomorrow"),
    ("Battery", "Charged to 80 percent"),
)


class RandomizeDevice(DeviceWrapper):
    """Changes how the device looks, once an episode, after the task is set up.

    All over adb: ``wm density``, ``cmd uimode night``, ``settings put system font_scale`` and
    ``cmd notification post``. Drawn from the environment's ``np_random``, so that a seed always
    gives the same. What is judged is not touched. Goes right around the environment, inside of
    `Stabilize`, for it looks at the screen again.

    Density, night mode and font scale are set in every episode, so that a device which keeps
    them over a reset has no other episode's.

    Info, at a reset: ``device_look``, a dict of ``density`` (int, dpi), ``night`` (bool),
    ``font_scale`` (float) and ``notifications`` (int).

    Args:
        env: The environment.
        densities: Screen densities to choose from, in dpi, 120 to 640.
        night: Whether to choose between dark and light; light otherwise.
        font_scales: To choose from, 0.5 to 2.
        notifications: Post from none to so many notifications, 0 to 6.

    Raises:
        OptionError: If an argument is wrong, or something else stands between.
    """

    def __init__(
        self,
        env: gym.Env[Any, Any],
        densities: Sequence[int] = (360, 400, 420, 440, 480),
        night: bool = True,
        font_scales: Sequence[float] = (0.85, 1.0, 1.15, 1.3),
        notifications: int = 3,
    ) -> None:
        densities, font_scales = list(densities), list(font_scales)
        super().__init__(
            env,
            densities=densities,
            night=night,
            font_scales=font_scales,
            notifications=notifications,
        )
        if not densities or not all(120 <= density <= 640 for density in densities):
            raise OptionError(f"densities must be dpi from 120 to 640, got {densities}.")
        if not font_scales or not all(0.5 <= scale <= 2 for scale in font_scales):
            raise OptionError(f"font_scales must be numbers from 0.5 to 2, got {font_scales}.")
        if notifications not in range(len(_NOTICES) + 1):
            raise OptionError(
                f"notifications must be from 0 to {len(_NOTICES)}, got {notifications!r}."
            )
        if env.observation_space != env.unwrapped.observation_space:
            raise OptionError(f"Wrap the environment in RandomizeDevice first, then in {env}.")
        self._densities = densities
        self._night = night
        self._font_scales = font_scales
        self._notifications = notifications

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Resets, changes the look, and looks again.

        Raises:
            DeviceError: If the device fails, or knows one of the commands not.
        """
        _, info = self.env.reset(seed=seed, options=options)
        rng = self.np_random
        density = self._densities[rng.integers(len(self._densities))]
        night = self._night and bool(rng.integers(2))
        scale = self._font_scales[rng.integers(len(self._font_scales))]
        count = int(rng.integers(self._notifications + 1))
        chosen = rng.permutation(len(_NOTICES))[:count]
        commands = [
            f"wm density {density}",
            f"cmd uimode night {'yes' if night else 'no'}",
            f"settings put system font_scale {scale}",
        ]
        for number in chosen:
            title, text = map(shlex.quote, _NOTICES[number])
            commands.append(f"cmd notification post -t {title} notice{number} {text}")
        self.device.shell(" && ".join(commands))
        info["device_look"] = {
            "density": density,
            "night": night,
            "font_scale": scale,
            "notifications": count,
        }
        return self.get_wrapper_attr("observe")(), info
