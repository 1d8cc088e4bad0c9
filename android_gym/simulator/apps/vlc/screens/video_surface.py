"""The picture of the video player, and the layer over it that recognizes gestures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Unpack

from android_gym.simulator.ui.layouts import FrameLayout
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.surface import SurfaceContent
from android_gym.simulator.ui.touches import Touch
from android_gym.simulator.ui.view import View

__all__ = ["ASPECTS", "Gestures", "Glass", "fitted"]

ASPECTS: Final = ("Best fit", "Fit screen", "Fill", "16:9", "4:3", "Center")
"""Names of the aspect ratios."""

_RATIOS: Final = {"16:9": 16 / 9, "4:3": 4 / 3}


def fitted(aspect: int, video: tuple[int, int], screen: tuple[int, int]) -> tuple[int, int]:
    """Return the size at which a video is shown.

    Args:
        aspect: Index in `ASPECTS`.
        video: (width, height) of the video in pixels.
        screen: (width, height) in pixels.
    """
    name = ASPECTS[aspect % len(ASPECTS)]
    width, height = max(1, video[0]), max(1, video[1])
    if name == "Fill":
        return screen
    if name == "Center":
        return min(width, screen[0]), min(height, screen[1])
    ratio = _RATIOS.get(name, width / height)
    wide = screen[0] / screen[1] > ratio
    if (name == "Fit screen") != wide:
        return max(1, round(screen[1] * ratio)), screen[1]
    return screen[0], max(1, round(screen[0] / ratio))


@dataclass(frozen=True)
class Glass(SurfaceContent[str]):
    """An invisible layer whose state says where a double tap was."""

    DOUBLE_TAPS: ClassVar[bool] = True

    def initial(self) -> str:
        """Return the state before any touch."""
        return ""

    def double_tap(self, state: str, x: float, y: float, size: tuple[int, int]) -> str:
        """Return the part of the screen that was double-tapped."""
        if x < size[0] / 4:
            return "left"
        return "right" if x > size[0] * 3 / 4 else "middle"


class Gestures(FrameLayout):
    """A frame that reports how far a finger was dragged across it, once it is lifted.

    Args:
        children: As for `FrameLayout`.
        on_drag: Called with the axis, whether the drag began in the right half, and its length as a
            fraction of the frame's width or height, to the right or upwards.
        **common: See `View`.
    """

    def __init__(
        self,
        children: Sequence[View | None],
        on_drag: Callable[[str, bool, float], object],
        **common: Unpack[ViewOptions],
    ) -> None:
        super().__init__(children, **common)
        self.on_drag = on_drag

    def takes_drag(self, axis: str) -> bool:
        """Return True: drags along both axes are used."""
        return True

    def touch(self, event: Touch) -> None:
        """Report the drag once the finger is lifted."""
        if event.action != "up":
            return
        left, top, right, bottom = self.bounds
        dx, dy = event.x - event.start_x, event.y - event.start_y
        half = event.start_x > (left + right) / 2
        if abs(dx) > abs(dy):
            self.on_drag("x", half, dx / max(1, right - left))
        else:
            self.on_drag("y", half, -dy / max(1, bottom - top))
