"""Comparing texts and pairing items."""

from __future__ import annotations

import operator

import pytest

from android_gym.task_suite.text_match import (
    fuzzy_match,
    most_matches,
    other_number,
    same_text,
    similar_text,
)


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
        (b"Rye Bread", "Rye Bread", False),
        (5, "5", False),
        (b"", b"", False),
        ("abcdefghij", "abcdefghiX", True),  # 0.9 exactly
        ("abcdefghi", "abcdefghX", False),  # 0.889
    ],
)
def test_fuzzy_match(first: object, second: object, alike: bool) -> None:
    assert fuzzy_match(first, second) is alike
    assert fuzzy_match(second, first) is alike


@pytest.mark.parametrize(
    ("first", "second", "similar"),
    [
        ("2207 Juniper Street, Boise", "2207 juniper Stret, boise", True),
        ("2207 Juniper Street, Boise", "2208 Juniper Street, Boise", False),
        ("2207 Juniper Street, Boise", "Juniper Street, Boise 2207", False),
        ("12 Harbour Lane, Apt. 9, Rockport", "12 Harbour Lane, Apt. , Rockport", False),
        ("Flat 1 of 23 in Harbour Lane", "Flat 12 of 3 in Harbour Lane", False),
        ("Flat 1 of 23 in Harbour Lane", "Flat 23 of 1 in Harbour Lane", False),
        ("1/2 tablespoons", "1-2 tablespoons", False),
        ("3/4 tablespoons", "3.4 tablespoons", False),
        ("The gate opens at 8:35.", "The gate opens at 8:35", True),
        ("The gate opens from 8 - 10", "The gate opens from 8-10.", True),
        ("Rye Bread", "Wheat Roll", False),
        ("abcdefghij", "abcdefghi", True),  # 0.9 of the longer one
        ("abcdefghij" * 2, "abcdefghij" + "abcdefg", False),  # 0.85, though difflib says 0.92
        ("abcdefghi", "abcdefghX", False),
        (None, None, False),
        (None, "a", False),
        ("", "", True),
        ("", "a", False),
    ],
)
def test_similar_text(first: str | None, second: str | None, similar: bool) -> None:
    assert similar_text(first, second) is similar
    assert similar_text(second, first) is similar


LONG = "Please water the plants on the balcony and feed the cat twice a day until I am back"


@pytest.mark.parametrize("cut", [9, 15])
def test_the_beginning_of_a_long_text_is_not_the_text(cut: int) -> None:
    """Though AndroidWorld takes it."""
    assert fuzzy_match(LONG, LONG[:-cut])
    for same in (similar_text, same_text):
        assert not same(LONG, LONG[:-cut])
        assert not same(LONG[:-cut], LONG)


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("Rye Bread", "rye  bread.", True),
        ("Rye Bread", " Rye\tBread \n", True),
        ("Rye Bread", "RyeBread", False),
        ("Rye Bread", "Rye Breads", False),
        ("Rye Bread!", "Rye Bread", False),
        ('The baker\'s "Rye"', "the baker’s “Rye”", True),
        ("The baker's rye", "The bakers rye", False),
        ("Rye Bread...", "Rye Bread", True),
        (".Rye Bread", "Rye Bread", False),
        ("rye@mill.example", " Rye@mill.example\n", True),
        ("rye@mill.example", "rye@mill.example.", False),
        ("Write to rye@mill.example", "Write to rye@mill.example.", True),
        ("Rye. Bread", "Rye Bread", False),
        ("2207 Juniper Street", "2208 Juniper Street", False),
        ("one\n\ntwo", "one\n\ntwo\n", True),
        ("one\n\ntwo", "\none\n \ntwo", True),
        ("one\n\ntwo", "one\ntwo", False),
        ("one\ntwo", "one two", False),
        (None, None, False),
        (None, "", False),
        (b"Rye Bread", "Rye Bread", False),
        (b"a", b"a", False),
        (5, 5, False),
        ("", "", True),
    ],
)
def test_same_text(first: object, second: object, same: bool) -> None:
    assert same_text(first, second) is same
    assert same_text(second, first) is same


def test_another_number() -> None:
    assert other_number("Locker 391, level 2") == "Locker 491, level 2"
    assert other_number("the 9th") == "the 0th"
    assert other_number("none") == "none"


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
