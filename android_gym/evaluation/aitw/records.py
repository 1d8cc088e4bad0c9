"""Episodes of Android in the Wild: goal, screens, annotations, and people's actions."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from android_gym.errors import OptionError
from android_gym.task_suite.aitw.actions import TAP_DISTANCE, ActionType

__all__ = ["NO_POINT", "Action", "Annotations", "Episode", "Phone", "Step", "no_annotations"]

NO_POINT = (-1.0, -1.0)
"""Touch and lift of an action that is not a gesture."""

Point = tuple[float, float]
"""(y, x), from (0, 0) at the top left corner to (1, 1)."""


@dataclass(frozen=True, slots=True)
class Action:
    """An action in an episode.

    Attributes:
        type: Usually an `ActionType`; a file may have other numbers.
        touch: Where a gesture begins; `NO_POINT` for anything else.
        lift: Where it ends.
        text: The typed text; empty for anything else.
    """

    type: int
    touch: Point = NO_POINT
    lift: Point = NO_POINT
    text: str = ""

    @property
    def is_tap(self) -> bool:
        """True for a gesture whose points are close to each other."""
        if self.type != ActionType.DUAL_POINT:
            return False
        moved = np.subtract(self.lift, self.touch, dtype=np.float32)
        return bool(np.sqrt((moved * moved).sum()) <= np.float32(TAP_DISTANCE))

    @property
    def name(self) -> str:
        """Its name: ``tap``, ``swipe``, ``type``, ``press_back``."""
        if self.type == ActionType.DUAL_POINT:
            return "tap" if self.is_tap else "swipe"
        try:
            return ActionType(self.type).name.lower()
        except ValueError:
            return f"type {self.type}"


@dataclass(frozen=True, slots=True, eq=False)
class Annotations:
    """Elements that can be seen on a screen.

    Attributes:
        boxes: Top, left, height and width of each in [0, 1], float32 (N, 4), read-only.
        texts: Text of each; empty for icons.
        types: ``"TEXT"`` or ``"ICON_..."`` for each.

    Raises:
        OptionError: If their numbers differ.
    """

    boxes: npt.NDArray[np.float32]
    texts: tuple[str, ...]
    types: tuple[str, ...]

    def __post_init__(self) -> None:
        count = len(self.texts)
        if len(self.types) != count or self.boxes.shape != (count, 4):
            raise OptionError(
                f"There are {count} texts, {len(self.types)} types and boxes of the shape "
                f"{self.boxes.shape}; as many are wanted of each."
            )

    def __len__(self) -> int:
        return len(self.texts)


def no_annotations() -> Annotations:
    """Return the annotations of a screen on which nothing was found."""
    return Annotations(np.zeros((0, 4), np.float32), (), ())


@dataclass(frozen=True, slots=True)
class Phone:
    """The phone of an episode.

    Attributes:
        device: Its name, such as ``"Pixel 6"``.
        api_level: API level of its Android; 33 is Android 13.
    """

    device: str = ""
    api_level: int = 33


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """A screen, and the action on it.

    Attributes:
        image: RGB, uint8 (height, width, 3), read-only.
        annotations: Its elements.
        action: The action.
        activity: The activity in front, ``package/full.ClassName``; ``""`` if unknown.
    """

    image: npt.NDArray[np.uint8]
    annotations: Annotations
    action: Action
    activity: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Episode:
    """An episode.

    Attributes:
        id: Usually a decimal number.
        goal: The instruction.
        steps: Screens and actions, one or more.
        phone: The phone that it was recorded on.
        subset: Part of the data set, such as ``"general"``: the name of its file's folder.

    Raises:
        OptionError: If it has no steps.
    """

    id: str
    goal: str
    steps: tuple[Step, ...]
    phone: Phone = field(default_factory=Phone)
    subset: str = ""

    def __post_init__(self) -> None:
        if not self.steps:
            raise OptionError(f"Episode {self.id[:80]!r} has no steps.")

    def __len__(self) -> int:
        return len(self.steps)

    @property
    def packages(self) -> tuple[str, ...]:
        """Packages that were in front, sorted."""
        return tuple(sorted({step.activity.partition("/")[0] for step in self.steps} - {""}))
