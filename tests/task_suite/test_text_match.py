"""Comparing texts and pairing items."""

from __future__ import annotations

import operator

import pytest

from android_gym.task_suite.text_match import fuzzy_match, most_matches


@pytest.mark.parametrize(
    ("first", "second", "alike"),
    [
        ("Rye Bread", "rye bread", True),
        ("Farmers Market", "Farmers Markt", True),
        ("Rye Bread", "Rye Braed!", False),
        ("", "", True),
        ("", "Rye Bread", False),
        (None, "Rye Bread", False),
        (None, None, False),
        ("abcdefghij", "abcdefghiX", True),  # 0.9 exactly
        ("abcdefghi", "abcdefghX", False),  # 0.889
    ],
)
def test_fuzzy_match(first: str | None, second: str | None, alike: bool) -> None:
    assert fuzzy_match(first, second) is alike
    assert fuzzy_match(second, first) is alike


@pytest.mark.parametrize(
    ("wanted", "found", "count"),
    [
        ([1, 2, 3], [3, 1, 2], 3),
        ([1, 1], [1], 1),
        ([1], [1, 1], 1),
        ([1, 2], [2, 9, 9], 1),
        ([1], [], 0),
        ([], [], 0),
    ],
)
def test_an_item_is_matched_once(wanted: list[int], found: list[int], count: int) -> None:
    assert most_matches(wanted, found, operator.eq) == count


def test_the_best_assignment_counts_not_the_first() -> None:
    # Taking the first that fits, 1 would use up the only partner of 2.
    partners = {1: "ab", 2: "a"}
    assert most_matches([1, 2], ["a", "b"], lambda one, other: other in partners[one]) == 2
