"""Processes that play episodes, independent of each other's failures."""

from __future__ import annotations

import contextlib
import math
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from multiprocessing.connection import Connection, wait
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from android_gym.errors import AndroidGymError, DeviceError, OptionError, SweepError
from android_gym.evaluation.playing import Job, Player, packed
from android_gym.evaluation.policies import load_policy
from android_gym.evaluation.results import EpisodeKey, Result

__all__ = ["PROCESSES", "Crew", "Processes", "Work", "play_all", "played"]

R = TypeVar("R")

_START_S = 300.0
_STOP_S = 20.0


class Work(NamedTuple):
    """An episode to play.

    Attributes:
        sweep: Number of the sweep that it belongs to.
        key: Identity of the episode in it.
    """

    sweep: int
    key: EpisodeKey


class Crew(Protocol):
    """Workers that play the episodes of sweeps, on this machine or elsewhere."""

    @property
    def about(self) -> Mapping[str, str | int | float]:
        """Return facts about them that are recorded with each run of a sweep, JSON by name."""

    def play_all(
        self,
        works: Iterable[Work],
        jobs: Sequence[Sequence[Job]],
        tries: int = 3,
        timeout_s: float | None = None,
    ) -> Generator[tuple[int, Result], None, None]:
        """Play episodes, as the function `play_all` does in processes of this machine."""


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
"""Default workers of a sweep."""


def play_all(
    works: Iterable[Work],
    jobs: Sequence[Sequence[Job]],
    tries: int = 3,
    timeout_s: float | None = None,
) -> Generator[tuple[int, Result], None, None]:
    """Play episodes in processes, and yield each result with its sweep's number when it comes.

    Args:
        works: The episodes; those of the same sweep and id should be consecutive.
        jobs: Jobs of each sweep, one for each process. Those of a sweep differ only in their
            devices.
        tries: How often an episode is tried whose device fails or whose process dies, before that
            becomes its result.
        timeout_s: Time after which a process that plays an episode is killed; None for never.

    Raises:
        OptionError: If a policy can't be copied to a process, or used there.
        SweepError: If processes don't start.
    """
    pending = deque(works)
    failed: dict[Work, list[int]] = {}  # numbers of the workers
    context = multiprocessing.get_context("spawn")
    workers: list[_Worker] = []
    try:
        for own in list(zip(*jobs, strict=True))[: len(pending)]:
            workers.append(_Worker(context, packed(own)))
        outcomes: list[tuple[int, Result]] = []
        while True:
            for number, worker in enumerate(workers):
                if worker.work is None and worker.ready:
                    next_work = _take(pending, failed, number, len(workers))
                    if next_work is not None:
                        worker.send(next_work, timeout_s)
            # The workers play the next episodes while the caller writes these.
            yield from outcomes
            outcomes = []
            if not pending and not any(worker.work for worker in workers):
                break
            for worker in _news(workers):
                number, work, result = workers.index(worker), worker.work, worker.receive()
                if work is None or result is None:
                    pass  # the worker is ready, or has died without an episode
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
    """Return the next episode for a worker: none that failed on it but not yet on all others.

    So a lost device costs each episode at most one try, if there are other devices.
    """
    for work in pending:
        on = failed.get(work, [])
        if number not in on or len(set(on)) == workers:
            pending.remove(work)
            return work
    return None


def _news(workers: Sequence[_Worker]) -> list[_Worker]:
    """Wait for workers that have answered, died, or taken too long."""
    left = max(0.0, min(worker.deadline for worker in workers) - time.monotonic())
    handles = [handle for worker in workers for handle in worker.handles]
    ready = wait(handles, left if math.isfinite(left) else None)
    now = time.monotonic()
    return [w for w in workers if w.deadline <= now or any(h in ready for h in w.handles)]


