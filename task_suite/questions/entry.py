"""Entries of files of questions and of changes: what both have, read in one way."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict, TypeVar

from android_gym.checks import shown
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
        summary: What it is about, in a line.
        prompt: The goal's template.
        rewordings: The same in other words.
        apps: Labels of the apps it is about.
        adapter: Of the app whose rows it is about.
        parameters: By name.
        decoys: Rows that come close and are not meant.
        exclude: What no noise and no decoy may be, all of it together.
        noise: How many rows of noise there are.
        around: What they are made of, see `SharedValues`; None where the adapter draws them.
        difficulty: See `android_gym.task_suite.task.Task`, as for the following.
        tags: The same.
        complexity: The same.
        version: The same.
        place: Where it stands.
        exclude_place: Where its conditions stand.
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


class SharedParts(TypedDict):
    """Attributes of an `Entry`, to make one of a kind."""

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
        key: Under which key its entries stand, such as ``"questions"``.
        example: The name of one, for the error that there is none.
        read: Reads an entry, given its table, its name and what the file's entries share.

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
    """Read what every entry has.

    Args:
        table: The entry's table.
        name: Its name.
        file: What the file's entries share.
        example: What an entry is called, and how: "a question's name", "NextEvent".
        tags: Its tags unless it has others.

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
    """Refuse a name that no entry can have.

    Raises:
        OptionError: With file and line, and how an entry is called.
    """
    if not re.fullmatch(r"[A-Z][A-Za-z0-9]{0,79}", name):
        table.fail(f"{example}, not {shown(name)}.")


def made(base: type[T], kind: str, entry: Entry, module: str) -> type[T]:
    """Return the task of an entry, as a class.

    Args:
        base: The class of its kind of tasks.
        kind: The attribute of `base` that holds the entry.
        entry: The entry.
        module: Name of the module that the class is said to be of.
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
