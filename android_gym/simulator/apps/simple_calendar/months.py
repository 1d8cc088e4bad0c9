"""The days of a month's grid, and the bars of their events."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from android_gym.simulator.appkit.simple_views import argb, ink_on
from android_gym.simulator.apps.simple_calendar.model import Event, Occurrence
from android_gym.simulator.apps.simple_calendar.recurrence import local, occurrences, stamp
from android_gym.simulator.apps.simple_calendar.settings import Settings
from android_gym.simulator.apps.simple_calendar.storage import PRIMARY, CalendarStore, marked_event
from android_gym.simulator.ui.month_grid import DAYS
from android_gym.simulator.ui.month_look import GridBar, GridDay

__all__ = [
    "Marks",
    "day_span",
    "grid_days",
    "is_over",
    "marked_days",
    "month_after",
    "week_letters",
]

MOST_BARS: Final = 12
"""Maximum number of bars of a day; no screen is high enough for more."""

_TITLE_LENGTH: Final = 80
_MIDNIGHT: Final = dt.time()


def month_after(day: dt.date, months: int) -> dt.date:
    """Return the first day of a month a number of months later, within the range of dates."""
    index = max(12, min(9999 * 12 + 11, day.year * 12 + day.month - 1 + months))
    return dt.date(index // 12, index % 12 + 1, 1)


def first_day(month: dt.date, sunday_first: bool) -> dt.date:
    """Return the first day of a month's grid.

    If weeks start on Sunday and the month does too, a whole week of the previous month comes first,
    as in the app.
    """
    weekday = month.replace(day=1).isoweekday()
    before = weekday if sunday_first else weekday - 1
    number = max(1, month.replace(day=1).toordinal() - before)
    return dt.date.fromordinal(min(number, dt.date.max.toordinal() - DAYS))


def grid_days(month: dt.date, sunday_first: bool) -> list[dt.date]:
    """List the 42 days of a month's grid."""
    first = first_day(month, sunday_first).toordinal()
    return [dt.date.fromordinal(first + index) for index in range(DAYS)]


def week_letters(sunday_first: bool) -> str:
    """Return the initials of the weekdays, in order."""
    return "SMTWTFS" if sunday_first else "MTWTFSS"


def day_span(day: dt.date, zone: dt.tzinfo) -> tuple[int, int]:
    """Return the first and last second of a day."""
    start = stamp(dt.datetime.combine(day, _MIDNIGHT), zone)
    return start, stamp(dt.datetime.combine(day, dt.time(23, 59, 59)), zone)


def is_over(found: Occurrence, now: int, zone: dt.tzinfo) -> bool:
    """Return whether an occurrence is over; all-day events last until midnight."""
    if found.event.all_day:
        return day_span(local(found.end, zone).date(), zone)[1] < now
    return found.end < now


