"""The records of SPA-Bench's tasks, and the reader of files like theirs.

The 340 records are those of the benchmark's repository (MIT, see NOTICE), in one table. Ids repeat
across its sets, so a record's name is ``"<set>/<id>"``; ``"ENG/youtube_0"`` is short for
``"single-app-ENG/youtube_0"``.
"""

from __future__ import annotations

import csv
import difflib
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, Literal, get_args

from android_gym.checks import shown
from android_gym.errors import OptionError
from android_gym.host_files import read_plain

__all__ = ["Record", "Set", "Subtask", "load", "read_records", "records"]

Set = Literal["single-app-ENG", "single-app-CHN", "cross-app-ENG", "cross-app-CHN"]
"""A set of records: of one app or of several, with English or Chinese goals."""

_FILE: Final = Path(__file__).parent / "tasks.csv"
_COLUMNS: Final = (
    "set",
    "task_identifier",
    "category",
    "task_app",
    "task_app_CHN",
    "task_description",
    "task_difficulty",
    "golden_steps",
    "key_component_final",
    "adb_app",
    "adb_home_page",
    "app_order",
    "subtasks",
)
_LONGEST_FIELD: Final = 100_000
_MOST_ROWS: Final = 100_000
_MOST_BYTES: Final = 256 << 20


@dataclass(frozen=True, slots=True)
class Subtask:
    """A part of a task over several apps.

    Attributes:
        app: The app it is done in.
        task: What is to be done there; ``{phrase}`` stands for what was remembered under a phrase.
        history: True if it needs what earlier subtasks remembered.
        memory: Phrase of what later subtasks need from it, None for nothing.
    """

    app: str
    task: str
    history: bool
    memory: str | None


@dataclass(frozen=True, slots=True)
class Record:
    """A task of SPA-Bench.

    Attributes:
        set: The set it belongs to.
        id: Its id there.
        goal: What the agent is told.
        level: 1 to 3.
        golden_steps: Actions that a person needed, without saying that it is done.
        app: Name of the app; ``""`` for several.
        apps: Names of the apps in the order in which they are needed.
        key_components: Texts that the last screen of a solved episode shows, without blanks.
        package: The app's package, ``""`` where the record names none.
        activity: The activity to begin with, ``""`` where the record names none.
        category: Of tasks over several apps, e.g. ``"General_Tool"``; ``""`` otherwise.
        subtasks: Of tasks over several apps, in order.
    """

    set: Set
    id: str
    goal: str
    level: int
    golden_steps: int
    app: str
    apps: tuple[str, ...]
    key_components: tuple[str, ...] = ()
    package: str = ""
    activity: str = ""
    category: str = ""
    subtasks: tuple[Subtask, ...] = ()

    @property
    def uid(self) -> str:
        """Its name, ``"<set>/<id>"``."""
        return f"{self.set}/{self.id}"

    @property
    def language(self) -> Literal["ENG", "CHN"]:
        """Language of the goal."""
        return "CHN" if self.set.endswith("CHN") else "ENG"

    @property
    def is_cross_app(self) -> bool:
        """True if it needs several apps."""
        return self.set.startswith("cross")

    @property
    def budget(self) -> int:
        """Rounds that an agent has: twice a person's actions, and one to say that it is done."""
        return 2 * self.golden_steps + 1


@cache
def records() -> tuple[Record, ...]:
    """Return the benchmark's 340 records, in the order of its files."""
    return read_records(_FILE)


def load(uid: str) -> Record:
    """Return one of the benchmark's records.

    Args:
        uid: ``"<set>/<id>"``; ``"ENG/<id>"`` and ``"CHN/<id>"`` mean the sets of single apps.

    Raises:
        OptionError: If there is no such record.
    """
    known = _by_uid()
    name = f"single-app-{uid}" if uid.startswith(("ENG/", "CHN/")) else uid
    record = known.get(name)
    if record is None:
        near = difflib.get_close_matches(name, known, n=3, cutoff=0.5)
        hint = f" Did you mean {', '.join(near)}?" if near else ""
        raise OptionError(f"SPA-Bench has no task {shown(uid)}.{hint}")
    return record


@cache
def _by_uid() -> Mapping[str, Record]:
    return {record.uid: record for record in records()}


