"""Tasks of Clock: the stopwatch and a timer that is set up but not started.

The state of a stopwatch can't be read over adb without knowing the app's version, so these tasks
are judged by the screen, as in AndroidWorld: Clock must be in front and show the state asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from android_gym.accessibility import UIElement
from android_gym.errors import OptionError
from android_gym.task_suite.tapping import tap
from android_gym.task_suite.task import Disputed, NearMiss, Params, Task
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = [
    "ALARMS",
    "PACKAGE",
    "ClockStopWatchPausedVerify",
    "ClockStopWatchRunning",
    "ClockTimerEntry",
]

PACKAGE = "com.google.android.deskclock"
ALARMS = f"/data/user_de/0/{PACKAGE}/databases/alarms.db"
MAIN = f"{PACKAGE}/com.android.deskclock.DeskClock"

HOURS, MINUTES, SECONDS = 23, 59, 59
"""Maximum hours, minutes and seconds that are asked for."""


def _described(elements: tuple[UIElement, ...], *descriptions: str) -> bool:
    """Return whether there is an element with each of these content descriptions."""
    seen = {element.content_description for element in elements}
    return seen.issuperset(descriptions)


def _stopwatch_chosen(elements: tuple[UIElement, ...]) -> bool:
    """Return whether the stopwatch's tab is selected; its name is visible in other tabs too."""
    return any(e.is_selected for e in elements if "Stopwatch" in (e.text, e.content_description))


def _running(elements: tuple[UIElement, ...]) -> bool:
    return _described(elements, "Pause", "Lap")


def _paused(elements: tuple[UIElement, ...]) -> bool:
    return _described(elements, "Start") and _stopwatch_chosen(elements)


def _named_twice(elements: tuple[UIElement, ...]) -> bool:
    """Return whether the stopwatch's name appears twice, which AndroidWorld takes for its tab."""
    return sum("Stopwatch" in (e.text, e.content_description) for e in elements) >= 2


def _does(*labels: str, home: bool = False) -> NearMiss:
    """Return a near miss that opens Clock, taps elements in turn, and optionally goes home."""

    def act(device: Device) -> None:
        device.shell(f"am start -W -n {MAIN} && sleep 1")
        for label in labels:
            tap(device, label)
        if home:
            device.shell("input keyevent KEYCODE_HOME && sleep 1")

    return act


def _labelled_alarm(label: str) -> NearMiss:
    """Return a near miss that labels the first alarm."""

    def act(device: Device) -> None:
        device.shell(f"am start -W -n {MAIN} && sleep 1")
        tap(device, "Alarm")
        device.execute(ALARMS, "UPDATE alarm_templates SET label = ?", [(label,)])
        device.force_stop(PACKAGE)
        device.shell(f"am start -W -n {MAIN} && sleep 1")
        tap(device, "Alarm")

    return act


class _ClockTask(Task):
    """A task that begins with a newly installed app."""

    apps = ("Clock",)
    reads_screen = True

    def setup(self, device: Device, params: Params) -> None:
        """Clear the app's data."""
        device.clear(PACKAGE)

    def _elements(self, device: Device) -> tuple[UIElement, ...] | None:
        """Return the elements on the screen; None unless Clock is in front."""
        if "DeskClock" not in device.foreground_activity():
            return None
        return device.ui_elements()

    def _score(
        self,
        device: Device,
        *stages: Callable[[tuple[UIElement, ...]], bool],
    ) -> float:
        """Return the share of stages that hold, counting the app in front as one."""
        elements = self._elements(device)
        if elements is None:
            return 0.0
        if stages[-1](elements):
            return 1.0
        return (1 + sum(stage(elements) for stage in stages)) / (1 + len(stages))


class ClockStopWatchRunning(_ClockTask):
    """Start the stopwatch and leave it on the screen."""

    template = "Run the stopwatch."
    rewordings = (
        "Start the stopwatch.",
        "Please get the stopwatch going.",
        "In the Clock app, set the stopwatch running and leave it so.",
        "I want to measure time: have the stopwatch count up.",
    )
    complexity = 1

    def touches(self, params: Params) -> Sequence[Touch]:
        """Allow the stopwatch to change."""
        return [Rows("stopwatch", added=1)]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if Clock shows a running stopwatch."""
        elements = self._elements(device)
        return float(elements is not None and _running(elements))

    def progress(self, device: Device, params: Params) -> float:
        """Return thirds: the app open, the stopwatch shown, running."""
        return self._score(device, _stopwatch_chosen, _running)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return not started, paused again, and left."""
        return {
            "not started": _does("Stopwatch"),
            "paused again": _does("Stopwatch", "Start", "Pause"),
            "running, but the app was left": _does("Stopwatch", "Start", home=True),
            "running, but another tab is shown": _does("Stopwatch", "Start", "Alarm"),
        }


