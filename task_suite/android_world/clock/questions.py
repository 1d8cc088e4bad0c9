"""Clock's rows, for questions about alarms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from android_gym.errors import DeviceCommandError, TaskError
from android_gym.task_suite.android_world.clock.tasks import ALARMS, PACKAGE
from android_gym.task_suite.questions.adapter import Adapter
from android_gym.task_suite.questions.conditions import Row
from android_gym.task_suite.questions.values import START, Field

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = ["ADAPTERS", "Alarms"]

_LABELS: Final = (
    "Antibiotics", "Bins out", "Bread oven", "Call Ruth", "Dog walk", "Gym bag", "Laundry",
    "Night bus", "Parking meter", "Pasta", "Physio", "Plant lights", "Pool", "School run",
    "Shift swap", "Stretching", "Tea", "Tram", "Vitamins", "Wake Theo",
)  # fmt: skip
_QUIET_HOURS: Final = range(START.hour, START.hour + 4)
"""Hours in which an alarm would announce itself or ring while a question is being answered."""

_INSERT: Final = (
    "INSERT INTO alarm_templates (hour, minutes, daysofweek, enabled, vibrate, label, ringtone, "
    "delete_after_use) VALUES (?, ?, 0, ?, 1, ?, NULL, 0)"
)


class Alarms(Adapter):
    """Alarms that ring once, with a label or without."""

    name = "alarms"
    fields: ClassVar[Mapping[str, Field]] = {
        "label": Field("text", default=""),
        "time": Field("time"),
        "enabled": Field("flag", default=False),
    }

    def noise(self, rng: np.random.Generator) -> Row:
        """Draw an alarm at any hour except those right after `START`."""
        hours = [hour for hour in range(24) if hour not in _QUIET_HOURS]
        hour, minute = hours[int(rng.integers(len(hours)))], int(rng.integers(12)) * 5
        return {
            "label": _LABELS[int(rng.integers(len(_LABELS)))],
            "time": f"{hour:02}:{minute:02}",
            "enabled": bool(rng.integers(2)),
        }

    def settle(self, row: Row) -> Row:
        """Reject alarms that would ring while answering the question."""
        settled = super().settle(row)
        if settled["enabled"] and int(str(settled["time"])[:2]) in _QUIET_HOURS:
            raise ValueError(f"an alarm of {settled['time']} may ring during the episode")
        return settled

    def put(self, device: Device, rows: Sequence[Row]) -> None:
        """Replace all alarms.

        Raises:
            TaskError: If the app has not created its database yet.
        """
        device.force_stop(PACKAGE)
        try:
            device.execute(ALARMS, "DELETE FROM alarm_instances; DELETE FROM alarm_templates")
        except DeviceCommandError as error:
            raise TaskError(
                f"Clock has no table of alarms in {ALARMS}: {error}. Open the app on the device "
                "once, and save the base state."
            ) from error
        stored = []
        for row in rows:
            hour, _, minute = str(row["time"]).partition(":")
            stored.append((int(hour), int(minute), int(bool(row["enabled"])), str(row["label"])))
        if stored:
            device.execute(ALARMS, _INSERT, stored)


ADAPTERS = (Alarms(),)
