"""Alarms in Clock's database, as tasks require them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from android_gym.devices.user_tables import ALARM_DATE, DATED_ALARMS
from android_gym.errors import DeviceCommandError
from android_gym.task_suite.android_world.clock.tasks import ALARMS, PACKAGE
from android_gym.task_suite.task import NearMiss

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["HAS_USUAL_SOUND", "ONCE", "WEEKDAYS", "WEEKEND", "Alarm", "adds"]

WEEKDAYS, WEEKEND, ONCE = 31, 96, 0
"""Days in Clock's format: a bit for each, Monday's the lowest."""

HAS_USUAL_SOUND: Final = (
    "(ringtone IS NULL OR ringtone IN ('Cesium', 'content://settings/system/alarm_alert') "
    "OR ringtone LIKE 'content://media/%?title=Cesium' "
    "OR ringtone LIKE 'content://media/%?title=Cesium&%')"
)
"""SQL condition of alarms that sound as a new one does.

Clock stores no ringtone, or Android's URI for the default; one who picks that sound from the list
gets the file's own URI, or its name.
"""

_SOON: Final = timedelta(hours=38)
"""Time in which every alarm without a date rings, seen from any time zone: until tomorrow ends."""


@dataclass(frozen=True)
class Alarm:
    """An enabled alarm without a label.

    Attributes:
        hour: When it rings, on the hour.
        days: Bit mask of the days it repeats on.
        vibrates: Whether it vibrates, as a new one does.
    """

    hour: int
    days: int
    vibrates: bool = True

    def set_on(self, device: Device) -> bool:
        """Return whether the phone has this alarm, with the usual sound, for no later date."""
        sql = f"SELECT vibrate, {ALARM_DATE} FROM {DATED_ALARMS} WHERE enabled = 1 AND hour = ? "
        sql += (
            f"AND minutes = 0 AND daysofweek = ? AND ifnull(label, '') = '' AND {HAS_USUAL_SOUND} "
        )
        sql += "LIMIT 20"
        try:
            found = device.query(ALARMS, sql, (self.hour, self.days))
        except DeviceCommandError:  # Clock's data was cleared
            return False
        dates = [date for vibrate, date in found if bool(vibrate) == self.vibrates]
        if not any(dates) or self.days:
            return bool(dates)
        last = (device.now() + _SOON).date().isoformat()
        return any(not date or str(date) <= last for date in dates)


def adds(
    *alarms: Alarm,
    minutes: int = 0,
    enabled: int = 1,
    ringtone: str | None = None,
    date: str = "",
    label: str = "",
) -> NearMiss:
    """Return a near miss that writes alarms directly into Clock's database.

    Args:
        alarms: The alarms.
        minutes: Minutes past the hour.
        enabled: 1 for alarms that are on, 0 for alarms that are off.
        ringtone: URI of the ringtone, ``""`` for silence, None for the phone's default.
        date: Day for which they are scheduled, such as ``"2023-12-24"``; the next one if empty.
        label: Their label.
    """

    def act(device: Device) -> None:
        device.force_stop(PACKAGE)
        device.execute(
            ALARMS,
            "INSERT INTO alarm_templates (hour, minutes, daysofweek, enabled, vibrate, "
            "delete_after_use, label, ringtone) VALUES (?, ?, ?, ?, ?, 0, ?, ?)",
            [(a.hour, minutes, a.days, enabled, int(a.vibrates), label, ringtone) for a in alarms],
        )
        if date:
            device.execute(
                ALARMS,
                "UPDATE alarm_templates SET scheduled_date = ? WHERE _id IN "
                f"(SELECT _id FROM alarm_templates ORDER BY _id DESC LIMIT {len(alarms)})",
                [(date,)],
            )

    return act
