"""Tasks of Simple Calendar Pro: adding events."""

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
    UNASKED,
    CalendarTask,
    Row,
    check_row,
    day_of,
    draw_text,
    draw_title,
    insert,
    row,
)
from android_gym.task_suite.android_world.rows import does, harms
from android_gym.task_suite.goal import Goal
from android_gym.task_suite.task import Disputed, NearMiss, Params
from android_gym.task_suite.text_match import fuzzy_match, same_text
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = [
    "SimpleCalendarAddOneEvent",
    "SimpleCalendarAddOneEventInTwoWeeks",
    "SimpleCalendarAddOneEventRelativeDay",
    "SimpleCalendarAddOneEventTomorrow",
    "SimpleCalendarAddRepeatingEvent",
]

MOST_OTHERS = 20
_HOUR_S = 3600
_FORMS = {"daily": (86_400, 0), "weekly": (604_800, None)}
"""``repeat_interval`` and ``repeat_rule`` by the goal's word; a weekly rule is the day's bit."""

_EVERY_DAY_OF_EVERY_WEEK = 604_800, 127
"""The app's values for a weekly repetition on all seven days, which equals a daily one."""


class _Add(CalendarTask):
    """Adding an event to the existing ones."""

    tags: ClassVar[tuple[str, ...]] = ("data_entry", "parameterized")
    complexity = 3.4

    def draw_day(self, rng: np.random.Generator) -> dt.date:
        """Draw the event's day."""
        raise NotImplementedError

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw the event, and up to twenty others with other titles.

        Returns:
            ``event`` and ``noise``: an event and a list of them, each a dict of start in epoch
            seconds, minutes, title and description.
        """
        title = draw_title(rng)
        minutes = DURATIONS[int(rng.integers(len(DURATIONS)))]
        event = row(self.draw_day(rng), int(rng.integers(24)), minutes, title, draw_text(rng))
        noise: list[Row] = []
        for _ in range(int(rng.integers(MOST_OTHERS + 1))):
            while (other := draw_title(rng)) == title:
                pass
            day = FIRST + dt.timedelta(days=int(rng.integers(LAST.day)))
            length = DURATIONS[int(rng.integers(len(DURATIONS)))]
            noise.append(row(day, int(rng.integers(24)), length, other, draw_text(rng)))
        return {"event": event, "noise": noise}

    def before(self, params: Params) -> list[Row]:
        """Return the other events."""
        return list(params["noise"])

    def when(self, params: Params) -> dict[str, Any]:
        """Return the fields of the goal that describe the day."""
        raise NotImplementedError

    def goal(self, params: Params) -> Goal:
        """Return the instruction."""
        event = params["event"]
        fields = {
            **self.when(params),
            "hour": event["start"] // _HOUR_S % 24,
            "event_title": event["title"],
            "event_description": event["description"],
            "duration_mins": event["minutes"],
        }
        return Goal.of(self.template, fields)

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject events that the app could not hold, or that do not start on a full hour.

        Raises:
            OptionError: Naming the value at fault.
        """
        super().check(params)
        check_row(params["event"])
        if params["event"]["start"] % _HOUR_S:
            raise OptionError(f"The event starts on a full hour, got {params['event']['start']!r}.")

    def touches(self, params: Params) -> Sequence[Touch]:
        """Allow one new event."""
        return [Rows("calendar events", added=1)]

    def repetition(self, params: Params) -> tuple[int, int]:
        """Return ``repeat_interval`` and ``repeat_rule``."""
        return 0, 0

    _COLUMNS = (
        "start_ts, end_ts, title, location, description, repeat_interval, repeat_rule, "
        f"repeat_limit, repetition_exceptions, flags & 1, type, {UNASKED}"
    )

    def _is_event(self, params: Params, found: tuple[Any, ...], *, strict: bool) -> bool:
        event = params["event"]
        start, end, title, place, text, interval, rule, *more = found
        same = same_text if strict else fuzzy_match
        if strict and (interval, rule) == _EVERY_DAY_OF_EVERY_WEEK:
            interval, rule = _FORMS["daily"]
        plain = more == [0, "[]", 0, 0, 0]
        return (
            start == event["start"]
            and end == event["start"] + 60 * event["minutes"]
            and same(title, event["title"])
            and same(text, event["description"])
            and place == ""
            and (interval, rule) == self.repetition(params)
            and (plain or not strict)
        )

    def _share(self, device: Device, params: Params) -> float:
        """Return 1.0 if the event is the only new one; less if it is not or another was changed."""
        new = self.new_rows(device, params, self._COLUMNS, 3)
        if not any(self._is_event(params, found, strict=True) for found in new):
            return 0.0
        return 1 / (len(new) + self.spoiled(device, params))

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the event is the only new one; details such as exceptions are not compared."""
        new = self.new_rows(device, params, self._COLUMNS, 2)
        right = len(new) == 1 and self._is_event(params, new[0], strict=False)
        return float(right and not self.spoiled(device, params))

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return wrong values, the event twice, one of another kind, and an old one changed."""
        event: Row = params["event"]
        first = len(params["noise"]) + 1
        interval, rule = self.repetition(params)
        columns = {"repeat_interval": interval, "repeat_rule": rule}

        def adds(*events: Row, **changes: Any) -> NearMiss:
            rows = events or (event,)
            return does(lambda device: insert(device, rows, first, **{**columns, **changes}))

        def but(**changes: Any) -> NearMiss:
            return adds({**event, **changes})

        def solves(device: Device) -> None:
            insert(device, [event], first, **columns)

        def then(what: str) -> NearMiss:
            def attempt(device: Device) -> None:
                solves(device)
                device.execute(DATABASE, what)

            return does(attempt)

        start = event["start"]
        otherwise = (86_400, 0) if interval != 86_400 else (604_800, 1 << day_of(event).weekday())
        found: dict[str, NearMiss] = {
            "an hour late": but(start=start + _HOUR_S),
            "twelve hours late": but(start=start + 12 * _HOUR_S),
            "a day late": but(start=start + 24 * _HOUR_S),
            "a week early": but(start=start - 7 * 24 * _HOUR_S),
            "a year late": but(start=start + 365 * 24 * _HOUR_S),
            "no length": but(minutes=0),
            "a quarter of an hour too long": but(minutes=event["minutes"] + 15),
            "another title": but(title=event["title"][::-1]),
            "an empty title": but(title=""),
            "no description": but(description=""),
            "the description in the place": adds(
                {**event, "description": ""}, location=event["description"]
            ),
            "the whole day": Disputed(adds(flags=1)),
            "a task": Disputed(adds(type=1)),
            "reminded an hour before": Disputed(adds(reminder_1_minutes=60)),
            "reminded twice": Disputed(adds(reminder_1_minutes=10, reminder_2_minutes=60)),
            "reminded a third time": Disputed(adds(reminder_3_minutes=60)),
            "in a colour": Disputed(adds(color=-65536)),
            "of another type": Disputed(adds(event_type=2)),
            "repeated otherwise": adds(repeat_interval=otherwise[0], repeat_rule=otherwise[1]),
            "the event twice": adds(event, event),
            "a folder deleted": harms(solves),
        }
        if interval:
            found["not repeated"] = adds(repeat_interval=0, repeat_rule=0)
            found["repeated three times"] = Disputed(adds(repeat_limit=-3))
            found["left out once"] = Disputed(
                adds(repetition_exceptions=f"[{day_of(event):%Y%m%d}]")
            )
        if params["noise"]:
            found["an old event deleted"] = then("DELETE FROM events WHERE id = 1")
            found["an old event moved"] = then(
                "UPDATE events SET start_ts = start_ts + 3600 WHERE id = 1"
            )
            found["an old event renamed"] = then("UPDATE events SET title = 'x' WHERE id = 1")
        return found


