"""The view of a web page: shows its picture and nodes, and passes on touches, keys and edits."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final, Literal, Unpack, cast

from android_gym.simulator.ui.drawables import Drawable
from android_gym.simulator.ui.geometry import Rect
from android_gym.simulator.ui.options import InputType, ViewOptions
from android_gym.simulator.ui.surface import (
    Surface,
    SurfaceContent,
    SurfaceTouch,
    VirtualField,
    VirtualNode,
)
from android_gym.simulator.ui.text_toolbar import floating_toolbar
from android_gym.simulator.ui.touches import TouchAction
from android_gym.simulator.ui.ui import Ui
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.web_pages import Pages, WebState
from android_gym.simulator.ui.web_suggestions import suggestions_window
from android_gym.simulator.web.inputs import (
    DeviceScreen,
    Edit,
    EditorAction,
    Key,
    Resize,
    Select,
    Suggest,
    Touch,
)
from android_gym.simulator.web.page import Page
from android_gym.simulator.web.reports import PageNode, PageSelection, PageSuggestions

if TYPE_CHECKING:
    import skia

    from android_gym.simulator.ui.editable import Editable

__all__ = ["StillContent", "WebContent", "WebView"]

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
_MOST_TYPED: Final = 100
"""Characters that a page without a focused field gets at once, each as a key."""

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
class WebContent(SurfaceContent[WebState]):
    """A live page as the content of a surface."""

    pages: Pages = field(compare=False)
    now_ms: Callable[[], int] = field(compare=False)
    takes_keys: bool = False

    TOUCHES: ClassVar[bool] = True

    def picture(self, state: WebState, size: tuple[int, int]) -> Drawable:
        """Return its picture."""
        return self.pages.picture(state.log, size)

    def nodes(self, state: WebState, size: tuple[int, int]) -> Sequence[VirtualNode]:
        """Return its nodes; while a finger is down, those from before the touch."""
        page = self.pages.at(state.log)
        return _virtual_nodes(page, page.nodes() if state.settled else page.known_nodes)

    def touch(self, state: WebState, touch: SurfaceTouch, size: tuple[int, int]) -> WebState:
        """Pass a touch to the page; its results are processed when the finger is lifted."""
        action = _MOVES[touch.action]
        entry = Touch(touch.time_ms, action, touch.pointer, touch.x, touch.y)
        state = replace(state, touched=True)
        return self.pages.then(state, entry, settle=action in ("up", "cancel"))

    def key(self, state: WebState, name: str) -> WebState | None:
        """Press a key, such as one that scrolls the page; None if a page doesn't take the key."""
        key = _KEYS.get(name)
        return None if key is None else self.pages.then(state, Key(self.now_ms(), key))

    def focus(self, state: WebState) -> tuple[Hashable, ...] | None:
        """Return where the focus is: in a field, on the page itself (empty), or nowhere (None)."""
        return state.focus or (() if state.touched or self.takes_keys else None)

    def edit(
        self, state: WebState, node: Hashable, text: str, selection: tuple[int, int]
    ) -> WebState:
        """Pass an edit of a field to the page."""
        return self.paste(state, node, text, selection, "")

    def paste(
        self,
        state: WebState,
        node: Hashable,
        text: str,
        selection: tuple[int, int],
        pasted: str,
    ) -> WebState:
        """Pass an edit of a field to the page, with the text that was pasted."""
        entry = Edit(self.now_ms(), cast(int, node), text, selection, pasted)
        return self.pages.then(state, entry)

    def editor_action(self, state: WebState, node: Hashable, *, key: bool) -> WebState:
        """Press the keyboard's action key, or Enter, in a field."""
        leads_on = not key and _leads_on(self.pages.at(state.log).nodes(), node)
        return self.pages.then(state, EditorAction(self.now_ms(), cast(int, node), leads_on))


@dataclass(frozen=True)
class StillContent(SurfaceContent[WebState]):
    """A page that doesn't respond, as the content of a surface: it only shows its last state."""

    pages: Pages = field(compare=False)
    covered: bool = False

    def picture(self, state: WebState, size: tuple[int, int]) -> Drawable:
        """Return its picture."""
        return self.pages.picture(state.log, size)

    def nodes(self, state: WebState, size: tuple[int, int]) -> Sequence[VirtualNode]:
        """Return its nodes, without editable fields."""
        if self.covered:
            return ()
        page = self.pages.at(state.log)
        return [_still(node) for node in _virtual_nodes(page, page.nodes())]


def _leads_on(nodes: Sequence[PageNode], key: Hashable) -> bool:
    """Return whether the action key of a field moves the focus to the next one."""
    return any(
        node.field is not None and node.field.leads_on
        if node.key == key
        else _leads_on(node.children, key)
        for node in nodes
    )


def _still(node: VirtualNode) -> VirtualNode:
    return replace(node, field=None, children=tuple(map(_still, node.children)))


_LATEST: Final[weakref.WeakKeyDictionary[Page, tuple[Sequence[PageNode], list[VirtualNode]]]] = (
    weakref.WeakKeyDictionary()
)
"""Nodes of each live page, converted last: most inputs don't change them."""


