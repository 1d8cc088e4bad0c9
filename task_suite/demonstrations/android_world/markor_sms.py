"""Demonstration of the task of Markor and Simple SMS Messenger."""

from __future__ import annotations

from android_gym.task_suite.demonstrations.android_world.markor import EDITOR, new_note, open_markor
from android_gym.task_suite.demonstrations.android_world.sms import send_message
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["GOALS"]


def write_and_send(screen: Screen, file_name: str, text: str, number: str) -> Steps:
    """Types the note, which Markor saves when it is left, and then the message."""
    yield from open_markor(screen)
    yield from new_note(screen, file_name)
    yield from screen.type_into(text, resource_id=EDITOR)
    yield from send_message(screen, number, text)


GOALS: dict[str, Script] = {
    "Create a new note in Markor named {file_name} with the following text: {text}. Share the "
    "entire content of the note with the phone number {number} via SMS using Simple SMS "
    "Messenger": write_and_send,
}
