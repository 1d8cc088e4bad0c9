"""A view whose pixels, accessibility nodes and input handling come from another source.

A `Surface` shows a `SurfaceContent`: a viewfinder, a picture, a map, a video, a web page. The
content is a function of its *state*, a frozen dataclass under the phone's root like any other
state, so it is included in snapshots. Input produces a new state; picture and nodes are derived
from it, and are only requested again if it has changed.

Some content can't be a pure function of data: a web engine runs outside of Python. For these there
is `ui.live`: the state is a log of inputs, and the live object is rebuilt by replaying it.

Positions and sizes are whole pixels of the screen; those that a content gets are relative to the
surface's top left corner.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar, Unpack

from android_gym.errors import SimulatorError
from android_gym.simulator.ui.direction import turned_back
from android_gym.simulator.ui.display_item import DisplayItem
from android_gym.simulator.ui.drawables import Drawable
from android_gym.simulator.ui.editable import TypedText
from android_gym.simulator.ui.frame import Frame
from android_gym.simulator.ui.geometry import Rect, intersect
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.touches import Scale, Touch, TouchAction
from android_gym.simulator.ui.ui import Ui
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.virtual_nodes import VirtualField, VirtualNode

if TYPE_CHECKING:
    from android_gym.simulator.ui.editable import Editable

__all__ = [
    "Frame",
    "Surface",
    "SurfaceContent",
    "SurfaceState",
    "SurfaceTouch",
    "VirtualField",
    "VirtualNode",
]

S = TypeVar("S")

MAX_NODES: Final = 10_000
"""Most accessibility nodes that a surface may have."""

_SLOP_DP: Final = 8
"""Distance in dp beyond which a touch is no tap (ViewConfiguration.TOUCH_SLOP)."""


@dataclass(frozen=True, slots=True)
class SurfaceTouch:
    """A touch event on a surface.

    Attributes:
        action: See `view.Touch`.
        pointer: Id of the finger.
        x: Pixels from the surface's left edge.
        y: Pixels from the surface's top edge.
        dx: Pixels to the right since this finger's last event.
        dy: Pixels downwards since this finger's last event.
        time_ms: Milliseconds since the phone booted.
    """

    action: TouchAction
    pointer: int
    x: float
    y: float
    dx: float
    dy: float
    time_ms: int


class SurfaceContent(Generic[S]):
    """The content of a surface, as functions of its state; subclasses should be frozen dataclasses.

    Methods get the state, and return a new state or something derived from it alone. Sizes are the
    surface's (width, height) in pixels.
    """

    TOUCHES: ClassVar[bool] = False
    """True to get all touches of all fingers, and handle taps, scrolling and zooming itself."""
    SCALES: ClassVar[bool] = False
    """True to get gestures of two fingers in `scale`."""
    DOUBLE_TAPS: ClassVar[bool] = False
    """True to get double taps in `double_tap`; the view must be clickable."""

    def initial(self) -> S:
        """Return the initial state, if the app doesn't provide one."""
        raise SimulatorError(f"{type(self).__name__} has no initial state; give the surface one.")

    def picture(self, state: S, size: tuple[int, int]) -> Drawable | Frame | None:
        """Return what it looks like; equal drawables must look the same."""
        return None

    def nodes(self, state: S, size: tuple[int, int]) -> Sequence[VirtualNode]:
        """Return the accessibility nodes inside, in reading order."""
        return ()

    def touch(self, state: S, touch: SurfaceTouch, size: tuple[int, int]) -> S:
        """Handle a touch; called for all touches (`TOUCHES`) or for accepted drags (`drags`)."""
        return state

    def drags(self, state: S, axis: str) -> bool:
        """Return whether a finger that moves along "x" or "y" drags the content."""
        return False

    def scale(self, state: S, scale: Scale, size: tuple[int, int]) -> S:
        """Handle a gesture step of two fingers; its focus is relative to the top left corner."""
        return state

    def double_tap(self, state: S, x: float, y: float, size: tuple[int, int]) -> S:
        """Handle a double tap."""
        return state

    def key(self, state: S, name: str) -> S | None:
        """Handle a key by name, such as "DPAD_DOWN"; return None if the content doesn't use it."""
        return None

    def focus(self, state: S) -> tuple[Hashable, ...] | None:
        """Return the path of keys from the outermost node to the focused field.

        Returns an empty tuple if the content as a whole has the focus, None if it doesn't have it.
        """
        return None

    def edit(self, state: S, node: Hashable, text: str, selection: tuple[int, int]) -> S:
        """Handle an edit of a field: its whole new text, and the new selection."""
        return state

    def paste(
        self, state: S, node: Hashable, text: str, selection: tuple[int, int], pasted: str
    ) -> S:
        """Handle an edit in which `pasted` replaced the selection."""
        return self.edit(state, node, text, selection)

    def editor_action(self, state: S, node: Hashable, *, key: bool) -> S:
        """Handle the keyboard's action key in a field, or Enter (`key`)."""
        return state


