"""Rules of SPA-Bench's tasks of Gmail at their thresholds, on one phone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.devices.simulated import SimulatedDevice
from android_gym.devices.user_data import read_user_data
from android_gym.errors import TaskError
from android_gym.task_suite.mailbox import (
    DATABASE,
    DRAFT,
    PACKAGE,
    SCHEDULED,
    SENT,
    STARRED,
    TRASH,
    Mail,
    fill,
    read,
    write,
)
from android_gym.task_suite.spa_bench.gmail.tasks import (
    DraftMail,
    OpenGmailSettings,
    ScheduleMail,
    SendMail,
    SilenceAttachments,
    SilenceMiscellaneous,
)
from android_gym.task_suite.touches import side_effects
from android_gym.trace import EpisodeTrace, ScreenState, TraceStep

ADDRESS = "agent.benchmark.2024@gmail.com"
MAIN = f"{PACKAGE}/{PACKAGE}.ConversationListActivityGmail"


@pytest.fixture(scope="module")
def phone() -> Iterator[SimulatedDevice]:
    device = SimulatedDevice()
    yield device
    device.close()


@pytest.fixture
def device(phone: SimulatedDevice) -> SimulatedDevice:
    phone.restore()
    return phone


def letter(label: str) -> Mail:
    return Mail((ADDRESS,), "Question", "Where is the paper?", frozenset({label}))


@pytest.mark.parametrize(
    ("task", "label"), [(DraftMail, DRAFT), (SendMail, SENT), (ScheduleMail, SCHEDULED)]
)
def test_a_mail(
    device: SimulatedDevice, task: type[DraftMail | SendMail | ScheduleMail], label: str
) -> None:
    judge = task()
    right = replace(letter(label), sent_ms=judge.right_time(device))
    for mails, score in (
        ([right], 1.0),
        ([replace(right, subject="Your PAPERS", body="?")], 1.0),
        ([replace(right, to=(ADDRESS.upper(),))], 1.0),
        ([], 0.0),
        ([right, right], 0.0),
        ([replace(right, body="Where is the newspaper?")], 0.0),
        ([replace(right, to=(ADDRESS, "x@example.org"))], 0.0),
        ([replace(right, to=())], 0.0),
        ([replace(right, cc=("x@example.org",))], 0.0),
        ([replace(right, bcc=("x@example.org",))], 0.0),
        ([replace(right, labels=right.labels | {TRASH})], 0.0),
        ([replace(right, labels=right.labels | {STARRED})], 0.0),
        ([replace(right, labels=frozenset())], 0.0),
    ):
        judge.setup(device, {})
        write(device, *mails)
        assert judge.success(device, {}, None) == score, mails
    judge.setup(device, {})
    write(device, right)
    device.execute(DATABASE, "INSERT INTO attachments (messages_messageId) VALUES (3)")
    assert judge.success(device, {}, None) == 0.0
    device.execute(DATABASE, "DELETE FROM attachments")
    device.execute(DATABASE, "UPDATE messages SET refMessageId = 1 WHERE messageId = 3")
    assert judge.success(device, {}, None) == 0.0


@pytest.mark.parametrize(
    ("shift_minutes", "score"),
    [(0, 1.0), (-181, 0.0), (-180, 1.0), (239, 1.0), (240, 0.0), (24 * 60, 0.0), (-24 * 60, 0.0)],
)
def test_tomorrow_morning(device: SimulatedDevice, shift_minutes: int, score: float) -> None:
    task = ScheduleMail()
    task.setup(device, {})
    eight = task.right_time(device)
    write(device, replace(letter(SCHEDULED), sent_ms=eight + shift_minutes * 60_000))
    assert task.success(device, {}, None) == score


def test_a_mail_is_the_only_change(device: SimulatedDevice) -> None:
    task = SendMail()
    task.setup(device, {})
    before = read_user_data(device)
    write(device, letter(SENT))
    assert side_effects(before, read_user_data(device), task.touches({})) == ()
    device.execute(DATABASE, "DELETE FROM message_labels WHERE labels_id = 2")  # it is read
    assert side_effects(before, read_user_data(device), task.touches({})) == ()
    device.execute(DATABASE, "DELETE FROM messages WHERE messageId = 1")
    assert side_effects(before, read_user_data(device), task.touches({})) != ()


def screen(activity: str = MAIN, **texts: str) -> ScreenState:
    box = BoundingBox(0, 10, 0, 10)
    elements = tuple(
        UIElement(text=text, resource_name=f"{PACKAGE}:id/{name}", bbox_pixels=box)
        for name, text in texts.items()
    )
    return ScreenState(0, (1080, 2400), activity, elements)


LIST = screen(folder_name="Sent", viewified_conversation_item_view="")
OPEN = screen(subject_view="Question", message_body="Where is the paper?")


@pytest.mark.parametrize(
    ("screens", "score"),
    [
        ([LIST, OPEN], 1.0),
        ([LIST, screen(), OPEN, screen()], 1.0),
        ([OPEN, LIST], 0.0),
        ([OPEN], 0.0),
        ([LIST], 0.0),
        ([screen(folder_name="Inbox", viewified_conversation_item_view=""), OPEN], 0.0),
        ([screen(folder_name="Sent"), OPEN], 0.0),
        ([LIST, screen(subject_view="Question", message_body="Hello")], 0.0),
        ([LIST, screen(subject="Question", body="Where is the paper?")], 0.0),
        ([replace(LIST, activity="other/x"), OPEN], 0.0),
        ([LIST, replace(OPEN, activity="other/x")], 0.0),
    ],
)
def test_the_mail_was_looked_at(screens: list[ScreenState], score: float) -> None:
    steps = tuple(TraceStep((), each) for each in screens)
    trace = EpisodeTrace("SPABench/ENG-gmail-1", "", screen(), steps)
    assert SendMail().judge(trace, {}) == score


def test_settings_are_in_front(device: SimulatedDevice) -> None:
    task = OpenGmailSettings()
    task.setup(device, {})
    assert task.success(device, {}, None) == 0.0
    for page in ("SettingsActivity", "GeneralSettingsActivity", "AccountSettingsActivity"):
        device.shell(f"am start -W -n {PACKAGE}/.ui.settings.{page} && sleep 1")
        assert task.success(device, {}, None) == 1.0
    device.shell("am start -W -a android.settings.SETTINGS && sleep 1")
    assert task.success(device, {}, None) == 0.0


@pytest.mark.parametrize(
    ("switches", "score"),
    [
        ((), 0.0),
        (("Attachments",), 1.0),
        (("Mail",), 0.0),
        (("Attachments", "Mail"), 0.0),
        (("Attachments", "Mail", "Mail"), 1.0),
        (("Attachments", "Allow notification dot"), 0.0),
        (("Attachments", "All Gmail notifications"), 0.0),
    ],
)
def test_attachments(device: SimulatedDevice, switches: tuple[str, ...], score: float) -> None:
    task = SilenceAttachments()
    task.setup(device, {})
    task.switches(*switches)(device)
    assert task.success(device, {}, None) == score


@pytest.mark.parametrize(
    ("switches", "back", "score"),
    [
        (("Miscellaneous", "Allow notification dot"), True, 1.0),
        (("Miscellaneous", "Allow notification dot"), False, 0.0),
        (("Miscellaneous",), True, 0.0),
        (("Allow notification dot",), True, 0.0),
        (("Attachments", "Allow notification dot"), True, 0.0),
        (("Mail", "Miscellaneous", "Allow notification dot"), True, 0.0),
    ],
)
def test_miscellaneous(
    device: SimulatedDevice, switches: tuple[str, ...], back: bool, score: float
) -> None:
    task = SilenceMiscellaneous()
    task.setup(device, {})
    task.switches(*switches)(device)
    if back:
        device.launch(PACKAGE)
        device.shell("sleep 1")
    right = set(switches) == {"Miscellaneous", "Allow notification dot"}
    assert task.success(device, {}, None) == score
    assert task.progress(device, {}) == (score or 0.5 * right)


def test_no_mailbox_is_told(device: SimulatedDevice) -> None:
    device.shell(f"rm -f '{DATABASE}'*")
    assert read(device) == []
    with pytest.raises(TaskError, match=r"no mailbox of Gmail at .*mailstore.*built-in phone"):
        fill(device)
