"""SPA-Bench's tasks of Google Calendar: a holiday to look at, events to make."""

from __future__ import annotations

import datetime as dt
import shlex
import zoneinfo
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from android_gym.task_suite.spa_bench.live import LiveTask, shows
from android_gym.task_suite.task import NearMiss, Params
from android_gym.task_suite.text_match import same_text
from android_gym.task_suite.touches import Rows, Touch
from android_gym.trace import EpisodeTrace, ScreenState

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["CheckHalloween", "PlanDentist", "PlanHaircut"]

_PACKAGE: Final = "com.google.android.calendar"
_DATABASE: Final = "/data/data/com.android.providers.calendar/databases/calendar.db"
_URI: Final = "content://com.android.calendar"


def _is_halloween(screen: ScreenState, params: Params) -> bool:
    """Return True if the calendar shows the page of that day's event: its title and its day."""
    texts = set(screen.texts)
    day = any(text.startswith("Tuesday, Oct 31") and "2022" not in text for text in texts)
    return screen.package == _PACKAGE and "Halloween" in texts and day


class CheckHalloween(LiveTask):
    """Look at the event of 31 October."""

    uid = "ENG/calendar_0"
    apps = ("Google Calendar",)
    rewordings = (
        "Look at the next 31 October in the calendar, and open that day's event.",
        "What is on 31 October? Click on the event of that day in the calendar.",
        "Go to the upcoming 31 October and tap the event that takes place.",
        "Open the event on 31 October this year.",
    )

    def judge(self, trace: EpisodeTrace, params: Params) -> float:
        """1.0 once the calendar has shown the event's page."""
        return shows(trace, params, _is_halloween)

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the calendar still has the event."""
        sql = "SELECT count(*) FROM Events WHERE title = 'Halloween' AND deleted = 0"
        return float(device.query(_DATABASE, sql)[0][0] != 0)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """The list without the page, another event's page, the provider over adb."""

        def lists(device: Device) -> None:
            device.launch(_PACKAGE)

        def asks(device: Device) -> None:
            device.shell(f"content query --uri {_URI}/events --where \"title='Halloween'\"")

        def another(device: Device) -> None:
            ((number,),) = device.query(
                _DATABASE, "SELECT _id FROM Events WHERE title = 'Veterans Day' LIMIT 1"
            )
            device.shell(
                f"am start -W -a android.intent.action.VIEW -d {_URI}/events/{number!s} "
                "-t vnd.android.cursor.item/event"
            )

        return {"the list only": lists, "asked over adb": asks, "another event": another}


_ORGANIZER: Final = 2
"""`attendeeRelationship` of the calendar's owner, who is no guest."""

_REMINDER: Final = 30
"""Minutes before an event with hours at which Calendar reminds of a new one."""

_REMINDERS: Final = "FROM Reminders WHERE event_id = Events._id"
_EVENTS: Final = (
    "SELECT title, dtstart, dtend, allDay FROM Events WHERE deleted = 0 AND title LIKE ? "
    "AND rrule IS NULL AND rdate IS NULL AND ifnull(eventStatus, 0) != 2 "
    "AND ifnull(description, '') = '' AND ifnull(eventLocation, '') = '' "
    "AND ifnull(eventColor, 0) = 0 AND accessLevel = 0 AND (allDay OR ifnull(availability, 0) = 0) "
    "AND NOT EXISTS (SELECT 1 FROM Attendees WHERE event_id = Events._id "
    f"AND attendeeRelationship IS NOT {_ORGANIZER}) AND (SELECT count(*) {_REMINDERS}) < 2 "
    f"AND NOT EXISTS (SELECT 1 {_REMINDERS} AND NOT allDay AND minutes != {_REMINDER}) LIMIT 20"
)
"""SQL of the events of a title that have nothing that no goal asks for: guests, a colour ...

Calendars make a new event busy, and some make one of a whole day free.
"""


def _adds(
    title: str,
    day: int,
    hours: tuple[int, int] | None = None,
    *,
    rule: str = "",
    days: int = 1,
    place: str = "",
    color: int = 0,
    guest: str = "",
    reminders: Sequence[int] = (),
) -> NearMiss:
    """Add an event in November 2023: for whole days, or between two hours in UTC."""

    def act(device: Device) -> None:
        midnight = dt.datetime(2023, 11, day, tzinfo=dt.UTC)
        begin, end = midnight, midnight + dt.timedelta(days=days)
        if hours is not None:
            begin, end = (midnight + dt.timedelta(hours=hour) for hour in hours)
        values = {
            "calendar_id:i": 1,
            "title:s": title,
            "dtstart:l": int(begin.timestamp()) * 1000,
            "dtend:l": int(end.timestamp()) * 1000,
            "allDay:i": int(hours is None),
            "eventTimezone:s": "UTC",
        }
        if rule:
            values["rrule:s"] = rule
        if place:
            values["eventLocation:s"] = place
        if color:
            values["eventColor:i"] = color
        binds = " ".join(f"--bind {shlex.quote(f'{n}:{v}')}" for n, v in values.items())
        device.shell(f"content insert --uri {_URI}/events {binds}")
        if guest:
            device.execute(
                _DATABASE,
                "INSERT INTO Attendees (event_id, attendeeEmail, attendeeRelationship, "
                "attendeeType, attendeeStatus) SELECT max(_id), ?, 1, 1, 3 FROM Events",
                [(guest,)],
            )
        if reminders:
            device.execute(
                _DATABASE,
                "INSERT INTO Reminders (event_id, minutes, method) SELECT max(_id), ?, 1 "
                "FROM Events",
                [(minutes,) for minutes in reminders],
            )

    return act


