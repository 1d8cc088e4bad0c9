"""The rules of tasks whose words stand in pictures and videos, at their thresholds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from android_gym.errors import OptionError
from android_gym.task_suite.android_world.expense.rows import DATABASE
from android_gym.task_suite.android_world.expense.tasks import ExpenseAddMultipleFromGallery
from android_gym.task_suite.android_world.markor.notes import FOLDER, path_of
from android_gym.task_suite.android_world.markor.transcribing import (
    NAMES,
    VIDEOS,
    MarkorTranscribeReceipt,
    MarkorTranscribeVideo,
    receipt,
    transcript,
)
from android_gym.task_suite.android_world.pictures import FOLDER as PICTURES
from android_gym.task_suite.android_world.recipe.tasks import RecipeAddMultipleRecipesFromImage
from android_gym.task_suite.task import Task
from android_gym.task_suite.touches import FileAt, Rows

BOUGHT = [
    {"date": "2023-02-03", "item": "Desk Lamp", "amount": 7193},
    {"date": "2023-04-05", "item": "Rye Bread", "amount": 400},
]
RIGHT = "Date, Item, Amount\n2023-02-03, Desk Lamp, $71.93\n2023-04-05, Rye Bread, $4.00"


def test_a_transcript() -> None:
    assert transcript(BOUGHT) == RIGHT
    assert transcript([{**BOUGHT[0], "amount": 5}]).endswith(", $0.05")


@pytest.mark.parametrize(
    ("text", "strict", "original"),
    [
        (RIGHT, 1.0, 1.0),
        (RIGHT + "\n\n", 1.0, 1.0),
        ("\n" + RIGHT, 1.0, 1.0),
        (RIGHT.replace(", ", ","), 1.0, 1.0),
        (RIGHT.replace(", ", " ,  ").replace("\n", "\r\n"), 1.0, 1.0),
        (RIGHT.upper(), 1.0, 1.0),
        (RIGHT.replace("71.93", "71.94"), 0.0, 1.0),
        (RIGHT.replace("02-03", "02-04"), 0.0, 1.0),
        (RIGHT.replace("$", ""), 0.0, 1.0),
        (RIGHT.replace("Desk", "Task"), 0.0, 1.0),
        (RIGHT.replace("Desk Lamp", "DeskLamp"), 0.0, 1.0),
        (RIGHT.replace("\n", "\n\n", 1), 0.0, 1.0),
        (RIGHT.replace(",", ";"), 0.0, 1.0),
        (RIGHT.partition("\n")[2], 0.0, 0.0),
        (RIGHT.rpartition("\n")[0], 0.0, 0.0),
        (RIGHT + "\n" + RIGHT.rpartition("\n")[2], 0.0, 0.0),
        ("", 0.0, 0.0),
    ],
)
def test_a_receipt_is_written_down(
    phone: Any, begun: Any, text: str, strict: float, original: float
) -> None:
    case = begun(MarkorTranscribeReceipt, phone, transactions=BOUGHT)
    assert case.scores == (0.0, 0.0)
    phone.push(path_of("receipt.md"), text)
    assert case.scores == (strict, 1.0 if strict else 0.5)
    assert case.original == original


def test_a_receipt_of_another_name_is_none(phone: Any, begun: Any) -> None:
    case = begun(MarkorTranscribeReceipt, phone, transactions=BOUGHT)
    phone.push(path_of("receipt.txt"), RIGHT)
    phone.mkdir(path_of("receipt.md"))
    assert (case.success, case.original) == (0.0, 0.0)
    assert list(case.task.touches(case.params)) == [FileAt(f"{FOLDER}/receipt.md")]


def test_pictures_of_receipts_differ_in_what_they_say() -> None:
    params = MarkorTranscribeReceipt().sample(np.random.default_rng(0))
    pictures = {
        receipt(params | changes)
        for changes in (
            {},
            {"company": "Old Mill"},
            {"slogan": "Ever so good"},
            {"transactions": BOUGHT},
            {"transactions": BOUGHT[::-1]},
            {"look": "book" if params["look"] != "book" else "print"},
        )
    }
    assert len(pictures) == 6
    assert receipt(dict(params)) in pictures


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"look": "blurred"}, "look must be one of"),
        ({"company": "x" * 25}, "company"),
        ({"slogan": "a\nb"}, "slogan"),
        ({"transactions": []}, "1 to 20 transactions, got 0"),
        ({"transactions": BOUGHT * 11}, "1 to 20 transactions, got 22"),
        ({"transactions": [{"date": "2023-01-01", "item": "x"}]}, "a date, an item and an amount"),
        ({"transactions": [{**BOUGHT[0], "item": "a, b"}]}, "comma"),
        ({"transactions": [{**BOUGHT[0], "item": " "}]}, "blank"),
        ({"transactions": [{**BOUGHT[0], "item": "x" * 17}]}, "item"),
        ({"transactions": [{**BOUGHT[0], "date": "1 May"}]}, "A date must be like"),
        ({"transactions": [{**BOUGHT[0], "amount": 1.5}]}, "An amount must be"),
        ({"transactions": [{**BOUGHT[0], "amount": -1}]}, "An amount must be"),
        ({"transactions": [{**BOUGHT[0], "amount": 10**6}]}, "An amount must be"),
    ],
)
def test_receipts_given_by_hand_are_checked(changes: dict[str, Any], message: str) -> None:
    task = MarkorTranscribeReceipt()
    params = task.sample(np.random.default_rng(0))
    task.check(params)
    task.check({**params, "transactions": BOUGHT * 10})
    with pytest.raises(OptionError, match=message):
        task.check({**params, **changes})


@pytest.mark.parametrize(
    ("task", "kind"),
    [(ExpenseAddMultipleFromGallery, "expenses"), (RecipeAddMultipleRecipesFromImage, "recipes")],
)
def test_rows_of_a_picture(phone: Any, begun: Any, task: type[Task], kind: str) -> None:
    """Rows of the picture, each of them and once; the picture is not to be touched."""
    case = begun(task, phone, seed=3)
    wanted = case.params[kind]
    assert list(case.task.touches(case.params)) == [Rows(kind, added=3)]
    assert case.scores == (0.0, 0.0)

    def add(item: Any, number: int) -> None:
        row = case.task.values(case.task.as_added(phone, item))
        case.task.rows.insert(phone, [row], number)

    for number, item in enumerate(wanted, start=1):
        add(item, 10 + number)
        assert case.scores == (float(number == 3), pytest.approx(number / 3))
        assert case.original == float(number == 3)
    add(wanted[0], 14)
    assert case.scores == (0.0, 0.75)
    with pytest.raises(OptionError, match="look must be one of"):
        case.task.check({**case.params, "look": "tiny"})
    with pytest.raises(OptionError, match=f"is about 3 {kind}"):
        case.task.check({**case.params, kind: wanted[:2]})


def test_old_pictures_show_what_is_there_already(phone: Any, begun: Any) -> None:
    case = begun(ExpenseAddMultipleFromGallery, phone)
    near_misses = case.task.near_misses(case.params)
    near_misses["the rows of another picture"](phone)
    assert phone.query(DATABASE, "SELECT count(*) FROM expense") == [(13,)]
    assert case.scores == (0.0, 0.0)
    assert phone.exists(f"{PICTURES}/old_expenses_9.jpg")


SHOWN = {"names": ["edna", "kofi", "maria"], "file_name": "clip_1_copy_transcription.txt"}


@pytest.mark.parametrize(
    ("text", "strict", "original"),
    [
        ("edna, kofi, maria", 1.0, 1.0),
        ("edna,kofi,maria", 1.0, 1.0),
        ("Edna , KOFI, maria.\n", 1.0, 0.0),
        ("edna, kofi, maria, ", 0.0, 1.0),
        ("edna, kofi, mario", 0.0, 0.0),
        ("edna,kofi,mario", 0.0, 1.0),
        ("edna, kofi,\nmaria", 0.0, 1.0),
        ("edna kofi maria", 0.0, 0.0),
        ("kofi, edna, maria", 0.0, 0.0),
        ("edna, maria", 0.0, 0.0),
        ("edna, edna, kofi, maria", 0.0, 0.0),
        ("", 0.0, 0.0),
    ],
)
def test_a_video_is_written_down(
    phone: Any, begun: Any, text: str, strict: float, original: float
) -> None:
    case = begun(MarkorTranscribeVideo, phone, **SHOWN)
    assert case.scores == (0.0, 0.0)
    phone.push(path_of(SHOWN["file_name"]), text)
    assert case.scores == (strict, 1.0 if strict else 0.5)
    assert case.original == original


def test_the_video_is_among_others(phone: Any, begun: Any) -> None:
    case = begun(MarkorTranscribeVideo, phone, videos=["a.mp4", "b.mp4"])
    names = [case.params["video_name"], "a.mp4", "b.mp4"]
    assert sorted(phone.listdir(VIDEOS)) == sorted(names)
    assert list(case.task.touches(case.params)) == [FileAt(path_of(case.params["file_name"]))]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"names": []}, "1 to 20 texts, got 0"),
        ({"names": ["a", "b"] * 11}, "1 to 20 texts, got 22"),
        ({"names": ["a", "a"]}, "differ from the one before"),
        ({"names": ["a, b"]}, "without commas"),
        ({"names": [" "]}, "without commas"),
        ({"names": ["Zo\u00eb"]}, "ASCII"),
        ({"names": ["x" * 17]}, "A text of the video"),
        ({"names": ["a\nb"]}, "A text of the video"),
        ({"video_name": "clip.avi"}, "ends in .mp4"),
        ({"video_name": "a/b.mp4"}, "video_name must be a file name"),
        ({"file_name": "a/b.txt"}, "file_name must be a file name"),
        ({"videos": ["../x.mp4"]}, "a video's name must be a file name"),
        ({"videos": ["one.mkv"]}, "ends in .mp4"),
        ({"videos": ["one.mp4", "One.mp4"]}, "more than capitals"),
        ({"seed": -1}, "seed must be"),
        ({"seed": 1 << 31}, "seed must be"),
    ],
)
def test_videos_given_by_hand_are_checked(changes: dict[str, Any], message: str) -> None:
    task = MarkorTranscribeVideo()
    params = task.sample(np.random.default_rng(0))
    task.check(params)
    task.check({**params, "names": ["a", "b", "a"]})
    with pytest.raises(OptionError, match=message):
        task.check({**params, **changes})


def test_names_of_videos_are_easily_told_apart() -> None:
    assert len(set(NAMES)) == len(NAMES) > 20
    assert all(name.isascii() and name.isalpha() and name.islower() for name in NAMES)
