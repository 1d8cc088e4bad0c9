"""Events of Simple Calendar Pro, for questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any, ClassVar

from android_gym.task_suite.android_world.calendar.rows import (
    clear,
    draw_text,
    insert,
)
from android_gym.task_suite.questions.adapter import Adapter
from android_gym.task_suite.questions.values import TODAY, Field, epoch_seconds

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device
    from android_gym.task_suite.questions.conditions import Row

__all__ = ["ADAPTERS", "Events"]

_WORDS = (
    "amber", "barge", "cedar", "delta", "ember", "fjord", "grove", "haven", "inlet", "juniper",
    "kiosk", "lagoon", "meadow", "nectar", "orchid", "pebble", "quartz", "raven", "saddle",
    "thistle", "umber", "violet", "willow", "yarrow",
)  # fmt: skip

_NEAR_DAYS = 15
"""Days before and after today with noise."""

MIDNIGHT = 24 * 60
LAST_START = MIDNIGHT - 20
"""Latest start minute of noise, which ends before midnight so as not to appear in the next day's
list."""


class Events(Adapter):
    """Events of Simple Calendar Pro that do not repeat."""

    name = "events"
    fields: ClassVar[Mapping[str, Field]] = {
        "title": Field("text"),
        "start_date": Field("date"),
        "start_time": Field("time"),
        "duration": Field("number", "min", default=60),
        "location": Field("text", optional=True, default=""),
        "description": Field("text", optional=True, default=""),
    }

    def noise(self, rng: np.random.Generator) -> Row:
        """Draw an event within two weeks of today."""
        first, second = (str(_WORDS[int(i)]) for i in rng.choice(len(_WORDS), 2, replace=False))
        day = TODAY + timedelta(days=int(rng.integers(-_NEAR_DAYS, _NEAR_DAYS + 1)))
        start = 5 * int(rng.integers(LAST_START // 5 + 1))
        longest = (MIDNIGHT - 1 - start) // 15
        return {
            "title": f"{first.capitalize()} {second}",
            "start_date": day.isoformat(),
            "start_time": f"{start // 60:02}:{start % 60:02}",
            "duration": int(rng.integers(1, min(12, longest) + 1)) * 15,
            "location": "",
            "description": draw_text(rng),
        }

    def put(self, device: Device, rows: Sequence[Row]) -> None:
        """Replace all events.

        Raises:
            TaskError: If the app has not created its database yet.
        """
        clear(device)
        insert(device, [_event(row) for row in rows], 1)


def _event(row: Row) -> dict[str, Any]:
    return {
        "start": epoch_seconds(row["start_date"], row["start_time"]),
        "minutes": round(float(str(row["duration"]))),
        "title": row["title"],
        "location": row["location"] or "",
        "description": row["description"] or "",
    }


ADAPTERS = (Events(),)
