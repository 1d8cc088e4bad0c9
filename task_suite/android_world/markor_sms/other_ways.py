"""Second ways to write a note and send its text as a message."""

from __future__ import annotations

from android_gym.task_suite.android_world.markor.other_ways import create_note
from android_gym.task_suite.android_world.sms.other_ways import send_message
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS"]


def write_and_send(screen: Screen, file_name: str, text: str, number: str) -> Steps:
    """Do one after the other."""
    yield from create_note(screen, file_name, text)
    yield from send_message(screen, number, text)


SCRIPTS: dict[str, Script] = {
    "MarkorCreateNoteAndSms": write_and_send,
}
