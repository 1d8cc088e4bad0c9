"""The window manager: which windows there are, their views, focus and keyboard.

Windows are made by controllers: the visible activities, and SystemUI's windows. A controller's
views are rebuilt when something they read has changed, laid out anew when a view's own state
(scroll, text) has, and otherwise kept. `refresh` is what brings everything up to date; whoever
needs a frame, a tree or a touch target calls it first.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from immutables import Map

from android_gym.errors import SimulatorError
from android_gym.simulator.state import Observation, Slot, State
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import (
    Activity,
    Controller,
    Overlay,
    Screen,
    Snack,
    SystemWindow,
)
from android_gym.simulator.ui.layouts import FrameLayout, LinearLayout
from android_gym.simulator.ui.text_toolbar import TEXT_TOOLBAR
from android_gym.simulator.ui.transitions import STARTING, Transitions
from android_gym.simulator.ui.view import (
    AT_MOST,
    EXACTLY,
    MATCH,
    WRAP,
    DisplayItem,
    Path,
    Rect,
    Ui,
    View,
    intersect,
    place,
)
from android_gym.simulator.ui.widgets import EditText

if TYPE_CHECKING:
    from android_gym.accessibility import UIElement
    from android_gym.simulator.system import System
    from android_gym.simulator.ui.host import AppHost
    from android_gym.simulator.ui.theme import Theme

__all__ = ["EditorInfo", "Window", "WindowManager"]

_T = TypeVar("_T")

STATUS_BAR_PX = 128
"""Height of the status bar on a Pixel 6 (its cutout makes it taller than 24 dp)."""

NAVIGATION_BAR_DP = 24

IME_LAYER = 10

_KEPT = 6
"""How many states of a screen are kept as they were built."""

_ATTEMPTS = 4
"""How many apps may crash in one refresh; the next one goes on."""

_KEPT_OWNERS = 24
"""How many activities that are not on screen any more have theirs kept."""

_HANDLE_DP = 24
"""Height of the handles that hang from a selection."""


class Window:
    """One window on screen, with its views laid out.

    Attributes:
        key: (owner, name); stable over rebuilds.
        owner: Token of an activity, or name of a system window's class.
        package: Package that the window belongs to.
        overlay: How it was asked for; None for an activity's main window.
        root: Topmost view, which has the size of the window.
        ui: What the views know of the window.
        bounds: Pixels of the screen that it takes.
        title: Window title.
        kind: "application", "system" or "input_method".
        id: Number of the window for accessibility.
        popups: Windows that its views have open by themselves.
        elements: What agents are told of it (see `nodes.ui_elements`), until it is laid out anew.
    """

    __slots__ = (
        "_items",
        "bounds",
        "controller",
        "elements",
        "frame",
        "id",
        "key",
        "kind",
        "layer",
        "overlay",
        "owner",
        "package",
        "popups",
        "root",
        "scrolled",
        "title",
        "ui",
    )

    def __init__(
        self,
        key: tuple[Hashable, Hashable],
        controller: Controller[Any],
        layer: int,
        overlay: Overlay | None,
        root: View,
        ui: Ui,
        title: str,
    ) -> None:
        self.key = key
        self.owner = key[0]
        self.controller = controller
        self.layer = layer
        self.package = ui.package
        self.overlay = overlay
        self.root = root
        self.ui = ui
        self.bounds: Rect = (0, 0, 0, 0)
        self.frame: tuple[Any, ...] = ()
        self.title = title
        self.kind = overlay.kind if overlay is not None else "application"
        self.id = 0
        self.popups: list[Window] = []
        self.scrolled: Observation | None = None
        self.elements: list[UIElement] | None = None
        self._items: list[DisplayItem] | None = None

    @property
    def modal(self) -> bool:
        """Whether nothing below can be touched or seen by accessibility services."""
        return self.overlay is not None and self.overlay.modal

    @property
    def touchable(self) -> bool:
        """Whether it takes touches."""
        return self.overlay is None or self.overlay.touchable

    @property
    def focusable(self) -> bool:
        """Whether it takes keys."""
        return self.overlay is None or self.overlay.focusable

    @property
    def accessible(self) -> bool:
        """Whether accessibility services see it."""
        return self.overlay is None or self.overlay.accessible

    def items(self, screen: Rect) -> list[DisplayItem]:
        """What it draws, its dimming of what lies below first."""
        if self._items is None:
            items: list[DisplayItem] = []
            dim = self.overlay.dim if self.overlay is not None else 0.0
            if dim:
                color = round(dim * 255) << 24
                items.append(DisplayItem(screen, None, ("dim", color), _Fill(color)))
            self.root.display(items, screen)
            self._items = items
        return self._items


def _slid(window: Window, distance: int, screen: Rect) -> list[DisplayItem]:
    """What a window draws that stands beside its place; its background reaches over the screen."""
    items: list[DisplayItem] = []
    if window.overlay is None:
        background = window.root.background
        color = window.ui.color(background if isinstance(background, str) else "background")
        items.append(DisplayItem(screen, None, ("dim", color), _Fill(color)))
    for item in window.items(screen):
        x0, y0, x1, y1 = item.rect
        clip = item.clip
        if clip is not None and clip != screen:
            clip = (clip[0] + distance, clip[1], clip[2] + distance, clip[3])

        def draw(canvas: Any, item: DisplayItem = item) -> None:
            canvas.translate(distance, 0)
            item.draw(canvas)

        rect = (x0 + distance, y0, x1 + distance, y1)
        items.append(DisplayItem(rect, clip, (item.key, distance), draw))
    return items


def _ripple(view: View | None, screen: Rect) -> list[DisplayItem]:
    """What shows that a finger is on a view."""
    if view is None:
        return []
    clip = screen
    for ancestor in view.ancestors():
        if ancestor.CLIPS:
            clip = intersect(ancestor.bounds, clip)

    def draw(canvas: Any) -> None:
        from android_gym.simulator.ui.painting import paint_ripple

        paint_ripple(canvas, view)

    key = ("ripple", view.background, view.class_name, view.ui.theme)
    return [DisplayItem(view.bounds, clip, key, draw)]


class _Fill:
    """Draws one colour over all of the clip."""

    __slots__ = ("color",)

    def __init__(self, color: int) -> None:
        self.color = color

    def __call__(self, canvas: Any) -> None:
        canvas.drawColor(self.color)


@dataclass(frozen=True)
class EditorInfo:
    """What the keyboard knows of the field it types into.

    Attributes:
        input_type: See `EditText`.
        ime_action: See `EditText`.
        multi_line: Whether Enter makes a new line.
        capital: Whether the next letter should be a capital one.
    """

    input_type: str
    ime_action: str
    multi_line: bool
    capital: bool


@dataclass(frozen=True)
class _Ime:
    """The keyboard: whether it is up, and what it types into.

    The latter is kept here, not looked up, because the keyboard is built before the windows that
    make room for it. `timer` is that of a keyboard on its way, 0 where it is not.
    """

    shown: bool = False
    editor: EditorInfo | None = None
    timer: int = 0


def _editor_info(field: EditText) -> EditorInfo:
    before = field.text[: min(field.selection)]
    line = before.rstrip(" ")
    capital = {
        "characters": True,
        "words": not before or before[-1].isspace(),
        "sentences": not line or line[-1] == "\n" or (line != before and line[-1] in ".!?"),
    }
    return EditorInfo(
        field.input_type, field.ime_action, field.multi_line, capital.get(field.capitalize, False)
    )


class _Built:
    """What a controller built, and what it read for it."""

    __slots__ = ("all_windows", "controller", "product", "seen", "windows")

    def __init__(self, controller: Controller[Any], product: Any, seen: Observation) -> None:
        self.controller = controller
        self.product = product
        self.seen = seen
        self.windows: list[Window] = []
        # With the popups that views have open, each after the window it belongs to.
        self.all_windows: list[Window] = []


class WindowManager:
    """Windows, focus and the keyboard.

    Args:
        state: The root of state.
        system: The services.
    """

    def __init__(self, state: State, system: System) -> None:
        self._state = state
        self._system = system
        self.host: AppHost
        # What views keep, by the key of their window and by path.
        self.view_states: Slot[Map[tuple[Hashable, Hashable], Map[Path, Any]]] = state.slot(
            "views",
            Map(),
            holds=Map[tuple[Hashable, Hashable], Map[Path, Any]],
            observable=False,
        )
        self.focus: Slot[tuple[Any, Path] | None] = state.slot(
            "focus", None, holds=tuple[Any, Path] | None, observable=False
        )
        self._ime = state.slot("ime", _Ime(), observable=False)
        # What an activity asked to focus as soon as it is there: (token, resource id).
        self._wanted: Slot[tuple[int | str, str, bool] | None] = state.slot(
            "wanted_focus", None, holds=tuple[int | str, str, bool] | None, observable=False
        )
        # Window and path of the fields that have been offered autofocus.
        self._greeted: Slot[frozenset[Any]] = state.slot(
            "greeted", frozenset(), holds=frozenset[Any], observable=False
        )
        # Window and path of the field whose selection toolbar is shown.
        self.text_toolbar: Slot[tuple[Hashable, Path] | None] = state.slot(
            "text_toolbar", None, holds=tuple[Hashable, Path] | None, observable=False
        )
        # Whether a finger changes the selection; the toolbar is away meanwhile.
        self.selecting: Slot[bool] = state.slot("text_selecting", False, observable=False)
        self.transitions = Transitions(state, system)
        # The starting window shown last, and what it was made from.
        self._starting: Window | None = None
        self._starting_look: tuple[Any, ...] = ()
        self._snackbars: Slot[Map[int, Snack]] = state.slot(
            "snackbars", Map(), holds=Map[int, Snack], observable=False
        )
        # Dark icons in the status bar; a dark handle in the navigation bar; no status bar at all.
        self.bars: Slot[tuple[bool, bool, bool]] = state.slot(
            "bars", (False, False, False), holds=tuple[bool, bool, bool], observable=False
        )
        # By owner: what is on screen, then what was before; the same state may come again.
        self._built: dict[Hashable, list[_Built]] = {}
        self._windows: list[Window] = []
        self._seen_revision = -1
        self._refreshing = False
        self._lit = True
        self._frame_size = self.size  # looked up once a refresh, not once a window
        # Moves when the views of any window have.
        self.tree_revision = 0
        # What a build that is under way has read: all that is left of it should it raise.
        self._failing: Observation | None = None
        self._keyboard_top: int | None = None
        self._moving: list[Callable[[], bool]] = []
        # What the finger is on, see `GestureDetector.pressed`; and what it was on in the frame.
        self.pressed: Callable[[], tuple[Hashable, Path] | None] = lambda: None
        # Told of every tap (CLICKED, LONG_CLICKED) on a view that takes it.
        self.acted: Callable[[str, Window, View], object] = lambda kind, window, view: None
        self._shown_pressed: tuple[Hashable, Path] | None = None
        self._shown_slide = (0, 0)
        self._presses = 0
        system.clock.handler("snackbar", self.hide_snackbar, int)
        system.clock.handler("keyboard", lambda _: self._ime.update(timer=0))
        system.clock.on_move(self.refresh)

    # -- the stack

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the screen in pixels, as it is rotated."""
        return self._system.display.size

    @property
    def density(self) -> float:
        """Pixels per dp."""
        return self._system.display.density

    @property
    def status_bar_height(self) -> int:
        """Pixels that the status bar takes."""
        return round(STATUS_BAR_PX * self.density / 2.625)

    @property
    def navigation_bar_height(self) -> int:
        """Pixels that the gesture bar takes."""
        return int(NAVIGATION_BAR_DP * self.density + 0.5)

    def windows(self) -> list[Window]:
        """All windows, the lowest first, up to date."""
        self.refresh()
        return self._windows

    def refresh(self) -> None:
        """Rebuilds and lays out what has changed since the last time.

        This also gives the focus away, drops what closed windows kept, and moves what is flung.
        So that none of that depends on when somebody looks, every input event and every movement
        of the clock begins with it.
        """
        state = self._state
        # What is built or moved below asks for windows too; it gets them as far as they are.
        if self._refreshing:
            return
        self._refreshing = True
        try:
            for _ in range(_ATTEMPTS):
                try:
                    if self._seen_revision != state.total_revision:
                        self._refresh()
                    if any([move() for move in self._moving]):
                        self._refresh()
                    break
                except Exception as error:  # a listener of a view, say: builds have their own guard
                    self._seen_revision = -1
                    self.host.blame(error)
        except BaseException:
            self._seen_revision = -1
            raise
        finally:
            self._refreshing = False

    @property
    def screen_revision(self) -> int:
        """Moves when what is drawn may have: the views, or which of them a finger is on.

        The latter is looked at here only, so that a finger costs nothing while nobody looks.
        """
        pressed = self.pressed()
        slide = self.transitions.slide(self._frame_size[0])
        if pressed != self._shown_pressed or slide != self._shown_slide:
            self._shown_pressed, self._shown_slide = pressed, slide
            self._presses += 1
        return self.tree_revision + self._presses

    def on_refresh(self, move: Callable[[], bool]) -> None:
        """Registers what moves with time: brings it to its place, and returns whether it moved."""
        self._moving.append(move)

    def _refresh(self) -> None:
        self.host.tidy()
        # What is built can change what others have read: the bars' colours, the focus.
        for _ in range(8):
            self._seen_revision = self._state.total_revision
            self._refresh_once()
            self._give_focus()
            if self._seen_revision == self._state.total_revision:
                break

    def _refresh_once(self) -> None:
        old, transitions = self._windows, self.transitions
        self._frame_size = self.size
        other, adopt = transitions.begin()
        if other:
            self._built.clear()
        system_windows = self.host.system_windows
        windows: list[Window] = []
        keyboard: list[Window] = []
        changed = self._lit != self._system.display.on
        self._lit = self._system.display.on
        self._keyboard_top = None
        # The keyboard comes first, because applications make room for it.
        for controller in system_windows:
            if controller.LAYER == IME_LAYER:
                fresh, made = self._controller(type(controller).__name__, controller)
                changed |= fresh
                keyboard += made
        for window in keyboard:
            top = window.bounds[1]
            self._keyboard_top = top if self._keyboard_top is None else min(top, self._keyboard_top)
        changed |= self._refresh_activities(windows, adopt)
        windows += keyboard
        for controller in system_windows:
            if controller.LAYER != IME_LAYER:
                fresh, made = self._controller(type(controller).__name__, controller)
                changed |= fresh
                windows += made
        if transitions.on:
            windows = transitions.arrived(windows, adopt=adopt)
            transitions.load(adopt=adopt)
        windows = self._keyboard_over_field(windows, keyboard)
        if not changed:
            # Windows are compared by identity.
            changed = windows != old
        if changed:
            self._windows = windows
            for number, window in enumerate(windows):
                window.id = number + 1
            self.tree_revision += 1
            alive = {window.owner for window in windows}
            gone = [o for o in self._built if isinstance(o, int) and o not in alive]
            for owner in gone[:-_KEPT_OWNERS]:
                del self._built[owner]

    def _keyboard_over_field(self, windows: list[Window], keyboard: list[Window]) -> list[Window]:
        """Puts the keyboard over the window that it types into, where that lies above it."""
        focus = self.focus.get()
        if not keyboard or focus is None:
            return windows
        rest = [window for window in windows if window.layer != IME_LAYER]
        for index, window in enumerate(rest):
            if window.key == focus[0] and window.layer > IME_LAYER:
                return [*rest[: index + 1], *keyboard, *rest[index + 1 :]]
        return windows

    def _refresh_activities(self, into: list[Window], adopt: bool) -> bool:
        """Brings the visible activities up to date; returns whether any window of them is new."""
        changed = False
        bars = (False, False, False)
        records, starting = self._system.activities.visible(), None
        if self.transitions.on and records:
            records, starting = self.transitions.scene(records, adopt=adopt)
        for record in records:
            current = self._system.activities.record(record.token)
            if current is None or not current.created:
                continue  # it has crashed
            activity = self.host.activity(record)
            fresh, made = self._controller(record.token, activity)
            changed |= fresh
            into += made
            built = self._built.get(record.token)
            if built and isinstance(built[0].product, Screen):
                bars = _bars(built[0].product, activity.theme())
        if starting is not None:
            activity = self.host.activity(starting)
            bars = _bars(Screen(View()), activity.theme())
            changed |= self._show_starting(activity, into)
        if bars != self.bars.peek():
            self.bars.set(bars)
        return changed

    def _show_starting(self, activity: Activity, into: list[Window]) -> bool:
        """Shows what stands for an app's first window until there is one: its icon."""
        from android_gym.simulator.ui.icons import AppIcon

        manifest, display = activity.context.manifest, self._system.display
        key = (activity.token, STARTING)
        look = (activity.theme(), display.density, display.font_scale)
        window = self._starting
        if window is None or window.key != key or self._starting_look != look:
            icon = View(width=108, height=108, gravity="center", background=AppIcon(*manifest.icon))
            root = FrameLayout([icon], width=MATCH, height=MATCH, background="background")
            overlay = Overlay(root, STARTING, width=MATCH, height=MATCH, accessible=False)
            ui = self._ui(key, manifest.package, *look)
            window = Window(key, activity, 0, overlay, root, ui, f"Splash Screen {manifest.label}")
            self._starting, self._starting_look = window, look
        return self._bring_up(window, into)

    def _controller(
        self, owner: Hashable, controller: Controller[Any]
    ) -> tuple[bool, list[Window]]:
        """Returns whether any window of the controller is new, and its windows.

        An app that fails to build or lay out its windows crashes. What comes back all the same,
        such as a part of SystemUI, has no window until something that it had read has changed.
        """
        try:
            return self._bring_up_to_date(owner, controller)
        except Exception as error:
            known = self._built.setdefault(owner, [])
            if self._failing is not None:
                known[:] = [_Built(controller, None, self._failing)]
            else:
                known[1:] = []
                known[0].windows, known[0].product = [], None
            self._failing = None
            name = type(controller).__name__
            self.host.crash(controller.context.package, error, f"{name}: build")
            return True, []

    def _bring_up_to_date(
        self, owner: Hashable, controller: Controller[Any]
    ) -> tuple[bool, list[Window]]:
        known = self._built.setdefault(owner, [])
        if isinstance(owner, int):
            self._built[owner] = self._built.pop(owner)  # the last one used goes last
        built = known[0] if known else None
        rebuilt = built is None or built.controller is not controller or built.seen.changed()
        if rebuilt:
            built = self._recurring(known, controller)
        if built is None:
            with self._state.observe() as seen:
                self._failing = seen
                product = controller.build()  # type: ignore[attr-defined]
                if isinstance(product, View):
                    product = Screen(product)
                theme = controller.theme()
                frame = (self.size, self.density, self._system.display.font_scale)
                built = _Built(controller, product, seen)
                built.windows = self._make(owner, controller, product, theme, frame)
            self._failing = None
            seen.keep_values()
            known.insert(0, built)
            del known[_KEPT:]
        fresh = rebuilt
        windows: list[Window] = []
        for window in built.windows:
            anchored = window.overlay is not None and window.overlay.anchor is not None
            fresh |= self._bring_up(window, windows, moved=fresh and anchored)
        if fresh:
            built.all_windows = windows
            self._forget_windows(owner, windows)
        return fresh, built.all_windows

    @staticmethod
    def _recurring(known: list[_Built], controller: Controller[Any]) -> _Built | None:
        """Finds what was built from the very state that is there now, and puts it first."""
        for index, built in enumerate(known):
            if built.controller is controller and built.seen.recurred():
                known.insert(0, known.pop(index))
                return built
        return None

    def _bring_up(self, window: Window, into: list[Window], *, moved: bool = False) -> bool:
        """Lays out a window and its popups where that is due; returns whether it was."""
        seen = window.ui.seen
        stale = seen is None or (seen.changed() and not seen.recurred())
        resized = stale or moved or window.frame != self._frame(window)
        scrolled = window.ui.moved or window.scrolled is None or window.scrolled.changed()
        fresh = resized or scrolled
        if fresh:
            if resized:
                self._layout(window, attach=stale)
            else:
                window._items = window.elements = None
                with self._state.observe(seen):
                    window.root.layout(*window.bounds)
            window.ui.moved = False
            with self._state.observe() as window.scrolled:
                self._state.depend(("scroll", window.key))
            if stale:
                window.popups = [self._popup(window, popup) for popup in window.ui.popups]
        into.append(window)
        for popup in window.popups:
            fresh |= self._bring_up(popup, into, moved=fresh)
        return fresh

    def _ui(
        self,
        key: tuple[Hashable, Hashable],
        package: str,
        theme: Theme,
        density: float,
        font_scale: float,
    ) -> Ui:
        state, states, focus = self._state, self.view_states, self.focus
        return Ui(key, package, theme, density, font_scale, state, states, focus, self)

    def _popup(self, window: Window, popup: Overlay) -> Window:
        ui = window.ui
        key = (window.owner, ("popup", window.key[1], popup.key))
        own = self._ui(key, ui.package, ui.theme, ui.density, ui.font_scale)
        return Window(key, window.controller, window.layer, popup, popup.content, own, popup.title)

    def _forget_windows(self, owner: Hashable, windows: Sequence[Window] = ()) -> None:
        """Drops what an owner's views keep outside `windows`: a dialog opened again begins anew."""
        states = self.view_states.peek()
        kept = {window.key for window in windows}
        self.transitions.forget(owner, kept)
        for key in [key for key in states if key[0] == owner and key not in kept]:
            states = states.delete(key)
            self._state.forget(("views", key))
            self._state.forget(("scroll", key))
        self.view_states.set(states)

    def _make(
        self, owner: Hashable, controller: Controller[Any], product: Any, theme: Any, frame: Any
    ) -> list[Window]:
        package = controller.context.package
        _, density, font_scale = frame
        windows = []

        def ui_of(name: Hashable) -> Ui:
            return self._ui((owner, name), package, theme, density, font_scale)

        if isinstance(controller, SystemWindow):
            layer = controller.LAYER
            if product is not None:
                ui = ui_of(product.key)
                windows.append(
                    Window(
                        ui.window, controller, layer, product, product.content, ui, product.title
                    )
                )
            return windows
        if not isinstance(product, Screen):
            raise SimulatorError(
                f"{type(controller).__name__}.build() must return a View or a Screen, "
                f"got {type(product).__name__}."
            )
        ui = ui_of("main")
        root = _Decor(product, self, product.snackbar or self._snackbar_view(owner, controller))
        title = product.title or controller.context.manifest.label
        windows.append(Window(ui.window, controller, 0, None, root, ui, title))
        for overlay in (*product.overlays, *controller.dialog_windows()):
            if overlay is not None:
                ui = ui_of(overlay.key)
                windows.append(
                    Window(ui.window, controller, 0, overlay, overlay.content, ui, overlay.title)
                )
        return windows

    # -- layout

    def _frame(self, window: Window) -> tuple[Any, ...]:
        """What the place of a window depends on besides its views."""
        return self._frame_size, self._keyboard_top if window.layer < IME_LAYER else None

    def _bottom_limit(self) -> int:
        return self._keyboard_top if self._keyboard_top is not None else self.size[1]

    def _layout(self, window: Window, *, attach: bool) -> None:
        window._items = window.elements = None
        window.frame = self._frame(window)
        root, ui = window.root, window.ui
        with self._state.observe(None if attach else ui.seen) as seen:
            ui.size = self.size
            if attach:
                ui.popups.clear()
                ui.back.clear()
                ui.fields.clear()
                root.attach(ui, None, window.key[1])
            # What a root wants depends on the bars and the keyboard too.
            root._spec = None
            width, height = self.size
            overlay = window.overlay
            if overlay is None:
                root.measure(width, EXACTLY, height, EXACTLY)
                root.layout(0, 0, width, height)
            else:
                self._layout_overlay(window, overlay, width, height)
            window.bounds = root.bounds
        if attach:
            seen.keep_values()
            ui.seen = seen

    def _layout_overlay(self, window: Window, overlay: Overlay, width: int, height: int) -> None:
        root, ui = window.root, window.ui
        x0, y0, x1, y1 = ui.insets(overlay.margin)
        if window.layer < IME_LAYER and overlay.above_keyboard:
            height = min(height, self._bottom_limit())
        room_x, room_y = max(0, width - x0 - x1), max(0, height - y0 - y1)
        w, wm = _overlay_spec(ui, root.width if overlay.width == WRAP else overlay.width, room_x)
        h, hm = _overlay_spec(ui, root.height if overlay.height == WRAP else overlay.height, room_y)
        root.measure(w, wm, h, hm)
        w, h = root.measured
        anchor = self._anchor(window, overlay)
        if anchor is not None:
            dx, dy = (ui.px(v) for v in overlay.anchor_offset)
            x = anchor[0] + dx
            if "end" in overlay.gravity:
                x = anchor[2] - w - dx
            elif "center_horizontal" in overlay.gravity:
                x = (anchor[0] + anchor[2] - w) // 2
            y = (anchor[1] if overlay.over_anchor else anchor[3]) + dy
            if overlay.above_anchor:
                above = anchor[1] - h - dy
                y = above if above >= self.status_bar_height else y + ui.px(_HANDLE_DP)
            if y + h > height - y1:
                y = max(y0, min(y, height - y1 - h))
            x = max(x0, min(x, width - x1 - w))
        else:
            x = place(overlay.gravity, x0, width - x1, w, "x")
            y = place(overlay.gravity, y0, height - y1, h, "y")
        root.layout(x, y, x + w, y + h)

    def _anchor(self, window: Window, overlay: Overlay) -> Rect | None:
        if overlay.anchor is None:
            return None
        if not isinstance(overlay.anchor, str):
            return overlay.anchor()
        for other in self._built[window.owner][0].windows:
            if other is not window:
                for view in other.root.walk():
                    if overlay.anchor in (view.id, view.key, view.resource_name):
                        return view.bounds
        # The first pass of a rebuild: the main window of this owner is not laid out yet.
        return None

    # -- drawing

    def items(self) -> list[DisplayItem]:
        """All that is drawn, the lowest first."""
        screen = (0, 0, *self.size)
        items: list[DisplayItem] = []
        pressed = self._shown_pressed
        sliding, distance = self._shown_slide
        for window in self.windows():
            if distance and window.owner == sliding:
                items += _slid(window, distance, screen)
            else:
                items += window.items(screen)
            if pressed is not None and pressed[0] == window.key:
                items += _ripple(window.root.find(pressed[1]), screen)
        return items

    # -- finding

    def window_at(self, x: float, y: float) -> Window | None:
        """Returns the window that a touch goes to; a modal one takes touches outside it too."""
        for window in reversed(self.windows()):
            if not window.touchable:
                continue
            x0, y0, x1, y1 = window.bounds
            if x0 <= x < x1 and y0 <= y < y1:
                if window.layer == 0 or window.root.hit(x, y) is not None:
                    return window
            if window.modal:
                return window
        return None

    def window(self, key: Hashable) -> Window | None:
        """Finds a window by key."""
        for window in self.windows():
            if window.key == key:
                return window
        return None

    def view(self, key: Hashable, path: Path) -> View | None:
        """Finds a view by the key of its window and its path."""
        window = self.window(key)
        return window.root.find(path) if window is not None else None

    def top_focusable(self) -> Window | None:
        """Returns the window that keys go to."""
        for window in reversed(self.windows()):
            if window.focusable:
                return window
        return None

    def _covered(self, key: Hashable) -> bool:
        """Whether a modal window takes the keys from this one."""
        for window in reversed(self._windows):
            if window.key == key:
                return False
            if window.modal and window.focusable:
                return True
        return False

    def accessible_windows(self) -> list[Window]:
        """Windows that accessibility services see, lowest first: none below a modal one."""
        found: list[Window] = []
        for window in reversed(self.windows()):
            left, top, right, bottom = window.bounds
            if window.accessible and left < right and top < bottom:
                found.append(window)
            if window.modal:
                break
        found.reverse()
        return found

    def forget(self, token: int) -> None:
        """Drops the view states of a finished activity."""
        self._forget_windows(token)
        focus = self.focus.get()
        if focus is not None and focus[0][0] == token:
            self.hide_keyboard(drop_focus=True)
        greeted = self._greeted.get()
        kept = frozenset(name for name in greeted if name[0][0] != token)
        if len(kept) < len(greeted):
            self._greeted.set(kept)
        wanted = self._wanted.get()
        if wanted is not None and wanted[0] == token:
            self._wanted.set(None)
        self.hide_snackbar(token)

    def forget_finished(self) -> None:
        """Drops what views keep of activities that are gone without having been finished."""
        tokens = {key[0] for key in self.view_states.peek()} | set(self._snackbars.peek())
        for token in sorted(token for token in tokens if isinstance(token, int)):
            if self._system.activities.record(token) is None:
                self.forget(token)

    # -- focus and keyboard

    @property
    def keyboard_shown(self) -> bool:
        """Whether the keyboard is on screen."""
        self.refresh()
        ime = self._ime.get()
        return ime.shown and not ime.timer

    @property
    def keyboard_top(self) -> int | None:
        """Upper edge of the keyboard in pixels, None while it is hidden."""
        return self._keyboard_top

    def focused_field(self) -> EditText | None:
        """Returns the text field that has the focus, and whose window gets keys."""
        self.refresh()
        focus = self.focus.get()
        if focus is None or self._covered(focus[0]):
            return None
        view = self.view(*focus)
        return view if isinstance(view, EditText) else None

    def editor(self) -> EditorInfo | None:
        """Describes the focused field for the keyboard; None where no field has the focus."""
        return self._ime.get().editor

    def focus_view(self, window: Window, view: View, *, keyboard: bool = True) -> None:
        """Gives a view the focus; a text field gets the keyboard too."""
        before = self.focused_field()
        target = (window.key, view.path)
        if self.focus.get() != target:
            self.focus.set(target)
            if before is not None and before.on_focus_change is not None:
                self.call(before.ui.package, before.on_focus_change, False)
            if isinstance(view, EditText) and view.on_focus_change is not None:
                self.call(window.package, view.on_focus_change, True)
        if keyboard and isinstance(view, EditText) and view.soft_keyboard:
            self._show_keyboard(view)

    def _show_keyboard(self, field: EditText) -> None:
        ime, timer = self._ime.peek(), 0
        if self.transitions.on and not ime.shown:
            delay = self._system.latency.draw("keyboard")
            timer = self._system.clock.schedule(delay, "keyboard") if delay else 0
        self._ime.update(shown=True, editor=_editor_info(field), timer=timer or ime.timer)

    def request_focus(self, token: int | str, field_id: str, *, keyboard: bool = True) -> None:
        """Focuses a field of an activity, or of a system window given by class name."""
        self._wanted.set((token, field_id, keyboard))

    def hide_keyboard(self, *, drop_focus: bool = False) -> None:
        """Hides the keyboard."""
        if self._ime.peek().timer:
            self._system.clock.cancel(self._ime.peek().timer)
        self._ime.update(shown=False, timer=0)
        if drop_focus:
            self.focus.set(None)

    def _give_wanted_focus(self) -> bool:
        """Focuses the field that an activity asked for, if it is there by now."""
        wanted = self._wanted.peek()
        if wanted is None:
            return False
        for window in self._windows:
            if window.owner == wanted[0]:
                for field in window.ui.fields:
                    if field.id == wanted[1]:
                        self._wanted.set(None)
                        self.focus_view(window, field, keyboard=wanted[2])
                        return True
        return False

    def _give_focus(self) -> None:
        """Focuses what asked for it; drops the focus of what is gone; tells the keyboard."""
        focus = self.focus.get()
        view: View | None = None
        if focus is not None:
            window = next((w for w in self._windows if w.key == focus[0]), None)
            view = window.root.find(focus[1]) if window is not None else None
            if view is None:
                # A field that scrolled out of a list keeps the keyboard on Android only as long as
                # its row lives; here too.
                self.hide_keyboard(drop_focus=True)
            elif self._ime.get().shown and self._covered(focus[0]):
                # A dialog has come between the field and the keys.
                self.hide_keyboard()
        self._ime.update(editor=_editor_info(view) if isinstance(view, EditText) else None)
        if self._give_wanted_focus():
            return
        greeted = self._greeted.get()
        present = {window.key for window in self._windows}
        offered: set[Any] = set()
        for window in self._windows:
            if window.layer >= IME_LAYER:
                continue
            fields = [field for field in window.ui.fields if field.autofocus]
            names = {(window.key, field.path) for field in fields}
            offered |= names
            if fields and not names & greeted:
                self._greeted.set(greeted | names)
                self.focus_view(window, fields[0])
                return
        # A field that comes back is offered the focus anew; an activity that does, is not.
        gone = {name for name in greeted - offered if name[0] in present or name[0][1] != "main"}
        if gone:
            self._greeted.set(greeted - gone)

    # -- keys

    def back(self) -> None:
        """Does what BACK does: keyboard, panels, dialogs, then the activity."""
        window = self.top_focusable()
        toolbar = self.text_toolbar.get()
        if toolbar is not None:
            self.text_toolbar.set(None)
            field = self.view(*toolbar)
            if isinstance(field, EditText):
                field.select(max(field.selection), max(field.selection))
            return
        if self.keyboard_shown:
            self.hide_keyboard()
            return
        if window is None:
            return
        controller = window.controller
        if isinstance(controller, SystemWindow):
            self.call(window.package, controller.on_back)
        elif isinstance(controller, Activity):
            for handler in reversed(window.ui.back):
                if self.call(window.package, handler):
                    return
            if window.overlay is not None:
                self.dismiss(window)
                return
            if not self.call(window.package, controller.on_back):
                self._finish_by_back(controller)

    def call(
        self, package: str, function: Callable[..., _T], *arguments: Any
    ) -> _T | Literal[True]:
        """Calls a function of an app; returns what that does, True where the app has crashed."""
        result: _T | Literal[True] = True
        with self.host.process(package, getattr(function, "__qualname__", repr(function))):
            result = function(*arguments)
        return result

    def _finish_by_back(self, activity: Activity) -> None:
        activities = self._system.activities
        task = activities.task_of(activity.token)
        if task is None:
            return
        if task.home and len(task.records) == 1:
            return
        if len(task.records) == 1 and "android.intent.category.LAUNCHER" in task.intent.categories:
            # Since Android 12, BACK on a root launcher activity only sends its task back.
            activities.move_to_back(task.id)
            return
        self.transitions.finish(activity.token)

    def go_home(self) -> None:
        """Does what HOME does."""
        self._system.status_bar.collapse()
        self.hide_keyboard(drop_focus=True)
        self._system.activities.home()

    def recents(self) -> None:
        """Shows the recently used tasks, if there is an app that does."""
        self._system.status_bar.collapse()
        self.hide_keyboard(drop_focus=True)
        self._system.activities.start(Intent(action="com.android.systemui.recents.TOGGLE_RECENTS"))

    # -- text selection toolbar

    def show_text_toolbar(self, window: Window, field: EditText) -> None:
        """Shows cut, copy, paste over a field."""
        self.text_toolbar.set((window.key, field.path))

    def hide_text_toolbar(self, window: Window) -> None:
        """Hides it, when the touch was not on the toolbar itself, nor on the keyboard."""
        name = window.key[1]
        on_toolbar = isinstance(name, tuple) and name[-1] == TEXT_TOOLBAR
        if window.layer == 0 and not on_toolbar:
            self.text_toolbar.set(None)

    @property
    def clipboard_text(self) -> str:
        """What could be pasted."""
        return self._system.clipboard.text or ""

    def text_action(self, action: str) -> None:
        """Carries out "cut", "copy", "paste", "share" or "select_all" on the toolbar's field."""
        target = self.text_toolbar.get()
        view = self.view(*target) if target is not None else None
        if not isinstance(view, EditText):
            self.text_toolbar.set(None)
            return
        clipboard = self._system.clipboard
        start, end = sorted(view.selection)
        if action in ("cut", "copy") and start != end and not view.hidden:
            clipboard.set_text(view.text[start:end])
        if action == "cut" and start != end:
            view.delete()
        elif action == "copy":
            view.select(end, end)
        elif action == "paste":
            view.insert(clipboard.text or "")
        elif action == "share":
            intent = Intent(
                action="android.intent.action.SEND",
                type="text/plain",
                extras=Map({"android.intent.extra.TEXT": view.text[start:end]}),
            )
            self._system.activities.start(intent)
        elif action == "select_all":
            view.select(0, len(view.text))
            return
        self.text_toolbar.set(None)

    # -- snackbars

    def snackbar(self, token: int) -> Snack | None:
        """Returns the snackbar that an activity shows."""
        return self._snackbars.get().get(token)

    def show_snackbar(self, token: int, snack: Snack, duration_ms: int) -> None:
        """Shows a snackbar for a time (for ever where that is 0)."""
        self.hide_snackbar(token)
        timer = 0
        if duration_ms > 0:
            timer = self._system.clock.schedule(duration_ms, "snackbar", token)
        self._snackbars.set(self._snackbars.peek().set(token, replace(snack, timer=timer)))

    def hide_snackbar(self, token: int) -> None:
        """Takes an activity's snackbar away."""
        shown = self._snackbars.peek()
        snack = shown.get(token)
        if snack is not None:
            self._system.clock.cancel(snack.timer)
            self._snackbars.set(shown.delete(token))

    def _snackbar_view(self, token: Hashable, activity: Controller[Any]) -> View | None:
        snack = self.snackbar(token) if isinstance(token, int) else None
        if snack is None or not isinstance(token, int):
            return None
        from android_gym.simulator.ui.components import Snackbar

        def act() -> None:
            self.hide_snackbar(token)
            if snack.method:
                activity.run_callback(snack.method, snack.arguments)

        return Snackbar(
            snack.text,
            action=snack.action or None,
            on_action=act,
            bottom=snack.bottom,
            on_dismiss=lambda: self.hide_snackbar(token),
        )

    def dismiss(self, window: Window) -> bool:
        """Dismisses a cancelable overlay, as BACK or a touch outside does."""
        overlay = window.overlay
        if overlay is None or not overlay.cancelable:
            return False
        if overlay.on_dismiss is not None:
            self.call(window.package, overlay.on_dismiss)
        return True

    def editor_action(self) -> None:
        """Does what the keyboard's action key does."""
        field = self.focused_field()
        if field is None:
            return
        if field.on_editor_action is not None:
            self.call(field.ui.package, field.on_editor_action)
            if field.ime_action in ("done", "search", "go", "send") and self._ime.get().shown:
                if field.ime_action != "send":
                    self.hide_keyboard()
            return
        if field.ime_action == "next" and self.focus_next():
            return
        self.hide_keyboard()

    def focus_next(self, step: int = 1) -> bool:
        """Moves the focus to the next (or previous) text field of the window."""
        focus = self.focus.get()
        window = self.top_focusable() if focus is None else self.window(focus[0])
        if window is None:
            return False
        fields = [v for v in window.root.walk() if isinstance(v, EditText) and v.enabled]
        if not fields:
            return False
        paths = [view.path for view in fields]
        if focus is None or focus[1] not in paths:
            self.focus_view(window, fields[0])
            return True
        index = paths.index(focus[1]) + step
        if not 0 <= index < len(fields):
            return False
        self.focus_view(window, fields[index])
        return True


