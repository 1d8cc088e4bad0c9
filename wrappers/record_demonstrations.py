"""RecordDemonstrations: writes episodes to files that agents can learn from."""

from __future__ import annotations

import json
import math
import os
from pathlib import Path
from typing import IO, Any, Literal

import gymnasium as gym
import numpy as np
from gymnasium import spaces

from android_gym.actions.stored import stored_action
from android_gym.checks import check_choice, check_flag, check_path, shown
from android_gym.errors import DependencyError, OptionError
from android_gym.host_files import open_plain
from android_gym.npz import DAMAGED, check_bytes, read_npz

__all__ = ["RecordDemonstrations", "load_episode"]

Arrays = dict[str, np.ndarray]

VERSION = 1
"""Version of the file format; raised when old files can't be read as new ones."""

_REMEDY = "Record it again, or use the release that wrote it."

MOST_BYTES = 4 << 30
"""Default of `load_episode` for the bytes that an episode's arrays may take in memory."""


class RecordDemonstrations(gym.Wrapper[Any, Any, Any, Any], gym.utils.RecordConstructorArgs):
    """A wrapper that writes every episode that ends to a compressed file, ``.npz`` or Parquet.

    An episode of T steps becomes ``episode_000000.npz`` (the next free number) with the arrays

    * ``observations`` or, for a ``Dict``, ``observations/<key>``: T + 1 observations;
    * ``actions`` or, for a ``Dict``, ``actions/<key>``: T actions;
    * ``rewards``: float64 (T,); ``terminated`` and ``truncated``: bool (T,);
    * ``metadata``: a JSON text with ``version``, ``env_id``, ``goal``, ``task``, ``params``,
      ``seed``, ``return`` and ``is_success``.

    A ``.parquet`` file has one column per array, see docs/recordings.md. `load_episode` reads
    either; nothing is pickled. Actions are stored as their space has them: JSON given as a dict or
    a string becomes an array of bytes. Episodes abandoned by a reset or ended by a failing device
    are not written. An existing file is never overwritten.

    Args:
        env: An environment whose observations and actions are arrays or flat ``Dict`` of them.
        folder: Folder to write to; created if need be.
        only_successful: Whether to leave out episodes whose task wasn't solved.
        format: ``"npz"``, or ``"parquet"``, which needs pyarrow.

    Raises:
        OptionError: If a space is something else, `folder` is a file, or there is no such format.
        DependencyError: If pyarrow is missing.
    """

    def __init__(
        self,
        env: gym.Env[Any, Any],
        folder: str,
        only_successful: bool = True,
        format: Literal["npz", "parquet"] = "npz",
    ) -> None:
        check_choice("format", format, ("npz", "parquet"))
        check_flag(only_successful=only_successful)
        self._folder = check_path("folder", folder)
        gym.utils.RecordConstructorArgs.__init__(
            self, folder=str(folder), only_successful=only_successful, format=format
        )
        gym.Wrapper.__init__(self, env)
        if format == "parquet":
            _pyarrow()
        self._format = format
        for space in (env.observation_space, env.action_space):
            parts = list(space.values()) if isinstance(space, spaces.Dict) else [space]
            if any(part.shape is None for part in parts):
                raise OptionError(f"RecordDemonstrations can't store elements of {space}.")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OptionError(
                f"folder must be writable, got {shown(folder)}: {error.strerror}."
            ) from error
        self._only_successful = only_successful
        self._observations: list[Any] = []
        self._actions: list[Any] = []
        self._outcomes: list[tuple[float, bool, bool]] = []
        self._start: dict[str, Any] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Reset, and begin another recording."""
        observation, info = self.env.reset(seed=seed, options=options)
        self._observations = [_copy(observation)]
        self._actions, self._outcomes = [], []
        self._start = {name: info.get(name) for name in ("goal", "task", "params")}
        self._start["seed"] = seed
        return observation, info

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Step and record; write the file when the episode ends.

        Raises:
            ActionError: If the action is not in the space, or too long to be recorded.
            OSError: If the file can't be written, such as on a full disk; it names the file.
        """
        stored = stored_action(self.env.action_space, action)
        observation, reward, terminated, truncated, info = self.env.step(action)
        self._actions.append(stored)  # only now: the environment may have refused it
        self._observations.append(_copy(observation))
        self._outcomes.append((float(reward), bool(terminated), bool(truncated)))
        if terminated or truncated:
            success = bool(info.get("is_success"))
            if "device_error" not in info and (success or not self._only_successful):
                info["recorded"] = str(self._write(success))
        return observation, reward, terminated, truncated, info

    def _write(self, success: bool) -> Path:
        rewards, terminated, truncated = zip(*self._outcomes, strict=True)
        metadata = self._start | {
            "version": VERSION,
            "env_id": self.spec.id if self.spec is not None else None,
            "return": sum(rewards),
            "is_success": success,
        }
        arrays: Arrays = {
            **_stack("observations", self._observations),
            **_stack("actions", self._actions),
            "rewards": np.array(rewards),
            "terminated": np.array(terminated),
            "truncated": np.array(truncated),
        }
        write = _write_npz if self._format == "npz" else _write_parquet
        number = len(list(self._folder.glob(f"episode_*.{self._format}")))
        while True:
            path = self._folder / f"episode_{number:06}.{self._format}"
            try:
                file = path.open("xb")  # several environments may share the folder
            except FileExistsError:
                number += 1
                continue
            try:
                with file:
                    write(file, arrays, json.dumps(metadata))
            except BaseException as error:
                path.unlink(missing_ok=True)  # a full disk; half an episode is of no use
                if isinstance(error, OSError) and error.errno is not None:
                    raise OSError(error.errno, error.strerror, str(path)) from error
                raise
            return path


