"""A month as data: its days and bars, and everything that determines how it looks."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from android_gym.simulator.ui.geometry import Rect
from android_gym.simulator.ui.theme import Theme

if TYPE_CHECKING:
    pass

__all__ = ["GridBar", "GridDay", "MonthLook"]


class GridDay(NamedTuple):
    """A day.

    Attributes:
        number: Day of the month; 0 for an empty cell.
        faint: Whether it belongs to another month.
        today: Whether it is marked with a filled circle.
        picked: Whether it is marked with an outlined circle.
        color: Colour of the number; None for the text's colour.
        dots: Colours of the dots below the number, in a grid without bars.
    """

    number: int
    faint: bool = False
    today: bool = False
    picked: bool = False
    color: str | int | None = None
    dots: tuple[str | int, ...] = ()


class GridBar(NamedTuple):
    """A bar over one or more days.

    Attributes:
        first: Index of its first day, 0 to 41.
        days: Number of days that it covers; it wraps at the end of a week.
        title: Its text.
        color: Its colour.
        ink: Colour of the text; None for the grid's.
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


class MonthLook(NamedTuple):
    """Everything that determines how a month looks, except its position; see `MonthPicture`.

    Attributes:
        width: Width in pixels.
        height: Height in pixels.
        pad: Left, top, right and bottom padding in pixels.
        text_size: Text size in sp, multiplied by the user's font scale.
        density: Pixels per dp.
    """

    letters: tuple[str, ...]
    days: tuple[GridDay, ...]
    bars: tuple[GridBar, ...]
    weeks: tuple[int, ...]
    lines: bool
    apart: bool
    weekday: int
    color: str
    accent: str
    on_accent: str
    width: int
    height: int
    pad: Rect
    text_size: float
    font_scale: float
    density: float
    theme: Theme

    @property
    def header(self) -> int:
        """Height of the row of letters in pixels: two lines of text, or 0 without letters."""
        return round(2 * self.text_size * self.density) if self.letters else 0

    @property
    def side(self) -> int:
        """Width of the column of week numbers in pixels."""
        return self.header if self.weeks else 0

    @property
    def cells(self) -> tuple[Rect, ...]:
        """Bounds of the days, in pixels from the picture's upper left corner."""
        left, top, right, bottom = self.pad
        area = left + self.side, top + self.header, self.width - right, self.height - bottom
        return _cells(area, len(self.days))


@lru_cache(maxsize=64)
def _cells(area: Rect, count: int) -> tuple[Rect, ...]:
    left, top, right, bottom = area
    wide, tall, rows = right - left, bottom - top, -(-count // 7) or 1
    xs = [left + wide * column // 7 for column in range(8)]
    ys = [top + tall * row // rows for row in range(rows + 1)]
    places = (divmod(index, 7) for index in range(count))
    return tuple((xs[column], ys[row], xs[column + 1], ys[row + 1]) for row, column in places)
