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
"""Name, label and icon of each view of the calendar."""

Part = Literal["this", "following", "all"]
"""The instances of a repeating event that a change applies to."""

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
"""Colours of events and their names."""

REMINDERS: Final = (0, 10, 30, 60, 1440)
"""Suggested notification times, in minutes before an event."""


def reminder_words(minutes: int) -> str:
    """Format the time of a notification: ``30 minutes before``."""
    if minutes == 0:
        return "At time of event"
    for unit, length in (("week", 10_080), ("day", 1440), ("hour", 60), ("minute", 1)):
        if minutes % length == 0:
            count = minutes // length
            return f"{count} {unit}{'s' if count != 1 else ''} before"
    return f"{minutes} minutes before"


@dataclass(frozen=True)
class MainState:
    """State of the calendar's screen.

    Attributes:
        view: The current view.
        day: Day on screen; None for today.
        drawer: Whether the drawer is open.
        months: Whether the month below the toolbar is expanded.
        query: Search text; None while the search is closed.
    """

    view: View = "schedule"
    day: dt.date | None = None
    drawer: bool = False
    months: bool = False
    query: str | None = None


@dataclass(frozen=True)
class EventState:
    """State of an event's page.

    Attributes:
        event: The event's id.
        begin_ms: Beginning of the instance, epoch milliseconds.
    """

    event: int = 0
    begin_ms: int = 0


@dataclass(frozen=True)
class Draft:
    """An event in the editor.

    Attributes:
        title: Its title.
        all_day: Whether it lasts all day.
        begin: Its beginning, in the phone's time zone.
        end: Its end; the last day if it lasts all day.
        rule: RRULE, "" for none.
        calendar: Id of its calendar.
        location: Its location.
        description: Its description.
        color: ``#RRGGBB``, "" for its calendar's.
        reminders: Minutes before it at which notifications are shown.
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
    """State of the event editor.

    Attributes:
        event: Id of the edited event; 0 for a new one.
        begin_ms: Beginning of the instance, epoch milliseconds.
        before: The event before any changes.
        draft: The event as it would be saved.
    """

    event: int = 0
    begin_ms: int = 0
    before: Draft = Draft()
    draft: Draft = Draft()
