"""Markor's searching and replacing."""

from __future__ import annotations

import datetime as dt

import pytest

from android_gym.simulator.appkit.searching import (
    compile_search,
    count_matches,
    replace_matches,
)
from android_gym.simulator.apps.markor.java_time import java_time
from android_gym.simulator.apps.markor.markdown import page


@pytest.mark.parametrize(
    ("wanted", "new", "regex", "text", "expected"),
    [
        ("a.c", "x", False, "abc a.c", "abc x"),
        ("a.c", "x", True, "abc a.c", "x x"),
        (r"(\w+)=(\w+)", "$2=$1", True, "k=v", "v=k"),
        ("a", r"\$1", True, "a", "$1"),
        ("a", "$1", False, "a", "$1"),
        ("é+", "e", True, "éé", "e"),
    ],
)
def test_replacing(wanted: str, new: str, regex: bool, text: str, expected: str) -> None:
    pattern = compile_search(wanted, regex=regex)
    assert pattern is not None
    assert replace_matches(pattern, new, text, 0, regex=regex) == expected


def test_what_is_no_pattern_finds_nothing() -> None:
    assert compile_search("(", regex=True) is None
    assert compile_search("(", regex=False) is not None
    assert compile_search(r"(a)\1", regex=True) is None
    assert compile_search("\udc80", regex=False) is None
    pattern = compile_search("a", regex=True)
    assert replace_matches(pattern, "$1", "a", 0, regex=True) is None
    assert replace_matches(pattern, "$", "a", 0, regex=True) is None


@pytest.mark.timeout(60)
def test_hostile_patterns_and_texts_take_no_time() -> None:
    pattern = compile_search("(a+)+b", regex=True, ignore_case=True, multiline=True)
    assert pattern is not None and pattern.search("A" * 50_000) is None
    for text in ("[" * 50_000, "![" * 30_000, "`a" * 3 + "x" * 50_000, "**a" + "_b" * 50_000):
        assert page(text, "markdown", lambda target: None)


@pytest.mark.parametrize(
    ("form", "written"),
    [
        ("yyyy-MM-dd HH:mm", "2023-10-05 15:04"),
        ("d.M.yy h:mm a", "5.10.23 3:04 PM"),
        ("EEEE, MMMM d", "Thursday, October 5"),
        ("EEE MMM", "Thu Oct"),
        ("'on' dd ''", "on 05 '"),
        ("HH:mm:ss.SSS", "15:04:09.000"),
        ("QQ", None),
        ("'open", None),
    ],
)
def test_formats_of_dates_are_java_s(form: str, written: str | None) -> None:
    assert java_time(form, dt.datetime(2023, 10, 5, 15, 4, 9)) == written


def test_matches_are_counted() -> None:
    pattern = compile_search("a|b", regex=True)
    assert pattern is not None
    assert count_matches(pattern, "abcab") == 4