class ClockStopWatchPausedVerify(_ClockTask):
    """Show the stopwatch without running it, which is its state from the start."""

    template = "Pause the stopwatch."
    rewordings = (
        "Make sure the stopwatch is not ticking.",
        "Please put the stopwatch on hold.",
        "In the Clock app, the stopwatch should be paused.",
        "Stop the stopwatch for now, if it is going.",
    )
    tags = ("verification",)
    complexity = 1

    def touches(self, params: Params) -> Sequence[Touch]:
        """Allow the stopwatch to change."""
        return [Rows("stopwatch", added=1)]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if Clock shows a stopwatch that is not running."""
        elements = self._elements(device)
        return float(elements is not None and _paused(elements))

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if Clock shows a button "Start", and "Stopwatch" twice."""
        elements = self._elements(device)
        return float(
            elements is not None and _described(elements, "Start") and _named_twice(elements)
        )

    def progress(self, device: Device, params: Params) -> float:
        """Return thirds: the app open, the stopwatch shown, not running."""
        return self._score(device, _stopwatch_chosen, _paused)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return running, left, and another tab."""
        return {
            "running": _does("Stopwatch", "Start"),
            "the app was left": _does("Stopwatch", home=True),
            "a time typed for a timer": Disputed(_does("Timer", "5")),
            "another tab is shown": _does("Stopwatch", "Timer"),
        }


class ClockTimerEntry(_ClockTask):
    """Type a duration for a timer without starting it."""

    template = (
        "Create a timer with {hours} hours, {minutes} minutes, and {seconds} seconds. Do not start "
        "the timer."
    )
    rewordings = (
        "Enter a timer of {hours} hours, {minutes} minutes and {seconds} seconds, but leave it "
        "unstarted.",
        "In the Clock app, set up a timer: hours {hours}, minutes {minutes}, seconds {seconds}. "
        "Don't press start.",
        "I will need a countdown of {hours} h {minutes} min {seconds} s. Prepare it without "
        "letting it run.",
        "Without starting it, type in a timer that lasts {hours} hours plus {minutes} minutes "
        "plus {seconds} seconds.",
    )
    tags = ("data_entry", "parameterized")
    complexity = 1

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw a duration of at least one second."""
        total = int(rng.integers(1, (HOURS + 1) * 3600))
        return {"hours": total // 3600, "minutes": total // 60 % 60, "seconds": total % 60}

    def check(self, params: Mapping[str, object]) -> None:
        """Reject durations that can't be asked for.

        Raises:
            OptionError: Naming the parameter at fault.
        """
        super().check(params)
        for name, most in (("hours", HOURS), ("minutes", MINUTES), ("seconds", SECONDS)):
            value = params[name]
            if not isinstance(value, int) or not 0 <= value <= most:
                raise OptionError(f"Parameter {name!r} must be 0 to {most}, got {value!r}.")
        if not any(params.values()):
            raise OptionError("A timer of 0 hours, 0 minutes, and 0 seconds can't be set up.")

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if Clock's keypad shows the duration, and no timer has been started."""
        elements = self._elements(device)
        return float(
            elements is not None
            and _entered(params)(elements)
            and _all_keys(elements)
            and not _described(elements, "Cancel")  # closes the keypad if there are timers
        )

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if Clock shows the duration anywhere on the screen."""
        elements = self._elements(device)
        return float(elements is not None and _entered(params)(elements))

    def progress(self, device: Device, params: Params) -> float:
        """Return thirds: the app open, the keypad shown, the duration typed."""
        return self._score(device, _keypad, _entered(params))

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return a wrong last digit, a digit missing, started, and left."""
        digits = "{hours:02}{minutes:02}{seconds:02}".format(**params).lstrip("0")
        other = digits[:-1] + ("2" if digits[-1] == "1" else "1")
        return {
            "a wrong last digit": _does("Timer", *other),
            "a digit short": _does("Timer", *digits[:-1]),
            "started": _does("Timer", *digits, "Start"),
            "typed, but the app was left": _does("Timer", *digits, home=True),
            "typed once more after starting it": Disputed(
                _does("Timer", *digits, "Start", "Add timer", *digits)
            ),
            "the label of an alarm": Disputed(
                _labelled_alarm("{hours:02}h {minutes:02}m {seconds:02}s".format(**params))
            ),
        }


def _entered(params: Params) -> Callable[[tuple[UIElement, ...]], bool]:
    text = "{hours:02}h {minutes:02}m {seconds:02}s".format(**params)
    words = "{hours} hours, {minutes} minutes, {seconds} seconds".format(**params)
    return lambda elements: any(e.text == text or e.content_description == words for e in elements)


def _all_keys(elements: tuple[UIElement, ...]) -> bool:
    """Return whether all nine keys of a keypad are shown."""
    return {element.text for element in elements}.issuperset("123456789")


def _keypad(elements: tuple[UIElement, ...]) -> bool:
    return any((e.resource_name or "").endswith("/timer_setup_digit_00") for e in elements)