def _both(*misses: NearMiss) -> NearMiss:
    def act(device: Device) -> None:
        for miss in misses:
            miss(device)

    return act


def _zone(device: Device) -> dt.tzinfo:
    """Return the phone's time zone."""
    return zoneinfo.ZoneInfo(device.shell("getprop persist.sys.timezone").strip() or "UTC")


class _PlanTask(LiveTask):
    """A task that makes an event on a day of any month.

    Attributes:
        title: What it is called.
        day: Day of the month.
        hours: When it begins and ends; None for the whole day.
    """

    apps = ("Google Calendar",)
    title: ClassVar[str] = ""
    day: ClassVar[int] = 0
    hours: ClassVar[tuple[int, int] | None] = None

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return the new event."""
        return [Rows("events of the phone's calendars", added=1)]

    def _found(self, device: Device) -> list[Sequence[Any]]:
        like = "%".join(["", *self.title.split(), ""])
        found = device.query(_DATABASE, _EVENTS, (like,))
        return [row for title, *row in found if same_text(title, self.title)]

    def _parts(self, device: Device, row: Sequence[Any]) -> tuple[bool, bool]:
        """Return whether day and times of an event are right, as the phone shows them."""
        begin, end, all_day = row
        try:
            zone = dt.UTC if all_day else _zone(device)
            first, last = (dt.datetime.fromtimestamp(ms / 1000, zone) for ms in (begin, end))
        except (TypeError, ValueError, OverflowError, OSError, zoneinfo.ZoneInfoNotFoundError):
            return False, False
        midnight = dt.datetime.combine(first.date(), dt.time(), zone)
        if self.hours is None:
            timed = bool(all_day) and first == midnight and last - first == dt.timedelta(days=1)
        else:
            wanted = tuple(midnight + dt.timedelta(hours=hour) for hour in self.hours)
            timed = not all_day and (first, last) == wanted
        return first.day == self.day, timed

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if there is one event with this title, on the right day and at the right times."""
        found = self._found(device)
        return float(len(found) == 1 and all(self._parts(device, found[0])))

    def progress(self, device: Device, params: Params) -> float:
        """Return the share of event, day and times that is right."""
        found = self._found(device)
        if len(found) != 1:
            return 0.0
        return (1 + sum(self._parts(device, found[0]))) / 3


class PlanHaircut(_PlanTask):
    """Make an event for a whole day."""

    uid = "ENG/calendar_1"
    title, day = "Haircut", 16
    rewordings = (
        "Make an event 'Haircut' that lasts the whole day, on the 16th of some month.",
        "In the calendar, add 'Haircut' as an all-day event on a 16th, whichever month.",
        "Put an all-day event on the 16th of any month; its title is 'Haircut'.",
        "Plan 'Haircut' for all of the 16th. The month does not matter.",
    )

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Other days and titles, with hours, twice, repeating, two days long, with a guest."""
        return {
            "a day late": _adds("Haircut", 17),
            "with hours": _adds("Haircut", 16, (9, 10)),
            "midnight to midnight": _adds("Haircut", 16, (0, 24)),
            "another title": _adds("Hair", 16),
            "twice": _both(_adds("Haircut", 16), _adds("Haircut", 16)),
            "every month": _adds("Haircut", 16, rule="FREQ=MONTHLY"),
            "two days": _adds("Haircut", 16, days=2),
            "at a place": _adds("Haircut", 16, place="Alp Street 5"),
            "in a colour": _adds("Haircut", 16, color=-350_685),
            "with a guest": _adds("Haircut", 16, guest="ada@example.com"),
            "with two reminders": _adds("Haircut", 16, reminders=(30, 60)),
            "another one too": _both(_adds("Haircut", 16), _adds("Dentist", 16)),
        }


class PlanDentist(_PlanTask):
    """Make an event between two hours."""

    uid = "ENG/calendar_2"
    title, day, hours = "Dental Check", 17, (19, 21)
    rewordings = (
        "Make an event 'Dental Check' on the 17th of some month, from 7pm to 9pm.",
        "In the calendar, add 'Dental Check' on a 17th, whichever month, between 7pm and 9pm.",
        "Put an event on the 17th of any month, 7pm to 9pm; its title is 'Dental Check'.",
        "Plan 'Dental Check' for the 17th. It begins at 7pm and ends at 9pm; the month does not "
        "matter.",
    )

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Other days, hours and titles, the whole day, twice, in a colour, with a guest."""
        return {
            "a day early": _adds("Dental Check", 16, (19, 21)),
            "in the morning": _adds("Dental Check", 17, (7, 9)),
            "an hour": _adds("Dental Check", 17, (19, 20)),
            "the whole day": _adds("Dental Check", 17),
            "another title": _adds("Dental", 17, (19, 21)),
            "twice": _both(*[_adds("Dental Check", 17, (19, 21))] * 2),
            "every week": _adds("Dental Check", 17, (19, 21), rule="FREQ=WEEKLY"),
            "in a colour": _adds("Dental Check", 17, (19, 21), color=-350_685),
            "with a guest": _adds("Dental Check", 17, (19, 21), guest="ada@example.com"),
            "with two reminders": _adds("Dental Check", 17, (19, 21), reminders=(30, 60)),
            "with another reminder": _adds("Dental Check", 17, (19, 21), reminders=(60,)),
        }
