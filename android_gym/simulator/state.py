"""The one root of the phone's state.

Everything the phone knows lives in named slots. A slot holds an immutable value (a frozen
dataclass, a tuple, an ``immutables.Map``) that is replaced on change, so a snapshot is the table
of current values and restoring swaps it back: nothing is copied.

Replacing a value moves the slot's revision. Revisions never go back, not even on restore, so a
cache that remembers the revisions it was built from is right for ever. `State.observe` records
which slots a computation reads; that is how a screen knows when it has to be rebuilt.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Generic, TypeVar, cast

from android_gym.errors import SimulatorError

__all__ = ["Observation", "Slot", "Snapshot", "State"]

T = TypeVar("T")


class _Revisioned:
    """Something that can be depended on: it has a revision that moves when it changes."""

    __slots__ = ("name", "revision")

    def __init__(self, name: str) -> None:
        self.name = name
        self.revision = 0


class Slot(_Revisioned, Generic[T]):
    """One named, immutable value under the root.

    Attributes:
        name: Unique name of the slot.
        revision: Moves whenever the value is replaced.
        observable: Whether adb could read the value; see `State.revision`.
        shown: Whether a screen could be built from it; see `State.total_revision`.
    """

    __slots__ = ("_state", "_value", "observable", "shown")

    def __init__(self, state: State, name: str, value: T, observable: bool, shown: bool) -> None:
        super().__init__(name)
        self._state = state
        self._value = value
        self.observable = observable
        self.shown = shown

    def peek(self) -> T:
        """Returns the value without depending on it."""
        return self._value

    def get(self) -> T:
        """Returns the value, and notes the reading in the observation under way."""
        seen = self._state._seen
        if seen is not None:
            seen[self] = self.revision
        return self._value

    def set_quietly(self, value: T) -> None:
        """Replaces the value and moves no revision: the caller has touched something finer."""
        self._value = value

    def set(self, value: T) -> None:
        """Replaces the value; the same object again changes nothing."""
        if value is not self._value:
            self._value = value
            self._state._moved(self, self.observable, self.shown)

    def update(self, **changes: Any) -> None:
        """Replaces fields of a frozen dataclass; does nothing where none of them differs."""
        value: Any = self._value
        if any(getattr(value, name) != new for name, new in changes.items()):
            self.set(dataclasses.replace(value, **changes))


@dataclasses.dataclass(frozen=True)
class Snapshot:
    """All the phone's state at one moment. Can be pickled; treat as opaque.

    Attributes:
        values: Value by slot name.
    """

    values: Mapping[str, Any]


class Observation:
    """What a computation read, and whether any of it has changed since."""

    __slots__ = ("_seen", "_values")

    def __init__(self) -> None:
        self._seen: dict[_Revisioned, int] = {}
        self._values: dict[_Revisioned, Any] = {}

    def changed(self) -> bool:
        """Whether anything read during the observation has a newer revision now."""
        for source, revision in self._seen.items():
            if source.revision != revision:
                return True
        return False

    def keep_values(self) -> None:
        """Keeps the values of the slots read, for `recurred`."""
        for source, revision in self._seen.items():
            if isinstance(source, Slot) and source.revision == revision:
                self._values[source] = source.peek()

    def recurred(self) -> bool:
        """Whether all that was read is as it was then, be it again; if so, it is unchanged now.

        Tells that of slots whose values were kept; a key that has been touched has changed.
        """
        seen, values = self._seen, self._values
        moved = [source for source, revision in seen.items() if source.revision != revision]
        for source in moved:
            if source not in values or cast(Slot[Any], source).peek() != values[source]:
                return False
        for source in moved:
            seen[source] = source.revision
        return True

    @property
    def names(self) -> tuple[str, ...]:
        """Names of what was read, sorted."""
        return tuple(sorted(source.name for source in self._seen))


class State:
    """The root: slots by name, their revisions, snapshots.

    Attributes:
        revision: Moves whenever something that adb can read has changed.
        total_revision: Moves whenever anything has changed that a screen may have been built from.
    """

    __slots__ = (
        "_after_restore",
        "_before_snapshot",
        "_keys",
        "_seen",
        "_slots",
        "revision",
        "total_revision",
    )

    def __init__(self) -> None:
        self._slots: dict[str, Slot[Any]] = {}
        self._keys: dict[Hashable, _Revisioned] = {}
        self._seen: dict[_Revisioned, int] | None = None
        self._before_snapshot: list[Callable[[], None]] = []
        self._after_restore: list[Callable[[], None]] = []
        self.revision = 0
        self.total_revision = 0

    def slot(
        self, name: str, initial: T, *, observable: bool = True, shown: bool = True
    ) -> Slot[T]:
        """Creates the slot `name`.

        Args:
            name: Unique name, by convention the service's or ``app:<package>``.
            initial: Its first value; must be immutable and picklable.
            observable: False for what no adb command can tell (view state, the clock's hand).
            shown: False for what no screen is built from (fingers, timers), however often it
                changes.

        Raises:
            SimulatorError: If the name is taken.
        """
        if name in self._slots:
            raise SimulatorError(f"State slot {name!r} exists already; slot names are unique.")
        slot = Slot(self, name, initial, observable, shown)
        self._slots[name] = slot
        return slot

    @property
    def observing(self) -> bool:
        """Whether an observation is under way; saves the making of keys where none is."""
        return self._seen is not None

    def depend(self, key: Hashable) -> None:
        """Notes the reading of `key`, something finer than a slot such as a database's path."""
        if self._seen is not None:
            source = self._keys.get(key)
            if source is None:
                source = self._keys[key] = _Revisioned(str(key))
            self._seen[source] = source.revision

    def touch(self, key: Hashable, *, observable: bool = True) -> None:
        """Says that `key` (see `depend`) has changed."""
        self._moved(self._keys.get(key), observable)

    def forget(self, key: Hashable) -> None:
        """Drops the bookkeeping of a key that will not be read again."""
        self._moved(self._keys.pop(key, None), False)

    def _moved(self, source: _Revisioned | None, observable: bool, shown: bool = True) -> None:
        if source is not None:  # None: a key that nobody has read yet
            source.revision += 1
            if shown:
                self.total_revision += 1
        if observable:
            self.revision += 1

    @contextmanager
    def observe(self, into: Observation | None = None) -> Iterator[Observation]:
        """Records what the body reads. An observation inside another counts for both.

        Args:
            into: An observation that this one completes: of what both have read it keeps the
                older revision, so that a change between the two still counts.
        """
        outer = self._seen
        observation = Observation()
        self._seen = observation._seen
        try:
            yield observation
        finally:
            self._seen = outer
            if outer is not None:
                outer.update(observation._seen)
            if into is not None:
                into._seen = observation._seen | into._seen

    def before_snapshot(self, hook: Callable[[], None]) -> None:
        """Registers what must be written back to slots before a snapshot is taken."""
        self._before_snapshot.append(hook)

    def after_restore(self, hook: Callable[[], None]) -> None:
        """Registers what must be dropped (connections, caches) after a restore."""
        self._after_restore.append(hook)

    def snapshot(self) -> Snapshot:
        """Returns the state of this moment. Costs a dict copy of a few dozen references."""
        for hook in self._before_snapshot:
            hook()
        return Snapshot({name: slot._value for name, slot in self._slots.items()})

    def restore(self, snapshot: Snapshot) -> None:
        """Makes the state what it was when `snapshot` was taken.

        Raises:
            SimulatorError: If the snapshot comes from a phone with other slots.
        """
        if snapshot.values.keys() != self._slots.keys():
            odd = sorted(snapshot.values.keys() ^ self._slots.keys())
            raise SimulatorError(
                f"The snapshot was taken on a phone with other services or apps: {odd}. "
                "Restore it on a phone built the same way."
            )
        for name, slot in self._slots.items():
            slot.set(snapshot.values[name])
        for source in self._keys.values():
            self._moved(source, True)
        self._keys.clear()
        for hook in self._after_restore:
            hook()
