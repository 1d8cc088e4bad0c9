"""Reads the tasks of a user's own checkout of Mobile-Bench.

Its data are not part of this package (their licence is CC BY-NC-SA). The three files
``data/s_app_s_step.json``, ``s_app_m_step.json`` and ``m_app_m_step.json`` write one thing in
several ways: key phrases as ``text`` or ``txt``, ids of views in three spellings, alternatives as
list members ``"|"`` or inside a text, queries as a text or a dialogue. All become one form here;
what can't be read is listed with its file, its id and the reason.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from android_gym.checks import check_path, shown
from android_gym.errors import OptionError
from android_gym.host_files import read_plain
from android_gym.task_suite.mobile_bench.checkpoints import (
    All,
    AnyOf,
    CheckPoint,
    Expression,
    InTurn,
    Kind,
    Phrase,
)

__all__ = ["Checkout", "OriginalTask", "load_checkout"]

Level = Literal["SAST", "SAMT", "MAMT"]

_FILES: Final[Mapping[str, Level]] = {
    "s_app_s_step.json": "SAST",
    "s_app_m_step.json": "SAMT",
    "m_app_m_step.json": "MAMT",
}
_KEYS: Final[Mapping[str, Kind]] = {
    "text": "text",
    "txt": "text",
    "package": "package",
    "api": "api",
    "activity": "activity",
    "resource-id": "resource-id",
    "resourceId": "resource-id",
    "resource_id": "resource-id",
}
_PACKAGES: Final = {"om.miui.weather2": "com.miui.weather2"}
"""Names of packages that are misspelt there."""

_MOST_BYTES: Final = 16 << 20
_MOST_TASKS: Final = 20_000
"""Tasks of a file at most; the published ones have a few hundred."""


@dataclass(frozen=True, slots=True)
class OriginalTask:
    """A task of the original.

    Attributes:
        level: Its level, by its file.
        id: Its number in the file.
        queries: What the user asks; several texts are a dialogue.
        apps: The apps it names; empty where it names none.
        checkpoint: Its stations.
    """

    level: Level
    id: int
    queries: tuple[str, ...]
    apps: tuple[str, ...]
    checkpoint: CheckPoint


@dataclass(frozen=True, slots=True)
class Checkout:
    """The contents of a checkout.

    Attributes:
        tasks: The tasks that could be read, in the files' order.
        refused: For each of the others, file, id and why.
    """

    tasks: tuple[OriginalTask, ...]
    refused: tuple[str, ...]


def load_checkout(folder: str | Path) -> Checkout:
    """Read a checkout.

    Args:
        folder: The repository's folder, or its folder ``data``.

    Raises:
        OptionError: If none of the three files is there, or one is no list in JSON: with the line.
            One that is huge, no ordinary file or a link out of the folder is not read.
    """
    root = check_path("folder", folder)
    paths = [path for name in _FILES for path in (root / "data" / name, root / name)]
    found = [path for path in paths if path.is_file()]
    if not found:
        raise OptionError(
            f"{root} has none of {[f'data/{name}' for name in _FILES]}. Give the folder of a "
            "checkout of Mobile-Bench."
        )
    tasks: list[OriginalTask] = []
    refused: list[str] = []
    for path in found:
        for item in _items(path, root):
            number = item.get("id") if isinstance(item, dict) else None
            try:
                tasks.append(_task(_FILES[path.name], item))
            except (OptionError, ValueError) as error:
                refused.append(f"{path.name}, id {shown(number)}: {error}")
    return Checkout(tuple(tasks), tuple(refused))


def _items(path: Path, root: Path) -> list[Any]:
    try:
        data = json.loads(read_plain(path, _MOST_BYTES, inside=root).decode())
    except json.JSONDecodeError as error:
        raise OptionError(f"{path}:{error.lineno}: no JSON: {error.msg}.") from error
    except OSError as error:
        raise OptionError(f"{path} can't be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:  # no UTF-8, or a number of too many digits
        raise OptionError(f"{path} can't be read: {error}.") from error
    if not isinstance(data, list):
        raise OptionError(f"{path} must hold a list of tasks, got {shown(data)}.")
    if len(data) > _MOST_TASKS:
        raise OptionError(f"{path} has {len(data)} tasks, of at most {_MOST_TASKS}.")
    return data


def _task(level: Level, item: Any) -> OriginalTask:
    if not isinstance(item, dict) or type(item.get("id")) is not int:
        raise ValueError(f"a task is an object with a number 'id', got {shown(item)}")
    points = item.get("check_point")
    if not isinstance(points, dict):
        raise ValueError(f"'check_point' must be an object, got {shown(points)}")
    queries = tuple(_texts("query", item.get("query")))
    if not queries:
        raise ValueError("there is no 'query'")
    found: dict[Kind, list[Expression]] = {}
    for key, kind in _KEYS.items():
        for expression in _expressions(key, kind, points.get(key)):
            found.setdefault(kind, []).append(expression)
    if not found:
        raise ValueError(f"'check_point' has none of {sorted(set(_KEYS))}")
    parts = {kind: InTurn(tuple(given)) for kind, given in found.items()}
    apps = tuple(_texts("app", item.get("app", [])))
    return OriginalTask(level, item["id"], queries, apps, CheckPoint(parts))


def _texts(key: str, value: Any) -> Iterator[str]:
    """Yield the texts of a value: one, a list, or objects with a ``uri`` or an API's command."""
    for item in value if isinstance(value, list) else [value]:
        text = item
        if isinstance(item, dict):
            text = next((v for v in item.values() if isinstance(v, str)), None)
        if not isinstance(text, str):
            raise ValueError(f"{key!r} must hold texts, got {shown(item)}")
        if text.strip():
            yield text.strip()


def _expressions(key: str, kind: Kind, value: Any) -> Iterator[Expression]:
    """Yield the stations of one key: a list may begin with the sign that joins its members."""
    if value is None:
        return
    texts = list(_texts(key, value))
    joined: Sequence[str] = [text for text in texts if text not in ("|", "&")]
    parts = [_phrase(kind, text) for text in joined]
    if not parts:
        return
    if "|" in texts:
        yield AnyOf(tuple(parts))
    elif "&" in texts:
        yield All(tuple(parts))
    else:
        yield from parts


def _phrase(kind: Kind, text: str) -> Expression:
    if kind == "package":
        return Phrase(_PACKAGES.get(text, text))
    if kind == "api":  # what is run here is told without the program that takes it to the phone
        return Phrase(text.removeprefix("adb shell ").strip() or text)
    ways = [way.strip() for way in text.split("|")]
    ways = [way for way in ways if way]
    return Phrase(ways[0]) if len(ways) == 1 else AnyOf(tuple(map(Phrase, ways)))
