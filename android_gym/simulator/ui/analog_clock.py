"""An analog clock."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Hashable
from typing import Any, Unpack

from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.view import View

__all__ = ["AnalogClock"]


class AnalogClock(View):
    """A dial with twelve marks, and hands that show a time.

    Args:
        time: The time.
        seconds: Whether to show a hand for seconds.
        color: Colour of marks and hands; the hand for seconds has the primary one.
        **common: See `View`; its size is given by `width` and `height`.
    """

    CLASS = "android.widget.AnalogClock"
    IMPORTANT = True

    def __init__(
        self,
        time: dt.time,
        *,
        seconds: bool = False,
        color: str = "text_primary",
        **common: Unpack[ViewOptions],
    ) -> None:
        super().__init__(**common)
        self.time = time
        self.seconds = seconds
        self.color = color

    def appearance(self) -> Hashable | None:
        """Return time and colours."""
        ui = self.ui
        second = self.time.second if self.seconds else 0
        inks = ui.color(self.color), ui.color("primary")
        return (self.time.hour % 12, self.time.minute, second, self.seconds, inks)

    def draw(self, canvas: Any) -> None:
        """Paint marks and hands."""
        from android_gym.simulator.ui._skia import skia

        left, top, right, bottom = self.inner
        x, y, radius = (left + right) / 2, (top + bottom) / 2, min(right - left, bottom - top) / 2

        def line(turn: float, inner: float, outer: float, width: float, ink: int) -> None:
            paint = skia.Paint(Color=ink, AntiAlias=True, StrokeWidth=width * radius)
            paint.setStrokeCap(skia.Paint.kRound_Cap)
            across, up = math.sin(2 * math.pi * turn), math.cos(2 * math.pi * turn)
            begin, end = inner * radius, outer * radius
            canvas.drawLine(
                x + across * begin, y - up * begin, x + across * end, y - up * end, paint
            )

        ink = self.ui.color(self.color)
        for mark in range(12):
            line(mark / 12, 0.88 if mark % 3 else 0.82, 0.95, 0.025, ink)
        minute = self.time.minute / 60
        line((self.time.hour % 12 + minute) / 12, 0, 0.5, 0.055, ink)
        line(minute, 0, 0.75, 0.04, ink)
        if self.seconds:
            line(self.time.second / 60, -0.12, 0.8, 0.015, self.ui.color("primary"))
