"""The window manager: the windows on screen, their order, and the effect of system keys.

Its parts are `window_builder` (builds windows from apps' screens), `window_layout` (their bounds),
`input_method` (focus and keyboard), `text_toolbar` (cut, copy, paste) and `snackbars`.

Windows are made by controllers: the visible activities, and SystemUI's windows. A controller's
views are rebuilt if something that they read has changed, laid out again if a view's own state
(scroll position, text) has changed, and reused otherwise. `refresh` brings everything up to date;
it has to be called before a frame, a tree or a touch target is used.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, TypeVar

from android_gym.errors import SimulatorError
from android_gym.simulator.state import Slot, State, changed_fields
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Activity, Screen, SystemWindow
from android_gym.simulator.ui.display_item import DisplayItem
from android_gym.simulator.ui.gesture_state import Touches
from android_gym.simulator.ui.input_method import EditorInfo, InputMethod
from android_gym.simulator.ui.overscroll import Pull, Stretching
from android_gym.simulator.ui.snackbars import Snackbars
from android_gym.simulator.ui.task_snapshots import TaskSnapshots
from android_gym.simulator.ui.text_toolbar import SelectionToolbar
from android_gym.simulator.ui.transitions import Transitions
from android_gym.simulator.ui.ui import Path
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.window import Window, bar_colors, ripple, slid
from android_gym.simulator.ui.window_builder import WindowBuilder
from android_gym.simulator.ui.window_layout import IME_LAYER, WindowLayout

if TYPE_CHECKING:
    from android_gym.simulator.system import System
    from android_gym.simulator.system.activity_records import ActivityRecord, ActivityTask
    from android_gym.simulator.ui.editable import Editable
    from android_gym.simulator.ui.host import AppHost
    from android_gym.simulator.ui.keys import KeyDispatcher

__all__ = ["ActionListener", "EditorInfo", "Window", "WindowManager"]

_T = TypeVar("_T")

_PASSES: Final = 8
"""Most passes of a refresh until building windows no longer writes state."""

_ATTEMPTS: Final = 4
"""Most apps that may crash in one refresh; the next refresh continues."""


class ActionListener(Protocol):
    """A listener to taps, like accessibility services."""

    def acted(self, kind: str, window: Window, view: View) -> None:
        """Handle a tap ("CLICKED") or long press ("LONG_CLICKED") on a view."""


class WindowManager:
    """The windows on screen, and what the system's own keys do to them.

    Args:
        state: The root of state.
        system: The services.
        host: Runs the apps' code.

    Attributes:
        host: Runs the apps' code.
        present: All windows, the lowest first, as of the last refresh.
        layout: Determines the bounds of windows.
        input_method: Focus and keyboard.
        keys: Dispatches key events; set after construction.
        toolbar: The toolbar over selected text.
        snackbars: The snackbars of activities.
        transitions: Activities and windows that have yet to appear on screen.
        task_snapshots: Pictures of tasks, for Recents.
        focus: Window and path of the focused view, or None.
        touches: The fingers on the screen and their gesture.
        bars: (dark icons in the status bar, dark handle in the navigation bar, no status bar).
        tree_revision: Changes whenever the views of any window change.
        listeners: Told of taps and long presses.
        move_flung: Moves the flung view to where it is by now, and returns True if it has moved;
            set after construction.
    """

    keys: KeyDispatcher
    move_flung: Callable[[], bool]

    def __init__(self, state: State, system: System, host: AppHost) -> None:
        self._state = state
        self._system = system
        self.host = host
        self.focus: Slot[tuple[Any, Path] | None] = state.slot(
            "focus", None, holds=tuple[Any, Path] | None, observable=False
        )
        self.touches = state.slot("touches", Touches(), observable=False, shown=False)
        self.bars: Slot[tuple[bool, bool, bool]] = state.slot(
            "bars", (False, False, False), holds=tuple[bool, bool, bool], observable=False
        )
        self.layout = WindowLayout(state, system.display)
        self.input_method = InputMethod(state, system, self, self.focus)
        self.toolbar = SelectionToolbar(state, system)
        self.snackbars = Snackbars(state, system.clock)
        self.transitions = Transitions(state, system)
        self.task_snapshots = TaskSnapshots(state, system.activities, self._bring_task)
        self._builder = WindowBuilder(
            state,
            system.display,
            self.layout,
            self.snackbars,
            self.transitions,
            self.focus,
            self,
            host.crash,
        )
        self.view_states = self._builder.view_states
        self.present: list[Window] = []
        self.tree_revision = 0
        self.listeners: list[ActionListener] = []
        self._seen_revision = -1
        self._refreshing = False
        self._lit = True
        # The pressed view, sliding window and overscroll with which the screen was last drawn.
        self._shown_pressed: tuple[Hashable, Path] | None = None
        self._shown_slide = (0, 0)
        self._shown_pull: Pull | None = None
        self._presses = 0
        system.clock.on_move(self.refresh)

    # -- dimensions, for views

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the screen in pixels, in its current rotation."""
        return self.layout.size

    @property
    def rotation(self) -> int:
        """Quarter turns of the screen, 0 to 3."""
        return self._system.display.rotation

    @property
    def mirrored(self) -> bool:
        """True if the layout runs from right to left (see `ui.direction`)."""
        return self._system.display.reads_leftwards

    @property
    def density(self) -> float:
        """Pixels per dp."""
        return self.layout.density

    @property
    def status_bar_height(self) -> int:
        """Height of the status bar in pixels."""
        return self.layout.status_bar_height

    @property
    def navigation_bar_height(self) -> int:
        """Height of the gesture bar in pixels."""
        return self.layout.navigation_bar_height

    @property
    def keyboard_top(self) -> int | None:
        """Upper edge of the keyboard in pixels, or None while it is hidden."""
        return self.layout.keyboard_top

    @property
    def now_ms(self) -> int:
        """Milliseconds since the phone booted."""
        return self._system.clock.elapsed_ms()

    # -- the stack

    def windows(self) -> list[Window]:
        """Return all windows, refreshed, the lowest first."""
        self.refresh()
        return self.present

    def refresh(self) -> None:
        """Rebuild and lay out whatever has changed since the last refresh.

        This also assigns the focus, drops the state of closed windows, and moves flung views. Every
        input event and every advance of the clock starts with a refresh, so that none of this
        depends on when somebody looks at the screen.
        """
        state = self._state
        # Screens that are being built below may ask for windows; they get those that there are so
        # far.
        if self._refreshing:
            return
        if self._seen_revision == state.total_revision and self.touches.peek().fling is None:
            return  # nothing has changed, and nothing moves by itself
        self._refreshing = True
        try:
            for _ in range(_ATTEMPTS):
                try:
                    if self._seen_revision != state.total_revision:
                        self._refresh()
                    if self.move_flung():
                        self._refresh()
                    break
                except Exception as error:  # from a view's callback, say; builds are guarded
                    self._seen_revision = -1
                    self.host.blame(error)
        except BaseException:
            self._seen_revision = -1
            raise
        finally:
            self._refreshing = False

    @property
    def screen_revision(self) -> int:
        """Revision of the picture: changes with the views, and with the view under a finger.

        The latter is only checked here, so that touches cost nothing while nobody looks at the
        screen.
        """
        pressed = self.touches.get().pressed
        slide = self.transitions.slide(self.layout.known_size[0])
        if pressed != self._shown_pressed or slide != self._shown_slide:
            self._shown_pressed, self._shown_slide = pressed, slide
            self._presses += 1
        pull = self.touches.get().pulled
        if pull != self._shown_pull:
            self._stretch(self._shown_pull, 0.0)
            self._shown_pull = pull
            self._presses += 1
        return self.tree_revision + self._presses

    def _refresh(self) -> None:
        self.host.tidy()
        for _ in range(_ATTEMPTS):
            # A build can change state that others have read: the bars' colours, the focus.
            for _ in range(_PASSES):
                self._refresh_pass()
                if self._seen_revision == self._state.total_revision:
                    return
            self._end_writer()
        raise SimulatorError("Screens go on to write state while they are built; see the log.")

    def _refresh_pass(self) -> None:
        self._seen_revision = self._state.total_revision
        self._refresh_once()
        self.input_method.give_focus()

    def _end_writer(self) -> None:
        """Crash an app whose screen writes state every time it is built."""
        before = self._state.values()
        writers = self._builder.writers(self._refresh_pass)
        if self._seen_revision == self._state.total_revision:
            return  # it settled in this very pass
        if not writers:
            moved = ", ".join(changed_fields(before, self._state.values()))
            raise SimulatorError(
                f"The screen does not settle: {moved or 'a view'} moves each time."
            )
        for controller, moved_fields in writers:
            screen = type(controller).__name__
            error = SimulatorError(
                f"{screen} writes state whenever it is built: {', '.join(moved_fields)}. "
                "Let build() and views only read; write in callbacks and on_create()."
            )
            self.host.crash(controller.context.package, error, f"{screen}: build")

    def _refresh_once(self) -> None:
        old, transitions, builder = self.present, self.transitions, self._builder
        self.layout.known_size = self.size
        other, adopt = transitions.begin()
        if other:
            builder.clear()
        windows: list[Window] = []
        changed = self._lit != self._system.display.on
        self._lit = self._system.display.on
        self.layout.keyboard_top = None
        # The keyboard goes first, because applications make room for it.
        fresh, keyboard = builder.bring_all(self.host.input_windows)
        changed |= fresh
        for window in keyboard:
            if window.kind == "input_method":  # not the popup over a key that is held
                self.layout.keyboard_top = window.bounds[1]
        dark = keyboard[0].ui.theme.dark if keyboard else None
        changed |= self._refresh_activities(windows, adopt, dark)
        windows += keyboard
        fresh, others = builder.bring_all(self.host.other_windows)
        changed |= fresh
        windows += others
        if transitions.on:
            windows = transitions.arrived(windows, adopt=adopt)
            transitions.load(adopt=adopt)
        windows = self._keyboard_over_field(windows, keyboard)
        if not changed:
            # Windows are compared by identity.
            changed = windows != old
        if changed:
            self.present = windows
            for number, window in enumerate(windows):
                window.id = number + 1
            self.tree_revision += 1
            builder.tidy(windows)

    def _keyboard_over_field(self, windows: list[Window], keyboard: list[Window]) -> list[Window]:
        """Move the keyboard above the window that it types into, if that is on a higher layer."""
        focus = self.focus.get()
        if not keyboard or focus is None:
            return windows
        rest = [window for window in windows if window.layer != IME_LAYER]
        for index, window in enumerate(rest):
            if window.key == focus[0] and window.layer > IME_LAYER:
                return [*rest[: index + 1], *keyboard, *rest[index + 1 :]]
        return windows

    def _refresh_activities(
        self, into: list[Window], adopt: bool, keyboard_dark: bool | None
    ) -> bool:
        """Bring the visible activities up to date; return True if any of their windows is new."""
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
            fresh, made = self._builder.bring(record.token, activity)
            changed |= fresh
            into += made
            built = self._builder.latest(record.token)
            if built is not None and isinstance(built.product, Screen):
                bars = built.bars
        if starting is not None:
            activity = self.host.activity(starting)
            bars = bar_colors(Screen(View()), activity.theme())
            changed |= self._builder.show_starting(activity, into)
        if keyboard_dark is not None:
            bars = (bars[0], not keyboard_dark, bars[2])
        if bars != self.bars.peek():
            self.bars.set(bars)
        return changed

    # -- drawing

    def items(self) -> list[DisplayItem]:
        """Return everything that is drawn, from bottom to top."""
        screen = (0, 0, *self.size)
        items: list[DisplayItem] = []
        pressed = self._shown_pressed
        sliding, distance = self._shown_slide
        if self._shown_pull is not None:
            self._stretch(self._shown_pull, self._shown_pull.amount)
        for window in self.windows():
            if distance and window.owner == sliding:
                items += slid(window, distance, screen)
            else:
                items += window.items(screen)
            if pressed is not None and pressed[0] == window.key:
                items += ripple(window.root.find(pressed[1]), screen)
        return items

    def _stretch(self, pull: Pull | None, amount: float) -> None:
        """Stretch an overscrolled view, or reset it (0); it may have been rebuilt meanwhile."""
        window = self.window(pull.window) if pull is not None else None
        view = self.view(pull.window, pull.path) if pull is not None else None
        if window is not None and isinstance(view, Stretching) and view.pull != amount:
            view.pull = amount
            window.forget_drawn()

    def _bring_task(self, task: ActivityTask) -> tuple[list[Window], tuple[int, int]]:
        """Return a task's windows, whether on screen or not, and the size of the screen."""
        shown: list[ActivityRecord] = []
        for record in reversed(task.records):
            shown.append(record)
            if not self._system.activities.info(record)[1].translucent:
                break
        found: list[Window] = []
        for record in reversed(shown):
            if record.created:
                _, windows = self._builder.bring(record.token, self.host.activity(record))
                found += windows
        return found, self.size

    # -- finding

    def window_at(self, x: float, y: float) -> Window | None:
        """Return the window that a touch goes to; modal ones also take touches outside of them."""
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
        """Find a window by its key."""
        for window in self.windows():
            if window.key == key:
                return window
        return None

    def view(self, key: Hashable, path: Path) -> View | None:
        """Find a view by its window's key and its path."""
        window = self.window(key)
        return window.root.find(path) if window is not None else None

    def top_focusable(self) -> Window | None:
        """Return the window that gets key events."""
        for window in reversed(self.windows()):
            if window.focusable:
                return window
        return None

    def taker(self, window: Window) -> str:
        """Return the package that handles input to a window.

        That is the window's own package; typing on the keyboard is handled by the app with the
        focus.
        """
        focused = self.top_focusable() if window.kind == "input_method" else None
        return window.package if focused is None else focused.package

    def covered(self, key: Hashable) -> bool:
        """Return whether a modal window above this one takes its keys."""
        for window in reversed(self.present):
            if window.key == key:
                return False
            if window.modal and window.focusable:
                return True
        return False

    def accessible_windows(self) -> list[Window]:
        """Return the windows that accessibility services see, lowest first: none below a modal."""
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
        """Drop the state of a finished activity's views."""
        self._builder.forget(token)
        self.input_method.forget(token)
        self.snackbars.hide(token)

    def forget_finished(self) -> None:
        """Drop the state of views whose activities disappeared without being finished."""
        tokens = {key[0] for key in self.view_states.peek()} | self.snackbars.tokens
        for token in sorted(token for token in tokens if isinstance(token, int)):
            if self._system.activities.record(token) is None:
                self.forget(token)

    # -- focus and keyboard

    @property
    def keyboard_shown(self) -> bool:
        """True if the keyboard is on screen."""
        return self.input_method.shown

    def focused_field(self) -> Editable | None:
        """Return the field that is edited, i.e. the focused one."""
        return self.input_method.focused_field()

    def edit_field(self, edit: Callable[[Editable], object]) -> bool:
        """Edit the focused field on behalf of a program; return whether there is one."""
        with self.host.views():
            field = self.focused_field()
            if field is None:
                return False
            edit(field)
        return True

    def hide_keyboard(self, *, drop_focus: bool = False) -> None:
        """Hide the keyboard."""
        self.input_method.hide_keyboard(drop_focus=drop_focus)

    def request_focus(self, token: int | str, field_id: str, *, keyboard: bool = True) -> None:
        """Focus a field of an activity, or of a system window given by its class name."""
        self.input_method.request_focus(token, field_id, keyboard=keyboard)

    # -- keys and taps

    def back(self) -> None:
        """Do what BACK does: close the keyboard, panels and dialogs, or else the activity."""
        window = self.top_focusable()
        target = self.toolbar.target.get()
        if target is not None:
            self.toolbar.hide()
            view = self.view(*target)
            field = view.editor if view is not None else None
            if field is not None:
                field.select(max(field.selection), max(field.selection))
            return
        if self.keyboard_shown:
            self.input_method.hide_keyboard()
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
        """Call a function of an app; return its result, or True if the app has crashed."""
        result: _T | Literal[True] = True
        with self.host.process(package, getattr(function, "__qualname__", repr(function))):
            result = function(*arguments)
        return result

    def _finish_by_back(self, activity: Activity[Any]) -> None:
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
        """Do what HOME does."""
        self._system.status_bar.collapse()
        self.input_method.hide_keyboard()
        self._system.activities.home()

    def recents(self) -> None:
        """Show the recently used tasks, if an app provides that."""
        self._system.status_bar.collapse()
        self.input_method.hide_keyboard()
        self.refresh()
        self.task_snapshots.take()
        self._system.activities.start(Intent(action="com.android.systemui.recents.TOGGLE_RECENTS"))

    def previous_task(self) -> None:
        """Switch to the previously used task, as a swipe along the navigation bar does."""
        activities = self._system.activities
        before = [task for task in activities.recent_tasks if task is not activities.tasks[0]]
        if before:
            self._system.status_bar.collapse()
            activities.move_to_front(before[0].id)

    def dismiss(self, window: Window) -> bool:
        """Dismiss a cancelable overlay, as BACK or a touch outside of it does."""
        overlay = window.overlay
        if overlay is None or not overlay.cancelable:
            return False
        if overlay.on_dismiss is not None:
            self.call(window.package, overlay.on_dismiss)
        return True

    def acted(self, kind: str, window: Window, view: View) -> None:
        """Notify listeners of a tap ("CLICKED") or long press ("LONG_CLICKED") on a view."""
        for listener in self.listeners:
            listener.acted(kind, window, view)
