"""``am set-debug-app``, ``package-importance``, ``get-uid-state`` and others, as on Android 13.

No app waits for a debugger.
"""

from __future__ import annotations

from typing import Final

from android_gym.simulator.shell.command import Arguments, Invocation
from android_gym.simulator.system.users import FIRST_APPLICATION_UID

__all__ = ["clear_debug_app", "get_uid_state", "package_importance", "set_debug_app"]

_STATES: Final = {
    100: "2 (TOP)",
    125: "4 (FOREGROUND_SERVICE)",
    400: "16 (CACHED_ACTIVITY)",
    1000: "20 (NONEXISTENT)",
}
"""The states of a process by its importance."""


def set_debug_app(io: Invocation, args: Arguments) -> int:
    """Stop an app, and with ``--persistent`` keep its name in the settings."""
    given: set[str] = set()
    while (option := args.option()) is not None:
        if option not in ("-w", "--persistent"):
            io.err(f"Error: Unknown option: {option}\n")
            return 255
        given.add(option)
    package = args.required()
    if "--persistent" in given:
        io.system.settings.put("global", "debug_app", package)
        io.system.settings.put("global", "wait_for_debugger", str(int("-w" in given)))
    io.system.activities.force_stop(package)
    return 0


def clear_debug_app(io: Invocation, args: Arguments) -> int:
    """Undo ``set-debug-app``."""
    io.system.settings.delete("global", "debug_app")
    io.system.settings.put("global", "wait_for_debugger", "0")
    return 0


def package_importance(io: Invocation, args: Arguments) -> int:
    """Print a package's ``ActivityManager.RunningAppProcessInfo.IMPORTANCE_*``."""
    io.out(f"{_importance_of(io, args.required())}\n")
    return 0


def get_uid_state(io: Invocation, args: Arguments) -> int:
    """Print the ``ActivityManager.PROCESS_STATE_*`` of a user."""
    uid = io.integer(args.required())
    packages = io.system.packages
    importances = [_importance_of(io, p) for p in packages.names if packages.state(p).uid == uid]
    system = uid < FIRST_APPLICATION_UID
    io.out(f"{'0 (PERSISTENT)' if system else _STATES[min(importances, default=1000)]}\n")
    return 0


def _importance_of(io: Invocation, package: str) -> int:
    activities = io.system.activities
    if any(record.package == package for record in activities.visible()):
        return 100  # FOREGROUND
    if io.system.notifications.has_foreground_service(package):
        return 125  # FOREGROUND_SERVICE
    return 400 if activities.running(package) else 1000  # CACHED, GONE
