"""The figures as text, and as a page with charts, in the form of the paper's tables 3 to 6."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Final, get_args

from android_gym.evaluation.mobile_bench.episodes import Episode
from android_gym.evaluation.mobile_bench.figures import METRICS, Comparison, Figures, comparisons
from android_gym.evaluation.tables import Table, html_page
from android_gym.task_suite.mobile_bench.tasks import LIMITS, Level

__all__ = ["report_html", "report_text"]

_LEVELS: Final[tuple[Level, ...]] = get_args(Level)
_COLORS: Final = (
    "#3b7dd8", "#e0862b", "#3f9b6c", "#b5527c", "#7a68c4", "#8a8f3c",
    "#2aa7b8", "#8c6250", "#e07b9a", "#7f8790", "#c9a227", "#5560a8",
)  # fmt: skip
"""Colours of agents; the thirteenth agent gets the first one again."""

_BAR, _GAP, _MARGIN, _HIGH, _TOP, _NARROWEST = 22, 4, 8, 120, 22, 90


def report_text(episodes: Sequence[Episode]) -> str:
    """Return the figures as tables in Markdown.

    Args:
        episodes: Episodes from `android_gym.evaluation.mobile_bench.read_runs`.
    """
    parts = [_table(comparison).markdown() for comparison in comparisons(episodes)]
    return "\n".join([*parts, *(f"{note}\n" for note in _notes(episodes))])


def report_html(episodes: Sequence[Episode]) -> str:
    """Return the figures as a self-contained HTML page with charts."""
    parts = []
    found = list(comparisons(episodes))
    names = dict.fromkeys(agent for comparison in found for agent, _ in comparison.rows)
    colors = dict(zip(names, itertools.cycle(_COLORS), strict=False))  # an agent keeps its colour
    for comparison in found:
        charts = "".join(
            _chart(comparison, label, name, colors) for label, name in _metrics(comparison)
        )
        above = f'{_legend(comparison, colors)}\n<div class="charts">{charts}</div>\n'
        parts.append(_table(comparison).html(above))
    parts += [f"<p>{escape(note)}</p>" for note in _notes(episodes)]
    return html_page("Mobile-Bench results", parts, style=_STYLE)


def _metrics(comparison: Comparison) -> Iterator[tuple[str, str]]:
    return ((label, name) for label, name in METRICS if name in comparison.metrics)


def _table(comparison: Comparison) -> Table:
    """Return the table of a comparison: episodes, then each figure by level."""
    metrics = list(_metrics(comparison))
    head = ["Agent", "Episodes"]
    head += [f"{label} {level}" for label, _ in metrics for level in _LEVELS]
    rows = []
    for agent, levels in comparison.rows:
        count = str(sum(one.episodes for one in levels if one is not None))
        values = (_shown(one, name) for _, name in metrics for one in levels)
        rows.append((agent, count, *values))
    return Table(comparison.title, head, rows)


def _value(figures: Figures | None, name: str) -> float | None:
    """Return a figure as it is shown, None if there is none."""
    value: float | None = None if figures is None else getattr(figures, name)
    return value if value is None or name == "steps" else 100 * value


def _shown(figures: Figures | None, name: str) -> str:
    value = _value(figures, name)
    return "-" if value is None else f"{value:.2f}"


def _notes(episodes: Sequence[Episode]) -> Iterator[str]:
    """Yield notes on how to read the tables."""
    limits = ", ".join(f"{level} {limit}" for level, limit in LIMITS.items())
    yield (
        "A step is an action or an API call; a task that was not done counts with the limit of its "
        f"level ({limits})."
    )
    unjudged = sum(not episode.error and episode.passed is None for episode in episodes)
    if unjudged:
        yield (
            f"Nobody has judged {unjudged} of {len(episodes)} episodes, whose tasks have no check "
            "of their own: PassRate leaves them out, and they count with the steps taken. "
            "`android-gym judge RUN` asks a model."
        )
    errors = sum(episode.error for episode in episodes)
    if errors:
        yield f"Left out: {errors} of {len(episodes)} episodes, which ended in an error."


def _legend(comparison: Comparison, colors: Mapping[str, str]) -> str:
    items = (
        f'<li><svg width="12" height="12"><rect width="12" height="12" fill="{colors[agent]}"/>'
        f"</svg> {escape(agent)}</li>"
        for agent, _ in comparison.rows
    )
    return f'<ul class="legend">{"".join(items)}</ul>'


def _chart(comparison: Comparison, label: str, name: str, colors: Mapping[str, str]) -> str:
    """Return bars of one figure, a picture for each level, so that narrow screens wrap them."""
    levels = "".join(_bars(comparison, label, name, level, colors) for level in _LEVELS)
    return f"<figure><figcaption>{escape(label)}</figcaption>{levels}</figure>"


def _bars(
    comparison: Comparison, label: str, name: str, level: Level, colors: Mapping[str, str]
) -> str:
    """Return bars of one figure and level, one per agent, with the same width in a comparison."""
    width = max(_NARROWEST, len(comparison.rows) * (_BAR + _GAP) + 2 * _MARGIN)
    top = float(max(LIMITS.values())) if name == "steps" else 100.0
    bars = [f'<text x="{width / 2:g}" y="{_TOP + _HIGH + 16}">{level}</text>']
    for i, (agent, levels) in enumerate(comparison.rows):
        value = _value(levels[_LEVELS.index(level)], name)
        if value is None:
            continue
        high = _HIGH * value / top
        x, y = _MARGIN + i * (_BAR + _GAP), _TOP + _HIGH - high
        told = f"{agent}, {level}: {value:.2f}"
        bars.append(
            f'<rect x="{x}" y="{y:.1f}" width="{_BAR}" height="{high:.1f}" fill="{colors[agent]}">'
            f"<title>{escape(told)}</title></rect>"
            f'<text class="value" x="{x + _BAR / 2:g}" y="{y - 3:.1f}">{value:.0f}</text>'
        )
    height = _TOP + _HIGH + 22
    return (
        f'<svg role="img" aria-label="{escape(label)}, {level}" width="{width}" '
        f'height="{height}" viewBox="0 0 {width} {height}"><path d="M0 {_TOP + _HIGH}H{width}"/>'
        f"{''.join(bars)}</svg>"
    )


_STYLE: Final = """\
th:first-child, td:first-child { background: Canvas; left: 0; min-width: 8rem; position: sticky }
@media (min-width: 50rem) { th:first-child, td:first-child { min-width: 14rem } }
figure { margin: 0; max-width: 100% }
figcaption { font-weight: bold }
svg[role=img] { max-width: 100% }
.charts { display: flex; flex-wrap: wrap; gap: 1rem 2rem; margin-bottom: 1rem }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.5rem; list-style: none; padding: 0 }
svg text { fill: currentColor; font-size: 12px; text-anchor: middle }
svg .value { font-size: 10px }
svg path { stroke: #8888 }
"""
