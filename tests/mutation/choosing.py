"""Chooses ids that use a module, and the tests that are about them.

Most judging code is tested by promises of every id, which rotate from commit to commit. A mutant
needs those of the ids that use its module, on every run.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Collection, Iterator
from functools import cache
from types import ModuleType
from typing import Any, Final

import pytest

from android_gym.task_suite.suite import tasks_by_id
from android_gym.task_suite.task import Task

__all__ = ["Choice", "distances", "ids_that_use"]

MOST_IDS: Final = 6
"""Number of ids that are chosen for a module."""

_SUITE: Final = "android_gym.task_suite."


def ids_that_use(module: str) -> list[str]:
    """Return up to `MOST_IDS` ids that use a module, spread over those that use it most directly.

    Args:
        module: Its name, such as ``android_gym.task_suite.android_world.rows``.
    """
    far = {
        env_id: found[module]
        for env_id, cls in sorted(tasks_by_id().items())
        if module in (found := distances(cls))
    }
    near = [env_id for env_id, distance in far.items() if distance == min(far.values())]
    return near[:: max(1, -(-len(near) // MOST_IDS))]


@cache
def distances(cls: type[Task]) -> dict[str, int]:
    """Return the modules that a task uses, with the number of imports between it and them."""
    found: dict[str, int] = {}
    coming = {kind.__module__ for kind in cls.__mro__} | {
        name for kind in cls.__mro__ for value in vars(kind).values() for name in _modules(value)
    }
    distance = 0
    while coming:
        new = {name for name in coming if name.startswith(_SUITE) and name not in found}
        found |= dict.fromkeys(sorted(new), distance)
        coming = {each for name in new for each in _imports(sys.modules.get(name))}
        distance += 1
    return found


def _modules(value: Any, depth: int = 3) -> Iterator[str]:
    """Yield the modules of what an attribute is made of."""
    yield str(getattr(value, "__module__", ""))
    if not depth or isinstance(value, type):
        return
    parts: Collection[Any] = value if isinstance(value, tuple | list) else ()
    if dataclasses.is_dataclass(value):
        parts = [getattr(value, field.name) for field in dataclasses.fields(value)]
    for part in parts:
        yield from _modules(part, depth - 1)


def _imports(module: ModuleType | None) -> Iterator[str]:
    for value in vars(module).values() if module is not None else ():
        yield value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", "")


class Choice:
    """A plugin of pytest that runs rotating tests of some ids only, and `judged` of these.

    Args:
        ids: Which.
    """

    def __init__(self, ids: Collection[str]) -> None:
        self._ids = sorted(ids)
        names = {env_id.partition("/")[2].rpartition("-v")[0] for env_id in ids}
        self._known = names.union(ids)

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Run tests of a judged id on each."""
        if "judged_id" in metafunc.fixturenames:
            metafunc.parametrize("judged_id", self._ids)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave rotating cases of other ids out."""
        items[:] = [
            item
            for item in items
            if item.get_closest_marker("rotating") is None or self._is_about_one(item)
        ]

    def _is_about_one(self, item: pytest.Item) -> bool:
        values = item.callspec.params.values() if isinstance(item, pytest.Function) else ()
        return any(isinstance(value, str) and value in self._known for value in values)