class Marks:
    """The events on a grid's days.

    Args:
        store: The store of the events.
        days: Days of the grid.
        now: Current time in epoch seconds.
    """

    def __init__(self, store: CalendarStore, days: list[dt.date], now: int) -> None:
        self._store = store
        self._days = days
        self._now = now
        self._zone = store.context.system.clock.zone()
        self._first = days[0].toordinal()
        self._span = day_span(days[0], self._zone)[0], day_span(days[-1], self._zone)[1]
        settings = Settings(store.context)
        self._dim = settings.flag("dim_past_events", True)
        self._dim_tasks = settings.flag("dim_completed_tasks", True)
        self._colors = {kind.id: kind.color for kind in store.types()}

    def color(self, event: Event) -> int:
        """Return an event's colour as a signed ARGB integer."""
        return event.color or self._colors.get(event.event_type) or self._colors.get(1, PRIMARY)

    def _plans(self) -> tuple[_Plan, ...]:
        """Return the placed events in drawing order."""
        rows = self._store.marks_between(*self._span)
        return _ordered(tuple(rows), self._first, len(self._days), self._zone)

    def bars(self) -> list[GridBar]:
        """Return the bars from top to bottom, at most as many as the highest screen fits."""
        room = [MOST_BARS] * DAYS
        left = DAYS
        bars: list[GridBar] = []
        for plan in self._plans():
            if not left:
                break
            event = plan.event
            color = self.color(event)
            fill, ink, title = argb(color), ink_on(color), event.title[:_TITLE_LENGTH]
            for first, days, found in plan.places:
                if not (room[first] if days == 1 else any(room[first : first + days])):
                    continue
                for index in range(first, first + days):
                    if room[index]:
                        room[index] -= 1
                        left -= not room[index]
                done = event.is_task and self._store.completed(event, found.start)
                faint = (self._dim_tasks and done) or (
                    self._dim and not event.is_task and is_over(found, self._now, self._zone)
                )
                bars.append(GridBar(first, days, title, fill, ink, faint, done))
        return bars

    def first_colors(self) -> list[int | None]:
        """Return the colour of each day's first event; None for days without events."""
        found: list[int | None] = [None] * len(self._days)
        left = len(found)
        for plan in self._plans():
            if not left:
                break
            color = self.color(plan.event)
            for first, days, _ in plan.places:
                for index in range(first, first + days):
                    if found[index] is None:
                        found[index] = color
                        left -= 1
        return found

    def dots(self, most: int) -> list[tuple[str, ...]]:
        """Return the colours of each day's events, at most `most` per day."""
        found: list[list[str]] = [[] for _ in self._days]
        plans = self._plans()
        most = min(most, len({self.color(plan.event) for plan in plans}))
        for plan in plans:
            if all(len(colors) >= most for colors in found):
                break
            color = argb(self.color(plan.event))
            for first, days, _ in plan.places:
                for colors in found[first : first + days]:
                    if len(colors) < most and color not in colors:
                        colors.append(color)
        return [tuple(colors) for colors in found]


@dataclass(frozen=True)
class _Plan:
    """An event's positions in a grid.

    Attributes:
        event: The event.
        order: Sort key of the drawing order: longest events first, then by time of day.
        places: (index of the first day, number of days, occurrence) of each occurrence.
    """

    event: Event
    order: tuple[int, bool, dt.time, int, str]
    places: tuple[tuple[int, int, Occurrence], ...]


@lru_cache(maxsize=8)
def _ordered(
    rows: tuple[tuple[Any, ...], ...], first: int, count: int, zone: dt.tzinfo
) -> tuple[_Plan, ...]:
    """Return the plans of rows in drawing order."""
    return tuple(
        sorted((_planned(row, first, count, zone) for row in rows), key=lambda plan: plan.order)
    )


@lru_cache(maxsize=4096)
def _planned(row: tuple[Any, ...], first: int, count: int, zone: dt.tzinfo) -> _Plan:
    """Return the positions of a row's event in a grid; cached by row.

    Args:
        row: A row of `CalendarStore.marks_between`.
        first: Ordinal of the grid's first day.
        count: Number of days in the grid.
        zone: The phone's time zone.
    """
    event = marked_event(row)
    start, end = local(event.start, zone), local(event.end, zone)
    long = end.toordinal() - start.toordinal()
    order = (-long, not event.all_day, start.time(), event.end - event.start, event.title)
    low = day_span(dt.date.fromordinal(first), zone)[0]
    high = day_span(dt.date.fromordinal(first + count - 1), zone)[1]
    places = []
    for found in occurrences(event, low, high, zone):
        begins, ends = local(found.start, zone), local(found.end, zone)
        index = max(0, begins.toordinal() - first)
        days = ends.toordinal() - first - index
        if days == 1 and ends.time() == _MIDNIGHT:
            days = 0
        places.append((index, max(1, min(days + 1, count - index)), found))
    return _Plan(event, order, tuple(places))


def marked_days(
    days: list[dt.date],
    month: dt.date,
    today: dt.date,
    *,
    weekend: str | None = None,
    picked: dt.date | None = None,
    dots: list[tuple[str, ...]] | None = None,
) -> list[GridDay]:
    """Return the days of a grid for the month views.

    Args:
        days: Days of the grid.
        month: The grid's month; days of other months are faint.
        today: The day to mark with a filled circle.
        weekend: Colour of Saturdays and Sundays; None for the default.
        picked: The day to mark with an empty circle.
        dots: Colours below each day.
    """
    return [
        GridDay(
            day.day,
            faint=(day.year, day.month) != (month.year, month.month),
            today=day == today,
            picked=day == picked,
            color=weekend if day.weekday() >= 5 else None,
            dots=dots[index] if dots else (),
        )
        for index, day in enumerate(days)
    ]
