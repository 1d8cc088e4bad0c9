"""Dialogs with wheels: for a month or week of a year, and for a day and time."""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final, NamedTuple

from android_gym.simulator.appkit.dialog_base import A_contra, TitledDialog
from android_gym.simulator.appkit.times import is_24_hour
from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.date_pickers import FIRST_DATE, LAST_DATE
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, row, wide_column
from android_gym.simulator.ui.pickers import NumberPicker
from android_gym.simulator.ui.view import View

__all__ = [
    "MONTHS",
    "DateTimeDialog",
    "MonthDialog",
    "PartOfYear",
    "TwoFieldDateDialog",
    "WeekDialog",
    "weeks_of",
]

MONTHS: Final = (
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
)  # fmt: skip
"""Short names of months."""

LAST_YEAR: Final = 275_760
"""Last year of HTML's and JavaScript's dates."""


class PartOfYear(NamedTuple):
    """A month or a week.

    Attributes:
        year: Its year; for a week, the ISO 8601 year.
        number: Its number in the year, from 1.
    """

    year: int
    number: int


def weeks_of(year: int) -> int:
    """Return the number of weeks in an ISO 8601 year."""

    def last_weekday(year: int) -> int:
        return (year + year // 4 - year // 100 + year // 400) % 7

    return 53 if last_weekday(year) == 4 or last_weekday(year - 1) == 3 else 52


@dataclass(frozen=True)
class TwoFieldDateDialog(TitledDialog[A_contra]):
    """Wheels for a part of a year, like Chromium's `TwoFieldDatePickerDialog`.

    Attributes:
        turned: What the wheels show after one of them was turned; None before.
        PART: Content description of the first wheel.
        LAST: Last part of the last year, unless the wheels are limited otherwise.
    """

    turned: PartOfYear | None = None

    PART: ClassVar[str] = ""
    POSITIVE = "Set"
    NEUTRAL = "Clear"
    LAST: ClassVar[PartOfYear] = PartOfYear(LAST_YEAR, 1)

    def begins(self, screen: A_contra) -> PartOfYear:
        """Return the initial part."""
        raise NotImplementedError(f"{type(self).__name__} must say what it begins with.")

    def count(self, year: int) -> int:
        """Return the number of parts in a year."""
        raise NotImplementedError(f"{type(self).__name__} must count the parts of a year.")

    def on_pick(self, screen: A_contra, picked: PartOfYear) -> None:
        """React to the picked part."""
        raise NotImplementedError(f"{type(self).__name__} must say what its pick does.")

    def span(self, screen: A_contra) -> tuple[PartOfYear, PartOfYear]:
        """Return the first and last part that can be picked."""
        return PartOfYear(1, 1), self.LAST

    def labels(self, first: int, last: int) -> Sequence[str]:
        """Return the labels of the first wheel; empty for the numbers themselves."""
        return ()

    def build(self, screen: A_contra) -> Overlay | None:
        """Return the window with the wheels."""
        least, most = self.span(screen)

        def within(part: PartOfYear) -> PartOfYear:
            kept = PartOfYear(part.year, min(part.number, self.count(part.year)))
            return min(max(kept, least), most)

        now = within(self.turned or self.begins(screen))
        first = least.number if now.year == least.year else 1
        last = most.number if now.year == most.year else self.count(now.year)

        def turn(part: PartOfYear) -> None:
            screen.update_dialog(replace(self, turned=within(part)))

        def turn_part(number: int) -> None:
            # Turning from the last number to the first also advances the year, and vice versa; as
            # in Chromium, even if there are only two numbers and nothing wrapped around.
            year = now.year
            if (now.number, number) == (last, first):
                year, number = year + 1, 1
            elif (now.number, number) == (first, last):
                year, number = year - 1, self.count(year - 1)
            turn(PartOfYear(year, number))

        wheels = row(
            NumberPicker(
                now.number,
                first,
                last,
                turn_part,
                labels=self.labels(first, last),
                wrap=first < last and now not in (least, most),
                id="position_in_year",
                content_description=self.PART,
                margin=(16, 0),
            ),
            NumberPicker(
                now.year,
                least.year,
                most.year,
                lambda year: turn(PartOfYear(year, now.number)),
                wrap=False,
                id="year",
                content_description="Year",
                margin=(16, 0),
            ),
            id="pickers",
        )
        return self.alert(
            screen,
            lambda: self.on_pick(screen, now),
            content=wide_column(wheels, content_gravity="center_horizontal", padding=(24, 8)),
        )


@dataclass(frozen=True)
class MonthDialog(TwoFieldDateDialog[A_contra]):
    """Wheels for a month of a year (`MonthPickerDialog`)."""

    TITLE = "Set month"
    PART = "Month"
    LAST = PartOfYear(LAST_YEAR, 9)

    def count(self, year: int) -> int:
        """Return the number of months."""
        return len(MONTHS)

    def labels(self, first: int, last: int) -> Sequence[str]:
        """Return the names of the months."""
        return MONTHS[first - 1 : last]


@dataclass(frozen=True)
class WeekDialog(TwoFieldDateDialog[A_contra]):
    """Wheels for a week of a year (`WeekPickerDialog`)."""

    TITLE = "Set week"
    PART = "Week"
    LAST = PartOfYear(LAST_YEAR, 37)

    def count(self, year: int) -> int:
        """Return the number of weeks."""
        return weeks_of(year)


@dataclass(frozen=True)
class DateTimeDialog(TitledDialog[A_contra]):
    """Wheels for a day and time, like Chromium's `DateTimePickerDialog`.

    Attributes:
        turned: What the wheels show after one of them was turned; None before.
    """

    turned: dt.datetime | None = None

    TITLE = "Set date and time"
    POSITIVE = "Set"
    NEUTRAL = "Clear"

    def begins(self, screen: A_contra) -> dt.datetime:
        """Return the initial moment."""
        raise NotImplementedError(f"{type(self).__name__} must say what it begins with.")

    def span(self, screen: A_contra) -> tuple[dt.datetime, dt.datetime]:
        """Return the earliest and latest moment that can be picked."""
        return (
            dt.datetime.combine(FIRST_DATE, dt.time.min),
            dt.datetime.combine(LAST_DATE, dt.time(23, 59)),
        )

    def on_pick(self, screen: A_contra, picked: dt.datetime) -> None:
        """React to the picked moment."""
        raise NotImplementedError(f"{type(self).__name__} must say what its pick does.")

    def build(self, screen: A_contra) -> Overlay | None:
        """Return the window with the wheels."""
        least, most = self.span(screen)
        now = min(max(self.turned or self.begins(screen), least), most)

        def turn(moment: dt.datetime) -> None:
            screen.update_dialog(replace(self, turned=min(max(moment, least), most)))

        day = row(*_day_wheels(now, least, most, turn), id="date_picker")
        time = row(*_time_wheels(now, is_24_hour(screen.context), turn), id="time_picker")
        return self.alert(
            screen,
            lambda: self.on_pick(screen, now),
            content=ScrollView(
                wide_column(day, time, content_gravity="center_horizontal", padding=(24, 8)),
                width=MATCH,
            ),
        )


def _moved(moment: dt.datetime, day: int, month: int, year: int) -> dt.datetime:
    """Return a moment moved to another day, or to the last day of its month if that is shorter."""
    return moment.replace(year=year, month=month, day=min(day, calendar.monthrange(year, month)[1]))


def _day_wheels(
    now: dt.datetime, least: dt.datetime, most: dt.datetime, turn: Callable[[dt.datetime], None]
) -> list[View]:
    """Return the wheels of a DatePicker spinner; wrapping a wheel advances the next larger unit."""
    days = calendar.monthrange(now.year, now.month)[1]
    in_least = (now.year, now.month) == (least.year, least.month)
    in_most = (now.year, now.month) == (most.year, most.month)
    first_month = least.month if now.year == least.year else 1
    last_month = most.month if now.year == most.year else len(MONTHS)
    first_day, last_day = least.day if in_least else 1, most.day if in_most else days

    def turn_day(day: int) -> None:
        if (now.day, day) == (days, 1):
            turn(now + dt.timedelta(days=1))
        elif (now.day, day) == (1, days):
            turn(now - dt.timedelta(days=1))
        else:
            turn(now.replace(day=day))

    def turn_month(month: int) -> None:
        step = {(12, 1): 1, (1, 12): -1}.get((now.month, month), 0)
        turn(_moved(now, now.day, month, now.year + step))

    return [
        NumberPicker(
            now.month, first_month, last_month, turn_month,
            labels=MONTHS[first_month - 1 : last_month],
            wrap=last_month - first_month == len(MONTHS) - 1,
            id="android:id/month", margin=(8, 0),
        ),
        NumberPicker(
            now.day, first_day, last_day, turn_day,
            wrap=(first_day, last_day) == (1, days), id="android:id/day", margin=(8, 0),
        ),
        NumberPicker(
            now.year, least.year, most.year,
            lambda year: turn(_moved(now, now.day, now.month, year)),
            wrap=False, id="android:id/year", margin=(8, 0),
        ),
    ]  # fmt: skip


def _time_wheels(now: dt.datetime, is_24: bool, turn: Callable[[dt.datetime], None]) -> list[View]:
    """Return the wheels of a TimePicker spinner; the day doesn't change."""

    def turn_hour(hour: int) -> None:
        if is_24:
            turn(now.replace(hour=hour))
            return
        # Turning between 11 and 12 switches the half of the day.
        other = {now.hour % 12 or 12, hour} == {11, 12}
        turn(now.replace(hour=hour % 12 + 12 * ((now.hour >= 12) ^ other)))

    def turn_minute(minute: int) -> None:
        step = {(59, 0): 1, (0, 59): -1}.get((now.minute, minute), 0)
        turn(now.replace(hour=(now.hour + step) % 24, minute=minute))

    first, last = (0, 23) if is_24 else (1, 12)
    wheels: list[View] = [
        NumberPicker(
            now.hour if is_24 else now.hour % 12 or 12, first, last, turn_hour,
            id="android:id/hour", margin=(8, 0),
        ),
        NumberPicker(
            now.minute, 0, 59, turn_minute, labels=[f"{minute:02}" for minute in range(60)],
            id="android:id/minute", margin=(8, 0),
        ),
    ]  # fmt: skip
    if not is_24:
        half = NumberPicker(
            now.hour // 12, 0, 1, lambda half: turn(now.replace(hour=now.hour % 12 + 12 * half)),
            labels=("AM", "PM"), id="android:id/amPm", margin=(8, 0),
        )  # fmt: skip
        wheels.append(half)
    return wheels