_CREATE = "In Simple Calendar Pro, create a calendar event "
_OF_EVENT = (
    "at {hour}h with the title '{event_title}' and the description '{event_description}'. "
    "The event should last for {duration_mins} mins."
)


def _later_day(rng: np.random.Generator) -> dt.date:
    """Draw a day from today to the end of the month."""
    return TODAY + dt.timedelta(days=int(rng.integers((LAST - TODAY).days + 1)))


class SimpleCalendarAddOneEvent(_Add):
    """Add an event on a day that the goal names by its date."""

    template = _CREATE + "on {year}-{month}-{day} " + _OF_EVENT
    rewordings = (
        "Please put an event into Simple Calendar Pro: on {year}-{month}-{day} at {hour}h, titled "
        "'{event_title}', described as '{event_description}', {duration_mins} minutes long.",
        "Use Simple Calendar Pro to schedule '{event_title}' for {duration_mins} minutes from "
        "{hour}h on {year}-{month}-{day}. Its description is '{event_description}'.",
        "I have an appointment on {year}-{month}-{day}. It starts at {hour}h and takes "
        "{duration_mins} mins. Enter it in Simple Calendar Pro with the title '{event_title}' and "
        "the description '{event_description}'.",
        "Simple Calendar Pro should have a new event called '{event_title}' that says "
        "'{event_description}' and runs for {duration_mins} minutes, at {hour}h on "
        "{year}-{month}-{day}.",
    )
    difficulty = "hard"
    tags = ("data_entry", "complex_ui_understanding", "parameterized")

    def draw_day(self, rng: np.random.Generator) -> dt.date:
        """Draw a day from today to the end of the month."""
        return _later_day(rng)

    def when(self, params: Params) -> dict[str, Any]:
        """Return the date."""
        day = day_of(params["event"])
        return {"year": day.year, "month": day.month, "day": day.day}


