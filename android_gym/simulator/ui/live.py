"""Live things behind surfaces, restored by replay.

A web engine or a video decoder can't be state: it can't be copied, compared or written to a file.
What led to it can. A `Log` holds what was opened and every input since, as data under the phone's
root; a `LiveCache` holds the live things themselves, found by their log. After a snapshot is
restored, in another process too, the log is there and the cache is not: the thing is opened again
and the inputs are replayed.

Whatever is behind a log must be a function of it: no clock, no randomness, no network that the log
does not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from android_gym.errors import OptionError, SimulatorError

__all__ = ["MAX_INPUTS", "LiveCache", "Log"]

L = TypeVar("L")
R = TypeVar("R")

MAX_INPUTS: Final = 50_000
"""Inputs that a log may hold: an hour of swiping."""


@dataclass(frozen=True)
class Log:
    """The past of a live thing.

    Attributes:
        opened: What it began as: an address, a seed, a file's content. Plain data or a registered
            record, as in any state.
        inputs: What was done to it since, in order; the same kind of data, with times in it where
            they matter.
    """

    opened: Hashable
    inputs: tuple[Hashable, ...] = ()

    def then(self, data: Hashable) -> Log:
        """Return the log with one more input.

        Raises:
            SimulatorError: If it is full.
        """
        if len(self.inputs) >= MAX_INPUTS:
            raise SimulatorError(
                f"{self.opened!r} has had {MAX_INPUTS} inputs, the most that can be replayed. "
                "Open it anew."
            )
        return Log(self.opened, (*self.inputs, data))


class LiveCache(Generic[L]):
    """Live things by their logs; the ones used last are kept.

    Args:
        open: Makes a thing from `Log.opened`.
        apply: Gives it one input.
        close: Called with a thing that is dropped.
        most: Things that are kept.

    Raises:
        OptionError: If `most` is not positive.
    """

    def __init__(
        self,
        open: Callable[[Hashable], L],
        apply: Callable[[L, Hashable], object],
        close: Callable[[L], object] | None = None,
        most: int = 2,
    ) -> None:
        if most < 1:
            raise OptionError(f"most must be at least 1, got {most!r}.")
        self._open = open
        self._apply = apply
        self._close = close
        self._most = most
        # The one used last comes last. A log may be long: it is never hashed.
        self._things: list[tuple[Log, L]] = []

    def at(self, log: Log) -> L:
        """Return the thing as it is after all inputs of a log.

        It is found, or a thing that has had the first of these inputs is given the rest, or it is
        opened and has them all replayed.
        """
        things = self._things
        if things and things[-1][0] is log:
            return things[-1][1]
        found = next((i for i in reversed(range(len(things))) if _leads_to(things[i][0], log)), -1)
        if found < 0:
            while len(things) >= self._most:  # what it used may be used again
                self._drop(0)
            thing, done = self._open(log.opened), 0
        else:
            # One that fails half-way is in no log's state: it is out before it gets an input.
            past, thing = things.pop(found)
            done = len(past.inputs)
        for data in log.inputs[done:]:
            self._apply(thing, data)
        things.append((log, thing))
        return thing

    def glance(self, log: Log, look: Callable[[L], R]) -> R:
        """Return what is seen of a thing as it is after all inputs of a log.

        It is opened for that where it is not among those that are kept, which stay as they are.
        """
        found = next((thing for past, thing in self._things if past == log), None)
        if found is not None:
            return look(found)
        thing = self._open(log.opened)
        try:
            for data in log.inputs:
                self._apply(thing, data)
            return look(thing)
        finally:
            if self._close is not None:
                self._close(thing)

    def clear(self) -> None:
        """Drop all things; they come back by replay."""
        while self._things:
            self._drop(0)

    def _drop(self, index: int) -> None:
        _, thing = self._things.pop(index)
        if self._close is not None:
            self._close(thing)


def _leads_to(past: Log, log: Log) -> bool:
    """Return True if a log begins with all of another one."""
    count = len(past.inputs)
    return (
        past.opened == log.opened and count <= len(log.inputs) and past.inputs == log.inputs[:count]
    )
