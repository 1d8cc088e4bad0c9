"""GENERAL's instructions to look at events of the calendar.

No event lies on the day of the episode or on a weekend, so that "this week" and "the rest of the
week" mean the same wherever a week begins, and at what time of day it is asked.
"""

from __future__ import annotations

import datetime as dt
import re
import shlex
from collections.abc import Mapping, Sequence, Set
from typing import TYPE_CHECKING, Final

from android_gym.checks import shown
from android_gym.errors import OptionError
from android_gym.task_suite.aitw import SUITE
from android_gym.task_suite.aitw.general.live import GeneralTask, runs, tasks_of
from android_gym.task_suite.questions import phrases
from android_gym.task_suite.tapping import tap
from android_gym.task_suite.task import NearMiss, Params
from android_gym.trace import EpisodeTrace, ScreenState

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = ["ShowEvents", "TellRest"]

_PACKAGE: Final = SUITE.apps["google calendar"]
_URI: Final = "content://com.android.calendar/events"
_FIRST: Final = dt.date(2023, 10, 2)
"""The Monday of the first week that an episode may be in."""

_WEEKS: Final = 52
_LAST_DAY: Final = 20
"""Latest day of a month that an episode may be on: some of the month is left then."""

_NO_OTHER: Final = re.compile(r"\bno (?:other|more|further)\b", re.IGNORECASE)
_BETWEEN: Final = re.compile(r"[,;:\n()•|/&]|\.(?=\s|$)|\b(?:and|plus|then|also)\b", re.IGNORECASE)
"""Pattern of signs and words between the events that an answer lists."""

_PLAIN_WORDS: Final = frozenset(
    "a about according after afternoon again agenda all allday alone also am an and another any "
    "anything app appointment appointments apr april are as at aug august be been before "
    "beginning by calendar clock come comes coming date day days dec december during each eight "
    "end ending ends entries entry evening event events every everything feb february first five "
    "follow following follows for found four fri friday from further get going google h has have "
    "here hour hours i in is it item items its jan january jul july jun june just last lasts list "
    "listed ll looks lunchtime m mar march may me midday minutes mon monday month monthly more "
    "morning my nd next night nine no noon nothing nov november now o oclock oct october of on "
    "one only other others our out over per phone plan planned plans pm rd re remaining remains "
    "rest results s sat saturday says schedule scheduled second see sep sept september set seven "
    "shows six some st start starting starts still sun sunday sure take takes ten th that the "
    "then there these they third this those three through thu thur thurs thursday til till time "
    "times to today tomorrow tonight total tue tues tuesday two until up upcoming utc ve was we "
    "wed wednesday week weekend weekly what when which will with within year you your".split()
)
"""Words that tell when events are, or introduce them: no events by themselves."""

_TITLES: Final = (
    "Allotment", "Bike repair", "Boiler check", "Book club", "Car wash", "Chess evening", "Choir",
    "Dentist", "Eye test", "Flea market", "Guitar lesson", "Judo", "Lunch with Ines",
    "Parents' evening", "Piano lesson", "Pottery", "Quiz night", "Swimming", "Tax papers",
    "Team walk", "Theatre", "Vet", "Window cleaner", "Yoga",
)  # fmt: skip

_MONDAY, _THURSDAY, _SUNDAY = 0, 3, 6
_HOLIDAYS: Final[Mapping[str, tuple[int, int, int | None]]] = {
    "New Year's Day": (1, 1, None),
    "Martin Luther King Jr. Day": (1, 15, _MONDAY),
    "Valentine's Day": (2, 14, None),
    "Presidents' Day": (2, 15, _MONDAY),
    "St. Patrick's Day": (3, 17, None),
    "Cinco de Mayo": (5, 5, None),
    "Mother's Day": (5, 8, _SUNDAY),
    "Memorial Day": (5, 25, _MONDAY),
    "Juneteenth": (6, 19, None),
    "Father's Day": (6, 15, _SUNDAY),
    "Independence Day": (7, 4, None),
    "Labor Day": (9, 1, _MONDAY),
    "Columbus Day": (10, 8, _MONDAY),
    "Halloween": (10, 31, None),
    "Veterans Day": (11, 11, None),
    "Thanksgiving Day": (11, 22, _THURSDAY),
    "Christmas Eve": (12, 24, None),
    "Christmas Day": (12, 25, None),
    "New Year's Eve": (12, 31, None),
}
"""US holidays, which Google Calendar shows beside the events: month and day, or from there on the
first such weekday."""


