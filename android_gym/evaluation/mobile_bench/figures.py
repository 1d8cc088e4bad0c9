"""The paper's figures of episodes, and the tables that show them."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, get_args

from android_gym.evaluation.mobile_bench.episodes import Agent, Episode
from android_gym.task_suite.mobile_bench.tasks import Level

__all__ = ["METRICS", "Comparison", "Figures", "comparisons", "figures"]


@dataclass(frozen=True, slots=True)
class Figures:
    """Means over episodes (Mobile-Bench, section 5.1).

    Attributes:
        episodes: Number of episodes, without those that ended in errors.
        steps: Average steps.
        pass_rate: Share of the judged episodes whose task was done, in [0, 1]; None if none was
            judged.
        level_1: Mean share of the packages passed.
        level_2: Mean share of all stations passed.
    """

    episodes: int
    steps: float
    pass_rate: float | None
    level_1: float
    level_2: float


METRICS: Final = (
    ("Average steps", "steps"),
    ("PassRate, %", "pass_rate"),
    ("CheckPoint L1, %", "level_1"),
    ("CheckPoint L2, %", "level_2"),
)
"""Names of figures, and the attributes of `Figures`."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Figures of several agents side by side.

    Attributes:
        title: Title of the table.
        metrics: Metrics of `METRICS`, by attribute.
        rows: A name for each agent, and its figures by level, None for a level without episodes.
    """

    title: str
    metrics: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Figures | None, ...]], ...]


def figures(episodes: Sequence[Episode]) -> Figures | None:
    """Return the figures of episodes; None if there are none without an error."""
    judged = [episode for episode in episodes if not episode.error]
    if not judged:
        return None
    passed = [episode.passed for episode in judged if episode.passed is not None]
    return Figures(
        episodes=len(judged),
        steps=statistics.fmean(episode.steps for episode in judged),
        pass_rate=statistics.fmean(passed) if passed else None,
        level_1=statistics.fmean(episode.level_1.share for episode in judged),
        level_2=statistics.fmean(episode.level_2.share for episode in judged),
    )


def comparisons(episodes: Sequence[Episode]) -> Iterator[Comparison]:
    """Yield the paper's tables 3 to 6, as far as there are episodes for them.

    An agent is compared with its ablations over the episodes that both played to their end.
    """
    by_agent: dict[Agent, list[Episode]] = {}
    for episode in sorted(episodes, key=lambda one: one.agent):
        by_agent.setdefault(episode.agent, []).append(episode)
    rows = tuple((str(agent), _by_level(own)) for agent, own in by_agent.items())
    yield Comparison("Results", tuple(name for _, name in METRICS), rows)
    for part, title, metrics in _ABLATIONS:
        pairs: list[tuple[str, tuple[Figures | None, ...]]] = []
        for agent, own in by_agent.items():
            whole = by_agent.get(Agent(agent.name))
            if agent.without != (part,) or whole is None:
                continue
            keys = {one.key for one in own if not one.error}
            keys &= {one.key for one in whole if not one.error}
            for name, played in ((agent.name, whole), (str(agent), own)):
                both = [one for one in played if one.key in keys]
                if both:
                    pairs.append((name, _by_level(both)))
        if pairs:
            yield Comparison(title, metrics, tuple(pairs))


_ABLATIONS: Final = (
    ("api", "With and without APIs", ("steps", "pass_rate", "level_2")),
    ("thought", "With and without thought", ("pass_rate", "level_2")),
    ("plan", "With and without plan", ("pass_rate", "level_2")),
)


def _by_level(episodes: Sequence[Episode]) -> tuple[Figures | None, ...]:
    return tuple(
        figures([episode for episode in episodes if episode.level == level])
        for level in get_args(Level)
    )
