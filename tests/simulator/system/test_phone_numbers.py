"""Numbers: written, spelled, compared."""

from __future__ import annotations

import pytest

from android_gym.simulator.system.phone_numbers import (
    as_typed,
    digits_of,
    e164,
    is_emergency,
    keypad_pattern,
    tel_number,
)


@pytest.mark.parametrize(
    ("number", "digits", "full"),
    [
        ("(555) 123-4567", "5551234567", "+15551234567"),
        ("1-800-FLOWERS", "18003569377", "+18003569377"),
        ("+44 20 7946 0958", "+442079460958", "+442079460958"),
        ("911", "911", None),
        ("*#06#", "*#06#", None),
        ("", "", None),
    ],
)
def test_numbers(number: str, digits: str, full: str | None) -> None:
    assert digits_of(number) == digits
    assert e164(number) == full
    assert digits_of(as_typed(digits)) == digits


def test_keys_and_addresses() -> None:
    assert keypad_pattern("27") == "[2ABCabc][7PQRSpqrs]*"
    with pytest.raises(ValueError, match="Only digits"):
        keypad_pattern("2]")
    assert tel_number("tel:+1%20555") == "+1 555"
    assert tel_number("mailto:x") is None and tel_number(None) is None


def test_emergency_numbers() -> None:
    assert is_emergency("911") and is_emergency("1-1-2") and not is_emergency("9111")
