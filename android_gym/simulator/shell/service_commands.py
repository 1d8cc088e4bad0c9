"""Commands of `cmd` and `svc` for services: wifi, notification, location, overlay and others."""

from __future__ import annotations

import re
from typing import Final

from android_gym.errors import OptionError
from android_gym.simulator.shell.command import Arguments, Invocation, JavaError
from android_gym.simulator.shell.media_dumps import list_sessions
from android_gym.simulator.system.app_ops import ACCESS_NOTIFICATION_POLICY
from android_gym.simulator.system.connectivity import WIFI_MAC
from android_gym.simulator.system.display import CUTOUTS, Cutout
from android_gym.simulator.system.notifications import Channel, Notification
from android_gym.simulator.system.roles import ROLE_INTENTS, holder, setting_of

__all__ = [
    "cmd_alarm",
    "cmd_battery",
    "cmd_bluetooth",
    "cmd_connectivity",
    "cmd_display",
    "cmd_location",
    "cmd_media_session",
    "cmd_notification",
    "cmd_overlay",
    "cmd_phone",
    "cmd_role",
    "set_timezone",
    "cmd_status_bar",
    "cmd_wifi",
    "wifi_status",
]


def _switch(word: str | None) -> bool:
    """Parse ``enabled`` or ``disabled`` and their synonyms.

    Raises:
        JavaError: If it is something else.
    """
    if word in ("enabled", "enable", "on", "true", "1", "yes"):
        return True
    if word in ("disabled", "disable", "off", "false", "0", "no"):
        return False
    raise JavaError(
        "java.lang.IllegalArgumentException",
        f"Expected 'enabled' or 'disabled' as next arg but got '{word}'",
    )


def cmd_wifi(io: Invocation, verb: str, args: Arguments) -> int | None:
    """Run ``cmd wifi``."""
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
    """Return the lines of ``cmd wifi status``."""
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
            f'WifiInfo: SSID: "{ssid}", BSSID: {bssid}, MAC: {WIFI_MAC}, IP: '
            "/10.0.2.16, Security type: 0, Supplicant state: COMPLETED, Wi-Fi standard: 4, "
            f"RSSI: {rssi}, Link speed: 13Mbps, Tx Link speed: 13Mbps, Max Supported Tx Link "
            "speed: 11Mbps, Rx Link speed: 2Mbps, Max Supported Rx Link speed: 11Mbps, Frequency: "
            "2447MHz, Net ID: 0, Metered hint: false, score: 60",
        ]
    else:
        lines.append("Wifi is not connected")
    return lines


def cmd_bluetooth(io: Invocation, verb: str, args: Arguments) -> int | None:
    """Run ``cmd bluetooth_manager``."""
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


def cmd_connectivity(io: Invocation, verb: str, args: Arguments) -> int | None:
    """Run ``cmd connectivity``."""
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


def cmd_phone(io: Invocation, verb: str, args: Arguments) -> int | None:
    """Run ``cmd phone``."""
    if verb == "data":
        io.system.connectivity.set_mobile_data(_switch(args.next()))
        return 0
    return 0 if verb in ("ims", "cc", "radio", "numverify", "end-block-suppression") else None


def cmd_status_bar(io: Invocation, verb: str, args: Arguments) -> int | None:
    """Run ``cmd statusbar``."""
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


_NOTIFICATION_VERBS = frozenset(
    "allow_listener disallow_listener allow_assistant suspend_package set_bubbles".split()
)


def cmd_notification(io: Invocation, verb: str, args: Arguments) -> int | None:
    """Run ``cmd notification``."""
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
    elif verb in ("allow_dnd", "disallow_dnd"):
        package = args.required()
        if io.system.packages.installed(package):
            mode = "allow" if verb == "allow_dnd" else "deny"
            io.system.packages.set_app_op(package, ACCESS_NOTIFICATION_POLICY, mode)
    elif verb in _NOTIFICATION_VERBS:
        args.required()
    else:
        return None
    return 0


def _snooze(io: Invocation, args: Arguments) -> int:
    """Run ``snooze --for MILLISECONDS KEY``."""
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


