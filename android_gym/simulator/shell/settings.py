"""The command `settings`, as on Android 13."""

from __future__ import annotations

from android_gym.errors import OptionError
from android_gym.simulator.shell.command import Arguments, Invocation, JavaError, command
from android_gym.simulator.system.settings import NAMESPACES

_HELP = """Settings provider (settings) commands:
  help
      Print this help text.
  get [--user <USER_ID> | current] NAMESPACE KEY
      Retrieve the current value of KEY.
  put [--user <USER_ID> | current] NAMESPACE KEY VALUE [TAG] [default]
      Change the contents of KEY to VALUE.
      TAG to associate with the setting.
      {default} to set as the default, case-insensitive only for global/secure namespace
  delete [--user <USER_ID> | current] NAMESPACE KEY
      Delete the entry for KEY.
  reset [--user <USER_ID> | current] NAMESPACE {PACKAGE_NAME | RESET_MODE}
      Reset the global/secure table for a package with mode.
      RESET_MODE is one of {untrusted_defaults, untrusted_clear, trusted_defaults}, case-insensitive
  list [--user <USER_ID> | current] NAMESPACE
      Print all defined keys.
      NAMESPACE is one of {system, secure, global}, case-insensitive
"""


@command("settings")
def run(io: Invocation) -> int:
    """Read and write settings."""
    args = Arguments(io.args)
    if args.peek() in (None, "help", "-h"):
        io.out(_HELP)
        return 255 if args.peek() is None else 0
    words: list[str] = []
    while (word := args.next()) is not None:
        if word == "--user":
            args.next()
        else:
            words.append(word)
    verb = words[0].lower() if words else ""
    if verb not in _COUNTS:
        return _refuse(io, f"Invalid command: {words[0] if words else ''}")
    if len(words) < 2:
        return _refuse(io, "Bad arguments")
    namespace = words[1].lower()
    if namespace not in NAMESPACES:
        return _refuse(io, f"Invalid namespace '{words[1]}'")
    least, most = _COUNTS[verb]
    rest = words[2:]
    if len(rest) < least:
        return _refuse(io, "Bad arguments")
    if len(rest) > most:
        return _refuse(io, "Too many arguments")
    return _act(io, verb, namespace, rest)


def _refuse(io: Invocation, message: str) -> int:
    io.err(f"{message}\n{_HELP}")
    return 255


# Number of words after the namespace, by verb.
_COUNTS = {"get": (1, 1), "put": (2, 4), "delete": (1, 1), "list": (0, 99), "reset": (1, 2)}


def _act(io: Invocation, verb: str, namespace: str, words: list[str]) -> int:
    settings = io.system.settings
    if verb == "get":
        value = settings.get(namespace, words[0])
        io.out(f"{'null' if value is None else value}\n")
    elif verb == "put":
        try:
            settings.put(namespace, words[0], words[1], limited=True)
        except OptionError as error:
            raise JavaError("java.lang.IllegalArgumentException", str(error)) from None
    elif verb == "delete":
        io.out(f"Deleted {int(settings.delete(namespace, words[0]))} rows\n")
    elif verb == "list":
        io.out("".join(f"{key}={value}\n" for key, value in settings.list(namespace)))
    return 0
