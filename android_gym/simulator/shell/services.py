"""`svc`, `cmd`, `service`, `appops`, `ime` and other ways to talk to system services."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from android_gym.errors import OptionError
from android_gym.simulator.shell.command import Arguments, Invocation, JavaError, command
from android_gym.simulator.shell.media_dumps import list_sessions
from android_gym.simulator.system.display import CUTOUTS, Cutout
from android_gym.simulator.system.notifications import Channel, Notification
from android_gym.simulator.system.roles import ROLE_INTENTS, holder, setting_of

SERVICES = (
    "accessibility account activity activity_task alarm appops appwidget audio autofill backup "
    "battery batterystats bluetooth_manager clipboard connectivity content country_detector "
    "cpuinfo dbinfo deviceidle devicestoragemonitor display dream dropbox gfxinfo graphicsstats "
    "input input_method iphonesubinfo isms isub jobscheduler launcherapps location lock_settings "
    "media.audio_flinger media.camera media_router media_session meminfo mount netpolicy netstats "
    "network_management notification overlay package permission permissionmgr phone power "
    "procstats role search sensor_privacy sensorservice settings shortcut slice statusbar "
    "storagestats "
    "SurfaceFlinger telecom telephony.registry time_detector time_zone_detector trust uimode "
    "usagestats usb user vibrator_manager voiceinteraction wallpaper webviewupdate wifi window"
).split()

IME = "com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME"

# --- svc -----------------------------------------------------------------------------------------


@command("svc", cost=500)
def run_svc(io: Invocation) -> int:
    """Switch radios, and keep the screen on."""
    what = io.args[0] if io.args else ""
    verb = io.args[1] if len(io.args) > 1 else ""
    connectivity = io.system.connectivity
    switches: dict[str, Callable[[bool], None]] = {
        "wifi": connectivity.set_wifi,
        "bluetooth": connectivity.set_bluetooth,
        "data": connectivity.set_mobile_data,
        "nfc": lambda enabled: None,
    }
    if what in switches:
        if verb not in ("enable", "disable"):
            name = {"wifi": "Wi-Fi", "bluetooth": "Bluetooth", "data": "mobile data"}.get(
                what, what
            )
            io.out(
                f"Control the {name} manager\n\nusage: svc {what} [enable|disable]\n"
                f"         Turn {name} on or off.\n\n"
            )
            return 1
        switches[what](verb == "enable")
        return 0
    if what == "power":
        if verb == "stayon" and len(io.args) > 2:
            value = {"true": "15", "false": "0", "usb": "2", "ac": "1", "wireless": "4"}
            if io.args[2] in value:
                io.system.settings.put("global", "stay_on_while_plugged_in", value[io.args[2]])
                return 0
        if verb in ("reboot", "shutdown"):
            return io.run(["reboot"])
    if what == "usb":
        return 0
    io.out(
        "Available commands:\n    help     Show information about the subcommands\n"
        "    power    Control the power manager\n    usb      Control Usb state\n"
        "    nfc      Control NFC functions\n"
        "    bluetooth Control Bluetooth service\n    system-server System server "
        "related command\n\n"
    )
    return 0


# --- cmd -----------------------------------------------------------------------------------------

# Services whose commands have a program of their own.
_PROGRAMS = {
    "activity": "am", "package": "pm", "settings": "settings", "input": "input", "window": "wm",
    "appops": "appops", "content": "content", "device_config": "device_config",
    "telecom": "telecom", "input_method": "ime", "lock_settings": "locksettings",
}  # fmt: skip


@command("cmd", cost=500)
def run_cmd(io: Invocation) -> int:
    """Hand a command to a service."""
    args = list(io.args)
    if args and args[0] == "-w":
        args.pop(0)
    if not args:
        io.err(
            "cmd: No service specified; use -l to list all running services. Use -w to start "
            "and wait for a service.\n"
        )
        return 20
    if args[0] == "-l":
        io.out("Currently running services:\n" + "".join(f"  {name}\n" for name in SERVICES))
        return 0
    name, rest = args[0], args[1:]
    if name in _PROGRAMS:
        return io.process.invoke(io.process.shell.commands[_PROGRAMS[name]], _PROGRAMS[name], rest)
    function = _SERVICE_COMMANDS.get(name)
    if function is not None:
        words = Arguments(rest)
        verb = words.next()
        if verb is None:
            io.out(f"{name} commands:\n  help\n      Print this help text.\n")
            return 255
        code = function(io, verb, words)
        if code is None:
            io.out(f"Unknown command: {verb}\n")
            return 255
        return code
    if name in SERVICES:
        io.out("No shell command implementation.\n")
        return 255
    io.err(f"cmd: Can't find service: {name}\n")
    return 20


def _switch(word: str | None) -> bool:
    """Read ``enabled`` and its like.

    Raises:
        JavaError: If it is none of them.
    """
    if word in ("enabled", "enable", "on", "true", "1", "yes"):
        return True
    if word in ("disabled", "disable", "off", "false", "0", "no"):
        return False
    raise JavaError(
        "java.lang.IllegalArgumentException",
        f"Expected 'enabled' or 'disabled' as next arg but got '{word}'",
    )


def _wifi(io: Invocation, verb: str, args: Arguments) -> int | None:
    connectivity = io.system.connectivity
    if verb == "set-wifi-enabled":
        connectivity.set_wifi(_switch(args.next()))
    elif verb == "status":
        io.out("".join(f"{line}\n" for line in wifi_status(io)))
    elif verb == "list-scan-results":
        _wifi_scan_results(io)
    elif verb == "list-networks":
        io.out("Network Id      SSID                         Security type\n")
        for number, ssid in enumerate(connectivity.saved_networks):
            io.out(f"{number:<12} {ssid:<32} open\n")
    elif verb == "connect-network":
        joined = connectivity.connect(args.required())
        io.out("Connection initiated \n" if joined else "Connection failed with reason 0\n")
    elif verb == "forget-network":
        saved = dict(enumerate(connectivity.saved_networks))
        chosen = saved.get(int(digits) if (digits := args.required()).isdecimal() else -1)
        if chosen is not None:
            connectivity.forget(chosen)
        io.out("Forget failed with reason: 0\n" if chosen is None else "Forget successful\n")
    elif verb in _WIFI_ANSWERS:
        io.out(_WIFI_ANSWERS[verb])
    else:
        return None
    return 0


_WIFI_ANSWERS = {
    "is-verbose-logging": "false\n",
    "get-country-code": "Wifi Country Code = US\n",
    "start-scan": "",
    "set-verbose-logging": "",
    "set-scan-always-available": "",
}


def _wifi_scan_results(io: Invocation) -> None:
    networks = io.system.connectivity.networks()
    if not networks:
        io.out("No scan results\n")
        return
    io.out(
        "    BSSID              Frequency      RSSI           Age(sec)     SSID"
        "                                 Flags\n"
    )
    for network in networks:
        flags = "[ESS]" if network.security == "open" else "[WPA2-PSK-CCMP][RSN-PSK-CCMP][ESS]"
        io.out(
            f"  {network.bssid:<20}{network.frequency:>8}{network.rssi:>12}    2.118"
            f"        {network.ssid:<34}{flags}\n"
        )


def wifi_status(io: Invocation) -> list[str]:
    """The lines of ``cmd wifi status``."""
    connectivity = io.system.connectivity
    if not connectivity.wifi_enabled:
        return ["Wifi is disabled", "Wifi scanning is only available when wifi is enabled"]
    lines = [
        "Wifi is enabled",
        "Wifi scanning is only available when wifi is enabled",
        "==== Primary ClientModeManager instance ====",
    ]
    if connectivity.wifi_connected:
        ssid = connectivity.wifi_ssid
        network = next((item for item in connectivity.networks() if item.ssid == ssid), None)
        bssid = network.bssid if network else "00:13:10:85:fe:01"
        rssi = network.rssi if network else -50
        lines += [
            f'Wifi is connected to "{ssid}"',
            f'WifiInfo: SSID: "{ssid}", BSSID: {bssid}, MAC: 02:15:b2:00:00:00, IP: '
            "/10.0.2.16, Security type: 0, Supplicant state: COMPLETED, Wi-Fi standard: 4, "
            f"RSSI: {rssi}, Link speed: 13Mbps, Tx Link speed: 13Mbps, Max Supported Tx Link "
            "speed: 11Mbps, Rx Link speed: 2Mbps, Max Supported Rx Link speed: 11Mbps, Frequency: "
            "2447MHz, Net ID: 0, Metered hint: false, score: 60",
        ]
    else:
        lines.append("Wifi is not connected")
    return lines


def _bluetooth(io: Invocation, verb: str, args: Arguments) -> int | None:
    connectivity = io.system.connectivity
    if verb in ("enable", "disable"):
        connectivity.set_bluetooth(verb == "enable")
        return 0
    wait = re.fullmatch("wait-for-state:STATE_(ON|OFF)", verb)
    if wait is None:
        return None
    wanted = wait.group(1).lower()
    for _ in range(100):
        if connectivity.bluetooth_state == wanted:
            io.out(f"wait-for-state: STATE_{wait.group(1)} success\n")
            return 0
        io.phone.advance(100)
    io.out(f"wait-for-state: STATE_{wait.group(1)} failed\n")
    return 255


def _connectivity(io: Invocation, verb: str, args: Arguments) -> int | None:
    if verb != "airplane-mode":
        return None
    word = args.next()
    connectivity = io.system.connectivity
    if word is None:
        io.out("enabled\n" if connectivity.airplane_mode else "disabled\n")
    elif word in ("enable", "disable"):
        connectivity.set_airplane_mode(word == "enable")
    else:
        return None
    return 0


def _phone(io: Invocation, verb: str, args: Arguments) -> int | None:
    if verb == "data":
        io.system.connectivity.set_mobile_data(_switch(args.next()))
        return 0
    return 0 if verb in ("ims", "cc", "radio", "numverify", "end-block-suppression") else None


def _status_bar(io: Invocation, verb: str, args: Arguments) -> int | None:
    status_bar = io.system.status_bar
    if verb == "expand-notifications":
        status_bar.expand_notifications()
    elif verb == "expand-settings":
        status_bar.expand_settings()
    elif verb == "collapse":
        status_bar.collapse()
    elif verb == "get-status-icons":
        icons = (
            "rotate headset data_saver managed_profile cast hotspot bluetooth camera "
            "microphone location mute nfc tty speakerphone zen alarm_clock wifi "
            "mobile airplane battery clock"
        )
        io.out("".join(f"{icon}\n" for icon in icons.split()))
    elif verb not in ("add-tile", "remove-tile", "click-tile", "check-support", "disable-for-setup",
                      "send-disable-flag", "tracing"):  # fmt: skip
        return None
    return 0


def _uimode(io: Invocation, verb: str, args: Arguments) -> int | None:
    display = io.system.display
    if verb == "night":
        word = args.next()
        if word is not None:
            if word not in ("yes", "no", "auto", "custom_schedule", "custom_bedtime"):
                io.err("Usage: cmd uimode night [yes|no|auto|custom_schedule|custom_bedtime]\n")
                return 255
            display.set_dark(word == "yes")
        io.out(f"Night mode: {'yes' if display.dark else 'no'}\n")
        return 0
    return 0 if verb in ("car", "time") else None


_NOTIFICATION_VERBS = frozenset(
    "allow_listener disallow_listener allow_assistant allow_dnd disallow_dnd "
    "suspend_package set_bubbles".split()
)


def _notification(io: Invocation, verb: str, args: Arguments) -> int | None:
    notifications = io.system.notifications
    if verb == "list":
        io.out("".join(f"{item.key}\n" for item in notifications.active()))
    elif verb == "post":
        return _post(io, args)
    elif verb == "set_dnd":
        zen = {"off": "0", "all": "0", "priority": "1", "on": "1", "none": "2", "alarms": "3"}
        word = args.required()
        if word not in zen:
            io.out(f"Unknown mode: {word}\n")
            return 255
        io.system.settings.put("global", "zen_mode", zen[word])
    elif verb == "get_approved_assistant":
        io.out("null\n")
    elif verb == "snooze":
        return _snooze(io, args)
    elif verb == "unsnooze":
        notifications.unsnooze(args.required())
    elif verb in _NOTIFICATION_VERBS:
        args.required()
    else:
        return None
    return 0


def _snooze(io: Invocation, args: Arguments) -> int:
    """``snooze --for MILLISECONDS KEY``."""
    if args.peek() == "--for":
        args.next()
    word = args.required()
    if not word.isascii() or not word.isdigit() or len(word) > 12:
        io.err(f"not a number: {word}\n")
        return 255
    key = args.required()
    if not io.system.notifications.snooze(key, int(word)):
        io.err(f"error: couldn't snooze notification: {key}\n")
        return 255
    return 0


def _post(io: Invocation, args: Arguments) -> int:
    title = ""
    while (option := args.option()) is not None:
        if option in ("-t", "--title"):
            title = args.required(option)
        elif option in ("-i", "--icon", "-I", "--large-icon", "-S", "--style", "-c",
                        "--content-intent"):  # fmt: skip
            args.required(option)
    tag = args.required()
    text = args.next() or ""
    notifications = io.system.notifications
    notifications.create_channel(
        "com.android.shell", Channel("shellcmd", "Shell command", importance=3)
    )
    notifications.post(
        Notification("com.android.shell", 2020, title or "Shell", text, tag=tag, channel="shellcmd")
    )
    io.out(
        "posting:\n  Notification(channel=shellcmd shortcut=null contentView=null vibrate=null "
        "sound=null defaults=0x0 flags=0x0 color=0x00000000 vis=PRIVATE)\n"
    )
    return 0


def _location(io: Invocation, verb: str, args: Arguments) -> int | None:
    settings = io.system.settings
    if verb == "set-location-enabled":
        settings.put("secure", "location_mode", "3" if _switch(args.next()) else "0")
    elif verb == "is-location-enabled":
        io.out(f"{str(settings.get('secure', 'location_mode') not in (None, '0')).lower()}\n")
    else:
        return None if verb not in ("providers", "set-adas-gnss-location-enabled") else 0
    return 0


def _display(io: Invocation, verb: str, args: Arguments) -> int | None:
    display = io.system.display
    if verb == "set-brightness":
        text = args.required()
        try:
            value = float(text)
        except ValueError:
            io.err("Error: brightness should be a number between 0 and 1\n")
            return 1
        if not 0 <= value <= 1:
            io.err("Error: brightness should be a number between 0 and 1\n")
            return 1
        display.set_brightness(round(1 + 254 * value))
    elif verb in ("power-off", "power-on"):
        display.set_on(verb == "power-on")
    elif verb not in ("reset-brightness-configuration", "ab-logging-enable", "dwb-logging-enable"):
        return None
    return 0


def _media_session(io: Invocation, verb: str, args: Arguments) -> int | None:
    if verb == "volume":
        return _volume(io, args)
    if verb in ("dispatch",):
        key = args.required()
        codes = {"play": 126, "pause": 127, "play-pause": 85, "next": 87, "previous": 88,
                 "stop": 86, "mute": 91, "headsethook": 79, "rewind": 89,
                 "fast-forward": 90}  # fmt: skip
        if key in codes:
            io.phone.press_key(codes[key])
        return 0
    if verb == "list-sessions":
        list_sessions(io)
        return 0
    return None


_STREAMS = ("VOICE_CALL", "SYSTEM", "RING", "MUSIC", "ALARM", "NOTIFICATION", "BLUETOOTH_SCO")


def _volume(io: Invocation, args: Arguments) -> int:
    """``media volume``: only the media volume has a maximum of 15 here."""
    stream = 3
    level: int | None = None
    step = 0
    get = False
    while (option := args.option()) is not None:
        if option == "--stream":
            stream = io.integer(args.required(option))
        elif option == "--set":
            level = io.integer(args.required(option))
        elif option == "--adj":
            step = {"raise": 1, "lower": -1}.get(args.required(option), 0)
        elif option == "--get":
            get = True
    if not 0 <= stream < len(_STREAMS):
        io.out(f"[E] Invalid stream {stream}\n")
        return 0
    name = _STREAMS[stream].lower()
    key = f"volume_{ {'voice_call': 'voice'}.get(name, name) }"
    if stream == 3:
        key = "volume_music_speaker"
    most = {0: 5, 1: 7, 2: 7, 3: 15, 4: 7, 5: 7}.get(stream, 15)
    settings = io.system.settings
    io.out(f"[V] will control stream={stream} (STREAM_{_STREAMS[stream]})\n")
    present = settings.get_int("system", key, 5)
    if level is not None:
        io.out(f"[V] will set volume to index={level}\n")
        present = min(max(level, 0), most)
        settings.put("system", key, str(present))
    elif step:
        io.out(f"[V] will adjust volume {'raise' if step > 0 else 'lower'}\n")
        present = min(max(present + step, 0), most)
        settings.put("system", key, str(present))
    if get:
        io.out("[V] will get volume\n")
        io.out(f"[V] volume is {present} in range [0..{most}]\n")
    return 0


def _battery(io: Invocation, verb: str, args: Arguments) -> int | None:
    return io.run(["dumpsys", "battery", verb, *args.rest()])


def _alarm(io: Invocation, verb: str, args: Arguments) -> int | None:
    if verb == "set-time":
        io.system.clock.set_time(io.integer(args.required(), most=253_402_300_799_999))
    elif verb == "set-timezone":
        _set_timezone(io, args.required())
    elif verb == "get-config-version":
        io.out("1\n")
    else:
        return None
    return 0


def _set_timezone(io: Invocation, name: str) -> None:
    try:
        io.system.clock.set_timezone(name)
    except OptionError:
        return


def _role(io: Invocation, verb: str, args: Arguments) -> int | None:
    prefix = "android.app.role."
    while args.peek() == "--user":
        args.next()
        args.next()
    if verb == "get-role-holders":
        role = args.required().removeprefix(prefix)
        if role in ROLE_INTENTS:
            package = holder(io.system.packages, io.system.settings, role)
            io.out(f"{package}\n" if package else "")
    elif verb == "add-role-holder":
        role, package = args.required().removeprefix(prefix), args.required()
        if role in ROLE_INTENTS:
            io.system.settings.put("secure", setting_of(role), package)
    elif verb in ("remove-role-holder", "clear-role-holders"):
        args.required()
    else:
        return None
    return 0


def _overlay(io: Invocation, verb: str, args: Arguments) -> int | None:
    if verb == "list":
        on = io.system.display.cutout
        cutouts = "".join(
            f"[{'x' if name == on else ' '}] {_CUTOUT}{name}\n"
            for name in CUTOUTS
            if name != "none"
        )
        io.out(
            f"android\n{cutouts}[x] com.android.internal.systemui.navbar.gestural\n"
            "[ ] com.android.internal.systemui.navbar.threebutton\n\n"
        )
        return 0
    if verb not in ("enable", "enable-exclusive", "disable"):
        return 0
    while (args.peek() or "").startswith("--"):
        if args.next() == "--user":
            args.next()
    package = args.required()
    cutout = _cutout_of(package)
    if cutout is None:
        return 0 if package.startswith("com.android.internal.") else 1
    if verb != "disable":
        io.system.display.set_cutout(cutout)
    elif io.system.display.cutout == cutout:
        io.system.display.set_cutout("none")
    return 0


_CUTOUT: Final = "com.android.internal.display.cutout.emulation."


def _cutout_of(package: str) -> Cutout | None:
    """Return the cutout that an overlay package emulates."""
    name = package.removeprefix(_CUTOUT)
    return next((c for c in CUTOUTS if c == name and c != "none" and name != package), None)


def _quiet(io: Invocation, verb: str, args: Arguments) -> int | None:
    """Services whose commands change nothing that can be seen."""
    return 0


_SERVICE_COMMANDS: dict[str, Callable[[Invocation, str, Arguments], int | None]] = {
    "wifi": _wifi,
    "bluetooth_manager": _bluetooth,
    "connectivity": _connectivity,
    "phone": _phone,
    "statusbar": _status_bar,
    "uimode": _uimode,
    "notification": _notification,
    "location": _location,
    "display": _display,
    "media_session": _media_session,
    "battery": _battery,
    "alarm": _alarm,
    "role": _role,
    "overlay": _overlay,
    "jobscheduler": _quiet,
    "deviceidle": _quiet,
    "autofill": _quiet,
    "shortcut": _quiet,
    "netpolicy": _quiet,
    "power": _quiet,
    "vibrator_manager": _quiet,
    "dropbox": _quiet,
    "sensor_privacy": _quiet,
    "usagestats": _quiet,
    "time_detector": _quiet,
    "time_zone_detector": _quiet,
    "webviewupdate": _quiet,
    "user": _quiet,
}


# --- service -------------------------------------------------------------------------------------


@command("service", cost=500)
def run_service(io: Invocation) -> int:
    """List services, or call one of them by transaction number."""
    verb = io.args[0] if io.args else ""
    if verb == "list":
        io.out(f"Found {len(SERVICES)} services:\n")
        io.out("".join(f"{number}\t{name}: []\n" for number, name in enumerate(SERVICES)))
        return 0
    if verb == "check" and len(io.args) > 1:
        known = "found" if io.args[1] in SERVICES else "not found"
        io.out(f"Service {io.args[1]}: {known}\n")
        return 0
    if verb == "call" and len(io.args) > 2:
        name, code = io.args[1], io.args[2]
        if name not in SERVICES:
            io.err(f"service: Service {name} does not exist\n")
            return 10
        _call(io, name, code, io.args[3:])
        io.out("Result: Parcel(00000000    '....')\n")
        return 0
    io.out(
        "Usage: service [-h|-?]\n       service list\n       service check SERVICE\n"
        "       service call SERVICE CODE [i32 N | i64 N | f N | d N | s16 STR | null | fd f | "
        "nfd n | afd f ] ...\n"
    )
    return 10


def _call(io: Invocation, name: str, code: str, words: list[str]) -> None:
    values = [value for kind, value in zip(words[::2], words[1::2], strict=False) if kind != "null"]
    if name == "alarm" and code == "2" and values and re.fullmatch(r"[0-9]{1,14}", values[0]):
        io.system.clock.set_time(int(values[0]))
    elif name == "alarm" and code == "3" and values:
        _set_timezone(io, values[0])
    elif name == "statusbar" and code in ("1", "2"):
        status_bar = io.system.status_bar
        (status_bar.expand_notifications if code == "1" else status_bar.collapse)()


# --- appops --------------------------------------------------------------------------------------

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
    """Show and set what apps may do."""
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
    packages = io.system.packages
    packages.change(package, app_ops=packages.state(package).app_ops.set(op, mode))
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


# --- others --------------------------------------------------------------------------------------


@command("ime")
def run_ime(io: Invocation) -> int:
    """Input methods: there is one."""
    args = [word for word in io.args if word not in ("--user", "0")]
    verb = args[0] if args else ""
    if verb == "list":
        if "-s" in args:
            io.out(f"{IME}\n")
        else:
            io.out(
                f"{IME}:\n  mId={IME} mSettingsActivityName="
                "com.google.android.apps.inputmethod.latin.preference.SettingsActivity "
                "mIsVrOnly=false mSupportsSwitchingToNextInputMethod=true\n"
            )
        return 0
    if verb in ("set", "enable", "disable"):
        name = args[1] if len(args) > 1 else ""
        if name != IME and not name.startswith("com.google.android.inputmethod.latin/"):
            if verb == "disable":
                io.out(f"Input method {name}: already disabled for user #0\n")
                return 0
            done = "selected" if verb == "set" else "enabled"
            io.err(f"Unknown input method {name} cannot be {done} for user #0\n")
            return 255
        io.out(
            f"Input method {name} selected for user #0\n"
            if verb == "set"
            else f"Input method {name}: {'already enabled' if verb == 'enable' else 'now disabled'}"
            " for user #0\n"
        )
        return 0
    if verb == "reset":
        io.out(
            f"Reset current and enabled IMEs for user #0\n  Newly selected input method: {IME}\n"
        )
        return 0
    io.out(f"Unknown command: {verb}\n" if verb else "ime <command>:\n")
    return 255


@command("media")
def run_media(io: Invocation) -> int:
    """``media volume`` and media keys."""
    args = Arguments(io.args)
    verb = args.next()
    if verb is None:
        io.err("Error: no command specified\n")
        return 1
    code = _media_session(io, verb, args)
    if code is None:
        io.err(f"Error: unknown command '{verb}'\n")
        return 1
    return code


@command("locksettings")
def run_locksettings(io: Invocation) -> int:
    """The lock screen: "None" or "Swipe"; no credential is set."""
    verb = io.args[0] if io.args else ""
    if verb == "get-disabled":
        io.out(f"{str(io.system.keyguard.disabled).lower()}\n")
    elif verb == "set-disabled" and len(io.args) > 1:
        io.system.keyguard.set_disabled(io.args[1].lower() == "true")
        io.out(f"Lock screen disabled set to {io.args[1]}\n")
    elif verb == "verify":
        io.out("Lock credential verified successfully\n")
    else:
        io.out(f"Unknown command: {verb}\n")
        return 255
    return 0


@command("telecom")
def run_telecom(io: Invocation) -> int:
    """Telephony's default apps."""
    verb = io.args[0] if io.args else ""
    settings = io.system.settings
    if verb == "get-default-dialer":
        io.out(f"{settings.get('secure', 'dialer_default_application') or ''}\n")
    elif verb == "get-system-dialer":
        io.out("com.google.android.dialer\n")
    elif verb == "set-default-dialer" and len(io.args) > 1:
        settings.put("secure", "dialer_default_application", io.args[1])
        io.out(f"Success - {io.args[1]} set as override default dialer.\n")
    elif verb in ("get-sim-config", "get-max-phones"):
        io.out("SSSS\n" if verb == "get-sim-config" else "1\n")
    elif verb not in ("wait-on-handlers", "set-phone-account-enabled", "stop-block-suppression"):
        io.err(f"Error: unknown command '{verb}'\n")
        return 1
    return 0


