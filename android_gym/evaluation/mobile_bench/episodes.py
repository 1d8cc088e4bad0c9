"""Episodes of sweeps over Mobile-Bench's tasks, with their CheckPoints' scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from android_gym.checks import check_path, shown
from android_gym.errors import OptionError, TraceError
from android_gym.evaluation.folder import load, load_manifest, task_of_line
from android_gym.evaluation.results import EpisodeKey, Result
from android_gym.evaluation.verdicts import load_verdicts
from android_gym.task_suite.mobile_bench.checkpoints import CheckPoint, Score, history
from android_gym.task_suite.mobile_bench.tasks import LIMITS, Level, MobileBenchTask
from android_gym.task_suite.mobile_bench_original.tasks import (
    NAMESPACE,
    level_of,
    read_stations,
)
from android_gym.trace import EpisodeTrace, load_trace

__all__ = ["Agent", "Episode", "read_runs"]


@dataclass(frozen=True, slots=True, order=True)
class Agent:
    """The agent that played.

    Attributes:
        name: The agent, and the model behind it if there is one.
        without: Parts of it that were left out, sorted; empty for the whole agent.
    """

    name: str
    without: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.name} without {', '.join(self.without)}" if self.without else self.name


@dataclass(frozen=True, slots=True)
class Episode:
    """A judged episode.

    Attributes:
        agent: The agent that played.
        key: Identity of the episode.
        level: Level of its task.
        error: True if it ended in an error of endpoint, policy or device; the rest is 0 then.
        passed: Whether the task was done within the level's limit: by the phone's state or, for a
            task of the original, by a judge; None if it was not judged.
        steps: Actions and API calls; the limit if the task was not done.
        level_1: Packages passed.
        level_2: Stations of all kinds passed.
    """

    agent: Agent
    key: EpisodeKey
    level: Level
    error: bool = False
    passed: bool | None = False
    steps: int = 0
    level_1: Score = Score(0, 0)
    level_2: Score = Score(0, 0)


def read_runs(
    folders: Sequence[str | Path], *, strict_upstream: bool = False
) -> tuple[Episode, ...]:
    """Read the episodes of sweeps that kept traces.

    Args:
        folders: Folders of sweeps, finished or not. Those of the same agent are combined.
        strict_upstream: Whether to score CheckPoints as the published scorer does.

    Raises:
        OptionError: If one is not a sweep, has a task of another benchmark, lacks a trace, or has
            an episode in common with another one.
        TraceError: If a trace is damaged, or belongs to another episode.
    """
    found: dict[tuple[Agent, EpisodeKey], Path] = {}
    episodes: list[Episode] = []
    for folder in (check_path("folder", one) for one in folders):
        for episode in _episodes(folder, strict_upstream):
            played = episode.agent, episode.key
            if played in found:
                raise OptionError(
                    f"{episode.key.id} with seed {episode.key.seed} was played by {episode.agent} "
                    f"in {found[played]} and in {folder}. Leave one of them out."
                )
            found[played] = folder
            episodes.append(episode)
    return tuple(episodes)


def _episodes(folder: Path, strict_upstream: bool) -> Iterator[Episode]:
    results = load(folder)
    agent = _agent(folder, load_manifest(folder))
    verdicts = {one.key: one.verdict for one in load_verdicts(folder)}
    for number, result in enumerate(results, 1):
        namespace, _, name = result.key.id.partition("/")
        if namespace == NAMESPACE:
            verdict = verdicts.get(result.key)
            passed = None if verdict is None or verdict.outcome == "failed" else verdict.success
            yield _of_original(folder, agent, result, level_of(name), passed, strict_upstream)
            continue
        task = task_of_line(folder, number, result)
        if not issubclass(task, MobileBenchTask):
            raise OptionError(
                f"{folder} has episodes of {result.key.id}, which is not a task of Mobile-Bench "
                "and has no CheckPoints. Sweep 'MobileBench/*' into a folder of its own."
            )
        if result.end == "error":
            yield Episode(agent, result.key, task.level, error=True)
            continue
        trace = _trace(folder, result.key)
        points = _checkpoint(folder, task(), trace)
        done = history(trace)
        yield Episode(
            agent=agent,
            key=result.key,
            level=task.level,
            passed=result.success,
            steps=_steps(result, task().budget, result.success),
            level_1=points.level_1(done, strict_upstream=strict_upstream),
            level_2=points.level_2(done, strict_upstream=strict_upstream),
        )


def _of_original(
    folder: Path,
    agent: Agent,
    result: Result,
    level: Level,
    passed: bool | None,
    strict_upstream: bool,
) -> Episode:
    """Return an episode of the original benchmark, whose stations are in its trace."""
    if result.end == "error":
        return Episode(agent, result.key, level, error=True)
    trace = _trace(folder, result.key)
    try:
        points = read_stations(dict(trace.params))
    except OptionError as error:
        raise TraceError(f"The trace of {trace.task} in {folder} is damaged: {error}") from error
    done = history(trace)
    in_time = passed if passed is None else passed and result.end == "declared"
    return Episode(
        agent=agent,
        key=result.key,
        level=level,
        passed=in_time,
        steps=_steps(result, LIMITS[level], in_time),
        level_1=points.level_1(done, strict_upstream=strict_upstream),
        level_2=points.level_2(done, strict_upstream=strict_upstream),
    )


def _steps(result: Result, limit: int, passed: bool | None) -> int:
    """Count steps as the paper does: declaring the end is not an action, failures cost the limit.

    An episode that was not judged does not count as failed.
    """
    return limit if passed is False else result.steps - (result.end == "declared")


def _agent(folder: Path, manifest: Mapping[str, Any]) -> Agent:
    policy = manifest.get("policy")
    told = policy if isinstance(policy, Mapping) else {}
    names = [told.get(name) for name in ("model", "agent")]
    named = [name for name in names if isinstance(name, str)] or [str(told.get("name", ""))]
    without = told.get("without", "")
    if not named[0] or not isinstance(without, str):
        raise OptionError(
            f"{folder / 'manifest.json'} does not tell the policy, it has {shown(policy)}."
        )
    parts = tuple(sorted(filter(None, (part.strip() for part in without.split(",")))))
    return Agent(", ".join(named), parts)


def _trace(folder: Path, key: EpisodeKey) -> EpisodeTrace:
    where = folder / "traces" / key.file_name
    if not where.is_dir():
        raise OptionError(
            f"{folder} has no trace of {key.id} with seed {key.seed}, which CheckPoints need. "
            "Sweep again into a new folder with --traces."
        )
    trace = load_trace(where, inside=folder)
    if trace.task != key.id.rpartition("-v")[0] or trace.seed != key.seed:
        raise TraceError(
            f"{where} is a trace of {shown(trace.task)} with seed {trace.seed}, not of {key.id} "
            f"with seed {key.seed}."
        )
    return trace


def _checkpoint(folder: Path, task: MobileBenchTask, trace: EpisodeTrace) -> CheckPoint:
    """Return the stations of the trace's instance, whose parameters come from a file."""
    params = dict(trace.params)
    try:
        task.check(params)
        return task.checkpoint(params)
    except OptionError as error:
        raise TraceError(f"The trace of {trace.task} in {folder} is damaged: {error}") from error
