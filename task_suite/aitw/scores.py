"""Scores of Android in the Wild: how much of an episode was matched, over episodes and parts.

Of an episode the *partial* score is the share of its steps whose action was matched, each on the
recorded screen, and the *complete* score whether all were. Over the data set both are averaged over
the episodes of each of its parts, and then over the parts, so that a part with few episodes counts
as much as one with many.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from android_gym.errors import OptionError

__all__ = ["SUBSETS", "EpisodeScore", "Interval", "Summary", "summarize"]

SUBSETS: Final = ("google_apps", "install", "web_shopping", "general", "single")
"""The parts of the data set."""


@dataclass(frozen=True, slots=True)
class EpisodeScore:
    """The steps of an episode that an agent matched.

    Attributes:
        subset: Part of the data set that it belongs to.
        matched: Steps that were matched.
        length: Steps of the episode.

    Raises:
        OptionError: If more steps were matched than there are.
    """

    subset: str
    matched: int
    length: int

    def __post_init__(self) -> None:
        if not 0 <= self.matched <= self.length or not self.length:
            raise OptionError(f"Of {self.length} steps {self.matched} can't have been matched.")

    @property
    def partial(self) -> float:
        """Share of the steps that were matched, in [0, 1]."""
        return self.matched / self.length

    @property
    def complete(self) -> bool:
        """True if all steps were matched."""
        return self.matched == self.length


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean in [0, 1], and where that of other episodes of the kind would be.

    Attributes:
        mean: The mean.
        low: Lower end of the interval.
        high: Upper end.
    """

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Summary:
    """Scores of episodes.

    Attributes:
        episodes: How many there are.
        partial: Mean of the partial scores.
        complete: Mean of the complete scores.
        subsets: The same of each part; empty in the summary of one part.
    """

    episodes: int
    partial: Interval
    complete: Interval
    subsets: Mapping[str, Summary]


def summarize(
    scores: Iterable[EpisodeScore],
    rng: np.random.Generator,
    resamples: int = 1000,
    level: float = 0.95,
) -> Summary:
    """Average scores over episodes, then over parts of the data set.

    Intervals are those of the bootstrap (Efron, 1979): percentiles of the mean over episodes that
    are drawn again, with repetition, from those of each part.

    Args:
        scores: Of episodes.
        rng: To draw from.
        resamples: How often to draw.
        level: Share of the draws' means that an interval has, in (0, 1).

    Raises:
        OptionError: If there are no episodes, or an argument is out of its range.
    """
    if resamples < 1 or not 0.0 < level < 1.0:
        raise OptionError(
            f"resamples must be 1 or more and level between 0 and 1, got {resamples} and {level}."
        )
    groups: dict[str, list[EpisodeScore]] = {}
    for score in scores:
        groups.setdefault(score.subset, []).append(score)
    if not groups:
        raise OptionError("There are no scores to average.")
    values: list[npt.NDArray[np.float64]] = []
    draws: list[npt.NDArray[np.float64]] = []
    subsets: dict[str, Summary] = {}
    for name in sorted(groups):
        pairs = np.array([(score.partial, score.complete) for score in groups[name]], np.float64)
        drawn = np.stack(
            [
                pairs[rng.integers(len(pairs), size=len(pairs))].mean(axis=0)
                for _ in range(resamples)
            ]
        )
        values.append(pairs.mean(axis=0))
        draws.append(drawn)
        subsets[name] = _summary(len(pairs), values[-1], drawn, level, {})
    count = sum(len(group) for group in groups.values())
    return _summary(count, np.mean(values, axis=0), np.mean(draws, axis=0), level, subsets)


def _summary(
    count: int,
    means: npt.NDArray[np.float64],
    draws: npt.NDArray[np.float64],
    level: float,
    subsets: Mapping[str, Summary],
) -> Summary:
    edges = np.quantile(draws, [(1 - level) / 2, (1 + level) / 2], axis=0)
    partial, complete = (
        Interval(float(means[i]), float(edges[0, i]), float(edges[1, i])) for i in (0, 1)
    )
    return Summary(count, partial, complete, subsets)
