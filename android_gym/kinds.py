"""Kinds of JSON values, to check files of others: each has a description and a check."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from android_gym.checks import shown

__all__ = [
    "FLAG",
    "NUMBER",
    "OBJECT",
    "TEXT",
    "Kind",
    "check_kinds",
    "list_of",
    "number",
    "one_of",
    "or_null",
    "whole",
]


class Kind(NamedTuple):
    """A kind of JSON value.

    Attributes:
        text: Description for messages, such as ``"a whole number from 0 on"``.
        fits: Returns whether a value is of the kind, for any value of JSON.
    """

    text: str
    fits: Callable[[Any], bool]


def check_kinds(values: Mapping[str, Any], kinds: Mapping[str, Kind]) -> None:
    """Check that an object has a value of the right kind for each name; it may have others.

    Raises:
        ValueError: Naming the first that is missing or of another kind.
    """
    for name, kind in kinds.items():
        if name not in values:
            raise ValueError(f"it has no {name!r}")
        if not kind.fits(values[name]):
            raise ValueError(f"{name!r} must be {kind.text}, got {shown(values[name])}")


def _is_number(value: Any) -> bool:
    # A whole number of any length can be compared; NaN is not below the largest float.
    of_type = isinstance(value, int | float) and not isinstance(value, bool)
    return of_type and abs(value) <= sys.float_info.max


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def whole(low: int = 0, high: int | None = None) -> Kind:
    """Return the kind of whole numbers from `low` on, or to `high`."""
    text = f"a whole number from {low} " + ("on" if high is None else f"to {high:g}")
    return Kind(
        text, lambda value: _is_whole(value) and low <= value and (high is None or value <= high)
    )


def number(low: float, high: float) -> Kind:
    """Return the kind of numbers from `low` to `high`."""
    text = f"a number from {low:g} to {high:g}"
    return Kind(text, lambda value: _is_number(value) and low <= value <= high)


def one_of(choices: Sequence[str]) -> Kind:
    """Return the kind of these texts."""
    return Kind(f"one of {list(choices)}", lambda value: value in choices)


def or_null(kind: Kind) -> Kind:
    """Return a kind that includes null."""
    return Kind(f"{kind.text} or null", lambda value: value is None or kind.fits(value))


def list_of(text: str, kind: Kind) -> Kind:
    """Return the kind of lists of values of a kind.

    Args:
        text: Description of the list.
        kind: Kind of its items.
    """
    return Kind(text, lambda value: isinstance(value, list) and all(map(kind.fits, value)))


TEXT = Kind("a string", lambda value: isinstance(value, str))
FLAG = Kind("true or false", lambda value: isinstance(value, bool))
OBJECT = Kind("an object", lambda value: isinstance(value, dict))
NUMBER = Kind("a number", _is_number)
