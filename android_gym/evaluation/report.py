"""Report of a sweep: rates by task, difficulty, tag, wording and seed; a table and a chart."""

from __future__ import annotations

import csv
import io
import os
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import IO, Any, Literal

from android_gym.errors import DependencyError, OptionError, SweepError
from android_gym.evaluation.folder import replace_file
from android_gym.evaluation.ids import task_of
from android_gym.evaluation.results import GROUPS, Group, Result
from android_gym.evaluation.statistics import two_proportions, wilson

__all__ = ["SIGNIFICANT", "Row", "draw_chart", "summarize", "write_report"]

SIGNIFICANT = 0.05
"""p-values below this are marked."""

By = Literal["all", "task", "difficulty", "tag", "rewording", "seed"]


@dataclass(frozen=True)
class Row:
    """A row of the summary: episodes that are evaluated together.

    Attributes:
        by: What they have in common, e.g. ``"tag"``.
        name: Its value, e.g. ``"data_entry"``; empty for all.
        group: See `android_gym.evaluation.results.GROUPS`.
        episodes: Number of episodes.
        errors: Number of these that ended in an error; they count as failures.
        successes: Number of these that earned 1.
        success_rate: In [0, 1].
        low: Lower end of its 95 % Wilson interval.
        high: Upper end.
        mean_score: In [0, 1].
        mean_steps: Mean number of steps, over all episodes.
        step_ratio: Mean, over successes, of the steps taken divided by the demonstration's steps on
            the same seed; None if there is none to compare.
        seed_mean: In rows of ``all`` and ``task``: the mean over seeds of the success rate.
        seed_std: Its standard deviation over seeds (with n - 1); None for fewer than two seeds.
        p_value: p-value of the rate being equal to that of the group to compare with: same-seed for
            different-seed, different-seed for reworded; None if there is none.
        significant: Whether it is below `SIGNIFICANT`.
    """

    by: By
    name: str
    group: Group
    episodes: int
    errors: int
    successes: int
    success_rate: float
    low: float
    high: float
    mean_score: float
    mean_steps: float
    step_ratio: float | None
    seed_mean: float | None = None
    seed_std: float | None = None
    p_value: float | None = None
    significant: bool = False


def summarize(results: Iterable[Result]) -> list[Row]:
    """Return the rows of a summary: all, tasks, difficulties, tags, rewordings and seeds."""
    results = list(results)
    ways: dict[By, Callable[[Result], Sequence[str]]] = {
        "all": lambda result: [""],
        "task": lambda result: [result.key.id],
        "difficulty": lambda result: [task_of(result.key.id).difficulty],
        "tag": lambda result: task_of(result.key.id).tags or ["untagged"],
        "rewording": lambda result: [str(result.key.rewording)],
        "seed": lambda result: [str(result.key.seed)],
    }
    rows = []
    for by, names in ways.items():
        together: dict[tuple[str, Group], list[Result]] = {}
        for result in results:
            if by in ("seed", "rewording") and result.key.group == "same-seed":
                continue
            for name in names(result):
                together.setdefault((name, result.key.group), []).append(result)
        order = {key: (_order(by, key[0]), GROUPS.index(key[1])) for key in together}
        for name, group in sorted(together, key=order.__getitem__):
            other = _compared(by, name, group, together)
            rows.append(_row(by, name, group, together[name, group], other))
    return rows


def _order(by: By, name: str) -> tuple[int, str]:
    if by in ("rewording", "seed"):
        return int(name), ""
    if by == "difficulty":
        return ["easy", "medium", "hard"].index(name), ""
    return 0, name


def _compared(
    by: By, name: str, group: Group, together: dict[tuple[str, Group], list[Result]]
) -> list[Result]:
    """Return the episodes that a row's rate is compared with."""
    if group == "reworded":
        return together.get(("0" if by == "rewording" else name, "different-seed"), [])
    return together.get((name, "same-seed"), []) if group == "different-seed" else []


def _row(by: By, name: str, group: Group, results: list[Result], other: list[Result]) -> Row:
    episodes = len(results)
    successes = sum(result.success for result in results)
    low, high = wilson(successes, episodes)
    solved = [result for result in results if result.success]
    ratios = [r.steps / r.demonstration_steps for r in solved if r.demonstration_steps]
    p = two_proportions(successes, episodes, sum(r.success for r in other), len(other))
    seeds: dict[int, list[bool]] = {}
    if by in ("all", "task") and group != "same-seed":
        for result in results:
            seeds.setdefault(result.key.seed, []).append(result.success)
    means = [statistics.fmean(own) for own in seeds.values()]
    return Row(
        by=by,
        name=name,
        group=group,
        episodes=episodes,
        errors=sum(result.error is not None for result in results),
        successes=successes,
        success_rate=successes / episodes,
        low=low,
        high=high,
        mean_score=statistics.fmean(result.score for result in results),
        mean_steps=statistics.fmean(result.steps for result in results),
        step_ratio=statistics.fmean(ratios) if ratios else None,
        seed_mean=statistics.fmean(means) if means else None,
        seed_std=statistics.stdev(means) if len(means) > 1 else None,
        p_value=p,
        significant=p is not None and p < SIGNIFICANT,
    )


