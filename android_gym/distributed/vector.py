"""RayVectorEnv: the vector environment, with its phones on a Ray cluster."""

from __future__ import annotations

import contextlib
import logging
import os
import pickle
import time
import weakref
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any, Final

import cloudpickle
from gymnasium.vector import AutoresetMode

from android_gym.checks import check_number, check_path, check_whole
from android_gym.distributed.cluster import (
    Head,
    NodeFacts,
    Placement,
    check_node,
    connected,
    load_ray,
    lost,
    room,
    told_room,
)
from android_gym.errors import ClusterError, DeviceError
from android_gym.registration import add_folder, added_folders, register_suites
from android_gym.vector import AndroidVectorEnv
from android_gym.vector.memory import Arrays, arrays_in, mapped, new_file, read, size_of, write
from android_gym.vector.slots import Failure, Slots, Wrapper
from android_gym.vector.workers import Worker, portable, spare_collector

__all__ = ["RayVectorEnv"]

_log = logging.getLogger(__name__)

_PAUSE_S: Final = 1.0
"""Time after which a worker that was lost before it had begun is restarted."""

_TICK_S: Final = 5.0
"""Interval of checks on workers that have not begun."""


class RayVectorEnv(AndroidVectorEnv):
    """Environments whose phones are on the nodes of a Ray cluster, several in each worker.

    Results are exactly those of `android_gym.vector.AndroidVectorEnv`; observations come over the
    network instead of shared memory. A worker that is killed, or whose node is lost, is restarted
    where there is room: its environments come back truncated, with ``info["device_error"]`` that
    names the node, and the others continue.

    Room for all workers is reserved when it is made, all or nothing, and released by `close`.

    Args:
        num_envs: Number of environments.
        ids: As for `AndroidVectorEnv`.
        num_workers: Number of actors; by default as many as fit on the cluster, but no more than
            environments.
        address: Address of the cluster; see `android_gym.distributed.cluster.connected`.
        placement: Resources of each worker, and how they are spread.
        folder: Files that workers have in their current folder, such as a wrapper's module.
        env_wrappers: As for `AndroidVectorEnv`.
        autoreset_mode: As for `AndroidVectorEnv`.
        copy: As for `AndroidVectorEnv`.
        timeout_s: How long a worker may take for a command, once it has begun.
        start_s: How long to wait for room, and for a worker to begin.
        **options: Options of each environment: those of `android_gym.env.AndroidTaskEnv`, ``task``
            first.

    Raises:
        OptionError: If an argument is wrong, or the environments' spaces differ.
        ClusterError: If there is no cluster, no room, or a node has another android_gym.
        DependencyError: If Ray is missing.
        DeviceError: If a device can't be started.
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        ids: Sequence[str] | None = None,
        num_workers: int | None = None,
        address: str | None = None,
        placement: Placement | None = None,
        folder: str | None = None,
        env_wrappers: Sequence[Wrapper] = (),
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        timeout_s: float = 600.0,
        start_s: float = 300.0,
        **options: Any,
    ) -> None:
        self.closed = True  # until there is something to close
        check_whole(1, 100_000, num_envs=num_envs)
        check_number("start_s", start_s, 1.0, 1e6)
        if num_workers is not None:
            check_whole(1, num_envs, num_workers=num_workers)
        own_folder = None if folder is None else str(check_path("folder", folder))
        self._start_s = float(start_s)
        self._placement = Placement() if placement is None else placement
        self._stack = contextlib.ExitStack()
        try:
            self._ray = self._stack.enter_context(connected(address, own_folder))
            weakref.finalize(self, self._stack.close)
            self._head = Head(self._ray)
            if num_workers is None:
                num_workers = max(1, min(num_envs, room(self._ray, self._placement.resources)))
            self._actor_options = self._reserve(num_workers)
            super().__init__(
                num_envs,
                ids=ids,
                num_workers=num_workers,
                env_wrappers=env_wrappers,
                autoreset_mode=autoreset_mode,
                copy=copy,
                timeout_s=timeout_s,
                **options,
            )
        except BaseException:
            self._stack.close()
            raise

    def _reserve(self, count: int) -> dict[str, Any]:
        """Reserve room for `count` workers; return the options of their actors."""
        util = self._ray.util
        wanted = self._placement.resources
        if room(self._ray, wanted) < count:
            _log.warning(
                "%d workers of %s don't fit on the cluster (%s); waiting %g s for more nodes.",
                *(count, wanted, told_room(self._ray), self._start_s),
            )
        group = util.placement_group([wanted] * count, strategy=self._placement.strategy)
        self._stack.callback(_remove, self._ray, group)
        if not group.wait(self._start_s):
            raise ClusterError(
                f"There is no room for {count} workers of {self._placement.cpus:g} processors "
                f"within {self._start_s:g} s: there are {told_room(self._ray)}, some of it perhaps "
                "taken by others (`ray status`). Give fewer num_workers, or add nodes."
            )
        strategy = util.scheduling_strategies.PlacementGroupSchedulingStrategy(group)
        return {**self._placement.options, "scheduling_strategy": strategy}

    def _process(self, slots: Slots) -> Worker:
        return _ActorWorker(self._ray, slots, self._actor_options)

    def _gather(self) -> list[Any]:
        """Wait for all answers.

        Raises:
            ClusterError: If a worker finds no room, its node has another android_gym, or the
                cluster's head is lost.
        """
        deadline = time.monotonic() + self._timeout_s
        workers = [worker for worker in self._workers if isinstance(worker, _ActorWorker)]
        while waiting := [worker for worker in workers if worker.waits]:
            self._head.check()
            now = time.monotonic()
            starting = [worker for worker in waiting if worker.facts is None]
            if starting:
                deadline = now + self._timeout_s  # the deadline of workers that have begun
                if now - starting[0].started_at > self._start_s:
                    raise ClusterError(
                        f"The worker of environments {starting[0].told} has not begun within "
                        f"{self._start_s:g} s. {starting[0].trouble} There are "
                        f"{told_room(self._ray)}: add nodes."
                    )
            if now > deadline:
                for worker in waiting:
                    worker.give_up(self._timeout_s)
                break
            for worker in waiting:
                worker.start_again()
            refs = [worker.ref for worker in waiting if worker.ref is not None]
            if not refs:
                time.sleep(_PAUSE_S)
                continue
            is_whole = len(refs) == len(waiting)
            seconds = min(_TICK_S if is_whole else _PAUSE_S, max(0.0, deadline - now))
            ready, _ = self._ray.wait(refs, num_returns=len(refs), timeout=seconds)
            for worker in waiting:
                if worker.ref in ready:
                    worker.receive()
        return [worker.answer for worker in self._workers]

    @staticmethod
    def _end_workers(workers: Sequence[Worker], timeout_s: float) -> None:
        actors = [worker for worker in workers if isinstance(worker, _ActorWorker)]
        for worker in actors if timeout_s > 0 else ():
            worker.ask_to_stop()
        for worker in actors:
            worker.end(timeout_s)

    def close_extras(self, timeout: float = 30.0, terminate: bool = False) -> None:
        """Close the environments, end the workers, and release their room.

        Args:
            timeout: How long workers may take for that, in seconds, before they are killed.
            terminate: Whether to kill them at once.
        """
        try:
            super().close_extras(timeout, terminate)
        finally:
            self._stack.close()


def _remove(ray: ModuleType, group: Any) -> None:
    with contextlib.suppress(Exception):  # including those of a lost cluster
        if ray.is_initialized():
            ray.util.remove_placement_group(group)


class _ActorWorker:
    """The driver's side of an actor with environments.

    Attributes:
        slots: As for `Worker`.
        indices: As for `Worker`.
        answer: As for `Worker`.
        facts: Facts of its node; None until it has begun.
        ref: The result that is waited for; None while there is none.
        trouble: Why it has not begun yet, in words.
        started_at: When it was started, in `time.monotonic` seconds.
    """

    def __init__(self, ray: ModuleType, slots: Slots, options: Mapping[str, Any]) -> None:
        self._ray = ray
        self.slots = slots
        self.indices = slice(slots.first, slots.first + len(slots.recipes))
        self.answer: Any = None
        self.facts: NodeFacts | None = None
        self.started_at = time.monotonic()
        self._arrays: Arrays = None
        self._final: Arrays = None
        self.trouble = ""
        self._job = cloudpickle.dumps((slots, list(added_folders())))
        self._class = ray.remote(max_restarts=0, max_task_retries=0)(EnvActor).options(**options)
        self._shared: tuple[Any, Arrays] | None = None
        self._message: bytes | None = None
        self._start()

    def _start(self) -> None:
        """Start the actor, and resend a command given to one that was lost before it began."""
        self._actor = self._class.remote()
        self._asked: Any = None
        self.ref: Any = self._actor.facts.remote()
        self._actor.begin.remote(self._job)
        if self._shared is not None:
            self._actor.share.remote(*self._shared)
        if self._message is not None:
            self._asked = self._actor.run.remote(self._message)

    def start_again(self) -> None:
        """Replace an actor that was lost before it had begun, if that is due."""
        if self.ref is None and time.monotonic() - self._lost_at > _PAUSE_S:
            self._start()

    @property
    def told(self) -> str:
        """Return its environments' numbers, in words."""
        return f"{self.indices.start} to {self.indices.stop - 1}"

    @property
    def waits(self) -> bool:
        """Return whether its answer is still to come."""
        return self.answer is None

    def share(self, file: int, space: Any) -> None:
        """Attach the memory for observations, and send its current content to the actor."""
        slots = self.slots
        buffer = mapped(file)
        self._arrays = arrays_in(buffer, space, slots.num_envs)
        if slots.mode == AutoresetMode.SAME_STEP:
            start = size_of(space, slots.num_envs)
            self._final = arrays_in(buffer, space, slots.num_envs, start)
        self._shared = space, read(self._arrays, self.indices)
        self._actor.share.remote(*self._shared)

    def packed(self, command: str, *args: Any) -> bytes:
        """Return a command in the form that `post` takes.

        Raises:
            Exception: If the arguments can't be pickled, whatever their pickling raises.
        """
        return cloudpickle.dumps((command, args))

    def post(self, message: bytes) -> None:
        """Send a command."""
        self.answer, self._message = None, message
        self._asked = self._actor.run.remote(message)
        if self.facts is not None:
            self.ref = self._asked

    def receive(self) -> None:
        """Receive the result that is waited for.

        Raises:
            ClusterError: If its node has another android_gym.
        """
        try:
            told = self._ray.get(self.ref, timeout=_TICK_S)
        except self._ray.exceptions.GetTimeoutError:
            return  # still on its way
        except Exception as error:
            gone = lost(self._ray, error, self.facts)
            if gone is None:
                where = "a worker" if self.facts is None else self.facts.host
                self.answer = Failure(RuntimeError(f"On {where}, android_gym failed: {error}"))
                return
            self.end(0.0)
            if self.facts is None:  # e.g. its node is going down, but Ray hasn't noticed yet
                self.ref, self._lost_at, self.trouble = None, time.monotonic(), gone.text
                return
            text = f"Environments {self.told} were lost. {gone.text}"
            self.answer = Failure(DeviceError(text), is_lost=True)
            return
        if isinstance(told, NodeFacts):
            for line in check_node(NodeFacts.here(), told):
                _log.warning("%s", line)
            self.facts, self.ref, self._shared = told, self._asked, None
            return
        self._take(*told)

    def _take(self, answer: bytes, observations: Arrays, final: Arrays) -> None:
        for number, index in enumerate(range(self.indices.start, self.indices.stop)):
            if observations is not None:
                write(self._arrays, index, _row(observations, number))
            if final is not None:
                write(self._final, index, _row(final, number))
        self.answer = pickle.loads(answer)
        if isinstance(self.answer, list):
            for outcome in self.answer:
                if getattr(outcome, "began", False):  # idle until its next command
                    self._actor.prepare.remote()

    def give_up(self, timeout_s: float) -> None:
        """Kill an actor that does not answer."""
        self.end(0.0)
        where = "a node" if self.facts is None else self.facts.host
        self.answer = Failure(
            DeviceError(
                f"The worker of environments {self.told} on {where} did not answer within "
                f"timeout_s = {timeout_s:g} s."
            ),
            is_lost=True,
        )

    def ask_to_stop(self) -> None:
        """Ask it to close its environments."""
        if self._ray.is_initialized():  # otherwise the call would start a cluster
            with contextlib.suppress(Exception):  # it has ended already
                self.ref = self._actor.close.remote()

    def end(self, timeout_s: float) -> None:
        """Kill it, after it had time to end by itself."""
        with contextlib.suppress(Exception):  # a lost node can't be reached
            if self._ray.is_initialized():
                if timeout_s > 0 and self.ref is not None:
                    self._ray.wait([self.ref], timeout=timeout_s)
                self._ray.kill(self._actor)


