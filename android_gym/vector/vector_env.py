"""AndroidVectorEnv: Gymnasium's vector environment over processes with several phones each."""

from __future__ import annotations

import contextlib
import importlib
import inspect
import multiprocessing
import os
import threading
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NoReturn

import gymnasium as gym
import numpy as np
from gymnasium.envs.registration import EnvSpec
from gymnasium.error import (
    AlreadyPendingCallError,
    ClosedEnvironmentError,
    NoAsyncCallError,
)
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space, iterate

from android_gym.checks import (
    check_choice,
    check_flag,
    check_list,
    check_number,
    check_options,
    check_whole,
    shown,
)
from android_gym.devices.device import Device
from android_gym.errors import ActionError, DeviceError, OptionError, UnknownOptionError
from android_gym.registration import added_folders
from android_gym.task_suite.suite import suites, tasks
from android_gym.vector.memory import arrays_in, mapped, new_file, read, size_of
from android_gym.vector.slots import Failure, Recipe, Slots, Wrapper
from android_gym.vector.workers import LocalWorker, ProcessWorker, Worker, gather, stop

__all__ = ["AndroidVectorEnv"]

_MOST_DEATHS: Final = 3
_PRELOADED: Final = ("__main__", "android_gym.vector.workers", "android_gym.vector.warm")
"""Modules that the fork server loads before it forks any worker."""

_CLOSE_S: Final = 30.0
_EXIT_S: Final = 10.0


