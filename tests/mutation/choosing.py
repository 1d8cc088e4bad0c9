"""Chooses ids that use a module, and the tests that are about them.

Most judging code is tested by promises of every id, which rotate from commit to commit. A mutant
needs those of the ids that use its module, on every run.
"""

from __future__ import annotations

import dataclasses
import inspect
import sys
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

import pytest

from android_gym.task_suite.suite import tasks_by_id
from android_gym.task_suite.task import Task
from tests.mutation.mutants import ROOTS

__all__ = ["Choice", "distances", "ids_that_use", "judging"]

MOST_IDS: Final = 6
"""Number of ids that are chosen for a module."""

_SUITE: Final = "android_gym.task_suite."


def ids_that_use(module: str, function: str = "") -> list[str]:
    """Return up to `MOST_IDS` ids that use a function, spread over all that do.

    Those whose classes refer to its module most directly are preferred. If none is found to use the
    function, all that use its module count.

    Args:
        module: Its module's name, such as ``android_gym.task_suite.android_world.rows``.
        function: Its qualified name, such as ``RowTask.success``; or that of a constant.
    """
    far = {
        env_id: found[module]
        for env_id, cls in sorted(tasks_by_id().items())
        if module in (found := distances(cls))
    }
    calls = [env_id for env_id in far if (module, function) in judging(tasks_by_id()[env_id])]
    far = {env_id: far[env_id] for env_id in calls or far}
    near = [env_id for env_id, distance in far.items() if distance == min(far.values())]
    count = min(MOST_IDS, len(near))
    return [near[i * len(near) // count] for i in range(count)]


@cache
def distances(cls: type[Task]) -> dict[str, int]:
    """Return the modules that a task uses, with the number of imports between it and them."""
    found: dict[str, int] = {}
    coming = {kind.__module__ for kind in cls.__mro__} | {
        kind.__module__ for value in _data(cls) for kind in _kinds(value)
    }
    distance = 0
    while coming:
        new = {name for name in coming if name.startswith(_SUITE) and name not in found}
        found |= dict.fromkeys(sorted(new), distance)
        coming = {each for name in new for each in _imports(sys.modules.get(name))}
        distance += 1
    return found


@cache
def judging(cls: type[Task]) -> set[tuple[str, str]]:
    """Return the functions that may be called to judge a task, and the constants that they use.

    Both are given by module and qualified name.

    A global name in a function stands for what its module calls so. An attribute stands for the
    methods of that name of the task, and of all other classes that were come across: those of the
    task's data, of such names, and of what these names are made of.
    """
    kinds = {cls} | {kind for value in _data(cls) for kind in _kinds(value)}
    names, found = {"__call__", *ROOTS}, set[FunctionType]()
    coming = {one for name in names for one in _methods(cls, name)}
    while coming:
        found |= coming
        values = [one.__globals__.get(name) for one in coming for name in _names(one.__code__)]
        names = names.union(*(_names(one.__code__) for one in coming))
        kinds = kinds.union(*map(_kinds, values))
        coming = {one for value in values for one in _functions(value)}
        coming |= {one for kind in kinds for name in names for one in _methods(kind, name)}
        coming -= found
    constants = {(one.__module__, name) for one in found for name in _names(one.__code__)}
    return constants | {(one.__module__, one.__qualname__) for one in found}


def _data(cls: type[Task]) -> list[Any]:
    return [value for kind in cls.__mro__ for value in vars(kind).values()]


def _kinds(value: Any, depth: int = 3) -> Iterator[type]:
    """Yield a value if it is a class, or else the classes of what it is made of."""
    if isinstance(value, type):
        yield value
        return
    yield type(value)
    parts: Collection[Any] = ()
    if isinstance(value, tuple | list):
        parts = value
    elif isinstance(value, Mapping):
        parts = value.values()
    elif dataclasses.is_dataclass(value):
        parts = [getattr(value, field.name) for field in dataclasses.fields(value)]
    for part in parts if depth else ():
        yield from _kinds(part, depth - 1)


@cache
def _methods(kind: type, name: str) -> frozenset[FunctionType]:
    """Return the method that a class has by a name, and those of its bases that this calls."""
    found: set[FunctionType] = set()
    for base in kind.__mro__:
        found.update(own := set(_functions(vars(base).get(name))))
        if any("super" not in function.__code__.co_names for function in own):
            break
    return frozenset(found)


def _functions(value: Any) -> Iterator[FunctionType]:
    """Yield the function of ``task_suite`` that a value is, or wraps."""
    value = getattr(value, "fget", getattr(value, "__func__", value))
    value = inspect.unwrap(value)
    if isinstance(value, FunctionType) and value.__module__.startswith(_SUITE):
        yield value


@cache
def _names(code: CodeType) -> frozenset[str]:
    """Return the names of globals and attributes in a function and those nested in it."""
    nested = (_names(const) for const in code.co_consts if isinstance(const, CodeType))
    return frozenset(code.co_names).union(*nested)


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
