"""Clock's storage: alarms in a database; stopwatch, timers, cities and settings in preferences."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

from android_gym.simulator.appkit.columns import number_of
from android_gym.simulator.apps.deskclock.model import (
    MAX_LAPS,
    Alarm,
    Bedtime,
    City,
    Stopwatch,
    Timer,
)
from android_gym.simulator.system.databases import Database
from android_gym.simulator.ui.activity import Context

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

FIRED: Final = 5
"""State of a ringing alarm instance (FIRED_STATE in AOSP's ClockContract)."""
SNOOZED: Final = 4
"""State of a snoozed alarm instance (SNOOZE_STATE)."""

_COLUMNS = "_id, hour, minutes, daysofweek, enabled, vibrate, label, ringtone, scheduled_date"

DEFAULTS: dict[str, str | bool] = {
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
"""Defaults of the app's settings, by preference key."""


def setting(context: Context, name: str) -> str | bool:
    """Return an app setting; its default if the file has another type."""
    return context.preferences().get(name, DEFAULTS[name])


def _create(database: Database) -> None:
    database.script(SCHEMA)


def install(context: Context, *, cleared: bool) -> None:
    """Create the database with a new phone's two alarms."""
    Alarms(context)
    if cleared:
        context.system.alarms.cancel_all(context.package)


# --- alarms --------------------------------------------------------------------------------------


def _alarm(row: tuple[Any, ...]) -> Alarm:
    number, hour, minute, days, enabled, vibrate, label, ringtone, date = row
    try:
        day = dt.date.fromisoformat(str(date)).isoformat() if date else None
    except ValueError:
        day = None
    return Alarm(
        int(number),
        number_of(hour) % 24,
        number_of(minute) % 60,
        number_of(days) & 127,
        bool(enabled),
        bool(vibrate),
        str(label or ""),
        None if ringtone is None else str(ringtone),
        day,
    )


def _values(alarm: Alarm) -> dict[str, str | int | None]:
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


class Alarms:
    """Queries of the alarm database."""

    def __init__(self, context: Context) -> None:
        self._database = context.database(
            "alarms.db", version=SCHEMA_VERSION, create=_create, wal=False
        )

    def all(self) -> list[Alarm]:
        """Return all alarms, by time of day."""
        order = "hour, minutes, _id DESC"
        rows = self._database.query(f"SELECT {_COLUMNS} FROM alarm_templates ORDER BY {order}")
        return [_alarm(row) for row in rows]

    def get(self, number: int) -> Alarm | None:
        """Return an alarm by its id; None if there is none."""
        query = f"SELECT {_COLUMNS} FROM alarm_templates WHERE _id = ?"
        rows = self._database.query(query, (number,))
        return _alarm(rows[0]) if rows else None

    def add(self, alarm: Alarm) -> int:
        """Insert an alarm and return its id; an id of 0 is replaced by a new one."""
        values = _values(alarm) | ({"_id": alarm.id} if alarm.id else {})
        return self._database.insert("alarm_templates", values)

    def change(self, alarm: Alarm) -> None:
        """Overwrite the alarm with the same id."""
        self._database.update("alarm_templates", _values(alarm), "_id = ?", (alarm.id,))

    def remove(self, number: int) -> None:
        """Delete an alarm and its instance."""
        self._database.execute("DELETE FROM alarm_instances WHERE alarm_id = ?", (number,))
        self._database.execute("DELETE FROM alarm_templates WHERE _id = ?", (number,))

    def set_instance(self, alarm: Alarm, state: int | None, when: dt.datetime) -> None:
        """Replace an alarm's instance.

        Args:
            alarm: The alarm.
            state: `FIRED` or `SNOOZED`; None to remove the instance.
            when: Time at which it fired, or fires again.
        """
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
        """Return (state, hour, minute) of ringing and snoozed alarms, by id."""
        query = "SELECT alarm_id, alarm_state, hour, minutes FROM alarm_instances"
        return {
            int(number): (int(state), int(hour), int(minute))
            for number, state, hour, minute in self._database.query(query)
        }


# --- stopwatch -----------------------------------------------------------------------------------

_STOPWATCH_STATES: tuple[Literal["reset", "running", "paused"], ...] = (
    "reset",
    "running",
    "paused",
)


def _number(values: Mapping[str, Any], name: str) -> int:
    value = values.get(name, 0)
    return value if isinstance(value, int) else 0


def stopwatch(context: Context) -> Stopwatch:
    """Read the stopwatch."""
    values = context.preferences().all()
    state = _number(values, "sw_state")
    laps = max(0, min(MAX_LAPS, _number(values, "sw_lap_num")))
    return Stopwatch(
        _STOPWATCH_STATES[state] if state in range(len(_STOPWATCH_STATES)) else "reset",
        _number(values, "sw_start_time"),
        _number(values, "sw_accum_time"),
        tuple(_number(values, f"sw_lap_time_{lap + 1}") for lap in range(laps)),
    )


def put_stopwatch(context: Context, watch: Stopwatch) -> None:
    """Write the stopwatch."""
    gone = range(len(watch.laps), len(stopwatch(context).laps))
    context.preferences().put(
        sw_state=_STOPWATCH_STATES.index(watch.state),
        sw_start_time=watch.started_ms,
        sw_start_time_wc=context.system.clock.now_ms(),
        sw_accum_time=watch.counted_ms,
        sw_lap_num=len(watch.laps),
        **{f"sw_lap_time_{lap + 1}": value for lap, value in enumerate(watch.laps)},
        **{f"sw_lap_time_{lap + 1}": None for lap in gone},
    )


# --- timers --------------------------------------------------------------------------------------

_TIMER_STATES: dict[int, Literal["running", "paused", "expired", "reset"]] = {
    1: "running",
    2: "paused",
    3: "expired",
    4: "reset",
}
_TIMER_NUMBERS = {state: number for number, state in _TIMER_STATES.items()}


class Timers:
    """The timers stored in the preferences."""

    def __init__(self, context: Context) -> None:
        self._preferences = context.preferences()
        self._clock = context.system.clock

    def _names(self) -> frozenset[str]:
        return self._preferences.get("timers_list", frozenset())

    def all(self) -> list[Timer]:
        """Return all timers, newest first."""
        values = self._preferences.all()
        numbers = [int(name) for name in self._names() if name.isascii() and name.isdecimal()]
        found = []
        for number in sorted(numbers, reverse=True):
            label = values.get(f"timer_label_{number}")
            timer = Timer(
                number,
                _number(values, f"timer_setup_timet_{number}"),
                _number(values, f"timer_original_timet_{number}"),
                _TIMER_STATES.get(_number(values, f"timer_state_{number}"), "reset"),
                _number(values, f"timer_start_time_{number}"),
                _number(values, f"timer_time_left_{number}"),
                label if isinstance(label, str) else "",
            )
            found.append(timer)
        return found

    def get(self, number: int) -> Timer | None:
        """Return a timer by its id; None if there is none."""
        return next((timer for timer in self.all() if timer.id == number), None)

    def new_id(self) -> int:
        """Return an id that no timer has used."""
        return _number(self._preferences.all(), "next_timer_id")

    def put(self, timer: Timer) -> None:
        """Write a timer."""
        number = timer.id
        values: dict[str, int | str] = {
            f"timer_setup_timet_{number}": timer.length_ms,
            f"timer_original_timet_{number}": timer.total_ms,
            f"timer_state_{number}": _TIMER_NUMBERS[timer.state],
            f"timer_start_time_{number}": timer.started_ms,
            f"timer_start_time_wc_{number}": self._clock.now_ms(),
            f"timer_time_left_{number}": timer.left_ms,
            f"timer_label_{number}": timer.label,
        }
        self._preferences.put(
            timers_list=self._names() | {str(number)},
            next_timer_id=max(self.new_id(), number + 1),
            **values,
        )

    def remove(self, number: int) -> None:
        """Delete a timer."""
        fields = ("setup_timet", "original_timet", "state", "start_time", "start_time_wc")
        self._preferences.put(
            timers_list=self._names() - {str(number)},
            **{f"timer_{name}_{number}": None for name in (*fields, "time_left", "label")},
        )


# --- sounds --------------------------------------------------------------------------------------

MAX_SOUNDS: Final = 100


def own_sounds(context: Context) -> tuple[str, ...]:
    """Return the paths of the user's sounds, in the order of adding."""
    value = context.preferences().get("custom_sounds", "")
    return tuple(value.split("|"))[:MAX_SOUNDS] if value else ()


def put_own_sounds(context: Context, paths: Iterable[str]) -> None:
    """Write the paths of the user's sounds without duplicates."""
    context.preferences().put(custom_sounds="|".join(dict.fromkeys(paths)))


# --- cities and bedtime --------------------------------------------------------------------------


@cache
def cities() -> dict[str, City]:
    """Return all cities by name, in alphabetical order."""
    lines = (Path(__file__).parent / "cities.txt").read_text("utf-8").splitlines()
    return {city.name: city for city in (City(*line.split("|")) for line in lines)}


def chosen_cities(context: Context) -> list[City]:
    """Return the cities of the world clock, in the order of adding."""
    names = context.preferences().get("cities", "").split("|")
    return [cities()[name] for name in names if name in cities()]


def put_cities(context: Context, chosen: list[City]) -> None:
    """Write the cities of the world clock."""
    context.preferences().put(cities="|".join(city.name for city in chosen))


DAY_MINUTES: Final = 1440
_BEDTIMES: dict[Bedtime, int] = {"bedtime_wake_minutes": 7 * 60, "bedtime_minutes": 23 * 60}


def bedtime_minutes(context: Context, name: Bedtime) -> int:
    """Return a Bedtime time in minutes since midnight."""
    return context.preferences().get(name, _BEDTIMES[name]) % DAY_MINUTES


def put_bedtime_minutes(context: Context, name: Bedtime, minutes: int) -> None:
    """Write a Bedtime time in minutes since midnight, modulo a day."""
    context.preferences().put(**{name: minutes % DAY_MINUTES})
