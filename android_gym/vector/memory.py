"""Observations of many environments in memory shared by several processes.

The memory has no name: it is handed to other processes as an open file, and is freed with the last
process that holds it, however that process ends.
"""

from __future__ import annotations

import mmap
import os
import tempfile
from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import Space, spaces

from android_gym.errors import OptionError

__all__ = ["Arrays", "arrays_in", "mapped", "new_file", "read", "size_of", "write"]

Arrays = Any
"""Arrays of shape (number of environments, ...), in dicts and tuples as in their space."""

_ALIGNMENT = 64
_PLAIN = (spaces.Box, spaces.Discrete, spaces.MultiDiscrete, spaces.MultiBinary)


def _build(space: Space[Any], make: Callable[[tuple[int, ...], Any], np.ndarray]) -> Arrays:
    if isinstance(space, _PLAIN):
        return make(space.shape or (), space.dtype)
    if isinstance(space, spaces.Dict):
        return {key: _build(part, make) for key, part in space.spaces.items()}
    if isinstance(space, spaces.Tuple):
        return tuple(_build(part, make) for part in space.spaces)
    raise OptionError(
        f"Observations of {space} have no fixed size, so processes can't share them. Leave them "
        "out, or wrap the environment so that its observations are arrays."
    )


def size_of(space: Space[Any], num_envs: int) -> int:
    """Return the number of bytes that the observations of `num_envs` environments take.

    Raises:
        OptionError: If observations have no fixed size.
    """
    total = 0

    def count(shape: tuple[int, ...], dtype: Any) -> np.ndarray:
        nonlocal total
        total += _padded(num_envs * int(np.prod(shape)) * np.dtype(dtype).itemsize)
        return np.empty(0)

    _build(space, count)
    return total


def _padded(size: int) -> int:
    return -(-size // _ALIGNMENT) * _ALIGNMENT


def arrays_in(buffer: Any, space: Space[Any], num_envs: int, start: int = 0) -> Arrays:
    """Return the arrays in a buffer; every process gets the same layout."""
    offset = start

    def place(shape: tuple[int, ...], dtype: Any) -> np.ndarray:
        nonlocal offset
        array = np.ndarray((num_envs, *shape), dtype, buffer, offset)
        offset += _padded(array.nbytes)
        return array

    return _build(space, place)


def write(arrays: Arrays, index: int, observation: Any) -> None:
    """Write the observation of one environment."""
    if isinstance(arrays, dict):
        for key, array in arrays.items():
            write(array, index, observation[key])
    elif isinstance(arrays, tuple):
        for array, part in zip(arrays, observation, strict=True):
            write(array, index, part)
    else:
        arrays[index] = observation


def read(arrays: Arrays, index: int | slice = slice(None)) -> Any:
    """Return a copy of one environment's observation, or of all."""
    if isinstance(arrays, dict):
        return {key: read(array, index) for key, array in arrays.items()}
    if isinstance(arrays, tuple):
        return tuple(read(array, index) for array in arrays)
    return arrays[index].copy()


def new_file(size: int) -> int:
    """Create a zero-filled file of `size` bytes in memory; return its descriptor."""
    if hasattr(os, "memfd_create"):
        file = os.memfd_create("android_gym")
    else:
        with tempfile.TemporaryFile() as temporary:
            file = os.dup(temporary.fileno())
    os.ftruncate(file, max(size, 1))
    return file


def mapped(file: int) -> mmap.mmap:
    """Map a file made by `new_file`; its descriptor may be closed afterwards."""
    return mmap.mmap(file, 0)