class AndroidVectorEnv(VectorEnv[Any, Any, np.ndarray]):
    """Environments in worker processes that hold several phones each.

    Observations are written straight into memory that all processes share; everything else takes
    one message per worker and step. An environment returns exactly what it returns alone, batched
    as `gymnasium.vector.SyncVectorEnv` does.

    If a worker dies or does not answer in time, another takes its place: its environments come back
    truncated with ``info["device_error"]``, and the others continue. The same holds for a device
    that can't be recovered: its environment is truncated in every step, and is tried again after
    one second, two, four, up to a minute.

    Args:
        num_envs: Number of environments.
        ids: Their ids, one each, in place of the id being made: other tasks with the same spaces.
        devices: Their devices, one each, e.g. ``["emulator-5554", "emulator-5556"]``, or what the
            option ``device`` takes. An emulator is leased: it has one user at a time.
        num_workers: Number of processes; 0 for none but this one. By default one for each
            processor, but no more than environments; with `devices`, which have to be waited for,
            one for each environment.
        env_wrappers: Wrappers around each environment, the innermost first: callables,
            ``"module:Class"``, ``("module:Class", {arguments})`` or `WrapperSpec`.
        autoreset_mode: ``"NextStep"``, ``"SameStep"``, ``"Disabled"`` or an `AutoresetMode`.
        copy: Whether observations belong to the caller. Otherwise they are the shared memory
            itself, which the next step overwrites.
        context: How processes are started: ``"spawn"``, ``"fork"``, ``"forkserver"``, or None for
            Python's default.
        timeout_s: How long a worker may take for a command, in seconds.
        **options: Options of each environment: those of `android_gym.env.AndroidTaskEnv`.

    Raises:
        OptionError: If an argument is wrong, or the environments' spaces differ.
        DeviceError: If a device can't be started.
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        ids: Sequence[str] | None = None,
        devices: Sequence[str | Mapping[str, Any]] | None = None,
        num_workers: int | None = None,
        env_wrappers: Sequence[Wrapper] = (),
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        context: str | None = None,
        timeout_s: float = 600.0,
        **options: Any,
    ) -> None:
        self.closed = True  # until there is something to close
        self._closing = threading.Event()
        check_whole(1, 100_000, num_envs=num_envs)
        self.num_envs = num_envs
        self.autoreset_mode = _mode(autoreset_mode)
        methods = multiprocessing.get_all_start_methods()
        check_choice("context", context, (None, *methods))
        check_number("timeout_s", timeout_s, 1e-3, 1e6)
        check_flag(copy=copy)
        env_wrappers = check_list("env_wrappers", env_wrappers)
        if options.get("max_episode_steps") not in (None, -1):  # Gymnasium's name for the budget
            options.setdefault("max_steps", options["max_episode_steps"])
        options.pop("max_episode_steps", None)
        self._recipes = [
            Recipe(spec, own, tuple(env_wrappers))
            for spec, own in zip(
                _specs(num_envs, ids, options), _options(num_envs, devices, options), strict=True
            )
        ]
        if num_workers is None:
            num_workers = num_envs if devices is not None else min(num_envs, _processors())
        check_whole(0, num_workers=num_workers)
        if num_workers > num_envs:
            raise OptionError(
                f"{num_workers} workers are more than {num_envs} environments: "
                f"give num_workers from 0 to {num_envs}."
            )
        self.copy = copy
        self._context = multiprocessing.get_context(context)
        if self._context.get_start_method() == "forkserver":
            self._context.set_forkserver_preload(list(_PRELOADED))
        self._timeout_s = float(timeout_s)
        self._pending: str | None = None
        self._sent: list[tuple[Any, ...]] = []
        self._seeds: list[int | None] = [None] * num_envs
        self._losses = [0] * num_envs
        self._broken = [False] * num_envs
        self._deaths = 0
        self._infos: list[dict[str, Any]] = [{}] * num_envs
        self._workers: list[Worker] = []
        self._files: list[int] = []
        self._process_id = os.getpid()
        self._end = weakref.finalize(
            self, _stop, self._end_workers, self._workers, self._files, self._process_id
        )
        self.closed = False
        try:
            self._start(num_workers)
        except BaseException as error:
            if isinstance(error, UnknownOptionError):
                own = list(inspect.signature(AndroidVectorEnv).parameters)[:-1]
                error.add_note(f"The vector environment itself takes {', '.join(own)}.")
            self.close(terminate=True)
            raise

    def _start(self, num_workers: int) -> None:
        bounds = np.linspace(0, self.num_envs, max(1, num_workers) + 1).round().astype(int)
        for first, end in zip(bounds, bounds[1:], strict=False):
            slots = Slots(
                self._recipes[first:end],
                int(first),
                self.num_envs,
                self.autoreset_mode,
                is_alone=self.copy,
            )
            self._workers.append(LocalWorker(slots) if num_workers == 0 else self._process(slots))
        made = [part for answer in self._ask("make", [()] * len(self._workers)) for part in answer]
        observation_space, action_space, metadata, self.render_mode = made[0]
        for index, (one, other, *_) in enumerate(made):
            for what, space, first_space in (
                ("observation", one, observation_space),
                ("action", other, action_space),
            ):
                if space != first_space:
                    raise OptionError(
                        f"All environments must have the same spaces, but the {what} space of "
                        f"{self._name(index)} is {space}, and that of {self._name(0)} "
                        f"{first_space}. Give options that make them the same."
                    )
        self.metadata = {**metadata, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = observation_space
        self.single_action_space = action_space
        self.observation_space = batch_space(observation_space, self.num_envs)
        self.action_space = batch_space(action_space, self.num_envs)
        size = size_of(observation_space, self.num_envs)
        is_double = self.autoreset_mode == AutoresetMode.SAME_STEP
        self._file = new_file(2 * size if is_double else size)
        self._files.append(self._file)
        buffer = mapped(self._file)
        self._arrays = arrays_in(buffer, observation_space, self.num_envs)
        self._final = arrays_in(buffer, observation_space, self.num_envs, size if is_double else 0)
        for worker in self._workers:
            worker.share(self._file, observation_space)

    def _process(self, slots: Slots) -> Worker:
        """Start a worker in a process of its own."""
        return ProcessWorker(slots, added_folders(), self._context, self._timeout_s)

    def _gather(self) -> list[Any]:
        """Wait for the answers of all workers; a lost or failed one's is a `Failure`."""
        return gather(self._workers, self._timeout_s)

    @staticmethod
    def _end_workers(workers: Sequence[Worker], timeout_s: float) -> None:
        """End workers, all at the same time; also called when the environment is collected."""
        stop(workers, timeout_s)

    def _name(self, index: int) -> str:
        spec = self._recipes[index].spec
        return f"environment {index}" + (f" ({spec.id})" if spec is not None else "")

    # --- reset -----------------------------------------------------------------------------------

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Reset all environments, or those chosen by ``options["reset_mask"]``.

        Args:
            seed: ``[seed, seed + 1, ...]`` for a number, or one for each environment (equal ones
                give equal episodes, as groups of rollouts of one instance need them); None
                continues with the current generators.
            options: Options of each environment's `reset`, and ``reset_mask``, a bool array
                (num_envs,): environments that are not chosen stay as they are.

        Returns:
            The observations, each array with `num_envs` as its first dimension; and the infos. The
            info of an environment whose device can't be used has ``device_error``.

        Raises:
            OptionError: If seeds or options are wrong.
            DeviceError: If none of the devices works.
        """
        self.reset_async(seed, options)
        return self.reset_wait()

    def reset_async(
        self,
        seed: int | Sequence[int | None] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        """Begin `reset`; `reset_wait` returns its result."""
        self._check_free("reset")
        options = None if options is None else check_options("options", options)
        mask = [True] * self.num_envs
        if options is not None and "reset_mask" in options:
            mask = self._check_mask(options["reset_mask"])
            options = {key: value for key, value in options.items() if key != "reset_mask"}
        seeds = self._check_seeds(seed)
        for index, number in enumerate(seeds):
            if mask[index] and number is not None:
                self._seeds[index], self._losses[index] = number, 0
        self._send(
            "reset",
            [(seeds[part], options, mask[part]) for part in self._parts()],
        )
        self._pending = "reset"

    def reset_wait(self) -> tuple[Any, dict[str, Any]]:
        """Wait for the reset begun by `reset_async`."""
        infos: dict[str, Any] = {}
        with self._while_open("reset"):
            for index, outcome in enumerate(self._outcomes("reset")):
                if outcome is not None:
                    infos = self._add_info(infos, outcome.info, index)
            return self._observations(), infos

    def _check_seeds(self, seed: Any) -> list[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if _is_whole(seed) and seed >= 0:
            return [int(seed) + index for index in range(self.num_envs)]
        is_list = isinstance(seed, Sequence) and not isinstance(seed, str | bytes)
        if not is_list and not (isinstance(seed, np.ndarray) and seed.ndim == 1):
            raise OptionError(
                "seed must be a whole number from 0 on, a list of them, or None, got "
                f"{shown(seed)}."
            )
        if len(seed) != self.num_envs:
            raise OptionError(
                f"There must be one seed for each of the {self.num_envs} environments, got "
                f"{len(seed)}: {shown(list(seed))}."
            )
        for number in seed:
            if number is not None and (not _is_whole(number) or number < 0):
                raise OptionError(f"A seed must be a whole number from 0 on, got {shown(number)}.")
        return [None if number is None else int(number) for number in seed]

    def _check_mask(self, mask: Any) -> list[bool]:
        if (
            not isinstance(mask, np.ndarray)
            or mask.shape != (self.num_envs,)
            or mask.dtype != np.bool_
            or not mask.any()
        ):
            raise OptionError(
                f"options['reset_mask'] must be a bool array of shape ({self.num_envs},) with at "
                f"least one True, got {shown(mask)}."
            )
        return [bool(chosen) for chosen in mask]

    # --- step ------------------------------------------------------------------------------------

    def step(self, actions: Any) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Take a step in every environment, or reset it, as the autoreset mode says.

        Args:
            actions: An action for each, as in `action_space`.

        Returns:
            Observations; rewards, float64 (num_envs,); terminations and truncations, bool
            (num_envs,); infos.

        Raises:
            ActionError: If there are more or fewer actions than environments, or one is not in its
                space.
            gymnasium.error.ResetNeeded: If an environment has no episode.
            DeviceError: If none of the devices works.
        """
        self.step_async(actions)
        return self.step_wait()

    def step_async(self, actions: Any) -> None:
        """Begin `step`; `step_wait` returns its result."""
        self._check_free("step")
        try:
            parts = list(iterate(self.action_space, actions))
        except (LookupError, TypeError, ValueError, RecursionError) as error:
            raise ActionError(
                f"Actions must be as in the action space, one for each environment, got "
                f"{shown(actions)}. envs.action_space.sample() gives some that are."
            ) from error
        if len(parts) != self.num_envs:
            raise ActionError(f"{len(parts)} actions were given to {self.num_envs} environments.")
        self._send("step", [(parts[part],) for part in self._parts()])
        self._pending = "step"

    def step_wait(self) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Wait for the step begun by `step_async`."""
        infos: dict[str, Any] = {}
        with self._while_open("step"):
            outcomes = self._outcomes("step")
            for index, outcome in enumerate(outcomes):
                if outcome.final_info is not None:
                    observation = read(self._final, index)
                    final = {"final_obs": observation, "final_info": outcome.final_info}
                    infos = self._add_info(infos, final, index)
                infos = self._add_info(infos, outcome.info, index)
            return (
                self._observations(),
                np.array([outcome.reward for outcome in outcomes], np.float64),
                np.array([outcome.terminated for outcome in outcomes], np.bool_),
                np.array([outcome.truncated for outcome in outcomes], np.bool_),
                infos,
            )

    def _observations(self) -> Any:
        return read(self._arrays) if self.copy else self._arrays

    def _add_info(
        self, vector_infos: dict[str, Any], env_info: dict[str, Any], env_num: int
    ) -> dict[str, Any]:
        # Gymnasium's array has the type of the first value; a value that does not fit would be cut
        # or fail.
        for key, value in env_info.items():
            array = vector_infos.get(key)
            if isinstance(array, np.ndarray) and array.dtype != object:
                vector_infos[key] = _widened(array, value)
        return super()._add_info(vector_infos, env_info, env_num)

    # --- workers ---------------------------------------------------------------------------------

    def _send(self, command: str, parts: Sequence[tuple[Any, ...]]) -> None:
        """Send a command to every worker, each with its own arguments; to all or to none.

        Raises:
            ActionError: If actions can't be pickled for another process.
            OptionError: If other arguments can't.
        """
        self._sent = list(parts)
        messages = []
        for worker, part in zip(self._workers, parts, strict=True):
            try:
                messages.append(worker.packed(command, *part))
            except Exception as error:  # whatever an object's own pickling raises
                kind = ActionError if command == "step" else OptionError
                raise kind(
                    f"The arguments of {command} can't be sent to the environments' processes: "
                    f"{error}. Give values that can be pickled, or num_workers=0."
                ) from error
        for worker, message in zip(self._workers, messages, strict=True):
            worker.post(message)

    def _parts(self) -> list[slice]:
        """Return the indices of each worker's environments."""
        return [worker.indices for worker in self._workers]

    def _outcomes(self, command: str) -> list[Any]:
        """Collect the environments' outcomes; replace lost workers and ask again."""
        if self._pending != command:
            raise NoAsyncCallError(f"{command}_wait() must come after {command}_async().", command)
        self._pending = None
        with self._answers_forgotten():
            return self._collected(command)

    def _collected(self, command: str) -> list[Any]:
        answers = self._gather()
        has_lost = False
        while lost := self._replace_lost(answers):
            has_lost = True
            self._deaths += 1
            if self._deaths > _MOST_DEATHS:
                raise answers[lost[0]].error
            for number in lost:
                worker = self._workers[number]
                worker.post(worker.packed(command, *self._sent[number]))
            answers = self._gather()
        if not has_lost:
            self._deaths = 0
        for answer in answers:
            _raise_failure(answer)
        outcomes = [outcome for answer in answers for outcome in answer]
        for outcome in outcomes:
            _raise_failure(outcome)
        for index, outcome in enumerate(outcomes):
            if outcome is None:
                continue
            self._broken[index] = outcome.broken
            if outcome.began:
                self._infos[index] = outcome.info
        if all(self._broken):
            errors = [outcome.info["device_error"] for outcome in outcomes if outcome is not None]
            raise DeviceError(f"No device works any more: {' '.join(sorted(set(errors)))}")
        return outcomes

    def _replace_lost(self, answers: Sequence[Any]) -> list[int]:
        """Replace lost workers by new ones; return their numbers."""
        lost = []
        for number, answer in enumerate(answers):
            if not isinstance(answer, Failure) or not answer.is_lost:
                continue
            old = self._workers[number].slots
            indices = range(old.first, old.first + len(old.recipes))
            for index in indices:
                self._losses[index] += 1
            slots = replace(
                old,
                seeds=[self._next_seed(index) for index in indices],
                owed=[
                    {
                        **self._infos[i],
                        "device_error": f"{answer.error} Another one takes its place.",
                    }
                    for i in indices
                ],
            )
            if self._closing.is_set():  # closed in another thread, which is why it was lost
                raise answer.error
            worker = self._process(slots)
            if self._closing.is_set():
                self._end_workers([worker], 0.0)
                raise answer.error
            self._workers[number] = worker
            worker.share(self._file, self.single_observation_space)
            lost.append(number)
        return lost

    def _next_seed(self, index: int) -> int | None:
        """Return the seed with which an environment continues whose generator was lost."""
        seed = self._seeds[index]
        if seed is None:
            return None
        return int(np.random.SeedSequence([seed, self._losses[index]]).generate_state(1)[0])

    def _ask(self, command: str, parts: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Return the answers of all workers to a command other than step and reset."""
        self._check_free(command)
        with self._while_open(command), self._answers_forgotten():
            self._send(command, parts)
            answers = self._gather()
            if command != "make":
                self._replace_lost(answers)
            for answer in answers:
                _raise_failure(answer)
            return answers

    @contextlib.contextmanager
    def _answers_forgotten(self) -> Iterator[None]:
        """Drop the workers' answers: an error's frames would keep this object alive."""
        try:
            yield
        finally:
            for worker in self._workers:
                if worker.answer is not None:  # None: the answer is still to come
                    worker.answer = ()

    @contextlib.contextmanager
    def _while_open(self, what: str) -> Iterator[None]:
        """Report a `close` in another thread as the cause of whatever fails."""
        try:
            yield
        except Exception as error:
            if not self._closing.is_set():
                raise
            raise ClosedEnvironmentError(
                f"The vector environment was closed during {what}."
            ) from error

    def _check_free(self, what: str) -> None:
        if self.closed or self._closing.is_set():
            raise ClosedEnvironmentError(
                f"{what} was called on a vector environment after close()."
            )
        if self._pending is not None:
            raise AlreadyPendingCallError(
                f"{what} was called before {self._pending}_wait().", self._pending
            )

    # --- Gymnasium's other methods ---------------------------------------------------------------

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Call a method of every environment, or read an attribute.

        Raises:
            OptionError: If `name` is ``reset``, ``step`` or ``close``, which are methods of this
                class.
            AttributeError: If there is no such attribute.
            DeviceError: If a worker is lost meanwhile; its environments are truncated next.
        """
        if name in ("reset", "step", "close"):
            raise OptionError(f"Call {name}() of the vector environment itself.")
        answers = self._ask("call", [(name, args, kwargs)] * len(self._workers))
        return tuple(result for answer in answers for result in answer)

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """Return an attribute of every environment; if it is a method, call it for the value."""
        return self.call(name)

    def set_attr(self, name: str, values: Any) -> None:
        """Set an attribute of every environment.

        Args:
            name: The attribute's name.
            values: A list or a tuple with one for each, or one for all.

        Raises:
            OptionError: If there are more or fewer values than environments.
        """
        if not isinstance(values, list | tuple):
            values = [values] * self.num_envs
        if len(values) != self.num_envs:
            raise OptionError(f"{len(values)} values were given to {self.num_envs} environments.")
        self._ask("set_attr", [(name, values[worker.indices]) for worker in self._workers])

    def __reduce__(self) -> NoReturn:
        """Refuse to be pickled or copied.

        Raises:
            TypeError: Always.
        """
        raise TypeError(
            "A vector environment has processes of its own, and can't be pickled or copied. Make "
            "another one with gym.make_vec; single environments can be copied."
        )

    def render(self) -> tuple[Any, ...]:
        """Return what every environment's `render` returns."""
        return self.call("render")

    @property  # type: ignore[misc]  # Gymnasium's own vector environments override it so, too
    def np_random(self) -> Any:
        """Copies of the generators of the environments, a tuple."""
        return self.get_attr("np_random")

    @property
    def np_random_seed(self) -> Any:
        """The seeds of the environments, a tuple."""
        return self.get_attr("np_random_seed")

    def close_extras(self, timeout: float = _CLOSE_S, terminate: bool = False) -> None:
        """Close the environments and end the workers.

        Args:
            timeout: How long workers may take for that, in seconds, before they are terminated.
            terminate: Whether to terminate them at once.
        """
        self._closing.set()
        self._pending = None
        self._arrays = self._final = None
        self._end.detach()
        seconds = 0.0 if terminate else timeout
        _stop(self._end_workers, self._workers, self._files, self._process_id, seconds)


def _stop(
    end: Callable[[Sequence[Worker], float], None],
    workers: list[Worker],
    files: list[int],
    process_id: int,
    timeout_s: float = _EXIT_S,
) -> None:
    """End the workers when the environment is closed or collected, or the interpreter exits."""
    try:
        if os.getpid() == process_id:  # a copy of the environment in a forked process ends nothing
            end(workers, timeout_s)
    finally:
        while files:
            os.close(files.pop())
        workers.clear()


def _raise_failure(answer: Any) -> None:
    if isinstance(answer, Failure):
        if answer.trace:
            answer.error.add_note(f"In an environment:\n{answer.trace}")
        raise answer.error


def _widened(array: np.ndarray, value: Any) -> np.ndarray:
    """Return the array, converted if need be to a type that holds the value too."""
    if isinstance(value, np.ndarray):
        fits = value.dtype == array.dtype and value.shape == array.shape[1:]
    else:
        fits = array.ndim == 1 and np.array(value).dtype == array.dtype
    if fits:
        return array
    number = type(value) in (int, float) or isinstance(value, np.number)
    if array.ndim == 1 and number and array.dtype != np.bool_:
        return array.astype(np.result_type(array.dtype, np.array(value).dtype))
    wide = np.full(len(array), None, object)
    wide[:] = list(array) if array.ndim > 1 else array.tolist()
    return wide


def _specs(
    num_envs: int, ids: Sequence[str] | None, options: dict[str, Any]
) -> list[EnvSpec | None]:
    """Return the specs of the environments to make; None for those that have only a task."""
    task = options.get("task")
    if ids is None:
        env_id = _id_of(task)
        if task is None:
            raise OptionError("Give ids, or a task: 'AndroidWorld/ExpenseAddSingle'.")
        if env_id is None:
            return [None] * num_envs
        del options["task"]
        return [gym.spec(env_id)] * num_envs
    ids = check_list("ids", ids)
    if len(ids) != num_envs or not all(isinstance(env_id, str) for env_id in ids):
        raise OptionError(
            f"ids must be a list of {num_envs}, one for each environment, got {shown(ids)}."
        )
    options.pop("task", None)
    found: list[EnvSpec | None] = []
    for env_id in ids:
        module, colon, name = env_id.rpartition(":")
        if colon:
            _import(module)
        try:
            found.append(gym.spec(name))
        except gym.error.Error as error:
            raise OptionError(
                f"ids has {shown(env_id)}, which is not registered: {error}"
            ) from error
    return found


def _import(module: str) -> None:
    try:
        importlib.import_module(module)
    except Exception as error:  # whatever a module does when imported
        raise OptionError(
            f"The module {shown(module)} of ids can't be imported: {type(error).__name__}: {error}"
        ) from error


def _id_of(task: Any) -> str | None:
    namespace, _, name = task.partition("/") if isinstance(task, str) else ("", "", "")
    if namespace not in suites() or name not in tasks(namespace):
        return None
    env_id = f"{namespace}/{name}-v{tasks(namespace)[name].version}"
    spec = gym.registry.get(env_id)
    return env_id if spec is not None and spec.kwargs == {"task": task} else None


def _options(
    num_envs: int, devices: Sequence[Any] | None, options: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Return the options of each environment."""
    if isinstance(options.get("device"), Device) and num_envs > 1:
        raise OptionError("Environments can't share one Device: give devices, or a kind of device.")
    if devices is None:
        return [dict(options)] * num_envs
    if "device" in options:
        raise OptionError("Give either device or devices, not both.")
    devices = check_list("devices", devices)
    if len(devices) != num_envs:
        raise OptionError(
            f"devices must be a list of {num_envs}, one for each environment, got {shown(devices)}."
        )
    leased = [_leased(device) for device in devices]
    names = [repr(device) for device in leased if device["kind"] == "pool"]
    for name in names:
        if names.count(name) > 1:
            raise OptionError(f"The same device is given twice in devices: {shown(devices)}.")
    return [{**options, "device": device} for device in leased]


def _leased(device: Any) -> dict[str, Any]:
    """Return the device's options; an emulator becomes a pool of one: one user at a time."""
    if isinstance(device, str):
        device = {"kind": "emulator", "name": device} if "-" in device else {"kind": device}
    if not isinstance(device, Mapping):
        raise OptionError(f"A device must be a name or a dict, got {shown(device)}.")
    own = {"kind": "simulator", **device}
    if own["kind"] == "emulator" and own.keys() & {"name", "adb_port", "console_port"}:
        del own["kind"]
        return {"kind": "pool", "devices": [own]}
    return own


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _is_whole(value: Any) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def _mode(mode: Any) -> AutoresetMode:
    if not isinstance(mode, AutoresetMode):
        check_choice("autoreset_mode", mode, [own.value for own in AutoresetMode])
    return AutoresetMode(mode)
