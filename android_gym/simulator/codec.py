"""Values of the phone's state as JSON and back, by the types that they are declared to have.

The declared type decides what is read and made; data never names a module, a class to import or a
function. Where several types may stand (a union), data says which of them by a tag that is looked
up among those, and where anything may (``Any``, ``Hashable``, ``object``) that is plain values and
the records that the codec was made with.

| declared                              | as JSON                                             |
| ------------------------------------- | --------------------------------------------------- |
| None, bool, str                       | null, true, "text"                                  |
| int                                   | a number of at most 64 bits                         |
| float                                 | a number, finite                                    |
| bytes                                 | the number of a content (see `Contents`)            |
| datetime.date                         | "2023-10-15"                                        |
| tuple[A, B], tuple[A, ...], NamedTuple| an array                                            |
| frozenset[A]                          | an array, sorted                                    |
| immutables.Map[K, V]                  | an array of [key, value], sorted                    |
| a frozen dataclass                    | an object with all of its fields                    |
| an Enum                               | the member's name                                   |
| A or None                             | null, or as A                                       |
| A or B                                | an object with one key, the tag of A or B           |
| anything                              | null, true, 1, 0.5, "text", an array (a tuple), or  |
|                                       | {"bytes": ..}, {"date": ..}, {"float": "nan"},      |
|                                       | {"frozenset": ..}, {"Map": ..}, {"<record>": ..}    |
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import enum
import json
import math
import reprlib
import types
import typing
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Final, NoReturn

from immutables import Map

from android_gym.errors import SnapshotError

__all__ = ["Codec", "Contents", "Json"]

Json = None | bool | int | float | str | list[Any] | dict[str, Any]

_MOST_INT: Final = 2**63
_MOST_DEPTH: Final = 64
"""Tuples, maps and intents inside one another where anything may stand."""

_ANYTHING: Final = (Any, object, Hashable)


class Contents:
    """The byte strings of a document, each once.

    Attributes:
        parts: The byte strings, in the order of their numbers.
    """

    def __init__(self, parts: Sequence[bytes] = ()) -> None:
        self.parts = list(parts)
        self._numbers: dict[bytes, int] = {}

    def add(self, content: bytes) -> int:
        """Return the number of a content, the same for equal ones."""
        number = self._numbers.setdefault(content, len(self.parts))
        if number == len(self.parts):
            self.parts.append(content)
        return number


@dataclasses.dataclass(frozen=True)
class _Coder:
    """How values of one type are written and read.

    Attributes:
        tag: Name of the type among the members of a union.
        accepts: Tells whether a value is of the type, as far as its class says.
        encode: Makes JSON of a value.
        decode: Makes a value of JSON.
    """

    tag: str
    accepts: Callable[[Any], bool]
    encode: Callable[[Any, Contents], Json]
    decode: Callable[[Json, Contents], Any]


class _Fault(Exception):
    """Something wrong inside a value; collects where, from the inside out."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.where: list[str] = []

    def inside(self, name: str) -> _Fault:
        """Note that the value at fault is part of `name`; return the exception itself."""
        self.where.append(name)
        return self


Known = Mapping[str, Any]
Choose = Callable[[Known], Any]
_Encode = Callable[[Any, Contents], Json]
_Decode = Callable[[Any, Contents], Any]
_Field = tuple[str, Callable[[Known], _Coder]]


