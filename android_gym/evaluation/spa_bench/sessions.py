"""Sessions: folders of runs in the benchmark's own layout, evaluated into ``results.csv``.

``SESSION/<task id>/<agent>/`` has ``0.png`` ..., ``log.json`` and, if something failed,
``error.json``. All tasks of a session belong to one set, as ids repeat across sets.
"""

from __future__ import annotations

import contextlib
import csv
import io
import json
import math
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, get_args

from android_gym.checks import check_choice, shown
from android_gym.errors import DependencyError, OptionError, TraceError
from android_gym.evaluation.spa_bench.cross_app import CrossAppDetector
from android_gym.evaluation.spa_bench.detection import SingleAppDetector
from android_gym.evaluation.spa_bench.metrics import TERMINATIONS, Run, Termination
from android_gym.evaluation.spa_bench.trajectories import (
    LoggedAction,
    Summary,
    Trajectory,
    read_log,
    read_run,
)
from android_gym.host_files import read_plain
from android_gym.task_suite.spa_bench.records import Record, Set, load

__all__ = ["Result", "evaluate_session", "read_results", "write_results", "write_run"]

Signal = Literal["S", "F", "E"]
"""A run's verdict: success, failure, or nothing to judge."""

_EXIT_CODES: Final[Mapping[Termination, int]] = {"finished": 0, "max_rounds": 4, "error": 1}


@dataclass(frozen=True, slots=True)
class Result:
    """A run and its outcome.

    Attributes:
        task: ``"<set>/<id>"``.
        agent: Name of the agent.
        signal: The verdict.
        termination: Why it ended.
        rounds: Steps of the agent, including the one that says "finished".
        seconds_initial: Time until the first step.
        seconds: Time of all steps.
        prompt_tokens: Tokens sent to the model.
        completion_tokens: Tokens written by the model.
        details: The detector's reasons, or why there is no verdict.
    """

    task: str
    agent: str
    signal: Signal
    termination: Termination
    rounds: int
    seconds_initial: float = 0.0
    seconds: float = 0.0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    details: str = ""

    @property
    def record(self) -> Record:
        """The task."""
        return load(self.task)

    @property
    def run(self) -> Run:
        """The run, for `metrics`."""
        record = self.record
        return Run(
            record.golden_steps,
            self.termination,
            self.signal == "S",
            self.rounds,
            self.seconds,
            self.prompt_tokens,
            self.completion_tokens,
            record.level,
        )


def write_run(
    folder: str | Path, trajectory: Trajectory, summary: Summary, error: str | None = None
) -> None:
    """Write a run as the benchmark's agents do.

    Args:
        folder: ``SESSION/<task id>/<agent>``; created if need be.
        trajectory: A trajectory with pictures.
        summary: The summary at the end of the log.
        error: What went wrong, None if nothing did.

    Raises:
        TraceError: If a screen has no picture, or the folder can't be written.
    """
    folder = Path(folder)
    entries: list[dict[str, Any]] = [
        {"step": number, "response": "", "action": _action_json(action)}
        for number, action in enumerate(trajectory.actions, 1)
    ]
    entries.append(
        {
            "total_steps": summary.rounds - 1,
            "finish_signal": int(summary.finished),
            "elapsed_time_initial": summary.seconds_initial,
            "elapsed_time_exec": summary.seconds,
            "total_prompt_tokens": summary.prompt_tokens,
            "total_completion_tokens": summary.completion_tokens,
        }
    )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, shot in enumerate(trajectory.shots):
            if shot.png is None:
                raise TraceError(
                    f"Screen {shot.name} has no picture; a run's folder holds nothing else."
                )
            (folder / f"{number}.png").write_bytes(shot.png)
        if error is not None:
            text = json.dumps([{"error_message": error}], ensure_ascii=False)
            (folder / "error.json").write_text(text, "utf-8")
        text = json.dumps(entries, ensure_ascii=False, indent=1)
        (folder / "log.json").write_text(text, "utf-8")
    except OSError as problem:
        raise TraceError(f"The run can't be written to {folder}: {problem}.") from problem


