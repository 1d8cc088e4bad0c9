"""Maps as they are painted: colours, names, signs, tiles."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from android_gym.simulator.ui._skia import canvas_on
from android_gym.simulator.ui.map_painting import MapPicture, shown_labels
from android_gym.simulator.ui.mercator import Camera
from android_gym.simulator.ui.theme import default_theme
from android_gym.simulator.ui.vector_map import (
    Atlas,
    MapLabel,
    MapOverlay,
    Pin,
    Sheet,
    Style,
    Trail,
)

GROUND, AREA, ROAD = (0xFFF0F0F0, 0xFF101010), (0xFF00AA00, 0xFF003300), (0xFFFF0000, 0xFF880000)
SIZE = (400, 800)
HERE = Camera(0.5, 0.5, 14)
STEP = 5e-6


def square(x: float, y: float, half: float) -> list[tuple[float, float]]:
    return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]


def atlas(*labels: MapLabel) -> Atlas:
    return Atlas(
        GROUND,
        (
            Sheet(Style(AREA), [square(0.5, 0.5, 2 * STEP)]),
            Sheet(
                Style(ROAD, widths=((10, 2), (14, 8)), from_zoom=12),
                [[(0.5 - 9 * STEP, 0.5 + 4 * STEP), (0.5 + 9 * STEP, 0.5 + 4 * STEP)]],
            ),
        ),
        labels,
        (0.5, 0.5),
    )


def painted(picture: MapPicture, scale: float = 1.0) -> Any:
    width, height = (round(side * scale) for side in SIZE)
    pixels = np.zeros((height, width, 4), np.uint8)
    canvas = canvas_on(pixels)
    canvas.scale(scale, scale)
    picture.paint(canvas, (0, 0, *SIZE), 2.0, default_theme(False))
    return pixels[..., :3].astype(int)


def color(pixels: Any, camera: Camera, x: float, y: float) -> int:
    px, py = camera.on_screen(x, y, SIZE, 2.0)
    red, green, blue = pixels[round(py), round(px)]
    return int(0xFF000000 | red << 16 | green << 8 | blue)


@pytest.mark.parametrize("night", [False, True])
def test_areas_and_roads_are_where_the_camera_sees_them(night: bool) -> None:
    for camera in (HERE, replace(HERE, rotation=90.0), replace(HERE, zoom=13.4)):
        pixels = painted(MapPicture(atlas(), camera, night=night))
        assert color(pixels, camera, 0.5, 0.5) == AREA[night]
        assert color(pixels, camera, 0.5, 0.5 + 4 * STEP) == ROAD[night]
        assert color(pixels, camera, 0.5, 0.5 - 4 * STEP) == GROUND[night]


def test_roads_begin_at_their_zoom() -> None:
    far = replace(HERE, zoom=11.0)
    pixels = painted(MapPicture(atlas(), far))
    assert color(pixels, far, 0.5, 0.5 + 4 * STEP) == GROUND[0]


def test_a_small_picture_is_the_large_one_seen_from_afar() -> None:
    picture = MapPicture(atlas(), HERE)
    large = painted(picture).reshape(200, 4, 100, 4, 3).mean((1, 3))
    assert np.abs(large - painted(picture, 0.25)).mean() < 2.0


def test_a_picture_follows_from_itself_alone() -> None:
    first = painted(MapPicture(atlas(), HERE))
    moved = HERE.moved(37.25, -12.5, 2.0)
    painted(MapPicture(atlas(), moved))
    np.testing.assert_array_equal(first, painted(MapPicture(atlas(), HERE)))


def test_a_drag_by_whole_pixels_moves_the_pixels() -> None:
    one = atlas()
    before = painted(MapPicture(one, HERE))
    after = painted(MapPicture(one, HERE.moved(16, 8, 2.0)))
    np.testing.assert_array_equal(after[8:, 16:], before[:-8, :-16])


def test_names_that_overlap_are_left_out_by_rank() -> None:
    big = MapLabel("Town", 0.5, 0.5, rank=0)
    small = MapLabel("Hamlet", 0.5 + STEP / 10, 0.5, rank=5)
    apart = MapLabel("Apart", 0.5, 0.5 + 9 * STEP, rank=9)
    late = MapLabel("Late", 0.5, 0.5 - 9 * STEP, from_zoom=15)
    labels, places = shown_labels(atlas(small, apart, big, late), 14)
    assert [label.text for label in labels] == ["Town", "Apart"]
    assert places.shape == (2, 2)
    assert "Late" in [label.text for label in shown_labels(atlas(late), 15)[0]]
    assert shown_labels(atlas(replace(late, to_zoom=15)), 15)[0] == ()


def test_names_are_written_in_their_ink() -> None:
    red = MapLabel("MMMM", 0.5, 0.5 - 6 * STEP, size=20, ink=(0xFFCC0000, 0xFFCC0000))
    with_name = painted(MapPicture(atlas(red), HERE))
    without = painted(MapPicture(atlas(red), HERE, labels=False))
    changed = (with_name != without).any(axis=2)
    assert changed.sum() > 200
    assert (with_name[changed] == (0xCC, 0, 0)).all(axis=1).sum() > 50


def test_trails_and_signs_lie_over_the_map() -> None:
    overlay = MapOverlay(
        (Trail(((0.5 - STEP, 0.5), (0.5 + STEP, 0.5)), 0xFF0000FF, 6.0),),
        (Pin(0.5, 0.5 - 5 * STEP, "dot", 0xFF123456),),
    )
    pixels = painted(MapPicture(atlas(), HERE, (overlay,)))
    assert color(pixels, HERE, 0.5, 0.5) == 0xFF0000FF
    assert color(pixels, HERE, 0.5, 0.5 - 5 * STEP) == 0xFF123456


def test_thousands_of_signs_are_thinned() -> None:
    pins = tuple(Pin(0.5, 0.5, "disc", 0xFF00FFFF) for _ in range(5000))
    one = painted(MapPicture(atlas(), HERE, (MapOverlay(pins=pins[:1]),)))
    np.testing.assert_array_equal(one, painted(MapPicture(atlas(), HERE, (MapOverlay(pins=pins),))))


def test_the_cross_is_in_the_middle() -> None:
    plain, crossed = (painted(MapPicture(atlas(), HERE, cross=c)) for c in (False, True))
    rows, columns = np.nonzero((plain != crossed).any(axis=2))
    assert abs(rows.mean() - 400) < 1.5
    assert abs(columns.mean() - 200) < 1.5
