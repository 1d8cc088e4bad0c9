"""SPA-Bench's tasks of Clock: alarms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from android_gym.task_suite.spa_bench.clock.alarms import ONCE, WEEKDAYS, WEEKEND, Alarm, adds
from android_gym.task_suite.spa_bench.live import LiveTask
from android_gym.task_suite.task import NearMiss, Params
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["AlarmAtEight", "AlarmOnWeekdays", "TwoAlarms"]


class _AlarmTask(LiveTask):
    """A task that sets alarms.

    Attributes:
        alarms: Those that it asks for.
    """

    apps = ("Clock",)
    alarms: ClassVar[tuple[Alarm, ...]] = ()

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
    alarms = (Alarm(8, ONCE),)
    rewordings = (
        "Make an alarm that rings at 8am.",
        "Please set the alarm clock to 8 in the morning.",
        "I want an alarm at 8am.",
        "Add an alarm for 8:00 AM.",
    )

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Other times, an alarm that is off, and one too many."""
        return {
            "in the evening": adds(Alarm(20, ONCE)),
            "half past": adds(Alarm(8, ONCE), minutes=30),
            "silent": adds(Alarm(8, ONCE), ringtone=""),
            "switched off": adds(Alarm(8, ONCE), enabled=0),
            "every weekday": adds(Alarm(8, WEEKDAYS)),
            "another one too": adds(Alarm(8, ONCE), Alarm(9, ONCE)),
        }


class AlarmOnWeekdays(_AlarmTask):
    """Set an alarm for nine on weekdays."""

    uid = "ENG/clock_1"
    alarms = (Alarm(9, WEEKDAYS),)
    rewordings = (
        "Make an alarm that rings at 9am from Monday to Friday.",
        "On weekdays I want an alarm at 9am.",
        "Please set the alarm clock to 9 in the morning, for weekdays.",
        "Add an alarm for 9:00 AM and have it repeat on weekdays.",
    )

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Other days, other times."""
        return {
            "once": adds(Alarm(9, ONCE)),
            "every day": adds(Alarm(9, WEEKDAYS | WEEKEND)),
            "at the weekend": adds(Alarm(9, WEEKEND)),
            "without Friday": adds(Alarm(9, 15)),
            "in the evening": adds(Alarm(21, WEEKDAYS)),
            "switched off": adds(Alarm(9, WEEKDAYS), enabled=0),
            "another one too": adds(Alarm(9, WEEKDAYS), Alarm(9, WEEKEND)),
        }


class TwoAlarms(_AlarmTask):
    """Set a silent alarm for weekdays and another for weekends."""

    uid = "ENG/clock_2"
    alarms = (Alarm(10, WEEKDAYS, vibrates=False), Alarm(11, WEEKEND))
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
            "the first only": adds(ten),
            "the second only": adds(eleven),
            "it vibrates": adds(Alarm(10, WEEKDAYS, vibrates=True), eleven),
            "the other one is silent": adds(
                Alarm(10, WEEKDAYS, vibrates=True), Alarm(11, WEEKEND, vibrates=False)
            ),
            "days exchanged": adds(Alarm(10, WEEKEND, vibrates=False), Alarm(11, WEEKDAYS)),
            "Sunday only": adds(ten, Alarm(11, 64)),
            "a third one": adds(ten, eleven, Alarm(12, ONCE)),
        }
