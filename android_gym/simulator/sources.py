"""Dependency tracking: the sources of state that a computation can read, and records of its reads.

A source is a `Slot`, which holds a value; a selected part of a slot; a `Computed` value, derived
from other sources; or a `Key`, which stands for something finer than a slot. Each has a revision.
An `Observation` records the sources that a computation read, with their revisions.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast

if TYPE_CHECKING:
    from android_gym.simulator.state import State

__all__ = ["Computed", "Key", "Observation", "Preparation", "Slot", "Source", "Watch", "replace"]

T = TypeVar("T")
U = TypeVar("U")


@lru_cache(maxsize=1024)
def _fields_alone(kind: type) -> dict[str, None] | None:
    """Return a dataclass's fields if they are all that its instances hold; None otherwise."""
    fields = dataclasses.fields(kind)
    plain = all(field.init for field in fields) and not hasattr(kind, "__post_init__")
    slots = any("__slots__" in vars(base) for base in kind.__mro__)
    return dict.fromkeys(field.name for field in fields) if plain and not slots else None


def replace(record: T, **changes: Any) -> T:
    """Do what `dataclasses.replace` does in a third of the time, as it is called very often.

    Raises:
        TypeError: If there is no such field.
    """
    kind: Any = type(record)
    fields = _fields_alone(kind)
    if fields is None or not changes.keys() <= fields.keys():
        made: T = dataclasses.replace(record, **changes)  # type: ignore[type-var]
        return made
    own = vars(record)
    if len(own) > len(fields):  # the instance also caches something, which must not be copied
        own = {name: own[name] for name in fields}
    new = object.__new__(kind)
    vars(new).update(own, **changes)
    return new


class Source:
    """Something that can be depended on. Its revision changes whenever its value does."""

    __slots__ = ("name", "revision")

    def __init__(self, name: str, revision: int = 0) -> None:
        self.name = name
        self.revision = revision


class Slot(Source, Generic[T]):
    """One named, immutable value of the state.

    Attributes:
        name: Unique name of the slot.
        revision: Changes whenever the value is replaced.
        holds: Declared type of the value.
        observable: Whether adb can read the value; see `State.revision`.
        shown: Whether screens may be built from the value; see `State.total_revision`.
    """

    __slots__ = ("_parts", "_state", "_value", "holds", "observable", "shown")

    MOST_PARTS: ClassVar[int] = 512

    def __init__(
        self, state: State, name: str, value: T, holds: Any, observable: bool, shown: bool
    ) -> None:
        super().__init__(name)
        self._state = state
        self._parts: dict[Hashable, _Part] = {}
        self._value = value
        self.holds = holds
        self.observable = observable
        self.shown = shown

    def peek(self) -> T:
        """Return the value without depending on it."""
        return self._value

    def get(self) -> T:
        """Return the value, and record the read in the current observation."""
        seen = self._state._seen
        if seen is not None:
            seen[self] = self.revision
        return self._value

    def select(self, name: Hashable, function: Callable[[T], U]) -> U:
        """Return ``function(value)``, and depend on that result alone, not on the whole value.

        Args:
            name: Identifies the function; the same name must always mean the same function.
            function: A cheap function of its argument alone. Don't use this on a slot that is
                changed with `set_quietly`.
        """
        seen = self._state._seen
        if seen is None:
            return function(self._value)
        part = self._parts.get(name)
        if part is None:
            if len(self._parts) >= self.MOST_PARTS:
                self._parts.clear()
            part = self._parts[name] = _Part(self, f"{self.name}:{name}", function)
        seen[part] = part.revision
        return part.peek()

    def set_quietly(self, value: T) -> None:
        """Replace the value without a new revision: the caller touches a finer key instead."""
        self._value = value

    def set(self, value: T) -> None:
        """Replace the value; setting the same object again does nothing."""
        if value is not self._value:
            self._value = value
            self._state._moved(self, self.observable, self.shown)

    def update(self, **changes: Any) -> None:
        """Replace fields of a frozen dataclass; do nothing if none of them differs."""
        value: Any = self._value
        if any(getattr(value, name) != new for name, new in changes.items()):
            self.set(replace(value, **changes))