@command("bmgr", "dpm", "sm", "pppd", "incident", "bugreport", "simpleperf", "perfetto", "atrace")
def run_unsupported(io: Invocation) -> int:
    """Tools whose work has no meaning here."""
    if io.name == "bmgr":
        verb = io.args[0] if io.args else ""
        if verb == "enabled":
            io.out("Backup Manager currently disabled\n")
        elif verb:
            io.err("Error: Could not access the Backup Manager.  Is the system running?\n")
            return 1
        return 0
    if io.name == "sm" and io.args[:1] == ["list-volumes"]:
        io.out("private mounted null\nemulated;0 mounted null\n")
        return 0
    io.err(f"{io.name}: not supported on this device\n")
    return 1


@command("ip", "ifconfig", "netstat")
def run_ip(io: Invocation) -> int:
    """Network interfaces."""
    connectivity = io.system.connectivity
    interfaces = [("lo", "127.0.0.1/8", True), ("eth0", "10.0.2.15/24", True),
                  ("wlan0", "10.0.2.16/24", connectivity.wifi_connected)]  # fmt: skip
    if io.name == "netstat":
        io.out(
            "Active Internet connections (w/o servers)\n"
            "Proto Recv-Q Send-Q Local Address           Foreign Address         State\n"
        )
        return 0
    wanted = [word for word in io.args if word in ("lo", "eth0", "wlan0")]
    if io.name == "ip" and "route" in " ".join(io.args):
        io.out("10.0.2.0/24 dev eth0 proto kernel scope link src 10.0.2.15 \n")
        if connectivity.wifi_connected:
            io.out("10.0.2.0/24 dev wlan0 proto kernel scope link src 10.0.2.16 \n")
        return 0
    for number, (name, address, up) in enumerate(interfaces, 1):
        if wanted and name not in wanted:
            continue
        flags = "LOOPBACK,UP,LOWER_UP" if name == "lo" else "BROADCAST,MULTICAST,UP,LOWER_UP"
        plain, _, _ = address.partition("/")
        if io.name == "ip":
            io.out(
                f"{number}: {name}: <{flags}> mtu 1500 qdisc noqueue state "
                f"{'UP' if up else 'DOWN'} group default qlen 1000\n"
            )
            if up:
                io.out(
                    f"    inet {address} scope global {name}\n"
                    "       valid_lft forever preferred_lft forever\n"
                )
        else:
            io.out(f"{name:<10}Link encap:Ethernet\n")
            if up:
                io.out(f"          inet addr:{plain}  Mask:255.255.255.0 \n")
            io.out("          UP BROADCAST RUNNING MULTICAST  MTU:1500  Metric:1\n\n")
    return 0
