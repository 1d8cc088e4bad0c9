"""Judging of a sweep's episodes by their screens, for tasks that the phone's state can't decide.

Verdicts are kept in the sweep's folder, in ``verdicts.jsonl``, a line each: an interrupted judging
can be continued, and episodes that could not be judged are tried again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, get_args

from android_gym.checks import check_path, shown
from android_gym.errors import OptionError, TraceError
from android_gym.evaluation.folder import load, replace_file
from android_gym.evaluation.judges import Judge, Outcome, Question, Verdict
from android_gym.evaluation.results import EpisodeKey, Result
from android_gym.evaluation.trajectories import from_trace
from android_gym.host_files import read_plain
from android_gym.trace import load_trace

__all__ = ["Judged", "judge_sweep", "load_verdicts"]

_FILE: Final = "verdicts.jsonl"
_MOST_BYTES: Final = 256 << 20
_LONGEST_REASON: Final = 4_000


@dataclass(frozen=True, slots=True)
class Judged:
    """A verdict on an episode.

    Attributes:
        key: Identity of the episode.
        judge: Name of the judge.
        verdict: The verdict.
    """

    key: EpisodeKey
    judge: str
    verdict: Verdict

    def to_json(self) -> str:
        """Return one line of JSON."""
        told = self.verdict
        return json.dumps(
            {
                **self.key._asdict(),
                "judge": self.judge,
                "success": told.success,
                "outcome": told.outcome,
                "reason": told.reason[:_LONGEST_REASON],
                "asked": told.asked,
            }
        )


def judge_sweep(
    folder: str | Path,
    judge: Judge,
    name: str,
    on_verdict: Callable[[Judged], object] | None = None,
) -> list[Judged]:
    """Judge the episodes of a sweep that kept pictures.

    Episodes that an error ended or that this judge has already judged are left out.

    Args:
        folder: Folder of the sweep, finished or not.
        judge: The judge.
        name: The judge's name. A folder has the verdicts of one judge.
        on_verdict: Called with each new verdict, which is on the disk by then.

    Returns:
        All verdicts, in the order of the episodes.

    Raises:
        OptionError: If there is no sweep, it kept no pictures, or another judge has judged it.
        TraceError: If a trace is damaged.
    """
    root = check_path("folder", folder)
    results = [result for result in load(root) if result.end != "error"]
    known = {one.key: one for one in load_verdicts(root)}
    for one in known.values():
        if one.judge != name:
            raise OptionError(
                f"{root / _FILE} has verdicts of {shown(one.judge)}. Move it away to have "
                f"{shown(name)} judge."
            )
    for result in results:
        before = known.get(result.key)
        if before is not None and before.verdict.outcome != "failed":
            continue
        known[result.key] = Judged(result.key, name, judge.judge(_question(root, result)))
        _write(root, [known[one.key] for one in results if one.key in known])
        if on_verdict is not None:
            on_verdict(known[result.key])
    return [known[result.key] for result in results]


def load_verdicts(folder: str | Path) -> list[Judged]:
    """Read the verdicts on a sweep; none if it was not judged.

    Raises:
        OptionError: If the file is damaged: with the line.
    """
    file = check_path("folder", folder) / _FILE
    found: dict[EpisodeKey, Judged] = {}
    try:
        text = read_plain(file, _MOST_BYTES, inside=file.parent).decode()
        for number, line in enumerate(text.splitlines(), 1):
            try:
                one = _judged(json.loads(line))
            except (ValueError, RecursionError) as error:
                raise OptionError(
                    f"{file}:{number} is not a verdict: {error}. Remove the line to have its "
                    "episode judged again."
                ) from error
            if one.key in found:
                raise OptionError(f"{file}:{number} repeats a verdict. Remove the line.")
            found[one.key] = one
    except FileNotFoundError:
        return []
    except OSError as error:
        raise OptionError(f"{file} can't be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise OptionError(
            f"{file} is not a text: {error}. Move it away to have the episodes judged again."
        ) from error
    return list(found.values())


def _judged(data: object) -> Judged:
    match data:
        case {
            "id": str(env_id),
            "group": "same-seed" | "different-seed" | "reworded" as group,
            "seed": int(seed),
            "repeat": int(repeat),
            "rewording": int(rewording),
            "judge": str(judge),
            "success": bool(success),
            "outcome": str(outcome),
            "reason": str(reason),
            "asked": int(asked),
        }:
            kind: Sequence[Outcome] = [one for one in get_args(Outcome) if one == outcome]
            if not kind:
                raise ValueError(f"the outcome is {shown(outcome)}")
            counts = {"seed": seed, "repeat": repeat, "rewording": rewording, "asked": asked}
            for name, count in counts.items():
                if isinstance(count, bool) or count < 0:
                    raise ValueError(f"{name!r} is {shown(count)}")
            key = EpisodeKey(env_id, group, seed, repeat, rewording)
            return Judged(key, judge, Verdict(success, kind[0], reason, asked))
    raise ValueError(f"it is {shown(data)}")


def _question(folder: Path, result: Result) -> Question:
    where = folder / "traces" / result.key.file_name
    if not where.is_dir():
        raise OptionError(
            f"{folder} has no trace of {result.key.id} with seed {result.key.seed}. Sweep again "
            "into a new folder with --pictures."
        )
    trace = load_trace(where, inside=folder)
    if trace.start.png is None:
        raise OptionError(f"{where} has no pictures. Sweep into a new folder with --pictures.")
    if trace.seed != result.key.seed or trace.task != result.key.id.rpartition("-v")[0]:
        raise TraceError(f"{where} is a trace of {shown(trace.task)} with seed {trace.seed}.")
    return Question(trace.goal, from_trace(trace))


def _write(folder: Path, verdicts: Sequence[Judged]) -> None:
    text = "".join(f"{one.to_json()}\n" for one in verdicts)
    replace_file(folder / _FILE, text.encode())
