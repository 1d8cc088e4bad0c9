"""The figures of a session as text or HTML, in the shape of the paper's tables 2 and 3."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from android_gym.evaluation.spa_bench.metrics import GPT_4O, Metrics, Prices, metrics
from android_gym.evaluation.spa_bench.sessions import Result

__all__ = ["report_html", "report_text"]

_COLUMNS: Final = (
    ("Success", "success_rate", "{:.3f}"),
    ("Step ratio on success", "step_ratio", "{:.2f}"),
    ("Finished", "finished_rate", "{:.3f}"),
    ("Out of rounds", "max_rounds_rate", "{:.3f}"),
    ("Error", "error_rate", "{:.3f}"),
    ("Premature", "premature_rate", "{:.3f}"),
    ("Overdue", "overdue_rate", "{:.3f}"),
    ("Seconds a step", "seconds_per_step", "{:.1f}"),
    ("Dollars a step", "cost_per_step", "{:.4f}"),
)


@dataclass(frozen=True, slots=True)
class _Table:
    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def report_text(
    results: Sequence[Result], *, prices: Prices = GPT_4O, strict_upstream: bool = False
) -> str:
    """Return the figures of each agent as tables in Markdown.

    Args:
        results: Of one or more sessions.
        prices: Of the agents' model.
        strict_upstream: True for the figures of the benchmark's own code.
    """
    parts = []
    for table in _tables(results, prices, strict_upstream):
        lines = [table.head, tuple("---" for _ in table.head), *table.rows]
        text = "\n".join(f"| {' | '.join(map(_plain, line))} |" for line in lines)
        parts.append(f"## {table.title}\n\n{text}\n")
    return "\n".join(parts)


def report_html(
    results: Sequence[Result], *, prices: Prices = GPT_4O, strict_upstream: bool = False
) -> str:
    """Return the same as one page of HTML that needs nothing else."""
    parts = []
    for table in _tables(results, prices, strict_upstream):
        head = "".join(f"<th>{html.escape(cell)}</th>" for cell in table.head)
        rows = "".join(
            f"<tr>{''.join(f'<td>{html.escape(cell)}</td>' for cell in row)}</tr>"
            for row in table.rows
        )
        parts.append(
            f"<h2>{html.escape(table.title)}</h2>\n<div><table><thead><tr>{head}</tr></thead>"
            f"<tbody>{rows}</tbody></table></div>"
        )
    return _PAGE.replace("@", "\n".join(parts), 1)


def _plain(cell: str) -> str:
    return " ".join(cell.replace("|", "\\|").split())


def _tables(results: Sequence[Result], prices: Prices, strict_upstream: bool) -> Iterator[_Table]:
    agents = sorted({result.agent for result in results})
    sets = sorted({result.record.set for result in results})
    for name in sets:
        rows, by_level = [], []
        for agent in agents:
            mine = [r for r in results if r.agent == agent and r.record.set == name]
            if not mine:
                continue
            figures = metrics([r.run for r in mine], prices=prices, strict_upstream=strict_upstream)
            rows.append((agent, str(figures.runs), *_figures(figures)))
            levels = [_success([r for r in mine if r.record.level == level]) for level in (1, 2, 3)]
            by_level.append((agent, _success(mine), *levels))
        yield _Table(f"{name}: success rate", ("Agent", "Overall", *_LEVELS), tuple(by_level))
        head = ("Agent", "Runs", *(column[0] for column in _COLUMNS))
        yield _Table(f"{name}: metrics", head, tuple(rows))
    unjudged = [r for r in results if r.signal == "E"]
    if unjudged:
        yield _Table(
            "Runs without a verdict",
            ("Task", "Agent", "Cause"),
            tuple((r.task, r.agent, r.details[:300]) for r in unjudged),
        )


_LEVELS: Final = ("Level 1", "Level 2", "Level 3")


def _success(results: Sequence[Result]) -> str:
    if not results:
        return "-"
    return f"{sum(r.signal == 'S' for r in results) / len(results):.3f}"


def _figures(figures: Metrics) -> Iterator[str]:
    for _, name, form in _COLUMNS:
        value: float | None = getattr(figures, name)
        yield "-" if value is None else form.format(value)


_PAGE: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>SPA-Bench results</title>
<style>
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { margin: 2rem auto; max-width: 70rem; padding: 0 1rem }
div { overflow-x: auto }
table { border-collapse: collapse }
th, td { border-bottom: 1px solid #8884; padding: .3rem .8rem; text-align: right }
th:first-child, td:first-child { text-align: left }
</style>
<h1>SPA-Bench results</h1>
@
</html>
"""
