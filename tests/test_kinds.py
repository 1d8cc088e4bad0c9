"""Kinds of JSON values."""

from __future__ import annotations

import math
from typing import Any

import pytest

from android_gym.kinds import (
    FLAG,
    NUMBER,
    OBJECT,
    TEXT,
    Kind,
    check_kinds,
    list_of,
    number,
    one_of,
    or_null,
    whole,
)

VALUES: list[Any] = [
    None, True, 0, 1, -1, 10**400, 0.5, math.nan, math.inf, "", "a", [], [1], ["a"], {}, {"a": 1},
]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "fitting"),
    [
        (TEXT, ["", "a"]),
        (FLAG, [True]),
        (OBJECT, [{}, {"a": 1}]),
        (NUMBER, [0, 1, -1, 0.5]),
        (number(0, 1), [0, 1, 0.5]),
        (whole(), [0, 1, 10**400]),
        (whole(1), [1, 10**400]),
        (whole(0, 10**38), [0, 1]),
        (one_of(["a", "b"]), ["a"]),
        (or_null(TEXT), [None, "", "a"]),
        (list_of("a list of texts", TEXT), [[], ["a"]]),
    ],
)
def test_a_kind_has_its_values_and_no_others(kind: Kind, fitting: list[Any]) -> None:
    found = [value for value in VALUES if kind.fits(value)]
    assert [(type(value), value) for value in found] == [(type(value), value) for value in fitting]


def test_the_first_value_at_fault_is_named() -> None:
    kinds = {"seed": whole(), "name": or_null(TEXT)}
    check_kinds({"seed": 3, "name": None, "other": 1}, kinds)
    with pytest.raises(ValueError, match="^it has no 'name'$"):
        check_kinds({"seed": 3}, kinds)
    with pytest.raises(ValueError, match="^'seed' must be a whole number from 0 on, got -1$"):
        check_kinds({"seed": -1, "name": 5}, kinds)
    with pytest.raises(ValueError, match="^'name' must be a string or null, got 5$"):
        check_kinds({"seed": 1, "name": 5}, kinds)
