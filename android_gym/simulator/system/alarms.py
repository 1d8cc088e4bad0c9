"""AlarmManager: broadcasts that apps have sent to themselves at a later time.

They reach an app whose process is dead; stopping the app by force cancels them, as on Android.
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
    """A broadcast to come.

    Attributes:
        package: Who set it.
        tag: Unique in the app; setting the same again replaces it.
        due_ms: When: epoch milliseconds if `wall`, else milliseconds since boot.
        intent: What is broadcast.
        wall: Whether setting the phone's clock moves it.
        timer: The clock's timer.
        clock: Whether it is one of an alarm clock, which the status bar shows (setAlarmClock).
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
        """Have `intent` broadcast at `due_ms`, in place of what the app set under this tag.

        Args:
            package: Who sets it.
            tag: Name of the alarm in the app.
            due_ms: Epoch milliseconds if `wall`, else milliseconds since boot; what lies in the
                past is delivered at once.
            intent: The broadcast.
            wall: Which of the clock's hands counts.
            clock: Whether it is one of an alarm clock.
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
        """Forget an alarm. Return whether there was one."""
        alarms = self._slot.peek()
        alarm = alarms.get((package, tag))
        if alarm is None:
            return False
        self._clock.cancel(alarm.timer)
        self._slot.set(alarms.delete((package, tag)))
        return True

    def cancel_all(self, package: str) -> None:
        """Forget all alarms of an app."""
        for alarm in self.pending():
            if alarm.package == package:
                self.cancel(package, alarm.tag)

    def pending(self) -> list[Alarm]:
        """Return what is to come, sorted by package and tag."""
        alarms = self._slot.get()
        return [alarms[key] for key in sorted(alarms)]

    @property
    def next_clock_ms(self) -> int | None:
        """The time at which an alarm clock rings next, None where none will (getNextAlarmClock)."""
        due = [alarm.due_ms for alarm in self._slot.get().values() if alarm.clock]
        return min(due, default=None)

    def _deliver(self, key: tuple[str, str]) -> None:
        alarms = self._slot.peek()
        alarm = alarms.get(key)
        if alarm is not None:
            self._slot.set(alarms.delete(key))
            self._activities.broadcast(alarm.intent)
