"""Results of commands that are given again while nothing they were made from has changed.

The state tells what a computation reads (`State.observe`), down to single files and databases, and
a snapshot that is restored brings the revisions of its time back. So a result is found again after
other episodes have begun and ended, and what a reading costs follows what changed since. Of slots
the values are compared too: a switch that was turned and turned back is as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, ClassVar, TypeVar, cast

from android_gym.simulator.state import Observation, State

__all__ = ["Readings"]

_T = TypeVar("_T")


class Readings:
    """Readings of a state, in several of its conditions.

    Args:
        state: The state.

    Attributes:
        MOST_READS: Most readings that are known; those that are asked for last stay.
        MOST_RESULTS: Most results of each: those of the installed image, of an episode's start
            and of its end are asked for in turn.
    """

    MOST_READS: ClassVar[int] = 256
    MOST_RESULTS: ClassVar[int] = 8

    def __init__(self, state: State) -> None:
        self._state = state
        self._known: dict[Hashable, list[tuple[Observation, Any]]] = {}

    def get(self, name: Hashable, read: Callable[[], _T]) -> _T:
        """Return what `read` returns, from an earlier call where that must be the same.

        Args:
            name: Says what is read; the same name, the same reading.
            read: Reads what observations note: slots, files and databases. The clock's hand and
                the log are no part of that.

        Returns:
            Possibly the same object as before; not to be changed.
        """
        known = self.known(name)
        if known:
            return cast(_T, known[0])
        with self._state.observe() as seen:
            result = read()
        seen.keep_values()
        results = self._known.pop(name, [])
        results.insert(0, (seen, result))
        del results[self.MOST_RESULTS :]
        self._known[name] = results
        while len(self._known) > self.MOST_READS:
            del self._known[next(iter(self._known))]
        return result

    def known(self, name: Hashable) -> tuple[Any, ...]:
        """Return what `get` would return without reading, as the only item; else nothing.

        Args:
            name: As for `get`.
        """
        results = self._known.pop(name, [])
        if results:
            self._known[name] = results  # the last one asked for goes last
        for i, (seen, result) in enumerate(results):
            if not seen.changed() or seen.recurred():
                results.insert(0, results.pop(i))
                self._state.depend_on(seen)
                return (result,)
        return ()
