"""Applies a write-ahead log to its database.

Databases on the phone are always stored checkpointed. A log with frames comes only from outside: a
database and its log pulled from another phone. The format is that of
https://www.sqlite.org/fileformat2.html#walformat.
"""

from __future__ import annotations

import struct
from typing import Final

__all__ = ["recovered"]

_HEADER: Final = struct.Struct(">8I")
_FRAME: Final = struct.Struct(">6I")
_MAGIC: Final = 0x377F0682  # plus one: checksums are of big-endian words


def recovered(database: bytes, log: bytes) -> bytes | None:
    """Return the database with the log's committed frames applied.

    Args:
        database: The main file's bytes.
        log: Bytes of its ``-wal`` file.

    Returns:
        The new bytes, or None where the log holds no committed frame.
    """
    if len(log) < _HEADER.size:
        return None
    magic, version, page_size, _, salt1, salt2, check1, check2 = _HEADER.unpack_from(log)
    if magic & ~1 != _MAGIC or version != 3_007_000 or not 512 <= page_size <= 65536:
        return None
    order = ">" if magic & 1 else "<"
    sums = _checksum(log[:24], (0, 0), order)
    if sums != (check1, check2):
        return None
    pages: dict[int, bytes] = {}
    pending: dict[int, bytes] = {}
    size_in_pages = 0
    for start in range(
        _HEADER.size, len(log) - _FRAME.size - page_size + 1, _FRAME.size + page_size
    ):
        number, commit, frame_salt1, frame_salt2, sum1, sum2 = _FRAME.unpack_from(log, start)
        page = log[start + _FRAME.size : start + _FRAME.size + page_size]
        sums = _checksum(log[start : start + 8] + page, sums, order)
        if (frame_salt1, frame_salt2) != (salt1, salt2) or sums != (sum1, sum2) or number == 0:
            break
        pending[number] = page
        if commit:
            pages.update(pending)
            pending.clear()
            size_in_pages = commit
    if not pages:
        return None
    content = bytearray(database[: size_in_pages * page_size])
    content.extend(bytes(size_in_pages * page_size - len(content)))
    for number, page in pages.items():
        if number <= size_in_pages:
            content[(number - 1) * page_size : number * page_size] = page
    return bytes(content)


def _checksum(data: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    first, second = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for index in range(0, len(words), 2):
        first = (first + words[index] + second) & 0xFFFFFFFF
        second = (second + words[index + 1] + first) & 0xFFFFFFFF
    return first, second
