"""Full screens: a ringing alarm, and the screen saver."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from android_gym.simulator.apps.deskclock import alarms
from android_gym.simulator.apps.deskclock.look import THEME, local_time
from android_gym.simulator.apps.deskclock.model import Alarm
from android_gym.simulator.apps.deskclock.storage import FIRED, Alarms, setting
from android_gym.simulator.system.words import verbatim
from android_gym.simulator.ui.activity import Activity, Context, Screen
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, column, full_column, wide_column, wide_row
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, TextView

__all__ = ["AlarmActivity", "Screensaver"]


_BY_KEY: Final[Mapping[str, Callable[[Context, Alarm], None]]] = {
    "1": alarms.snooze,
    "2": alarms.dismiss,
}
"""The effect of a volume key, by the setting "Volume buttons"."""


class _DarkActivity(Activity):
    """A screen that is dark at any time of day."""

    def theme(self) -> Theme:
        """Return the dark theme."""
        return THEME


class AlarmActivity(_DarkActivity):
    """A ringing alarm."""

    @property
    def _id(self) -> int:
        return self.intent.get_int("id")

    def on_resume(self) -> None:
        """Leave when the alarm no longer rings."""
        state = Alarms(self.context).instances().get(self._id)
        if state is None or state[0] != FIRED:
            self.finish()

    def on_back(self) -> bool:
        """Stay, because BACK doesn't stop an alarm."""
        return True

    def on_key(self, name: str) -> bool:
        """Snooze or stop with a volume key or the camera's, if it is set to do that."""
        how = _BY_KEY.get(str(setting(self.context, "volume_button_setting")))
        if how is None or name not in ("VOLUME_UP", "VOLUME_DOWN", "VOLUME_MUTE", "CAMERA"):
            return False
        self._end(how)
        return True

    def build(self) -> View:
        """Build the time, the label, Snooze and Stop."""
        alarm = Alarms(self.context).get(self._id)
        label = alarm.label if alarm is not None else ""
        snooze = Button(
            "Snooze",
            id="snooze",
            kind="tonal",
            width=0,
            weight=1,
            height=72,
            on_click=lambda: self._end(alarms.snooze),
        )
        stop = Button(
            "Stop",
            id="dismiss",
            kind="filled",
            width=0,
            weight=1,
            height=72,
            margin=(16, 0, 0, 0),
            on_click=lambda: self._end(alarms.dismiss),
        )
        return full_column(
            wide_column(
                TextView(
                    verbatim(label) if label else "Alarm",
                    id="title",
                    style="headline_small",
                    margin=(0, 0, 0, 16),
                ),
                *local_time(self.context, 80, next_alarm=False),
                height=0,
                weight=1,
                content_gravity="center",
            ),
            wide_row(snooze, stop, padding=(24, 48)),
        )

    def _end(self, how: Callable[[Context, Alarm], None]) -> None:
        alarm = Alarms(self.context).get(self._id)
        if alarm is not None:
            how(self.context, alarm)
        self.finish()


class Screensaver(_DarkActivity):
    """The screen saver: the time on black; a tap ends it."""

    def build(self) -> Screen:
        """Build the centred time and date."""
        night = setting(self.context, "screensaver_night_mode")
        clock = column(
            *local_time(self.context, 72, color="#80FFFFFF" if night else "#FFFFFF", saver=True),
            id="main_clock",
            gravity="center",
            content_gravity="center_horizontal",
        )
        return Screen(
            FrameLayout(
                [clock], id="saver_container", width=MATCH, height=MATCH, on_click=self.finish
            ),
            background="#000000",
            edge_to_edge=True,
            full_screen=True,
        )
