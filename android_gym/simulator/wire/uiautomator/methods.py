"""Dispatch of remote methods by name, with conversion of parameters to their declared types."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, TypeVar, get_type_hints

from android_gym.checks import shown
from android_gym.simulator.wire.uiautomator.errors import InvalidParamsError, RemoteError
from android_gym.simulator.wire.uiautomator.selectors import Selector, parse_selector

__all__ = ["JsonValue", "Position", "call", "remote", "remote_methods"]

JsonValue: TypeAlias = (
    str | int | float | bool | None | Sequence["JsonValue"] | Mapping[str, "JsonValue"]
)

_F = TypeVar("_F", bound=Callable[..., JsonValue])
_NAME: Final = "remote_name"
_MOST_NUMBER: Final = 1 << 31


@dataclass(frozen=True)
class Position:
    """A point on the screen, in pixels."""

    x: float
    y: float


def remote(name: str) -> Callable[[_F], _F]:
    """Expose a method under a name on the wire; several may share one, like overloads in Java."""

    def mark(function: _F) -> _F:
        setattr(function, _NAME, name)
        return function

    return mark


@dataclass(frozen=True)
class _Method:
    function: Callable[..., JsonValue]
    kinds: tuple[object, ...]
    required: int

    def read(self, values: Sequence[object]) -> list[object]:
        if not self.required <= len(values) <= len(self.kinds):
            counts = " to ".join(map(str, sorted({self.required, len(self.kinds)})))
            raise InvalidParamsError(f"{len(values)} parameters were given; it takes {counts}.")
        return [_convert(kind, v) for kind, v in zip(self.kinds, values, strict=False)]


_known: Final[dict[type, Mapping[str, tuple[_Method, ...]]]] = {}


def remote_methods(owner: type) -> Mapping[str, tuple[_Method, ...]]:
    """Return the methods of a class marked with `remote`, by name."""
    if owner not in _known:
        _known[owner] = _find_methods(owner)
    return _known[owner]


def _find_methods(owner: type) -> Mapping[str, tuple[_Method, ...]]:
    found: dict[str, tuple[_Method, ...]] = {}
    for _, function in inspect.getmembers(owner, inspect.isfunction):
        name = getattr(function, _NAME, None)
        if name is None:
            continue
        hints = get_type_hints(function)
        parameters = list(inspect.signature(function).parameters.values())[1:]
        kinds = tuple(hints[parameter.name] for parameter in parameters)
        required = sum(parameter.default is parameter.empty for parameter in parameters)
        found[name] = (*found.get(name, ()), _Method(function, kinds, required))
    return found


def call(owner: object, name: str, values: Sequence[object]) -> JsonValue:
    """Call a method by name with parameters from the wire.

    Raises:
        InvalidParamsError: If no method of that name accepts them.
        RemoteError: If there is no such method, or as the method raises.
    """
    methods = remote_methods(type(owner)).get(name, ())
    reasons: list[str] = []
    for method in methods:
        try:
            arguments = method.read(values)
        except InvalidParamsError as error:
            reasons.append(str(error))
        else:
            return method.function(owner, *arguments)
    if methods:
        raise InvalidParamsError(f"{name}: " + " Or: ".join(reasons))
    raise UnknownMethodError(name)


class UnknownMethodError(RemoteError):
    """A method that the server does not have."""

    code = -32601

    def __init__(self, name: str) -> None:
        known = f"method not found: {shown(name)}"
        super().__init__("java.lang.NoSuchMethodException", known)


def _convert(kind: object, value: object) -> object:
    """Convert a parameter to its declared type."""
    converter = _CONVERTERS.get(kind)
    return converter(value) if converter is not None else value


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InvalidParamsError(f"{shown(value)} is no number.")
    if not (math.isfinite(value) and abs(value) <= _MOST_NUMBER):
        raise InvalidParamsError(f"{shown(value)} is too large.")
    return float(value)


def _whole(value: object) -> int:
    return int(_number(value))


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise InvalidParamsError(f"{shown(value)} is neither true nor false.")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise InvalidParamsError(f"{shown(value)} is no text.")
    return value


def _text_or_none(value: object) -> str | None:
    return None if value is None else _text(value)


def _target(value: object) -> Selector | str:
    return value if isinstance(value, str) else parse_selector(value)


def _position(value: object) -> Position:
    if not isinstance(value, dict):
        raise InvalidParamsError(f"{shown(value)} is no point: an object with x and y.")
    return Position(_number(value.get("x")), _number(value.get("y")))


def _numbers(value: object) -> list[float]:
    if not isinstance(value, list):
        raise InvalidParamsError(f"{shown(value)} is no list of numbers.")
    return [_number(item) for item in value]


_CONVERTERS: Final[dict[object, Callable[[Any], object]]] = {
    float: _number,
    int: _whole,
    bool: _flag,
    str: _text,
    str | None: _text_or_none,
    Selector: parse_selector,
    Selector | str: _target,
    Position: _position,
    list[float]: _numbers,
}
