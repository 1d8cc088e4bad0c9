"""The calendar's formats of days, times, reminders and repetitions."""

from __future__ import annotations

import datetime as dt
from typing import Final, NamedTuple

from android_gym.simulator.appkit.times import is_24_hour
from android_gym.simulator.apps.simple_calendar.model import (
    DAY_S,
    EVERY_DAY,
    LAST_DAY,
    LAST_WEEKDAY,
    MONTH_S,
    ORDER_WEEKDAY,
    WEEK_S,
    YEAR_S,
    Occurrence,
    Repetition,
)
from android_gym.simulator.apps.simple_calendar.recurrence import local
from android_gym.simulator.apps.simple_calendar.settings import Settings
from android_gym.simulator.ui.activity import Context

DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
SHORT_DAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
LETTERS: Final = "MTWTFSS"
MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
SHORT_MONTHS: Final = (
    "Jan", "Feb", "Mar", "Apr", "May", "June", "July", "Aug", "Sept", "Oct", "Nov", "Dec",
)  # fmt: skip
_ORDERS: Final = ("first", "second", "third", "fourth", "fifth")

REMINDERS: Final = (-1, 0, 1, 5, 10, 30, 60)
"""Suggested reminders, in minutes."""

INTERVALS: Final = ((0, "No repetition"), (DAY_S, "Daily"), (WEEK_S, "Weekly"),
                    (MONTH_S, "Monthly"), (YEAR_S, "Yearly"))  # fmt: skip


def month_title(day: dt.date, today: dt.date) -> str:
    """Format a month: "October", with the year if it isn't the current one."""
    name = MONTHS[day.month - 1]
    return name if day.year == today.year else f"{name} {day.year}"


def day_text(day: dt.date, today: dt.date) -> str:
    """Format a day: "October 15", with the year if it isn't the current one."""
    text = f"{MONTHS[day.month - 1]} {day.day}"
    return text if day.year == today.year else f"{text} {day.year}"


def day_title(day: dt.date, today: dt.date) -> str:
    """Format a day as "October 15 (Sun)"."""
    return f"{day_text(day, today)} ({SHORT_DAYS[day.weekday()]})"


def full_date(day: dt.date) -> str:
    """Format a day as "October 15 2023"."""
    return f"{MONTHS[day.month - 1]} {day.day} {day.year}"


def is_24(context: Context) -> bool:
    """Return whether the 24-hour format is used: as set in the app, else as on the phone."""
    return Settings(context).flag("use_24_hour_format", is_24_hour(context))


def clock(moment: dt.datetime, hours_24: bool) -> str:
    """Format a time as "15:30" or "03:30 PM"."""
    if hours_24:
        return f"{moment.hour:02}:{moment.minute:02}"
    half = "AM" if moment.hour < 12 else "PM"
    return f"{moment.hour % 12 or 12:02}:{moment.minute:02} {half}"


def span(found: Occurrence, shown: dt.date, context: Context) -> str:
    """Format the time span of an occurrence for a list row.

    Args:
        found: The occurrence.
        shown: The day of the row; other days are written out.
        context: The app's context.
    """
    zone, today = context.system.clock.zone(), context.system.clock.today()
    hours_24 = is_24(context)
    start, end = local(found.start, zone), local(found.end, zone)

    def tell(moment: dt.datetime) -> str:
        text = clock(moment, hours_24)
        return text if moment.date() == shown else f"{text} ({day_text(moment.date(), today)})"

    if found.event.all_day:
        if start.date() == end.date():
            return "All-day"
        return f"All-day ({day_text(start.date(), today)} - {day_text(end.date(), today)})"
    return tell(start) if found.start == found.end else f"{tell(start)} - {tell(end)}"


class Plural(NamedTuple):
    """The singular and plural forms of a noun."""

    one: str
    other: str

    def of(self, number: int) -> str:
        """Return a number with the matching form."""
        return (self.one if number == 1 else self.other).format(number)


