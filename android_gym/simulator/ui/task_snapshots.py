"""Pictures of tasks for Recents, taken when Recents is opened and never in between.

Android takes a task's picture when it leaves the screen. Nobody sees it before Recents is there,
and what an app shows follows from its state, so here it is drawn then; a step pays nothing for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from immutables import Map

from android_gym.simulator.state import Slot, State
from android_gym.simulator.system.activities import ActivityManager
from android_gym.simulator.system.activity_records import ActivityTask
from android_gym.simulator.ui.nodes import nodes_of
from android_gym.simulator.ui.view import DisplayItem
from android_gym.simulator.ui.window import Window

__all__ = ["MOST_SNAPSHOTS", "MOST_TEXTS", "SnapshotText", "TaskSnapshot", "TaskSnapshots"]

MOST_SNAPSHOTS: Final = 12
"""Tasks that have a picture at most, the last used ones; the others show their icon."""

REDUCTION: Final = 2
"""Pixels of the screen for one of a picture, each way (Android's are as small for old tasks)."""


MOST_TEXTS: Final = 300
"""Texts of a picture that can be selected at most."""


@dataclass(frozen=True)
class SnapshotText:
    """A text in the picture of a task.

    Attributes:
        text: The text; never a password.
        left: Left edge, in parts of the picture's width: 0 to 1.
        top: Upper edge, in parts of its height.
        right: Right edge.
        bottom: Lower edge.
    """

    text: str
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True)
class TaskSnapshot:
    """Picture of a task.

    Attributes:
        png: The picture.
        active_ms: When the task had come to the foreground, in milliseconds since boot.
        texts: What can be read in it, from top to bottom.
    """

    png: bytes
    active_ms: int
    texts: tuple[SnapshotText, ...] = ()


class TaskSnapshots:
    """Keeps pictures of the tasks used last.

    Args:
        state: The root of state.
        activities: Knows the tasks.
        bring: Returns a task's windows, laid out, and the size of the screen.
    """

    def __init__(
        self,
        state: State,
        activities: ActivityManager,
        bring: Callable[[ActivityTask], tuple[Sequence[Window], tuple[int, int]]],
    ) -> None:
        self._slot: Slot[Map[int, TaskSnapshot]] = state.slot(
            "task_snapshots", Map(), holds=Map[int, TaskSnapshot], observable=False
        )
        self._activities = activities
        self._bring = bring

    def get(self, task: int) -> bytes | None:
        """Return the picture of a task as PNG, None where there is none."""
        known = self._slot.get().get(task)
        return known.png if known is not None else None

    def texts(self, task: int) -> tuple[SnapshotText, ...]:
        """Return what can be read in the picture of a task; nothing where there is none."""
        known = self._slot.get().get(task)
        return known.texts if known is not None else ()

    def take(self) -> None:
        """Draw the tasks that were used since the last time; forget those that are gone."""
        before = self._slot.peek()
        kept: Map[int, TaskSnapshot] = Map()
        front = self._activities.tasks[0].id
        for task in self._activities.recent_tasks[:MOST_SNAPSHOTS]:
            known = before.get(task.id)
            stale = known is None or task.id == front or known.active_ms != task.last_active_ms
            if stale and task.top.created:
                windows, size = self._bring(task)
                texts = _texts(windows, size)
                known = TaskSnapshot(_picture(windows, size), task.last_active_ms, texts)
            if known is not None:
                kept = kept.set(task.id, known)
        self._slot.set(kept)


def _picture(windows: Sequence[Window], size: tuple[int, int]) -> bytes:
    from android_gym.simulator.ui.renderer import Renderer, encode_png

    width, height = size
    small = (max(1, width // REDUCTION), max(1, height // REDUCTION))
    items: list[DisplayItem] = []
    for window in windows:
        items += window.items((0, 0, width, height))
    return encode_png(Renderer(width, height, *small).render(items))


def _texts(windows: Sequence[Window], size: tuple[int, int]) -> tuple[SnapshotText, ...]:
    """Return the texts of the highest window that takes the others' touches, and those above."""
    modal = next((i for i in range(len(windows) - 1, -1, -1) if windows[i].modal), 0)
    width, height = size
    found: list[SnapshotText] = []
    nodes = [nodes_of(window, (0, 0, width, height)) for window in windows[modal:]]
    while nodes:
        node = nodes.pop()
        nodes += node.children
        text = node.view.accessibility_text() if node.visible else None
        if text and text.strip() and not node.view.password:
            left, top, right, bottom = node.bounds
            found.append(
                SnapshotText(text, left / width, top / height, right / width, bottom / height)
            )
    found.sort(key=lambda each: (each.top, each.left))
    return tuple(found[:MOST_TEXTS])
