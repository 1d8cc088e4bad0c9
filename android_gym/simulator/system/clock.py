"""The phone's only clock, and its timers.

Time is virtual: it moves when `Clock.advance` is called and at no other moment. There are two
times, as on Android: `elapsed_ms`, which counts from boot and never jumps, and `now_ms`, the time
of day, which `set_time` may move either way.

Time passes in every step, so reading the clock inside an observation (`State.observe`) records no
dependency on its passing: a screen that merely timestamps a row isn't rebuilt ten times a second. A
screen that *shows* time uses `Clock.watch` (or `minute`, `today`), and is rebuilt when that period
rolls over, or when the clock or its zone is set.
"""

from __future__ import annotations

import datetime as dt
import zoneinfo
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from android_gym.errors import OptionError, SimulatorError, SnapshotError
from android_gym.simulator.state import State

__all__ = ["BOOT_ELAPSED_MS", "MAX_EPOCH_MS", "START_MS", "Clock", "Timer", "Timers", "find_zone"]

START_MS: Final = 1_697_384_040_000
"""Value of `Clock.now_ms` on a fresh phone: 2023-10-15 15:34:00 UTC."""

BOOT_ELAPSED_MS: Final = 60_000
"""Value of `Clock.elapsed_ms` on a fresh phone: it was switched on a minute ago."""

_MINUTE_MS: Final = 60_000
_QUARTER_HOUR_MS: Final = 900_000  # every time zone in use is offset by a multiple of this
MAX_EPOCH_MS: Final = 253_402_300_799_999  # the end of the year 9999, all that datetime can hold


def find_zone(name: str) -> zoneinfo.ZoneInfo | None:
    """Return the time zone with an IANA name (any text is accepted); None if there is none."""
    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        return None


class Timer(NamedTuple):
    """A pending call. Plain data, so that it can be part of a snapshot.

    Attributes:
        id: Identifier for `Clock.cancel`.
        due_ms: Due time: time of day if `wall`, else elapsed time.
        handler: Name of a handler registered with `Clock.handler`.
        payload: The handler's argument: immutable, of the type declared for the handler.
        wall: Whether `due_ms` is time of day, so that setting the clock brings it nearer or pushes
            it back.
    """

    id: int
    due_ms: int
    handler: str
    payload: Any
    wall: bool


class Timers(NamedTuple):
    """The timers that have not run yet, and the id of the next one."""

    next_id: int
    pending: tuple[Timer, ...]


