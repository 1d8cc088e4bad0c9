"""Commands and dumps of Battery Saver and of Doze."""

from __future__ import annotations

from typing import Final

from android_gym.simulator.shell.command import Arguments, Invocation
from android_gym.simulator.system.app_ops import RUN_ANY_IN_BACKGROUND

__all__ = ["cmd_deviceidle", "cmd_power", "dump_deviceidle"]


def cmd_power(io: Invocation, verb: str, args: Arguments) -> int | None:
    """Run ``cmd power``: Battery Saver can't be turned on while the phone is charged."""
    if verb != "set-mode":
        return (
            0
            if verb in ("set-adaptive-power-saver-enabled", "set-fixed-performance-mode-enabled")
            else None
        )
    mode = io.integer(args.required(), most=1)
    battery = io.system.battery.state
    if not (mode and (battery.ac or battery.usb or battery.wireless)):
        io.system.settings.put("global", "low_power", str(mode))
    return 0


def _exempt(io: Invocation) -> list[str]:
    """List the apps that may always run in the background."""
    packages = io.system.packages
    return [p for p in packages.names if packages.app_op(p, RUN_ANY_IN_BACKGROUND) == "allow"]


def cmd_deviceidle(io: Invocation, verb: str, args: Arguments) -> int | None:
    """Run ``cmd deviceidle``: the list of apps that Doze spares; the phone is never idle."""
    packages = io.system.packages
    if verb == "get":
        values = {"light": "ACTIVE", "deep": "ACTIVE", "force": "false", "screen": "true",
                  "charging": "true", "network": "true"}  # fmt: skip
        word = args.required()
        io.out(f"{values.get(word, f'Unknown get option: {word}')}\n")
    elif verb == "whitelist":
        words = args.rest()
        if not words:
            for package in _exempt(io):
                io.out(f"user,{package},{packages.state(package).uid}\n")
        for word in words:
            sign, package = word[:1], word[1:]
            if sign not in ("+", "-", "="):
                io.out(f"Package must be prefixed with +, -, or =: {word}\n")
                return 255
            if not packages.installed(package):
                io.out(f"Unknown package: {package}\n")
            elif sign == "=":
                io.out(f"{str(package in _exempt(io)).lower()}\n")
            elif (sign == "+") != (package in _exempt(io)):
                mode = "allow" if sign == "+" else None
                packages.set_app_op(package, RUN_ANY_IN_BACKGROUND, mode)
                io.out(f"{'Added' if sign == '+' else 'Removed'}: {package}\n")
    else:
        return 0 if verb in _QUIET else None
    return 0


_QUIET: Final = frozenset(
    "step force-idle force-inactive unforce enable disable enabled sys-whitelist "
    "except-idle-whitelist tempwhitelist motion pre-idle-factor reset-pre-idle-factor".split()
)


def dump_deviceidle(io: Invocation, args: list[str]) -> None:
    """Write the dump of ``deviceidle``, or run one of its commands."""
    words = Arguments(args)
    verb = words.next()
    if verb is not None and not verb.startswith("-"):
        if cmd_deviceidle(io, verb, words) is None:
            io.out(f"Unknown option: {verb}\n")
        return
    exempt = "".join(f"    {package}\n" for package in _exempt(io))
    io.out(
        "  Settings:\n  mLightEnabled=true  mDeepEnabled=true\n"
        + (f"  Whitelist user apps:\n{exempt}" if exempt else "")
        + "  mState=ACTIVE\n  mLightState=ACTIVE\n"
    )