def _action_json(action: LoggedAction) -> list[Any]:
    if action.position is not None:
        return [action.name, {"detail_type": "coordinates", "detail": list(action.position)}]
    return [action.name, {"detail_type": "string", "detail": action.detail}]


def evaluate_session(
    folder: str | Path,
    task_set: Set,
    single: SingleAppDetector,
    cross: CrossAppDetector | None = None,
    *,
    done: Sequence[Result] = (),
    on_result: Callable[[Result], object] = lambda result: None,
) -> list[Result]:
    """Judge all runs of a session.

    A run that can't be read or judged gets the signal "E" and its cause; the others continue.

    Args:
        folder: The session.
        task_set: The set that its tasks belong to.
        single: Detector for tasks of one app.
        cross: Detector for tasks of several apps; None leaves them out with "E".
        done: Existing results; their runs are not judged again.
        on_result: Called with each new result.

    Returns:
        Those of `done` and the new ones, by task and agent.

    Raises:
        TraceError: If there is no such folder, no run in it.
        DependencyError: If a detector needs a package that is not installed.
        OptionError: If there is no such set.
    """
    check_choice("task_set", task_set, get_args(Set))
    results = {(result.task, result.agent): result for result in done}
    for record, run in _runs(Path(folder), task_set):
        key = (record.uid, run.name)
        if key not in results:
            results[key] = _judged(record, run, single, cross)
            on_result(results[key])
    if not results:
        raise TraceError(f"There are no runs in {folder}: they are in folders TASK/AGENT.")
    return [results[key] for key in sorted(results)]


def _runs(folder: Path, task_set: Set) -> Iterator[tuple[Record, Path]]:
    try:
        tasks = sorted(p for p in folder.iterdir() if p.is_dir() and not p.name.startswith("."))
    except OSError as error:
        raise TraceError(f"There is no session in {folder}: {error}.") from error
    for task in tasks:
        try:
            record = load(f"{task_set}/{task.name}")
        except OptionError as error:
            raise TraceError(f"{task}: {error}") from error
        yield from ((record, run) for run in sorted(task.iterdir()) if run.is_dir())


def _judged(
    record: Record, run: Path, single: SingleAppDetector, cross: CrossAppDetector | None
) -> Result:
    summary: Summary | None = None
    try:
        log = run / "log.json"
        summary = read_log(log)[1] if log.exists() else None
        signal, details = _verdict(read_run(run, record), single, cross)
    except DependencyError:
        raise
    except TraceError as error:
        signal, details = "E", str(error)
    told = summary or Summary(0, False)
    failed = summary is None or (run / "error.json").exists()
    termination: Termination = (
        "error" if failed and not told.finished else "finished" if told.finished else "max_rounds"
    )
    return Result(
        record.uid,
        run.name,
        signal,
        termination,
        told.rounds,
        told.seconds_initial,
        told.seconds,
        told.prompt_tokens,
        told.completion_tokens,
        details,
    )


def _verdict(
    trajectory: Trajectory, single: SingleAppDetector, cross: CrossAppDetector | None
) -> tuple[Signal, str]:
    if trajectory.record.is_cross_app:
        if cross is None:
            return "E", "Tasks over several apps need a model that tells the apps apart."
        found = cross.detect(trajectory)
        outcomes = [f"{verdict.outcome}: {verdict.reason}" for verdict in found.verdicts]
        unasked = any(verdict.outcome == "failed" for verdict in found.verdicts)
        signal: Signal = "S" if found.success else "E" if unasked else "F"
        return signal, found.reason or "; ".join(outcomes)
    detection = single.detect(trajectory)
    if detection.fine is None:
        return "F", "No screen shows all key components."
    if detection.fine.outcome == "failed":
        return "E", detection.fine.reason
    return "S" if detection.success else "F", f"{detection.fine.outcome}: {detection.fine.reason}"


# --- results.csv ----------------------------------------------------------------------------------

