"""Shell programs that run concurrently, and the signals sent to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

__all__ = ["MOST_RUNNING", "Running", "RunningProcess"]

MOST_RUNNING: Final = 64
"""Maximum number of programs that run at the same time."""

_FIRST_PID: Final = 4101


@dataclass(frozen=True)
class RunningProcess:
    """A running program.

    Attributes:
        pid: Its process id.
        parent: Process id of its parent.
        uid: User id that it runs as.
        name: Its name.
        signal: Called with the number of a signal that would end it.
    """

    pid: int
    parent: int
    uid: int
    name: str
    signal: Callable[[int], None]


class Running:
    """The running programs. They are not part of a snapshot, which contains no code."""

    def __init__(self) -> None:
        self._processes: dict[int, RunningProcess] = {}

    def __iter__(self) -> Iterator[RunningProcess]:
        return iter([self._processes[pid] for pid in sorted(self._processes)])

    def __contains__(self, pid: int) -> bool:
        return pid in self._processes

    @property
    def full(self) -> bool:
        """Return whether no more can be started."""
        return len(self._processes) >= MOST_RUNNING

    def start(
        self, name: str, parent: int, uid: int, signal: Callable[[int], None]
    ) -> RunningProcess:
        """Register a program that starts; it gets the first free process id."""
        pid = next(n for n in range(_FIRST_PID, 1 << 15) if n not in self._processes)
        process = self._processes[pid] = RunningProcess(pid, parent, uid, name, signal)
        return process

    def end(self, pid: int) -> None:
        """Unregister a program that has ended."""
        self._processes.pop(pid, None)

    @contextmanager
    def running(
        self, name: str, parent: int, uid: int, signal: Callable[[int], None]
    ) -> Iterator[RunningProcess]:
        """Register a program for as long as it runs; arguments as for `start`."""
        process = self.start(name, parent, uid, signal)
        try:
            yield process
        finally:
            self.end(process.pid)

    def signal(self, pid: int, number: int) -> None:
        """Send a fatal signal to a program's children, or to the program itself if it has none."""
        below = [process for process in self if process.parent == pid]
        for process in below or [p for p in self if p.pid == pid]:
            process.signal(number)

    def kill_all(self) -> None:
        """Kill all programs, as restarting the phone does."""
        for process in self:
            process.signal(9)
