"""Clock's settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from android_gym.simulator.appkit.preferences import (
    Category,
    LinkPreference,
    ListPreference,
    Preference,
    PreferenceActivity,
    Row,
    SwitchPreference,
    Value,
)
from android_gym.simulator.apps.deskclock.look import THEME
from android_gym.simulator.apps.deskclock.storage import setting
from android_gym.simulator.apps.deskclock.texts import count
from android_gym.simulator.apps.deskclock.zones import HOME_ZONES, offset_text
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Activity, Context, Screen
from android_gym.simulator.ui.components import section_header
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.view import View

__all__ = ["Settings"]

_STYLES = {"analog": "Analog", "digital": "Digital"}
_CRESCENDO = {"0": "Never", **{str(n): count(n, "second") for n in range(5, 61, 5)}}
_SOUNDS = ("Silent", "Timer Expired", "Argon", "Helium", "Neon")
_AUTOMATIC_HOME = "While traveling in an area where the time is different, add a clock for home"


def _minutes(*numbers: int) -> dict[str, str]:
    return {str(number): count(number, "minute") for number in numbers}


def _list(key: str, title: str, choices: Mapping[str, str]) -> ListPreference:
    return ListPreference(key, title, choices=tuple(choices.items()))


def _link(key: str, title: str, page: str) -> LinkPreference:
    def open_page(screen: Activity[Any]) -> None:
        screen.start_activity(Intent(f"android.settings.{page}"))

    return LinkPreference(title, open_page, key=key)


def _zones(context: Context) -> dict[str, str]:
    """Return time zones with their labels, including UTC offsets, from west to east."""
    now = context.system.clock.minute()
    found = [(*offset_text(zone, now), name, zone) for name, zone in HOME_ZONES.items()]
    return {"": "Not set"} | {zone: f"({gmt}) {name}" for _, gmt, name, zone in sorted(found)}


class Settings(PreferenceActivity):
    """The settings page."""

    def theme(self) -> Theme:
        """Return the main activity's theme."""
        return THEME

    def rows(self) -> Sequence[Row]:
        """Return the settings by group."""
        volume_buttons = {"0": "Control volume", "1": "Snooze", "2": "Stop"}
        return (
            Category("Clock"),
            _list("clock_style", "Style", _STYLES),
            SwitchPreference("display_clock_seconds", "Display time with seconds"),
            SwitchPreference("automatic_home_clock", "Automatic home clock", _AUTOMATIC_HOME),
            _list("home_time_zone", "Home time zone", _zones(self.context)),
            _link("date_time", "Change date & time", "DATE_SETTINGS"),
            Category("Alarms"),
            _list(
                "auto_silence",
                "Silence after",
                {**_minutes(1, 5, 10, 15, 20, 25), "-1": "Never"},
            ),
            _list("snooze_duration", "Snooze length", _minutes(*range(1, 31))),
            _link("alarm_volume", "Alarm volume", "SOUND_SETTINGS"),
            _list("alarm_crescendo_duration", "Gradually increase volume", _CRESCENDO),
            _list("volume_button_setting", "Volume buttons", volume_buttons),
            _list("week_start", "Start week on", {"7": "Saturday", "1": "Sunday", "2": "Monday"}),
            Category("Timers"),
            _list("timer_ringtone", "Timer sound", {name: name for name in _SOUNDS}),
            _list("timer_crescendo_duration", "Gradually increase volume", _CRESCENDO),
            SwitchPreference("timer_vibrate", "Timer vibrate"),
            Category("Screen saver"),
            _list("screensaver_clock_style", "Style", _STYLES),
            SwitchPreference(
                "screensaver_night_mode", "Night mode", "Very dim display (for dark rooms)"
            ),
        )

    def value(self, preference: Preference) -> Value:
        """Return a setting."""
        return setting(self.context, preference.key)

    def summary(self, preference: Preference, value: Value) -> str | None:
        """Return the label of the chosen value; an unknown value is shown as it is."""
        return super().summary(preference, value) or (
            str(value) if isinstance(preference, ListPreference) else None
        )

    def heading(self, title: str) -> View:
        """Build the coloured heading of a group."""
        return section_header(title, color="primary", key=title)

    def build(self) -> Screen:
        """Build the page, in a window titled like the app."""
        screen = super().build()
        screen.title = ""
        return screen
