"""The generalist reads an episode: words, matches, marks of what was done."""

from __future__ import annotations

import numpy as np

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.agents.generalist.moves import Move
from android_gym.agents.generalist.reading import (
    MOST_ELEMENTS,
    MOST_STEPS,
    MOST_WORDS,
    PAST,
    RELATIONS,
    Reader,
    relations,
)
from android_gym.agents.generalist.words import ROWS, row_of, words_of
from android_gym.task_suite.demonstrations import Observation

GOAL = "Delete Oak table on October 07 from the list."


def row(label: str, top: int, left: int = 0, **more) -> UIElement:
    return UIElement(text=label, bbox_pixels=BoundingBox(left, left + 100, top, top + 50), **more)


def screen(*elements: UIElement, goal: str = GOAL) -> Observation:
    return Observation(goal, elements, 1080, 2400)


def test_words_are_numbers_letters_and_single_signs() -> None:
    assert [word.text for word in words_of("Ab_12cd, é漢字!")] == [
        *("ab", "_", "12", "cd", ",", "é", "漢", "字", "!")
    ]
    assert [(word.start, word.end) for word in words_of("a bc")] == [(0, 1), (2, 4)]
    assert 2 <= row_of("word") < ROWS
    assert row_of("word") != row_of("word", "name")


def test_labels_are_found_in_the_goal() -> None:
    sight = Reader(GOAL).read(screen(row("Oak table", 0), row("Oak chair", 60), row("7 Oct", 120)))
    words = [word.text for word in words_of(GOAL)]
    whole = [{words[j] for j in np.nonzero(line)[0]} for line in sight.whole]
    assert whole == [{"oak", "table"}, set(), set()]
    shared = [{words[j] for j in np.nonzero(line)[0]} for line in sight.shared]
    assert shared == [{"oak", "table"}, {"oak"}, {"october", "07"}]


def test_what_cannot_be_seen_and_keys_of_the_keyboard_are_not_told() -> None:
    key = row("q", 2000, resource_name="key_pos_q")
    sight = Reader(GOAL).read(screen(row("a", -60), key, row("b", 0), UIElement(text="c")))
    assert sight.shown.tolist() == [2]
    assert sight.top_numbers[3] == 1  # there is a keyboard


def test_moves_leave_marks() -> None:
    reader = Reader(GOAL)
    seen = screen(row("Oak table", 0), row("Delete", 60))
    before = reader.read(seen)
    reader.note(Move("tap", element=0), seen)
    reader.note(Move("type_goal", first=1, last=2), seen)
    after = reader.read(seen)
    changed = np.nonzero((after.goal_numbers != before.goal_numbers).any(1))[0]
    assert changed.tolist() == [1, 2]
    assert after.element_numbers[0, 19] == 1  # was touched
    assert after.element_numbers[1, 19] == 0
    assert after.step == 2
    assert (after.past_kinds >= 0).sum() == 2
    assert after.past_numbers[0, 0] == 0  # nothing changed
    reader.note(Move("tap", element=1), seen)
    assert reader.read(screen(row("Other", 0))).past_numbers[0, 0] == 1


def test_pieces_of_an_answer_are_kept() -> None:
    reader = Reader(GOAL)
    seen = screen(row("Oak table", 0))
    reader.read(seen)
    reader.note(Move("say_element", element=0), seen)
    assert reader.said == ["Oak table"]
    assert reader.read(seen).element_numbers[0, 28] == 1


def test_a_piece_that_is_typed_is_said_no_more() -> None:
    reader = Reader(GOAL)
    seen = screen(row("Oak table", 0))
    for move in (Move("say_element", element=0), Move("type_said"), Move("type_said")):
        reader.read(seen)
        reader.note(move, seen)
    assert reader.said == []
    past = reader.read(seen).past_words
    assert past[1].any()  # tells what was typed
    assert not past[0].any()


def test_relations_tell_rows_and_matches() -> None:
    sight = Reader(GOAL).read(screen(row("Oak table", 0), row("Edit", 10, left=500), row("x", 99)))
    near = relations(sight)
    at = 1 + PAST
    assert near.max() < RELATIONS
    assert near[at, at + 1] == 6  # the next one, in the same row
    assert near[at + 1, at + 2] == 8  # the next one, in another
    assert near[at, at + 2] == 0
    word = at + 3 + 1
    assert (near[at, word], near[word, at]) == (1, 2)
    assert (near[word, word - 1], near[word, word + 1]) == (13, 15)


def test_nothing_to_read_and_too_much() -> None:
    empty = Reader("").read(screen(goal=""))
    assert empty.whole.shape == (0, 0)
    assert relations(empty).shape == (1 + PAST, 1 + PAST)
    goal = "word " * 500
    reader = Reader(goal)
    seen = screen(*(row(f"row {i}", i) for i in range(200)), goal=goal)
    for _ in range(MOST_STEPS + 5):
        sight = reader.read(seen)
        reader.note(Move("wait"), seen)
    assert sight.whole.shape == (MOST_ELEMENTS, MOST_WORDS)
    assert sight.step == MOST_STEPS - 1
