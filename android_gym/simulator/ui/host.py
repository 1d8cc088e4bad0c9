"""Connects the services' records (activities, receivers) to the code of the apps.

All exceptions of apps' code end here and nowhere else: the app crashes (see `system.crashes`) and
the phone goes on. Code that is called for a component runs in `AppHost.process`, which knows the
app. Calls that touch or query views may involve several apps: they run in `AppHost.views`, which
determines the app from the traceback.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from traceback import walk_tb
from typing import TYPE_CHECKING, Any

from immutables import Map

from android_gym.errors import DeviceError, SnapshotError
from android_gym.simulator.state import Slot, State
from android_gym.simulator.system.activity_records import RESULT_OK, ActivityRecord
from android_gym.simulator.system.apk import build_apk
from android_gym.simulator.system.intents import BroadcastResult, Intent
from android_gym.simulator.system.packages import (
    Apk,
    Manifest,
    ReceiverInfo,
    ServiceInfo,
    Version,
)
from android_gym.simulator.ui.activity import Activity, Context, Controller, SystemWindow
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.window_layout import IME_LAYER

if TYPE_CHECKING:
    from android_gym.simulator.appkit.providers import ContentProvider
    from android_gym.simulator.system import System
    from android_gym.simulator.ui.windows import WindowManager

__all__ = ["ACTIVITY", "AppHost"]

ACTIVITY = "activity"
"""Name of the timers that call a method of an activity."""

_MOST_ACTIVITIES = 512
"""Most components whose objects are kept, since an activity may be started again."""

_MOST_INTENTS = 8
"""Most objects that are kept of one component, each for another intent."""


class AppHost:
    """Runs the apps' code; the `ActivityHost` of the activity manager.

    Args:
        state: The root of state.
        system: The services.
    """

    _windows: WindowManager

    def __init__(self, state: State, system: System) -> None:
        self._state = state
        self._system = system
        self._contexts: dict[str, Context] = {}
        # By token, component and start of its process, then by intent: after a snapshot was
        # restored, a token may stand for another activity.
        self._activities: dict[tuple[int, str, int | None], list[tuple[Intent, Activity[Any]]]] = {}
        self._memories: dict[str, tuple[Slot[Any], Any]] = {}
        self._providers: dict[str, ContentProvider] = {}
        self._manifests: tuple[Manifest, ...] = ()
        self._ended: set[str] = set()  # packages whose code may have run on after their crash
        self.system_windows: list[SystemWindow[Any]] = []
        self.input_windows: tuple[SystemWindow[Any], ...] = ()  # those of the keyboard
        self.other_windows: tuple[SystemWindow[Any], ...] = ()
        system.clock.handler(ACTIVITY, self._timer, tuple[int, str, tuple[Any, ...]])
        system.activities.on_process_death(self._died)

    def wire(self, manifests: tuple[Manifest, ...], windows: WindowManager) -> None:
        """Create the apps' slots and the system windows; called once, before any state is used.

        Args:
            manifests: The apps.
            windows: The window manager that shows them.
        """
        self._windows = windows
        self._system.activities.host = self
        self._manifests = tuple(sorted(manifests, key=lambda manifest: manifest.package))
        for manifest in manifests:
            if manifest.memory:
                context = Context(self._system, manifest, self._windows)
                initial = context.load(manifest.memory)()
                slot = self._state.slot(f"memory:{manifest.package}", initial, observable=False)
                self._memories[manifest.package] = (slot, initial)
            for info in manifest.windows:
                context = self.context(manifest.package)
                screen = context.load(info.screen)
                slot = self._state.slot(f"window:{info.name}", screen.State(), observable=False)
                self.system_windows.append(screen(context, slot))
        self.system_windows.sort(key=lambda window: window.LAYER)
        self.input_windows = tuple(w for w in self.system_windows if w.LAYER == IME_LAYER)
        self.other_windows = tuple(w for w in self.system_windows if w.LAYER != IME_LAYER)

    def context(self, package: str) -> Context:
        """Return an app's context."""
        manifest = self._system.packages.shipped(package) or self._system.packages.manifest(package)
        context = self._contexts.get(package)
        if context is None or context.manifest is not manifest:
            memory = self._memories.get(package)
            context = Context(self._system, manifest, self._windows, memory and memory[0])
            self._contexts[package] = context
        return context

    def activity(self, record: ActivityRecord) -> Activity[Any]:
        """Return the object that builds an activity's views."""
        process = self._system.activities.process_start(record.package)
        key = (record.token, record.component, process)
        known = self._activities.get(key)
        if known is None:
            if len(self._activities) >= _MOST_ACTIVITIES:
                del self._activities[next(iter(self._activities))]
            known = self._activities[key] = []
        for intent, activity in known:
            if intent is record.intent or intent == record.intent:
                return activity
        manifest, info = self._system.activities.info(record)
        context = self.context(manifest.package)
        made: Activity[Any] = context.load(info.screen)(context, record.token)
        known.insert(0, (record.intent, made))
        del known[_MOST_INTENTS:]
        return made

    def screens(self, component: str) -> tuple[type[Activity], ...]:
        """Return the classes that the object of an activity may be an instance of.

        Searches the apps that the phone was built with, whether they are installed or not.

        Raises:
            SnapshotError: If no app has such an activity.
        """
        found = self._system.packages.shipped_activity(component)
        if found is None:
            raise SnapshotError(
                f"{component} is no activity of an app on this phone; restore the snapshot on a "
                "phone with the app."
            )
        manifest, info = found
        screen = self.context(manifest.package).load(info.screen)
        found_screens: tuple[type[Activity], ...] = getattr(screen, "screens", (screen,))
        return found_screens

    def provider(self, authority: str) -> ContentProvider | None:
        """Return the content provider behind an authority, or None if there is none."""
        found = self._system.packages.provider(authority)
        if found is None:
            return None
        manifest, info = found
        provider = self._providers.get(authority)
        if provider is None:
            context = self.context(manifest.package)
            provider = self._providers[authority] = context.load(info.handler)(context)
        return provider

    def install(self, package: str, *, cleared: bool = False) -> None:
        """Create an app's initial files and databases.

        Args:
            package: The app.
            cleared: Whether this is after ``pm clear``: as on a first start, not the prepared
                image.
        """
        manifest = self._system.packages.manifest(package)
        if manifest.install:
            context = self.context(package)
            context.load(manifest.install)(context, cleared=cleared)

    def prepare(self, package: str, *, cleared: bool = False) -> None:
        """Create an app's private directories and its initial data."""
        files = self._system.files
        uid = self._system.packages.state(package).uid
        for base in _data_directories(package):
            for directory, mode in (("", 0o700), ("/cache", 0o771), ("/code_cache", 0o771)):
                if not files.exists(base + directory):
                    files.mkdir(base + directory, mode=mode, owner=uid)
        self._system.put_apk(package)
        self.install(package, cleared=cleared)

    def add_package(
        self,
        package: str | Apk,
        *,
        version: Version | None = None,
        installer: str = "",
        data: bytes | None = None,
    ) -> None:
        """Install or update a package; an update ends its processes but keeps its data.

        Args:
            package: Name of an app that ships with the phone, or a package without code here.
            version: Version of an app that ships with the phone; the one it ships with by default.
            installer: Package that installs it, "" for adb.
            data: Its APK; one is generated if None.

        Raises:
            SimulatorError: If no such app ships with the phone, or an `Apk` has the name of one
                that does.
        """
        name = package if isinstance(package, str) else package.package
        packages = self._system.packages
        fresh = not packages.installed(name)
        if not fresh:
            self._system.activities.force_stop(name)
        packages.add(package, self._system.clock.now_ms(), version=version, installer=installer)
        if fresh:
            with self.process(name, "install"):
                self.prepare(name, cleared=True)
        if data is not None or not fresh:
            self._system.put_apk(name, data or build_apk(packages.manifest(name)))

    def clear(self, package: str) -> None:
        """Delete an app's data, as ``pm clear`` and "Clear storage" do."""
        self._system.activities.force_stop(package, forget=True)
        files = self._system.files
        for base in _data_directories(package):
            if files.exists(base):
                files.rmtree(base)
        # Permissions that Android grants its own apps are kept; those granted by the user are
        # revoked.
        packages = self._system.packages
        manifest = packages.manifest(package)
        kept = packages.implied(manifest).union(manifest.granted if manifest.system else ())
        packages.change(package, granted=kept, denied=Map(), reviewed=False, warned=False)
        self._system.notifications.cancel_all(package)
        with self.process(package, "install"):
            self.prepare(package, cleared=True)

    # -- crashes

    @contextmanager
    def process(self, package: str, screen: str, doing: str = "") -> Iterator[None]:
        """Run an app's code; any exception that it raises crashes the app, and goes no further.

        Args:
            package: The app.
            screen: The screen or component to name in this package's own log.
            doing: The same in Android's words; see `AppErrors.crash`.
        """
        try:
            yield
        except DeviceError:  # the device itself failed, not the app's code
            raise
        except Exception as error:
            self.crash(package, error, screen, doing)

    @contextmanager
    def views(self) -> Iterator[None]:
        """Run code that touches or walks views; an app whose code raises an exception crashes.

        Raises:
            Exception: The original error if no app's code raised it, as the phone is at fault then.
        """
        try:
            yield
        except Exception as error:
            self.blame(error)

    def blame(self, error: Exception) -> None:
        """Crash the app whose code raised an error.

        This is the app whose view is innermost in the traceback (a keyboard types into another
        app's field), or else the app whose code is outermost: a provider's error is its caller's.

        Raises:
            Exception: The original error if no app's code is in the traceback.
            DeviceError: The original error if the device itself failed.
        """
        if isinstance(error, DeviceError):
            raise error
        package, screen = None, ""
        for frame, _ in walk_tb(error.__traceback__):
            own = frame.f_locals.get("self")
            found = None
            if isinstance(own, View):
                found = getattr(getattr(own, "ui", None), "package", None)
            elif package is None:
                found = self._owner(own, frame.f_locals.get("context"), frame.f_globals)
            if found is not None and found != package:
                package, screen = found, frame.f_code.co_qualname
        if package is None or not self._system.packages.installed(package):
            raise error
        self.crash(package, error, screen)

    def _owner(self, own: object, context: object, names: dict[str, Any]) -> str | None:
        """Return the app that a function belongs to; None if it is the phone's own."""
        if isinstance(own, Controller):
            context = own.context
        if isinstance(context, Context):
            return context.package
        module = str(names.get("__name__"))
        return next((m.package for m in self._manifests if _is_in(module, m)), None)

    def crash(self, package: str, error: Exception, screen: str, doing: str = "") -> None:
        """Crash an app, whatever it was doing."""
        self._ended.add(package)
        self._system.app_errors.crash(package, error, screen=screen, doing=doing)

    def tidy(self) -> None:
        """Close databases that the code of a crashed app opened while it ran to its end."""
        for package in sorted(self._ended):
            if not self._system.activities.running(package):
                self._system.databases.close_owner(package)
        self._ended.clear()

    # -- requests from other parts of the phone

    def start_service(self, manifest: Manifest, info: ServiceInfo, intent: Intent) -> None:
        """Run a service's start command."""
        if self._system.activities.is_bad(manifest.package):
            return
        self._system.activities.start_process(manifest.package)
        with self.process(
            manifest.package,
            info.name,
            f"Unable to start service {manifest.qualify(info.name)} with {intent.action}",
        ):
            context = self.context(manifest.package)
            context.load(info.handler)(context, intent)

    # -- ActivityHost

    def create(self, record: ActivityRecord) -> Any:
        """Create the activity's first state, or restore the saved one."""
        with self.process(
            record.package, record.component, f"Unable to start activity {_component(record)}"
        ):
            activity = self.activity(record)
            if record.saved is None:
                return activity.on_create()
            self._windows.snackbars.hide(record.token)  # a view of the process that has died
            activity.on_restart()
        current = self._system.activities.record(record.token)
        return current.saved if current is not None else record.saved

    def new_intent(self, record: ActivityRecord) -> None:
        """Deliver a new intent."""
        with self.process(record.package, record.component):
            self.activity(record).on_new_intent()

    def resume(self, record: ActivityRecord) -> None:
        """Notify an activity that it is on top."""
        with self.process(
            record.package, record.component, f"Unable to resume activity {_component(record)}"
        ):
            self.activity(record).on_resume()

    def pause(self, record: ActivityRecord) -> None:
        """Notify an activity that it is no longer on top."""
        self._windows.hide_keyboard()
        with self.process(
            record.package, record.component, f"Unable to pause activity {_component(record)}"
        ):
            self.activity(record).on_pause()

    def destroy(self, record: ActivityRecord) -> None:
        """Notify an activity that it is finished, and drop its view states."""
        if self._system.activities.running(record.package):  # it may have crashed in on_pause
            with self.process(
                record.package, record.component, f"Unable to destroy activity {_component(record)}"
            ):
                self.activity(record).on_destroy()
        self._windows.forget(record.token)

    def result(self, record: ActivityRecord, request: Hashable, code: int, data: Any) -> None:
        """Deliver a result; results of permission requests go to a method of their own."""
        with self.process(
            record.package,
            record.component,
            f"Failure delivering result to activity {_component(record)}",
        ):
            activity = self.activity(record)
            if isinstance(request, tuple) and len(request) == 3 and request[0] == "permission":
                activity.on_permission_result(request[2], code == RESULT_OK and bool(data))
            else:
                answer = data if isinstance(data, Intent) else None
                activity.on_activity_result(request, code, answer)

    def receive(self, manifest: Manifest, info: ReceiverInfo, intent: Intent) -> BroadcastResult:
        """Run a receiver."""
        result = None
        with self.process(
            manifest.package,
            info.name,
            f"Unable to start receiver {manifest.qualify(info.name)}",
        ):
            context = self.context(manifest.package)
            result = context.load(info.handler)(context, intent)
        return result if isinstance(result, BroadcastResult) else BroadcastResult()

    def _timer(self, payload: tuple[int, str, tuple[Any, ...]]) -> None:
        token, method, arguments = payload
        record = self._system.activities.record(token)
        if record is not None and record.created:
            with self.process(record.package, record.component):
                self.activity(record).run_callback(method, arguments)

    def close(self) -> None:
        """Close the live objects of all apps, such as a browser's pages; they can be restored."""
        for context in self._contexts.values():
            context.close_live()

    def _died(self, package: str) -> None:
        self._windows.forget_finished()
        for window in self.system_windows:
            if window.context.package == package:
                window.restart()
        memory = self._memories.get(package)
        if memory is not None:
            memory[0].set(memory[1])
        if package in self._contexts:
            self._contexts[package].drop_live()
        for authority in [a for a, p in self._providers.items() if p.context.package == package]:
            del self._providers[authority]


def _data_directories(package: str) -> tuple[str, str]:
    """Return an app's private directories: credential-protected and device-protected."""
    return f"/data/user/0/{package}", f"/data/user_de/0/{package}"


def _is_in(module: str, manifest: Manifest) -> bool:
    """Return whether a module is in an app's folder."""
    return module == manifest.module or module.startswith(f"{manifest.module}.")


def _component(record: ActivityRecord) -> str:
    """Format an activity like Java's ComponentInfo."""
    return f"ComponentInfo{{{record.component}}}"