def load_episode(path: str | Path, *, most_bytes: int = MOST_BYTES) -> dict[str, Any]:
    """Read an episode. The file may be untrusted: it is read as data and can't run anything.

    Args:
        path: The file.
        most_bytes: Bytes that its arrays may take in memory.

    Returns:
        The arrays by name, as in `RecordDemonstrations`, and ``metadata`` as a dict.

    Raises:
        OptionError: If the file is not an episode, is of another version, or too big.
        DependencyError: If it needs pyarrow, which is missing.
    """
    try:
        with open(open_plain(Path(path), os.O_RDONLY), "rb") as file:
            is_parquet = file.read(4) == b"PAR1"
        read = _read_parquet if is_parquet else _read_npz
        arrays, text = read(path, most_bytes)
        metadata = json.loads(text)
        version = metadata["version"]
    except DependencyError:
        raise
    except DAMAGED as error:
        raise OptionError(
            f"{path} is not a recorded episode: {str(error)[:300].rstrip('.')}. {_REMEDY}"
        ) from error
    if type(version) is not int or version != VERSION:
        raise OptionError(
            f"{path} is of version {shown(version)}; this release reads {VERSION}. {_REMEDY}"
        )
    try:
        _check_lengths(arrays)
    except ValueError as error:
        raise OptionError(f"{path} is not a recorded episode: {error}. {_REMEDY}") from error
    return arrays | {"metadata": metadata}


def _check_lengths(arrays: Arrays) -> None:
    """Check that there is what an episode has, as often as it has steps.

    Raises:
        ValueError: If not.
    """
    for name, kind in (("rewards", "f"), ("terminated", "b"), ("truncated", "b")):
        if name not in arrays:
            raise ValueError(f"it has no {name!r}")
        if arrays[name].ndim != 1 or arrays[name].dtype.kind != kind:
            raise ValueError(f"{name!r} has the shape {arrays[name].shape} of {arrays[name].dtype}")
    steps = len(arrays["rewards"])
    for kept in ("observations", "actions"):
        if not any(name.partition("/")[0] == kept for name in arrays):
            raise ValueError(f"it has no {kept!r}")
    lengths = {"observations": steps + 1}
    for name, array in arrays.items():
        wanted = lengths.get(name.partition("/")[0], steps)
        if array.ndim == 0 or len(array) != wanted:
            raise ValueError(
                f"{name[:80]!r} has the shape {array.shape}, and {wanted} are needed for {steps} "
                "rewards"
            )


