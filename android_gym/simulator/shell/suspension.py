"""``pm suspend`` and ``pm unsuspend``: apps that can't be started for a while."""

from __future__ import annotations

from typing import Final

from android_gym.simulator.shell.command import Arguments, Invocation
from android_gym.simulator.system.packages import CATEGORY_HOME
from android_gym.simulator.system.roles import holder

__all__ = ["suspend", "unsuspend"]

_PROTECTED: Final = frozenset(
    ["android", "com.google.android.packageinstaller", "com.google.android.permissioncontroller"]
)
"""Packages that the phone needs at any time, besides the home app and the phone app."""

_VALUES: Final = ("--user", "--dialogMessage")
_PAIRS: Final = ("--ael", "--aes", "--aed", "--lel", "--les", "--led")
"""Options with a key and a value, which only the suspended app can read."""


def suspend(io: Invocation, args: Arguments) -> int:
    """Suspend packages."""
    return _run(io, args, on=True)


def unsuspend(io: Invocation, args: Arguments) -> int:
    """Let suspended packages start again."""
    return _run(io, args, on=False)


def _run(io: Invocation, args: Arguments, *, on: bool) -> int:
    message = ""
    while (option := args.option()) is not None:
        if option in _PAIRS:
            args.required(option)
        elif option not in _VALUES:
            io.out(f"Error: Unknown option: {option}\n")
            return 1
        value = args.required(option)
        message = value if option == "--dialogMessage" else message
    names = args.rest()
    if not names:
        io.out("Error: package name not specified\n")
        return 1
    by = "com.android.shell" if io.uid else "root"
    packages = io.system.packages
    known = [name for name in names if packages.installed(name)]
    for name in known:
        if on and not _needed(io, name):
            packages.change(name, suspended=by, suspension=message)
            _remove_tasks(io, name)
        elif not on:
            packages.change(name, suspended="", suspension="")
    for name in names:
        if name not in known:
            io.out(f"java.lang.IllegalArgumentException: Unknown target package: {name}\n")
            return 1
        state = str(bool(packages.state(name).suspended)).lower()
        io.out(f"Package {name} new suspended state: {state}\n")
    return 0


def _needed(io: Invocation, name: str) -> bool:
    """Return whether the phone needs a package, so that it can't be suspended."""
    packages = io.system.packages
    home = any(
        CATEGORY_HOME in f.categories for a in packages.manifest(name).activities for f in a.filters
    )
    return home or name in (*_PROTECTED, holder(packages, io.system.settings, "DIALER"))


def _remove_tasks(io: Invocation, name: str) -> None:
    """Take a package's tasks out of Recents, which ends what is on the screen."""
    activities = io.system.activities
    for task in activities.known_tasks:
        if task.records[0].package == name:
            activities.remove_task(task.id)
