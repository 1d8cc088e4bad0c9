"""``cmd`` for services that keep little: autofill, dropbox, time detection and others."""

from __future__ import annotations

from typing import Final

from android_gym.simulator.shell.command import Arguments, Invocation, JavaError

__all__ = [
    "cmd_autofill",
    "cmd_dropbox",
    "cmd_sensor_privacy",
    "cmd_time_detector",
    "cmd_time_zone_detector",
    "cmd_usagestats",
    "cmd_vibrator_manager",
    "cmd_webviewupdate",
]

_LOG_LEVELS: Final = {"off": "0", "debug": "2", "verbose": "4"}
_AUTOFILL_LIMITS: Final = {
    "max_partitions": ("autofill_max_partitions_size", "10"),
    "max_visible_datasets": ("autofill_max_visible_datasets", "0"),
}
"""Global settings and their defaults."""

_AUTOFILL_SWITCHES: Final = frozenset(
    {"bind-instant-service-allowed", "default-augmented-service-enabled"}
)


def cmd_autofill(io: Invocation, verb: str, args: Arguments) -> int | None:
    """Show and set limits of autofill, which has no sessions here."""
    settings = io.system.settings
    what = args.required() if verb in ("get", "set", "list", "destroy") else ""
    if (verb, what) in (("list", "sessions"), ("destroy", "sessions"), ("reset", "")):
        return 0
    if verb not in ("get", "set"):
        return None
    if what == "log_level":
        names = {number: name for name, number in _LOG_LEVELS.items()}
        if verb == "get":
            level = settings.get("global", "autofill_logging_level") or "0"
            io.out(f"{names.get(level, f'unknown ({level})')}\n")
            return 0
        word = args.required().lower()
        if word not in _LOG_LEVELS:
            io.out(f"Invalid level: {word}\n")
            return 255
        settings.put("global", "autofill_logging_level", _LOG_LEVELS[word])
    elif what in _AUTOFILL_LIMITS:
        name, default = _AUTOFILL_LIMITS[what]
        if verb == "get":
            io.out(f"{settings.get('global', name) or default}\n")
        else:
            settings.put("global", name, str(io.integer(args.required())))
    elif what in _AUTOFILL_SWITCHES and verb == "get":
        io.out("false\n")
    else:
        io.out(f"Invalid option: {what}\n")
        return 255
    return 0


def cmd_dropbox(io: Invocation, verb: str, args: Arguments) -> int | None:
    """Take limits of the drop box, to which nothing on the phone adds entries."""
    if verb == "set-rate-limit":
        io.integer(args.required())
    elif verb in ("add-low-priority", "remove-low-priority"):
        args.required()
    elif verb != "restore-defaults":
        return None
    return 0


def cmd_sensor_privacy(io: Invocation, verb: str, args: Arguments) -> int | None:
    """Refuse: the phone has no switches for the camera and the microphone."""
    if verb not in ("enable", "disable", "reset"):
        return None
    args.required()
    sensor = args.required()
    if sensor not in ("camera", "microphone"):
        io.out("Invalid sensor\n")
        return 255
    io.err(f"Error: this phone has no privacy switch for the {sensor}\n")
    return 255


def cmd_usagestats(io: Invocation, verb: str, args: Arguments) -> int | None:
    """Clear the time at which an app was last used, which nothing on the phone shows."""
    if verb != "clear-last-used-timestamps":
        return None
    package = args.required()
    if not io.system.packages.installed(package):
        raise JavaError("java.lang.IllegalArgumentException", f"Unknown package: {package}")
    return 0


def _show_switch(io: Invocation, setting: str) -> int:
    io.out(f"{str(io.system.settings.get('global', setting) == '1').lower()}\n")
    return 0


def cmd_time_detector(io: Invocation, verb: str, args: Arguments) -> int | None:
    """Show whether the time is set automatically."""
    return _show_switch(io, "auto_time") if verb == "is_auto_detection_enabled" else None


def cmd_time_zone_detector(io: Invocation, verb: str, args: Arguments) -> int | None:
    """Show or set whether the time zone is set automatically."""
    if verb == "is_auto_detection_enabled":
        return _show_switch(io, "auto_time_zone")
    if verb == "set_auto_detection_enabled":
        on = args.required().lower() == "true"
        io.system.settings.put("global", "auto_time_zone", str(int(on)))
    elif verb == "is_telephony_detection_supported":
        io.out("true\n")
    elif verb in ("is_geo_detection_supported", "is_geo_detection_enabled"):
        io.out("false\n")
    else:
        return None
    return 0


def cmd_vibrator_manager(io: Invocation, verb: str, args: Arguments) -> int | None:
    """List the vibrator, and take what it should do, which nobody can feel."""
    if verb == "list":
        io.out("0\n")
        return 0
    return 0 if verb in ("synced", "combined", "sequential", "cancel") else None


def cmd_webviewupdate(io: Invocation, verb: str, args: Arguments) -> int | None:
    """Refuse to change what provides WebView, as the phone has no package that does."""
    if verb in ("enable-multiprocess", "disable-multiprocess"):
        io.system.settings.put(
            "global", "webview_multiprocess", "1" if verb == "enable-multiprocess" else "-1"
        )
        return 0
    if verb != "set-webview-implementation":
        return None
    io.out(
        f"Failed to switch to {args.required()}, the WebView implementation is now provided by "
        "null.\n"
    )
    return 1
