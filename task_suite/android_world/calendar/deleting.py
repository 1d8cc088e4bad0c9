"""Tasks of Simple Calendar Pro: deleting events."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from android_gym.errors import OptionError
from android_gym.task_suite.android_world.calendar.rows import (
    DATABASE,
    DAYS,
    DURATIONS,
    FIRST,
    LAST,
    TODAY,
    CalendarTask,
    Row,
    day_of,
    delete,
    draw_text,
    draw_title,
    insert,
    row,
)
from android_gym.task_suite.android_world.rows import does, harms
from android_gym.task_suite.goal import Goal
from android_gym.task_suite.task import NearMiss, Params
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = [
    "SimpleCalendarDeleteEvents",
    "SimpleCalendarDeleteEventsOnRelativeDay",
    "SimpleCalendarDeleteOneEvent",
]

LAST_HOUR = 22
"""Latest start hour of events, so that none continues into the next day's list."""


class _Delete(CalendarTask):
    """Deleting all events of a day, or one of them, and nothing else.

    Attributes:
        targets: Number of events to delete.
    """

    targets: ClassVar[int] = 1
    others: ClassVar[int] = 20

    def draw_day(self, rng: np.random.Generator) -> dt.date:
        """Draw the day of the events to delete."""
        return FIRST + dt.timedelta(days=int(rng.integers(LAST.day)))

    def free_days(self, day: dt.date) -> set[dt.date]:
        """Return the days on which there are no other events."""
        return {day}

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw the events to delete and others on other days, with other titles.

        Returns:
            ``events`` and ``noise``: lists of events, each a dict of start in epoch seconds,
            minutes, title and description.
        """
        day = self.draw_day(rng)
        hours = sorted(int(hour) for hour in rng.permutation(LAST_HOUR + 1)[: self.targets])
        titles: list[str] = []
        while len(titles) < self.targets:
            title = draw_title(rng)
            if title not in titles:
                titles.append(title)

        def event(day: dt.date, hour: int, title: str) -> Row:
            minutes = DURATIONS[int(rng.integers(len(DURATIONS)))]
            return row(day, hour, minutes, title, draw_text(rng))

        events = [event(day, hour, title) for hour, title in zip(hours, titles, strict=True)]
        noise: list[Row] = []
        free = self.free_days(day)
        while len(noise) < self.others:
            other = FIRST + dt.timedelta(days=int(rng.integers(LAST.day)))
            title, hour = draw_title(rng), int(rng.integers(LAST_HOUR + 1))
            if other not in free and title not in titles:
                noise.append(event(other, hour, title))
        return {"events": events, "noise": noise}

    def before(self, params: Params) -> list[Row]:
        """Return all events; those to delete come last."""
        return [*params["noise"], *params["events"]]

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject events that the app could not hold, or that the goal does not identify.

        Raises:
            OptionError: Naming the value at fault.
        """
        super().check(params)
        if len(params["events"]) != self.targets:
            raise OptionError(
                f"Task {self.name} is about {self.targets} events, got {len(params['events'])}."
            )
        days = {day_of(event) for event in params["events"]}
        if len(days) != 1:
            raise OptionError(f"The events to delete must be on one day, got {sorted(days)}.")
        taken = self.free_days(min(days)) & {day_of(event) for event in params["noise"]}
        if taken:
            raise OptionError(f"There must be no other events on {min(taken)}.")

    def touches(self, params: Params) -> Sequence[Touch]:
        """Allow the loss of the events to be deleted."""
        return [Rows("calendar events", lost=len(params["events"]))]

    def _ids(self, params: Params) -> range:
        first = len(params["noise"]) + 1
        return range(first, first + len(params["events"]))

    def _share(self, device: Device, params: Params) -> float:
        """Return the share of events deleted; once all are, lowered by every other change."""
        ids = self._ids(params)
        rows = device.query(
            DATABASE, "SELECT id FROM events WHERE id BETWEEN ? AND ?", (ids[0], ids[-1])
        )
        share = 1 - len(rows) / len(ids)
        if share < 1.0:
            return share
        new = self.new_rows(device, params, "id", 3)
        return 1 / (1 + len(new) + self.spoiled(device, params, ids))

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return one left, emptied or moved, one too many, another one instead, and one added."""
        ids = list(self._ids(params))
        last = params["events"][-1]

        def but(what: str) -> NearMiss:
            def attempt(device: Device) -> None:
                delete(device, ids[:-1])
                device.execute(DATABASE, f"UPDATE events SET {what} WHERE id = ?", [(ids[-1],)])

            return does(attempt)

        def adds(device: Device) -> None:
            delete(device, ids)
            insert(device, [last], ids[-1] + 1)

        found = {
            "an event left": does(lambda device: delete(device, ids[:-1])),
            "an event moved to another day": but(
                "start_ts = start_ts + 864000, end_ts = end_ts + 864000"
            ),
            "an event hidden among another type": but("event_type = 9"),
            "an event without a title": but("title = ''"),
            "an event left out of its one day": but(
                f"repetition_exceptions = '[{day_of(last):%Y%m%d}]'"
            ),
            "an event added": does(adds),
            "a folder deleted": harms(lambda device: delete(device, ids)),
        }
        if params["noise"]:
            found["one deleted too many"] = does(lambda device: delete(device, [1, *ids]))
            found["another deleted instead"] = does(lambda device: delete(device, [1, *ids[1:]]))
            found["all deleted"] = does(lambda device: delete(device, range(1, ids[-1] + 1)))
        return found


class SimpleCalendarDeleteEvents(_Delete):
    """Delete the three events of a day."""

    template = "In Simple Calendar Pro, delete all the calendar events on {year}-{month}-{day}"
    rewordings = (
        "Please clear {year}-{month}-{day} in Simple Calendar Pro: remove every event of that day",
        "I will be away on {year}-{month}-{day}, so all events of that date have to go from Simple "
        "Calendar Pro",
        "Open Simple Calendar Pro and get rid of whatever is scheduled for {year}-{month}-{day}",
        "There should be no event left on {year}-{month}-{day} in Simple Calendar Pro. Delete them",
    )
    tags = ("parameterized", "data_edit")
    complexity = 1.4
    targets = 3

    def goal(self, params: Params) -> Goal:
        """Return the instruction, which names the day."""
        day = day_of(params["events"][0])
        return Goal.of(self.template, {"year": day.year, "month": day.month, "day": day.day})


class SimpleCalendarDeleteOneEvent(_Delete):
    """Delete one event that the goal names."""

    template = (
        "In Simple Calendar Pro, delete the calendar event on {year}-{month}-{day} at {hour}h with "
        "the title '{event_title}'"
    )
    rewordings = (
        "Please remove the event '{event_title}' of {year}-{month}-{day}, {hour}h, from Simple "
        "Calendar Pro",
        "'{event_title}' at {hour}h on {year}-{month}-{day} was called off. Take it out of Simple "
        "Calendar Pro",
        "Open Simple Calendar Pro and get rid of what is on {year}-{month}-{day} at {hour}h under "
        "the title '{event_title}'",
        "Simple Calendar Pro still has '{event_title}' on {year}-{month}-{day} at {hour}h. Delete "
        "this event",
    )
    tags = ("data_edit", "complex_ui_understanding", "parameterized")
    complexity = 1.2

    def goal(self, params: Params) -> Goal:
        """Return the instruction, which names day, hour and title."""
        event = params["events"][0]
        day = day_of(event)
        fields = {
            "year": day.year,
            "month": day.month,
            "day": day.day,
            "hour": event["start"] // 3600 % 24,
            "event_title": event["title"],
        }
        return Goal.of(self.template, fields)


class SimpleCalendarDeleteEventsOnRelativeDay(_Delete):
    """Delete the two events of a day of this week.

    The same weekday of the week before has no events, so that it does not matter whether a week
    starts or ends on Sunday, which is today.
    """

    template = "In Simple Calendar Pro, delete all events scheduled for this {day_of_week}."
    rewordings = (
        "Please clear this {day_of_week} in Simple Calendar Pro: remove every event of that day.",
        "I will be away this {day_of_week}, so all events of that day have to go from Simple "
        "Calendar Pro.",
        "Open Simple Calendar Pro and get rid of whatever is planned for this {day_of_week}.",
        "There should be no event left in Simple Calendar Pro this {day_of_week}. Delete them.",
    )
    difficulty = "medium"
    tags = ("data_edit", "parameterized")
    complexity = 1.2
    targets = 2

    def draw_day(self, rng: np.random.Generator) -> dt.date:
        """Draw a day from tomorrow, a Monday, to Saturday."""
        return TODAY + dt.timedelta(days=1 + int(rng.integers(6)))

    def free_days(self, day: dt.date) -> set[dt.date]:
        """Return the day, and the same weekday a week before."""
        return {day, day - dt.timedelta(days=7)}

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject events on a day that the goal could not name.

        Raises:
            OptionError: Naming the day.
        """
        super().check(params)
        day = day_of(params["events"][0])
        if not 1 <= (day - TODAY).days <= 6:
            raise OptionError(f"The events must be 1 to 6 days after {TODAY}, got {day}.")

    def goal(self, params: Params) -> Goal:
        """Return the instruction, which names the day of the week."""
        return Goal.of(self.template, {"day_of_week": DAYS[day_of(params["events"][0]).weekday()]})