class _Part(Source):
    """Result of a function of a slot's value; its revision changes only when the result does."""

    __slots__ = ("_function", "_read", "_revision", "_slot", "_value")

    def __init__(self, slot: Slot[Any], name: str, function: Callable[[Any], Any]) -> None:
        self.name = name
        self._slot = slot
        self._function = function
        self._read = self._revision = slot.revision
        self._value = function(slot.peek())

    @property
    def revision(self) -> int:  # type: ignore[override]
        """The slot's revision at which the part last changed."""
        slot = self._slot
        if slot.revision != self._read:
            self._read = slot.revision
            value = self._function(slot.peek())
            if value is not self._value and value != self._value:
                self._revision = slot.revision
            self._value = value
        return self._revision

    def peek(self) -> Any:
        """Return the part without depending on it."""
        slot = self._slot
        return self._value if slot.revision == self._read else self._function(slot.peek())


class Key(Source):
    """Source finer than a slot; whoever changes what it stands for has to touch it."""

    __slots__ = ("_arguments", "_function")

    def __init__(
        self,
        name: str,
        revision: int,
        function: Callable[..., Hashable] | None,
        arguments: tuple[Any, ...],
    ) -> None:
        super().__init__(name, revision)
        self._function = function
        self._arguments = arguments

    def peek(self) -> Hashable:
        """Return its value; a new object each time if no function computes one."""
        return object() if self._function is None else self._function(*self._arguments)

    def die(self) -> None:
        """Drop its value function, as nobody will touch it again."""
        self._function = None


class Computed(Source, Generic[T]):
    """A value derived from other sources, and a source itself.

    Whatever depends on it stays valid as long as the value is equal, even if something that the
    function reads has changed.

    Args:
        state: The root of state.
        name: Its name in `Observation.names`.
        function: Computes the value, reading nothing but sources.
    """

    __slots__ = ("_function", "_mark", "_read", "_revision", "_state", "_value")

    def __init__(self, state: State, name: str, function: Callable[[], T]) -> None:
        self.name = name
        self._state = state
        self._function = function
        self._read: Observation | None = None
        self._mark = -1
        self._revision = 0
        self._value: T

    @property
    def revision(self) -> int:  # type: ignore[override]
        """Changes whenever the value does."""
        if self._mark != self._state.mark:
            self._bring_up_to_date()
        return self._revision

    def peek(self) -> T:
        """Return the value without depending on it."""
        if self._mark != self._state.mark:
            self._bring_up_to_date()
        return self._value

    def get(self, again: Callable[[], object] | None = None) -> T:
        """Return the value, and record the read in the current observation.

        Args:
            again: See `State.prepare`.
        """
        value = self.peek()
        seen = self._state._seen
        if seen is not None:
            if again is not None:
                self._state.prepare(self, again)
            seen[self] = self._revision
        return value

    def _bring_up_to_date(self) -> None:
        state = self._state
        if self._read is None or self._read.changed():
            with state.unobserved(), state.observe() as read:
                value = self._function()
            if self._read is None or (value is not self._value and value != self._value):
                state._last += 1
                self._revision = state._last
            self._value, self._read = value, read
        self._mark = state.mark


class Preparation:
    """An action that a computation takes before it reads a source.

    Args:
        again: Repeats the action.
        seen: The sources read before it, with their revisions.
    """

    __slots__ = ("again", "seen")

    def __init__(self, again: Callable[[], object], seen: dict[Source, int]) -> None:
        self.again = again
        self.seen = seen

    def after(self, seen: dict[Source, int]) -> Preparation:
        """Return the same preparation for a computation that had also read `seen` before."""
        return Preparation(self.again, self.seen | seen)