def read_records(path: str | Path) -> tuple[Record, ...]:
    """Read records from a table of comma-separated values with a head.

    Args:
        path: A file with the columns of this package's own table, in any order.

    Returns:
        In the order of the file.

    Raises:
        OptionError: If it can't be read, or a row is wrong; names file, line and column.
    """
    path = Path(path)
    found: dict[str, Record] = {}
    try:
        text = read_plain(path, _MOST_BYTES).decode("utf-8-sig")
        with io.StringIO(text, newline="") as file:
            reader = csv.reader(file, strict=True)
            head = next(reader, [])
            if sorted(head) != sorted(_COLUMNS):
                missing = sorted(set(_COLUMNS) - set(head))
                extra = sorted(set(head) - set(_COLUMNS))
                raise OptionError(
                    f"{path}:1: the columns must be {', '.join(_COLUMNS)}; missing are {missing}, "
                    f"unknown are {shown(extra)}."
                )
            for cells in reader:
                row = _Row(f"{path}:{reader.line_num}", head, cells)
                record = row.record()
                if record.uid in found:
                    raise OptionError(f"{row.place}: {record.uid!r} is there twice.")
                found[record.uid] = record
                if len(found) > _MOST_ROWS:
                    raise OptionError(f"{path} has more than {_MOST_ROWS:,} rows.")
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise OptionError(f"{path} can't be read: {error}.") from error
    return tuple(found.values())


class _Row:
    """Checks the cells of a row.

    Attributes:
        place: File and line, for messages.
    """

    def __init__(self, place: str, head: list[str], cells: list[str]) -> None:
        self.place = place
        if len(cells) != len(head):
            raise OptionError(f"{place} has {len(cells)} cells, the head has {len(head)}.")
        self._cells = dict(zip(head, cells, strict=True))
        if long := [name for name, cell in self._cells.items() if len(cell) > _LONGEST_FIELD]:
            raise self._wrong(long[0], f"at most {_LONGEST_FIELD:,} characters")

    def record(self) -> Record:
        """Return the row as a record."""
        cells = self._cells
        for kind in get_args(Set):
            if cells["set"] == kind:
                break
        else:
            raise self._wrong("set", f"one of {list(get_args(Set))}")
        for name in ("task_identifier", "task_description"):
            if not cells[name].strip():
                raise self._wrong(name, "some text")
        subtasks = tuple(self._subtasks()) if cells["subtasks"] else ()
        if kind.startswith("cross") != bool(subtasks):
            raise self._wrong("subtasks", "given for tasks over several apps, and for these alone")
        app = cells["task_app_CHN"] or cells["task_app"]
        return Record(
            set=kind,
            id=cells["task_identifier"],
            goal=cells["task_description"],
            level=self._whole("task_difficulty", 1, 3),
            golden_steps=self._whole("golden_steps", 1, 1000),
            app="" if subtasks else app,
            apps=self._texts("app_order") if subtasks else (app,),
            key_components=self._texts("key_component_final") if not subtasks else (),
            package=cells["adb_app"],
            activity=cells["adb_home_page"],
            category=cells["category"],
            subtasks=subtasks,
        )

    def _wrong(self, name: str, wanted: str) -> OptionError:
        return OptionError(
            f"{self.place}: {name!r} must be {wanted}, got {shown(self._cells[name])}."
        )

    def _whole(self, name: str, least: int, most: int) -> int:
        text = self._cells[name]
        if not (text.isascii() and text.isdigit() and least <= int(text[:6]) <= most):
            raise self._wrong(name, f"a whole number from {least} to {most}")
        return int(text)

    def _list(self, name: str) -> list[object]:
        try:
            values = json.loads(self._cells[name])
        except (ValueError, RecursionError) as error:
            raise self._wrong(name, f"a JSON list ({error})") from error
        if not isinstance(values, list):
            raise self._wrong(name, "a JSON list")
        return values

    def _texts(self, name: str) -> tuple[str, ...]:
        texts: list[str] = []
        for value in self._list(name):
            # An empty text is part of every screen: it would let everything pass.
            if not isinstance(value, str) or not value.strip():
                raise self._wrong(name, "a JSON list of texts, none of them empty")
            texts.append(value)
        return tuple(texts)

    def _subtasks(self) -> Iterator[Subtask]:
        for value in self._list("subtasks"):
            match value:
                case {
                    "app": str(app),
                    "task": str(task),
                    "history": bool(history),
                    "memory": str(memory),
                    **more,
                } if app and task and not more:
                    yield Subtask(app, task, history, None if memory == "None" else memory)
                case _:
                    raise self._wrong(
                        "subtasks", "a JSON list of objects with app, task, history and memory"
                    )
