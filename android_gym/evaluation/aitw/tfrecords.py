"""TFRecord files: byte strings one after the other, each with checksums, usually gzipped.

A record is its length (uint64, little endian), the checksum of these eight bytes, the data, and
their checksum. Checksums are masked CRC-32C: rotated, plus a constant, so that checksums of data
that contains checksums stay meaningful.

A gzip file may consist of several *members*, each of which can be unpacked by itself.
`RecordWriter` ends members where it is told to, and `RecordReader` can begin at any: so an index
finds an episode without unpacking what is before it. TensorFlow reads such files as well.
"""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Final, Literal, Self, cast

import google_crc32c
from isal import isal_zlib

from android_gym.checks import check_path
from android_gym.errors import DataError
from android_gym.host_files import open_plain

__all__ = ["MOST_BYTES", "Problems", "RecordReader", "RecordWriter", "Unpacker"]

MOST_BYTES: Final = 256 << 20
"""Longest record that is read, in bytes; a screen of 1440x3200 takes 14 MB."""

_HEAD: Final = struct.Struct("<QI")
_TAIL: Final = struct.Struct("<I")
_MAGIC: Final = b"\x1f\x8b"
_PACKED: Final = 128 << 10
_UNPACKED: Final = 1 << 20
_MOST_PROBLEMS: Final = 100
_DAMAGED: tuple[type[Exception], ...] = (cast(Any, isal_zlib.error), EOFError)


def masked_crc(data: bytes) -> int:
    """Return the masked checksum that is stored with data in a file."""
    crc: int = google_crc32c.value(data)
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


class Unpacker:
    """Reader of a file's bytes, unpacked if it is gzipped, with a bounded amount of memory.

    Args:
        path: The file.
        packed: Where to begin in the file: at its start, or at a gzip member.
        offset: The corresponding byte of the unpacked file.

    Attributes:
        path: The file.
        at: Byte of the unpacked file that comes next.

    Raises:
        OptionError: If `path` is not a path.
        OSError: If the file can't be read.
    """

    def __init__(self, path: str | Path, packed: int = 0, offset: int = 0) -> None:
        self.path = check_path("path", path)
        self.at = offset
        self._members: list[tuple[int, int]] = [(packed, offset)]
        self._file: BinaryIO = open(open_plain(self.path, os.O_RDONLY), "rb", buffering=0)
        self._pieces: list[memoryview] = []
        self._ahead = 0  # bytes in the pieces
        self._file.seek(packed)
        start = self._file.read(2)
        self._file.seek(packed)
        self.is_gzip = start == _MAGIC
        self._read_bytes = packed  # bytes of the file read by the unpacker
        self._input = b""
        self._engine: isal_zlib.Decompress | None = None

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def read(self, size: int) -> bytes:
        """Return the next `size` bytes, or fewer at the end of the file.

        Raises:
            DataError: If the gzip data is damaged or ends early.
        """
        while self._ahead < size:
            piece = self._more()
            if not piece:
                break
            self._pieces.append(memoryview(piece))
            self._ahead += len(piece)
        taken: list[memoryview] = []
        left = size
        while left and self._pieces:
            piece_view = self._pieces[0]
            if len(piece_view) <= left:
                taken.append(piece_view)
                self._pieces.pop(0)
            else:
                taken.append(piece_view[:left])
                self._pieces[0] = piece_view[left:]
            left -= len(taken[-1])
        data = b"".join(taken)
        self._ahead -= len(data)
        self.at += len(data)
        return data

    def skip(self, size: int) -> None:
        """Skip `size` bytes, or up to the file's end."""
        while size > 0 and (data := self.read(min(size, _UNPACKED))):
            size -= len(data)

    def _more(self) -> bytes:
        if not self.is_gzip:
            return self._file.read(_UNPACKED)
        while True:
            if not self._input:
                self._input = self._file.read(_PACKED)
                self._read_bytes += len(self._input)
                if not self._input:
                    if self._engine is not None:
                        raise self._error("its gzip ends too early; the file was cut short")
                    return b""
            if self._engine is None:
                start = self._read_bytes - len(self._input)
                if not _MAGIC.startswith(self._input[:2]):
                    raise self._error(f"no gzip follows at byte {start} of the packed file")
                self._begin_member(start)
                self._engine = isal_zlib.decompressobj(wbits=31)
            try:
                piece = self._engine.decompress(self._input, _UNPACKED)
            except _DAMAGED as error:
                raise self._error(f"its gzip is damaged: {error}") from error
            if self._engine.eof:
                self._input = self._engine.unused_data
                self._engine = None
            else:
                self._input = self._engine.unconsumed_tail
            if piece:
                return piece

    def _begin_member(self, packed: int) -> None:
        offset = self.at + self._ahead
        if self._members[-1][1] == offset:
            self._members.pop()  # an empty member
        self._members.append((packed, offset))

    def member(self, offset: int) -> tuple[int, int]:
        """Return the start of the gzip member that contains a byte read before.

        Args:
            offset: Byte of the unpacked file, not less than in the call before.

        Returns:
            Byte of the file, and of the unpacked file.
        """
        while len(self._members) > 1 and self._members[1][1] <= offset:
            self._members.pop(0)
        return self._members[0]

    def _error(self, problem: str) -> DataError:
        return DataError(str(self.path), self.at + self._ahead, problem)


