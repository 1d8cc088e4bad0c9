"""Formats numbers: with thousands separators, truncated to the display's width, or scrolled."""

from __future__ import annotations

import re
from typing import Final

from android_gym.simulator.apps.calculator.reals import Decimal, Real, decimal

__all__ = ["MOST_DIGITS", "is_cut", "plain", "scrolled", "with_commas", "write"]

MOST_DIGITS: Final = 1000
"""Number of digits to which a result can be scrolled; the real app has no limit."""

_LEADING_ZEROS: Final = 6
"""With more zeros after the decimal point, a number is written with a power of ten."""

_WHOLE: Final = re.compile(r"(?<![\d.E])(?<!E−)\d{4,}")


def with_commas(formula: str) -> str:
    """Return a formula with thousands separators in its numbers."""
    return _WHOLE.sub(lambda match: f"{int(match[0]):,}" if match[0][0] != "0" else match[0],
                      formula)  # fmt: skip


def plain(text: str) -> str:
    """Return a displayed number or formula without thousands separators."""
    return text.replace(",", "")


def write(value: Real, width: int) -> str:
    """Format a number in at most about `width` characters, truncated rather than rounded."""
    return _write(decimal(value, max(width, 4)), width)


def is_cut(value: Real, width: int) -> bool:
    """Return whether a number has more digits than are displayed."""
    known = decimal(value, max(width, 4))
    return not known.ends or len(_fixed(known, known.exponent) or "") > width


def _write(known: Decimal, width: int) -> str:
    minus = "−" if known.negative else ""
    if not known.digits:
        return "0"
    room = width - len(minus)
    zeros = -known.exponent
    if known.exponent > 0:
        commas = (known.exponent - 1) // 3
        if known.exponent + commas <= room:
            after = room - known.exponent - commas - 1
            return minus + _fixed(known, known.exponent + max(0, after))
    elif zeros < _LEADING_ZEROS or (known.ends and zeros + len(known.digits) + 2 <= room):
        return minus + _fixed(known, room - 2 - zeros)
    tail = f"E{known.exponent - 1}".replace("-", "−")
    digits = known.digits[: max(1, room - len(tail) - 1)].rstrip("0" if known.ends else "")
    rest = digits[1:]
    return f"{minus}{digits[:1]}{'.' + rest if rest else ''}{tail}"


def _fixed(known: Decimal, count: int) -> str:
    """Format digits without a power of ten, at most `count` of them."""
    digits, exponent = known.digits[: max(0, count)], known.exponent
    if exponent <= 0:
        return f"0.{'0' * -exponent}{digits}" if digits else "0"
    whole = digits[:exponent].ljust(exponent, "0")
    # int() refuses texts of thousands of digits, which a whole number may have.
    head = len(whole) % 3
    groups = [whole[:head]] if head else []
    groups += [whole[at : at + 3] for at in range(head, len(whole), 3)]
    after = digits[exponent:]
    return ",".join(groups) + (f".{after}" if after else "")


def scrolled(value: Real, width: int, offset: int) -> tuple[str, int]:
    """Format a number from its `offset`-th digit on.

    Returns:
        The text, and the offset, limited by the number's digits.
    """
    if offset <= 0 or not is_cut(value, width):
        return write(value, width), 0
    known = decimal(value, min(MOST_DIGITS, offset + 2 * width))
    room = max(2, width - 8)
    most = max(0, (len(known.digits) if known.ends else MOST_DIGITS) - room)
    offset = min(offset, most)
    if not offset:
        return write(value, width), 0
    shown = known.digits[offset : offset + room]
    power = known.exponent - offset - len(shown)
    tail = f"E{power}".replace("-", "−") if power else ""
    return f"{'−' if known.negative else ''}…{shown}{tail}", offset
