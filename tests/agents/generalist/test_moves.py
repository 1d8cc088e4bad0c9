"""Moves of the generalist: each event of a demonstration is one, and a move is the same event."""

from __future__ import annotations

import pytest

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.actions import Decoded, GestureMode
from android_gym.agents.generalist import GeneralistPolicy
from android_gym.agents.generalist.moves import (
    MOST_PART,
    MOST_TEXT,
    Move,
    event_of,
    label_of,
    move_of,
    piece_of,
    says,
    text_of,
)
from android_gym.events import (
    Answer,
    Declare,
    DoubleTap,
    Drag,
    Key,
    Launch,
    LongPress,
    Swipe,
    Tap,
    Text,
    Wait,
)
from android_gym.task_suite.demonstrations import Observation

GOAL = "Send Ada Byron the text: See you at 7! From Simple SMS."


def element(label: str, *bounds: int) -> UIElement:
    return UIElement(text=label, bbox_pixels=BoundingBox(*bounds))


SEEN = Observation(
    GOAL,
    (
        element("List", 0, 1080, 100, 2300),
        element("Ada Byron", 0, 1000, 200, 300),
        element("Meet at 18:30 by the old mill", 0, 1000, 300, 400),
        element("Outside", 0, 1000, 2400, 2500),
    ),
    1080,
    2400,
)


@pytest.mark.parametrize(
    "event",
    [
        Tap(500, 250),
        LongPress(500, 350),
        DoubleTap(500, 250),
        Swipe(540, 1750, 540, 650),
        Swipe(540, 650, 540, 1750),
        Key("KEYCODE_BACK"),
        Launch("Simple SMS"),
        Launch("Clock"),
        Text("See you at 7!"),
        Text("see you at 7!\n"),
        Text("18:30"),
        Text("Ada Byron"),
        Text("something else"),
        Wait(1000),
        Declare(),
    ],
    ids=repr,
)
def test_an_event_is_a_move_that_is_the_event(event) -> None:
    move = move_of(event, SEEN)
    assert move is not None
    assert event_of(move, SEEN, ()) == event


def test_what_no_move_can_do_is_none() -> None:
    assert move_of(Tap(950, 250), SEEN) is None  # far from the middle of what is there
    assert move_of(Tap(541, 1201), SEEN) is None  # near the middle of most of the screen
    assert move_of(LongPress(501, 250), SEEN) is None
    assert move_of(Tap(500, 2450), SEEN) is None  # of what is not on the screen
    assert move_of(Drag(500, 250, 500, 350), SEEN) is None
    assert move_of(Swipe(10, 20, 30, 40), SEEN) is None
    assert move_of(Key("KEYCODE_POWER"), SEEN) is None


def test_a_tap_near_the_middle_is_one_on_the_element() -> None:
    assert move_of(Tap(520, 260), SEEN) == Move("tap", element=1)
    small = element("Star", 400, 600, 210, 290)
    both = Observation(GOAL, (*SEEN.elements, small), 1080, 2400)
    assert move_of(Tap(520, 260), both) == Move("tap", element=4)  # the smallest there


def test_a_swipe_of_about_the_length_of_a_scroll_is_one() -> None:
    rolls = UIElement(text="Rolls", is_scrollable=True, bbox_pixels=BoundingBox(0, 1080, 400, 2300))
    still = Observation(GOAL, (element("All", 0, 1080, 0, 2400), rolls), 1080, 2400)
    assert move_of(Swipe(540, 2145, 540, 996), still) == Move("scroll_down", element=1)
    assert move_of(Swipe(540, 996, 540, 2145), still) == Move("scroll_up", element=1)
    assert move_of(Swipe(900, 600, 300, 602), still) == Move("scroll_right", element=1)
    assert move_of(Swipe(300, 600, 900, 600), still) == Move("scroll_left", element=1)
    assert move_of(Swipe(540, 996, 540, 900), still) is None  # too short
    assert move_of(Swipe(540, 2290, 540, 410), still) is None  # too long
    assert move_of(Swipe(540, 2145, 700, 996), still) is None  # askew
    assert move_of(Swipe(540, 2145, 540, 996), SEEN) is None  # nothing there scrolls


