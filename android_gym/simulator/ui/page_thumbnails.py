"""Thumbnails of web pages, as on the cards of open tabs.

A page is determined by its log, and so is its thumbnail, which therefore isn't state. It is
rendered when it is painted, so that thumbnails nobody sees cost nothing. A page that isn't alive is
opened separately and closed again, so that thumbnails of many pages don't evict any live ones.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from android_gym.simulator.ui.drawables import Drawable, RectPx, pixels_of, rounded_rect
from android_gym.simulator.ui.live import LiveCache, Log
from android_gym.simulator.web.page import Page
from android_gym.simulator.web.pictures import fitted

if TYPE_CHECKING:
    import numpy as np
    import skia
    from numpy.typing import NDArray

    from android_gym.simulator.ui.theme import Theme

__all__ = ["MOST_KEPT", "PageThumbnail"]

MOST_KEPT: Final = 32
"""Most thumbnails that are kept of each app: more than a screen shows."""

Size = tuple[int, int]


@dataclass(frozen=True)
class PageThumbnail(Drawable):
    """The upper part of a page, rendered at the width at which it is displayed.

    Attributes:
        log: The page.
        inputs: Number of inputs in the log, to tell pages apart quickly.
        size: (width, height) of the page's view in pixels.
        corners: Radius of each corner in dp: top left, top right, bottom right, bottom left.
        cache: Returns the live pages. A weak reference, because painted items are cached for longer
            than a phone exists, and must not keep it alive.
    """

    log: Log = field(hash=False)
    inputs: int
    size: Size
    corners: tuple[float, float, float, float]
    cache: weakref.WeakMethod[Callable[[], LiveCache[Page]]] = field(compare=False)

    def paint(self, canvas: skia.Canvas, rect: RectPx, density: float, theme: Theme) -> None:
        """Draw the thumbnail, from a frame in the size in which the page itself is drawn."""
        from android_gym.simulator.ui._skia import skia

        cache = self.cache()
        if cache is None:
            return  # the activity is gone, and the page with it
        matrix = canvas.getTotalMatrix()
        seen = (
            max(1, round(self.size[0] * matrix.getScaleX())),
            max(1, round(self.size[1] * matrix.getScaleY())),
        )
        pixels = _thumbnail(cache(), self.log, seen, pixels_of(canvas, rect)[2:])
        image = skia.Image.fromarray(pixels, skia.kRGBA_8888_ColorType)
        canvas.save()
        canvas.clipRRect(rounded_rect(rect, self.corners, density), True)
        sampling = skia.SamplingOptions(skia.FilterMode.kLinear)
        canvas.drawImageRect(image, skia.Rect.MakeLTRB(*rect), sampling)
        canvas.restore()


_KEPT: Final[
    weakref.WeakKeyDictionary[LiveCache[Page], list[tuple[Log, Size, Size, NDArray[np.uint8]]]]
] = weakref.WeakKeyDictionary()
"""(log, size of page, size of picture, picture) of those painted recently, the latest last."""


def _thumbnail(cache: LiveCache[Page], log: Log, seen: Size, size: Size) -> NDArray[np.uint8]:
    """Return the thumbnail of a page; RGBA, uint8, shape (height, width, 4)."""
    kept = _KEPT.setdefault(cache, [])
    for index, (past, *sizes, pixels) in enumerate(kept):
        if sizes == [seen, size] and past == log:
            kept.append(kept.pop(index))
            return pixels
    pixels = _cut(_frame(cache, log, seen), size)
    kept.append((log, seen, size, pixels))
    del kept[:-MOST_KEPT]
    return pixels


def _frame(cache: LiveCache[Page], log: Log, size: Size) -> NDArray[np.uint8]:
    """Return a frame of a page at a size, whether the page is alive or not."""

    def look(page: Page) -> NDArray[np.uint8] | None:
        return page.frame(*size) if page.own else None

    pixels = cache.glance(log, look)
    if pixels is None:  # after a fork they are the parent's; replay restores them
        cache.clear()
        pixels = cache.glance(log, look)
    assert pixels is not None, "a page that was just opened is this process's own"
    return pixels


def _cut(pixels: NDArray[np.uint8], size: Size) -> NDArray[np.uint8]:
    """Return the top middle part of a picture, scaled to fill a size."""
    height, width = pixels.shape[:2]
    scale = max(size[0] / width, size[1] / height)
    across, down = min(width, round(size[0] / scale)), min(height, round(size[1] / scale))
    left = (width - across) // 2
    return fitted(pixels[: max(1, down), left : left + max(1, across)], size)
