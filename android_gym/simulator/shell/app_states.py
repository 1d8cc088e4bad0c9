"""``am set-debug-app``, ``clear-debug-app`` and ``package-importance``, as on Android 13.

No app waits for a debugger.
"""

from __future__ import annotations

from android_gym.simulator.shell.command import Arguments, Invocation

__all__ = ["clear_debug_app", "package_importance", "set_debug_app"]


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


def _importance_of(io: Invocation, package: str) -> int:
    activities = io.system.activities
    if any(record.package == package for record in activities.visible()):
        return 100  # FOREGROUND
    if io.system.notifications.has_foreground_service(package):
        return 125  # FOREGROUND_SERVICE
    return 400 if activities.running(package) else 1000  # CACHED, GONE