class SimpleCalendarAddOneEventRelativeDay(_Add):
    """Add an event on a day of this week."""

    template = _CREATE + "for this {day_of_week} " + _OF_EVENT
    rewordings = (
        "Please enter an event for this {day_of_week} at {hour}h in Simple Calendar Pro: title "
        "'{event_title}', description '{event_description}', {duration_mins} minutes long.",
        "This {day_of_week} from {hour}h I need {duration_mins} minutes for '{event_title}'. Put "
        "that into Simple Calendar Pro and describe it as '{event_description}'.",
        "Open Simple Calendar Pro and schedule '{event_title}' ('{event_description}') for this "
        "{day_of_week}, starting at {hour}h and lasting {duration_mins} mins.",
        "Simple Calendar Pro should show '{event_title}' this {day_of_week} at {hour}h, for "
        "{duration_mins} minutes, with the description '{event_description}'.",
    )

    def draw_day(self, rng: np.random.Generator) -> dt.date:
        """Draw a day from tomorrow, a Monday, to Saturday."""
        return TODAY + dt.timedelta(days=1 + int(rng.integers(6)))

    def when(self, params: Params) -> dict[str, Any]:
        """Return the day of the week."""
        return {"day_of_week": DAYS[day_of(params["event"]).weekday()]}

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject an event that is not within the six days after today."""
        super().check(params)
        _check_days(params, 1, 6)


class SimpleCalendarAddOneEventTomorrow(_Add):
    """Add an event on the next day."""

    template = _CREATE + "for tomorrow " + _OF_EVENT
    rewordings = (
        "Please enter an event for tomorrow at {hour}h in Simple Calendar Pro: title "
        "'{event_title}', description '{event_description}', {duration_mins} minutes long.",
        "Tomorrow from {hour}h I need {duration_mins} minutes for '{event_title}'. Put that into "
        "Simple Calendar Pro and describe it as '{event_description}'.",
        "Open Simple Calendar Pro and schedule '{event_title}' ('{event_description}') for "
        "tomorrow, starting at {hour}h and lasting {duration_mins} mins.",
        "Simple Calendar Pro should show '{event_title}' tomorrow at {hour}h, for {duration_mins} "
        "minutes, with the description '{event_description}'.",
    )

    def draw_day(self, rng: np.random.Generator) -> dt.date:
        """Return tomorrow."""
        return TODAY + dt.timedelta(days=1)

    def when(self, params: Params) -> dict[str, Any]:
        """Return nothing, as the goal says tomorrow."""
        return {}

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject an event on another day."""
        super().check(params)
        _check_days(params, 1, 1)