_STYLES = ("bigtext", "bigpicture", "inbox", "messaging", "media")
_OF_STYLES = {
    "--bigText": "bigtext",
    "--big-text": "bigtext",
    "--line": "inbox",
    "--message": "messaging",
    "--conversation": "messaging",
}
"""The style that an option of ``post`` requires."""


def _style(args: Arguments, option: str) -> str:
    """Read the name of a notification's style."""
    style = args.required(option).lower()
    if style not in _STYLES:
        message = f"unrecognized notification style: {style}"
        raise JavaError("java.lang.IllegalArgumentException", message)
    if style == "bigpicture":
        args.required(option)
    return style


def _post(io: Invocation, args: Arguments) -> int:
    title = style = ""
    lines: list[str] = []
    while (option := args.option()) is not None:
        if option in ("-t", "--title"):
            title = args.required(option)
        elif option in ("-S", "--style"):
            style = _style(args, option)
        elif option in _OF_STYLES:
            if style != _OF_STYLES[option]:
                message = f"{option} requires --style {_OF_STYLES[option]}"
                raise JavaError("java.lang.IllegalArgumentException", message)
            words = args.required(option)
            if option == "--conversation":
                title = words
            else:
                lines.append(re.sub(":", ": ", words, count=1) if style == "messaging" else words)
        elif option in ("-i", "--icon", "-I", "--large-icon", "-c", "--content-intent", "--user"):
            args.required(option)
    tag = args.required()
    text = args.next() or ""
    if style == "bigtext" and not lines:
        lines.append(text)
    notifications = io.system.notifications
    notifications.create_channel(
        "com.android.shell", Channel("shellcmd", "Shell command", importance=3)
    )
    notifications.post(
        Notification(
            "com.android.shell",
            2020,
            title or "Shell",
            text,
            tag=tag,
            channel="shellcmd",
            big_text="\n".join(lines),
        )
    )
    io.out(
        "posting:\n  Notification(channel=shellcmd shortcut=null contentView=null vibrate=null "
        "sound=null defaults=0x0 flags=0x0 color=0x00000000 vis=PRIVATE)\n"
    )
    return 0


def cmd_location(io: Invocation, verb: str, args: Arguments) -> int | None:
    """Run ``cmd location``."""
    settings = io.system.settings
    if verb == "set-location-enabled":
        settings.put("secure", "location_mode", "3" if _switch(args.next()) else "0")
    elif verb == "is-location-enabled":
        io.out(f"{str(settings.get('secure', 'location_mode') not in (None, '0')).lower()}\n")
    else:
        return None if verb not in ("providers", "set-adas-gnss-location-enabled") else 0
    return 0


def cmd_display(io: Invocation, verb: str, args: Arguments) -> int | None:
    """Run ``cmd display``."""
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


def cmd_media_session(io: Invocation, verb: str, args: Arguments) -> int | None:
    """Run ``cmd media_session``."""
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
    """Run ``media volume``, in which only the media volume has a maximum of 15 here."""
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


def cmd_battery(io: Invocation, verb: str, args: Arguments) -> int | None:
    """Run ``cmd battery``."""
    return io.run(["dumpsys", "battery", verb, *args.rest()])


def cmd_alarm(io: Invocation, verb: str, args: Arguments) -> int | None:
    """Run ``cmd alarm``."""
    if verb == "set-time":
        io.system.clock.set_time(io.integer(args.required(), most=253_402_300_799_999))
    elif verb == "set-timezone":
        set_timezone(io, args.required())
    elif verb == "get-config-version":
        io.out("1\n")
    else:
        return None
    return 0


def set_timezone(io: Invocation, name: str) -> None:
    """Set the time zone."""
    try:
        io.system.clock.set_timezone(name)
    except OptionError:
        return


def cmd_role(io: Invocation, verb: str, args: Arguments) -> int | None:
    """Run ``cmd role``."""
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


def cmd_overlay(io: Invocation, verb: str, args: Arguments) -> int | None:
    """Run ``cmd overlay``."""
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
    """Return the cutout emulated by an overlay package."""
    name = package.removeprefix(_CUTOUT)
    return next((c for c in CUTOUTS if c == name and c != "none" and name != package), None)
