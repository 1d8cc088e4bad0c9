"""A model's numbers as pixels."""

import pytest

from android_gym.agents.formats import make_format
from android_gym.agents.formats.coordinates import (
    PixelGrid,
    SmartGrid,
    UnitGrid,
    smart_resize,
)
from android_gym.errors import ReplyError

SCREEN = (1080, 2400)


def test_smart_resize():
    assert smart_resize(SCREEN, 28, 100 * 28 * 28, 16384 * 28 * 28) == (1092, 2408)
    assert smart_resize((2400, 1080), 28, 100 * 28 * 28, 16384 * 28 * 28) == (2408, 1092)
    # Half a patch goes to the even one.
    assert smart_resize((42, 98), 28, 1, 10**9) == (56, 112)
    small = smart_resize((100, 100), 28, 100 * 28 * 28, 10**9)
    assert small == (280, 280)
    large = smart_resize((4000, 4000), 28, 1, 1000 * 28 * 28)
    assert large[0] * large[1] <= 1000 * 28 * 28
    assert large[0] % 28 == 0


def test_the_grids_of_the_formats():
    sizes = {
        name: make_format(name).grid.picture_size(SCREEN)
        for name in ("ui-tars-1.5", "qwen2.5-vl", "gui-owl-1", "qwen3-vl", "openai-computer-1")
    }
    assert sizes == {
        "ui-tars-1.5": (1092, 2408),
        "qwen2.5-vl": (1092, 2408),
        "gui-owl-1": (1092, 2408),
        "qwen3-vl": (1080, 2400),
        "openai-computer-1": (576, 1280),
    }


def test_999_and_1000_differ():
    assert UnitGrid(999).to_pixel(999, 500, SCREEN) == (1079, 1201)
    assert UnitGrid(1000).to_pixel(999, 500, SCREEN) == (1078, 1200)
    assert UnitGrid(999).to_pixel(1000, 1000, SCREEN) == (1079, 2399)


def test_a_resized_picture_is_not_the_screen():
    assert SmartGrid().to_pixel(1091, 2407, SCREEN) == (1079, 2399)
    assert SmartGrid().to_pixel(546, 1204, SCREEN) == (540, 1200)
    assert PixelGrid(1280).to_pixel(288, 640, SCREEN) == (540, 1200)


@pytest.mark.parametrize("place", [(-1, 0), (0, -0.5), (1001, 0), (0, 1001), (1e30, 0)])
def test_off_the_screen(place):
    with pytest.raises(ReplyError, match="off the screen"):
        UnitGrid(999).to_pixel(*place, SCREEN)


@pytest.mark.parametrize("grid", [SmartGrid(), UnitGrid(999), UnitGrid(1000), PixelGrid()], ids=str)
def test_a_pixel_comes_back(grid):
    width, height = SCREEN
    for x in range(0, width, 7):
        y = min(x * 2, height - 1)
        got = grid.to_pixel(*grid.from_pixel(x, y, SCREEN), SCREEN)
        assert abs(got[0] - x) <= 2
        assert abs(got[1] - y) <= 3
