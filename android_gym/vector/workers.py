"""Processes that hold environments, and the communication with them.

A command is answered by one message with its number, so that answers nobody waits for any more
(after Ctrl-C) are recognized. Nothing waits forever: a process that does not answer is killed.

Messages are pickled, which is safe here: the pipes connect a process with its own children only.
"""

from __future__ import annotations

import contextlib
import gc
import logging
import multiprocessing
import os
import pickle
import signal
import socket
import struct
import sys
import threading
import time
import traceback
from collections.abc import Sequence
from multiprocessing import reduction
from multiprocessing.connection import Connection, wait
from typing import Any, Final, Protocol

import cloudpickle

from android_gym.errors import DeviceError
from android_gym.registration import add_folder
from android_gym.vector.memory import mapped
from android_gym.vector.slots import Failure, Slots

_log = logging.getLogger(__name__)

__all__ = [
    "LocalWorker",
    "ProcessWorker",
    "Worker",
    "gather",
    "portable",
    "spare_collector",
    "stop",
]

_COLLECTED_AT: Final = 5_000
"""Allocations minus deallocations that start a collection of the youngest generation."""

_DYING_S: Final = 0.2
"""Time that a process has to exit after closing its end of the pipe."""

_KILLED_S: Final = 10.0
"""Time that the kernel has to end killed processes."""

_TERMINATED_S: Final = 5.0
"""Time that processes have to end after SIGTERM; a stopped one takes all of it."""


class Worker(Protocol):
    """Environments in this process, in another one, or on another machine.

    Attributes:
        slots: The environments, as they were made.
        indices: Indices of its environments.
        answer: Answer to the last command, once gathered; None while it is still to come.
    """

    slots: Slots
    indices: slice
    answer: Any

    def share(self, file: int, space: Any) -> None:
        """Share the memory for observations."""

    def packed(self, command: str, *args: Any) -> Any:
        """Return a command in the form that `post` takes.

        Raises:
            Exception: If the arguments can't be pickled, whatever their pickling raises.
        """

    def post(self, message: Any) -> None:
        """Send a command."""

    def ask_to_stop(self) -> None:
        """Ask it to close its environments and exit."""


class LocalWorker:
    """Environments of this process, behind the same interface as those of others."""

    def __init__(self, slots: Slots) -> None:
        self.slots = slots
        self.indices = slice(slots.first, slots.first + len(slots.recipes))
        self.answer: Any = None

    def share(self, file: int, space: Any) -> None:
        """Share the memory for observations."""
        self.slots.attach(mapped(file), space)

    def packed(self, command: str, *args: Any) -> Any:
        """Return a command in the form that `post` takes."""
        return command, args

    def post(self, message: Any) -> None:
        """Carry out a command."""
        command, args = message
        try:
            self.answer = getattr(self.slots, command)(*args)
        except Exception as error:
            self.answer = Failure(error)

    def ask_to_stop(self) -> None:
        """Close the environments."""
        self.slots.close()


class ProcessWorker:
    """A process with environments.

    Attributes:
        indices: Indices of its environments.
        answer: Answer to the last command.
    """

    def __init__(self, slots: Slots, folders: Sequence[str], context: Any, timeout_s: float):
        self.slots = slots
        self.indices = slice(slots.first, slots.first + len(slots.recipes))
        self.answer: Any = None
        self._number = 0
        self._timeout_s = timeout_s
        self._disconnecting = threading.Lock()
        self.connection, theirs = context.Pipe()
        _limit(self.connection, timeout_s)
        last = self.indices.stop - 1
        self._name = f"AndroidVectorEnv {self.indices.start}-{last}"
        job = cloudpickle.dumps((slots, list(folders)))
        self.process = context.Process(
            target=_work, name=self._name, args=(theirs, job), daemon=True
        )
        self.process.start()
        theirs.close()

    def share(self, file: int, space: Any) -> None:
        """Share the memory for observations."""
        with contextlib.suppress(OSError):  # a dead process is noticed by the next command
            self.connection.send((0, "share", (space,)))
            reduction.send_handle(self.connection, file, self.process.pid)

    def packed(self, command: str, *args: Any) -> Any:
        """Return a command in the form that `post` takes.

        Raises:
            Exception: If the arguments can't be pickled, whatever their pickling raises.
        """
        self._number += 1
        return reduction.ForkingPickler.dumps((self._number, command, args))

    def post(self, message: Any) -> None:
        """Send a command, the one packed last; `gather` waits for the answer."""
        self.answer = None
        try:
            self.connection.send_bytes(message)
        except OSError as error:
            self._lose(f"can't be reached ({error})")

    def receive(self) -> bool:
        """Read the messages that have arrived; return whether the answer is among them."""
        try:
            while self.connection.poll():
                number, answer = self.connection.recv()
                if number == self._number:
                    self.answer = answer
                    return True
        except (EOFError, OSError, pickle.UnpicklingError):
            self._lose("ended")
            return True
        return False

    def give_up(self) -> None:
        """Kill a process that does not answer."""
        self._lose(f"did not answer within timeout_s = {self._timeout_s:g} s")

    def _lose(self, what: str) -> None:
        self.process.join(_DYING_S)
        code = self.process.exitcode
        if code is None:
            self.process.kill()
            self.process.join(_KILLED_S)
            code = self.process.exitcode
        self.disconnect()
        how = signal.Signals(-code).name if code is not None and code < 0 else f"exit code {code}"
        first, last = self.indices.start, self.indices.stop - 1
        self.answer = Failure(
            DeviceError(f"The worker process of environments {first} to {last} {what} ({how})."),
            is_lost=True,
        )

    def disconnect(self) -> None:
        """Close the pipe; two threads that find the process ended may do so at once."""
        with self._disconnecting:
            self.connection.close()

    def ask_to_stop(self) -> None:
        """Ask it to close its environments and exit."""
        with contextlib.suppress(OSError):  # it has ended already
            self.connection.send((0, "stop", ()))


