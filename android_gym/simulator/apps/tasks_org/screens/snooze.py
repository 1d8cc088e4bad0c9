"""Snoozing of a reminder."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from android_gym.simulator.appkit.dialogs import ChoiceDialog
from android_gym.simulator.apps.tasks_org import reminders, settings
from android_gym.simulator.apps.tasks_org.screens.base import TasksScreen
from android_gym.simulator.apps.tasks_org.settings import PickedDate, PickedTime
from android_gym.simulator.apps.tasks_org.times import date_text, ms, with_time
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout


@dataclass(frozen=True)
class ChooseSnooze(ChoiceDialog["Snooze"]):
    """Choose until when to snooze the reminder."""

    MARKED = False
    NEGATIVE = None

    def choices(self, screen: Snooze) -> Sequence[str]:
        """Return the common times."""
        return [*(words for words, _ in screen.times()), "Pick a date and time"]

    def on_choose(self, screen: Snooze, index: int) -> None:
        """Snooze the reminder."""
        times = screen.times()
        if index < len(times):
            screen.until(times[index][1])
        else:
            screen.show_dialog(SnoozeDay())

    def on_cancel(self, screen: Snooze) -> None:
        """Leave the screen."""
        screen.finish()


@dataclass(frozen=True)
class SnoozeDay(PickedDate["Snooze"]):
    """Pick the day."""

    def day(self, screen: Snooze) -> dt.date:
        """Return today."""
        return screen.context.system.clock.today()

    def on_pick(self, screen: Snooze, day: dt.date) -> None:
        """Ask for the time."""
        screen.show_dialog(SnoozeTime(day.toordinal()))

    def on_cancel(self, screen: Snooze) -> None:
        """Leave the screen."""
        screen.finish()


@dataclass(frozen=True)
class SnoozeTime(PickedTime["Snooze"]):
    """Pick the time.

    Attributes:
        ordinal: Ordinal of the picked day.
    """

    ordinal: int = 1

    def time(self, screen: Snooze) -> dt.time:
        """Return the start of the current hour."""
        return dt.time(screen.context.system.clock.datetime().hour)

    def on_pick(self, screen: Snooze, time: dt.time) -> None:
        """Snooze the reminder."""
        day = dt.date.fromordinal(self.ordinal)
        screen.until(with_time(screen.context, day, time.hour * 60 + time.minute))

    def on_cancel(self, screen: Snooze) -> None:
        """Leave the screen."""
        screen.finish()


@dataclass(frozen=True)
class SnoozeState:
    """State of the snooze screen.

    Attributes:
        at_ms: Time at which the dialog opened, epoch milliseconds; the offered times are relative
            to it.
    """

    at_ms: int = 0


class Snooze(TasksScreen[SnoozeState]):
    """The list of snooze times, over whatever is on the screen."""

    DIALOGS = (ChooseSnooze, SnoozeDay, SnoozeTime)

    def on_resume(self) -> None:
        """Show the dialog."""
        if not self.dialogs:
            self.update(at_ms=self.context.system.clock.now_ms())
            self.show_dialog(ChooseSnooze())

    def times(self) -> list[tuple[str, int]]:
        """Return the offered times: in an hour, and later times today or tomorrow."""
        clock, kept = self.context.system.clock, self.context.preferences().all()
        now = clock.datetime(self.state.at_ms)
        found = [("For an hour", self.state.at_ms + 3_600_000)]
        for day, prefix in ((now.date(), ""), (now.date() + dt.timedelta(days=1), "Tomorrow ")):
            for name, (preference, default) in settings.TIMES.items():
                minutes = settings.value(kept, preference, default) // 60_000 % 1440
                at = with_time(self.context, day, minutes)
                if at > ms(now):
                    found.append(((prefix + name).capitalize(), at))
        return [(f"{words} ({date_text(self.context, at)})", at) for words, at in found[:5]]

    def until(self, when_ms: int) -> None:
        """Snooze the reminder and leave."""
        task = self.intent.get_int("task")
        if self.store.get(task) is not None:
            self.store.snooze(task, when_ms)
            reminders.cancel(self.context, task)
            reminders.schedule(self.context)
        self.finish()

    def build(self) -> Screen:
        """Build an empty screen below the dialog."""
        return Screen(FrameLayout(width=MATCH, height=MATCH), background="transparent")
