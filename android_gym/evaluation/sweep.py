"""Sweeps: one policy on many ids and many seeds, in the benchmarks' protocol."""

from __future__ import annotations

import contextlib
import inspect
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

import android_gym
from android_gym.checks import (
    check_call,
    check_choice,
    check_file_name,
    check_flag,
    check_known,
    check_list,
    check_number,
    check_options,
    check_path,
    check_whole,
    shown,
)
from android_gym.devices import DEVICES
from android_gym.errors import OptionError
from android_gym.evaluation.folder import SweepFolder
from android_gym.evaluation.ids import find_ids, task_of
from android_gym.evaluation.manifest import FORMAT
from android_gym.evaluation.playing import Job, packed
from android_gym.evaluation.policies import check_wrapper, load_policy, policy_name
from android_gym.evaluation.provenance import provenance
from android_gym.evaluation.results import MOST, EpisodeKey, Result
from android_gym.evaluation.workers import PROCESSES, Crew, Work
from android_gym.task_suite.rewordings import REWORDINGS
from android_gym.task_suite.suite import rule_names
from android_gym.tracing import Trace, check_trace

__all__ = ["Ids", "sweep", "sweep_all"]

Seeds = Sequence[int] | np.ndarray
Ids = str | Sequence[str] | Mapping[str, Seeds]
OnEpisode = Callable[[Result | None, int, int], object]


def sweep(
    ids: Ids,
    policy: Any,
    *,
    trust: bool = False,
    out: str | os.PathLike[str],
    seeds: Seeds = range(20),
    same_seed: int | None = None,
    repeat: int = 20,
    rewordings: Sequence[int] = (0,),
    workers: int | None = None,
    devices: Sequence[str | Mapping[str, Any]] = ("simulator",),
    rules: str = "strict",
    env_options: Mapping[str, Any] | None = None,
    wrappers: Sequence[str | Mapping[str, Any]] = (),
    demonstrate: bool = True,
    traces: Trace = False,
    tries: int = 3,
    timeout_s: float | None = None,
    retry_errors: bool = False,
    prepare: Callable[[], object] | None = None,
    crew: Crew = PROCESSES,
    on_episode: OnEpisode | None = None,
) -> list[Result]:
    """Play a policy on many seeds of many ids, in the ``declared`` protocol.

    Results are in `out`. The same call continues a sweep that was interrupted or killed, and plays
    no episode twice. Processes are spawned: a script must call this under
    ``if __name__ == "__main__":``.

    Args:
        ids: Environment ids, or patterns of them such as ``"AndroidWorld/System*"``, as
            `android_gym.evaluation.find_ids` takes them; or a dict of the seeds of each id, as
            returned by `android_gym.evaluation.split`.
        policy: See `android_gym.evaluation.load_policy`. Anything but a string must be picklable.
        trust: Whether a policy that is a string may run code, as `load_policy` takes it.
        out: Folder of the sweep; created if need be.
        seeds: Seeds of the different-seed group, one episode each; unless `ids` has them.
        same_seed: The seed of the same-seed group; None for no such group.
        repeat: Number of episodes of the same-seed group for each id.
        rewordings: Rewordings of the goals. 0, the task's own words, makes the different-seed
            group, every other number adds an episode for each seed to the reworded group.
        workers: Number of processes; one for each device if there are several, else one.
        devices: As `gymnasium.make` takes them: a single one that every worker can make
            (``"simulator"``, or a pool), or one for each worker.
        rules: The rules for verdicts: ``"strict"``, or ``"android_world"`` to compare with
            published figures; see `android_gym.env.AndroidTaskEnv`.
        env_options: Further arguments of `gymnasium.make`, which override those that the policy
            needs.
        wrappers: Wrappers around each environment, inside those of the policy, the first innermost,
            e.g. ``"android_gym.wrappers:RandomizeDevice"``; or dicts of ``entry_point`` and
            ``kwargs``.
        demonstrate: Whether to also play the demonstration, on the simulator, to count its steps.
        traces: True to keep a trace of each episode that is played, in a folder of its own in
            ``out/traces`` that `android_gym.trace.load_trace` reads; ``"pictures"`` to also keep a
            picture of each screen.
        tries: How often an episode is tried if its device fails or its worker dies.
        timeout_s: Time after which a worker that plays an episode is killed; None for never.
        retry_errors: Whether to play episodes again that ended in an error.
        prepare: Called here and in each process before anything else: registers ids that importing
            android_gym does not. Must be picklable.
        crew: The workers: processes of this machine, or a `android_gym.distributed.RayCrew`.
        on_episode: Called with each result, the number of results so far, and the total; first with
            None, when the sweep begins.

    Returns:
        All results, including those of earlier calls, in the order of the plan.

    Raises:
        OptionError: If an argument is wrong, or `out` has another sweep.
        SweepError: If workers can't be started.
    """
    planned = _plan_sweep(
        ids,
        policy,
        trust=trust,
        out=out,
        seeds=seeds,
        same_seed=same_seed,
        repeat=repeat,
        rewordings=rewordings,
        workers=workers,
        devices=devices,
        rules=rules,
        env_options=env_options,
        wrappers=wrappers,
        demonstrate=demonstrate,
        traces=traces,
        prepare=prepare,
        crew=crew,
    )

    def tell(_: int, result: Result | None, done: int, total: int) -> None:
        if on_episode is not None:
            on_episode(result, done, total)

    (results,) = _play([planned], crew, tries, timeout_s, retry_errors, tell)
    return results


