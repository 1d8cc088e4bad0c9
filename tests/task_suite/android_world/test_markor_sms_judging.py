"""The rule of the task of Markor and Simple SMS Messenger."""

from __future__ import annotations

from typing import Any

import pytest

from android_gym.task_suite.android_world.markor.notes import FOLDER
from android_gym.task_suite.android_world.markor_sms.tasks import MarkorCreateNoteAndSms
from android_gym.task_suite.android_world.sms.messages import put_message

TEXT, NUMBER = "Check the tyre pressure before the long drive.", "+12025550173"


@pytest.fixture
def case(phone: Any, begun: Any) -> Any:
    return begun(MarkorCreateNoteAndSms, phone, file_name="a.md", text=TEXT, number=NUMBER)


def test_note_and_message_are_wanted(phone: Any, case: Any) -> None:
    assert case.scores == (0.0, 0.0)
    phone.push(f"{FOLDER}/a.md", TEXT)
    assert case.scores == (0.0, 0.5)
    put_message(phone, "sent", NUMBER, TEXT)
    assert case.scores == (1.0, 1.0)
    phone.push(f"{FOLDER}/a.md", "")
    assert case.success == 0.0


@pytest.mark.parametrize(
    ("name", "note", "number", "message"),
    [
        ("b.md", TEXT, NUMBER, TEXT),
        ("a.md", "another text", NUMBER, TEXT),
        ("a.md", TEXT, "+12025550174", TEXT),
        ("a.md", TEXT, NUMBER, "another text"),
    ],
)
def test_nothing_may_differ(
    phone: Any, case: Any, name: str, note: str, number: str, message: str
) -> None:
    phone.push(f"{FOLDER}/{name}", note)
    put_message(phone, "sent", number, message)
    assert case.success == 0.0
