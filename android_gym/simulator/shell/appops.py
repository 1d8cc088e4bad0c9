"""The command `appops`."""

from __future__ import annotations

from android_gym.simulator.shell.command import Arguments, Invocation, command

_OPS = (
    "COARSE_LOCATION FINE_LOCATION GPS VIBRATE READ_CONTACTS WRITE_CONTACTS READ_CALL_LOG "
    "WRITE_CALL_LOG READ_CALENDAR WRITE_CALENDAR WIFI_SCAN POST_NOTIFICATION NEIGHBORING_CELLS "
    "CALL_PHONE READ_SMS WRITE_SMS RECEIVE_EMERGECY_SMS RECEIVE_MMS RECEIVE_WAP_PUSH SEND_SMS "
    "READ_ICC_SMS WRITE_ICC_SMS WRITE_SETTINGS SYSTEM_ALERT_WINDOW ACCESS_NOTIFICATIONS CAMERA "
    "RECORD_AUDIO PLAY_AUDIO READ_CLIPBOARD WRITE_CLIPBOARD TAKE_MEDIA_BUTTONS TAKE_AUDIO_FOCUS "
    "AUDIO_MASTER_VOLUME AUDIO_VOICE_VOLUME AUDIO_RING_VOLUME AUDIO_MEDIA_VOLUME "
    "AUDIO_ALARM_VOLUME AUDIO_NOTIFICATION_VOLUME AUDIO_BLUETOOTH_VOLUME WAKE_LOCK "
    "MONITOR_LOCATION MONITOR_HIGH_POWER_LOCATION GET_USAGE_STATS MUTE_MICROPHONE TOAST_WINDOW "
    "PROJECT_MEDIA ACTIVATE_VPN WRITE_WALLPAPER READ_EXTERNAL_STORAGE WRITE_EXTERNAL_STORAGE "
    "TURN_SCREEN_ON GET_ACCOUNTS RUN_IN_BACKGROUND REQUEST_INSTALL_PACKAGES PICTURE_IN_PICTURE "
    "INSTANT_APP_START_FOREGROUND ANSWER_PHONE_CALLS RUN_ANY_IN_BACKGROUND CHANGE_WIFI_STATE "
    "REQUEST_DELETE_PACKAGES ACCEPT_HANDOVER START_FOREGROUND BLUETOOTH_SCAN USE_BIOMETRIC "
    "ACTIVITY_RECOGNITION READ_MEDIA_AUDIO READ_MEDIA_VIDEO READ_MEDIA_IMAGES LEGACY_STORAGE "
    "MANAGE_EXTERNAL_STORAGE SCHEDULE_EXACT_ALARM MANAGE_MEDIA USE_FULL_SCREEN_INTENT"
).split()


_MODES = ("allow", "ignore", "deny", "default", "foreground")


def _op(io: Invocation, text: str) -> str | None:
    name = text.upper() if ":" not in text else text.partition(":")[2].upper()
    if name in _OPS:
        return name
    if text.isdecimal() and int(text) < len(_OPS):
        return _OPS[int(text)]
    io.err(f"Error: Unknown operation string: {text}\n")
    return None


@command("appops")
def run_appops(io: Invocation) -> int:
    """Show and set app operation modes."""
    args = Arguments(io.args)
    verb = args.next() or ""
    words: list[str] = []
    while (word := args.next()) is not None:
        if word == "--user":
            args.next()
        elif word != "--uid":
            words.append(word)
    function = {"set": _appops_set, "get": _appops_get, "reset": _appops_reset}.get(verb)
    if function is None:
        if verb in ("start", "stop", "query-op", "write-settings", "read-settings"):
            return 0
        io.out(f"Unknown command: {verb}\n" if verb else "AppOps service (appops) commands:\n")
        return 255
    if verb != "reset":
        if not words:
            io.err("Error: Package name not specified.\n")
            return 255
        if not io.system.packages.installed(words[0]):
            io.err(f"Error: No UID for {words[0]} in user 0\n")
            return 255
    return function(io, words)


def _appops_reset(io: Invocation, words: list[str]) -> int:
    packages = io.system.packages
    for name in words or packages.names:
        if packages.installed(name):
            packages.change(name, app_ops=type(packages.state(name).app_ops)())
    whose = f"user 0, package {words[0]}" if words else "all users, all packages"
    io.out(f"Reset all modes for: {whose}\n")
    return 0


def _appops_set(io: Invocation, words: list[str]) -> int:
    if len(words) < 3:
        io.err(f"Error: {'Operation' if len(words) < 2 else 'Mode'} not specified.\n")
        return 255
    package, text, mode = words[:3]
    op = _op(io, text)
    if op is None:
        return 255
    if mode not in _MODES:
        io.err(f"Error: Mode {mode} is not valid,\n")
        return 255
    io.system.packages.set_app_op(package, op, mode)
    return 0


def _appops_get(io: Invocation, words: list[str]) -> int:
    ops = io.system.packages.state(words[0]).app_ops
    shown = sorted(ops)
    if len(words) > 1:
        op = _op(io, words[1])
        if op is None:
            return 255
        shown = [op] if op in ops else []
    if not shown:
        io.out("No operations.\n")
    if not shown and len(words) > 1:
        default = "default" if words[1].upper().endswith("WINDOW") else "allow"
        io.out(f"Default mode: {default}\n")
    for name in shown:
        io.out(f"{name}: {ops[name]}\n")
    return 0
