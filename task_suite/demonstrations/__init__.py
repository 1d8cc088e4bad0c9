"""Scripted policies that solve tasks through the screen alone.

The scripts of a suite's module ``x.py`` are in ``demonstrations/<suite>/x.py``, in a dict ``GOALS``
by the template of the goals they pursue. They see goals and observations: no device, no
parameters, no seed. See `android_gym.task_suite.demonstrations.script` for how to write one.
"""

from __future__ import annotations

import importlib

from android_gym.errors import DemonstrationError
from android_gym.task_suite.demonstrations.script import Demonstration, Observation

__all__ = ["Demonstration", "Observation", "demonstration"]


def demonstration(task: type, *, other_way: bool = False) -> Demonstration:
    """Return a fresh demonstration, good for one episode of the task.

    Args:
        task: A task's class. Only its module's name is used.
        other_way: Whether to take the second way, see
            `android_gym.task_suite.demonstrations.other_ways`.

    Raises:
        DemonstrationError: If nobody has written one.
    """
    package, _, rest = task.__module__.partition(".task_suite.")
    folder = "demonstrations.other_ways" if other_way else "demonstrations"
    name = f"{package}.task_suite.{folder}.{rest}"
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not name.startswith(error.name):
            raise
        raise DemonstrationError(
            f"{task.__name__} has no demonstration: there is no module {name}."
        ) from error
    return Demonstration(module.GOALS)
