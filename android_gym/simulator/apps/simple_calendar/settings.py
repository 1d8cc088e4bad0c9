"""Settings that affect what the calendar shows and creates."""

from __future__ import annotations

from typing import Any

from android_gym.simulator.appkit.simple_commons import prefs
from android_gym.simulator.appkit.simple_views import color_name
from android_gym.simulator.apps.simple_calendar.model import (
    LAST,
    MONTHLY,
    MONTHLY_DAILY,
    NEXT_FULL_HOUR,
)
from android_gym.simulator.ui.activity import Context

__all__ = ["Settings"]


WEEKEND = 0xFFD32F2F - (1 << 32)
"""Default colour of weekends (``md_red_700``)."""


class Settings:
    """Settings that affect what is shown and created."""

    def __init__(self, context: Context) -> None:
        self._prefs = prefs(context)
        self._kept = self._prefs.all()

    def flag(self, name: str, default: bool) -> bool:
        """Return a boolean setting."""
        value = self._kept.get(name)
        return value if isinstance(value, bool) else default

    def number(self, name: str, default: int) -> int:
        """Return an integer setting."""
        value = self._kept.get(name)
        return value if type(value) is int else default

    def put(self, **values: Any) -> None:
        """Save settings."""
        self._prefs.put(**values)
        self._kept = self._prefs.all()

    @property
    def view(self) -> int:
        """The view that the app opens with."""
        view = self.number("view", MONTHLY)
        return view if view in (MONTHLY, *range(2, LAST), MONTHLY_DAILY) else MONTHLY

    @property
    def weekend_color(self) -> str:
        """Return the colour of highlighted Saturdays and Sundays."""
        return color_name(self.number("highlight_weekends_color", WEEKEND))

    @property
    def sunday_first(self) -> bool:
        """Return whether weeks start on Sunday."""
        return self.flag("sunday_first", True)

    @property
    def reminders(self) -> tuple[int, int, int]:
        """Default reminders of a new event, in minutes before it."""
        if self.flag("use_previous_event_reminders", True):
            return (
                self.number("reminder_minutes", 10),
                self.number("reminder_minutes_2", -1),
                self.number("reminder_minutes_3", -1),
            )
        return (
            self.number("default_reminder_1", 10),
            self.number("default_reminder_2", -1),
            self.number("default_reminder_3", -1),
        )

    @property
    def default_start(self) -> int:
        """Default start of a new event: minutes since midnight, or a special value."""
        return self.number("default_start_time", NEXT_FULL_HOUR)

    @property
    def default_minutes(self) -> int:
        """Return the default duration of a new event in minutes."""
        return max(0, self.number("default_duration", 0))
