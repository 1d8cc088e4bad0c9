"""A timetable: columns of hours, with blocks placed by their times.

Timetable    the columns; hours and blocks can be tapped
Block        one view in it, with its column and times
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Unpack

from android_gym.simulator.ui.geometry import EXACTLY, UNSPECIFIED
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.view_group import ViewGroup

__all__ = ["Block", "Timetable"]

HOURS: Final = 24
DAY_MINUTES: Final = 24 * 60


@dataclass(frozen=True)
class Block:
    """A view in a timetable.

    Attributes:
        view: The view.
        column: Index of its column.
        start: Minute of the day, 0 to 1440.
        end: Minute of the day, not before the start.
        lane: Index among the blocks that are side by side in the column.
        lanes: Number of these blocks.
    """

    view: View
    column: int
    start: float
    end: float
    lane: int = 0
    lanes: int = 1


class _Lines(View):
    """The lines between hours and between columns."""

    def __init__(self, columns: int, **common: Unpack[ViewOptions]) -> None:
        super().__init__(**common)
        self.columns = columns

    def appearance(self) -> Hashable | None:
        """Return number of columns, colour and size."""
        left, top, right, bottom = self.bounds
        return self.columns, self.ui.color("divider"), right - left, bottom - top

    def draw(self, canvas: Any) -> None:
        """Paint the lines."""
        from android_gym.simulator.ui.text import paint_of

        left, top, right, bottom = self.bounds
        line = paint_of(self.ui.color("divider"))
        for hour in range(1, HOURS):
            y = top + (bottom - top) * hour // HOURS
            canvas.drawLine(left, y, right, y, line)
        for column in range(1, self.columns):
            x = left + (right - left) * column // self.columns
            canvas.drawLine(x, top, x, bottom, line)


class Timetable(ViewGroup):
    """Columns of 24 hours.

    Args:
        columns: Number of columns.
        blocks: The blocks; later ones are above earlier ones.
        hour_height: Height of an hour in dp.
        shortest: Minimum height of a block in dp.
        on_hour: Called with column and hour of an empty place that is tapped.
        **common: See `View`.
    """

    def __init__(
        self,
        columns: int,
        blocks: Sequence[Block],
        *,
        hour_height: float = 60,
        shortest: float = 10,
        on_hour: Callable[[int, int], object] | None = None,
        **common: Unpack[ViewOptions],
    ) -> None:
        self.columns = columns
        self.blocks = tuple(blocks)
        self.hour_height = hour_height
        self.shortest = shortest

        def calls(place: int) -> Callable[[], object] | None:
            if on_hour is None:
                return None
            return lambda: on_hour(*divmod(place, HOURS))

        # Empty hours can be tapped, but aren't reported to accessibility services.
        self._hours = [
            View(key=("hour", place), on_click=calls(place), important_for_accessibility="no")
            for place in range(columns * HOURS)
        ]
        lines = _Lines(columns)
        super().__init__([lines, *self._hours, *(block.view for block in self.blocks)], **common)

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Measure as wide as offered, and as high as all hours."""
        pad = self.pad
        tall = self.ui.px(self.hour_height * HOURS) + pad[1] + pad[3]
        return (0 if width_mode == UNSPECIFIED else width), tall

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Lay out hours and blocks."""
        super().layout(left, top, right, bottom)
        x0, y0, x1, y1 = self.inner
        wide, tall = x1 - x0, y1 - y0

        def put(view: View, start: float, low: float, end: float, high: float) -> None:
            box = int(x0 + start), int(y0 + low), int(x0 + end), int(y0 + high)
            view.measure(box[2] - box[0], EXACTLY, max(0, box[3] - box[1]), EXACTLY)
            view.layout(*box)

        put(self._children[0], 0, 0, wide, tall)
        for place, hour in enumerate(self._hours):
            column, number = divmod(place, HOURS)
            put(
                hour,
                wide * column / self.columns,
                tall * number / HOURS,
                wide * (column + 1) / self.columns,
                tall * (number + 1) / HOURS,
            )
        least = self.ui.px(self.shortest)
        for block in self.blocks:
            if block.view.visibility == "gone":
                continue
            lane = wide / self.columns / block.lanes
            start = wide * block.column / self.columns + lane * block.lane
            low, high = tall * block.start / DAY_MINUTES, tall * block.end / DAY_MINUTES
            high = max(high, low + least)
            if high > tall:
                low, high = max(0, low - (high - tall)), tall
            put(block.view, start, low, start + lane, high)
