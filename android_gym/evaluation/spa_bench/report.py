"""The figures of a session as text or HTML, in the form of the paper's tables 2 and 3."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from android_gym.evaluation.spa_bench.metrics import GPT_4O, Metrics, Prices, metrics
from android_gym.evaluation.spa_bench.sessions import Result
from android_gym.evaluation.tables import Table, html_page

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


def report_text(
    results: Sequence[Result], *, prices: Prices = GPT_4O, strict_upstream: bool = False
) -> str:
    """Return the figures of each agent as tables in Markdown.

    Args:
        results: Results of one or more sessions.
        prices: Prices of the agents' model.
        strict_upstream: True for the figures of the benchmark's own code.
    """
    return "\n".join(table.markdown() for table in _tables(results, prices, strict_upstream))


def report_html(
    results: Sequence[Result], *, prices: Prices = GPT_4O, strict_upstream: bool = False
) -> str:
    """Return the figures as a self-contained HTML page."""
    tables = _tables(results, prices, strict_upstream)
    return html_page("SPA-Bench results", [table.html() for table in tables])


def _tables(results: Sequence[Result], prices: Prices, strict_upstream: bool) -> Iterator[Table]:
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
        yield Table(f"{name}: success rate", ("Agent", "Overall", *_LEVELS), tuple(by_level))
        head = ("Agent", "Runs", *(column[0] for column in _COLUMNS))
        yield Table(f"{name}: metrics", head, tuple(rows))
    unjudged = [r for r in results if r.signal == "E"]
    if unjudged:
        yield Table(
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
