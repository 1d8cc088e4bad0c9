"""The stretch effect of views dragged beyond their end, as on Android since 12.

Only the drawing is stretched (EdgeEffect), and only while a finger holds it; there is no recoil.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from android_gym.simulator.ui.display_item import DisplayItem
from android_gym.simulator.ui.geometry import Rect, intersect
from android_gym.simulator.ui.ui import Path
from android_gym.simulator.ui.view import View

if TYPE_CHECKING:
    import skia

__all__ = ["Pull", "Stretching"]

LINEAR: Final = 0.016
EXPONENTIAL: Final = 0.016
EXPONENTIAL_REACH: Final = 0.33
"""Constants of EdgeEffect.dampStretchVector, API 33."""


class Pull(NamedTuple):
    """A view being dragged beyond its end.

    Attributes:
        window: Key of the view's window.
        path: Path of the view that scrolls.
        amount: Pixels that couldn't be scrolled; positive beyond the end, negative before the
            start.
    """

    window: Hashable
    path: Path
    amount: float


class Stretching(View):
    """The base of scrolling views, whose content is stretched while `pull` isn't 0."""

    pull: float = 0.0

    def display_children(self, out: list[DisplayItem], clip: Rect) -> None:
        """Append what the children draw, stretched while it is pulled."""
        if not self.pull:
            super().display_children(out, clip)
            return
        inside: list[DisplayItem] = []
        super().display_children(inside, clip)
        left, top, right, bottom = self.bounds
        along_y = self.SCROLLS == "y"
        length = max(1, bottom - top if along_y else right - left)
        factor = 1.0 + _stretch(abs(self.pull) / length)
        if along_y:
            fixed: float = bottom if self.pull > 0 else top
        else:
            fixed = right if self.pull > 0 else left
        content = _Content(inside, intersect(self.bounds, clip))

        def draw(canvas: Any) -> None:
            content.draw(canvas, along_y, fixed, factor)

        key = ("stretched", content.key, along_y, fixed, factor)
        out.append(DisplayItem(content.seen, None, key, draw))


def _stretch(distance: float) -> float:
    """Return the relative stretch for a pull, both as fractions of the length."""
    damped = 1.0 - math.exp(-distance * math.e / EXPONENTIAL_REACH)
    return LINEAR * distance + EXPONENTIAL * damped


class _Content:
    """Stretched content, drawn from a recording, as it stays the same while the finger moves.

    Args:
        items: What the children draw.
        seen: The part of the screen that shows it.
    """

    def __init__(self, items: Sequence[DisplayItem], seen: Rect) -> None:
        self._items = items
        self.seen = seen
        self.key = (seen, tuple([(item.rect, item.clip, item.key) for item in items]))

    def draw(self, canvas: skia.Canvas, along_y: bool, fixed: float, factor: float) -> None:
        """Draw it stretched by `factor` away from the edge at `fixed`, along y or x."""
        from android_gym.simulator.ui._skia import skia

        matrix, inverse = canvas.getTotalMatrix(), skia.Matrix()
        matrix.invert(inverse)
        if along_y:
            canvas.translate(0, fixed * (1 - factor))
            canvas.scale(1, factor)
        else:
            canvas.translate(fixed * (1 - factor), 0)
            canvas.scale(factor, 1)
        canvas.concat(inverse)  # the recording has it already
        canvas.drawPicture(self._recorded(matrix))

    def _recorded(self, matrix: skia.Matrix) -> skia.Picture:
        """Return a recording with the surface's own matrix, which some drawings depend on."""
        from android_gym.simulator.ui._skia import skia

        key = (tuple(matrix.get9()), self.key)
        picture = _recordings.get(key)
        if picture is None:
            recorder = skia.PictureRecorder()
            screen = skia.Rect.MakeLTRB(*self.seen)
            # A tree of bounds, as each band of the screen draws only a few of the items.
            surface = recorder.beginRecording(matrix.mapRect(screen), skia.RTreeFactory()())
            surface.concat(matrix)
            for item in self._items:
                surface.save()
                box = skia.Rect.MakeLTRB(*item.rect).makeOutset(1, 1)
                surface.clipRect(box)
                if item.clip is not None:
                    surface.clipRect(skia.Rect.MakeLTRB(*item.clip))
                item.draw(surface)
                surface.restore()
            picture = recorder.finishRecordingAsPicture()
            while len(_recordings) >= _MOST_RECORDINGS:
                _recordings.pop(next(iter(_recordings)), None)
            _recordings[key] = picture
        return picture


_MOST_RECORDINGS: Final = 16
_recordings: dict[Hashable, skia.Picture] = {}
