"""Dark theme: on, off, or by a schedule, as Android's UiModeManagerService keeps it.

While Battery Saver is on, the theme is dark whatever was chosen. A schedule changes the theme once
the screen is off. Until its next change, the user may override it. Times of the user's schedule are
microseconds of the day.
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from android_gym.simulator.state import State
from android_gym.simulator.system.clock import Clock
from android_gym.simulator.system.settings import Settings

__all__ = ["AUTO", "CUSTOM", "NO", "YES", "NightMode", "sun_times"]

AUTO: Final = "0"
NO: Final = "1"
YES: Final = "2"
CUSTOM: Final = "3"
"""Values of ``ui_night_mode``."""

_SCHEDULE: Final = "0"
_BEDTIME: Final = "1"
_NONE: Final = "-1"
"""Values of ``ui_night_mode_custom_type``."""

_MODE: Final = "ui_night_mode"
_TYPE: Final = "ui_night_mode_custom_type"
_START: Final = "dark_theme_custom_start_time"
_END: Final = "dark_theme_custom_end_time"
_DEFAULTS: Final = {_START: dt.time(22), _END: dt.time(6)}

_HANDLER: Final = "night"
_DAY_MS: Final = 86_400_000
_MINUTE_MS: Final = 60_000


@dataclass(frozen=True)
class _Night:
    on: bool = False
    waiting: bool = False  # for the screen to go off
    timer: int = 0  # of the next change, 0 for none


class NightMode:
    """The mode of the dark theme.

    Attributes:
        place: Returns where the phone is, in degrees north and east; None if unknown.
        screen_on: Returns whether the screen is on.
    """

    def __init__(self, state: State, clock: Clock, settings: Settings) -> None:
        self._slot = state.slot("night", _Night())
        self._clock = clock
        self._settings = settings
        self.place: Callable[[], tuple[float, float] | None] = lambda: None
        self.screen_on: Callable[[], bool] = lambda: True
        clock.handler(_HANDLER, lambda _: self._follow())
        clock.listen(self._follow)
        for key in (_MODE, _TYPE, _START, _END):
            settings.listen("secure", key, lambda _: self._follow())
        settings.listen("secure", "location_mode", lambda _: self._location_set())

    @property
    def mode(self) -> str:
        """Value of ``ui_night_mode``: `AUTO`, `NO`, `YES` or `CUSTOM`."""
        return self._settings.get("secure", _MODE) or NO

    @property
    def bedtime(self) -> bool:
        """Return whether a custom schedule is that of the bedtime, which no app of ours has."""
        return self._settings.get("secure", _TYPE) == _BEDTIME

    @property
    def saving(self) -> bool:
        """Return whether Battery Saver is on, which makes the theme dark."""
        return self._settings.get("global", "low_power") == "1"

    @property
    def dark(self) -> bool:
        """Return whether dark theme is on."""
        return self._slot.get().on or self.saving

    @property
    def start(self) -> dt.time:
        """Return when the user's schedule turns dark theme on."""
        return self._time(_START)

    @property
    def end(self) -> dt.time:
        """Return when the user's schedule turns dark theme off."""
        return self._time(_END)

    def set_mode(self, mode: str, *, bedtime: bool = False) -> None:
        """Choose a mode, which is kept in the settings."""
        put = self._settings.put
        if mode == CUSTOM:
            put("secure", _TYPE, _BEDTIME if bedtime else _SCHEDULE)
            self._put_times(self.start, self.end)
        elif self._settings.get("secure", _TYPE) not in (None, _NONE):
            put("secure", _TYPE, _NONE)
        put("secure", _MODE, mode)

    def set_times(self, *, start: dt.time | None = None, end: dt.time | None = None) -> None:
        """Set the times of the user's schedule."""
        self._put_times(start or self.start, end or self.end)

    def activate(self, dark: bool) -> None:
        """Turn dark theme on or off; a schedule goes on with its next change."""
        if self.scheduled:
            self._slot.update(on=dark, waiting=False)
        else:
            self._settings.put("secure", _MODE, YES if dark else NO)

    def screen_off(self) -> None:
        """Make the change that waited for the screen to go off."""
        if self._slot.peek().waiting:
            self._slot.update(on=self._wanted(), waiting=False)

    @property
    def scheduled(self) -> bool:
        """Return whether the theme follows a schedule."""
        return self.mode in (AUTO, CUSTOM)

    def _time(self, key: str) -> dt.time:
        micros = self._settings.get_int("secure", key, -1)
        if not 0 <= micros < _DAY_MS * 1000:
            return _DEFAULTS[key]
        return (dt.datetime.min + dt.timedelta(microseconds=micros)).time()

    def _put_times(self, start: dt.time, end: dt.time) -> None:
        for key, time in ((_START, start), (_END, end)):
            since = dt.datetime.combine(dt.date.min, time) - dt.datetime.min
            self._settings.put("secure", key, str(since // dt.timedelta(microseconds=1)))

    def _follow(self) -> None:
        """Do what the schedule says now, and set the timer for its next change."""
        state = self._slot.peek()
        if state.timer:
            self._clock.cancel(state.timer)
        if not self.scheduled:
            # A schedule begins with what is shown.
            self._slot.set(_Night(on=self.mode == YES))
            return
        change = self._next_change()
        timer = 0 if change is None else self._clock.schedule_at(change, _HANDLER)
        self._slot.update(waiting=True, timer=timer)
        if not self.screen_on() or self._is_bedtime:
            self.screen_off()

    def _location_set(self) -> None:
        if self.mode == AUTO:
            self._follow()

    @property
    def _is_bedtime(self) -> bool:
        return self.mode == CUSTOM and self.bedtime

    def _wanted(self) -> bool:
        """Return what the schedule says now."""
        if self.mode == CUSTOM:
            if self.bedtime:
                return False
            now, start, end = self._clock.datetime().time(), self.start, self.end
            if start < end:
                return start <= now < end
            return now >= start or now < end
        place = self.place()
        if place is None:
            return self._slot.peek().on
        now_ms = self._clock.now_ms()
        return not any(
            rise <= now_ms < fall for rise, fall in self._days(now_ms, place) if rise < fall
        )

    def _next_change(self) -> int | None:
        """Return the epoch milliseconds of the schedule's next change; None if there is none."""
        now_ms = self._clock.now_ms()
        if self.mode == CUSTOM:
            if self.bedtime or self.start == self.end:
                return None
            now = self._clock.datetime()
            moments = [
                dt.datetime.combine(now.date() + dt.timedelta(days), time, now.tzinfo)
                for days in (0, 1)
                for time in (self.start, self.end)
            ]
            return min(ms for at in moments if (ms := round(at.timestamp() * 1000)) > now_ms)
        place = self.place()
        if place is None:
            return None
        days = self._days(now_ms, place)
        changes = [ms for day in days for ms in day if ms > now_ms]
        return min(changes, default=now_ms + _DAY_MS)

    def _days(self, now_ms: int, place: tuple[float, float]) -> list[tuple[int, int]]:
        """Return sunrise and sunset of yesterday, today and tomorrow."""
        return [sun_times(now_ms + days * _DAY_MS, *place) for days in (-1, 0, 1)]


_EPOCH_2000_MS: Final = 946_728_000_000  # noon of 2000-01-01 UTC
_TILT: Final = math.radians(23.44)
_HORIZON: Final = math.radians(-0.83)


def sun_times(near_ms: int, latitude: float, longitude: float) -> tuple[int, int]:
    """Return the sunrise and sunset around the noon that is nearest to a time, to the minute.

    They are the sunrise equation's, within some minutes of an almanac. If the sun does not set, the
    day lasts from midnight to midnight; if it does not rise, it has no length.

    Args:
        near_ms: The time, in epoch milliseconds.
        latitude: Degrees north.
        longitude: Degrees east.
    """
    west = -longitude / 360
    day = round((near_ms - _EPOCH_2000_MS) / _DAY_MS - west)
    noon = day + west
    anomaly = math.radians((357.5291 + 0.98560028 * noon) % 360)
    center = 1.9148 * math.sin(anomaly) + 0.02 * math.sin(2 * anomaly)
    along = anomaly + math.radians(center + 180 + 102.9372)
    transit = noon + 0.0053 * math.sin(anomaly) - 0.0069 * math.sin(2 * along)
    declination = math.asin(math.sin(along) * math.sin(_TILT))
    north = math.radians(min(max(latitude, -89.9), 89.9))
    cosine = (math.sin(_HORIZON) - math.sin(north) * math.sin(declination)) / (
        math.cos(north) * math.cos(declination)
    )
    half = math.acos(min(max(cosine, -1.0), 1.0)) / math.tau
    rise, fall = (
        round((_EPOCH_2000_MS + at * _DAY_MS) / _MINUTE_MS) * _MINUTE_MS
        for at in (transit - half, transit + half)
    )
    return rise, fall
