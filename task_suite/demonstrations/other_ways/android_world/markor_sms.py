"""A note, and its text as a message, each by its second way."""

from __future__ import annotations

from android_gym.task_suite.demonstrations.other_ways.android_world.markor import create_note
from android_gym.task_suite.demonstrations.other_ways.android_world.sms import send_message
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["GOALS"]


def write_and_send(screen: Screen, file_name: str, text: str, number: str) -> Steps:
    """One after the other."""
    yield from create_note(screen, file_name, text)
    yield from send_message(screen, number, text)


GOALS: dict[str, Script] = {
    "Create a new note in Markor named {file_name} with the following text: {text}. Share the "
    "entire content of the note with the phone number {number} via SMS using Simple SMS "
    "Messenger": write_and_send,
}
