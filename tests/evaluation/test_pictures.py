"""Actions drawn on screens."""

import cv2
import numpy as np
import pytest

from android_gym.errors import TraceError
from android_gym.evaluation.pictures import decode, draw_action, mark_place
from android_gym.evaluation.trajectories import LoggedAction, Shot

from .conftest import png

SHOT = Shot("0.png", png(255))


def pixels(picture):
    return cv2.cvtColor(cv2.imdecode(np.frombuffer(picture.png, np.uint8), 1), cv2.COLOR_BGR2RGB)


def test_a_dot_marks_the_place():
    found = pixels(mark_place(SHOT, LoggedAction("tap", position=(60, 90))))
    assert found.shape == (240, 108, 3)
    assert tuple(found[90, 60]) == (255, 127, 127)
    assert (found != 255).any(axis=2).sum() < 40


def test_what_has_no_place_is_not_marked():
    for action in (None, LoggedAction("home")):
        assert (pixels(mark_place(SHOT, action)) == 255).all()


@pytest.mark.parametrize("place", [(-5, -5), (1e300, -1e300), (500, 10)])
def test_a_place_off_the_screen_is_not_seen(place):
    assert (pixels(mark_place(SHOT, LoggedAction("tap", position=place))) == 255).all()


def test_an_action_is_told_below():
    found = pixels(draw_action(SHOT, LoggedAction("type", "hello")))
    assert found.shape[0] > 250 and (found[:240] == 255).all()
    strip = found[240:]
    assert tuple(strip[0, 50]) == (0, 0, 255)
    red = (strip[..., 0] > 200) & (strip[..., 1] < 80) & (strip[..., 2] < 80)
    black = (strip < 80).all(axis=2)
    assert red.any() and black.any()


def test_long_and_chinese_details_are_broken_into_lines():
    short = draw_action(SHOT, LoggedAction("type", "好")).size[1]
    assert draw_action(SHOT, LoggedAction("type", "好" * 100)).size[1] > short + 100
    assert draw_action(SHOT, LoggedAction("type", "x" * 100_000)).size[1] < 5000


def test_a_picture_that_is_too_large_is_refused():
    line = np.zeros((1, 60_000, 3), np.uint8)
    data = bytearray(cv2.imencode(".png", line)[1].tobytes())
    data[20:24] = (60_000).to_bytes(4, "big")  # the height that its head tells
    import zlib

    data[29:33] = zlib.crc32(data[12:29]).to_bytes(4, "big")
    with pytest.raises(TraceError, match="60000x60000|can't be decoded"):
        decode(Shot("0.png", bytes(data)))
