"""The rule of copying a text, at its threshold."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.task_suite.android_world.clipboard.tasks import SystemCopyToClipboard


def test_the_words_must_be_the_same(phone: Any, begun: Any) -> None:
    case = begun(SystemCopyToClipboard, phone, clipboard_content="abcdefghij")
    assert case.scores == (0.0, 0.0)
    for text, score in {
        "abcdefghij": 1.0,
        "  ABCDEFGHIJ\n": 1.0,
        "abcdefghij.": 1.0,
        "abcdefghiX": 0.0,
        "abcdefghij abcdefghij": 0.0,
        "": 0.0,
    }.items():
        phone.set_clipboard(text)
        assert case.scores == (score, score), text


def test_only_the_original_forgives_slips(phone: Any, begun: Any) -> None:
    text = "Gate 27B closes at 18:45, don't be late"
    case = begun(SystemCopyToClipboard, phone, clipboard_content=text)
    for typed, ours, theirs in (
        (text, 1.0, 1.0),
        (text.replace("don't", "dont"), 0.0, 1.0),
        (text.replace("18:45", "17:45"), 0.0, 1.0),
        (text.replace("27B", "B"), 0.0, 1.0),
    ):
        phone.set_clipboard(typed)
        assert case.success == ours, typed
        assert case.task.original_success(phone, case.params, None) == theirs, typed


NOTE = "am start -n com.google.android.keep/.activities.ShareReceiverActivity"
MAIL = (
    "am start -W -a android.intent.action.SENDTO -d mailto:a{}@example.com "
    "-p com.google.android.gm; sleep 1; input text Item; sleep 1; input keyevent BACK; "
    "sleep 1; input keyevent BACK"
)
JOPLIN = (
    'sqlite3 /data/data/net.cozic.joplin/databases/joplin.sqlite "INSERT INTO notes '
    "(id, title, body, created_time, updated_time) VALUES ('n{}', 'Item', '', 1, 1)\""
)
DRAFT = "am start -a android.intent.action.SENDTO -d sms:+1555018{} --es sms_body Item"


@pytest.mark.parametrize(
    "types",
    [f"{NOTE} --es android.intent.extra.TEXT Item{{}}", DRAFT, MAIL, JOPLIN],
    ids=["note", "draft", "mail", "Joplin's note"],
)
def test_what_is_typed_may_be_kept_by_the_app_but_only_once(types: str) -> None:
    env = gym.make("AndroidWorld/SystemCopyToClipboard-v0", action_mode="gesture")
    _, info = env.reset(seed=3)
    device = env.get_wrapper_attr("device")
    judge = env.get_wrapper_attr("judge")
    device.set_clipboard(info["params"]["clipboard_content"])
    for number, score in ((1, 1.0), (2, 0.0)):
        device.shell(types.format(number) + "; sleep 1; input keyevent HOME; sleep 1")
        assert judge.ask_success(device, None) == score, judge.side_effects
    env.close()


def test_what_is_typed_must_not_be_sent_away() -> None:
    env = gym.make("AndroidWorld/SystemCopyToClipboard-v0", action_mode="gesture")
    _, info = env.reset(seed=3)
    device = env.get_wrapper_attr("device")
    judge = env.get_wrapper_attr("judge")
    device.set_clipboard(info["params"]["clipboard_content"])
    device.shell(
        "am start -W -a android.intent.action.SENDTO -d mailto:a@example.com "
        "--es android.intent.extra.SUBJECT Item --es android.intent.extra.TEXT Item "
        "-p com.google.android.gm; sleep 1"
    )
    (send,) = [e for e in device.ui_elements() if e.content_description == "Send"]
    x, y = send.bbox_pixels.center
    device.shell(f"input tap {x} {y}; sleep 15")
    assert judge.ask_success(device, None) == 0.0
    (effect,) = judge.side_effects
    assert effect.startswith("row added: mails of Gmail")
    env.close()
