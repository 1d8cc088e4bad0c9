"""The rules of the tasks of Simple SMS Messenger, at their thresholds."""

from __future__ import annotations

from typing import Any

import pytest

from android_gym.errors import DeviceCommandError
from android_gym.task_suite.android_world.sms.messages import DATABASE, GLITCH, PACKAGE, put_message
from android_gym.task_suite.android_world.sms.tasks import (
    SimpleSmsReply,
    SimpleSmsResend,
    SimpleSmsSend,
    SimpleSmsSendReceivedAddress,
)
from android_gym.task_suite.touches import Rows

TEXT, NUMBER = "Tickets are sold out, sorry.", "+12025550173"


@pytest.fixture
def case(phone: Any, begun: Any) -> Any:
    return begun(SimpleSmsSend, phone, number=NUMBER, message=TEXT)


@pytest.mark.parametrize(
    ("box", "number", "text", "scores"),
    [
        ("sent", NUMBER, TEXT, (1.0, 1.0)),
        ("sent", "+1 (202) 555-0173", TEXT, (1.0, 1.0)),
        ("sent", NUMBER, TEXT.upper(), (1.0, 1.0)),
        ("sent", NUMBER, TEXT.replace(",", ""), (0.0, 0.5)),
        ("sent", NUMBER, TEXT[:20], (0.0, 0.5)),
        ("sent", "2025550173", TEXT, (0.0, 0.5)),
        ("sent", "+12025550174", TEXT, (0.0, 0.5)),
        ("sent", "+12025550174", "Hello", (0.0, 0.0)),
        ("inbox", NUMBER, TEXT, (0.0, 0.0)),
        ("draft", NUMBER, TEXT, (0.0, 0.0)),
        ("outbox", NUMBER, TEXT, (0.0, 0.0)),
        ("failed", NUMBER, TEXT, (0.0, 0.0)),
        ("queued", NUMBER, TEXT, (0.0, 0.0)),
    ],
)
def test_one_message(
    phone: Any, case: Any, box: str, number: str, text: str, scores: tuple[float, float]
) -> None:
    assert case.scores == (0.0, 0.0)
    put_message(phone, box, number, text)
    assert case.scores == scores


def test_a_number_in_the_text_must_be_right(phone: Any, begun: Any) -> None:
    text = "2207 Juniper Street, Boise, ID 83702"
    case = begun(SimpleSmsSend, phone, number=NUMBER, message=text)
    put_message(phone, "sent", NUMBER, text.replace("2207", "2208"))
    assert case.scores == (0.0, 0.5)
    phone.launch(PACKAGE)
    assert case.task.original_success(phone, case.params, None) == 1.0
    case.again()
    put_message(phone, "sent", NUMBER, text.replace("Juniper", "Junper"))
    assert case.scores == (0.0, 0.5)
    case.again()
    put_message(phone, "sent", NUMBER, text.replace("Juniper", "JUNIPER") + ".")
    assert case.scores == (1.0, 1.0)


def test_the_beginning_of_a_long_text_is_not_the_text(phone: Any, begun: Any) -> None:
    text = "The last train to the coast leaves from the third platform at noon, so do not be late"
    case = begun(SimpleSmsSend, phone, number=NUMBER, message=text)
    put_message(phone, "sent", NUMBER, text[:-11])
    assert case.scores == (0.0, 0.5)
    phone.launch(PACKAGE)
    assert case.task.original_success(phone, case.params, None) == 1.0


@pytest.mark.parametrize("number", ["+1 202-555-0173", "+1202 5550173", NUMBER])
def test_blanks_and_hyphens_of_a_number_are_left_out(phone: Any, begun: Any, number: str) -> None:
    for sent in (NUMBER, "+1 202-555-0173"):
        case = begun(SimpleSmsSend, phone, number=number, message=TEXT)
        put_message(phone, "sent", sent, TEXT)
        phone.launch(PACKAGE)
        assert case.task.original_success(phone, case.params, None) == 1.0
        assert case.scores == (1.0, 1.0)


def test_a_number_in_what_is_sent_again_must_be_right(phone: Any, begun: Any) -> None:
    text = "The lecture hall changed to B17."
    case = begun(SimpleSmsResend, phone, number=NUMBER, message=text)
    put_message(phone, "sent", NUMBER, text.replace("17", "18"))
    assert case.success == 0.0
    assert case.task.original_success(phone, case.params, None) == 1.0


def test_text_and_number_must_be_of_one_message(phone: Any, case: Any) -> None:
    put_message(phone, "sent", NUMBER, "Hello")
    put_message(phone, "sent", "+12025550174", TEXT)
    assert case.scores == (0.0, 0.5)


def send(phone: Any, seconds: int, number: str = "+12025550199", text: str = "Hello") -> None:
    phone.execute(
        DATABASE,
        "INSERT INTO sms (address, body, date, type) VALUES (?, ?, ?, 2)",
        [(number, text, 1_697_384_040_000 + 1000 * seconds)],
    )


