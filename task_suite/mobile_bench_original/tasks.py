"""Tasks of the original: something to say to an agent, a limit, and CheckPoints."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from android_gym.errors import OptionError
from android_gym.task_suite.mobile_bench.checkpoints import CheckPoint, Expression, Phrase
from android_gym.task_suite.mobile_bench.original import Checkout, OriginalTask
from android_gym.task_suite.mobile_bench.tasks import LIMITS, CheckPointTask, Level
from android_gym.task_suite.suite import add_tasks
from android_gym.task_suite.task import Params

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = [
    "NAMESPACE",
    "QueryTask",
    "add_checkout",
    "level_of",
    "name_of",
    "read_stations",
]

NAMESPACE = "MobileBenchOriginal"

_PACKAGE = re.compile(r"[A-Za-z]\w*(\.[A-Za-z]\w*)+", re.ASCII)


class QueryTask(CheckPointTask):
    """A query, or a dialogue, for the apps of the device that it is asked on.

    Nothing is known of the state that it should leave behind. So it scores 0.0; a judge of whole
    episodes tells whether it was done (`android_gym.evaluation.verdicts`).

    Attributes:
        stations: CheckPoint expressions by kind, in their text form.
        packages: Packages that are stopped before it begins.
    """

    stations: ClassVar[dict[str, str]] = {}
    packages: ClassVar[tuple[str, ...]] = ()

    def sample(self, rng: np.random.Generator) -> Params:
        """Return the stations: a trace has all that is needed to score it."""
        return {"stations": dict(self.stations)}

    def setup(self, device: Device, params: Params) -> None:
        """Stop the task's apps, and show the home screen."""
        for package in self.packages:
            device.shell(f"am force-stop {package}")
        device.shell("input keyevent KEYCODE_HOME")

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """0.0: the benchmark's data has no check of the phone's state."""
        return 0.0

    def checkpoint(self, params: Params) -> CheckPoint:
        """Return the stations.

        Raises:
            OptionError: If they can't be read.
        """
        return read_stations(params)


def read_stations(params: Mapping[str, object]) -> CheckPoint:
    """Return the CheckPoint in the parameters of a trace.

    Raises:
        OptionError: If it can't be read.
    """
    stations = params.get("stations")
    if not isinstance(stations, dict) or not all(
        isinstance(kind, str) and isinstance(text, str) for kind, text in stations.items()
    ):
        raise OptionError("The trace has no 'stations', texts by kind.")
    return CheckPoint.of(**stations)


def name_of(task: OriginalTask) -> str:
    """Return the name that a task has in its id, e.g. ``"SAMT-17"``."""
    return f"{task.level}-{task.id}"


def level_of(name: str) -> Level:
    """Return the level of a task by its name.

    Raises:
        OptionError: If it has none.
    """
    level = next((one for one in LIMITS if name.startswith(f"{one}-")), None)
    if level is None:
        raise OptionError(f"{name[:200]!r} is no task of Mobile-Bench: its name has no level.")
    return level


def add_checkout(checkout: Checkout) -> None:
    """Make the tasks of a checkout those of the suite, in place of any before.

    Raises:
        OptionError: If two tasks have one number in one file.
    """
    found: dict[str, type[QueryTask]] = {}
    for task in checkout.tasks:
        if task.id < 0 or name_of(task) in found:
            raise OptionError(
                f"The checkout's number {task.id} of {task.level} is negative or comes twice."
            )
        found[name_of(task)] = _class(task)
    add_tasks(NAMESPACE, found.values())


def _class(task: OriginalTask) -> type[QueryTask]:
    expressions = task.checkpoint.expressions
    packages = _phrases(expressions["package"]) if "package" in expressions else ()
    text = "\n".join(task.queries) if len(task.queries) == 1 else _dialogue(task.queries)
    body: dict[str, Any] = {
        "__module__": __name__,
        "__doc__": f"Query {task.id} of {task.level}.",
        "name": name_of(task),
        "template": re.sub(r"([{}])", r"\1\1", text),
        "level": task.level,
        "apps": task.apps,
        "stations": {kind.replace("-", "_"): str(one) for kind, one in expressions.items()},
        "packages": tuple(sorted({text for text in packages if _PACKAGE.fullmatch(text)})),
    }
    return type(f"{task.level}{task.id}", (QueryTask,), body)


def _dialogue(queries: tuple[str, ...]) -> str:
    lines = (f"{number}. {query}" for number, query in enumerate(queries, 1))
    return "\n".join(["The user asks, one after the other:", *lines])


def _phrases(expression: Expression) -> Iterator[str]:
    if isinstance(expression, Phrase):
        yield expression.text
        return
    for part in expression.parts:
        yield from _phrases(part)
