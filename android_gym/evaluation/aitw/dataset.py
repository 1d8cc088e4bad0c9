"""Files of episodes: reading one episode at a time or at random, and writing.

The data set's folder has a folder for each of its parts (``general``, ``install`` ...) with files
of steps, those of an episode one after the other.

An index, ``FILE.index`` beside ``FILE``, has the offset of each episode. In a file of this package
it gives direct access to an episode, as each is a gzip member of its own (see
`android_gym.evaluation.aitw.tfrecords`); in a file with a single member, everything before the
episode has to be unpacked.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Literal, Self

from android_gym.checks import check_choice, check_path, shown
from android_gym.errors import DataError, OptionError
from android_gym.evaluation.aitw.examples import Place, read_step, write_step
from android_gym.evaluation.aitw.records import Episode, Step
from android_gym.evaluation.aitw.tfrecords import RecordReader, RecordWriter
from android_gym.evaluation.aitw.wire import WireError
from android_gym.host_files import open_plain

__all__ = [
    "EpisodeReader",
    "EpisodeWriter",
    "Errors",
    "Index",
    "IndexEntry",
    "IndexedFile",
    "find_files",
    "make_index",
]

Errors = Literal["raise", "skip"]

_INDEX_VERSION: Final = 1
_MOST_INDEX_BYTES: Final = 256 << 20
_EDGE: Final = 64 << 10
_MOST_EPISODE_BYTES: Final = 4 << 30


class EpisodeReader:
    """A single iteration over the episodes of a file, with one in memory at a time.

    Args:
        path: The file.
        errors: ``"raise"``, or ``"skip"`` to leave out damaged data and continue.

    Attributes:
        problems: What was left out, each with file and byte: a record, or an episode with a missing
            record.

    Raises:
        OptionError: If an argument is wrong.
        OSError: If the file can't be read.
    """

    def __init__(self, path: str | Path, errors: Errors = "raise") -> None:
        check_choice("errors", errors, ("raise", "skip"))
        self._records = RecordReader(path, errors)
        self._errors = errors
        self._path = self._records.path
        self.problems = self._records.problems

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        self._records.close()

    def __iter__(self) -> Iterator[Episode]:
        """Iterate over the episodes.

        Raises:
            DataError: If the file is damaged, a key is missing or of another kind, an image doesn't
                fit its size, or an episode lacks a step, unless they are skipped.
        """
        for group in _groups(self._records, self._errors, keep=True):
            yield group.episode(self._path.parent.name)


class _Group:
    """Steps of one episode, as they are read.

    Args:
        file: The file's path.
        offset: Byte of the unpacked file at which the first step begins.
        member: Start of the gzip member that it is in.
    """

    def __init__(self, file: str, offset: int, member: tuple[int, int]) -> None:
        self._file = file
        self.offset = offset
        self.member = member
        self.places: list[Place] = []
        self._steps: list[Step] = []
        self._bytes = 0

    def add(self, place: Place, step: Step | None) -> None:
        """Add a step; None to keep only its place."""
        self.places.append(place)
        if step is None:
            return
        self._bytes += step.image.nbytes
        if self._bytes > _MOST_EPISODE_BYTES:
            self._steps.clear()
        else:
            self._steps.append(step)

    def check(self) -> None:
        """Check that the steps are those of an episode, from the first to the last.

        Raises:
            DataError: If they aren't.
        """
        first = self.places[0]
        if self._bytes > _MOST_EPISODE_BYTES:
            self._fail(f"its screens take more than {_MOST_EPISODE_BYTES} bytes")
        steps = [place.step for place in self.places]
        if steps != list(range(first.length)):
            missing = sorted(set(range(first.length)) - set(steps))
            problem = f"lacks step {missing[0]} of {first.length}" if missing else "is out of order"
            self._fail(f"{problem}, there are {_listed(steps)}")
        for place in self.places:
            if (place.length, place.goal, place.phone) != (first.length, first.goal, first.phone):
                self._fail(f"step {place.step} has another length, goal or phone than the first")

    def _fail(self, problem: str) -> None:
        shown = self.places[0].episode_id[:80]
        raise DataError(self._file, self.offset, f"episode {shown!r}: {problem}")

    def episode(self, subset: str) -> Episode:
        """Return the episode, which must have been checked."""
        first = self.places[0]
        return Episode(first.episode_id, first.goal, tuple(self._steps), first.phone, subset)


def _groups(records: RecordReader, errors: Errors, keep: bool) -> Iterator[_Group]:
    """Iterate over the checked episodes of a file.

    Args:
        records: The file's records.
        errors: ``"raise"``, or ``"skip"`` to add damaged data to the problems of `records`.
        keep: Whether to keep the steps, and not only their places.

    Raises:
        DataError: If something is damaged, unless it is skipped.
    """
    file = str(records.path)

    def problem(error: DataError) -> None:
        if errors == "raise":
            raise error
        records.problems.add(error)

    def checked(group: _Group | None) -> Iterator[_Group]:
        try:
            if group is not None:
                group.check()
                yield group
        except DataError as error:
            problem(error)

    group: _Group | None = None
    for offset, data in records:
        try:
            place, step = read_step(data)
        except WireError as error:
            problem(DataError(file, offset, str(error)))
            continue
        if group is None or place.episode_id != group.places[0].episode_id:
            yield from checked(group)
            group = _Group(file, offset, records.member)
        group.add(place, step if keep else None)
    yield from checked(group)


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers[:12])) + (" ..." if len(numbers) > 12 else "")


# --- random access -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """The place of an episode in its file.

    Attributes:
        id: Id of the episode.
        goal: Its instruction.
        length: Number of its steps.
        api_level: API level of its phone.
        offset: Byte of the unpacked file at which it begins.
        packed: Byte of the file at which the last gzip member before it begins.
        unpacked: Byte of the unpacked file at which that member begins.
    """

    id: str
    goal: str
    length: int
    api_level: int
    offset: int
    packed: int
    unpacked: int


_FIELDS = {"id": str, "goal": str} | dict.fromkeys(
    ("length", "api_level", "offset", "packed", "unpacked"), int
)


@dataclass(frozen=True)
class Index:
    """An index of a file.

    Attributes:
        bytes: Size of the file.
        digest: Digest of the file's beginning and end, which identifies it.
        entries: The file's episodes in order.
        problems: Number of records and episodes that were left out as damaged.
    """

    bytes: int
    digest: str
    entries: tuple[IndexEntry, ...]
    problems: int = 0


def index_path(path: str | Path) -> Path:
    """Return the path of a file's index."""
    path = Path(path)
    return path.with_name(path.name + ".index")