@dataclass(frozen=True)
class SurfaceState:
    """State that a surface stores under its path.

    Attributes:
        state: State of the content; None if the app owns it.
        fingers: Last position of each finger: (pointer id, x, y).
    """

    state: Any
    fingers: tuple[tuple[int, float, float], ...] = ()


class Surface(View, Generic[S]):
    """A view that shows a `SurfaceContent`.

    With `on_change` the app owns the state: it is told each new state and passes it back as
    `state`. Without it, the view stores the state as long as the window exists; its class must then
    be known to images of the phone (`wire.images.RECORDS`).

    Args:
        content: The content.
        state: State of the content; None for `SurfaceContent.initial`.
        on_change: Called with each new state.
        **common: See `View`.
    """

    CLASS = "android.view.SurfaceView"
    CLIPS = True

    def __init__(
        self,
        content: SurfaceContent[S],
        state: S | None = None,
        *,
        on_change: Callable[[S], object] | None = None,
        **common: Unpack[ViewOptions],
    ) -> None:
        super().__init__(**common)
        self.content = content
        self._given = state
        self._told: S | None = None  # told to the app since it last passed a state
        self.on_change = on_change
        self._nodes: list[_VirtualView] = []
        self._shown: tuple[S, tuple[int, int]] | None = None
        self._picture: Drawable | Frame | None = None

    @property
    def given(self) -> S:
        """The state last passed by the app, or told to it since, as it may not have rebuilt yet."""
        if self._told is not None:
            return self._told
        return self.content.initial() if self._given is None else self._given

    def tell(self, state: S) -> None:
        """Pass a new state to the app.

        Whatever the app does, and even if a snapshot is restored, the view has to be attached again
        before it is shown, since it no longer matches what it was built from.
        """
        if self.on_change is not None:
            self._told = state
            self.ui.seen = None
            self.on_change(state)

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Attach the view, with the state that the app has passed."""
        super().attach(ui, parent, position)
        self._told = None
        self._shown = None  # a field among the nodes may have been edited

    @property
    def state(self) -> S:
        """The current state of the content."""
        begun = self.given
        if self.on_change is None:
            kept: SurfaceState | None = self.ui.offset(self, None)
            if kept is not None and isinstance(kept.state, type(begun)):
                state: S = kept.state
                return state
        return begun

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) in pixels."""
        left, top, right, bottom = self.bounds
        return right - left, bottom - top

    def become(self, state: S) -> None:
        """Replace the content's state as the result of input."""
        kept: SurfaceState | None = self.ui.offset(self, None)
        self._become(state, kept.fingers if kept is not None else (), keyboard=False)

    def _become(
        self, state: S, fingers: tuple[tuple[int, float, float], ...], *, keyboard: bool
    ) -> None:
        before, stays = self.state, self.ui.windows.input_method.shown
        self.ui.set_offset(self, SurfaceState(state if self.on_change is None else None, fingers))
        if state != before:
            self.tell(state)
        focus, focus_before = self.content.focus(state), self.content.focus(before)
        if focus != focus_before:
            path = None if focus is None else (*self.path, *focus)
            self.ui.windows.refresh()
            # A keyboard that is there stays for the next field, also if that is scrolled to.
            keyboard = keyboard or stays and bool(focus_before)
            self.ui.windows.input_method.focus_inside(self, path, keyboard=keyboard)

    # -- what is derived from the state

    @property
    def children(self) -> Sequence[View]:
        """Its virtual nodes."""
        return self._nodes

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Lay out the view; get picture and nodes anew if state or size have changed."""
        super().layout(left, top, right, bottom)
        state, size = self.state, self.size
        if self._shown is None or self._shown != (state, size):
            self._shown = (state, size)
            self._picture = self.content.picture(state, size)
            self._rebuild(self.content.nodes(state, size))
        for node in self._nodes:
            node.place(left, top)

    def _rebuild(self, nodes: Sequence[VirtualNode]) -> None:
        fields = self.ui.fields
        fields[:] = [f for f in fields if not (isinstance(f, _VirtualView) and f.surface is self)]
        kept = {view.node.key: view for view in self._nodes if not view.typed}
        self._nodes = [
            view
            if (view := kept.get(node.key)) is not None and view.node is node
            else _VirtualView(self, node)
            for node in nodes
        ]
        count = 0
        for view in self._nodes:
            view.attach(self.ui, self, view.node.key)
            count += sum(1 for _ in view.walk())
            if count > MAX_NODES:
                raise SimulatorError(
                    f"{type(self.content).__name__} has more than {MAX_NODES} nodes; report those "
                    "on screen only."
                )

    def hit(self, x: float, y: float) -> View | None:
        """Return the surface itself: the content handles touches inside of it."""
        left, top, right, bottom = self.bounds
        inside = left <= x < right and top <= y < bottom
        return self if inside and self.visibility == "visible" else None

    def appearance(self) -> Hashable | None:
        """Return the picture if it is a drawable; a frame is drawn by `display_children`."""
        return self._picture if isinstance(self._picture, Drawable) else None

    @property
    def copies_pixels(self) -> bool:
        """True if its drawable only copies pixels."""
        return isinstance(self._picture, Drawable) and self._picture.COPIES

    def draw(self, canvas: Any) -> None:
        """Paint the picture, if it is a drawable."""
        if isinstance(self._picture, Drawable):
            self._picture.paint(canvas, self.bounds, self.ui.density, self.ui.theme)

    def display_children(self, out: list[DisplayItem], clip: Rect) -> None:
        """Append the strips of a frame; virtual nodes draw nothing."""
        if isinstance(self._picture, Frame):
            items = self._picture.items(self.bounds, intersect(self.bounds, clip))
            out += turned_back(items, self.bounds) if self.ui.mirrored else items

    # -- input

    @property
    def takes_touch(self) -> bool:
        """True if the content gets all touches."""
        return self.content.TOUCHES

    def takes_drag(self, axis: str) -> bool:
        """Return whether the content is dragged along an axis."""
        return self.content.drags(self.state, axis)

    def touch(self, event: Touch) -> None:
        """Pass a touch to the content."""
        left, top, _, _ = self.bounds
        x, y = event.x - left, event.y - top
        kept: SurfaceState | None = self.ui.offset(self, None)
        fingers = {
            finger: (fx, fy) for finger, fx, fy in (kept.fingers if kept is not None else ())
        }
        fx, fy = fingers.get(event.pointer, (x, y))
        if event.action in ("down", "pointer_down"):
            fx, fy = x, y
        touch = SurfaceTouch(
            event.action, event.pointer, x, y, x - fx, y - fy, self.ui.windows.now_ms
        )
        fingers[event.pointer] = (x, y)
        if event.action in ("up", "pointer_up"):
            del fingers[event.pointer]
        elif event.action == "cancel":
            fingers.clear()
        before = self.content.focus(self.state)
        state = self.content.touch(self.state, touch, self.size)
        kept_fingers = tuple((n, *place) for n, place in sorted(fingers.items()))
        self._become(state, kept_fingers, keyboard=True)
        slop = _SLOP_DP * self.ui.density
        if event.action == "up" and max(abs(touch.dx), abs(touch.dy)) < slop:
            self._tapped_again(before, event.x, event.y)

    def _tapped_again(self, before: tuple[Hashable, ...] | None, x: float, y: float) -> None:
        """Show the keyboard after a tap on the field that already has the focus.

        The keyboard may have been hidden, or the focus set by a long press or a script.
        """
        focus = self.content.focus(self.state)
        if not focus or focus != before:
            return
        path = (*self.path, *focus)
        window = self.ui.windows.window(self.ui.window)
        field = window.root.find(path) if window is not None else None
        if field is None:
            return
        left, top, right, bottom = field.bounds
        if left <= x < right and top <= y < bottom:
            self.ui.windows.input_method.focus_inside(self, path)

    @property
    def takes_scale(self) -> bool:
        """True if the content gets gestures of two fingers."""
        return self.content.SCALES or super().takes_scale

    def zoom(self, event: Scale) -> None:
        """Pass a gesture step of two fingers to the content."""
        super().zoom(event)
        if self.content.SCALES:
            left, top, _, _ = self.bounds
            inner = replace(event, focus_x=event.focus_x - left, focus_y=event.focus_y - top)
            self.become(self.content.scale(self.state, inner, self.size))

    @property
    def takes_double_tap(self) -> bool:
        """True if the content gets double taps."""
        return self.content.DOUBLE_TAPS

    def double_tap(self, x: float, y: float) -> None:
        """Pass a double tap to the content."""
        left, top, _, _ = self.bounds
        self.become(self.content.double_tap(self.state, x - left, y - top, self.size))

    def press_key(self, name: str) -> bool:
        """Pass a key to the content."""
        state = self.content.key(self.state, name)
        if state is None:
            return False
        self.become(state)
        return True


class _VirtualView(TypedText, View):
    """A virtual node as a view, for accessibility and for typing; it draws nothing."""

    IMPORTANT = True

    def __init__(self, surface: Surface[Any], node: VirtualNode) -> None:
        super().__init__(
            key=node.key,
            class_name=node.class_name,
            content_description=node.content_description,
            clickable=node.clickable,
            focusable=node.focusable or node.clickable or node.field is not None,
            enabled=node.enabled,
            checkable=node.checkable,
            checked=node.checked if node.checkable else None,
            selected=node.selected,
        )
        self.surface = surface
        self.node = node
        field = node.field or VirtualField()
        self.text = field.text if node.field is not None else node.text
        self.selection = field.selection
        self.input_type = field.input_type
        self.ime_action = field.ime_action
        self.multi_line = field.multi_line
        self.soft_keyboard = field.soft_keyboard
        self.capitalize = field.capitalize
        self.filters = False  # it has no KeyListener: the content takes what it wants
        self.on_editor_action = partial(self._act, key=False)
        self.on_enter = partial(self._act, key=True)
        self._pasted = ""  # the pasted text during a paste
        self._below = [_VirtualView(surface, child) for child in node.children]
        # Whether it contains a field, whose text may differ from the node's.
        self.typed: bool = node.field is not None or any(child.typed for child in self._below)

    @property
    def children(self) -> Sequence[View]:
        """Views of the child nodes."""
        return self._below

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Attach the node and its children."""
        super().attach(ui, parent, position)
        for child in self._below:
            child.attach(ui, self, child.node.key)
        if self.node.field is not None:
            ui.fields.append(self)

    def place(self, left: int, top: int) -> None:
        """Set the bounds, given the position of the surface's top left corner."""
        x0, y0, x1, y1 = self.node.bounds
        if self.ui.mirrored:
            width = self.surface.size[0]
            x0, x1 = width - x1, width - x0
        self.bounds = (left + x0, top + y0, left + x1, top + y1)
        for child in self._below:
            child.place(left, top)

    def press_key(self, name: str) -> bool:
        """Pass a key to the content."""
        return self.surface.press_key(name)

    @property
    def resource_name(self) -> str | None:
        """Resource name of the node."""
        return self.node.resource_name

    def accessibility_text(self) -> str | None:
        """Return the node's text; dots if it is a password."""
        return "\u2022" * len(self.text) if self.hidden else self.text

    def accessibility_hint(self) -> str | None:
        """Return the node's hint."""
        return self.node.hint

    @property
    def scrollable(self) -> bool:
        """True if the node is scrollable."""
        return self.node.scrollable

    @property
    def editable(self) -> bool:
        """True if the node has a field."""
        return self.node.field is not None

    @property
    def password(self) -> bool:
        """True if dots are shown in place of its text."""
        return self.hidden

    @property
    def text_selection(self) -> tuple[int, int]:
        """Selection of the field."""
        return self.selection if self.node.field is not None else (-1, -1)

    @property
    def editor(self) -> Editable | None:
        """The view itself if the node has a field, or else None."""
        return self if self.node.field is not None else None

    def set_text(self, text: str, start: int, end: int | None = None) -> bool:
        """Pass an edit to the content."""
        surface, content = self.surface, self.surface.content
        selection = (start, start if end is None else end)
        self.text, self.selection = text, selection
        edit = (surface.state, self.node.key, text, selection)
        pasted = self._pasted
        surface.become(content.paste(*edit, pasted) if pasted else content.edit(*edit))
        return True

    def paste(self, text: str) -> bool:
        """Pass pasted text to the content, which may handle it differently from typed text."""
        self._pasted = text
        try:
            return self.insert(text)
        finally:
            self._pasted = ""

    def _act(self, *, key: bool) -> None:
        surface = self.surface
        surface.become(surface.content.editor_action(surface.state, self.node.key, key=key))
