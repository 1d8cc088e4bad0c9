"""Renders display lists to frames, at a cost proportional to what has changed.

A display list is compared with the previous one. Only where items were added, removed or reordered,
the surface is repainted, and pixels are copied into the frame that is handed out.

Skia rounds slightly differently where a clip cuts a shape. For a partial repaint to give the same
bytes as a full one, the frame is divided into horizontal bands of its full width, and a band is
always painted as a whole, under the same clip.

If frames are smaller than the screen, the canvas is scaled, not the finished picture.

The pixels of a band depend only on the items that touch it, so bands are cached by these items: a
screen that was shown before isn't painted again. A cached band is shown in place of the surface's.
"""

from __future__ import annotations

import math
import sys
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from os import PathLike
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from android_gym.errors import OptionError

from ._skia import canvas_on, cv2, skia

__all__ = ["Item", "Renderer", "encode_png", "save_png"]

Frame = NDArray[np.uint8]
Box = tuple[int, int, int, int]
Looks = tuple[int, ...]


class Item(Protocol):
    """A drawing operation; see `android_gym.simulator.ui.display_item.DisplayItem`."""

    rect: Box
    clip: Box | None
    key: Hashable
    draw: Callable[[Any], None]
    look: int
    opaque: bool
    copied: bool


class _Buffer:
    """A frame that was handed out, and the bands of it that are out of date."""

    __slots__ = ("array", "stale")

    def __init__(self, array: Frame, stale: set[int]) -> None:
        self.array = array
        self.stale = stale


# Reference count of an array that nobody except a buffer references.
_UNSHARED: Final = sys.getrefcount(_Buffer(np.empty(0, np.uint8), set()).array)
_BUFFERS: Final = 2
_BAND_HEIGHT: Final = (20, 96)  # of small frames, of large ones
_MOST_BOXES: Final = 8192
_MOST_LISTS: Final = 256
_SMALL: Final = 60_000
"""Pixels of a frame up to which it is cheaper to copy the last one than to compose it of bands."""

_PAINTS_BEFORE_PLAYING: Final = 2
"""Paints of an item before its drawing is recorded; most items don't last that long."""

_MOST_PLAYED: Final = 256
_MOST_COUNTED: Final = 4096


class _Looks:
    """Numbers for the looks of items: the same rectangle, clip and key give the same number.

    Numbers are never reused, so those stored on items stay valid when the table is cleared.
    """

    MOST: Final = 16_384

    def __init__(self) -> None:
        self._numbers: dict[tuple[Box, Box | None, Hashable], int] = {}
        self._next = 1

    def number(self, item: Item) -> int:
        """Return the number of an item's look; it is stored on the item."""
        look = item.look
        if not look:
            key = (item.rect, item.clip, item.key)
            look = self._numbers.get(key, 0)
            if not look:
                if len(self._numbers) >= self.MOST:
                    self._numbers.clear()
                look = self._numbers[key] = self._next
                self._next += 1
            item.look = look
        return look


class _Bands:
    """A cache of painted bands (RGB) by their items; shared by all renderers."""

    BYTES: Final = 64_000_000
    LEAST_FRAMES: Final = 8  # caching doesn't pay if fewer frames fit

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, NDArray[np.uint8]] = OrderedDict()
        self._bytes = 0

    def get(self, key: Hashable) -> NDArray[np.uint8] | None:
        """Return a band's pixels, or None if they aren't cached."""
        pixels = self._kept.get(key)
        if pixels is not None:
            self._kept.move_to_end(key)
        return pixels

    def keep(self, key: Hashable, pixels: NDArray[np.uint8]) -> None:
        """Cache a band's pixels, which must not change; evict the least recently used."""
        pixels.flags.writeable = False
        self._kept[key] = pixels
        self._bytes += pixels.nbytes
        while self._bytes > self.BYTES:
            self._bytes -= self._kept.popitem(last=False)[1].nbytes


_looks = _Looks()
_bands = _Bands()


