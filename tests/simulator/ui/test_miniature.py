"""Screens in small: drawn as the views themselves are, and nothing but drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, column
from android_gym.simulator.ui.miniature import Miniature
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, EditText, TextView

if TYPE_CHECKING:
    from tests.simulator.conftest import SamplePhone

TOP = 49
"""Top of the content, below the status bar."""


def content() -> View:
    return column(
        View(width=MATCH, height=200, background="#FF0000"),
        View(width=100, height=200, background="#0000FF"),
        TextView("within", id="within", on_click=lambda: None),
        EditText("typed", id="field"),
        Button("press", id="press"),
        width=MATCH,
        height=MATCH,
        background="#00FF00",
    )


def small(**options: object) -> Miniature:
    return Miniature(content(), (400, 800), id="small", width=100, height=150, **options)  # type: ignore[arg-type]


def pixel(phone: SamplePhone, x: int, y: int) -> tuple[int, ...]:
    return tuple(int(value) for value in phone.screenshot()[TOP + y, x])


def test_it_is_drawn_smaller_and_cut_off_below(phone: SamplePhone) -> None:
    outside = FrameLayout([small(margin=(20, 30, 0, 0))], width=MATCH, height=MATCH)
    outside.background = "#FFFFFF"
    phone.show(lambda page: outside)
    assert pixel(phone, 70, 55) == (255, 0, 0), "200 of 400 px in width, 100 of 200 in height"
    assert pixel(phone, 25, 105) == (0, 0, 255)
    assert pixel(phone, 60, 105) == (0, 255, 0)
    assert pixel(phone, 60, 179) == (0, 255, 0), "800 px would be 200 high"
    assert pixel(phone, 60, 181) == pixel(phone, 19, 55) == pixel(phone, 121, 55) == (255, 255, 255)
    np.testing.assert_array_equal(phone.screenshot(), phone.repaint())


def test_its_corners_are_round(phone: SamplePhone) -> None:
    phone.show(lambda page: FrameLayout([small(corners=(20, 0, 0, 20))]))
    assert min(pixel(phone, 1, 1)) > 240 and min(pixel(phone, 1, 148)) > 240
    assert pixel(phone, 98, 1) == (255, 0, 0) and pixel(phone, 98, 148) == (0, 255, 0)


def test_nothing_in_it_is_a_node_or_taken_for_a_field(phone: SamplePhone) -> None:
    taps: list[str] = []
    phone.show(
        lambda page: FrameLayout([small()], width=MATCH, on_click=lambda: taps.append("outside"))
    )
    names = {e.text for e in phone.ui_elements()} | {
        (e.resource_name or "").rpartition("/")[2] for e in phone.ui_elements()
    }
    assert not names & {"within", "typed", "press", "field"}
    phone.tap(20, TOP + 105)
    phone.advance(500)
    assert taps == ["outside"] and not phone.windows.keyboard_shown


def test_it_changes_with_what_is_in_it(phone: SamplePhone) -> None:
    phone.show(
        lambda page: column(
            EditText(id="own", width=MATCH, height=60, on_text_change=lambda text: None),
            Miniature(
                TextView(f"{page.state!r} {phone.system.clipboard.text}", size=60),
                (400, 800), id="small", width=200, height=200,
            ),
        )
    )  # fmt: skip
    before = phone.screenshot().copy()
    phone.system.clipboard.set_text("other words")
    assert not np.array_equal(phone.screenshot(), before)
    np.testing.assert_array_equal(phone.screenshot(), phone.repaint())
