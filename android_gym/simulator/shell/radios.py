"""`svc`: the radios and the power manager."""

from __future__ import annotations

from android_gym.simulator.shell.command import Invocation, command

_SERVICES = {
    "power": "Control the power manager",
    "data": "Control mobile data connectivity",
    "wifi": "Control the Wi-Fi manager",
    "usb": "Control Usb state",
    "nfc": "Control NFC functions",
    "bluetooth": "Control Bluetooth service",
    "system-server": "System server process related command",
}


@command("svc")
def run(io: Invocation) -> int:
    """Switches a service."""
    if not io.args or io.args[0] not in _SERVICES:
        lines = "".join(f"         {n:<16}{text}\n" for n, text in sorted(_SERVICES.items()))
        io.err(f"Available commands:\n         help            Show information\n{lines}")
        return 0
    service, *words = io.args
    verb = words[0] if words else ""
    connectivity = io.system.connectivity
    switches = {
        "wifi": connectivity.set_wifi,
        "bluetooth": connectivity.set_bluetooth,
        "data": connectivity.set_mobile_data,
    }
    if service in switches and verb in ("enable", "disable"):
        switches[service](verb == "enable")
        return 0
    if service == "power":
        return _power(io, words)
    if service in ("nfc", "usb", "system-server") and verb:
        # There is no NFC and no USB gadget on this phone; Android's svc is silent too.
        return 0
    io.err(f"{_SERVICES[service]}\n\nusage: svc {service} [enable|disable]\n")
    return 0


def _power(io: Invocation, words: list[str]) -> int:
    match words:
        case ["stayon", ("true" | "usb" | "ac" | "wireless" | "false") as how]:
            value = {"true": "15", "ac": "1", "usb": "2", "wireless": "4", "false": "0"}[how]
            io.system.settings.put("global", "stay_on_while_plugged_in", value)
        case ["reboot", *_]:
            io.system.restart()
        case ["shutdown"]:
            io.system.display.set_on(False)
        case ["forcesuspend"]:
            io.system.display.set_on(False)
        case _:
            io.err(
                "Control the power manager\n\n"
                "usage: svc power stayon [true|false|usb|ac|wireless]\n"
                "         Set the 'keep awake while plugged in' setting.\n"
                "       svc power reboot [reason]\n"
                "       svc power shutdown\n"
            )
    return 0
