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
from android_gym.simulator.system.activities import ActivityManager, ActivityTask
from android_gym.simulator.ui.view import DisplayItem

__all__ = ["MOST_SNAPSHOTS", "TaskSnapshot", "TaskSnapshots"]

MOST_SNAPSHOTS: Final = 12
"""Tasks that have a picture at most, the last used ones; the others show their icon."""

REDUCTION: Final = 2
"""Pixels of the screen for one of a picture, each way (Android's are as small for old tasks)."""


@dataclass(frozen=True)
class TaskSnapshot:
    """Picture of a task.

    Attributes:
        png: The picture.
        active_ms: When the task had come to the foreground, in milliseconds since boot.
    """

    png: bytes
    active_ms: int


class TaskSnapshots:
    """Keeps pictures of the tasks used last.

    Args:
        state: The root of state.
        activities: Knows the tasks.
        draw: Returns what a task's windows draw, and the size of the screen.
    """

    def __init__(
        self,
        state: State,
        activities: ActivityManager,
        draw: Callable[[ActivityTask], tuple[Sequence[DisplayItem], tuple[int, int]]],
    ) -> None:
        self._slot: Slot[Map[int, TaskSnapshot]] = state.slot(
            "task_snapshots", Map(), holds=Map[int, TaskSnapshot], observable=False
        )
        self._activities = activities
        self._draw = draw

    def get(self, task: int) -> bytes | None:
        """Return the picture of a task as PNG, None where there is none."""
        known = self._slot.get().get(task)
        return known.png if known is not None else None

    def take(self) -> None:
        """Draw the tasks that were used since the last time; forget those that are gone."""
        before = self._slot.peek()
        kept: Map[int, TaskSnapshot] = Map()
        front = self._activities.tasks[0].id
        for task in self._activities.recent_tasks[:MOST_SNAPSHOTS]:
            known = before.get(task.id)
            stale = known is None or task.id == front or known.active_ms != task.last_active_ms
            if stale and task.top.created:
                known = TaskSnapshot(self._picture(task), task.last_active_ms)
            if known is not None:
                kept = kept.set(task.id, known)
        self._slot.set(kept)

    def _picture(self, task: ActivityTask) -> bytes:
        from android_gym.simulator.ui.renderer import Renderer, encode_png

        items, (width, height) = self._draw(task)
        small = (max(1, width // REDUCTION), max(1, height // REDUCTION))
        return encode_png(Renderer(width, height, *small).render(items))