def make_index(path: str | Path, errors: Errors = "raise", write: bool = True) -> Index:
    """Make the index of a file.

    Args:
        path: The file.
        errors: ``"raise"``, or ``"skip"`` to leave out damaged data.
        write: Whether to write it beside the file, replacing an older one.

    Raises:
        DataError: If the file is damaged, unless that is skipped.
        OptionError: If an argument is wrong.
        OSError: If the file can't be read, or the index can't be written.
    """
    check_choice("errors", errors, ("raise", "skip"))
    path = check_path("path", path)
    with RecordReader(path, errors) as records:
        entries = tuple(_entry_of(group) for group in _groups(records, errors, keep=False))
        problems = records.problems.count
    index = Index(path.stat().st_size, _digest(path), entries, problems)
    if write:
        _write_index(index, index_path(path))
    return index


def _entry_of(group: _Group) -> IndexEntry:
    first = group.places[0]
    return IndexEntry(
        first.episode_id,
        first.goal,
        first.length,
        first.phone.api_level,
        group.offset,
        *group.member,
    )


def _digest(path: Path) -> str:
    with open(open_plain(path, os.O_RDONLY), "rb") as file:
        start = file.read(_EDGE)
        file.seek(max(0, os.fstat(file.fileno()).st_size - _EDGE))
        return hashlib.sha256(start + file.read(_EDGE)).hexdigest()


def _write_index(index: Index, path: Path) -> None:
    data = {
        "version": _INDEX_VERSION,
        "bytes": index.bytes,
        "digest": index.digest,
        "problems": index.problems,
        "entries": [[getattr(entry, name) for name in _FIELDS] for entry in index.entries],
    }
    draft = path.with_name(path.name + ".part")
    draft.write_text(json.dumps(data) + "\n", encoding="utf-8")
    draft.replace(path)


