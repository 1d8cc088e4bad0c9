"""Sources: what of the state others depend on, and records of what was read of them.

`Slot`s hold values, parts of slots and `Computed` values follow from them, keys stand for something
finer. Each has a revision; an `Observation` remembers those of what it has read.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast

if TYPE_CHECKING:
    from android_gym.simulator.state import State

__all__ = ["Computed", "Key", "Observation", "Slot", "Source", "Watch", "replace"]

T = TypeVar("T")
U = TypeVar("U")


@lru_cache(maxsize=1024)
def _fields_alone(kind: type) -> dict[str, None] | None:
    """Return the fields of a dataclass that are all there is to its objects; None for others."""
    fields = dataclasses.fields(kind)
    plain = all(field.init for field in fields) and not hasattr(kind, "__post_init__")
    slots = any("__slots__" in vars(base) for base in kind.__mro__)
    return dict.fromkeys(field.name for field in fields) if plain and not slots else None


def replace(record: T, **changes: Any) -> T:
    """Do what `dataclasses.replace` does, in a third of its time; state is replaced all the time.

    Raises:
        TypeError: If a field is not known.
    """
    kind: Any = type(record)
    fields = _fields_alone(kind)
    if fields is None or not changes.keys() <= fields.keys():
        made: T = dataclasses.replace(record, **changes)  # type: ignore[type-var]
        return made
    own = vars(record)
    if len(own) > len(fields):  # something is remembered beside them
        own = {name: own[name] for name in fields}
    new = object.__new__(kind)
    vars(new).update(own, **changes)
    return new


class Source:
    """Something that can be depended on: it has a revision that is another when it changes."""

    __slots__ = ("name", "revision")

    def __init__(self, name: str, revision: int = 0) -> None:
        self.name = name
        self.revision = revision


class Slot(Source, Generic[T]):
    """One named, immutable value under the root.

    Attributes:
        name: Unique name of the slot.
        revision: Another one whenever the value is replaced.
        holds: Declared type of the value.
        observable: Whether adb could read the value; see `State.revision`.
        shown: Whether a screen could be built from it; see `State.total_revision`.
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
        """Return the value, and note the reading in the observation under way."""
        seen = self._state._seen
        if seen is not None:
            seen[self] = self.revision
        return self._value

    def select(self, name: Hashable, function: Callable[[T], U]) -> U:
        """Return ``function(value)``, and depend on that alone, not on the rest of the value.

        Args:
            name: Says which function this is; the same name, the same function.
            function: Cheap, and of its argument only. The slot must not be set quietly.
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
        """Replace the value and move no revision: the caller has touched something finer."""
        self._value = value

    def set(self, value: T) -> None:
        """Replace the value; the same object again changes nothing."""
        if value is not self._value:
            self._value = value
            self._state._moved(self, self.observable, self.shown)

    def update(self, **changes: Any) -> None:
        """Replace fields of a frozen dataclass; do nothing where none of them differs."""
        value: Any = self._value
        if any(getattr(value, name) != new for name, new in changes.items()):
            self.set(replace(value, **changes))


class _Part(Source):
    """Value that a function makes of a slot's; its revision stays while that does."""

    __slots__ = ("_function", "_read", "_revision", "_slot", "_value")

    def __init__(self, slot: Slot[Any], name: str, function: Callable[[Any], Any]) -> None:
        self.name = name
        self._slot = slot
        self._function = function
        self._read = self._revision = slot.revision
        self._value = function(slot.peek())

    @property
    def revision(self) -> int:  # type: ignore[override]
        """The slot's revision of when the part last became what it is."""
        slot = self._slot
        if slot.revision != self._read:
            self._read = slot.revision
            value = self._function(slot.peek())
            if value is not self._value and value != self._value:
                self._revision = slot.revision
            self._value = value
        return self._revision

    def peek(self) -> Any:
        """Return the part."""
        slot = self._slot
        return self._value if slot.revision == self._read else self._function(slot.peek())


class Key(Source):
    """Something finer than a slot, which is touched by who changes it."""

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
        """Return its value; another one each time where it has none."""
        return object() if self._function is None else self._function(*self._arguments)

    def die(self) -> None:
        """Have no value any more: nobody will touch it."""
        self._function = None


