"""Conversion of a sweep over SPA-Bench's live ids to a session in the benchmark's own layout."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from android_gym.checks import check_file_name
from android_gym.errors import SweepError, TraceError
from android_gym.evaluation import results as sweeps
from android_gym.evaluation.folder import load, task_of_line
from android_gym.evaluation.ids import task_of
from android_gym.evaluation.spa_bench.metrics import Termination
from android_gym.evaluation.spa_bench.sessions import Result, write_run
from android_gym.evaluation.spa_bench.trajectories import Summary, Trajectory, from_trace
from android_gym.task_suite.spa_bench import load as load_record
from android_gym.task_suite.spa_bench.live import LiveTask
from android_gym.task_suite.spa_bench.recorded import RecordTask
from android_gym.trace import EpisodeTrace, load_trace

__all__ = ["Collected", "collect", "collect_episode", "trace_folder"]

Collected = tuple[Result, Trajectory]
"""A run, judged by the phone's state, and its trajectory."""


def collect(
    sweep: str | Path, session: str | Path, agent: str, *, seed: int | None = None
) -> list[Collected]:
    """Write a sweep's episodes as a session.

    Args:
        sweep: Folder of a sweep over ``SPABench/*`` that kept pictures.
        session: Folder to create; the runs become ``session/<task id>/<agent>``.
        agent: Name of the agent that played.
        seed: Seed of the episodes to take; by default each id's lowest.

    Returns:
        The runs, by task; episodes that an error ended before the first screen are left out.

    Raises:
        OptionError: If `agent` can't name a folder.
        SweepError: If there is no sweep, or none of its episodes are of SPA-Bench.
        TraceError: If an episode has no trace with pictures, or a run can't be written.
    """
    check_file_name("agent", agent)
    found = []
    for result, uid in sorted(_chosen(Path(sweep), seed), key=lambda pair: pair[1]):
        collected = collect_episode(Path(sweep), session, agent, result, uid)
        if collected is not None:
            found.append(collected)
    return found


def collect_episode(
    sweep: Path, session: str | Path, agent: str, result: sweeps.Result, uid: str
) -> Collected | None:
    """Write an episode of a sweep as a run of a session.

    Args:
        sweep: Folder of the sweep.
        session: Folder of the session.
        agent: Name of the agent that played.
        result: Result of the episode.
        uid: Name of its record.

    Returns:
        The run; None if an error ended it before the first screen.

    Raises:
        TraceError: If it has no trace with pictures, or the run can't be written.
    """
    folder = trace_folder(sweep, result)
    if not folder.exists() and result.error is not None:
        return None
    trace = load_trace(folder, inside=sweep)
    if trace.start.png is None:
        raise TraceError(f"{folder} has no pictures. Play the sweep with --pictures.")
    record = load_record(uid)
    trajectory = from_trace(trace, record)
    summary = _summary(result, trace)
    write_run(Path(session) / record.id / agent, trajectory, summary, result.error)
    termination: Termination = (
        "finished" if summary.finished else "max_rounds" if result.error is None else "error"
    )
    judged = not issubclass(task_of(result.key.id), RecordTask)
    run = Result(
        record.uid,
        agent,
        ("S" if result.success else "F") if judged else "E",
        termination,
        summary.rounds,
        summary.seconds_initial,
        summary.seconds,
        summary.prompt_tokens,
        summary.completion_tokens,
        f"judged: reward {result.score:g}"
        if judged
        else "Not judged yet: `android-gym spa-bench evaluate` asks a model about its screens.",
    )
    return run, trajectory


def trace_folder(sweep: Path, result: sweeps.Result) -> Path:
    """Return the path of an episode's trace in a sweep, if there is one."""
    return sweep / "traces" / result.key.file_name


def _chosen(sweep: Path, seed: int | None) -> Iterator[tuple[sweeps.Result, str]]:
    """Yield one episode of each live task: of the seed, or of the lowest."""
    by_task: dict[str, sweeps.Result] = {}
    for number, result in enumerate(load(sweep), 1):
        key = result.key
        if not key.id.startswith("SPABench/") or key.group != "different-seed":
            continue
        task = task_of_line(sweep, number, result)
        if not issubclass(task, LiveTask) or (seed is not None and key.seed != seed):
            continue
        known = by_task.get(task.uid)
        if known is None or key.seed < known.key.seed:
            by_task[task.uid] = result
    if not by_task:
        wanted = "" if seed is None else f" of seed {seed}"
        raise SweepError(f"The sweep has no episodes of SPABench ids{wanted}, one for each seed.")
    for uid, result in by_task.items():
        yield result, uid


def _summary(result: sweeps.Result, trace: EpisodeTrace) -> Summary:
    """Return the summary at the end of a log; tokens and seconds as the policy noted them."""
    asked = [call for step in trace.steps for call in _asked(step.notes)]
    return Summary(
        rounds=result.steps,
        finished=result.end == "declared",
        seconds=result.seconds,
        prompt_tokens=sum(_count(call, "prompt_tokens") for call in asked),
        completion_tokens=sum(_count(call, "reply_tokens") for call in asked),
    )


def _asked(notes: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    asked = notes.get("asked")
    return [call for call in asked if isinstance(call, dict)] if isinstance(asked, list) else []


def _count(call: Mapping[str, Any], name: str) -> int:
    value = call.get(name)
    whole = isinstance(value, int) and not isinstance(value, bool)
    return max(value, 0) if whole and isinstance(value, int) else 0
