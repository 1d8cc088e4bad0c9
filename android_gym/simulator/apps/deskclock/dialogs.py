"""Clock's dialogs."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace

from android_gym.simulator.appkit.dialogs import DateDialog, TextDialog, TimeDialog
from android_gym.simulator.apps.deskclock.actions import Actions
from android_gym.simulator.apps.deskclock.model import Alarm, Bedtime
from android_gym.simulator.apps.deskclock.storage import bedtime_minutes, put_bedtime_minutes
from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.components import TextInputLayout
from android_gym.simulator.ui.widgets import EditText

__all__ = ["AlarmDate", "AlarmLabel", "AlarmTime", "BedtimeTime", "TimerLabel"]


def _alarm(screen: Actions, number: int) -> Alarm:
    alarm = screen.alarm(number)
    assert alarm is not None, "a dialog without its alarm is not built"
    return alarm


@dataclass(frozen=True)
class AlarmTime(TimeDialog[Actions]):
    """Choose the time of an alarm.

    Attributes:
        number: Id of the alarm; 0 for a new one.
    """

    MATERIAL = True
    number: int

    def build(self, screen: Actions) -> Overlay | None:
        """Build the picker; None if the alarm is gone."""
        return super().build(screen) if screen.alarm(self.number) is not None else None

    def time(self, screen: Actions) -> dt.time:
        """Return the alarm's time."""
        return _alarm(screen, self.number).time

    def on_pick(self, screen: Actions, time: dt.time) -> None:
        """Set the alarm's time and switch the alarm on."""
        alarm = _alarm(screen, self.number)
        changed = replace(alarm, hour=time.hour, minute=time.minute, enabled=True)
        screen.change_alarm(changed, tell=True)


@dataclass(frozen=True)
class AlarmDate(DateDialog[Actions]):
    """Choose the date of a one-time alarm.

    Attributes:
        number: Id of the alarm.
    """

    MATERIAL = True
    number: int

    def build(self, screen: Actions) -> Overlay | None:
        """Build the picker; None if the alarm is gone."""
        return super().build(screen) if screen.alarm(self.number) is not None else None

    def day(self, screen: Actions) -> dt.date:
        """Return the date on which the alarm rings next."""
        return _alarm(screen, self.number).next(screen.now()).date()

    def span(self, screen: Actions) -> tuple[dt.date, dt.date]:
        """Return the range of dates from today on."""
        return screen.now().date(), super().span(screen)[1]

    def first_weekday(self, screen: Actions) -> int:
        """Return the first day of the week in the app's settings."""
        return screen.week_start

    def on_pick(self, screen: Actions, day: dt.date) -> None:
        """Set the alarm's date and switch the alarm on."""
        alarm = _alarm(screen, self.number)
        changed = replace(alarm, date=day.isoformat(), days=0, enabled=True)
        screen.change_alarm(changed, tell=True)


@dataclass(frozen=True)
class _LabelDialog(TextDialog[Actions]):
    """Ask for a label.

    Attributes:
        number: Id of the alarm or timer.
    """

    TITLE = "Add label"
    number: int = 0

    def build(self, screen: Actions) -> Overlay:
        """Build the field, whose IME action accepts like the button does."""

        def accept() -> None:
            screen.dismiss_dialog()
            self.on_accept(screen, self.text)

        field = EditText(
            self.text,
            id="label_edit_box",
            hint="Label",
            on_text_change=lambda text: screen.update_dialog(replace(self, text=text)),
            on_editor_action=accept,
            ime_action="done",
            autofocus=True,
            max_lines=1,
        )
        content = TextInputLayout(field, padding=(24, 8))
        return self.alert(screen, lambda: self.on_accept(screen, self.text), content=content)


@dataclass(frozen=True)
class AlarmLabel(_LabelDialog):
    """Ask for the label of an alarm."""

    def on_accept(self, screen: Actions, text: str) -> None:
        """Set the label unless the alarm is gone."""
        alarm = screen.alarms.get(self.number)
        if alarm is not None:
            screen.change_alarm(replace(alarm, label=text.strip()))


@dataclass(frozen=True)
class TimerLabel(_LabelDialog):
    """Ask for the label of a timer."""

    def on_accept(self, screen: Actions, text: str) -> None:
        """Set the label unless the timer is gone."""
        timer = screen.timers.get(self.number)
        if timer is not None:
            screen.timers.put(replace(timer, label=text.strip()))


@dataclass(frozen=True)
class BedtimeTime(TimeDialog[Actions]):
    """Choose the bedtime or wake-up time.

    Attributes:
        name: Which of the two.
    """

    MATERIAL = True
    name: Bedtime

    def time(self, screen: Actions) -> dt.time:
        """Return the current time."""
        hour, minute = divmod(bedtime_minutes(screen.context, self.name), 60)
        return dt.time(hour, minute)

    def on_pick(self, screen: Actions, time: dt.time) -> None:
        """Save the time."""
        put_bedtime_minutes(screen.context, self.name, time.hour * 60 + time.minute)