SECONDS: Final = Plural("{} second", "{} seconds")
MINUTES: Final = Plural("{} minute", "{} minutes")
HOURS: Final = Plural("{} hour", "{} hours")
DAYS_OF: Final = Plural("{} day", "{} days")
WEEKS: Final = Plural("{} week", "{} weeks")
MONTHS_OF: Final = Plural("{} month", "{} months")
YEARS: Final = Plural("{} year", "{} years")

_UNITS: Final = (
    (525_600, YEARS), (43_200, MONTHS_OF), (10_080, WEEKS), (1440, DAYS_OF), (60, HOURS),
    (1, MINUTES),
)  # fmt: skip
_BEFORE: Final = {
    YEARS: Plural("{} year before", "{} years before"),
    MONTHS_OF: Plural("{} month before", "{} months before"),
    WEEKS: Plural("{} week before", "{} weeks before"),
    DAYS_OF: Plural("{} day before", "{} days before"),
    HOURS: Plural("{} hour before", "{} hours before"),
    MINUTES: Plural("{} minute before", "{} minutes before"),
}


def _in_unit(minutes: int) -> tuple[int, Plural]:
    """Return minutes as a whole number of the largest possible unit."""
    for length, unit in _UNITS:
        if minutes >= length and minutes % length == 0:
            return minutes // length, unit
    return minutes, MINUTES


def duration(minutes: int) -> str:
    """Format minutes as a whole number of the largest possible unit."""
    number, unit = _in_unit(minutes)
    return unit.of(number)


def reminder(minutes: int) -> str:
    """Return the label of a reminder."""
    if minutes == -1:
        return "No reminder"
    if minutes == 0:
        return "At start"
    if minutes < 0:
        return f"During the day at {-minutes // 60:02}:{-minutes % 60:02}"
    number, unit = _in_unit(minutes)
    return _BEFORE[unit].of(number)


def remaining(seconds: int) -> str:
    """Format a remaining time in days, hours and minutes."""
    minutes, left = divmod(seconds, 60)
    days, minutes = divmod(minutes, 1440)
    hours, minutes = divmod(minutes, 60)
    parts = ((days, DAYS_OF), (hours, HOURS), (minutes, MINUTES))
    return " ".join(unit.of(number) for number, unit in parts if number) or SECONDS.of(left)


def interval(seconds: int) -> str:
    """Return the label of an interval."""
    named = dict(INTERVALS)
    if seconds in named:
        return named[seconds]
    for length, unit in ((YEAR_S, YEARS), (MONTH_S, MONTHS_OF), (WEEK_S, WEEKS), (DAY_S, DAYS_OF)):
        if seconds % length == 0:
            return unit.of(seconds // length)
    return duration(seconds // 60)


def order_of(day: dt.date, *, last: bool) -> str:
    """Return "third Sunday" or "last Sunday"."""
    order = "last" if last else _ORDERS[(day.day - 1) // 7]
    return f"{order} {DAYS[day.weekday()]}"


def rule(repetition: Repetition, start: dt.date) -> str:
    """Return the label of a repetition's days."""
    kind = repetition.rule
    if repetition.interval % WEEK_S == 0:
        if kind & EVERY_DAY == EVERY_DAY:
            return "Every day"
        return ", ".join(name for day, name in enumerate(SHORT_DAYS) if kind >> day & 1)
    if kind == LAST_DAY:
        return "The last day"
    if kind in (ORDER_WEEKDAY, LAST_WEEKDAY):
        text = f"Every {order_of(start, last=kind == LAST_WEEKDAY)}"
        yearly = repetition.interval % YEAR_S == 0
        return f"{text} in {MONTHS[start.month - 1]}" if yearly else text
    return "The same day"


def limit(repetition: Repetition, zone: dt.tzinfo) -> tuple[str, str]:
    """Return the label and value of a repetition's end."""
    if repetition.limit == 0:
        return "Repeat", "Forever"
    if repetition.limit < 0:
        return "Repeat", f"{-repetition.limit} times"
    return "Repeat till", full_date(local(repetition.limit, zone).date())
