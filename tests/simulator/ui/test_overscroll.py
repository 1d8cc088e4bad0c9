"""Views that are dragged past their end stretch while the finger holds them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import HorizontalScrollView, RecyclerView, row
from android_gym.simulator.ui.view import View

ROWS = 30


def list_of_rows(vertical: bool = True) -> View:
    def cell(number: int) -> View:
        color = "#FF0000" if number % 2 else "#0000FF"
        return View(key=number, width=MATCH, height=60, background=color)

    if vertical:
        return RecyclerView(ROWS, cell, width=MATCH, height=MATCH)
    cells = [
        View(key=i, width=60, height=MATCH, background=f"#{i * 8:02X}0000") for i in range(ROWS)
    ]
    return HorizontalScrollView(row(*cells, height=MATCH), width=MATCH, height=MATCH)


@pytest.mark.parametrize("vertical", [True, False])
@pytest.mark.parametrize("mirrored", [False, True])
def test_it_stretches_and_comes_back(phone: Any, vertical: bool, mirrored: bool) -> None:
    if mirrored:
        phone.shell("settings put global debug.force_rtl 1")
    phone.show(lambda page: list_of_rows(vertical))
    before = phone.screenshot().copy()
    seen = phone.ui_elements()
    outward = -1 if mirrored and not vertical else 1
    phone.touch(200, 300, True)
    for step in range(1, 9):
        phone.touch(
            *((200, 300 + 30 * step) if vertical else (200 + 20 * outward * step, 300)), True
        )
    pulled = phone.screenshot().copy()
    assert not np.array_equal(pulled, before)
    assert phone.ui_elements() == seen  # services are told nothing
    # Back to where it began to scroll: it shrinks before anything else moves.
    phone.touch(*((200, 308) if vertical else (200 + 8 * outward, 300)), True)
    assert np.array_equal(phone.screenshot(), before)
    phone.touch(*((200, 540) if vertical else (200 + 160 * outward, 300)), True)
    assert np.array_equal(phone.screenshot(), pulled)
    phone.touch(*((200, 540) if vertical else (200 + 160 * outward, 300)), False)
    assert np.array_equal(phone.screenshot(), before)


def test_the_end_stretches_from_the_end(phone: Any) -> None:
    phone.show(lambda page: list_of_rows())
    for _ in range(6):
        phone.swipe(200, 600, 200, 200, 100)
        phone.advance(2000)
    before = phone.screenshot().copy()
    phone.touch(200, 600, True)
    for y in range(560, 160, -40):
        phone.touch(200, y, True)
    pulled = phone.screenshot()
    changed = np.flatnonzero((pulled != before).any(axis=(1, 2)))
    assert 10 < len(changed)
    # The last row keeps its lower edge and has become longer; nothing is drawn outside the list.
    last = before[-30, 200]
    assert np.array_equal(pulled[-30, 200], last)
    assert np.array_equal(pulled[:24], before[:24])


def test_a_snapshot_keeps_it(phone: Any) -> None:
    phone.show(lambda page: list_of_rows())
    phone.touch(200, 300, True)
    phone.touch(200, 340, True)
    phone.touch(200, 500, True)
    pulled, kept = phone.screenshot().copy(), phone.snapshot()
    phone.touch(200, 500, False)
    assert not np.array_equal(phone.screenshot(), pulled)
    phone.restore(kept)
    assert np.array_equal(phone.screenshot(), pulled)


def test_what_changes_meanwhile_is_seen(phone: Any) -> None:
    clipboard = phone.system.clipboard
    clipboard.set_text("#FF0000")
    phone.show(
        lambda page: RecyclerView(
            ROWS,
            lambda number: View(key=number, width=MATCH, height=60, background=clipboard.text),
            width=MATCH,
            height=MATCH,
        )
    )
    phone.touch(200, 300, True)
    phone.touch(200, 500, True)
    assert tuple(phone.screenshot()[400, 200]) == (255, 0, 0)
    clipboard.set_text("#00FF00")
    assert tuple(phone.screenshot()[400, 200]) == (0, 255, 0)
    for size in ((None, None), (108, 240)):
        assert np.array_equal(phone.screenshot(*size), phone.repaint(*size))


def test_a_list_in_the_middle_draws_nothing_anew(phone: Any) -> None:
    phone.show(lambda page: list_of_rows())
    phone.swipe(200, 600, 200, 300, 1000)
    phone.screenshot()
    revision = phone.windows.screen_revision
    phone.screenshot()
    assert phone.windows.screen_revision == revision
    assert phone.windows.touches.get().pulled is None
