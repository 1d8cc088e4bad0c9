"""Coders that write values of single types as JSON and read them back; see `simulator.codec`."""

from __future__ import annotations

import contextlib
import dataclasses
import datetime as dt
import enum
import json
import math
import reprlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NoReturn

from immutables import Map

__all__ = [
    "SIMPLE",
    "TAGGED",
    "Choose",
    "Coder",
    "Contents",
    "Fault",
    "Field",
    "Json",
    "Known",
    "by_tag",
    "check_str",
    "dataclass_functions",
    "decode_float",
    "decode_int",
    "either",
    "encode_int",
    "enum_of",
    "field_names",
    "frozenset_of",
    "is_exactly",
    "is_named",
    "literal",
    "map_of",
    "named_functions",
    "order",
    "refuse",
    "tagged",
    "tuple_of",
    "tuple_with",
]

Json = None | bool | int | float | str | list[Any] | dict[str, Any]

_MOST_INT: Final = 2**63
_MOST_COMPOUND: Final = 10_000
_FEW: Final = 64


class Contents:
    """The byte strings of a document, without duplicates.

    Attributes:
        parts: The byte strings, by number.
    """

    def __init__(self, parts: Sequence[bytes] = ()) -> None:
        self.parts = list(parts)
        self._numbers: dict[bytes, int] = {}

    def add(self, content: bytes) -> int:
        """Return the number of a byte string; equal ones share a number."""
        number = self._numbers.setdefault(content, len(self.parts))
        if number == len(self.parts):
            self.parts.append(content)
        return number


@dataclasses.dataclass(frozen=True)
class Coder:
    """Encoder and decoder of one type's values.

    Attributes:
        tag: Name of the type among the members of a union.
        accepts: Tells whether a value is of the type, judging by its class.
        encode: Converts a value to JSON.
        decode: Converts JSON to a value.
    """

    tag: str
    accepts: Callable[[Any], bool]
    encode: Callable[[Any, Contents], Json]
    decode: Callable[[Json, Contents], Any]


class Fault(Exception):
    """An error inside a value; its location is collected from the inside out."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.where: list[str] = []

    def inside(self, name: str) -> Fault:
        """Add the name of the enclosing part to the location; return the exception itself."""
        self.where.append(name)
        return self


Known = Mapping[str, Any]
Choose = Callable[[Known], Any]
Encode = Callable[[Any, Contents], Json]
Decode = Callable[[Any, Contents], Any]
Field = tuple[str, Callable[[Known], Coder]]


def refuse(value: Any, wanted: str) -> NoReturn:
    """Raise a fault for a value that isn't what was expected."""
    raise Fault(f"expected {wanted}, got {reprlib.repr(value)} ({type(value).__name__})")


def is_exactly(cls: type) -> Callable[[Any], bool]:
    """Return a test for instances of a class, excluding subclasses."""
    return lambda value: type(value) is cls


def is_named(cls: type) -> bool:
    """Return whether a class is a NamedTuple."""
    return issubclass(cls, tuple) and hasattr(cls, "_fields")


def order(data: Json) -> tuple[str, Any]:
    """Return a sort key for JSON values of any kind."""
    kind = type(data)
    if kind is str or kind is int:
        return kind.__name__, data
    return "", json.dumps(data, sort_keys=True)


def _each(function: Callable[..., Any], values: Any, contents: Contents) -> list[Any]:
    out: list[Any] = []
    try:
        for value in values:
            out.append(function(value, contents))
    except Fault as fault:
        raise fault.inside(str(len(out))) from None
    return out


def _zipped(
    functions: Sequence[Callable[..., Any]], values: Any, contents: Contents, keyed: bool = False
) -> list[Any]:
    out: list[Any] = []
    try:
        for function, value in zip(functions, values, strict=True):
            out.append(function(value, contents))
    except Fault as fault:
        raise fault.inside(reprlib.repr(values[0]).strip("'") if keyed else str(len(out))) from None
    return out


