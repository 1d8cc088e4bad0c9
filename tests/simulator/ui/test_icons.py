"""Icons are found by Material Design Icons' names and by Android's."""

from __future__ import annotations

import numpy as np
import pytest

from android_gym.errors import OptionError
from android_gym.simulator.ui._skia import canvas_on, skia
from android_gym.simulator.ui.drawables import Drawable
from android_gym.simulator.ui.icons import ALIASES, AppIcon, Icon, icon_exists, paint_icon
from android_gym.simulator.ui.system_themes import SETTINGS_LIGHT


def painted(drawable: Drawable, size: int = 96) -> np.ndarray:
    pixels = np.zeros((size, size, 4), np.uint8)
    canvas = canvas_on(pixels)
    drawable.paint(canvas, (0, 0, size, size), 2.0, SETTINGS_LIGHT)
    return pixels


def test_every_alias_is_an_icon() -> None:
    assert [name for name in ALIASES if not icon_exists(name)] == []


def test_android_and_mdi_names_are_the_same_picture() -> None:
    for android, mdi in (("more_vert", "dots-vertical"), ("search", "magnify")):
        np.testing.assert_array_equal(painted(Icon(android)), painted(Icon(mdi)))
    assert not np.array_equal(painted(Icon("search")), painted(Icon("add")))


def test_an_icon_fills_its_square() -> None:
    rows, columns = np.nonzero(painted(Icon("checkbox_blank", "black"))[..., 3])
    # Material's 24-unit grid leaves 3 units around a square.
    assert (rows.min(), rows.max(), columns.min(), columns.max()) == (12, 83, 12, 83)
    small = np.nonzero(painted(Icon("checkbox_blank", "black", size=24))[..., 3])[0]
    assert (small.min(), small.max()) == (24 + 6, 24 + 41)


def test_an_unknown_icon_is_refused_with_near_names() -> None:
    canvas = skia.Surface(1, 1).getCanvas()
    with pytest.raises(OptionError, match=r"arow_back.*arrow_back"):
        paint_icon(canvas, "arow_back", 0, 0, 24, 0xFF000000)
    assert not icon_exists("arow_back")
    assert not icon_exists("__doc__")


@pytest.mark.parametrize("shape", ["circle", "squircle", "square"])
def test_launcher_icons(shape: str) -> None:
    plain = painted(AppIcon("#FF0000", shape=shape))
    assert plain[48, 48].tolist() == [255, 0, 0, 255]
    assert plain[0, 0, 3] == 0
    for icon in (AppIcon("#FF0000", "phone", shape=shape), AppIcon("#FF0000", letters="M")):
        white = np.argwhere((painted(icon)[..., :3] == 255).all(axis=2))
        assert np.abs(white.mean(axis=0) - 47.5).max() < 8
    fade = painted(AppIcon(("#FF0000", "#0000FF")))
    assert fade[4, 48, 0] > 200
    assert fade[92, 48, 2] > 200
