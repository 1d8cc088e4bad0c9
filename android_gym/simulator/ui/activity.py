"""The parts of an app's screens: `Activity`, `SystemWindow`, and the `Context` they get.

An activity is a function from state to views. Its object holds nothing of its own: `state` (a
frozen dataclass) lives in the phone's root and outlives the process, as Android's saved instance
state does; `Context.memory` lives as long as the app's process.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Self, cast, get_args, get_origin

from immutables import Map
from typing_extensions import TypeVar

from android_gym.errors import OptionError, SimulatorError
from android_gym.simulator.system.activity_records import MOST_DIALOGS, saved_in
from android_gym.simulator.system.intents import Extra, Intent
from android_gym.simulator.system.orientation import Orientation
from android_gym.simulator.ui.context import Context, Preferences
from android_gym.simulator.ui.screen import Overlay, Screen, Snack
from android_gym.simulator.ui.screen_state import NoState, replaced, state_class
from android_gym.simulator.ui.view import View

if TYPE_CHECKING:
    from android_gym.simulator.state import Slot
    from android_gym.simulator.ui.theme import Theme

__all__ = [
    "Activity",
    "Context",
    "Dialog",
    "Dialogs",
    "NoState",
    "Overlay",
    "Preferences",
    "S_co",
    "Screen",
    "SystemWindow",
    "callback",
]

F = TypeVar("F", bound=Callable[..., None])

_CALLBACKS: Final[set[Callable[..., None]]] = set()
"""The methods marked with `callback`."""

T = TypeVar("T")


def callback(method: F) -> F:
    """Mark a method that timers and snackbars, which are data, may call by its name."""
    _CALLBACKS.add(method)
    return method


S_co = TypeVar("S_co", covariant=True, default=NoState)
"""The state of a screen: a frozen dataclass with a default for every field."""

A_contra = TypeVar("A_contra", contravariant=True)
"""The activity that a dialog is shown by, or a class or protocol with what it needs of that."""


class Controller(Generic[S_co]):
    """A piece of the screen with state: what `Activity` and `SystemWindow` share.

    The type argument is the state's class: ``class Notes(Activity[NotesState])``; none if left out.

    Attributes:
        State: The class of the state.
        context: The app's context.
    """

    State: ClassVar[type[Any]] = NoState
    context: Context

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "State" in cls.__dict__:
            raise OptionError(
                f"{cls.__name__} defines State; name the class of its state as type argument "
                f"instead, such as Activity[{cls.__name__}State]."
            )
        for base in cls.__dict__.get("__orig_bases__", ()):
            origin, arguments = get_origin(base), get_args(base)
            if isinstance(origin, type) and issubclass(origin, Controller):
                state = arguments[0]
                if isinstance(state, TypeVar):  # a base of several screens
                    state = state.__default__
                cls.State = state_class(cls, state)

    def build(self) -> View | Screen | Overlay | None:
        """Return what to show; see `Activity` and `SystemWindow`, which say more of it."""
        raise NotImplementedError(f"{type(self).__name__} must build what it shows.")

    @property
    def state(self) -> S_co:
        """The present state."""
        raise NotImplementedError

    def update(self, **changes: Any) -> None:
        """Replace fields of the state.

        The mypy plugin `android_gym.testing.mypy_plugin` checks names and types.

        Raises:
            OptionError: If the state has no such field.
        """
        raise NotImplementedError

    @classmethod
    def find_callback(cls, name: str, arguments: tuple[Any, ...]) -> Callable[..., None]:
        """Find a method by its name, which may come from a snapshot.

        Args:
            name: Of the method.
            arguments: Arguments for the call.

        Raises:
            SimulatorError: If there is no such method, it is not marked with `callback`, or it
                takes other arguments.
        """
        method = getattr(cls, name, None)
        if not isinstance(method, FunctionType) or method not in _CALLBACKS:
            raise SimulatorError(
                f"{cls.__name__} has no method {name[:80]!r} for timers and snackbars to call; "
                "mark it with @callback."
            )
        try:
            inspect.signature(method).bind(None, *arguments)
        except TypeError as error:
            raise SimulatorError(f"{cls.__name__}.{name} can't be called: {error}.") from error
        return method

    def run_callback(self, name: str, arguments: tuple[Any, ...]) -> None:
        """Call a method that `find_callback` finds."""
        self.find_callback(name, arguments)(self, *arguments)

    def dialog_windows(self) -> list[Overlay]:
        """Build the windows of the open dialogs; the window manager calls it after `build`."""
        return []

    def theme(self) -> Theme:
        """Return the theme of its windows; light or dark as the phone is set unless overridden."""
        from android_gym.simulator.ui.theme import default_theme

        return default_theme(self.context.system.display.dark)


class Dialog(Generic[A_contra]):
    """A dialog that an activity has open: a frozen dataclass of what it is about and what is in it.

    Open dialogs are saved with the activity's state, so a dialog survives rotation and the death of
    the process. Activities list the classes of theirs in `Activity.DIALOGS`. `appkit.dialogs` has
    families of them; a subclass says what its result does.
    """

    def build(self, screen: A_contra) -> Overlay | None:
        """Return the dialog's window, or None where what it is about is gone."""
        raise NotImplementedError(f"{type(self).__name__} must build its window.")