def _checked_dtype(dtype: np.dtype[Any]) -> np.dtype[Any]:
    if dtype.kind not in "biuf":
        raise ValueError(f"it has an array of {str(dtype)[:40]}")
    return dtype


def _write_npz(file: IO[bytes], arrays: Arrays, metadata: str) -> None:
    members: dict[str, Any] = {**arrays, "metadata": np.array(metadata)}
    np.savez_compressed(file, **members)


def _read_npz(path: str | Path, most_bytes: int) -> tuple[Arrays, str]:
    arrays = read_npz(path, most_bytes, texts=("metadata",))
    return arrays, str(arrays.pop("metadata"))


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError as error:
        raise DependencyError(
            'Parquet needs pyarrow: run `pip install "android-gym[parquet]"`.'
        ) from error
    return pyarrow


def _write_parquet(file: IO[bytes], arrays: Arrays, metadata: str) -> None:
    pa = _pyarrow()
    from pyarrow import parquet

    rows = len(arrays["rewards"]) + 1
    columns, fields = [], []
    for name, array in arrays.items():
        missing = rows - len(array)  # the last observation has no step, so no action or reward
        empty = np.arange(rows) >= len(array)
        flat = np.concatenate([array, np.zeros((missing, *array.shape[1:]), array.dtype)])
        size = int(np.prod(array.shape[1:]))
        if array.ndim == 1:
            column = pa.array(flat, mask=empty)
        else:
            values = pa.array(flat.reshape(-1))
            column = pa.FixedSizeListArray.from_arrays(values, size, mask=pa.array(empty))
        shape = {"shape": json.dumps(array.shape[1:]), "dtype": str(array.dtype)}
        columns.append(column)
        fields.append(pa.field(name, column.type, metadata=shape))
    schema = pa.schema(fields, metadata={"android_gym": metadata})
    parquet.write_table(pa.Table.from_arrays(columns, schema=schema), file, compression="zstd")


def _read_parquet(path: str | Path, most_bytes: int) -> tuple[Arrays, str]:
    _pyarrow()
    from pyarrow import parquet

    with parquet.ParquetFile(path) as file:
        rows, schema = file.metadata.num_rows, file.schema_arrow
        kinds = [_parquet_kind(field) for field in schema]
        check_bytes(sum(rows * math.prod(s) * d.itemsize for s, d in kinds), most_bytes)
        table = file.read()
    arrays: Arrays = {}
    for field, column, (shape, dtype) in zip(schema, table.columns, kinds, strict=True):
        values = column.combine_chunks().drop_null()
        if shape:
            values = values.flatten()
        array = values.to_numpy(zero_copy_only=False).astype(dtype, copy=False)
        arrays[field.name] = array.reshape(-1, *shape)
    return arrays, schema.metadata[b"android_gym"].decode()


def _parquet_kind(field: Any) -> tuple[tuple[int, ...], np.dtype[Any]]:
    """Read shape and dtype of a column's rows, and check them against its type."""
    from pyarrow import types

    dtype = _checked_dtype(np.dtype(field.metadata[b"dtype"].decode()))
    shape = tuple(json.loads(field.metadata[b"shape"]))
    whole = all(type(length) is int and length > 0 for length in shape)
    if shape and types.is_fixed_size_list(field.type):
        inner, size = field.type.value_type, field.type.list_size
    else:
        inner, size = field.type, 1
    fits = types.is_boolean(inner) or types.is_integer(inner) or types.is_floating(inner)
    if not (whole and fits and math.prod(shape) == size):
        raise ValueError(f"its column {field.name[:80]!r} of {shape} is a {field.type}")
    return shape, dtype


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: np.array(part) for name, part in value.items()}
    return np.array(value)


def _stack(name: str, values: list[Any]) -> Arrays:
    if isinstance(values[0], dict):
        return {f"{name}/{key}": np.stack([value[key] for value in values]) for key in values[0]}
    return {name: np.stack(values)}
