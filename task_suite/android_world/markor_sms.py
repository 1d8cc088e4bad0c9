"""A note in Markor, and its text as a message."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from android_gym.task_suite.android_world.markor import MarkorCreateNote
from android_gym.task_suite.android_world.sms import SimpleSmsSend
from android_gym.task_suite.compose import InSequence
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
    parts = (MarkorCreateNote, SimpleSmsSend)
    complexity = 1.8
    difficulty = "hard"
    tags = ("multi_app", "data_entry", "parameterized")

    def _parts(self, params: Mapping[str, Any]) -> list[tuple[Task, Params]]:
        note = {"file_name": params["file_name"], "text": params["text"]}
        message = {"number": params["number"], "message": params["text"]}
        return [(MarkorCreateNote(), note), (SimpleSmsSend(), message)]

    def sample(self, rng: np.random.Generator) -> Params:
        """Draws ``file_name``, ``text`` and ``number``."""
        return {
            **MarkorCreateNote().sample(rng),
            "number": SimpleSmsSend().sample(rng)["number"],
        }

    def goal(self, params: Params) -> str:
        """The instruction, with its own parameters in place of the parts' goals."""
        return self.template.format_map(params)
