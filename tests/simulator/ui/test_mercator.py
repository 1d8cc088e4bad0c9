"""The projection, and what a camera sees."""

from __future__ import annotations

import math

import pytest

from android_gym.simulator.ui.mercator import (
    LEAST_ZOOM,
    MOST_ZOOM,
    TILE_DP,
    Camera,
    metres_of_world,
    project,
    unproject,
)

SIZE = (1080, 2400)
DENSITY = 2.625


@pytest.mark.parametrize("place", [(0.0, 0.0), (47.14, 9.52), (-33.9, 151.2), (70.0, -179.0)])
def test_places_come_back(place: tuple[float, float]) -> None:
    assert unproject(*project(*place)) == pytest.approx(place)


def test_the_world_is_a_square() -> None:
    assert project(0, 0) == (0.5, 0.5)
    assert project(0, -180)[0] == 0
    assert project(85.0511287, 0)[1] == pytest.approx(0, abs=1e-8)
    assert project(90, 0) == project(85.0511287, 0)
    assert metres_of_world(60) == pytest.approx(metres_of_world(0) / 2)


def test_pixels_and_places_belong_together() -> None:
    camera = Camera.over(47.14, 9.52, 13)
    assert camera.at(540, 1200, SIZE, DENSITY) == pytest.approx((47.14, 9.52))
    for rotation in (0.0, 33.0, 180.0):
        turned = Camera(camera.x, camera.y, 12.3, rotation)
        for pixel in ((0, 0), (1080, 2400), (300, 1700)):
            x, y = turned.in_world(*pixel, SIZE, DENSITY)
            assert turned.on_screen(x, y, SIZE, DENSITY) == pytest.approx(pixel, abs=1e-3)


def test_a_tile_is_256_dp_wide() -> None:
    camera = Camera(0.5, 0.5, 3)
    left, _ = camera.on_screen(0.5, 0.5, SIZE, DENSITY)
    right, _ = camera.on_screen(0.5 + 1 / 8, 0.5, SIZE, DENSITY)
    assert right - left == pytest.approx(TILE_DP * DENSITY)


def test_what_is_dragged_stays_under_the_finger() -> None:
    for rotation in (0.0, 70.0):
        camera = Camera(0.52, 0.35, 14.5, rotation)
        place = camera.in_world(300, 400, SIZE, DENSITY)
        moved = camera.moved(120, -50, DENSITY)
        assert moved.on_screen(*place, SIZE, DENSITY) == pytest.approx((420, 350), abs=1e-3)


def test_a_zoom_keeps_its_focus() -> None:
    camera = Camera(0.52, 0.35, 14.5, 20)
    place = camera.in_world(300, 400, SIZE, DENSITY)
    near = camera.zoomed(16, (300, 400), SIZE, DENSITY, turn=15)
    assert (near.zoom, near.rotation) == (16, 35)
    assert near.on_screen(*place, SIZE, DENSITY) == pytest.approx((300, 400), abs=1e-2)


def test_zooms_and_places_have_ends() -> None:
    camera = Camera(0.5, 0.5, 3)
    assert camera.zoomed(99, (0, 0), SIZE, DENSITY).zoom == MOST_ZOOM
    assert camera.zoomed(-99, (0, 0), SIZE, DENSITY).zoom == LEAST_ZOOM
    far = camera.moved(1e9, 1e9, DENSITY)
    assert 0 <= far.x < 1
    assert far.y == 0


def test_metres_of_a_pixel() -> None:
    camera = Camera.over(0, 0, 0 + LEAST_ZOOM)
    world = TILE_DP * DENSITY * 2**LEAST_ZOOM
    assert camera.metres_per_px(DENSITY) == pytest.approx(40_075_016.686 / world)
    assert math.isfinite(Camera.over(89, 0, 10).metres_per_px(DENSITY))