def _row(observations: Arrays, number: int) -> Any:
    """Return the observation of one environment, without a copy."""
    if isinstance(observations, dict):
        return {key: _row(part, number) for key, part in observations.items()}
    if isinstance(observations, tuple):
        return tuple(_row(part, number) for part in observations)
    return observations[number]


# --- on the node ---------------------------------------------------------------------------------


class EnvActor:
    """Environments on a node; its creator makes it an actor."""

    def __init__(self) -> None:
        self._slots: Slots | None = None
        self._failure: Failure | None = None
        self._arrays: Arrays = None
        self._final: Arrays = None
        self._begun = False

    def facts(self) -> NodeFacts:
        """Return the versions on this node."""
        return NodeFacts.here(load_ray().get_runtime_context().get_node_id())

    def begin(self, job: bytes) -> None:
        """Take the recipes of the environments; the next command reports any error in them."""
        try:
            register_suites()
            slots, folders = pickle.loads(job)
            for folder in folders:
                add_folder(folder)
            self._slots = slots
        except Exception as error:  # whatever a wrapper's module raises
            self._failure = portable(Failure(error))

    def share(self, space: Any, observations: Arrays) -> None:
        """Allocate memory for observations, and fill in the latest ones."""
        slots = self._slots
        if slots is None:
            return
        own = slice(slots.first, slots.first + len(slots.recipes))
        size = size_of(space, slots.num_envs)
        is_double = slots.mode == AutoresetMode.SAME_STEP
        file = new_file(2 * size if is_double else size)
        buffer = mapped(file)  # pages of other workers' environments stay untouched
        os.close(file)
        self._arrays = arrays_in(buffer, space, slots.num_envs)
        for number, index in enumerate(range(own.start, own.stop)):
            write(self._arrays, index, _row(observations, number))
        if is_double:
            self._final = arrays_in(buffer, space, slots.num_envs, size)
        slots.attach(buffer, space)

    def run(self, message: bytes) -> tuple[bytes, Arrays, Arrays]:
        """Carry out a command.

        Returns:
            The answer, pickled; its environments' observations; and the final observations of
            episodes that have just ended. Each array has one row per environment; None if the
            command doesn't change them.
        """
        command, args = pickle.loads(message)
        slots = self._slots
        if slots is None:
            failure = self._failure or Failure(RuntimeError("The worker was not begun."))
            return pickle.dumps(failure), None, None
        try:
            answer: Any = getattr(slots, command)(*args)
        except Exception as error:
            answer = Failure(error)
        if command == "reset" and not self._begun:  # as in a worker on a single machine
            self._begun = True
            spare_collector()
        try:
            told = pickle.dumps(portable(answer))
        except (pickle.PicklingError, TypeError, AttributeError) as error:
            what = TypeError(f"The result of {command} {args[:1]} can't leave its process: {error}")
            told = pickle.dumps(Failure(what))
        if command not in ("reset", "step"):
            return told, None, None
        own = slice(slots.first, slots.first + len(slots.recipes))
        has_final = self._final is not None and command == "step"
        return told, read(self._arrays, own), read(self._final, own) if has_final else None

    def prepare(self) -> None:
        """Prepare the next episode of one environment while the actor is idle."""
        if self._slots is not None:
            self._slots.prepare()

    def close(self) -> None:
        """Close the environments."""
        if self._slots is not None:
            self._slots.close()
