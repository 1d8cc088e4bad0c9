"""Leases: claims to things that only one user at a time may have, also across processes.

A lease is a lock on a file, so that it is released however its process ends.
"""

from __future__ import annotations

import fcntl
import os
import stat
import tempfile
import weakref
from pathlib import Path
from typing import Final

from android_gym.errors import DeviceError

__all__ = ["Lease", "holder", "last_holder", "take"]

_SHARED: Final = Path("/tmp")
"""Folder that all processes of this computer see, whatever their TMPDIR is."""


class Lease:
    """A lock that is held; released by `close`, or when it is no longer referenced.

    Args:
        descriptor: The open, locked file.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._process = os.getpid()
        _held.add(self)

    def close(self) -> None:
        """Release the lock. Can be called again."""
        descriptor, self._descriptor = self._descriptor, -1
        if descriptor < 0:
            return
        if self._process == os.getpid():
            # A process that has just been forked may still have the file open.
            fcntl.flock(descriptor, fcntl.LOCK_UN)
        os.close(descriptor)

    def __del__(self) -> None:
        self.close()


_held: weakref.WeakSet[Lease] = weakref.WeakSet()


def _let_go() -> None:
    """Close the files that a forked process inherits: it would keep the locks of a dead parent."""
    for lease in list(_held):
        lease.close()


os.register_at_fork(after_in_child=_let_go)


def _folder() -> Path:
    """Return the folder of the locks: one for each user of this computer.

    Raises:
        DeviceError: If it can't be made, or belongs to somebody else.
    """
    parent = _SHARED if os.access(_SHARED, os.W_OK | os.X_OK) else Path(tempfile.gettempdir())
    own = parent / f"android_gym-{os.getuid()}"
    folder = own / "leases"
    try:
        for path in (own, folder):
            path.mkdir(mode=0o700, exist_ok=True)
            found = path.lstat()
            if found.st_uid != os.getuid() or not stat.S_ISDIR(found.st_mode):
                raise DeviceError(
                    f"{path} is not a folder of this user's, so devices can't be leased there. "
                    "Remove it, or have its owner remove it."
                )
    except OSError as error:
        raise DeviceError(f"The folder for leases of devices can't be used: {error}.") from error
    return folder


def take(name: str) -> Lease | None:
    """Take a lease. None if it is taken.

    Raises:
        DeviceError: If the lock's file can't be written.
    """
    path = _folder() / name
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            return None
        lease = Lease(descriptor)
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, str(os.getpid()).encode(), 0)
    except OSError as error:
        raise DeviceError(f"{name} can't be leased: {error}.") from error
    return lease


def holder(name: str) -> int | None:
    """Return the id of the process that has a lease, None if it is free."""
    lease = take(name)
    if lease is not None:
        lease.close()
        return None
    return last_holder(name)


def last_holder(name: str) -> int:
    """Return the id of the process that took a lease last, 0 if that is not known."""
    try:
        text = (_folder() / name).read_bytes()
    except OSError:
        return 0
    return int(text) if text.isdigit() else 0
