"""Features of the clones of Android in the Wild: what they see, and what they are taught."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import numpy as np
import pytest

from android_gym.evaluation.aitw.records import Action, Annotations
from android_gym.task_suite.aitw.actions import ActionType

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SCREEN = Annotations(
    np.array([[0.0, 0.0, 1.0, 0.5], [0.1, 0.1, 0.1, 0.2], [0.5, 0.6, 0.1, 0.1]], np.float32),
    ("Whole half", "Save now", ""),
    ("TEXT", "TEXT", "ICON_PLUS"),
)
IMAGE = np.zeros((600, 270, 3), np.uint8)
GOAL = 'Add "Bread, butter" to the list.'


@pytest.fixture(scope="module")
def features():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(EXAMPLES)
        yield importlib.import_module("aitw_features")
        sys.modules.pop("aitw_features")


def tap(y, x):
    return Action(ActionType.DUAL_POINT, (y, x), (y, x))


def test_a_tap_is_taught_as_the_smallest_item_or_a_cell(features):
    words = features.Words.of(GOAL, features.GOAL)

    def target(action):
        return features.Target.of(GOAL, words, SCREEN, action)

    assert target(tap(0.15, 0.2)).place == 1
    assert target(tap(0.9, 0.2)).place == 0
    beside = target(tap(0.9, 0.9)).place
    assert beside >= features.ITEMS
    assert np.allclose(features.point_of(beside, SCREEN.boxes), (0.9, 0.9), atol=0.09)
    assert np.allclose(features.point_of(2, SCREEN.boxes), (0.55, 0.65))
    for place in range(features.ROWS * features.COLUMNS):
        point = features.point_of(features.ITEMS + place, SCREEN.boxes)
        assert features.cell_of(point) == place
    swipe = target(Action(ActionType.DUAL_POINT, (0.8, 0.5), (0.2, 0.5)))
    assert (features.TYPES[swipe.type], swipe.place) == ("swipe", -1)


@pytest.mark.parametrize(
    ("typed", "text"), [("Bread, butter", "Bread, butter"), ("LIST", "list"), ("milk", None)]
)
def test_typed_texts_are_copied_from_the_goal(features, typed, text):
    words = features.Words.of(GOAL, features.GOAL)
    action = Action(ActionType.TYPE, text=typed)
    target = features.Target.of(GOAL, words, SCREEN, action)
    if text is None:
        assert (target.first, target.last) == (-1, -1)
    else:
        assert features.copied(GOAL, words, target.first, target.last) == text


def test_words_are_equal_wherever_they_stand(features):
    read = features.Reader("Press SAVE.")
    seen = read.look(IMAGE, SCREEN)
    assert seen["words"][1, 0] == seen["goal"][1]
    assert seen["words"][0, 0] not in seen["goal"]
    assert seen["hits"][1].nonzero()[0].tolist() == [1]
    assert seen["share"].tolist()[:3] == [0, 0.5, 0]
    assert seen["count"] == 3
    assert seen["is_text"].tolist()[:4] == [True, True, False, False]
    assert {name: own.shape for name, own in seen.items()} == {
        name: own.shape[1:] for name, own in features.empty(1).items()
    }


def test_the_last_two_steps_are_remembered_newest_first(features):
    read = features.Reader(GOAL)
    assert not read.look(IMAGE, SCREEN)["past_numbers"].any()
    for action in (tap(0.15, 0.2), Action(ActionType.TYPE, text="butter"), Action(7)):
        read.look(IMAGE, SCREEN)
        read.note(SCREEN, action)
    seen = read.look(IMAGE, SCREEN)
    done = [features.TYPES[own[: len(features.TYPES)].argmax()] for own in seen["past_numbers"]]
    assert done == ["press_enter", "type"]
    assert seen["past_touched"][1, 0] in seen["goal"]
    assert (seen["past_words"][0] == seen["words"]).all()
    butter = features.Words.of(GOAL, 99).ids.tolist().index(seen["past_touched"][1, 0])
    assert seen["done"].nonzero()[0].tolist() == [butter]
    assert not seen["lately"].any()


def test_a_screen_of_any_size_can_be_read(features):
    many = 200
    boxes = np.tile(np.array([[0.999, 0.999, 0.001, 0.001]], np.float32), (many, 1))
    notes = Annotations(boxes, ("a " * 50,) * many, ("TEXT",) * many)
    goal = "word " * 500
    seen = features.Reader(goal).look(np.zeros((270, 600, 3), np.uint8), notes)
    assert seen["count"] == features.ITEMS
    none = Annotations(np.zeros((0, 4), np.float32), (), ())
    assert features.Reader("").look(IMAGE, none)["count"] == 0
    assert features.copied("", features.Words.of("", 9), 3, 5) == ""
