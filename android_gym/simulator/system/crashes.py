"""AppErrors: what happens to an app whose code raises an exception.

As on Android 13, the process is killed, the stack trace goes to logcat's crash buffer, the activity
on top is finished, and "... has stopped" or "... keeps stopping" is shown. An app that crashes
twice within two minutes loses all its activities and is *bad*: broadcasts and services no longer
start it, only the user does. No app code runs here, and no crash ends the phone.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from immutables import Map

from android_gym.errors import AppError
from android_gym.simulator.state import State
from android_gym.simulator.system.activities import ActivityManager
from android_gym.simulator.system.clock import Clock
from android_gym.simulator.system.intents import (
    FLAG_ACTIVITY_NEW_TASK,
    Intent,
    flatten_short,
)
from android_gym.simulator.system.java_errors import java_exception, java_frames
from android_gym.simulator.system.logs import Logs
from android_gym.simulator.system.packages import PackageManager
from android_gym.simulator.system.settings import Settings

__all__ = ["DISMISS_MS", "MIN_CRASH_INTERVAL_MS", "AppErrors", "ErrorDialog"]

MIN_CRASH_INTERVAL_MS: Final = 120_000
"""A second crash within this time makes an app bad (ActivityManagerConstants, API 33)."""

DISMISS_MS: Final = 300_000
"""Time after which the dialog closes (AppErrorDialog.DISMISS_TIMEOUT)."""

_PERSISTENT: Final = frozenset(
    {
        "android",
        "com.android.phone",
        "com.android.providers.telephony",
        "com.android.server.telecom",
        "com.android.systemui",
    }
)
"""Packages that Android always keeps running, besides those that draw the system's windows."""

