"""A web page as a view: pixels, nodes, fingers and fields of a page that a browser runs.

The page's state is a `Log` of what was loaded and of the inputs since; `Pages` holds the live pages
themselves, found by their logs (see `ui.live`). Looking at a page never changes it: time passes in
it, and what it wants is heard, only where an input is added to its log, by `Pages.then`.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final, Literal, Unpack, cast

from android_gym.simulator.ui.drawables import Drawable, RectPx
from android_gym.simulator.ui.fonts import font_files
from android_gym.simulator.ui.live import LiveCache, Log
from android_gym.simulator.ui.options import InputType, ViewOptions
from android_gym.simulator.ui.page_thumbnails import PageThumbnail
from android_gym.simulator.ui.surface import (
    Surface,
    SurfaceContent,
    SurfaceTouch,
    VirtualField,
    VirtualNode,
)
from android_gym.simulator.ui.text_handles import HANDLE_DP
from android_gym.simulator.ui.text_toolbar import floating_toolbar
from android_gym.simulator.ui.view import Rect, TouchAction, Ui, View
from android_gym.simulator.ui.web_suggestions import suggestions_window
from android_gym.simulator.web.ahead import open_page
from android_gym.simulator.web.browser import shared_browser
from android_gym.simulator.web.inputs import (
    Edit,
    EditorAction,
    Input,
    Key,
    Opened,
    Resize,
    Response,
    Select,
    Served,
    Suggest,
    Touch,
)
from android_gym.simulator.web.page import Page
from android_gym.simulator.web.reports import PageNode, PageSelection, PageSuggestions, WebEvent

if TYPE_CHECKING:
    import numpy as np
    import skia
    from numpy.typing import NDArray

    from android_gym.simulator.ui.editable import Editable
    from android_gym.simulator.ui.theme import Theme

__all__ = ["Pages", "WebContent", "WebState", "WebView", "page_cache"]

MOST_ROUNDS: Final = 100
"""Times that a page may ask for more of what belongs to it, before it gets nothing any more."""

MOST_SERVED: Final = 32 << 20
"""Bytes that one page may be served with."""

_MOVES: Final[dict[TouchAction, Literal["down", "move", "up", "cancel"]]] = {
    "down": "down",
    "pointer_down": "down",
    "move": "move",
    "up": "up",
    "pointer_up": "up",
    "cancel": "cancel",
}
_KEYS: Final = {
    "ENTER": "Enter",
    "TAB": "Tab",
    "DPAD_UP": "ArrowUp",
    "DPAD_DOWN": "ArrowDown",
    "DPAD_LEFT": "ArrowLeft",
    "DPAD_RIGHT": "ArrowRight",
    "DPAD_CENTER": "Enter",
    "PAGE_UP": "PageUp",
    "PAGE_DOWN": "PageDown",
    "MOVE_HOME": "Home",
    "MOVE_END": "End",
    "SPACE": " ",
    "ESCAPE": "Escape",
}
_INPUT_TYPES: Final[dict[str, InputType]] = {
    "number": "number",
    "decimal": "decimal",
    "signed": "signed",
    "phone": "phone",
    "email": "email",
    "uri": "uri",
    "password": "password",
}


@dataclass(frozen=True)
class WebState:
    """A page, as data.

    Attributes:
        log: What was opened, and what happened since.
        size: (width, height) of its view in pixels.
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
            state = replace(state, size=entry.size)
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

        matrix = canvas.getTotalMatrix()
        left, top, right, bottom = rect
        drawn = matrix.mapRect(skia.Rect.MakeLTRB(*rect)).round()
        width, height = max(1, drawn.width()), max(1, drawn.height())
        cache = self.cache()
        if cache is None:
            return  # the activity is gone, and with it the page
        page = live_page(cache(), self.log)
        image = _image(page.frame(width, height))
        canvas.save()
        canvas.resetMatrix()  # its pixels are the frame's
        canvas.drawImage(image, drawn.left(), drawn.top(), skia.SamplingOptions())
        canvas.restore()
        selected = page.selected
        if selected is not None:
            from android_gym.simulator.ui.painting import paint_handle

            color, size = theme.resolve("primary"), HANDLE_DP * density
            ends = (("start", selected.start), ("middle", selected.caret), ("end", selected.end))
            for name, end in ends:
                if end is not None:
                    paint_handle(canvas, name, left + end[0], top + end[2], size, color)


