"""The Web Mercator projection, and a camera that shows a part of the world.

The world is a square of side 1: x runs eastwards from the antimeridian, y southwards from 85
degrees north. At zoom z, a tile of 256 dp covers 1 / 2^z of it in each direction.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

__all__ = ["MOST_ZOOM", "TILE_DP", "Camera", "metres_of_world", "project", "unproject"]

TILE_DP: Final = 256.0
"""Side of a tile in dp."""

LEAST_ZOOM: Final = 2.0
MOST_ZOOM: Final = 22.0

_MOST_LATITUDE: Final = 85.0511287
_EQUATOR_M: Final = 40_075_016.686
"""Length of the equator in metres (WGS 84)."""


def project(latitude: float, longitude: float) -> tuple[float, float]:
    """Return the position of a point, in degrees, in the world square; poles map to its edge."""
    latitude = max(-_MOST_LATITUDE, min(_MOST_LATITUDE, latitude))
    sine = math.sin(math.radians(latitude))
    return longitude / 360 + 0.5, 0.5 - math.log((1 + sine) / (1 - sine)) / (4 * math.pi)


def unproject(x: float, y: float) -> tuple[float, float]:
    """Return latitude and longitude, in degrees, of a position in the world square."""
    return math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * y)))), (x - 0.5) * 360


def metres_of_world(latitude: float) -> float:
    """Return the side of the world square in metres, at a latitude."""
    return _EQUATOR_M * math.cos(math.radians(latitude))


@dataclass(frozen=True)
class Camera:
    """The part of the world that a map shows.

    Attributes:
        x: Position of the middle of the map, in the world square.
        y: Vertical position of the middle, in the world square.
        zoom: `LEAST_ZOOM` to `MOST_ZOOM`; each whole step doubles all lengths.
        rotation: Clockwise rotation of the map in degrees.
    """

    x: float = 0.5
    y: float = 0.5
    zoom: float = 3.0
    rotation: float = 0.0

    @classmethod
    def over(cls, latitude: float, longitude: float, zoom: float) -> Camera:
        """Return a camera centered on a point, with north up."""
        return cls(*project(latitude, longitude), _bounded(zoom))

    @property
    def place(self) -> tuple[float, float]:
        """Latitude and longitude of the middle."""
        return unproject(self.x, self.y)

    def world_px(self, density: float) -> float:
        """Return the side of the world square in pixels."""
        return TILE_DP * density * 2.0**self.zoom

    def on_screen(
        self, x: float, y: float, size: tuple[int, int], density: float
    ) -> tuple[float, float]:
        """Convert a position in the world square to pixels of a view."""
        scale = self.world_px(density)
        dx, dy = _turned((x - self.x) * scale, (y - self.y) * scale, self.rotation)
        return size[0] / 2 + dx, size[1] / 2 + dy

    def in_world(
        self, px: float, py: float, size: tuple[int, int], density: float
    ) -> tuple[float, float]:
        """Convert a pixel of a view to a position in the world square."""
        scale = self.world_px(density)
        dx, dy = _turned(px - size[0] / 2, py - size[1] / 2, -self.rotation)
        return self.x + dx / scale, self.y + dy / scale

    def at(
        self, px: float, py: float, size: tuple[int, int], density: float
    ) -> tuple[float, float]:
        """Return latitude and longitude of a pixel of a view."""
        return unproject(*self.in_world(px, py, size, density))

    def moved(self, dx: float, dy: float, density: float) -> Camera:
        """Return the camera after dragging the map by (dx, dy) pixels."""
        scale = self.world_px(density)
        dx, dy = _turned(dx, dy, -self.rotation)
        return replace(self, x=(self.x - dx / scale) % 1.0, y=_inside(self.y - dy / scale))

    def zoomed(
        self,
        zoom: float,
        focus: tuple[float, float],
        size: tuple[int, int],
        density: float,
        turn: float = 0.0,
    ) -> Camera:
        """Return the camera at another zoom, keeping one pixel of the view fixed.

        Args:
            zoom: The new zoom; clamped to its range.
            focus: The fixed pixel.
            size: (width, height) of the view.
            density: Pixels per dp.
            turn: Degrees to rotate the map clockwise around that pixel.
        """
        x, y = self.in_world(*focus, size, density)
        changed = replace(self, zoom=_bounded(zoom), rotation=(self.rotation + turn) % 360.0)
        to_x, to_y = changed.in_world(*focus, size, density)
        return replace(changed, x=(changed.x + x - to_x) % 1.0, y=_inside(changed.y + y - to_y))

    def metres_per_px(self, density: float) -> float:
        """Return the metres per pixel in the middle."""
        return metres_of_world(self.place[0]) / self.world_px(density)


def _turned(x: float, y: float, degrees: float) -> tuple[float, float]:
    if not degrees:
        return x, y
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    return x * cosine - y * sine, x * sine + y * cosine


def _bounded(zoom: float) -> float:
    return max(LEAST_ZOOM, min(MOST_ZOOM, zoom))


def _inside(y: float) -> float:
    return max(0.0, min(1.0, y))