def _limit(connection: Connection, seconds: float) -> None:
    """Limit the time that reading or writing a message may take once begun."""
    value = struct.pack("ll", int(seconds), int(seconds % 1 * 1e6))
    with socket.fromfd(connection.fileno(), socket.AF_UNIX, socket.SOCK_STREAM) as end:
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, value)
        end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, value)


def gather(workers: Sequence[Worker], timeout_s: float) -> list[Any]:
    """Wait for the answers of several workers; a lost or failed one's is a `Failure`."""
    deadline = time.monotonic() + timeout_s
    waiting = {
        worker.connection: worker
        for worker in workers
        if isinstance(worker, ProcessWorker) and worker.answer is None
    }
    while waiting:
        ready = wait(list(waiting), max(0.0, deadline - time.monotonic()))
        if not ready:
            for worker in waiting.values():
                worker.give_up()
            break
        for connection in ready:
            if waiting[connection].receive():
                del waiting[connection]
    return [worker.answer for worker in workers]


def stop(workers: Sequence[Worker], timeout_s: float) -> None:
    """End all workers at the same time: they are asked to exit, then terminated, then killed.

    Raises:
        Exception: If closing an environment of this process raised it.
    """
    others = [worker for worker in workers if isinstance(worker, ProcessWorker)]
    try:
        for worker in workers:
            worker.ask_to_stop()
        _join(others, timeout_s)
    finally:
        for end in (multiprocessing.Process.terminate, multiprocessing.Process.kill):
            alive = [worker for worker in others if worker.process.is_alive()]
            for worker in alive:
                end(worker.process)
            _join(alive, _TERMINATED_S if end is multiprocessing.Process.terminate else _KILLED_S)
        for worker in others:
            worker.disconnect()


def _join(workers: Sequence[ProcessWorker], seconds: float) -> None:
    """Wait until all processes have ended, but no longer than `seconds`."""
    deadline = time.monotonic() + seconds
    for worker in workers:
        worker.process.join(max(0.0, deadline - time.monotonic()))


# --- in the worker process -----------------------------------------------------------------------


def _work(connection: Connection, job: bytes) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes; the parent decides
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    slots: Slots | None = None
    try:
        slots, folders = pickle.loads(job)
        for folder in folders:
            add_folder(folder)
        _serve(connection, slots)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # the parent is gone
    finally:
        if slots is not None:
            try:
                slots.close()
            except Exception:  # a wrapper's; nobody is left to be told
                _log.warning("An environment could not be closed.", exc_info=True)


def _serve(connection: Connection, slots: Slots) -> None:
    parent = multiprocessing.parent_process()
    sentinels = [] if parent is None else [parent.sentinel]
    begun = False
    while True:
        while not connection.poll() and slots.prepare():
            pass
        if connection not in wait([connection, *sentinels]):
            return
        number, command, args = connection.recv()
        if command == "stop":
            return
        if command == "share":
            file = reduction.recv_handle(connection)
            slots.attach(mapped(file), *args)
            os.close(file)
            continue
        try:
            answer: Any = getattr(slots, command)(*args)
        except Exception as error:
            answer = Failure(error)
        if command == "reset" and not begun:
            begun = True
            spare_collector()
        try:
            connection.send((number, portable(answer)))
        except (pickle.PicklingError, TypeError, AttributeError) as error:
            what = TypeError(f"The result of {command} {args[:1]} can't leave its process: {error}")
            connection.send((number, Failure(what)))


def spare_collector() -> None:
    """Make Python's garbage collector scan less, and less often, in a process of our own.

    Modules, fonts and the installed image never become garbage, and scanning them took a tenth to
    a fifth of all time. Steps leave little garbage in reference cycles: 5 KB each.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_COLLECTED_AT, *gc.get_threshold()[1:])


def portable(answer: Any) -> Any:
    """Return an answer whose exceptions can all be pickled."""
    if isinstance(answer, list):
        return [portable(part) for part in answer]
    if not isinstance(answer, Failure):
        return answer
    error = answer.error
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # an exception's own reduction may raise anything
        error = RuntimeError(f"{type(error).__name__}: {error}")
    return Failure(error, "".join(traceback.format_exception(answer.error)))
