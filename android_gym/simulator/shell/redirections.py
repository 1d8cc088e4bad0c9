"""Redirections, for one command or for the shell itself."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from android_gym.errors import FileError
from android_gym.simulator.shell.jumps import RedirectFault, ShellFault
from android_gym.simulator.shell.streams import STREAM_DEVICES, FileSink, NullSink, Source, Stream
from android_gym.simulator.shell.syntax import HereDocument, Redirect
from android_gym.simulator.system.inodes import file_error

if TYPE_CHECKING:
    from android_gym.simulator.shell.interpreter import Process

__all__ = ["redirect_for_good", "redirected"]


def redirected(
    process: Process, redirects: Iterable[Redirect], body: Callable[[], int], special: bool = False
) -> int:
    """Run `body` with redirected streams."""
    saved = process.fds
    process.fds = dict(saved)
    try:
        for each in redirects:
            redirect(process, each)
        status = body()
    except RedirectFault:
        if special:
            raise ShellFault(1) from None
        return 1
    finally:
        process.fds = saved
    return status


def redirect_for_good(process: Process, redirects: Iterable[Redirect]) -> int:
    """Redirect the process's own streams, as ``exec >file`` does."""
    try:
        for each in redirects:
            redirect(process, each)
    except RedirectFault:
        raise ShellFault(1) from None
    return 0


def redirect(process: Process, redirect: Redirect) -> None:
    """Apply a redirection to `fds`."""
    operator, descriptor = redirect.operator, redirect.descriptor
    if isinstance(redirect.target, HereDocument):
        target = process.text(redirect.target.text)
    else:
        target = process.text(redirect.target, assignment=True)
    if operator == "<<":
        process.fds[descriptor] = Source(target.encode("utf-8", "surrogateescape"))
        return
    if operator in ("<&", ">&"):
        duplicate(process, descriptor, target)
        return
    stream = open(process, target, operator)
    process.fds[descriptor] = stream
    if operator in ("&>", "&>>"):
        process.fds[2] = stream


def duplicate(process: Process, descriptor: int, target: str) -> None:
    """Apply a redirection such as ``>&2`` or ``<&-``."""
    if target == "-":
        process.fds.pop(descriptor, None)
        if descriptor == 0:
            process.fds[0] = Source(b"")
        elif descriptor < 3:
            process.fds[descriptor] = NullSink()
        return
    number = target.removesuffix("-")
    if not number.isdecimal():
        process.complain(f"{target}: bad file descriptor")
        raise RedirectFault
    if int(number) not in process.fds:
        process.complain(f"{target}: bad file descriptor")
        raise RedirectFault
    process.fds[descriptor] = process.fds[int(number)]


def open(process: Process, target: str, operator: str) -> Stream:
    """Open a file for a redirection.

    Raises:
        RedirectFault: After the shell's message.
    """
    path = process.absolute(target)
    reading = operator in ("<", "<>")
    device = STREAM_DEVICES.get(path)
    if device is not None and device.isdecimal():
        return process.fds[int(device)]
    if device is not None and not reading:
        return NullSink()
    if process.budget.unflushed:
        process.budget.flush()
    files = process.files
    try:
        if reading:
            if operator == "<>" and not files.exists(path):
                _create(process, path)
            return Source(process.read_file(path))
        stat = process.stat(path)
        if not target:
            raise file_error(errno.ENOENT, path)
        if stat is not None and stat.kind == "dir":
            raise file_error(errno.EISDIR, path)
        if stat is None:
            _create(process, path)
            stat = files.stat(path)
        elif operator in (">>", "&>>"):
            files.check(path, "w")
        else:
            files.write(path, b"")
    except FileError as error:
        verb = "open" if reading else "create"
        process.complain(f"can't {verb} {target}: {error.strerror}")
        raise RedirectFault from None
    return FileSink(process, path, stat.ino, operator in (">>", "&>>"))


def _create(process: Process, path: str) -> None:
    """Create an empty file as the process's user."""
    process.files.write(path, b"", mode=0o666 & ~process.umask)
