"""The command `ime`, which lists, enables and selects input methods, as on Android 13."""

from __future__ import annotations

from android_gym.simulator.shell.command import Invocation, command

_USAGE = """ime <command>:
  list [-a] [-s]
    prints all enabled input methods.
      -a: see all input methods
      -s: only a single summary line of each
  enable [--user <USER_ID>] <ID>
    allows the given input method ID to be used.
  disable [--user <USER_ID>] <ID>
    disallows the given input method ID to be used.
  set [--user <USER_ID>] <ID>
    switches to the given input method ID.
  reset [--user <USER_ID>]
    reset currently selected/enabled IMEs to the default ones as if the device is initially
    booted with the current locale.
"""


@command("ime")
def run(io: Invocation) -> int:
    """List, enable, disable and select input methods."""
    args = list(io.args)
    while "--user" in args:
        place = args.index("--user")
        del args[place : place + 2]
    verb, rest = (args[0], args[1:]) if args else ("", [])
    methods = io.system.input_methods
    if verb == "list":
        flags = "".join(word for word in rest if word.startswith("-"))
        names = methods.installed if "a" in flags else methods.enabled
        io.out("".join(_entry(name, "s" in flags) for name in names))
        return 0
    if verb == "reset":
        io.out("Reset current and enabled IMEs for user #0\n")
        first = methods.reset()
        io.out(f"  Newly selected input method: {first}\n  Newly enabled input methods:\n")
        io.out("".join(f"    {name}\n" for name in methods.enabled))
        return 0
    if verb in ("enable", "disable", "set"):
        return _choose(io, verb, rest[0] if rest else "")
    if verb in ("", "help", "-h"):
        io.out(_USAGE)
        return 0 if verb else 255
    io.out(f"Unknown command: {verb}\n")
    return 255


def _choose(io: Invocation, verb: str, given: str) -> int:
    methods = io.system.input_methods
    name = methods.find(given)
    if verb == "disable":
        done = methods.disable(name) if name is not None else False
        state = "now disabled" if done else "already disabled"
        io.out(f"Input method {name or given}: {state} for user #0\n")
        return 0
    if name is None or (verb == "set" and name not in methods.enabled):
        done_word = "enabled" if verb == "enable" else "selected"
        io.err(f"Unknown input method {given} cannot be {done_word} for user #0\n")
        return 255
    if verb == "enable":
        state = "already enabled" if methods.enable(name) else "now enabled"
        io.out(f"Input method {name}: {state} for user #0\n")
    else:
        methods.select(name)
        io.out(f"Input method {name} selected for user #0\n")
    return 0


def _entry(name: str, short: bool) -> str:
    if short:
        return f"{name}\n"
    return (
        f"{name}:\n  mId={name} mSettingsActivityName=null mIsVrOnly=false "
        "mSupportsSwitchingToNextInputMethod=true\n"
    )
