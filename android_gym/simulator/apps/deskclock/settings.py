"""Clock's settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from android_gym.simulator.apps.deskclock.city_list import CITIES
from android_gym.simulator.apps.deskclock.look import theme_of
from android_gym.simulator.apps.deskclock.storage import setting
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Activity, Screen
from android_gym.simulator.ui.components import ListItem, Toolbar, section_header
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.layouts import RecyclerView, column
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import Switch

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


@dataclass(frozen=True)
class SettingsState:
    """Name of the setting whose choices are shown."""

    asked: str = ""


class Settings(Activity[SettingsState]):
    """The list, and the dialog of one of its settings."""

    def theme(self) -> Theme:
        """As the main activity's."""
        return theme_of(self.context.system.display.dark)

    def build(self) -> Screen:
        """Groups of rows."""
        rows: list[View] = []
        for title, names in GROUPS:
            rows.append(section_header(title, color="primary", key=title))
            rows += [self._row(name) for name in names]
        bar = Toolbar("Settings", navigation="arrow_back", on_navigation=self.finish)
        listed = RecyclerView(rows, id="recycler_view", width=MATCH, height=0, weight=1)
        return Screen(column(bar, listed, width=MATCH, height=MATCH), overlays=[self._choices()])

    def _put(self, name: str, value: Any) -> None:
        self.context.preferences().put(**{name: value})

    def _row(self, name: str) -> View:
        common: dict[str, Any] = {
            "title_id": "android:id/title",
            "subtitle_id": "android:id/summary",
            "key": name,
        }
        if name in LINKS:
            title, action = LINKS[name]
            return ListItem(
                title, on_click=lambda: self.start_activity(Intent(action=action)), **common
            )
        if name in SWITCHES:
            title, summary = SWITCHES[name]
            on = bool(setting(self.context, name))
            switch = Switch("", checked=on, id="android:id/switch_widget", clickable=False)
            return ListItem(
                title,
                summary,
                trailing=switch,
                on_click=lambda: self._put(name, not on),
                **common,
            )
        title, choices = CHOICES[name]
        value = str(setting(self.context, name))
        shown = choices.get(value, value)
        return ListItem(title, shown, on_click=lambda: self.update(asked=name), **common)

    def _choices(self) -> Any:
        name = self.state.asked
        if not name:
            return None
        title, choices = CHOICES[name]
        values = list(choices)
        value = str(setting(self.context, name))

        def choose(index: int) -> None:
            self.update(asked="")
            self._put(name, values[index])

        return alert_dialog(
            title,
            items=list(choices.values()),
            selected=values.index(value) if value in values else -1,
            on_item=choose,
            on_dismiss=lambda: self.update(asked=""),
            negative="Cancel",
        )
