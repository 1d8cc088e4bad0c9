"""The calendar's data, and the state of each screen."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Final, NamedTuple

DAY_S: Final = 86_400
WEEK_S: Final = 604_800
MONTH_S: Final = 2_592_001
"""``repeat_interval`` of one month: a second more than thirty days, so that those differ."""
YEAR_S: Final = 31_536_000

SAME_DAY, LAST_WEEKDAY, LAST_DAY, ORDER_WEEKDAY = 1, 2, 3, 4
"""``repeat_rule`` of what repeats monthly or yearly."""
EVERY_DAY: Final = 127
"""``repeat_rule`` of what repeats on all days of a week; Monday is 1, Sunday 64."""

ALL_DAY, IN_PAST, MISSING_YEAR, COMPLETED = 1, 2, 4, 8
"""Bits of ``flags``."""
EVENT, TASK = 0, 1
"""Values of ``type``."""

LOCAL: Final = "simple-calendar"
IMPORTED: Final = "imported-ics"
"""Values of ``source``."""

NO_REMINDER: Final = -1
REGULAR: Final = 1
"""Id of the event type that is always there."""

NEXT_FULL_HOUR, CURRENT_TIME = -1, -2
"""Values of the setting ``default_start_time`` beside minutes of the day."""

MONTHLY, YEARLY, LIST, WEEKLY, DAILY, LAST, MONTHLY_DAILY = range(1, 8)
"""Values of the setting ``view``."""

VIEWS: Final = (
    (DAILY, "Daily view"),
    (WEEKLY, "Weekly view"),
    (MONTHLY, "Monthly view"),
    (MONTHLY_DAILY, "Monthly and daily view"),
    (YEARLY, "Yearly view"),
    (LIST, "Simple event list"),
)
"""The views in the order in which the app offers them."""


@dataclass(frozen=True)
class Repetition:
    """The rule by which an event repeats.

    Attributes:
        interval: Seconds as the app writes them: `DAY_S`, `WEEK_S`, `MONTH_S`, `YEAR_S` or a
            multiple; 0 for never.
        rule: Days of the week as bits, or one of `SAME_DAY` to `ORDER_WEEKDAY`; 0 with days.
        limit: 0 for ever, a last start in epoch seconds, or minus the number of occurrences.
    """

    interval: int = 0
    rule: int = 0
    limit: int = 0


@dataclass(frozen=True)
class Event:
    """One row of ``events``: an event or a task.

    Attributes:
        id: Its id; 0 while it has none.
        start: Epoch seconds.
        end: Epoch seconds; at noon of the last day where it takes all day.
        reminders: Minutes before the start; -1 for none.
        reminder_kinds: 0 for a notification, 1 for an e-mail.
        exceptions: Days (yyyyMMdd) on which it does not repeat.
        event_type: Id of its event type.
        parent_id: Id of the series that this is a changed occurrence of, or 0.
        color: ARGB as a signed integer; 0 for that of the event type.
        kind: `EVENT` or `TASK`.
    """

    id: int
    start: int
    end: int
    title: str = ""
    location: str = ""
    description: str = ""
    reminders: tuple[int, int, int] = (NO_REMINDER, NO_REMINDER, NO_REMINDER)
    reminder_kinds: tuple[int, int, int] = (0, 0, 0)
    repetition: Repetition = Repetition()
    exceptions: tuple[str, ...] = ()
    attendees: str = ""
    import_id: str = ""
    time_zone: str = ""
    flags: int = 0
    event_type: int = REGULAR
    parent_id: int = 0
    last_updated: int = 0
    source: str = LOCAL
    availability: int = 0
    color: int = 0
    kind: int = EVENT

    @property
    def all_day(self) -> bool:
        """Return whether it takes whole days."""
        return bool(self.flags & ALL_DAY)

    @property
    def is_task(self) -> bool:
        """Return whether it is a task."""
        return self.kind == TASK


@dataclass(frozen=True)
class Occurrence:
    """One time that an event takes place.

    Attributes:
        event: The event.
        start: Epoch seconds.
        end: Epoch seconds.
    """

    event: Event
    start: int
    end: int


@dataclass(frozen=True)
class EventType:
    """One row of ``event_types``.

    Attributes:
        id: Its id.
        title: What the user calls it.
        color: ARGB as a signed integer.
    """

    id: int
    title: str
    color: int


class Place(NamedTuple):
    """The place of an occurrence in a list, by the order of the fields; read without the rest.

    Attributes:
        timed: Whether it does not take all day.
        start: Epoch seconds.
        end: Epoch seconds.
        title: The event's.
        id: The event's.
    """

    timed: bool
    start: int
    end: int
    title: str
    id: int


Mark = tuple[int, int]
"""An occurrence by the event's id and its start."""


@dataclass(frozen=True)
class MainState:
    """The main screen.

    Attributes:
        stack: Views and their days, from the one that was chosen to the one on the screen: a
            month, and the day of it that was tapped.
        picked: The day that was tapped in the monthly and daily view.
        slot: Where a "+" stands in the weekly view: epoch seconds.
        fan: Whether the round button shows what it can make.
        query: What is searched for; None while the search is closed.
        selected: Marked occurrences.
        export: What is being exported: events, tasks, what is over.
    """

    stack: tuple[tuple[int, dt.date], ...] = ()
    picked: dt.date | None = None
    slot: int | None = None
    fan: bool = False
    query: str | None = None
    selected: tuple[Mark, ...] = ()
    export: tuple[bool, bool, bool] = (True, True, False)


@dataclass(frozen=True)
class Draft:
    """State of the editor.

    Attributes:
        start: Epoch seconds.
        end: Epoch seconds.
        all_day: Whether the times don't count.
        event_type: Id of the event type.
        color: ARGB as a signed integer; 0 for that of the event type.
        time_zone: IANA name of the zone in which its times are told; the phone's where it is none.
    """

    title: str = ""
    location: str = ""
    description: str = ""
    start: int = 0
    end: int = 0
    all_day: bool = False
    reminders: tuple[int, int, int] = (10, NO_REMINDER, NO_REMINDER)
    repetition: Repetition = Repetition()
    event_type: int = REGULAR
    color: int = 0
    time_zone: str = ""


@dataclass(frozen=True)
class EditorState:
    """The editor of an event or a task.

    Attributes:
        draft: What it holds.
        first: What it held at first.
        event_id: The row that is edited; 0 for a new one.
        occurrence: Start of the occurrence that was tapped, in epoch seconds.
        kind: `EVENT` or `TASK`.
        asked_ms: When it last asked whether to keep changes.
    """

    draft: Draft = Draft()
    first: Draft = Draft()
    event_id: int = 0
    occurrence: int = 0
    kind: int = EVENT
    asked_ms: int = 0
