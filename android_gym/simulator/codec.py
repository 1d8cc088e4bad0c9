"""Conversion of the phone's state to JSON and back, directed by declared types.

The declared type determines what is read and created; data never names a module, a function or a
class to import. For a union, the data selects one of its members by a tag; where anything is
allowed (``Any``, ``Hashable``, ``object``), these are plain values and the records that were passed
to the codec.

| declared                              | as JSON                                             |
| ------------------------------------- | --------------------------------------------------- |
| None, bool, str                       | null, true, "text"                                  |
| int                                   | a number of at most 64 bits                         |
| float                                 | a number, finite                                    |
| bytes                                 | the number of a content (see `Contents`)            |
| datetime.date                         | "2023-10-15"                                        |
| datetime.datetime, without a zone     | "2023-10-15T15:34:00"                               |
| tuple[A, B], tuple[A, ...], NamedTuple| an array                                            |
| frozenset[A]                          | an array, sorted                                    |
| immutables.Map[K, V]                  | an array of [key, value], sorted                    |
| a frozen dataclass                    | an object with all of its fields                    |
| an Enum                               | the member's name                                   |
| A or None                             | null, or as A                                       |
| A or B                                | an object with one key, the tag of A or B           |
| Records(classes, most)                | an array of objects with one key, the class's name  |
| anything                              | null, true, 1, 0.5, "text", an array (a tuple), or  |
|                                       | {"bytes": ..}, {"date": ..}, {"float": "nan"},      |
|                                       | {"frozenset": ..}, {"Map": ..}, {"<record>": ..}    |
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import enum
import math
import reprlib
import types
import typing
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Final

from immutables import Map

from android_gym.errors import SnapshotError
from android_gym.simulator.coders import (
    SIMPLE,
    TAGGED,
    Choose,
    Coder,
    Contents,
    Fault,
    Field,
    Json,
    Known,
    by_tag,
    check_str,
    dataclass_functions,
    decode_float,
    decode_int,
    either,
    encode_int,
    enum_of,
    field_names,
    frozenset_of,
    is_exactly,
    is_named,
    literal,
    map_of,
    named_functions,
    order,
    refuse,
    tagged,
    tuple_of,
    tuple_with,
)

__all__ = ["Codec", "Contents", "Json", "Records"]

_MOST_DEPTH: Final = 64
"""Greatest nesting depth of tuples, maps and intents where anything is allowed."""

_ANYTHING: Final = (Any, object, Hashable)


@dataclasses.dataclass(frozen=True)
class Records:
    """The type of a tuple of dataclass instances, each written with the name of its class.

    Attributes:
        classes: Frozen dataclasses of the items, with distinct names.
        most: Most items.
    """

    classes: tuple[type, ...]
    most: int


class Codec:
    """Encoder and decoder of values by their declared types.

    Args:
        records: Dataclasses that are allowed where anything is.
        chosen: Fields, by class and name, whose type depends on the fields before them: a function
            that gets those fields and returns the type, or raises a SnapshotError if there is none.
    """

    def __init__(
        self,
        records: Sequence[type] = (),
        chosen: Mapping[tuple[type, str], Choose] | None = None,
    ) -> None:
        self._chosen = dict(chosen or {})
        self._coders: dict[Any, Coder] = {}
        self._classes: dict[type, Coder] = {}
        self._plain = Coder("any", lambda value: True, self._encode_plain, self._decode_plain)
        self._records = by_tag([self._coder(record) for record in records])

    def check(self, hint: Any, name: str) -> None:
        """Check that values of a declared type can be encoded.

        Raises:
            SnapshotError: If the codec doesn't support the type, or that of a field inside it.
        """
        self._made(hint, name)

    def encode(self, hint: Any, value: Any, contents: Contents, name: str) -> Json:
        """Convert a value to JSON.

        Args:
            hint: Its declared type.
            value: The value.
            contents: Collects its byte strings.
            name: Name of the value, for messages.

        Raises:
            SnapshotError: If the value isn't of the declared type.
        """
        return _at(name, self._made(hint, name).encode, value, contents)

    def decode(self, hint: Any, data: Json, contents: Contents, name: str) -> Any:
        """Convert JSON to a value; the inverse of `encode`.

        Raises:
            SnapshotError: If the data doesn't represent a value of the declared type.
        """
        return _at(name, self._made(hint, name).decode, data, contents)

    # -- types

    def _made(self, hint: Any, name: str) -> Coder:
        return typing.cast(Coder, _at(name, self._coder, hint))

    def _coder(self, hint: Any) -> Coder:
        try:
            known = self._coders.get(hint)
        except TypeError:  # unhashable, so not a type
            raise Fault(f"{hint!r} is no type that a snapshot can hold") from None
        if known is None:
            known = self._coders[hint] = self._make(hint)
        return known

    def _make(self, hint: Any) -> Coder:
        if hint is None:
            hint = type(None)
        if hint in _ANYTHING:
            return self._plain
        if hint in SIMPLE:
            return SIMPLE[hint]
        origin, arguments = typing.get_origin(hint), typing.get_args(hint)
        if origin in (typing.Union, types.UnionType):
            return self._union(arguments)
        if origin is tuple:
            if arguments[1:] == (Ellipsis,):
                return tuple_of(self._coder(arguments[0]))
            return tuple_with([self._coder(member) for member in arguments])
        if origin is frozenset:
            return frozenset_of(self._coder(arguments[0]))
        if origin is Map:
            return map_of(*map(self._coder, arguments))
        if origin is typing.Literal:
            return literal(arguments)
        if isinstance(hint, type) and issubclass(hint, enum.Enum):
            return enum_of(hint)
        if isinstance(hint, Records):
            return self._several(hint)
        return self._record(hint)

    def _union(self, members: tuple[Any, ...]) -> Coder:
        coders = [self._coder(member) for member in members if member is not type(None)]
        if len(coders) == len(members):
            return either(coders)
        one = coders[0] if len(coders) == 1 else either(coders)
        if one is self._plain:
            return one
        encode, decode = one.encode, one.decode
        return Coder(
            one.tag,
            lambda value: value is None or one.accepts(value),
            lambda value, contents: None if value is None else encode(value, contents),
            lambda data, contents: None if data is None else decode(data, contents),
        )

    # -- records

    def _several(self, hint: Records) -> Coder:
        one = either([self._record(cls) for cls in hint.classes])
        return tuple_of(one, hint.most if hint.classes else 0)

    def _record(self, cls: type) -> Coder:
        """Return the coder of a dataclass or NamedTuple; classes may be recursive."""
        if not isinstance(cls, type) or not (dataclasses.is_dataclass(cls) or is_named(cls)):
            raise Fault(f"{cls!r} is no type that a snapshot can hold")
        if cls in self._classes:
            return self._classes[cls]
        names = field_names(cls)
        fields: list[Field] = []  # filled below, since a field may be of the class itself
        functions = named_functions if is_named(cls) else dataclass_functions
        self._classes[cls] = made = Coder(
            cls.__name__, is_exactly(cls), *functions(cls, names, fields)
        )
        name = ""
        try:
            hints = typing.get_type_hints(cls)
            for name in names:
                fields.append((name, self._follow(cls, name, self._coder(hints[name]))))
        except (Fault, NameError) as error:
            del self._classes[cls]
            fault = error if isinstance(error, Fault) else Fault(f"its types: {error}")
            raise fault.inside(f"{cls.__name__}.{name}" if name else cls.__name__) from None
        return made

    def _follow(self, cls: type, name: str, declared: Coder) -> Callable[[Known], Coder]:
        """Return a function that returns the coder of a field, given the fields before it."""
        choose = self._chosen.get((cls, name))
        if choose is None:
            return lambda known: declared

        def chosen(known: Known) -> Coder:
            try:
                return self._coder(choose(known))
            except SnapshotError as error:
                raise Fault(str(error).rstrip(".")) from None

        return chosen

    # -- anything

    def _encode_plain(self, value: Any, contents: Contents, depth: int = 0) -> Json:
        kind = type(value)
        if value is None or kind is bool:
            return value
        if kind is str:
            return check_str(value, contents)
        if kind is int:
            return encode_int(value, contents)
        if kind is float:
            return value if math.isfinite(value) else {"float": str(value)}
        if depth > _MOST_DEPTH:
            raise Fault(f"it is nested more than {_MOST_DEPTH} deep")
        if kind is tuple:
            return [self._encode_plain(item, contents, depth + 1) for item in value]
        if kind is bytes:
            return {"bytes": contents.add(value)}
        if kind is dt.date:
            return {"date": value.isoformat()}
        if kind is frozenset:
            items = [self._encode_plain(item, contents, depth + 1) for item in value]
            return {"frozenset": sorted(items, key=order)}
        if kind is Map:
            pairs = [
                [self._encode_plain(part, contents, depth + 1) for part in pair]
                for pair in value.items()
            ]
            return {"Map": sorted(pairs, key=lambda pair: order(pair[0]))}
        record = self._records.get(kind.__name__)
        if record is None or not record.accepts(value):
            refuse(value, "a plain value")
        return {record.tag: record.encode(value, contents)}

    def _decode_plain(self, data: Json, contents: Contents, depth: int = 0) -> Any:
        kind = type(data)
        if data is None or kind is bool:
            return data
        if kind is str:
            return check_str(data, contents)
        if kind is int:
            return decode_int(data, contents)
        if kind is float:
            return decode_float(data, contents)
        if depth > _MOST_DEPTH:
            raise Fault(f"it is nested more than {_MOST_DEPTH} deep")
        if isinstance(data, list):
            return tuple([self._decode_plain(item, contents, depth + 1) for item in data])
        tag, inner = tagged(data)
        if tag in ("frozenset", "Map"):
            deeper = self._deeper(depth)
            coder = map_of(deeper, deeper) if tag == "Map" else frozenset_of(deeper)
            return coder.decode(inner, contents)
        decode = TAGGED.get(tag)
        if decode is None:
            if tag not in self._records:
                raise Fault(f"it has the tag {reprlib.repr(tag)}, and there is no such type here")
            decode = self._records[tag].decode
        return decode(inner, contents)

    def _deeper(self, depth: int) -> Coder:
        return Coder(
            "any",
            self._plain.accepts,
            lambda value, contents: self._encode_plain(value, contents, depth + 1),
            lambda data, contents: self._decode_plain(data, contents, depth + 1),
        )


def _at(name: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a coder; report where it failed."""
    try:
        return function(*arguments)
    except Fault as fault:
        where = ".".join([name, *reversed(fault.where)])
        raise SnapshotError(f"{_short(where)}: {fault.reason}.") from None
    except RecursionError:
        raise SnapshotError(f"{name}: it is nested too deeply.") from None


def _short(where: str) -> str:
    return where if len(where) <= 200 else f"{where[:120]}...{where[-60:]}"
