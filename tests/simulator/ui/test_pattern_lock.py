"""A pattern through nine dots."""

from __future__ import annotations

import pytest

from android_gym.simulator.ui.pattern_lock import joined


@pytest.mark.parametrize(
    "passed, pattern",
    [
        ((0, 1), (0, 1)),
        ((0, 2), (0, 1, 2)),
        ((0, 8), (0, 4, 8)),
        ((6, 2), (6, 4, 2)),
        ((0, 5), (0, 5)),
        ((1, 0, 2), (1, 0, 2)),
        ((3, 3), (3,)),
    ],
)
def test_a_free_dot_on_the_way_is_joined(passed: tuple[int, ...], pattern: tuple[int, ...]) -> None:
    dots: tuple[int, ...] = ()
    for dot in passed:
        dots = joined(dots, dot)
    assert dots == pattern
