"""The bidirectional algorithm (UAX #9): the direction of characters and their visual order.

Explicit embeddings and isolates aren't supported: their control characters count as neutral. The
rules for numbers, brackets and neutral characters are. Trailing white space of a line is handled in
`text`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

__all__ = ["embedding_levels", "has_right_to_left", "visual_order"]

_RIGHT_TO_LEFT: Final = re.compile(
    "[\u0590-\u08ff\u200f\u202b\u202e\ufb1d-\ufdff\ufe70-\ufefc"
    "\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_STRONG: Final = {"L": 0, "R": 1, "AL": 1, "EN": 1, "AN": 1}
"""Direction that a class imposes on adjacent neutral characters (rule N1)."""
_NEUTRAL: Final = frozenset(("B", "S", "WS", "ON"))
_CLOSING: Final = dict(zip("([{«‹⟨⟦⁅（［｛「『", ")]}»›⟩⟧⁆）］｝」』", strict=True))  # noqa: RUF001
_CONTROLS: Final = frozenset("LRE RLE LRO RLO PDF LRI RLI FSI PDI".split())


def has_right_to_left(text: str) -> bool:
    """Return whether a text has characters that run from right to left."""
    return _RIGHT_TO_LEFT.search(text) is not None


def embedding_levels(text: str) -> tuple[int, list[int]]:
    """Return the embedding level of a paragraph and those of its characters.

    Even levels run from left to right, odd ones from right to left. The paragraph's level is that
    of its first strong character, as with ``TextDirectionHeuristics.FIRSTSTRONG_LTR``.
    """
    classes = [unicodedata.bidirectional(character) or "L" for character in text]
    base = next((_STRONG[c] for c in classes if c in ("L", "R", "AL")), 0)
    start = "R" if base else "L"
    _resolve_marks(classes, start)
    _resolve_numbers(classes, start)
    _resolve_brackets(text, classes, base)
    _resolve_neutrals(classes, base)
    if base:
        return base, [1 if c == "R" else 2 for c in classes]
    return base, [{"L": 0, "R": 1}.get(c, 2) for c in classes]


def _resolve_marks(classes: list[str], start: str) -> None:
    """Apply rules X9, W1, W2 and W3."""
    before = strong = start
    for i, kind in enumerate(classes):
        if kind in _CONTROLS:
            kind = "ON"
        elif kind in ("NSM", "BN"):
            kind = before
        before = kind
        if kind in ("L", "R", "AL"):
            strong = kind
        elif kind == "EN" and strong == "AL":
            kind = "AN"
        classes[i] = kind
    for i, kind in enumerate(classes):
        if kind == "AL":
            classes[i] = "R"


def _resolve_numbers(classes: list[str], start: str) -> None:
    """Apply rules W4 to W7."""
    for i in range(1, len(classes) - 1):
        before, after = classes[i - 1], classes[i + 1]
        if before == after and (
            (before == "EN" and classes[i] in ("ES", "CS"))
            or (before == "AN" and classes[i] == "CS")
        ):
            classes[i] = before
    i = 0
    while i < len(classes):
        end = i
        while end < len(classes) and classes[end] == "ET":
            end += 1
        if end > i:
            beside = classes[max(i - 1, 0)] == "EN" or (end < len(classes) and classes[end] == "EN")
            classes[i:end] = ["EN" if beside else "ON"] * (end - i)
        i = max(end, i + 1)
    strong = start
    for i, kind in enumerate(classes):
        if kind in ("L", "R"):
            strong = kind
        elif kind == "EN" and strong == "L":
            classes[i] = "L"
        elif kind in ("ES", "CS"):
            classes[i] = "ON"


def _resolve_brackets(text: str, classes: list[str], base: int) -> None:
    """Apply rule N0: paired brackets take the direction of what they enclose."""
    open_ones: list[tuple[str, int]] = []
    pairs: list[tuple[int, int]] = []
    for i, character in enumerate(text):
        if classes[i] != "ON":
            continue
        if character in _CLOSING:
            open_ones.append((_CLOSING[character], i))
        elif any(closing == character for closing, _ in open_ones):
            while open_ones[-1][0] != character:
                open_ones.pop()
            pairs.append((open_ones.pop()[1], i))
    for first, last in sorted(pairs):
        inside = {_STRONG[c] for c in classes[first + 1 : last] if c in _STRONG}
        if not inside:
            continue
        direction = base
        if base not in inside:
            before = (_STRONG[c] for c in reversed(classes[:first]) if c in _STRONG)
            direction = 1 - base if next(before, base) != base else base
        classes[first] = classes[last] = "R" if direction else "L"


def _resolve_neutrals(classes: list[str], base: int) -> None:
    """Apply rules N1 and N2."""
    i = 0
    while i < len(classes):
        end = i
        while end < len(classes) and classes[end] in _NEUTRAL:
            end += 1
        if end > i:
            before = _STRONG[classes[i - 1]] if i else base
            after = _STRONG[classes[end]] if end < len(classes) else base
            direction = before if before == after else base
            classes[i:end] = ["R" if direction else "L"] * (end - i)
        i = max(end, i + 1)


def visual_order(levels: Sequence[int]) -> list[int]:
    """Return the indices of a line's characters in visual order, from left to right (rule L2)."""
    order = list(range(len(levels)))
    for level in range(max(levels, default=0), 0, -1):
        i = 0
        while i < len(order):
            end = i
            while end < len(order) and levels[order[end]] >= level:
                end += 1
            order[i:end] = reversed(order[i:end])
            i = max(end, i + 1)
    return order
