"""SPA-Bench's tasks of Clock: alarms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from android_gym.errors import DeviceCommandError
from android_gym.task_suite.spa_bench.live import LiveTask
from android_gym.task_suite.task import NearMiss, Params
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["AlarmAtEight", "AlarmOnWeekdays", "TwoAlarms"]


_ALARMS: Final = "/data/user_de/0/com.google.android.deskclock/databases/alarms.db"
_WEEKDAYS, _WEEKEND, _ONCE = 31, 96, 0
"""Days as Clock keeps them: a bit for each, Monday's the lowest."""


@dataclass(frozen=True)
class _Alarm:
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
            found = device.query(_ALARMS, sql, (self.hour, self.days))
        except DeviceCommandError:  # Clock's data has been cleared
            return False
        return any(self.vibrates in (None, bool(vibrate)) for (vibrate,) in found)


def _adds(
    *alarms: _Alarm, minutes: int = 0, enabled: int = 1, ringtone: str | None = None
) -> NearMiss:
    def act(device: Device) -> None:
        device.force_stop("com.google.android.deskclock")
        device.execute(
            _ALARMS,
            "INSERT INTO alarm_templates (hour, minutes, daysofweek, enabled, vibrate, "
            "delete_after_use, label, ringtone) VALUES (?, ?, ?, ?, ?, 0, '', ?)",
            [
                (a.hour, minutes, a.days, enabled, int(a.vibrates is not False), ringtone)
                for a in alarms
            ],
        )

    return act


class _AlarmTask(LiveTask):
    """A task that sets alarms.

    Attributes:
        alarms: Those that it asks for.
    """

    apps = ("Clock",)
    alarms: ClassVar[tuple[_Alarm, ...]] = ()

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return the new alarms. Clock's own, which are off, may be changed into them."""
        return [Rows("alarms", added=len(self.alarms), replaced=len(self.alarms))]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the phone has all the alarms."""
        return float(all(alarm.set_on(device) for alarm in self.alarms))

    def progress(self, device: Device, params: Params) -> float:
        """Return the share of the alarms that the phone has."""
        return sum(alarm.set_on(device) for alarm in self.alarms) / len(self.alarms)


class AlarmAtEight(_AlarmTask):
    """Set an alarm for eight in the morning."""

    uid = "ENG/clock_0"
    alarms = (_Alarm(8, _ONCE),)
    rewordings = (
        "Make an alarm that rings at 8am.",
        "Please set the alarm clock to 8 in the morning.",
        "I want an alarm at 8am.",
        "Add an alarm for 8:00 AM.",
    )

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Other times, an alarm that is off, and one too many."""
        return {
            "in the evening": _adds(_Alarm(20, _ONCE)),
            "half past": _adds(_Alarm(8, _ONCE), minutes=30),
            "silent": _adds(_Alarm(8, _ONCE), ringtone=""),
            "switched off": _adds(_Alarm(8, _ONCE), enabled=0),
            "every weekday": _adds(_Alarm(8, _WEEKDAYS)),
            "another one too": _adds(_Alarm(8, _ONCE), _Alarm(9, _ONCE)),
        }


class AlarmOnWeekdays(_AlarmTask):
    """Set an alarm for nine on weekdays."""

    uid = "ENG/clock_1"
    alarms = (_Alarm(9, _WEEKDAYS),)
    rewordings = (
        "Make an alarm that rings at 9am from Monday to Friday.",
        "On weekdays I want an alarm at 9am.",
        "Please set the alarm clock to 9 in the morning, for weekdays.",
        "Add an alarm for 9:00 AM and have it repeat on weekdays.",
    )

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Other days, other times."""
        return {
            "once": _adds(_Alarm(9, _ONCE)),
            "every day": _adds(_Alarm(9, _WEEKDAYS | _WEEKEND)),
            "at the weekend": _adds(_Alarm(9, _WEEKEND)),
            "without Friday": _adds(_Alarm(9, 15)),
            "in the evening": _adds(_Alarm(21, _WEEKDAYS)),
            "switched off": _adds(_Alarm(9, _WEEKDAYS), enabled=0),
            "another one too": _adds(_Alarm(9, _WEEKDAYS), _Alarm(9, _WEEKEND)),
        }


class TwoAlarms(_AlarmTask):
    """Set a silent alarm for weekdays and another for weekends."""

    uid = "ENG/clock_2"
    alarms = (_Alarm(10, _WEEKDAYS, vibrates=False), _Alarm(11, _WEEKEND))
    rewordings = (
        "Make an alarm for 10am on weekdays that does not vibrate, and another one for 11am on "
        "weekends.",
        "On weekdays I want an alarm at 10am without vibration, on weekends one at 11am.",
        "Add two alarms: 10am from Monday to Friday with vibration turned off, and 11am on "
        "Saturday and Sunday.",
        "Please set an alarm for 10am on weekdays, turn off its vibration, and set a second alarm "
        "for 11am on weekends.",
    )

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """One of both, with vibration, days the other way round."""
        ten, eleven = self.alarms
        return {
            "the first only": _adds(ten),
            "the second only": _adds(eleven),
            "it vibrates": _adds(_Alarm(10, _WEEKDAYS, vibrates=True), eleven),
            "the other one is silent": _adds(
                _Alarm(10, _WEEKDAYS, vibrates=True), _Alarm(11, _WEEKEND, vibrates=False)
            ),
            "days exchanged": _adds(_Alarm(10, _WEEKEND, vibrates=False), _Alarm(11, _WEEKDAYS)),
            "Sunday only": _adds(ten, _Alarm(11, 64)),
            "a third one": _adds(ten, eleven, _Alarm(12, _ONCE)),
        }
