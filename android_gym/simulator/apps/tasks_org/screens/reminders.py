"""Dialogs to choose when a task's reminder rings."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from android_gym.simulator.appkit.dialogs import ChoiceDialog, TextDialog
from android_gym.simulator.apps.tasks_org.actions import Actions
from android_gym.simulator.apps.tasks_org.model import (
    DAY_MS,
    RANDOM_TYPE,
    WHEN_DUE,
    WHEN_OVERDUE,
    WHEN_STARTED,
    Reminder,
)
from android_gym.simulator.apps.tasks_org.settings import PickedDate, PickedTime
from android_gym.simulator.apps.tasks_org.times import date_text, with_time
from android_gym.simulator.ui.activity import Context

__all__ = ["AddReminder", "CustomReminder", "PickReminderDay", "PickReminderTime", "reminder_text"]

_CHOICES: Final = (
    "When started",
    "When due",
    "When overdue",
    "Randomly",
    "Pick a date and time",
    "Custom…",
)
_UNITS: Final = ((604_800_000, "week"), (DAY_MS, "day"), (3_600_000, "hour"), (60_000, "minute"))
_RANDOM: Final = Reminder(RANDOM_TYPE, 7 * DAY_MS)
MOST: Final = 20
"""Maximum number of reminders of a task."""


def reminder_text(context: Context, reminder: Reminder) -> str:
    """Return the edit screen's text for a reminder."""
    known = {WHEN_STARTED: _CHOICES[0], WHEN_DUE: _CHOICES[1], WHEN_OVERDUE: _CHOICES[2]}
    if reminder in known:
        return known[reminder]
    if reminder.type in (1, 2):
        what = "start" if reminder.type == 1 else "due"
        side = "before" if reminder.time < 0 else "after"
        return f"{_length(abs(reminder.time))} {side} {what}"
    if reminder.type == RANDOM_TYPE:
        return f"Randomly every {_length(reminder.time)}"
    return date_text(context, reminder.time, long=True)


def _length(time_ms: int) -> str:
    for unit_ms, name in _UNITS:
        if time_ms and time_ms % unit_ms == 0:
            number = time_ms // unit_ms
            return f"{number} {name}" if number == 1 else f"{number} {name}s"
    return f"{time_ms // 60_000} minutes"


def _add(screen: Actions, reminder: Reminder) -> None:
    editor = screen.editor
    if editor is None:
        return
    draft = editor.draft
    if reminder not in draft.reminders and len(draft.reminders) < MOST:
        screen.change_draft(replace(draft, reminders=(*draft.reminders, reminder)))


@dataclass(frozen=True)
class AddReminder(ChoiceDialog[Actions]):
    """Choose the kind of a new reminder."""

    MARKED = False
    NEGATIVE = None

    def choices(self, screen: Actions) -> Sequence[str]:
        """Return the kinds."""
        return _CHOICES

    def on_choose(self, screen: Actions, index: int) -> None:
        """Add the reminder, or ask for details."""
        fixed = {0: WHEN_STARTED, 1: WHEN_DUE, 2: WHEN_OVERDUE, 3: _RANDOM}
        if index in fixed:
            _add(screen, fixed[index])
        elif index == 4:
            screen.show_dialog(PickReminderDay())
        else:
            screen.show_dialog(CustomReminder("15"))


@dataclass(frozen=True)
class PickReminderDay(PickedDate[Actions]):
    """Pick the day of a reminder."""

    def day(self, screen: Actions) -> dt.date:
        """Return today."""
        return screen.context.system.clock.today()

    def on_pick(self, screen: Actions, day: dt.date) -> None:
        """Ask for the time."""
        screen.show_dialog(PickReminderTime(day.toordinal()))


@dataclass(frozen=True)
class PickReminderTime(PickedTime[Actions]):
    """Pick the time of a reminder.

    Attributes:
        ordinal: Ordinal of the picked day.
    """

    ordinal: int = 1

    def time(self, screen: Actions) -> dt.time:
        """Return the start of the current hour."""
        return dt.time(screen.context.system.clock.datetime().hour)

    def on_pick(self, screen: Actions, time: dt.time) -> None:
        """Add the reminder."""
        day, minutes = dt.date.fromordinal(self.ordinal), time.hour * 60 + time.minute
        _add(screen, Reminder(0, with_time(screen.context, day, minutes)))


@dataclass(frozen=True)
class CustomReminder(TextDialog[Actions]):
    """Ask how many minutes before the due date a reminder rings."""

    TITLE = "Custom notification"
    HINT = "Minutes before due"
    INPUT_TYPE = "number"
    MAX_LENGTH = 6

    def valid(self, screen: Actions) -> bool:
        """Return whether the text is a number."""
        return self.text.isdecimal()

    def on_accept(self, screen: Actions, text: str) -> None:
        """Add the reminder."""
        _add(screen, Reminder(2, -int(text) * 60_000))
