"""Leases: claims to things that only one user at a time may have, also across processes.

A lease is a lock on a file, so that it is released however its process ends.
"""

from __future__ import annotations

import fcntl
import os
import tempfile
from pathlib import Path
from typing import IO

__all__ = ["holder", "take"]


def _folder() -> Path:
    """Return the folder of the locks: one for each user of this computer."""
    folder = Path(tempfile.gettempdir()) / f"android_gym-{os.getuid()}" / "leases"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def take(name: str) -> IO[str] | None:
    """Take a lease; it ends when the file is closed. None if it is taken."""
    file = open(_folder() / name, "a+", encoding="ascii")  # noqa: SIM115  (open while leased)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        return None
    file.seek(0)
    file.truncate()
    file.write(str(os.getpid()))
    file.flush()
    return file


def holder(name: str) -> int | None:
    """Return the id of the process that has a lease, None if it is free."""
    lease = take(name)
    if lease is not None:
        lease.close()
        return None
    text = (_folder() / name).read_text(encoding="ascii")
    return int(text) if text.isdecimal() else 0
