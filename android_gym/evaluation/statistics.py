"""Intervals and tests for success rates."""

from __future__ import annotations

import math

from android_gym.errors import OptionError

__all__ = ["two_proportions", "wilson"]

_Z95 = 1.959963984540054


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Return the 95 % interval of a rate (Wilson, 1927; without continuity correction).

    Args:
        successes: From 0 to `trials`.
        trials: Number of independent trials.

    Returns:
        Lower and upper end, in [0, 1]; (0.0, 1.0) if there were no trials.

    Raises:
        OptionError: If there can't be so many successes.
    """
    _check(successes, trials)
    if trials == 0:
        return 0.0, 1.0
    rate, square = successes / trials, _Z95**2
    middle = (rate + square / (2 * trials)) / (1 + square / trials)
    half = math.sqrt(rate * (1 - rate) / trials + square / (4 * trials**2)) * _Z95
    half /= 1 + square / trials
    # The ends are exact where rounding would make them slightly wrong.
    low = 0.0 if successes == 0 else middle - half
    return low, 1.0 if successes == trials else middle + half


def two_proportions(
    successes: int, trials: int, other_successes: int, other_trials: int
) -> float | None:
    """Return the p-value of two rates being equal: the two-sided z-test with pooled variance.

    Args:
        successes: Successes of the first group, from 0 to `trials`.
        trials: Number of its independent trials.
        other_successes: Successes of the second group.
        other_trials: Number of its independent trials.

    Returns:
        In [0, 1]; 1.0 if all trials of both groups ended alike; None if a group is empty.

    Raises:
        OptionError: If there can't be so many successes.
    """
    _check(successes, trials)
    _check(other_successes, other_trials)
    if not trials or not other_trials:
        return None
    pooled = (successes + other_successes) / (trials + other_trials)
    if pooled in (0.0, 1.0):
        return 1.0
    spread = math.sqrt(pooled * (1 - pooled) * (1 / trials + 1 / other_trials))
    z = (successes / trials - other_successes / other_trials) / spread
    return math.erfc(abs(z) / math.sqrt(2))


def _check(successes: int, trials: int) -> None:
    if not 0 <= successes <= trials:
        raise OptionError(f"There can't be {successes} successes in {trials} trials.")
