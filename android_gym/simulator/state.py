"""The root of the phone's state: named slots, snapshots, and records of what was read.

Everything the phone knows lives in named slots. A slot holds an immutable value (a frozen
dataclass, a tuple, an ``immutables.Map``) that is replaced on change, so a snapshot is the table
of current values, and restoring one copies nothing.

Replacing a value gives the slot a revision that it never had before; restoring a snapshot restores
values and revisions together. So equal revisions always mean equal values, and a cache that
remembers the revisions it was built from never goes wrong. `State.observe` records which sources a
computation reads; that is how a screen knows when it has to be rebuilt.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar, TypeVar

from android_gym.errors import SimulatorError
from android_gym.simulator.sources import (
    Computed,
    Key,
    Observation,
    Preparation,
    Slot,
    Source,
    Watch,
)

__all__ = ["Computed", "Observation", "Slot", "Snapshot", "State", "Watch", "changed_fields"]

T = TypeVar("T")
U = TypeVar("U")


@dataclasses.dataclass(frozen=True)
class _Marks:
    """The revisions of a snapshot's values, valid on the phone it was taken on.

    Attributes:
        origin: Identifies that phone.
        slots: Revision by slot name.
        keys: Revision by key; keys read later are added whenever the snapshot is restored.
    """

    origin: object
    slots: Mapping[str, int]
    keys: dict[Hashable, int]


@dataclasses.dataclass(frozen=True)
class Snapshot:
    """All the phone's state at one moment. Treat as opaque.

    It can be pickled to pass it between our own processes; for files and other programs see
    `simulator.wire.images`.

    Attributes:
        values: Value by slot name.
        marks: Revisions, which make restoring on the same phone cheap. Not pickled.
    """

    values: Mapping[str, Any]
    marks: _Marks | None = dataclasses.field(default=None, compare=False, repr=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return Snapshot, (self.values,)


class State:
    """The root of the state: slots by name, their revisions, snapshots.

    Attributes:
        revision: Changes whenever something that adb can read has changed.
        total_revision: Changes whenever something has changed that screens may be built from.
        mark: Changes whenever anything has changed; pass it to `moved_since` later.
    """

    __slots__ = (
        "_after_restore",
        "_before_snapshot",
        "_keys",
        "_last",
        "_log",
        "_log_began",
        "_log_part",
        "_origin",
        "_prepared",
        "_seen",
        "_slots",
        "mark",
        "revision",
        "total_revision",
    )

    MOST_KEYS: ClassVar[int] = 8192
    MOST_MOVES: ClassVar[int] = 4096
    """Moves that are logged for `moved_since`; beyond that, everything counts as moved."""

    def __init__(self) -> None:
        self._slots: dict[str, Slot[Any]] = {}
        self._keys: dict[Hashable, Key] = {}
        self._seen: dict[Source, int] | None = None
        self._prepared: dict[Source, Preparation] = {}  # of the observation under way
        self._last = 0  # the last revision given
        # Log of what has moved, in order, and the mark at which it begins. Then the result of the
        # latest `moved_since`, with its two marks.
        self._log: list[Source] = []
        self._log_began = self.mark = 0
        self._log_part: tuple[int, int, frozenset[Source]] = (0, 0, frozenset())
        self._origin = object()
        self._before_snapshot: list[Callable[[], None]] = []
        self._after_restore: list[Callable[[], None]] = []
        self.revision = 0
        self.total_revision = 0

    def slot(
        self,
        name: str,
        initial: T,
        *,
        holds: Any = None,
        observable: bool = True,
        shown: bool = True,
    ) -> Slot[T]:
        """Create the slot `name`.

        Args:
            name: Unique name, by convention the service's or ``app:<package>``.
            initial: Its first value; must be immutable.
            holds: Type of all its values, as in an annotation; by default the first value's type.
                It says how images of the phone encode the value (see `simulator.codec`).
            observable: False if no adb command can read it (view state, the clock's hand).
            shown: False if no screen is built from it (fingers, timers).

        Raises:
            SimulatorError: If the name is taken.
        """
        if name in self._slots:
            raise SimulatorError(f"State slot {name!r} exists already; slot names are unique.")
        declared = type(initial) if holds is None else holds
        slot = Slot(self, name, initial, declared, observable, shown)
        self._slots[name] = slot
        return slot

    @property
    def slots(self) -> Mapping[str, Slot[Any]]:
        """The slots by name."""
        return self._slots

    @property
    def observing(self) -> bool:
        """Return whether an observation is under way; if not, callers need not make keys."""
        return self._seen is not None

    def depend(
        self,
        key: Hashable,
        value: Callable[..., Hashable] | None = None,
        *arguments: Any,
        again: Callable[[], object] | None = None,
    ) -> None:
        """Record a read of `key`, which stands for something finer than a slot, such as a database.

        Args:
            key: Identifies it.
            value: Returns everything that can be read of it, if that is cheap to get and compare:
                the key then counts as unchanged while the value is equal, however often it was
                touched. None: it counts as changed whenever it is touched. The same key must
                always come with the same function.
            *arguments: Arguments of `value`.
            again: See `prepare`.
        """
        if self._seen is not None:
            source = self._keys.get(key)
            if source is None:
                self._last += 1
                source = self._keys[key] = Key(str(key), self._last, value, arguments)
            if again is not None:
                self.prepare(source, again)
            self._seen[source] = source.revision

    def prepare(self, source: Source, again: Callable[[], object]) -> None:
        """Record an action that is taken before a source is read for the first time.

        A database is opened, for example, before it can be read. As long as everything that was
        read before has its old value, the computation would take the same action again; see
        `Observation.recurs`. Reads during the action have to be `unobserved`.

        Args:
            source: The source that is read afterwards, and that the action changes.
            again: Repeats the action; does nothing if its effect is still there.
        """
        if self._seen is not None and source not in self._seen:
            self._prepared.setdefault(source, Preparation(again, dict(self._seen)))

    def key(self, key: Hashable) -> Source | None:
        """Return the source of a key (see `depend`) in observations; None if nobody has read it."""
        return self._keys.get(key)

    def touch(self, key: Hashable, *, observable: bool = True) -> None:
        """Record that `key` (see `depend`) has changed."""
        self._moved(self._keys.get(key), observable)

    def forget(self, key: Hashable) -> None:
        """Drop the records of a key that will not be read again."""
        source = self._keys.pop(key, None)
        if source is not None:
            source.die()
            self._moved(source, False)

    def moved_since(self, mark: int) -> frozenset[Source] | None:
        """Return the sources that have moved since a mark; None if the log does not reach back.

        Args:
            mark: An earlier `mark`.
        """
        if mark < self._log_began:
            return None
        first, last, moved = self._log_part
        if first != mark or last != self.mark:
            moved = frozenset(self._log[mark - self._log_began :])
            self._log_part = (mark, self.mark, moved)
        return moved

    def _forget_moves(self) -> None:
        """Clear the log; `moved_since` then knows no earlier mark."""
        self.mark += 1
        self._log_began = self.mark
        self._log.clear()

    def _moved(self, source: Source | None, observable: bool, shown: bool = True) -> None:
        if source is not None:  # None: a key that nobody has read yet
            self._last += 1
            source.revision = self._last
            self._log.append(source)
            self.mark += 1
            if len(self._log) > self.MOST_MOVES:
                self._forget_moves()
            if shown:
                self.total_revision += 1
        if observable:
            self.revision += 1

    @contextmanager
    def observe(self, into: Observation | None = None) -> Iterator[Observation]:
        """Record what the body reads. What a nested observation reads counts for the outer one too.

        Args:
            into: An earlier observation to add the reads to. Where both have read a source, the
                older revision stays, so that a change between the two still counts.
        """
        outer, prepared = self._seen, self._prepared
        observation = Observation()
        self._seen, self._prepared = observation._seen, observation._prepared
        try:
            yield observation
        finally:
            self._seen, self._prepared = outer, prepared
            if outer is not None:
                for source, preparation in observation._prepared.items():
                    if source not in outer:
                        prepared.setdefault(source, preparation.after(outer))
                outer.update(observation._seen)
            if into is not None:
                into._seen = observation._seen | into._seen

    @contextmanager
    def unobserved(self) -> Iterator[None]:
        """Record nothing that the body reads, as when it only updates what is read afterwards."""
        outer = self._seen
        self._seen = None
        try:
            yield
        finally:
            self._seen = outer

    def depend_on(self, observation: Observation) -> None:
        """Record everything that an earlier observation read, when its result is used again."""
        if self._seen is not None:
            self._seen.update(observation._seen)

    def before_snapshot(self, hook: Callable[[], None]) -> None:
        """Register a hook that writes pending changes back to slots before a snapshot is taken."""
        self._before_snapshot.append(hook)

    def after_restore(self, hook: Callable[[], None]) -> None:
        """Register a hook that drops what is out of date (connections, caches) after a restore."""
        self._after_restore.append(hook)

    def values(self) -> dict[str, Any]:
        """Return the slots' values by name."""
        return {name: slot._value for name, slot in self._slots.items()}

    def snapshot(self) -> Snapshot:
        """Return a snapshot of the current state; this copies only a few dozen references."""
        for hook in self._before_snapshot:
            hook()
        slots = self._slots.items()
        marks = _Marks(
            self._origin,
            {name: slot.revision for name, slot in slots},
            {key: source.revision for key, source in self._keys.items()},
        )
        return Snapshot({name: slot._value for name, slot in slots}, marks)

    def _restore_keys(self, marks: _Marks | None) -> None:
        """Give keys their old revisions, or new ones, noted in `marks`, where these are unknown."""
        revisions = {} if marks is None else marks.keys
        for key, source in self._keys.items():
            known = revisions.get(key)
            if known != source.revision:
                self._moved(source, True)
                if known is None:
                    revisions[key] = source.revision
                else:
                    source.revision = known
        if len(self._keys) > self.MOST_KEYS:
            for source in self._keys.values():
                source.die()
                self._moved(source, False)
            self._keys.clear()

    def restore(self, snapshot: Snapshot) -> None:
        """Restore the state of a snapshot.

        Raises:
            SimulatorError: If the snapshot comes from a phone with other slots.
        """
        if snapshot.values.keys() != self._slots.keys():
            odd = sorted(snapshot.values.keys() ^ self._slots.keys())
            raise SimulatorError(
                f"The snapshot was taken on a phone with other services or apps: {odd}. "
                "Restore it on a phone built the same way."
            )
        marks = snapshot.marks
        if marks is not None and marks.origin is not self._origin:
            marks = None
        for name, slot in self._slots.items():
            slot.set(snapshot.values[name])
            if marks is not None:
                slot.revision = marks.slots[name]
        self._restore_keys(marks)
        self._forget_moves()  # revisions have gone back
        for hook in self._after_restore:
            hook()


def changed_fields(before: Any, after: Any, name: str = "") -> list[str]:
    """Name what differs between two values of state, descending into records and maps.

    Args:
        before: A frozen dataclass, a mapping, a named tuple or any other value.
        after: The later value.
        name: Name of the value itself, which the paths begin with.

    Returns:
        Paths such as ``"activities.records[7].saved.count"``, in the order of fields and keys.
    """
    if before is after or before == after:
        return []
    found: list[str] = []
    if type(before) is not type(after):
        return [name]
    if dataclasses.is_dataclass(before):
        prefix = f"{name}." if name else ""
        for part in (field.name for field in dataclasses.fields(before)):
            found += changed_fields(getattr(before, part), getattr(after, part), prefix + part)
    elif isinstance(before, tuple) and hasattr(before, "_fields"):
        for part, old, new in zip(before._fields, before, after, strict=True):
            found += changed_fields(old, new, f"{name}.{part}")
    elif isinstance(before, tuple) and len(before) == len(after):
        for index, (old, new) in enumerate(zip(before, after, strict=True)):
            found += changed_fields(old, new, f"{name}[{index}]")
    elif isinstance(before, Mapping):
        for key in sorted({*before, *after}, key=str):
            path = f"{name}[{key!r}]" if name else str(key)
            if key in before and key in after:
                found += changed_fields(before[key], after[key], path)
            else:
                found.append(path)
    return found or [name]
