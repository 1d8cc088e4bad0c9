"""The base of the instructions of GENERAL that are played live.

A kind of them, such as setting an alarm, is a class; each of its instructions is a subclass, made
from its row. Episodes of the data set begin on any screen, so these begin in an app that is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from android_gym.checks import shown
from android_gym.errors import OptionError
from android_gym.task_suite.aitw.general.instructions import Instruction, of_kind
from android_gym.task_suite.task import NearMiss, Params, Task

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = ["GeneralTask", "activity_shown", "package_shown", "runs", "tasks_of"]

FRONTS: Final = ("", "calculator", "clock", "contacts", "files", "keep notes", "settings")
"""Labels of the apps that may be in front at the start; ``""`` is the home screen."""


class GeneralTask(Task):
    """A kind of instruction.

    Attributes:
        instruction: The one that a task is made from; a kind itself has none.
        phrases: Four other ways to say it; ``{subject}`` stands for the subject. No two tasks
            may have the same: where a kind has a subject twice, `phrases_of` tells them apart.
    """

    instruction: ClassVar[Instruction]
    phrases: ClassVar[tuple[str, str, str, str]]

    @property
    def subject(self) -> str:
        """The subject of the instruction, in its words."""
        return self.instruction.subject

    @classmethod
    def phrases_of(cls, instruction: Instruction) -> tuple[str, ...]:
        """Return four other ways to say an instruction; ``{subject}`` stands for the subject."""
        return cls.phrases

    @classmethod
    def apps_of(cls, subject: str) -> tuple[str, ...]:
        """Return the labels of the apps that the instruction of a subject is about."""
        return cls.apps

    @classmethod
    def fronts(cls) -> tuple[str, ...]:
        """Return the apps that may be in front at the start: those that it is not about."""
        own = {label.casefold() for label in cls.apps}
        return tuple(label for label in FRONTS if label not in own)

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw the app that is in front at the start."""
        fronts = self.fronts()
        return {"front": fronts[int(rng.integers(len(fronts)))]}

    def check(self, params: Mapping[str, object]) -> None:
        """Refuse another app in front than could have been drawn.

        Raises:
            OptionError: If it is another.
        """
        super().check(params)
        if params["front"] not in self.fronts():
            raise OptionError(
                f"'front' must be one of {list(self.fronts())}, got {shown(params['front'])}."
            )

    def setup(self, device: Device, params: Params) -> None:
        """Bring the app to the front. Subclasses prepare theirs before."""
        if params["front"]:
            device.launch(params["front"])
        else:
            device.shell("input keyevent KEYCODE_HOME")


def tasks_of(kind: str, base: type[GeneralTask]) -> dict[str, type[GeneralTask]]:
    """Return a task for each instruction of a kind, by the names of the classes.

    They belong to the module of their base: ``vars().update(tasks_of("alarm", SetAlarm))``.

    Args:
        kind: As in ``instructions.csv``.
        base: The class that they are made from.

    Raises:
        TaskError: If there are none.
    """
    made: dict[str, type[GeneralTask]] = {}
    for one in of_kind(kind):
        own = {
            "__module__": base.__module__,
            "__doc__": f"{one.text}.",
            "instruction": one,
            "apps": base.apps_of(one.subject),
            "name": f"General-{one.number}",
            "template": one.text,
            "rewordings": tuple(
                phrase.format(subject=one.subject) for phrase in base.phrases_of(one)
            ),
            "tags": ("general", kind),
        }
        name = f"General{one.number}"
        made[name] = type(name, (base,), own)
    return made


def activity_shown(device: Device) -> str:
    """Return the activity in front, ``""`` where something covers it.

    The shade and the dialog of the power button lie over an app, which is in front nevertheless.
    """
    activity = device.foreground_activity()
    package = activity.partition("/")[0]
    return activity if any(e.package_name == package for e in device.ui_elements()) else ""


def package_shown(device: Device) -> str:
    """Return the package in front, ``""`` where something covers it."""
    return activity_shown(device).partition("/")[0]


def runs(*commands: str) -> NearMiss:
    """Return what runs commands in the device's shell, and then declares the end."""

    def act(device: Device) -> None:
        for command in commands:
            device.shell(command)

    return act