def field_names(cls: type) -> tuple[str, ...]:
    """Return the field names of a NamedTuple or frozen dataclass."""
    if is_named(cls):
        return tuple(cls._fields)  # type: ignore[attr-defined]
    if not cls.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        raise Fault(f"the dataclass {cls.__name__} is not frozen, so no value of a state")
    fields = dataclasses.fields(cls)
    if odd := [field.name for field in fields if not field.init]:
        raise Fault(f"{cls.__name__} does not take its field {odd[0]!r} as an argument")
    return tuple(field.name for field in fields)


def named_functions(
    cls: type, names: tuple[str, ...], fields: Sequence[Field]
) -> tuple[Encode, Decode]:
    """Return the encode and decode functions of a NamedTuple."""

    def encode(value: Any, contents: Contents) -> Json:
        items: tuple[Any, ...] = value
        if type(value) is not cls:
            refuse(value, f"a {cls.__name__}")
        return list(_written(dict(zip(names, items, strict=True)), fields, contents).values())

    def decode(data: Json, contents: Contents) -> Any:
        if not isinstance(data, list) or len(data) != len(names):
            refuse(data, f"an array of {len(names)} ({', '.join(names)})")
        return cls(**_read(dict(zip(names, data, strict=True)), fields, contents))

    return encode, decode


def dataclass_functions(
    cls: type, names: tuple[str, ...], fields: Sequence[Field]
) -> tuple[Encode, Decode]:
    """Return the encode and decode functions of a dataclass."""
    known = frozenset(names)

    def encode(value: Any, contents: Contents) -> Json:
        if type(value) is not cls:
            refuse(value, f"a {cls.__name__}")
        return _written({name: getattr(value, name) for name in names}, fields, contents)

    def decode(data: Json, contents: Contents) -> Any:
        if not isinstance(data, dict):
            refuse(data, "an object")
        if odd := sorted(data.keys() ^ known):
            verb = "has no" if odd[0] in known else "has an unknown"
            raise Fault(f"it {verb} field {reprlib.repr(odd[0])}")
        return cls(**_read(data, fields, contents))

    return encode, decode


def _written(values: Known, fields: Sequence[Field], contents: Contents) -> dict[str, Json]:
    out: dict[str, Json] = {}
    name = ""
    try:
        for name, follow in fields:
            out[name] = follow(values).encode(values[name], contents)
    except Fault as fault:
        raise fault.inside(name) from None
    return out


def _read(data: Known, fields: Sequence[Field], contents: Contents) -> dict[str, Any]:
    known: dict[str, Any] = {}
    name = ""
    try:
        for name, follow in fields:
            known[name] = follow(known).decode(data[name], contents)
    except Fault as fault:
        raise fault.inside(name) from None
    return known


def tagged(data: Json) -> tuple[str, Any]:
    """Return tag and content of an object with a single key."""
    if not isinstance(data, dict) or len(data) != 1:
        refuse(data, "an object with one key, the type's tag")
    return next(iter(data.items()))


def by_tag(coders: Sequence[Coder]) -> dict[str, Coder]:
    """Index coders by their tags, which have to be distinct."""
    found: dict[str, Coder] = {}
    for coder in coders:
        if found.setdefault(coder.tag, coder) is not coder:
            raise Fault(f"two types of one place are called {coder.tag!r}; rename one")
    return found


def either(coders: Sequence[Coder]) -> Coder:
    """Return the coder of a union."""
    tags = by_tag(coders)

    def encode(value: Any, contents: Contents) -> Json:
        for coder in coders:
            if coder.accepts(value):
                return {coder.tag: coder.encode(value, contents)}
        refuse(value, " or ".join(tags))

    def decode(data: Json, contents: Contents) -> Any:
        tag, inner = tagged(data)
        if tag not in tags:
            raise Fault(f"expected {' or '.join(tags)}, got the tag {reprlib.repr(tag)}")
        return tags[tag].decode(inner, contents)

    return Coder(
        " or ".join(tags), lambda value: any(c.accepts(value) for c in coders), encode, decode
    )


def literal(values: tuple[Any, ...]) -> Coder:
    """Return the coder of a set of literal values."""

    def same(value: Any, contents: Contents) -> Any:
        for known in values:
            if type(known) is type(value) and known == value:
                return value
        refuse(value, " or ".join(map(repr, values)))

    kinds = {type(value) for value in values}
    return Coder("literal", lambda value: type(value) in kinds, same, same)


