"""Files in folders that come from others: checkouts, runs, traces.

Such a folder may have links that lead out of it, pipes that never end and files that grow while
they are read. The functions here read only ordinary files, inside the folder and of a limited size,
and never write through a link.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

__all__ = ["open_plain", "read_plain"]


def open_plain(path: Path, flags: int, *, inside: Path | None = None) -> int:
    """Open an ordinary file without ever blocking.

    Args:
        path: The file.
        flags: As `os.open` takes them. A file opened for writing or creation must not be a link.
        inside: A folder that links must not lead out of. None if links may lead anywhere.

    Returns:
        The file's descriptor, which the caller closes.

    Raises:
        OSError: If it can't be opened, is not an ordinary file, or is outside of `inside`.
    """
    if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
        flags |= os.O_NOFOLLOW
    elif inside is not None:
        try:
            real = path.resolve(strict=True)
        except RuntimeError as error:  # raised by Python before 3.13 for a loop of links
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path)) from error
        if not real.is_relative_to(inside.resolve()):
            raise OSError(errno.EXDEV, f"it is a link that leads out of {inside}", str(path))
        path, flags = real, flags | os.O_NOFOLLOW  # so that no link can replace it meanwhile
    try:
        handle = os.open(path, flags | os.O_NONBLOCK | os.O_CLOEXEC, 0o666)
    except OSError as error:
        if error.errno == errno.ELOOP and path.is_symlink():
            raise OSError(errno.ELOOP, "it is a link; put a file in its place", str(path)) from None
        if error.errno == errno.ENXIO:  # a pipe without a reader, or a socket
            raise OSError(errno.EINVAL, "it is not a regular file", str(path)) from None
        raise
    mode = os.fstat(handle).st_mode
    if not stat.S_ISREG(mode):
        os.close(handle)
        if stat.S_ISDIR(mode):
            raise OSError(errno.EISDIR, "it is a folder, not a file", str(path))
        raise OSError(errno.EINVAL, "it is not a regular file", str(path))
    return handle


def read_plain(path: Path, most: int, *, inside: Path | None = None) -> bytes:
    """Read an ordinary file as a whole.

    Args:
        path: The file.
        most: Its maximum size in bytes, even if it grows meanwhile.
        inside: As `open_plain` takes it.

    Raises:
        OSError: As `open_plain` does, or if the file is larger.
    """
    with open(open_plain(path, os.O_RDONLY, inside=inside), "rb") as file:
        told = os.fstat(file.fileno()).st_size
        data = b"" if told > most else file.read(most + 1)  # one byte more shows that it grew
    if told > most or len(data) > most:
        raise OSError(errno.EFBIG, f"it has more than {most} bytes", str(path))
    return data
