"""Export of sweeps as AndroidWorld checkpoints, which its own tools can read.

A checkpoint is a folder with a file for each episode, ``<Task>_<instance>.pkl.gz``: a pickled list
of one dict. Checkpoints are only written, never read, as unpickling runs code in the file.
"""

from __future__ import annotations

import datetime
import gzip
import math
import os
import pickle
from collections import Counter
from typing import Any

from android_gym.checks import check_path
from android_gym.errors import OptionError, SweepError
from android_gym.evaluation.folder import load_known, load_manifest, replace_file
from android_gym.evaluation.ids import task_of
from android_gym.evaluation.results import GROUPS, Result
from android_gym.events import to_json
from android_gym.trace import EpisodeTrace, load_trace

__all__ = ["export"]

_COMPRESSION = 5
_PROTOCOL = 4
"""Readable by Python 3.4 and later."""


def export(run: str | os.PathLike[str], out: str | os.PathLike[str]) -> int:
    """Write a sweep as a checkpoint.

    Episodes that ended in an error are written as AndroidWorld writes its failed ones: no score,
    and the error's text. A step has its number, its action as JSON, why it was refused, the model's
    words if the policy recorded them, and the picture of the screen before it as a PNG. A task's
    instances are counted by group, seed, repeat and rewording, whichever worker finished first, so
    that they are the same ones in another policy's sweep.

    Args:
        run: Folder written by `sweep`.
        out: Folder to write; it must be empty, or not exist.

    Returns:
        Number of episodes written.

    Raises:
        OptionError: If `run` is not a sweep or has no episodes, or `out` is not empty.
        TraceError: If a trace is damaged.
        SweepError: If a file can't be written.
    """
    source, folder = check_path("run", run), check_path("out", out)
    results = sorted(load_known(source), key=_place)
    if not results:
        raise OptionError(f"There are no episodes in {str(source)!r} yet.")
    agent = _agent(load_manifest(source))
    if folder.exists() and not folder.is_dir():
        raise OptionError(f"{str(folder)!r} is not a folder. Choose another one.")
    if folder.exists() and any(folder.iterdir()):
        raise OptionError(f"{str(folder)!r} is not empty. Choose another folder.")
    counts: Counter[str] = Counter()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for result in results:
            task = task_of(result.key.id).name
            path = source / "traces" / result.key.file_name
            trace = load_trace(path, inside=source) if path.is_dir() else None
            finished = (path / "trace.json" if trace else source / "episodes.jsonl").stat().st_mtime
            episode = _episode(result, trace, datetime.datetime.fromtimestamp(finished))
            episode |= {"task_template": task, "agent_name": agent, "instance_id": counts[task]}
            data = gzip.compress(pickle.dumps([episode], _PROTOCOL), _COMPRESSION, mtime=0)
            replace_file(folder / f"{task}_{counts[task]}.pkl.gz", data)
            counts[task] += 1
    except OSError as error:
        raise SweepError(f"{str(folder)!r} can't be written: {error.strerror}.") from error
    return counts.total()


def _place(result: Result) -> tuple[int, int, int, int]:
    key = result.key
    return GROUPS.index(key.group), key.seed, key.repeat, key.rewording


def _agent(manifest: dict[str, Any]) -> str:
    policy = manifest.get("policy")
    described = policy if isinstance(policy, dict) else {}
    parts = [str(described.get("name", "")).rpartition(":")[2]]
    parts += [str(described[name]) for name in ("model", "format") if name in described]
    return " ".join(filter(None, parts))


def _episode(
    result: Result, trace: EpisodeTrace | None, finished: datetime.datetime
) -> dict[str, Any]:
    common: dict[str, Any] = {
        "goal": result.goal,
        "run_time": result.seconds,
        "finish_dtime": finished,
        "aux_data": None,
        "seed": result.key.seed,
        "screen_config": None if trace is None else _screen_config(trace),
        "exception_info": result.error,
    }
    if result.error is not None:
        nothing = math.nan
        return common | {
            "is_successful": nothing,
            "episode_length": nothing,
            "episode_data": nothing,
        }
    return common | {
        "is_successful": result.score,
        "episode_length": result.steps,
        "episode_data": _steps(result, trace),
    }


def _screen_config(trace: EpisodeTrace) -> dict[str, Any]:
    width, height = trace.start.size
    orientation = "landscape" if width > height else "portrait"
    return {"width": width, "height": height, "orientation": orientation, "config_name": "default"}


def _steps(result: Result, trace: EpisodeTrace | None) -> dict[str, list[Any]]:
    """Return the values of each step by name, a list each, in AndroidWorld's form."""
    if trace is None:
        return {"step_number": list(range(result.steps))}
    replies = []
    for step in trace.steps:
        asked = step.notes.get("asked")
        replies.append([one.get("reply") for one in asked] if isinstance(asked, list) else [])
    return {
        "step_number": list(range(len(trace.steps))),
        "action": [[to_json(event) for event in step.events] for step in trace.steps],
        "action_output": replies,
        "action_error": [step.error for step in trace.steps],
        "before_screenshot_png": [screen.png for screen in trace.screens[:-1]],
    }
