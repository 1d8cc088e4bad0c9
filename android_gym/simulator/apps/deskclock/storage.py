"""What Clock keeps: the alarms' database, and stopwatch, timers and settings as preferences."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

from android_gym.simulator.system.databases import Database
from android_gym.simulator.ui.activity import Context, Preferences

__all__ = ["DEFAULTS", "Alarm", "Alarms", "Stopwatch", "Timer", "Timers", "install", "setting"]

SCHEMA = """
CREATE TABLE android_metadata (locale TEXT);
INSERT INTO android_metadata VALUES ('en_US');
CREATE TABLE alarm_templates (_id INTEGER PRIMARY KEY, hour INTEGER NOT NULL,
minutes INTEGER NOT NULL, daysofweek INTEGER NOT NULL, enabled INTEGER NOT NULL,
vibrate INTEGER NOT NULL, label TEXT NOT NULL, ringtone TEXT,
delete_after_use INTEGER NOT NULL DEFAULT 0, scheduled_date TEXT);
CREATE TABLE alarm_instances (_id INTEGER PRIMARY KEY, year INTEGER NOT NULL,
month INTEGER NOT NULL, day INTEGER NOT NULL, hour INTEGER NOT NULL, minutes INTEGER NOT NULL,
vibrate INTEGER NOT NULL, label TEXT NOT NULL, ringtone TEXT, alarm_state INTEGER NOT NULL,
alarm_id INTEGER REFERENCES alarm_templates(_id) ON UPDATE CASCADE ON DELETE CASCADE);
INSERT INTO alarm_templates (hour, minutes, daysofweek, enabled, vibrate, label, ringtone,
delete_after_use) VALUES (8, 30, 31, 0, 1, '', NULL, 0), (9, 0, 96, 0, 1, '', NULL, 0);
"""
SCHEMA_VERSION = 8

FIRED, SNOOZED = 5, 4
"""States of an instance: it rings, it rings again later (AOSP's FIRED_STATE, SNOOZE_STATE)."""

_FIELDS = "_id, hour, minutes, daysofweek, enabled, vibrate, label, ringtone, scheduled_date"

DEFAULTS: dict[str, Any] = {
    "clock_style": "digital",
    "display_clock_seconds": False,
    "automatic_home_clock": True,
    "home_time_zone": "",
    "auto_silence": "10",
    "snooze_duration": "10",
    "alarm_crescendo_duration": "0",
    "volume_button_setting": "0",
    "week_start": "1",
    "timer_ringtone": "Timer Expired",
    "timer_crescendo_duration": "0",
    "timer_vibrate": True,
    "screensaver_clock_style": "digital",
    "screensaver_night_mode": True,
}
"""The app's settings, by the names of their preferences."""


def setting(context: Context, name: str) -> Any:
    """One of the app's settings; its default where the file holds another type."""
    value = context.preferences().get(name, DEFAULTS[name])
    return value if isinstance(value, type(DEFAULTS[name])) else DEFAULTS[name]


def _create(database: Database) -> None:
    database.script(SCHEMA)


def install(context: Context, *, cleared: bool) -> None:
    """Lays down the two alarms that a new phone has."""
    Alarms(context)
    if cleared:
        context.system.alarms.cancel_all(context.package)


@dataclass(frozen=True)
class Alarm:
    """One row of ``alarm_templates``.

    Attributes:
        id: Its number.
        hour: 0 to 23.
        minute: 0 to 59.
        days: Bits of the days it repeats on, Monday's the lowest; 0 for once.
        enabled: Whether it is on.
        vibrate: Whether the phone vibrates.
        label: Its name.
        ringtone: Title of its sound; None for the default one, "" for none.
        date: The day it is scheduled for, ISO; None for the next one possible.
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
        """When it rings next, strictly later than `after`; in the zone of that."""
        if not self.days and self.date is not None:
            day = dt.date.fromisoformat(self.date)
            moment = dt.datetime.combine(day, self.time, after.tzinfo)
            if moment > after:
                return moment
        for offset in range(8):
            day = after.date() + dt.timedelta(offset)
            if self.days and not self.days >> day.weekday() & 1:
                continue
            moment = dt.datetime.combine(day, self.time, after.tzinfo)
            if moment > after:
                return moment
        return dt.datetime.combine(after.date() + dt.timedelta(7), self.time, after.tzinfo)


def _alarm(row: tuple[Any, ...]) -> Alarm:
    number, hour, minute, days, enabled, vibrate, label, ringtone, date = row
    try:
        day = str(date) if date else None
        if day is not None:
            dt.date.fromisoformat(day)
    except ValueError:
        day = None
    return Alarm(
        int(number),
        int(hour),
        int(minute),
        int(days) & 127,
        bool(enabled),
        bool(vibrate),
        str(label or ""),
        None if ringtone is None else str(ringtone),
        day,
    )


class Alarms:
    """The alarms' database."""

    def __init__(self, context: Context) -> None:
        self._database = context.database(
            "alarms.db", version=SCHEMA_VERSION, create=_create, wal=False
        )

    def all(self) -> list[Alarm]:
        """All alarms, by time of day."""
        order = "hour, minutes, _id DESC"
        rows = self._database.query(f"SELECT {_FIELDS} FROM alarm_templates ORDER BY {order}")
        return [_alarm(row) for row in rows]

    def get(self, number: int) -> Alarm | None:
        """One alarm."""
        rows = self._database.query(
            f"SELECT {_FIELDS} FROM alarm_templates WHERE _id = ?", (number,)
        )
        return _alarm(rows[0]) if rows else None

    def add(self, alarm: Alarm) -> int:
        """Adds an alarm; returns its number (a new one where `id` is 0)."""
        values = _values(alarm)
        if alarm.id:
            values["_id"] = alarm.id
        return self._database.insert("alarm_templates", values)

    def change(self, alarm: Alarm) -> None:
        """Writes an alarm over the one with its number."""
        self._database.update("alarm_templates", _values(alarm), "_id = ?", (alarm.id,))

    def remove(self, number: int) -> None:
        """Deletes an alarm, and what of it rings."""
        self._database.execute("DELETE FROM alarm_instances WHERE alarm_id = ?", (number,))
        self._database.execute("DELETE FROM alarm_templates WHERE _id = ?", (number,))

    def set_instance(self, alarm: Alarm, state: int | None, when: dt.datetime) -> None:
        """Notes that an alarm rings or sleeps (`FIRED`, `SNOOZED`), or (None) does no longer."""
        self._database.execute("DELETE FROM alarm_instances WHERE alarm_id = ?", (alarm.id,))
        if state is not None:
            values = {
                "year": when.year,
                "month": when.month - 1,
                "day": when.day,
                "hour": when.hour,
                "minutes": when.minute,
                "vibrate": int(alarm.vibrate),
                "label": alarm.label,
                "ringtone": alarm.ringtone,
                "alarm_state": state,
                "alarm_id": alarm.id,
            }
            self._database.insert("alarm_instances", values)

    def instances(self) -> dict[int, tuple[int, int, int]]:
        """What rings or sleeps: (state, hour, minute) by the alarm's number."""
        rows = self._database.query(
            "SELECT alarm_id, alarm_state, hour, minutes FROM alarm_instances"
        )
        return {int(row[0]): (int(row[1]), int(row[2]), int(row[3])) for row in rows}


def _values(alarm: Alarm) -> dict[str, Any]:
    return {
        "hour": alarm.hour,
        "minutes": alarm.minute,
        "daysofweek": alarm.days,
        "enabled": int(alarm.enabled),
        "vibrate": int(alarm.vibrate),
        "label": alarm.label,
        "ringtone": alarm.ringtone,
        "scheduled_date": alarm.date,
    }


# --- stopwatch -----------------------------------------------------------------------------------

RESET, RUNNING, PAUSED, EXPIRED = "reset", "running", "paused", "expired"
_STATES = (RESET, RUNNING, PAUSED)

MAX_LAPS = 99


def _number(values: dict[str, Any], name: str) -> int:
    value = values.get(name, 0)
    return value if isinstance(value, int) else 0


@dataclass(frozen=True)
class Stopwatch:
    """The stopwatch, as the preferences have it.

    Attributes:
        state: `RESET`, `RUNNING` or `PAUSED`.
        started_ms: When it was last started, on the hand that counts from boot.
        counted_ms: What had been counted before that.
        laps: What had been counted at the end of each lap, the first lap first.
    """

    state: str = RESET
    started_ms: int = 0
    counted_ms: int = 0
    laps: tuple[int, ...] = ()

    @classmethod
    def read(cls, preferences: Preferences) -> Stopwatch:
        """Reads it."""
        values = preferences.all()
        state = _number(values, "sw_state")
        count = max(0, min(MAX_LAPS, _number(values, "sw_lap_num")))
        return cls(
            _STATES[state] if 0 <= state < len(_STATES) else RESET,
            _number(values, "sw_start_time"),
            _number(values, "sw_accum_time"),
            tuple(_number(values, f"sw_lap_time_{lap + 1}") for lap in range(count)),
        )

    def write(self, preferences: Preferences, now_ms: int) -> None:
        """Writes it; `now_ms` is the time of day."""
        old = Stopwatch.read(preferences)
        gone = range(len(self.laps), len(old.laps))
        preferences.put(
            sw_state=_STATES.index(self.state),
            sw_start_time=self.started_ms,
            sw_start_time_wc=now_ms,
            sw_accum_time=self.counted_ms,
            sw_lap_num=len(self.laps),
            **{f"sw_lap_time_{lap + 1}": value for lap, value in enumerate(self.laps)},
            **{f"sw_lap_time_{lap + 1}": None for lap in gone},
        )

    def total(self, elapsed_ms: int) -> int:
        """Milliseconds counted."""
        running = max(0, elapsed_ms - self.started_ms) if self.state == RUNNING else 0
        return self.counted_ms + running


# --- timers --------------------------------------------------------------------------------------

_TIMER_STATES = {1: RUNNING, 2: PAUSED, 3: EXPIRED, 4: RESET}
_TIMER_NUMBERS = {state: number for number, state in _TIMER_STATES.items()}


@dataclass(frozen=True)
class Timer:
    """One timer.

    Attributes:
        id: Its number.
        length_ms: What it was set to.
        total_ms: The same with the minutes that were added since.
        state: `RUNNING`, `PAUSED`, `EXPIRED` or `RESET`.
        started_ms: When it was last started, on the hand that counts from boot.
        left_ms: What was left then.
        label: Its name.
    """

    id: int
    length_ms: int
    total_ms: int
    state: str = RESET
    started_ms: int = 0
    left_ms: int = 0
    label: str = ""

    def left(self, elapsed_ms: int) -> int:
        """Milliseconds left; below 0 once it has expired."""
        if self.state in (RUNNING, EXPIRED):
            return self.left_ms - max(0, elapsed_ms - self.started_ms)
        return self.left_ms

    @property
    def due_ms(self) -> int:
        """When it expires, on the hand that counts from boot."""
        return self.started_ms + self.left_ms


class Timers:
    """The timers in the preferences."""

    def __init__(self, context: Context) -> None:
        self._preferences = context.preferences()
        self._context = context

    def all(self) -> list[Timer]:
        """All timers, the newest first."""
        values = self._preferences.all()
        names = values.get("timers_list")
        found = []
        for name in names if isinstance(names, frozenset) else ():
            if not (name.isascii() and name.isdecimal()):
                continue
            label = values.get(f"timer_label_{name}")
            found.append(
                Timer(
                    int(name),
                    _number(values, f"timer_setup_timet_{name}"),
                    _number(values, f"timer_original_timet_{name}"),
                    _TIMER_STATES.get(_number(values, f"timer_state_{name}"), RESET),
                    _number(values, f"timer_start_time_{name}"),
                    _number(values, f"timer_time_left_{name}"),
                    label if isinstance(label, str) else "",
                )
            )
        return sorted(found, key=lambda timer: -timer.id)

    def get(self, number: int) -> Timer | None:
        """One timer."""
        return next((timer for timer in self.all() if timer.id == number), None)

    def new_id(self) -> int:
        """A number that no timer has had."""
        return _number(self._preferences.all(), "next_timer_id")

    def put(self, timer: Timer) -> None:
        """Writes a timer."""
        names = self._preferences.get("timers_list")
        known = names if isinstance(names, frozenset) else frozenset()
        number = timer.id
        self._preferences.put(
            timers_list=known | {str(number)},
            next_timer_id=max(self.new_id(), number + 1),
            **{
                f"timer_setup_timet_{number}": timer.length_ms,
                f"timer_original_timet_{number}": timer.total_ms,
                f"timer_state_{number}": _TIMER_NUMBERS[timer.state],
                f"timer_start_time_{number}": timer.started_ms,
                f"timer_start_time_wc_{number}": self._context.system.clock.now_ms(),
                f"timer_time_left_{number}": timer.left_ms,
                f"timer_label_{number}": timer.label,
            },
        )

    def remove(self, number: int) -> None:
        """Deletes a timer."""
        names = self._preferences.get("timers_list")
        known = names if isinstance(names, frozenset) else frozenset()
        fields = ("setup_timet", "original_timet", "state", "start_time", "start_time_wc")
        self._preferences.put(
            timers_list=known - {str(number)},
            **{f"timer_{name}_{number}": None for name in (*fields, "time_left", "label")},
        )
