"""A lock pattern: nine dots that a finger connects, as on Android's lock screen."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final, Unpack

from android_gym.simulator.ui.geometry import EXACTLY, UNSPECIFIED
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.touches import Touch
from android_gym.simulator.ui.view import View

__all__ = ["PatternLock", "joined"]

SIDE: Final = 3
"""Number of dots per row, and of rows."""

_DOT_DP: Final = 10.0
_LINE_DP: Final = 3.0
_AROUND_DP: Final = 250.0
"""Minimum height of a screen that is needed around it: tabs, title, buttons, bars."""

_NEAR: Final = 0.3
"""Distance at which a finger connects a dot, as a fraction of the distance between dots."""


def joined(dots: tuple[int, ...], dot: int) -> tuple[int, ...]:
    """Return a pattern with one more dot, including an unused dot halfway to it.

    Args:
        dots: The pattern so far: dots numbered 0 to 8, row by row from the top left.
        dot: Number of the dot; has no effect if the pattern already contains it.
    """
    if dot in dots:
        return dots
    if dots:
        row, column = divmod(dots[-1], SIDE)
        to_row, to_column = divmod(dot, SIDE)
        if (row + to_row) % 2 == 0 and (column + to_column) % 2 == 0:
            between = (row + to_row) // 2 * SIDE + (column + to_column) // 2
            if between not in dots:
                dots = (*dots, between)
    return (*dots, dot)


class PatternLock(View):
    """Nine dots, and the line that connects those of the pattern.

    Args:
        dots: The pattern: dots numbered 0 to 8, row by row from the top left.
        on_change: Called with the pattern each time that it grows, from its first dot on.
        on_done: Called when the finger is lifted from a pattern with at least one dot.
        color: Colour of the dots.
        line: Colour of the line.
        **common: See `View`.
    """

    def __init__(
        self,
        dots: tuple[int, ...],
        on_change: Callable[[tuple[int, ...]], None],
        on_done: Callable[[], None],
        *,
        color: str = "text_primary",
        line: str = "primary",
        **common: Unpack[ViewOptions],
    ) -> None:
        super().__init__(**common)
        self.dots = dots
        self.on_change = on_change
        self.on_done = on_done
        self.color = color
        self.line = line

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Measure as a square of the available width, 300 dp at most, and smaller on a low screen.

        A finger on it connects dots, so the screen around it must not need scrolling.
        """
        side = min(self.ui.px(300), max(self.ui.px(120), self.ui.size[1] - self.ui.px(_AROUND_DP)))
        if width_mode != UNSPECIFIED:
            side = min(side, width)
        if height_mode != UNSPECIFIED:
            side = min(side, height)
        return (width if width_mode == EXACTLY else side), side

    def _places(self) -> tuple[tuple[tuple[float, float], ...], float]:
        """Return the positions of the dots, and the distance between them, in pixels."""
        left, top, right, bottom = self.bounds
        cell = min(right - left, bottom - top) / SIDE
        x, y = (left + right - SIDE * cell) / 2, (top + bottom - SIDE * cell) / 2
        dots = tuple(
            (x + (column + 0.5) * cell, y + (row + 0.5) * cell)
            for row in range(SIDE)
            for column in range(SIDE)
        )
        return dots, cell

    def appearance(self) -> Hashable | None:
        """Return everything that is drawn."""
        left, top, right, bottom = self.bounds
        colors = self.ui.color(self.color), self.ui.color(self.line)
        return (self.dots, *colors, right - left, bottom - top)

    def draw(self, canvas: Any) -> None:
        """Paint line and dots."""
        from android_gym.simulator.ui._skia import skia

        places, _ = self._places()
        ui = self.ui
        stroke = skia.Paint(
            AntiAlias=True,
            Color=ui.color(self.line),
            StrokeWidth=ui.px(_LINE_DP),
            StrokeCap=skia.Paint.kRound_Cap,
        )
        for before, after in zip(self.dots, self.dots[1:], strict=False):
            canvas.drawLine(*places[before], *places[after], stroke)
        for dot, (x, y) in enumerate(places):
            on = dot in self.dots
            paint = skia.Paint(AntiAlias=True, Color=ui.color(self.line if on else self.color))
            canvas.drawCircle(x, y, ui.px(_DOT_DP) * (0.9 if on else 0.5), paint)

    @property
    def takes_touch(self) -> bool:
        """True: it follows the finger from the first touch."""
        return True

    def touch(self, event: Touch) -> None:
        """Connect the dots that the finger passes; lifting it completes the pattern."""
        if event.action in ("down", "move", "up"):
            self._pass(event)
        if event.action in ("up", "cancel") and self.dots:
            self.on_done()

    def _pass(self, event: Touch) -> None:
        places, cell = self._places()
        dots = () if event.action == "down" else self.dots
        for dot, (x, y) in enumerate(places):
            if (event.x - x) ** 2 + (event.y - y) ** 2 <= (_NEAR * cell) ** 2:
                dots = joined(dots, dot)
        if dots != self.dots:
            self.dots = dots
            self.on_change(dots)
