"""Instances of tasks: a task with its parameters, the wording of its goal, and its apps."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from android_gym.checks import check_choice, check_list, check_whole, shown
from android_gym.devices.apps import package_of
from android_gym.errors import OptionError, TaskError
from android_gym.task_suite.goal import Goal
from android_gym.task_suite.rewordings import REWORDINGS, check_wordings, reword, translate
from android_gym.task_suite.suite import rule_names, suite_of, tasks
from android_gym.task_suite.task import Params, Task

__all__ = [
    "check_rewording",
    "check_rules",
    "choose_apps",
    "choose_params",
    "choose_rewording",
    "find_task",
]


def find_task(task: str | Task) -> Task:
    """Return a task by its name.

    Args:
        task: ``"Namespace/Name"``, or a task, which is returned as it is.

    Raises:
        OptionError: If there is no such suite or task, or the task's wordings are inconsistent.
    """
    if isinstance(task, Task):
        check_wordings(type(task))
        return task
    namespace, slash, name = task.partition("/") if isinstance(task, str) else ("", "", "")
    if not slash:
        raise OptionError(f"task must be 'Namespace/Name' or a Task, got {shown(task)}.")
    suite = tasks(namespace)
    if name not in suite:
        raise OptionError(f"Suite {namespace!r} has no task {name!r}; it has {list(suite)}.")
    check_wordings(suite[name])
    return suite[name]()


def check_rules(task: Task, rules: str) -> None:
    """Check that a task can be judged by these rules.

    Raises:
        OptionError: If they are neither ``"strict"`` nor its suite's. A task without a suite takes
            the rules of any.
    """
    suite = suite_of(type(task))
    if suite is None:
        check_choice("rules", rules, rule_names())
    else:
        check_choice("rules", rules, ("strict", *([suite.rules] if suite.rules else [])))


def choose_apps(task: Task, extra: Sequence[str] | Mapping[str, str]) -> dict[str, str]:
    """Return the apps that a task's action spaces name.

    They depend on the task's suite and on `extra`, not on what else is registered or installed.

    Args:
        task: The task. One without a suite has `extra` alone.
        extra: Labels that some suite knows, or packages by label.

    Returns:
        Package by label: the suite's apps in their order, then the others in theirs.

    Raises:
        OptionError: If a label is not a string, or no suite knows it.
    """
    suite = suite_of(type(task))
    apps = dict(suite.apps) if suite is not None else {}
    if isinstance(extra, Mapping):
        pairs: list[tuple[Any, Any]] = list(extra.items())
    else:
        labels = check_list("extra_apps", extra)
        pairs = [(label, package_of(label) if isinstance(label, str) else None) for label in labels]
    for label, package in pairs:
        if not (isinstance(label, str) and label.strip() and isinstance(package, str)):
            raise OptionError(
                f"extra_apps must be labels that a suite knows, or a dict of packages by label; "
                f"no package is known for {shown(label)}."
            )
    return {**apps, **{label: package for label, package in pairs if label not in apps}}


def choose_params(task: Task, options: Mapping[str, Any], rng: np.random.Generator) -> Params:
    """Return the parameters of an instance: those in a reset's options, else a sample.

    Raises:
        OptionError: If the options are wrong.
    """
    unknown = sorted(options.keys() - {"params", "rewording", "language"})
    if unknown:
        raise OptionError(
            f"reset takes the options 'params', 'rewording' and 'language', not {shown(unknown)}."
        )
    params = options.get("params")
    if params is None:
        return _plain(task, task.sample(rng))
    if not isinstance(params, Mapping):
        raise OptionError(f"options['params'] must be a dict, got {shown(params)}.")
    task.check(params)
    return copy.deepcopy(dict(params))


def _plain(task: Task, params: Any) -> Params:
    """Check the parameters that a task has drawn: they are kept with episodes, as JSON.

    Raises:
        TaskError: If they are not JSON values by name.
    """
    if not isinstance(params, dict):
        raise TaskError(f"{task.name}.sample must return a dict, got {shown(params)}.")
    for name, value in params.items():
        if not isinstance(name, str) or not _is_json(value):
            raise TaskError(
                f"{task.name}.sample must return JSON values by name, got {shown(value)} of type "
                f"{type(value).__name__} for {shown(name)}. Convert NumPy's numbers by int() or "
                "float()."
            )
    return params


def _is_json(value: Any) -> bool:
    if isinstance(value, dict):
        return all(isinstance(name, str) and _is_json(own) for name, own in value.items())
    if isinstance(value, list | tuple):
        return all(map(_is_json, value))
    # NumPy's float64 is a float, too, but not a plain one.
    return value is None or type(value) in (str, int, float, bool)


def choose_rewording(
    task: Task,
    goal: Goal,
    options: Mapping[str, Any],
    rewording: int | str,
    rng: np.random.Generator,
) -> int | str:
    """Return the number of the rewording, or the language, that a reset's options ask for.

    Args:
        task: The goal's task.
        goal: The goal.
        options: The reset's options.
        rewording: The rewording to give if the options name none; ``"random"`` draws one.
        rng: Generator to draw from.

    Raises:
        OptionError: If there is no such rewording.
    """
    language = options.get("language", "en")
    if language != "en":
        if "rewording" in options:
            raise OptionError("reset takes a 'rewording' or a 'language', not both.")
        translate(type(task), goal, language)
        return str(language)
    number = options.get("rewording", rewording)
    if isinstance(number, str) and number == "random":
        number = int(rng.integers(REWORDINGS + 1))
    if isinstance(number, np.integer):
        number = int(number)
    reword(type(task), goal, number)
    return int(number)


def check_rewording(rewording: int | str) -> None:
    """Check an environment's argument `rewording`.

    Raises:
        OptionError: If it is neither a rewording's number nor ``"random"``.
    """
    if not (isinstance(rewording, str) and rewording == "random"):
        try:
            check_whole(0, REWORDINGS, rewording=rewording)
        except OptionError as error:
            raise OptionError(
                f"rewording must be 'random' or a whole number from 0 to {REWORDINGS}, "
                f"got {shown(rewording)}."
            ) from error
