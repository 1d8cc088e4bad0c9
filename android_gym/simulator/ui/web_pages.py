"""Web pages of an app: their states, which are data, and the live pages behind them.

A page's state holds a `Log` of how it was opened and of the inputs since; `Pages` finds the live
page of a log (see `ui.live`). Looking at a page never changes it: its time advances, and its
requests are answered, only when `Pages.then` adds an input to its log.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, cast

from android_gym.simulator.ui.drawables import Drawable, RectPx, pixels_of
from android_gym.simulator.ui.fonts import font_files
from android_gym.simulator.ui.live import LiveCache, Log
from android_gym.simulator.ui.page_thumbnails import PageThumbnail
from android_gym.simulator.ui.text_handles import HANDLE_DP
from android_gym.simulator.web.ahead import open_page
from android_gym.simulator.web.browser import shared_browser
from android_gym.simulator.web.inputs import (
    DeviceScreen,
    Input,
    Opened,
    Resize,
    Response,
    Served,
    Touch,
)
from android_gym.simulator.web.page import Page
from android_gym.simulator.web.reports import PageNode, WebEvent

if TYPE_CHECKING:
    import numpy as np
    import skia
    from numpy.typing import NDArray

    from android_gym.simulator.ui.theme import Theme

__all__ = ["MOST_SERVED", "PagePicture", "Pages", "WebState", "live_page", "page_cache"]

MOST_ROUNDS: Final = 100
"""Rounds of requests for subresources that a page may make; later requests fail."""

MOST_SERVED: Final = 32 << 20
"""Bytes that one page may load."""


@dataclass(frozen=True)
class WebState:
    """State of a page, as data.

    Attributes:
        log: How it was opened, and its inputs since.
        size: (width, height) of its view in pixels.
        density: Pixels per dp; 0.0 while it is the same as when the page was opened.
        screen: The phone's screen; None while it is as it was when the page was opened.
        heard: Number of its events that the app has received.
        focus: Keys of the nodes from the outermost down to the focused field.
        served: Bytes that it has loaded.
        settled: False if the results of the last input, such as requests, weren't processed yet.
        touched: Whether it has been touched; it then receives keys even if no field is focused.
    """

    log: Log
    size: tuple[int, int]
    heard: int = 0
    focus: tuple[int, ...] = ()
    served: int = 0
    settled: bool = True
    touched: bool = False
    density: float = 0.0
    screen: DeviceScreen | None = None

    @property
    def opened(self) -> Opened:
        """The log's first entry: how the page was opened."""
        assert isinstance(self.log.opened, Opened)
        return self.log.opened

    @property
    def last_ms(self) -> int:
        """Time of its last input, in milliseconds since the phone booted."""
        if not self.log.inputs:
            return self.opened.at_ms
        return cast(Input, self.log.inputs[-1]).at_ms


def page_cache(asset: Callable[[str], Response | None], most: int = 1) -> LiveCache[Page]:
    """Return a cache of live pages.

    Args:
        asset: Answers requests for constant content, such as the app's own files; returns None for
            other requests.
        most: Number of pages to keep alive.
    """

    def opened(begun: Hashable) -> Page:
        assert isinstance(begun, Opened)
        return open_page(shared_browser(font_files()), begun, asset)

    def applied(page: Page, data: Hashable) -> None:
        page.apply(cast(Input, data))

    return LiveCache(opened, applied, Page.close, most)


def live_page(cache: LiveCache[Page], log: Log) -> Page:
    """Return the live page after all inputs of a log."""
    page = cache.at(log)
    if not page.own:  # after a fork they are the parent's; replay restores them
        cache.clear()
        page = cache.at(log)
    return page