def sweep_all(
    ids: Ids,
    policies: Mapping[str, Any],
    *,
    out: str | os.PathLike[str],
    tries: int = 3,
    timeout_s: float | None = None,
    retry_errors: bool = False,
    crew: Crew = PROCESSES,
    on_episode: Callable[[str, Result | None, int, int], object] | None = None,
    **options: Any,
) -> dict[str, list[Result]]:
    """Play several policies as one sweep each, all on the same workers.

    The workers start on the next policy's episodes as soon as none of the current one's are left,
    so that they are busy until the end. An interrupted call can be continued, as with `sweep`.

    Args:
        ids: As `sweep` takes them.
        policies: Policies as `sweep` takes them, by name, which is also that of their folders in
            `out`.
        out: Folder of the sweeps' folders.
        tries: As for `sweep`.
        timeout_s: As for `sweep`.
        retry_errors: As for `sweep`.
        crew: As for `sweep`.
        on_episode: Called with a policy's name, and the arguments as for `sweep`; the numbers are
            of all policies together.
        options: Further arguments of `sweep`.

    Returns:
        The results of each policy, by its name.

    Raises:
        OptionError: If an argument is wrong, or a folder has another sweep.
        SweepError: If workers can't be started.
    """
    further = inspect.signature(_plan_sweep).parameters.keys() - {"ids", "policy", "out", "crew"}
    check_known("sweep_all", options, sorted(further))
    folder, names = check_path("out", out), list(policies)
    if not names:
        raise OptionError("policies must have at least one policy.")
    for name in names:
        check_file_name("The name of a policy", name)
    planned = [
        _plan_sweep(ids, policy, out=folder / name, crew=crew, **options)
        for name, policy in policies.items()
    ]

    def tell(number: int, result: Result | None, done: int, total: int) -> None:
        if on_episode is not None:
            on_episode(names[number], result, done, total)

    played = _play(planned, crew, tries, timeout_s, retry_errors, tell)
    return dict(zip(names, played, strict=True))


@dataclass(frozen=True, slots=True)
class _Sweep:
    """A sweep whose arguments were checked.

    Attributes:
        folder: Folder of its files.
        manifest: See `SweepFolder`.
        keys: Its episodes.
        jobs: One for each worker.
        about: What is recorded about each run of it.
    """

    folder: Path
    manifest: Mapping[str, Any]
    keys: Sequence[EpisodeKey]
    jobs: Sequence[Job]
    about: Mapping[str, Any]


def _play(
    planned: Sequence[_Sweep],
    crew: Crew,
    tries: int,
    timeout_s: float | None,
    retry_errors: bool,
    tell: Callable[[int, Result | None, int, int], object],
) -> list[list[Result]]:
    """Play the missing episodes of sweeps that share their workers.

    Args:
        planned: The sweeps.
        crew: As for `sweep`.
        tries: As for `sweep`.
        timeout_s: As for `sweep`.
        retry_errors: As for `sweep`.
        tell: Called with the number of a sweep, a result of it, the number of results so far, and
            the total; first with None as result.
    """
    check_flag(retry_errors=retry_errors)
    check_whole(1, 1000, tries=tries)
    if timeout_s is not None:
        check_number("timeout_s", timeout_s, 1e-3, 1e9)
    with contextlib.ExitStack() as stack:
        folders = []
        for one in planned:
            folder = stack.enter_context(contextlib.closing(SweepFolder(one.folder, one.manifest)))
            folder.note_run({**one.about, "tries": tries, "timeout_s": timeout_s})
            if retry_errors:
                folder.forget(lambda result: result.error is not None)
            folders.append(folder)
        total = sum(len(one.keys) for one in planned)
        done = sum(len(folder.results) for folder in folders)
        for number in range(len(planned)):
            tell(number, None, done, total)
        missing = [
            Work(number, key)
            for number, (one, folder) in enumerate(zip(planned, folders, strict=True))
            for key in one.keys
            if key not in folder.results
        ]
        playing = crew.play_all(missing, [one.jobs for one in planned], tries, timeout_s)
        for number, result in stack.enter_context(contextlib.closing(playing)):
            folders[number].add(result)
            done += 1
            tell(number, result, done, total)
        return [
            [folder.results[key] for key in one.keys]
            for one, folder in zip(planned, folders, strict=True)
        ]