def test_a_slider_is_moved_to_its_ends() -> None:
    bright = Observation(GOAL, (element("Brightness", 42, 1038, 357, 483),), 1080, 2400)
    for event, kind in (
        (Swipe(540, 420, 1079, 420, 500), "slide_right"),
        (Swipe(540, 420, 0, 420, 500), "slide_left"),
    ):
        move = move_of(event, bright)
        assert move == Move(kind, element=0)
        assert event_of(move, bright, ()) == event


@pytest.mark.parametrize(("kind", "of"), [("tap_begin", Tap), ("long_press_begin", LongPress)])
def test_the_first_word_of_an_editor_is_touched(kind, of) -> None:
    def seen(editable: bool, *bounds: int) -> Observation:
        box = BoundingBox(*bounds)
        return Observation(GOAL, (UIElement(is_editable=editable, bbox_pixels=box),), 1080, 2400)

    tall, low = seen(True, 0, 1080, 275, 2216), seen(True, 116, 964, 690, 802)
    assert event_of(Move(kind, element=0), tall, ()) == of(54, 341)
    assert move_of(of(45, 341), tall) == Move(kind, element=0)
    assert move_of(of(172, 746), low) == Move(kind, element=0)
    assert move_of(of(300, 341), tall) is None
    assert move_of(of(45, 341), seen(False, 0, 1080, 275, 2216)) is None


def test_where_the_words_are_from() -> None:
    def kind(text: str) -> str:
        move = move_of(Text(text), SEEN)
        assert move is not None
        return move.kind

    assert kind("Ada Byron") == "type_goal"  # stands in both
    assert kind("18:30") == "type_part"
    assert kind("Meet at 18:30 by the old mill") == "type_element"
    assert kind("da By") == "type_phrase"  # no whole words
    assert kind("18") == "type_phrase"  # a count, for all one knows
    assert kind("") == "type_phrase"


def test_words_far_into_a_label_are_no_part() -> None:
    def part(before: int) -> Move | None:
        label = "a " * before + "treasure here"
        return piece_of("treasure", Observation("Dig.", (element(label, 0, 9, 0, 9),), 9, 9))

    found = part(MOST_PART - 1)
    assert found is not None
    assert found.last == MOST_PART - 1
    assert part(MOST_PART) is None


def test_an_answer_is_said_in_pieces() -> None:
    move = piece_of("by the old mill", SEEN)
    assert move is not None
    assert says(move)
    assert text_of(move, SEEN) == "by the old mill"
    assert not says(Move("answer"))
    assert event_of(Move("answer"), SEEN, ["one", "two"]) == Answer("one, two")
    assert event_of(Move("answer"), SEEN, []) == Answer("")


def test_what_was_said_first_is_typed() -> None:
    move = Move("type_said", case="upper+enter")
    assert not says(move)
    assert event_of(move, SEEN, ["one", "two"]) == Text("ONE\n")
    assert event_of(Move("type_said"), SEEN, []) == Text("")


def test_a_count_is_not_said_of_the_goal() -> None:
    asked = Observation("How many of the 12 notes of 2023 are mine?", (), 9, 9)
    assert piece_of("12", asked) is None
    assert piece_of("2023", asked) == Move("say_goal", first=7, last=7)
    assert move_of(Text("12"), asked) == Move("type_goal", first=4, last=4)


def test_texts_that_are_too_long_are_cut() -> None:
    long = Observation(GOAL, (element("ü" * 5000, 0, 9, 0, 9),), 9, 9)
    typed = event_of(Move("type_element", element=0), long, ())
    answer = event_of(Move("answer"), long, ["ü" * 5000])
    mode = GestureMode(**GeneralistPolicy.env_options["action_options"])
    for event in (typed, answer):
        assert isinstance(event, Text | Answer)
        assert len(event.text) == MOST_TEXT
        mode.encode(Decoded.of(event), (9, 9))


def test_a_label_is_the_text_before_all_else() -> None:
    assert label_of(UIElement(text="a", content_description="b", hint_text="c")) == "a"
    assert label_of(UIElement(content_description="b", hint_text="c")) == "b"
    assert label_of(UIElement(hint_text="c")) == "c"
    assert label_of(UIElement()) == ""
