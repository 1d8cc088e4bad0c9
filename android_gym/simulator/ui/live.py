"""Live objects behind surfaces, restored by replay.

Objects like a web engine or a video decoder can't be state: they can't be copied, compared or
written to a file. But their history can. A `Log` holds what was opened and every input since then,
as data under the phone's root; a `LiveCache` holds the live objects themselves, looked up by their
logs. After a snapshot is restored, perhaps in another process, the log exists but the object
doesn't: it is opened again, and the inputs are replayed.

The object behind a log must be a function of the log: no clock, no randomness, and no network
responses that the log doesn't contain.
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
"""Most inputs in a log: an hour of swiping."""


@dataclass(frozen=True)
class Log:
    """The history of a live object.

    Attributes:
        opened: What was opened: an address, a seed, the content of a file. Plain data or a
            registered record, as in any state.
        inputs: All inputs since then, in order; data of the same kind, including times where they
            matter.
    """

    opened: Hashable
    inputs: tuple[Hashable, ...] = ()

    def then(self, data: Hashable) -> Log:
        """Return a log with one more input.

        Raises:
            SimulatorError: If the log is full.
        """
        if len(self.inputs) >= MAX_INPUTS:
            raise SimulatorError(
                f"{self.opened!r} has had {MAX_INPUTS} inputs, the most that can be replayed. "
                "Open it anew."
            )
        return Log(self.opened, (*self.inputs, data))


class LiveCache(Generic[L]):
    """Live objects by log; the most recently used ones are kept.

    Args:
        open: Makes an object from `Log.opened`.
        apply: Applies one input to it.
        close: Called with an object that is dropped.
        most: Number of objects that are kept.

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
        # The most recently used one is last. Logs can be long, so they are never hashed.
        self._things: list[tuple[Log, L]] = []

    def at(self, log: Log) -> L:
        """Return the live object in its state after all inputs of a log.

        This is a kept object with this log, or one that lacks only the last inputs, which are then
        applied; otherwise the object is opened and all inputs are replayed.
        """
        things = self._things
        if things and things[-1][0] is log:
            return things[-1][1]
        found = next((i for i in reversed(range(len(things))) if _leads_to(things[i][0], log)), -1)
        if found < 0:
            while len(things) >= self._most:  # free its resources for the new object
                self._drop(0)
            thing, done = self._open(log.opened), 0
        else:
            # Removed first: if an input fails, the object no longer matches any log.
            past, thing = things.pop(found)
            done = len(past.inputs)
        for data in log.inputs[done:]:
            self._apply(thing, data)
        things.append((log, thing))
        return thing

    def glance(self, log: Log, look: Callable[[L], R]) -> R:
        """Return the result of `look` for the live object after all inputs of a log.

        If no kept object has this log, one is opened temporarily; the kept objects stay as they
        are.
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
        """Drop all objects; they are restored by replay."""
        while self._things:
            self._drop(0)

    def _drop(self, index: int) -> None:
        _, thing = self._things.pop(index)
        if self._close is not None:
            self._close(thing)


def _leads_to(past: Log, log: Log) -> bool:
    """Return whether a log starts with all of an earlier one."""
    count = len(past.inputs)
    return (
        past.opened == log.opened and count <= len(log.inputs) and past.inputs == log.inputs[:count]
    )
