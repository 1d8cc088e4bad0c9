"""`settings`: reads and writes the settings provider's three tables."""

from __future__ import annotations

from android_gym.simulator.shell.command import Invocation, command

NAMESPACES = ("system", "secure", "global")
_FIXED = {"get": 1, "put": 2, "delete": 1, "list": 0, "reset": 1}
"""How many arguments each verb needs after the namespace."""

_USAGE = """Settings provider (settings) commands:
  help
      Print this help text.
  get [--user <USER_ID> | current] NAMESPACE KEY
      Retrieve the current value of KEY.
  put [--user <USER_ID> | current] NAMESPACE KEY VALUE [TAG] [default]
      Change the contents of KEY to VALUE.
  delete [--user <USER_ID> | current] NAMESPACE KEY
      Delete the entry for KEY.
  reset [--user <USER_ID> | current] NAMESPACE {PACKAGE_NAME | RESET_MODE}
      Reset the global/secure table for a package with mode.
  list [--user <USER_ID> | current] NAMESPACE
      Print all defined keys.
"""


@command("settings")
def run(io: Invocation) -> int:
    """Runs a verb of the settings provider."""
    words = list(io.args)
    if not words or words[0] in ("help", "-h"):
        io.out(_USAGE)
        return 0 if words else 255
    verb, *rest = words
    if "--user" in rest:
        at = rest.index("--user")
        del rest[at : at + 2]
    if verb not in _FIXED:
        return _refuse(io, f"Invalid command: {verb}")
    if not rest:
        return _refuse(io, "Bad arguments")
    namespace, *operands = rest
    if namespace not in NAMESPACES:
        return _refuse(io, f"Invalid namespace '{namespace}'")
    needed = _FIXED[verb]
    if len(operands) < needed:
        return _refuse(io, "Bad arguments")
    if len(operands) > needed + (2 if verb == "put" else 0):
        return _refuse(io, "Too many arguments")
    settings = io.system.settings
    if verb == "get":
        value = settings.get(namespace, operands[0])
        io.out(f"{'null' if value is None else value}\n")
    elif verb == "put":
        settings.put(namespace, operands[0], operands[1])
    elif verb == "delete":
        io.out(f"Deleted {int(settings.delete(namespace, operands[0]))} rows\n")
    elif verb == "list":
        io.out("".join(f"{key}={value}\n" for key, value in settings.list(namespace)))
    return 0


def _refuse(io: Invocation, message: str) -> int:
    io.err(f"{message}\n{_USAGE}")
    return 255
