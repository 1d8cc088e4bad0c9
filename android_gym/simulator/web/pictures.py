"""Rendering of a page: runs its frames one by one, and keeps the latest picture of each size."""

from __future__ import annotations

import base64
import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, cast

from android_gym.errors import SimulatorError
from android_gym.simulator.web.browser import LEAST_WINDOW, Browser
from android_gym.simulator.web.cdp import BEGIN_FRAME, Command, FrameLost, Json, Message, part
from android_gym.simulator.web.conversation import NAME, Conversation
from android_gym.simulator.web.inputs import DeviceScreen, Opened
from android_gym.simulator.web.surroundings import orientation

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["DrawnPage", "Shot", "blank", "fitted", "laid"]

_MOST_SIZES: Final = 16
"""View sizes for which the size of the latest picture is remembered."""

_MOST_TRIES: Final = 20
"""Most frames to run until one has the requested size."""


@dataclass
class Shot:
    """A screenshot of the page at one size."""

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
    """Return a picture scaled to another size (width, height)."""
    import cv2

    other = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    other.flags.writeable = False
    return cast("NDArray[np.uint8]", other)


def laid(pixels: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    """Return a picture cropped to a size (width, height), or extended with white."""
    if pixels.shape[1::-1] == size:
        return pixels
    whole = blank(size, 0xFF).copy()
    part = pixels[: size[1], : size[0]]
    whole[: part.shape[0], : part.shape[1]] = part
    whole.flags.writeable = False
    return whole


def blank(size: tuple[int, int], grey: int) -> NDArray[np.uint8]:
    """Return a picture in a single grey (0 to 255); RGBA, uint8, shape (height, width, 4)."""
    import numpy as np

    pixels = np.full((size[1], size[0], 4), grey, np.uint8)
    pixels[..., 3] = 255
    pixels.flags.writeable = False
    return pixels


class DrawnPage(Conversation):
    """A page that can be rendered.

    Args:
        browser: The browser that runs it.
        opened: How it was opened.
    """

    _revisions = 0

    def __init__(self, browser: Browser, opened: Opened) -> None:
        super().__init__(browser.target())
        self.opened = opened
        self._browser = browser
        self._size = opened.size
        self._density = opened.settings.initial_scale or opened.density
        self._screen = opened.screen or DeviceScreen(opened.size)
        self._screen_density = opened.density
        self._shots: dict[tuple[int, int], Shot] = {}
        # Size of the last picture, or of the one that will most likely be requested.
        self._shown: tuple[int, int] | None = browser.looked_at.get(opened.size)
        self._mouse: tuple[float, float] | None = (
            None  # the position that was tapped last, in CSS pixels
        )
        self._committed = False  # whether the page's own document exists
        self._in_frame = False  # whether a frame is under way
        # The next three are for engines that draw frames on their own.
        self._tells_painting = False  # whether the engine has ever reported painting
        self._painted = True  # whether it has painted since its last known frame
        self._looks_again = False  # whether the latest picture may lack the latest change
        self._held_frame = 0  # command of the frame that a dialog blocks
        self._frame_after: int | None = None  # command of the frame after the last picture
        self._part = 1.0  # pixels of the picture per pixel of the view
        self._looks_next = False  # whether a picture of the next frame will likely be requested
        self._png = ""  # the picture that came with the latest frame
        self._revision = self._next_revision()

    @staticmethod
    def _next_revision() -> int:
        DrawnPage._revisions += 1
        return DrawnPage._revisions

    def _metrics(self, part: float) -> Command:
        """Return the command that sets the page's size and scale, and the screen that it sees.

        Args:
            part: Pixels of the picture per pixel of the view.
        """
        width, height = self._size
        screen = self._screen
        self._part = part
        return "Emulation.setDeviceMetricsOverride", {
            "width": math.ceil(width / self._density),
            "height": math.ceil(height / self._density),
            "deviceScaleFactor": self._density,
            "mobile": self.opened.settings.wide_viewport,
            "scale": part * self._density,
            "dontSetVisibleSize": True,
            "screenWidth": math.ceil(screen.size[0] / self._screen_density),
            "screenHeight": math.ceil(screen.size[1] / self._screen_density),
            "screenOrientation": {"type": orientation(screen), "angle": 90 * screen.turns},
        }

    def _media(self) -> Command:
        """Return the command that tells the page whether the screen is dark."""
        scheme = "dark" if self._screen.dark else "light"
        features: list[Json] = [{"name": "prefers-color-scheme", "value": scheme}]
        return "Emulation.setEmulatedMedia", {"features": features}

    def _set_metrics(self, part: float, *, resized: bool = False) -> None:
        """Set the page's size and scale.

        Args:
            part: Pixels of the picture per pixel of the view.
            resized: Whether its window was just resized.
        """
        changes = self._target.overrides(self._metrics(part), self._media())
        if resized and changes and self._browser.engine.begin_frames:
            # A frame resizes the window's surface. If that is still pending when the page's surface
            # is resized too, the next frame is lost more often: 1 in 400 instead of 1 in 1,200
            # (Chromium 156, busy machine).
            self._frame()
        for number in self._session.send_all(changes):
            self._await(number)

    def _call_metrics(self) -> None:
        self._set_metrics(self._part_for(self._shown or self._size))
        if self._mouse is not None and self._keep_mouse():
            self._revision = self._next_revision()

    def _part_for(self, size: tuple[int, int]) -> float:
        """Return the pixels to draw per pixel of the view for a picture of a size.

        An engine that draws on its own always draws at scale 1, and scales the screenshot.
        """
        if self._browser.engine.begin_frames:
            return size[0] / self._size[0]
        return 1.0 / self._density

    def _mouse_place(self) -> Message:
        """Return the position of the mouse, in the engine's input coordinates."""
        assert self._mouse is not None
        factor, (x, y) = self._drawn_scale(), self._mouse
        # Use a grid between whole pixels, so that the result doesn't depend on rounding.
        return {
            "x": (math.floor(x * 4) + 0.5) / 4 * factor,
            "y": (math.floor(y * 4) + 0.5) / 4 * factor,
        }

    def _keep_mouse(self) -> bool:
        """Run a frame with the mouse at the same place of the page, after a change of scale.

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
            # Moves are dispatched with a frame, or after 5 s. The move may have come after it.
            for _ in range(_MOST_TRIES):
                if self._stopped() or self._comes(moved):
                    break
                changed |= bool(self._frame())
            self._await(moved)
        return changed

    def _drawn_scale(self) -> float:
        """Return pixels of the picture per CSS pixel, the scale of the engine's coordinates."""
        return self._part * self._density

    def _frame(self, picture: bool = False) -> str | bool:
        """Run a frame; return its PNG as base64 (`picture`), or whether it has changed anything."""
        if not self._browser.engine.begin_frames:
            return self._free_picture() if picture else self._free_frame()
        (number,) = self._session.send_all([self._begin_frame(picture)])
        answer = self._await_frame(number) or {}
        return str(answer.get("screenshotData", "")) if picture else bool(answer.get("hasDamage"))

    def _await_frame(self, number: int) -> Message | None:
        """Wait for the end of a frame; None if a dialog of the page blocks it."""
        answer = self._await(number)
        if answer is None:
            self._held_frame = number
            self._session.hold_frame()
        self._in_frame = False
        return answer

    def _begin_frame(self, picture: bool = False) -> Command:
        """Return the command that runs a frame, for an engine that draws on command."""
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
        """Ask the page to answer once it was painted, for an engine that draws on its own."""
        return self._session.send(
            "Runtime.evaluate", expression=f"{NAME}.painted()", awaitPromise=True
        )

    def _note_paint(self) -> None:
        """Take a new revision if an engine that draws on its own has painted since the last frame.

        The next frame gets a new one, too: on a busy machine a picture comes one frame late.
        """
        changed = self._painted or not self._tells_painting
        if changed or self._looks_again:
            self._revision = self._next_revision()
        self._looks_again, self._painted = changed, False

    def _drawn_width(self, seen: Message) -> float:
        """Return pixels of the view per CSS pixel, including pinch zoom."""
        return self._density * cast(float, seen.get("scale", 1.0))

    def _free_picture(self) -> str:
        assert self._shown is not None
        seen = part(self._call("Page.getLayoutMetrics"), "cssVisualViewport")
        width = self._size[0] / self._drawn_width(seen)
        clip: Message = {
            "x": seen.get("pageX", 0),
            "y": seen.get("pageY", 0),
            "width": width,
            "height": width * self._size[1] / self._size[0],
            "scale": self._shown[0] / width / self._density,
        }
        shot = self._call("Page.captureScreenshot", format="png", optimizeForSpeed=True, clip=clip)
        return str(shot["data"])

    def _note_size(self, size: tuple[int, int]) -> None:
        """Remember the picture's size for later pages whose view has the same size."""
        looked_at = self._browser.looked_at
        looked_at.pop(self._size, None)
        looked_at[self._size] = size
        while len(looked_at) > _MOST_SIZES:
            del looked_at[next(iter(looked_at))]

    def _end_frame(self) -> None:
        """Wait for the frame after a picture, which has to end before anything else happens."""
        if self._frame_after is not None:
            number, self._frame_after = self._frame_after, None
            self._await_frame(number)
            self._painted = False

    def _foresees_look(self) -> bool:
        """Return True if a picture of the next frame is wanted, and would have the right size.

        Taking it with that frame costs less than running another frame for the picture.
        """
        looks, self._looks_next = self._looks_next, False
        return looks and self._shown is not None and self._target.is_sized(*self._shown)

    def _take_picture(self, *, lasts: bool) -> None:
        """Keep the picture that came with the latest frame, if one did.

        Args:
            lasts: Whether nothing has changed since that frame.
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

    def _picture(self, size: tuple[int, int]) -> NDArray[np.uint8] | None:
        """Return the picture of a frame; None if a dialog blocks it.

        Raises:
            FrameLost: If no frame has a picture of this size.
        """
        for _ in range(_MOST_TRIES):
            png = str(self._frame(picture=True))
            pixels = _decode(png) if png else None
            if pixels is not None and pixels.shape[1::-1] == size:
                return pixels
            if pixels is not None and not self._browser.engine.begin_frames:
                return fitted(pixels, size)  # the engine rounds sizes differently
            if self._stopped():
                return None
            # The page has not been drawn since a resize, of which it hears before this command.
            self._call("Runtime.evaluate", expression="1")
        raise FrameLost(f"The browser has drawn no picture of {size[0]} x {size[1]} pixels.")

    def _shoot(self, size: tuple[int, int]) -> None:
        if not self._committed:  # nothing answers while the page's document is awaited
            self._shots[size] = Shot(self._revision, blank(size, 0xFF))
            return
        self._end_frame()
        least = 0 if self._browser.engine.begin_frames else LEAST_WINDOW
        resized = self._target.resize(max(size[0], least), max(size[1], least))
        if self._shown != size or resized:
            self._shown = size
            self._note_size(size)
            self._set_metrics(self._part_for(size), resized=resized)
            self._keep_mouse()
        pixels = self._picture(size)
        if pixels is None:
            return
        # The frame after a picture always reports damage, so run it before the next step.
        if self._browser.engine.begin_frames:
            (self._frame_after,) = self._session.send_all([self._begin_frame()])
        else:
            self._frame_after = self._wait_for_paint()
        if len(self._shots) >= 4:
            self._shots.clear()
        self._shots[size] = Shot(self._revision, pixels)
