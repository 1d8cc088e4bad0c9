"""A picture that is zoomed and panned. On this phone 1 dp is 1 pixel; the screen is 400x800."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from android_gym.simulator.ui.drawables import VectorPath
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, SwipeLayout
from android_gym.simulator.ui.picture_viewer import MAX_ZOOM, Picture, PictureState
from android_gym.simulator.ui.surface import Surface

CHESS = VectorPath("M0 0 H1 V1 H0 Z M1 1 H2 V2 H1 Z", (2.0, 2.0), "#FF0000")
TOP, HEIGHT = 49, 751 - 24

numbers = st.floats(-1e6, 1e6)


def viewer(phone: Any) -> tuple[Surface[PictureState], list[str]]:
    heard: list[str] = []
    phone.show(
        lambda page: SwipeLayout(
            [
                FrameLayout(
                    [
                        Surface(
                            Picture(CHESS),
                            id="picture",
                            width=MATCH,
                            height=MATCH,
                            on_click=lambda: heard.append("click"),
                        )
                    ],
                    width=MATCH,
                    height=MATCH,
                )
            ],
            on_swipe={"left": lambda: heard.append("next")},
            width=MATCH,
            height=MATCH,
        )
    )
    return surface_of(phone), heard


def surface_of(phone: Any) -> Surface[PictureState]:
    views = (v for w in phone.windows.windows() for v in w.root.walk())
    found = next(view for view in views if view.id == "picture")
    assert isinstance(found, Surface)
    return found


def pinch(phone: Any, span: float, to_span: float, x: float = 200, y: float = 400) -> None:
    for step in range(11):
        half = (span + (to_span - span) * step / 10) / 2
        phone.touches([(x - half, y, True, 0), (x + half, y, True, 1)])
        phone.advance(16)
    phone.touches([(x - half, y, False, 0), (x + half, y, False, 1)])


def test_a_pinch_zooms_and_the_picture_shows_it(phone: Any) -> None:
    surface, _ = viewer(phone)
    before = phone.screenshot()
    pinch(phone, 200, 380)
    assert surface_of(phone).state.zoom == pytest.approx(380 / 218)
    assert not np.array_equal(phone.screenshot(), before)
    np.testing.assert_array_equal(phone.screenshot(), phone.repaint())
    pinch(phone, 380, 180)
    assert surface_of(phone).state == PictureState()
    np.testing.assert_array_equal(phone.screenshot(), before)
    assert surface.CLIPS


def test_an_enlarged_picture_is_panned_and_not_swiped_away(phone: Any) -> None:
    _, heard = viewer(phone)
    phone.swipe(300, 400, 50, 400)
    assert heard == ["next"]
    pinch(phone, 200, 380)
    phone.swipe(300, 400, 250, 430)
    state = surface_of(phone).state
    assert heard == ["next"]
    assert state.x < 0 < state.y
    phone.swipe(350, 400, 30, 400)
    zoom = surface_of(phone).state.zoom
    assert surface_of(phone).state.x == pytest.approx(-(zoom - 1) / 2)  # to its edge, no further


def test_a_double_tap_enlarges_where_it_was_and_another_one_undoes_that(phone: Any) -> None:
    _, heard = viewer(phone)
    phone.tap(100, 400)
    phone.advance(100)
    phone.tap(100, 400)
    state = surface_of(phone).state
    assert state.zoom == 3.0 and state.x == pytest.approx(0.5) and heard == ["click"]
    phone.advance(1000)
    phone.tap(100, 400)
    phone.advance(400)
    phone.tap(100, 400)  # too late
    assert surface_of(phone).state.zoom == 3.0 and heard == ["click"] * 3
    phone.advance(100)
    phone.tap(100, 400)
    assert surface_of(phone).state == PictureState()


def test_two_fingers_pan_too(phone: Any) -> None:
    viewer(phone)
    pinch(phone, 200, 380)
    zoom = surface_of(phone).state.zoom
    for x in range(0, 50, 10):
        phone.touches([(100 + x, 400, True, 0), (300 + x, 400, True, 1)])
    assert surface_of(phone).state.zoom == zoom and surface_of(phone).state.x > 0


def test_a_snapshot_holds_the_zoom_and_so_does_an_image(phone: Any) -> None:
    from android_gym.simulator.wire import images

    viewer(phone)
    pinch(phone, 200, 380)
    state, frame = surface_of(phone).state, phone.screenshot()
    kept, image = phone.snapshot(), images.dump(phone, phone.snapshot())
    for snapshot in (kept, images.load(phone, image)):
        pinch(phone, 380, 180)
        assert surface_of(phone).state != state
        phone.restore(snapshot)
        assert surface_of(phone).state == state
        np.testing.assert_array_equal(phone.screenshot(), frame)


@given(numbers, numbers, numbers, st.floats(1e-3, 1e3), numbers, numbers)
def test_the_view_never_sees_past_the_pictures_edge(
    zoom: float, x: float, y: float, factor: float, at_x: float, at_y: float
) -> None:
    state = PictureState(zoom, x, y).within().around(factor, at_x, at_y)
    assert 1 <= state.zoom <= MAX_ZOOM
    assert max(abs(state.x), abs(state.y)) <= (state.zoom - 1) / 2


def test_the_point_between_the_fingers_stays() -> None:
    state = PictureState(2.0, 0.1, -0.2)
    later = state.around(1.5, 0.25, 0.25)

    def point(s: PictureState) -> tuple[float, float]:
        return (0.25 - s.x) / s.zoom, (0.25 - s.y) / s.zoom

    assert point(later) == pytest.approx(point(state))
