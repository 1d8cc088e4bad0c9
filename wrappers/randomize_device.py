"""RandomizeDevice: a different phone in every episode."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import gymnasium as gym
import numpy as np

from android_gym.checks import (
    check_choice,
    check_flag,
    check_list,
    check_number,
    check_size,
    check_whole,
    shown,
)
from android_gym.errors import DeviceError, OptionError
from android_gym.task_suite.noise import put_noise
from android_gym.task_suite.task import Task
from android_gym.wrappers.base import DeviceWrapper, check_inside
from android_gym.wrappers.curriculum import Curriculum
from android_gym.wrappers.stabilize import Stabilize

__all__ = ["RandomizeDevice"]

_NOTICES = (
    ("Mail", "Your parcel is on its way"),
    ("Weather", "Light rain in an hour"),
    ("News", "The museum opens late on Fridays"),
    ("Updates", "3 apps were updated"),
    ("Calendar", "Nothing planned for tomorrow"),
    ("Battery", "Charged to 80 percent"),
)
_MESSAGES = (
    "Are you coming tonight?",
    "Thanks again for yesterday!",
    "The table is booked for seven.",
    "Please call me when you can.",
)
_MESSAGE_APPS = {"Simple SMS Messenger", "Contacts", "Dialer", "Phone"}
_FIRST_STEPS = 10
"""Number of first steps during which messages may arrive."""

_DENSITIES_FOR = 1080
"""Width in pixels of the screen that `densities` are for, if the width changes."""

_CUTOUTS = ("corner", "double", "hole", "tall")
_CUTOUT = "com.android.internal.display.cutout.emulation."
_TAG = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,4}")
"""Tag of a language, as Android's ``Locale.toLanguageTag`` writes it."""

_LATENCIES = ("none", "phone", "slow")
_LATENCY = "settings put global android_gym_latency"
"""A setting of the built-in phone's own, which other devices store and ignore."""


