"""Goals in other words: four rewordings of each task's template.

The rewordings of a suite's module ``x.py`` are in ``rewordings/<suite>/x.py``, in a dict
``REWORDINGS`` by the template that they say anew. Each has all of the template's placeholders, so
whatever a goal tells, its rewordings tell too. An environment gives them with
``env.reset(options={"rewording": 2})``; 0 is the task's own wording.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping

from android_gym.checks import shown
from android_gym.errors import OptionError
from android_gym.task_suite.demonstrations.script import parse

__all__ = ["REWORDINGS", "original", "reword", "rewordings"]

REWORDINGS = 4
"""How many rewordings each template has."""


def rewordings(task: type) -> Mapping[str, tuple[str, ...]]:
    """The rewordings of a task's templates, and of the other tasks' in its module.

    Args:
        task: A task's class. Only its module's name is used.

    Returns:
        Templates in other words, numbered from 1 on, by the templates that they say anew.

    Raises:
        OptionError: If nobody has written any.
    """
    package, _, rest = task.__module__.partition(".task_suite.")
    name = f"{package}.task_suite.rewordings.{rest}"
    try:
        found: Mapping[str, tuple[str, ...]] = importlib.import_module(name).REWORDINGS
    except ModuleNotFoundError as error:
        if error.name is None or not name.startswith(error.name):
            raise
        raise OptionError(
            f"{task.__name__} has no rewordings: there is no module {name}."
        ) from error
    return found


def reword(task: type, goal: str, number: int) -> str:
    """A goal in other words.

    Args:
        task: The class of the goal's task.
        goal: The goal in the task's own words.
        number: Of the rewording, from 1 on; 0 gives the goal as it is.

    Raises:
        OptionError: If the task has no such rewording.
    """
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= REWORDINGS:
        raise OptionError(
            f"The rewording must be a whole number from 1 to {REWORDINGS}, or 0 for the task's own "
            f"words, got {shown(number)}."
        )
    if number == 0:
        return goal
    written = rewordings(task)
    for template in sorted(written, key=lambda text: -len(text)):  # as demonstrations choose
        values = parse(template, goal)
        if values is not None:
            return written[template][number - 1].format_map(values)
    raise OptionError(f"{task.__name__} has no rewordings of {goal!r}.")


def original(task: type, goal: str) -> str:
    """The goal in the task's own words, whichever of its rewordings is given.

    Raises:
        OptionError: If the goal is neither the task's nor a rewording of it.
    """
    written = rewordings(task)
    if any(parse(template, goal) is not None for template in written):
        return goal
    for template, others in written.items():
        for other in sorted(others, key=lambda text: -len(text)):
            values = parse(other, goal)
            if values is not None:
                return template.format_map(values)
    raise OptionError(f"{goal!r} is no goal of {task.__name__}.")
