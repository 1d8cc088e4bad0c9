"""The views with hours: one day, three days, or a week."""

from __future__ import annotations

import datetime as dt
from functools import partial
from typing import Final

from android_gym.simulator.appkit.calendars import Calendar, Instance
from android_gym.simulator.appkit.times import is_24_hour
from android_gym.simulator.apps.google_calendar import look
from android_gym.simulator.apps.google_calendar.actions import MainActions
from android_gym.simulator.apps.google_calendar.screens.schedule import color_of
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, SwipeLayout, column, full_column, wide_row
from android_gym.simulator.ui.timetable import Block, Timetable
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Divider, TextView

__all__ = ["hours"]

HOUR: Final = 56
"""Height of an hour in dp."""

SIDE: Final = 56
"""Width of the column of hours in dp."""

MOST: Final = 4
"""Largest number of all-day events shown above a day; the others are only counted."""


def hours(screen: MainActions) -> View:
    """Build the headers of the days, the all-day events, and the timetable."""
    days = screen.days()
    found = screen.calendars.between(days[0], days[-1])
    calendars = screen.colors()
    small = len(days) > 1
    heads = [_head(screen, day, found, calendars, small) for day in days]
    blocks = [
        block
        for column_, day in enumerate(days)
        for block in _blocks(screen, day, column_, found, calendars, small)
    ]
    table = Timetable(
        len(days),
        blocks,
        hour_height=HOUR,
        shortest=20,
        on_hour=lambda at, hour: screen.new_event(dt.datetime.combine(days[at], dt.time(hour))),
        id="timeline",
        width=0,
        weight=1,
    )
    body = ScrollView(
        wide_row(_scale(screen), table, content_gravity="top"),
        start=7.5 * HOUR,
        id="grid",
        key=("hours", len(days)),
        width=MATCH,
        height=0,
        weight=1,
    )
    head = wide_row(View(width=SIDE), *heads, content_gravity="top", padding=(0, 4))
    swipes = {"left": lambda: screen.turn(True), "right": lambda: screen.turn(False)}
    view = SwipeLayout([full_column(head, Divider(), body)], on_swipe=swipes)
    return view


def _scale(screen: MainActions) -> View:
    full = is_24_hour(screen.context)

    def words(hour: int) -> str:
        if not hour:
            return ""
        return f"{hour:02}:00" if full else f"{hour % 12 or 12} {'AM' if hour < 12 else 'PM'}"

    return column(
        *(
            TextView(
                words(hour), size=11, most_scale=1.2, color="text_secondary", align="center",
                width=MATCH, height=HOUR, key=hour, important_for_accessibility="no",
            )
            for hour in range(24)
        ),
        width=SIDE,
    )  # fmt: skip


def _head(
    screen: MainActions,
    day: dt.date,
    found: list[Instance],
    calendars: dict[int, Calendar],
    small: bool,
) -> View:
    today = day == screen.today
    mine = [each for each in found if _whole(screen, each, day)]
    chips = [
        look.chip(
            screen.context, each, color_of(calendars, each), partial(screen.open, each), small=small
        )
        for each in mine[:MOST]
    ]
    rest = len(mine) - len(chips)
    ink = "primary" if today else "text_primary"
    name = f"{day:%a}"[: 1 if small and len(screen.days()) > 3 else 3]
    return column(
        column(
            TextView(name, style="label_small", color=ink),
            TextView(str(day.day), style="title_medium", color=ink, max_lines=1),
            content_description=f"{day:%A}, {day:%B} {day.day}, {day.year}",
            content_gravity="center_horizontal",
            width=MATCH,
            on_click=lambda: screen.show_day(day),
        ),
        *chips,
        TextView(f"+{rest}", size=12, align="center", width=MATCH) if rest else None,
        width=0,
        weight=1,
        padding=(1, 0),
        key=day.toordinal(),
    )


def _whole(screen: MainActions, each: Instance, day: dt.date) -> bool:
    """Return whether an event is shown above a day: it lasts all day, or at least 24 hours."""
    first, last = each.days(screen.zone)
    long = each.event.all_day or each.end_ms - each.begin_ms >= 86_400_000
    return long and first <= day <= last


def _blocks(
    screen: MainActions,
    day: dt.date,
    column_: int,
    found: list[Instance],
    calendars: dict[int, Calendar],
    small: bool,
) -> list[Block]:
    """Return the blocks of a day's timed events, side by side if they overlap."""
    spans = []
    for each in found:
        first, last = each.days(screen.zone)
        if not first <= day <= last or _whole(screen, each, day):
            continue
        begin, end = each.times(screen.zone)
        start = begin.hour * 60 + begin.minute if begin.date() == day else 0
        stop = end.hour * 60 + end.minute if end.date() == day else 1440
        spans.append((start, max(stop, start), each))
    blocks: list[Block] = []
    for group in _groups(spans):
        lanes: list[int] = []
        placed = []
        for start, stop, each in group:
            lane = next((n for n, free in enumerate(lanes) if free <= start), len(lanes))
            lanes[lane : lane + 1] = [max(stop, start + 20)]
            placed.append((start, stop, each, lane))
        for start, stop, each, lane in placed:
            tall = max(20.0, (stop - start) / 60 * HOUR)
            color = color_of(calendars, each)
            tight = small or tall < 32 or len(lanes) > 1
            view = look.chip(
                screen.context, each, color, partial(screen.open, each), height=tall,
                small=tight,
            )  # fmt: skip
            blocks.append(Block(view, column_, start, stop, lane, len(lanes)))
    return blocks


def _groups(
    spans: list[tuple[int, int, Instance]],
) -> list[list[tuple[int, int, Instance]]]:
    """Group events so that none overlaps with an event of another group."""
    groups: list[list[tuple[int, int, Instance]]] = []
    end = -1
    for span in sorted(spans, key=lambda s: (s[0], -s[1])):
        if span[0] >= end:
            groups.append([])
        groups[-1].append(span)
        end = max(end, span[1], span[0] + 20)
    return groups
