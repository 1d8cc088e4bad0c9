"""Trajectories: the screens and actions of an episode, as SPA-Bench's detectors look at them.

They come from an `EpisodeTrace` of this package, or from a folder written by the benchmark's own
agents: ``0.png``, ``1.png`` ... and ``log.json``. Screen k is the one before action k + 1.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from android_gym.checks import shown
from android_gym.errors import TraceError
from android_gym.evaluation import trajectories
from android_gym.evaluation.trajectories import LoggedAction, Shot
from android_gym.host_files import read_plain
from android_gym.task_suite.spa_bench.records import Record
from android_gym.trace import EpisodeTrace

__all__ = ["LoggedAction", "Shot", "Summary", "Trajectory", "from_trace", "read_log", "read_run"]

_MAX_LOG_BYTES: Final = 256 << 20
_MAX_PICTURE_BYTES: Final = 64 << 20
_MAX_SCREENS: Final = 10_000
_FARTHEST: Final = 1e6  # pixels
_PICTURES: Final = (".png", ".jpg")


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary at the end of an agent's log.

    Attributes:
        rounds: Steps that the agent took, including the last one that says "finished".
        finished: True if the agent said that it was done.
        seconds_initial: Time until the first step, in seconds.
        seconds: Time of all steps, in seconds.
        prompt_tokens: Tokens sent to the model.
        completion_tokens: Tokens written by the model.
    """

    rounds: int
    finished: bool
    seconds_initial: float = 0.0
    seconds: float = 0.0
    prompt_tokens: int = 0
    completion_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Trajectory(trajectories.Trajectory):
    """An episode of one of the benchmark's tasks.

    Attributes:
        record: The task.
    """

    record: Record = field(kw_only=True)


def from_trace(trace: EpisodeTrace, record: Record) -> Trajectory:
    """Return an episode of this package as a trajectory of a task."""
    seen = trajectories.from_trace(trace)
    return Trajectory(seen.shots, seen.actions, seen.reward, record=record)


def read_run(folder: str | Path, record: Record) -> Trajectory:
    """Read a trajectory from the folder of an agent's run.

    Args:
        folder: Folder with ``0.png`` ... (or ``.jpg``) and, if there is one, ``log.json``.
        record: The task that was played.

    Raises:
        TraceError: If there is no picture, one is invalid, or the log is damaged; names the file.
    """
    folder = Path(folder)
    try:
        files = [path for path in folder.iterdir() if path.suffix.lower() in _PICTURES]
    except OSError as error:
        raise TraceError(f"There is no run in {folder}: {error}.") from error
    numbered = sorted((int(p.stem), p) for p in files if p.stem.isascii() and p.stem.isdigit())
    if not numbered:
        raise TraceError(f"{folder} holds no screenshots (0.png, 1.png ...).")
    if len(numbered) > _MAX_SCREENS:
        raise TraceError(f"{folder} holds {len(numbered):,} screenshots, over {_MAX_SCREENS:,}.")
    shots = tuple(Shot(path.name, _picture(path)) for _, path in numbered)
    log = folder / "log.json"
    actions = read_log(log)[0] if log.exists() else ()
    return Trajectory(shots, actions[: len(shots) - 1], record=record)


def _picture(path: Path) -> bytes:
    try:
        data = read_plain(path, _MAX_PICTURE_BYTES, inside=path.parent)
    except OSError as error:
        raise TraceError(f"{path} can't be read: {error}.") from error
    if not data.startswith((b"\x89PNG\r\n\x1a\n", b"\xff\xd8")):
        raise TraceError(f"{path} is neither PNG nor JPEG.")
    return data


def read_log(path: Path) -> tuple[tuple[LoggedAction, ...], Summary | None]:
    """Read an agent's ``log.json``.

    Returns:
        Its actions, and the summary at its end; None for a log without one.

    Raises:
        TraceError: If it is not such a log; names the file and the entry.
    """
    try:
        data = read_plain(path, _MAX_LOG_BYTES, inside=path.parent)
        entries = json.loads(data.decode("utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        raise TraceError(f"{path} is not a log: {error}.") from error
    if not isinstance(entries, list):
        raise TraceError(f"{path} must hold a list, got {shown(entries)}.")
    actions: list[LoggedAction] = []
    summary: Summary | None = None
    for number, entry in enumerate(entries, 1):
        if not isinstance(entry, dict):
            raise TraceError(f"{path}: entry {number} must be an object, got {shown(entry)}.")
        if "total_steps" in entry:
            summary = _summary(f"{path}: entry {number}", entry)
        elif "action" in entry:
            actions.append(_logged(f"{path}: entry {number}", entry["action"]))
        else:
            raise TraceError(f"{path}: entry {number} has no 'action': {shown(entry)}.")
    return tuple(actions), summary


def _logged(place: str, data: object) -> LoggedAction:
    match data:
        case [str(name), {"detail_type": "string", "detail": str(detail)}]:
            return LoggedAction(name, detail)
        case [str(name), {"detail_type": "string", "detail": None}]:
            return LoggedAction(name)
        case [
            str(name),
            {"detail_type": "coordinates", "detail": [int() | float() as x, int() | float() as y]},
        ] if _is_place(x) and _is_place(y):
            return LoggedAction(name, position=(float(x), float(y)))
        case _:
            raise TraceError(
                f"{place}: 'action' must be [name, {{'detail_type': 'string' or 'coordinates', "
                f"'detail': ...}}], got {shown(data)}."
            )


def _is_place(value: float) -> bool:
    """Return whether a number may be a coordinate; JSON has NaN and numbers of any length."""
    return not isinstance(value, bool) and abs(value) <= _FARTHEST


def _summary(place: str, data: dict[str, object]) -> Summary:
    def number(name: str, least: float = 0.0) -> float:
        value = data.get(name, 0)
        if (
            not isinstance(value, int | float)
            or isinstance(value, bool)
            or not least <= value < 1e15
        ):
            raise TraceError(
                f"{place}: {name!r} must be a number from {least:g}, got {value!r:.80}."
            )
        return float(value)

    if data.get("finish_signal") not in (0, 1):
        raise TraceError(
            f"{place}: 'finish_signal' must be 0 or 1, got {data.get('finish_signal')!r:.80}."
        )
    return Summary(
        rounds=int(number("total_steps", -1)) + 1,  # the benchmark leaves out the last round
        finished=data["finish_signal"] == 1,
        seconds_initial=number("elapsed_time_initial"),
        seconds=number("elapsed_time_exec"),
        prompt_tokens=int(number("total_prompt_tokens")),
        completion_tokens=int(number("total_completion_tokens")),
    )
