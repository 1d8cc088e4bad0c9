"""Studies: one policy under several conditions, a sweep for each, and one table of all.

`ROBUSTNESS` asks of an agent what AndroidWorld's paper asks: how much does its success depend on
the parameters (seeds), on the words of the goal, on the theme, and on the device?
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Any, Final

from android_gym.checks import check_choice, check_path, shown
from android_gym.errors import OptionError, SweepError
from android_gym.evaluation.folder import load_known, replace_file
from android_gym.evaluation.report import summarize
from android_gym.evaluation.results import Group, Result
from android_gym.evaluation.statistics import two_proportions
from android_gym.evaluation.sweep import sweep
from android_gym.host_files import read_plain

__all__ = [
    "ROBUSTNESS",
    "STUDIES",
    "Condition",
    "StudyRow",
    "is_study",
    "read_study",
    "study",
    "write_table",
]

_FILE = "study.json"
_SCREEN: Final = {"width", "height", "density_dpi"}
_MOST_BYTES: Final = 1 << 20


@dataclass(frozen=True)
class Condition:
    """A condition under which a policy is played in a study.

    Attributes:
        name: Name of the condition and of its folder.
        rewordings: Rewordings of the goals.
        repeats: Whether one seed is also played repeatedly.
        wrappers: Wrappers around each environment, as `sweep` takes them.
        device: A device to use in place of the study's; None for the study's.
    """

    name: str
    rewordings: tuple[int, ...] = (0,)
    repeats: bool = False
    wrappers: tuple[Mapping[str, Any], ...] = ()
    device: Mapping[str, Any] | None = None


_DARK: Final = {
    "entry_point": "android_gym.wrappers:RandomizeDevice",
    "kwargs": {"densities": [420], "night": "always", "font_scales": [1.0], "notifications": 0},
}

ROBUSTNESS: Final = (
    Condition("usual", repeats=True),
    Condition("wordings", rewordings=(1, 2, 3, 4)),
    Condition("dark", wrappers=(_DARK,)),
    Condition("pixel_5", device={"kind": "simulator", "profile": "pixel_5"}),
)
"""The conditions of the study of robustness; the others are compared with the first."""

STUDIES: Final[dict[str, tuple[Condition, ...]]] = {"robustness": ROBUSTNESS}
"""Conditions by the name of their study."""


@dataclass(frozen=True)
class StudyRow:
    """Episodes of one condition and one group.

    Attributes:
        condition: Its name.
        group: See `android_gym.evaluation.results.GROUPS`.
        episodes: Number of episodes.
        errors: Number of these that ended in an error; they count as failures.
        successes: Number of these that earned 1.
        success_rate: In [0, 1].
        low: Lower end of its 95 % Wilson interval.
        high: Upper end.
        seed_mean: Mean over seeds of the success rate.
        seed_std: Its standard deviation over seeds; None for fewer than two.
        p_value: p-value of the rate being equal to that of the first condition's episodes on
            different seeds; None for these themselves.
    """

    condition: str
    group: Group
    episodes: int
    errors: int
    successes: int
    success_rate: float
    low: float
    high: float
    seed_mean: float | None
    seed_std: float | None
    p_value: float | None


def study(
    name: str,
    ids: str | Sequence[str] | Mapping[str, Sequence[int]],
    policy: Any,
    *,
    out: str | os.PathLike[str],
    same_seed: int = 30,
    repeat: int = 20,
    devices: Sequence[str | Mapping[str, Any]] = ("simulator",),
    **options: Any,
) -> list[StudyRow]:
    """Play a policy under each condition of a study, each in a folder of its own.

    The same call continues a study that was interrupted.

    Args:
        name: One of `STUDIES`.
        ids: As `sweep` takes them.
        policy: As `sweep` takes it.
        out: Folder of the study.
        same_seed: The seed that is played repeatedly, if a condition asks for that.
        repeat: How often.
        devices: As `sweep` takes them; a condition's own device replaces each of them, but keeps
            the options of a simulator that it doesn't set itself.
        options: Further arguments of `sweep`, except those that conditions set.

    Returns:
        The rows of the table.

    Raises:
        OptionError: If an argument is wrong, or `out` has another study.
        SweepError: If workers can't be started, or a file can't be written.
    """
    check_choice("study", name, tuple(STUDIES))
    folder = check_path("out", out)
    own = sorted({"rewordings", "wrappers"} & options.keys())
    if own:
        raise OptionError(f"{own[0]!r} can't be given: the conditions of a study set it.")
    text = json.dumps({"study": name, "conditions": [c.name for c in STUDIES[name]]}) + "\n"
    _claim(folder, text)
    for condition in STUDIES[name]:
        given = devices
        if condition.device is not None:
            given = [_changed(device, condition.device) for device in devices]
            if options.get("workers"):
                given = given[:1]
        sweep(
            ids,
            policy,
            out=folder / condition.name,
            same_seed=same_seed if condition.repeats else None,
            repeat=repeat,
            rewordings=condition.rewordings,
            wrappers=condition.wrappers,
            devices=given,
            **options,
        )
    return write_table(folder)


def _changed(
    device: str | Mapping[str, Any], condition: Mapping[str, Any]
) -> str | Mapping[str, Any]:
    """Return a condition's device in place of the study's.

    It keeps the options of the study's simulator, such as its latency, so that the two differ in
    the condition alone. The screen is the profile's own.
    """
    if not isinstance(device, Mapping) or device.get("kind", "simulator") != condition["kind"]:
        return condition
    return {**{name: device[name] for name in device.keys() - _SCREEN}, **condition}


def _claim(folder: Path, text: str) -> None:
    file = folder / _FILE
    try:
        if file.is_file():
            if read_plain(file, _MOST_BYTES, inside=folder).decode("utf-8", "replace") != text:
                raise OptionError(f"{str(folder)!r} contains another study. Choose another folder.")
            return
        if folder.is_dir() and any(folder.iterdir()):
            raise OptionError(f"{str(folder)!r} contains other files. Choose another folder.")
        folder.mkdir(parents=True, exist_ok=True)
        replace_file(file, text.encode())
    except OSError as error:
        raise SweepError(f"{str(file)!r} can't be written: {error.strerror}.") from error


def is_study(folder: str | os.PathLike[str]) -> bool:
    """Return whether a folder is a study's."""
    return (Path(folder) / _FILE).is_file()


