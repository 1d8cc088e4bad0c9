"""The scenes before the lenses: a room, and who holds the phone, after the emulator's own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from android_gym.simulator.ui.drawables import (
    Drawable,
    Gradient,
    Layers,
    Solid,
    VectorPath,
    Zoomed,
    jpeg,
)
from android_gym.simulator.ui.surface import SurfaceContent
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.view import Scale

__all__ = ["Lens", "Preview", "grid", "photograph", "view"]

MAX_ZOOM = 4.0
_AREA = (90.0, 120.0)


def _part(path: str, fill: str) -> VectorPath:
    return VectorPath(path, _AREA, fill)


_ROOM = Layers(
    (
        Gradient(("#EFE6D6", "#D9CBB3")),
        _part("M0 82 H90 V120 H0 Z", "#9C6B43"),
        _part("M0 88 H90 V89 H0 Z M0 98 H90 V99 H0 Z M0 109 H90 V110 H0 Z", "#8A5C38"),
        _part("M0 79 H90 V82 H0 Z", "#FAF6EE"),
        _part("M8 16 H44 V60 H8 Z", "#FFFFFF"),
        _part("M10 18 H25 V58 H10 Z M27 18 H42 V58 H27 Z", "#8CC9F0"),
        _part("M10 48 Q17 42 25 47 V58 H10 Z M27 46 Q35 39 42 45 V58 H27 Z", "#6FA868"),
        _part("M58 22 H80 V44 H58 Z", "#4E342E"),
        _part("M60 24 H78 V42 H60 Z", "#F4D58D"),
        _part("M60 42 L67 31 L71 36 L74 32 L78 42 Z", "#BF5F3C"),
        _part("M14 70 Q14 64 20 64 H50 Q56 64 56 70 V92 H14 Z", "#35636E"),
        _part("M10 76 Q10 73 13 73 H17 V94 H10 Z M53 73 H57 Q60 73 60 76 V94 H53 Z", "#2A4F58"),
        _part("M17 82 H53 V94 H17 Z", "#40778A"),
        _part("M14 94 H18 V98 H14 Z M52 94 H56 V98 H52 Z", "#3B2A20"),
        _part("M70 56 H84 L88 68 H66 Z", "#F7E3A1"),
        _part("M76 68 H78 V96 H76 Z M70 96 H84 V99 H70 Z", "#5B5B5B"),
        _part("M24 102 H66 L72 108 H18 Z", "#C9A06C"),
        _part("M21 108 H24 V118 H21 Z M66 108 H69 V118 H66 Z", "#8B6A42"),
        _part("M40 96 H50 L48 103 H42 Z", "#D35400"),
        _part("M45 97 Q38 90 41 84 Q45 88 45 97 Q45 88 50 85 Q53 92 45 97 Z", "#2E7D32"),
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
        front: True for the one that sees the user.
        zoom: How many times nearer, from 1.
        exposure: Steps brighter (or darker), -3 to 3.
    """
    layers: list[Drawable] = [Zoomed(_PERSON if front else _ROOM, zoom, _AREA[0] / _AREA[1])]
    if exposure:
        light = "FFFFFF" if exposure > 0 else "000000"
        layers.append(Solid(f"#{abs(exposure) * 0x20:02X}{light}"))
    return Layers(tuple(layers))


@dataclass(frozen=True)
class Lens:
    """How a lens is set.

    Attributes:
        zoom: How many times nearer things are, from 1 to `MAX_ZOOM`.
    """

    zoom: float = 1.0

    def within(self) -> Lens:
        """Return the nearest setting that there is."""
        return Lens(min(MAX_ZOOM, max(1.0, self.zoom)))


@dataclass(frozen=True)
class Preview(SurfaceContent[Lens]):
    """The viewfinder's picture, which two fingers zoom.

    Attributes:
        front: True for the lens that sees the user.
        exposure: Steps brighter (or darker), -3 to 3.
        taken: The picture that was taken, in place of what the lens sees.
    """

    front: bool
    exposure: int = 0
    taken: Drawable | None = None

    SCALES: ClassVar[bool] = True

    def picture(self, state: Lens, size: tuple[int, int]) -> Drawable:
        """Return what is seen."""
        if self.taken is not None:
            return self.taken
        return view(front=self.front, zoom=state.zoom, exposure=self.exposure)

    def scale(self, state: Lens, scale: Scale, size: tuple[int, int]) -> Lens:
        """Zoom by as much as the fingers move apart."""
        return state if self.taken is not None else Lens(state.zoom * scale.factor).within()


def grid() -> Drawable:
    """Return lines that divide the picture into nine."""
    lines = "M30 0 V120 M60 0 V120 M0 40 H90 M0 80 H90"
    return VectorPath(lines, _AREA, None, "#80FFFFFF", 0.2)


@lru_cache(maxsize=8)
def photograph(
    theme: Theme, width: int, height: int, front: bool, zoom: float, exposure: int
) -> bytes:
    """Return a JPEG of what a lens sees."""
    return jpeg(view(front=front, zoom=zoom, exposure=exposure), width, height, theme)