class Observation:
    """Record of what a computation read. It tells whether any of that has changed since."""

    __slots__ = ("_differs", "_movers", "_movers_of", "_prepared", "_seen", "_values")

    def __init__(self) -> None:
        self._seen: dict[Source, int] = {}
        self._prepared: dict[Source, Preparation] = {}
        self._values: dict[Source, Any] = {}
        self._differs: Source | None = None  # the source that `recurred` last found changed
        self._movers: frozenset[Source] | None = None
        self._movers_of: dict[Source, int] | None = None

    def changed(self) -> bool:
        """Return whether anything read during the observation has another revision now."""
        for source, revision in self._seen.items():
            if source.revision != revision:
                return True
        return False

    def movers(self) -> frozenset[Source] | None:
        """Return all sources whose move can change it; None if it has read a `Computed`."""
        seen = self._seen
        if self._movers_of is not seen:  # `State.observe` replaces the dict when it completes one
            computed = any(isinstance(source, Computed) for source in seen)
            self._movers = (
                None
                if computed
                else frozenset(
                    source._slot if isinstance(source, _Part) else source for source in seen
                )
            )
            self._movers_of = seen
        return self._movers

    def keep_values(self) -> None:
        """Keep the values of what was read, for `recurred` to compare with."""
        seen = self._seen
        for source, revision in seen.items():
            if source.revision == revision:
                self._values[source] = cast("_Valued", source).peek()
        # If something was read both before and after a preparation that changed it, its value no
        # longer tells whether the preparation would be repeated.
        self._prepared = {
            source: preparation
            for source, preparation in self._prepared.items()
            if all(seen[each] == revision for each, revision in preparation.seen.items())
        }

    def recurred(self) -> bool:
        """Return whether everything that was read has the same value again as when it was read.

        Compares with the values that `keep_values` has kept. A source whose value was not kept
        counts as changed once its revision differs, as does a key without a value.
        """
        seen = self._seen
        # What differed the last time mostly still differs, which saves going through all of it.
        if self._differs is not None and self._has_moved(self._differs):
            return False
        moved = [source for source, revision in seen.items() if source.revision != revision]
        for source in moved:
            if self._has_moved(source):
                self._differs = source
                return False
        for source in moved:
            seen[source] = source.revision
        self._differs = None
        return True

    def recurs(self) -> bool:
        """Do what `recurred` does, repeating preparations whose earlier reads have not changed.

        For callers only that repeat the computation if this is False, which would then take the
        same preparations anyway.
        """
        if not self._prepared:
            return self.recurred()
        prepared: set[Source] = set()
        while True:
            moved = next((source for source in self._seen if self._has_moved(source)), None)
            if moved is None:
                return self.recurred()
            if moved not in self._prepared or moved in prepared:
                return False
            prepared.add(moved)
            try:
                self._prepared[moved].again()
            except Exception:  # the caller repeats the computation, which raises it again
                return False

    def _has_moved(self, source: Source) -> bool:
        """Return True if a source's value differs from when it was read."""
        if source.revision == self._seen[source]:
            return False
        if source not in self._values:
            return True
        now, then = cast("_Valued", source).peek(), self._values[source]
        return now is not then and bool(now != then)

    def moves(self) -> list[tuple[Source, Any, Any]] | None:
        """Return each source whose value has changed since it was read, with both values.

        None if one of the earlier values was not kept.
        """
        moved = [source for source in self._seen if self._has_moved(source)]
        if not self._values.keys() >= set(moved):
            return None
        return [(source, self._values[source], cast("_Valued", source).peek()) for source in moved]

    def renew(self) -> None:
        """Take on current revisions and values, once the computation's result is up to date."""
        for source in self._seen:
            self._seen[source] = source.revision
        self._differs = None
        self.keep_values()

    @property
    def names(self) -> tuple[str, ...]:
        """Names of what was read, sorted."""
        return tuple(sorted(source.name for source in self._seen))


_Valued = Slot[Any] | _Part | Key | Computed[Any]
"""Any kind of source."""


class Watch:
    """Several observations at once; only those that read something that has moved are checked.

    Args:
        state: The root of state.
        mark: A `State.mark` at which none of them had changed.
        observations: The observations to watch.
    """

    __slots__ = ("_mark", "_observations", "_state")

    def __init__(self, state: State, mark: int, observations: Sequence[Observation]) -> None:
        self._state = state
        self._mark = mark
        self._observations = observations

    def quiet(self) -> bool:
        """Return True if none of the observations has changed."""
        state = self._state
        mark = state.mark
        if mark == self._mark:
            return True
        moved = state.moved_since(self._mark)
        for observation in self._observations:
            movers = observation.movers()
            if moved is None or movers is None or not movers.isdisjoint(moved):
                if observation.changed():
                    return False
        self._mark = mark
        return True
