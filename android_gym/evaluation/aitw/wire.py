"""The protobuf message ``tf.train.Example``, read and written without TensorFlow.

An Example is a map from names to features, and a feature is a list of byte strings, of float32 or
of int64::

    Example  { Features features = 1 }
    Features { map<string, Feature> feature = 1 }           an entry: key = 1, value = 2
    Feature  { BytesList = 1 | FloatList = 2 | Int64List = 3 }, each { repeated value = 1 }

Reading copies nothing: values are views of the message, and lists are read on demand, so the cost
depends on what is used. For any bytes, reading terminates, with `WireError` if they are not such a
message.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

__all__ = ["KINDS", "Feature", "Value", "WireError", "encode_example", "parse_example"]

KINDS: Final = {1: "bytes", 2: "float", 3: "int64"}
"""The type of a feature's values, by the number of its field."""

_NUMBERS: Final = {kind: number for number, kind in KINDS.items()}

Value = Sequence[bytes] | npt.NDArray[np.float32] | Sequence[int]
"""A feature to write: byte strings, float32 or whole numbers."""

_VARINT, _FIXED64, _LENGTH, _FIXED32 = 0, 1, 2, 5


class WireError(ValueError):
    """Bytes that are not an Example."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature of a message.

    Attributes:
        kind: One of `KINDS`' names; ``""`` if it has no list.
        data: The message of its list.
    """

    kind: str
    data: memoryview

    def strings(self) -> list[memoryview]:
        """Return the byte strings.

        Raises:
            WireError: If the list is damaged.
        """
        return [_message(part) for field, _, part in _fields(self.data) if field == 1]

    def floats(self) -> npt.NDArray[np.float32]:
        """Return the float32 numbers.

        Raises:
            WireError: If the list is damaged.
        """
        parts = [part for field, _, part in _fields(self.data) if field == 1]
        data = parts[0] if len(parts) == 1 else b"".join(map(_message, parts))
        data = _message(data)
        if len(data) % 4:
            raise WireError(f"a list of float32 takes {len(data)} bytes")
        return np.frombuffer(data, "<f4")

    def ints(self) -> list[int]:
        """Return the whole numbers.

        Raises:
            WireError: If the list is damaged.
        """
        found: list[int] = []
        for field, wire, part in _fields(self.data):
            if field == 1 and wire == _VARINT and isinstance(part, int):
                found.append(_signed(part))
            elif field == 1:
                data, at = _message(part), 0
                while at < len(data):
                    value, at = _varint(data, at)
                    found.append(_signed(value))
        return found


def parse_example(data: bytes) -> dict[str, Feature]:
    """Read a message.

    Args:
        data: The message.

    Returns:
        Its features by name.

    Raises:
        WireError: If it is not an Example.
    """
    found: dict[str, Feature] = {}
    for field, _, features in _fields(memoryview(data)):
        if field != 1:
            continue
        for entry_field, _, entry in _fields(_message(features)):
            if entry_field == 1:
                name, feature = _entry(_message(entry))
                found[name] = feature
    return found


def _entry(entry: memoryview) -> tuple[str, Feature]:
    name, feature = "", Feature("", memoryview(b""))
    for field, _, part in _fields(entry):
        if field == 1:
            try:
                name = str(_message(part), "utf-8")
            except UnicodeDecodeError as error:
                raise WireError(f"a feature's name is not UTF-8: {error.reason}") from error
        elif field == 2:
            feature = _feature(_message(part))
    return name, feature


def _feature(data: memoryview) -> Feature:
    number, lists = 0, [memoryview(b"")]
    for field, _, part in _fields(data):
        if field in KINDS:
            # If there are several fields, the last one counts; parts of the same list are joined.
            lists = [*lists, _message(part)] if field == number else [_message(part)]
            number = field
    merged = lists[0] if len(lists) == 1 else memoryview(b"".join(lists))
    return Feature(KINDS.get(number, ""), merged)


def _fields(data: memoryview) -> Iterator[tuple[int, int, memoryview | int]]:
    """Iterate over a message's fields: number, wire type, and value."""
    at, end = 0, len(data)
    while at < end:
        # Numbers below 128, which nearly all are, take a single byte.
        tag = data[at]
        at += 1
        if tag >= 0x80:
            tag, at = _varint(data, at - 1)
        wire = tag & 7
        if wire == _LENGTH:
            if at >= end:
                raise WireError("it ends within a number")
            size = data[at]
            at += 1
            if size >= 0x80:
                size, at = _varint(data, at - 1)
        elif wire == _VARINT:
            value, at = _varint(data, at)
            yield tag >> 3, wire, value
            continue
        elif wire in (_FIXED32, _FIXED64):
            size = 4 if wire == _FIXED32 else 8
        else:
            raise WireError(f"there is no wire type {wire}")
        if size > end - at:
            raise WireError(f"a field of {size} bytes has {end - at}")
        yield tag >> 3, wire, data[at : at + size]
        at += size


def _varint(data: memoryview, at: int) -> tuple[int, int]:
    value = shift = 0
    for byte in data[at : at + 10]:
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value & 0xFFFF_FFFF_FFFF_FFFF, at + shift // 7
    raise WireError("it ends within a number" if shift < 70 else "a number takes over 10 bytes")


def _signed(value: int) -> int:
    return value - (1 << 64) if value >= 1 << 63 else value


def _message(part: memoryview | bytes | int) -> memoryview:
    if isinstance(part, int):
        raise WireError("a number stands where bytes should")
    return memoryview(part)


# --- writing -------------------------------------------------------------------------------------


def encode_example(features: Mapping[str, tuple[str, Value]]) -> bytes:
    """Write a message.

    Args:
        features: Kind (see `KINDS`) and values of each feature; written in this order.
    """
    entries = []
    for name, (kind, values) in features.items():
        if kind == "bytes":
            listed = b"".join(_field(1, bytes(value)) for value in values)
        elif kind == "float":
            listed = _field(1, np.asarray(values, "<f4").tobytes()) if len(values) else b""
        else:
            listed = _field(1, b"".join(_number(int(value)) for value in values))
        feature = _field(_NUMBERS[kind], listed)
        entries.append(_field(1, _field(1, name.encode()) + _field(2, feature)))
    return _field(1, b"".join(entries))


def _field(number: int, data: bytes) -> bytes:
    return b"".join((_number(number << 3 | _LENGTH), _number(len(data)), data))


def _number(value: int) -> bytes:
    value &= 0xFFFF_FFFF_FFFF_FFFF
    written = bytearray()
    while value >= 0x80:
        written.append(value & 0x7F | 0x80)
        value >>= 7
    written.append(value)
    return bytes(written)
