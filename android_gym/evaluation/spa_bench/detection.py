"""Success detection of single-app tasks, and how far detectors agree with the truth."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from android_gym.evaluation.judges import Judge, Question, Verdict
from android_gym.evaluation.spa_bench.coarse import CoarseMatch, CoarseMatcher
from android_gym.evaluation.spa_bench.trajectories import Trajectory

__all__ = ["Agreement", "Detection", "SingleAppDetector", "agreement"]


@dataclass(frozen=True, slots=True)
class Detection:
    """The verdicts of both stages.

    Attributes:
        coarse: Of the key components; None where they were not looked for.
        fine: Of the judge; None where coarse detection has settled it.
    """

    coarse: CoarseMatch | None
    fine: Verdict | None

    @property
    def success(self) -> bool:
        """True if every stage says so."""
        coarse = self.coarse is None or self.coarse.passed
        return coarse and self.fine is not None and self.fine.success


class SingleAppDetector:
    """Coarse detection, then a judge for what passes.

    Args:
        judge: Looks at what passes.
        coarse: Looks for key components; None to ask the judge about everything.
    """

    def __init__(self, judge: Judge, coarse: CoarseMatcher | None) -> None:
        self._judge = judge
        self._coarse = coarse

    def detect(self, trajectory: Trajectory) -> Detection:
        """Return what both stages say of an episode.

        Raises:
            TraceError: If the trajectory has no screens, or not what a stage looks at.
        """
        match = None if self._coarse is None else self._coarse.match(trajectory)
        if match is not None and not match.passed:
            return Detection(match, None)
        return Detection(match, self._judge.judge(Question(trajectory.record.goal, trajectory)))


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement of a detector with the truth, as in tables 9 and 10 of the paper.

    Attributes:
        right: Successes that it found.
        wrong: Failures that it took for successes.
        missed: Successes that it took for failures.
        failures: Failures that it found.
    """

    right: int
    wrong: int
    missed: int
    failures: int

    @property
    def precision(self) -> float | None:
        """Share of its successes that are some, None where it found none."""
        return _share(self.right, self.right + self.wrong)

    @property
    def recall(self) -> float | None:
        """Share of the successes that it found, None where there are none."""
        return _share(self.right, self.right + self.missed)

    @property
    def f1(self) -> float | None:
        """Harmonic mean of precision and recall, None where there is no success at all."""
        return _share(2 * self.right, 2 * self.right + self.wrong + self.missed)

    @property
    def accuracy(self) -> float | None:
        """Share of its verdicts that are right, None where it gave none."""
        count = self.right + self.wrong + self.missed + self.failures
        return _share(self.right + self.failures, count)


def agreement(pairs: Iterable[tuple[bool, bool]]) -> Agreement:
    """Count how verdicts agree with the truth.

    Args:
        pairs: (verdict, truth) of each episode.
    """
    counts = {(verdict, truth): 0 for verdict in (True, False) for truth in (True, False)}
    for verdict, truth in pairs:
        counts[bool(verdict), bool(truth)] += 1
    return Agreement(
        counts[True, True], counts[True, False], counts[False, True], counts[False, False]
    )


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