@dataclass(frozen=True)
class WebContent(SurfaceContent[WebState]):
    """A page for a surface."""

    pages: Pages = field(compare=False)
    now_ms: Callable[[], int] = field(compare=False)

    TOUCHES: ClassVar[bool] = True

    def picture(self, state: WebState, size: tuple[int, int]) -> Drawable:
        """Return its picture."""
        return self.pages.picture(state.log, size)

    def nodes(self, state: WebState, size: tuple[int, int]) -> Sequence[VirtualNode]:
        """Return its nodes; while a finger is on its way, those of before."""
        page = self.pages.at(state.log)
        return _virtual_nodes(page, page.nodes() if state.settled else page.known_nodes)

    def touch(self, state: WebState, touch: SurfaceTouch, size: tuple[int, int]) -> WebState:
        """Hand a touch on; what it leads to is heard when the finger leaves."""
        action = _MOVES[touch.action]
        entry = Touch(touch.time_ms, action, touch.pointer, touch.x, touch.y)
        state = replace(state, touched=True)
        return self.pages.then(state, entry, settle=action in ("up", "cancel"))

    def key(self, state: WebState, name: str) -> WebState | None:
        """Take a key that moves or presses something in a page."""
        key = _KEYS.get(name)
        return None if key is None else self.pages.then(state, Key(self.now_ms(), key))

    def focus(self, state: WebState) -> tuple[Hashable, ...] | None:
        """Return where the focus is: in a field, or on the page itself."""
        return state.focus or (() if state.touched else None)

    def edit(
        self, state: WebState, node: Hashable, text: str, selection: tuple[int, int]
    ) -> WebState:
        """Hand an edit of a field on."""
        return self.paste(state, node, text, selection, "")

    def paste(
        self,
        state: WebState,
        node: Hashable,
        text: str,
        selection: tuple[int, int],
        pasted: str,
    ) -> WebState:
        """Hand on what was pasted into a field."""
        entry = Edit(self.now_ms(), cast(int, node), text, selection, pasted)
        return self.pages.then(state, entry)

    def editor_action(self, state: WebState, node: Hashable) -> WebState:
        """Press Enter in a field."""
        return self.pages.then(state, EditorAction(self.now_ms(), cast(int, node)))


@dataclass(frozen=True)
class StillContent(SurfaceContent[WebState]):
    """A page that answers nothing any more, as it was seen last: for a surface."""

    pages: Pages = field(compare=False)

    def picture(self, state: WebState, size: tuple[int, int]) -> Drawable:
        """Return its picture."""
        return self.pages.picture(state.log, size)

    def nodes(self, state: WebState, size: tuple[int, int]) -> Sequence[VirtualNode]:
        """Return its nodes, none of which can be typed into."""
        page = self.pages.at(state.log)
        return [_still(node) for node in _virtual_nodes(page, page.nodes())]


def _still(node: VirtualNode) -> VirtualNode:
    return replace(node, field=None, children=tuple(map(_still, node.children)))


_LATEST: Final[weakref.WeakKeyDictionary[Page, tuple[Sequence[PageNode], list[VirtualNode]]]] = (
    weakref.WeakKeyDictionary()
)
"""Nodes of each live page that were asked for last: most inputs change none of them."""


def _virtual_nodes(page: Page, nodes: Sequence[PageNode]) -> Sequence[VirtualNode]:
    """Return nodes of a page for a surface."""
    known = _LATEST.get(page)
    if known is None or known[0] is not nodes:
        known = _LATEST[page] = (nodes, [_virtual(node) for node in nodes])
    return known[1]


def _virtual(node: PageNode) -> VirtualNode:
    made = None
    if node.field is not None:
        at = node.field
        made = VirtualField(
            at.text,
            at.selection,
            _INPUT_TYPES.get(at.mode, "text"),
            "search" if at.mode == "search" else "go" if at.submits else "done",
            at.multi_line,
        )
    return VirtualNode(
        key=node.key,
        bounds=node.bounds,
        class_name=node.class_name,
        text=node.text,
        content_description=node.description or None,
        hint=node.hint or None,
        resource_name=node.resource_id or None,
        clickable=node.clickable,
        checkable=node.checkable,
        checked=node.checked,
        selected=node.selected,
        enabled=node.enabled,
        scrollable=node.scrollable,
        focusable=node.focusable,
        field=made,
        children=tuple(_virtual(child) for child in node.children),
    )


