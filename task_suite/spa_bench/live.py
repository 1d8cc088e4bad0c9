"""The base of SPA-Bench's tasks that can be played on any phone with Android's own apps.

Goal, level and budget are those of the record. Where the benchmark asks a model what it sees on the
screens, these look at the phone's state; tasks that only look at something are judged by the
screens that the episode showed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final

from android_gym.task_suite.spa_bench.records import Record, load
from android_gym.task_suite.task import Difficulty, Params, Task
from android_gym.trace import EpisodeTrace, ScreenState

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["LiveTask", "shows", "speak_chinese", "task_name"]

_DIFFICULTIES: Final[dict[int, Difficulty]] = {1: "easy", 2: "medium", 3: "hard"}


def task_name(record: Record) -> str:
    """Return a record's name as a task, such as ``"ENG-settings-1"``."""
    own = record.id.removesuffix(f"_{record.language}")  # tasks over several apps have it
    return f"{record.language}-{re.sub('[_.]', '-', own)}"


class LiveTask(Task):
    """A record of SPA-Bench as a task.

    Attributes:
        uid: Name of the record; a class without one is a base of others.
    """

    uid: ClassVar[str] = ""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        if "uid" in cls.__dict__:
            record = load(cls.uid)
            cls.name = task_name(record)
            cls.template = record.goal
            cls.difficulty = _DIFFICULTIES[record.level]
            cls.complexity = record.budget / 10
            cls.tags = (f"level_{record.level}",)
        super().__init_subclass__(**kwargs)

    @property
    def record(self) -> Record:
        """The benchmark's record of this task."""
        return load(self.uid)

    @property
    def budget(self) -> int:
        """The benchmark's: twice a person's actions, and one to say that it is done."""
        return self.record.budget


def speak_chinese(device: Device) -> None:
    """Put the phone into Chinese, as the Chinese tasks want it.

    The built-in phone follows at once, any other at its next start, so that should be in Chinese
    beforehand.
    """
    device.put_setting("system", "system_locales", "zh-CN,en-US")


def shows(
    trace: EpisodeTrace, params: Params, seen: Callable[[ScreenState, Params], bool]
) -> float:
    """Return 1.0 once a screen of the episode shows something.

    Args:
        trace: The episode.
        params: The task's parameters.
        seen: Returns True for such a screen.
    """
    return float(any(seen(screen, params) for screen in trace.screens))
