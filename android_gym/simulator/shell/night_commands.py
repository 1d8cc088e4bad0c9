"""``cmd uimode``: the dark theme and its schedule."""

from __future__ import annotations

import datetime as dt

from android_gym.simulator.shell.command import Arguments, Invocation
from android_gym.simulator.system.night import AUTO, CUSTOM, NO, YES, NightMode

__all__ = ["cmd_uimode", "night_mode"]

_NIGHT_MODES = {
    "yes": YES,
    "no": NO,
    "auto": AUTO,
    "custom_schedule": CUSTOM,
    "custom_bedtime": CUSTOM,
}


def night_mode(night: NightMode) -> str:
    """Return the mode of the dark theme in Android's words."""
    if night.mode == CUSTOM and night.bedtime:
        return "custom_bedtime"
    return next((word for word, value in _NIGHT_MODES.items() if value == night.mode), "unknown")


def cmd_uimode(io: Invocation, verb: str, args: Arguments) -> int | None:
    """Run ``cmd uimode``."""
    night = io.system.night
    if verb == "night":
        word = args.next()
        if word is not None:
            if word not in _NIGHT_MODES:
                io.err(
                    "Error: mode must be 'yes', 'no', or 'auto', or 'custom_schedule', or "
                    "'custom_bedtime'\n"
                )
                return 255
            night.set_mode(_NIGHT_MODES[word], bedtime=word == "custom_bedtime")
        io.out(f"Night mode: {night_mode(night)}\n")
        return 0
    if verb == "time":
        return _night_times(io, args)
    if verb == "car":
        io.out("Car mode: no\n")  # there is no car, so that it can't be entered
        return 0
    return None


def _night_times(io: Invocation, args: Arguments) -> int:
    """Print the times of the dark theme's schedule, or set one."""
    night, which = io.system.night, args.next()
    if which is None:
        io.out(f"start {_java_time(night.start)}\nend {_java_time(night.end)}\n")
        return 0
    if which not in ("start", "end"):
        io.err("command must be in [start|end]\n")
        return 255
    text = args.required()
    try:
        time = dt.datetime.strptime(text, "%H:%M:%S" if text.count(":") > 1 else "%H:%M").time()
    except ValueError:
        io.err(
            f"java.time.format.DateTimeParseException: Text '{text}' could not be parsed at "
            "index 0\n"
        )
        return 255
    night.set_times(**{which: time})
    return 0


def _java_time(time: dt.time) -> str:
    """Write a time as Java's LocalTime does, without seconds that are 0."""
    return time.isoformat("seconds" if time.second else "minutes")
