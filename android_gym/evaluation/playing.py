"""Playing of a sweep's episodes: an environment, a policy, and their result."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

import cloudpickle
import gymnasium as gym

import android_gym.registration
from android_gym.checks import check_options, shown
from android_gym.errors import AndroidGymError, DeviceError, OptionError
from android_gym.evaluation.policies import DemonstrationPolicy, Policy, policy_name, wrap
from android_gym.evaluation.results import EpisodeKey, Result
from android_gym.trace import EpisodeTrace, save_trace
from android_gym.wrappers import Curriculum
from android_gym.wrappers.base import find_wrapper

__all__ = ["Job", "Played", "Player", "packed"]

Env = gym.Env[Any, Any]

_MOST_TOLD: Final = 10_000
"""Number of characters of an error that a result keeps."""


@dataclass(frozen=True)
class Job:
    """Settings shared by all episodes of a worker.

    Attributes:
        policy: For `android_gym.evaluation.policies.load_policy`.
        device: As `gymnasium.make` takes it.
        env_options: Arguments of `gymnasium.make`, which override those that the policy needs.
        wrappers: Wrappers around each environment, inside those of the policy.
        demonstrate: Whether to count the demonstration's steps on the simulator.
        traces: Folder for the episodes' traces, one folder each; None to keep none.
        pictures: Whether traces have a picture of each screen.
        prepare: Called first in each process: registers ids that importing android_gym does not.
    """

    policy: Any
    device: str | Mapping[str, Any] = "simulator"
    env_options: Mapping[str, Any] = field(default_factory=dict)
    wrappers: Sequence[Mapping[str, Any]] = ()
    demonstrate: bool = True
    traces: Path | None = None
    pictures: bool = False
    prepare: Callable[[], object] | None = None


def packed(jobs: Sequence[Job]) -> bytes:
    """Return jobs as bytes for another process; what the main program defines is copied.

    A notebook's policies can't be imported elsewhere.

    Raises:
        OptionError: If something in them can't be copied.
    """
    try:
        return cloudpickle.dumps(list(jobs))
    except Exception as error:  # whatever a policy's parts raise
        raise OptionError(
            f"The policy {shown(jobs[0].policy)}, or prepare, can't be copied to a worker: "
            f"{type(error).__name__}: {error}. It must neither hold nor refer to environments, "
            "open files and the like: make them at its first call, or define it at the top of a "
            "module, and give it as 'module:name'."
        ) from error


class Played(NamedTuple):
    """Result of an episode, and its trace.

    Attributes:
        result: The result.
        trace: The trace; None if none is kept.
    """

    result: Result
    trace: EpisodeTrace | None


class Player:
    """Player of episodes, which reuses its environment for consecutive ones of the same id."""

    def __init__(self, policy: Policy, job: Job) -> None:
        android_gym.registration.register_suites()
        if job.prepare is not None:
            job.prepare()
        self._policy = policy
        self._policy_name = policy_name(job.policy)
        self._job = job
        self._env: Env | None = None
        self._id = ""
        self._demonstrator = DemonstrationPolicy()
        self._demonstrated: dict[tuple[str, int], int | None] = {}

    def play(self, key: EpisodeKey) -> Result:
        """Play an episode, and write its trace if the job says so.

        Raises:
            DeviceError: If the device failed; it can be tried again.
        """
        played = self.play_whole(key)
        if self._job.traces is not None and played.trace is not None:
            save_trace(played.trace, self._job.traces / key.file_name)
        return played.result

    def play_whole(self, key: EpisodeKey) -> Played:
        """Play an episode, and write nothing.

        Raises:
            DeviceError: If the device failed; it can be tried again.
        """
        start = time.perf_counter()
        if self._env is None or self._id != key.id:
            self.close()
            options = {**getattr(self._policy, "env_options", {}), **self._job.env_options}
            if self._job.traces is not None:
                options.setdefault("trace", "pictures" if self._job.pictures else True)
            device, wrappers = self._job.device, self._job.wrappers
            self._env, self._id = _make(self._policy, key.id, options, device, wrappers), key.id
        result, notes = _episode(self._env, self._policy, key)
        trace: EpisodeTrace | None = self._env.get_wrapper_attr("trace")
        result["seconds"] = round(time.perf_counter() - start, 3)
        told: EpisodeTrace | None = None
        if self._job.traces is not None and trace is not None and result.get("goal"):
            told = _told(trace, self._policy_name, Result(key, **result), notes)
        if isinstance(self._policy, DemonstrationPolicy):
            if result["end"] == "declared":
                result["demonstration_steps"] = result["steps"]
        elif self._job.demonstrate:
            result["demonstration_steps"] = self._demonstration_steps(key)
        return Played(Result(key, **result), told)

    def _demonstration_steps(self, key: EpisodeKey) -> int | None:
        """Count the demonstration's steps on a seed; None if it doesn't succeed."""
        instance = key.id, key.seed
        if instance not in self._demonstrated:
            self._demonstrated[instance] = None
            with contextlib.suppress(AndroidGymError):  # the simulator may lack something
                self._demonstrated[instance] = self._demonstrate(key)
        return self._demonstrated[instance]

    def _demonstrate(self, key: EpisodeKey) -> int | None:
        env = _make(self._demonstrator, key.id, self._demonstrator.env_options, "simulator")
        try:
            played, _ = _episode(env, self._demonstrator, key._replace(rewording=0))
        finally:
            env.close()
        return played["steps"] if played.get("success") else None

    def close(self) -> None:
        """Close the environment."""
        if self._env is not None:
            self._env.close()
            self._env = None


def _make(
    policy: Policy,
    env_id: str,
    options: Mapping[str, Any],
    device: Any,
    wrappers: Sequence[Mapping[str, Any]] = (),
) -> Env:
    env: Env = gym.make(env_id, **{**options, "device": device, "termination": "declared"})
    prepare = getattr(policy, "prepare", None)
    try:
        wrapped = wrap(env, wrappers)
        prepared: Env = wrapped if prepare is None else prepare(wrapped)
        if not isinstance(prepared, gym.Env):
            raise OptionError(
                f"prepare(env) of the policy {type(policy).__name__} must return the environment, "
                f"wrapped if need be, got {shown(prepared)}."
            )
        if find_wrapper(prepared, Curriculum) is not None:
            raise OptionError(
                "An evaluation can't have a Curriculum, which begins episodes near their solution. "
                "Leave it out."
            )
        return prepared
    except BaseException:
        env.close()
        raise


def _told(
    trace: EpisodeTrace,
    policy: Mapping[str, str],
    result: Result,
    notes: Sequence[Mapping[str, Any]],
) -> EpisodeTrace:
    """Return a trace with the notes of its sweep and its policy.

    The policy's notes on an action that was never carried out, because asking for it failed, are
    kept as ``unfinished``.
    """
    steps = [
        replace(step, notes={**step.notes, **own})
        for step, own in zip(trace.steps, [*notes, *[{}] * len(trace.steps)], strict=False)
    ]
    about: dict[str, Any] = {
        **trace.notes,
        "policy": dict(policy),
        "claimed": result.end == "declared",
        "result": json.loads(result.to_json()),
    }
    if notes[len(steps) :]:
        about["unfinished"] = dict(notes[len(steps)])
    return replace(trace, steps=tuple(steps), success=result.score, notes=about)


def _notes_of(policy: Policy) -> Mapping[str, Any]:
    """Return a policy's notes on its last action as they are now; it may change them later.

    Raises:
        OptionError: If a trace can't keep them.
    """
    notes = check_options("notes of a policy", getattr(policy, "notes", {}))
    if not notes:
        return notes
    try:
        text = json.dumps(notes, ensure_ascii=False, allow_nan=False)
        text.encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise OptionError(
            f"notes of the policy {type(policy).__name__} must be JSON values: {error}."
        ) from error
    kept: dict[str, Any] = json.loads(text)
    return kept


def _episode(
    env: Env, policy: Policy, key: EpisodeKey
) -> tuple[dict[str, Any], list[Mapping[str, Any]]]:
    """Return the values of a `Result`, and the policy's notes on each of its actions."""
    options = {"rewording": key.rewording} if key.rewording else None
    steps = action_errors = 0
    played: dict[str, Any] = {"end": "error"}
    notes: list[Mapping[str, Any]] = []
    over = False
    try:
        observation, info = env.reset(seed=key.seed, options=options)
        played["goal"] = info["goal"]
        policy.reset(info["goal"], key.policy_seed)
        while not over:
            try:
                action = policy.act(observation, info)
            except Exception:
                with contextlib.suppress(OptionError):  # the policy's own error says more
                    notes.append(_notes_of(policy))
                raise
            notes.append(_notes_of(policy))
            observation, _, terminated, truncated, info = env.step(action)
            if "device_error" in info:
                raise DeviceError(info["device_error"])
            steps += 1
            action_errors += "action_error" in info
            over = terminated or truncated
        played["end"] = "declared" if terminated else "budget"
        played["score"] = float(info["success"]) if terminated else 0.0
        played["success"] = terminated and bool(info["is_success"])
    except DeviceError:
        raise
    except Exception as error:  # any fault of a policy is a result too
        name = "" if isinstance(error, AndroidGymError) else f"{type(error).__name__}: "
        told = f"{name}{error}".encode("utf-8", "backslashreplace").decode()  # files hold no halves
        played["error"] = told if len(told) <= _MOST_TOLD else f"{told[:_MOST_TOLD]} ..."
    return played | {"steps": steps, "action_errors": action_errors}, notes
