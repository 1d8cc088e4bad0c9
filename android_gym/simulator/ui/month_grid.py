"""A month as calendars show it: six weeks of days, drawn, with bars for what takes place.

MonthGrid    the month, and a view without text over each day for fingers to tap
GridDay      one of its 42 days
GridBar      something that takes place on one or more of them
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Unpack

from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.view import EXACTLY, MATCH, Rect, View, ViewGroup

__all__ = ["DAYS", "GridBar", "GridDay", "MonthGrid", "MonthOptions", "MonthPicture"]

DAYS: Final = 42
"""Days of a month's grid: six weeks."""


@dataclass(frozen=True, slots=True)
class GridDay:
    """One day.

    Attributes:
        number: Day of the month; 0 leaves the place empty.
        faint: Whether it belongs to another month.
        today: Whether a filled circle marks it.
        picked: Whether an empty circle marks it.
        color: Colour of the number where that is not the text's.
        dots: Colours of dots below the number, in a grid without bars.
    """

    number: int
    faint: bool = False
    today: bool = False
    picked: bool = False
    color: str | int | None = None
    dots: tuple[str | int, ...] = ()


@dataclass(frozen=True, slots=True)
class GridBar:
    """A bar over one or more days.

    Attributes:
        first: Index of its first day, 0 to 41.
        days: How many days it covers; it goes on in the next week where the week is too short.
        title: Its text.
        color: Its colour.
        ink: Colour of the text; the grid's by default.
        faint: Whether it is half transparent.
        strike: Whether the text is struck through.
    """

    first: int
    days: int
    title: str
    color: str | int
    ink: str | int | None = None
    faint: bool = False
    strike: bool = False


class MonthOptions(ViewOptions, total=False):
    """Keyword arguments of a `MonthGrid` beside its data."""

    weeks: Sequence[int]
    lines: bool
    weekday: int
    text_size: float
    color: str
    accent: str
    on_accent: str


class MonthPicture(View):
    """The month itself: letters of the weekdays, numbers of the days, bars or dots.

    Args:
        letters: One for each column.
        days: Row by row.
        bars: The first ones stand above the others.
        weeks: Numbers of the weeks, in a column of their own; none without.
        lines: Whether lines stand between the days.
        weekday: Index of the letter in the accent colour; -1 for none.
        text_size: Size of numbers and letters in sp.
        color: Colour of text.
        accent: Colour of what is marked.
        on_accent: Colour of text on that, and on bars.
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
        self.weekday = weekday
        self.text_size = text_size
        self.color = color
        self.accent = accent
        self.on_accent = on_accent

    def header(self) -> int:
        """Return the height of the letters' strip in pixels: two lines of text, if there is any."""
        if not self.letters:
            return 0
        return round(2 * self.text_size * self.ui.font_scale * self.ui.density)

    def side(self) -> int:
        """Return the width of the column of week numbers in pixels."""
        return self.header() if self.weeks else 0

    def cell(self, index: int) -> Rect:
        """Return the bounds of a day in pixels of the screen."""
        left, top, right, bottom = self.inner
        left, top = left + self.side(), top + self.header()
        row, column = divmod(index, 7)
        wide, tall, rows = right - left, bottom - top, -(-len(self.days) // 7) or 1
        return (
            left + wide * column // 7,
            top + tall * row // rows,
            left + wide * (column + 1) // 7,
            top + tall * (row + 1) // rows,
        )

    def appearance(self) -> Hashable | None:
        """Data and colours."""
        bounds, color = self.bounds, self.ui.color
        return (
            self.letters,
            self.days,
            self.bars,
            self.weeks,
            self.lines,
            self.weekday,
            self.text_size,
            color(self.color),
            color(self.accent),
            color(self.on_accent),
            bounds[2] - bounds[0],
            bounds[3] - bounds[1],
        )

    def draw(self, canvas: Any) -> None:
        """Paint the month."""
        from android_gym.simulator.ui.month_painting import paint_month

        paint_month(canvas, self)


class MonthGrid(ViewGroup):
    """A month with a view for each day, which has neither text nor description.

    Args:
        letters: One for each column.
        days: 42 of them, row by row.
        bars: What takes place; see `MonthPicture`, also for the other options.
        on_day: Called with the index of the day that is tapped.
        on_hold: Called with the index of the day that is held.
        picture_id: Resource id of the picture.
        day_id: Resource id of each day's view.
        **common: See `MonthOptions`.
    """

    CLASS = "android.widget.FrameLayout"

    def __init__(
        self,
        letters: Sequence[str],
        days: Sequence[GridDay],
        bars: Sequence[GridBar] = (),
        *,
        on_day: Callable[[int], object] | None = None,
        on_hold: Callable[[int], object] | None = None,
        picture_id: str | None = None,
        day_id: str | None = None,
        weeks: Sequence[int] = (),
        lines: bool = False,
        weekday: int = -1,
        text_size: float = 14,
        color: str = "text_primary",
        accent: str = "primary",
        on_accent: str = "on_primary",
        **common: Unpack[ViewOptions],
    ) -> None:
        common.setdefault("width", MATCH)
        common.setdefault("height", MATCH)
        self.picture = MonthPicture(
            letters,
            days,
            bars,
            weeks=weeks,
            lines=lines,
            weekday=weekday,
            text_size=text_size,
            color=color,
            accent=accent,
            on_accent=on_accent,
            id=picture_id,
            width=MATCH,
            height=MATCH,
        )

        def calls(call: Callable[[int], object] | None, index: int) -> Callable[[], object] | None:
            return None if call is None else lambda: call(index)

        cells = [
            View(
                id=day_id,
                key=("day", index),
                on_click=calls(on_day, index),
                on_long_click=calls(on_hold, index),
            )
            for index in range(len(days))
        ]
        super().__init__([self.picture, *cells], **common)

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Want all the room there is."""
        pad = self.pad
        inner = max(0, width - pad[0] - pad[2]), max(0, height - pad[1] - pad[3])
        self.picture.measure(inner[0], EXACTLY, inner[1], EXACTLY)
        return width, height

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Place the picture, and each day's view where the picture has the day."""
        super().layout(left, top, right, bottom)
        x0, y0, x1, y1 = self.inner
        picture = self.picture
        picture.measure(x1 - x0, EXACTLY, y1 - y0, EXACTLY)
        picture.layout(x0, y0, x1, y1)
        for index, cell in enumerate(self._children[1:]):
            box = picture.cell(index)
            cell.measure(box[2] - box[0], EXACTLY, box[3] - box[1], EXACTLY)
            cell.layout(*box)
