"""Base classes of an app's screens: `Activity`, `SystemWindow`, `Dialog` and what they share.

An activity maps state to views. The object itself holds no state: `state` (a frozen dataclass)
lives in the phone's root and outlives the process, as Android's saved instance state does;
`Context.memory` lives as long as the app's process.
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
from android_gym.simulator.ui.screen_state import (
    Declaring,
    NoState,
    check_settings,
    replaced,
    state_class,
)
from android_gym.simulator.ui.view import View

if TYPE_CHECKING:
    from android_gym.simulator.state import Slot
    from android_gym.simulator.ui.theme import Theme

__all__ = [
    "Activity",
    "Context",
    "Controller",
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
    """Mark a method that timers and snackbars, which are plain data, may call by name."""
    _CALLBACKS.add(method)
    return method


S_co = TypeVar("S_co", covariant=True, default=NoState)
"""The state of a screen: a frozen dataclass with a default for every field."""

A_contra = TypeVar("A_contra", contravariant=True)
"""The activity that shows a dialog, or a class or protocol with the members that this requires."""


class Controller(Declaring, Generic[S_co]):
    """A part of the screen that has state: the common base of `Activity` and `SystemWindow`.

    The type argument is the state's class, as in ``class Notes(Activity[NotesState])``. Without one
    there is no state.

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
        check_settings(cls, "screen")
        for base in cls.__dict__.get("__orig_bases__", ()):
            origin, arguments = get_origin(base), get_args(base)
            if isinstance(origin, type) and issubclass(origin, Controller):
                state = arguments[0]
                if isinstance(state, TypeVar):  # a base of several screens
                    state = state.__default__
                cls.State = state_class(cls, state)

    def build(self) -> View | Screen | Overlay | None:
        """Return what to show; see `Activity` and `SystemWindow` for the details."""
        raise NotImplementedError(f"{type(self).__name__} must build what it shows.")

    def is_secure(self) -> bool:
        """Return whether its windows are hidden from screenshots now (``FLAG_SECURE``)."""
        return False

    @property
    def state(self) -> S_co:
        """The current state."""
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
        """Find a callback by name; names may come from a snapshot.

        Args:
            name: The method's name.
            arguments: Arguments that it will be called with.

        Raises:
            SimulatorError: If there is no such method, if it isn't marked with `callback`, or if it
                doesn't accept these arguments.
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
        """Call the method that `find_callback` finds."""
        self.find_callback(name, arguments)(self, *arguments)

    def dialog_windows(self) -> list[Overlay]:
        """Build the windows of the open dialogs; called by the window manager after `build`."""
        return []

    def theme(self) -> Theme:
        """Return the theme of its windows; by default light or dark as the phone is set."""
        from android_gym.simulator.ui.theme import default_theme

        return default_theme(self.context.system.display.dark)


class Dialog(Generic[A_contra]):
    """A dialog that an activity shows: a frozen dataclass with its subject and its contents.

    Open dialogs are saved with the activity's state, so a dialog survives rotation and the death of
    the process. An activity lists the classes of its dialogs in `Activity.DIALOGS`. Base classes
    for common kinds are in `appkit.dialogs`; a subclass says what its result does.
    """

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        check_settings(cls, "dialog")

    def build(self, screen: A_contra) -> Overlay | None:
        """Return the dialog's window, or None if its subject no longer exists."""
        raise NotImplementedError(f"{type(self).__name__} must build its window.")


Dialogs = tuple[type[Dialog[Any]], ...]
"""Classes of dialogs, as `Activity.DIALOGS` lists them."""


def _check_dialog(screen: type, dialog: object) -> None:
    """Check that a class in `Activity.DIALOGS` can be used as a dialog."""
    if not isinstance(dialog, type) or not issubclass(dialog, Dialog):
        raise OptionError(f"{screen.__name__}.DIALOGS lists classes of dialogs, got {dialog!r}.")
    parameters = dialog.__dict__.get("__dataclass_params__")  # not a base's, which has fewer fields
    if parameters is None or not parameters.frozen:
        raise OptionError(f"{dialog.__name__} is a dialog: make it a frozen dataclass.")


