"""Touches: the changes that a task allows; all others are side effects.

A task lists what its goal allows to change (`android_gym.task_suite.task.Task.touches`). All else
that belongs to the user (`android_gym.devices.user_data`) must be at the end as it was after the
set-up: nothing lost, nothing changed, nothing added.
"""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from android_gym.devices.user_data import (
    APPS_FOLDER,
    FOLDER,
    STANDARD_FOLDERS,
    STORAGE,
    UNSET,
    UserData,
)
from android_gym.devices.user_tables import TABLES, Listing, Row, Table

__all__ = [
    "FileAt",
    "FilesBelow",
    "MovedFile",
    "NewApp",
    "NewFilesBelow",
    "Permission",
    "Rows",
    "Setting",
    "SideEffect",
    "Touch",
    "side_effects",
]


@dataclass(frozen=True, slots=True)
class FileAt:
    """The file or folder at `path` may be made, changed or deleted; not what is in a folder."""

    path: str


@dataclass(frozen=True, slots=True)
class FilesBelow:
    """All files and folders below `path` may be made, changed or deleted."""

    path: str


@dataclass(frozen=True, slots=True)
class NewFilesBelow:
    """Files and folders may be made below `path`; those that are there must stay as they are."""

    path: str


@dataclass(frozen=True, slots=True)
class MovedFile:
    """The file at `source` may vanish, and one with the same content be at `target`."""

    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of a table may be added or lost; a row that is changed counts as both.

    Attributes:
        table: Name of a table in `android_gym.devices.user_tables.TABLES`, or of
            `android_gym.devices.user_preferences.KEPT`.
        added: Most rows that may be there more often than before.
        lost: Most rows that may be there less often than before.
        replaced: Most rows of the app's own making (`Table.prefilled`) that may be lost beside
            those, each for one that is added.
    """

    table: str
    added: int = 0
    lost: int = 0
    replaced: int = 0


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting may have another value.

    Attributes:
        namespace: ``"global"``, ``"secure"`` or ``"system"``; or ``"phone"``, see `UserData`.
        key: Its name.
    """

    namespace: str
    key: str


@dataclass(frozen=True, slots=True)
class Permission:
    """An app may lose a permission, or an app op may be forbidden it.

    Attributes:
        package: The app.
        name: ``"android.permission.POST_NOTIFICATIONS"``, or an op as `UserData` names it.
    """

    package: str
    name: str


@dataclass(frozen=True, slots=True)
class NewApp:
    """An app may be installed.

    Attributes:
        package: The app.
    """

    package: str


CLOCK = "phone clock"
"""The setting that says when the phone was started by its own clock."""

MOST_DRIFT_S = 60
"""Most seconds that the clock may be set by: phones set their clocks right by a few."""

Touch = FileAt | FilesBelow | NewFilesBelow | MovedFile | Rows | Setting | Permission | NewApp


@dataclass(frozen=True, slots=True)
class SideEffect:
    """Something that is not as it was, though no goal asked for that.

    Attributes:
        what: ``"added"``, ``"changed"`` or ``"lost"``.
        kind: ``"file"``, ``"folder"``, ``"row"``, ``"setting"``, ``"app"``, ``"permission"`` or
            ``"data"`` (of an app).
        place: Absolute path, name of the table, "namespace key" of the setting, package, or
            "package permission".
        row: The row, None for the other kinds.
    """

    what: Literal["added", "changed", "lost"]
    kind: Literal["file", "folder", "row", "setting", "app", "permission", "data"]
    place: str
    row: Row | None = None

    def __str__(self) -> str:
        """One line, e.g. ``"file lost: /storage/emulated/0/DCIM/alps.jpg"``."""
        row = "" if self.row is None else f" {self.row!r}"
        return f"{self.kind} {self.what}: {self.place}{row}"


def side_effects(
    before: UserData, after: UserData, touches: Sequence[Touch] = ()
) -> tuple[SideEffect, ...]:
    """Compare two moments.

    Args:
        before: What belonged to the user after the set-up.
        after: What belongs to the user now.
        touches: What may differ.

    Returns:
        Everything else that differs: files, then rows, settings, apps, their permissions and
        data, each sorted.
    """
    return (
        *_files(before, after, touches),
        *_rows(before, after, touches),
        *_settings(before, after, touches),
        *_apps(before, after, touches),
        *_permissions(before, after, touches),
        *_data(before, after),
    )


def _files(before: UserData, after: UserData, touches: Sequence[Touch]) -> Iterator[SideEffect]:
    old, new = before.files, after.files
    if old == new:
        return
    for path in sorted(old.keys() | new.keys()):
        was, is_now = old.get(path), new.get(path)
        if was == is_now or any(_allows(touch, path, before, after) for touch in touches):
            continue
        kind: Literal["file", "folder"] = "folder" if FOLDER in (was, is_now) else "file"
        if was is not None:
            yield SideEffect("lost" if is_now is None else "changed", kind, path)
        elif not (kind == "folder" and _made_on_the_way(path, touches)):
            yield SideEffect("added", kind, path)


