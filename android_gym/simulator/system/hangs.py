"""Hangs: apps that do not respond because their process was stopped (``kill -STOP``).

As on Android 13, an app has five seconds to handle each touch or key. If it has not taken it by
then, "... isn't responding" is shown with "Close app" and "Wait", and an `ANR in` report goes to
logcat. A stopped process takes no input until it is continued (``kill -CONT``).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from immutables import Map

from android_gym.simulator.state import State
from android_gym.simulator.system.activities import ActivityManager
from android_gym.simulator.system.clock import Clock
from android_gym.simulator.system.intents import flatten_short
from android_gym.simulator.system.logs import Logs
from android_gym.simulator.system.settings import Settings

__all__ = ["INPUT_TIMEOUT_MS", "Hangs"]

INPUT_TIMEOUT_MS: Final = 5_000
"""Time to handle a touch or key (InputDispatcher's DEFAULT_INPUT_DISPATCHING_TIMEOUT)."""


@dataclass(frozen=True)
class _Hangs:
    stopped: frozenset[str] = frozenset()
    timers: Map[str, int] = field(default_factory=Map)  # of packages with pending input
    asking: tuple[str, ...] = ()  # packages with a dialog, the one on screen first


class Hangs:
    """Tracks stopped processes, and the dialogs about apps that do not respond."""

    def __init__(
        self,
        state: State,
        clock: Clock,
        settings: Settings,
        activities: ActivityManager,
        logs: Logs,
    ) -> None:
        self._slot = state.slot("hangs", _Hangs())
        self._clock = clock
        self._settings = settings
        self._activities = activities
        self._logs = logs
        clock.handler("anr", self._timed_out, str)
        activities.on_process_death(self.go_on)
        activities.on_process_death(self._dismiss)

    @property
    def dialog(self) -> str | None:
        """The package whose dialog is on screen."""
        asking = self._slot.get().asking
        return asking[0] if asking else None

    def stopped(self, package: str) -> bool:
        """Return whether a package's process is stopped."""
        return package in self._slot.get().stopped

    def stop(self, package: str) -> None:
        """Stop a package's process, if it has one."""
        if self._activities.running(package):
            value = self._slot.peek()
            self._slot.set(replace(value, stopped=value.stopped | {package}))

    def go_on(self, package: str) -> None:
        """Continue a package's process; a dialog on screen stays, as on Android."""
        value = self._slot.peek()
        if package in value.stopped:
            self._forget_input(package)
            self._slot.update(stopped=value.stopped - {package})

    def swallows(self, package: str) -> bool:
        """Return whether a package is stopped, so that its input is lost; starts its ANR timer."""
        value = self._slot.peek()
        if package not in value.stopped:
            return False
        if package not in value.timers:
            timer = self._clock.schedule(INPUT_TIMEOUT_MS, "anr", package)
            self._slot.update(timers=value.timers.set(package, timer))
        return True

    def wait(self, package: str) -> None:
        """Do what "Wait" does: give a process that is still stopped the same time again."""
        self._dismiss(package)
        self.swallows(package)

    def close(self, package: str) -> None:
        """Do what "Close app" does: kill the process and finish its activities on top."""
        self._activities.crash(package)
        self._dismiss(package)  # if the process was already dead

    def dismiss_all(self) -> None:
        """Close all dialogs, as restarting the phone does."""
        for package in self._slot.peek().asking:
            self._dismiss(package)

    def _timed_out(self, package: str) -> None:
        self._forget_input(package)
        top = next((r for r in self._activities.visible() if r.package == package), None)
        pid = self._activities.processes.get(package, 0)
        where = f" ({flatten_short(top.component)})" if top is not None else ""
        window = top.component if top is not None else package
        reason = (
            f"Input dispatching timed out ({window} (server) is not responding. "
            f"Waited {INPUT_TIMEOUT_MS}ms for MotionEvent)"
        )
        self._logs.write(
            "E",
            "ActivityManager",
            f"ANR in {package}{where}\nPID: {pid}\nReason: {reason}",
            buffer="system",
        )
        self._logs.write("I", "am_anr", f"[0,{pid},{package},0,{reason}]", buffer="events")
        asking = self._slot.peek().asking
        if package not in asking and not self._settings.get_int("global", "hide_error_dialogs", 0):
            self._slot.update(asking=(*asking, package))

    def _forget_input(self, package: str) -> None:
        timers = self._slot.peek().timers
        if package in timers:
            self._clock.cancel(timers[package])
            self._slot.update(timers=timers.delete(package))

    def _dismiss(self, package: str) -> None:
        asking = self._slot.peek().asking
        if package in asking:
            self._slot.update(asking=tuple(name for name in asking if name != package))
