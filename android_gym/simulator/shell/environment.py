"""Variables of a new shell: its environment, and the special variables that it computes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from android_gym.simulator.shell.interpreter import Process


__all__ = ["BIN_PATHS", "ENVIRONMENT", "EXPORTED", "SHELL", "SHELL_VARIABLES", "SPECIAL_PARAMETERS"]


SHELL: Final = "/system/bin/sh"
BIN_PATHS: Final = (
    "/product/bin:/apex/com.android.runtime/bin:/apex/com.android.art/bin:/system_ext/bin:"
    "/system/bin:/system/xbin:/odm/bin:/vendor/bin:/vendor/xbin"
)


def _random(process: Process) -> str:
    return str(int.from_bytes(process.random_bytes(2), "big") & 0x7FFF)


def _last_job(process: Process) -> int:
    """Return the number of the last background job; 0 if there is none."""
    if process.job or not process.budget.background:
        return process.job
    return process.pid + process.budget.background


SPECIAL_PARAMETERS: dict[str, Callable[[Process], str | None]] = {
    "?": lambda process: str(process.status),
    "#": lambda process: str(len(process.positional)),
    "$": lambda process: str(process.pid),
    "!": lambda process: str(_last_job(process)) if _last_job(process) else None,
    "-": lambda process: "".join(sorted(flag for flag in process.flags if len(flag) == 1)) + "hUc",
    "@": lambda process: " ".join(process.positional),
    "*": lambda process: " ".join(process.positional),
    "_": lambda process: process.last_argument,
    "RANDOM": _random,
    "SECONDS": lambda process: "0",
    "LINENO": lambda process: "1",
    "PPID": lambda process: "500",
    "BASHPID": lambda process: str(process.pid),
    "KSH_VERSION": lambda process: "@(#)MIRBSD KSH R59 2020/10/31 Android",
    "EPOCHREALTIME": lambda process: f"{process.shell.system.clock.now_ms() / 1000:.6f}",
    "USER_ID": lambda process: str(process.uid),
}
ENVIRONMENT: Final = {
    "ANDROID_ART_ROOT": "/apex/com.android.art",
    "ANDROID_ASSETS": "/system/app",
    "ANDROID_BOOTLOGO": "1",
    "ANDROID_DATA": "/data",
    "ANDROID_I18N_ROOT": "/apex/com.android.i18n",
    "ANDROID_ROOT": "/system",
    "ANDROID_SOCKET_adbd": "12",
    "ANDROID_STORAGE": "/storage",
    "ANDROID_TZDATA_ROOT": "/apex/com.android.tzdata",
    "ASEC_MOUNTPOINT": "/mnt/asec",
    "DOWNLOAD_CACHE": "/data/cache",
    "EXTERNAL_STORAGE": "/sdcard",
    "HOME": "/",
    "HOSTNAME": "emu64xa",
    "PATH": BIN_PATHS,
    "SHELL": "/bin/sh",
    "TERM": "dumb",
    "TMPDIR": "/data/local/tmp",
}
EXPORTED: Final = frozenset([*ENVIRONMENT, "USER", "LOGNAME"])
SHELL_VARIABLES: Final = {"IFS": " \t\n", "OPTIND": "1", "PS4": "+ ", "PWD": "/"}