def enum_of(cls: type[enum.Enum]) -> Coder:
    """Return the coder of an enumeration."""

    def encode(value: Any, contents: Contents) -> Json:
        if type(value) is not cls:
            refuse(value, f"a {cls.__name__}")
        return value.name

    def decode(data: Json, contents: Contents) -> Any:
        if type(data) is not str or data not in cls.__members__:
            refuse(data, f"a name of {cls.__name__}")
        return cls[data]

    return Coder(cls.__name__, is_exactly(cls), encode, decode)


def _same(cls: type) -> Callable[[Any, Contents], Any]:
    def same(value: Any, contents: Contents) -> Any:
        if type(value) is not cls:
            refuse(value, f"a {cls.__name__}")
        return value

    return same


def check_str(value: Any, contents: Contents) -> Any:
    """Return a text unchanged; surrogates are only allowed if they escape bytes of a file name."""
    if type(value) is not str:
        refuse(value, "a str")
    if not value.isascii():
        try:
            value.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError as error:
            raise Fault(f"it has a lone surrogate: {error.reason}") from None
    return value


def encode_int(value: Any, contents: Contents) -> Any:
    """Return a 64-bit integer unchanged."""
    if type(value) is not int:
        refuse(value, "an int")
    if not -_MOST_INT <= value < _MOST_INT:
        raise Fault(f"the number has {value.bit_length()} bits, and 63 are the most")
    return value


decode_int = encode_int


def decode_float(value: Any, contents: Contents) -> Any:
    """Return a finite number unchanged."""
    if type(value) is int:  # an int in a float field, which Python doesn't convert
        return decode_int(value, contents)
    if type(value) is not float or not math.isfinite(value):
        refuse(value, "a finite number")
    return value


def _encode_bytes(value: Any, contents: Contents) -> Json:
    if type(value) is not bytes:
        refuse(value, "bytes")
    return contents.add(value)


def _decode_bytes(data: Any, contents: Contents) -> bytes:
    if type(data) is not int or not 0 <= data < len(contents.parts):
        refuse(data, f"the number of a content, below {len(contents.parts)}")
    return contents.parts[data]


def _encode_date(value: Any, contents: Contents) -> Json:
    if type(value) is not dt.date:
        refuse(value, "a date")
    return value.isoformat()


def _decode_date(data: Any, contents: Contents) -> dt.date:
    try:
        return dt.date.fromisoformat(data)
    except (TypeError, ValueError):
        refuse(data, "a date such as 2023-10-15")


def _encode_datetime(value: Any, contents: Contents) -> Json:
    if type(value) is not dt.datetime or value.tzinfo is not None:
        refuse(value, "a date and time without a zone")
    return value.isoformat()


def _decode_datetime(data: Any, contents: Contents) -> dt.datetime:
    value: dt.datetime | None = None
    with contextlib.suppress(TypeError, ValueError):
        value = dt.datetime.fromisoformat(data)
    if value is None or value.tzinfo is not None:
        refuse(data, "a date and time such as 2023-10-15T15:34:00")
    return value


SIMPLE: Final[dict[Any, Coder]] = {
    type(None): Coder("None", is_exactly(type(None)), _same(type(None)), _same(type(None))),
    bool: Coder("bool", is_exactly(bool), _same(bool), _same(bool)),
    str: Coder("str", is_exactly(str), check_str, check_str),
    int: Coder("int", is_exactly(int), encode_int, decode_int),
    float: Coder("float", lambda v: type(v) in (int, float), decode_float, decode_float),
    bytes: Coder("bytes", is_exactly(bytes), _encode_bytes, _decode_bytes),
    dt.date: Coder("date", is_exactly(dt.date), _encode_date, _decode_date),
    dt.datetime: Coder("datetime", is_exactly(dt.datetime), _encode_datetime, _decode_datetime),
}


def _decode_special(data: Any, contents: Contents) -> float:
    if data not in ("nan", "inf", "-inf"):
        refuse(data, "nan, inf or -inf")
    return float(data)


TAGGED: Final[dict[str, Decode]] = {
    "bytes": _decode_bytes,
    "date": _decode_date,
    "float": _decode_special,
}


