"""Registration of tasks as Gymnasium ids, such as ``AndroidWorld/ExpenseAddSingle-v0``."""

from __future__ import annotations

import importlib
from os import PathLike
from pathlib import Path

import gymnasium as gym

from android_gym.errors import OptionError
from android_gym.task_suite import suite

__all__ = ["add_folder", "added_folders", "register_suites"]

_folders: list[str] = []


def register_suites() -> None:
    """Register every task of every suite, and the environments beside them.

    Ids that are registered already are left as they are.

    Entry points are strings, so that neither the environment nor any phone is imported here.
    """
    for env_id in suite.ids():
        if env_id not in gym.registry:
            gym.register(
                env_id,
                entry_point="android_gym.env:AndroidTaskEnv",
                vector_entry_point="android_gym.vector:AndroidVectorEnv",
                kwargs={"task": env_id.rpartition("-v")[0]},
            )
    for env_id, environment in suite.environments().items():
        if env_id not in gym.registry:
            gym.register(
                env_id,
                entry_point=environment.entry_point,
                vector_entry_point=environment.vector_entry_point,
            )


def add_folder(path: str | PathLike[str]) -> None:
    """Add the apps and tasks in a folder outside this package.

    Phones made later have its apps, and its tasks are registered. Call it in a module that is named
    in the ids, so that other processes call it too: ``gym.make("my_module:Mine/X-v0")``.

    Args:
        path: Folder with ``apps/``, ``task_suite/`` or both, laid out as in this package.

    Raises:
        OptionError: If it holds neither, if a folder of tasks is not a suite, or if its data files
            have a mistake.
    """
    root = Path(path).resolve()
    places = {
        "android_gym.simulator.apps": root / "apps",
        "android_gym.task_suite": root / "task_suite",
    }
    if not any(folder.is_dir() for folder in places.values()):
        raise OptionError(
            f"{root} has neither 'apps' nor 'task_suite'. See docs/add_an_app.md for the layout."
        )
    for place in places.values():
        _check_packages(place)
    for name, folder in places.items():
        package = importlib.import_module(name)
        if folder.is_dir() and str(folder) not in package.__path__:
            package.__path__.append(str(folder))
    if str(root) not in _folders:
        _folders.append(str(root))
    importlib.import_module("android_gym.simulator.apps").discover.cache_clear()
    suite.clear()
    suite.check_added()
    register_suites()


def _check_packages(place: Path) -> None:
    """Reject folders that nothing would be found in, as they are not packages.

    Raises:
        OptionError: Naming the folder.
    """
    for folder in sorted(place.glob("[!._]*/")):
        if not (folder / "__init__.py").is_file():
            more = " with its SUITE" if place.name == "task_suite" else ""
            raise OptionError(f"{folder} is not a package: it needs an __init__.py{more}.")
        _check_modules(folder)


def _check_modules(package: Path) -> None:
    """Reject folders of modules or data files inside a package that are not packages."""
    for folder in sorted(package.glob("[!._]*/")):
        found = sorted(file for file in folder.iterdir() if file.suffix in (".py", ".toml"))
        if found and not (folder / "__init__.py").is_file():
            raise OptionError(
                f"{folder} is not a package, so {found[0].name} is not found there. Give it an "
                "__init__.py, or move it elsewhere."
            )
        _check_modules(folder)


def added_folders() -> tuple[str, ...]:
    """Return the folders that `add_folder` was called with, for other processes to add too."""
    return tuple(_folders)