def write_report(results: Iterable[Result], out: str | os.PathLike[str]) -> list[Row]:
    """Write ``summary.csv`` and ``chart.png``.

    Args:
        results: Results of a sweep, at least one.
        out: The folder.

    Returns:
        The rows of the summary.

    Raises:
        OptionError: If there are no results, or some have unknown ids.
        SweepError: If a file can't be written; an existing one stays as it was.
    """
    rows = summarize(results)
    if not rows:
        raise OptionError("There are no episodes to report.")
    names = [field.name for field in fields(Row)]
    table, picture = io.StringIO(newline=""), io.BytesIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(names)
    for row in rows:
        writer.writerow(_cell(getattr(row, name)) for name in names)
    draw_chart(rows, picture)
    for file, data in (
        ("summary.csv", table.getvalue().encode()),
        ("chart.png", picture.getvalue()),
    ):
        try:
            replace_file(Path(out) / file, data)
        except OSError as error:
            raise SweepError(f"{Path(out) / file} can't be written: {error.strerror}.") from error
    return rows


def _cell(value: object) -> object:
    return f"{value:.6g}" if isinstance(value, float) else value


_BARS_IN_A_LINE = 40
_COLOURS = {"same-seed": "#4c72b0", "different-seed": "#dd8452", "reworded": "#55a868"}


def draw_chart(rows: Iterable[Row], file: str | os.PathLike[str] | IO[bytes]) -> None:
    """Draw success rates of each task, one bar per group, like the AndroidWorld paper's Figure 3.

    Whiskers are 95 % Wilson intervals; a star is above a group whose rate differs at p < 0.05 from
    that of the group it is compared with (see `Row.p_value`).

    Args:
        rows: Rows returned by `summarize`.
        file: The picture, ``.png``, ``.svg`` or ``.pdf``; or a file object for a PNG.

    Raises:
        DependencyError: If matplotlib is missing.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise DependencyError("Charts need matplotlib: run `pip install matplotlib`.") from error
    bars = {(row.name, row.group): row for row in rows if row.by == "task"}
    names = list(dict.fromkeys(name for name, _ in bars))
    groups = [group for group in GROUPS if any(own == group for _, own in bars)]
    lines = -(-len(names) * len(groups) // _BARS_IN_A_LINE)
    length = -(-len(names) // lines)
    figure = Figure(figsize=(max(4.0, 1 + 0.22 * length * len(groups)), 3 * lines))
    figure.set_layout_engine("constrained")
    for line, axes in enumerate(figure.subplots(lines, squeeze=False)[:, 0]):
        own = names[line * length : (line + 1) * length]
        for number, group in enumerate(groups):
            _draw_group(axes, own, group, bars, 0.8 / len(groups), number - (len(groups) - 1) / 2)
        labels = [name.rpartition("/")[2].rpartition("-v")[0] for name in own]
        axes.set_xticks(range(len(own)), labels, rotation=35, ha="right", fontsize=7)
        axes.set_xlim(-0.6, length - 0.4)
        axes.set_ylim(0, 1.15)
        axes.set_yticks([0, 0.5, 1])
        axes.set_ylabel("success rate")
        axes.spines[["top", "right"]].set_visible(False)
    handles, texts = axes.get_legend_handles_labels()
    figure.legend(handles, texts, frameon=False, ncols=len(groups), loc="outside upper center")
    figure.savefig(file, dpi=100)


def _draw_group(
    axes: Any,
    names: Sequence[str],
    group: Group,
    bars: Mapping[tuple[str, Group], Row],
    width: float,
    place: float,
) -> None:
    """Draw a group's bars, `place` widths to the right of each name's middle."""
    own = {x: bars[name, group] for x, name in enumerate(names) if (name, group) in bars}
    rates = [row.success_rate for row in own.values()]
    below = [max(0.0, row.success_rate - row.low) for row in own.values()]
    above = [max(0.0, row.high - row.success_rate) for row in own.values()]
    axes.bar(
        [x + place * width for x in own],
        rates,
        0.92 * width,
        yerr=[below, above],
        color=_COLOURS[group],
        label=group.replace("-", " "),
        error_kw={"elinewidth": 1, "capsize": 2},
    )
    for x, row in own.items():
        if row.significant:
            axes.text(x + place * width, row.high, "*", ha="center", va="bottom", fontsize=12)
