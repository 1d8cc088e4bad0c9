"""The schedule view: the events day by day."""

from __future__ import annotations

import datetime as dt
from typing import Final, NamedTuple

from android_gym.simulator.appkit.calendars import Calendar, Instance
from android_gym.simulator.apps.google_calendar import look
from android_gym.simulator.apps.google_calendar.actions import (
    FIRST_DAY,
    LAST_DAY,
    MainActions,
    month_name,
)
from android_gym.simulator.ui.components import empty_state
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView, column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

__all__ = ["color_of", "results", "schedule"]

BEFORE: Final = 92
AFTER: Final = 400
"""Days that the list includes after the one on screen; `BEFORE` is their number before it."""


class _Row(NamedTuple):
    """A row: a month's name, an event, or an empty day (without an event)."""

    day: dt.date
    each: Instance | None = None
    month: bool = False
    first: bool = True


def color_of(calendars: dict[int, Calendar], each: Instance) -> str:
    """Return an event's colour: its own, or its calendar's."""
    calendar = calendars.get(each.event.calendar)
    return each.event.color or (calendar.color if calendar is not None else "#4285F4")


def _rows(screen: MainActions, found: list[Instance], first: dt.date, last: dt.date) -> list[_Row]:
    days: dict[dt.date, list[Instance]] = {}
    for each in found:
        start, end = (max(first, min(last, day)) for day in each.days(screen.zone))
        for number in range((end - start).days + 1):
            days.setdefault(start + dt.timedelta(days=number), []).append(each)
    for day in (screen.today, screen.day):
        if first <= day <= last:
            days.setdefault(day, [])
    rows: list[_Row] = []
    for day in sorted(days):
        if not rows or (rows[-1].day.year, rows[-1].day.month) != (day.year, day.month):
            rows.append(_Row(day, month=True))
        rows += [_Row(day, each, first=not n) for n, each in enumerate(days[day])]
        if not days[day]:
            rows.append(_Row(day))
    return rows


def schedule(screen: MainActions) -> View:
    """Build the list of days, scrolled to the one on screen."""
    shown = screen.day
    first = max(FIRST_DAY, shown - dt.timedelta(days=BEFORE))
    last = min(LAST_DAY, shown + dt.timedelta(days=AFTER))
    rows = _rows(screen, screen.calendars.between(first, last), first, last)
    start = next((n for n, each in enumerate(rows) if each.day >= shown), 0)
    calendars = screen.colors()
    return RecyclerView(
        len(rows),
        lambda index: _view(screen, rows[index], calendars),
        id="alternate_timeline_holder",
        key=("schedule", shown.toordinal()),
        start=start,
        width=MATCH,
        height=MATCH,
        padding=(0, 8, 0, 88),
    )


def _view(screen: MainActions, line: _Row, calendars: dict[int, Calendar]) -> View:
    if line.month:
        return TextView(
            month_name(line.day, screen.today), style="title_large", width=MATCH,
            padding=(72, 24, 16, 12),
        )  # fmt: skip
    today = line.day == screen.today
    label = column(
        TextView(f"{line.day:%a}", style="label_small", color="primary" if today else None),
        TextView(str(line.day.day), style="title_large", color="primary" if today else None),
        content_description=f"{line.day:%A}, {line.day.day} {line.day:%B}",
        content_gravity="center_horizontal",
        width=56,
        on_click=lambda: screen.go(line.day),
        visibility="visible" if line.first else "invisible",
    )
    each = line.each
    body: View
    if each is None:
        body = TextView(
            "Nothing planned. Tap to create.",
            color="text_secondary",
            width=MATCH,
            padding=(12, 12),
            on_click=lambda: screen.new_event(dt.datetime.combine(line.day, dt.time(9))),
        )
    else:
        color = color_of(calendars, each)
        body = look.chip(screen.context, each, color, lambda: screen.open(each))
    return wide_row(
        label,
        FrameLayout([body], width=0, weight=1, padding=(8, 0, 16, 0)),
        content_gravity="top",
        padding=(8, 4, 0, 4),
    )


def results(screen: MainActions, query: str) -> View:
    """Build the search results."""
    found = screen.found(query)
    if not found:
        words = "No results found" if query.strip() else "Search for events"
        return empty_state(words, icon="search", id="search_empty")
    calendars = screen.colors()
    rows: list[_Row] = []
    for each in found:
        day = each.days(screen.zone)[0]
        if not rows or (rows[-1].day.year, rows[-1].day.month) != (day.year, day.month):
            rows.append(_Row(day, month=True))
        rows.append(_Row(day, each))
    return RecyclerView(
        len(rows),
        lambda index: _view(screen, rows[index], calendars),
        id="search_results",
        width=MATCH,
        height=0,
        weight=1,
    )
