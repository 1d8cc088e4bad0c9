"""The one place where tasks become Gymnasium ids: ``AndroidWorld/ExpenseAddSingle-v0``."""

from __future__ import annotations

import importlib
from os import PathLike
from pathlib import Path

import gymnasium as gym

from android_gym.errors import OptionError
from android_gym.task_suite.task import suites, tasks

__all__ = ["add_folder", "added_folders", "register_suites"]

_folders: list[str] = []


def register_suites() -> None:
    """Registers every task of every suite; those registered before are left as they are.

    Entry points are strings: neither the environment nor any phone is imported here.
    """
    for namespace in suites():
        for name, task in tasks(namespace).items():
            env_id = f"{namespace}/{name}-v{task.version}"
            if env_id not in gym.registry:
                gym.register(
                    env_id,
                    entry_point="android_gym.env:AndroidTaskEnv",
                    vector_entry_point="android_gym.vector:AndroidVectorEnv",
                    kwargs={"task": f"{namespace}/{name}"},
                )


def add_folder(path: str | PathLike[str]) -> None:
    """Adds the apps and the tasks that are kept in a folder outside this package.

    Phones made later have its apps, and its tasks are registered. Call it in a module that is
    named in the ids, so that other processes call it too: ``gym.make("my_module:Mine/X-v0")``.

    Args:
        path: Folder with ``apps/``, ``task_suite/`` or both, laid out as in this package.

    Raises:
        OptionError: If it holds neither.
    """
    root = Path(path).resolve()
    places = {
        "android_gym.simulator.apps": root / "apps",
        "android_gym.task_suite": root / "task_suite",
        "android_gym.task_suite.demonstrations": root / "task_suite" / "demonstrations",
        "android_gym.task_suite.rewordings": root / "task_suite" / "rewordings",
    }
    if not any(folder.is_dir() for folder in places.values()):
        raise OptionError(
            f"{root} has neither 'apps' nor 'task_suite'. See docs/add_an_app.md for the layout."
        )
    for name, folder in places.items():
        package = importlib.import_module(name)
        if folder.is_dir() and str(folder) not in package.__path__:
            package.__path__.append(str(folder))
    if str(root) not in _folders:
        _folders.append(str(root))
    importlib.import_module("android_gym.simulator.apps").discover.cache_clear()
    suites.cache_clear()
    tasks.cache_clear()
    register_suites()


def added_folders() -> tuple[str, ...]:
    """What `add_folder` was called with in this process, for a process that is to know the same."""
    return tuple(_folders)
