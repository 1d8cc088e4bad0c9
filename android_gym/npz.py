"""Reading of untrusted ``.npz`` files of NumPy: as data only, within a size limit."""

from __future__ import annotations

import math
import zipfile
import zlib
from collections.abc import Collection
from pathlib import Path
from typing import IO, Any

import numpy as np

__all__ = ["DAMAGED", "check_bytes", "read_npz"]

DAMAGED = (OSError, ValueError, LookupError, TypeError, AttributeError, EOFError, MemoryError,
           NotImplementedError, RuntimeError, zipfile.BadZipFile, zlib.error)  # fmt: skip
"""Errors raised by reading a file that is damaged or of another kind (RecursionError included)."""


def check_bytes(size: int, most: int) -> None:
    """Check that arrays take no more memory than allowed.

    Raises:
        ValueError: If they take more.
    """
    if size > most:
        raise ValueError(f"its arrays take {size} bytes; at most {most} are allowed")


def read_npz(
    file: str | Path | IO[bytes], most_bytes: int, texts: Collection[str] = ()
) -> dict[str, np.ndarray]:
    """Read arrays of numbers and booleans; nothing is unpickled.

    Sizes are checked before memory is taken: an array takes no more than its header says, its
    member of the archive holds, and is left of the limit.

    Args:
        file: A path, or an open file.
        most_bytes: What all arrays may take in memory.
        texts: Names of arrays that hold a text each in place of numbers.

    Returns:
        The arrays by name.

    Raises:
        ValueError: If an array is of something else, larger than its file, or beyond the limit. A
            damaged file raises any of `DAMAGED`.
    """
    arrays: dict[str, np.ndarray] = {}
    left = most_bytes
    with zipfile.ZipFile(file) as archive:
        for member in archive.infolist():
            with archive.open(member) as stream:
                shape, dtype = _header(stream)
            name = member.filename.removesuffix(".npy")
            if dtype.kind not in ("U" if name in texts and not shape else "biuf"):
                raise ValueError(f"it has an array of {str(dtype)[:40]} called {name[:40]!r}")
            size = math.prod(shape) * dtype.itemsize
            check_bytes(size, min(left, member.file_size))
            left -= size
            with archive.open(member) as stream:
                array = np.lib.format.read_array(stream, allow_pickle=False)
            arrays[name] = array
    return arrays


def _header(stream: IO[bytes]) -> tuple[tuple[int, ...], np.dtype[Any]]:
    version = np.lib.format.read_magic(stream)
    if version == (1, 0):
        shape, _, dtype = np.lib.format.read_array_header_1_0(stream)
    else:
        shape, _, dtype = np.lib.format.read_array_header_2_0(stream)
    if any(length < 0 for length in shape):
        raise ValueError(f"it has an array of the shape {shape}")
    return shape, dtype
