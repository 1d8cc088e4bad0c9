"""Views: the same objects are measured, laid out, drawn and read by accessibility services.

A screen is a tree of views, rebuilt whenever something that it read has changed. State that must
survive a rebuild (scroll offsets, text being edited, the focus) isn't stored in the views but in
the phone's state, under each view's *path*: the keys from the window's root down to the view.

Measuring and layout work as on Android: a parent passes down a size and a mode, and a view answers
with the size that it wants. Internally, all numbers are whole pixels of the full screen; all
arguments are dp.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Unpack

from android_gym.simulator.ui.direction import mirrored_rect
from android_gym.simulator.ui.display_item import DisplayItem
from android_gym.simulator.ui.geometry import (
    AT_MOST,
    EXACTLY,
    NO_INSETS,
    UNSPECIFIED,
    WRAP,
    Rect,
    intersect,
)
from android_gym.simulator.ui.options import (
    GRAVITIES,
    VISIBILITIES,
    Gravity,
    Important,
    Insets,
    LayoutDirection,
    ViewOptions,
    Visibility,
    check,
    unknown_option,
)
from android_gym.simulator.ui.touches import Scale, Touch
from android_gym.simulator.ui.ui import Path, Ui

if TYPE_CHECKING:
    from android_gym.simulator.system.words import Words
    from android_gym.simulator.ui.drawables import Drawable
    from android_gym.simulator.ui.editable import Editable, TextField
    from android_gym.simulator.ui.links import Link

__all__ = ["View"]


class View:
    """The base class of everything on screen.

    Sizes are dp. Colours are ``"#RRGGBB"``, ``"#AARRGGBB"`` or role names of the theme.

    Args:
        id: Resource id; without a colon it belongs to the window's package.
        key: Identity among its siblings; if None, the id, or else the position.
        width: dp, `MATCH` or `WRAP`.
        height: dp, `MATCH` or `WRAP`.
        weight: Share of the remaining space in a `LinearLayout`.
        gravity: Alignment in the parent, e.g. ``"center"``, ``"end|bottom"``.
        margin: Space outside.
        padding: Space inside.
        background: Colour or drawable behind the content.
        content_description: Text for screen readers.
        class_name: Class name reported to accessibility, if it differs from the view's own.
        on_click: Called on a tap; makes the view clickable.
        on_long_click: Called after a touch of 500 ms; makes it long-clickable.
        clickable: Whether it is clickable, regardless of the callbacks.
        focusable: Whether it can take the focus; by default if it is clickable.
        enabled: If False, it is greyed out and swallows touches.
        visibility: "visible", "invisible" (still takes space) or "gone".
        selected: Reported to accessibility.
        checkable: Reported to accessibility; implied by `checked`.
        checked: Whether it is checked.
        important_for_accessibility: "auto", "yes", "no" or "no_hide_descendants".
        min_width: Minimum width.
        min_height: Minimum height.
        elevation: Depth of the shadow in dp.
        alpha: Opacity of the view and its children, 0 to 1.
        tooltip: Tooltip text reported to accessibility.
        pane_title: Makes the view an accessibility pane with this title.
        on_scale: Called with each `Scale` step of two fingers on the view.
        eats_touches: Whether it consumes touches that it doesn't use, as Android's bars do.
        layout_direction: "ltr" prevents the contents from being mirrored (see `ui.direction`); for
            a `LinearLayout`, `FrameLayout` or `GridLayout`.
    """

    CLASS: ClassVar[str] = "android.view.View"
    IMPORTANT: ClassVar[bool] = False
    SCROLLS: str | None = None
    CLIPS: bool = False
    ATTACHES_AGAIN: ClassVar[bool] = False
    """True if it can be attached again while the rest of its window stays as it is.

    Its `attach` must depend only on its stored state and the focus, and must not make other fields.
    """
    SCROLLS_IN_PLACE: ClassVar[bool] = False
    """True if scrolling it changes nothing except its own contents."""
    HOLD_MS: ClassVar[int] = 500
    """Milliseconds until a long press: API 33 has 400 by default, and 500 with Pixel's setting."""
    # True if it draws under the status bar when it fills an activity (android:fitsSystemWindows).
    FITS: ClassVar[bool] = False
    # True if `layout` depends only on the size, so that `move` can replace it; a subclass that
    # overrides `layout` has to set this itself.
    LAYOUT_MOVES: ClassVar[bool] = True
    MIRRORS: ClassVar[bool] = False
    """True to draw it mirrored in a right-to-left layout; must be False if it draws text."""
    TURNS_PADDING: ClassVar[bool] = True
    """False if mirroring moves the children instead of swapping the padding."""
    TEXTS: ClassVar[tuple[str, ...]] = ("content_description", "tooltip", "pane_title")
    """Attributes with texts of the app, which are translated."""
    OPTIONS: ClassVar[frozenset[str]] = ViewOptions.__optional_keys__
    """Names of the keyword arguments that become attributes of the same name."""

    # A screen has hundreds of views, each using few of the many options, so the defaults stay on
    # the class.
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
    # True if it is laid out from right to left; `bounds` are then mirrored.
    rtl: bool = False
    # True if it follows the finger (`touch`) after a long press.
    follows_hold: bool = False
    # True if an ancestor (a CoordinatorLayout) scrolls it together with what is above it.
    nested_scrolling: bool = False
    parent: View | None = None
    measured: tuple[int, int] = (0, 0)
    bounds: Rect = (0, 0, 0, 0)
    pad: Rect = (0, 0, 0, 0)
    _path: Path | None = None
    _position: Hashable = 0
    # Opacity multiplied by that of its ancestors.
    _opacity: float = 1.0
    # Arguments of the last `measure`.
    _spec: tuple[int, int, int, int] | None = None

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "layout" in vars(cls) and "LAYOUT_MOVES" not in vars(cls):
            cls.LAYOUT_MOVES = False

    def __init__(self, **common: Unpack[ViewOptions]) -> None:
        self.take(common)

    def take(self, options: ViewOptions) -> None:
        """Set options as attributes; for constructors of views with options of their own.

        Raises:
            TypeError: If an option doesn't exist.
            OptionError: If the value of an option isn't valid.
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
        """Attach the view to a tree. Containers attach their children here.

        Args:
            ui: The window that the tree belongs to.
            parent: The parent view.
            position: Distinguishes the view from its siblings if it has no key of its own.
        """
        self.ui = ui
        self.parent = parent
        key, padding = self.key, self.padding
        self._position = key if key is not None else position
        self._path = None
        self._spec = None
        self._opacity = self.alpha if parent is None else parent._opacity * self.alpha
        self.pad = ui.insets(padding) if padding else NO_INSETS
        if ui.mirrored:
            self._resolve_direction()
        if ui.words is not None:
            self.translate(ui.words)

    def translate(self, words: Words) -> None:
        """Translate its texts (`TEXTS`) into the language of its window.

        Texts that are translated already stay as they are, since a view may be attached repeatedly.
        """
        for name in self.TEXTS:
            text = getattr(self, name)
            if text:
                setattr(self, name, words.of(text))

    def _resolve_direction(self) -> None:
        """Resolve the direction of a view in a mirrored window, and mirror its padding to match."""
        above = self.parent is None or self.parent.rtl
        self.rtl = above and self.layout_direction != "ltr"
        if self.rtl and not self.MIRRORS and self.TURNS_PADDING:
            left, top, right, bottom = self.pad
            self.pad = (right, top, left, bottom)

    @property
    def path(self) -> Path:
        """Keys from the root down to the view."""
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
        """The topmost ancestor whose `attach` handles its descendants itself, or else this view."""
        top = self
        for view in self.above():
            if view.looks_inside:
                top = view
        return top

    @property
    def looks_inside(self) -> bool:
        """True if its `attach` depends on the views inside it."""
        return True

    def walk(self) -> Iterator[View]:
        """Iterate over this view and its descendants, depth first."""
        yield self
        for child in self.children:
            yield from child.walk()

    def find(self, path: Path) -> View | None:
        """Find the view with a path, at or below this view."""
        depth = len(self.path)
        return self._find(path, depth) if path[:depth] == self.path else None

    def _find(self, path: Path, depth: int) -> View | None:
        """Find the view with a path that begins with this view's own path."""
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
        """Iterate from the parent up to the root."""
        view = self.parent
        while view is not None:
            yield view
            view = view.parent

    # -- measure and layout

    def request_layout(self) -> None:
        """Have the view and its ancestors measured anew by the next layout."""
        for view in self.ancestors():
            view._spec = None

    def measure(self, width: int, width_mode: int, height: int, height_mode: int) -> None:
        """Determine the size that the view wants within an offer, and set `measured`.

        The previous result is reused if the offer is the same.
        """
        spec = (width, width_mode, height, height_mode)
        if spec == self._spec:
            return
        # The measurements of the ancestors become outdated, as this view's size changes. Those
        # without a `_spec` are just being measured.
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
        """Reconcile a wanted size with an offer, as View.resolveSize does."""
        if mode == EXACTLY:
            return offered
        if minimum:
            size = max(size, self.ui.px(minimum))
        return min(size, offered) if mode == AT_MOST else size

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Set the view's bounds. Containers lay out their children here."""
        self.bounds = (left, top, right, bottom)

    @property
    def movable(self) -> bool:
        """True if the layout depends on the size alone, for the view and all its descendants."""
        return self.LAYOUT_MOVES and all(child.movable for child in self.children)

    def move(self, x: int, y: int) -> None:
        """Move by (x, y), as `layout` would; only for views that are `movable`."""
        left, top, right, bottom = self.bounds
        self.bounds = (left + x, top + y, right + x, bottom + y)
        for child in self.children:
            child.move(x, y)

    def moved_to(self, box: Rect) -> bool:
        """Move to a box if it only differs in place; return False if it has to be laid out there.

        Only for views that would be laid out alike anywhere (`movable`), and were not measured
        since. In a mirrored window they are laid out, as an ancestor may have turned them.
        """
        left, top, right, bottom = self.bounds
        x, y = box[0] - left, box[1] - top
        if (x, y) != (box[2] - right, box[3] - bottom) or self.ui.mirrored:
            return False
        if x or y:
            self.move(x, y)
        return True

    @property
    def frame_on_screen(self) -> Rect:
        """Its actual bounds on screen; in a mirrored window `bounds` are those before mirroring."""
        return mirrored_rect(self.bounds, self.ui.size[0]) if self.ui.mirrored else self.bounds

    @property
    def inner(self) -> Rect:
        """Bounds without padding."""
        left, top, right, bottom = self.bounds
        pad = self.pad
        return left + pad[0], top + pad[1], right - pad[2], bottom - pad[3]

    # -- drawing

    def appearance(self) -> Hashable | None:
        """Return everything that determines how the content looks; None if there is no content."""
        return None

    def draw(self, canvas: Any) -> None:
        """Paint the content (not the background) at `bounds`."""

    def draw_margin(self) -> int:
        """Return how many pixels the content may extend beyond the bounds."""
        return 0

    def display(self, out: list[DisplayItem], clip: Rect) -> None:
        """Append what the view and its children draw."""
        if self.visibility != "visible":
            return
        bounds = self.bounds
        left, top, right, bottom = bounds
        if right <= clip[0] or bottom <= clip[1] or left >= clip[2] or top >= clip[3]:
            # Out of sight. Children never extend beyond their parent by more than a shadow.
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
        """True if it only draws a copy of opaque pixels, which fills its bounds."""
        return False

    @property
    def drawing_order(self) -> Sequence[View]:
        """Children in drawing order, the topmost last: by elevation."""
        return self.children

    def display_children(self, out: list[DisplayItem], clip: Rect) -> None:
        """Append what the children draw."""
        children = self.drawing_order
        if children:
            inner = intersect(self.bounds, clip) if self.CLIPS else clip
            for child in children:
                child.display(out, inner)

    def effective_alpha(self) -> float:
        """Return the opacity multiplied by that of the ancestors."""
        return self._opacity

    def _paint(self, canvas: Any) -> None:
        from android_gym.simulator.ui.painting import paint_view

        paint_view(canvas, self)

    # -- touch

    def hit(self, x: float, y: float) -> View | None:
        """Find the view that a touch goes to; views can't be touched outside their parents.

        A finger that goes down is dispatched as by ViewGroup: to the topmost child under it that
        takes it, or that has a descendant that does. If none does, the result is the topmost child.
        """
        left, top, right, bottom = self.bounds
        if not (left <= x < right and top <= y < bottom) or self.visibility != "visible":
            return None
        highest: View | None = None
        for child in reversed(self.drawing_order):
            left, top, right, bottom = child.bounds
            if not (left <= x < right and top <= y < bottom):
                continue  # as most of them: asking it costs more
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
        """True if a finger that goes down on the view doesn't go to the views below it."""
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
        """Do what a tap on the view does."""
        if self.on_click is not None:
            self.on_click()

    def tap(self, x: float, y: float) -> None:
        """Handle a tap at (x, y), in pixels of the window."""
        self.click()

    def long_click(self) -> None:
        """Do what a long press on the view does."""
        if self.on_long_click is not None:
            self.on_long_click()

    def takes_drag(self, axis: str) -> bool:
        """Return whether the view itself follows (`touch`) a finger that moves along "x" or "y"."""
        return False

    def touch(self, event: Touch) -> None:
        """Follow a finger, as requested by `takes_drag`, `takes_touch` or `follows_hold`."""

    @property
    def takes_touch(self) -> bool:
        """True if `touch` gets all events from the moment that the finger goes down."""
        return False

    @property
    def takes_tap(self) -> bool:
        """True if the view handles taps (`tap`) although it isn't clickable."""
        return False

    @property
    def takes_scale(self) -> bool:
        """True if the view handles gestures of two fingers (`zoom`)."""
        return self.on_scale is not None

    def zoom(self, event: Scale) -> None:
        """Zoom, pan or rotate; only called if `takes_scale` is True."""
        if self.on_scale is not None:
            self.on_scale(event)

    @property
    def takes_double_tap(self) -> bool:
        """True if the second of two quick taps is a `double_tap` instead of a click."""
        return False

    def double_tap(self, x: float, y: float) -> None:
        """Handle a double tap at (x, y), in pixels of the screen."""

    def fling_distance(self, velocity: float) -> tuple[float, int] | None:
        """Return where a fling at `velocity` px/s ends: (pixels, ms); None for the default."""
        return None

    def can_scroll(self, amount: int) -> bool:
        """Return whether `scroll` by this many pixels would move anything."""
        return False

    def scroll(self, amount: int) -> int:
        """Scroll by up to this many pixels (positive: up or left); return the actual number."""
        return 0

    # -- accessibility

    def is_important(self) -> bool:
        """Return whether the view is reported to services that don't ask for unimportant views."""
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
        """Return the text reported to accessibility."""
        return None

    def accessibility_hint(self) -> str | None:
        """Return the hint text reported to accessibility."""
        return None

    @property
    def scrollable(self) -> bool:
        """True if the node is reported as scrollable, as there is more content to scroll to."""
        return False

    @property
    def editable(self) -> bool:
        """True if the node is reported as editable."""
        return False

    @property
    def editor(self) -> Editable | None:
        """The view itself if its text can be edited, or else None."""
        return None

    @property
    def text_field(self) -> TextField | None:
        """The view itself if its text can be edited and its characters touched, or else None."""
        return None

    def press_key(self, name: str) -> bool:
        """Handle a key, such as "DPAD_DOWN", that the focused view gets; return True if used."""
        return False

    def type_keys(self, text: str) -> bool:
        """Handle keys for characters that the focused view gets; return True if it takes keys."""
        return False

    @property
    def password(self) -> bool:
        """True if the node is reported as a password field."""
        return False

    @property
    def text_links(self) -> Sequence[Link]:
        """Tappable parts of the text, reported to accessibility as clickable spans."""
        return ()

    @property
    def text_selection(self) -> tuple[int, int]:
        """Start and end of the selection; (-1, -1) if there is none."""
        return (-1, -1)
