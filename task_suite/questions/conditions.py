"""Conditions on rows: ``"start_date >= {date}"``, ``"start_time + duration > {time}"``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from android_gym.task_suite.questions.values import Field, Value, parse

__all__ = ["Condition", "Row", "Test", "bound", "read_condition"]

Row = dict[str, Value]
"""A thing that an app holds, such as an event, a message or a file; values by field."""

Test = Callable[[Row], bool]
"""A predicate on rows."""

_TEXT: Final = re.compile(
    r"\s*(\w+)(?:\s+\+\s+(\w+))?\s+(==|!=|<=|>=|<|>|contains)\s+(.*\S)\s*", re.DOTALL
)


def _ordered(compare: Callable[[Value, Value], bool]) -> Callable[[Value, Value], bool]:
    """Return a comparison that is false for missing values."""
    return lambda one, other: one is not None and other is not None and compare(one, other)


def _folded(value: Value) -> Value:
    return value.casefold() if isinstance(value, str) else value


_COMPARE: Final[Mapping[str, Callable[[Value, Value], bool]]] = {
    "==": lambda one, other: _folded(one) == _folded(other),
    "!=": lambda one, other: _folded(one) != _folded(other),
    "<=": _ordered(lambda one, other: one <= other),  # type: ignore[operator]
    ">=": _ordered(lambda one, other: one >= other),  # type: ignore[operator]
    "<": _ordered(lambda one, other: one < other),  # type: ignore[operator]
    ">": _ordered(lambda one, other: one > other),  # type: ignore[operator]
    "contains": lambda one, other: str(_folded(other)) in str(_folded(one)),
}


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on a field of a row.

    Attributes:
        field: Name of the field.
        operator: ``==``, ``!=``, ``<``, ``<=``, ``>``, ``>=`` or ``contains``, ignoring case.
        text: Text that the field is compared with, which may contain placeholders; ``none`` for no
            value.
        plus: Name of a field with the minutes that are added to a time of day first; empty if none
            are.
    """

    field: str
    operator: str
    text: str
    plus: str = ""

    def __str__(self) -> str:
        field = f"{self.field} + {self.plus}" if self.plus else self.field
        return f"{field} {self.operator} {self.text}"

    def bound(self, fields: Mapping[str, Field], words: Mapping[str, str]) -> Test:
        """Return the condition for given parameters, to be applied to many rows.

        Args:
            fields: Fields of the app.
            words: Text of each placeholder.

        Returns:
            A predicate on rows; a field that a row lacks has no value.

        Raises:
            ValueError: If the text is not a valid value of the field.
        """
        text = self.text.format_map(words)
        if text.strip() == "none":
            other = None
        else:
            other = text if self.operator == "contains" else parse(fields[self.field], text)
        compare, name, plus = _COMPARE[self.operator], self.field, self.plus
        if plus:
            return lambda row: compare(_later(row.get(name), row.get(plus)), other)
        return lambda row: compare(row.get(name), other)


def _later(time: Value, minutes: Value) -> Value:
    """Return a time of day some minutes later, "25:10" on the next day; None without either."""
    if not isinstance(time, str) or not isinstance(minutes, int | float):
        return None
    hours, _, rest = time.partition(":")
    total = 60 * int(hours) + int(rest) + int(minutes)
    return f"{total // 60:02}:{total % 60:02}"


def read_condition(text: str) -> Condition:
    """Parse a condition.

    Raises:
        ValueError: If it is invalid.
    """
    found = _TEXT.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no condition like 'amount >= {{least}}'")
    return Condition(found[1], found[3], found[4], found[2] or "")


def bound(
    conditions: Iterable[Condition], fields: Mapping[str, Field], words: Mapping[str, str]
) -> Test:
    """Return the conjunction of conditions, see `Condition.bound`."""
    tests = [condition.bound(fields, words) for condition in conditions]
    return lambda row: all(test(row) for test in tests)
