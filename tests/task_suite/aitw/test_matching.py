import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from android_gym.errors import OptionError
from android_gym.task_suite.aitw.matching import Actions, enlarge, match, match_one
from benchmarks.aitw import plain_match, random_pairs

CASES = json.loads((Path(__file__).parent / "vectors.json").read_text())["cases"]
WANTED = np.array([case["match"] for case in CASES])


def actions(which):
    return Actions(
        np.array([case[which]["type"] for case in CASES]),
        np.array([case[which]["touch_yx"] for case in CASES], np.float32),
        np.array([case[which]["lift_yx"] for case in CASES], np.float32),
    )


COUNTS = np.array([len(case["boxes_yxhw"]) for case in CASES])
BOXES = np.zeros((len(CASES), COUNTS.max(), 4), np.float32)
for _row, _case in zip(BOXES, CASES, strict=True):
    _row[: len(_case["boxes_yxhw"])] = _case["boxes_yxhw"]
ONE, OTHER = actions("a"), actions("b")


def singly(first, second, boxes, counts):
    def at(own, i):
        return int(own.types[i]), own.touch[i], own.lift[i]

    return [
        match_one(*at(first, i), at(second, i), enlarge(boxes[i, : counts[i]]))
        for i in range(len(first))
    ]


def test_the_reference_gives_the_same_verdicts():
    assert len(CASES) == 321 and 0 < WANTED.sum() < 321
    assert (match(ONE, OTHER, BOXES, COUNTS) == WANTED).all()
    assert (match(OTHER, ONE, BOXES, COUNTS) == WANTED).all()
    assert (np.array(singly(ONE, OTHER, BOXES, COUNTS)) == WANTED).all()
    assert (np.array(plain_match(ONE, OTHER, BOXES, COUNTS)) == WANTED).all()


def test_loops_over_random_pairs_give_the_same_verdicts():
    pairs = random_pairs(9000)  # several blocks
    found = match(*pairs)
    few = [Actions(a.types[:2000], a.touch[:2000], a.lift[:2000]) for a in pairs[:2]]
    rest = [pairs[2][:2000], pairs[3][:2000]]
    assert found[:2000].tolist() == plain_match(*few, *rest) == singly(*few, *rest)
    last = [Actions(a.types[8000:], a.touch[8000:], a.lift[8000:]) for a in pairs[:2]]
    assert (found[8000:] == match(*last, pairs[2][8000:], pairs[3][8000:])).all()


COORDINATE = st.one_of(
    st.sampled_from([0.0, 1.0, 0.5, 0.46, 0.54, 0.36, 0.64, -1.0]), st.floats(0, 1, width=32)
)
POINT = st.tuples(COORDINATE, COORDINATE)
ACTION = st.tuples(st.sampled_from([3, 4, 4, 4, 5, 10]), POINT, POINT)
SCREEN = st.lists(st.tuples(*[st.floats(0, 1, width=32)] * 4), max_size=3)


@given(st.lists(st.tuples(ACTION, ACTION, SCREEN), min_size=1, max_size=5))
def test_any_actions_match_alike_in_each_way(cases):
    def batch(i):
        columns = list(zip(*(case[i] for case in cases), strict=True))
        return Actions(*(np.array(c, t) for c, t in zip(columns, (int, "f4", "f4"), strict=True)))

    counts = np.array([len(case[2]) for case in cases])
    boxes = np.zeros((len(cases), 3, 4), np.float32)
    for row, case in zip(boxes, cases, strict=True):
        row[: len(case[2])] = np.array(case[2], np.float32).reshape(-1, 4)
    found = match(batch(0), batch(1), boxes, counts).tolist()
    assert found == plain_match(batch(0), batch(1), boxes, counts)
    assert found == singly(batch(0), batch(1), boxes, counts)
    assert found == match(batch(1), batch(0), boxes, counts).tolist()


def tap(*points):
    points = np.array(points, np.float32)
    return Actions(np.full(len(points), 4), points, points)


@pytest.mark.parametrize("boxes", [np.zeros((2, 0, 4)), np.zeros((2, 5, 4))])
def test_a_screen_without_boxes_holds_nothing(boxes):
    # The reference fails here. Taps that are far apart don't match, others do as ever.
    one, other = tap((0.1, 0.1), (0.1, 0.1)), tap((0.5, 0.5), (0.2, 0.1))
    assert match(one, other, boxes, np.zeros(2, int)).tolist() == [False, True]
    assert not match_one(4, one.touch[0], one.lift[0], (4, other.touch[0], other.lift[0]),
                         enlarge(boxes[0, :0]))  # fmt: skip


def test_boxes_beyond_the_count_are_ignored():
    one, other = tap((0.1, 0.1)), tap((0.5, 0.5))
    boxes = np.array([[[0, 0, 0.01, 0.01], [0, 0, 1, 1]]], np.float32)
    assert match(one, other, boxes, np.array([1])).tolist() == [False]
    assert match(one, other, boxes, np.array([2])).tolist() == [True]
    assert match(one, other, boxes).tolist() == [True]


def test_an_empty_batch_has_no_verdicts():
    none = Actions(np.zeros(0, int), np.zeros((0, 2)), np.zeros((0, 2)))
    assert match(none, none, np.zeros((0, 7, 4))).shape == (0,)


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: Actions(np.zeros(2, int), np.zeros((3, 2)), np.zeros((2, 2))), "touch must have"),
        (lambda: Actions(np.zeros(2), np.zeros((2, 2)), np.zeros((2, 2))), "must be integers"),
        (lambda: match(tap((0, 0)), tap((0, 0), (0, 0)), np.zeros((1, 0, 4))), "got 2 actions"),
        (lambda: match(tap((0, 0)), tap((0, 0)), np.zeros((1, 4))), r"boxes \(1, 4\)"),
        (lambda: match(tap((0, 0)), tap((0, 0)), np.zeros((1, 2, 3))), r"boxes \(1, 2, 3\)"),
        (lambda: match(tap((0, 0)), tap((0, 0)), np.zeros((1, 2, 4)), np.zeros(2, int)), "counts"),
    ],
)
def test_shapes_that_do_not_fit_are_told(make, why):
    with pytest.raises(OptionError, match=why):
        make()
