"""Clock's data: alarms, timers, the stopwatch, cities, and the states of its screens."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Final, Literal

__all__ = ["MAX_LAPS", "Alarm", "Bedtime", "CitiesState", "City", "MainState", "Stopwatch", "Timer"]

MAX_LAPS: Final = 99

Bedtime = Literal["bedtime_wake_minutes", "bedtime_minutes"]
"""One of Bedtime's two times, as the key of its preference."""


@dataclass(frozen=True)
class Alarm:
    """One row of ``alarm_templates``.

    Attributes:
        id: Row id; 0 for an alarm that is not stored yet.
        hour: 0 to 23.
        minute: 0 to 59.
        days: Bit mask of the days it repeats on, Monday's bit the lowest; 0 for once.
        enabled: Whether the alarm is on.
        vibrate: Whether to vibrate.
        label: Name; "" for none.
        ringtone: Title of the sound; None for the default one, "" for silence.
        date: ISO date of a one-time alarm; None for the next possible day.
    """

    id: int
    hour: int
    minute: int
    days: int = 0
    enabled: bool = True
    vibrate: bool = True
    label: str = ""
    ringtone: str | None = None
    date: str | None = None

    @property
    def time(self) -> dt.time:
        """Time of day at which it rings."""
        return dt.time(self.hour % 24, self.minute % 60)

    def next(self, after: dt.datetime) -> dt.datetime:
        """Return the alarm's next time strictly after `after`, in the same time zone."""
        today = after.date()
        days = [today + dt.timedelta(offset) for offset in range(8)]
        if self.days:
            days = [day for day in days if self.days >> day.weekday() & 1]
        elif self.date is not None:
            days.insert(0, dt.date.fromisoformat(self.date))
        moments = (dt.datetime.combine(day, self.time, after.tzinfo) for day in days)
        return next(moment for moment in moments if moment > after)


@dataclass(frozen=True)
class Stopwatch:
    """The state of the stopwatch.

    Attributes:
        state: "reset", "running" or "paused".
        started_ms: Time of the last start, milliseconds since boot.
        counted_ms: Milliseconds counted before the last start.
        laps: Milliseconds counted at the end of each lap, the first lap first.
    """

    state: Literal["reset", "running", "paused"] = "reset"
    started_ms: int = 0
    counted_ms: int = 0
    laps: tuple[int, ...] = ()

    def total(self, elapsed_ms: int) -> int:
        """Return the total milliseconds counted at `elapsed_ms`, milliseconds since boot."""
        running = max(0, elapsed_ms - self.started_ms) if self.state == "running" else 0
        return self.counted_ms + running


@dataclass(frozen=True)
class Timer:
    """One timer.

    Attributes:
        id: Number.
        length_ms: Original length in milliseconds.
        total_ms: Length in milliseconds including added minutes.
        state: "running", "paused", "expired" or "reset".
        started_ms: Time of the last start, milliseconds since boot.
        left_ms: Milliseconds left at the last start.
        label: Name; "" for none.
    """

    id: int
    length_ms: int
    total_ms: int
    state: Literal["running", "paused", "expired", "reset"] = "reset"
    started_ms: int = 0
    left_ms: int = 0
    label: str = ""

    def left(self, elapsed_ms: int) -> int:
        """Return the milliseconds left at `elapsed_ms` since boot; negative once expired."""
        if self.state in ("running", "expired"):
            return self.left_ms - max(0, elapsed_ms - self.started_ms)
        return self.left_ms


@dataclass(frozen=True)
class City:
    """A city of the world clock.

    Attributes:
        name: Name.
        country: Country.
        zone: IANA name of the time zone.
    """

    name: str
    country: str
    zone: str


@dataclass(frozen=True)
class MainState:
    """State of the main activity.

    Attributes:
        expanded: Id of the expanded alarm; 0 for none.
        added: Id of the alarm added last, which is listed first; 0 for none.
        digits: Typed digits of a new timer, at most six, without leading zeros.
        adding: Whether the keypad is shown although there are timers.
        bedtime: Page of Bedtime's setup, 1 or 2; 0 outside the setup.
    """

    expanded: int = 0
    added: int = 0
    digits: str = ""
    adding: bool = False
    bedtime: int = 0


@dataclass(frozen=True)
class CitiesState:
    """State of the city search.

    Attributes:
        query: Text in the search field.
    """

    query: str = ""
