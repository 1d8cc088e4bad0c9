"""Identity hash codes, users and processes, as dumps name them."""

from __future__ import annotations

import hashlib
from typing import Final

from android_gym.simulator.shell.command import Invocation
from android_gym.simulator.system.users import FIRST_APPLICATION_UID

__all__ = ["DISPLAY_ID", "identity", "process_record", "uid_of", "user_of"]

DISPLAY_ID: Final = "4619827259835644672"
"""Number of the built-in display, as SurfaceFlinger knows it."""


def identity(*parts: object) -> str:
    """Return up to seven hexadecimal digits, like an identity hash code; equal for equal parts."""
    return (
        hashlib.md5(repr(parts).encode(), usedforsecurity=False).hexdigest()[:7].lstrip("0") or "0"
    )


def uid_of(io: Invocation, package: str) -> int:
    """Return a package's user id; that of app 0 if it is not installed."""
    packages = io.system.packages
    return packages.state(package).uid if packages.installed(package) else FIRST_APPLICATION_UID


def user_of(io: Invocation, package: str) -> str:
    """Return a package's user as ``UserHandle.formatUid`` does: ``u0a66``, or ``1000``."""
    uid = uid_of(io, package)
    number = uid - FIRST_APPLICATION_UID
    return f"u0a{number}" if number >= 0 else str(uid)


def process_record(io: Invocation, package: str, pid: int) -> str:
    """Return the name of an app's process."""
    return f"ProcessRecord{{{identity('process', pid)} {pid}:{package}/{user_of(io, package)}}}"
