"""Arguments of commands that stand for a group of options."""

from __future__ import annotations

import functools
import inspect
import typing
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

from typing_extensions import TypeIs

__all__ = ["given", "with_groups"]

Value = TypeVar("Value")


def with_groups(command: Callable[..., Value]) -> Callable[..., Value]:
    """Let a command take dataclasses of options, whose fields may be such dataclasses in turn.

    Typer sees each field as an option of its own.
    """
    signature = inspect.signature(command, eval_str=True)
    groups = {
        name: parameter.annotation
        for name, parameter in signature.parameters.items()
        if _is_group(parameter.annotation)
    }

    @functools.wraps(command)
    def run(**options: Any) -> Value:
        made = {name: _made(group, options) for name, group in groups.items()}
        return command(**options, **made)

    parameters = [
        option
        for name, parameter in signature.parameters.items()
        for option in (_options(groups[name]) if name in groups else [parameter])
    ]
    run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return run


def given(group: Any) -> list[str]:
    """Return the options of a group that have a value, such as ``--max-calls``."""
    found: list[str] = []
    for field in fields(group):
        value = getattr(group, field.name)
        if is_dataclass(value):
            found += given(value)
        elif value not in (None, []):
            found.append(f"--{field.name.replace('_', '-')}")
    return found


def _is_group(kind: object) -> TypeIs[type[Any]]:
    return isinstance(kind, type) and is_dataclass(kind)


def _options(group: type[Any]) -> Iterator[inspect.Parameter]:
    """Yield a parameter for each option of a group."""
    kinds = typing.get_type_hints(group, include_extras=True)
    for field in fields(group):
        kind = kinds[field.name]
        if _is_group(kind):
            yield from _options(kind)
        else:
            yield inspect.Parameter(
                field.name,
                inspect.Parameter.POSITIONAL_OR_KEYWORD,
                default=field.default,
                annotation=kind,
            )


def _made(group: type[Any], options: dict[str, Any]) -> Any:
    """Return a group with the values of its options, which are removed from `options`."""
    kinds = typing.get_type_hints(group)
    return group(
        **{
            name: _made(kind, options) if _is_group(kind) else options.pop(name)
            for name, kind in kinds.items()
        }
    )
