"""The pages of the browser's tasks play the games of AndroidWorld's, number for number."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import prod
from typing import Any

import pytest

from android_gym.devices.device import Device
from android_gym.simulator.web.engines import find_engine
from android_gym.task_suite.android_world.browser.demonstrations import way
from android_gym.task_suite.android_world.browser.tasks import (
    _STILL,
    BrowserMaze,
    BrowserMultiply,
    _browse,
)
from android_gym.task_suite.tapping import tap_if_there

pytestmark = pytest.mark.skipif(
    find_engine() is None,
    reason="no Chromium is installed: scripts/system_packages.sh test installs one",
)
URL = "content://com.android.externalstorage.documents/document/primary%3ADownload%2Ftask.html"
SEEDS = (0, 1, 4294967295)


def numbers(seed: int) -> Iterator[float]:
    """The generator of the pages, in [0, 1)."""
    while True:
        seed = (1664525 * seed + 1013904223) % 2**32
        yield seed / 2**32


def carved(seed: int) -> list[list[bool]]:
    """The walls of a maze: depth first from the first cell, until the last one is open."""
    draw = partial(next, numbers(seed))
    walls = [[True] * 4 for _ in range(4)]
    steps, waiting = [(-1, 0), (1, 0), (0, -1), (0, 1)], [(0, 0)]
    while waiting:
        row, column = waiting.pop()
        walls[row][column] = False
        if (row, column) == (3, 3):
            break
        for last in (3, 2, 1):
            other = int(draw() * (last + 1))
            steps[last], steps[other] = steps[other], steps[last]
        for down, right in steps:
            place = (row + down, column + right)
            if min(place) >= 0 and max(place) <= 3 and walls[place[0]][place[1]]:
                waiting.append(place)
    return walls


def shown(phone: Device) -> set[str]:
    return {element.text for element in phone.ui_elements() if element.text}


def begin(phone: Any, begun: Any, task: type, seed: int) -> Any:
    case = begun(task, phone, browser_task_seed=seed)
    _browse(phone, URL)
    return case


@pytest.mark.parametrize("seed", SEEDS)
def test_numbers_to_multiply(phone: Any, begun: Any, seed: int) -> None:
    case = begin(phone, begun, BrowserMultiply, seed)
    draw = numbers(seed)
    wanted = [int(next(draw) * 10) + 1 for _ in range(5)]
    for number in wanted:
        assert str(number) in shown(phone)
        assert tap_if_there(phone, "Click Me", _STILL)
    assert "Click Me" not in shown(phone)
    answer = next(e for e in phone.ui_elements() if e.resource_name == "answer")
    x, y = answer.bbox_pixels.center
    for typed, score in ((prod(wanted) + 1, 0.0), (prod(wanted), 1.0)):
        phone.shell(f"input tap {round(x)} {round(y)} && sleep 1")
        phone.shell("input keycombination 113 29 && input keyevent 67")
        phone.shell(f"input text {typed} && input keyevent 66 && sleep 1")
        assert case.scores == (score, score)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_way_through_the_maze(phone: Any, begun: Any, seed: int) -> None:
    case = begin(phone, begun, BrowserMaze, seed)
    walls = carved(seed)
    moves = way(walls)
    assert moves
    for move in moves:
        assert case.scores == (0.0, 0.0)
        assert tap_if_there(phone, move, _STILL)
    assert case.scores == (1.0, 1.0)


def test_walls_are_not_walked_through(phone: Any, begun: Any) -> None:
    begin(phone, begun, BrowserMaze, 0)
    walls = carved(0)
    blocked = "Right" if walls[0][1] else "Down"
    before = next(e.bbox_pixels for e in phone.ui_elements() if e.text == "X")
    for move in ("Up", "Left", blocked):
        assert tap_if_there(phone, move, _STILL)
        assert next(e.bbox_pixels for e in phone.ui_elements() if e.text == "X") == before
