"""Finds steps of scripts that are dropped: calls without `yield from` do nothing.

Steps of an object, such as a `Screen`, tell when they are dropped (`step`). Plain generator
functions can't; a module's calls of these are searched for in its source (`dropped_calls`).
"""

from __future__ import annotations

import ast
import functools
import inspect
import sys
from collections.abc import Callable, Generator
from types import ModuleType, TracebackType
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

__all__ = ["KeepsDropped", "dropped_calls", "step"]


class KeepsDropped(Protocol):
    """An object whose methods make steps.

    Attributes:
        dropped: Steps that were made and dropped without being taken, and where.
    """

    dropped: list[str]


Owner = TypeVar("Owner", bound=KeepsDropped)
P = ParamSpec("P")
Yielded = TypeVar("Yielded")
Sent = TypeVar("Sent")
Returned = TypeVar("Returned")


class _Step(Generator[Yielded, Sent, Returned]):
    """A generator that notes where it was made if it is dropped before it is begun.

    `yield from` takes the generator out of it, so the events of a step cost nothing more.
    """

    def __init__(
        self, steps: Generator[Yielded, Sent, Returned], name: str, dropped: list[str]
    ) -> None:
        caller = sys._getframe(2)  # behind `begin` of `step`
        self._steps = steps
        self._name = name
        self._file, self._line = caller.f_code.co_filename, caller.f_lineno
        self._dropped = dropped
        self._taken = False

    def __iter__(self) -> Generator[Yielded, Sent, Returned]:
        self._taken = True
        return self._steps

    def __next__(self) -> Yielded:
        return next(iter(self))

    def send(self, value: Sent) -> Yielded:
        return iter(self).send(value)

    def throw(self, typ: Any, val: object = None, tb: TracebackType | None = None) -> Yielded:
        return iter(self).throw(typ, val, tb)

    def __del__(self) -> None:
        if not self._taken:
            self._dropped.append(f"{self._name} in line {self._line} of {self._file}")


def step(
    method: Callable[Concatenate[Owner, P], Generator[Yielded, Sent, Returned]],
) -> Callable[Concatenate[Owner, P], Generator[Yielded, Sent, Returned]]:
    """Make the steps that a method returns tell when they are dropped."""

    @functools.wraps(method)
    def begin(
        owner: Owner, /, *args: P.args, **kwargs: P.kwargs
    ) -> Generator[Yielded, Sent, Returned]:
        return _Step(method(owner, *args, **kwargs), method.__name__, owner.dropped)

    return begin


@functools.lru_cache(maxsize=256)
def dropped_calls(module: ModuleType) -> tuple[str, ...]:
    """Return the calls of generator functions that a module makes as statements of their own.

    Args:
        module: A module with a source; one without is not searched.

    Returns:
        Name, line and file of each.
    """
    try:
        source = inspect.getsource(module)
    except (OSError, TypeError):
        return ()
    calls = [
        node.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    ]
    return tuple(
        f"{ast.unparse(call.func)}(...) in line {call.lineno} of {module.__file__}"
        for call in calls
        if inspect.isgeneratorfunction(_named(module, call.func))
    )


def _named(module: ModuleType, name: ast.expr) -> object:
    """Return what a name, or one of an imported module, stands for in a module."""
    if isinstance(name, ast.Name):
        return vars(module).get(name.id)
    if isinstance(name, ast.Attribute):
        owner = _named(module, name.value)
        return vars(owner).get(name.attr) if isinstance(owner, ModuleType) else None
    return None
