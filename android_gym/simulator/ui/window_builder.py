"""Builds windows from controllers, and lays them out, whenever what they read has changed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any, Final

from immutables import Map

from android_gym.errors import DeviceError, SimulatorError
from android_gym.simulator.state import Observation, Slot, State, Watch, changed_fields
from android_gym.simulator.ui.activity import Activity, Controller, Overlay, Screen, SystemWindow
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout
from android_gym.simulator.ui.transitions import STARTING, Transitions
from android_gym.simulator.ui.ui import Kept, Path, Ui
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.window import Decor, Window, bar_colors

if TYPE_CHECKING:
    from android_gym.simulator.system.display import Display
    from android_gym.simulator.system.words import Words
    from android_gym.simulator.ui.snackbars import Snackbars
    from android_gym.simulator.ui.theme import Theme
    from android_gym.simulator.ui.window_layout import WindowLayout
    from android_gym.simulator.ui.windows import WindowManager

__all__ = ["Built", "WindowBuilder"]

_KEPT: Final = 32
"""Most builds that are kept of one controller, each for the state that it was made from."""

_KEPT_NOTHING: Final = 8
"""Most builds without windows that are kept of one controller."""

_KEPT_IN_ALL: Final = 480
"""Most builds that are kept of all controllers, by last use; each takes about 0.04 MB."""


class Built:
    """The result of one build, and everything that was read for it.

    Attributes:
        controller: The controller that built it.
        product: The result of `build`.
        seen: Everything that the build read.
        windows: The windows made from it.
        all_windows: These windows, each followed by the popups that its views have opened.
        watch: Watches everything that the build and its windows read; None until they are up to
            date.
        observations: The observations that are watched.
        bars: Appearance of the system's bars over an activity; see `WindowManager.bars`.
        used: Increasing number that tells when it was last brought to the screen.
    """

    __slots__ = (
        "all_windows", "bars", "controller", "observations", "product", "seen", "used", "watch",
        "windows",
    )  # fmt: skip

    def __init__(self, controller: Controller[Any], product: Any, seen: Observation) -> None:
        self.controller = controller
        self.product = product
        self.seen = seen
        self.windows: list[Window] = []
        self.all_windows: list[Window] = []
        self.observations: list[Observation] = []
        self.watch: Watch | None = None
        self.bars = (False, False, False)
        self.used = 0


class _Group:
    """Controllers that rarely change, and that share one watch while all of them are up to date.

    Attributes:
        windows: Their windows.
        watch: Watches everything that they and their windows have read.
    """

    __slots__ = ("watch", "windows")

    def __init__(self, windows: list[Window], watch: Watch) -> None:
        self.windows = windows
        self.watch = watch


class WindowBuilder:
    """Builder of the controllers' windows, which it reuses while nothing that they read changes.

    Args:
        state: The root of state.
        display: Size, density and font scale of the screen.
        layout: Lays out windows.
        snackbars: The snackbars of activities.
        transitions: Told about windows that are gone.
        focus: Window and path of the focused view, or None.
        manager: The window manager that views get.
        crash: Called with package, error and place if an app fails to build its windows.

    Attributes:
        view_states: Class names and stored states of views, by key of their window and by path.
    """

    def __init__(
        self,
        state: State,
        display: Display,
        layout: WindowLayout,
        snackbars: Snackbars,
        transitions: Transitions,
        focus: Slot[tuple[Any, Path] | None],
        manager: WindowManager,
        crash: Callable[[str, Exception, str], None],
    ) -> None:
        self._state = state
        self._display = display
        self._layout = layout
        self._snackbars = snackbars
        self._transitions = transitions
        self._focus = focus
        self._manager = manager
        self._crash = crash
        self.view_states: Slot[Map[tuple[Hashable, Hashable], Map[Path, Kept]]] = state.slot(
            "views",
            Map(),
            holds=Map[tuple[Hashable, Hashable], Map[Path, Kept]],
            observable=False,
        )
        # Current builds by owner.
        self._built: dict[Hashable, Built] = {}
        # By controller: the current or latest build first, then earlier ones, since the same state
        # may recur, even in another episode.
        self._kept: dict[Controller[Any], list[Built]] = {}
        self._uses = 0
        # Likewise for builds without windows, which are small and mustn't crowd out the others.
        self._kept_nothing: dict[Controller[Any], list[Built]] = {}
        # By controllers that are brought up to date together.
        self._groups: dict[tuple[Controller[Any], ...], _Group] = {}
        # What the build in progress has read: all that is left of it if it raises an exception.
        self._failing: Observation | None = None
        # The starting window shown last, and the look that it was made for.
        self._starting: Window | None = None
        self._starting_look: tuple[Any, ...] = ()
        # Controllers that wrote state while being built, and what they wrote; None unless
        # requested.
        self._watched: list[tuple[Controller[Any], list[str]]] | None = None

    def latest(self, owner: Hashable) -> Built | None:
        """Return the latest build of an owner."""
        return self._built.get(owner)

    def clear(self) -> None:
        """Drop all builds."""
        self._built.clear()
        self._kept.clear()
        self._kept_nothing.clear()
        self._groups.clear()

    def tidy(self, windows: Sequence[Window]) -> None:
        """Drop the builds of activities that are no longer on screen.

        Args:
            windows: All windows on screen.
        """
        alive = {window.owner for window in windows}
        gone = [owner for owner in self._built if isinstance(owner, int) and owner not in alive]
        for owner in gone:
            del self._built[owner]

    def writers(self, refresh: Callable[[], None]) -> list[tuple[Controller[Any], list[str]]]:
        """Find the controllers that write state while they are built.

        Args:
            refresh: Brings all windows up to date once.

        Returns:
            Each such controller, with the names of the state that it wrote.
        """
        watched: list[tuple[Controller[Any], list[str]]] = []
        self._watched = watched
        try:
            refresh()
        finally:
            self._watched = None
        return watched

    def _bring_watched(
        self,
        owner: Hashable,
        controller: Controller[Any],
        watched: list[tuple[Controller[Any], list[str]]],
    ) -> tuple[bool, list[Window]]:
        before = self._state.values()
        result = self._bring_guarded(owner, controller)
        moved = changed_fields(before, self._state.values())
        if moved:
            watched.append((controller, moved))
        return result

    def bring(self, owner: Hashable, controller: Controller[Any]) -> tuple[bool, list[Window]]:
        """Bring the windows of a controller up to date.

        If a controller fails to build or lay out its windows, its app crashes. A controller that
        comes back nevertheless, like a part of SystemUI, has no windows until something that it
        read has changed.

        Args:
            owner: Token of the activity, or class name of the system window.
            controller: The activity or system window.

        Returns:
            True if any of its windows is new or changed; and its windows.
        """
        if self._watched is not None:
            return self._bring_watched(owner, controller, self._watched)
        known = self._built.get(owner)
        if known is not None and known.controller is controller and self._is_quiet(known):
            return False, known.all_windows
        return self._bring_guarded(owner, controller)

    def bring_all(self, controllers: tuple[SystemWindow[Any], ...]) -> tuple[bool, list[Window]]:
        """Bring the windows of several parts of the system up to date; one check if none changed.

        Args:
            controllers: Must be the same tuple each time.

        Returns:
            The same as `bring`.
        """
        group = self._groups.get(controllers)
        if (
            group is not None
            and self._watched is None
            and group.watch.quiet()
            and self._stand(group.windows)
        ):
            return False, group.windows
        mark = self._state.mark
        fresh = False
        windows: list[Window] = []
        for controller in controllers:
            new, made = self.bring(type(controller).__name__, controller)
            fresh |= new
            windows += made
        built = [self._built[type(controller).__name__] for controller in controllers]
        self._groups.pop(controllers, None)
        if all(each.watch is not None for each in built):  # none has crashed
            observations = [seen for each in built for seen in each.observations]
            self._groups[controllers] = _Group(windows, Watch(self._state, mark, observations))
        return fresh, windows

    def _bring_guarded(
        self, owner: Hashable, controller: Controller[Any]
    ) -> tuple[bool, list[Window]]:
        try:
            return self._bring_up_to_date(owner, controller)
        except DeviceError:  # the device itself failed, not the app's code
            raise
        except Exception as error:
            if self._failing is not None:
                failed = Built(controller, None, self._failing)
            else:
                failed = self._built[owner]
                failed.windows, failed.product, failed.watch = [], None, None
            self._built[owner] = failed
            self._kept[controller] = [failed]
            self._kept_nothing.pop(controller, None)
            self._failing = None
            name = type(controller).__name__
            self._crash(controller.context.package, error, f"{name}: build")
            return True, []

    def _bring_up_to_date(
        self, owner: Hashable, controller: Controller[Any]
    ) -> tuple[bool, list[Window]]:
        before = self._built.get(owner)
        built = before
        mark = self._state.mark
        rebuilt = built is None or built.controller is not controller or built.seen.changed()
        if rebuilt:
            built = self._recurring(controller)
        if built is None:
            with self._state.observe() as seen:
                self._failing = seen
                product = controller.build()
                if isinstance(product, View):
                    product = Screen(product)
                theme = controller.theme()
                frame = (
                    self._layout.known_size,
                    self._display.density,
                    self._display.font_scale,
                    self._display.right_to_left,
                    controller.context.system.locales.words(controller.context.package),
                )
                built = Built(controller, product, seen)
                if isinstance(product, Screen):
                    built.bars = bar_colors(product, theme)
                built.windows = self._make(owner, controller, product, theme, frame)
            self._failing = None
            seen.keep_values()
            self._keep(built)
        if rebuilt:
            self._uses += 1
            built.used = self._uses
        self._built[owner] = built
        # Replacing nothing by nothing doesn't count as a change.
        fresh = rebuilt and bool(built.windows or before is None or before.all_windows)
        windows: list[Window] = []
        for window in built.windows:
            anchored = window.overlay is not None and window.overlay.anchor is not None
            fresh |= self._bring_up(window, built.windows, windows, moved=fresh and anchored)
        if fresh:
            built.all_windows = windows
            self.forget(owner, windows)
        observations = [built.seen]
        for window in windows:
            if window.ui.seen is not None and window.ui.scrolled is not None:
                observations += (window.ui.seen, window.ui.scrolled)
        built.observations = observations
        built.watch = Watch(self._state, mark, observations)
        return fresh, built.all_windows

    def _keep(self, built: Built) -> None:
        """Keep a new build in case the state that it was made from recurs."""
        if not built.windows:
            nothing = self._kept_nothing.setdefault(built.controller, [])
            nothing.insert(0, built)
            del nothing[_KEPT_NOTHING:]
            return
        known = self._kept.setdefault(built.controller, [])
        known.insert(0, built)
        del known[_KEPT:]
        for _ in range(sum(map(len, self._kept.values())) - _KEPT_IN_ALL):
            oldest = min(self._kept.values(), key=lambda builds: builds[-1].used)
            dropped = oldest.pop()
            if not oldest:
                del self._kept[dropped.controller]

    def _is_quiet(self, built: Built) -> bool:
        """Return True if a build and its windows are known to be up to date."""
        watch = built.watch
        return watch is not None and watch.quiet() and self._stand(built.all_windows)

    def _stand(self, windows: Sequence[Window]) -> bool:
        """Return whether windows are laid out for the current state of their views and frames."""
        for window in windows:
            ui = window.ui
            if (
                ui.seen is None
                or ui.written
                or ui.moved
                or window.frame != self._layout.frame(window)
            ):
                return False
        return True

    def _recurring(self, controller: Controller[Any]) -> Built | None:
        """Find a kept build that was made from the current state, and move it to the front."""
        for kept in (self._kept, self._kept_nothing):
            known = kept.get(controller, [])
            for index, built in enumerate(known):
                if built.seen.recurs():
                    known.insert(0, known.pop(index))
                    return built
        return None

    def _bring_up(
        self, window: Window, beside: list[Window], into: list[Window], *, moved: bool = False
    ) -> bool:
        """Lay out a window and its popups if necessary; return whether it was."""
        ui = window.ui
        seen = ui.seen
        stale = seen is None or bool(ui.written) or (seen.changed() and not seen.recurred())
        resized = stale or moved or window.frame != self._layout.frame(window)
        if stale and ui.attach_again(window.root):
            stale = False
        scrolled = bool(ui.moved) or ui.scrolled is None or ui.scrolled.changed()
        fresh = resized or scrolled
        if fresh:
            if resized:
                self._layout.lay_out(window, beside, attach=stale)
            else:
                window.forget_drawn()
                with self._state.observe(seen):
                    if not ui.lay_out_moved():
                        window.root.layout(*window.bounds)
            ui.note_scrolled()
            if stale:
                window.popups = [self._popup(window, popup) for popup in ui.popups]
        into.append(window)
        for popup in window.popups:
            fresh |= self._bring_up(popup, beside, into, moved=fresh)
        return fresh

    def _ui(
        self,
        key: tuple[Hashable, Hashable],
        package: str,
        theme: Theme,
        density: float,
        font_scale: float,
        mirrored: bool,
        words: Words | None = None,
    ) -> Ui:
        state, states, focus, manager = self._state, self.view_states, self._focus, self._manager
        look = (theme, density, font_scale)
        return Ui(key, package, *look, state, states, focus, manager, mirrored, words)

    def _popup(self, window: Window, popup: Overlay) -> Window:
        ui = window.ui
        key = (window.owner, ("popup", window.key[1], popup.key))
        look = (ui.theme, ui.density, ui.font_scale)
        own = self._ui(key, ui.package, *look, ui.mirrored, ui.words)
        return Window(key, window.controller, window.layer, popup, popup.content, own, popup.title)

    def forget(self, owner: Hashable, windows: Sequence[Window] = ()) -> None:
        """Drop the view states of an owner outside `windows`; a reopened dialog starts afresh."""
        states = self.view_states.peek()
        kept = {window.key for window in windows}
        self._transitions.forget(owner, kept)
        for key in [key for key in states if key[0] == owner and key not in kept]:
            states = states.delete(key)
            self._state.forget(("views", key))
            self._state.forget(("scroll", key))
        self.view_states.set(states)

    def _make(
        self, owner: Hashable, controller: Controller[Any], product: Any, theme: Any, frame: Any
    ) -> list[Window]:
        package = controller.context.package
        _, density, font_scale, mirrored, words = frame
        windows = []

        def ui_of(name: Hashable) -> Ui:
            return self._ui((owner, name), package, theme, density, font_scale, mirrored, words)

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
        root = Decor(
            product, self._layout, product.snackbar or self._snackbars.view(owner, controller)
        )
        title = product.title or controller.context.manifest.label
        windows.append(Window(ui.window, controller, 0, None, root, ui, title))
        for overlay in (*product.overlays, *controller.dialog_windows()):
            if overlay is not None:
                ui = ui_of(overlay.key)
                windows.append(
                    Window(ui.window, controller, 0, overlay, overlay.content, ui, overlay.title)
                )
        return windows

    def show_starting(self, activity: Activity[Any], into: list[Window]) -> bool:
        """Show a starting window with the app's icon until the app has a window of its own."""
        from android_gym.simulator.ui.icons import AppIcon

        manifest, display = activity.context.manifest, self._display
        key = (activity.token, STARTING)
        look = (activity.theme(), display.density, display.font_scale, display.right_to_left)
        window = self._starting
        if window is None or window.key != key or self._starting_look != look:
            icon = View(width=108, height=108, gravity="center", background=AppIcon(*manifest.icon))
            root = FrameLayout([icon], width=MATCH, height=MATCH, background="background")
            overlay = Overlay(root, STARTING, width=MATCH, height=MATCH, accessible=False)
            ui = self._ui(key, manifest.package, *look)
            window = Window(key, activity, 0, overlay, root, ui, f"Splash Screen {manifest.label}")
            self._starting, self._starting_look = window, look
        return self._bring_up(window, [window], into)