Dialogs = tuple[type[Dialog[Any]], ...]
"""Classes of dialogs, as `Activity.DIALOGS` lists them."""


def _check_dialog(screen: type, dialog: object) -> None:
    """Make sure that a class in `Activity.DIALOGS` is fit for a dialog."""
    if not isinstance(dialog, type) or not issubclass(dialog, Dialog):
        raise OptionError(f"{screen.__name__}.DIALOGS lists classes of dialogs, got {dialog!r}.")
    parameters = dialog.__dict__.get("__dataclass_params__")  # not a base's: its fields are fewer
    if parameters is None or not parameters.frozen:
        raise OptionError(f"{dialog.__name__} is a dialog: make it a frozen dataclass.")


class Activity(Controller[S_co]):
    """One screen of an app.

    Subclasses name the class of their state and override `build`, and whichever of the other
    methods they need.

    Attributes:
        DIALOGS: Classes of the dialogs that it can show, beside those that its bases list: frozen
            dataclasses with different names, by which snapshots know them.
    """

    DIALOGS: ClassVar[Dialogs] = ()

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        names: dict[str, type] = {}
        for dialog in cls.dialog_classes():
            _check_dialog(cls, dialog)
            if names.setdefault(dialog.__name__, dialog) is not dialog:
                raise OptionError(
                    f"Two dialogs of {cls.__name__} are called {dialog.__name__}; rename one."
                )

    @classmethod
    def dialog_classes(cls) -> Dialogs:
        """List the classes of the dialogs that it can show: its own and its bases' `DIALOGS`."""
        listed = [dialog for base in cls.__mro__ for dialog in base.__dict__.get("DIALOGS", ())]
        return tuple(dict.fromkeys(listed))

    def __init__(self, context: Context, token: int) -> None:
        self.context = context
        self.token = token

    @property
    def state(self) -> S_co:
        """The present state; the default one before `on_create`."""
        return self._valid(self.context.system.activities.saved(self.token))

    def part(self, name: Hashable, function: Callable[[S_co], T]) -> T:
        """Return what a function makes of the present state, and depend on that alone.

        A screen that is built of such parts stays as it is where something else changes.

        Args:
            name: Says which function this is; the same name, the same function.
            function: Cheap, and of its argument only.
        """
        return self.context.system.activities.part(
            self.token,
            ("state", name),
            lambda record: function(self._valid(saved_in(record))),
        )

    def _valid(self, saved: object) -> S_co:
        state: S_co = saved if isinstance(saved, self.State) else self.State()
        return state

    def update(self, **changes: Any) -> None:
        """Replace fields of the state; see `Controller.update`."""
        self.context.system.activities.change(self.token, saved=replaced(self.state, changes))

    def reset(self, state: Any = None) -> None:
        """Replace the whole state, by default by a fresh one.

        Raises:
            OptionError: If it is of another class.
        """
        state = self.State() if state is None else state
        if not isinstance(state, self.State):
            raise OptionError(
                f"The state of {type(self).__name__} is a {self.State.__name__}, got {state!r}."
            )
        self.context.system.activities.change(self.token, saved=state)

    @property
    def intent(self) -> Intent:
        """The intent that started it, or the newest delivered to it."""
        return self.context.system.activities.intent(self.token) or Intent()

    @property
    def requested_orientation(self) -> Orientation:
        """The way up that it asks for (``getRequestedOrientation``)."""
        record = self.context.system.activities.record(self.token)
        return record.orientation if record is not None else "unspecified"

    def request_orientation(self, orientation: Orientation) -> None:
        """Have the screen turned while it is in front (``setRequestedOrientation``)."""
        self.context.system.activities.change(self.token, orientation=orientation)

    # -- dialogs

    @property
    def dialogs(self) -> tuple[Dialog[Any], ...]:
        """The open dialogs, the last on top."""
        shown = self.context.system.activities.dialogs(self.token)
        return cast("tuple[Dialog[Any], ...]", shown)

    def show_dialog(self, dialog: Dialog[Self]) -> None:
        """Open a dialog over the activity and over the dialogs that are open.

        Raises:
            OptionError: If its class is not among `dialog_classes`, or `MOST_DIALOGS` are open.
        """
        declared, shown = self.dialog_classes(), self.dialogs
        if type(dialog) not in declared:
            name, names = type(dialog).__name__, ", ".join(each.__name__ for each in declared)
            raise OptionError(
                f"{type(self).__name__} does not declare the dialog {name}; add it to "
                f"{type(self).__name__}.DIALOGS. Declared: {names or 'none'}."
            )
        if len(shown) >= MOST_DIALOGS:
            raise OptionError(
                f"{type(self).__name__} has {len(shown)} dialogs open, which are the most; close "
                f"one with dismiss_dialog() before it shows a {type(dialog).__name__}."
            )
        self._set_dialogs((*shown, dialog))

    def update_dialog(self, dialog: Dialog[Self]) -> None:
        """Replace the topmost open dialog of the same class, whose contents have changed.

        Raises:
            OptionError: If none of this class is open.
        """
        shown = self.dialogs
        for index in reversed(range(len(shown))):
            if type(shown[index]) is type(dialog):
                self._set_dialogs((*shown[:index], dialog, *shown[index + 1 :]))
                return
        names = ", ".join(type(each).__name__ for each in shown) or "none"
        raise OptionError(
            f"No {type(dialog).__name__} is open, so none can be updated; open: {names}."
        )

    def dismiss_dialog(self) -> None:
        """Close the topmost dialog; does nothing where none is open."""
        if shown := self.dialogs:
            self._set_dialogs(shown[:-1])

    def dismiss_dialogs(self, kind: type[Dialog[Any]] | None = None) -> None:
        """Close all dialogs, or those of a class and its subclasses."""
        self._set_dialogs(tuple(d for d in self.dialogs if kind and not isinstance(d, kind)))

    def _set_dialogs(self, dialogs: tuple[Dialog[Any], ...]) -> None:
        if dialogs != self.dialogs:
            self.context.system.activities.change(self.token, dialogs=dialogs)

    def dialog_windows(self) -> list[Overlay]:
        """Build the windows of the open dialogs, the last on top."""
        windows = []
        for index, dialog in enumerate(self.dialogs):
            window = dialog.build(self)
            if window is not None:
                window.key = (type(dialog).__name__, index)
                if window.on_dismiss is None:
                    window.on_dismiss = self.dismiss_dialog
                windows.append(window)
        return windows

    # -- what a screen may override

    def build(self) -> View | Screen:
        """Return what to show; called whenever something it read has changed."""
        raise NotImplementedError(f"{type(self).__name__} must build its views.")

    def on_create(self) -> S_co:
        """Return the first state. Not called when a saved state is taken up."""
        first: S_co = self.State()
        return first

    def on_restart(self) -> None:
        """The process was killed and the activity is back with its saved state."""

    def on_new_intent(self) -> None:
        """`intent` was delivered to the running instance."""

    def on_resume(self) -> None:
        """The activity has come to the foreground."""

    def on_pause(self) -> None:
        """The activity leaves the foreground."""

    def on_destroy(self) -> None:
        """The activity is finished."""

    def on_back(self) -> bool:
        """BACK was pressed; True when that was all, False to finish the activity."""
        return False

    def on_activity_result(self, request: Hashable, code: int, data: Intent | None) -> None:
        """An activity started with `request` has finished (code -1 is RESULT_OK)."""

    def on_permission_result(self, request: Hashable, granted: bool) -> None:
        """The user has answered a permission request."""

    def on_key(self, name: str) -> bool:
        """A key that nothing else took, by name without ``KEYCODE_``; True when used."""
        return False

    # -- what a screen may do

    def start_activity(
        self, intent: Intent | str, request: Hashable = None, **extras: Extra
    ) -> bool:
        """Start an activity.

        Args:
            intent: The activity to start; a string names one of this app (``".ui.Detail"``).
            request: Asks for a result, and is handed to `on_activity_result` with it.
            **extras: Extras for an activity named by a string.

        Returns:
            Whether there was something to start.

        Raises:
            OptionError: If this app's manifest declares no activity of that name.
        """
        if isinstance(intent, str):
            manifest = self.context.manifest
            name = manifest.qualify(intent)
            declared = [manifest.qualify(info.name) for info in manifest.activities]
            if name not in declared:
                raise OptionError(
                    f"{manifest.package} declares no activity {intent!r}; its manifest has "
                    f"{', '.join(declared) or 'none'}."
                )
            intent = Intent(component=f"{manifest.package}/{name}", extras=Map(extras))
        result = self.context.system.activities.start(intent, caller=self.token, request=request)
        return result.ok

    @callback
    def finish(self, code: int | None = None, data: Intent | bool | None = None) -> None:
        """Finish the activity.

        Args:
            code: Result for the activity that started it; -1 is RESULT_OK.
            data: The result's data (permission dialogs answer with a bool).
        """
        self.context.windows.transitions.finish(self.token, code, data)

    def request_permission(self, permission: str, request: Hashable = None) -> None:
        """Ask the user for a runtime permission; see `request_permissions`."""
        self.request_permissions((permission,), request)

    def request_permissions(self, permissions: Sequence[str], request: Hashable = None) -> None:
        """Ask the user for runtime permissions, group by group.

        Those that are held are not asked for, nor those denied for good.

        Args:
            permissions: Names of the permissions.
            request: Handed to `on_permission_result`, which hears whether all are held then.
        """
        packages, package = self.context.system.packages, self.context.package
        missing = [name for name in permissions if not packages.granted(package, name)]
        denied = packages.state(package).denied
        asked = [name for name in missing if denied.get(name, 0) < 2]
        if not asked:
            self.on_permission_result(request, not missing)
            return
        intent = Intent(
            action="android.content.pm.action.REQUEST_PERMISSIONS",
            extras=Map({"permissions": tuple(asked), "package": package}),
        )
        started = self.context.system.activities.start(
            intent, caller=self.token, request=("permission", asked[0], request)
        )
        if not started.ok:
            self.on_permission_result(request, False)

    def toast(self, text: str, *, long: bool = False) -> None:
        """Show a toast."""
        self.context.toast(text, long=long)

    def show_snackbar(
        self,
        text: str,
        *,
        action: str = "",
        method: str = "",
        arguments: tuple[Any, ...] = (),
        duration_ms: int = 2750,
        bottom: float = 0,
    ) -> None:
        """Show a snackbar over the lower edge of the content; it replaces the one before.

        Args:
            text: The text.
            action: Label of its button; none if empty.
            method: Name of the method of this activity, marked with `callback`, that the button
                calls.
            arguments: Arguments for that method.
            duration_ms: How long it stays: Android's short is 1500, its long 2750; 0 for ever.
            bottom: dp that it keeps from the lower edge, beside its usual margin.
        """
        say = self.context.say
        snack = Snack(say(text), say(action), method, arguments, bottom)
        self.context.windows.snackbars.show(self.token, snack, duration_ms)

    def hide_snackbar(self) -> None:
        """Take the snackbar away."""
        self.context.windows.snackbars.hide(self.token)

    @property
    def snackbar_shown(self) -> bool:
        """True if `show_snackbar` is still on screen."""
        return self.context.windows.snackbars.shown(self.token) is not None

    def after(self, delay_ms: int, method: str, *arguments: Any) -> int:
        """Have a method of this activity called later, if the activity still exists then.

        Args:
            delay_ms: Milliseconds until then.
            method: Its name; it is marked with `callback`.
            arguments: Plain data for it.

        Returns:
            The timer's id.
        """
        payload = (self.token, method, arguments)
        return self.context.system.clock.schedule(delay_ms, "activity", payload)

    def focus(self, field_id: str) -> None:
        """Give the focus to a field once it is on screen; the keyboard waits for a tap on it.

        Args:
            field_id: Its resource id, or its key where it has none.
        """
        self.context.windows.request_focus(self.token, field_id, keyboard=False)

    def show_keyboard(self, field_id: str) -> None:
        """Give the focus to a field, by id or key, once it is on screen, and show the keyboard."""
        self.context.windows.request_focus(self.token, field_id)

    def hide_keyboard(self) -> None:
        """Hide the keyboard and drop the focus."""
        self.context.windows.hide_keyboard(drop_focus=True)


class SystemWindow(Controller[S_co]):
    """A window that a system app keeps on screen.

    Attributes:
        LAYER: Order on screen; applications are at 0, the keyboard at 10, the status bar at 20,
            the navigation bar at 30, the shade at 40, dialogs of the system at 50, toasts at 60.
    """

    LAYER: ClassVar[int] = 20

    def __init__(self, context: Context, slot: Slot[Any]) -> None:
        self.context = context
        self._slot = slot

    @property
    def state(self) -> S_co:
        """The present state."""
        present: S_co = self._slot.get()
        return present

    def update(self, **changes: Any) -> None:
        """Replace fields of the state; see `Controller.update`."""
        present = self._slot.peek()
        state = replaced(present, changes)
        if state != present:
            self._slot.set(state)

    def restart(self) -> None:
        """Take the first state again: the app's process has ended."""
        self._slot.set(self.State())

    def build(self) -> Overlay | None:
        """Return the window, None while there is nothing to show."""
        raise NotImplementedError(f"{type(self).__name__} must build its window.")

    def on_back(self) -> bool:
        """BACK was pressed while it is on top; True when that closes something."""
        return False
