"""``cmd netpolicy`` and its dump: Data Saver, and apps' use of mobile data in the background."""

from __future__ import annotations

import re
from typing import Final

from android_gym.simulator.shell.command import Arguments, Invocation, JavaError
from android_gym.simulator.system.connectivity import DataPolicy
from android_gym.simulator.system.users import FIRST_APPLICATION_UID

__all__ = ["cmd_netpolicy", "dump_netpolicy"]

_VERBS: Final = ("add", "get", "list", "remove", "set")
_LISTS: Final[dict[str, tuple[DataPolicy, str]]] = {
    "restrict-background-whitelist": ("allow", "Restrict background whitelisted UIDs"),
    "restrict-background-blacklist": ("reject", "Restrict background blacklisted UIDs"),
}
"""The policy of a list's apps, and the list's title, by name."""

_FLAGS: Final = {"allow": "4 (ALLOW_METERED_BACKGROUND)", "reject": "1 (REJECT_METERED_BACKGROUND)"}


def cmd_netpolicy(io: Invocation, verb: str, args: Arguments) -> int | None:
    """Run ``cmd netpolicy``."""
    if verb not in _VERBS:
        return None
    what = args.next()
    if what is None:
        return _refuse(io, f"didn't specify type of data to {verb}")
    if what in _LISTS and verb == "list":
        return _list(io, *_LISTS[what])
    if what in _LISTS and verb in ("add", "remove"):
        return _change(io, _LISTS[what][0], what.rpartition("-")[2], args.next(), verb == "add")
    if what == "restrict-background" and verb in ("get", "set"):
        return _data_saver(io, verb, args)
    if what == "wifi-networks" and verb == "list":
        io.out("".join(f"{ssid};none\n" for ssid in io.system.connectivity.saved_networks))
        return 0
    return _refuse(io, f"unknown {verb} command '{what}'")


def _refuse(io: Invocation, message: str) -> int:
    io.out(f"Error: {message}\n")
    return 255


def _data_saver(io: Invocation, verb: str, args: Arguments) -> int:
    connectivity = io.system.connectivity
    if verb == "get":
        status = "enabled" if connectivity.data_saver else "disabled"
        io.out(f"Restrict background status: {status}\n")
        return 0
    word = args.next()
    if word is None:
        return _refuse(io, "didn't specify BOOLEAN")
    connectivity.set_data_saver(word.lower() == "true")
    return 0


def _list(io: Invocation, policy: DataPolicy, title: str) -> int:
    uids = "".join(f"{uid} " for uid, its in io.system.connectivity.policies() if its == policy)
    io.out(f"{title}: {uids}\n" if uids else f"{title}: none\n\n")
    return 0


def _change(io: Invocation, policy: DataPolicy, name: str, word: str | None, add: bool) -> int:
    """Give a policy to a user id, or take it."""
    connectivity = io.system.connectivity
    if word is None:
        return _refuse(io, "didn't specify UID")
    if not re.fullmatch("[0-9]{1,9}", word):
        return _refuse(io, f"UID ({word}) should be a number")
    uid = int(word)
    if not add and connectivity.policy(uid) != policy:
        return _refuse(io, f"UID {uid} not {name}ed")
    if not FIRST_APPLICATION_UID <= uid < 2 * FIRST_APPLICATION_UID:
        raise JavaError("java.lang.IllegalArgumentException", f"cannot apply policy to UID {uid}")
    connectivity.set_policy(uid, policy if add else None)
    return 0


def dump_netpolicy(io: Invocation, args: list[str]) -> None:
    """Write the dump of ``netpolicy``."""
    connectivity = io.system.connectivity
    io.out(f"Restrict background: {str(connectivity.data_saver).lower()}\nPolicy for UIDs:\n")
    for uid, policy in connectivity.policies():
        io.out(f"  UID={uid} policy={_FLAGS[policy]}\n")
