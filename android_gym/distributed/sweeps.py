"""Sweeps whose episodes are played on a Ray cluster, and written by this process."""

from __future__ import annotations

import contextlib
import logging
import math
import time
from collections import Counter, deque
from collections.abc import Generator, Iterable, Mapping, Sequence
from types import ModuleType, TracebackType
from typing import Any, Final, Literal

from android_gym.checks import check_number, check_path
from android_gym.distributed import player
from android_gym.distributed.cluster import (
    Head,
    Lost,
    NodeFacts,
    Placement,
    check_node,
    connected,
    lost,
    room,
    told_room,
)
from android_gym.errors import ClusterError, OptionError, SweepError
from android_gym.evaluation import sweep as sweep_here
from android_gym.evaluation.playing import Job, Played
from android_gym.evaluation.results import Result
from android_gym.evaluation.sweep import Ids
from android_gym.evaluation.workers import Work
from android_gym.trace import save_trace

__all__ = ["RayCrew", "sweep"]

_log = logging.getLogger(__name__)

_TICK_S: Final = 5.0
"""Interval of checks for stuck workers."""

_FETCH_S: Final = 120.0
"""Time that a finished episode has to arrive from its node."""

_STOP_S: Final = 10.0

_MOST_STARTS: Final = 3
"""Workers in a row that may die before they have begun."""

_MOST_NODES: Final = 20
"""Nodes that may be lost with the same episode, as it may be the cause."""


class RayCrew:
    """Workers on a Ray cluster that play the episodes of sweeps.

    It is a context manager, connected to the cluster while entered. Each worker plays one episode
    at a time and returns it whole; only this process writes to the sweep's folder. If a node is
    lost, its episodes are played again elsewhere, without using up their tries. Workers move on to
    nodes that join later.

    Args:
        address: Address of the cluster; see `android_gym.distributed.cluster.connected`.
        placement: Resources of each worker, and how they are spread.
        folder: Files that workers have in their current folder, such as a policy's module.
        start_s: Time until the first worker has begun, in seconds.

    Raises:
        OptionError: If an argument is wrong.
    """

    def __init__(
        self,
        address: str | None = None,
        *,
        placement: Placement | None = None,
        folder: str | None = None,
        start_s: float = 300.0,
    ) -> None:
        check_number("start_s", start_s, 1.0, 1e6)
        self._address = address
        self._placement = Placement() if placement is None else placement
        self._folder = None if folder is None else str(check_path("folder", folder))
        self._start_s = start_s
        self._stack = contextlib.ExitStack()
        self._connected: ModuleType | None = None

    def __enter__(self) -> RayCrew:
        """Connect.

        Raises:
            ClusterError: If there is no cluster.
            DependencyError: If Ray is missing.
        """
        self._connected = self._stack.enter_context(connected(self._address, self._folder))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Leave the cluster."""
        self._connected = None
        self._stack.close()

    @property
    def _ray(self) -> ModuleType:
        if self._connected is None:
            raise OptionError("A RayCrew is used in a with block: `with RayCrew() as crew:`.")
        return self._connected

    @property
    def about(self) -> Mapping[str, str | int | float]:
        """Return the notes on a run: Ray's version, number of nodes, and resources of a worker."""
        ray = self._ray
        own: dict[str, str | int | float] = {
            "ray": ray.__version__,
            "nodes": sum(bool(node["Alive"]) for node in ray.nodes()),
            "cpus": self._placement.cpus,
            "strategy": self._placement.strategy,
        }
        if self._placement.memory_mb is not None:
            own["memory_mb"] = self._placement.memory_mb
        return own

    @property
    def room(self) -> int:
        """Return how many workers fit on the cluster.

        Raises:
            ClusterError: If none does.
        """
        count = room(self._ray, self._placement.resources)
        if not count:
            raise ClusterError(
                f"No worker fits on the cluster: one takes {self._told_wanted()}, and there are "
                f"{told_room(self._ray)}. Give it less, or add nodes."
            )
        return count

    def _told_wanted(self) -> str:
        memory = self._placement.memory_mb
        told = "" if memory is None else f" and {memory} MB"
        return f"{self._placement.cpus:g} processors{told}"

    def play_all(
        self,
        works: Iterable[Work],
        jobs: Sequence[Sequence[Job]],
        tries: int = 3,
        timeout_s: float | None = None,
    ) -> Generator[tuple[int, Result], None, None]:
        """Play episodes on the cluster; see `android_gym.evaluation.workers.play_all`.

        Raises:
            ClusterError: If no worker begins in time, or a node has another android_gym.
            OptionError: If a job can't be done on a cluster.
            SweepError: If code of this package raises on a worker.
        """
        _check_jobs(jobs)
        pending = deque(works)
        if not pending:
            return
        parcel = self._ray.put(player.Parcel.of([own[0] for own in jobs]))
        workers = [
            _Worker(self._ray, self._placement, parcel)
            for _ in range(min(len(jobs[0]), len(pending)))
        ]
        run = _Run(self, self._ray, workers, pending, tries, timeout_s)
        outcomes: list[tuple[int, Played]] = []
        try:
            while True:
                run.hand_out()
                # The workers play the next episodes while the caller writes these.
                for number, done in outcomes:
                    yield number, _kept(done, jobs[number][0])
                if not run.goes_on:
                    return
                outcomes = run.hear()
        finally:
            _stop(self._ray, workers)

    def check_start(self, since: float) -> None:
        """Check that a worker has begun in time.

        Args:
            since: When there last was one, in `time.monotonic` seconds.

        Raises:
            ClusterError: If there has been none for too long.
        """
        if time.monotonic() - since > self._start_s:
            raise ClusterError(
                f"No worker has begun within {self._start_s:g} s. One takes {self._told_wanted()}; "
                f"there are {told_room(self._ray)}, some of it perhaps taken by others (`ray "
                "status`). Wait, give it less, or add nodes."
            )