def _virtual_nodes(page: Page, nodes: Sequence[PageNode]) -> Sequence[VirtualNode]:
    """Return the nodes of a page as those of a surface."""
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
            at.action,
            at.multi_line,
            at.mode != "none",
            at.capitalize,
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
        current: Returns the page's present state; None if it is gone, as a view may outlive its
            page by a touch.
        on_change: Called with each new state.
        answers: False for a page that is only shown, such as one whose script never ends.
        takes_keys: Whether it has the focus if nothing else has it; otherwise only after a touch.
        covered: Whether a dialog covers it: it has no nodes and takes no input.
        dark: Whether the page is asked for dark colours.
        **common: See `View`.
    """

    CLASS = "android.webkit.WebView"
    IMPORTANT = True

    def __init__(
        self,
        pages: Pages,
        current: Callable[[], WebState | None],
        on_change: Callable[[WebState], object],
        *,
        answers: bool = True,
        takes_keys: bool = False,
        covered: bool = False,
        dark: bool = False,
        **common: Unpack[ViewOptions],
    ) -> None:
        self.pages = pages
        self.current = current
        self.answers = answers
        self.takes_keys = takes_keys
        self.covered = covered
        self.dark = dark
        content: SurfaceContent[WebState] = StillContent(pages, covered)
        if answers and not covered:
            content = WebContent(pages, lambda: self.ui.windows.now_ms, takes_keys)
        super().__init__(content, on_change=on_change, **common)
        self._seen: WebState | None = None  # the page's latest known state
        self._behind = False  # whether nodes and picture are those from before the last touches

    @property
    def state(self) -> WebState:
        """The page's present state; its last one if the page is gone."""
        present = self.current()
        if present is not None:
            self._seen = present
        assert self._seen is not None, "A page is there when its view is attached."
        return self._seen

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Attach the view, the toolbar of a selection and the suggestions of the focused field."""
        super().attach(ui, parent, position)
        if not self.answers or self.covered:
            return
        if self.takes_keys:
            ui.key_takers.append((self, lambda: self.state.focus))
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
        """Return the suggestions of the focused field."""
        state = self.state
        return self.pages.at(state.log).suggested if state.settled and state.focus else None

    def _suggest(self, field: int, value: str) -> bool:
        """Choose a field's suggestion; an empty value dismisses them. Return True."""
        self.become(self.pages.then(self.state, Suggest(self.ui.windows.now_ms, field, value)))
        return True

    def _selected(self) -> PageSelection | None:
        """Return the selection; None while a finger is down."""
        state = self.state
        return self.pages.at(state.log).selected if state.settled else None

    def _selection_bounds(self) -> Rect:
        """Return the bounds of the selection, in pixels of the screen."""
        selected = self._selected()
        return self.bounds if selected is None else self._on_screen(selected.bounds)

    def _on_screen(self, place: Rect) -> Rect:
        """Return a rectangle of the page in pixels of the screen, or of a mirrored window.

        The page itself isn't mirrored there.
        """
        left, top, right, _ = self.bounds
        x0, y0, x1, y1 = place
        if self.ui.mirrored:
            return right - x1, top + y0, right - x0, top + y1
        return left + x0, top + y0, left + x1, top + y1

    def _field(self, selected: PageSelection) -> Editable | None:
        """Return the focused field, which the selection is in; None if it isn't in one."""
        if not selected.field:
            return None
        path = (*self.path, *self.state.focus)
        return next((field for field in self.ui.fields if field.path == path), None)

    def _actions(self, selected: PageSelection) -> list[tuple[str, str]]:
        """Return (name for `_act`, label) of each toolbar item, in Chrome's order."""
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
        """Carry out a toolbar item."""
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
        """Clear the selection; return True if there was one."""
        if self._selected() is None:
            return False
        self._select(False)
        return True

    def type_keys(self, text: str) -> bool:
        """Press the keys of characters while no field has the focus."""
        if not self.answers or self.covered:
            return False
        state, now = self.state, self.ui.windows.now_ms
        for character in text[:_MOST_TYPED]:
            state = self.pages.then(state, Key(now, "Enter" if character == "\n" else character))
        self.become(state)
        return True

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Lay out the view; another size or screen reaches the page at its last input's time."""
        size = (right - left, bottom - top)
        state = self.state
        density = self.ui.windows.density
        if density == (state.density or state.opened.density):
            density = 0.0
        windows = self.ui.windows
        screen: DeviceScreen | None = DeviceScreen(windows.size, windows.rotation, self.dark)
        if screen == (state.screen or state.opened.screen):
            screen = None
        if self.answers and (state.size != size or density or screen) and min(size) > 0:
            assert self.on_change is not None
            entry = Resize(state.last_ms, size, density, screen)
            self.on_change(self.pages.then(state, entry))
        super().layout(left, top, right, bottom)
        # While a finger is down, results are processed only if someone looks: mostly nobody does.
        self._behind = not self.state.settled

    def _catch_up(self) -> None:
        """Update nodes and picture to the results of the last touches."""
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
        """True if the page is larger than its view."""
        _, _, across, down = self.pages.at(self.state.log).report().scroll
        return across > 0 or down > 0