class Pages:
    """The pages of an app.

    Args:
        cache: Returns the cache of live pages. A method of the activity: the pages end with the
            app's process.
        read: Answers a request, given its URL and whether it is for the page itself. The response
            is kept in the page's log.
    """

    def __init__(
        self, cache: Callable[[], LiveCache[Page]], read: Callable[[str, bool], Response]
    ) -> None:
        self._cache = cache
        self._read = read

    def at(self, log: Log) -> Page:
        """Return the live page after all inputs of a log."""
        return live_page(self._cache(), log)

    def picture(self, log: Log, size: tuple[int, int]) -> PagePicture:
        """Return the picture of a page in a view of `size` pixels."""
        return PagePicture(self.at(log).look, size, log, weakref.WeakMethod(self._cache))

    def thumbnail(
        self, state: WebState, corners: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    ) -> PageThumbnail:
        """Return a thumbnail of a page; nothing is rendered until it is painted."""
        cache, count = weakref.WeakMethod(self._cache), len(state.log.inputs)
        return PageThumbnail(state.log, count, state.size, corners, cache)

    def open(self, opened: Opened) -> WebState:
        """Open a page and answer its requests."""
        return self.settled(WebState(Log(opened), opened.size))

    def then(self, state: WebState, entry: Input, *, settle: bool = True) -> WebState:
        """Return a page's state after an input.

        Args:
            state: The state before.
            entry: The input.
            settle: Whether to process its results at once; otherwise the next input does.
        """
        if isinstance(entry, Resize):
            state = replace(
                state,
                size=entry.size,
                density=entry.density or state.density,
                screen=entry.screen or state.screen,
            )
        state = replace(state, log=state.log.then(entry))
        return self.settled(state) if settle else replace(state, settled=False)

    def settled(self, state: WebState) -> WebState:
        """Answer a page's requests until it makes no more, and read where its focus is."""
        for round in range(MOST_ROUNDS + 1):
            page = self.at(state.log)
            if not page.pending:
                break
            answers: list[tuple[str, Response]] = []
            served = state.served
            for url, document in page.pending:
                answer = self._read(url, document)
                if round == MOST_ROUNDS or served + len(answer.body) > MOST_SERVED:
                    answer = Response(error="ERR_INSUFFICIENT_RESOURCES")
                served += len(answer.body)
                answers.append((url, answer))
            entry = Served(state.last_ms, tuple(answers))
            state = replace(state, log=state.log.then(entry), served=served)
        focus = _path_to(page.nodes(), page.focus) if page.focus else ()
        return replace(state, focus=focus, settled=True)

    def before_last(self, state: WebState) -> WebState | None:
        """Return a page's state before its last input; a gesture counts as one input.

        Returns:
            The state; None if the page had not loaded by then.
        """
        inputs = state.log.inputs
        end = len(inputs)
        while end and isinstance(inputs[end - 1], Served):
            end -= 1
        if end and isinstance(inputs[end - 1], Touch):
            end = _gesture(inputs[:end])
        else:
            end -= 1
        if end < 0:
            return None
        log = Log(state.log.opened, inputs[:end])
        if not self.at(log).is_there:
            return None
        return replace(state, log=log, focus=(), settled=True)

    def heard(self, state: WebState) -> tuple[WebState, tuple[WebEvent, ...]]:
        """Return the state with all events marked as heard, and the events that are new."""
        events = self.at(state.log).events
        return replace(state, heard=len(events)), tuple(events[state.heard :])


def _gesture(inputs: Sequence[object]) -> int:
    """Return the index where the last gesture begins: a finger goes down and no other is down."""
    begins, fingers = 0, set[int]()
    for index, entry in enumerate(inputs):
        if not isinstance(entry, Touch):
            continue
        if not fingers and entry.action == "down":
            begins = index
        if entry.action == "down":
            fingers.add(entry.pointer)
        elif entry.action == "cancel":
            fingers.clear()
        elif entry.action == "up":
            fingers.discard(entry.pointer)
    return begins


def _path_to(nodes: Sequence[PageNode], key: int) -> tuple[int, ...]:
    for node in nodes:
        if node.key == key:
            return (key,)
        below = _path_to(node.children, key)
        if below:
            return (node.key, *below)
    return ()


_latest: tuple[NDArray[np.uint8], skia.Image] | None = None


def _image(pixels: NDArray[np.uint8]) -> skia.Image:
    """Return pixels as an image; cached, as a frame is painted in bands with the same pixels."""
    global _latest
    from android_gym.simulator.ui._skia import skia

    known = _latest
    if known is None or known[0] is not pixels:
        made = skia.Image.fromarray(pixels, skia.kRGBA_8888_ColorType, skia.kOpaque_AlphaType)
        _latest = known = pixels, made
    return known[1]


@dataclass(frozen=True)
class PagePicture(Drawable):
    """The picture of a page, rendered at the size at which it is drawn.

    Attributes:
        look: The page's look; pictures with equal looks are the same.
        size: (width, height) of the view in pixels.
        log: The page.
        cache: Returns the live pages. A weak reference, because painted items are cached for longer
            than a phone exists, and must not keep it alive.
    """

    look: tuple[int, int]
    size: tuple[int, int]
    log: Log = field(compare=False)
    cache: weakref.WeakMethod[Callable[[], LiveCache[Page]]] = field(compare=False)

    def paint(self, canvas: skia.Canvas, rect: RectPx, density: float, theme: Theme) -> None:
        """Draw the picture; if the page has moved on since, replay brings it back."""
        from android_gym.simulator.ui._skia import skia

        cache = self.cache()
        if cache is None:
            return  # the activity is gone, and the page with it
        page = live_page(cache(), self.log)
        left, top, width, height = pixels_of(canvas, rect)
        image = _image(page.frame(width, height))
        canvas.save()
        canvas.resetMatrix()  # the frame has the canvas's own pixels
        canvas.drawImage(image, left, top, skia.SamplingOptions())
        canvas.restore()
        selected = page.selected
        if selected is not None:
            from android_gym.simulator.ui.painting import paint_handle

            color, size = theme.resolve("primary"), HANDLE_DP * density
            ends = (("start", selected.start), ("middle", selected.caret), ("end", selected.end))
            for name, end in ends:
                if end is not None:
                    paint_handle(canvas, name, rect[0] + end[0], rect[1] + end[2], size, color)