def read_index(path: str | Path) -> Index:
    """Read the index beside a file.

    Raises:
        DataError: If it is not an index, or belongs to another file.
        OSError: If it, or the file, can't be read.
    """
    path = check_path("path", path)
    own = index_path(path)
    with open(open_plain(own, os.O_RDONLY), "rb") as file:
        text = file.read(_MOST_INDEX_BYTES + 1)
    try:
        if len(text) > _MOST_INDEX_BYTES:
            raise ValueError(f"it takes more than {_MOST_INDEX_BYTES} bytes")
        data = json.loads(text)
        version = data["version"]
        if type(version) is not int or version != _INDEX_VERSION:
            raise ValueError(f"it is of version {shown(version)}")
        entries = tuple(_entry(values) for values in data["entries"])
        index = Index(_whole(data["bytes"]), str(data["digest"]), entries, _whole(data["problems"]))
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise DataError(str(own), 0, f"no index: {str(error)[:200]}; make it again") from error
    if index.bytes != path.stat().st_size or index.digest != _digest(path):
        raise DataError(str(own), 0, f"the index is of another file than {path}; make it again")
    return index


def _entry(values: Any) -> IndexEntry:
    if not isinstance(values, list) or len(values) != len(_FIELDS):
        raise ValueError(f"an entry has {len(_FIELDS)} values, not {shown(values)}")
    for value, kind in zip(values, _FIELDS.values(), strict=True):
        if type(value) is not kind or (isinstance(value, int) and not 0 <= value < 1 << 62):
            raise ValueError(f"an entry can't have the value {shown(value)}")
    return IndexEntry(*values)


def _whole(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"{shown(value)} is not a number of bytes")
    return value


class IndexedFile:
    """A file with an index, any episode of which can be read.

    Args:
        path: The file. Its index is read, or made and written if there is none.
        errors: How damage in the file is treated when the index is made: ``"raise"``, or
            ``"skip"``.

    Attributes:
        path: The file.
        index: Its index.

    Raises:
        DataError: If the index belongs to another file, or the file is damaged.
        OptionError: If an argument is wrong.
        OSError: If the file can't be read, or the index can't be written.
    """

    def __init__(self, path: str | Path, errors: Errors = "raise") -> None:
        self.path = check_path("path", path)
        there = index_path(self.path).exists()
        self.index = read_index(self.path) if there else make_index(self.path, errors)

    def __len__(self) -> int:
        return len(self.index.entries)

    def read(self, number: int) -> Episode:
        """Read an episode.

        Args:
            number: Its position in the file, from 0 on.

        Raises:
            DataError: If it is damaged, or not where the index says.
            OptionError: If there is no such episode.
        """
        if not 0 <= number < len(self):
            raise OptionError(f"{self.path} has {len(self)} episodes, none with number {number}.")
        entry = self.index.entries[number]
        member = entry.packed, entry.unpacked
        group = _Group(str(self.path), entry.offset, member)
        with RecordReader(self.path, packed=member[0], offset=member[1]) as records:
            records.skip_to(entry.offset)
            for offset, data in records:
                try:
                    place, step = read_step(data)
                except WireError as error:
                    raise DataError(str(self.path), offset, str(error)) from error
                if (place.episode_id, place.length) != (entry.id, entry.length):
                    break
                group.add(place, step)
                if len(group.places) == entry.length:
                    group.check()
                    return group.episode(self.path.parent.name)
        raise DataError(
            str(self.path),
            entry.offset,
            f"episode {entry.id[:80]!r} is not here, as the index says; make it again",
        )


# --- writing -------------------------------------------------------------------------------------


class EpisodeWriter:
    """A writer of a file of episodes, each as a gzip member of its own.

    Args:
        path: The file, which must not exist yet.

    Raises:
        OSError: If it exists, or can't be written.
    """

    def __init__(self, path: str | Path) -> None:
        self._records = RecordWriter(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        self._records.close()

    def write(self, episode: Episode) -> None:
        """Write an episode."""
        for number in range(len(episode)):
            self._records.write(write_step(episode, number))
        self._records.end_member()


def find_files(place: str | Path) -> tuple[Path, ...]:
    """Find the files of a data set.

    Args:
        place: A file, or a folder: all files in it and in its folders, except indexes, splits and
            hidden files.

    Returns:
        The files, sorted.

    Raises:
        OptionError: If there are none.
    """
    root = check_path("place", place)
    if root.is_file():
        return (root,)
    found = tuple(
        sorted(
            path
            for path in root.rglob("*")
            if path.is_file()
            and path.suffix not in (".index", ".json", ".part", ".png", ".html", ".md", ".txt")
            and not any(part.startswith(".") for part in path.relative_to(root).parts)
        )
    )
    if not found:
        raise OptionError(f"There is no file of episodes in {root}.")
    return found
