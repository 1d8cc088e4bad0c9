"""Intervals and tests, against scipy and published figures."""

from __future__ import annotations

import pytest
from scipy import stats

from android_gym.errors import OptionError
from android_gym.evaluation.statistics import two_proportions, wilson


@pytest.mark.parametrize("trials", [1, 2, 20, 117, 1000])
def test_wilson_is_scipys(trials: int) -> None:
    for successes in {0, 1, trials // 3, trials - 1, trials}:
        known = stats.binomtest(successes, trials).proportion_ci(method="wilson")
        assert wilson(successes, trials) == pytest.approx((known.low, known.high), abs=1e-12)


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_is_as_published(successes: int, trials: int, low: float, high: float) -> None:
    """Newcombe (1998), Statistics in Medicine 17, table I, method 3."""
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


def test_wilson_of_nothing_and_of_all() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 7)[0] == 0.0
    assert wilson(7, 7)[1] == 1.0


@pytest.mark.parametrize("table", [(12, 20, 3, 20), (1, 30, 9, 31), (50, 99, 49, 99), (0, 5, 5, 5)])
def test_two_proportions_is_the_chi_square_test(table: tuple[int, int, int, int]) -> None:
    a, n, b, m = table
    known = stats.chi2_contingency([[a, n - a], [b, m - b]], correction=False).pvalue
    assert two_proportions(a, n, b, m) == pytest.approx(known, rel=1e-9)
    assert two_proportions(b, m, a, n) == pytest.approx(known, rel=1e-9)


def test_two_proportions_is_as_published() -> None:
    """R's ``prop.test(c(15, 25), c(50, 50), correct = FALSE)``: p-value = 0.04123."""
    assert two_proportions(15, 50, 25, 50) == pytest.approx(0.04123, abs=5e-6)


def test_two_proportions_without_difference_or_trials() -> None:
    assert two_proportions(5, 5, 9, 9) == 1.0
    assert two_proportions(0, 5, 0, 9) == 1.0
    assert two_proportions(5, 10, 4, 8) == 1.0
    assert two_proportions(0, 0, 3, 9) is None
    assert two_proportions(3, 9, 0, 0) is None


@pytest.mark.parametrize("numbers", [(3, 2), (-1, 2)])
def test_impossible_numbers_are_refused(numbers: tuple[int, int]) -> None:
    with pytest.raises(OptionError, match="can't be"):
        wilson(*numbers)
    with pytest.raises(OptionError, match="can't be"):
        two_proportions(1, 2, *numbers)
