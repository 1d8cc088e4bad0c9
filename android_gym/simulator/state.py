"""The one root of the phone's state.

Everything the phone knows lives in named slots. A slot holds an immutable value (a frozen
dataclass, a tuple, an ``immutables.Map``) that is replaced on change, so a snapshot is the table
of current values and restoring swaps it back: nothing is copied.

Replacing a value gives the slot a revision that it never had before; restoring a snapshot gives
back value and revision together. So the same revision always means the same value, and a cache
that remembers the revisions it was built from is right for ever. `State.observe` records which
slots a computation reads; that is how a screen knows when it has to be rebuilt.
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
    """The revisions that went with a snapshot's values, for the phone it was taken on.

    Attributes:
        origin: Names that phone.
        slots: Revision by name of slot.
        keys: Revision by key; completed whenever the snapshot is restored.
    """

    origin: object
    slots: Mapping[str, int]
    keys: dict[Hashable, int]


@dataclasses.dataclass(frozen=True)
class Snapshot:
    """All the phone's state at one moment. Treat as opaque.

    It can be pickled for processes of our own; for files and others see `simulator.wire.images`.

    Attributes:
        values: Value by slot name.
        marks: What makes restoring it on the same phone again cheap.
    """

    values: Mapping[str, Any]
    marks: _Marks | None = dataclasses.field(default=None, compare=False, repr=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return Snapshot, (self.values,)


class State:
    """The root: slots by name, their revisions, snapshots.

    Attributes:
        revision: Moves whenever something that adb can read has changed.
        total_revision: Moves whenever anything has changed that a screen may have been built from.
        mark: The present moment, for `moved_since`: moves whenever anything has changed.
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
    """Moves that are remembered for `moved_since`; then it is as if all had moved."""

    def __init__(self) -> None:
        self._slots: dict[str, Slot[Any]] = {}
        self._keys: dict[Hashable, Key] = {}
        self._seen: dict[Source, int] | None = None
        self._prepared: dict[Source, Preparation] = {}  # of the observation under way
        self._last = 0  # the last revision given
        # What has moved, in that order, from the mark on that it began with; the part asked last.
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
            holds: Type of all its values, as in an annotation; by default the first value's.
                Images of the phone are written and read by it (see `simulator.codec`).
            observable: False for what no adb command can tell (view state, the clock's hand).
            shown: False for what no screen is built from (fingers, timers), however often it
                changes.

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
        """Return whether an observation is under way; saves the making of keys where none is."""
        return self._seen is not None

    def depend(
        self,
        key: Hashable,
        value: Callable[..., Hashable] | None = None,
        *arguments: Any,
        again: Callable[[], object] | None = None,
    ) -> None:
        """Note the reading of `key`, something finer than a slot such as a database's path.

        Args:
            key: Names it.
            value: Returns all that there is to read of it, where that is cheap to get and to
                compare: with the same value again it is as it was, however often it was touched.
                None: it is another one whenever it is touched. The same key, the same function.
            *arguments: Its arguments.
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
        """Note that something is done before a source is read for the first time.

        A database is opened, say: what is read of it is there after that only. Where all that was
        read before has its value of then, the same would be done again; see `Observation.recurs`.
        What is read while it is done has to be `unobserved`.

        Args:
            source: What is read after that, and changes by it.
            again: Does it, or nothing where it has been done already.
        """
        if self._seen is not None and source not in self._seen:
            self._prepared.setdefault(source, Preparation(again, dict(self._seen)))

    def key(self, key: Hashable) -> Source | None:
        """Return what stands for a key (see `depend`) in observations; None: nobody has read it."""
        return self._keys.get(key)

    def touch(self, key: Hashable, *, observable: bool = True) -> None:
        """Note that `key` (see `depend`) has changed."""
        self._moved(self._keys.get(key), observable)

    def forget(self, key: Hashable) -> None:
        """Drop the bookkeeping of a key that will not be read again."""
        source = self._keys.pop(key, None)
        if source is not None:
            source.die()
            self._moved(source, False)

    def moved_since(self, mark: int) -> frozenset[Source] | None:
        """Return what has another revision than at a mark; None where that is not known any more.

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
        """Begin the log anew: no earlier mark is known any more."""
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
        """Records what the body reads. An observation inside another counts for both.

        Args:
            into: An observation that this one completes: of what both have read it keeps the
                older revision, so that a change between the two still counts.
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
        """Record nothing of what the body reads: it brings up to date what is read after it."""
        outer = self._seen
        self._seen = None
        try:
            yield
        finally:
            self._seen = outer

    def depend_on(self, observation: Observation) -> None:
        """Note all that an earlier observation read, for what uses its result again."""
        if self._seen is not None:
            self._seen.update(observation._seen)

    def before_snapshot(self, hook: Callable[[], None]) -> None:
        """Register what must be written back to slots before a snapshot is taken."""
        self._before_snapshot.append(hook)

    def after_restore(self, hook: Callable[[], None]) -> None:
        """Register what must be dropped (connections, caches) after a restore."""
        self._after_restore.append(hook)

    def values(self) -> dict[str, Any]:
        """Return the value of each slot by name."""
        return {name: slot._value for name, slot in self._slots.items()}

    def snapshot(self) -> Snapshot:
        """Return the state of this moment. Costs a dict copy of a few dozen references."""
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
        """Give keys the revisions they had; new ones where these are not known (yet)."""
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
        """Make the state what it was when `snapshot` was taken.

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
    """Name what differs between two values of state, as deep as they are records or maps.

    Args:
        before: A frozen dataclass, a mapping, a named tuple or any other value.
        after: The same later.
        name: Name of the value itself.

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
