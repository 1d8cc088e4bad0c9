"""SPA-Bench's task over Settings and Clock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from android_gym.task_suite.android_world.clock.alarms import ONCE, WEEKDAYS, Alarm, adds
from android_gym.task_suite.spa_bench.live import LiveTask
from android_gym.task_suite.task import NearMiss, Params
from android_gym.task_suite.touches import Rows, Setting, Touch

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["SaveDataAndSetAlarm"]

_SIX: Final = Alarm(6, ONCE)


class SaveDataAndSetAlarm(LiveTask):
    """Turn Data Saver on in Settings, and set an alarm for six in Clock."""

    uid = "cross-app-ENG/General_Tool_2_ENG"
    apps = ("Settings", "Clock")
    rewordings = (
        "Turn on Data Saver in Settings, and make an alarm for 6:00 AM in the Clock app.",
        "In Settings, switch Data Saver on. Open Clock and add an alarm that rings at 6:00 AM.",
        "Please enable Data Saver in the phone's settings; the Clock app is to have an alarm at "
        "6:00 AM.",
        "I want Data Saver on (it is found in Settings), and to be woken by Clock at 6:00 AM.",
    )

    def setup(self, device: Device, params: Params) -> None:
        """Turn Data Saver off."""
        device.shell("cmd netpolicy set restrict-background false")

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return Data Saver and the new alarm; one of Clock's own may be changed into it."""
        return [Setting("phone", "data_saver"), Rows("alarms", added=1, replaced=1)]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if Data Saver is on, and the alarm is set and on."""
        return float(_saves_data(device) and _SIX.set_on(device))

    def progress(self, device: Device, params: Params) -> float:
        """Half for each of both."""
        return (float(_saves_data(device)) + float(_SIX.set_on(device))) / 2

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """One of both, and other alarms."""

        def saves(*acts: NearMiss) -> NearMiss:
            def act(device: Device) -> None:
                device.shell("cmd netpolicy set restrict-background true")
                for other in acts:
                    other(device)

            return act

        return {
            "Data Saver only": saves(),
            "the alarm only": adds(_SIX),
            "in the evening": saves(adds(Alarm(18, ONCE))),
            "every weekday": saves(adds(Alarm(6, WEEKDAYS))),
            "half past": saves(adds(_SIX, minutes=30)),
            "silent": saves(adds(_SIX, ringtone="")),
            "with a label": saves(adds(_SIX, label="Ferry")),
            "switched off": saves(adds(_SIX, enabled=0)),
            "two alarms": saves(adds(_SIX, Alarm(7, ONCE))),
        }


def _saves_data(device: Device) -> bool:
    return "enabled" in device.shell("cmd netpolicy get restrict-background").split()
