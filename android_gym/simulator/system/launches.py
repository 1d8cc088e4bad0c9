"""ActivityMetricsLogger: how long an activity took until it was there, as logcat tells."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from immutables import Map

from android_gym.simulator.sources import replace
from android_gym.simulator.state import State
from android_gym.simulator.system.activities import ActivityManager
from android_gym.simulator.system.activity_records import ActivityRecord
from android_gym.simulator.system.intents import flatten_short
from android_gym.simulator.system.logs import Logs

__all__ = ["LAUNCH_MS", "LaunchLog"]

LAUNCH_MS: Final = {"COLD": 480, "WARM": 140, "HOT": 60, "UNKNOWN (0)": 0}
"""Milliseconds that a launch is said to take, by its state."""


@dataclass(frozen=True)
class _Launches:
    """Launches that were told.

    Attributes:
        last: Token of the last activity that was told, and when it was created.
        starts: How often each package's process had started when it was last told.
    """

    last: tuple[int, int] = (0, 0)
    starts: Map[str, int] = field(default_factory=Map)


class LaunchLog:
    """Logs each activity once after it was created and shown.

    Android logs it when the window is drawn. Here the line comes at once, with the time that
    ``am start -W`` takes.

    Args:
        state: The root of state.
        activities: Tells what is shown.
        logs: Where it is logged.
    """

    def __init__(self, state: State, activities: ActivityManager, logs: Logs) -> None:
        self._slot = state.slot("launches", _Launches(), shown=False)
        self._activities = activities
        self._logs = logs
        activities.on_shown(self._displayed)

    def _displayed(self, record: ActivityRecord) -> None:
        value, created = self._slot.peek(), self._activities.last_created
        if created == value.last or created[0] != record.token:
            return
        start = self._activities.process_start(record.package) or 0
        cold = value.starts.get(record.package) != start
        self._slot.set(replace(value, last=created, starts=value.starts.set(record.package, start)))
        took = LAUNCH_MS["COLD" if cold else "WARM"]
        text = f"Displayed {flatten_short(record.component)}: +{took}ms"
        self._logs.write("I", "ActivityTaskManager", text, buffer="system")
