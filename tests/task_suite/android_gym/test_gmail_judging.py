"""Judging of the changes to Gmail's mails, where rows alone don't show what is wrong."""

from __future__ import annotations

import gymnasium as gym
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.task_suite.mailbox import DATABASE


@pytest.mark.parametrize(
    ("env_id", "edit"),
    [
        ("GmailReply-v0", "UPDATE messages SET refMessageId = (SELECT max(messageId) FROM messages "
         "WHERE refMessageId = 0 AND 'Re: ' || subject != (SELECT subject FROM messages WHERE "
         "refMessageId != 0)) WHERE refMessageId != 0"),
        ("GmailReply-v0", "UPDATE messages SET ccAddresses = 'pier@example.net' "
         "WHERE refMessageId != 0"),
        ("GmailReply-v0", "INSERT INTO attachments (messages_messageId, filename) "
         "SELECT messageId, 'a.pdf' FROM messages WHERE refMessageId != 0"),
        ("GmailForward-v0", "UPDATE messages SET forward = 0"),
        ("GmailForward-v0", "UPDATE messages SET quotedText = ''"),
        ("GmailStar-v0", "DELETE FROM messages WHERE messageId = 1"),
        ("GmailLabel-v0", "INSERT OR IGNORE INTO message_labels SELECT labels._id, messageId, "
         "conversation FROM labels, messages WHERE name IN ('Bakery', 'Choir')"),
    ],
)  # fmt: skip
def test_a_mail_that_is_not_quite_as_asked(env_id: str, edit: str) -> None:
    env = gym.make(f"AndroidGym/{env_id}", observation="goal", termination="declared")
    _, info = env.reset(seed=0)
    task, device = env.get_wrapper_attr("task"), env.get_wrapper_attr("device")
    params = info["params"]
    kept = [row for i, row in enumerate(params["rows"]) if i not in params["targets"]]
    task.change.adapter.put(device, [*kept, *params["wanted"]])
    judge = env.get_wrapper_attr("judge")
    assert judge.ask_success(device, None) == 1.0
    device.execute(DATABASE, edit)
    assert judge.ask_success(device, None) == 0.0
    env.close()
