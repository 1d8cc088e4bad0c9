"""Google Calendar's data, and the states of its screens."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Final, Literal

__all__ = [
    "COLORS",
    "REMINDERS",
    "VIEWS",
    "Draft",
    "EditState",
    "EventState",
    "MainState",
    "Part",
    "View",
    "reminder_words",
]

View = Literal["schedule", "day", "3days", "week", "month"]

VIEWS: Final[tuple[tuple[View, str, str], ...]] = (
    ("schedule", "Schedule", "view_agenda_outline"),
    ("day", "Day", "view_day_outline"),
    ("3days", "3 days", "view_column_outline"),
    ("week", "Week", "view_week_outline"),
    ("month", "Month", "view_module_outline"),
)
"""Name, words and icon of each way to look at the calendar."""

Part = Literal["this", "following", "all"]
"""Part of the times of a repeating event that a change is about."""

COLORS: Final[tuple[tuple[str, str], ...]] = (
    ("#D50000", "Tomato"),
    ("#F4511E", "Tangerine"),
    ("#F6BF26", "Banana"),
    ("#33B679", "Sage"),
    ("#0B8043", "Basil"),
    ("#039BE5", "Peacock"),
    ("#3F51B5", "Blueberry"),
    ("#7986CB", "Lavender"),
    ("#8E24AA", "Grape"),
    ("#E67C73", "Flamingo"),
    ("#616161", "Graphite"),
)
"""Colours of events, and what they are called."""

REMINDERS: Final = (0, 10, 30, 60, 1440)
"""Minutes before an event that a notification can be set to."""


def reminder_words(minutes: int) -> str:
    """Return when a notification comes: ``30 minutes before``."""
    if minutes == 0:
        return "At time of event"
    for unit, length in (("week", 10_080), ("day", 1440), ("hour", 60), ("minute", 1)):
        if minutes % length == 0:
            count = minutes // length
            return f"{count} {unit}{'s' if count != 1 else ''} before"
    return f"{minutes} minutes before"


@dataclass(frozen=True)
class MainState:
    """The calendar.

    Attributes:
        view: How it is looked at.
        day: Day on screen; None for today.
        drawer: Whether the drawer is open.
        months: Whether the month below the bar is unfolded.
        query: What is searched for; None while the search is closed.
    """

    view: View = "schedule"
    day: dt.date | None = None
    drawer: bool = False
    months: bool = False
    query: str | None = None


@dataclass(frozen=True)
class EventState:
    """An event's page.

    Attributes:
        event: Its id.
        begin_ms: Which of its times, epoch milliseconds.
    """

    event: int = 0
    begin_ms: int = 0


@dataclass(frozen=True)
class Draft:
    """An event that is being edited.

    Attributes:
        title: What it is called.
        all_day: Whether it lasts whole days.
        begin: When it begins, in the phone's zone.
        end: When it ends; the last day, where it lasts whole days.
        rule: RRULE, "" for none.
        calendar: Id of its calendar.
        location: Where it takes place.
        description: What there is to say about it.
        color: ``#RRGGBB``, "" for its calendar's.
        reminders: Minutes before it at which notifications come.
    """

    title: str = ""
    all_day: bool = False
    begin: dt.datetime = dt.datetime(2000, 1, 1)
    end: dt.datetime = dt.datetime(2000, 1, 1)
    rule: str = ""
    calendar: int = 0
    location: str = ""
    description: str = ""
    color: str = ""
    reminders: tuple[int, ...] = ()


@dataclass(frozen=True)
class EditState:
    """The editor.

    Attributes:
        event: Id of the event that is edited; 0 for a new one.
        begin_ms: Which of its times, epoch milliseconds.
        before: What it was.
        draft: What it is to be.
    """

    event: int = 0
    begin_ms: int = 0
    before: Draft = Draft()
    draft: Draft = Draft()
