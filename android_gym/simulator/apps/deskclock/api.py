"""What other apps can ask Clock for: an alarm, a timer, one of its tabs."""

from __future__ import annotations

from typing import Any

from immutables import Map

from android_gym.simulator.apps.deskclock import receiver
from android_gym.simulator.apps.deskclock.storage import Alarm, Alarms, Timer, Timers
from android_gym.simulator.system.intents import FLAG_ACTIVITY_NEW_TASK, Intent
from android_gym.simulator.ui.activity import Activity, Screen, callback
from android_gym.simulator.ui.view import MATCH, View

__all__ = ["HandleApiCalls"]

_EXTRA = "android.intent.extra.alarm."
_CALENDAR_DAYS = {2: 0, 3: 1, 4: 2, 5: 3, 6: 4, 7: 5, 1: 6}
"""Monday's bit and the others', by java.util.Calendar's number of the day."""

MAX_TIMER_S = 24 * 3600


class HandleApiCalls(Activity):
    """Does what the intent says and goes away; it has no screen."""

    def on_create(self) -> Any:
        """Carries the intent out."""
        action = (self.intent.action or "").rpartition(".")[2]
        shown = True
        if action == "SET_ALARM":
            shown = self._set_alarm()
        elif action == "SET_TIMER":
            shown = self._set_timer()
        tab = "timer" if action in ("SET_TIMER", "SHOW_TIMERS") else "alarm"
        self.after(0, "leave", tab if shown else "")
        return self.State()

    @callback
    def leave(self, tab: str) -> None:
        """Finishes, after starting the main activity on a tab (if any)."""
        self.finish()
        if tab:
            component = f"{self.context.package}/com.android.deskclock.DeskClock"
            extras: Map[str, Any] = Map({"tab": tab})
            intent = Intent(component=component, flags=FLAG_ACTIVITY_NEW_TASK, extras=extras)
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
        alarms = Alarms(self.context)
        stored = alarms.get(alarms.add(alarm))
        if stored is not None:
            receiver.plan(self.context, stored)
        return self.intent.extra(_EXTRA + "SKIP_UI") is not True

    def _set_timer(self) -> bool:
        seconds = self._number("LENGTH")
        if seconds is None:
            return True
        if not 1 <= seconds <= MAX_TIMER_S:
            self.toast("Invalid timer length")
            return False
        timers = Timers(self.context)
        length = seconds * 1000
        label = str(self.intent.extra(_EXTRA + "MESSAGE") or "")
        timer = Timer(timers.new_id(), length, length, left_ms=length, label=label)
        receiver.start_timer(self.context, timer)
        skip = self.intent.extra(_EXTRA + "SKIP_UI") is True
        if skip:
            receiver.show_timers(self.context)
        return not skip

    def build(self) -> Screen:
        """Nothing to see."""
        return Screen(View(width=MATCH, height=MATCH), background="transparent")