def read_study(out: str | os.PathLike[str]) -> list[StudyRow]:
    """Return the results of each condition of a study, as far as it was played.

    Args:
        out: Folder of a study.

    Raises:
        OptionError: If the folder is not a study's, or nothing was played yet.
    """
    folder = check_path("out", out)
    rows = _rows(folder, _conditions(folder))
    if not rows:
        raise OptionError(f"There are no episodes in {str(folder)!r} yet.")
    return rows


def write_table(out: str | os.PathLike[str]) -> list[StudyRow]:
    """Write ``study.csv``: the results of each condition, as far as it was played.

    Args:
        out: Folder of a study.

    Returns:
        Its rows.

    Raises:
        OptionError: If the folder is not a study's, or nothing was played yet.
        SweepError: If the file can't be written.
    """
    folder, rows = check_path("out", out), read_study(out)
    table = io.StringIO(newline="")
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(field.name for field in fields(StudyRow))
    for row in rows:
        writer.writerow(f"{v:.6g}" if isinstance(v, float) else v for v in astuple(row))
    try:
        replace_file(folder / "study.csv", table.getvalue().encode())
    except OSError as error:
        raise SweepError(f"{folder / 'study.csv'} can't be written: {error.strerror}.") from error
    return rows


def _conditions(folder: Path) -> list[str]:
    """Return the names of a study's conditions, each of which is also its folder's name."""
    try:
        told = json.loads(read_plain(folder / _FILE, _MOST_BYTES, inside=folder).decode())
        if not isinstance(told, dict):
            raise ValueError(f"it is {shown(told)}, not an object")
    except (OSError, ValueError, RecursionError) as error:
        raise OptionError(
            f"{str(folder / _FILE)!r} holds no study: {str(error).rstrip('.')}. Give the --out of "
            "one."
        ) from error
    name = told.get("study")
    if not isinstance(name, str) or name not in STUDIES:
        raise OptionError(f"{str(folder / _FILE)!r} names no study; there are {sorted(STUDIES)}.")
    names = [condition.name for condition in STUDIES[name]]
    if told.get("conditions") != names:
        raise OptionError(
            f"{str(folder / _FILE)!r} has the conditions {shown(told.get('conditions'))}, and the "
            f"study {name!r} has {names}. Use the version of android_gym that wrote it."
        )
    return names


def _rows(folder: Path, names: Sequence[str]) -> list[StudyRow]:
    rows: list[StudyRow] = []
    first: list[Result] = []
    for name in names:
        if not (folder / name).is_dir():
            continue
        results = load_known(folder / name)
        if name == names[0]:
            first = [result for result in results if result.key.group == "different-seed"]
        for row in summarize(results):
            if row.by != "all":
                continue
            is_first = name == names[0] and row.group == "different-seed"
            p = two_proportions(
                row.successes, row.episodes, sum(r.success for r in first), len(first)
            )
            rows.append(
                StudyRow(
                    name,
                    row.group,
                    row.episodes,
                    row.errors,
                    row.successes,
                    row.success_rate,
                    row.low,
                    row.high,
                    row.seed_mean,
                    row.seed_std,
                    None if is_first else p,
                )
            )
    return rows
