"""Requests of other apps (android.provider.AlarmClock): an alarm, a timer, a tab."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from immutables import Map

from android_gym.simulator.apps.deskclock import alarms, timers
from android_gym.simulator.apps.deskclock.model import Alarm
from android_gym.simulator.apps.deskclock.notices import MAIN
from android_gym.simulator.apps.deskclock.storage import Alarms
from android_gym.simulator.system.intents import FLAG_ACTIVITY_NEW_TASK, Intent
from android_gym.simulator.ui.activity import Activity, NoState, Screen, callback
from android_gym.simulator.ui.view import MATCH, View

__all__ = ["HandleApiCalls"]

_EXTRA = "android.intent.extra.alarm."
_CALENDAR_DAYS = {2: 0, 3: 1, 4: 2, 5: 3, 6: 4, 7: 5, 1: 6}
"""Bit of a day in `Alarm.days` by java.util.Calendar's number of the day, 1 for Sunday."""

MAX_TIMER_S: Final = 24 * 3600


class HandleApiCalls(Activity):
    """Carries its intent out and finishes; it shows nothing."""

    def on_create(self) -> NoState:
        """Carry the intent out."""
        action = (self.intent.action or "").rpartition(".")[2]
        shown = True
        if action == "SET_ALARM":
            shown = self._set_alarm()
        elif action == "SET_TIMER":
            shown = self._set_timer()
        tab = "timer" if action in ("SET_TIMER", "SHOW_TIMERS") else "alarm"
        self.after(0, "leave", tab if shown else "")
        return NoState()

    @callback
    def leave(self, tab: str) -> None:
        """Finish, and start the main activity on a tab, if any."""
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

    def build(self) -> Screen:
        """Build an empty window."""
        return Screen(View(width=MATCH, height=MATCH), background="transparent")
