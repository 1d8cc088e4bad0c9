"""Several fingers at once. On this phone 1 dp is 1 pixel; the screen is 400x800."""

from __future__ import annotations

from typing import Any

import pytest

from android_gym.errors import OptionError
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView
from android_gym.simulator.ui.multitouch import MAX_POINTERS, MIN_SPAN_DP
from android_gym.simulator.ui.touches import Scale, Touch
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

CENTER = (200, 400)


class Pad(View):
    """A view that takes every touch itself."""

    takes_touch = True

    def __init__(self, heard: list[tuple[str, int, float, float]]) -> None:
        super().__init__(width=MATCH, height=MATCH)
        self.heard = heard

    def touch(self, event: Touch) -> None:
        self.heard.append((event.action, event.pointer, event.x, event.y))


class Photo(View):
    """A view that zooms, and follows a single finger."""

    def __init__(self, heard: list[Any]) -> None:
        super().__init__(width=MATCH, height=MATCH, on_scale=heard.append)
        self.heard = heard

    def takes_drag(self, axis: str) -> bool:
        return True

    def touch(self, event: Touch) -> None:
        self.heard.append((event.action, event.pointer, event.x, event.y))


@pytest.fixture
def scales(phone: Any) -> list[Scale]:
    """Steps of zooms on a view that fills the screen."""
    heard: list[Scale] = []
    view = dict(width=MATCH, height=MATCH, on_scale=heard.append)
    phone.show(lambda page: FrameLayout([View(**view)], width=MATCH, height=MATCH))
    return heard


def fingers(phone: Any, *spots: tuple[float, float] | None) -> None:
    """Put fingers 0, 1 ... where they shall be; None where one leaves."""
    places = [(spot or (0, 0), spot is not None) for spot in spots]
    phone.touches([(*place, down, number) for number, (place, down) in enumerate(places)])
    phone.advance(8)


def factor(scales: list[Scale]) -> float:
    product = 1.0
    for scale in scales:
        product *= scale.factor
    return product


class TestScale:
    def test_moving_apart_zooms_by_the_quotient_of_the_spans(self, phone: Any, scales: Any) -> None:
        fingers(phone, (100, 400), (300, 400))
        fingers(phone, (90, 400), (310, 400))  # past the slop: begins
        fingers(phone, (35, 400), (365, 400))
        fingers(phone, None, None)
        assert [s.action for s in scales] == ["begin", "move", "end"]
        assert factor(scales) == pytest.approx(330 / 220)
        assert (scales[1].focus_x, scales[1].focus_y) == CENTER
        assert (scales[1].pan_x, scales[1].pan_y, scales[1].degrees) == (0, 0, 0)

    def test_fingers_that_hardly_move_are_no_zoom(self, phone: Any, scales: Any) -> None:
        fingers(phone, (100, 400), (300, 400))
        fingers(phone, (92, 400), (308, 400))
        fingers(phone, None, None)
        assert scales == []

    def test_fingers_too_near_to_each_other_do_not_zoom(self, phone: Any, scales: Any) -> None:
        assert 170 < MIN_SPAN_DP < 171
        fingers(phone, (150, 400), (250, 400))
        fingers(phone, (120, 400), (280, 400))
        assert scales == []
        fingers(phone, (114, 400), (286, 400))
        assert [s.action for s in scales] == ["begin"]
        fingers(phone, (120, 400), (280, 400))
        assert factor(scales) == 1.0

    def test_turning_and_panning(self, phone: Any, scales: Any) -> None:
        fingers(phone, (100, 400), (300, 400))
        fingers(phone, (90, 400), (310, 400))
        fingers(phone, (210, 300), (210, 520))
        assert scales[-1].degrees == pytest.approx(90)
        assert (scales[-1].pan_x, scales[-1].pan_y) == (10, 10)
        fingers(phone, (310, 400), (90, 400))  # on over the jump from 180 to -180
        fingers(phone, (210, 520), (210, 300))
        assert sum(s.degrees for s in scales) == pytest.approx(270)

    def test_fingers_that_come_one_by_one(self, phone: Any, scales: Any) -> None:
        phone.touch(100, 400, True, 0)
        phone.touch(300, 400, True, 1)
        phone.touch(380, 400, True, 1)
        phone.touch(20, 400, True, 0)
        assert factor(scales) == pytest.approx(360 / 280)
        phone.touch(200, 700, True, 2)  # a third one: no jump
        before = factor(scales)
        phone.touch(200, 700, True, 2)
        assert factor(scales) == before
        phone.touch(200, 700, False, 2)
        phone.touch(380, 400, False, 1)
        assert scales[-1].action == "end" and factor(scales) == before
        phone.touch(20, 500, True, 0)
        phone.touch(20, 500, False, 0)
        assert scales[-1].action == "end" and len([s for s in scales if s.action == "end"]) == 1

    def test_a_snapshot_may_be_taken_with_both_fingers_down(self, phone: Any, scales: Any) -> None:
        fingers(phone, (100, 400), (300, 400))
        fingers(phone, (90, 400), (310, 400))
        kept = phone.snapshot()
        fingers(phone, None, None)
        phone.restore(kept)
        fingers(phone, (35, 400), (365, 400))
        assert factor(scales) == pytest.approx(330 / 220)

    def test_only_both_fingers_on_the_view_zoom_it(self, phone: Any) -> None:
        heard: list[Scale] = []
        view = dict(width=MATCH, height=300, gravity="bottom", on_scale=heard.append)
        phone.show(lambda page: FrameLayout([View(**view)], width=MATCH, height=MATCH))
        fingers(phone, (200, 600), (200, 300))
        fingers(phone, (200, 750), (200, 100))
        fingers(phone, None, None)
        assert heard == []

    def test_no_long_press_while_two_fingers_rest(self, phone: Any) -> None:
        heard: list[Any] = []
        view = dict(width=MATCH, height=MATCH, on_scale=heard.append)
        view |= dict(on_click=lambda: heard.append("click"))
        view |= dict(on_long_click=lambda: heard.append("long"))
        phone.show(lambda page: FrameLayout([View(**view)], width=MATCH, height=MATCH))
        fingers(phone, (100, 400), (300, 400))
        phone.advance(2000)
        fingers(phone, None, None)
        assert heard == []

    def test_the_finger_that_stays_drags_the_view(self, phone: Any) -> None:
        heard: list[Any] = []
        phone.show(lambda page: FrameLayout([Photo(heard)], width=MATCH, height=MATCH))
        fingers(phone, (100, 400), (300, 400))
        fingers(phone, (90, 400), (310, 400))
        phone.touch(90, 400, False, 0)
        phone.touch(320, 410, True, 1)
        phone.touch(320, 410, False, 1)
        assert [h if isinstance(h, tuple) else h.action for h in heard] == [
            "begin",
            "end",
            ("down", 1, 310, 400),
            ("move", 1, 320, 410),
            ("up", 1, 320, 410),
        ]

    def test_a_drag_becomes_a_zoom_when_the_second_finger_comes(self, phone: Any) -> None:
        heard: list[Any] = []
        phone.show(lambda page: FrameLayout([Photo(heard)], width=MATCH, height=MATCH))
        phone.touch(100, 400, True, 0)
        phone.touch(100, 440, True, 0)
        phone.touch(300, 440, True, 1)
        assert [h[0] for h in heard] == ["down", "move", "cancel"]


