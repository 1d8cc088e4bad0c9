"""Clock's broadcast receivers: system broadcasts, AlarmManager, and notification actions."""

from __future__ import annotations

from collections.abc import Callable

from android_gym.simulator.apps.deskclock import alarms, timers
from android_gym.simulator.apps.deskclock.model import Alarm, Timer
from android_gym.simulator.apps.deskclock.storage import Alarms, Timers
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Context

__all__ = ["receive"]

_OF_ALARMS: dict[str, Callable[[Context, Alarm], object]] = {
    "ring": alarms.ring,
    "snooze": alarms.snooze,
    "stop": alarms.dismiss,
    "silence": alarms.silence,
    "upcoming": alarms.upcoming,
}

_OF_TIMERS: dict[str, Callable[[Context, Timer], None]] = {
    "expire": timers.expire,
    "add_minute": timers.add_minute,
    "pause_timer": timers.pause_timer,
    "start_timer": timers.start_timer,
    "reset_timer": timers.reset_timer,
}

_OF_STOPWATCH: dict[str, Callable[[Context], None]] = {
    "toggle_stopwatch": timers.toggle_stopwatch,
    "lap": timers.lap,
    "reset_stopwatch": timers.reset_stopwatch,
}


def receive(context: Context, intent: Intent) -> None:
    """Handle a broadcast; the system ones report that the clock was set."""
    what = (intent.action or "").rpartition(".")[2]
    number = intent.extra("id", 0)
    top = context.system.activities.top
    background = top is None or top.package != context.package
    if what in _OF_ALARMS:
        alarm = Alarms(context).get(number)
        if alarm is not None:
            _OF_ALARMS[what](context, alarm)
    elif what in _OF_TIMERS:
        timer = Timers(context).get(number)
        if timer is not None:
            _OF_TIMERS[what](context, timer)
            timers.show_timers(context, background)
    elif what in _OF_STOPWATCH:
        _OF_STOPWATCH[what](context)
        timers.show_stopwatch(context, background)
    elif what == "stop_timers":
        timers.stop_timers(context)
    else:
        alarms.plan_all(context)