class Codec:
    """Writes and reads values by their declared types.

    Args:
        records: Dataclasses that may stand where anything may.
        chosen: Fields, by class and name, whose type follows from the fields before: a function
            of those returns it. It raises a SnapshotError where there is none.
    """

    def __init__(
        self,
        records: Sequence[type] = (),
        chosen: Mapping[tuple[type, str], Choose] | None = None,
    ) -> None:
        self._chosen = dict(chosen or {})
        self._coders: dict[Any, _Coder] = {}
        self._classes: dict[type, _Coder] = {}
        self._plain = _Coder("any", lambda value: True, self._encode_plain, self._decode_plain)
        self._records = _by_tag([self._coder(record) for record in records])

    def check(self, hint: Any, name: str) -> None:
        """Make sure that values of a declared type can be written.

        Raises:
            SnapshotError: If the type, or that of a field inside it, is not known to the codec.
        """
        self._made(hint, name)

    def encode(self, hint: Any, value: Any, contents: Contents, name: str) -> Json:
        """Make JSON of a value.

        Args:
            hint: Its declared type.
            value: The value.
            contents: Where its byte strings go.
            name: Of the value, for messages.

        Raises:
            SnapshotError: If the value is not what is declared.
        """
        return _at(name, self._made(hint, name).encode, value, contents)

    def decode(self, hint: Any, data: Json, contents: Contents, name: str) -> Any:
        """Make a value of JSON; the opposite of `encode`.

        Raises:
            SnapshotError: If the data does not stand for a value of the declared type.
        """
        return _at(name, self._made(hint, name).decode, data, contents)

    # -- types

    def _made(self, hint: Any, name: str) -> _Coder:
        return typing.cast(_Coder, _at(name, self._coder, hint))

    def _coder(self, hint: Any) -> _Coder:
        try:
            known = self._coders.get(hint)
        except TypeError:  # unhashable: no type
            raise _Fault(f"{hint!r} is no type that a snapshot can hold") from None
        if known is None:
            known = self._coders[hint] = self._make(hint)
        return known

    def _make(self, hint: Any) -> _Coder:
        if hint is None:
            hint = type(None)
        if hint in _ANYTHING:
            return self._plain
        if hint in _SIMPLE:
            return _SIMPLE[hint]
        origin, arguments = typing.get_origin(hint), typing.get_args(hint)
        if origin in (typing.Union, types.UnionType):
            return self._union(arguments)
        if origin is tuple:
            return self._tuple(arguments)
        if origin is frozenset:
            return self._frozenset(self._coder(arguments[0]))
        if origin is Map:
            return self._map(*map(self._coder, arguments))
        if origin is typing.Literal:
            return _literal(arguments)
        if isinstance(hint, type) and issubclass(hint, enum.Enum):
            return _enum(hint)
        if isinstance(hint, type) and (dataclasses.is_dataclass(hint) or _is_named(hint)):
            return self._record(hint)
        raise _Fault(f"{hint!r} is no type that a snapshot can hold")

    def _union(self, members: tuple[Any, ...]) -> _Coder:
        coders = [self._coder(member) for member in members if member is not type(None)]
        if len(coders) == len(members):
            return _either(coders)
        one = coders[0] if len(coders) == 1 else _either(coders)
        if one is self._plain:
            return one
        encode, decode = one.encode, one.decode
        return _Coder(
            one.tag,
            lambda value: value is None or one.accepts(value),
            lambda value, contents: None if value is None else encode(value, contents),
            lambda data, contents: None if data is None else decode(data, contents),
        )

    def _tuple(self, members: tuple[Any, ...]) -> _Coder:
        if len(members) == 2 and members[1] is Ellipsis:
            one = self._coder(members[0])
            encode, decode = one.encode, one.decode

            def encode_all(value: Any, contents: Contents) -> Json:
                if type(value) is not tuple:
                    _refuse(value, "a tuple")
                return _each(encode, value, contents)

            def decode_all(data: Json, contents: Contents) -> Any:
                if type(data) is not list:
                    _refuse(data, "an array")
                return tuple(_each(decode, data, contents))

            return _Coder("tuple", _is(tuple), encode_all, decode_all)
        coders = [self._coder(member) for member in members]
        encoders = [coder.encode for coder in coders]
        decoders = [coder.decode for coder in coders]

        def encode_few(value: Any, contents: Contents) -> Json:
            if type(value) is not tuple or len(value) != len(encoders):
                _refuse(value, f"a tuple of {len(encoders)}")
            return _zipped(encoders, value, contents)

        def decode_few(data: Json, contents: Contents) -> Any:
            if type(data) is not list or len(data) != len(decoders):
                _refuse(data, f"an array of {len(decoders)}")
            return tuple(_zipped(decoders, data, contents))

        return _Coder("tuple", _is(tuple), encode_few, decode_few)

    def _frozenset(self, one: _Coder) -> _Coder:
        def encode(value: Any, contents: Contents) -> Json:
            if type(value) is not frozenset:
                _refuse(value, "a frozenset")
            return sorted(_each(one.encode, value, contents), key=_order)

        def decode(data: Json, contents: Contents) -> Any:
            if type(data) is not list:
                _refuse(data, "an array")
            found = frozenset(_each(one.decode, data, contents))
            if len(found) != len(data):
                raise _Fault("it has a member twice")
            return found

        return _Coder("frozenset", _is(frozenset), encode, decode)

    def _map(self, key: _Coder, value: _Coder) -> _Coder:
        encoders, decoders = (key.encode, value.encode), (key.decode, value.decode)

        def encode(mapping: Any, contents: Contents) -> Json:
            if type(mapping) is not Map:
                _refuse(mapping, "a Map")
            pairs = [_zipped(encoders, pair, contents, str(pair[0])) for pair in mapping.items()]
            return sorted(pairs, key=lambda pair: _order(pair[0]))

        def decode(data: Json, contents: Contents) -> Any:
            if type(data) is not list:
                _refuse(data, "an array of pairs")
            found: dict[Any, Any] = {}
            for pair in data:
                if type(pair) is not list or len(pair) != 2:
                    _refuse(pair, "a pair of key and value")
                name, item = _zipped(decoders, pair, contents, str(pair[0]))
                if name in found:
                    raise _Fault(f"it has the key {reprlib.repr(name)} twice")
                found[name] = item
            return Map(found)

        return _Coder("Map", _is(Map), encode, decode)

    # -- records

    def _record(self, cls: type) -> _Coder:
        """Make the coder of a dataclass or a NamedTuple; a class may have itself inside."""
        if cls in self._classes:
            return self._classes[cls]
        names = _field_names(cls)
        fields: list[_Field] = []  # filled below: a field may be of the class itself
        functions = _named_functions if _is_named(cls) else _dataclass_functions
        self._classes[cls] = made = _Coder(cls.__name__, _is(cls), *functions(cls, names, fields))
        name = ""
        try:
            hints = typing.get_type_hints(cls)
            for name in names:
                fields.append((name, self._follow(cls, name, self._coder(hints[name]))))
        except (_Fault, NameError) as error:
            del self._classes[cls]
            fault = error if isinstance(error, _Fault) else _Fault(f"its types: {error}")
            raise fault.inside(f"{cls.__name__}.{name}" if name else cls.__name__) from None
        return made

    def _follow(self, cls: type, name: str, declared: _Coder) -> Callable[[Known], _Coder]:
        """Return what tells the coder of a field, given the fields before."""
        choose = self._chosen.get((cls, name))
        if choose is None:
            return lambda known: declared

        def chosen(known: Known) -> _Coder:
            try:
                return self._coder(choose(known))
            except SnapshotError as error:
                raise _Fault(str(error).rstrip(".")) from None

        return chosen

    # -- anything

    def _encode_plain(self, value: Any, contents: Contents, depth: int = 0) -> Json:
        kind = type(value)
        if value is None or kind is bool or kind is str:
            return value  # type: ignore[no-any-return]
        if kind is int:
            return _encode_int(value, contents)
        if kind is float:
            return value if math.isfinite(value) else {"float": str(value)}
        if depth > _MOST_DEPTH:
            raise _Fault(f"it is nested more than {_MOST_DEPTH} deep")
        if kind is tuple:
            return [self._encode_plain(item, contents, depth + 1) for item in value]
        if kind is bytes:
            return {"bytes": contents.add(value)}
        if kind is dt.date:
            return {"date": value.isoformat()}
        if kind is frozenset:
            items = [self._encode_plain(item, contents, depth + 1) for item in value]
            return {"frozenset": sorted(items, key=_order)}
        if kind is Map:
            pairs = [
                [self._encode_plain(part, contents, depth + 1) for part in pair]
                for pair in value.items()
            ]
            return {"Map": sorted(pairs, key=lambda pair: _order(pair[0]))}
        record = self._records.get(kind.__name__)
        if record is None or not record.accepts(value):
            _refuse(value, "a plain value")
        return {record.tag: record.encode(value, contents)}

    def _decode_plain(self, data: Json, contents: Contents, depth: int = 0) -> Any:
        kind = type(data)
        if data is None or kind is bool or kind is str:
            return data
        if kind is int:
            return _decode_int(data, contents)
        if kind is float:
            return _decode_float(data, contents)
        if depth > _MOST_DEPTH:
            raise _Fault(f"it is nested more than {_MOST_DEPTH} deep")
        if isinstance(data, list):
            return tuple([self._decode_plain(item, contents, depth + 1) for item in data])
        tag, inner = _tagged(data)
        if tag in ("frozenset", "Map"):
            deeper = self._deeper(depth)
            coder = self._map(deeper, deeper) if tag == "Map" else self._frozenset(deeper)
            return coder.decode(inner, contents)
        decode = _TAGGED.get(tag)
        if decode is None:
            if tag not in self._records:
                raise _Fault(f"it has the tag {reprlib.repr(tag)}, and there is no such type here")
            decode = self._records[tag].decode
        return decode(inner, contents)

    def _deeper(self, depth: int) -> _Coder:
        return _Coder(
            "any",
            self._plain.accepts,
            lambda value, contents: self._encode_plain(value, contents, depth + 1),
            lambda data, contents: self._decode_plain(data, contents, depth + 1),
        )