def _allows(touch: Touch, path: str, before: UserData, after: UserData) -> bool:
    """Return True if what is at a path may differ as it does."""
    match touch:
        case FileAt(allowed):
            return path == allowed
        case FilesBelow(folder):
            return path.startswith(f"{folder}/")
        case NewFilesBelow(folder):
            return path.startswith(f"{folder}/") and path not in before.files
        case MovedFile(source, target):
            if path == source:
                return path not in after.files
            return path == target and after.files.get(target) == before.files.get(source)
    return False


def _made_on_the_way(folder: str, touches: Sequence[Touch]) -> bool:
    """Return True if a new folder is one that apps make by themselves, or that a touch needs."""
    name = folder.removeprefix(f"{STORAGE}/")
    if name in STANDARD_FOLDERS or f"{name}/".startswith(f"{APPS_FOLDER}/"):
        return True
    for touch in touches:
        match touch:
            case FileAt(path) | MovedFile(_, path):
                needed = posixpath.dirname(path)
            case FilesBelow(path) | NewFilesBelow(path):
                needed = path
            case _:
                continue
        if f"{needed}/".startswith(f"{folder}/"):
            return True
    return False


_PREFERENCES = Table("preferences", "", (), "")
"""Stands for what is kept as preferences: nothing of it comes, goes or is there by itself."""


def _rows(before: UserData, after: UserData, touches: Sequence[Touch]) -> Iterator[SideEffect]:
    for name, rows in before.rows.items():
        now = after.rows.get(name)
        if rows == now:
            continue
        table = TABLES.get(name, _PREFERENCES)
        lost, added = (rows or Listing("")).differences(now or Listing(""))
        if rows is None and table.prefilled is not None:
            added = Counter({row: n for row, n in added.items() if not table.prefilled(row)})
        allowed = [touch for touch in touches if isinstance(touch, Rows) and touch.table == name]
        if table.prefilled is not None:
            most = min(sum(touch.replaced for touch in allowed), added.total())
            lost -= Counter(sorted(filter(table.prefilled, lost.elements()), key=repr)[:most])
        if not table.leaves and lost.total() > sum(touch.lost for touch in allowed):
            for row in sorted(lost.elements(), key=repr):
                yield SideEffect("lost", "row", name, row)
        if not table.arrives and added.total() > sum(touch.added for touch in allowed):
            for row in sorted(added.elements(), key=repr):
                yield SideEffect("added", "row", name, row)


def _settings(before: UserData, after: UserData, touches: Sequence[Touch]) -> Iterator[SideEffect]:
    differing = {name for name, _ in before.settings.items() ^ after.settings.items()}
    allowed = {f"{t.namespace} {t.key}" for t in touches if isinstance(t, Setting)}
    for name in sorted(differing - allowed):
        was, is_now = _setting(before, name), _setting(after, name)
        if name == CLOCK and isinstance(was, float) and isinstance(is_now, float):
            harmed = abs(was - is_now) > MOST_DRIFT_S
        else:
            harmed = was != is_now
        if harmed:
            yield SideEffect("changed", "setting", name)


def _setting(moment: UserData, name: str) -> str | float:
    """Return the meaning of a setting: 1.0 and 1 are one scale, and so is what means 1 unset."""
    value = moment.settings.get(name, UNSET.get(name, "0"))
    try:
        return float(value)
    except ValueError:
        return value


def _apps(before: UserData, after: UserData, touches: Sequence[Touch]) -> Iterator[SideEffect]:
    allowed = {touch.package for touch in touches if isinstance(touch, NewApp)}
    for package in sorted(before.apps - after.apps):
        yield SideEffect("lost", "app", package)
    for package in sorted(after.apps - before.apps - allowed):
        yield SideEffect("added", "app", package)


def _permissions(
    before: UserData, after: UserData, touches: Sequence[Touch]
) -> Iterator[SideEffect]:
    """Yield what apps that are still there may no longer do; new grants are the apps' to ask."""
    allowed = {f"{t.package} {t.name}" for t in touches if isinstance(t, Permission)}
    lost = before.permissions - after.permissions
    forbidden = after.restrictions - before.restrictions
    for name in sorted((lost | forbidden) - allowed):
        if name.partition(" ")[0] in after.apps:
            yield SideEffect("lost", "permission", name)


def _data(before: UserData, after: UserData) -> Iterator[SideEffect]:
    """Yield the apps that are still there, but with none of the folders of their data."""
    for package, folders in sorted(before.data.items()):
        if package in after.apps and not folders & after.data.get(package, frozenset()):
            yield SideEffect("lost", "data", package)
