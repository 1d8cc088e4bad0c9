"""Views: measured, laid out, drawn and read from the same objects.

A screen is a tree of views made anew whenever something it read has changed. What must outlive a
rebuild (scroll offsets, text being edited, the focus) is not in the view but in the phone's state,
under the view's *path*: the keys from the window's root down to it.

Measure and layout follow Android's: a parent hands down a size and a mode, a view answers with the
size it wants. All numbers inside are whole pixels of the full screen, all arguments are dp.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Unpack

from immutables import Map

from android_gym.simulator.ui.direction import mirrored_rect
from android_gym.simulator.ui.options import (
    GRAVITIES,
    VISIBILITIES,
    Gravity,
    Important,
    Insets,
    LayoutDirection,
    Vertical,
    ViewOptions,
    Visibility,
    check,
    unknown_option,
)

if TYPE_CHECKING:
    from android_gym.simulator.state import Observation, Slot, State
    from android_gym.simulator.system.words import Words
    from android_gym.simulator.ui.activity import Overlay
    from android_gym.simulator.ui.drawables import Drawable
    from android_gym.simulator.ui.editable import Editable, TextField
    from android_gym.simulator.ui.links import Link
    from android_gym.simulator.ui.theme import Theme
    from android_gym.simulator.ui.windows import WindowManager

__all__ = [
    "AT_MOST",
    "EXACTLY",
    "MATCH",
    "UNSPECIFIED",
    "WRAP",
    "DisplayItem",
    "Insets",
    "Rect",
    "Scale",
    "Touch",
    "Ui",
    "View",
    "ViewGroup",
]

MATCH = -1.0
WRAP = -2.0

EXACTLY = 0
AT_MOST = 1
UNSPECIFIED = 2

Rect = tuple[int, int, int, int]
_NO_INSETS: Rect = (0, 0, 0, 0)
Path = tuple[Hashable, ...]

_NOTHING: Map[Path, Any] = Map()


def intersect(a: Rect, b: Rect | None) -> Rect:
    """Return what two rectangles share (of no area where they don't meet)."""
    if b is None:
        return a
    left, top = max(a[0], b[0]), max(a[1], b[1])
    return left, top, max(left, min(a[2], b[2])), max(top, min(a[3], b[3]))


class DisplayItem:
    """One drawing operation on the screen.

    Attributes:
        rect: Pixels that it may touch (left, top, right, bottom).
        clip: Rectangle that it is clipped to, or None.
        key: Together with `rect` and `clip` decides every pixel it draws; hashable.
        draw: Paints onto a Skia canvas in full-screen pixels.
        look: Number that the renderer has given to rect, clip and key; 0 before.
        opaque: Whether nothing shows through that lies below it in `rect` and `clip`.
        copied: Whether `draw` copies pixels, which gives the same ones however it is clipped.
    """

    __slots__ = ("clip", "copied", "draw", "key", "look", "opaque", "rect")

    def __init__(
        self,
        rect: Rect,
        clip: Rect | None,
        key: Hashable,
        draw: Callable[[Any], None],
        opaque: bool = False,
        copied: bool = False,
    ) -> None:
        self.rect = rect
        self.clip = clip
        self.key = key
        self.draw = draw
        self.look = 0
        self.opaque = opaque
        self.copied = copied


TouchAction = Literal["down", "move", "up", "cancel", "pointer_down", "pointer_up"]


class Touch:
    """One touch event on a view that follows the fingers itself.

    Attributes:
        action: "down", "move", "up" or "cancel" of the finger that the gesture began with;
            "pointer_down" and "pointer_up" where another one comes or leaves while fingers stay.
        x: Pixels from the left edge of the screen.
        y: Pixels from the top edge of the screen.
        start_x: Where the finger went down.
        start_y: Where the finger went down.
        velocity_x: Pixels a second to the right, when the finger leaves.
        velocity_y: Pixels a second downwards, when the finger leaves.
        pointer: Number of the finger, as Android's pointer id.
    """

    __slots__ = ("action", "pointer", "start_x", "start_y", "velocity_x", "velocity_y", "x", "y")

    def __init__(
        self,
        action: TouchAction,
        x: float,
        y: float,
        start_x: float,
        start_y: float,
        velocity: tuple[float, float] = (0.0, 0.0),
        pointer: int = 0,
    ) -> None:
        self.velocity_x, self.velocity_y = velocity
        self.action = action
        self.x = x
        self.y = y
        self.start_x = start_x
        self.start_y = start_y
        self.pointer = pointer


@dataclass(frozen=True, slots=True)
class Scale:
    """A step of a gesture with two fingers or more.

    Attributes:
        action: "begin", "move" or "end"; only "move" changes anything.
        focus_x: Pixels from the left edge of the screen of the point amid the fingers.
        focus_y: Pixels from the top edge of the same point.
        pan_x: Pixels that this point has moved to the right since the last step.
        pan_y: Pixels that it has moved downwards.
        factor: Distance of the fingers from each other, divided by that at the last step.
        degrees: How far they have turned clockwise since the last step.
    """

    action: Literal["begin", "move", "end"]
    focus_x: float
    focus_y: float
    pan_x: float = 0.0
    pan_y: float = 0.0
    factor: float = 1.0
    degrees: float = 0.0


class Ui:
    """State, theme and window, for the views of one window.

    Args:
        window: Key of the window, first part of the place where view states are kept.
        package: Package whose resource ids these are.
        theme: Colours and text styles.
        density: Pixels per dp.
        font_scale: Extra factor on text sizes.
        state: The root of state, for dependencies.
        states: Slot with the states of all views, by window and by path.
        focus: Slot with the (window, path) of the focused view, or None.
        windows: The window manager.
        mirrored: Whether lines run from right to left.
        words: The app's texts in the phone's language; None for English.

    Attributes:
        popups: Windows that views have open by themselves (menus, dropdown lists); views add
            theirs when they are attached.
        back: Called for BACK before the activity hears of it, the last one first; each returns
            True if that was all. Views add theirs when they are attached.
        fields: The editable views of the window.
        seen: All that the window's views have read since they were attached; None where they were
            not.
        written: The views that have changed what is kept of them, and perhaps themselves, since
            they were attached.
        moved: The views whose scroll position was replaced since the window was laid out; True for
            those that were not laid out themselves since then.
        scrolled: The scroll positions that the window was laid out with, or with which it would be
            once `moved` are laid out; None where that is not known.
        mirrored: True where lines run from right to left (see `ui.direction`).
        words: The app's texts in the phone's language; None for English.
    """

    __slots__ = (
        "_state",
        "_states",
        "back",
        "density",
        "fields",
        "focus",
        "font_scale",
        "mirrored",
        "moved",
        "package",
        "popups",
        "scrolled",
        "seen",
        "size",
        "theme",
        "window",
        "windows",
        "words",
        "written",
    )

    def __init__(
        self,
        window: tuple[Hashable, Hashable],
        package: str,
        theme: Theme,
        density: float,
        font_scale: float,
        state: State,
        states: Slot[Map[tuple[Hashable, Hashable], Map[Path, Any]]],
        focus: Slot[tuple[Any, Path] | None],
        windows: WindowManager,
        mirrored: bool = False,
        words: Words | None = None,
    ) -> None:
        self.window = window
        self.package = package
        self.theme = theme
        self.density = density
        self.font_scale = font_scale
        self.size = (0, 0)
        self._state = state
        self._states = states
        self.focus = focus
        self.windows = windows
        self.popups: list[Overlay] = []
        self.back: list[Callable[[], bool]] = []
        self.fields: list[Editable] = []
        self.seen: Observation | None = None
        self.written: list[View] = []
        self.moved: dict[View, bool] = {}
        self.scrolled: Observation | None = None
        self.mirrored = mirrored
        self.words = words

    def px(self, dp: float) -> int:
        """Convert dp to whole pixels, rounding as Android's getDimensionPixelSize does."""
        size = int(dp * self.density + 0.5) if dp >= 0 else -int(-dp * self.density + 0.5)
        return size or (1 if dp > 0 else 0)

    def insets(self, value: Insets) -> Rect:
        """Convert insets in dp (all, (horizontal, vertical) or four) to pixels."""
        if not value:
            return (0, 0, 0, 0)
        if isinstance(value, tuple):
            if len(value) == 2:
                h, v = self.px(value[0]), self.px(value[1])
                return h, v, h, v
            left, top, right, bottom = value
            return self.px(left), self.px(top), self.px(right), self.px(bottom)
        each = self.px(value)
        return each, each, each, each

    def color(self, value: str | int) -> int:
        """Resolve a colour to ARGB."""
        return value if isinstance(value, int) else self.theme.resolve(value)

    def read(self, view: View, default: Any = None) -> Any:
        """Return the state kept under the view's path."""
        self._state.depend(("views", self.window), self._kept)
        return self.offset(view, default)

    def _kept(self) -> Map[Path, Any] | None:
        """Return all that is kept of the window's views."""
        return self._states.peek().get(self.window)

    def write(self, view: View, value: Any) -> None:
        """Replace the state kept under the view's path."""
        if self._keep(view, value):
            # The view may have changed itself already, so it is no longer what it was made from.
            self.written.append(view)
            self._state.touch(("views", self.window), observable=False)

    def offset(self, view: View, default: Any = 0) -> Any:
        """Return the scroll position kept under the view's path; read in `View.layout` only."""
        states = self._states.peek().get(self.window)
        return default if states is None else states.get(view.path, default)

    def set_offset(self, view: View, value: Any, *, laid_out: bool = False) -> None:
        """Replace a scroll position: the window is laid out again, but keeps its views.

        Args:
            view: Whose.
            value: The position.
            laid_out: True where the view has laid itself out there already.
        """
        if self._keep(view, value):
            if self.scrolled is not None and self.scrolled.changed():
                self.scrolled = None  # others have moved too, as by a restored snapshot
            self.moved[view] = not laid_out
            self._state.touch(("scroll", self.window), observable=False)
            if self.scrolled is not None:
                self.scrolled.renew()
        elif laid_out and view in self.moved:
            self.moved[view] = False

    def attach_again(self, root: View) -> bool:
        """Attach only those views anew for which something has changed since all were attached.

        These are fields whose text or focus is another: only they are told apart.

        Args:
            root: Topmost view of the window, which has to be laid out after that.

        Returns:
            False where that is not enough, or not known to be: all have to be attached.
        """
        paths = self._changed_paths()
        if self.seen is None or paths is None or self.popups or self.back:
            return False
        found = [view for path in paths if (view := root.find(path)) is not None]
        changed = [*self.written, *(view for view in found if not view.SCROLLS_IN_PLACE)]
        due = dict.fromkeys(view.attached_with for view in changed)
        if not all(view.ATTACHES_AGAIN for view in due):
            return False
        fields, self.fields = self.fields, []
        with self._state.observe(self.seen):
            for view in due:
                view.attach(self, view.parent, view._position)
                for above in view.above():
                    above._spec = None
        self.fields = fields
        if self.popups or self.back:
            return False
        self.seen.renew()
        self.written.clear()
        return True

    def _changed_paths(self) -> list[Path] | None:
        """Return where what is kept of views, or the focus, is another; None: something else is."""
        moves = None if self.seen is None else self.seen.moves()
        if moves is None:
            return None
        paths: list[Path] = []
        kept = self._state.key(("views", self.window))
        for source, then, now in moves:
            if source is self.focus:
                paths += [focus[1] for focus in (then, now) if focus and focus[0] == self.window]
            elif source is kept:
                before, after = then or _NOTHING, now or _NOTHING
                both = dict.fromkeys([*before, *after])
                paths += [path for path in both if before.get(path) != after.get(path)]
            else:
                return None
        return paths

    def note_scrolled(self) -> None:
        """Take note that the window is laid out as it is scrolled now."""
        self.moved = {}
        with self._state.observe() as self.scrolled:
            self._state.depend(("scroll", self.window))

    def lay_out_moved(self) -> bool:
        """Lay out what has moved, each where it is; False where all of the window has to be."""
        if self.scrolled is None or self.scrolled.changed() or self.mirrored:
            return False
        if not self.moved or not all(view.SCROLLS_IN_PLACE for view in self.moved):
            return False
        due = [view for view, is_due in self.moved.items() if is_due]
        for view in due:
            if not any(above in due for above in view.above()):
                view.layout(*view.bounds)
        return True

    def _keep(self, view: View, value: Any) -> bool:
        windows = self._states.peek()
        states = windows.get(self.window, _NOTHING)
        if states.get(view.path) == value:
            return False
        self._states.set(windows.set(self.window, states.set(view.path, value)))
        return True

    def observe(self) -> AbstractContextManager[Observation]:
        """Record what a row reads that is built after the window was laid out."""
        return self._state.observe(self.seen)

    def focused(self, view: View) -> bool:
        """Return True if the view has the input focus."""
        focus = self.focus.get()
        return focus is not None and focus[0] == self.window and focus[1] == view.path


class View:
    """The base of everything on screen.

    Sizes are dp. Colours are ``"#RRGGBB"``, ``"#AARRGGBB"`` or role names of the theme.

    Args:
        id: Resource id; without a colon it belongs to the window's package.
        key: Identity among its siblings; the id, else the position, when None.
        width: dp, `MATCH` or `WRAP`.
        height: dp, `MATCH` or `WRAP`.
        weight: Share of what is left over in a `LinearLayout`.
        gravity: Place inside the parent, e.g. ``"center"``, ``"end|bottom"``.
        margin: Space kept outside.
        padding: Space kept inside.
        background: Colour or drawable behind the content.
        content_description: Text for screen readers.
        class_name: Class reported to accessibility, where it differs from the view's own.
        on_click: Called on a tap; makes the view clickable.
        on_long_click: Called after 500 ms of touch; makes it long-clickable.
        clickable: Says that it is clickable (or, False, not) whatever the callbacks.
        focusable: True if it can take the focus; clickable views can by default.
        enabled: False greys it out: touches are swallowed.
        visibility: "visible", "invisible" (takes room) or "gone".
        selected: Reported to accessibility.
        checkable: Reported to accessibility; implied by `checked`.
        checked: True if it is checked.
        important_for_accessibility: "auto", "yes", "no" or "no_hide_descendants".
        min_width: Smallest width.
        min_height: Smallest height.
        elevation: Depth of the shadow, dp.
        alpha: Opacity of the view with its children, 0 to 1.
        tooltip: Tooltip text reported to accessibility.
        pane_title: Makes the view a pane with this title for accessibility.
        on_scale: Called with each `Scale` of two fingers on the view.
        eats_touches: True if touches end on it though it does nothing with them, as on Android's
            bars.
        layout_direction: "ltr" keeps what is inside from being mirrored (see `ui.direction`); a
            `LinearLayout`, `FrameLayout` or `GridLayout` takes it.
    """

    CLASS: ClassVar[str] = "android.view.View"
    IMPORTANT: ClassVar[bool] = False
    SCROLLS: str | None = None
    CLIPS: bool = False
    ATTACHES_AGAIN: ClassVar[bool] = False
    """True if it can be attached again while the rest of its window stays.

    Its `attach` depends on what is kept of it and on the focus, and makes no other fields.
    """
    SCROLLS_IN_PLACE: ClassVar[bool] = False
    """True if another scroll position of it changes nothing but what is inside it."""
    HOLD_MS: ClassVar[int] = 500
    """ms of touch that make a long press: on API 33 400 by default, 500 with Pixel's setting."""
    # True if it draws under the status bar where it fills an activity (android:fitsSystemWindows).
    FITS: ClassVar[bool] = False
    # True if `layout` depends on the size alone and can be replaced by `move`; a subclass with a
    # `layout` of its own says so itself.
    LAYOUT_MOVES: ClassVar[bool] = True
    MIRRORS: ClassVar[bool] = False
    """True to draw it mirrored where lines run from right to left; letters may not be."""
    TEXTS: ClassVar[tuple[str, ...]] = ("content_description", "tooltip", "pane_title")
    """Attributes with texts of the app's own, which are translated."""
    OPTIONS: ClassVar[frozenset[str]] = ViewOptions.__optional_keys__
    """Names of the keyword arguments that become attributes of the same name."""

    # A screen has hundreds of views, each with a few arguments of many: what is not given stays
    # on the class.
    id: str | None = None
    key: Hashable = None
    width: float = WRAP
    height: float = WRAP
    weight: float = 0.0
    gravity: Gravity | None = None
    margin: Insets = 0
    padding: Insets = 0
    background: str | Drawable | None = None
    content_description: str | None = None
    class_name: str
    on_click: Callable[[], object] | None = None
    on_long_click: Callable[[], object] | None = None
    on_scale: Callable[[Scale], object] | None = None
    clickable: bool
    long_clickable: bool = False
    focusable: bool
    enabled: bool = True
    visibility: Visibility = "visible"
    selected: bool = False
    checkable: bool = False
    checked: bool = False
    important: Important = "auto"
    min_width: float = 0
    min_height: float = 0
    elevation: float = 0
    alpha: float = 1.0
    tooltip: str | None = None
    pane_title: str | None = None
    eats_touches: bool = False
    layout_direction: LayoutDirection = "inherit"
    # True where lines run from right to left; then `bounds` are seen in a mirror.
    rtl: bool = False
    # True if it follows the finger (`touch`) once a long press was told to it.
    follows_hold: bool = False
    # True if an ancestor (a CoordinatorLayout) scrolls it together with what stands above.
    nested_scrolling: bool = False
    parent: View | None = None
    measured: tuple[int, int] = (0, 0)
    bounds: Rect = (0, 0, 0, 0)
    pad: Rect = (0, 0, 0, 0)
    _path: Path | None = None
    _position: Hashable = 0
    # Opacity including that of the parents.
    _opacity: float = 1.0
    # The offer that the view was last measured with.
    _spec: tuple[int, int, int, int] | None = None

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "layout" in vars(cls) and "LAYOUT_MOVES" not in vars(cls):
            cls.LAYOUT_MOVES = False

    def __init__(self, **common: Unpack[ViewOptions]) -> None:
        self.take(common)

    def take(self, options: ViewOptions) -> None:
        """Make options attributes; constructors of views with options of their own call it.

        Raises:
            TypeError: If there is no such option.
            OptionError: If an option's word is not valid.
        """
        if not options.keys() <= self.OPTIONS:
            raise unknown_option(type(self), options, self.OPTIONS)
        own = self.__dict__
        own.update(options)
        given = options.get
        gravity = given("gravity")
        if gravity is not None and gravity not in GRAVITIES:
            check(self, "gravity", gravity)
        if "visibility" in own and own["visibility"] not in VISIBILITIES:
            check(self, "visibility", own["visibility"])
        clickable = given("clickable")
        if clickable is None:
            clickable = own["clickable"] = given("on_click") is not None
        if given("focusable") is None:
            own["focusable"] = clickable
        if given("class_name") is None:
            own["class_name"] = self.CLASS
        if "on_long_click" in own:
            own["long_clickable"] = own["on_long_click"] is not None
        if "important_for_accessibility" in own:
            check(self, "important_for_accessibility", own["important_for_accessibility"])
            own["important"] = own.pop("important_for_accessibility")
        if "checked" in own or "checkable" in own:
            checked = given("checked")
            own["checked"] = bool(checked)
            if given("checkable") is None:
                own["checkable"] = checked is not None

    # -- tree

    ui: Ui

    @property
    def children(self) -> Sequence[View]:
        """Direct children, in reading order."""
        return ()

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Put the view into a tree. Containers attach their children here.

        Args:
            ui: The window that the tree belongs to.
            parent: The view above.
            position: Tells the view from its siblings, where it has no key of its own.
        """
        self.ui = ui
        self.parent = parent
        key, padding = self.key, self.padding
        self._position = key if key is not None else position
        self._path = None
        self._spec = None
        self._opacity = self.alpha if parent is None else parent._opacity * self.alpha
        self.pad = ui.insets(padding) if padding else _NO_INSETS
        if ui.mirrored:
            self._resolve_direction()
        if ui.words is not None:
            self.translate(ui.words)

    def translate(self, words: Words) -> None:
        """Put its texts (`TEXTS`) into the language of its window.

        A text that is in it already stays, for a view may be put into a tree more than once.
        """
        for name in self.TEXTS:
            text = getattr(self, name)
            if text:
                setattr(self, name, words.of(text))

    def _resolve_direction(self) -> None:
        """Find out the direction of a view in a mirrored window, and turn its padding to it."""
        above = self.parent is None or self.parent.rtl
        self.rtl = above and self.layout_direction != "ltr"
        if self.rtl and not self.MIRRORS and not isinstance(self, ViewGroup):
            left, top, right, bottom = self.pad
            self.pad = (right, top, left, bottom)

    @property
    def path(self) -> Path:
        """Keys from the root down to this view."""
        path = self._path
        if path is None:
            parent = self.parent
            path = (self._position,) if parent is None else (*parent.path, self._position)
            self._path = path
        return path

    @property
    def resource_name(self) -> str | None:
        """Full resource name, ``package:id/name``."""
        if self.id is None or ":" in self.id:
            return self.id
        return f"{self.ui.package}:id/{self.id}"

    @property
    def attached_with(self) -> View:
        """The topmost view that looks at what is inside it when it is attached, or this one."""
        top = self
        for view in self.above():
            if type(view).attach is not ViewGroup.attach:
                top = view
        return top

    def walk(self) -> Iterator[View]:
        """Iterate over this view and all below it, depth first."""
        yield self
        for child in self.children:
            yield from child.walk()

    def find(self, path: Path) -> View | None:
        """Find the view with this path at or below this one."""
        depth = len(self.path)
        return self._find(path, depth) if path[:depth] == self.path else None

    def _find(self, path: Path, depth: int) -> View | None:
        """Find the view with this path, of which the first parts are this view's own."""
        if len(path) == depth:
            return self
        position = path[depth]
        for child in self.children:
            if child._position == position:
                found = child._find(path, depth + 1)
                if found is not None:
                    return found
        return None

    def ancestors(self) -> Iterator[View]:
        """Iterate from this view up to the root."""
        yield self
        yield from self.above()

    def above(self) -> Iterator[View]:
        """Iterate from the view above this one up to the root."""
        view = self.parent
        while view is not None:
            yield view
            view = view.parent

    # -- measure and layout

    def measure(self, width: int, width_mode: int, height: int, height_mode: int) -> None:
        """Decide the size the view wants within what it is offered; sets `measured`.

        The same offer as last time is answered as last time.
        """
        spec = (width, width_mode, height, height_mode)
        if spec == self._spec:
            return
        # What stands above and was measured before is no longer so, now that this has another
        # size; it is measuring itself where it has no answer yet.
        self._spec = None
        above = self.parent
        while above is not None and above._spec is not None:
            above._spec = None
            above = above.parent
        wanted_width, wanted_height = self.measure_content(width, width_mode, height, height_mode)
        if width_mode != EXACTLY:
            if self.min_width:
                wanted_width = max(wanted_width, self.ui.px(self.min_width))
            if width_mode == UNSPECIFIED or wanted_width < width:
                width = wanted_width
        if height_mode != EXACTLY:
            if self.min_height:
                wanted_height = max(wanted_height, self.ui.px(self.min_height))
            if height_mode == UNSPECIFIED or wanted_height < height:
                height = wanted_height
        self.measured = (width, height)
        self._spec = spec

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Return the wanted size, padding included, in pixels."""
        return self.pad[0] + self.pad[2], self.pad[1] + self.pad[3]

    def resolve(self, size: int, minimum: float, offered: int, mode: int) -> int:
        """Reconcile a wanted size with the offer, as View.resolveSize does."""
        if mode == EXACTLY:
            return offered
        if minimum:
            size = max(size, self.ui.px(minimum))
        return min(size, offered) if mode == AT_MOST else size

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Take its place on the screen. Containers place their children here."""
        self.bounds = (left, top, right, bottom)

    @property
    def movable(self) -> bool:
        """Return whether the same size elsewhere means the same layout, with all that is inside."""
        return self.LAYOUT_MOVES and all(child.movable for child in self.children)

    def move(self, x: int, y: int) -> None:
        """Take a place so far from the last one, as `layout` would; for what is `movable`."""
        left, top, right, bottom = self.bounds
        self.bounds = (left + x, top + y, right + x, bottom + y)
        for child in self.children:
            child.move(x, y)

    @property
    def frame_on_screen(self) -> Rect:
        """Pixels of the screen that it takes; `bounds` are those of the mirror where it has one."""
        return mirrored_rect(self.bounds, self.ui.size[0]) if self.ui.mirrored else self.bounds

    @property
    def inner(self) -> Rect:
        """Bounds less padding."""
        left, top, right, bottom = self.bounds
        pad = self.pad
        return left + pad[0], top + pad[1], right - pad[2], bottom - pad[3]

    # -- drawing

    def appearance(self) -> Hashable | None:
        """Everything that decides how the content looks; None where there is none to draw."""
        return None

    def draw(self, canvas: Any) -> None:
        """Paint the content (not the background) at `bounds`."""

    def draw_margin(self) -> int:
        """Return how many pixels the content may reach outside the bounds."""
        return 0

    def display(self, out: list[DisplayItem], clip: Rect) -> None:
        """Append what this view and its children draw."""
        if self.visibility != "visible":
            return
        bounds = self.bounds
        left, top, right, bottom = bounds
        if right <= clip[0] or bottom <= clip[1] or left >= clip[2] or top >= clip[3]:
            # Scrolled out of sight. A child never reaches outside its parent by more than a shadow.
            return
        look = self.appearance()
        background = self.background
        if look is not None or background is not None or self.elevation:
            reach = self.draw_margin()
            if self.elevation:
                reach = max(reach, self.ui.px(self.elevation) * 3 + 2)
            if background is not None and not isinstance(background, str):
                reach = max(reach, background.reach(self.ui.density))
            if reach:
                rect = (left - reach, top - reach, right + reach, bottom + reach)
            else:
                rect = bounds
            fill = self.ui.color(background) if isinstance(background, str) else background
            ui = self.ui
            key = (
                self.__class__,
                fill,
                look,
                bounds if reach else None,
                self.elevation,
                self._opacity,
                self.rtl,
                ui.theme,
                ui.density,
            )
            copied = self.copies_pixels
            opaque = (copied or (isinstance(fill, int) and fill >> 24 == 0xFF)) and not reach
            if self._opacity < 1.0:
                opaque = copied = False
            out.append(DisplayItem(rect, clip, key, self._paint, opaque, copied))
        self.display_children(out, clip)

    @property
    def copies_pixels(self) -> bool:
        """True where it draws nothing but a copy of opaque pixels, over all of its bounds."""
        return False

    @property
    def drawing_order(self) -> Sequence[View]:
        """Children from the lowest to the one that lies on top: raised ones above the others."""
        return self.children

    def display_children(self, out: list[DisplayItem], clip: Rect) -> None:
        """Append what the children draw."""
        children = self.drawing_order
        if children:
            inner = intersect(self.bounds, clip) if self.CLIPS else clip
            for child in children:
                child.display(out, inner)

    def effective_alpha(self) -> float:
        """Opacity including that of the parents."""
        return self._opacity

    def _paint(self, canvas: Any) -> None:
        from android_gym.simulator.ui.painting import paint_view

        paint_view(canvas, self)

    # -- touch

    def hit(self, x: float, y: float) -> View | None:
        """Find the deepest visible view that a touch goes to; none is touched outside its parent.

        As ViewGroup dispatches a finger that goes down: to the highest child under it that takes it
        or has a view below it that does. Without any, the highest child is named.
        """
        left, top, right, bottom = self.bounds
        if not (left <= x < right and top <= y < bottom) or self.visibility != "visible":
            return None
        highest: View | None = None
        for child in reversed(self.drawing_order):
            found = child.hit(x, y)
            if found is None:
                continue
            view: View | None = found
            while view is not None and view is not self:
                if view.takes_down:
                    return found
                view = view.parent
            highest = highest or found
        return highest or self

    @property
    def takes_down(self) -> bool:
        """True if a finger that goes down on the view is no longer for what lies below it."""
        return bool(
            self.eats_touches
            or self.clickable
            or self.long_clickable
            or self.SCROLLS
            or self.takes_touch
            or self.takes_scale
            or self.takes_drag("x")
            or self.takes_drag("y")
        )

    def click(self) -> None:
        """Do what a tap does."""
        if self.on_click is not None:
            self.on_click()

    def tap(self, x: float, y: float) -> None:
        """Do what a tap at (x, y), in pixels of the window, does."""
        self.click()

    def long_click(self) -> None:
        """Do what a long press does."""
        if self.on_long_click is not None:
            self.on_long_click()

    def takes_drag(self, axis: str) -> bool:
        """Return True if the view follows a finger that moves along "x" or "y" itself (`touch`)."""
        return False

    def touch(self, event: Touch) -> None:
        """Follow a finger, where `takes_drag`, `takes_touch` or `follows_hold` says so."""

    @property
    def takes_touch(self) -> bool:
        """True if `touch` gets every event from the moment the finger goes down."""
        return False

    @property
    def takes_tap(self) -> bool:
        """True if a tap is its own (`tap`) although it is not clickable."""
        return False

    @property
    def takes_scale(self) -> bool:
        """True if two fingers on the view are its own (`zoom`)."""
        return self.on_scale is not None

    def zoom(self, event: Scale) -> None:
        """Zoom, move or turn; only called where `takes_scale` says so."""
        if self.on_scale is not None:
            self.on_scale(event)

    @property
    def takes_double_tap(self) -> bool:
        """True if the second of two quick taps is no click but a `double_tap`."""
        return False

    def double_tap(self, x: float, y: float) -> None:
        """Do what a double tap at (x, y), in pixels of the screen, does."""

    def fling_distance(self, velocity: float) -> tuple[float, int] | None:
        """Return where a fling at `velocity` px/s rests: (pixels, ms); None for the usual."""
        return None

    def can_scroll(self, amount: int) -> bool:
        """Return True if `scroll` by this many pixels would move anything."""
        return False

    def scroll(self, amount: int) -> int:
        """Scroll by up to this many pixels (positive: up or left); return how many it was."""
        return 0

    # -- accessibility

    def is_important(self) -> bool:
        """Return True if services get this view that don't ask for unimportant ones."""
        if self.important != "auto":
            return self.important == "yes"
        return bool(
            self.IMPORTANT
            or self.content_description
            or self.clickable
            or self.long_clickable
            or self.focusable
            or self.SCROLLS
            or self.pane_title
        )

    def accessibility_text(self) -> str | None:
        """Text reported to accessibility."""
        return None

    def accessibility_hint(self) -> str | None:
        """Hint text reported to accessibility."""
        return None

    @property
    def scrollable(self) -> bool:
        """True if the node is reported as scrollable: there is somewhere to scroll to."""
        return False

    @property
    def editable(self) -> bool:
        """True if the node is reported as editable."""
        return False

    @property
    def editor(self) -> Editable | None:
        """The view itself where its text can be edited."""
        return None

    @property
    def text_field(self) -> TextField | None:
        """The view itself where its text can be edited and its characters can be touched."""
        return None

    def press_key(self, name: str) -> bool:
        """Take a key, such as "DPAD_DOWN", while the view has the focus; return True if it did."""
        return False

    @property
    def password(self) -> bool:
        """True if the node is reported as a password field."""
        return False

    @property
    def text_links(self) -> Sequence[Link]:
        """Parts of the text that can be tapped, reported to accessibility as clickable spans."""
        return ()

    @property
    def text_selection(self) -> tuple[int, int]:
        """Start and end of the selection; (-1, -1) where there is none."""
        return (-1, -1)


def spec_for(ui: Ui, wanted: float, offered: int, mode: int, used: int) -> tuple[int, int]:
    """Return what a parent offers a child along one axis (ViewGroup.getChildMeasureSpec).

    Args:
        ui: Converts dp.
        wanted: The child's width or height argument.
        offered: Pixels offered to the parent.
        mode: Mode of that offer.
        used: Pixels of it that padding, margins and siblings take.
    """
    if wanted >= 0:
        return ui.px(wanted), EXACTLY
    room = max(0, offered - used)
    if mode == UNSPECIFIED:
        return room if offered else 0, UNSPECIFIED
    if wanted == MATCH:
        return room, mode
    return room, AT_MOST


@lru_cache(maxsize=256)
def _side(gravity: Gravity | Vertical, axis: str) -> int:
    """Return where a gravity puts things along an axis: 0 the start, 1 the middle, 2 the end."""
    for word in gravity.split("|"):
        if word == "center" or word == ("center_horizontal" if axis == "x" else "center_vertical"):
            return 1
        if word == ("end" if axis == "x" else "bottom"):
            return 2
    return 0


def place(gravity: Gravity | Vertical | None, start: int, end: int, size: int, axis: str) -> int:
    """Return where something of `size` begins between `start` and `end` under a gravity."""
    if gravity:
        side = _side(gravity, axis)
        if side == 1:
            return start + (end - start - size) // 2
        if side == 2:
            return end - size
    return start


def _elevation(view: View) -> float:
    return view.elevation


class ViewGroup(View):
    """A view with children.

    Args:
        children: Views, or None for those that are not there this time.
        **common: See `View`.
    """

    CLASS = "android.view.ViewGroup"
    MIRRORS = True
    # True where what is inside runs from left to right in a mirrored window.
    turned: bool = False

    def __init__(self, children: Sequence[View | None] = (), **common: Unpack[ViewOptions]) -> None:
        super().__init__(**common)
        self._children = [
            child for child in children if child is not None and child.visibility != "gone"
        ]
        self._margins: list[Rect] = []
        self._ordered: Sequence[View] = self._children

    @property
    def children(self) -> Sequence[View]:
        """Direct children, in reading order."""
        return self._children

    @property
    def drawing_order(self) -> Sequence[View]:
        """Children by elevation, in order of reading where that is equal."""
        return self._ordered

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Put the view and its children into a tree."""
        super().attach(ui, parent, position)
        margins = self._margins = []
        children = self._children
        raised = False
        names: set[Hashable] = set()
        for index, child in enumerate(children):
            name: Hashable = child.id
            if name is None:
                name = index
            elif name in names:
                # Ids need not be unique on Android; what tells views apart has to be.
                name = (name, index)
            else:
                names.add(name)
            child.attach(ui, self, name)
            margin = child.margin
            margins.append(ui.insets(margin) if margin else _NO_INSETS)
            if child.elevation:
                raised = True
        self._ordered = sorted(children, key=_elevation) if raised else children

    def _resolve_direction(self) -> None:
        super()._resolve_direction()
        self.turned = not self.rtl and (self.parent is None or self.parent.rtl)

    def turn_back(self) -> None:
        """Put what is inside where it would be in no mirror; `layout` ends so where `turned`."""
        left, _, right, _ = self.bounds
        for child in self.children:
            for view in child.walk():
                x0, y0, x1, y1 = view.bounds
                view.bounds = (left + right - x1, y0, left + right - x0, y1)

    def measure_child(
        self,
        index: int,
        width: int,
        width_mode: int,
        height: int,
        height_mode: int,
        used_width: int = 0,
        used_height: int = 0,
    ) -> tuple[int, int]:
        """Measure a child within padding and margins; return its size with margins."""
        child, pad, ui = self._children[index], self.pad, self.ui
        left, top, right, bottom = self._margins[index]
        across, along = left + right, top + bottom
        # As `spec_for`, twice; this is where most of the time of a layout goes.
        if (wanted := child.width) >= 0:
            width, width_mode = ui.px(wanted), EXACTLY
        else:
            room = width - pad[0] - pad[2] - across - used_width
            width = room if room > 0 else 0
            if width_mode != UNSPECIFIED and wanted != MATCH:
                width_mode = AT_MOST
        if (wanted := child.height) >= 0:
            height, height_mode = ui.px(wanted), EXACTLY
        else:
            room = height - pad[1] - pad[3] - along - used_height
            height = room if room > 0 else 0
            if height_mode != UNSPECIFIED and wanted != MATCH:
                height_mode = AT_MOST
        child.measure(width, width_mode, height, height_mode)
        width, height = child.measured
        return width + across, height + along

    def layout_child(self, index: int, left: int, top: int) -> None:
        """Place a measured child with its margin box at (left, top)."""
        child, margin = self._children[index], self._margins[index]
        x, y = left + margin[0], top + margin[1]
        child.layout(x, y, x + child.measured[0], y + child.measured[1])
