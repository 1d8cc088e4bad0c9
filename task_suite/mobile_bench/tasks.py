"""The base of the tasks, whose parts, near misses and touches follow from what they want."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from android_gym.checks import shown
from android_gym.devices.user_data import STORAGE
from android_gym.errors import OptionError
from android_gym.task_suite.mobile_bench.checkpoints import CheckPoint
from android_gym.task_suite.mobile_bench.draws import Draw
from android_gym.task_suite.mobile_bench.wants import Given, InFront, Want
from android_gym.task_suite.task import NearMiss, Params, Task
from android_gym.task_suite.touches import Touch

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = ["LIMITS", "CheckPointTask", "Level", "MobileBenchTask", "stations"]

Level = Literal["SAST", "SAMT", "MAMT"]
"""One app and one step, one app and several, several apps and several."""

LIMITS: Mapping[Level, int] = {"SAST": 10, "SAMT": 20, "MAMT": 50}
"""Most steps (Mobile-Bench, section 5.1)."""


class CheckPointTask(Task):
    """A task of one of the levels, with stations on the way.

    Attributes:
        level: Apps and steps that it takes.
    """

    level: ClassVar[Level] = "SAST"

    @property
    def budget(self) -> int:
        """The paper's limit of the level."""
        return LIMITS[self.level]

    @abstractmethod
    def checkpoint(self, params: Params) -> CheckPoint:
        """Return the stations of an instance."""


class MobileBenchTask(CheckPointTask):
    """A task of our own, of Mobile-Bench's shape.

    Attributes:
        verb: What the goal asks to do, for telling tasks apart.
        draws: What each parameter is drawn from; different parameters of one kind differ.
        wants: What has to be met in the end.
        points: CheckPoint expressions by kind, with templates for texts.
        chinese: The template in Chinese.
    """

    verb: ClassVar[str] = ""
    draws: ClassVar[Mapping[str, Draw]] = {}
    wants: ClassVar[tuple[Want, ...]] = ()
    points: ClassVar[Mapping[str, str]] = {}
    chinese: ClassVar[str] = ""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.translations = {"zh": cls.chinese} if cls.chinese else {}

    def values(self, params: Params) -> Params:
        """Return the parameters and what follows from them, for templates."""
        return params

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw the parameters; none has a value that another has."""
        params: Params = {}
        for name, draw in self.draws.items():
            value = draw.draw(rng)
            while value in params.values():
                value = draw.draw(rng)
            params[name] = value
        return params

    def check(self, params: Mapping[str, object]) -> None:
        """Refuse values that could not have been drawn, and one that comes twice.

        Raises:
            OptionError: Naming the value at fault.
        """
        super().check(params)
        for name, draw in self.draws.items():
            if not draw.accepts(params[name]):
                raise OptionError(
                    f"Parameter {name!r} of task {self.name} must be {draw.wanted}, got "
                    f"{shown(params[name])}."
                )
        values = list(params.values())
        if len(set(map(str, values))) != len(values):
            raise OptionError(f"The parameters of task {self.name} must differ, got {values}.")

    def setup(self, device: Device, params: Params) -> None:
        """Prepare each part."""
        values = self.values(params)
        for want in self.wants:
            want.prepare(device, values)

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if everything that the goal asks for has been done."""
        values = self.values(params)
        return float(all(want.met(device, values, answer) for want in self.wants))

    def progress(self, device: Device, params: Params) -> float:
        """Return the share of the parts that are met."""
        asked = [want for want in self.wants if not isinstance(want, Given)]
        values = self.values(params)
        return sum(want.met(device, values, None) for want in asked) / len(asked)

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return what the parts may change."""
        values = self.values(params)
        return [touch for want in self.wants for touch in want.touches(values)]

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """All but one part met, each part met wrongly, and something harmed besides."""
        asked = [want for want in self.wants if not isinstance(want, Given)]
        params = self.values(params)
        found: dict[str, NearMiss] = {}
        for index, want in enumerate(asked):
            others = [one for one in asked if one is not want]
            if others:
                found[f"part {index + 1} left out"] = _fulfils(others, params)
            for what, wrong in want.mistakes(params).items():
                # The screen's last content comes last.
                order = [wrong if one is want else one for one in asked]
                found[what] = _fulfils(order, params)
        found["a folder deleted"] = _fulfils(asked, params, harm=f"rmdir {STORAGE}/Ringtones")
        return found

    def checkpoint(self, params: Params) -> CheckPoint:
        """Return the stations of an instance."""
        safe = {name: _quoted(str(value)) for name, value in self.values(params).items()}
        return CheckPoint.of(**{kind: text.format_map(safe) for kind, text in self.points.items()})


def stations(**points: str) -> Mapping[str, str]:
    """Return CheckPoint expressions by kind, for `MobileBenchTask.points`."""
    return points


def _quoted(text: str) -> str:
    """Return a text as an expression's text between double quotes has it."""
    return re.sub(r'(["\\])', r"\\\1", text)


def _fulfils(wants: Sequence[Want], params: Params, harm: str = "") -> NearMiss:
    def attempt(device: Device) -> str | None:
        answer = None
        for want in sorted(wants, key=lambda one: isinstance(one, InFront)):
            answer = want.fulfil(device, params) or answer
        if harm:
            device.shell(harm)
        return answer

    return attempt
