"""Clock's settings."""

from __future__ import annotations

from collections.abc import Sequence

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
from android_gym.simulator.apps.deskclock.city_list import CITIES
from android_gym.simulator.apps.deskclock.look import theme_of
from android_gym.simulator.apps.deskclock.storage import setting
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import section_header
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.view import View

__all__ = ["Settings"]

_CRESCENDO = {"0": "Never", **{str(n): f"{n} seconds" for n in (5, 10, 15, 20, 30, 45, 60)}}

_ZONES = {"": "Not set", **{city.zone: city.name for city in reversed(CITIES)}}

CHOICES: dict[str, tuple[str, dict[str, str]]] = {
    "clock_style": ("Style", {"analog": "Analog", "digital": "Digital"}),
    "home_time_zone": ("Home time zone", dict(sorted(_ZONES.items(), key=lambda item: item[1]))),
    "auto_silence": (
        "Silence after",
        {**{str(n): f"{n} minutes" for n in (1, 5, 10, 15, 20, 25)}, "-1": "Never"}
        | {"1": "1 minute"},
    ),
    "snooze_duration": (
        "Snooze length",
        {str(n): f"{n} minute{'' if n == 1 else 's'}" for n in range(1, 31)},
    ),
    "alarm_crescendo_duration": ("Gradually increase volume", _CRESCENDO),
    "volume_button_setting": (
        "Volume buttons",
        {"0": "Control volume", "1": "Snooze", "2": "Stop"},
    ),
    "week_start": ("Start week on", {"7": "Saturday", "1": "Sunday", "2": "Monday"}),
    "timer_ringtone": (
        "Timer sound",
        {name: name for name in ("Silent", "Timer Expired", "Argon", "Helium", "Neon")},
    ),
    "timer_crescendo_duration": ("Gradually increase volume", _CRESCENDO),
    "screensaver_clock_style": ("Style", {"analog": "Analog", "digital": "Digital"}),
}
"""Title and choices of the settings that have some."""

SWITCHES = {
    "display_clock_seconds": ("Display time with seconds", None),
    "automatic_home_clock": (
        "Automatic home clock",
        "While traveling in an area where the time is different, add a clock for home",
    ),
    "timer_vibrate": ("Timer vibrate", None),
    "screensaver_night_mode": ("Night mode", "Very dim display (for dark rooms)"),
}

GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "Clock",
        (
            "clock_style",
            "display_clock_seconds",
            "automatic_home_clock",
            "home_time_zone",
            "date_time",
        ),
    ),
    (
        "Alarms",
        (
            "auto_silence",
            "snooze_duration",
            "alarm_volume",
            "alarm_crescendo_duration",
            "volume_button_setting",
            "week_start",
        ),
    ),
    ("Timers", ("timer_ringtone", "timer_crescendo_duration", "timer_vibrate")),
    ("Screen saver", ("screensaver_clock_style", "screensaver_night_mode")),
)

LINKS = {
    "date_time": ("Change date & time", "android.settings.DATE_SETTINGS"),
    "alarm_volume": ("Alarm volume", "android.settings.SOUND_SETTINGS"),
}


class Settings(PreferenceActivity):
    """The list, and the dialog of one of its settings."""

    def theme(self) -> Theme:
        """Return the main activity's theme."""
        return theme_of(self.context.system.display.dark)

    def rows(self) -> Sequence[Row]:
        """List the settings by group."""
        rows: list[Row] = []
        for title, names in GROUPS:
            rows += [Category(title), *(_described(name) for name in names)]
        return rows

    def value(self, preference: Preference) -> Value:
        """Return a setting; those of a list are kept as texts."""
        value = setting(self.context, preference.key)
        return bool(value) if isinstance(preference, SwitchPreference) else str(value)

    def summary(self, preference: Preference, value: Value) -> str | None:
        """Return the choice; a value that is none of them stands for itself."""
        return super().summary(preference, value) or (
            str(value) if isinstance(preference, ListPreference) else None
        )

    def heading(self, title: str) -> View:
        """Return the coloured heading of a group."""
        return section_header(title, color="primary", key=title)

    def build(self) -> Screen:
        """Build the page, in a window that is called as the app is."""
        screen = super().build()
        screen.title = ""
        return screen


def _described(name: str) -> Row:
    if name in LINKS:
        title, action = LINKS[name]
        return LinkPreference(
            title, lambda screen: screen.start_activity(Intent(action=action)), key=name
        )
    if name in SWITCHES:
        title, summary = SWITCHES[name]
        return SwitchPreference(name, title, summary)
    title, choices = CHOICES[name]
    return ListPreference(name, title, choices=tuple(choices.items()))
