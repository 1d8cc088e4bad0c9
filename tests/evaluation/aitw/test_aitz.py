import json

import numpy as np
import pytest

from android_gym.errors import DataError
from android_gym.evaluation.aitw.aitz import read_aitz, write_aitz


def test_what_is_written_is_read(make, tmp_path):
    own = make("523", 5, size=(270, 600), subset="google_apps")
    path = write_aitz(own, tmp_path)
    assert path == tmp_path / "GOOGLE_APPS-523" / "GOOGLE_APPS-523.json"
    found = read_aitz(path)
    assert (found.id, found.goal, found.subset) == ("523", own.goal, "google_apps")
    for a, b in zip(found.steps, own.steps, strict=True):
        assert np.array_equal(a.image, b.image)
        assert (a.annotations.texts, a.annotations.types) == (
            b.annotations.texts,
            b.annotations.types,
        )
        assert np.allclose(a.annotations.boxes, b.annotations.boxes, atol=0.5 / 270)
        assert a.action == b.action


def test_values_are_those_of_the_format(make, tmp_path):
    """Names, pixels and lists within texts, as an episode that AiTZ published has them."""
    rows = json.loads(write_aitz(make("5", 2, size=(270, 600)), tmp_path).read_text())
    assert set(rows[0]) == {
        "episode_id", "episode_length", "step_id", "instruction", "ui_positions", "ui_text",
        "ui_types", "result_action_type", "result_action_text", "result_touch_yx",
        "result_lift_yx", "image_path",
    }  # fmt: skip
    assert rows[0]["result_touch_yx"] == "[-1.0, -1.0]" and rows[0]["ui_positions"] == "[]"
    (box,) = json.loads(rows[1]["ui_positions"])
    assert all(type(side) is int for side in box)
    assert rows[1]["ui_types"] == '["TEXT"]' and rows[1]["step_id"] == 1


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"episode_id": 5}, "'episode_id' must be of type str"),
        ({"step_id": 7}, "not the next"),
        ({"instruction": "x"}, "not the next"),
        ({"episode_length": 3}, "there are 2 steps of 3"),
        ({"ui_positions": "[[1, 2, 3]]"}, "'ui_positions' is not a list"),
        ({"ui_positions": "[[1, 2, 3, NaN]]"}, "'ui_positions' is not a list"),
        ({"ui_text": "[" * 100_000}, "'ui_text' is not a list"),
        ({"ui_text": []}, "1 boxes, 0 texts and 1 types"),
        ({"result_touch_yx": "[0.5]"}, "two numbers each"),
        ({"result_action_type": "4"}, "'result_action_type' must be of type int"),
        ({"result_action_type": -1}, "'result_action_type' must be from 0 to 999, got -1"),
        ({"result_action_type": 10**400}, "'result_action_type' must be from 0 to 999"),
        ({"image_path": "x/../../secret"}, "is not the path of a picture"),
        ({"image_path": "../missing.png"}, "'missing.png' can't be read"),
        ({"image_path": "GENERAL-5.json"}, "is not the path of a picture"),
        ({"image_path": "text.png"}, "'text.png' is not a picture"),
    ],
)
def test_what_is_wrong_is_told(make, tmp_path, change, why):
    path = write_aitz(make("5", 2), tmp_path)
    (path.parent / "text.png").write_text("no picture")
    rows = json.loads(path.read_text())
    if "episode_length" in change:
        rows[0] |= change
    rows[1] |= change
    path.write_text(json.dumps(rows))
    with pytest.raises(DataError, match=why) as told:
        read_aitz(path)
    assert told.value.file == str(path)


@pytest.mark.parametrize("text", ["", "{}", "[]", "[1]", "[" * 100_000])
def test_what_is_no_episode_is_told(tmp_path, text):
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(DataError, match=r"x\.json"):
        read_aitz(tmp_path / "x.json")
