"""Action matching of Android in the Wild: whether an action does what the recorded one did.

The rule, constant by constant (Rawles et al., 2023, and the data set's ``action_matching.py``):

1. Where either action is no gesture, they match if their types are the same. Typed text is not
   compared.
2. A gesture is a tap if its two points are at most `TAP_DISTANCE` apart, else a swipe. A tap never
   matches a swipe.
3. Taps match if their touches are at most `TOUCH_DISTANCE` apart, or if some annotated element,
   enlarged by `BOX_GROWTH` of its height and width, has both touches in it, edges included.
4. Swipes match if both go further in the same of the two axes; the vertical one if they go equally
   far. Up matches down: the direction is not compared.

Points are (y, x) from (0, 0) at the left top corner to (1, 1); the screen's shape is ignored. All
sums are in float32, as the original's are: at the edges another precision gives other verdicts. An
enlarged box that would leave the screen at its left or top is moved there with its whole size, as
in the original. Where the original fails because a screen has no annotated element, no element has
both touches in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from android_gym.errors import OptionError
from android_gym.task_suite.aitw.actions import TAP_DISTANCE, ActionType

__all__ = ["BOX_GROWTH", "TOUCH_DISTANCE", "Actions", "enlarge", "match", "match_one"]

TOUCH_DISTANCE: Final = 0.14
"""Touches of two taps that are no farther apart match, whatever is there."""

BOX_GROWTH: Final = 1.4
"""Share of its height and width by which an annotated box grows before touches are looked for."""

Floats = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]

_TAP, _NEAR, _GROWTH = (np.float32(v) for v in (TAP_DISTANCE, TOUCH_DISTANCE, BOX_GROWTH))
_ZERO, _HALF, _ONE = (np.float32(v) for v in (0.0, 0.5, 1.0))

_BLOCK: Final = 4096
"""Pairs that are looked at together, so that what is computed of them stays in the cache."""

_BOXES: Final = 16_384
"""Boxes that are looked at together, for the same reason."""


@dataclass(frozen=True, slots=True, eq=False)
class Actions:
    """A batch of B actions.

    Attributes:
        types: `ActionType` of each, integers (B,).
        touch: Where each gesture begins, (y, x), float32 (B, 2); ignored where there is none.
        lift: Where it ends, the same.

    Raises:
        OptionError: If shapes don't fit each other, or types are no integers.
    """

    types: npt.NDArray[np.integer[Any]]
    touch: Floats
    lift: Floats

    def __post_init__(self) -> None:
        types = np.asarray(self.types)
        if types.ndim != 1 or types.dtype.kind not in "iu":
            raise OptionError(
                f"types must be integers of the shape (B,), got {types.dtype} {types.shape}."
            )
        object.__setattr__(self, "types", types)
        for name in ("touch", "lift"):
            points = np.asarray(getattr(self, name), np.float32)
            if points.shape != (len(types), 2):
                raise OptionError(
                    f"{name} must have the shape ({len(types)}, 2), as there are {len(types)} "
                    f"types, got {points.shape}."
                )
            object.__setattr__(self, name, points)

    def __len__(self) -> int:
        return len(self.types)


def match(
    first: Actions,
    second: Actions,
    boxes: Any,
    counts: npt.NDArray[np.integer[Any]] | None = None,
) -> Bools:
    """Say of each pair of actions whether they match. Which comes first makes no difference.

    Args:
        first: B actions.
        second: B actions.
        boxes: Annotated elements of each pair's screen: top, left, height and width in [0, 1],
            float32 (B, N, 4); N may be 0.
        counts: How many of each screen's boxes there are, (B,); the others are ignored. All by
            default.

    Returns:
        The verdicts, (B,).

    Raises:
        OptionError: If shapes don't fit each other.
    """
    boxes = np.asarray(boxes, np.float32)
    size = len(first)
    if len(second) != size or boxes.ndim != 3 or boxes.shape[::2] != (size, 4):
        raise OptionError(
            f"There must be as many actions and screens as the first {size}, and boxes of the "
            f"shape ({size}, N, 4), got {len(second)} actions and boxes {boxes.shape}."
        )
    if counts is not None:
        counts = np.asarray(counts)
        if counts.shape != (size,) or counts.dtype.kind not in "iu":
            raise OptionError(
                f"counts must be integers of the shape ({size},), got {counts.dtype} "
                f"{counts.shape}."
            )
    found = np.empty(size, np.bool_)
    for part in _parts(size, _BLOCK):
        far = _match_points(first, second, part, found[part])
        if boxes.shape[1] and len(far):
            far += part.start
            for few in _parts(len(far), max(1, _BOXES // boxes.shape[1])):
                rows = far[few]
                held = _held(first.touch[rows], second.touch[rows], boxes, rows, counts)
                found[rows[held]] = True
    return found


def _parts(count: int, size: int) -> Iterator[slice]:
    return (slice(at, min(at + size, count)) for at in range(0, count, size))


def _match_points(
    first: Actions, second: Actions, part: slice, found: Bools
) -> npt.NDArray[np.integer[Any]]:
    """Write the verdicts that need no boxes; return the pairs of taps that are far apart."""
    types, other_types = first.types[part], second.types[part]
    touch, other_touch = first.touch[part], second.touch[part]
    np.equal(types, other_types, out=found)
    gestures = found & (types == ActionType.DUAL_POINT)
    moved, other_moved = first.lift[part] - touch, second.lift[part] - other_touch
    taps, other_taps = _norm(moved) <= _TAP, _norm(other_moved) <= _TAP
    near = _norm(touch - other_touch) <= _NEAR
    # Of two gestures: taps that are near, or swipes along the same axis.
    both_taps = taps & other_taps
    same_axis = _is_vertical(moved) == _is_vertical(other_moved)
    verdict = (both_taps & near) | (~(taps | other_taps) & same_axis)
    found &= ~gestures | verdict
    return np.flatnonzero(gestures & both_taps & ~near)


def _norm(vectors: Floats) -> Floats:
    squares = vectors * vectors
    return np.sqrt(squares[:, 0] + squares[:, 1])


def _is_vertical(moved: Floats) -> Bools:
    lengths = np.abs(moved)
    return lengths[:, 0] >= lengths[:, 1]


def _held(
    touch: Floats,
    other: Floats,
    boxes: Floats,
    rows: npt.NDArray[np.integer[Any]],
    counts: npt.NDArray[np.integer[Any]] | None,
) -> Bools:
    """Say of each of `rows` whether a box of it, enlarged, has both touches in it."""
    low, high = np.minimum(touch, other), np.maximum(touch, other)
    # Few boxes are high enough for both; only of these the width is looked at.
    high_enough = _spans(boxes[rows, :, 0], boxes[rows, :, 2], low[:, :1], high[:, :1])
    row, box = np.divmod(np.flatnonzero(high_enough), boxes.shape[1])  # nonzero() is much slower
    if counts is not None:
        there = box < counts[rows[row]]
        row, box = row[there], box[there]
    at = rows[row], box
    wide = _spans(boxes[(*at, 1)], boxes[(*at, 3)], low[row, 1], high[row, 1])
    held = np.zeros(len(rows), np.bool_)
    held[row[wide]] = True
    return held


def _spans(start: Floats, size: Floats, low: Floats, high: Floats) -> Bools:
    """Say of each box whether it reaches, enlarged, from `low` to `high` along one axis."""
    start, size = _enlarge(start, size)
    inside: Bools = start <= low
    inside &= high <= start + size
    return inside


def _enlarge(start: Floats, size: Floats) -> tuple[Floats, Floats]:
    """Enlarge boxes along one axis; return their starts and sizes."""
    growth = size * _GROWTH
    size = np.minimum(size + growth, _ONE)
    growth *= _HALF
    start = start - growth
    return np.maximum(start, _ZERO, out=start), size


def enlarge(boxes: Floats) -> Floats:
    """Enlarge the boxes of a screen once, for many calls of `match_one`.

    Args:
        boxes: Top, left, height and width of each, float32 (N, 4).

    Returns:
        Where each begins and ends, (y, x): float32 (2, N, 2).
    """
    boxes = np.asarray(boxes, np.float32).reshape(-1, 4)
    start, size = _enlarge(boxes[:, :2], boxes[:, 2:])
    return np.stack([start, start + size])


def match_one(
    kind: int, touch: Floats, lift: Floats, other: tuple[int, Floats, Floats], ends: Floats
) -> bool:
    """Say whether one action matches another; the verdict is that of `match`.

    Args:
        kind: `ActionType` of the one.
        touch: Where it begins, (y, x), float32 (2,).
        lift: Where it ends.
        other: The same of the other.
        ends: The screen's boxes, enlarged by `enlarge`.
    """
    other_kind, other_touch, other_lift = other
    if kind != ActionType.DUAL_POINT or other_kind != ActionType.DUAL_POINT:
        return kind == other_kind
    moved, other_moved = lift - touch, other_lift - other_touch
    is_tap = _length(moved) <= _TAP
    if is_tap != (_length(other_moved) <= _TAP):
        return False
    if not is_tap:
        return bool(_goes_down(moved) == _goes_down(other_moved))
    if _length(touch - other_touch) <= _NEAR:
        return True
    low, high = np.minimum(touch, other_touch), np.maximum(touch, other_touch)
    return bool(((ends[0] <= low) & (high <= ends[1])).all(axis=1).any())


def _length(vector: Floats) -> np.float32:
    y, x = vector
    return np.sqrt(y * y + x * x)


def _goes_down(moved: Floats) -> np.bool_:
    y, x = moved
    return abs(y) >= abs(x)
