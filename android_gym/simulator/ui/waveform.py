"""The waveform of a recording, below a time axis."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final, Unpack

from android_gym.simulator.ui.geometry import EXACTLY, UNSPECIFIED
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.touches import Touch
from android_gym.simulator.ui.view import View

__all__ = ["Waveform"]

_LABEL_SP: Final = 11.0
_STEPS_S: Final = (2, 5, 10, 30, 60, 300, 900, 3600)
_LEAST_STEP_DP: Final = 44.0
"""Minimum distance between two labels in dp."""


class Waveform(View):
    """Amplitudes along a time axis that moves below a cursor in the middle.

    Args:
        samples: Amplitudes, 0 to 255, spread evenly over the duration.
        duration_ms: Length of the recording.
        position_ms: The time at the cursor.
        dp_per_second: Scale of the time axis.
        on_seek: Called with the time that a finger drags to the cursor.
        color: Colour of the waveform.
        cursor: Colour of the cursor.
        grid: Whether to show grid lines and time labels; if not, all of it is shown as a small
            picture.
        **common: See `View`.
    """

    def __init__(
        self,
        samples: bytes,
        duration_ms: int,
        position_ms: int = 0,
        *,
        dp_per_second: float = 25.0,
        on_seek: Callable[[int], object] | None = None,
        color: str = "text_primary",
        cursor: str = "accent",
        grid: bool = True,
        **common: Unpack[ViewOptions],
    ) -> None:
        super().__init__(**common)
        self.samples = samples
        self.duration_ms = duration_ms
        self.position_ms = position_ms
        self.dp_per_second = dp_per_second
        self.on_seek = on_seek
        self.color = color
        self.cursor = cursor
        self.grid = grid

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Measure as wide as there is room, and 60 dp high."""
        tall = height if height_mode == EXACTLY else self.ui.px(60)
        return (0 if width_mode == UNSPECIFIED else width), tall

    def appearance(self) -> Hashable | None:
        """Return everything that is drawn."""
        ui = self.ui
        return (
            self.samples,
            self.duration_ms,
            self.position_ms,
            self.dp_per_second,
            ui.color(self.color),
            ui.color(self.cursor),
            self.grid,
            self.bounds[2] - self.bounds[0],
            self.bounds[3] - self.bounds[1],
        )

    def draw(self, canvas: Any) -> None:
        """Paint waveform, lines, labels and cursor."""
        from android_gym.simulator.ui._skia import skia

        canvas.save()
        canvas.clipRect(skia.Rect.MakeLTRB(*self.bounds))
        if self.grid:
            self._draw_time(canvas)
        else:
            self._draw_all(canvas)
        canvas.restore()

    # -- a small picture of all of it

    def _draw_all(self, canvas: Any) -> None:
        left, top, right, bottom = self.bounds
        width, middle = right - left, (top + bottom) / 2
        bars = max(1, width // max(1, self.ui.px(3)))
        for bar in range(bars):
            half = self._loudest(bar / bars, (bar + 1) / bars) * (bottom - top) / 510
            x = left + (bar + 0.5) * width / bars
            self._line(canvas, x, middle - max(half, 0.5), x, middle + max(half, 0.5), self.color)

    def _loudest(self, start: float, end: float) -> int:
        count = len(self.samples)
        part = self.samples[int(start * count) : max(int(start * count) + 1, int(end * count))]
        return max(part, default=0)

    # -- along a time axis

    def _draw_time(self, canvas: Any) -> None:
        from android_gym.simulator.ui.text import layout_text

        ui, (left, top, right, bottom) = self.ui, self.bounds
        center, scale = (left + right) / 2, self.dp_per_second * ui.density / 1000
        style = ui.theme.text_style("text_view").having(
            size_sp=_LABEL_SP, line_height=None, color=ui.color("text_primary")
        )
        step = next((s for s in _STEPS_S if s * self.dp_per_second >= _LEAST_STEP_DP), 7200) * 1000
        room = ui.px(18)
        half = (center - left) / scale
        first = int((self.position_ms - half) // step)
        last = int((self.position_ms + half) // step) + 1
        for number in range(first, last + 1):
            x = center + (number * step - self.position_ms) * scale
            self._line(canvas, x, top + room, x, bottom - room, "#4DFFFFFF")
            between = x + step * scale / 2
            for y in (top + room, bottom - room - ui.px(8)):
                self._line(canvas, between, y, between, y + ui.px(8), "#4DFFFFFF")
            if number >= 0:
                words = _minutes(number * step)
                text = layout_text(words, style, ui.density, None, 1)
                for y in (top, bottom - text.height):
                    text.paint(canvas, round(x - text.width / 2), round(y))
        self._draw_samples(canvas, center, scale, room)
        self._line(canvas, center, top, center, bottom, self.cursor, 2)

    def _draw_samples(self, canvas: Any, center: float, scale: float, room: int) -> None:
        left, top, right, bottom = self.bounds
        middle = (top + bottom) / 2
        begin = center - self.position_ms * scale
        end = begin + self.duration_ms * scale
        if end <= begin:
            return
        self._line(canvas, max(left, begin), middle, min(right, end), middle, self.color)
        each = max(1, self.ui.px(2))
        high = (bottom - top) / 2 - room
        x = max(left, begin)
        x -= (x - begin) % each
        while x < min(right, end):
            loud = self._loudest((x - begin) / (end - begin), (x + each - begin) / (end - begin))
            half = loud * high / 255
            if half >= 1:
                self._line(canvas, x, middle - half, x, middle + half, self.color)
            x += each

    def _line(
        self, canvas: Any, x1: float, y1: float, x2: float, y2: float, color: str, dp: float = 1
    ) -> None:
        from android_gym.simulator.ui._skia import skia

        paint = skia.Paint(AntiAlias=True, Color=self.ui.color(color))
        paint.setStrokeWidth(max(1, self.ui.px(dp)))
        canvas.drawLine(round(x1), y1, round(x2), y2, paint)

    # -- input

    @property
    def takes_touch(self) -> bool:
        """True if the position can be changed."""
        return self.on_seek is not None

    def takes_drag(self, axis: str) -> bool:
        """Return True for sideways drags, so that they don't scroll a parent."""
        return self.on_seek is not None and axis == "x"

    def touch(self, event: Touch) -> None:
        """Move the time axis with the finger."""
        if self.on_seek is None:
            return
        if event.action == "down":
            self.ui.set_offset(self, self.position_ms)
        elif event.action == "move":
            began = self.ui.offset(self, self.position_ms)
            moved = (event.x - event.start_x) / (self.dp_per_second * self.ui.density / 1000)
            if isinstance(began, int):
                self.on_seek(min(max(round(began - moved), 0), self.duration_ms))


def _minutes(milliseconds: int) -> str:
    seconds = milliseconds // 1000
    if seconds >= 3600:
        return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"{seconds // 60:02}:{seconds % 60:02}"
