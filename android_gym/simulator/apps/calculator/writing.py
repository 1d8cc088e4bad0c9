"""Written numbers: with commas, cut off where the display ends, scrolled."""

from __future__ import annotations

import re
from typing import Final

from android_gym.simulator.apps.calculator.reals import Decimal, Real, decimal

__all__ = ["MOST_DIGITS", "is_cut", "plain", "scrolled", "with_commas", "write"]

MOST_DIGITS: Final = 1000
"""Digits to which a result can be scrolled; the original goes on for ever."""

_LEADING_ZEROS: Final = 6
"""More zeros behind the point are written as a power of ten."""

_WHOLE: Final = re.compile(r"(?<![\d.E])(?<!E−)\d{4,}")


def with_commas(formula: str) -> str:
    """Return a formula with commas between the thousands of its numbers."""
    return _WHOLE.sub(lambda match: f"{int(match[0]):,}" if match[0][0] != "0" else match[0],
                      formula)  # fmt: skip


def plain(text: str) -> str:
    """Return a shown number or formula without its commas."""
    return text.replace(",", "")


def write(value: Real, width: int) -> str:
    """Write a number in at most about `width` characters, cut off rather than rounded."""
    return _write(decimal(value, max(width, 4)), width)


def is_cut(value: Real, width: int) -> bool:
    """Return whether a number has more digits than are written."""
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
    """Write digits without a power of ten, at most so many of them."""
    digits, exponent = known.digits[: max(0, count)], known.exponent
    if exponent <= 0:
        return f"0.{'0' * -exponent}{digits}" if digits else "0"
    whole = digits[:exponent].ljust(exponent, "0")
    # Not int(): a whole number may have thousands of digits.
    head = len(whole) % 3
    groups = [whole[:head]] if head else []
    groups += [whole[at : at + 3] for at in range(head, len(whole), 3)]
    after = digits[exponent:]
    return ",".join(groups) + (f".{after}" if after else "")


def scrolled(value: Real, width: int, offset: int) -> tuple[str, int]:
    """Write a number from its `offset`-th digit on.

    Returns:
        The text, and the offset, no larger than the number's digits allow.
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
