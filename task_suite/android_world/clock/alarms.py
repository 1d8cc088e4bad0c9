"""Alarms in Clock's database, as tasks require them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from android_gym.errors import DeviceCommandError
from android_gym.task_suite.android_world.clock.tasks import ALARMS, PACKAGE
from android_gym.task_suite.task import NearMiss

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["ONCE", "WEEKDAYS", "WEEKEND", "Alarm", "adds"]

WEEKDAYS, WEEKEND, ONCE = 31, 96, 0
"""Days in Clock's format: a bit for each, Monday's the lowest."""


@dataclass(frozen=True)
class Alarm:
    """An enabled alarm.

    Attributes:
        hour: When it rings, on the hour.
        days: Bit mask of the days it repeats on.
        vibrates: Whether it vibrates; None if that does not matter.
    """

    hour: int
    days: int
    vibrates: bool | None = None

    def set_on(self, device: Device) -> bool:
        """Return whether the phone has this alarm."""
        sql = "SELECT vibrate FROM alarm_templates WHERE enabled = 1 AND hour = ? AND minutes = 0 "
        sql += "AND daysofweek = ? AND ifnull(ringtone, 'default') != '' LIMIT 20"
        try:
            found = device.query(ALARMS, sql, (self.hour, self.days))
        except DeviceCommandError:  # Clock's data was cleared
            return False
        return any(self.vibrates in (None, bool(vibrate)) for (vibrate,) in found)


def adds(
    *alarms: Alarm, minutes: int = 0, enabled: int = 1, ringtone: str | None = None
) -> NearMiss:
    """Return a near miss that writes alarms directly into Clock's database.

    Args:
        alarms: The alarms.
        minutes: Minutes past the hour.
        enabled: 1 for alarms that are on, 0 for alarms that are off.
        ringtone: URI of the ringtone, ``""`` for silence, None for the phone's default.
    """

    def act(device: Device) -> None:
        device.force_stop(PACKAGE)
        device.execute(
            ALARMS,
            "INSERT INTO alarm_templates (hour, minutes, daysofweek, enabled, vibrate, "
            "delete_after_use, label, ringtone) VALUES (?, ?, ?, ?, ?, 0, '', ?)",
            [
                (a.hour, minutes, a.days, enabled, int(a.vibrates is not False), ringtone)
                for a in alarms
            ],
        )

    return act
