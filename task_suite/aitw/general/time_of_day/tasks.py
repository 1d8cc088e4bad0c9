"""GENERAL's instructions to tell the time, here or in a city.

People of the data set show a clock, where an agent may also answer. So these are solved by the
right answer, or by Clock in front with the time that is asked for, when nothing was answered.
"""

from __future__ import annotations

import datetime as dt
import re
import zoneinfo
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from android_gym.accessibility import UIElement
from android_gym.checks import shown
from android_gym.errors import OptionError
from android_gym.task_suite.aitw.general.instructions import Instruction
from android_gym.task_suite.aitw.general.live import GeneralTask, tasks_of
from android_gym.task_suite.aitw.general.time_of_day.asides import without_asides
from android_gym.task_suite.android_world.clock.tasks import PACKAGE
from android_gym.task_suite.questions import phrases
from android_gym.task_suite.questions.values import parse_time
from android_gym.task_suite.task import NearMiss, Params
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = ["TellCityTime", "TellTime"]

_ZONES: Final = (
    "America/Chicago",
    "America/Sao_Paulo",
    "Asia/Dhaka",
    "Asia/Dubai",
    "Asia/Kolkata",
    "Pacific/Auckland",
    "Pacific/Honolulu",
)
"""Time zones that the phone may be in. None ever has the time of a city that is asked for."""

_CITIES: Final[Mapping[str, str]] = {
    "Beijing": "Asia/Shanghai",
    "Berlin": "Europe/Berlin",
    "London": "Europe/London",
    "Los Angeles": "America/Los_Angeles",
    "Moscow": "Europe/Moscow",
    "New York": "America/New_York",
    "Paris": "Europe/Paris",
    "San Francisco": "America/Los_Angeles",
    "Sydney": "Australia/Sydney",
    "Tokyo": "Asia/Tokyo",
}

_MOST_CITIES: Final = 5
"""Most cities that may be added to look at their times."""

_FIRST: Final = dt.datetime(2023, 1, 1, tzinfo=dt.UTC)
_MINUTES: Final = 2 * 365 * 24 * 60
"""The episode begins at some minute of the two years from `_FIRST` on."""

LATE_S: Final = 120
"""An answer may be as old as this, in seconds: the agent takes time to give it."""


class _TimeTask(GeneralTask):
    """A task that begins at a time and in a time zone that are drawn."""

    apps = ("Clock",)
    complexity = 1.5
    answers = True
    reads_screen = True

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw the app in front, the time (in UTC), and the phone's time zone."""
        start = _FIRST + dt.timedelta(minutes=int(rng.integers(_MINUTES)))
        zone = _ZONES[int(rng.integers(len(_ZONES)))]
        return {**super().sample(rng), "start": f"{start:%Y-%m-%d %H:%M}", "zone": zone}

    def check(self, params: Mapping[str, object]) -> None:
        """Refuse what is no time, and other time zones.

        Raises:
            OptionError: Naming the parameter at fault.
        """
        super().check(params)
        try:
            _moment(str(params["start"]))
        except ValueError as error:
            raise OptionError(
                f"'start' must be a time such as '2023-07-03 09:41', got {shown(params['start'])}."
            ) from error
        if params["zone"] not in _ZONES:
            raise OptionError(f"'zone' must be one of {list(_ZONES)}, got {shown(params['zone'])}.")

    def setup(self, device: Device, params: Params) -> None:
        """Set time and time zone; forget Clock's cities."""
        device.clear(PACKAGE)
        device.set_time(_moment(params["start"]))
        device.shell(f"cmd alarm set-timezone {params['zone']}")
        super().setup(device, params)

    @abstractmethod
    def zone(self, params: Params) -> str:
        """Return the time zone whose time is asked for."""

    @abstractmethod
    def is_shown(self, elements: tuple[UIElement, ...], times: frozenset[str]) -> bool:
        """Return whether Clock shows the time that is asked for, one of `times`."""

    def times(self, device: Device, params: Params) -> frozenset[str]:
        """Return the times that are right now, such as ``"17:34"``."""
        now = device.now().astimezone(zoneinfo.ZoneInfo(self.zone(params)))
        # Subtracting across a change of the clocks would be off: go by the world's time.
        moments = (now.timestamp() - ago for ago in range(0, LATE_S + 1, 60))
        return frozenset(f"{dt.datetime.fromtimestamp(m, now.tzinfo):%H:%M}" for m in moments)

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the answer is the time, or if there is no answer and Clock shows the time."""
        times = self.times(device, params)
        if answer is not None:
            return float(any(self.says(one, times) for one in self._plain(device, params, answer)))
        if not device.foreground_activity().startswith(f"{PACKAGE}/"):
            return 0.0
        return float(self.is_shown(device.ui_elements(), times))

    def _plain(self, device: Device, params: Params, answer: str) -> set[str]:
        """Return an answer without right asides, as of now or when the agent may have looked."""
        now = device.now().timestamp()
        zones = [zoneinfo.ZoneInfo(name) for name in (self.zone(params), params["zone"])]
        plain = set()
        for moment in (now, now - LATE_S):
            there, here = (dt.datetime.fromtimestamp(moment, zone) for zone in zones)
            rest = without_asides(answer, there, here)
            plain |= set() if rest is None else {rest}
        return plain

    def says(self, answer: str, times: frozenset[str]) -> bool:
        """Return whether an answer has one time of day, one of `times`."""
        return _read(answer) in times

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return other times, a choice of two, and Clock with its alarms in front."""

        def tells(minutes: int, form: str = "%I:%M %p") -> NearMiss:
            def act(device: Device) -> str:
                zone = zoneinfo.ZoneInfo(self.zone(params))
                then = device.now() + dt.timedelta(minutes=minutes)
                return f"It is {then.astimezone(zone).strftime(form)}."

            return act

        def alarms(device: Device) -> None:
            device.shell("am start -W -a android.intent.action.SHOW_ALARMS && sleep 1")

        def nothing(device: Device) -> str:
            return "I don't know."

        return {
            "five minutes ago": tells(-5),
            "in five minutes": tells(5),
            "the other half of the day": tells(12 * 60),
            "an hour too late": tells(60),
            "a choice of two": _either(tells(0), tells(60)),
            "the hour only": tells(0, "%I %p") if self._uneven(params) else nothing,
            "the alarms": alarms,
            "no time": nothing,
        }

    def _uneven(self, params: Params) -> bool:
        """Return whether the time that is asked for is far from a full hour at the start."""
        zone = zoneinfo.ZoneInfo(self.zone(params))
        return 5 <= _moment(params["start"]).astimezone(zone).minute <= 50


