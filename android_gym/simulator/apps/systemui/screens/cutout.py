"""Emulated display cutouts: black shapes over the whole screen."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from android_gym.simulator.apps.systemui.actions import SystemUi
from android_gym.simulator.apps.systemui.screens.parts import decoration
from android_gym.simulator.system.display import Cutout
from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout
from android_gym.simulator.ui.view import View

__all__ = ["HOLES", "Hole", "ScreenDecorations"]


class Hole(NamedTuple):
    """A black shape on the upright phone.

    Attributes:
        place: Horizontal position: "start", "center" or "end".
        width: Width in dp.
        height: Height in dp.
        radius: Corner radius in dp.
        gap: Distance to the screen's edges in dp.
        below: Whether it is at the bottom edge.
    """

    place: Literal["start", "center", "end"]
    width: float
    height: float
    radius: float
    gap: float = 0.0
    below: bool = False


HOLES: Final[dict[Cutout, tuple[Hole, ...]]] = {
    "none": (),
    "corner": (Hole("end", 40, 40, 8),),
    "double": (Hole("center", 140, 32, 12), Hole("center", 140, 24, 12, below=True)),
    "hole": (Hole("start", 28, 28, 14, gap=9),),
    "tall": (Hole("center", 140, 44, 16),),
}
"""Shapes by the cutout's name; the sizes are original."""


class ScreenDecorations(SystemUi):
    """The emulated cutout, over all other windows."""

    LAYER = 60

    def build(self) -> Overlay | None:
        """Build the cutout, which stays at its place on the phone when the screen rotates."""
        display = self.system.display
        holes = HOLES[display.cutout]
        if not holes:
            return None
        size = (display.size[0] / display.density, display.size[1] / display.density)
        turns = display.rotation
        shapes = [
            View(
                width=right - left,
                height=bottom - top,
                margin=(left, top, 0, 0),
                background=Rounded("#FF000000", radius),
            )
            for (left, top, right, bottom), radius in (
                (_turned(_placed(hole, size, turns), size, turns), hole.radius) for hole in holes
            )
        ]
        return decoration(
            FrameLayout(shapes, width=MATCH, height=MATCH, layout_direction="ltr"),
            key="screen_decorations",
            width=MATCH,
            height=MATCH,
            touchable=False,
            accessible=False,
            title="ScreenDecorOverlay",
        )


_Box = tuple[float, float, float, float]


def _placed(hole: Hole, size: tuple[float, float], turns: int) -> _Box:
    """Return a hole's box on the upright phone in dp; `size` is the rotated screen's."""
    width, height = size if turns % 2 == 0 else size[::-1]
    room = width - hole.width
    x = {"start": hole.gap, "center": room / 2, "end": room - hole.gap}[hole.place]
    y = height - hole.height - hole.gap if hole.below else hole.gap
    return x, y, x + hole.width, y + hole.height


def _turned(box: _Box, size: tuple[float, float], turns: int) -> _Box:
    """Convert a box on the upright phone to the rotated screen."""
    left, top, right, bottom = box
    width, height = size
    if turns == 1:
        return top, height - right, bottom, height - left
    if turns == 2:
        return width - right, height - bottom, width - left, height - top
    if turns == 3:
        return width - bottom, left, width - top, right
    return box
