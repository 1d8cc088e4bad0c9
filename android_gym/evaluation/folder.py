"""The folder of a sweep: its settings and its episodes, consistent after a kill at any moment.

``manifest.json`` describes the sweep; it is written before any episode. A sweep can grow: more ids,
seeds, repeats or rewordings may be added to the same folder, everything else stays. A folder
without episodes can be used for another sweep.
``episodes.jsonl`` has a line for each episode that was played, written at once and synced to the
disk. A line that was torn by a kill is cut off when the folder is opened again, and its episode is
played again. ``runs.jsonl`` has a line for each call of the sweep: command, versions, devices.
``.lock`` keeps a second process out.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Any, Final

from android_gym.checks import check_path, shown
from android_gym.errors import OptionError, SweepError
from android_gym.evaluation.ids import task_of
from android_gym.evaluation.manifest import MANIFEST, check_planned, read_manifest, seeds_of
from android_gym.evaluation.results import EpisodeKey, Result
from android_gym.host_files import open_plain, read_plain
from android_gym.task_suite.task import Task

__all__ = [
    "SweepFolder",
    "count_planned",
    "load",
    "load_known",
    "load_manifest",
    "replace_file",
    "task_of_line",
]

_EPISODES, _LOCK = "episodes.jsonl", ".lock"
_RUNS, _TRACES = "runs.jsonl", "traces"
_MOST_BYTES: Final = 1 << 30
"""Maximum size of a file of episodes, enough for a million of them."""


class SweepFolder:
    """An open folder, which can be open only once at a time, in any process.

    Args:
        path: The folder; created if need be.
        manifest: Manifest of the sweep, JSON values.

    Attributes:
        results: Results of episodes already played, by key.

    Raises:
        OptionError: If the folder has another sweep or other files, or is open already.
        SweepError: If it can't be written.
    """

    def __init__(self, path: Path, manifest: Mapping[str, Any]) -> None:
        self.path = path
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OptionError(
                f"The folder {shown(str(path))} can't be created: {error.strerror}."
            ) from error
        _claim(path, manifest, check_only=True)  # leaves unrelated folders untouched
        with contextlib.ExitStack() as stack:
            try:
                self._lock = stack.enter_context(_appending(path / _LOCK))
            except OSError as error:
                raise SweepError(f"{str(path)!r} can't be written: {error.strerror}.") from error
            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise OptionError(
                    f"Another process is sweeping into {str(path)!r}. Wait for it to end, or "
                    "choose another folder."
                ) from error
            try:
                _claim(path, manifest)
                self._file = stack.enter_context(_appending(path / _EPISODES))
                self.results = self._read(manifest)
            except OSError as error:
                raise SweepError(f"{str(path)!r} can't be written: {error.strerror}.") from error
            self._stack = stack.pop_all()

    def _read(self, manifest: Mapping[str, Any]) -> dict[EpisodeKey, Result]:
        """Read the results; cut off a torn last line."""
        self._file.seek(0)
        data = self._file.read()
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            self._file.truncate(len(whole))
        return {result.key: result for result in _parse(whole, self.path, manifest)}

    def add(self, result: Result) -> None:
        """Add the result of an episode; it is on the disk when this returns.

        Raises:
            SweepError: If it can't be written.
        """
        line = result.to_json().encode() + b"\n"
        end = self._file.seek(0, os.SEEK_END)
        try:
            if self._file.write(line) < len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(self._file.fileno())
        except OSError as error:
            with contextlib.suppress(OSError):
                self._file.truncate(end)
            raise SweepError(
                f"{self.path / _EPISODES} can't be written: {error.strerror}. Free some "
                "space, then repeat the call to continue."
            ) from error
        self.results[result.key] = result

    def note_run(self, run: Mapping[str, Any]) -> None:
        """Record how the sweep was called this time, as JSON values.

        Raises:
            SweepError: If it can't be written.
        """
        file = self.path / _RUNS
        try:
            with _appending(file) as out:
                out.write(json.dumps(run).encode() + b"\n")
        except OSError as error:
            raise SweepError(f"{file} can't be written: {error.strerror}.") from error

    def forget(self, which: Callable[[Result], bool]) -> None:
        """Remove the results of some episodes, so that they are played again."""
        self.results = {key: r for key, r in self.results.items() if not which(r)}
        lines = "".join(result.to_json() + "\n" for result in self.results.values())
        try:
            replace_file(self.path / _EPISODES, lines.encode())
            self._file.close()
            self._file = self._stack.enter_context(_appending(self.path / _EPISODES))
        except OSError as error:
            raise SweepError(
                f"{self.path / _EPISODES} can't be written: {error.strerror}."
            ) from error

    def close(self) -> None:
        """Release the folder for other processes."""
        self._stack.close()


def load(path: str | os.PathLike[str]) -> list[Result]:
    """Read the episodes of a sweep, whether finished, under way or killed.

    Raises:
        OptionError: If the folder has no sweep, or an episode that is not in its manifest.
    """
    folder = check_path("path", path)
    _check_is_sweep(folder)
    manifest = read_manifest(folder)
    file = folder / _EPISODES
    try:
        data = read_plain(file, _MOST_BYTES, inside=folder)
    except FileNotFoundError:
        data = b""
    except OSError as error:
        raise OptionError(f"{str(file)!r} can't be read: {error}.") from error
    return _parse(data[: data.rfind(b"\n") + 1], folder, manifest)


def load_known(path: str | os.PathLike[str]) -> list[Result]:
    """Read the episodes of a sweep whose ids must all be registered.

    Raises:
        OptionError: If the folder has no sweep, or an episode's id is unknown: with its line.
    """
    results = load(path)
    for number, result in enumerate(results, 1):
        task_of_line(Path(path), number, result)
    return results


def task_of_line(folder: Path, number: int, result: Result) -> type[Task]:
    """Return the task of an episode.

    Args:
        folder: Folder of the sweep.
        number: The episode's place among those that `load` returns, from 1.
        result: The episode.

    Raises:
        OptionError: If its id is not registered: with the line.
    """
    try:
        return task_of(result.key.id)
    except OptionError as error:
        raise OptionError(
            f"{str(folder / _EPISODES)!r}, line {number}: {str(error).rstrip('.')}. Register the "
            "id, or remove the line."
        ) from error


def load_manifest(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Read the settings of a sweep: policy, ids, seeds, rules and the like.

    Raises:
        OptionError: If the folder has no sweep, or its manifest is damaged or of another format.
    """
    folder = check_path("path", path)
    _check_is_sweep(folder)
    return read_manifest(folder)