class Computed(Source, Generic[T]):
    """A value made of what a function reads, which is depended on by itself.

    What depends on it has not changed as long as the value is the same, whatever else has changed
    that the function reads.

    Args:
        state: The root of state.
        name: Names it, in `Observation.names`.
        function: Reads what observations note, and nothing else.
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
        """Another one whenever the value is."""
        if self._mark != self._state.mark:
            self._bring_up_to_date()
        return self._revision

    def peek(self) -> T:
        """Return the value without depending on it."""
        if self._mark != self._state.mark:
            self._bring_up_to_date()
        return self._value

    def get(self, again: Callable[[], object] | None = None) -> T:
        """Return the value, and note the reading in the observation under way.

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
    """Something that a computation does before it reads a source.

    Args:
        again: Does it.
        seen: What had been read before, with its revisions.
    """

    __slots__ = ("again", "seen")

    def __init__(self, again: Callable[[], object], seen: dict[Source, int]) -> None:
        self.again = again
        self.seen = seen

    def after(self, seen: dict[Source, int]) -> Preparation:
        """Return the same of a computation that has read more before."""
        return Preparation(self.again, self.seen | seen)


class Observation:
    """Record of what a computation read, which tells when any of it has changed since."""

    __slots__ = ("_differs", "_movers", "_movers_of", "_prepared", "_seen", "_values")

    def __init__(self) -> None:
        self._seen: dict[Source, int] = {}
        self._prepared: dict[Source, Preparation] = {}
        self._values: dict[Source, Any] = {}
        self._differs: Source | None = None  # the last that `recurred` found another value of
        self._movers: frozenset[Source] | None = None
        self._movers_of: dict[Source, int] | None = None

    def changed(self) -> bool:
        """Return whether anything read during the observation has a newer revision now."""
        for source, revision in self._seen.items():
            if source.revision != revision:
                return True
        return False

    def movers(self) -> frozenset[Source] | None:
        """Return all that can change it by moving; None where it reads what is computed."""
        seen = self._seen
        if self._movers_of is not seen:  # another one where it was completed
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
        """Keep the values of what was read, for `recurred`."""
        seen = self._seen
        for source, revision in seen.items():
            if source.revision == revision:
                self._values[source] = cast("_Valued", source).peek()
        # What was read before and after a preparation that changed it tells no longer whether it
        # would be made again.
        self._prepared = {
            source: preparation
            for source, preparation in self._prepared.items()
            if all(seen[each] == revision for each, revision in preparation.seen.items())
        }

    def recurred(self) -> bool:
        """Return whether all that was read has its value of then, perhaps once again.

        Tells that of what `keep_values` has kept; a key without a value that has been touched has
        changed.
        """
        seen = self._seen
        # What differed last mostly does so again: of many that are asked, few are gone through.
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
        """Do the same, and prepare what was prepared when all before it has its value of then.

        Only for who makes the computation anew where this is False: it would then do the same.
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
            except Exception:  # who makes it anew meets the same, and tells of it
                return False

    def _has_moved(self, source: Source) -> bool:
        """Return True if a source has another value than when it was read."""
        if source.revision == self._seen[source]:
            return False
        if source not in self._values:
            return True
        now, then = cast("_Valued", source).peek(), self._values[source]
        return now is not then and bool(now != then)

    def moves(self) -> list[tuple[Source, Any, Any]] | None:
        """Return what has another value than when it was read, with its value then and now.

        None where a value is not known.
        """
        moved = [source for source in self._seen if self._has_moved(source)]
        if not self._values.keys() >= set(moved):
            return None
        return [(source, self._values[source], cast("_Valued", source).peek()) for source in moved]

    def renew(self) -> None:
        """Take what was read for what it is now: what had been made of it was made anew."""
        for source in self._seen:
            self._seen[source] = source.revision
        self._differs = None
        self.keep_values()

    @property
    def names(self) -> tuple[str, ...]:
        """Names of what was read, sorted."""
        return tuple(sorted(source.name for source in self._seen))


_Valued = Slot[Any] | _Part | Key | Computed[Any]
"""All kinds of sources."""


class Watch:
    """Several observations at once, looked at only as far as something has moved meanwhile.

    Args:
        state: The root of state.
        mark: `State.mark` of a moment at which none of them had changed.
        observations: What is watched.
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