def test_the_twenty_newest_are_judged(phone: Any, case: Any) -> None:
    send(phone, 0, NUMBER, TEXT)
    for second in range(1, 20):
        send(phone, second)
    assert case.scores == (1.0, 1.0)
    send(phone, 20)
    assert case.scores == (0.0, 0.0)


def test_of_one_moment_the_last_is_the_newest(phone: Any, case: Any) -> None:
    for _ in range(20):
        send(phone, 5)
    send(phone, 5, NUMBER, TEXT)
    assert case.scores == (1.0, 1.0)
    phone.execute(DATABASE, "DELETE FROM sms")
    send(phone, 5, NUMBER, TEXT)
    for _ in range(20):
        send(phone, 5)
    assert case.scores == (0.0, 0.0)


@pytest.mark.parametrize(
    "damage",
    [
        f"rm -r {DATABASE.rpartition('/')[0]}",
        f"rm {DATABASE}*; echo garbage, far too short for a database > {DATABASE}",
        f"sqlite3 {DATABASE} 'DROP TABLE sms'",
    ],
)
def test_a_phone_without_its_messages_scores_nothing(phone: Any, case: Any, damage: str) -> None:
    put_message(phone, "sent", NUMBER, TEXT)
    phone.shell(damage)
    assert case.scores == (0.0, 0.0)


def test_other_failures_are_no_score(case: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def query(*arguments: Any) -> Any:
        raise DeviceCommandError("sqlite3", 1, "Error: database is locked")

    monkeypatch.setattr(case.phone, "query", query)
    with pytest.raises(DeviceCommandError):
        assert case.success


def test_a_reply_goes_to_the_number_of_the_goal(phone: Any, begun: Any) -> None:
    case = begun(SimpleSmsReply, phone)
    put_message(phone, "sent", case.params["others"][0][0], case.params["message"])
    assert case.scores == (0.0, 0.5)
    put_message(phone, "sent", case.params["number"], case.params["message"])
    assert case.scores == (1.0, 1.0)


def test_an_address_goes_to_the_first_contact(phone: Any, begun: Any) -> None:
    case = begun(SimpleSmsSendReceivedAddress, phone)
    put_message(phone, "sent", case.params["number2"], case.params["message"])
    assert case.scores == (0.0, 0.5)
    put_message(phone, "sent", case.params["number"], case.params["message"])
    assert case.scores == (1.0, 1.0)


@pytest.mark.parametrize(
    ("added", "scores"),
    [
        ((), (0.0, 0.0)),
        (((NUMBER, TEXT),), (1.0, 1.0)),
        (((NUMBER, TEXT), (NUMBER, TEXT)), (0.0, 0.5)),
        (((NUMBER, TEXT), (NUMBER, "Hello")), (0.0, 0.5)),
        (((NUMBER, "Hello"), (NUMBER, TEXT)), (0.0, 0.5)),
        (((NUMBER, GLITCH),), (0.0, 0.25)),
        ((("+12025550174", TEXT),), (0.0, 0.25)),
        ((("+12025550174", "Hello"),), (0.0, 0.0)),
    ],
)
def test_exactly_the_message_of_before_is_sent_again(
    phone: Any, begun: Any, added: Any, scores: tuple[float, float]
) -> None:
    case = begun(SimpleSmsResend, phone, number=NUMBER, message=TEXT)
    for number, text in added:
        phone.shell("sleep 1")
        put_message(phone, "sent", number, text)
    assert case.scores == scores


def test_the_message_of_before_must_be_there_still(phone: Any, begun: Any) -> None:
    case = begun(SimpleSmsResend, phone, number=NUMBER, message=TEXT)
    phone.execute(DATABASE, "DELETE FROM sms WHERE type = 2")
    for _ in range(2):
        phone.shell("sleep 1")
        put_message(phone, "sent", NUMBER, "Hello")
    assert case.success == 0.0


@pytest.mark.parametrize(
    ("number", "text", "score"),
    [
        (NUMBER, TEXT, 1.0),
        (NUMBER, "Hello", 0.0),
        ("+12025550174", TEXT, 0.0),
    ],
)
def test_the_original_wants_number_and_text_too(
    phone: Any, case: Any, number: str, text: str, score: float
) -> None:
    phone.launch(PACKAGE)
    assert case.original == 0.0
    put_message(phone, "sent", number, text)
    assert case.original == score


def test_the_original_wants_a_message_of_the_last_five_minutes(phone: Any, case: Any) -> None:
    phone.launch(PACKAGE)
    now_ms = int(phone.now().timestamp()) * 1000
    for date, score in ((now_ms - 300_001, 0.0), ("now", 0.0), (now_ms - 300_000, 1.0)):
        phone.execute(
            DATABASE,
            "INSERT INTO sms (address, body, date, type) VALUES (?, ?, ?, 2)",
            [(NUMBER, TEXT, date)],
        )
        assert case.original == score


def test_one_message_may_be_new() -> None:
    for task in (SimpleSmsSend, SimpleSmsReply, SimpleSmsResend, SimpleSmsSendReceivedAddress):
        assert task().touches({}) == [Rows("sent messages", added=1)]
