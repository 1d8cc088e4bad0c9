"""A clock face whose hand can be dragged."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Unpack

from android_gym.simulator.ui.geometry import EXACTLY, UNSPECIFIED
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.touches import Touch
from android_gym.simulator.ui.ui import Ui
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.view_group import ViewGroup
from android_gym.simulator.ui.widgets import TextView

__all__ = ["MINUTES", "ClockFace", "ClockState", "hour_numbers", "is_wide"]


@dataclass(frozen=True)
class ClockState:
    """State of a time picker."""

    hour: int
    minute: int
    minutes: bool = False
    text: tuple[str, str] | None = None


_DIAL = 256
"""Diameter of the dial in dp."""


def is_wide(ui: Ui) -> bool:
    """Return whether the screen is wider than high, so that parts go side by side."""
    return ui.size[0] > ui.size[1]


class ClockFace(ViewGroup):
    """A dial: numbers in a circle, and a hand that follows the finger.

    Args:
        numbers: (value, label, ring) of each number on the dial; ring 0 is the outer one.
        values: Number of values around one ring.
        value: The current value.
        on_value: Called with (value, whether the finger was lifted) as the finger moves.
        describe: Returns the content description of a number.
        snap: Whether a tap selects only values that are on the dial.
        number_class: Class name of the numbers.
        **common: See `View`.
    """

    def __init__(
        self,
        numbers: Sequence[tuple[int, str, int]],
        values: int,
        value: int,
        on_value: Callable[[int, bool], None],
        *,
        describe: Callable[[int, str], str],
        number_class: str,
        snap: bool,
        **common: Unpack[ViewOptions],
    ) -> None:
        labels = []
        for number, label, ring in numbers:
            on = number == value
            labels.append(
                TextView(
                    label,
                    key=number,
                    class_name=number_class,
                    content_description=describe(number, label),
                    size=16 if ring == 0 else 14,
                    most_scale=1.5,
                    color="on_primary" if on else ("text_primary", "text_secondary")[ring],
                    align="center",
                    vertical="center",
                    width=40,
                    height=40,
                    clickable=True,
                    selected=on,
                )
            )
        common["layout_direction"] = "ltr"
        super().__init__(labels, **common)
        self.numbers = numbers
        self.values = values
        self.value = value
        self.on_value = on_value
        self.snap = snap
        self._turned = False

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Measure as a square of 256 dp, smaller if there is less room."""
        side = self.ui.px(40)
        for child in self._children:
            child.measure(side, EXACTLY, side, EXACTLY)
        offers = [
            size
            for size, mode in ((width, width_mode), (height, height_mode))
            if mode != UNSPECIFIED
        ]
        diameter = min([self.ui.px(_DIAL), *offers])
        return diameter, diameter

    def _scaled(self, dp: float) -> float:
        """Convert a length on the dial, in dp at its full size, to pixels."""
        left, _, right, _ = self.bounds
        return dp * (right - left) / _DIAL

    def _point(self, value: int, ring: int) -> tuple[float, float]:
        """Return the position of a value in pixels."""
        left, top, right, bottom = self.bounds
        radius = self._scaled(104 if ring == 0 else 70)
        angle = 2 * math.pi * value / self.values - math.pi / 2
        return (
            (left + right) / 2 + radius * math.cos(angle),
            (top + bottom) / 2 + radius * math.sin(angle),
        )

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Lay out the numbers in circles."""
        super().layout(left, top, right, bottom)
        for child, (number, _, ring) in zip(self._children, self.numbers, strict=True):
            x, y = self._point(number, ring)
            w, h = child.measured
            x0, y0 = round(x - w / 2), round(y - h / 2)
            child.layout(x0, y0, x0 + w, y0 + h)
        if self.turned:
            self.turn_back()

    @property
    def ring(self) -> int:
        """Ring of the current value."""
        for number, _, ring in self.numbers:
            if number == self.value:
                return ring
        return 0

    def appearance(self) -> Hashable | None:
        """Return the state of dial and hand."""
        shown = any(number == self.value for number, _, _ in self.numbers)
        return (self.value, self.values, self.ring, shown)

    def draw(self, canvas: Any) -> None:
        """Paint the dial and its hand."""
        from android_gym.simulator.ui.painting import paint_dial

        shown = any(number == self.value for number, _, _ in self.numbers)
        paint_dial(canvas, self, self._point(self.value, self.ring), shown)

    def hit(self, x: float, y: float) -> View | None:
        """Return the dial itself, which takes touches in place of its numbers."""
        left, top, right, bottom = self.bounds
        return self if left <= x < right and top <= y < bottom else None

    @property
    def takes_touch(self) -> bool:
        """True: it takes every touch from the start."""
        return True

    def touch(self, event: Touch) -> None:
        """Turn the hand to the finger."""
        left, top, right, bottom = self.bounds
        dx, dy = event.x - (left + right) / 2, event.y - (top + bottom) / 2
        turn = (math.atan2(dy, dx) + math.pi / 2) / (2 * math.pi) % 1.0
        moved = abs(event.x - event.start_x) + abs(event.y - event.start_y) > self.ui.px(8)
        inner = any(ring for _, _, ring in self.numbers)
        ring = 1 if inner and math.hypot(dx, dy) < self._scaled(87) else 0
        if self.snap and not moved:
            shown = [number for number, _, at in self.numbers if at == ring]
            steps = sorted(shown, key=lambda number: number % self.values)
            value = steps[round(turn * len(steps)) % len(steps)]
        else:
            step = round(turn * self.values) % self.values
            at = {number % self.values: number for number, _, r in self.numbers if r == ring}
            value = at.get(step, step)
        if event.action in ("down", "move", "up"):
            self.on_value(value, event.action == "up")


def hour_numbers(is_24: bool) -> list[tuple[int, str, int]]:
    """Return the hours on the dial; for 24 h on Material's two rings: 0 to 11 outside."""
    if not is_24:
        return [(hour or 12, str(hour or 12), 0) for hour in range(12)]
    outer = [(hour, f"{hour:02}" if hour == 0 else str(hour), 0) for hour in range(12)]
    return outer + [(hour, str(hour), 1) for hour in range(12, 24)]


MINUTES = [(minute, f"{minute:02}", 0) for minute in range(0, 60, 5)]
