"""Replacements for SQL functions that would leak the host's clock, time zone or randomness.

SQLite's ``date('now')``, ``CURRENT_TIMESTAMP``, ``'localtime'`` and ``random()`` are replaced by
functions that use the phone's clock and a generator in its state. SQLite still does the
computation: only impure arguments are replaced.
"""

from __future__ import annotations

import datetime as dt
import random
import sqlite3
import weakref
from collections.abc import Callable
from typing import Any, Final

from android_gym.simulator.state import State
from android_gym.simulator.system.accents import folded
from android_gym.simulator.system.clock import Clock

__all__ = ["SqlFunctions"]

SQLITE_VERSION: Final = "3.32.2"
"""SQLite version that ships with Android 13, reported by ``sqlite_version()``."""

_TIMED: Final = ("date", "time", "datetime", "julianday", "strftime", "unixepoch")
_CURRENT: Final = {
    "current_timestamp": "%Y-%m-%d %H:%M:%S",
    "current_date": "%Y-%m-%d",
    "current_time": "%H:%M:%S",
}
_EPOCH: Final = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_MASK: Final = 2**64 - 1
_MAX_BLOB: Final = 1_000_000
_MOST_DRAWN: Final = 1_000
"""Maximum bytes of a blob made of drawn words; longer ones are expanded from one word."""


class SqlFunctions:
    """Makes the results of a connection's functions depend only on the phone's state."""

    def __init__(self, state: State, clock: Clock) -> None:
        self._clock = clock
        self._drawn = state.slot("databases.random", 0, observable=False)
        self._plain = sqlite3.connect(":memory:", check_same_thread=False)
        weakref.finalize(self, self._plain.close)

    def install(self, connection: sqlite3.Connection) -> None:
        """Replace the functions on one connection, and add Android's collations."""
        # Python's garbage collector can't see through SQLite: a strong reference from here would
        # keep the phone alive for ever.
        own = weakref.proxy(self)
        for name in _TIMED:
            connection.create_function(name, -1, _timed(own, name), deterministic=True)
        for name, form in _CURRENT.items():
            connection.create_function(name, 0, _current(own, form), deterministic=True)
        connection.create_function("random", 0, lambda: own.random())
        connection.create_function("randomblob", 1, lambda size: own.random_blob(size))
        connection.create_function("sqlite_version", 0, lambda: SQLITE_VERSION, deterministic=True)
        connection.create_function("_FOLDED", 1, _folded, deterministic=True)
        for name in ("LOCALIZED", "UNICODE"):
            connection.create_collation(name, _collate)

    def now(self) -> dt.datetime:
        """Return the phone's time in UTC."""
        return _EPOCH + dt.timedelta(milliseconds=self._clock.now_ms())

    def call(self, name: str, arguments: tuple[Any, ...]) -> Any:
        """Call SQLite's own function of this name, at the phone's time."""
        first = 1 if name == "strftime" else 0
        if len(arguments) < first:
            return None
        moment = self._pinned(arguments[first:])
        return None if moment is None else self._ask(name, (*arguments[:first], *moment))

    def _ask(self, name: str, arguments: tuple[Any, ...]) -> Any:
        marks = ",".join("?" * len(arguments))
        return self._plain.execute(f"SELECT {name}({marks})", arguments).fetchone()[0]

    def _pinned(self, moment: tuple[Any, ...]) -> tuple[Any, ...] | None:
        """Return a time value and its modifiers, with 'now' and local time conversions resolved."""
        value = moment[0] if moment else "now"
        if isinstance(value, str) and value.lower() == "now":
            value = _text(self.now())
        done: tuple[Any, ...] = (value,)
        for modifier in moment[1:]:
            kind = modifier.lower() if isinstance(modifier, str) else ""
            if kind not in ("localtime", "utc"):
                done = (*done, modifier)
                continue
            text = self._ask("strftime", ("%Y-%m-%d %H:%M:%f", *done))
            if text is None:
                return None
            try:
                then = dt.datetime.fromisoformat(text)
                if kind == "localtime":
                    then = then.replace(tzinfo=dt.UTC).astimezone(self._clock.zone())
                else:
                    then = then.replace(tzinfo=self._clock.zone()).astimezone(dt.UTC)
            except (ValueError, OverflowError):
                return None
            done = (_text(then),)
        return done

    def _draw(self) -> int:
        """Return the next 64 random bits (SplitMix64)."""
        count = self._drawn.peek() + 1
        self._drawn.set_quietly(count)
        bits = (count * 0x9E3779B97F4A7C15) & _MASK
        bits = ((bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & _MASK
        return bits ^ (bits >> 31)

    def random(self) -> int:
        """Return the next signed 64-bit number."""
        bits = self._draw()
        return bits - 2**64 if bits >= 2**63 else bits

    def random_blob(self, size: Any) -> bytes:
        """Return random bytes; at least one."""
        count = min(_MAX_BLOB, max(1, size if isinstance(size, int) else 1))
        if count > _MOST_DRAWN:  # drawing word by word would take a tenth of a second
            return random.Random(self._draw()).randbytes(count)
        words = (self._draw().to_bytes(8, "little") for _ in range((count + 7) // 8))
        return b"".join(words)[:count]


def _timed(functions: SqlFunctions, name: str) -> Callable[..., Any]:
    return lambda *arguments: functions.call(name, arguments)


def _current(functions: SqlFunctions, form: str) -> Callable[[], str]:
    return lambda: functions.now().strftime(form)


def _text(moment: dt.datetime) -> str:
    return moment.strftime("%Y-%m-%d %H:%M:%S.") + f"{moment.microsecond // 1000:03d}"


def _folded(value: Any) -> str | None:
    """Return a text as `folded` does, for searches by apps that compare names like ICU."""
    return None if value is None else folded(str(value))


def _collate(left: str, right: str) -> int:
    folded = left.casefold(), right.casefold()
    if folded[0] == folded[1]:
        folded = right, left  # lower case before upper case, as in ICU
    return (folded[0] > folded[1]) - (folded[0] < folded[1])
