"""The commands `svc`, `cmd`, `service`, `media` and others that talk to system services."""

from __future__ import annotations

import re
from collections.abc import Callable

from android_gym.simulator.shell.command import Arguments, Invocation, command
from android_gym.simulator.shell.job_commands import cmd_jobscheduler, cmd_shortcut, cmd_user
from android_gym.simulator.shell.locale_commands import cmd_locale
from android_gym.simulator.shell.minor_services import (
    cmd_autofill,
    cmd_dropbox,
    cmd_sensor_privacy,
    cmd_time_detector,
    cmd_time_zone_detector,
    cmd_usagestats,
    cmd_vibrator_manager,
    cmd_webviewupdate,
)
from android_gym.simulator.shell.network_policy import cmd_netpolicy
from android_gym.simulator.shell.night_commands import cmd_uimode
from android_gym.simulator.shell.power_commands import cmd_deviceidle, cmd_power
from android_gym.simulator.shell.programs import invoke
from android_gym.simulator.shell.service_commands import (
    cmd_alarm,
    cmd_battery,
    cmd_bluetooth,
    cmd_connectivity,
    cmd_display,
    cmd_location,
    cmd_media_session,
    cmd_notification,
    cmd_overlay,
    cmd_phone,
    cmd_role,
    cmd_status_bar,
    cmd_wifi,
    set_timezone,
)
from android_gym.simulator.system.connectivity import ETHERNET_MAC, WIFI_MAC

SERVICES = (
    "accessibility account activity activity_task alarm appops appwidget audio autofill backup "
    "battery batterystats bluetooth_manager clipboard connectivity content country_detector "
    "cpuinfo dbinfo deviceidle devicestoragemonitor display dream dropbox gfxinfo graphicsstats "
    "input input_method iphonesubinfo isms isub jobscheduler launcherapps locale location "
    "lock_settings media.audio_flinger media.camera media_router media_session meminfo mount "
    "netpolicy netstats network_management notification overlay package permission "
    "permissionmgr phone power procstats role search sensor_privacy sensorservice settings "
    "shortcut slice statusbar storagestats SurfaceFlinger telecom telephony.registry "
    "time_detector time_zone_detector trust uimode usagestats usb user vibrator_manager "
    "voiceinteraction wallpaper webviewupdate wifi window"
).split()

_POWER = """Control the power manager

usage: svc power stayon [true|false|usb|ac|wireless|dock]
         Set the 'keep awake while plugged in' setting.
       svc power reboot [reason]
         Perform a runtime shutdown and reboot device with specified reason.
       svc power shutdown
         Perform a runtime shutdown and power off the device.
       svc power forcesuspend [t]
         Force the system into suspend, ignoring all wakelocks.
         t - Number of milliseconds to wait before issuing force suspend.

"""

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
            value = {
                "true": "15",
                "false": "0",
                "usb": "2",
                "ac": "1",
                "wireless": "4",
                "dock": "8",
            }
            if io.args[2] in value:
                io.system.settings.put("global", "stay_on_while_plugged_in", value[io.args[2]])
                return 0
        if verb in ("reboot", "shutdown"):
            return io.run(["reboot"])
        io.err(_POWER)
        return 0
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

# Services whose commands are implemented by a program of their own.
_PROGRAMS = {
    "activity": "am", "package": "pm", "settings": "settings", "input": "input", "window": "wm",
    "appops": "appops", "content": "content", "device_config": "device_config",
    "telecom": "telecom", "input_method": "ime", "lock_settings": "locksettings",
}  # fmt: skip


@command("cmd", cost=500)
def run_cmd(io: Invocation) -> int:
    """Pass a command to a service."""
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
        return invoke(io.process, io.process.shell.commands[_PROGRAMS[name]], _PROGRAMS[name], rest)
    function = _SERVICE_COMMANDS.get(name)
    if function is not None:
        words = Arguments(rest)
        verb = words.next()
        if verb in (None, "help", "-h"):
            io.out(f"{name} commands:\n  help\n      Print this help text.\n")
            return 255 if verb is None else 0
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