def count_planned(path: str | os.PathLike[str]) -> int:
    """Return the number of episodes that a sweep has once it is finished.

    Raises:
        OptionError: If the folder has no sweep, or its manifest is damaged or of another format.
    """
    manifest = load_manifest(path)
    repeats, wordings = manifest["repeat"] or 0, len(manifest["rewordings"])
    return sum(repeats + len(seeds_of(manifest, i)) * wordings for i in manifest["ids"])


def _check_is_sweep(folder: Path) -> None:
    try:
        is_sweep = (folder / MANIFEST).exists()
    except OSError as error:  # a name that is too long
        raise OptionError(f"{shown(str(folder))} can't be read: {error.strerror}.") from error
    if not is_sweep:
        raise OptionError(
            f"{shown(str(folder))} holds no sweep: it has no {MANIFEST}. Give the --out of a sweep."
        )


def _parse(data: bytes, folder: Path, manifest: Mapping[str, Any]) -> list[Result]:
    found: dict[EpisodeKey, Result] = {}
    for number, line in enumerate(data.split(b"\n")[:-1], 1):
        try:
            result = Result.from_json(line.decode())
        except ValueError as error:
            raise OptionError(
                f"{str(folder / _EPISODES)!r}, line {number}: {str(error).rstrip('.')}. "
                "Remove the line to have its episode played again."
            ) from error
        if result.key in found:
            raise OptionError(
                f"{str(folder / _EPISODES)!r}, line {number} repeats an episode. Remove the line."
            )
        found[result.key] = result
    try:
        check_planned(manifest, found)
    except ValueError as error:
        raise OptionError(
            f"{str(folder / _EPISODES)!r}, {error}, so the episode is not of this sweep. Remove "
            "the line, or restore the manifest."
        ) from error
    return list(found.values())


def _claim(path: Path, manifest: Mapping[str, Any], check_only: bool = False) -> None:
    """Write the manifest, or compare it with the existing one.

    That may grow. As long as no episode was played, because an argument was wrong, for example, it
    may be replaced.
    """
    text = json.dumps(manifest, indent=1) + "\n"
    file = path / MANIFEST
    if file.exists():
        other = read_manifest(path)
        own = json.loads(text)
        differing = [name for name in own | other if other.get(name) != own.get(name)]
        lacking = [name for name in differing if not _grows(name, other, own)]
        if lacking and _is_begun(path):
            theirs, ours = (_short(values.get(lacking[0])) for values in (other, own))
            raise OptionError(
                f"{str(path)!r} contains another sweep, with other {lacking[0]}: {theirs}, not "
                f"{ours}. Choose another folder, or the same arguments; only ids, seeds, repeats "
                "and rewordings may be added."
            )
        if differing and not check_only:
            replace_file(file, text.encode())
        return
    strangers = {p.name for p in path.iterdir()} - {_LOCK, f"{MANIFEST}.new"}
    if strangers:
        raise OptionError(
            f"{str(path)!r} contains other files, such as {min(strangers)!r}. "
            "Choose another folder."
        )
    if not check_only:
        replace_file(file, text.encode())


def _is_begun(path: Path) -> bool:
    """Return whether a sweep has episodes or traces, which another one must not take over."""
    episodes = path / _EPISODES
    return (episodes.exists() and episodes.stat().st_size > 0) or (path / _TRACES).exists()


def _grows(name: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
    """Return whether a value of the manifest keeps all it had, so that no episode is lost."""
    if name == "repeat":
        return old[name] is None or (new.get(name) or 0) >= old[name]
    if name == "same_seed":
        return old[name] is None
    if name in ("ids", "rewordings"):
        return set(old[name]) <= set(new.get(name, ()))
    if name == "seeds":
        return all(set(seeds_of(old, i)) <= set(seeds_of(new, i)) for i in old["ids"])
    return False


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 70 else f"{text[:50]} ... {text[-15:]}"


def _appending(file: Path) -> IO[bytes]:
    """Open a file of the folder for reading and appending; it is created if need be."""
    return open(open_plain(file, os.O_RDWR | os.O_CREAT | os.O_APPEND), "a+b", buffering=0)


def replace_file(file: Path, data: bytes) -> None:
    """Write a file atomically.

    Raises:
        OSError: If there is no room; the old content stays.
    """
    new = file.with_name(f"{file.name}.new")
    try:
        new.unlink(missing_ok=True)  # left by a kill, or a link to elsewhere
        with open(open_plain(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL), "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        os.replace(new, file)
    except OSError:
        with contextlib.suppress(OSError):
            new.unlink()
        raise
    handle = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
