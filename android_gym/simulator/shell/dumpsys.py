"""The command `dumpsys`: state dumps of system services, as on Android 13.

Dumps contain the lines that scripts look for, with true values; the rest is left out.
"""

from __future__ import annotations

from collections.abc import Callable

from android_gym.simulator.shell.command import Invocation, command
from android_gym.simulator.shell.dumps_of_activities import dump_activity
from android_gym.simulator.shell.dumps_of_packages import dump_package
from android_gym.simulator.shell.dumps_of_screen import (
    dump_display,
    dump_input,
    dump_input_method,
    dump_power,
    dump_window,
)
from android_gym.simulator.shell.dumps_of_services import (
    dump_accessibility,
    dump_gfxinfo,
    dump_surface_flinger,
)
from android_gym.simulator.shell.dumps_of_system import (
    dump_alarm,
    dump_app_ops,
    dump_battery,
    dump_bluetooth,
    dump_connectivity,
    dump_diskstats,
    dump_location,
    dump_meminfo,
    dump_notification,
    dump_settings,
    dump_status_bar,
    dump_telecom,
    dump_telephony,
    dump_uimode,
    dump_wifi,
)
from android_gym.simulator.shell.media_dumps import dump_audio, dump_media_session
from android_gym.simulator.shell.network_policy import dump_netpolicy
from android_gym.simulator.shell.power_commands import dump_deviceidle
from android_gym.simulator.shell.services import SERVICES

_Dump = Callable[[Invocation, list[str]], None]


@command("dumpsys", cost=5_000)
def run(io: Invocation) -> int:
    """Dump one service, or all."""
    args = list(io.args)
    skipped: list[str] = []
    listing = "Currently running services:\n" + "".join(f"  {name}\n" for name in SERVICES)
    while args and args[0].startswith("-"):
        word = args.pop(0)
        if word in ("-t", "-T", "--priority", "--skip") and args:
            value = args.pop(0)
            skipped = value.split(",") if word == "--skip" else skipped
        elif word in ("-l", "--help", "-h"):
            io.out(listing if word == "-l" else _HELP)
            return 0
        elif word not in ("--pid", "--thread", "--proto", "--stability", "--clients"):
            io.out(f"Unknown option: {word}\n")
            return 255
    if args:
        name = args[0]
        if name not in SERVICES and name not in _DUMPS:
            io.err(f"Can't find service: {name}\n")
            return 0
        _DUMPS.get(name, _nothing)(io, args[1:])
        return 0
    io.out(listing)
    for name in SERVICES:
        if name not in skipped:
            io.out(f"{'-' * 79}\nDUMP OF SERVICE {name}:\n")
            _DUMPS.get(name, _nothing)(io, [])
            now = io.system.clock.datetime().strftime("%Y-%m-%d %H:%M:%S")
            io.out(f"--------- 0.002s was the duration of dumpsys {name}, ending at: {now}\n")
    return 0


_HELP = """usage: dumpsys
         To dump all services.
or:
       dumpsys [-t TIMEOUT] [--priority LEVEL] [--clients] [--pid] [--thread] [--help | -l |\
 --skip SERVICES | SERVICE [ARGS]]
"""


def _nothing(io: Invocation, args: list[str]) -> None:
    """Print nothing, for a service with an empty dump."""


# --- packages, notifications, memory, the rest ---------------------------------------------------


def _text(text: str) -> _Dump:
    return lambda io, args: io.out(text)


_DUMPS: dict[str, _Dump] = {
    "activity": dump_activity,
    "activity_task": dump_activity,
    "window": dump_window,
    "input": dump_input,
    "input_method": dump_input_method,
    "display": dump_display,
    "power": dump_power,
    "SurfaceFlinger": dump_surface_flinger,
    "accessibility": dump_accessibility,
    "gfxinfo": dump_gfxinfo,
    "battery": dump_battery,
    "wifi": dump_wifi,
    "connectivity": dump_connectivity,
    "bluetooth_manager": dump_bluetooth,
    "telephony.registry": dump_telephony,
    "telecom": dump_telecom,
    "package": dump_package,
    "notification": dump_notification,
    "meminfo": dump_meminfo,
    "diskstats": dump_diskstats,
    "settings": dump_settings,
    "alarm": dump_alarm,
    "appops": dump_app_ops,
    "uimode": dump_uimode,
    "location": dump_location,
    "statusbar": dump_status_bar,
    "deviceidle": dump_deviceidle,
    "netpolicy": dump_netpolicy,
    "account": _text("User UserInfo{0:Owner:4c13}:\n  Accounts: 0\n"),
    "user": _text(
        "Users:\n  UserInfo{0:Owner:4c13} serialNo=0 isPrimary=true\n    State: RUNNING_UNLOCKED\n"
    ),  # fmt: skip
    "cpuinfo": _text("Load: 0.08 / 0.03 / 0.01\n0% TOTAL: 0% user + 0% kernel\n"),
    "media_session": dump_media_session,
    "audio": dump_audio,
    "netstats": _text("Active interfaces:\n  iface=wlan0 ident=[{type=1, metered=false}]\n"),
    "batterystats": _text("Battery History (0% used, 0KB used of 4096KB, 0 strings using 0):\n"),
    "procstats": _text("AGGREGATED OVER LAST 24 HOURS:\n"),
    "clipboard": _text(""),
    "trust": _text(
        'Trust manager state:\n User "Owner" (id=0, flags=0x4c13) (current): '
        "trusted=0, deviceLocked=0\n"
    ),  # fmt: skip
}
