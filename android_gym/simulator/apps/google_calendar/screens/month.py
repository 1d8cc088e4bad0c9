"""The month view: a grid of days with their events."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from android_gym.simulator.apps.google_calendar.actions import MainActions
from android_gym.simulator.apps.google_calendar.look import ink_on, name_of
from android_gym.simulator.apps.google_calendar.screens.schedule import color_of
from android_gym.simulator.ui.layouts import FrameLayout, SwipeLayout
from android_gym.simulator.ui.month_grid import MonthGrid, MonthPicture
from android_gym.simulator.ui.month_look import GridBar, GridDay
from android_gym.simulator.ui.view import View

__all__ = ["month", "small_month"]

LETTERS = "MTWTFSS"


def _grid(
    screen: MainActions,
    bars: tuple[GridBar, ...],
    counts: list[int],
    on_day: Callable[[dt.date], None],
) -> View:
    days, today, shown = screen.month_days(), screen.today, screen.day
    letters = [LETTERS[(screen.week_start + n) % 7] for n in range(7)]
    cells = [
        GridDay(
            day.day, faint=day.month != shown.month, today=day == today,
            picked=day == shown and day != today,
        )
        for day in days
    ]  # fmt: skip
    grid = MonthGrid(
        MonthPicture(letters, cells, bars, text_size=12, lines=bool(bars), apart=True),
        on_day=lambda index: on_day(days[index]),
        day_id="month_day",
    )
    # The days are painted, so accessibility services read these descriptions.
    for cell, day, count in zip(grid.children[1:], days, counts, strict=True):
        events = f", {count} event{'s' if count != 1 else ''}" if count else ""
        cell.content_description = f"{day:%A}, {day:%B} {day.day}, {day.year}{events}"
    return grid


def month(screen: MainActions) -> View:
    """Build the month view; a tap on a day shows its hours."""
    days, calendars = screen.month_days(), screen.colors()
    bars, counts = [], [0] * len(days)
    for each in screen.calendars.between(days[0], days[-1]):
        first, last = (max(days[0], min(days[-1], day)) for day in each.days(screen.zone))
        place, length = (first - days[0]).days, (last - first).days + 1
        for index in range(place, place + length):
            counts[index] += 1
        color = color_of(calendars, each)
        bars.append(GridBar(place, length, name_of(each.event.title), color, ink_on(color)))

    swipes = {"left": lambda: screen.turn(True), "right": lambda: screen.turn(False)}
    return SwipeLayout([_grid(screen, tuple(bars), counts, screen.show_day)], on_swipe=swipes)


def small_month(screen: MainActions) -> View:
    """Build the small month below the toolbar; a tap on a day shows that day."""
    grid = _grid(screen, (), [0] * 42, screen.go)
    swipes = {
        "left": lambda: screen.turn_month(True),
        "right": lambda: screen.turn_month(False),
    }
    return SwipeLayout(
        [FrameLayout([grid], width=-1, height=-1)], on_swipe=swipes, width=-1, height=280
    )