class Clock:
    """Virtual time of day, elapsed time, time zone and timers."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._elapsed = state.slot("clock.elapsed", BOOT_ELAPSED_MS, observable=False)
        self._boot = state.slot("clock.boot", START_MS - BOOT_ELAPSED_MS)
        self._zone = state.slot("clock.zone", "UTC")
        self._timers = state.slot("clock.timers", Timers(1, ()), observable=False, shown=False)
        self._handlers: dict[str, Callable[[Any], None]] = {}
        self._payloads: dict[str, Any] = {}
        self._listeners: list[Callable[[], None]] = []
        self._movers: list[Callable[[], None]] = []
        self._watched: dict[int, int] = {}
        self._advancing = False
        self._next_due: int | None = None  # elapsed time of the next timer, if known
        state.after_restore(self._restored)

    # Reading

    def now_ms(self) -> int:
        """Return the time of day in milliseconds since 1970-01-01 UTC."""
        return self._boot.get() + self._elapsed.peek()

    def elapsed_ms(self) -> int:
        """Return the milliseconds since boot; never jumps and never goes back."""
        return self._elapsed.peek()

    @property
    def timezone(self) -> str:
        """Name of the phone's time zone, such as ``UTC`` or ``Europe/Berlin``."""
        return self._zone.get()

    def zone(self) -> zoneinfo.ZoneInfo:
        """Return the phone's time zone."""
        return zoneinfo.ZoneInfo(self._zone.get())

    def datetime(self, epoch_ms: int | None = None) -> dt.datetime:
        """Return `epoch_ms` (default: now) as an aware datetime in the phone's zone."""
        value = self.now_ms() if epoch_ms is None else epoch_ms
        seconds, millis = divmod(value, 1000)
        moment = dt.datetime.fromtimestamp(seconds, self.zone())
        return moment.replace(microsecond=millis * 1000)

    def watch(self, period_ms: int) -> int:
        """Return ``now // period_ms``, and depend on it.

        An observation that calls this becomes outdated when the number changes, not at the steps in
        between.

        Raises:
            OptionError: If the period is not positive.
        """
        if period_ms <= 0:
            raise OptionError(f"A watched period must be at least 1 ms, not {period_ms}.")
        bucket = self.now_ms() // period_ms
        if self._state.observing:
            self._watched[period_ms] = bucket
            self._state.depend(f"clock:{period_ms}")
        return bucket

    def watch_elapsed(self, period_ms: int) -> int:
        """Return when the current period of `watch` began, in milliseconds since boot.

        A screen that shows elapsed time should count up to this, so that it looks the same whenever
        it is built within the period.
        """
        return self.watch(period_ms) * period_ms - self._boot.get()

    def minute(self) -> dt.datetime:
        """Return the current minute in the phone's zone, and depend on it (see `watch`)."""
        return self.datetime(self.watch(_MINUTE_MS) * _MINUTE_MS)

    def this_minute_ms(self) -> int:
        """Return when the current minute began, and depend on it (see `watch`)."""
        return self.watch(_MINUTE_MS) * _MINUTE_MS

    def today(self) -> dt.date:
        """Return today's date in the phone's zone, and depend on it (see `watch`)."""
        return self.datetime(self.watch(_QUARTER_HOUR_MS) * _QUARTER_HOUR_MS).date()

    # Setting

    def set_time(self, epoch_ms: int) -> None:
        """Set the time of day. Elapsed time, and timers that count in it, are unaffected.

        Raises:
            OptionError: If the time is before 1970 or after the year 9999.
        """
        if not 0 <= epoch_ms <= MAX_EPOCH_MS:
            raise OptionError(f"The phone's clock can't hold {epoch_ms} ms; give 1970 to 9999.")
        self._boot.set(epoch_ms - self._elapsed.peek())
        self._next_due = None
        self._roll_over()
        for listener in self._listeners:
            listener()

    def set_timezone(self, name: str) -> None:
        """Set the time zone by its IANA name.

        Raises:
            OptionError: If there is no such zone.
        """
        if find_zone(name) is None:
            raise OptionError(f"Unknown time zone {name!r}; give an IANA name.")
        if name != self._zone.peek():
            self._zone.set(name)
            for listener in self._listeners:
                listener()

    def listen(self, listener: Callable[[], None]) -> None:
        """Call `listener` whenever the clock or its zone has been set."""
        self._listeners.append(listener)

    def on_move(self, hook: Callable[[], None]) -> None:
        """Call `hook` before time moves, whenever it has moved, and after each timer."""
        self._movers.append(hook)

    # Timers

    def handler(self, name: str, function: Callable[[Any], None], payload: Any = None) -> None:
        """Register the function that timers named `name` call; done once, when the phone is built.

        Args:
            name: Name of the handler.
            function: Called with the timer's payload.
            payload: Type of the payloads, as in an annotation; None for timers without.

        Raises:
            SimulatorError: If the name is taken.
        """
        if name in self._handlers:
            raise SimulatorError(f"Timer handler {name!r} exists already; names are unique.")
        self._handlers[name] = function
        self._payloads[name] = payload

    @property
    def handlers(self) -> tuple[str, ...]:
        """Names of the handlers."""
        return tuple(self._handlers)

    def payload_type(self, handler: str) -> Any:
        """Return the declared type of the payloads of a handler.

        Raises:
            SnapshotError: If no such handler is registered.
        """
        if handler not in self._payloads:
            raise SnapshotError(f"No part of this phone has timers named {handler!r}.")
        return self._payloads[handler]

    def schedule(self, delay_ms: int, handler: str, payload: Any = None) -> int:
        """Have `handler` called with `payload` after `delay_ms` (0: at the next advance).

        Returns:
            The timer's id, for `cancel`.

        Raises:
            SimulatorError: If no such handler is registered.
        """
        return self._add(self._elapsed.peek() + max(0, delay_ms), handler, payload, wall=False)

    def schedule_at(self, epoch_ms: int, handler: str, payload: Any = None) -> int:
        """Have `handler` called at the time of day `epoch_ms`; otherwise like `schedule`."""
        return self._add(epoch_ms, handler, payload, wall=True)

    def cancel(self, timer_id: int) -> bool:
        """Cancel a timer. Return whether it was still pending."""
        timers = self._timers.peek()
        rest = tuple(timer for timer in timers.pending if timer.id != timer_id)
        if len(rest) == len(timers.pending):
            return False
        self._set_timers(timers._replace(pending=rest))
        return True

    def timers(self) -> tuple[Timer, ...]:
        """Return the pending timers, first due first."""
        boot = self._boot.get()
        return tuple(sorted(self._timers.get().pending, key=lambda timer: _due(timer, boot)))

    def advance(self, duration_ms: int) -> None:
        """Let time pass; due timers run in order, each at its due time.

        Raises:
            OptionError: If the duration is negative.
            SimulatorError: If called by a timer's handler.
        """
        if duration_ms < 0:
            raise OptionError(f"Time can't go back: advance({duration_ms}).")
        if self._advancing:
            raise SimulatorError("A timer's handler may not advance the clock; schedule() instead.")
        target = self._elapsed.peek() + duration_ms
        self._advancing = True
        try:
            self._call_movers()
            while (due := self._first_due()) is not None and due <= target:
                self._move_to(max(due, self._elapsed.peek()))
                self._run_first()
                self._call_movers()
            self._move_to(target)
        finally:
            self._advancing = False

    def _add(self, due_ms: int, handler: str, payload: Any, wall: bool) -> int:
        if handler not in self._handlers:
            raise SimulatorError(f"No timer handler {handler!r}; register it at wiring.")
        timers = self._timers.peek()
        timer = Timer(timers.next_id, due_ms, handler, payload, wall)
        self._set_timers(Timers(timer.id + 1, (*timers.pending, timer)))
        return timer.id

    def _set_timers(self, timers: Timers) -> None:
        self._timers.set(timers)
        self._next_due = None

    def _first_due(self) -> int | None:
        pending = self._timers.peek().pending
        if not pending:
            return None
        if self._next_due is None:
            boot = self._boot.peek()
            self._next_due = min(_due(timer, boot)[0] for timer in pending)
        return self._next_due

    def _run_first(self) -> None:
        timers = self._timers.peek()
        boot = self._boot.peek()
        first = min(timers.pending, key=lambda timer: _due(timer, boot))
        rest = tuple(timer for timer in timers.pending if timer is not first)
        self._set_timers(timers._replace(pending=rest))
        self._handlers[first.handler](first.payload)

    def _move_to(self, elapsed_ms: int) -> None:
        self._elapsed.set_quietly(elapsed_ms)
        if self._watched:
            self._roll_over()
        self._call_movers()

    def _call_movers(self) -> None:
        for hook in self._movers:
            hook()

    def _roll_over(self) -> None:
        now = self._boot.peek() + self._elapsed.peek()
        for period, bucket in self._watched.items():
            if now // period != bucket:
                self._watched[period] = now // period
                self._state.touch(f"clock:{period}", observable=False)

    def _restored(self) -> None:
        self._next_due = None
        now = self._boot.peek() + self._elapsed.peek()
        self._watched = {period: now // period for period in self._watched}


def _due(timer: Timer, boot_ms: int) -> tuple[int, int]:
    """Return a timer's due time in elapsed time, and its id as a tie-breaker."""
    return (timer.due_ms - boot_ms if timer.wall else timer.due_ms, timer.id)
