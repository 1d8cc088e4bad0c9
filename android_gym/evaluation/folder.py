"""The folder of a sweep: which it is, and its episodes; whole after a kill at any moment.

``manifest.json`` says which sweep the folder holds; it is there before any episode.
``episodes.jsonl`` has a line for each episode that was played, written at once and synced to the
disk. A line that a kill has torn is cut off when the folder is opened again, and its episode played
again. ``.lock`` keeps a second process out.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from android_gym.errors import OptionError, SweepError
from android_gym.evaluation.results import EpisodeKey, Result

__all__ = ["SweepFolder", "load"]

_MANIFEST, _EPISODES, _LOCK = "manifest.json", "episodes.jsonl", ".lock"


class SweepFolder:
    """An open folder; the only one for this folder, in any process.

    Args:
        path: Made if it isn't there.
        manifest: Of the sweep, JSON values.

    Attributes:
        results: What was played already, by key.

    Raises:
        OptionError: If the folder holds another sweep or other files, or is open already.
    """

    def __init__(self, path: Path, manifest: Mapping[str, Any]) -> None:
        self.path = path
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OptionError(f"There can be no folder {str(path)!r}: {error}.") from error
        _claim(path, manifest, check_only=True)  # leaves other people's folders as they are
        with contextlib.ExitStack() as stack:
            self._lock = stack.enter_context(open(path / _LOCK, "a", encoding="ascii"))
            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise OptionError(f"Another process is sweeping into {str(path)!r}.") from error
            _claim(path, manifest)
            self._file = stack.enter_context(open(path / _EPISODES, "a+b"))
            self.results = self._read()
            self._stack = stack.pop_all()

    def _read(self) -> dict[EpisodeKey, Result]:
        """What is there; cuts off a last line that was torn."""
        self._file.seek(0)
        data = self._file.read()
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            self._file.truncate(len(whole))
        return {result.key: result for result in _parse(whole, self.path)}

    def add(self, result: Result) -> None:
        """Keeps what came of an episode; it is on the disk when this returns.

        Raises:
            SweepError: If it can't be written.
        """
        try:
            self._file.write(result.to_json().encode() + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise SweepError(f"{self.path / _EPISODES} can't be written: {error}.") from error
        self.results[result.key] = result

    def forget(self, which: Callable[[Result], bool]) -> None:
        """Takes out what came of some episodes, so that they are played again."""
        self.results = {key: r for key, r in self.results.items() if not which(r)}
        lines = "".join(result.to_json() + "\n" for result in self.results.values())
        _replace(self.path / _EPISODES, lines)
        self._file.close()
        self._file = self._stack.enter_context(open(self.path / _EPISODES, "a+b"))

    def close(self) -> None:
        """Lets another process have it."""
        self._stack.close()


def load(path: str | os.PathLike[str]) -> list[Result]:
    """Reads the episodes of a sweep, be it finished, under way or killed.

    Raises:
        OptionError: If the folder holds no sweep.
    """
    folder = Path(path)
    if not (folder / _MANIFEST).is_file():
        raise OptionError(f"{str(folder)!r} holds no sweep: it has no {_MANIFEST}.")
    file = folder / _EPISODES
    data = file.read_bytes() if file.exists() else b""
    return _parse(data[: data.rfind(b"\n") + 1], folder)


def _parse(data: bytes, folder: Path) -> list[Result]:
    found: dict[EpisodeKey, Result] = {}
    for number, line in enumerate(data.split(b"\n")[:-1], 1):
        try:
            result = Result.from_json(line.decode())
        except ValueError as error:
            raise OptionError(f"{folder / _EPISODES}, line {number}: {error}") from error
        if result.key in found:
            raise OptionError(f"{folder / _EPISODES}, line {number} tells an episode again.")
        found[result.key] = result
    return list(found.values())


def _claim(path: Path, manifest: Mapping[str, Any], check_only: bool = False) -> None:
    """Writes the manifest, or compares it with the one that is there."""
    text = json.dumps(manifest, indent=1) + "\n"
    file = path / _MANIFEST
    if file.exists():
        try:
            other = json.loads(file.read_text(encoding="utf-8"))
            own = json.loads(text)
            differing = [name for name in own | other if other.get(name) != own.get(name)]
        except (ValueError, TypeError, AttributeError) as error:
            raise OptionError(f"{str(file)!r} is no manifest of a sweep: {error}") from error
        if differing:
            theirs, ours = (_short(values.get(differing[0])) for values in (other, own))
            raise OptionError(
                f"{str(path)!r} holds another sweep, with other {differing[0]}: {theirs}, not "
                f"{ours}. Choose another folder, or the same arguments."
            )
        return
    strangers = {p.name for p in path.iterdir()} - {_LOCK, f"{_MANIFEST}.new"}
    if strangers:
        raise OptionError(
            f"{str(path)!r} holds other files, {min(strangers)!r} among them. "
            "Choose another folder."
        )
    if not check_only:
        _replace(file, text)


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 70 else f"{text[:50]} ... {text[-15:]}"


def _replace(file: Path, text: str) -> None:
    """Writes a file wholly or not at all."""
    new = file.with_name(f"{file.name}.new")
    with open(new, "w", encoding="utf-8") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    os.replace(new, file)
    handle = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
