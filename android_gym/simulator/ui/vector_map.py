"""A map as data: areas, lines and names, with what they look like at which zoom.

Places are in the world's square of `ui.mercator`. An `Atlas` and the things drawn upon it
(`MapOverlay`) are compared by identity, not by content: they are large. Who makes one keeps it, and
makes another where something has changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Atlas", "Ink", "MapLabel", "MapOverlay", "Pin", "Sheet", "Style", "Trail"]

World = tuple[float, float]

Ink = tuple[int, int]
"""A colour by day and by night, as ARGB."""

NOTHING: Final[Ink] = (0, 0)


@dataclass(frozen=True)
class Style:
    """The look of a kind of areas or lines.

    Attributes:
        fill: Colour of the area, or of the line.
        casing: Colour of the line's edges, or of the area's outline; `NOTHING` for none.
        widths: (zoom, width in dp) of a line, between which it grows evenly; empty for areas.
        dash: dp that are drawn and left out in turn; empty for a line without gaps.
        from_zoom: Zoom at which it begins to be drawn.
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
    """Shapes of one style: drawn together, above the sheets before.

    Args:
        style: What they look like.
        shapes: The points of each; areas are closed by themselves.
    """

    def __init__(self, style: Style, shapes: Sequence[Sequence[World]]) -> None:
        self.style = style
        self.shapes = tuple(tuple(shape) for shape in shapes)

    @cached_property
    def bounds(self) -> NDArray[np.float64]:
        """Least x, least y, most x, most y of each shape; shape (n, 4)."""
        found = np.empty((len(self.shapes), 4))
        for row, shape in zip(found, self.shapes, strict=True):
            points = np.array(shape)
            row[:2], row[2:] = points.min(0), points.max(0)
        return found

    def within(self, left: float, top: float, right: float, bottom: float) -> list[int]:
        """Return the numbers of the shapes that may touch a rectangle, in order."""
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
        x: Its middle, in the world's square.
        y: The same.
        size: Height of the letters, sp.
        rank: Names of a lower rank are placed first; what does not fit beside them is left out.
        from_zoom: Zoom at which it begins to be shown.
        to_zoom: Zoom from which it is not shown any more.
        angle: Degrees that it is turned clockwise, as a street's name; names of points are not.
        along: Whether it lies along a line, and turns with the map.
        icon: Name of an icon above the text.
        ink: Colour of text and icon.
        weight: Of the letters, 100 to 900.
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
        ground: Colour where there is nothing.
        sheets: Areas and lines, from the lowest to the topmost.
        labels: Names.
        origin: A place near to all of them, from which the painter measures.
    """

    ground: Ink
    sheets: tuple[Sheet, ...]
    labels: tuple[MapLabel, ...]
    origin: World = (0.5, 0.5)


PinKind = Literal["disc", "octagon", "square", "flag", "drop", "fix", "dot"]


class Pin(NamedTuple):
    """A sign at a place.

    Attributes:
        x: Place in the world's square.
        y: The same.
        kind: "disc", "octagon" and "square" hold an icon; "flag" and "drop" stand upon the place;
            "fix" is where the phone is; "dot" is a point of a line.
        color: ARGB.
        icon: Name of the icon in it.
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
        points: Its points in the world's square.
        color: ARGB.
        width: dp.
        dots: Whether each point is marked.
    """

    points: tuple[World, ...]
    color: int
    width: float = 4.0
    dots: bool = False


@dataclass(frozen=True, eq=False)
class MapOverlay:
    """Lines and signs over the map; compared by identity.

    Attributes:
        trails: Lines, the last on top.
        pins: Signs, the last on top.
    """

    trails: tuple[Trail, ...] = ()
    pins: tuple[Pin, ...] = ()

    @cached_property
    def places(self) -> NDArray[np.float64]:
        """Places of the pins; shape (n, 2)."""
        return np.array([(pin.x, pin.y) for pin in self.pins], dtype=float).reshape(-1, 2)

    @cached_property
    def lines(self) -> tuple[NDArray[np.float64], ...]:
        """The points of each trail; shape (n, 2) each."""
        return tuple(np.array(t.points, dtype=float).reshape(-1, 2) for t in self.trails)