class Problems:
    """Problems of a file that were skipped.

    Attributes:
        count: Number of problems.
        first: The first hundred of them.
    """

    def __init__(self) -> None:
        self.count = 0
        self.first: list[DataError] = []

    def add(self, error: DataError) -> None:
        """Count a problem."""
        self.count += 1
        if len(self.first) < _MOST_PROBLEMS:
            self.first.append(error)


class RecordReader:
    """A single iteration over a file's records, with a bounded amount of memory.

    Args:
        path: The file, gzipped or not.
        errors: ``"raise"``, or ``"skip"`` to continue at the next record that can be found.
        most_bytes: Longest record to accept.
        packed: Where to begin in the file, see `Unpacker`.
        offset: The corresponding byte of the unpacked file.

    Attributes:
        problems: What was skipped, with file and byte.
        member: Start of the gzip member in which the latest record began, see `Unpacker.member`.
    """

    def __init__(
        self,
        path: str | Path,
        errors: Literal["raise", "skip"] = "raise",
        most_bytes: int = MOST_BYTES,
        packed: int = 0,
        offset: int = 0,
    ) -> None:
        self._source = Unpacker(path, packed, offset)
        self._errors = errors
        self._most_bytes = most_bytes
        self.path = self._source.path
        self.problems = Problems()
        self.member = (packed, offset)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._source.close()

    def skip_to(self, offset: int) -> None:
        """Advance to a record that is known to begin at a byte of the unpacked file."""
        self._source.skip(offset - self._source.at)

    def __iter__(self) -> Iterator[tuple[int, bytes]]:
        """Iterate over records: the byte at which each begins, unpacked, and its data.

        Raises:
            DataError: If the file is cut short, a checksum is wrong or a record is too long, unless
                they are skipped.
        """
        with self:
            yield from self._records()

    def _records(self) -> Iterator[tuple[int, bytes]]:
        while True:
            start = self._source.at
            try:
                data = self._record(start)
            except DataError as error:
                if self._errors == "raise":
                    raise
                self.problems.add(error)
                if isinstance(error, _LostError):
                    return
                continue
            if data is None:
                return
            self.member = self._source.member(start)
            yield start, data

    def _record(self, start: int) -> bytes | None:
        head = self._read(start, _HEAD.size)
        if not head:
            return None
        if len(head) < _HEAD.size:
            raise self._lost(start, f"it ends {len(head)} bytes into a record; it was cut short")
        length, crc = _HEAD.unpack(head)
        if masked_crc(head[:8]) != crc:
            raise self._lost(start, "the checksum of a record's length is wrong")
        if length > self._most_bytes:
            raise self._lost(start, f"a record of {length} bytes; at most {self._most_bytes}")
        data = self._read(start, length)
        tail = self._read(start, _TAIL.size)
        if len(tail) < _TAIL.size:
            raise self._lost(
                start, f"of a record's {length} bytes there are {len(data)}; the file was cut short"
            )
        if masked_crc(data) != _TAIL.unpack(tail)[0]:
            raise DataError(str(self.path), start, "the checksum of a record's data is wrong")
        return data

    def _read(self, start: int, size: int) -> bytes:
        try:
            return self._source.read(size)
        except DataError as error:
            raise self._lost(start, error.problem) from error

    def _lost(self, start: int, problem: str) -> DataError:
        return _LostError(str(self.path), start, problem)


class _LostError(DataError):
    """Damage after which no further record can be found."""


class RecordWriter:
    """A writer of a gzip file of records.

    Args:
        path: The file, which must not exist yet.

    Raises:
        OSError: If it exists, or can't be written.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = check_path("path", path)
        self._file: BinaryIO = self.path.open("xb")
        self._engine: zlib._Compress | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        self.close()

    def write(self, data: bytes) -> None:
        """Write a record."""
        head = struct.pack("<Q", len(data))
        parts = (head, _TAIL.pack(masked_crc(head)), data, _TAIL.pack(masked_crc(data)))
        for part in parts:
            if self._engine is None:
                self._engine = zlib.compressobj(6, zlib.DEFLATED, 31)
            self._file.write(self._engine.compress(part))

    def end_member(self) -> None:
        """End a gzip member, so that an index can point to the next record."""
        if self._engine is not None:
            self._file.write(self._engine.flush())
            self._engine = None

    def close(self) -> None:
        """Complete the file and close it."""
        if not self._file.closed:
            self.end_member()
            self._file.close()
