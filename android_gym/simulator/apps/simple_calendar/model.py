"""The calendar's data, and the state of each screen."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Final, NamedTuple

DAY_S: Final = 86_400
WEEK_S: Final = 604_800
MONTH_S: Final = 2_592_001
"""``repeat_interval`` of a month: 30 days plus a second, to distinguish it from 30 days."""
YEAR_S: Final = 31_536_000

SAME_DAY, LAST_WEEKDAY, LAST_DAY, ORDER_WEEKDAY = 1, 2, 3, 4
"""``repeat_rule`` of monthly and yearly repetition."""
EVERY_DAY: Final = 127
"""``repeat_rule`` of weekly repetition on all days; Monday is 1, Sunday 64."""

ALL_DAY, IN_PAST, MISSING_YEAR, COMPLETED = 1, 2, 4, 8
"""Bits of ``flags``."""
EVENT, TASK = 0, 1
"""Values of ``type``."""

LOCAL: Final = "simple-calendar"
IMPORTED: Final = "imported-ics"
"""Values of ``source``."""

NO_REMINDER: Final = -1
REGULAR: Final = 1
"""Id of the default event type, which can't be deleted."""

NEXT_FULL_HOUR, CURRENT_TIME = -1, -2
"""Special values of the setting ``default_start_time``, besides minutes since midnight."""

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
"""The views in the app's order."""


@dataclass(frozen=True)
class Repetition:
    """The repetition rule of an event.

    Attributes:
        interval: Interval in seconds, as stored by the app: `DAY_S`, `WEEK_S`, `MONTH_S`, `YEAR_S`
            or a multiple; 0 for never.
        rule: Bits of weekdays, or one of `SAME_DAY` to `ORDER_WEEKDAY`; 0 for daily repetition.
        limit: 0 for no limit, the last start in epoch seconds, or minus the number of occurrences.
    """

    interval: int = 0
    rule: int = 0
    limit: int = 0


@dataclass(frozen=True)
class Event:
    """One row of ``events``: an event or a task.

    Attributes:
        id: Id; 0 for a new event.
        start: Epoch seconds.
        end: Epoch seconds; noon of the last day for an all-day event.
        reminders: Minutes before the start; -1 for none.
        reminder_kinds: 0 for a notification, 1 for an e-mail.
        exceptions: Days (yyyyMMdd) excluded from the repetition.
        event_type: Id of the event type.
        parent_id: For a changed occurrence, id of its series; else 0.
        color: Signed ARGB integer; 0 for the event type's colour.
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
        """Return whether it is an all-day event."""
        return bool(self.flags & ALL_DAY)

    @property
    def is_task(self) -> bool:
        """Return whether it is a task."""
        return self.kind == TASK


@dataclass(frozen=True)
class Occurrence:
    """One occurrence of an event.

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
        id: Id of the type.
        title: Name given by the user.
        color: Signed ARGB integer.
    """

    id: int
    title: str
    color: int


class Place(NamedTuple):
    """An occurrence's sort key in lists, which can be read without the rest of the event.

    Attributes:
        timed: Whether it is not an all-day event.
        start: Epoch seconds.
        end: Epoch seconds.
        title: Title of the event.
        id: Id of the event.
    """

    timed: bool
    start: int
    end: int
    title: str
    id: int


Mark = tuple[int, int]
"""An occurrence as the event's id and the occurrence's start."""


@dataclass(frozen=True)
class MainState:
    """State of the main screen.

    Attributes:
        stack: Views with their days, from the chosen view to the one on screen, e.g. a month and a
            tapped day of it.
        picked: The day tapped in the combined monthly and daily view.
        slot: Time of the "+" in the weekly view, epoch seconds.
        fan: Whether the floating action button's options are shown.
        query: Search text; None while the search is closed.
        selected: Selected occurrences.
        export: What to export: events, tasks, past events.
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
    """The draft in the editor.

    Attributes:
        start: Epoch seconds.
        end: Epoch seconds.
        all_day: Whether it is an all-day event.
        event_type: Id of the event type.
        color: Signed ARGB integer; 0 for the event type's colour.
        time_zone: IANA name of the time zone; an unknown name means the phone's zone.
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
    """State of the editor.

    Attributes:
        draft: The current draft.
        first: The initial draft.
        event_id: Id of the edited event; 0 for a new one.
        occurrence: Start of the tapped occurrence, epoch seconds.
        kind: `EVENT` or `TASK`.
        asked_ms: Time of the last question whether to save changes.
    """

    draft: Draft = Draft()
    first: Draft = Draft()
    event_id: int = 0
    occurrence: int = 0
    kind: int = EVENT
    asked_ms: int = 0