class Activity(Controller[S_co]):
    """One screen of an app.

    Subclasses name the class of their state, and override `build` and what else they need.

    Attributes:
        DIALOGS: Classes of the dialogs that it can show, in addition to those that its bases list:
            frozen dataclasses with distinct names, by which snapshots identify them.
        token: Identifies its record in the activity stack.
    """

    DIALOGS: ClassVar[Dialogs] = ()
    token: int

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
        """Return the classes of the dialogs that it can show: its own `DIALOGS` and its bases'."""
        listed = [dialog for base in cls.__mro__ for dialog in base.__dict__.get("DIALOGS", ())]
        return tuple(dict.fromkeys(listed))

    def __init__(self, context: Context, token: int) -> None:
        self.context = context
        self.token = token

    @property
    def state(self) -> S_co:
        """The current state; the default state before `on_create`."""
        return self._valid(self.context.system.activities.saved(self.token))

    def part(self, name: Hashable, function: Callable[[S_co], T]) -> T:
        """Return what a function computes from the current state, and depend on that result alone.

        A screen that reads its state in such parts isn't rebuilt when another part of the state
        changes.

        Args:
            name: Identifies the function; one name always stands for the same function.
            function: Must be cheap and depend on nothing but its argument.
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
        """Replace the whole state, with a fresh one by default.

        Raises:
            OptionError: If it is an instance of another class.
        """
        state = self.State() if state is None else state
        if not isinstance(state, self.State):
            raise OptionError(
                f"The state of {type(self).__name__} is a {self.State.__name__}, got {state!r}."
            )
        self.context.system.activities.change(self.token, saved=state)

    @property
    def intent(self) -> Intent:
        """The intent that started the activity, or the latest one delivered to it since."""
        return self.context.system.activities.intent(self.token) or Intent()

    @property
    def requested_orientation(self) -> Orientation:
        """The screen orientation that the activity requests (``getRequestedOrientation``)."""
        record = self.context.system.activities.record(self.token)
        return record.orientation if record is not None else "unspecified"

    def request_orientation(self, orientation: Orientation) -> None:
        """Request the screen's orientation for this activity (``setRequestedOrientation``)."""
        self.context.system.activities.change(self.token, orientation=orientation)

    # -- dialogs

    @property
    def dialogs(self) -> tuple[Dialog[Any], ...]:
        """The open dialogs, the topmost last."""
        shown = self.context.system.activities.dialogs(self.token)
        return cast("tuple[Dialog[Any], ...]", shown)

    def show_dialog(self, dialog: Dialog[Self]) -> None:
        """Open a dialog on top of the activity and its open dialogs.

        Raises:
            OptionError: If its class isn't among `dialog_classes`, or if `MOST_DIALOGS` are open.
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
        """Replace the topmost open dialog of the same class with a changed one.

        Raises:
            OptionError: If no dialog of this class is open.
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
        """Close the topmost dialog; do nothing if none is open."""
        if shown := self.dialogs:
            self._set_dialogs(shown[:-1])

    def dismiss_dialogs(self, kind: type[Dialog[Any]] | None = None) -> None:
        """Close all dialogs, or only those of a class and its subclasses."""
        self._set_dialogs(tuple(d for d in self.dialogs if kind and not isinstance(d, kind)))

    def _set_dialogs(self, dialogs: tuple[Dialog[Any], ...]) -> None:
        if dialogs != self.dialogs:
            self.context.system.activities.change(self.token, dialogs=dialogs)

    def dialog_windows(self) -> list[Overlay]:
        """Build the windows of the open dialogs, the topmost last."""
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
        """Return what to show; called again whenever something that it read has changed."""
        raise NotImplementedError(f"{type(self).__name__} must build its views.")

    def on_create(self) -> S_co:
        """Return the initial state. Not called if a saved state is restored."""
        first: S_co = self.State()
        return first

    def on_restart(self) -> None:
        """React to being restored with saved state after the process was killed."""

    def on_new_intent(self) -> None:
        """React to a new `intent` delivered to the running instance."""

    def on_resume(self) -> None:
        """React to coming to the foreground."""

    def on_pause(self) -> None:
        """React to leaving the foreground."""

    def on_destroy(self) -> None:
        """React to being finished."""

    def on_back(self) -> bool:
        """Handle BACK; return True if it was used, False to finish the activity."""
        return False

    def on_activity_result(self, request: Hashable, code: int, data: Intent | None) -> None:
        """React to the result of an activity started with `request` (code -1 is RESULT_OK).

        It is called before `on_resume`, as on Android. One that was cleared, stopped or has crashed
        returns RESULT_CANCELED (0).
        """

    def on_permission_result(self, request: Hashable, granted: bool) -> None:
        """React to the user's answer to a permission request."""

    def on_key(self, name: str) -> bool:
        """Handle a key, named without ``KEYCODE_``; return True if used.

        It is a key that nothing else has used, or one that would change the volume.
        """
        return False

    # -- what a screen may do

    def start_activity(
        self, intent: Intent | str, request: Hashable = None, **extras: Extra
    ) -> bool:
        """Start an activity.

        Args:
            intent: The activity to start; a string names one of this app's (``".ui.Detail"``).
            request: If given, a result is requested, and passed with it to `on_activity_result`.
            **extras: Intent extras, if a string names the activity.

        Returns:
            True if an activity was started.

        Raises:
            OptionError: If this app's manifest declares no activity of this name.
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
            code: Result for the activity that started this one; -1 is RESULT_OK.
            data: Data of the result (a bool from permission dialogs).
        """
        self.context.windows.transitions.finish(self.token, code, data)

    def request_permission(self, permission: str, request: Hashable = None) -> None:
        """Ask the user for a runtime permission; see `request_permissions`."""
        self.request_permissions((permission,), request)

    def request_permissions(self, permissions: Sequence[str], request: Hashable = None) -> None:
        """Ask the user for runtime permissions, group by group.

        Permissions that are already granted, or permanently denied, aren't asked for again.

        Args:
            permissions: Names of the permissions.
            request: Passed to `on_permission_result`, along with whether all are granted then.
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
        """Show a snackbar over the lower edge of the content, replacing the previous one.

        Args:
            text: The message.
            action: Label of its button; no button if empty.
            method: Name of the activity's method that the button calls; it has to be marked with
                `callback`.
            arguments: Arguments for that method.
            duration_ms: How long it stays: Android's short is 1500, its long 2750; 0 means
                indefinitely.
            bottom: Extra distance from the lower edge, in dp.
        """
        say = self.context.say
        snack = Snack(say(text), say(action), method, arguments, bottom)
        self.context.windows.snackbars.show(self.token, snack, duration_ms)

    def hide_snackbar(self) -> None:
        """Hide the snackbar."""
        self.context.windows.snackbars.hide(self.token)

    @property
    def snackbar_shown(self) -> bool:
        """True if a snackbar of `show_snackbar` is still on screen."""
        return self.context.windows.snackbars.shown(self.token) is not None

    def after(self, delay_ms: int, method: str, *arguments: Any) -> int:
        """Schedule a call of a method of this activity, dropped if the activity is gone by then.

        Args:
            delay_ms: Delay in milliseconds.
            method: Name of the method, which has to be marked with `callback`.
            arguments: Plain data to pass to it.

        Returns:
            The timer's id.
        """
        payload = (self.token, method, arguments)
        return self.context.system.clock.schedule(delay_ms, "activity", payload)

    def focus(self, field_id: str) -> None:
        """Focus a field once it is on screen, without showing the keyboard until it is tapped.

        Args:
            field_id: Its resource id, or its key if it has none.
        """
        self.context.windows.request_focus(self.token, field_id, keyboard=False)

    def show_keyboard(self, field_id: str) -> None:
        """Focus a field, given by id or key, once it is on screen, and show the keyboard."""
        self.context.windows.request_focus(self.token, field_id)

    def hide_keyboard(self) -> None:
        """Hide the keyboard and clear the focus."""
        self.context.windows.hide_keyboard(drop_focus=True)


class SystemWindow(Controller[S_co]):
    """A window that a system app keeps on screen.

    Attributes:
        LAYER: Z-order on screen; applications are at 0, the keyboard at 10, the status bar at 20,
            the navigation bar at 30, the shade at 40, system dialogs at 50, toasts at 60.
    """

    LAYER: ClassVar[int] = 20
    _slot: Slot[Any]

    def __init__(self, context: Context, slot: Slot[Any]) -> None:
        self.context = context
        self._slot = slot

    @property
    def state(self) -> S_co:
        """The current state."""
        present: S_co = self._slot.get()
        return present

    def update(self, **changes: Any) -> None:
        """Replace fields of the state; see `Controller.update`."""
        present = self._slot.peek()
        if (state := replaced(present, changes)) != present:
            self._slot.set(state)

    def restart(self) -> None:
        """Return to the initial state after the app's process has ended."""
        self._slot.set(self.State())

    def build(self) -> Overlay | None:
        """Return the window, or None if there is nothing to show."""
        raise NotImplementedError(f"{type(self).__name__} must build its window.")

    def on_back(self) -> bool:
        """Handle BACK while the window is on top; return True if it was used."""
        return False
