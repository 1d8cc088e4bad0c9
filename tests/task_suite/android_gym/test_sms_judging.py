"""Messages that a change may add or lose."""

from __future__ import annotations

from android_gym.task_suite.android_gym.sms.questions import Inbox, Texts
from android_gym.task_suite.touches import Rows

SENT, RECEIVED = {"sent": True}, {"sent": False}


def test_messages_may_come_and_go_on_their_side_only() -> None:
    assert Texts().touches([], [SENT]) == [
        Rows("sent messages", added=1),
        Rows("received messages"),
    ]
    assert Texts().touches([SENT, RECEIVED, RECEIVED], [RECEIVED]) == [
        Rows("sent messages", lost=1),
        Rows("received messages", added=1, lost=2),
    ]
    assert Inbox().touches([{}], []) == [Rows("received messages", lost=1)]
