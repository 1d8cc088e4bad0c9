"""Pictures of a page: its frames are run one by one, and the latest of each size is kept."""

from __future__ import annotations

import base64
import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, cast

from android_gym.errors import SimulatorError
from android_gym.simulator.web.browser import Browser
from android_gym.simulator.web.cdp import BEGIN_FRAME, Command, Message
from android_gym.simulator.web.conversation import NAME, Conversation
from android_gym.simulator.web.inputs import Opened

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["DrawnPage", "Shot", "blank", "fitted", "laid"]

_MOST_SIZES: Final = 16
"""Views whose pictures' size is remembered."""

_MOST_TRIES: Final = 20
"""Frames until one is of the size that was asked for."""


@dataclass
class Shot:
    """A picture that was taken of the page at a size."""

    revision: int
    pixels: NDArray[np.uint8] = field(repr=False)


def _decode(png: str) -> NDArray[np.uint8]:
    import cv2
    import numpy as np

    found = cv2.imdecode(np.frombuffer(base64.b64decode(png), np.uint8), cv2.IMREAD_COLOR)
    if found is None:
        raise SimulatorError("The browser has sent a picture that is none.")
    pixels = cv2.cvtColor(found, cv2.COLOR_BGR2RGBA)
    pixels.flags.writeable = False
    return cast("NDArray[np.uint8]", pixels)


