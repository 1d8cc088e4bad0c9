"""The month view of a calendar: six weeks of days, with bars for events.

MonthGrid       the month, with an empty view over each day that takes taps
MonthPicture    only the picture of the month
GridDay         one of its 42 days
GridBar         an event on one or more days
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Unpack

from android_gym.simulator.ui.geometry import EXACTLY, MATCH, Rect
from android_gym.simulator.ui.month_look import GridBar, GridDay, MonthLook
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.view_group import ViewGroup

if TYPE_CHECKING:
    import skia

__all__ = ["DAYS", "MonthGrid", "MonthPicture"]

DAYS: Final = 42
"""Days in a month grid: six weeks."""


class MonthPicture(View):
    """The picture of a month: letters of the weekdays, numbers of the days, bars or dots.

    Args:
        letters: Letters of the columns.
        days: The days, row by row.
        bars: The bars, from top to bottom.
        weeks: Week numbers for a column of their own; no column if empty.
        lines: Whether to draw lines between the days.
        apart: Whether bars begin below the mark of today rather than right below the numbers.
        weekday: Index of the letter in the accent colour; -1 for none.
        text_size: Size of numbers and letters in sp.
        color: Colour of text.
        accent: Colour of marks.
        on_accent: Colour of text on marks and bars.
        **common: See `View`.
    """

    def __init__(
        self,
        letters: Sequence[str],
        days: Sequence[GridDay],
        bars: Sequence[GridBar] = (),
        *,
        weeks: Sequence[int] = (),
        lines: bool = False,
        apart: bool = False,
        weekday: int = -1,
        text_size: float = 14,
        color: str = "text_primary",
        accent: str = "primary",
        on_accent: str = "on_primary",
        **common: Unpack[ViewOptions],
    ) -> None:
        super().__init__(**common)
        self.letters = tuple(letters)
        self.days = tuple(days)
        self.bars = tuple(bars)
        self.weeks = tuple(weeks)
        self.lines = lines
        self.apart = apart
        self.weekday = weekday
        self.text_size = text_size
        self.color = color
        self.accent = accent
        self.on_accent = on_accent
        self._drawn: tuple[MonthLook, skia.Picture] | None = None

    def cell(self, index: int) -> Rect:
        """Return the bounds of a day, in pixels of the screen."""
        x, y = self.bounds[:2]
        left, top, right, bottom = self.appearance().cells[index]
        return x + left, y + top, x + right, y + bottom

    def appearance(self) -> MonthLook:
        """Return data, colours and size."""
        (left, top, right, bottom), ui = self.bounds, self.ui
        return MonthLook(
            self.letters,
            self.days,
            self.bars,
            self.weeks,
            self.lines,
            self.apart,
            self.weekday,
            self.color,
            self.accent,
            self.on_accent,
            right - left,
            bottom - top,
            self.pad,
            self.text_size * ui.font_scale,
            ui.font_scale,
            ui.density,
            ui.theme,
        )

    def draw(self, canvas: Any) -> None:
        """Paint the month, which is recorded once and replayed for each part of the screen."""
        from android_gym.simulator.ui.month_painting import drawn_month

        look = self.appearance()
        if self._drawn is None or self._drawn[0] != look:
            self._drawn = look, drawn_month(look)
        canvas.save()
        canvas.translate(*self.bounds[:2])
        canvas.drawPicture(self._drawn[1])
        canvas.restore()


class MonthGrid(ViewGroup):
    """A month with a view for each day, without text or description.

    Args:
        picture: The month.
        on_day: Called with the index of a tapped day.
        day_id: Resource id of each day's view.
        **common: See `View`.
    """

    CLASS = "android.widget.FrameLayout"

    def __init__(
        self,
        picture: MonthPicture,
        *,
        on_day: Callable[[int], object] | None = None,
        day_id: str | None = None,
        **common: Unpack[ViewOptions],
    ) -> None:
        common.setdefault("width", MATCH)
        common.setdefault("height", MATCH)
        self.picture = picture
        cells = [
            View(
                id=day_id,
                key=("day", index),
                on_click=None if on_day is None else partial(on_day, index),
            )
            for index in range(len(picture.days))
        ]
        common["layout_direction"] = "ltr"
        super().__init__([picture, *cells], **common)

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Measure as large as offered."""
        pad = self.pad
        inner = max(0, width - pad[0] - pad[2]), max(0, height - pad[1] - pad[3])
        self.picture.measure(inner[0], EXACTLY, inner[1], EXACTLY)
        return width, height

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Lay out the picture, and the days' views over the days in it."""
        super().layout(left, top, right, bottom)
        x0, y0, x1, y1 = self.inner
        picture = self.picture
        picture.measure(x1 - x0, EXACTLY, y1 - y0, EXACTLY)
        picture.layout(x0, y0, x1, y1)
        for cell, box in zip(self._children[1:], picture.appearance().cells, strict=True):
            cell.measure(box[2] - box[0], EXACTLY, box[3] - box[1], EXACTLY)
            cell.layout(x0 + box[0], y0 + box[1], x0 + box[2], y0 + box[3])
        if self.turned:
            self.turn_back()
