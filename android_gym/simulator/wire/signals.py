"""Ends a server on a signal, even while it is busy."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Final

__all__ = ["GRACE_S", "stop_on_signals"]

GRACE_S: Final = 1.0
"""Seconds for a server to shut down in order, before its process is ended."""

_log = logging.getLogger(__name__)


@contextlib.contextmanager
def stop_on_signals(stop: Callable[[], object]) -> Iterator[None]:
    """Call `stop` on SIGTERM or SIGINT, and ensure that the process ends.

    An event loop only handles signals when it gets its turn, which never happens while a
    computation occupies its thread. So the interpreter's own C handler passes signals to another
    thread. If the block has not been left within `GRACE_S` seconds, that thread ends the process
    with exit code 0: a phone has no unsaved data to lose, and the system closes its ports.

    Only the main thread can enter the block.

    Args:
        stop: Ends the block; called in another thread, at most once for each signal.
    """
    reader, writer = socket.socketpair()
    writer.setblocking(False)
    over = threading.Event()

    def watch() -> None:
        while reader.recv(1) != b"\0":
            with contextlib.suppress(RuntimeError):  # the loop may have been closed meanwhile
                stop()
            if not over.wait(GRACE_S):
                _log.warning("The phone was busy when it was told to stop. It is ended.")
                logging.shutdown()
                sys.stdout.flush()
                os._exit(0)

    watcher = threading.Thread(target=watch, name="signals", daemon=True)
    numbers = (signal.SIGTERM, signal.SIGINT)
    previous = {number: signal.signal(number, _ignore) for number in numbers}
    old = signal.set_wakeup_fd(writer.fileno(), warn_on_full_buffer=False)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        signal.set_wakeup_fd(old)
        for number, handler in previous.items():
            signal.signal(number, handler)
        writer.setblocking(True)
        writer.send(b"\0")
        watcher.join()
        reader.close()
        writer.close()


def _ignore(number: int, frame: object) -> None:
    """Do nothing, as the signal's number was already written to the descriptor."""