class SimpleCalendarAddOneEventInTwoWeeks(_Add):
    """Add an event two weeks from the present day."""

    template = _CREATE + "in two weeks from today " + _OF_EVENT
    rewordings = (
        "Please enter an event in Simple Calendar Pro, two weeks from today at {hour}h: title "
        "'{event_title}', description '{event_description}', {duration_mins} minutes long.",
        "Exactly two weeks after today, from {hour}h, I need {duration_mins} minutes for "
        "'{event_title}'. Put that into Simple Calendar Pro and describe it as "
        "'{event_description}'.",
        "Open Simple Calendar Pro and schedule '{event_title}' ('{event_description}') fourteen "
        "days from today, starting at {hour}h and lasting {duration_mins} mins.",
        "In two weeks, counted from today, Simple Calendar Pro should show '{event_title}' at "
        "{hour}h, for {duration_mins} minutes, with the description '{event_description}'.",
    )
    difficulty = "medium"
    tags = ("data_entry", "math_counting", "parameterized")

    def draw_day(self, rng: np.random.Generator) -> dt.date:
        """Return the day in two weeks."""
        return TODAY + dt.timedelta(days=14)

    def when(self, params: Params) -> dict[str, Any]:
        """Return nothing, as the goal says in two weeks."""
        return {}

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject an event on another day."""
        super().check(params)
        _check_days(params, 14, 14)


def _check_days(params: Mapping[str, Any], first: int, last: int) -> None:
    """Reject an event that is not between `first` and `last` days after today, as its goal says.

    Raises:
        OptionError: Naming the day.
    """
    day = day_of(params["event"])
    if not first <= (day - TODAY).days <= last:
        raise OptionError(
            f"The event must be {first} to {last} days after {TODAY}, got one on {day}."
        )


class SimpleCalendarAddRepeatingEvent(_Add):
    """Add an event that repeats every day or every week, for ever."""

    template = (
        "In Simple Calendar Pro, create a recurring calendar event titled '{event_title}' starting "
        "on {year}-{month}-{day} at {hour}h. The event recurs {repeat_rule}, forever, and lasts "
        "for {duration_mins} minutes each occurrence. The event description should be "
        "'{event_description}'."
    )
    rewordings = (
        "Please set up a {repeat_rule} event in Simple Calendar Pro that never ends: "
        "'{event_title}', first on {year}-{month}-{day} at {hour}h, {duration_mins} minutes each "
        "time, described as '{event_description}'.",
        "From {year}-{month}-{day} on I have '{event_title}' at {hour}h for {duration_mins} "
        "minutes. It repeats {repeat_rule} without end. Enter it in Simple Calendar Pro with the "
        "description '{event_description}'.",
        "Schedule '{event_title}' in Simple Calendar Pro, {repeat_rule} and forever, beginning "
        "{year}-{month}-{day} at {hour}h. Each occurrence takes {duration_mins} mins; the "
        "description is '{event_description}'.",
        "Simple Calendar Pro should repeat an event {repeat_rule}, with no last day: title "
        "'{event_title}', description '{event_description}', start {hour}h on "
        "{year}-{month}-{day}, length {duration_mins} minutes.",
    )
    tags = ("data_entry", "complex_ui_understanding", "parameterized")

    def draw_day(self, rng: np.random.Generator) -> dt.date:
        """Draw a day from today to the end of the month."""
        return _later_day(rng)

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw the event, others, and how often it repeats: ``repeat_rule``."""
        drawn = super().sample(rng)
        return {**drawn, "repeat_rule": sorted(_FORMS)[int(rng.integers(len(_FORMS)))]}

    def when(self, params: Params) -> dict[str, Any]:
        """Return the date of the first occurrence, and how often it repeats."""
        day = day_of(params["event"])
        return {
            "year": day.year,
            "month": day.month,
            "day": day.day,
            "repeat_rule": params["repeat_rule"],
        }

    def repetition(self, params: Params) -> tuple[int, int]:
        """Return how the app stores the repetition."""
        interval, rule = _FORMS[params["repeat_rule"]]
        return interval, 1 << day_of(params["event"]).weekday() if rule is None else rule

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject events that the app could not hold, and other repetitions.

        Raises:
            OptionError: Naming the value at fault.
        """
        super().check(params)
        if params["repeat_rule"] not in _FORMS:
            raise OptionError(
                f"repeat_rule must be one of {sorted(_FORMS)}, got {params['repeat_rule']!r}."
            )
