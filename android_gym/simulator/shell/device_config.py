"""The command `device_config`, as on Android 13: reads and writes feature flags."""

from __future__ import annotations

from typing import Final

from android_gym.errors import OptionError
from android_gym.simulator.shell.command import Invocation, JavaError, command
from android_gym.simulator.system.device_config import SYNC_MODES

_HELP: Final = """Device Config (device_config) commands:
  help
      Print this help text.
  get NAMESPACE KEY
      Retrieve the current value of KEY from the given NAMESPACE.
  put NAMESPACE KEY VALUE [default]
      Change the contents of KEY to VALUE for the given NAMESPACE.
  delete NAMESPACE KEY
      Delete the entry for KEY for the given NAMESPACE.
  list [NAMESPACE]
      Print all keys and values defined, optionally for the given NAMESPACE.
  reset RESET_MODE [NAMESPACE]
      Reset all flag values, optionally for a NAMESPACE, according to RESET_MODE.
      RESET_MODE is one of {untrusted_defaults, untrusted_clear, trusted_defaults}
  set_sync_disabled_for_tests SYNC_DISABLED_MODE
      SYNC_DISABLED_MODE is one of {none, persistent, until_reboot}
  get_sync_disabled_for_tests
"""

_COUNTS: Final = {
    "get": (2, 2),
    "put": (3, 4),
    "delete": (2, 2),
    "list": (0, 1),
    "reset": (1, 2),
    "set_sync_disabled_for_tests": (1, 1),
    "get_sync_disabled_for_tests": (0, 0),
    "is_sync_disabled_for_tests": (0, 0),
}
"""Least and most words after a verb."""

_RESETS: Final = ("untrusted_defaults", "untrusted_clear", "trusted_defaults")


@command("device_config", cost=500)
def run(io: Invocation) -> int:
    """Read and write flags."""
    verb, words = (io.args[0], io.args[1:]) if io.args else ("help", [])
    if verb in ("help", "-h"):
        io.out(_HELP)
        return 255
    if verb not in _COUNTS:
        return _refuse(io, f"Invalid command: {verb}")
    least, most = _COUNTS[verb]
    if not least <= len(words) <= most or (len(words) == 4 and words[3].lower() != "default"):
        return _refuse(io, "Bad arguments")
    if verb == "reset" and words[0].lower() not in _RESETS:
        return _refuse(io, f"Invalid reset mode: {words[0]}")
    if verb == "set_sync_disabled_for_tests" and words[0] not in SYNC_MODES:
        return _refuse(io, f"Invalid sync disabled mode: {words[0]}")
    _act(io, verb, words)
    return 0


def _refuse(io: Invocation, message: str) -> int:
    io.err(f"{message}\n")
    return 255


def _act(io: Invocation, verb: str, words: list[str]) -> None:
    flags = io.system.device_config
    if verb == "get":
        value = flags.get(*words)
        io.out(f"{'null' if value is None else value}\n")
    elif verb == "put":
        try:
            flags.put(*words[:3])
        except OptionError as error:
            raise JavaError("java.lang.IllegalStateException", str(error)) from None
    elif verb == "delete":
        done = "Successfully deleted" if flags.delete(*words) else "Failed to delete"
        io.out(f"{done} {words[1]} from {words[0]}\n")
    elif verb == "list":
        of_all = "" if words else "{}/"
        for namespace, name, value in flags.list(*words):
            io.out(f"{of_all.format(namespace)}{name}={value}\n")
    elif verb == "reset":
        flags.reset(*words[1:])
    elif verb == "set_sync_disabled_for_tests":
        flags.sync_mode = words[0]
    elif verb == "get_sync_disabled_for_tests":
        io.out(f"{flags.sync_mode}\n")
    else:
        io.out(f"{str(flags.sync_mode != 'none').lower()}\n")
