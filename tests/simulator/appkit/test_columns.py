"""Columns into which anybody may have written anything."""

from __future__ import annotations

import pytest

from android_gym.simulator.appkit.columns import number_of, text_of


@pytest.mark.parametrize(
    ("value", "text", "number"),
    [
        (None, "", 7),
        ("12", "12", 7),
        (b"\xff1", "\ufffd1", 7),
        (-3, "-3", -3),
        (2.9, "2.9", 2),
        (1e300, "1e+300", 7),
        (float("inf"), "inf", 7),
    ],
)
def test_any_value(value: object, text: str, number: int) -> None:
    assert (text_of(value), number_of(value, 7)) == (text, number)
    assert number_of(None) == 0
