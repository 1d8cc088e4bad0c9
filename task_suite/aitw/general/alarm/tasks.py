"""GENERAL's instructions to set an alarm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Final

from android_gym.checks import shown
from android_gym.errors import OptionError
from android_gym.task_suite.aitw.general.alarm.hours import hour_of
from android_gym.task_suite.aitw.general.live import GeneralTask, tasks_of
from android_gym.task_suite.android_world.clock.alarms import ONCE, WEEKDAYS, Alarm, adds
from android_gym.task_suite.android_world.clock.tasks import ALARMS, PACKAGE
from android_gym.task_suite.task import NearMiss, Params
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = ["SetAlarm"]

_LABELS: Final = ("Ferry", "Market", "Medicine", "Piano", "Rehearsal", "Swimming", "Tennis", "Walk")
_SOON: Final = range(15, 19)
"""Hours in which an alarm might ring during the episode: the phone's clock starts at 15:34."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """An alarm that is there at the start.

    Attributes:
        hour: 0 to 23.
        minutes: 0 to 59.
        enabled: 1 if it is on, 0 if it is off.
        label: May be empty.
    """

    hour: int
    minutes: int
    enabled: int
    label: str


class SetAlarm(GeneralTask):
    """Set an alarm that rings once, on the hour.

    Others are there at the start, one of them twelve hours away; sometimes one at the very time
    that is off, and may be switched on.
    """

    apps = ("Clock",)
    complexity = 2.0
    phrases = (
        "I need an alarm at {subject}.",
        "Please have the phone ring at {subject}.",
        "Add an alarm to the clock that goes off at {subject}.",
        "Make sure that an alarm rings at {subject}, just once.",
    )

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw the app in front, and the alarms that there are."""
        hour = hour_of(self.subject)
        alarms = [_Kept((hour + 12) % 24, 0, 1, _LABELS[int(rng.integers(len(_LABELS)))])]
        for _ in range(int(rng.integers(3))):
            hours = [h for h in range(24) if h not in _SOON and h != hour]
            label = _LABELS[int(rng.integers(len(_LABELS)))]
            kept = _Kept(int(rng.choice(hours)), 5 * int(rng.integers(12)), 1, label)
            alarms.append(kept)
        if rng.integers(3) == 0:
            alarms.append(_Kept(hour, 0, 0, ""))
        return {**super().sample(rng), "alarms": [asdict(kept) for kept in alarms]}

    def check(self, params: Mapping[str, object]) -> None:
        """Refuse alarms that could not have been drawn.

        Raises:
            OptionError: Naming the first of them.
        """
        super().check(params)
        kept = params["alarms"]
        for alarm in kept if isinstance(kept, list) else ():
            match alarm:
                case {"hour": int(hour), "minutes": int(minutes), "enabled": 0 | 1, "label": str()}:
                    if len(alarm) == 4 and 0 <= hour < 24 and 0 <= minutes < 60:
                        continue
            raise OptionError(
                "Each of 'alarms' must have an hour (0 to 23), minutes (0 to 59), enabled (0 or "
                f"1) and a label, got {shown(alarm)}."
            )

    def setup(self, device: Device, params: Params) -> None:
        """Put the alarms beside those that Clock comes with."""
        device.force_stop(PACKAGE)
        device.execute(
            ALARMS,
            "INSERT INTO alarm_templates (hour, minutes, daysofweek, enabled, vibrate, "
            "delete_after_use, label, ringtone) VALUES (?, ?, 0, ?, 1, 0, ?, NULL)",
            [(a["hour"], a["minutes"], a["enabled"], a["label"]) for a in params["alarms"]],
        )
        super().setup(device, params)

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return the new alarm. One that is off and has no label may be changed into it."""
        return [Rows("alarms", added=1, replaced=1)]

    @property
    def _wanted(self) -> Alarm:
        return Alarm(hour_of(self.subject), ONCE)

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the alarm exists, is on, rings once and is otherwise as a new one is."""
        return float(self._wanted.set_on(device))

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return other times and days, alarms that don't ring, one too many, one bent."""
        hour, wanted = hour_of(self.subject), self._wanted

        def bends(device: Device) -> None:
            device.force_stop(PACKAGE)
            device.execute(
                ALARMS,
                "UPDATE alarm_templates SET hour = ?, minutes = 0 WHERE rowid = (SELECT min(rowid) "
                "FROM alarm_templates WHERE enabled = 1)",
                [(hour,)],
            )

        return {
            "the other half of the day": adds(Alarm((hour + 12) % 24, ONCE)),
            "half past": adds(wanted, minutes=30),
            "an hour later": adds(Alarm((hour + 1) % 24, ONCE)),
            "switched off": adds(wanted, enabled=0),
            "silent": adds(wanted, ringtone=""),
            "with another sound": adds(wanted, ringtone="Argon"),
            "without vibration": adds(replace(wanted, vibrates=False)),
            "on a later date": adds(wanted, date="2033-12-24"),
            "with a label": adds(wanted, label="Ferry"),
            "every weekday": adds(Alarm(hour, WEEKDAYS)),
            "another one too": adds(wanted, Alarm((hour + 1) % 24, ONCE)),
            "twice": adds(wanted, wanted),
            "another one bent": bends,
        }


vars().update(tasks_of("alarm", SetAlarm))