_SERVICE_COMMANDS: dict[str, Callable[[Invocation, str, Arguments], int | None]] = {
    "wifi": cmd_wifi,
    "bluetooth_manager": cmd_bluetooth,
    "connectivity": cmd_connectivity,
    "phone": cmd_phone,
    "statusbar": cmd_status_bar,
    "uimode": cmd_uimode,
    "notification": cmd_notification,
    "location": cmd_location,
    "display": cmd_display,
    "media_session": cmd_media_session,
    "battery": cmd_battery,
    "alarm": cmd_alarm,
    "role": cmd_role,
    "overlay": cmd_overlay,
    "jobscheduler": cmd_jobscheduler,
    "locale": cmd_locale,
    "deviceidle": cmd_deviceidle,
    "autofill": cmd_autofill,
    "shortcut": cmd_shortcut,
    "netpolicy": cmd_netpolicy,
    "power": cmd_power,
    "vibrator_manager": cmd_vibrator_manager,
    "dropbox": cmd_dropbox,
    "sensor_privacy": cmd_sensor_privacy,
    "usagestats": cmd_usagestats,
    "time_detector": cmd_time_detector,
    "time_zone_detector": cmd_time_zone_detector,
    "webviewupdate": cmd_webviewupdate,
    "user": cmd_user,
}


# --- service -------------------------------------------------------------------------------------


@command("service", cost=500)
def run_service(io: Invocation) -> int:
    """List services, or call one by transaction number."""
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
        set_timezone(io, values[0])
    elif name == "statusbar" and code in ("1", "2"):
        status_bar = io.system.status_bar
        (status_bar.expand_notifications if code == "1" else status_bar.collapse)()


# --- others --------------------------------------------------------------------------------------


@command("media")
def run_media(io: Invocation) -> int:
    """Run ``media volume`` and media keys."""
    args = Arguments(io.args)
    verb = args.next()
    if verb is None:
        io.err("Error: no command specified\n")
        return 1
    code = cmd_media_session(io, verb, args)
    if code is None:
        io.err(f"Error: unknown command '{verb}'\n")
        return 1
    return code


@command("locksettings")
def run_locksettings(io: Invocation) -> int:
    """Show or set the lock screen: "None" or "Swipe", without credentials."""
    verb = io.args[0] if io.args else ""
    if verb == "get-disabled":
        io.out(f"{str(io.system.keyguard.disabled).lower()}\n")
    elif verb == "set-disabled" and len(io.args) > 1:
        io.system.keyguard.set_disabled(io.args[1].lower() == "true")
        io.out(f"Lock screen disabled set to {io.args[1]}\n")
    elif verb in ("verify", "clear"):
        # The phone has no credential: there is nothing to verify or clear.
        if "--old" in io.args:
            io.out("Old password provided but user has no password\n")
            return 255
        done = "verified successfully" if verb == "verify" else "cleared"
        io.out(f"Lock credential {done}\n")
    else:
        io.out(f"Unknown command: {verb}\n")
        return 255
    return 0


@command("telecom")
def run_telecom(io: Invocation) -> int:
    """Show or set telephony's default apps."""
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
    """Answer for tools that have no meaning here."""
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


_LOOPBACK = "loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00"


@command("ip", "ifconfig", "netstat")
def run_ip(io: Invocation) -> int:
    """Show network interfaces."""
    connectivity = io.system.connectivity
    interfaces = [("lo", "127.0.0.1/8", "", True), ("eth0", "10.0.2.15/24", ETHERNET_MAC, True),
                  ("wlan0", "10.0.2.16/24", WIFI_MAC, connectivity.wifi_connected)]  # fmt: skip
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
    for number, (name, address, mac, up) in enumerate(interfaces, 1):
        if wanted and name not in wanted:
            continue
        flags = "LOOPBACK,UP,LOWER_UP" if name == "lo" else "BROADCAST,MULTICAST,UP,LOWER_UP"
        plain, _, _ = address.partition("/")
        link = f"ether {mac} brd ff:ff:ff:ff:ff:ff" if mac else _LOOPBACK
        if io.name == "ip":
            io.out(
                f"{number}: {name}: <{flags}> mtu 1500 qdisc noqueue state "
                f"{'UP' if up else 'DOWN'} group default qlen 1000\n"
                f"    link/{link}\n"
            )
            if up:
                io.out(
                    f"    inet {address} scope global {name}\n"
                    "       valid_lft forever preferred_lft forever\n"
                )
        else:
            kind = f"Ethernet  HWaddr {mac}" if mac else "Local Loopback"
            io.out(f"{name:<10}Link encap:{kind}\n")
            if up:
                io.out(f"          inet addr:{plain}  Mask:255.255.255.0 \n")
            io.out("          UP BROADCAST RUNNING MULTICAST  MTU:1500  Metric:1\n\n")
    return 0