def tuple_of(one: Coder, most: int | None = None) -> Coder:
    """Return the coder of tuples of any length, or of at most `most` items."""
    encode, decode = one.encode, one.decode

    def check(items: Sequence[Any]) -> None:
        if most is not None and len(items) > most:
            raise Fault(f"the number of items is {len(items)}, and {most} are the most")

    def encode_all(value: Any, contents: Contents) -> Json:
        if type(value) is not tuple:
            refuse(value, "a tuple")
        check(value)
        return _each(encode, value, contents)

    def decode_all(data: Json, contents: Contents) -> Any:
        if type(data) is not list:
            refuse(data, "an array")
        check(data)
        return tuple(_each(decode, data, contents))

    return Coder("tuple", is_exactly(tuple), encode_all, decode_all)


def tuple_with(coders: Sequence[Coder]) -> Coder:
    """Return the coder of tuples of fixed length, with a type for each item."""
    encoders = [coder.encode for coder in coders]
    decoders = [coder.decode for coder in coders]

    def encode_few(value: Any, contents: Contents) -> Json:
        if type(value) is not tuple or len(value) != len(encoders):
            refuse(value, f"a tuple of {len(encoders)}")
        return _zipped(encoders, value, contents)

    def decode_few(data: Json, contents: Contents) -> Any:
        if type(data) is not list or len(data) != len(decoders):
            refuse(data, f"an array of {len(decoders)}")
        return tuple(_zipped(decoders, data, contents))

    return Coder("tuple", is_exactly(tuple), encode_few, decode_few)


def frozenset_of(one: Coder) -> Coder:
    """Return the coder of frozensets."""

    def encode(value: Any, contents: Contents) -> Json:
        if type(value) is not frozenset:
            refuse(value, "a frozenset")
        return sorted(_each(one.encode, value, contents), key=order)

    def decode(data: Json, contents: Contents) -> Any:
        if type(data) is not list:
            refuse(data, "an array")
        _check_keys(data)
        found = frozenset(_each(one.decode, data, contents))
        if len(found) != len(data):
            raise Fault("it has a member twice")
        return found

    return Coder("frozenset", is_exactly(frozenset), encode, decode)


def _check_keys(data: Sequence[Json]) -> None:
    """Reject more compound keys than can safely be compared with one another.

    Hashes of tuples aren't randomized, so an attacker can create many with the same hash.
    """
    if len(data) > _MOST_COMPOUND and any(type(key) not in (str, int) for key in data):
        raise Fault(f"it has {len(data)} keys, and {_MOST_COMPOUND} are the most that are compound")


def _check_hashes(found: Mapping[Any, Any]) -> None:
    """Reject keys that collide in `Map`, which folds hashes to 32 bits, and so would be slow."""
    if len(found) > _FEW:
        folded = Counter((hash(key) ^ (hash(key) >> 32)) & 0xFFFFFFFF for key in found)
        if max(folded.values()) > _FEW:
            raise Fault(f"{max(folded.values())} of its keys have one hash")


def map_of(key: Coder, value: Coder) -> Coder:
    """Return the coder of persistent maps."""
    encoders, decoders = (key.encode, value.encode), (key.decode, value.decode)

    def encode(mapping: Any, contents: Contents) -> Json:
        if type(mapping) is not Map:
            refuse(mapping, "a Map")
        pairs = [_zipped(encoders, pair, contents, keyed=True) for pair in mapping.items()]
        return sorted(pairs, key=lambda pair: order(pair[0]))

    def decode(data: Json, contents: Contents) -> Any:
        if type(data) is not list:
            refuse(data, "an array of pairs")
        _check_keys([pair[0] for pair in data if type(pair) is list and pair])
        found: dict[Any, Any] = {}
        for pair in data:
            if type(pair) is not list or len(pair) != 2:
                refuse(pair, "a pair of key and value")
            name, item = _zipped(decoders, pair, contents, keyed=True)
            if name in found:
                raise Fault(f"it has the key {reprlib.repr(name)} twice")
            found[name] = item
        _check_hashes(found)
        return Map(found)

    return Coder("Map", is_exactly(Map), encode, decode)