def _overlay_spec(ui: Ui, wanted: float, room: int) -> tuple[int, int]:
    if wanted == MATCH:
        return room, EXACTLY
    if wanted >= 0:
        return min(room, ui.px(wanted)), EXACTLY
    return room, AT_MOST


class _Content(FrameLayout):
    """What an activity gives to show; nothing of it is drawn under the bars."""

    CLIPS = True


def _bars(screen: Screen, theme: Theme) -> tuple[bool, bool, bool]:
    """What the system's bars must know of the screen below them; see `WindowManager.bars`."""
    from android_gym.simulator.ui.theme import on_color

    light = (not theme.dark) if screen.light_bars is None else screen.light_bars
    handle = light
    if screen.navigation_bar is not None:
        handle = on_color(theme.resolve(screen.navigation_bar)) == 0xFF000000
    return light, handle, screen.full_screen


class _Decor(FrameLayout):
    """The root of an activity's window, with the frames every activity has on Android."""

    def __init__(self, screen: Screen, windows: WindowManager, snackbar: View | None) -> None:
        self._screen = screen
        self._windows = windows
        self._content = _Content(
            [screen.content, snackbar], id="android:id/content", width=MATCH, height=MATCH
        )
        self._content.CLIPS = not screen.content.FITS
        column = LinearLayout([self._content], orientation="vertical", width=MATCH, height=MATCH)
        self._bars = [
            View(
                background=color,
                width=MATCH,
                height=0,
                important_for_accessibility="no_hide_descendants",
            )
            for color in (screen.status_bar, screen.navigation_bar)
            if color is not None and screen.edge_to_edge is not True
        ]
        self._above = screen.status_bar is not None
        children: list[View | None] = [*self._bars, column]
        super().__init__(children, background=screen.background)

    def insets(self) -> tuple[int, int]:
        """Pixels that the content keeps free at the top and the bottom."""
        windows, screen = self._windows, self._screen
        height = windows.size[1]
        top = 0 if screen.edge_to_edge or screen.full_screen else windows.status_bar_height
        bottom = 0 if screen.edge_to_edge is True else windows.navigation_bar_height
        if screen.resize and windows._keyboard_top is not None:
            bottom = max(bottom, height - windows._keyboard_top)
        return top, bottom

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Offers the content what the bars and the keyboard leave."""
        top, bottom = self.insets()
        self._inset = (top, bottom)
        column = self._children[-1]
        column.measure(width, EXACTLY, max(0, height - top - bottom), EXACTLY)
        return width, height

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Places the content between the bars."""
        View.layout(self, left, top, right, bottom)
        above, below = self._inset
        self._children[-1].layout(left, top + above, right, max(top + above, bottom - below))
        for bar in self._bars:
            if bar is self._bars[0] and self._above:
                bar.layout(left, top, right, top + self._windows.status_bar_height)
            else:
                bar.layout(left, bottom - self._windows.navigation_bar_height, right, bottom)
