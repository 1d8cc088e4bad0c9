"""Checks of what a page reports of itself, as it may have replaced what reads it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from android_gym.simulator.web import reports
from android_gym.simulator.web.inputs import Script
from android_gym.simulator.web.readings import UnreadablePage, place_of, run_result, web_event

FIELD = ["text", 0, 4, "text", False, "go", False, "none"]
LEAF = [3, 0, 0, 10, 10, "android.widget.EditText", "text", "", "", "", 1, FIELD, []]
ROOT = [1, 0, 0, 40, 70, "android.view.View", "", "", "", "", 0, None, [LEAF]]
ANSWER = [1, None, {"events": [["away", "x:y"]], "tree": [ROOT], "frames": [[5, 1, 2]]}]


def changed(path: tuple[Any, ...], value: object) -> list[Any]:
    """Return the answer with another value at a place."""
    made: Any = copy.deepcopy(ANSWER)
    inner = made
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return made


def test_a_well_formed_answer_is_returned() -> None:
    assert run_result(ANSWER) == (1, None, ANSWER[2])
    for path, value in (((2, "tree"), None), ((2, "frames"), None), ((1,), [3, 4])):
        assert run_result(changed(path, value))[0] == 1


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ((0,), "1"),
        ((2,), []),
        ((2, "events"), None),
        ((2, "events"), [7]),
        ((2, "events"), [[]]),
        ((2, "tree"), 7),
        ((2, "tree"), [7]),
        ((2, "tree", 0), ROOT[:12]),
        ((2, "tree", 0, 0), "1"),
        ((2, "tree", 0, 5), {}),
        ((2, "tree", 0, 10), None),
        ((2, "tree", 0, 12), None),
        ((2, "tree", 0, 12, 0, 0), [3]),
        ((2, "tree", 0, 12, 0, 11), FIELD[:7]),
        ((2, "tree", 0, 12, 0, 11, 0), 7),
        ((2, "tree", 0, 12, 0, 11, 3), "braille"),
        ((2, "frames"), 7),
        ((2, "frames"), [[]]),
        ((2, "frames"), [[[5]]]),
    ],
)
def test_a_malformed_answer_is_refused(path: tuple[Any, ...], value: object) -> None:
    with pytest.raises(UnreadablePage, match="replaced"):
        run_result(changed(path, value))


@pytest.mark.parametrize(
    "event",
    [
        ["window"],
        ["away"],
        ["download", "x", "name"],
        ["held", "1", 2, "", "", "", ""],
        ["select", "x", [], True],
        ["unknown", 1],
    ],
)
def test_a_malformed_event_is_none(event: list[Any]) -> None:
    assert web_event(event) is None


def test_a_download_of_malformed_data_has_no_content() -> None:
    event = web_event(["download", "blob:x", "a.txt", "text/plain", "a"])
    assert isinstance(event, reports.Download)
    assert event.data is None


def test_a_long_copy_is_cut() -> None:
    assert web_event(["copied", "x" * 30_000]) == reports.Copied("x" * 20_000)
    assert web_event(["copied", {}]) is None


def test_a_tap_is_two_numbers() -> None:
    assert place_of([1, 2.5]) == (1, 2.5)
    for result in (None, True, [1], [1, "2"], {"x": 1}):
        assert place_of(result) is None


@pytest.mark.parametrize("method", ["filter", "map"])
def test_a_page_that_spoils_its_own_status_is_given_up(
    open_page: Callable[..., Any], method: str
) -> None:
    page = open_page("<p>x<p><input value=y>")
    page.do(
        Script(page.now, f"Array.prototype.{method} = () => [[1, 2, 3]]; document.body.append('z')")
    )
    assert page.page.gone
    assert page.told(reports.PageCrashed) == [reports.PageCrashed("crash")]
    assert page.nodes() == []
    assert open_page("<p id=p>next").node("p")
