"""Clock's alarms with all that a card shows, for changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, ClassVar, Final

from android_gym.devices.user_tables import ALARM_DATE, DATED_ALARMS
from android_gym.task_suite.android_gym.clock.settings import SETTINGS
from android_gym.task_suite.android_world.clock.alarms import HAS_USUAL_SOUND
from android_gym.task_suite.android_world.clock.questions import Alarms
from android_gym.task_suite.android_world.clock.tasks import ALARMS, PACKAGE
from android_gym.task_suite.questions.conditions import Row
from android_gym.task_suite.questions.tables import read_texts, replace_tables
from android_gym.task_suite.questions.values import START, TODAY, Field
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device, SqlValue

__all__ = ["ADAPTERS", "AlarmCards"]

_DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_SOUND: Final = (
    f"CASE WHEN {HAS_USUAL_SOUND} THEN '' WHEN ringtone = '' THEN ' is silent' "
    "ELSE ' sounds like ' || ringtone END"
)
"""SQL of another sound than a new alarm has: none at all, or a tune of its own."""


class AlarmCards(Alarms):
    """Alarms, each with a label, days on which it repeats, and whether it vibrates.

    ``days`` is empty, or as "Monday and Thursday".
    """

    name = "alarm_cards"
    fields: ClassVar[Mapping[str, Field]] = {
        "label": Field("text", optional=True, default=""),
        "time": Field("time"),
        "days": Field("text", optional=True, default=""),
        "enabled": Field("flag", default=True),
        "vibrate": Field("flag", default=True),
    }

    def noise(self, rng: np.random.Generator) -> Row:
        """Draw an alarm that rings once."""
        return {**super().noise(rng), "days": "", "vibrate": True}

    def settle(self, row: Row) -> Row:
        """Refuse alarms that would ring during the episode, and days in another order."""
        settled = super().settle(
            {**row, **{name: row.get(name) or "" for name in ("label", "days")}}
        )
        if _words(_bits(str(settled["days"]))) != settled["days"]:
            raise ValueError(f"{settled['days']!r} are no days like 'Monday and Thursday'")
        return settled

    def put(self, device: Device, rows: Sequence[Row]) -> None:
        """Replace all alarms.

        Raises:
            TaskError: If the app has not made its database yet.
        """
        stored: list[dict[str, SqlValue]] = []
        for row in rows:
            hour, _, minute = str(row["time"]).partition(":")
            stored.append(
                {
                    "hour": int(hour),
                    "minutes": int(minute),
                    "daysofweek": _bits(str(row["days"])),
                    "enabled": int(bool(row["enabled"])),
                    "vibrate": int(bool(row["vibrate"])),
                    "label": str(row["label"]),
                    "ringtone": None,
                    "delete_after_use": 0,
                }
            )
        replace_tables(device, PACKAGE, ALARMS, {"alarm_instances": [], "alarm_templates": stored})

    def read(self, device: Device, put: Sequence[Row]) -> list[Row]:
        """Read all alarms; what no row has, an alarm says in its label.

        That is another sound, none, and a date on which it would not ring anyway.
        """
        date = f"ifnull({ALARM_DATE}, '')"
        columns = f"label || {_SOUND}, hour, minutes, daysofweek, enabled, vibrate, {date}"
        found: list[Row] = []
        for label, hour, minutes, days, enabled, vibrate, date in read_texts(
            device, ALARMS, f"SELECT {columns} FROM {DATED_ALARMS}"
        ):
            time = f"{int(hour):02}:{int(minutes):02}"
            found.append(
                {
                    "label": label if date in ("", _next(time)) else f"{label} on {date}",
                    "time": time,
                    "days": _words(int(days)),
                    "enabled": enabled == "1",
                    "vibrate": vibrate == "1",
                }
            )
        return found

    def touches(self, lost: Sequence[Row], new: Sequence[Row]) -> Sequence[Touch]:
        """Allow for as many alarms."""
        return [Rows("alarms", added=len(new), lost=len(lost))]


def _bits(days: str) -> int:
    """Return days as the app stores them: a bit each, Monday's first."""
    named = days.split(" and ") if days else []
    unknown = [day for day in named if day not in _DAYS]
    if unknown:
        raise ValueError(f"{unknown[0]!r} is no day like 'Monday'")
    return sum(1 << _DAYS.index(day) for day in named)


def _next(time: str) -> str:
    """Return the day on which an alarm without a date rings next, seen from the task's start."""
    return (TODAY if time > f"{START:%H:%M}" else TODAY + timedelta(days=1)).isoformat()


def _words(bits: int) -> str:
    return " and ".join(day for i, day in enumerate(_DAYS) if bits >> i & 1)


ADAPTERS = (AlarmCards(), SETTINGS)
