"""Success detection for single-app tasks, and the agreement of detectors with the truth."""

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
        coarse: Result for the key components; None if they were not looked for.
        fine: The judge's verdict; None if coarse detection was conclusive.
    """

    coarse: CoarseMatch | None
    fine: Verdict | None

    @property
    def success(self) -> bool:
        """True if every stage passed."""
        coarse = self.coarse is None or self.coarse.passed
        return coarse and self.fine is not None and self.fine.success


class SingleAppDetector:
    """Coarse detection, then a judge for what passes.

    Args:
        judge: Judge of what passes.
        coarse: Looks for key components; None to ask the judge about everything.
    """

    def __init__(self, judge: Judge, coarse: CoarseMatcher | None) -> None:
        self._judge = judge
        self._coarse = coarse

    def detect(self, trajectory: Trajectory) -> Detection:
        """Return the verdicts of both stages on an episode.

        Raises:
            TraceError: If the trajectory has no screens, or lacks what a stage looks at.
        """
        match = None if self._coarse is None else self._coarse.match(trajectory)
        if match is not None and not match.passed:
            return Detection(match, None)
        return Detection(match, self._judge.judge(Question(trajectory.record.goal, trajectory)))


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement of a detector with the truth, as in tables 9 and 10 of the paper.

    Attributes:
        right: True positives.
        wrong: False positives.
        missed: False negatives.
        failures: True negatives.
    """

    right: int
    wrong: int
    missed: int
    failures: int

    @property
    def precision(self) -> float | None:
        """Share of the detected successes that are true, None if it detected none."""
        return _share(self.right, self.right + self.wrong)

    @property
    def recall(self) -> float | None:
        """Share of the true successes that were detected, None if there are none."""
        return _share(self.right, self.right + self.missed)

    @property
    def f1(self) -> float | None:
        """Harmonic mean of precision and recall, None if there are no successes at all."""
        return _share(2 * self.right, 2 * self.right + self.wrong + self.missed)

    @property
    def accuracy(self) -> float | None:
        """Share of the verdicts that are right, None if there are none."""
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
