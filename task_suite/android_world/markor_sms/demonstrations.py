"""Demonstration of the task of Markor and Simple SMS Messenger."""

from __future__ import annotations

from android_gym.task_suite.android_world.markor.demonstrations import EDITOR, new_note, open_markor
from android_gym.task_suite.android_world.sms.demonstrations import send_message
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS"]


def write_and_send(screen: Screen, file_name: str, text: str, number: str) -> Steps:
    """Type the note, which Markor saves when it is left, and then send the message."""
    yield from open_markor(screen)
    yield from new_note(screen, file_name)
    yield from screen.type_into(text, resource_id=EDITOR)
    yield from send_message(screen, number, text)


SCRIPTS: dict[str, Script] = {
    "MarkorCreateNoteAndSms": write_and_send,
}