class TestPointers:
    def test_a_view_that_takes_touches_hears_of_every_finger(self, phone: Any) -> None:
        heard: list[tuple[str, int, float, float]] = []
        phone.show(lambda page: FrameLayout([Pad(heard)], width=MATCH, height=MATCH))
        fingers(phone, (100, 400), (300, 400))
        fingers(phone, (110, 400), (300, 410))
        phone.touch(110, 400, False, 0)
        phone.touch(300, 420, True, 1)
        phone.touch(120, 300, True, 0)
        phone.touch(120, 300, False, 0)
        phone.touch(300, 420, False, 1)
        assert heard == [
            ("down", 0, 100, 400),
            ("pointer_down", 1, 300, 400),
            ("move", 0, 110, 400),
            ("move", 1, 300, 410),
            ("pointer_up", 0, 110, 400),
            ("move", 1, 300, 420),
            ("pointer_down", 0, 120, 300),
            ("pointer_up", 0, 120, 300),
            ("up", 1, 300, 420),
        ]

    def test_a_lone_second_finger_is_as_good_as_the_first(self, phone: Any) -> None:
        heard: list[str] = []
        view = dict(width=MATCH, height=MATCH, on_click=lambda: heard.append("click"))
        phone.show(lambda page: FrameLayout([TextView("a", **view)], width=MATCH, height=MATCH))
        phone.touch(100, 400, False, 0)  # never came
        phone.touch(100, 400, True, 1)
        phone.touch(100, 400, False, 0)
        phone.touch(100, 400, False, 1)
        assert heard == ["click"]

    def test_a_scroll_goes_on_with_the_finger_that_stays(self, phone: Any) -> None:
        def line(index: int) -> View:
            return TextView(f"Row {index}", width=MATCH, height=50)

        phone.show(lambda page: RecyclerView(100, line, width=MATCH, height=MATCH))
        phone.touch(200, 600, True, 0)
        phone.touch(200, 500, True, 0)
        phone.touch(300, 300, True, 1)
        rows = [e.text for e in phone.ui_elements()]
        phone.touch(200, 500, False, 0)
        assert [e.text for e in phone.ui_elements()] == rows  # no jump to the other finger
        phone.touch(300, 200, True, 1)
        assert [e.text for e in phone.ui_elements()] != rows
        phone.touch(300, 200, False, 1)
        phone.advance(5000)
        phone.tap(200, 400)

    def test_fingers_have_a_limit(self, phone: Any) -> None:
        heard: list[tuple[str, int, float, float]] = []
        phone.show(lambda page: FrameLayout([Pad(heard)], width=MATCH, height=MATCH))
        phone.touches([(20.0 * n + 5, 400, True, n) for n in range(MAX_POINTERS + 5)])
        assert len(heard) == MAX_POINTERS
        phone.touches([(20.0 * n + 5, 400, False, n) for n in range(MAX_POINTERS + 5)])
        assert [word for word, *_ in heard].count("up") == 1
        assert [word for word, *_ in heard].count("pointer_up") == MAX_POINTERS - 1

    def test_a_second_finger_off_the_screen_is_none(self, phone: Any, scales: Any) -> None:
        fingers(phone, (100, 400), (500, 400))
        fingers(phone, (50, 400), (700, 400))
        fingers(phone, None, None)
        assert scales == []

    def test_the_screen_going_off_ends_them_all(self, phone: Any, scales: Any) -> None:
        fingers(phone, (100, 400), (300, 400))
        phone.system.display.set_on(False)
        fingers(phone, (50, 400), (350, 400))
        phone.system.display.set_on(True)
        fingers(phone, (100, 400), (300, 400))
        fingers(phone, None, None)
        assert scales == []

    def test_coordinates_are_finite(self, phone: Any) -> None:
        with pytest.raises(OptionError, match="finite"):
            phone.touches([(1, 1, True, 0), (float("nan"), 1, True, 1)])