_HEAD: Final = (
    "task",
    "agent",
    "signal",
    "termination",
    "exit_code",
    "rounds",
    "total_steps",
    "step_ratio",
    "elapsed_time_initial",
    "elapsed_time_exec",
    "total_prompt_tokens",
    "total_completion_tokens",
    "total_token_cost",
    "details",
)


def write_results(path: str | Path, results: Sequence[Result]) -> None:
    """Write results as a table, atomically.

    Args:
        path: ``results.csv``; replaced if it exists.
        results: In the order in which they are written.

    Raises:
        TraceError: If it can't be written.
    """
    path = Path(path)
    try:
        with tempfile.NamedTemporaryFile(
            "w",
            dir=path.parent,
            prefix=".results",
            suffix=".csv",
            delete=False,
            encoding="utf-8",
            newline="",
        ) as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(_HEAD)
            writer.writerows(map(_cells, results))
        os.replace(file.name, path)
    except OSError as error:
        with contextlib.suppress(OSError, NameError):
            os.unlink(file.name)
        raise TraceError(f"{path} can't be written: {error.strerror}.") from error


def _cells(result: Result) -> list[str]:
    run = result.run
    return [
        result.task,
        result.agent,
        result.signal,
        result.termination,
        str(_EXIT_CODES[result.termination]),
        str(result.rounds),
        str(run.steps()),
        f"{run.steps() / run.golden_steps:.5f}",
        repr(result.seconds_initial),
        repr(result.seconds),
        str(result.prompt_tokens),
        str(result.completion_tokens),
        f"{run.cost():.5f}",
        result.details,
    ]


_MOST_BYTES = 256 << 20
"""Largest table that is read, enough for some hundred thousand runs."""


def read_results(path: str | Path) -> list[Result]:
    """Read a table that `write_results` has written.

    Raises:
        TraceError: If it is not such a table; names the file, the line and the column.
    """
    path = Path(path)
    try:
        text = read_plain(path, _MOST_BYTES).decode()
        with io.StringIO(text, newline="") as file:
            reader = csv.reader(file, strict=True)
            if tuple(next(reader, ())) != _HEAD:
                raise TraceError(f"{path}:1: the columns must be {', '.join(_HEAD)}.")
            found: dict[tuple[str, str], Result] = {}
            for cells in reader:
                place = f"{path}:{reader.line_num}"
                result = _result(place, cells)
                if (result.task, result.agent) in found:
                    raise TraceError(
                        f"{place} has another result of {result.task} by {shown(result.agent)}. "
                        "Remove one of them."
                    )
                found[result.task, result.agent] = result
            return list(found.values())
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        hint = " Give the results.csv in it." if path.is_dir() else ""
        raise TraceError(f"{path} can't be read: {error}.{hint}") from error


def _result(place: str, cells: list[str]) -> Result:
    if len(cells) != len(_HEAD):
        raise TraceError(f"{place} has {len(cells)} cells, the head has {len(_HEAD)}.")
    row = dict(zip(_HEAD, cells, strict=True))

    def number(name: str) -> float:
        try:
            value = float(row[name])
        except ValueError:
            value = math.nan
        if not (math.isfinite(value) and 0 <= value < 1e15):
            raise TraceError(f"{place}: {name!r} must be a number from 0, got {row[name]!r:.80}.")
        return value

    for signal in get_args(Signal):
        if row["signal"] == signal:
            break
    else:
        raise TraceError(f"{place}: 'signal' must be S, F or E, got {shown(row['signal'])}.")
    for termination in TERMINATIONS:
        if row["termination"] == termination:
            break
    else:
        raise TraceError(
            f"{place}: 'termination' must be one of {list(TERMINATIONS)}, got "
            f"{shown(row['termination'])}."
        )
    try:
        load(row["task"])
    except OptionError as error:
        raise TraceError(f"{place}: {error}") from error
    return Result(
        row["task"],
        row["agent"],
        signal,
        termination,
        int(number("rounds")),
        number("elapsed_time_initial"),
        number("elapsed_time_exec"),
        int(number("total_prompt_tokens")),
        int(number("total_completion_tokens")),
        row["details"],
    )