class RandomizeDevice(DeviceWrapper):
    """A wrapper that changes the device in every episode, after the task is set up.

    All changes go over adb, by commands that any device answers: ``wm size``, ``wm density``,
    ``cmd uimode night``, ``settings put``, ``cmd notification post``, ``content insert``. They are
    drawn from the environment's ``np_random``, so a seed always gives the same ones. Nothing that
    is judged is touched. Put it directly around the environment, inside `Stabilize`, which looks at
    the screen again.

    Each property with choices is set in every episode, so that no device keeps it from an earlier
    one. Properties without a choice are left as they are.

    Info, at a reset: ``device_look``, a dict of ``density`` (int, dpi), ``night`` (bool),
    ``font_scale`` (float), ``notifications`` (int), and, if asked for, ``size`` (width and height),
    ``time_format`` (str), ``locale`` (str), ``latency`` (str), ``cutout`` (str), ``noise`` (names
    of `Suite.noise`, with spaces between them) and ``messages`` (int). In a step:
    ``message_arrived`` (bool), if `messages` is not 0.

    Args:
        env: The environment.
        densities: Screen densities to choose from, in dpi, 120 to 640.
        night: Whether to choose between dark and light; light otherwise. ``"always"`` for dark in
            every episode.
        font_scales: Font scales to choose from, 0.5 to 2.
        notifications: Maximum number of notifications to post, 0 to 6.
        sizes: (width, height) of the screen to choose from, in pixels, 200 to 4096. Densities are
            then those of a screen 1080 pixels wide, and are scaled to the width.
        time_formats: Time formats of apps to choose from, ``"12"`` and ``"24"``.
        noise: Whether to add data that the task is not about to the device, of the kinds of its
            suite (`Suite.noise`): notes, files, contacts, messages, expenses, tracks, events.
        messages: Maximum number of text messages, 0 to 4, that arrive at random moments of the
            first ten steps and pop up over the screen. There are none if the task is about messages
            or contacts, or if the device lacks the emulator's console.
        cutouts: Display cutouts to choose from: ``"none"``, ``"corner"``, ``"double"``, ``"hole"``,
            ``"tall"``, which are overlays in Android's developer options.
        latencies: Latencies of the screen to choose from: ``"none"``, ``"phone"``, ``"slow"`` or a
            dict, as the simulator's option ``latency`` takes them. Other devices keep their own.
        locales: Languages of the phone to choose from, as BCP 47 tags such as ``"en-US"`` and
            ``"zh-CN"`` (``system_locales``). The simulator switches at once, as far as it has
            translations; another device does so at its next start.

    Raises:
        OptionError: If an argument is wrong, or another wrapper is in between.
    """

    def __init__(
        self,
        env: gym.Env[Any, Any],
        densities: Sequence[int] = (360, 400, 420, 440, 480),
        night: bool | Literal["always"] = True,
        font_scales: Sequence[float] = (0.85, 1.0, 1.15, 1.3),
        notifications: int = 3,
        sizes: Sequence[Sequence[int]] = (),
        time_formats: Sequence[str] = (),
        noise: bool = False,
        messages: int = 0,
        latencies: Sequence[str | Mapping[str, Any]] = (),
        cutouts: Sequence[str] = (),
        locales: Sequence[str] = (),
    ) -> None:
        densities = check_list("densities", densities)
        font_scales = check_list("font_scales", font_scales)
        if not densities or not font_scales:
            raise OptionError("densities and font_scales must not be empty.")
        for density in densities:
            check_whole(120, 640, **{"densities, in dpi, each": density})
        for scale in font_scales:
            check_number("font_scales, each", scale, 0.5, 2)
        sizes = [check_size("sizes, each", size) for size in check_list("sizes", sizes)]
        for side in (side for size in sizes for side in size):
            check_whole(200, 4096, **{"sizes, each side": side})
        time_formats = check_list("time_formats", time_formats)
        for time_format in time_formats:
            check_choice("time_formats, each", time_format, ("12", "24"))
        check_flag(noise=noise)
        check_choice("night", night, (False, True, "always"))
        check_whole(0, len(_NOTICES), notifications=notifications)
        check_whole(0, len(_MESSAGES), messages=messages)
        latencies = check_list("latencies", latencies)
        for latency in latencies:
            if not isinstance(latency, Mapping):
                check_choice("latencies, each but dicts", latency, tuple(_LATENCIES))
        cutouts = check_list("cutouts", cutouts)
        for cutout in cutouts:
            check_choice("cutouts, each", cutout, ("none", *_CUTOUTS))
        locales = check_list("locales", locales)
        for locale in locales:
            if not isinstance(locale, str) or not _TAG.fullmatch(locale):
                raise OptionError(
                    f"Each of locales must be a language tag such as 'zh-CN', got {shown(locale)}."
                )
        super().__init__(
            env,
            densities=densities,
            night=night,
            font_scales=font_scales,
            notifications=notifications,
            sizes=sizes,
            time_formats=time_formats,
            noise=noise,
            messages=messages,
            latencies=latencies,
            cutouts=cutouts,
            locales=locales,
        )
        if env.observation_space != env.unwrapped.observation_space:
            raise OptionError(f"Wrap the environment in RandomizeDevice first, then in {env}.")
        check_inside(env, type(self).__name__, Curriculum, RandomizeDevice, Stabilize)
        self._densities = densities
        self._night = night
        self._font_scales = font_scales
        self._notifications = notifications
        self._sizes = sizes
        self._time_formats = time_formats
        self._noise = noise
        self._messages = messages
        self._latencies = latencies
        self._cutouts = cutouts
        self._locales = locales
        self._step = 0
        self._arrived = False  # a message, in the present step
        # Number and text of the messages, by the step at which they arrive.
        self._arrivals: dict[int, tuple[str, str]] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Reset, change the device, and look again.

        Raises:
            DeviceError: If the device fails, or doesn't know one of the commands.
        """
        _, info = self.env.reset(seed=seed, options=options)
        rng, device = self.np_random, self.device
        density = self._densities[rng.integers(len(self._densities))]
        night = self._night == "always" or (bool(self._night) and bool(rng.integers(2)))
        scale = self._font_scales[rng.integers(len(self._font_scales))]
        count = int(rng.integers(self._notifications + 1))
        chosen = rng.permutation(len(_NOTICES))[:count]
        look: dict[str, Any] = {
            "density": density,
            "night": night,
            "font_scale": scale,
            "notifications": count,
        }
        commands = []
        if self._sizes:
            width, height = look["size"] = self._sizes[rng.integers(len(self._sizes))]
            look["density"] = density = max(72, round(density * width / _DENSITIES_FOR))
            commands.append(f"wm size {width}x{height}")
        commands += [
            f"wm density {density}",
            f"cmd uimode night {'yes' if night else 'no'}",
            f"settings put system font_scale {scale}",
        ]
        if self._time_formats:
            look["time_format"] = self._time_formats[rng.integers(len(self._time_formats))]
            commands.append(f"settings put system time_12_24 {look['time_format']}")
        for number in chosen:
            title, text = map(shlex.quote, _NOTICES[number])
            commands.append(f"cmd notification post -t {title} notice{number} {text}")
        if self._latencies:
            latency = self._latencies[rng.integers(len(self._latencies))]
            text = json.dumps(dict(latency)) if isinstance(latency, Mapping) else latency
            look["latency"] = text
            commands.append(f"{_LATENCY} {shlex.quote(text)}")
            commands.append(f"{_LATENCY}_seed {int(rng.integers(2**31))}")
        if self._cutouts:
            cutout = look["cutout"] = self._cutouts[rng.integers(len(self._cutouts))]
            verb = "enable-exclusive --category" if cutout != "none" else "disable"
            names = (cutout,) if cutout != "none" else _CUTOUTS
            commands += [f"cmd overlay {verb} {_CUTOUT}{name}" for name in names]
        if self._locales:
            look["locale"] = self._locales[rng.integers(len(self._locales))]
            commands.append(f"settings put system system_locales {look['locale']}")
        task: Task = self.get_wrapper_attr("task")
        if self._noise:
            look["noise"] = " ".join(put_noise(device, task, rng))
        device.shell(" && ".join(commands))
        self._step = 0
        self._arrivals = self._draw_messages(task, rng)
        if self._messages:
            look["messages"] = len(self._arrivals)
        info["device_look"] = look
        self.get_wrapper_attr("mark_start")()  # none of this is the agent's doing
        return self.get_wrapper_attr("observe")(), info

    def _draw_messages(self, task: Task, rng: np.random.Generator) -> dict[int, tuple[str, str]]:
        if not self._messages or not task.apps or _MESSAGE_APPS & set(task.apps):
            return {}
        count = int(rng.integers(self._messages + 1))
        steps = rng.choice(_FIRST_STEPS, size=count, replace=False) + 1
        texts = rng.permutation(len(_MESSAGES))
        number = f"+1{int(rng.integers(201, 990))}{int(rng.integers(2_000_000, 10_000_000))}"
        return {int(s): (number, _MESSAGES[t]) for s, t in zip(steps, texts, strict=False)}

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Step; a message may arrive before the action is carried out."""
        if not self._messages:
            return self.env.step(action)
        self._arrived = False
        # An action that is refused is no step, so no message may arrive before it was accepted.
        self.env.set_wrapper_attr("before_action", self._let_arrive)
        try:
            observation, reward, terminated, truncated, info = self.env.step(action)
        finally:
            self.env.set_wrapper_attr("before_action", None)
        info["message_arrived"] = self._arrived
        return observation, reward, terminated, truncated, info

    def _let_arrive(self) -> None:
        """Count a step, and send its message, if it has one."""
        self._step += 1
        if self._step not in self._arrivals:
            return
        number, text = self._arrivals[self._step]
        try:
            self.device.console(f"sms send {number} {text}")
            self._arrived = True
        except DeviceError:  # no console; a device that died will fail again
            self._arrivals = {}