class _Run:
    """Episodes being played, and the workers that play them."""

    def __init__(
        self,
        crew: RayCrew,
        ray: ModuleType,
        workers: list[_Worker],
        pending: deque[Work],
        tries: int,
        timeout_s: float | None,
    ) -> None:
        self._crew, self._ray = crew, ray
        self._workers, self._pending = workers, pending
        self._tries, self._timeout_s = tries, timeout_s
        self._failed: Counter[Work] = Counter()
        self._orphaned: Counter[Work] = Counter()
        self._failed_starts = 0
        self._begun_at = time.monotonic()
        self._head = Head(ray)

    @property
    def goes_on(self) -> bool:
        """Return whether there are episodes to play or under way."""
        return bool(self._pending or any(worker.work for worker in self._workers))

    def hand_out(self) -> None:
        """Give each free worker one episode: never more, so that none piles up."""
        for worker in self._workers:
            if worker.is_free and self._pending:
                worker.send(self._pending.popleft(), self._timeout_s)

    def hear(self) -> list[tuple[int, Played]]:
        """Wait for news, and return outcomes of episodes, each with the number of its sweep.

        Raises:
            ClusterError: If no worker begins, or the cluster's head is lost.
            OptionError: As `_Worker.receive`.
            SweepError: As `_Worker.receive`.
        """
        outcomes: list[tuple[int, Played]] = []
        self._head.check()
        for worker in _news(self._ray, self._workers):
            work, told = worker.work, worker.receive()
            if isinstance(told, Lost):
                self._workers[self._workers.index(worker)] = worker.replaced()
            if work is None:
                if isinstance(told, Lost):
                    self._count_start(told)
            elif isinstance(told, Played):
                outcomes.append((work.sweep, told))
            elif told is not None:
                outcomes += self._again(work, told)
        if any(worker.has_begun for worker in self._workers):
            self._failed_starts, self._begun_at = 0, time.monotonic()
        self._crew.check_start(self._begun_at)
        return outcomes

    def _count_start(self, gone: Lost) -> None:
        self._failed_starts += gone.cause != "node"
        if self._failed_starts >= _MOST_STARTS:
            raise ClusterError(f"Workers exit before they have started: {gone.text}")

    def _again(self, work: Work, why: Lost | str) -> list[tuple[int, Played]]:
        """Queue an episode again; if it was tried often enough, return its outcome instead."""
        told = why.text if isinstance(why, Lost) else why
        is_orphan = isinstance(why, Lost) and why.cause == "node"
        counter, most = (self._orphaned, _MOST_NODES) if is_orphan else (self._failed, self._tries)
        counter[work] += 1
        if counter[work] < most:
            _log.warning("%s, seed %d, is played again: %s", work.key.id, work.key.seed, told)
            self._pending.append(work)
            return []
        return [(work.sweep, Played(Result(work.key, error=f"{told} ({most} tries)"), None))]


