"""Alarms in Clock's database, as tasks ask for them."""

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
"""Days as Clock keeps them: a bit for each, Monday's the lowest."""


@dataclass(frozen=True)
class Alarm:
    """An alarm that is on, and rings.

    Attributes:
        hour: When it rings, on the hour.
        days: Bit mask of the days it repeats on.
        vibrates: Whether it vibrates; None where that is all the same.
    """

    hour: int
    days: int
    vibrates: bool | None = None

    def set_on(self, device: Device) -> bool:
        """Return True if the phone has it."""
        sql = "SELECT vibrate FROM alarm_templates WHERE enabled = 1 AND hour = ? AND minutes = 0 "
        sql += "AND daysofweek = ? AND ifnull(ringtone, 'default') != '' LIMIT 20"
        try:
            found = device.query(ALARMS, sql, (self.hour, self.days))
        except DeviceCommandError:  # Clock's data has been cleared
            return False
        return any(self.vibrates in (None, bool(vibrate)) for (vibrate,) in found)


def adds(
    *alarms: Alarm, minutes: int = 0, enabled: int = 1, ringtone: str | None = None
) -> NearMiss:
    """Return what adds alarms behind Clock's back.

    Args:
        alarms: Which.
        minutes: After the hour.
        enabled: 1 for alarms that are on, 0 for alarms that are off.
        ringtone: Its address, ``""`` for silence, None for the phone's own.
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
