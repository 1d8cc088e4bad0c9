"""Touches: the changes that a task allows; all others are side effects.

A task lists the changes that its goal allows (`android_gym.task_suite.task.Task.touches`). All
other user data (`android_gym.devices.user_data`) must be the same at the end as after the set-up:
nothing lost, changed or added.
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
    SWITCHES,
    TILES,
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
    """The file or folder at `path` may be created, changed or deleted; not a folder's contents."""

    path: str


@dataclass(frozen=True, slots=True)
class FilesBelow:
    """Everything below `path` may be created, changed or deleted."""

    path: str


@dataclass(frozen=True, slots=True)
class NewFilesBelow:
    """Files and folders may be created below `path`; existing ones must stay as they are."""

    path: str


@dataclass(frozen=True, slots=True)
class MovedFile:
    """The file at `source` may be moved to `target`, with the same content."""

    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of a table may be added or lost; a changed row counts as both.

    Attributes:
        table: Name of a table in `android_gym.devices.user_tables.TABLES`, one of
            `android_gym.devices.user_preferences.KEPT`, or one that
            `android_gym.devices.user_bookmarks` or `android_gym.devices.user_places` names.
        added: Maximum number of rows that may be added.
        lost: Maximum number of rows that may be lost.
        replaced: Maximum number of rows created by the app (`Table.prefilled`) that may be lost in
            addition, each for one that is added.
    """

    table: str
    added: int = 0
    lost: int = 0
    replaced: int = 0


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting may change.

    Attributes:
        namespace: ``"global"``, ``"secure"`` or ``"system"``; or ``"phone"``, see `UserData`.
        key: Its name.
    """

    namespace: str
    key: str


@dataclass(frozen=True, slots=True)
class Permission:
    """An app may lose a permission or app op.

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
"""The setting that holds the phone's boot time by its own clock."""

MOST_DRIFT_S = 60
"""Seconds by which the clock may be set: phones correct their clocks by a few seconds."""

Touch = FileAt | FilesBelow | NewFilesBelow | MovedFile | Rows | Setting | Permission | NewApp


@dataclass(frozen=True, slots=True)
class SideEffect:
    """Something that has changed although no goal asked for it.

    Attributes:
        what: ``"added"``, ``"changed"`` or ``"lost"``.
        kind: ``"file"``, ``"folder"``, ``"row"``, ``"setting"``, ``"app"``, ``"permission"`` or
            ``"data"`` (of an app).
        place: Absolute path, name of the table, "namespace key" of the setting, package, or
            "package permission".
        row: The row; None for the other kinds.
    """

    what: Literal["added", "changed", "lost"]
    kind: Literal["file", "folder", "row", "setting", "app", "permission", "data"]
    place: str
    row: Row | None = None

    def __str__(self) -> str:
        """Return one line, e.g. ``"file lost: /storage/emulated/0/DCIM/alps.jpg"``."""
        row = "" if self.row is None else f" {self.row!r}"
        return f"{self.kind} {self.what}: {self.place}{row}"


def side_effects(
    before: UserData, after: UserData, touches: Sequence[Touch] = ()
) -> tuple[SideEffect, ...]:
    """Compare user data before and after an episode.

    Args:
        before: The user data after the set-up.
        after: The user data now.
        touches: The allowed changes.

    Returns:
        All other differences: files, then rows, settings, apps, their permissions and data, each
            sorted.
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
    """Return whether a touch allows the change at a path."""
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
    """Return whether a new folder is one that apps create by themselves, or that a touch needs."""
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
"""Placeholder for preferences, which are not in a table: no rows are created by themselves."""


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
        elif name == TILES and name not in before.settings:
            harmed = False  # Android writes all of them down with the first that it adds
        else:
            harmed = was != is_now
        if harmed:
            yield SideEffect("changed", "setting", name)


def _setting(moment: UserData, name: str) -> str | float:
    """Return a setting's value for comparison: 1.0 equals 1, and unset equals the default."""
    value = moment.settings.get(name, UNSET.get(name, "0"))
    try:
        number = float(value)
    except ValueError:
        return value
    return float(number != 0) if name in SWITCHES else number


def _apps(before: UserData, after: UserData, touches: Sequence[Touch]) -> Iterator[SideEffect]:
    allowed = {touch.package for touch in touches if isinstance(touch, NewApp)}
    for package in sorted(before.apps - after.apps):
        yield SideEffect("lost", "app", package)
    for package in sorted(after.apps - before.apps - allowed):
        yield SideEffect("added", "app", package)


def _permissions(
    before: UserData, after: UserData, touches: Sequence[Touch]
) -> Iterator[SideEffect]:
    """Yield permissions that remaining apps have lost; new grants are up to the apps."""
    allowed = {f"{t.package} {t.name}" for t in touches if isinstance(t, Permission)}
    lost = before.permissions - after.permissions
    forbidden = after.restrictions - before.restrictions
    for name in sorted((lost | forbidden) - allowed):
        if name.partition(" ")[0] in after.apps:
            yield SideEffect("lost", "permission", name)


def _data(before: UserData, after: UserData) -> Iterator[SideEffect]:
    """Yield the remaining apps that have lost all of their data folders."""
    for package, folders in sorted(before.data.items()):
        if package in after.apps and not folders & after.data.get(package, frozenset()):
            yield SideEffect("lost", "data", package)
