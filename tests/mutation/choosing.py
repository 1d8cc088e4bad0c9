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

__all__ = ["Choice", "distances", "ids_that_use", "judging", "users_of"]

MOST_IDS: Final = 6
"""Number of ids that are chosen for a module."""

_SUITE: Final = "android_gym.task_suite."


def ids_that_use(module: str, function: str = "") -> list[str]:
    """Return up to `MOST_IDS` ids that use a function, spread over those that do so most directly.

    Takes the same as `users_of`.
    """
    far = {
        env_id: distances(tasks_by_id()[env_id])[module] for env_id in users_of(module, function)
    }
    near = [env_id for env_id, distance in far.items() if distance == min(far.values())]
    count = min(MOST_IDS, len(near))
    return [near[i * len(near) // count] for i in range(count)]


@cache
def users_of(module: str, function: str = "") -> list[str]:
    """Return the ids that use a function; if there are none, those that use its module.

    Args:
        module: Its module's name, such as ``android_gym.task_suite.android_world.rows``.
        function: Its qualified name, such as ``RowTask.success``; or that of a constant.
    """
    near = {
        env_id: cls for env_id, cls in sorted(tasks_by_id().items()) if module in distances(cls)
    }
    return [env_id for env_id in near if (module, function) in judging(near[env_id])] or list(near)


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
    """A plugin of pytest that runs what is about some ids, and `judged` of these.

    Args:
        ids: Those whose rotating tests are run.
        users: Those whose other tests are run. Tests that name no id are run anyway.
    """

    def __init__(self, ids: Collection[str], users: Collection[str]) -> None:
        self._ids = sorted(ids)
        self._names = _names_of(ids)
        self._users = _names_of(users)
        self._known = _names_of(tasks_by_id())

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Run tests of a judged id on each."""
        if "judged_id" in metafunc.fixturenames:
            metafunc.parametrize("judged_id", self._ids)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave cases of other ids out."""
        items[:] = [item for item in items if self._runs(item)]

    def _runs(self, item: pytest.Item) -> bool:
        values = item.callspec.params.values() if hasattr(item, "callspec") else ()
        about = self._known.intersection(value for value in values if isinstance(value, str))
        if item.get_closest_marker("rotating") is not None:
            return not about.isdisjoint(self._names)
        return not about or not about.isdisjoint(self._users)


def _names_of(ids: Collection[str]) -> set[str]:
    """Return ids, and their names without the suite and the version."""
    return {*ids, *(env_id.partition("/")[2].rpartition("-v")[0] for env_id in ids)}
