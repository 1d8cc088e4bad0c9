"""Requests from other apps (android.provider.AlarmClock): set, dismiss or snooze, or show a tab."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from immutables import Map

from android_gym.simulator.appkit.dialogs import ChoiceDialog
from android_gym.simulator.appkit.times import is_24_hour
from android_gym.simulator.apps.deskclock import alarms, timers
from android_gym.simulator.apps.deskclock.model import Alarm
from android_gym.simulator.apps.deskclock.notices import MAIN
from android_gym.simulator.apps.deskclock.storage import FIRED, Alarms
from android_gym.simulator.apps.deskclock.texts import clock_text
from android_gym.simulator.system.intents import FLAG_ACTIVITY_NEW_TASK, Intent
from android_gym.simulator.system.words import joined, verbatim
from android_gym.simulator.ui.activity import Activity, NoState, Screen, callback
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.view import View

__all__ = ["HandleApiCalls"]

_EXTRA = "android.intent.extra.alarm."
_CALENDAR_DAYS = {2: 0, 3: 1, 4: 2, 5: 3, 6: 4, 7: 5, 1: 6}
"""Bit in `Alarm.days` of each weekday of java.util.Calendar (1 is Sunday)."""

_DAY_S: Final = 24 * 3600

MAX_TIMER_S: Final = _DAY_S


@dataclass(frozen=True)
class PickAlarm(ChoiceDialog["HandleApiCalls"]):
    """Ask which of several alarms to dismiss.

    Attributes:
        numbers: Ids of the alarms.
    """

    TITLE = "Pick which alarm to dismiss"
    MARKED = False
    numbers: tuple[int, ...]

    def choices(self, screen: HandleApiCalls) -> Sequence[str]:
        """Return the times and labels."""
        return [self._words(screen, number) for number in self.numbers]

    def _words(self, screen: HandleApiCalls, number: int) -> str:
        alarm = screen.alarms.get(number)
        if alarm is None:
            return ""
        time = clock_text(alarm.time, is_24_hour(screen.context))
        return joined(" - ", (time, verbatim(alarm.label))) if alarm.label else time

    def on_choose(self, screen: HandleApiCalls, index: int) -> None:
        """Dismiss the alarm unless it is gone."""
        alarm = screen.alarms.get(self.numbers[index])
        if alarm is not None:
            alarms.dismiss(screen.context, alarm)
        screen.finish()

    def on_cancel(self, screen: HandleApiCalls) -> None:
        """Leave all alarms unchanged."""
        screen.finish()


class HandleApiCalls(Activity):
    """Handles its intent and finishes, without a UI unless it has to ask for an alarm."""

    DIALOGS = (PickAlarm,)

    @property
    def alarms(self) -> Alarms:
        """The store of alarms."""
        return Alarms(self.context)

    def on_create(self) -> NoState:
        """Handle the intent."""
        action = (self.intent.action or "").rpartition(".")[2]
        shown = True
        if action in ("DISMISS_ALARM", "SNOOZE_ALARM", "DISMISS_TIMER"):
            if action == "DISMISS_ALARM":
                self._dismiss_alarms()
            elif action == "SNOOZE_ALARM":
                self._snooze()
            else:
                timers.stop_timers(self.context)
            if not self.dialogs:
                self.after(0, "leave", "")
            return NoState()
        if action == "SET_ALARM":
            shown = self._set_alarm()
        elif action == "SET_TIMER":
            shown = self._set_timer()
        tab = "timer" if action in ("SET_TIMER", "SHOW_TIMERS") else "alarm"
        self.after(0, "leave", tab if shown else "")
        return NoState()

    @callback
    def leave(self, tab: str) -> None:
        """Finish, and start the main activity on a tab, if given."""
        self.finish()
        if tab:
            intent = Intent(component=MAIN, flags=FLAG_ACTIVITY_NEW_TASK, extras=Map({"tab": tab}))
            self.context.system.activities.start(intent)

    def _number(self, name: str) -> int | None:
        value = self.intent.extra(_EXTRA + name)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def _set_alarm(self) -> bool:
        hour, minute = self._number("HOUR"), self._number("MINUTES") or 0
        if hour is None:
            return True
        if not (0 <= hour < 24 and 0 <= minute < 60):
            self.toast("Invalid time")
            return False
        days = self.intent.extra(_EXTRA + "DAYS") or ()
        label = self.intent.extra(_EXTRA + "MESSAGE") or ""
        vibrate = self.intent.extra(_EXTRA + "VIBRATE")
        alarm = Alarm(
            0,
            hour,
            minute,
            sum({1 << _CALENDAR_DAYS[day] for day in days if day in _CALENDAR_DAYS}),
            vibrate=vibrate is not False,
            label=str(label),
        )
        alarms.plan(self.context, replace(alarm, id=Alarms(self.context).add(alarm)))
        return self.intent.extra(_EXTRA + "SKIP_UI") is not True

    def _set_timer(self) -> bool:
        seconds = self._number("LENGTH")
        if seconds is None:
            return True
        if not 1 <= seconds <= MAX_TIMER_S:
            self.toast("Invalid timer length")
            return False
        timers.new_timer(
            self.context, seconds * 1000, str(self.intent.extra(_EXTRA + "MESSAGE") or "")
        )
        skip = self.intent.extra(_EXTRA + "SKIP_UI") is True
        if skip:
            timers.show_timers(self.context)
        return not skip

    # -- dismissing and snoozing

    def _dismiss_alarms(self) -> None:
        """Dismiss the ringing alarm or the one in the intent; ask if there are several."""
        ringing = self._ringing()
        mode = str(self.intent.extra(_EXTRA + "SEARCH_MODE") or "")
        soon = self._soon()
        if not mode:
            found = ringing or soon
        elif mode == "android.all":
            for alarm in ringing or soon:
                alarms.dismiss(self.context, alarm)
            return
        elif mode == "android.next":
            found = soon[:1]
        elif mode == "android.label":
            wanted = str(self.intent.extra(_EXTRA + "MESSAGE") or "").casefold()
            found = [alarm for alarm in soon if wanted and wanted in alarm.label.casefold()]
        else:
            found = [alarm for alarm in soon if self._at_time(alarm)]
        if len(found) == 1:
            alarms.dismiss(self.context, found[0])
        elif found:
            self.show_dialog(PickAlarm(tuple(alarm.id for alarm in found)))

    def _ringing(self) -> list[Alarm]:
        states = self.alarms.instances()
        return [alarm for alarm in self.alarms.all() if states.get(alarm.id, (0,))[0] == FIRED]

    def _soon(self) -> list[Alarm]:
        """Return the alarms within a day, earliest first; others can't be dismissed."""
        now = self.context.system.clock.datetime()
        due = [(alarm.next(now), alarm.id, alarm) for alarm in self.alarms.all() if alarm.enabled]
        return [alarm for when, _, alarm in sorted(due) if (when - now).total_seconds() <= _DAY_S]

    def _at_time(self, alarm: Alarm) -> bool:
        """Return whether an alarm is set to the intent's time."""
        hour, minute = self._number("HOUR"), self._number("MINUTES") or 0
        afternoon = self.intent.extra(_EXTRA + "IS_PM")
        if hour is not None and isinstance(afternoon, bool):
            hour = hour % 12 + (12 if afternoon else 0)
        return (alarm.hour, alarm.minute) == (hour, minute)

    def _snooze(self) -> None:
        for alarm in self._ringing():
            alarms.snooze(self.context, alarm, self._number("SNOOZE_DURATION"))

    def build(self) -> Screen:
        """Build an empty window."""
        return Screen(View(width=MATCH, height=MATCH), background="transparent")
