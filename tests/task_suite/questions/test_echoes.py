"""Answers that repeat the question before or after what they say."""

from __future__ import annotations

import pytest

from android_gym.task_suite.questions.answers import AnswerSpec
from android_gym.task_suite.questions.echoes import without_echo

TITLES = AnswerSpec("list", ("title",))
SCHEDULE = (
    "What is on my schedule for October 25, by the Planner?\n"
    "Which events does the Planner have on October 25?"
)
OPEN = "Which to-dos are not ticked yet?\nWhich of the to-dos remain open?"


@pytest.mark.parametrize(
    "answer",
    [
        "Yoga and Judo are on your schedule.", "On October 25, you have Yoga and Judo",
        "Your schedule on October 25 has Yoga, Judo.", "Events on October 25: Yoga, Judo",
        "Yoga and Judo on October 25", "The Planner's schedule says: Yoga, Judo",
    ],
)  # fmt: skip
def test_words_of_the_question_may_be_repeated(answer: str) -> None:
    assert TITLES.is_right(answer, ["Yoga", "Judo"], question=SCHEDULE)
    assert not TITLES.is_right(answer, ["Yoga", "Vet"], question=SCHEDULE)


@pytest.mark.parametrize(
    "answer",
    [
        "Yoga and Judo are off your schedule.", "Yoga and Judo are not on your schedule.",
        "Choir has Yoga and Judo", "Choir, on October 25 you have Yoga and Judo",
        "Yoga and Judo on October 26", "Yoga and Judo were on yesterday's schedule",
    ],
)  # fmt: skip
def test_other_words_are_no_repetition(answer: str) -> None:
    assert not TITLES.is_right(answer, ["Yoga", "Judo"], question=SCHEDULE)


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        ("Kite and Tent are not ticked yet.", True),
        ("Not ticked yet are Kite, Tent", True),
        ("Kite and Tent are open.", True),
        ("Kite and Tent are ticked.", False),
        ("Kite and Tent are not open.", False),
        ("Kite and Tent are not.", False),
        ("Kite, Tent are not those", False),
    ],
)
def test_what_the_question_denies_is_denied(answer: str, right: bool) -> None:
    assert TITLES.is_right(answer, ["Kite", "Tent"], question=OPEN) is right


def test_a_long_repetition_is_none() -> None:
    found = [
        list(without_echo(f"{'the ' * times}schedule has Yoga", SCHEDULE, lambda text: True))
        for times in (1, 60)
    ]
    assert found == [["Yoga"], []]


@pytest.mark.parametrize("part", ["is ", "on ", ", on is", ", "])
def test_few_repetitions_are_tried(part: str) -> None:
    """So an answer is read in little time, however often it repeats words."""
    tried: list[str] = []

    def is_sure(text: str) -> bool:
        tried.append(text)
        return True

    found = list(without_echo(f"Planner is {part * 1000}on October", SCHEDULE, is_sure))
    assert len(found) <= 8 + 9 * 8
    assert len(tried) <= 1000 and max(map(len, tried)) <= 200
