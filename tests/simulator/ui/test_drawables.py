"""Drawables paint what they say, within the reach they say."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from android_gym.errors import OptionError
from android_gym.simulator.ui._skia import canvas_on, skia
from android_gym.simulator.ui.bitmap import Bitmap
from android_gym.simulator.ui.drawables import (
    Drawable,
    Gradient,
    Inset,
    Layers,
    Line,
    Oval,
    Rounded,
    Shadow,
    Solid,
    VectorPath,
)
from android_gym.simulator.ui.system_themes import SETTINGS_LIGHT

RECT = (20, 20, 80, 60)


def painted(drawable: Drawable, density: float = 1.0) -> np.ndarray:
    pixels = np.zeros((100, 100, 4), np.uint8)
    canvas = canvas_on(pixels)
    drawable.paint(canvas, RECT, density, SETTINGS_LIGHT)
    return pixels


def extent(pixels: np.ndarray) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of what is not transparent."""
    rows, columns = np.nonzero(pixels[..., 3])
    return columns.min(), rows.min(), columns.max() + 1, rows.max() + 1


def picture(width: int, height: int, kind: str = ".png") -> bytes:
    """Left half red, right half blue."""
    image = np.zeros((height, width, 3), np.uint8)
    image[:, : width // 2, 2] = image[:, width // 2 :, 0] = 255
    return cv2.imencode(kind, image)[1].tobytes()


EVERY = [
    Solid("#FF0000"),
    Rounded("primary", 8, "error", 2),
    Oval("primary", "error", 2),
    Gradient(("#FF0000", "#0000FF"), (0.0, 1.0), 45, 6),
    Line("left", width=3),
    Shadow(4, 8),
    Bitmap(picture(6, 4)),
    VectorPath("M0 0H24V24H0Z"),
    Layers((Solid("#FF0000"), Shadow(4))),
    Inset(Solid("#FF0000"), 1, 2, 3, 4),
]


@pytest.mark.parametrize("drawable", EVERY, ids=lambda drawable: type(drawable).__name__)
def test_drawables_are_values_that_stay_within_their_reach(drawable: Drawable) -> None:
    assert hash(drawable) == hash(type(drawable)(**vars(drawable)))
    assert drawable == type(drawable)(**vars(drawable))
    left, top, right, bottom = extent(painted(drawable))
    reach = drawable.reach(1.0)
    assert RECT[0] - reach <= left < right <= RECT[2] + reach
    assert RECT[1] - reach <= top < bottom <= RECT[3] + reach
    Solid("#FF0000").paint(skia.Surface(9, 9).getCanvas(), (3, 3, 3, 3), 1.0, SETTINGS_LIGHT)
    drawable.paint(skia.Surface(9, 9).getCanvas(), (3, 3, 3, 3), 1.0, SETTINGS_LIGHT)  # no area
    for turned in (
        (5, 5, 2, 2),
        (5, 2, 2, 5),
        (2, 5, 5, 2),
    ):  # what is left of a view on its way out
        drawable.paint(skia.Surface(9, 9).getCanvas(), turned, 1.0, SETTINGS_LIGHT)


def test_corners() -> None:
    pill = painted(Rounded("#FF0000", 999))
    assert pill[21, 21, 3] == 0
    assert pill[40, 21, 3] == 255
    one = painted(Rounded("#FF0000", (20, 0, 0, 0)))
    assert one[20, 20, 3] == 0
    assert one[20, 79, 3] == one[59, 20, 3] == one[59, 79, 3] == 255
    assert painted(Rounded("#FF0000", 5), 2.0)[21, 21, 3] == 0  # dp


def test_strokes_lie_inside() -> None:
    outline = painted(Rounded(None, 0, "#00FF00", 4))
    assert extent(outline) == RECT
    assert outline[40, 22].tolist() == [0, 255, 0, 255]
    assert outline[40, 40, 3] == 0


def test_gradients_run_in_their_direction() -> None:
    down = painted(Gradient(("#FF0000", "#0000FF")))
    assert down[21, 50, 0] > 240
    assert down[58, 50, 2] > 240
    right = painted(Gradient(("#FF0000", "#0000FF"), angle=0))
    assert right[40, 21, 0] > 240
    assert right[40, 78, 2] > 240


@pytest.mark.parametrize(
    ("edge", "box"),
    [
        ("top", (20, 20, 80, 22)),
        ("bottom", (20, 58, 80, 60)),
        ("left", (20, 20, 22, 60)),
        ("right", (78, 20, 80, 60)),
    ],
)
def test_lines(edge: str, box: tuple[int, int, int, int]) -> None:
    assert extent(painted(Line(edge, width=2))) == box
    hair = extent(painted(Line(edge, width=0.1)))
    assert min(hair[2] - hair[0], hair[3] - hair[1]) == 1


def test_a_shadow_falls_downwards() -> None:
    alpha = painted(Shadow(4, 0))[..., 3].astype(int)
    assert alpha[63, 50] > alpha[16, 50]
    assert alpha[40, 17] == pytest.approx(alpha[40, 82], abs=2)
    assert not painted(Shadow(0)).any()


@pytest.mark.parametrize("kind", [".png", ".jpg", ".webp", ".bmp"])
@pytest.mark.parametrize(
    ("fit", "box"),
    [
        ("fill", (20, 20, 80, 60)),
        ("center_crop", (20, 20, 80, 60)),
        ("fit_center", (30, 20, 70, 60)),
        ("center", (40, 30, 60, 50)),
    ],
)
def test_pictures(kind: str, fit: str, box: tuple[int, int, int, int]) -> None:
    bitmap = Bitmap(picture(20, 20, kind), fit)
    assert bitmap.size == (20, 20)
    pixels = painted(bitmap).astype(int)
    assert extent(pixels) == box
    assert pixels[40, 45, 0] > 200 > 60 > pixels[40, 45, 2]
    assert pixels[40, 55, 2] > 200 > 60 > pixels[40, 55, 0]


def test_large_pictures_are_shrunk_well() -> None:
    noise = np.random.default_rng(0).integers(0, 256, (2000, 3000, 3), np.uint8)
    content = cv2.imencode(".png", noise)[1].tobytes()
    middle = painted(Bitmap(content, "center_crop"))[25:55, 25:75, :3]
    assert abs(middle.mean() - 127.5) < 3
    assert middle.std() < 12  # averaged, not picked


@pytest.mark.parametrize("content", [b"", b"no picture", picture(20, 20)[:30]])
def test_what_is_no_picture_paints_nothing(content: bytes) -> None:
    assert not painted(Bitmap(content)).any()


def test_unknown_fits_and_paths_are_refused() -> None:
    with pytest.raises(OptionError, match="'tile'"):
        painted(Bitmap(picture(2, 2), "tile"))
    for path in ("M0 0 X1 1", "M0", "5 5"):
        with pytest.raises(OptionError, match=path):
            painted(VectorPath(path))


def test_paths() -> None:
    square = painted(VectorPath("m6,6 h12 v12 h-12z", fill="#FF0000"))
    assert extent(square) == (35, 30, 65, 50)
    same = painted(VectorPath("M6 6 18 6L18,18L6 18Z", fill="#FF0000"))
    np.testing.assert_array_equal(square, same)
    assert (
        painted(VectorPath("M0 12H24", fill=None, stroke="#FF0000", stroke_width=3))[40, 50, 0]
        == 255
    )
