"""A cache of results of commands, valid until something that they have read changes.

The state records what a computation reads (`State.observe`), down to single files and databases,
and restoring a snapshot also restores its revisions. So results are found again even after other
episodes, and the cost of a reading depends on what has changed since. Slots are also compared by
value: a switch that was toggled twice counts as unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, ClassVar, TypeVar, cast

from android_gym.simulator.state import Observation, State

__all__ = ["Readings"]

_T = TypeVar("_T")


class Readings:
    """Cached readings of a state, each for several of its conditions.

    Args:
        state: The state.

    Attributes:
        MOST_READS: Most readings that are cached; the most recently requested are kept.
        MOST_RESULTS: Most results of each reading: those of the installed image, and of an
            episode's start and end, are requested in turn.
    """

    MOST_READS: ClassVar[int] = 256
    MOST_RESULTS: ClassVar[int] = 8

    def __init__(self, state: State) -> None:
        self._state = state
        self._known: dict[Hashable, list[tuple[Observation, Any]]] = {}

    def get(self, name: Hashable, read: Callable[[], _T]) -> _T:
        """Return the result of `read`, or that of an earlier call if it must be the same.

        Args:
            name: Identifies the reading.
            read: Must only read what observations record: slots, files and databases, but not the
                current time or the log.

        Returns:
            The result, possibly the same object as before; must not be modified.
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
        """Return the cached result of `get` as a tuple of one item; empty if there is none.

        Args:
            name: As for `get`.
        """
        results = self._known.pop(name, [])
        if results:
            self._known[name] = results  # the most recently requested goes last
        for i, (seen, result) in enumerate(results):
            if not seen.changed() or seen.recurred():
                results.insert(0, results.pop(i))
                self._state.depend_on(seen)
                return (result,)
        return ()
