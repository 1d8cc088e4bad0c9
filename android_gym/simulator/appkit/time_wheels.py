"""Wheels to pick a time with seconds or milliseconds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final, NamedTuple

from android_gym.simulator.appkit.dialog_base import A_contra, TitledDialog
from android_gym.simulator.appkit.times import is_24_hour
from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.drawables import Line
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import wide_column, wide_row
from android_gym.simulator.ui.pickers import NumberPicker
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

__all__ = ["DAY_MS", "MINUTE_MS", "TimeWheelsDialog", "Wheel", "time_of", "wheels_of"]

SECOND_MS: Final = 1000
MINUTE_MS: Final = 60 * SECOND_MS
HOUR_MS: Final = 60 * MINUTE_MS
DAY_MS: Final = 24 * HOUR_MS

_BLUE: Final = "#33B5E5"
_NAMES: Final = ("Hour", "Minute", "Second", "Millisecond", "AM/PM")
_IDS: Final = ("hour", "minute", "second", "milli", "ampm")
_SEPARATORS: Final = ("", ":", ":", ".", "")


class Wheel(NamedTuple):
    """A wheel of a time picker.

    Attributes:
        value: Its current number.
        first: Its first number.
        last: Its last number.
        labels: Labels, starting with that of the first number; empty for the numbers themselves.
        shown: Whether it is shown at all.
    """

    value: int
    first: int
    last: int
    labels: Sequence[str] = ()
    shown: bool = True


def _wheel(value: int, first: int, last: int, form: str = "{}", *, shown: bool = True) -> Wheel:
    """Return a wheel of numbers, set as near to a value as possible."""
    labels = [form.format(number) for number in range(first, last + 1)]
    return Wheel(min(max(value, first), last), first, last, labels, shown)


def wheels_of(at: int, least: int, most: int, step: int, *, is_24: bool) -> tuple[Wheel, ...]:
    """Return the wheels with which Chromium picks a time.

    Wheels are independent of each other: only parts that are the same for all allowed times are
    fixed, so a disallowed time can be picked as well. If only one half of the day is allowed,
    starting at 12, the hours are those that Chromium offers, which aren't the allowed ones.

    Args:
        at: The initial time, like all others in milliseconds since midnight.
        least: Earliest allowed time.
        most: Latest allowed time; if it isn't later than the earliest, neither applies.
        step: Milliseconds between allowed times, less than a minute.
        is_24: Whether to use hours 0 to 23.

    Returns:
        The wheels for hour, minute, second, millisecond and half of the day.
    """
    if least >= most:
        least, most = 0, DAY_MS - 1
    hour, first, last = at // HOUR_MS, least // HOUR_MS, most // HOUR_MS
    if first == last:
        hour = first
    half = Wheel(0, 0, 0, ("AM", "PM"), shown=False)
    if not is_24:
        halves = first // 12, last // 12
        half = Wheel(min(max(hour // 12, halves[0]), halves[1]), *halves, ("AM", "PM")[halves[0] :])
        hour = hour % 12 or 12
        if halves[0] == halves[1]:
            first, last = first % 12, last % 12
            if first == 0:
                first, last = last or 12, 12
        else:
            first, last = 1, 12
    hours = _wheel(hour, first, last)
    fixed = first == last
    minute = at // MINUTE_MS % 60, least // MINUTE_MS % 60, most // MINUTE_MS % 60
    minutes = _wheel(minute[0], *(minute[1:] if fixed else (0, 59)), "{:02}")
    fixed = fixed and minute[1] == minute[2]
    second = at // SECOND_MS % 60, least // SECOND_MS % 60, most // SECOND_MS % 60
    seconds = _wheel(second[0], *(second[1:] if fixed else (0, 59)), "{:02}")
    fixed = fixed and second[1] == second[2]
    return hours, minutes, seconds, _millis(at, least, most, step, fixed), half


def _millis(at: int, least: int, most: int, step: int, fixed: bool) -> Wheel:
    """Return the wheel of milliseconds; `fixed` if all other parts are the same for all times."""
    first, last = least % SECOND_MS, most % SECOND_MS
    rounded = (at % SECOND_MS + step // 2) // step * step
    digits = {1: "{:03}", 10: "{:02}", 100: "{}"}.get(step)
    if step >= SECOND_MS:
        return Wheel(0, 0, 0, shown=False)
    if digits is not None:
        limits = (first // step, last // step) if fixed else (0, 999 // step)
        return _wheel(rounded // step, *limits, digits)
    labels = [f"{milli:03}" for milli in range(first, last, step)] or [f"{first:03}"]
    value = min(max((rounded - first) // step, 0), len(labels) - 1)
    return Wheel(value, 0, len(labels) - 1, labels)


def time_of(values: Sequence[int], least: int, most: int, step: int, *, is_24: bool) -> int:
    """Return the time that the wheels show.

    Args:
        values: Numbers of the wheels, in the order of `wheels_of`.
        least: See `wheels_of`.
        most: See `wheels_of`.
        step: See `wheels_of`.
        is_24: See `wheels_of`.
    """
    hour, minute, second, milli, half = values
    if not is_24:
        hour = hour % 12 + 12 * half
    begins = least % SECOND_MS if step not in (1, 10, 100) and least < most else 0
    fraction = milli * step + begins if step < SECOND_MS else 0
    return hour * HOUR_MS + minute * MINUTE_MS + second * SECOND_MS + fraction


@dataclass(frozen=True)
class TimeWheelsDialog(TitledDialog[A_contra]):
    """Wheels for a time with seconds, like Chromium's `MultiFieldTimePickerDialog`.

    Attributes:
        turned: Numbers of the wheels after one of them was turned; None before.
    """

    turned: tuple[int, ...] | None = None

    POSITIVE = "Set"
    NEUTRAL = "Clear"
    WORDS: ClassVar[str] = "Set time"

    def begins(self, screen: A_contra) -> int:
        """Return the initial time, in milliseconds since midnight."""
        raise NotImplementedError(f"{type(self).__name__} must say what it begins with.")

    def span(self, screen: A_contra) -> tuple[int, int]:
        """Return the earliest and latest time that can be picked."""
        return 0, DAY_MS - 1

    def step(self, screen: A_contra) -> int:
        """Return the milliseconds between times that can be picked."""
        return SECOND_MS

    def on_pick(self, screen: A_contra, picked: int) -> None:
        """React to the picked time."""
        raise NotImplementedError(f"{type(self).__name__} must say what its pick does.")

    def build(self, screen: A_contra) -> Overlay | None:
        """Return the window with the wheels, below a title of their own."""
        least, most = self.span(screen)
        step, is_24 = self.step(screen), is_24_hour(screen.context)
        wheels = wheels_of(self.begins(screen), least, most, step, is_24=is_24)
        values = self.turned or tuple(wheel.value for wheel in wheels)

        def turn(index: int, value: int) -> None:
            turned = (*values[:index], value, *values[index + 1 :])
            screen.update_dialog(replace(self, turned=turned))

        parts: list[View] = []
        for index, wheel in enumerate(wheels):
            if not wheel.shown:
                continue
            if _SEPARATORS[index]:
                parts.append(TextView(_SEPARATORS[index], size=12, key=("before", index)))
            parts.append(
                NumberPicker(
                    values[index],
                    wheel.first,
                    wheel.last,
                    lambda value, index=index: turn(index, value),  # type: ignore[misc]
                    labels=wheel.labels,
                    id=_IDS[index],
                    content_description=_NAMES[index],
                    width=0,
                    weight=1,
                    margin=(4, 0),
                )
            )
        title = TextView(self.WORDS, size=20, color=_BLUE, padding=5)
        line = View(width=MATCH, height=2, background=Line("top", _BLUE, 2))
        content = wide_column(title, line, wide_row(*parts, content_gravity="center_vertical"))
        return self.alert(
            screen,
            lambda: self.on_pick(screen, time_of(values, least, most, step, is_24=is_24)),
            content=content,
        )
