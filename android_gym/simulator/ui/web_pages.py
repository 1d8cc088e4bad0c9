"""Pages of an app: their states, which are data, and the live pages behind them.

A page's state is a `Log` of what was loaded and of the inputs since; `Pages` holds the live pages
themselves, found by their logs (see `ui.live`). Looking at a page never changes it: time passes in
it, and what it wants is heard, only where an input is added to its log, by `Pages.then`.
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
from android_gym.simulator.web.inputs import Input, Opened, Resize, Response, Served, Touch
from android_gym.simulator.web.page import Page
from android_gym.simulator.web.reports import PageNode, WebEvent

if TYPE_CHECKING:
    import numpy as np
    import skia
    from numpy.typing import NDArray

    from android_gym.simulator.ui.theme import Theme

__all__ = ["MOST_SERVED", "PagePicture", "Pages", "WebState", "live_page", "page_cache"]

MOST_ROUNDS: Final = 100
"""Times that a page may ask for more of what belongs to it, before it gets nothing any more."""

MOST_SERVED: Final = 32 << 20
"""Bytes that one page may be served with."""


@dataclass(frozen=True)
class WebState:
    """A page, as data.

    Attributes:
        log: What was opened, and what happened since.
        size: (width, height) of its view in pixels.
        density: Pixels in one dp; 0.0 while that is as it was when it was opened.
        heard: How many of its events the app has been told.
        focus: Keys of the nodes from the outermost down to the field with the focus.
        served: Bytes that it was served with.
        settled: False where nobody has heard yet what the last input has led to.
        touched: Whether it has been touched: keys go to it then, also where no field has the focus.
    """

    log: Log
    size: tuple[int, int]
    heard: int = 0
    focus: tuple[int, ...] = ()
    served: int = 0
    settled: bool = True
    touched: bool = False
    density: float = 0.0

    @property
    def opened(self) -> Opened:
        """The way that it was opened."""
        assert isinstance(self.log.opened, Opened)
        return self.log.opened

    @property
    def last_ms(self) -> int:
        """Time at which something last happened in it, in milliseconds since the phone booted."""
        if not self.log.inputs:
            return self.opened.at_ms
        return cast(Input, self.log.inputs[-1]).at_ms


def page_cache(asset: Callable[[str], Response | None], most: int = 1) -> LiveCache[Page]:
    """Return a cache of live pages.

    Args:
        asset: Answers requests for what is always the same, such as the app's own files; None for
            others.
        most: Pages that are kept alive.
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
    if not page.own:  # a fork has the pages of its parent; they come back by replay
        cache.clear()
        page = cache.at(log)
    return page


class Pages:
    """The pages of an app.

    Args:
        cache: Returns the live ones: a method of the activity. They go with the app's process;
            views may come back.
        read: Answers a request: its address, and whether it is the page itself. What it returns is
            kept with the page.
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
        """Return the picture of a page in small; nothing happens until it is painted."""
        cache, count = weakref.WeakMethod(self._cache), len(state.log.inputs)
        return PageThumbnail(state.log, count, state.size, corners, cache)

    def open(self, opened: Opened) -> WebState:
        """Open a page and answer what it asks for."""
        return self.settled(WebState(Log(opened), opened.size))

    def then(self, state: WebState, entry: Input, *, settle: bool = True) -> WebState:
        """Return a page's state after an input.

        Args:
            state: The state before.
            entry: The input.
            settle: Whether to hear at once what has come of it; else the next input does.
        """
        if isinstance(entry, Resize):
            state = replace(state, size=entry.size, density=entry.density or state.density)
        state = replace(state, log=state.log.then(entry))
        return self.settled(state) if settle else replace(state, settled=False)

    def settled(self, state: WebState) -> WebState:
        """Answer what a page asks for until it asks for nothing more; hear where its focus is."""
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
        """Return a page as it was before the last thing that the user or time has done to it.

        Returns:
            The state; None where all that has happened is that the page was loaded.
        """
        inputs = state.log.inputs
        end = len(inputs)
        while end and isinstance(inputs[end - 1], Served):
            end -= 1
        if end and isinstance(inputs[end - 1], Touch):
            end = _gesture(inputs[:end])
        else:
            end -= 1
        if not any(not isinstance(entry, Served) for entry in inputs[: max(end, 0)]):
            return None
        return replace(state, log=Log(state.log.opened, inputs[:end]), focus=(), settled=True)

    def heard(self, state: WebState) -> tuple[WebState, tuple[WebEvent, ...]]:
        """Return what a page has told since it was asked last, and the state that knows that."""
        events = self.at(state.log).events
        return replace(state, heard=len(events)), tuple(events[state.heard :])


def _gesture(inputs: Sequence[object]) -> int:
    """Return where the last gesture begins: with a finger while no other one is down."""
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
    """Return pixels as an image; the bands of a frame are painted one by one with the same."""
    global _latest
    from android_gym.simulator.ui._skia import skia

    known = _latest
    if known is None or known[0] is not pixels:
        made = skia.Image.fromarray(pixels, skia.kRGBA_8888_ColorType, skia.kOpaque_AlphaType)
        _latest = known = pixels, made
    return known[1]


@dataclass(frozen=True)
class PagePicture(Drawable):
    """The picture of a page, taken at the size at which it is drawn.

    Attributes:
        look: The page's; pictures of the same look are the same.
        size: (width, height) of the view.
        log: What the page is found by.
        cache: Returns where it is found. What was painted is remembered longer than phones live,
            and must not keep one.
    """

    look: tuple[int, int]
    size: tuple[int, int]
    log: Log = field(compare=False)
    cache: weakref.WeakMethod[Callable[[], LiveCache[Page]]] = field(compare=False)

    def paint(self, canvas: skia.Canvas, rect: RectPx, density: float, theme: Theme) -> None:
        """Draw it; a page that has gone on since is brought back by replay."""
        from android_gym.simulator.ui._skia import skia

        cache = self.cache()
        if cache is None:
            return  # the activity is gone, and with it the page
        page = live_page(cache(), self.log)
        left, top, width, height = pixels_of(canvas, rect)
        image = _image(page.frame(width, height))
        canvas.save()
        canvas.resetMatrix()  # its pixels are the canvas's
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
