"""Icons that can be dragged, and rows of lists that are scrolled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from android_gym.simulator.ui.drag_drop import DragSource
from android_gym.simulator.ui.geometry import MATCH, Rect
from android_gym.simulator.ui.layouts import LinearLayout, RecyclerView
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

ROWS = 40


class Icon(DragSource, LinearLayout):
    """An icon of one line of text."""


def icons(page: Any) -> View:
    def icon(number: int) -> Icon:
        made = Icon(
            [TextView(f"Icon {number}")],
            key=number,
            width=MATCH,
            height=60,
            on_click=lambda: None,
            on_long_click=lambda: None,
        )
        made.drag_with(lambda view, x, y: None)
        return made

    return RecyclerView(ROWS, icon, width=MATCH, height=MATCH)


def turned_icons(page: Any) -> View:
    return LinearLayout([icons(page)], width=MATCH, height=MATCH, layout_direction="ltr")


def turned_rows(page: Any) -> View:
    def line(number: int) -> View:
        return LinearLayout([TextView(f"Row {number}")], key=number, width=MATCH, height=60)

    rows = RecyclerView(ROWS, line, width=MATCH, height=MATCH)
    return LinearLayout([rows], width=MATCH, height=MATCH, layout_direction="ltr")


def boxes(phone: Any) -> list[Rect]:
    """Return the bounds of all views of the page."""
    return [view.bounds for view in phone.windows.windows()[0].root.walk()]


def fresh_boxes(phone: Any) -> list[Rect]:
    """Return the bounds after everything was attached, measured and laid out again."""
    window = phone.windows.windows()[0]
    phone.windows._builder._layout.lay_out(window, [], attach=True)
    return boxes(phone)


@pytest.mark.parametrize("content", [icons, turned_icons, turned_rows])
@pytest.mark.parametrize("mirrored", [False, True])
def test_scrolled_rows_are_where_a_new_layout_puts_them(
    phone: Any, content: Callable[[Any], View], mirrored: bool
) -> None:
    if mirrored:
        phone.shell("settings put global debug.force_rtl 1")
    phone.show(content)
    for distance in (7, 150, -33, 900):
        phone.swipe(200, 500, 200, 500 - distance, 800)
        phone.advance(1000)
        assert boxes(phone) == fresh_boxes(phone)


def test_a_dragged_icon_follows_the_finger_and_comes_back(phone: Any) -> None:
    phone.show(icons)
    phone.swipe(200, 500, 200, 380, 800)
    phone.advance(1000)
    at_rest = boxes(phone)
    phone.touch(200, 300, True)
    phone.advance(600)
    for x, y in ((0, 40), (-30, 90)):
        phone.touch(200 + x, 300 + y, True)
        phone.windows.refresh()
        moved = [(old, new) for old, new in zip(at_rest, boxes(phone), strict=True) if old != new]
        # The icon and its text.
        assert len(moved) == 2
        assert {(new[0] - old[0], new[1] - old[1]) for old, new in moved} == {(x, y)}
    phone.touch(170, 390, False)
    phone.windows.refresh()
    assert boxes(phone) == at_rest