class _EventsTask(GeneralTask):
    """A task about some of the events in the calendar."""

    apps = ("Google Calendar",)
    complexity = 1.5

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw the app in front, the time (in UTC), and events around it."""
        day = _FIRST
        while day == _FIRST or day.day > _LAST_DAY:
            week, weekday = int(rng.integers(_WEEKS)), int(rng.integers(1, 3))
            day = _FIRST + dt.timedelta(days=7 * week + weekday)  # a Tuesday or a Wednesday
        monday = day - dt.timedelta(days=day.weekday())

        def of(first: dt.date, days: int) -> dt.date:
            return first + dt.timedelta(days=int(rng.integers(days)))

        tomorrow = day + dt.timedelta(days=1)
        next_month = (day.replace(day=1) + dt.timedelta(days=32)).replace(day=1)
        days = [
            of(monday - dt.timedelta(days=7), 5),
            of(monday, day.weekday()),
            tomorrow,
            tomorrow + dt.timedelta(days=1),
            of(monday + dt.timedelta(days=7), 5),
            _on_weekday(of(next_month - dt.timedelta(days=3), 1)),
            _on_weekday(of(next_month + dt.timedelta(days=3), 9)),
        ]
        titles = rng.permutation(len(_TITLES))
        events = [
            {
                "title": _TITLES[int(title)],
                "day": one.isoformat(),
                "hour": int(rng.integers(9, 17)),
            }
            for title, one in zip(titles, days, strict=False)
        ]
        start = f"{day.isoformat()} {int(rng.integers(8, 12)):02}:{int(rng.integers(60)):02}"
        return {**super().sample(rng), "start": start, "events": events}

    def check(self, params: Mapping[str, object]) -> None:
        """Refuse what is no time, and events that could not have been drawn.

        Raises:
            OptionError: Naming the parameter at fault.
        """
        super().check(params)
        try:
            _moment(str(params["start"]))
        except ValueError as error:
            raise OptionError(
                f"'start' must be a time such as '2023-10-03 09:41', got {shown(params['start'])}."
            ) from error
        events = params["events"]
        for event in events if isinstance(events, list) else ():
            match event:
                case {"title": str(title), "day": str(day), "hour": int(hour)}:
                    if title in _TITLES and _is_day(day) and 0 <= hour < 24:
                        continue
            raise OptionError(
                f"Each of 'events' must have a title of {list(_TITLES)}, a day such as "
                f"'2023-10-03' and an hour (0 to 23), got {shown(event)}."
            )

    def setup(self, device: Device, params: Params) -> None:
        """Set the time, and put the events into the phone's own calendar."""
        device.set_time(_moment(params["start"]))
        for event in params["events"]:
            begin = _moment(f"{event['day']} {event['hour']:02}:00")
            values = {
                "calendar_id:i": 1,
                "title:s": event["title"],
                "dtstart:l": int(begin.timestamp()) * 1000,
                "dtend:l": int(begin.timestamp() + 3600) * 1000,
                "allDay:i": 0,
                "eventTimezone:s": "UTC",
            }
            binds = " ".join(f"--bind {shlex.quote(f'{n}:{v}')}" for n, v in values.items())
            device.shell(f"content insert --uri {_URI} {binds}")
        super().setup(device, params)

    def wanted(self, params: Params) -> frozenset[str]:
        """Return the titles of the events that are asked for."""
        today = _moment(params["start"]).date()
        return frozenset(
            event["title"]
            for event in params["events"]
            if self.is_wanted(today, dt.date.fromisoformat(event["day"]))
        )

    def is_wanted(self, today: dt.date, day: dt.date) -> bool:
        """Return whether events of a day are asked for on another one."""
        monday = today - dt.timedelta(days=today.weekday())
        same_week = monday <= day < monday + dt.timedelta(days=7)
        match self.subject:
            case "rest of the month":
                return day > today and (day.year, day.month) == (today.year, today.month)
            case "rest of the week":
                return day > today and same_week
        return same_week

    def _are_shown(self, trace: EpisodeTrace, params: Params) -> bool:
        """Return whether the calendar is in front, and has shown all that are asked for."""
        if not _is_in_front(trace.screens[-1]):
            return False
        return all(
            any(_shows(screen, title) for screen in trace.screens)
            for title in sorted(self.wanted(params))
        )


def _holiday(name: str, year: int) -> dt.date:
    """Return the date of a holiday in a year."""
    month, day, weekday = _HOLIDAYS[name]
    first = dt.date(year, month, day)
    return first if weekday is None else first + dt.timedelta((weekday - first.weekday()) % 7)


def _on_weekday(day: dt.date) -> dt.date:
    """Return a day, or the Friday before it on a weekend."""
    return day - dt.timedelta(days=max(0, day.weekday() - 4))


def _moment(text: str) -> dt.datetime:
    return dt.datetime.strptime(text, "%Y-%m-%d %H:%M").replace(tzinfo=dt.UTC)


