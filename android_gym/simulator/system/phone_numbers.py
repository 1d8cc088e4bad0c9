"""Phone numbers as written, spelled and compared in the United States."""

from __future__ import annotations

import re
from typing import Final

__all__ = [
    "EMERGENCY",
    "KEYS",
    "as_typed",
    "digits_of",
    "e164",
    "is_emergency",
    "keypad_pattern",
    "tel_number",
]

EMERGENCY: Final = ("112", "911")
"""Numbers that can always be called."""

KEYS: Final = {
    "2": "ABC", "3": "DEF", "4": "GHI", "5": "JKL", "6": "MNO", "7": "PQRS", "8": "TUV",
    "9": "WXYZ",
}  # fmt: skip
"""Letters on a phone's keypad (ITU-T E.161)."""

_DIGIT: Final = {letter: digit for digit, letters in KEYS.items() for letter in letters}


def as_typed(number: str) -> str:
    """Return a number with its digits grouped as Android does while typing in the United States."""
    if re.search(r"[^\d+() \-.]", number) or "+" in number[1:]:
        return number
    digits = re.sub(r"\D", "", number)
    international = number.startswith("+")
    if international and not digits.startswith("1"):
        return f"+{digits}"
    country = digits[:1] if international or (digits.startswith("1") and len(digits) > 1) else ""
    rest = digits[len(country) :]
    if len(rest) > 10:
        return number if international else digits
    if country:
        groups = [part for part in (rest[:3], rest[3:6], rest[6:]) if part]
        return " ".join(filter(None, (("+" if international else "") + country, "-".join(groups))))
    if len(rest) > 7:
        return f"({rest[:3]}) {rest[3:6]}-{rest[6:]}"
    return f"{rest[:3]}-{rest[3:]}" if len(rest) > 3 else rest


def digits_of(number: str) -> str:
    """Return the digits to dial: letters become their keys' digits, others are dropped."""
    spelled = "".join(_DIGIT.get(character.upper(), character) for character in number)
    return re.sub(r"[^\d+*#,;]", "", spelled)


def e164(number: str) -> str | None:
    """The number in E.164 form; None if it is not a complete number in the United States."""
    digits = digits_of(number)
    if not re.fullmatch(r"\+?\d+", digits):
        return None
    if digits.startswith("+"):
        return digits
    if len(digits) == 10:
        return f"+1{digits}"
    return f"+{digits}" if len(digits) == 11 and digits.startswith("1") else None


def is_emergency(number: str) -> bool:
    """Return whether it is an emergency number."""
    return digits_of(number) in EMERGENCY


def tel_number(uri: str | None) -> str | None:
    """The number in a ``tel:`` URI or address in a ``voicemail:`` URI; None if there is none."""
    from urllib.parse import unquote

    scheme, colon, rest = (uri or "").partition(":")
    if not colon or scheme.lower() not in ("tel", "voicemail"):
        return None
    return unquote(rest)


def keypad_pattern(digits: str) -> str:
    """A SQL ``GLOB`` pattern for words whose beginning is typed with these digits on the keypad.

    Raises:
        ValueError: If there is anything but digits.
    """
    if not digits.isdecimal() or not digits.isascii():
        raise ValueError(f"Only digits can be typed for letters, got {digits!r}.")
    parts = (f"[{d}{KEYS.get(d, '')}{KEYS.get(d, '').lower()}]" for d in digits)
    return "".join(parts) + "*"
