"""The settings: the week, the default duration of events, notifications."""

from __future__ import annotations

from android_gym.simulator.appkit.preferences import (
    Category,
    ListPreference,
    PreferenceActivity,
    SwitchPreference,
)
from android_gym.simulator.apps.google_calendar.actions import CalendarScreen
from android_gym.simulator.apps.google_calendar.model import REMINDERS, reminder_words

__all__ = ["Settings"]


class Settings(CalendarScreen, PreferenceActivity):
    """Shows the settings of the calendar and of new events."""

    ROWS = (
        Category("General"),
        ListPreference(
            "week_start",
            "Start of the week",
            choices=((6, "Sunday"), (0, "Monday"), (5, "Saturday")),
        ),
        ListPreference(
            "default_duration",
            "Default event duration",
            choices=((60, "60 minutes"), (15, "15 minutes"), (30, "30 minutes"), (90, "90 minutes"),
                     (120, "120 minutes")),
        ),
        Category("Events"),
        SwitchPreference("notifications", "Notify on this device", default=True),
        ListPreference(
            "default_reminder",
            "Default notification",
            choices=(
                (30, reminder_words(30)),
                *((each, reminder_words(each)) for each in REMINDERS if each != 30),
                (-1, "None"),
            ),
        ),
    )  # fmt: skip