def _moment(text: str) -> dt.datetime:
    return dt.datetime.strptime(text, "%Y-%m-%d %H:%M").replace(tzinfo=dt.UTC)


_parse: Final = partial(parse_time, seconds=True)


def _read(text: str) -> str | None:
    """Return the only time of day that a text has, such as ``"17:34"``."""
    return phrases.only_moment(text, _parse, phrases.long_date)


def _either(*misses: NearMiss) -> NearMiss:
    return lambda device: " Or: ".join(str(miss(device)) for miss in misses)


class TellTime(_TimeTask):
    """Tell the phone's own time."""

    @classmethod
    def phrases_of(cls, instruction: Instruction) -> tuple[str, ...]:
        """Return other ways to ask for the time."""
        if instruction.text.startswith("What's"):
            return (
                "Could you give me the time?",
                "Say the current time.",
                "What does the clock say now?",
                "I'd like to know the time.",
            )
        return (
            "Tell me what time it is.",
            "How late is it now?",
            "Look at the clock and tell me what it shows.",
            "Please check the time for me.",
        )

    def zone(self, params: Params) -> str:
        """Return that of the phone."""
        return str(params["zone"])

    def says(self, answer: str, times: frozenset[str]) -> bool:
        """Return whether an answer is the time; who asks knows which half of the day it is."""
        if super().says(answer, times):
            return True
        told = _read(answer)
        bare = told is not None and not re.search(r"\d\s*[ap]\.?\s?m", answer.casefold())
        halves = {f"{(int(time[:2]) + 12) % 24:02}{time[2:]}" for time in times}
        return bare and told in {time for time in halves if 1 <= int(time[:2]) <= 12}

    def is_shown(self, elements: tuple[UIElement, ...], times: frozenset[str]) -> bool:
        """Return whether Clock's own tab is open, with the time."""
        if not any(e.is_selected and "Clock" in (e.text, e.content_description) for e in elements):
            return False
        return any(_is_time(element, times) for element in elements)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return the time elsewhere besides."""

        def elsewhere(device: Device) -> str:
            return f"{device.now():%I:%M %p}"

        return {**super().near_misses(params), "UTC": elsewhere}


class TellCityTime(_TimeTask):
    """Tell the time in a city."""

    @classmethod
    def phrases_of(cls, instruction: Instruction) -> tuple[str, ...]:
        """Return other ways to ask for the time there."""
        if instruction.text.startswith("What's"):
            return (
                "Please find out the current time in {subject}.",
                "Look up the time in {subject} for me.",
                "In {subject}, what time do they have?",
                "Say what the clocks in {subject} show.",
            )
        return (
            "Tell me the time in {subject}.",
            "I'd like to know what time people in {subject} have.",
            "How late is it in {subject} at the moment?",
            "Which time is it now in {subject}?",
        )

    def zone(self, params: Params) -> str:
        """Return that of the city."""
        return _CITIES[self.subject]

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return cities: who looks for one may add others first."""
        return [Rows("cities of the clock", added=_MOST_CITIES)]

    def says(self, answer: str, times: frozenset[str]) -> bool:
        """Return whether an answer is the time, and does not name other cities only."""
        told = answer.casefold()
        named = {city for city in _CITIES if city.casefold() in told}
        return (not named or self.subject in named) and super().says(answer, times)

    def is_shown(self, elements: tuple[UIElement, ...], times: frozenset[str]) -> bool:
        """Return whether the city is there, with the time in its row."""
        rows = [
            element.bbox_pixels
            for element in elements
            if (element.text or "").partition(",")[0] == self.subject
        ]
        return any(
            row is not None
            and element.bbox_pixels is not None
            and element.bbox_pixels.y_min < row.y_max
            and row.y_min < element.bbox_pixels.y_max
            and _is_time(element, times)
            for row in rows
            for element in elements
        )

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return the phone's own time besides, told and shown."""

        def here(device: Device) -> str:
            return f"{device.now().astimezone(zoneinfo.ZoneInfo(params['zone'])):%I:%M %p}"

        def clock(device: Device) -> None:
            device.launch(PACKAGE)
            device.shell("sleep 1")

        return {**super().near_misses(params), "the phone's time": here, "Clock only": clock}


def _is_time(element: UIElement, times: frozenset[str]) -> bool:
    """Return whether Clock shows one of the times by an element."""
    own = (element.resource_name or "").startswith(f"{PACKAGE}:")
    return own and element.text is not None and _parse(element.text) in times


vars().update(tasks_of("time", TellTime))
vars().update(tasks_of("city_time", TellCityTime))
