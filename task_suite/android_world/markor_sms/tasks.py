"""A task of a note in Markor, and its text as a message."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from android_gym.task_suite.android_world.markor.tasks import MarkorCreateNote
from android_gym.task_suite.android_world.sms.tasks import SimpleSmsSend
from android_gym.task_suite.compose import InSequence
from android_gym.task_suite.goal import Goal
from android_gym.task_suite.task import Params, Task

if TYPE_CHECKING:
    import numpy as np

__all__ = ["MarkorCreateNoteAndSms"]


class MarkorCreateNoteAndSms(InSequence):
    """Write a note, then send it."""

    template = (
        "Create a new note in Markor named {file_name} with the following text: {text}. Share the "
        "entire content of the note with the phone number {number} via SMS using Simple SMS "
        "Messenger"
    )
    rewordings = (
        "Write this into a new Markor note named {file_name}: {text}. Then send all of the note's "
        "text to {number} with Simple SMS Messenger.",
        "Please do two things. Make a note {file_name} in Markor that says: {text}. Text the "
        "whole note to {number}, in Simple SMS Messenger.",
        "The number {number} should get, by SMS from Simple SMS Messenger, the complete text of a "
        "note that you first create in Markor as {file_name}: {text}",
        "In Markor, create {file_name} with this in it: {text}. When it is saved, share its full "
        "content by SMS (Simple SMS Messenger) with {number}.",
    )
    parts = (MarkorCreateNote, SimpleSmsSend)
    complexity = 1.8
    difficulty = "hard"
    tags = ("multi_app", "data_entry", "parameterized")

    def _parts(self, params: Mapping[str, Any]) -> list[tuple[Task, Params]]:
        note = {"file_name": params["file_name"], "text": params["text"]}
        message = {"number": params["number"], "message": params["text"]}
        return [(MarkorCreateNote(), note), (SimpleSmsSend(), message)]

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw ``file_name``, ``text`` and ``number``."""
        return {
            **MarkorCreateNote().sample(rng),
            "number": SimpleSmsSend().sample(rng)["number"],
        }

    @classmethod
    def wordings(cls) -> Mapping[str, tuple[str, ...]]:
        """Return the template, which names no parts."""
        return {cls.template: cls.rewordings}

    def goal(self, params: Params) -> Goal:
        """Return the instruction, which uses its own parameters, not the parts'."""
        return Goal.of(self.template, params)
