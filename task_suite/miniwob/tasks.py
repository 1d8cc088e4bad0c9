"""MobileMiniWoB++'s tasks: one class for each page.

Rules are AndroidWorld's (``task_evals/miniwob/miniwob_base.py``): an episode ends as soon as the
page gives a reward other than 0, and is solved if that is 1. What the page gives is
``info["raw_reward"]``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from android_gym.task_suite.goal import Goal
from android_gym.task_suite.miniwob import app
from android_gym.task_suite.miniwob.names import NAMES, SUBSET
from android_gym.task_suite.task import NearMiss, Params, Task, Unsolved

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = ["MiniWoBTask"]

_LOOKS: Final = (540, 1200)
"""(width, height) of the pixels of pages that have to be looked at closely."""

_DRAWN: Final = frozenset(
    """
    bisect-angle circle-center click-color click-menu-2 click-shades click-shape count-shape
    count-sides drag-box drag-item find-midpoint identify-shape navigate-tree right-angle
    simon-says tic-tac-toe use-colorwheel use-colorwheel-2 visual-addition
    """.split()
)
"""Pages whose drawings tell what their elements don't."""


_UNSOLVED: Final = {
    "bisect-angle": Unsolved(
        "Both angles must be equal to the last bit of a float, which whole numbers give on hardly "
        "any instance."
    ),
    "circle-center": Unsolved(
        "The dot of a tap lies at least half a pixel off the centre: 0.983 is the most."
    ),
    "drag-box": Unsolved(
        "A finger drags nothing on this page: solved where the small box begins in the large one.",
        frozenset({1, 17}),
    ),
    "find-midpoint": Unsolved(
        "A tap is a whole number: solved where the middle is one, too.",
        frozenset({5, 12, 15, 18}),
    ),
    "resize-textarea": Unsolved(
        "A finger drags nothing on this page, and the field has no handle of its own."
    ),
    "right-angle": Unsolved(
        "A tap is a whole number: solved where the angle can be right to the last bit.",
        frozenset({1, 12, 15, 18}),
    ),
    "tic-tac-toe": Unsolved(
        "The other player's moves are drawn, and neither can win by force.",
        frozenset(range(20)) - {9, 11, 14},
    ),
}
"""Pages that no policy can be relied on to solve; docs/miniwob.md has more about each."""


class MiniWoBTask(Task):
    """A page: an instruction on its top, and what it is about below.

    Attributes:
        page: Name of the page.
    """

    page: ClassVar[str] = ""
    apps = ("miniwob",)
    tags = ("web",)
    complexity = 3.0
    ends_by_itself = True

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw where the page's chance begins."""
        return {"seed": int(rng.integers(2**32))}

    def goal(self, params: Params) -> Goal:
        """Return the instruction without the page's own, which only the page knows."""
        return Goal.of(self.template, {"utterance": "..."})

    def goal_on(self, device: Device, params: Params) -> Goal:
        """Return the instruction with the page's own."""
        return Goal.of(self.template, {"utterance": app.utterance(device)})

    def setup(self, device: Device, params: Params) -> None:
        """Show the page and begin its episode."""
        app.start(device, self.page, params["seed"])

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """Return 1.0 if the page gives its full reward."""
        return float(device.reread(app.raw_reward) == 1.0)

    def is_over(self, device: Device, params: Params) -> bool:
        """Return True if the page has given a reward."""
        return device.reread(app.raw_reward) != 0.0

    def measures(self, device: Device, params: Params) -> Mapping[str, float]:
        """Return the page's reward."""
        return {"raw_reward": device.reread(app.raw_reward)}

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return ways that are no solution of any page."""
        return {
            "nothing is done": _nothing,
            "the app is left": _leave,
            "beside the page": _tap_beside,
            "another episode is begun": lambda device: _begin_again(device, self.page, params),
        }


def _nothing(device: Device) -> None:
    device.shell("sleep 1")


def _leave(device: Device) -> None:
    device.shell("input keyevent HOME")


def _tap_beside(device: Device) -> None:
    width, height = device.size
    device.shell(f"input tap {width // 2} {height * 3 // 4}")


def _begin_again(device: Device, page: str, params: Params) -> None:
    app.start(device, page, (params["seed"] + 1) % 2**32)


def _task_of(name: str) -> type[MiniWoBTask]:
    """Return the class of a page's task."""
    pixels = {"observation_size": _LOOKS} if name in _DRAWN else {}
    own: dict[str, object] = {
        "__module__": __name__,
        "__doc__": f"The page ``{name}.html``.",
        "name": name,
        "page": name,
        "template": "Follow the instructions shown on the top of the screen: {utterance}",
        "rewordings": (
            "Do what the top of the screen says: {utterance}",
            "At the top of the screen you are told what to do: {utterance}",
            "There are instructions at the top of the screen. Please carry them out: {utterance}",
            "Carry out what is asked at the top of the page. It reads: {utterance}",
        ),
        **pixels,
    }
    tags = [*MiniWoBTask.tags]
    if name in SUBSET:
        tags.append("android_world_subset")
    if name in _UNSOLVED:
        tags.append("not_always_solvable")
        own["unsolved"] = _UNSOLVED[name]
    own["tags"] = tuple(tags)
    words = (word.capitalize() for word in name.split("-"))
    return type(f"MiniWob{''.join(words)}", (MiniWoBTask,), own)


vars().update({task.__name__: task for task in map(_task_of, NAMES)})
