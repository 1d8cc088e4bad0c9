"""``cmd jobscheduler``, ``cmd shortcut`` and ``cmd user``, as on Android 13.

No app on the phone schedules jobs or publishes shortcuts, and it has one user.
"""

from __future__ import annotations

from typing import Final

from android_gym.simulator.shell.command import Arguments, Invocation
from android_gym.simulator.system.roles import ROLE_INTENTS, holder

__all__ = ["cmd_jobscheduler", "cmd_shortcut", "cmd_user"]

_NO_PACKAGE, _NO_JOB = -1000, -1001
_OF_A_JOB: Final = ("run", "get-job-state")
_OF_SHORTCUTS: Final = (
    "reset-throttling", "reset-all-throttling", "override-config", "reset-config",
    "clear-shortcuts", "get-shortcuts", "unload-user", "verify-states",
)  # fmt: skip


def cmd_jobscheduler(io: Invocation, verb: str, args: Arguments) -> int | None:
    """Report that an app is unknown or has no such job."""
    if verb not in _OF_A_JOB:
        return None
    while (option := args.option()) is not None:
        if option in ("-u", "--user"):
            args.required(option)
        elif option not in ("-f", "--force", "-s", "--satisfied"):
            io.out(f"Error: unknown option '{option}'\n")
            return 255
    package, job = args.required(), io.integer(args.required())
    if not io.system.packages.installed(package):
        io.out(f"Package not found: {package} / user 0\n")
        return _NO_PACKAGE
    io.out(f"Could not find job {job} in package {package} / user 0\n")
    return _NO_JOB


def cmd_shortcut(io: Invocation, verb: str, args: Arguments) -> int | None:
    """Tell the launcher; everything else finds no shortcut to change or show."""
    if verb == "get-default-launcher":
        packages = io.system.packages
        package = holder(packages, io.system.settings, "HOME")
        name = next(
            manifest.component(info.name)
            for manifest, info in packages.query_activities(ROLE_INTENTS["HOME"])
            if manifest.package == package
        )
        io.out(f"Launcher: ComponentInfo{{{name}}}\n")
    elif verb not in _OF_SHORTCUTS:
        return None
    io.out("Success\n")
    return 0


def cmd_user(io: Invocation, verb: str, args: Arguments) -> int | None:
    """List the users."""
    return io.run(["pm", "list", "users"]) if verb == "list" else None