def _plan_sweep(
    ids: Ids,
    policy: Any,
    *,
    trust: bool = False,
    out: str | os.PathLike[str],
    seeds: Seeds = range(20),
    same_seed: int | None = None,
    repeat: int = 20,
    rewordings: Sequence[int] = (0,),
    workers: int | None = None,
    devices: Sequence[str | Mapping[str, Any]] = ("simulator",),
    rules: str = "strict",
    env_options: Mapping[str, Any] | None = None,
    wrappers: Sequence[str | Mapping[str, Any]] = (),
    demonstrate: bool = True,
    traces: Trace = False,
    prepare: Callable[[], object] | None = None,
    crew: Crew = PROCESSES,
) -> _Sweep:
    """Check the arguments of `sweep`, before there are processes.

    Raises:
        OptionError: If one is wrong.
    """
    folder_path = check_path("out", out)
    check_flag(demonstrate=demonstrate)
    check_trace(traces)
    if not callable(getattr(crew, "play_all", None)):
        raise OptionError(f"crew must be able to play episodes, like a RayCrew, got {shown(crew)}.")
    if prepare is not None:
        check_call("prepare", prepare)
        prepare()
    cases = _cases(ids, seeds)
    rewordings = _whole_numbers("rewordings", rewordings, 0, REWORDINGS)
    _check_rewordings(cases, rewordings)
    check_whole(1, 1_000_000, repeat=repeat)
    if same_seed is not None:
        same_seed = _whole("same_seed", same_seed, 0)
    check_choice("rules", rules, rule_names())
    env_options = _env_options(env_options, rules)
    around = [check_wrapper(wrapper) for wrapper in check_list("wrappers", wrappers)]
    _check_json(env_options=env_options, wrappers=around)
    job = Job(
        policy,
        "simulator",
        {**env_options, "rules": rules},
        around,
        demonstrate,
        folder_path / "traces" if traces else None,
        traces == "pictures",
        prepare,
    )
    load_policy(policy, trust=trust)  # reports faults before there are processes
    jobs = _jobs(job, workers, devices)
    _check_json(devices=list(devices))
    manifest = {
        "format": FORMAT,
        "android_gym": android_gym.__version__,
        "policy": policy_name(policy),
        "rules": rules,
        "env_options": env_options,
        "wrappers": around,
        "devices": _described(devices),
        "ids": list(cases),
        "seeds": _together(cases),
        "same_seed": same_seed,
        "repeat": None if same_seed is None else repeat,
        "rewordings": rewordings,
        "demonstrate": demonstrate,
    }
    about = provenance() | {
        "policy": manifest["policy"],
        "devices": [_shown(device) for device in devices],
        "workers": len(jobs),
        **crew.about,
    }
    return _Sweep(folder_path, manifest, _plan(cases, same_seed, repeat, rewordings), jobs, about)


def _env_options(given: Mapping[str, Any] | None, rules: str) -> dict[str, Any]:
    """Return the options of environments, after a check that a sweep decides none of them.

    Raises:
        OptionError: If one is wrong.
    """
    options = check_options("env_options", given)
    if options.get("rules", rules) != rules:
        raise OptionError(f"rules is {rules!r}, but env_options says {options['rules']!r}.")
    if "device" in options:
        raise OptionError("env_options can't have a device: give devices.")
    if "max_episode_steps" in options:
        raise OptionError(
            "env_options can't have max_episode_steps, which doesn't raise a task's budget: give "
            "max_steps."
        )
    if options.get("termination", "declared") != "declared":
        raise OptionError(
            "env_options can't have another termination: a sweep judges episodes that were "
            f"declared, got {shown(options['termination'])}."
        )
    return options


def _cases(ids: Ids, seeds: Seeds) -> dict[str, list[int]]:
    """Return the seeds of each id."""
    if isinstance(ids, Mapping):
        found = {env_id: own for env_id, own in ids.items() if find_ids(env_id)}
        cases = {env_id: _whole_numbers("seeds", own, 0) for env_id, own in found.items()}
    else:
        cases = dict.fromkeys(find_ids(ids), _whole_numbers("seeds", seeds, 0))
    if not cases:
        raise OptionError("There are no ids to sweep.")
    return cases


def _check_rewordings(ids: Iterable[str], rewordings: Sequence[int]) -> None:
    """Check that each id's goals have these rewordings; an episode without would be an error.

    Raises:
        OptionError: If one has fewer.
    """
    most = max(rewordings)
    for env_id in ids if most else ():
        fewest = min(len(others) for others in task_of(env_id).wordings().values())
        if fewest < most:
            raise OptionError(
                f"{env_id!r} has no rewording {most}: its goal has {fewest}. Write them into its "
                "task's 'rewordings', or leave the id or the rewordings out."
            )


