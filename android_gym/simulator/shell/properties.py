"""The commands `getprop` and `setprop`."""

from __future__ import annotations

from android_gym.errors import OptionError
from android_gym.simulator.shell.command import Invocation, command, options


@command("getprop")
def run_getprop(io: Invocation) -> int:
    """Show one property, or all."""
    found = options(io, "TZ", maximum=2)
    values = io.system.properties.all()
    if not found.args:
        io.out("".join(f"[{name}]: [{value}]\n" for name, value in values.items()))
        return 0
    default = found.args[1] if len(found.args) > 1 else ""
    io.out(f"{values.get(found.args[0]) or default}\n")
    return 0


@command("setprop")
def run_setprop(io: Invocation) -> int:
    """Set a property; ``ro.`` properties can only be set once."""
    found = options(io, "", minimum=2, maximum=2)
    name, value = found.args
    if len(value) > 91 and not name.startswith("ro."):
        raise io.fail(f"value too long: {value}")
    if io.uid and not name.startswith(("debug.", "persist.log.tag", "log.")):
        raise io.fail(f"failed to set property '{name}' to '{value}'")
    try:
        io.system.properties.set(name, value)
    except OptionError as error:
        raise io.fail(str(error)) from None
    return 0