class _Worker:
    """The driver's side of an actor."""

    def __init__(self, ray: ModuleType, placement: Placement, parcel: Any) -> None:
        self._ray, self._placement, self._parcel = ray, placement, parcel
        self.actor = player.made(ray, placement.options)
        self.state: Literal["starting", "beginning", "ready", "lost"] = "starting"
        self.work: Work | None = None
        self.facts: NodeFacts | None = None
        self.deadline = math.inf
        self.ref: Any = self.actor.facts.remote()

    @property
    def is_free(self) -> bool:
        return self.state == "ready" and self.work is None

    @property
    def has_begun(self) -> bool:
        return self.state == "ready"

    def send(self, work: Work, timeout_s: float | None) -> None:
        """Send the actor an episode to play."""
        self.work = work
        self.deadline = math.inf if timeout_s is None else time.monotonic() + timeout_s
        self.ref = self.actor.play.remote(work)

    def receive(self) -> Played | Lost | str | None:
        """Receive the actor's message.

        Returns:
            An episode; why it could not be played; the loss of the worker; or None.

        Raises:
            ClusterError: If its node has another android_gym.
            OptionError: If a policy can't be used there.
            SweepError: If code of this package raised.
        """
        late = self.deadline <= time.monotonic()
        ready, _ = self._ray.wait([self.ref], timeout=0)
        if late and not ready:
            return self._lose(Lost("process", "The worker took too long"))
        try:
            told = self._ray.get(self.ref, timeout=_FETCH_S)
        except self._ray.exceptions.GetTimeoutError:
            return self._lose(Lost("node", f"An episode did not arrive within {_FETCH_S:g} s"))
        except Exception as error:
            gone = lost(self._ray, error, self.facts)
            if gone is None:
                where = "a worker" if self.facts is None else self.facts.host
                raise SweepError(f"On {where}, code of android_gym failed: {error}") from error
            return self._lose(gone)
        return self._take(told)

    def _take(self, told: Any) -> Played | Lost | str | None:
        self.ref, self.deadline = None, math.inf
        if isinstance(told, OptionError):
            raise told
        if isinstance(told, NodeFacts):
            self.facts = told
            for line in check_node(NodeFacts.here(), told):
                _log.warning("%s", line)
            self.state, self.ref = "beginning", self.actor.begin.remote(self._parcel)
            return None
        if self.state == "beginning":
            self.state = "ready"
            return None
        self.work = None
        given: Played | str = told
        return given

    def _lose(self, gone: Lost) -> Lost:
        self.state, self.ref, self.deadline = "lost", None, math.inf
        self.kill()
        return gone

    def replaced(self) -> _Worker:
        """Return a new worker, which Ray places where there is room."""
        return _Worker(self._ray, self._placement, self._parcel)

    def kill(self) -> None:
        """Kill the actor."""
        with contextlib.suppress(Exception):  # a lost node can't be reached
            self._ray.kill(self.actor)


def _news(ray: ModuleType, workers: Sequence[_Worker]) -> list[_Worker]:
    """Wait for workers that have answered, were lost, or take too long."""
    now = time.monotonic()
    left = min([_TICK_S, *(worker.deadline - now for worker in workers)])
    refs = [worker.ref for worker in workers if worker.ref is not None]
    ready, _ = ray.wait(refs, num_returns=1, timeout=max(0.0, left))
    more, _ = ray.wait(refs, num_returns=len(refs), timeout=0)
    now = time.monotonic()
    return [w for w in workers if w.ref in ready or w.ref in more or w.deadline <= now]


def _stop(ray: ModuleType, workers: Sequence[_Worker]) -> None:
    """Let idle workers close their phones, then end all."""
    closing = [worker.actor.close.remote() for worker in workers if worker.is_free]
    if closing:
        with contextlib.suppress(Exception):  # they are ended anyway
            ray.wait(closing, num_returns=len(closing), timeout=_STOP_S)
    for worker in workers:
        worker.kill()


def _check_jobs(jobs: Sequence[Sequence[Job]]) -> None:
    for own in jobs:
        for job in own:
            device = job.device
            kind = device if isinstance(device, str) else str(device.get("kind", "simulator"))
            if kind.startswith("emulator"):
                raise OptionError(
                    f"The device {device!r} belongs to one machine, and workers of a cluster may "
                    "be on any: sweep on that machine, without a cluster, or on 'simulator'."
                )


def _kept(done: Played, job: Job) -> Result:
    """Write an episode's trace and return its result."""
    if job.traces is not None and done.trace is not None:
        save_trace(done.trace, job.traces / done.result.key.file_name)
    return done.result


def sweep(
    ids: Ids,
    policy: Any,
    *,
    address: str | None = None,
    placement: Placement | None = None,
    folder: str | None = None,
    workers: int | None = None,
    **options: Any,
) -> list[Result]:
    """Play a policy on a Ray cluster; otherwise as `android_gym.evaluation.sweep`.

    The folder is the same as on a single machine, and either can continue what the other has begun.

    Args:
        ids: As for `android_gym.evaluation.sweep`.
        policy: As for `android_gym.evaluation.sweep`.
        address: Address of the cluster; see `android_gym.distributed.cluster.connected`.
        placement: Resources of each worker, and how they are spread.
        folder: Files that workers have in their current folder, such as a policy's module.
        workers: Number of workers; as many as fit on the cluster if None.
        options: Further arguments of `android_gym.evaluation.sweep`.

    Returns:
        All results, in the order of the plan.

    Raises:
        OptionError: If an argument is wrong.
        ClusterError: If there is no cluster, or it has no room.
        DependencyError: If Ray is missing.
        SweepError: If the sweep can't continue; the episodes played so far are kept.
    """
    with RayCrew(address, placement=placement, folder=folder) as crew:
        count = crew.room if workers is None else workers
        return sweep_here(ids, policy, workers=count, crew=crew, **options)