class _Worker:
    """The parent's end of a process."""

    def __init__(self, context: Any, jobs: bytes, failed_starts: int = 0) -> None:
        self._context = context
        self._jobs = jobs
        self._failed_starts = failed_starts
        self.work: Work | None = None
        self.ready = False
        self.alive = True
        self.deadline = time.monotonic() + _START_S
        self._connection, theirs = context.Pipe()
        # The jobs are sent later: if the process ends early, `start` would wait forever to pass on
        # what is larger than a pipe's buffer, such as a network's weights.
        self._process = context.Process(target=_work, args=(theirs,))
        self._process.start()
        theirs.close()

    @property
    def handles(self) -> tuple[Any, ...]:
        """Return the handles to wait for."""
        return self._connection, self._process.sentinel

    def send(self, work: Work, timeout_s: float | None) -> None:
        """Send it an episode to play."""
        self.work = work
        self.deadline = math.inf if timeout_s is None else time.monotonic() + timeout_s
        with contextlib.suppress(OSError):  # it has died, which `receive` will report
            self._connection.send(work)

    def receive(self) -> Result | str | None:
        """Return its episode's outcome: a result, or why there is none; None while it is starting.

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
        if message == "started":
            with contextlib.suppress(OSError):  # it has died since
                self._connection.send_bytes(self._jobs)
            return None
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
                    f"Worker processes exit before they have started, the last with exit code "
                    f"{code}. A script that sweeps must do so under `if __name__ == '__main__':`."
                )
        self.work = None
        return "The worker took too long" if late else f"The worker died with exit code {code}"

    def replaced(self) -> _Worker:
        """Return a new worker."""
        self._connection.close()
        return _Worker(self._context, self._jobs, 0 if self.ready else self._failed_starts)

    def ask_to_stop(self) -> None:
        """Ask it to end by itself; if it plays, terminate it."""
        if self.work is not None or not self.ready:
            self._process.terminate()
        with contextlib.suppress(OSError):
            self._connection.send(None)

    def kill(self) -> None:
        """Kill it."""
        self._process.kill()
        self._process.join()

    def stop(self, deadline: float) -> None:
        """Wait for it to end until a deadline, then kill it."""
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


# --- in the worker process -----------------------------------------------------------------------


def _work(connection: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is handled by the parent
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    threading.Thread(target=_follow_parent, daemon=True).start()
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # for PyTorch, as the workers share the cores
    connection.send("started")
    try:  # the sender has trusted them
        jobs: list[Job] = pickle.loads(connection.recv_bytes())
        players = [Player(load_policy(job.policy, trust=True), job) for job in jobs]
    except Exception as error:  # whatever a policy's class raises when it is copied
        name = "" if isinstance(error, AndroidGymError) else f"{type(error).__name__}: "
        connection.send(OptionError(f"A worker process can't use the policy: {name}{error}"))
        return
    connection.send("ready")
    playing = players[0]
    try:
        while (work := connection.recv()) is not None:
            if players[work.sweep] is not playing:
                playing.close()  # the players share one device
                playing = players[work.sweep]
            connection.send(played(playing.play, work.key))
    except (EOFError, OSError):
        pass  # the parent is gone
    finally:
        playing.close()


def played(play: Callable[[EpisodeKey], R], key: EpisodeKey) -> R | OptionError | str:
    """Play an episode, and return its outcome.

    Args:
        play: A method of `Player`.
        key: Identity of the episode.

    Returns:
        What `play` returns; what is wrong with the sweep; or why the device failed, so that the
        episode can be tried again.
    """
    try:
        return play(key)
    except DeviceError as error:
        return str(error)
    except Exception as error:  # the environment can't be made or wrapped, nor can others
        name = "" if isinstance(error, AndroidGymError) else f"{type(error).__name__}: "
        return OptionError(f"{key.id}: {name}{error}")


def _follow_parent() -> None:
    """End this process when the parent has ended, as it would play in vain and hold a device."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(_STOP_S)
        os._exit(1)
