import json

import numpy as np
import pytest

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.errors import DeviceError, OptionError
from android_gym.wrappers import SetOfMarks
from android_gym.wrappers.set_of_marks import draw_marks, mark_table, marked


def element(left, top, right, bottom, **options):
    box = BoundingBox(left, right, top, bottom)
    return UIElement(bbox_pixels=box, **({"is_visible": True} | options))


@pytest.mark.parametrize("style", ["android_world", "clear"])
def test_stands_gymnasiums_checks(make, check, style):
    check(SetOfMarks(make(), style=style))
    check(SetOfMarks(make(observation="pixels"), style=style, only_interactive=True))


def test_android_worlds_geometry_and_colours():
    frame = np.full((2400, 1080, 3), 100, np.uint8)
    elements = [element(100, 200, 400, 500)]
    draw_marks(frame, elements, [0], (1080, 2400))
    green = (0, 255, 0)
    assert (frame[200, 140:400] == green).all() and (frame[200:500, 400] == green).all()
    assert (frame[500, 100:400] == green).all() and (frame[230:500, 100] == green).all()
    # The white box of rows y+1 to y+25 and columns x+1 to x+35 with the number in it.
    chip = frame[201:225, 102:135]
    assert (chip.max(axis=2) - chip.min(axis=2) == 0).all()  # black on white, maybe smoothed
    assert (chip < 50).all(axis=2).sum() > 50
    assert (frame[224, 102:135] == 255).all() and (frame[225, 110] == 100).all()
    assert (frame[300, 200] == 100).all()


def test_small_frames_are_marked_at_their_scale():
    frame = np.zeros((600, 270, 3), np.uint8)
    draw_marks(frame, [element(400, 800, 800, 1600)], [0], (1080, 2400))
    assert (frame[300, 100] == (0, 255, 0)).all() and (frame[400, 150] == (0, 255, 0)).all()


def test_clear_chips_cover_no_other():
    frame = np.zeros((600, 270, 3), np.uint8)
    elements = [element(0, 0, 1080, 2400), element(0, 0, 540, 1200)]
    draw_marks(frame, elements, [0, 1], (1080, 2400), "clear")
    assert (frame[0, 0] == (213, 0, 0)).all()
    # The second chip keeps to another corner of its own box.
    assert (frame[0, 134] == (0, 105, 192)).all() and (frame[5, 134] == (0, 105, 192)).all()
    # One whose left is free stands there.
    draw_marks(frame, [element(400, 800, 800, 1600)], [0], (1080, 2400), "clear")
    assert (frame[200, 97] == (213, 0, 0)).all() and (frame[203, 105] == 0).all()


def test_elements_that_cannot_be_seen_get_no_mark():
    elements = [
        element(0, 0, 10, 10),
        element(10, 0, 10, 10),
        element(0, 0, 10, 10, is_visible=False),
        element(-20, 0, 0, 10),
        element(0, 200, 10, 300),
        element(90, 190, 300, 300, is_clickable=True),
        UIElement(is_visible=True),
    ]
    assert marked(elements, (100, 200)) == [0, 5]
    assert marked(elements, (100, 200), only_interactive=True) == [5]


def test_the_table_tells_what_a_mark_is():
    table = mark_table([element(1, 2, 3, 4), element(5, 6, 7, 8, text="Save")], [1])
    assert table[0]["mark"] == 1 and table[0]["bbox"] == [5, 6, 7, 8]
    assert table[0]["text"] == "Save" and table[0]["is_clickable"] is False
    json.dumps(table)


def test_marks_are_indices_of_the_json_mode(make):
    env = SetOfMarks(make(action_mode="json"))
    plain = env.env.reset(seed=1)[0]
    observation, info = env.reset(seed=1)
    assert (observation["pixels"] != plain["pixels"]).any()
    np.testing.assert_array_equal(observation["ui_text"], plain["ui_text"])
    photos = next(row["mark"] for row in info["marks"] if row["text"] == "Photos")
    env.step({"action_type": "click", "index": photos})
    assert "photos" in env.device.foreground_activity()


def test_a_device_that_dies_truncates(make, monkeypatch):
    env = SetOfMarks(make(observation="pixels", action_mode="json"))
    _, info = env.reset(seed=1)

    def fail():
        raise DeviceError("The cable is out.")

    monkeypatch.setattr(env.device, "ui_elements", fail)
    _, _, terminated, truncated, after = env.step({"action_type": "wait"})
    assert truncated and not terminated and "cable" in after["device_error"]
    assert after["marks"] == info["marks"]


def test_wrong_arguments_are_told(make):
    with pytest.raises(OptionError, match="style"):
        SetOfMarks(make(), style="pretty")
    with pytest.raises(OptionError, match="no pixels"):
        SetOfMarks(make(observation="goal"))
