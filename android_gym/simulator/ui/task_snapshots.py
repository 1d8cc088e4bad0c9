"""Task snapshots for Recents, taken when Recents is opened.

Android takes a task's snapshot when it leaves the screen. But nobody sees it before Recents is
opened, and what an app shows depends only on its state, so it is drawn at that time, and other
steps don't pay for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from immutables import Map

from android_gym.simulator.state import Slot, State
from android_gym.simulator.system.activities import ActivityManager
from android_gym.simulator.system.activity_records import ActivityTask
from android_gym.simulator.ui.display_item import DisplayItem
from android_gym.simulator.ui.nodes import nodes_of
from android_gym.simulator.ui.window import Window

__all__ = ["MOST_SNAPSHOTS", "MOST_TEXTS", "SnapshotText", "TaskSnapshot", "TaskSnapshots"]

MOST_SNAPSHOTS: Final = 12
"""Most tasks with a snapshot, the most recently used; others show their icon."""

REDUCTION: Final = 2
"""Reduction of snapshots in width and height (like Android's for old tasks)."""


MOST_TEXTS: Final = 300
"""Most selectable texts in a snapshot."""


@dataclass(frozen=True)
class SnapshotText:
    """A text in a snapshot.

    Attributes:
        text: The text; never a password.
        left: Left edge, as a fraction of the snapshot's width.
        top: Upper edge, as a fraction of the snapshot's height.
        right: Right edge, likewise.
        bottom: Lower edge, likewise.
    """

    text: str
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True)
class TaskSnapshot:
    """The snapshot of a task.

    Attributes:
        png: The picture.
        active_ms: When the task had last come to the foreground, in ms since boot.
        texts: Texts in the picture, from top to bottom.
    """

    png: bytes
    active_ms: int
    texts: tuple[SnapshotText, ...] = ()


class TaskSnapshots:
    """The snapshots of recently used tasks.

    Args:
        state: The root of state.
        activities: The activity manager.
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
        """Return the snapshot of a task as PNG, or None if there is none."""
        known = self._slot.get().get(task)
        return known.png if known is not None else None

    def texts(self, task: int) -> tuple[SnapshotText, ...]:
        """Return the texts in the snapshot of a task; empty if there is none."""
        known = self._slot.get().get(task)
        return known.texts if known is not None else ()

    def take(self) -> None:
        """Draw the tasks used since the last time; drop snapshots of tasks that are gone."""
        before = self._slot.peek()
        kept: Map[int, TaskSnapshot] = Map()
        front = self._activities.tasks[0].id
        for task in self._activities.recent_tasks[:MOST_SNAPSHOTS]:
            known = before.get(task.id)
            stale = known is None or task.id == front or known.active_ms != task.last_active_ms
            if stale and task.top.created:
                windows, size = self._bring(task)
                if any(window.secure for window in windows):
                    windows = ()  # Android shows the window's ground alone
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
    """Return the texts of the topmost modal window and of the windows above it."""
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
