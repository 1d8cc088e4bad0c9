"""Ingredients, directions, and scaling of quantities."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

__all__ = ["Ingredient", "directions", "ingredients", "scaled", "servings_of", "split_servings"]

_VULGAR: Final = {
    "¼": (1, 4), "½": (1, 2), "¾": (3, 4), "⅐": (1, 7), "⅑": (1, 9), "⅒": (1, 10), "⅓": (1, 3),
    "⅔": (2, 3), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5), "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6),
    "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8),
}  # fmt: skip

# Limit the digits: nobody cooks with ten-digit numbers, and int() rejects huge ones.
_ONE: Final = (
    rf"(?:[0-9]{{1,9}} ?[{''.join(_VULGAR)}]|[{''.join(_VULGAR)}]"
    r"|[0-9]{1,9} [0-9]{1,9} ?/ ?[0-9]{1,9}|[0-9]{1,9} ?/ ?[0-9]{1,9}"
    r"|[0-9]{1,9}(?:[.,][0-9]{1,9})?)"
)
_QUANTITY: Final = re.compile(rf"({_ONE})(?:( ?[-–] ?)({_ONE}))?(?![0-9])")
_NUMBERED: Final = re.compile(r"[0-9]{1,4}\.\s*")
_FIRST_NUMBER: Final = re.compile(_ONE)

_DENOMINATORS: Final = (2, 3, 4, 5, 6, 8)


class Ingredient(NamedTuple):
    """An ingredient line: its quantity, such as "2", "1/2" or "2-3", and the rest."""

    quantity: str
    text: str


@lru_cache(maxsize=64)
def ingredients(text: str) -> tuple[Ingredient, ...]:
    """Split ingredients into lines, dropping leading dashes and empty lines."""
    found = []
    for raw in text.splitlines():
        line = raw.strip().removeprefix("-").removeprefix("–").strip()
        if line:
            match = _QUANTITY.match(line)
            end = match.end() if match is not None else 0
            found.append(Ingredient(line[:end], line[end:]))
    return tuple(found)


@lru_cache(maxsize=64)
def directions(text: str) -> tuple[str, ...]:
    """Split directions into steps, dropping leading numbers and empty lines."""
    lines = (_NUMBERED.sub("", line.strip(), count=1).strip() for line in text.splitlines())
    return tuple(line for line in lines if line)


def _value(text: str) -> Fraction | None:
    """Return the value of a quantity; None for a fraction with denominator 0."""
    total = Fraction(0)
    for part in re.sub(r" ?/ ?", "/", text).replace(",", ".").split():
        for sign, (top, bottom) in _VULGAR.items():
            if sign in part:
                total += Fraction(top, bottom)
                part = part.replace(sign, "")
        if part:
            top_text, bar, bottom_text = part.partition("/")
            if bar and not int(bottom_text):
                return None
            total += Fraction(top_text) / (int(bottom_text) if bar else 1)
    return total


def _written(value: Fraction, like: str) -> str:
    """Format a scaled quantity; if `like` is a fraction, prefer a simple fraction."""
    if value.denominator == 1:
        return str(value.numerator)
    if ("/" in like or any(sign in like for sign in _VULGAR)) and (
        value.denominator in _DENOMINATORS
    ):
        whole, rest = divmod(value, 1)
        return f"{whole} {rest}" if whole else str(rest)
    text = f"{float(value):.2f}".rstrip("0").rstrip(".")
    return text.replace(".", ",") if "," in like else text


def scaled(ingredient: Ingredient, scale: Fraction) -> str:
    """Return a line with its quantity scaled; unchanged if it has none."""
    match = _QUANTITY.fullmatch(ingredient.quantity)
    if match is None or scale == 1:
        return ingredient.quantity + ingredient.text
    first, dash, second = match[1], match[2] or "", match[3]
    parts = []
    for text in (first, second):
        value = _value(text) if text else None
        parts.append("" if not text else text if value is None else _written(value * scale, text))
    return f"{parts[0]}{dash}{parts[1]}{ingredient.text}"


def split_servings(text: str) -> tuple[str, str]:
    """Split servings into the first number and the rest, e.g. ("4", "servings")."""
    match = _FIRST_NUMBER.search(text)
    if match is None:
        return "", text.strip()
    return match[0], text[match.end() :].strip()


def servings_of(text: str) -> int:
    """Return the number of servings of a recipe; 1 if it isn't given."""
    number, _ = split_servings(text)
    value = _value(number) if number else None
    return max(1, int(value)) if value is not None else 1