def _is_day(text: str) -> bool:
    try:
        dt.date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _is_in_front(screen: ScreenState) -> bool:
    """Return whether the calendar is in front, and nothing such as the shade covers it."""
    return screen.package == _PACKAGE and any(e.package_name == _PACKAGE for e in screen.elements)


def _shows(screen: ScreenState, title: str) -> bool:
    """Return whether the calendar shows an event: by its title, before its time or not."""
    return screen.package == _PACKAGE and any(
        text == title or text.startswith(f"{title}, ") for text in screen.texts
    )


class ShowEvents(_EventsTask):
    """Show the events of this week."""

    complexity = 2.0
    phrases = (
        "Let me see {subject} in the calendar.",
        "Please bring up {subject} on the calendar.",
        "I want to look at {subject}; open the calendar for that.",
        "Go to the calendar and have it display {subject}.",
    )

    def judge(self, trace: EpisodeTrace, params: Params) -> float:
        """1.0 if the calendar is in front, and all of this week's events were to be seen in it."""
        return float(self._are_shown(trace, params))

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return the calendar as it opens, another week, the provider over adb."""

        def next_week(device: Device) -> None:
            device.launch(_PACKAGE)
            device.shell("sleep 1")
            tap(device, "Show Calendar List and Settings drawer")
            tap(device, "Week")
            width, height = device.size
            y = height // 2
            device.shell(f"input swipe {width - 60} {y} 60 {y} 200 && sleep 1")

        def opens(device: Device) -> None:
            device.launch(_PACKAGE)
            device.shell("sleep 1")

        return {
            "the calendar only": opens,
            "next week": next_week,
            "asked over adb": runs(f"content query --uri {_URI}"),
        }


class TellRest(_EventsTask):
    """Tell, or show, the events of the rest of the week or the month."""

    answers = True
    phrases = (
        "Which events are there for the {subject}?",
        "Tell me what I have planned for the {subject}.",
        "Look into the calendar: what comes up during the {subject}?",
        "For the {subject}, what does my calendar say?",
    )

    def judge(self, trace: EpisodeTrace, params: Params) -> float:
        """1.0 if the answer names just the events asked for; without one, if all were shown."""
        if trace.answer is None:
            return float(self._are_shown(trace, params))
        return float(self.answered_by(trace.answer, params))

    def answered_by(self, answer: str, params: Params) -> bool:
        """Return whether an answer names all events that are asked for, and no other.

        It may not deny them, offer a choice or invent one, but may say that there is no other. It
        may name the holidays of the time that is asked about, today's included.
        """
        told = answer.replace("’", "'")
        if phrases.doubts(_NO_OTHER.sub("", told)):
            return False
        named = {t for t in _TITLES if re.search(rf"\b{re.escape(t)}\b", told, re.IGNORECASE)}
        today = _moment(params["start"]).date()
        holidays = {
            name
            for name in _HOLIDAYS
            for day in (_holiday(name, today.year), _holiday(name, today.year + 1))
            if day == today or self.is_wanted(today, day)
        }
        return named == self.wanted(params) and not _invents(told, holidays)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return one event too few, one too many, all, none, and the calendar left again."""
        wanted = sorted(self.wanted(params))
        others = sorted({event["title"] for event in params["events"]} - set(wanted))
        return {
            "one too few": _answers(wanted[1:]),
            "one too many": _answers([*wanted, others[0]]),
            "all of them": _answers([*wanted, *others]),
            "an invented one too": _answers([*wanted, "Ballooning"]),
            "nothing": lambda device: "Nothing.",
            "the calendar left": runs(
                f"monkey -p {_PACKAGE} -c android.intent.category.LAUNCHER 1",
                "sleep 1; input keyevent KEYCODE_HOME; sleep 1",
            ),
        }


def _invents(told: str, holidays: Set[str]) -> bool:
    """Return whether an answer lists something besides events of ours and holidays.

    A part without an event may have plain words only; one with an event no other name.
    """
    known = sorted((*_TITLES, *holidays), key=len, reverse=True)
    titles = "|".join(re.escape(title) for title in known)
    marked = re.sub(rf"\b(?:{titles})\b", "#", told.replace("#", " "), flags=re.IGNORECASE)
    for part in _BETWEEN.split(marked):
        words = re.findall(r"[^\W\d_]+", part)
        unknown = [word for word in words if word.casefold() not in _PLAIN_WORDS]
        if any("#" not in part or word[0].isupper() for word in unknown):
            return True
    return False


def _answers(titles: Sequence[str]) -> NearMiss:
    return lambda device: ", ".join(titles) or "Nothing."


vars().update(tasks_of("show_events", ShowEvents))
vars().update(tasks_of("rest_events", TellRest))
