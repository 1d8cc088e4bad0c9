"""Full screens: an alarm that rings, and the screen saver."""

from __future__ import annotations

from android_gym.simulator.apps.deskclock import receiver, storage
from android_gym.simulator.apps.deskclock.clock_tab import local_time
from android_gym.simulator.apps.deskclock.look import theme_of
from android_gym.simulator.apps.deskclock.storage import Alarm, Alarms
from android_gym.simulator.ui.activity import Activity, Screen
from android_gym.simulator.ui.layouts import FrameLayout, column, row
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.view import MATCH
from android_gym.simulator.ui.widgets import Button, TextView

__all__ = ["AlarmActivity", "Screensaver"]


class AlarmActivity(Activity):
    """An alarm that rings."""

    def theme(self) -> Theme:
        """Dark at any time of day."""
        return theme_of(True)

    @property
    def _alarm(self) -> Alarm | None:
        return Alarms(self.context).get(self.intent.extra("id", 0))

    def on_resume(self) -> None:
        """Leaves when it no longer rings."""
        state = Alarms(self.context).instances().get(self.intent.extra("id", 0))
        if state is None or state[0] != storage.FIRED:
            self.finish()

    def on_back(self) -> bool:
        """BACK does not end an alarm."""
        return True

    def build(self) -> Screen:
        """Time, label, Snooze and Stop."""
        alarm = self._alarm
        label = alarm.label if alarm is not None else ""
        return Screen(
            column(
                column(
                    TextView(
                        label or "Alarm", id="title", style="headline_small", margin=(0, 0, 0, 16)
                    ),
                    *local_time(self, 80),
                    width=MATCH,
                    height=0,
                    weight=1,
                    content_gravity="center",
                ),
                row(
                    Button(
                        "Snooze",
                        id="snooze",
                        kind="tonal",
                        width=0,
                        weight=1,
                        height=72,
                        on_click=self._snooze,
                    ),
                    Button(
                        "Stop",
                        id="dismiss",
                        kind="filled",
                        width=0,
                        weight=1,
                        height=72,
                        margin=(16, 0, 0, 0),
                        on_click=self._stop,
                    ),
                    width=MATCH,
                    padding=(24, 48),
                ),
                width=MATCH,
                height=MATCH,
            )
        )

    def _snooze(self) -> None:
        alarm = self._alarm
        if alarm is not None:
            receiver.snooze(self.context, alarm)
        self.finish()

    def _stop(self) -> None:
        alarm = self._alarm
        if alarm is not None:
            receiver.dismiss(self.context, alarm)
        self.finish()


class Screensaver(Activity):
    """The time on black; a tap ends it."""

    def theme(self) -> Theme:
        """Dark at any time of day."""
        return theme_of(True)

    def build(self) -> Screen:
        """Time and date in the middle."""
        night = storage.setting(self.context, "screensaver_night_mode")
        color = "#80FFFFFF" if night else "#FFFFFF"
        return Screen(
            FrameLayout(
                [
                    column(
                        *local_time(self, 72, color=color),
                        id="main_clock",
                        gravity="center",
                        content_gravity="center_horizontal",
                    )
                ],
                id="saver_container",
                width=MATCH,
                height=MATCH,
                on_click=self.finish,
            ),
            background="#000000",
            edge_to_edge=True,
            full_screen=True,
        )
