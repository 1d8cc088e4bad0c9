"""SPA-Bench's tasks of Clock: alarms, cities, and the clocks' looks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from android_gym.task_suite.android_world.clock.alarms import ONCE, WEEKDAYS, WEEKEND, Alarm, adds
from android_gym.task_suite.spa_bench.live import LiveTask
from android_gym.task_suite.spa_bench.preferences import read_texts, write_texts
from android_gym.task_suite.task import NearMiss, Params
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = [
    "AddLondon",
    "AddMelbourneAndHands",
    "AlarmAtEight",
    "AlarmOnWeekdays",
    "HomeInHongKong",
    "TwoAlarms",
]

_CLOCK: Final = "com.google.android.deskclock"
_PREFERENCES: Final = f"/data/user_de/0/{_CLOCK}/shared_prefs/{_CLOCK}_preferences.xml"


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
        """1.0 if all the alarms are set and on."""
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
            "with another sound": adds(Alarm(8, ONCE), ringtone="Argon"),
            "without vibration": adds(Alarm(8, ONCE, vibrates=False)),
            "on a later date": adds(Alarm(8, ONCE), date="2033-12-24"),
            "with a label": adds(Alarm(8, ONCE), label="Ferry"),
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
            "it vibrates": adds(Alarm(10, WEEKDAYS), eleven),
            "the other one does not": adds(Alarm(10, WEEKDAYS), Alarm(11, WEEKEND, vibrates=False)),
            "neither vibrates": adds(ten, Alarm(11, WEEKEND, vibrates=False)),
            "days exchanged": adds(Alarm(10, WEEKEND, vibrates=False), Alarm(11, WEEKDAYS)),
            "Sunday only": adds(ten, Alarm(11, 64)),
            "a third one": adds(ten, eleven, Alarm(12, ONCE)),
        }


# -- cities and styles

_NEW: Final[Mapping[str, str]] = {
    "cities": "",
    "home_time_zone": "",
    "clock_style": "digital",
    "screensaver_clock_style": "digital",
}
"""Keys of cities and styles, and the values that stand for those never kept."""


def _keeps(**texts: str) -> NearMiss:
    def act(device: Device) -> None:
        device.force_stop(_CLOCK)
        write_texts(device, _PREFERENCES, texts)

    return act


class _PreferenceTask(LiveTask):
    """A task that changes what Clock keeps as preferences, and no more of them.

    Attributes:
        wanted: Values that it asks for, by their names.
    """

    apps = ("Clock",)
    wanted: ClassVar[Mapping[str, str]] = {}

    def setup(self, device: Device, params: Params) -> None:
        """Forget cities and styles."""
        device.force_stop(_CLOCK)
        device.shell(f"rm -f {_PREFERENCES}")

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return the city, where one is wanted."""
        return [Rows("cities of the clock", added=int("cities" in self.wanted))]

    def _kept(self, device: Device) -> dict[str, str]:
        kept = read_texts(device, _PREFERENCES)
        return {name: kept.get(name, value) for name, value in _NEW.items()}

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the wanted settings of Clock have their new values, and others are unchanged."""
        return float(self._kept(device) == {**_NEW, **self.wanted})

    def progress(self, device: Device, params: Params) -> float:
        """Return the share of the wanted values that there are."""
        kept = self._kept(device)
        return sum(kept[name] == value for name, value in self.wanted.items()) / len(self.wanted)


class AddLondon(_PreferenceTask):
    """Add London to the world clock."""

    uid = "ENG/clock_3"
    wanted: ClassVar[Mapping[str, str]] = {"cities": "London"}
    rewordings = (
        "Have the clock show the current time at London (UK), too.",
        "Put London (UK) on the clock so that its current time can be seen.",
        "Please add London (UK) to the cities of the clock.",
        "In the clock, I want to see the current time at London (UK).",
    )

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Other cities, one too many, London as home."""
        return {
            "Dublin": _keeps(cities="Dublin"),
            "Paris too": _keeps(cities="London|Paris"),
            "as home": _keeps(home_time_zone="Europe/London"),
            "with hands too": _keeps(cities="London", clock_style="analog"),
        }


class HomeInHongKong(_PreferenceTask):
    """Set the home time zone to that of Hong Kong."""

    uid = "ENG/clock_4"
    wanted: ClassVar[Mapping[str, str]] = {"home_time_zone": "Asia/Hong_Kong"}
    rewordings = (
        "Make 'Hong Kong' the Home time zone of the clock.",
        "In the clock's settings, choose 'Hong Kong' as the Home time zone.",
        "The Home time zone of my clock should be 'Hong Kong'.",
        "Please change Home time zone to 'Hong Kong'.",
    )

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Other zones, Hong Kong as a city, the phone's own zone."""

        def moves(device: Device) -> None:
            device.shell("setprop persist.sys.timezone Asia/Hong_Kong")

        return {
            "Shanghai": _keeps(home_time_zone="Asia/Shanghai"),
            "as a city": _keeps(cities="Hong Kong"),
            "a city too": _keeps(home_time_zone="Asia/Hong_Kong", cities="Hong Kong"),
            "the phone's zone": moves,
        }


class AddMelbourneAndHands(_PreferenceTask):
    """Add Melbourne to the world clock; give it and the screen saver hands."""

    uid = "ENG/clock_5"
    wanted: ClassVar[Mapping[str, str]] = {
        "cities": "Melbourne",
        "clock_style": "analog",
        "screensaver_clock_style": "analog",
    }
    rewordings = (
        "Have the clock show the current time at Melbourne (Australia), too. Make the style of "
        "the clock Analog, and that of the screen saver Analog as well.",
        "Add Melbourne (Australia) to the cities of the clock. Then choose the style Analog for "
        "the clock and for the screen saver.",
        "Please put the current time at Melbourne (Australia) on the clock and set the style of "
        "both clock and screen saver to Analog.",
        "In the clock, I want the current time at Melbourne (Australia), Analog as the clock's "
        "style, and Analog as the screen saver's style.",
    )

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """One of three missing, another city."""
        hands = {"clock_style": "analog", "screensaver_clock_style": "analog"}
        return {
            "the city only": _keeps(cities="Melbourne"),
            "the styles only": _keeps(**hands),
            "the clock's style only": _keeps(cities="Melbourne", clock_style="analog"),
            "the saver's style only": _keeps(cities="Melbourne", screensaver_clock_style="analog"),
            "Sydney": _keeps(cities="Sydney", **hands),
        }
