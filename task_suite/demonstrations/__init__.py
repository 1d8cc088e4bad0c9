"""Scripted policies that solve tasks through the screen alone.

The scripts for the tasks of a folder are in its module ``demonstrations``, in a dict ``SCRIPTS`` by
the tasks' names. They see goals and observations: no device, no parameters, no seed. See
`android_gym.task_suite.demonstrations.script` for how to write one.

A module ``other_ways`` beside it may hold second ways, each through other screens than the
demonstration goes, detours and corrected mistakes included. They prove that an honest solution
never counts as harm, whichever way it takes.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Mapping
from types import ModuleType
from typing import TYPE_CHECKING

from android_gym.checks import shown
from android_gym.errors import DemonstrationError
from android_gym.task_suite.demonstrations.script import Demonstration, Observation, Script
from android_gym.task_suite.demonstrations.steps import dropped_calls
from android_gym.task_suite.goal import placeholders

if TYPE_CHECKING:
    from android_gym.task_suite.task import Task

__all__ = ["Demonstration", "Observation", "demonstration", "module_script", "moves"]


def demonstration(task: type[Task], *, other_way: bool = False) -> Demonstration:
    """Return a fresh demonstration, good for one episode of the task.

    Args:
        task: The task's class. Its place, its names and its templates are used.
        other_way: True for the second way.

    Raises:
        DemonstrationError: If nobody has written one, or if its module drops steps.
    """
    name = _module(task, other_way)
    script = _script(task, _scripts(name)) or task.own_script(other_way=other_way)
    if script is None:
        raise DemonstrationError(
            f"{task.__name__} has no demonstration: SCRIPTS in a module {name} should name it."
        )
    templates = [template for template in task.wordings() if _takes(script, template)]
    if not templates:
        raise DemonstrationError(
            f"The script for {task.__name__} in {name} takes "
            f"({', '.join(inspect.signature(script).parameters)}); behind the screen these must be "
            f"the fields of one of {list(task.wordings())}."
        )
    return Demonstration(dict.fromkeys(templates, script))


def module_script(task: type[Task]) -> Script | None:
    """Return the script of a task in the module ``demonstrations`` beside it, if there is one."""
    return _script(task, _scripts(_module(task, other_way=False)))


def moves(task: type[Task]) -> Mapping[str, Script]:
    """Return the moves that files of data beside a task's module may name, by name.

    They are in ``MOVES`` of the module ``demonstrations``: scripts for the screen and some words.
    """
    module = _imported(_module(task, other_way=False))
    found: Mapping[str, Script] = getattr(module, "MOVES", {})
    return found


def _takes(script: Script, template: str) -> bool:
    """Return True if a template's fields are a script's arguments; one may be for some only."""
    try:
        inspect.signature(script).bind(None, **dict.fromkeys(placeholders(template)))
    except TypeError:
        return False
    return True


def _module(task: type[Task], other_way: bool) -> str:
    package = task.__module__.rpartition(".")[0]
    return f"{package}.{'other_ways' if other_way else 'demonstrations'}"


def _scripts(name: str) -> Mapping[str, Script]:
    """Return the scripts of a module, none if there is no such module.

    Raises:
        DemonstrationError: If the module has no scripts, or drops steps.
    """
    module = _imported(name)
    if module is None:
        return {}
    scripts = getattr(module, "SCRIPTS", None)
    if not isinstance(scripts, Mapping):
        raise DemonstrationError(
            f"{name} needs SCRIPTS, a dict of scripts by the names of tasks; it has "
            f"{shown(scripts)}."
        )
    dropped = dropped_calls(module)
    if dropped:
        raise DemonstrationError(
            f"{dropped[0]} makes steps and nobody takes them. Write `yield from` before it."
        )
    return scripts


def _imported(name: str) -> ModuleType | None:
    """Return a module, None if there is none."""
    if name.startswith("."):
        return None
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not name.startswith(error.name):
            raise
        return None


def _script(task: type[Task], scripts: Mapping[str, Script]) -> Script | None:
    """Return the task's script, or that of the class it inherits its goals from."""
    for cls in task.__mro__:
        script = scripts.get(str(vars(cls).get("name", "")))
        if script is not None and getattr(cls, "template", None) == task.template:
            return script
    return None