def _at(name: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a coder; say where it failed."""
    try:
        return function(*arguments)
    except _Fault as fault:
        where = ".".join([name, *reversed(fault.where)])
        raise SnapshotError(f"{_short(where)}: {fault.reason}.") from None
    except RecursionError:
        raise SnapshotError(f"{name}: it is nested too deeply.") from None


def _short(where: str) -> str:
    return where if len(where) <= 200 else f"{where[:120]}...{where[-60:]}"


def _refuse(value: Any, wanted: str) -> NoReturn:
    raise _Fault(f"expected {wanted}, got {reprlib.repr(value)} ({type(value).__name__})")


def _is(cls: type) -> Callable[[Any], bool]:
    return lambda value: type(value) is cls


def _is_named(cls: type) -> bool:
    return issubclass(cls, tuple) and hasattr(cls, "_fields")


def _order(data: Json) -> tuple[str, Any]:
    """Return what sorts JSON values of any kind."""
    kind = type(data)
    if kind is str or kind is int:
        return kind.__name__, data
    return "", json.dumps(data, sort_keys=True)


def _each(function: Callable[..., Any], values: Any, contents: Contents) -> list[Any]:
    out: list[Any] = []
    try:
        for value in values:
            out.append(function(value, contents))
    except _Fault as fault:
        raise fault.inside(str(len(out))) from None
    return out


def _zipped(
    functions: Sequence[Callable[..., Any]], values: Any, contents: Contents, name: str = ""
) -> list[Any]:
    out: list[Any] = []
    try:
        for function, value in zip(functions, values, strict=True):
            out.append(function(value, contents))
    except _Fault as fault:
        raise fault.inside(name or str(len(out))) from None
    return out


def _field_names(cls: type) -> tuple[str, ...]:
    if _is_named(cls):
        return tuple(cls._fields)  # type: ignore[attr-defined]
    if not cls.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        raise _Fault(f"the dataclass {cls.__name__} is not frozen, so no value of a state")
    fields = dataclasses.fields(cls)
    if odd := [field.name for field in fields if not field.init]:
        raise _Fault(f"{cls.__name__} does not take its field {odd[0]!r} as an argument")
    return tuple(field.name for field in fields)


def _named_functions(
    cls: type, names: tuple[str, ...], fields: Sequence[_Field]
) -> tuple[_Encode, _Decode]:
    def encode(value: Any, contents: Contents) -> Json:
        if type(value) is not cls:
            _refuse(value, f"a {cls.__name__}")
        return list(_written(dict(zip(names, value, strict=True)), fields, contents).values())

    def decode(data: Json, contents: Contents) -> Any:
        if not isinstance(data, list) or len(data) != len(names):
            _refuse(data, f"an array of {len(names)} ({', '.join(names)})")
        return cls(**_read(dict(zip(names, data, strict=True)), fields, contents))

    return encode, decode


def _dataclass_functions(
    cls: type, names: tuple[str, ...], fields: Sequence[_Field]
) -> tuple[_Encode, _Decode]:
    known = frozenset(names)

    def encode(value: Any, contents: Contents) -> Json:
        if type(value) is not cls:
            _refuse(value, f"a {cls.__name__}")
        return _written({name: getattr(value, name) for name in names}, fields, contents)

    def decode(data: Json, contents: Contents) -> Any:
        if not isinstance(data, dict):
            _refuse(data, "an object")
        if odd := sorted(data.keys() ^ known):
            verb = "has no" if odd[0] in known else "has an unknown"
            raise _Fault(f"it {verb} field {reprlib.repr(odd[0])}")
        return cls(**_read(data, fields, contents))

    return encode, decode


def _written(values: Known, fields: Sequence[_Field], contents: Contents) -> dict[str, Json]:
    out: dict[str, Json] = {}
    name = ""
    try:
        for name, follow in fields:
            out[name] = follow(values).encode(values[name], contents)
    except _Fault as fault:
        raise fault.inside(name) from None
    return out


def _read(data: Known, fields: Sequence[_Field], contents: Contents) -> dict[str, Any]:
    known: dict[str, Any] = {}
    name = ""
    try:
        for name, follow in fields:
            known[name] = follow(known).decode(data[name], contents)
    except _Fault as fault:
        raise fault.inside(name) from None
    return known


def _tagged(data: Json) -> tuple[str, Any]:
    if not isinstance(data, dict) or len(data) != 1:
        _refuse(data, "an object with one key, the type's tag")
    return next(iter(data.items()))


def _by_tag(coders: Sequence[_Coder]) -> dict[str, _Coder]:
    found: dict[str, _Coder] = {}
    for coder in coders:
        if found.setdefault(coder.tag, coder) is not coder:
            raise _Fault(f"two types of one place are called {coder.tag!r}; rename one")
    return found


def _either(coders: Sequence[_Coder]) -> _Coder:
    tags = _by_tag(coders)

    def encode(value: Any, contents: Contents) -> Json:
        for coder in coders:
            if coder.accepts(value):
                return {coder.tag: coder.encode(value, contents)}
        _refuse(value, " or ".join(tags))

    def decode(data: Json, contents: Contents) -> Any:
        tag, inner = _tagged(data)
        if tag not in tags:
            raise _Fault(f"expected {' or '.join(tags)}, got the tag {reprlib.repr(tag)}")
        return tags[tag].decode(inner, contents)

    return _Coder(
        " or ".join(tags), lambda value: any(c.accepts(value) for c in coders), encode, decode
    )


def _literal(values: tuple[Any, ...]) -> _Coder:
    def same(value: Any, contents: Contents) -> Any:
        for known in values:
            if type(known) is type(value) and known == value:
                return value
        _refuse(value, " or ".join(map(repr, values)))

    kinds = {type(value) for value in values}
    return _Coder("literal", lambda value: type(value) in kinds, same, same)


def _enum(cls: type[enum.Enum]) -> _Coder:
    def encode(value: Any, contents: Contents) -> Json:
        if type(value) is not cls:
            _refuse(value, f"a {cls.__name__}")
        return typing.cast(str, value.name)

    def decode(data: Json, contents: Contents) -> Any:
        if type(data) is not str or data not in cls.__members__:
            _refuse(data, f"a name of {cls.__name__}")
        return cls[data]

    return _Coder(cls.__name__, _is(cls), encode, decode)


def _same(cls: type) -> Callable[[Any, Contents], Any]:
    def same(value: Any, contents: Contents) -> Any:
        if type(value) is not cls:
            _refuse(value, f"a {cls.__name__}")
        return value

    return same


def _encode_int(value: Any, contents: Contents) -> Any:
    if type(value) is not int:
        _refuse(value, "an int")
    if not -_MOST_INT <= value < _MOST_INT:
        raise _Fault(f"the number has {value.bit_length()} bits, and 63 are the most")
    return value


_decode_int = _encode_int


def _decode_float(value: Any, contents: Contents) -> Any:
    if type(value) is int:  # a whole number that Python has not made a float of
        return _decode_int(value, contents)
    if type(value) is not float or not math.isfinite(value):
        _refuse(value, "a finite number")
    return value


def _encode_bytes(value: Any, contents: Contents) -> Json:
    if type(value) is not bytes:
        _refuse(value, "bytes")
    return contents.add(value)


def _decode_bytes(data: Any, contents: Contents) -> bytes:
    if type(data) is not int or not 0 <= data < len(contents.parts):
        _refuse(data, f"the number of a content, below {len(contents.parts)}")
    return contents.parts[data]


def _encode_date(value: Any, contents: Contents) -> Json:
    if type(value) is not dt.date:
        _refuse(value, "a date")
    return value.isoformat()


def _decode_date(data: Any, contents: Contents) -> dt.date:
    try:
        return dt.date.fromisoformat(data)
    except (TypeError, ValueError):
        _refuse(data, "a date such as 2023-10-15")


_SIMPLE: Final[dict[Any, _Coder]] = {
    type(None): _Coder("None", _is(type(None)), _same(type(None)), _same(type(None))),
    bool: _Coder("bool", _is(bool), _same(bool), _same(bool)),
    str: _Coder("str", _is(str), _same(str), _same(str)),
    int: _Coder("int", _is(int), _encode_int, _decode_int),
    float: _Coder("float", lambda v: type(v) in (int, float), _decode_float, _decode_float),
    bytes: _Coder("bytes", _is(bytes), _encode_bytes, _decode_bytes),
    dt.date: _Coder("date", _is(dt.date), _encode_date, _decode_date),
}


def _decode_special(data: Any, contents: Contents) -> float:
    if data not in ("nan", "inf", "-inf"):
        _refuse(data, "nan, inf or -inf")
    return float(data)


_TAGGED: Final[dict[str, _Decode]] = {
    "bytes": _decode_bytes,
    "date": _decode_date,
    "float": _decode_special,
}