_MAX_BLOCK: Final = 4_000
"""Bytes of a stack trace in one log entry, which leaves room for the tag."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class ErrorDialog:
    """Content of a crash dialog.

    Attributes:
        package: The app that crashed.
        repeating: Whether it had crashed shortly before ("keeps stopping").
        timer: The timer that closes it.
    """

    package: str
    repeating: bool
    timer: int = 0


@dataclass(frozen=True)
class _Errors:
    # Time of each package's last crash in milliseconds since boot; `recent` only counts crashes
    # since the user last started the package.
    last: Map[str, int] = field(default_factory=Map)
    recent: Map[str, int] = field(default_factory=Map)
    bad: frozenset[str] = frozenset()
    dialogs: tuple[ErrorDialog, ...] = ()


class AppErrors:
    """Handles crashes of apps and keeps the dialogs that report them."""

    def __init__(
        self,
        state: State,
        clock: Clock,
        settings: Settings,
        packages: PackageManager,
        activities: ActivityManager,
        logs: Logs,
    ) -> None:
        self._slot = state.slot("app_errors", _Errors())
        self._clock = clock
        self._settings = settings
        self._packages = packages
        self._activities = activities
        self._logs = logs
        clock.handler("app_error", self._dismiss, str)
        activities.is_bad = lambda package: package in self._slot.get().bad
        activities.on_start(self._forgive)
        activities.on_force_stop(self._forgive)
        activities.on_force_stop(self._dismiss)

    @property
    def dialog(self) -> ErrorDialog | None:
        """The dialog on screen."""
        dialogs = self._slot.get().dialogs
        return dialogs[0] if dialogs else None

    def crash(self, package: str, error: BaseException, *, screen: str, doing: str = "") -> None:
        """Handle an app's crash.

        Args:
            package: The app.
            error: The exception that its code raised.
            screen: What the app was doing, for this Python package's own log.
            doing: The same in Android's words, such as ``Unable to start activity
                ComponentInfo{...}``; if given, `error` becomes its cause.
        """
        fault = AppError(package, screen, f"{type(error).__name__}: {error}")
        _log.error("%s", fault, exc_info=(AppError, fault, error.__traceback__))
        persistent = self._is_persistent(package)
        seen = persistent or any(r.package == package for r in self._activities.visible())
        pid = self._activities.processes.get(package, 0)
        self._write_stack(package, pid, error, doing)
        value, now = self._slot.peek(), self._clock.elapsed_ms()
        quick = now - value.recent.get(package, -MIN_CRASH_INTERVAL_MS) < MIN_CRASH_INTERVAL_MS
        repeating = now - value.last.get(package, -MIN_CRASH_INTERVAL_MS) < MIN_CRASH_INTERVAL_MS
        self._slot.set(
            replace(
                value,
                last=value.last.set(package, now),
                recent=value.recent.set(package, now),
                bad=value.bad | {package} if quick and not persistent else value.bad,
            )
        )
        finished = self._activities.crash(package, everything=quick and not persistent)
        self._write_end(package, pid, [record.component for record in finished], quick)
        if seen:
            self._show(package, repeating)

    def close(self, package: str) -> None:
        """Do what "Close app" does: finish all of the app's activities."""
        self._dismiss(package)
        if not self._is_persistent(package):
            self._activities.crash(package, everything=True)
        if self._activities.is_bad(package) and any(
            task.home and task.top.package == package for task in self._activities.tasks
        ):
            self._activities.home()  # there is nothing else to show

    def app_info(self, package: str) -> None:
        """Do what "App info" does: open the app's page in Settings."""
        self._dismiss(package)
        self._activities.start(
            Intent(
                action="android.settings.APPLICATION_DETAILS_SETTINGS",
                data=f"package:{package}",
                flags=FLAG_ACTIVITY_NEW_TASK,
            )
        )

    def dismiss_all(self) -> None:
        """Close all dialogs, as restarting the phone does."""
        for dialog in self._slot.peek().dialogs:
            self._dismiss(dialog.package)

    def _is_persistent(self, package: str) -> bool:
        """Return whether the app is a part of the system that is always restarted."""
        return package in _PERSISTENT or (
            self._packages.installed(package) and bool(self._packages.manifest(package).windows)
        )

    def _forgive(self, package: str) -> None:
        value = self._slot.peek()
        if package in value.recent or package in value.bad:
            recent = value.recent.delete(package) if package in value.recent else value.recent
            self._slot.set(replace(value, recent=recent, bad=value.bad - {package}))

    def _show(self, package: str, repeating: bool) -> None:
        get = self._settings.get_int
        if get("global", "hide_error_dialogs", 0) or not self._packages.installed(package):
            return
        first = get("global", "show_first_crash_dialog", 0) or get(
            "secure", "show_first_crash_dialog_dev_option", 0
        )
        dialogs = self._slot.peek().dialogs
        if not (first or repeating) or any(dialog.package == package for dialog in dialogs):
            return
        timer = self._clock.schedule(DISMISS_MS, "app_error", package)
        self._slot.update(dialogs=(*dialogs, ErrorDialog(package, repeating, timer)))

    def _dismiss(self, package: str) -> None:
        dialogs = self._slot.peek().dialogs
        for dialog in dialogs:
            if dialog.package == package:
                self._clock.cancel(dialog.timer)
        self._slot.update(dialogs=tuple(d for d in dialogs if d.package != package))

    # -- logcat

    def _write_stack(self, package: str, pid: int, error: BaseException, doing: str) -> None:
        kind, message = java_exception(error)
        thrown = f"{kind}: {message}" if message else kind
        frames = java_frames(error.__traceback__)
        lines = ["FATAL EXCEPTION: main", f"Process: {package}, PID: {pid}"]
        if doing:
            lines += [f"java.lang.RuntimeException: {doing}: {thrown}", *frames[-1:]]
            lines.append(f"Caused by: {thrown}")
        else:
            lines.append(thrown)
        for text in _in_entries([*lines, *frames]):
            self._logs.write("E", "AndroidRuntime", text, pid=pid, buffer="crash")
        summary = f"[{pid},0,{package},0,{kind},{message.splitlines()[0] if message else 'NULL'}]"
        self._logs.write("I", "am_crash", summary, buffer="events")

    def _write_end(self, package: str, pid: int, finished: list[str], quick: bool) -> None:
        def system(tag: str, text: str, priority: str = "W") -> None:
            self._logs.write(priority, tag, text, buffer="system")

        if quick:
            system(
                "ActivityManager",
                f"Process {package} has crashed too many times, killing! Reason: crashed quickly",
            )
        for component in finished:
            system("ActivityTaskManager", f"  Force finishing activity {flatten_short(component)}")
        if pid:
            self._logs.write("I", "Process", f"Sending signal. PID: {pid} SIG: 9", pid=pid)
            system("ActivityManager", f"Process {package} (pid {pid}) has died", "I")


def _in_entries(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines grouped into texts that fit one log entry each, as Log.printlns does."""
    block = ""
    for line in lines:
        joined = f"{block}\n{line}" if block else line
        if block and len(joined.encode("utf-8", "replace")) > _MAX_BLOCK:
            yield block
            joined = line
        block = joined
    yield block
