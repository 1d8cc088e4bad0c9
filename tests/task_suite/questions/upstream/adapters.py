"""Adapters of the apps that AndroidWorld's questions are about, as its contract has their tables.

They wait here for their apps: the app's `questions.py` takes them over, with its file of questions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, ClassVar

from android_gym.errors import TaskError
from android_gym.task_suite.questions.adapter import Adapter
from android_gym.task_suite.questions.conditions import Row
from android_gym.task_suite.questions.values import TODAY, Field

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = ["ADAPTERS", "Notes"]

_WORDS = (
    "amber", "barge", "cedar", "delta", "ember", "fjord", "grove", "haven", "inlet", "juniper",
    "kiosk", "lagoon", "meadow", "nectar", "orchid", "pebble", "quartz", "raven", "saddle",
    "thistle", "umber", "violet", "willow", "yarrow",
)  # fmt: skip


def _title(rng: np.random.Generator) -> str:
    first, second = (str(_WORDS[int(i)]) for i in rng.choice(len(_WORDS), 2, replace=False))
    return f"{first.capitalize()} {second}"


def _day(rng: np.random.Generator, before: int, after: int) -> str:
    return (TODAY + timedelta(days=int(rng.integers(-before, after + 1)))).isoformat()


def _time(rng: np.random.Generator) -> str:
    return f"{int(rng.integers(24)):02}:{int(rng.integers(12)) * 5:02}"


class Notes(Adapter):
    """Notes of Joplin. Its three tables are for the app's own adapter to fill."""

    name = "notes"
    fields: ClassVar[Mapping[str, Field]] = {
        "folder": Field("text"),
        "title": Field("text"),
        "body": Field("text"),
        "is_todo": Field("flag", default=False),
    }

    def noise(self, rng: np.random.Generator) -> Row:
        """Draw a note."""
        folders = ("Recipes", "Tasks", "Meeting Notes", "Personal", "Work", "Finance", "Travel")
        return {
            "folder": str(folders[int(rng.integers(len(folders)))]),
            "title": _title(rng),
            "body": f"About {_title(rng).lower()}.",
            "is_todo": bool(rng.integers(2)),
        }

    def put(self, device: Device, rows: Sequence[Row]) -> None:
        """Refuse: there is no app yet.

        Raises:
            TaskError: Always.
        """
        raise TaskError("Joplin is not there yet, so nothing can be asked about its notes.")


ADAPTERS = (Notes(),)
