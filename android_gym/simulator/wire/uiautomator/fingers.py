"""Gestures as UiAutomator makes them: moves 5 ms apart, with one or two fingers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from android_gym.simulator.wire.uiautomator.errors import InvalidParamsError

if TYPE_CHECKING:
    from android_gym.simulator.phone import Phone

__all__ = ["CLICK_MS", "LONG_CLICK_MS", "Fingers"]

CLICK_MS: Final = 100
"""Milliseconds between down and up of a click (InteractionController.REGULAR_CLICK_LENGTH)."""

LONG_CLICK_MS: Final = 600
"""Milliseconds of a long click: more than `View.HOLD_MS`, a view's own threshold."""

_STEP_MS: Final = 5
_MOST_STEPS: Final = 12_000
"""Maximum moves of a gesture: a minute."""

_SETTLE_MS: Final = 3_000
_SETTLE_STEP_MS: Final = 20

Point = tuple[float, float]


class Fingers:
    """Performs gestures, each from down to up, while the phone's time passes.

    Args:
        phone: The phone.
    """

    def __init__(self, phone: Phone) -> None:
        self._phone = phone

    def hold(self, point: Point, duration_ms: int) -> None:
        """Touch a point for a while."""
        self._phone.touch(*point, True)
        self._phone.advance(duration_ms)
        self._phone.touch(*point, False)

    def swipe(
        self, points: Sequence[Point], steps: int, *, drag: bool = False, rest: bool = False
    ) -> None:
        """Move a finger along lines.

        Args:
            points: Two or more.
            steps: Number of moves from each point to the next, 5 ms apart.
            drag: Whether to long-press first, so that what is touched is picked up.
            rest: Whether the finger rests before it is lifted, so that nothing is flung.
        """
        self._check(steps * (len(points) - 1))
        steps = max(1, steps)
        phone = self._phone
        phone.touch(*points[0], True)
        if drag:
            phone.advance(LONG_CLICK_MS)
        for (x0, y0), (x1, y1) in zip(points, points[1:], strict=False):
            for step in range(1, steps + 1):
                part = step / steps
                phone.touch(x0 + (x1 - x0) * part, y0 + (y1 - y0) * part, True)
                phone.advance(_STEP_MS)
        if drag or rest:
            phone.advance(CLICK_MS)
            phone.touch(*points[-1], True)
        phone.touch(*points[-1], False)

    def two(self, starts: tuple[Point, Point], ends: tuple[Point, Point], steps: int) -> None:
        """Move two fingers in straight lines."""
        self._check(steps)
        steps = max(1, steps)
        phone = self._phone
        for number, point in enumerate(starts):
            phone.touch(*point, True, number)
        for step in range(1, steps + 1):
            part = step / steps
            at = [
                (x0 + (x1 - x0) * part, y0 + (y1 - y0) * part)
                for (x0, y0), (x1, y1) in zip(starts, ends, strict=True)
            ]
            phone.touches([(x, y, True, number) for number, (x, y) in enumerate(at)])
            phone.advance(_STEP_MS)
        for number in (1, 0):
            phone.touch(*ends[number], False, number)

    def settle(self) -> None:
        """Let time pass until a fling has come to rest."""
        passed = 0
        while self._phone.gestures.moving and passed < _SETTLE_MS:
            self._phone.advance(_SETTLE_STEP_MS)
            passed += _SETTLE_STEP_MS

    @staticmethod
    def _check(steps: int) -> None:
        if not 0 <= steps <= _MOST_STEPS:
            raise InvalidParamsError(f"A gesture has 0 to {_MOST_STEPS} steps, not {steps}.")