class Renderer:
    """Painter of display lists at one frame size.

    Args:
        full_width: Width of the screen in pixels, the units of display lists.
        full_height: Height of the screen in pixels.
        width: Width of the frames; None for the screen's.
        height: Height of the frames; None for the screen's.

    Raises:
        OptionError: If a size is less than one pixel.
    """

    def __init__(
        self,
        full_width: int,
        full_height: int,
        width: int | None = None,
        height: int | None = None,
    ) -> None:
        self.width = full_width if width is None else width
        self.height = full_height if height is None else height
        if min(full_width, full_height, self.width, self.height) < 1:
            raise OptionError(
                f"A frame of {self.width}x{self.height} of a screen of {full_width}x{full_height} "
                "pixels is not possible: each size must be at least 1."
            )
        self._scale = (self.width / full_width, self.height / full_height)
        self._pixels, self._canvas = self._surface()
        self._items: Sequence[Item] = ()
        self._shown: Looks = ()
        self._by_band: dict[Looks, list[Looks]] = {}
        self._background: int | None = None
        self._buffers: list[_Buffer] = []
        shortest, tallest = _BAND_HEIGHT
        count = math.ceil(self.height / min(max(self.height // 20, shortest), tallest))
        self._edges = [i * self.height // count for i in range(count + 1)]
        # By number of the item's look, which includes its rectangle and clip.
        self._boxes: dict[int, tuple[skia.Rect, range, range]] = {}
        frames = _Bands.BYTES // (3 * self.width * self.height)
        self._keeps = frames >= _Bands.LEAST_FRAMES
        # Cached pixels that each band shows; None for those on the surface.
        self._rows: list[NDArray[np.uint8] | None] = [None] * count
        # By look: how often an item was painted, and its recorded drawing.
        self._painted: dict[int, int] = {}
        self._played: dict[int, skia.Picture] = {}
        # Likewise by band and looks of the items above copied pixels in it.
        self._together_painted: dict[tuple[int, Looks], int] = {}
        self._together: dict[tuple[int, Looks], skia.Picture] = {}
        self._size = (full_width, full_height, self.width, self.height)
        # The band of each row of pixels.
        self._band = [i for i in range(count) for _ in range(self._edges[i], self._edges[i + 1])]

    def _surface(self) -> tuple[Frame, skia.Canvas]:
        pixels = np.zeros((self.height, self.width, 4), np.uint8)
        canvas = canvas_on(pixels)
        canvas.scale(*self._scale)
        return pixels, canvas

    def render(self, items: Sequence[Item], background: int = 0xFF000000) -> Frame:
        """Paint a display list.

        Args:
            items: The items, from bottom to top. The sequence must not be changed afterwards.
            background: ARGB colour below them.

        Returns:
            A read-only (height, width, 3) RGB array. It never changes; the same object is returned
            until something on it changes. Exceptions of drawing operations are passed on to the
            caller, and the next frame is painted completely.
        """
        self.show(items, background)
        return self._frame()

    def copy(self) -> Frame:
        """Return what `show` or `render` painted last, in a new array that the caller owns."""
        if self.width * self.height <= _SMALL:
            return self._frame().copy()
        frame: Frame = np.empty((self.height, self.width, 3), np.uint8)
        self._compose(frame, range(len(self._rows)))
        return frame

    def show(self, items: Sequence[Item], background: int = 0xFF000000) -> None:
        """Paint a display list like `render`, to be fetched with `copy`."""
        looks = self._shown
        if items is not self._items:
            looks = tuple([item.look or _looks.number(item) for item in items])
        if background != self._background:
            damage = frozenset(range(len(self._edges) - 1))
        elif looks == self._shown:
            damage = frozenset()
        else:
            before = self._looks_by_band(self._items, self._shown)
            after = self._looks_by_band(items, looks)
            damage = frozenset([i for i, seen in enumerate(after) if seen != before[i]])
        self._items, self._background, self._shown = items, background, looks
        if damage:
            try:
                self._update(damage)
            except BaseException:
                self._begin_anew()
                raise
            for buffer in self._buffers:
                buffer.stale |= damage

    def _begin_anew(self) -> None:
        """Distrust the surface, as a drawing was interrupted, and reset the canvas's clips."""
        self._canvas.restoreToCount(1)
        self._items, self._shown, self._background = (), (), None

    def render_full(self) -> Frame:
        """Paint the last display list from scratch, as a reference that `render` must match."""
        pixels, canvas = self._surface()
        self._paint(canvas, set(range(len(self._edges) - 1)), play=False)
        frame: Frame = np.empty((self.height, self.width, 3), np.uint8)
        cv2.cvtColor(pixels, cv2.COLOR_RGBA2RGB, dst=frame)
        frame.flags.writeable = False
        return frame

    def _frame(self) -> Frame:
        """Return what was painted last.

        Unless the last frame still shows it, a frame that nobody else references is updated, and
        made the last of the buffers.
        """
        buffers = self._buffers
        if buffers and not buffers[-1].stale:
            return buffers[-1].array
        for i, buffer in enumerate(buffers):
            if sys.getrefcount(buffer.array) == _UNSHARED:
                buffers.append(buffers.pop(i))
                break
        else:
            if len(buffers) >= _BUFFERS:
                del buffers[0]
            shape = (self.height, self.width, 3)
            buffer = _Buffer(np.empty(shape, np.uint8), set(range(len(self._edges) - 1)))
            buffers.append(buffer)
        array = buffer.array
        array.flags.writeable = True
        self._compose(array, buffer.stale)
        array.flags.writeable = False
        buffer.stale = set()
        return array

    def _compose(self, frame: Frame, bands: Iterable[int]) -> None:
        """Write the pixels of some bands into a frame."""
        edges, unkept = self._edges, []
        for i in bands:
            kept = self._rows[i]
            if kept is None:
                unkept.append(i)
            else:
                frame[edges[i] : edges[i + 1]] = kept
        for first, last in _runs(unkept):
            rows = slice(edges[first], edges[last + 1])
            cv2.cvtColor(self._pixels[rows], cv2.COLOR_RGBA2RGB, dst=frame[rows])

    # -- bands

    def _box(self, item: Item) -> tuple[skia.Rect, range, range]:
        """Return an item's clip in pixels of the screen, the bands it touches, and those it fills.

        A rectangle is extended to all pixels of the frame that it touches; a clip is rounded to the
        nearest pixel, so that neighbours on both sides of its edge share that pixel fairly.
        """
        look = item.look or _looks.number(item)
        known = self._boxes.get(look)
        if known is not None:
            return known
        rect, clip = item.rect, item.clip
        x, y = self._scale
        left, top = math.floor(rect[0] * x), math.floor(rect[1] * y)
        right, bottom = math.ceil(rect[2] * x), math.ceil(rect[3] * y)
        if clip is not None:
            left = max(left, math.floor(clip[0] * x + 0.5))
            top = max(top, math.floor(clip[1] * y + 0.5))
            right = min(right, math.floor(clip[2] * x + 0.5))
            bottom = min(bottom, math.floor(clip[3] * y + 0.5))
        left, top = max(left, 0), max(top, 0)
        right, bottom = min(right, self.width), min(bottom, self.height)
        if left < right and top < bottom:
            bands = range(self._band[top], self._band[bottom - 1] + 1)
        else:
            bands = range(0)
        filled = range(0)
        if left == 0 and right == self.width and rect[0] <= 0 and rect[2] * x >= self.width:
            inner_top, inner_bottom = max(top, rect[1] * y), min(bottom, rect[3] * y)
            whole = [i for i in bands if self._fits(i, inner_top, inner_bottom)]
            filled = range(whole[0], whole[-1] + 1) if whole else filled
        box = skia.Rect.MakeLTRB(left / x, top / y, right / x, bottom / y), bands, filled
        if len(self._boxes) >= _MOST_BOXES:
            self._boxes.clear()
        self._boxes[look] = box
        return box

    def _fits(self, band: int, top: float, bottom: float) -> bool:
        return top <= self._edges[band] and self._edges[band + 1] <= bottom

    def _looks_by_band(self, items: Sequence[Item], looks: Looks) -> list[Looks]:
        """Return the looks of the items that touch each band, from bottom to top."""
        known = self._by_band.get(looks)
        if known is None:
            found: list[list[int]] = [[] for _ in self._edges[1:]]
            boxes, box = self._boxes, self._box
            for item, look in zip(items, looks, strict=True):
                for i in (boxes.get(look) or box(item))[1]:
                    found[i].append(look)
            if len(self._by_band) >= _MOST_LISTS:
                self._by_band.clear()
            known = self._by_band[looks] = [tuple(numbers) for numbers in found]
        return known

    # -- painting

    def _update(self, bands: frozenset[int]) -> None:
        """Update bands, from the cache if possible."""
        if not self._keeps:
            self._paint(self._canvas, bands)
            return
        looks = self._looks_by_band(self._items, self._shown)
        ground = self._copied()
        moving = range(0) if ground is None else self._box(ground)[2]
        missing: dict[int, Hashable] = {}
        painted = []
        for i in bands:
            kept = None
            if i in moving:  # copied pixels hardly ever recur
                painted.append(i)
            else:
                key: Hashable = (self._size, i, self._background, looks[i])
                kept = _bands.get(key)
                if kept is None:
                    missing[i] = key
            self._rows[i] = kept
        if missing or painted:
            self._paint(self._canvas, [*painted, *missing])
        for i, key in missing.items():
            first, last = self._edges[i : i + 2]
            rows = np.empty((last - first, self.width, 3), np.uint8)
            cv2.cvtColor(self._pixels[first:last], cv2.COLOR_RGBA2RGB, dst=rows)
            _bands.keep(key, rows)
            self._rows[i] = rows

    def _paint(self, canvas: skia.Canvas, bands: Collection[int], *, play: bool = True) -> None:
        """Repaint bands completely, except for what an opaque item hides there.

        Args:
            canvas: Canvas to paint on.
            bands: The bands.
            play: Whether recorded drawings may be replayed.
        """
        x, y = self._scale
        edges = self._edges
        done = self._paint_over_copy(canvas, bands) if play else frozenset()
        if len(done) == len(bands):
            return
        painted: dict[int, list[tuple[skia.Rect, Item, skia.Picture | None]]]
        painted = {i: [] for i in sorted(bands) if i not in done}
        hidden: set[int] = set()  # bands whose background is hidden
        boxes = self._boxes
        for item in self._items:
            box, touched, filled = boxes.get(item.look) or self._box(item)
            inside = [i for i in touched if i in painted]
            if not inside:
                continue
            picture = self._recorded(item, box) if play else None
            for i in inside:
                if item.opaque and i in filled:
                    painted[i].clear()
                    hidden.add(i)
                painted[i].append((box, item, picture))
        save, clip_rect, restore = canvas.save, canvas.clipRect, canvas.restore
        for i, items in painted.items():
            save()
            clip_rect(skia.Rect.MakeLTRB(0, edges[i] / y, self.width / x, edges[i + 1] / y))
            if i not in hidden:
                canvas.clear(self._background or 0)
            for box, item, picture in items:
                save()
                clip_rect(box)
                if picture is None:
                    item.draw(canvas)
                else:
                    canvas.resetMatrix()
                    canvas.drawPicture(picture)
                restore()
            restore()

    def _copied(self) -> Item | None:
        """Return the topmost item that copies pixels."""
        return next((item for item in reversed(self._items) if item.copied), None)

    def _paint_over_copy(self, canvas: skia.Canvas, bands: Collection[int]) -> Collection[int]:
        """Paint what lies above copied pixels (of a map or a video) from one recording per band.

        Returns:
            The bands that were painted.
        """
        ground = self._copied()
        if ground is None:
            return frozenset()
        filled = self._box(ground)[2]
        looks = self._looks_by_band(self._items, self._shown)
        over: dict[int, skia.Picture] = {}
        for i in bands:
            if i in filled:
                above = looks[i][looks[i].index(ground.look) + 1 :]
                picture = self._recorded_together(i, above)
                if picture is not None:
                    over[i] = picture
        x, y = self._scale
        edges = self._edges
        for first, last in _runs(over):  # copied pixels don't depend on the clip
            canvas.save()
            canvas.clipRect(
                skia.Rect.MakeLTRB(0, edges[first] / y, self.width / x, edges[last + 1] / y)
            )
            ground.draw(canvas)
            canvas.restore()
        for i, picture in over.items():
            canvas.save()
            canvas.clipRect(skia.Rect.MakeLTRB(0, edges[i] / y, self.width / x, edges[i + 1] / y))
            canvas.resetMatrix()
            canvas.drawPicture(picture)
            canvas.restore()
        return over.keys()

    def _recorded_together(self, band: int, looks: Looks) -> skia.Picture | None:
        """Return a recording of items in a band; None until they have been painted a few times."""
        key = (band, looks)
        picture = self._together.get(key)
        if picture is None:
            count = self._together_painted.get(key, 0)
            if count < _PAINTS_BEFORE_PLAYING:
                if len(self._together_painted) >= _MOST_COUNTED:
                    self._together_painted.clear()
                self._together_painted[key] = count + 1
                return None
            if len(self._together) >= _MOST_PLAYED:
                self._together.clear()
            items = {item.look: item for item in self._items}
            recorder = skia.PictureRecorder()
            canvas = recorder.beginRecording(skia.Rect.MakeWH(self.width, self.height))
            canvas.scale(*self._scale)
            for look in looks:
                canvas.save()
                canvas.clipRect(self._box(items[look])[0])
                items[look].draw(canvas)
                canvas.restore()
            picture = self._together[key] = recorder.finishRecordingAsPicture()
        return picture

    def _recorded(self, item: Item, box: skia.Rect) -> skia.Picture | None:
        """Return a recording of an item's drawing; None until it has been painted a few times.

        A look determines every pixel, so its drawing can be recorded once and replayed. The
        recording has the same matrix as the surface, for drawings that query it.
        """
        look = item.look or _looks.number(item)
        picture = self._played.get(look)
        if picture is not None:
            return picture
        count = self._painted.get(look, 0)
        if count < _PAINTS_BEFORE_PLAYING:
            if len(self._painted) >= _MOST_COUNTED:
                self._painted.clear()
            self._painted[look] = count + 1
            return None
        recorder = skia.PictureRecorder()
        canvas = recorder.beginRecording(skia.Rect.MakeWH(self.width, self.height))
        canvas.scale(*self._scale)
        canvas.clipRect(box)
        item.draw(canvas)
        if len(self._played) >= _MOST_PLAYED:
            self._played.clear()
        picture = self._played[look] = recorder.finishRecordingAsPicture()
        return picture


def _runs(bands: Iterable[int]) -> list[tuple[int, int]]:
    """Merge adjacent bands into (first, last) runs."""
    runs: list[tuple[int, int]] = []
    for i in sorted(bands):
        if runs and runs[-1][1] == i - 1:
            runs[-1] = (runs[-1][0], i)
        else:
            runs.append((i, i))
    return runs


def encode_png(frame: Frame) -> bytes:
    """Encode an RGB frame, a uint8 array of shape (height, width, 3), as PNG."""
    bgr = cv2.cvtColor(frame, cv2.COLOR_RGB2BGR)
    _, encoded = cv2.imencode(".png", bgr, [cv2.IMWRITE_PNG_COMPRESSION, 1])
    return encoded.tobytes()


def save_png(path: str | PathLike[str], frame: Frame) -> None:
    """Write an RGB frame to a PNG file."""
    with open(path, "wb") as file:
        file.write(encode_png(frame))