def fitted(pixels: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    """Return a picture in another size (width, height)."""
    import cv2

    other = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    other.flags.writeable = False
    return cast("NDArray[np.uint8]", other)


def laid(pixels: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    """Return as much of a picture as fits into a size (width, height), on white."""
    if pixels.shape[1::-1] == size:
        return pixels
    whole = blank(size, 0xFF).copy()
    part = pixels[: size[1], : size[0]]
    whole[: part.shape[0], : part.shape[1]] = part
    whole.flags.writeable = False
    return whole


def blank(size: tuple[int, int], grey: int) -> NDArray[np.uint8]:
    """Return a picture of one grey (0 to 255); RGBA, uint8, shape (height, width, 4)."""
    import numpy as np

    pixels = np.full((size[1], size[0], 4), grey, np.uint8)
    pixels[..., 3] = 255
    pixels.flags.writeable = False
    return pixels


class DrawnPage(Conversation):
    """A page that is drawn.

    Args:
        browser: Where it lives.
        opened: How it was opened.
    """

    _revisions = 0

    def __init__(self, browser: Browser, opened: Opened) -> None:
        super().__init__(browser.target())
        self.opened = opened
        self._browser = browser
        self._size = opened.size
        self._density = opened.settings.initial_scale or opened.density
        self._shots: dict[tuple[int, int], Shot] = {}
        # Size of the last picture, or of the one that is likely to be asked for.
        self._shown: tuple[int, int] | None = browser.looked_at.get(opened.size)
        self._mouse: tuple[float, float] | None = (
            None  # the place that was tapped last, in CSS pixels
        )
        self._in_frame = False  # whether a frame has begun and not ended
        # Of engines that draw by themselves:
        self._tells_painting = False  # whether this one has ever told that it has painted
        self._painted = True  # whether it has since its last frame that was heard of
        self._looks_again = False  # whether the latest change may not be in the latest picture
        self._held_frame = 0  # the frame that a dialog holds up
        self._frame_after: int | None = None  # a frame that is under way since the last picture
        self._part = 1.0  # pixels of the picture in a pixel of the view
        self._looks_next = False  # whether the next frame is likely to be looked at
        self._png = ""  # the picture that came with the latest frame
        self._revision = self._next_revision()

    @staticmethod
    def _next_revision() -> int:
        DrawnPage._revisions += 1
        return DrawnPage._revisions

    def _metrics(self, part: float) -> Command:
        """Return the command that lays the page out, drawn at a part of the device's pixels."""
        width, height = self._size
        self._part = part
        return "Emulation.setDeviceMetricsOverride", {
            "width": math.ceil(width / self._density),
            "height": math.ceil(height / self._density),
            "deviceScaleFactor": self._density,
            "mobile": self.opened.settings.wide_viewport,
            "scale": part * self._density,
            "dontSetVisibleSize": True,
        }

    def _set_metrics(self, part: float, *, resized: bool = False) -> None:
        """Lay the page out, drawn at a part of the device's pixels.

        Args:
            part: The part.
            resized: Whether its window was just given another size.
        """
        changes = self._target.overrides(self._metrics(part))
        if resized and changes and self._browser.engine.begin_frames:
            # A frame resizes the window's surface. Where that still waits when the page's is
            # resized too, the next frame is lost more often: one in 400, where it is otherwise one
            # in 1,200 (Chromium 156, busy machine).
            self._frame()
        for number in self._session.send_all(changes):
            self._await(number)

    def _call_metrics(self) -> None:
        self._set_metrics(self._part_for(self._shown or self._size))
        if self._mouse is not None and self._keep_mouse():
            self._revision = self._next_revision()

    def _part_for(self, size: tuple[int, int]) -> float:
        """Return which part of the device's pixels to draw for a picture of a size.

        An engine that draws by itself draws all, and makes the picture smaller.
        """
        if self._browser.engine.begin_frames:
            return size[0] / self._size[0]
        return 1.0 / self._density

    def _mouse_place(self) -> Message:
        """Return where the mouse is, in the pixels that the engine counts in."""
        assert self._mouse is not None
        factor, (x, y) = self._drawn_scale(), self._mouse
        # Places on a grid that lies between whole pixels, so that no rounding on the way decides.
        return {
            "x": (math.floor(x * 4) + 0.5) / 4 * factor,
            "y": (math.floor(y * 4) + 0.5) / 4 * factor,
        }

    def _keep_mouse(self) -> bool:
        """Run a frame with the mouse on what it was on, though the page has another size now.

        Returns:
            Whether the frame has changed anything.
        """
        moved = None
        if self._mouse is not None:
            moved = self._session.send(
                "Input.dispatchMouseEvent", type="mouseMoved", **self._mouse_place()
            )
        changed = bool(self._frame())
        if moved is not None:
            self._await(moved)  # a move comes with a frame: without one it is not answered for 5 s
        return changed

    def _drawn_scale(self) -> float:
        """Pixels of the picture in a CSS pixel, which the engine counts places in."""
        return self._part * self._density

    def _frame(self, picture: bool = False) -> str | bool:
        """Run one frame; return its PNG, or whether it has changed anything."""
        if not self._browser.engine.begin_frames:
            return self._free_picture() if picture else self._free_frame()
        (number,) = self._session.send_all([self._begin_frame(picture)])
        told = self._await_frame(number) or {}
        return str(told.get("screenshotData", "")) if picture else bool(told.get("hasDamage"))

    def _await_frame(self, number: int) -> Message | None:
        """Wait for the end of a frame; None where a dialog of the page holds it up."""
        told = self._await(number)
        if told is None:
            self._held_frame = number
            self._session.hold_frame()
        self._in_frame = False
        return told

    def _begin_frame(self, picture: bool = False) -> Command:
        """Return the command that runs a frame, where the engine draws none by itself."""
        self._in_frame = True
        parameters: Message = {}
        if picture:
            parameters["screenshot"] = {"format": "png", "optimizeForSpeed": True}
        return BEGIN_FRAME, parameters

    def _free_frame(self) -> bool:
        self._await(self._wait_for_paint())
        self._painted = False
        return True

    def _wait_for_paint(self) -> int:
        """Ask the page to answer when it has been painted, by an engine that does so by itself."""
        return self._session.send(
            "Runtime.evaluate", expression=f"{NAME}.painted()", awaitPromise=True
        )

    def _note_paint(self) -> None:
        """Take a frame of an engine that draws by itself for a new look, if it has painted any.

        The next one counts as new, too: on a busy machine a picture comes a frame late.
        """
        changed = self._painted or not self._tells_painting
        if changed or self._looks_again:
            self._revision = self._next_revision()
        self._looks_again, self._painted = changed, False

    def _drawn_width(self, seen: Message) -> float:
        """Return how many pixels of the view a CSS pixel takes, with what two fingers do to it."""
        return self._density * cast(float, seen.get("scale", 1.0))

    def _free_picture(self) -> str:
        assert self._shown is not None
        seen = cast(Message, self._call("Page.getLayoutMetrics").get("cssVisualViewport", {}))
        width = self._size[0] / self._drawn_width(seen)
        clip: Message = {
            "x": seen.get("pageX", 0),
            "y": seen.get("pageY", 0),
            "width": width,
            "height": width * self._size[1] / self._size[0],
            "scale": self._shown[0] / width / self._density,
        }
        told = self._call("Page.captureScreenshot", format="png", optimizeForSpeed=True, clip=clip)
        return str(told["data"])

    def _note_size(self, size: tuple[int, int]) -> None:
        """Let pages in such a view begin as large as this one is looked at."""
        looked_at = self._browser.looked_at
        looked_at.pop(self._size, None)
        looked_at[self._size] = size
        while len(looked_at) > _MOST_SIZES:
            del looked_at[next(iter(looked_at))]

    def _end_frame(self) -> None:
        """Wait for the frame after a picture: it is over before anything else happens."""
        if self._frame_after is not None:
            number, self._frame_after = self._frame_after, None
            self._await_frame(number)
            self._painted = False

    def _foresees_look(self) -> bool:
        """Return True where a picture of the next frame is wanted, and would have the right size.

        A frame and its picture cost less than two frames, of which one has a picture.
        """
        looks, self._looks_next = self._looks_next, False
        return looks and self._shown is not None and self._target.is_sized(*self._shown)

    def _take_picture(self, *, lasts: bool) -> None:
        """Take the picture that came with the latest frame, if one did.

        Args:
            lasts: Whether nothing has changed since.
        """
        png, self._png = self._png, ""
        if not png:
            return
        pixels = _decode(png)
        (self._frame_after,) = self._session.send_all([self._begin_frame()])
        if lasts and pixels.shape[1::-1] == self._shown:
            self._shots[self._shown] = Shot(self._revision, pixels)
        else:
            self._end_frame()

    def _shoot(self, size: tuple[int, int]) -> None:
        self._end_frame()
        # Without a window as large, some engines never draw.
        resized = self._target.resize(*size)
        if self._shown != size or resized:
            self._shown = size
            self._note_size(size)
            self._set_metrics(self._part_for(size), resized=resized)
            self._keep_mouse()
        pixels = None
        for _ in range(_MOST_TRIES):
            png = str(self._frame(picture=True))
            pixels = _decode(png) if png else None
            if pixels is not None and pixels.shape[1::-1] == size:
                break  # of another size, or none, while the engine makes room for this one
            if pixels is not None and not self._browser.engine.begin_frames:
                pixels = fitted(pixels, size)  # its own rounding is another one
                break
        if pixels is None or pixels.shape[1::-1] != size:
            pixels = blank(size, 0xFF)  # a document without a body is never drawn
        # The frame after a picture is all damage, whatever has changed.
        if self._browser.engine.begin_frames:
            (self._frame_after,) = self._session.send_all([self._begin_frame()])
        else:
            self._frame_after = self._wait_for_paint()
        if len(self._shots) >= 4:
            self._shots.clear()
        self._shots[size] = Shot(self._revision, pixels)
