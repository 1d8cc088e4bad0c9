"""Map data: areas, lines and names, with their styles by zoom.

Coordinates are in the world square of `ui.mercator`. An `Atlas` and the lines and signs drawn over
it (`MapOverlay`) are large, so they are compared by identity, not by content: keep an instance as
long as nothing changes, and make a new one when something does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Atlas", "Ink", "MapLabel", "MapOverlay", "Pin", "PinKind", "Sheet", "Style", "Trail"]

World = tuple[float, float]

Ink = tuple[int, int]
"""A colour for the light and one for the dark theme, as ARGB."""

NOTHING: Final[Ink] = (0, 0)


@dataclass(frozen=True)
class Style:
    """The style of one kind of area or line.

    Attributes:
        fill: Colour of the area or line.
        casing: Colour of the line's edges, or of the area's outline; `NOTHING` for none.
        widths: (zoom, width in dp) of a line, interpolated linearly; empty for areas.
        dash: Lengths of dashes and gaps in turn, in dp; empty for a solid line.
        from_zoom: Lowest zoom at which it is drawn.
    """

    fill: Ink
    casing: Ink = NOTHING
    widths: tuple[tuple[float, float], ...] = ()
    dash: tuple[float, ...] = ()
    from_zoom: float = 0.0

    def width(self, zoom: float) -> float:
        """Return the width of the line at a zoom, in dp."""
        zooms, widths = zip(*self.widths, strict=True)
        return float(np.interp(zoom, np.array(zooms), np.array(widths)))


class Sheet:
    """Shapes of one style, drawn together on top of the previous sheets.

    Args:
        style: Their style.
        shapes: The points of each shape; areas are closed automatically.
    """

    def __init__(self, style: Style, shapes: Sequence[Sequence[World]]) -> None:
        self.style = style
        self.shapes = tuple(tuple(shape) for shape in shapes)

    @cached_property
    def bounds(self) -> NDArray[np.float64]:
        """Bounds (least x, least y, greatest x, greatest y) of each shape; shape (n, 4)."""
        found = np.empty((len(self.shapes), 4))
        for row, shape in zip(found, self.shapes, strict=True):
            points = np.array(shape)
            row[:2], row[2:] = points.min(0), points.max(0)
        return found

    def within(self, left: float, top: float, right: float, bottom: float) -> list[int]:
        """Return the indices of the shapes that may touch a rectangle, in order."""
        if not self.shapes:
            return []
        box = self.bounds
        seen = (
            (box[:, 2] >= left) & (box[:, 0] <= right) & (box[:, 3] >= top) & (box[:, 1] <= bottom)
        )
        return [int(number) for number in np.nonzero(seen)[0]]


@dataclass(frozen=True)
class MapLabel:
    """A name on the map.

    Attributes:
        text: The name.
        x: Horizontal centre, in the world square.
        y: Vertical centre, in the world square.
        size: Text size in sp.
        rank: Names of a lower rank are placed first; names that would overlap those are left out.
        from_zoom: Lowest zoom at which it is shown.
        to_zoom: Zoom from which on it is hidden.
        angle: Clockwise rotation in degrees, as of a street's name; 0 for names of points.
        along: Whether it follows a line, and so rotates with the map.
        icon: Name of an icon above the text.
        ink: Colour of text and icon.
        weight: Font weight, 100 to 900.
    """

    text: str
    x: float
    y: float
    size: float = 12.0
    rank: int = 0
    from_zoom: float = 0.0
    to_zoom: float = 99.0
    angle: float = 0.0
    along: bool = False
    icon: str = ""
    ink: Ink = (0xFF212121, 0xFFE0E0E0)
    weight: int = 400


@dataclass(frozen=True, eq=False)
class Atlas:
    """A map.

    Attributes:
        ground: Background colour.
        sheets: Areas and lines, from bottom to top.
        labels: Names.
        origin: A point near all of them, relative to which the painter computes positions.
    """

    ground: Ink
    sheets: tuple[Sheet, ...]
    labels: tuple[MapLabel, ...]
    origin: World = (0.5, 0.5)


PinKind = Literal["disc", "octagon", "square", "flag", "drop", "fix", "dot"]


class Pin(NamedTuple):
    """A sign at a point of the map.

    Attributes:
        x: Horizontal position in the world square.
        y: Vertical position in the world square.
        kind: "disc", "octagon" and "square" contain an icon; "flag" and "drop" stand on the point;
            "fix" is the phone's position; "dot" is a point of a line.
        color: ARGB.
        icon: Name of the icon inside it.
    """

    x: float
    y: float
    kind: PinKind
    color: int
    icon: str = ""


@dataclass(frozen=True)
class Trail:
    """A line over the map.

    Attributes:
        points: Its points in the world square.
        color: ARGB.
        width: Width in dp.
        dots: Whether each of its points is marked.
    """

    points: tuple[World, ...]
    color: int
    width: float = 4.0
    dots: bool = False


@dataclass(frozen=True, eq=False)
class MapOverlay:
    """Lines and signs over the map; compared by identity.

    Attributes:
        trails: Lines, the topmost last.
        pins: Signs, the topmost last.
    """

    trails: tuple[Trail, ...] = ()
    pins: tuple[Pin, ...] = ()

    @cached_property
    def places(self) -> NDArray[np.float64]:
        """Positions of the pins; shape (n, 2)."""
        return np.array([(pin.x, pin.y) for pin in self.pins], dtype=float).reshape(-1, 2)

    @cached_property
    def lines(self) -> tuple[NDArray[np.float64], ...]:
        """Points of each trail; shape (n, 2) each."""
        return tuple(np.array(t.points, dtype=float).reshape(-1, 2) for t in self.trails)
