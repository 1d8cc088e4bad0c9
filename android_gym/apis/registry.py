"""The registry: the APIs that come with the package, and those in a user's own folders."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from android_gym.apis.schema import Api, read_apis
from android_gym.checks import check_list, check_path, shown
from android_gym.errors import ActionError, OptionError
from android_gym.task_suite.questions.toml import read_file

__all__ = ["Registry", "load_registry"]

_ENTRIES: Final = Path(__file__).parent / "entries"
_MOST_FILES: Final = 200


class Registry(Mapping[str, Api]):
    """APIs by name, sorted.

    Args:
        apis: The entries.

    Raises:
        OptionError: If two have the same name.
    """

    def __init__(self, apis: Sequence[Api]) -> None:
        found: dict[str, Api] = {}
        for api in apis:
            if api.name in found:
                raise OptionError(
                    f"{api.place}: there is an API {api.name!r} already, at "
                    f"{found[api.name].place}. Rename one."
                )
            found[api.name] = api
        self._apis = dict(sorted(found.items()))

    def __getitem__(self, name: str) -> Api:
        return self._apis[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._apis)

    def __len__(self) -> int:
        return len(self._apis)

    def need(self, name: str) -> Api:
        """Return the API with a name.

        Raises:
            ActionError: If there is none; suggests similar names.
        """
        found = self._apis.get(name)
        if found is None:
            close = difflib.get_close_matches(name[:60], self._apis, 3)
            hint = f"Did you mean {' or '.join(close)}?" if close else "docs/apis.md lists all."
            raise ActionError(f"No API is called {shown(name)}. {hint}")
        return found

    def of_apps(self, labels: Sequence[str]) -> tuple[Api, ...]:
        """Return the APIs of Android itself and of apps, given by their labels in any case."""
        wanted = {label.casefold() for label in (*labels, "Android")}
        return tuple(api for api in self._apis.values() if api.app.casefold() in wanted)


def load_registry(folders: Sequence[str | Path] | str | Path = ()) -> Registry:
    """Return the package's APIs and those of other folders.

    Args:
        folders: Folders with TOML files, see docs/mobile_bench.md.

    Raises:
        OptionError: If there is no such folder, or an entry is wrong: with file, line and remedy.
    """
    given = [folders] if isinstance(folders, str | Path) else check_list("apis", folders)
    return _load(tuple(check_path("apis", folder) for folder in given))


@cache
def _load(folders: tuple[Path, ...]) -> Registry:
    apis = list(_own())
    for folder in folders:
        apis += _read_folder(folder, str(folder))
    return Registry(apis)


@cache
def _own() -> tuple[Api, ...]:
    return tuple(_read_folder(_ENTRIES, "android_gym/apis/entries"))


def _read_folder(folder: Path, name: str) -> Iterator[Api]:
    try:
        is_folder = folder.is_dir()
    except (OSError, ValueError):  # not a path: too long, or with a NUL
        is_folder = False
    if not is_folder:
        raise OptionError(f"apis must be a folder with files of TOML, got {shown(name)}.")
    files = sorted(folder.glob("*.toml"))
    if not 0 < len(files) <= _MOST_FILES:
        raise OptionError(
            f"{name} has {len(files)} files '*.toml'; it must have 1 to {_MOST_FILES}."
        )
    for file in files:
        yield from read_apis(read_file(file, f"{name}/{file.name}"))