class WebView(Surface[WebState]):
    """Shows a page, whose state belongs to the app.

    Args:
        pages: The app's live pages.
        current: Returns the page as it is now. A view may come back, with its window, from
            before, so it keeps no state itself.
        on_change: Called with each new state.
        answers: False for a page that is only seen, as one whose script never ends.
        **common: See `View`.
    """

    CLASS = "android.webkit.WebView"
    IMPORTANT = True

    def __init__(
        self,
        pages: Pages,
        current: Callable[[], WebState],
        on_change: Callable[[WebState], object],
        *,
        answers: bool = True,
        **common: Unpack[ViewOptions],
    ) -> None:
        self.pages = pages
        self.current = current
        self.answers = answers
        content: SurfaceContent[WebState] = StillContent(pages)
        if answers:
            content = WebContent(pages, lambda: self.ui.windows.now_ms)
        super().__init__(content, current(), on_change=on_change, **common)
        self._behind = False  # whether nodes and picture are those before the last touches

    @property
    def state(self) -> WebState:
        """The page as it is now."""
        return self.current()

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Take a place in the tree; a toolbar stands over what a finger has selected."""
        super().attach(ui, parent, position)
        if not self.answers:
            return
        selected = self._selected()
        if selected is not None and selected.menu:
            ui.back.append(self._unselect)
            items = self._actions(selected)
            if selected.resting and items:
                anchor = self._selection_bounds
                bar = floating_toolbar(ui, items, self._act, anchor, selected.bounds)
                ui.popups.append(bar)
        suggested = self._suggested()
        if suggested is not None:
            ui.back.append(partial(self._suggest, suggested.field, ""))
            choose = partial(self._suggest, suggested.field)
            anchor = partial(self._on_screen, suggested.bounds)
            ui.popups.append(suggestions_window(ui, suggested, choose, anchor))

    def _suggested(self) -> PageSuggestions | None:
        """Return what the field with the focus suggests."""
        state = self.state
        return self.pages.at(state.log).suggested if state.settled and state.focus else None

    def _suggest(self, field: int, value: str) -> bool:
        """Choose what a field suggests; nothing for an empty value. Return True."""
        self.become(self.pages.then(self.state, Suggest(self.ui.windows.now_ms, field, value)))
        return True

    def _selected(self) -> PageSelection | None:
        """Return what is selected, once the finger's way there is over."""
        state = self.state
        return self.pages.at(state.log).selected if state.settled else None

    def _selection_bounds(self) -> Rect:
        """Return the rectangle around what is selected, in pixels of the screen."""
        selected = self._selected()
        return self.bounds if selected is None else self._on_screen(selected.bounds)

    def _on_screen(self, place: Rect) -> Rect:
        """Return a place of the page in pixels of the screen."""
        left, top, _, _ = self.bounds
        x0, y0, x1, y1 = place
        return left + x0, top + y0, left + x1, top + y1

    def _field(self, selected: PageSelection) -> Editable | None:
        """Return the field that is selected in: it has the focus."""
        if not selected.field:
            return None
        path = (*self.path, *self.state.focus)
        return next((field for field in self.ui.fields if field.path == path), None)

    def _actions(self, selected: PageSelection) -> list[tuple[str, str]]:
        """Return (name for `_act`, label) of each item of the toolbar, in Chrome's order."""
        text = bool(self.pages.at(self.state.log).report().selection)
        actions = {
            "cut": "Cut" if selected.field and text else "",
            "copy": "Copy" if text else "",
            "paste": "Paste" if selected.field and self.ui.windows.toolbar.clipboard_text else "",
            "share": "Share" if text else "",
            "select_all": "" if selected.whole else "Select all",
            "search": "Web search" if text else "",
        }
        return [(name, label) for name, label in actions.items() if label]

    def _act(self, action: str) -> None:
        """Carry out an item of the toolbar."""
        selected, toolbar = self._selected(), self.ui.windows.toolbar
        if selected is None:
            return
        text = self.pages.at(self.state.log).report().selection
        field = self._field(selected)
        match action:
            case "select_all":
                self._select(True)
                return
            case "cut" | "paste" if field is not None:
                toolbar.act(action, field)
                return
            case "copy" if not toolbar.copy(text, self.ui.package):
                return
            case "share":
                toolbar.share(text)
            case "search":
                toolbar.search(text)
        self._unselect()

    def _select(self, all: bool) -> None:
        entry = Select(self.ui.windows.now_ms, all)
        self.become(self.pages.then(self.state, entry))

    def _unselect(self) -> bool:
        """End the selection; return True if there was one."""
        if self._selected() is None:
            return False
        self._select(False)
        return True

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Take its place; the page is told of another size as of its last input."""
        size = (right - left, bottom - top)
        state = self.state
        if self.answers and state.size != size and min(size) > 0:
            assert self.on_change is not None
            self.on_change(self.pages.then(state, Resize(state.last_ms, size)))
        super().layout(left, top, right, bottom)
        # What a finger on its way has led to is asked for by whoever looks: most have left before.
        self._behind = not self.state.settled

    def _catch_up(self) -> None:
        """Take the nodes and the picture that the last touches have led to."""
        if self._behind:
            self._behind = False
            state = self.state
            page = self.pages.at(state.log)
            self._rebuild(_virtual_nodes(page, page.nodes()))
            self._picture = self.content.picture(state, self.size)
            for view in self._nodes:
                view.place(*self.bounds[:2])

    @property
    def children(self) -> Sequence[View]:
        """The page's nodes."""
        self._catch_up()
        return super().children

    def appearance(self) -> Hashable | None:
        """The page's picture."""
        self._catch_up()
        return super().appearance()

    def draw(self, canvas: skia.Canvas) -> None:
        """Paint the page."""
        self._catch_up()
        super().draw(canvas)

    def accessibility_text(self) -> str | None:
        """The page's title."""
        return self.pages.at(self.state.log).report().title or None

    @property
    def scrollable(self) -> bool:
        """True where the page is larger than its view."""
        _, _, across, down = self.pages.at(self.state.log).report().scroll
        return across > 0 or down > 0
