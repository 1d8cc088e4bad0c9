"""Clock's data: alarms, timers, the stopwatch, cities, and the states of its screens."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Final, Literal

__all__ = ["MAX_LAPS", "Alarm", "Bedtime", "CitiesState", "City", "MainState", "Stopwatch", "Timer"]

MAX_LAPS: Final = 99

Bedtime = Literal["bedtime_wake_minutes", "bedtime_minutes"]
"""One of the two times of Bedtime, by the name of its preference."""


@dataclass(frozen=True)
class Alarm:
    """One row of ``alarm_templates``.

    Attributes:
        id: Row id; 0 for an alarm that is not stored yet.
        hour: 0 to 23.
        minute: 0 to 59.
        days: Bit mask of the days it repeats on, Monday's bit the lowest; 0 for once.
        enabled: On or off.
        vibrate: Vibration on or off.
        label: Name; "" for none.
        ringtone: Title of its sound; None for the default one, "" for silence.
        date: ISO date it is scheduled for; None for the next possible day.
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
        """Time of day."""
        return dt.time(self.hour % 24, self.minute % 60)

    def next(self, after: dt.datetime) -> dt.datetime:
        """Return when it rings next, strictly later than `after` and in its time zone."""
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
    """The stopwatch.

    Attributes:
        state: "reset", "running" or "paused".
        started_ms: When it was last started, in milliseconds since boot.
        counted_ms: Milliseconds counted before that.
        laps: Milliseconds counted at the end of each lap, the first lap first.
    """

    state: Literal["reset", "running", "paused"] = "reset"
    started_ms: int = 0
    counted_ms: int = 0
    laps: tuple[int, ...] = ()

    def total(self, elapsed_ms: int) -> int:
        """Return the milliseconds counted, given the milliseconds since boot."""
        running = max(0, elapsed_ms - self.started_ms) if self.state == "running" else 0
        return self.counted_ms + running


@dataclass(frozen=True)
class Timer:
    """One timer.

    Attributes:
        id: Number.
        length_ms: Milliseconds it was set to.
        total_ms: The same with the minutes that were added since.
        state: "running", "paused", "expired" or "reset".
        started_ms: When it was last started, in milliseconds since boot.
        left_ms: Milliseconds left then.
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
        """Return the milliseconds left, below 0 once it has expired."""
        if self.state in ("running", "expired"):
            return self.left_ms - max(0, elapsed_ms - self.started_ms)
        return self.left_ms


@dataclass(frozen=True)
class City:
    """A city of the world clock.

    Attributes:
        name: Name.
        country: Country.
        zone: IANA name of its time zone.
    """

    name: str
    country: str
    zone: str


@dataclass(frozen=True)
class MainState:
    """State of the main activity.

    Attributes:
        expanded: Id of the alarm whose card is open; 0 for none.
        added: Id of the alarm added last, with which the list begins; 0 for none.
        digits: Digits typed for a new timer, at most six, without leading zeros.
        adding: Whether the keypad is shown though there are timers.
        bedtime: Page of Bedtime's set-up, 1 or 2; 0 while it isn't under way.
    """

    expanded: int = 0
    added: int = 0
    digits: str = ""
    adding: bool = False
    bedtime: int = 0


@dataclass(frozen=True)
class CitiesState:
    """State of the page that adds a city.

    Attributes:
        query: Text in the search field.
    """

    query: str = ""
