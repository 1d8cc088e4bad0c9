"""Processes that play episodes; what becomes of one is no matter to the others."""

from __future__ import annotations

import contextlib
import math
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from multiprocessing.connection import Connection, wait
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from android_gym.errors import AndroidGymError, DeviceError, OptionError, SweepError
from android_gym.evaluation.playing import Job, Player
from android_gym.evaluation.policies import load_policy
from android_gym.evaluation.results import EpisodeKey, Result

__all__ = ["PROCESSES", "Crew", "Processes", "Work", "play_all", "played"]

R = TypeVar("R")

_START_S = 300.0
_STOP_S = 20.0


class Work(NamedTuple):
    """An episode to play.

    Attributes:
        sweep: Number of the sweep that it is of.
        key: Which episode of it.
    """

    sweep: int
    key: EpisodeKey


class Crew(Protocol):
    """Workers that play the episodes of sweeps, on this machine or elsewhere."""

    @property
    def about(self) -> Mapping[str, str | int | float]:
        """Return what is noted of them with each run of a sweep, JSON values by name."""

    def play_all(
        self,
        works: Iterable[Work],
        jobs: Sequence[Sequence[Job]],
        tries: int = 3,
        timeout_s: float | None = None,
    ) -> Generator[tuple[int, Result], None, None]:
        """Play episodes, as the function `play_all` does it in processes of this machine."""


class Processes:
    """Processes of this machine, as workers of a sweep."""

    about: Mapping[str, str | int | float] = {}

    def play_all(
        self,
        works: Iterable[Work],
        jobs: Sequence[Sequence[Job]],
        tries: int = 3,
        timeout_s: float | None = None,
    ) -> Generator[tuple[int, Result], None, None]:
        """Play episodes; see the function `play_all`."""
        return play_all(works, jobs, tries, timeout_s)


PROCESSES: Final = Processes()
"""Workers of a sweep that is given no others."""


def play_all(
    works: Iterable[Work],
    jobs: Sequence[Sequence[Job]],
    tries: int = 3,
    timeout_s: float | None = None,
) -> Generator[tuple[int, Result], None, None]:
    """Play episodes in processes, and yield what comes of each, with its sweep, as it comes.

    Args:
        works: Which; those of one sweep and one id had better stand together.
        jobs: Of each sweep, one for each process. Those of a sweep differ in their devices only.
        tries: How often an episode is tried whose device fails or whose process dies, before that
            is its result.
        timeout_s: After which a process that plays an episode is killed; None for never.

    Raises:
        SweepError: If processes don't start.
    """
    pending = deque(works)
    failed: dict[Work, list[int]] = {}  # by which workers
    context = multiprocessing.get_context("spawn")
    workers: list[_Worker] = []
    try:
        for own in list(zip(*jobs, strict=True))[: len(pending)]:
            workers.append(_Worker(context, own))
        outcomes: list[tuple[int, Result]] = []
        while True:
            for number, worker in enumerate(workers):
                if worker.work is None and worker.ready:
                    next_work = _take(pending, failed, number, len(workers))
                    if next_work is not None:
                        worker.send(next_work, timeout_s)
            # The workers play the next ones while the caller writes these.
            yield from outcomes
            outcomes = []
            if not pending and not any(worker.work for worker in workers):
                break
            for worker in _news(workers):
                number, work, result = workers.index(worker), worker.work, worker.receive()
                if work is None or result is None:
                    pass  # it is ready, or has died without an episode
                elif isinstance(result, Result):
                    outcomes.append((work.sweep, result))
                else:
                    failed.setdefault(work, []).append(number)
                    if len(failed[work]) < tries:
                        pending.append(work)
                    else:
                        told = Result(work.key, error=f"{result} ({tries} tries)")
                        outcomes.append((work.sweep, told))
                if not worker.alive:
                    workers[number] = worker.replaced()
    finally:
        _stop(workers)


def _take(
    pending: deque[Work], failed: Mapping[Work, list[int]], number: int, workers: int
) -> Work | None:
    """Return the next episode for a worker: none that failed on it, while it hasn't on all others.

    So a device that is gone costs each episode one try at most, if there are other devices.
    """
    for work in pending:
        on = failed.get(work, [])
        if number not in on or len(set(on)) == workers:
            pending.remove(work)
            return work
    return None


def _news(workers: Sequence[_Worker]) -> list[_Worker]:
    """Wait for workers that have said something, died, or taken too long."""
    left = max(0.0, min(worker.deadline for worker in workers) - time.monotonic())
    handles = [handle for worker in workers for handle in worker.handles]
    ready = wait(handles, left if math.isfinite(left) else None)
    now = time.monotonic()
    return [w for w in workers if w.deadline <= now or any(h in ready for h in w.handles)]


