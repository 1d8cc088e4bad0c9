"""The scenes in front of the lenses: a house made of blocks, and the person holding the phone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from android_gym.simulator.ui.bitmap import jpeg
from android_gym.simulator.ui.drawables import Drawable, Gradient, Layers, Solid, VectorPath, Zoomed
from android_gym.simulator.ui.surface import SurfaceContent
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.touches import Scale

__all__ = ["MAX_ZOOM", "Lens", "Preview", "grid", "photograph", "view"]

MAX_ZOOM = 4.0
_AREA = (90.0, 120.0)


def _part(path: str, fill: str) -> VectorPath:
    return VectorPath(path, _AREA, fill)


def _blocks(fill: str, *blocks: tuple[int, int, int, int]) -> VectorPath:
    """Return rectangles on a grid of 20 columns, given by left, top, right and bottom."""
    corners = (tuple(side * 4.5 for side in block) for block in blocks)
    return _part(" ".join(f"M{x0} {y0} H{x1} V{y1} H{x0} Z" for x0, y0, x1, y1 in corners), fill)


_HOUSE = Layers(
    (
        Solid("#FDFDFD"),
        _blocks("#F2EAF4", (0, 13, 3, 27), (3, 12, 5, 27), (5, 8, 20, 27)),
        _blocks("#DCFF62", (4, 11, 8, 16), (5, 10, 20, 13), (3, 13, 7, 17), (2, 15, 5, 18)),
        _blocks("#FFFD8C", (2, 14, 3, 16), (3, 12, 4, 14), (4, 11, 5, 12), (6, 9, 7, 10)),
        _blocks("#FFFEC0", (0, 18, 7, 27)),
        _blocks("#7F9E62", (3, 18, 7, 20), (5, 20, 7, 22), (7, 25, 20, 27)),
        _blocks("#8A9A10", (3, 17, 6, 18), (17, 9, 18, 11)),
        _blocks("#A07064", (6, 12, 20, 16)),
        _blocks("#6B7885", (14, 9, 16, 12)),
        _blocks("#42D873", (7, 16, 20, 25)),
        _blocks("#B8FFDE", (6, 16, 7, 21)),
        _blocks("#25C058", (7, 19, 8, 22), (18, 16, 20, 18)),
        _blocks("#063C08", (8, 18, 11, 20), (16, 18, 19, 20)),
        _blocks("#050505", (8, 20, 11, 21), (16, 20, 19, 21)),
        _blocks("#0B9E3C", (12, 18, 15, 25)),
        _blocks("#7A50A4", (12, 20, 14, 25)),
        _blocks("#A6D3B0", (12, 25, 15, 26)),
    )
)
_PERSON = Layers(
    (
        Gradient(("#C8D6DF", "#9FB3C0")),
        _part("M8 0 H30 V50 H8 Z", "#E8EEF2"),
        _part("M6 120 Q8 88 45 86 Q82 88 84 120 Z", "#5C6BC0"),
        _part("M37 72 H53 V90 Q45 96 37 90 Z", "#D9A17E"),
        _part("M25 50 C25 24 65 24 65 50 C65 68 56 80 45 80 C34 80 25 68 25 50 Z", "#E8B38F"),
        _part("M23 52 C20 18 70 18 67 52 C64 40 58 36 45 36 C32 36 26 40 23 52 Z", "#4A3222"),
        _part("M35 52 H39 V56 H35 Z M51 52 H55 V56 H51 Z", "#2B2B2B"),
        _part("M38 67 Q45 73 52 67 Q45 70 38 67 Z", "#A8543F"),
    )
)


def view(*, front: bool, zoom: float = 1.0, exposure: int = 0) -> Drawable:
    """Return what a lens sees.

    Args:
        front: Whether it is the front camera.
        zoom: Magnification, from 1.
        exposure: Exposure compensation in steps, -3 to 3.
    """
    layers: list[Drawable] = [Zoomed(_PERSON if front else _HOUSE, zoom, _AREA[0] / _AREA[1])]
    if exposure:
        light = "FFFFFF" if exposure > 0 else "000000"
        layers.append(Solid(f"#{abs(exposure) * 0x20:02X}{light}"))
    return Layers(tuple(layers))


@dataclass(frozen=True)
class Lens:
    """The settings of a lens.

    Attributes:
        zoom: Magnification, from 1 to `MAX_ZOOM`.
    """

    zoom: float = 1.0

    def within(self) -> Lens:
        """Return the settings limited to their range."""
        return Lens(min(MAX_ZOOM, max(1.0, self.zoom)))


@dataclass(frozen=True)
class Preview(SurfaceContent[Lens]):
    """The viewfinder's picture, which a pinch zooms.

    Attributes:
        front: Whether it is the front camera's.
        exposure: Exposure compensation in steps, -3 to 3.
        taken: The captured picture, shown in place of what the lens sees.
    """

    front: bool
    exposure: int = 0
    taken: Drawable | None = None

    SCALES: ClassVar[bool] = True

    def picture(self, state: Lens, size: tuple[int, int]) -> Drawable:
        """Return the captured picture, or what the lens sees."""
        if self.taken is not None:
            return self.taken
        return view(front=self.front, zoom=state.zoom, exposure=self.exposure)

    def scale(self, state: Lens, scale: Scale, size: tuple[int, int]) -> Lens:
        """Zoom by a pinch."""
        return state if self.taken is not None else Lens(state.zoom * scale.factor).within()


def grid() -> Drawable:
    """Return the lines of a 3 by 3 grid."""
    lines = "M30 0 V120 M60 0 V120 M0 40 H90 M0 80 H90"
    return VectorPath(lines, _AREA, None, "#80FFFFFF", 0.2)


@lru_cache(maxsize=8)
def photograph(
    theme: Theme, width: int, height: int, front: bool, zoom: float, exposure: int
) -> bytes:
    """Return a JPEG of what a lens sees."""
    return jpeg(view(front=front, zoom=zoom, exposure=exposure), width, height, theme)
