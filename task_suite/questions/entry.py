"""Entries of question and change files: their common attributes and how they are read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar

from android_gym.checks import shown
from android_gym.errors import OptionError
from android_gym.task_suite.questions.adapter import Adapter
from android_gym.task_suite.questions.conditions import Condition
from android_gym.task_suite.questions.parts import (
    MOST_NOISE,
    Around,
    Parameter,
    RowTemplate,
    SharedValues,
    read_apps,
    read_complexity,
    read_conditions,
    read_count,
    read_difficulty,
    read_parameters,
    read_rows,
)
from android_gym.task_suite.questions.toml import Place, Table
from android_gym.task_suite.questions.wordings import read_wordings
from android_gym.task_suite.task import Difficulty

if TYPE_CHECKING:
    from android_gym.task_suite.task import Task

__all__ = ["Entry", "SharedParts", "check_name", "made", "read_entries", "read_shared"]

E = TypeVar("E")
T = TypeVar("T", bound="Task")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An entry of a file.

    Attributes:
        name: The task's name.
        summary: A one-line description.
        prompt: The goal's template.
        rewordings: The template in other words.
        apps: Labels of the apps it is about.
        adapter: Adapter of the app whose rows it is about.
        parameters: Parameters by name.
        decoys: Rows that are similar but not meant.
        exclude: Conditions that, all together, no noise or decoy may meet.
        noise: Number of noise rows.
        around: What noise rows are made of, see `SharedValues`; None if the adapter draws them.
        difficulty: See `android_gym.task_suite.task.Task`, as for the following.
        tags: See there.
        complexity: See there.
        version: See there.
        place: Where the entry is in the file.
        exclude_place: Where its `exclude` is in the file.
    """

    name: str
    summary: str
    prompt: str
    rewordings: tuple[str, ...]
    apps: tuple[str, ...]
    adapter: Adapter
    parameters: Mapping[str, Parameter]
    decoys: tuple[RowTemplate, ...]
    exclude: tuple[Condition, ...]
    noise: int
    around: Around | None
    difficulty: Difficulty
    tags: tuple[str, ...]
    complexity: float
    version: int
    place: Place
    exclude_place: Place

    def check_drawn(self, params: Mapping[str, Any], keys: Iterable[str]) -> None:
        """Reject values that aren't of its parameters, and rows that the app cannot hold.

        Args:
            params: A task's parameters.
            keys: Those of them that are rows.

        Raises:
            OptionError: Naming the value at fault.
        """
        names = set(self.parameters)
        for key in ("values", "said"):
            own = params[key]
            if set(own) != names or not all(isinstance(text, str) for text in own.values()):
                raise OptionError(f"{key!r} must have a string for each of {sorted(names)}.")
        for key in keys:
            for row in params[key]:
                self._check_row(key, row)

    def _check_row(self, key: str, row: Any) -> None:
        fields = set(self.adapter.fields)
        if not isinstance(row, Mapping) or set(row) != fields:
            raise OptionError(
                f"A row of {key!r} needs exactly the fields {sorted(fields)}, got {row!r}."
            )
        try:
            settled = self.adapter.settle(dict(row))
        except (ValueError, TypeError) as error:
            raise OptionError(f"{key!r} can't have the row {row!r}: {error}.") from error
        if settled != dict(row):
            raise OptionError(f"The app would hold {row!r} as {settled!r}.")


class SharedParts(TypedDict):
    """Attributes of an `Entry`, for creating an instance of a subclass."""

    name: str
    summary: str
    prompt: str
    rewordings: tuple[str, ...]
    apps: tuple[str, ...]
    adapter: Adapter
    parameters: Mapping[str, Parameter]
    decoys: tuple[RowTemplate, ...]
    exclude: tuple[Condition, ...]
    noise: int
    around: Around | None
    difficulty: Difficulty
    tags: tuple[str, ...]
    complexity: float
    version: int
    place: Place
    exclude_place: Place


def read_entries(
    top: Table, key: str, example: str, read: Callable[[Table, str, SharedValues], E]
) -> tuple[E, ...]:
    """Read the top table of a file.

    Args:
        top: The table.
        key: Key of its entries, such as ``"questions"``.
        example: An entry's name, for the error message if there is none.
        read: Reads an entry, given its table, its name and the file's shared values.

    Raises:
        OptionError: With file, line and remedy.
    """
    file = SharedValues(top)
    tables = top.table(key)
    names = list(tables.keys())
    if not names:
        top.fail(f"a file of {key} needs at least one table like [{key}.{example}].")
    entries = tuple(read(file.completed(tables.table(name)), name, file) for name in names)
    file.end()
    top.end()
    return entries


def read_shared(
    table: Table, name: str, file: SharedValues, example: str, tags: list[str]
) -> SharedParts:
    """Read the attributes that every entry has.

    Args:
        table: The entry's table.
        name: Its name.
        file: The values shared by the file's entries.
        example: What an entry is called, and an example: "a question's name", "NextEvent".
        tags: Its default tags.

    Raises:
        OptionError: With file, line and remedy.
    """
    check_name(table, name, example)
    parameters = read_parameters(table.table("parameters"), file)
    prompt, rewordings = read_wordings(table, parameters)
    return {
        "name": name,
        "summary": table.take("summary", str),
        "prompt": prompt,
        "rewordings": rewordings,
        "apps": read_apps(table, "apps", [file.app]),
        "adapter": file.adapter,
        "parameters": parameters,
        "decoys": read_rows(table, "decoys", parameters, file.adapter),
        "exclude": read_conditions(table, "exclude", parameters, file.adapter),
        "noise": read_count(table, "noise", file.noise, 0, MOST_NOISE),
        "around": file.around,
        "difficulty": read_difficulty(table),
        "tags": table.texts("tags", tags),
        "complexity": read_complexity(table),
        "version": read_count(table, "version", 0, 0, 999),
        "place": table.place(),
        "exclude_place": table.place("exclude"),
    }


def check_name(table: Table, name: str, example: str) -> None:
    """Reject an invalid name for an entry.

    Raises:
        OptionError: With file and line, and what a name looks like.
    """
    if not re.fullmatch(r"[A-Z][A-Za-z0-9]{0,79}", name):
        table.fail(f"{example}, not {shown(name)}.")


def made(base: type[T], kind: str, entry: Entry, module: str) -> type[T]:
    """Return the task class of an entry.

    Args:
        base: The base class of this kind of tasks.
        kind: The attribute of `base` that holds the entry.
        entry: The entry.
        module: Module name for the class.
    """
    return type(
        entry.name,
        (base,),
        {
            "__module__": module,
            "__doc__": entry.summary,
            kind: entry,
            "template": entry.prompt,
            "rewordings": entry.rewordings,
            "apps": entry.apps,
            "difficulty": entry.difficulty,
            "tags": entry.tags,
            "complexity": entry.complexity,
            "version": entry.version,
        },
    )