class _Worker:
    """The parent's end of a process."""

    def __init__(self, context: Any, jobs: Sequence[Job], failed_starts: int = 0) -> None:
        self._context = context
        self._jobs = jobs
        self._failed_starts = failed_starts
        self.work: Work | None = None
        self.ready = False
        self.alive = True
        self.deadline = time.monotonic() + _START_S
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, jobs))
        self._process.start()
        theirs.close()

    @property
    def handles(self) -> tuple[Any, ...]:
        """Return what to wait for."""
        return self._connection, self._process.sentinel

    def send(self, work: Work, timeout_s: float | None) -> None:
        """Give it an episode to play."""
        self.work = work
        self.deadline = math.inf if timeout_s is None else time.monotonic() + timeout_s
        with contextlib.suppress(OSError):  # it has died, which `receive` will tell
            self._connection.send(work)

    def receive(self) -> Result | str | None:
        """Return its episode's outcome: a result, or why there is none; None while it plays.

        Raises:
            OptionError: If the process can't use the policy.
            SweepError: If it doesn't start, for the third time.
        """
        late = self.deadline <= time.monotonic() and not self._connection.poll()
        if late:
            self.kill()
        try:
            message = self._connection.recv()
        except (EOFError, OSError):
            return self._died(late)
        self.deadline = math.inf
        if isinstance(message, OptionError):
            raise message
        if message == "ready":
            self.ready = True
            return None
        self.work = None
        played: Result | str = message
        return played

    def _died(self, late: bool) -> str:
        self.alive = False
        self.kill()
        code = self._process.exitcode
        if not self.ready:
            self._failed_starts += 1
            if self._failed_starts == 3:
                raise SweepError(
                    f"Worker processes end before they have begun, the last with exit code {code}. "
                    "A script that sweeps must do so under `if __name__ == '__main__':`."
                )
        self.work = None
        return "The worker took too long" if late else f"The worker died with exit code {code}"

    def replaced(self) -> _Worker:
        """A fresh one."""
        self._connection.close()
        return _Worker(self._context, self._jobs, 0 if self.ready else self._failed_starts)

    def ask_to_stop(self) -> None:
        """Let it end by itself, at once if it plays."""
        if self.work is not None or not self.ready:
            self._process.terminate()
        with contextlib.suppress(OSError):
            self._connection.send(None)

    def kill(self) -> None:
        """End it."""
        self._process.kill()
        self._process.join()

    def stop(self, deadline: float) -> None:
        """Wait for it to end until a deadline, then end it."""
        self._process.join(max(0.0, deadline - time.monotonic()))
        self.kill()
        self._connection.close()
        self._process.close()


def _stop(workers: Sequence[_Worker]) -> None:
    deadline = time.monotonic() + _STOP_S
    for worker in workers:
        worker.ask_to_stop()
    for worker in workers:
        worker.stop(deadline)


# --- in the process ------------------------------------------------------------------------------


def _work(connection: Connection, jobs: Sequence[Job]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # ctrl+C is the parent's to handle
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    threading.Thread(target=_follow_parent, daemon=True).start()
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # PyTorch's: the workers share the cores
    try:  # whoever sent them has trusted them
        players = [Player(load_policy(job.policy, trust=True), job) for job in jobs]
    except AndroidGymError as error:
        connection.send(OptionError(str(error)))
        return
    connection.send("ready")
    playing = players[0]
    try:
        while (work := connection.recv()) is not None:
            if players[work.sweep] is not playing:
                playing.close()  # they have one device
                playing = players[work.sweep]
            connection.send(played(playing.play, work.key))
    except (EOFError, OSError):
        pass  # the parent is gone
    finally:
        playing.close()


def played(play: Callable[[EpisodeKey], R], key: EpisodeKey) -> R | OptionError | str:
    """Play an episode, and return what came of it.

    Args:
        play: A method of `Player`.
        key: Which episode.

    Returns:
        What `play` returns; what is wrong with the sweep; or why the device failed, so that the
        episode can be tried again.
    """
    try:
        return play(key)
    except DeviceError as error:
        return str(error)
    except Exception as error:  # the environment can't be made or wrapped: no other will
        name = "" if isinstance(error, AndroidGymError) else f"{type(error).__name__}: "
        return OptionError(f"{key.id}: {name}{error}")


def _follow_parent() -> None:
    """End this process when the parent has ended: it would play in vain, and hold a device."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(_STOP_S)
        os._exit(1)
