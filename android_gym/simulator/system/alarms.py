"""AlarmManager: broadcasts that apps schedule for themselves.

An alarm reaches an app even if its process is dead; force-stopping the app cancels its alarms, as
on Android.
"""

from __future__ import annotations

from dataclasses import dataclass

from immutables import Map

from android_gym.simulator.state import State
from android_gym.simulator.system.activities import ActivityManager
from android_gym.simulator.system.clock import Clock
from android_gym.simulator.system.intents import Intent

__all__ = ["Alarm", "AlarmManager"]


@dataclass(frozen=True)
class Alarm:
    """A scheduled broadcast.

    Attributes:
        package: The package that set it.
        tag: Unique within the app; setting it again replaces the alarm.
        due_ms: Epoch milliseconds if `wall`, else milliseconds since boot.
        intent: The intent that is broadcast.
        wall: Whether setting the phone's clock moves it.
        timer: Id of the clock's timer.
        clock: Whether it is an alarm clock, shown in the status bar (setAlarmClock).
    """

    package: str
    tag: str
    due_ms: int
    intent: Intent
    wall: bool
    timer: int
    clock: bool = False


class AlarmManager:
    """Keeps apps' alarms and delivers them."""

    def __init__(self, state: State, clock: Clock, activities: ActivityManager) -> None:
        self._slot = state.slot(
            "alarms", Map[tuple[str, str], Alarm](), holds=Map[tuple[str, str], Alarm]
        )
        self._clock = clock
        self._activities = activities
        clock.handler("alarm", self._deliver, tuple[str, str])

    def set(
        self,
        package: str,
        tag: str,
        due_ms: int,
        intent: Intent,
        *,
        wall: bool,
        clock: bool = False,
    ) -> None:
        """Have `intent` broadcast at `due_ms`, replacing the app's alarm with this tag.

        Args:
            package: The package that sets it.
            tag: The alarm's name within the app.
            due_ms: Epoch milliseconds if `wall`, else milliseconds since boot; an alarm in the past
                is delivered at once.
            intent: The broadcast.
            wall: Whether `due_ms` is wall-clock time rather than elapsed time.
            clock: Whether it is an alarm clock.
        """
        self.cancel(package, tag)
        if wall:
            timer = self._clock.schedule_at(due_ms, "alarm", (package, tag))
        else:
            delay = due_ms - self._clock.elapsed_ms()
            timer = self._clock.schedule(delay, "alarm", (package, tag))
        alarm = Alarm(package, tag, due_ms, intent, wall, timer, clock)
        self._slot.set(self._slot.peek().set((package, tag), alarm))

    def cancel(self, package: str, tag: str) -> bool:
        """Cancel an alarm. Return whether there was one."""
        alarms = self._slot.peek()
        alarm = alarms.get((package, tag))
        if alarm is None:
            return False
        self._clock.cancel(alarm.timer)
        self._slot.set(alarms.delete((package, tag)))
        return True

    def cancel_all(self, package: str) -> None:
        """Cancel all alarms of an app."""
        for alarm in self.pending():
            if alarm.package == package:
                self.cancel(package, alarm.tag)

    def pending(self) -> list[Alarm]:
        """Return the pending alarms, sorted by package and tag."""
        alarms = self._slot.get()
        return [alarms[key] for key in sorted(alarms)]

    @property
    def next_clock_ms(self) -> int | None:
        """Time at which the next alarm clock rings; None if none is set (getNextAlarmClock)."""
        due = [alarm.due_ms for alarm in self._slot.get().values() if alarm.clock]
        return min(due, default=None)

    def _deliver(self, key: tuple[str, str]) -> None:
        alarms = self._slot.peek()
        alarm = alarms.get(key)
        if alarm is not None:
            self._slot.set(alarms.delete(key))
            self._activities.broadcast(alarm.intent)