def _together(cases: Mapping[str, list[int]]) -> list[int] | dict[str, list[int]]:
    """Return the seeds, only once if all ids have the same."""
    first = next(iter(cases.values()))
    return first if all(seeds == first for seeds in cases.values()) else dict(cases)


def _plan(
    cases: Mapping[str, Seeds], same_seed: int | None, repeat: int, rewordings: Sequence[int]
) -> list[EpisodeKey]:
    keys = []
    for env_id, seeds in cases.items():
        if same_seed is not None:
            keys += [EpisodeKey(env_id, "same-seed", same_seed, n) for n in range(repeat)]
        for seed in seeds:
            for n in rewordings:
                group = "reworded" if n else "different-seed"
                keys.append(EpisodeKey(env_id, group, seed, 0, n))  # type: ignore[arg-type]
    return keys


def _check_json(**values: Any) -> None:
    for name, value in values.items():
        try:
            json.dumps(value)
        except (TypeError, ValueError, RecursionError) as error:
            raise OptionError(f"{name} must be JSON values, got {shown(value)}.") from error


def _jobs(job: Job, workers: int | None, devices: Sequence[str | Mapping[str, Any]]) -> list[Job]:
    """Return one job for each worker, with its device."""
    packed([job])  # reports what can't be copied before there are processes
    devices = check_list("devices", devices)
    if not devices:
        raise OptionError("devices must be a list, such as ['simulator'], got none.")
    for device in devices:
        if not isinstance(device, str | Mapping):
            raise OptionError(f"A device must be a name or a dict, got {shown(device)}.")
        if _kind(device) not in DEVICES:
            raise OptionError(
                f"No kind of device is called {shown(_kind(device))}; there are {sorted(DEVICES)}."
            )
    names = [repr(device) for device in devices if _kind(device) == "emulator"]
    if len(set(names)) < len(names):
        raise OptionError(f"A device is given twice: {', '.join(names)}.")
    if workers is None:
        workers = len(devices)
    check_whole(1, 4096, workers=workers)
    if len(devices) == 1 and _kind(devices[0]) != "emulator":
        devices = [*devices] * workers
    if len(devices) != workers:
        raise OptionError(
            f"There are {len(devices)} devices for {workers} workers. Give one device for each "
            "worker, or a single kind of device that every worker can make, such as 'simulator'."
        )
    return [replace(job, device=device) for device in devices]


def _described(devices: Sequence[str | Mapping[str, Any]]) -> list[Any]:
    """Return what episodes on these devices have in common, whichever worker plays them.

    That is the kind of each device, and the options of a simulator, which make another phone. Those
    of emulators say where to find them, so a sweep may be continued on others.
    """
    described: dict[str, Any] = {}
    for device in devices:
        kind = _kind(device)
        own = _shown(device) if kind == "simulator" else kind
        if isinstance(own, dict):
            own = {"kind": kind, **own} if own.keys() - {"kind"} else kind
        described[json.dumps(own, sort_keys=True)] = own
    return [described[text] for text in sorted(described)]


def _shown(device: str | Mapping[str, Any]) -> str | dict[str, Any]:
    return device if isinstance(device, str) else {str(k): v for k, v in device.items()}


def _kind(device: str | Mapping[str, Any]) -> str:
    if isinstance(device, Mapping):
        return str(device.get("kind", "simulator"))
    return "emulator" if device.startswith("emulator-") else device


def _whole(name: str, value: Any, low: int) -> int:
    """Return a whole number, which may be NumPy's."""
    is_whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not is_whole or value < low:
        raise OptionError(f"{name} must be a whole number from {low} on, got {shown(value)}.")
    if value > MOST:
        raise OptionError(f"{name} must be a whole number up to {MOST:g}, got {shown(value)}.")
    return int(value)


def _whole_numbers(name: str, values: Any, low: int, high: int | None = None) -> list[int]:
    """Return whole numbers that differ, in their order."""
    is_list = isinstance(values, Sequence | np.ndarray) and not isinstance(values, str)
    if not is_list or len(values) == 0:
        raise OptionError(f"{name} must be a list of whole numbers, got {shown(values)}.")
    numbers = [_whole(name, value, low) for value in values]
    if high is not None and max(numbers) > high:
        raise OptionError(f"{name} must be from {low} to {high}, got {max(numbers)}.")
    if len(set(numbers)) < len(numbers):
        twice = min(value for value, count in Counter(numbers).items() if count > 1)
        raise OptionError(f"{name} has {twice} twice.")
    return numbers
