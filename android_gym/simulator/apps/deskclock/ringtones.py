"""The page that chooses an alarm's sound."""

from __future__ import annotations

from dataclasses import replace

from android_gym.simulator.apps.deskclock.look import theme_of
from android_gym.simulator.apps.deskclock.storage import Alarms
from android_gym.simulator.ui.activity import Activity, Screen
from android_gym.simulator.ui.components import ListItem, Toolbar, section_header
from android_gym.simulator.ui.layouts import RecyclerView, column
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import ImageView

__all__ = ["SOUNDS", "Picker"]

DEFAULT, SILENT = "Default (Cesium)", "Silent"

SOUNDS = (
    "Argon", "Barium", "Bright Morning", "Carbon", "Cesium", "Cuckoo Clock", "Early Twilight",
    "Full of Wonder", "Gentle Breeze", "Helium", "Icicles", "Jump Start", "Krypton", "Lounge",
    "Loose Change", "Morning Mystery", "Neon", "Neptunium", "Osmium", "Oxygen", "Platinum",
    "Rays of Light", "Rolling Fog", "Spokes", "Sunshower", "Timer Expired",
)  # fmt: skip


class Picker(Activity):
    """A list of sounds, one of which is marked."""

    def theme(self) -> Theme:
        """As the main activity's."""
        return theme_of(self.context.system.display.dark)

    def build(self) -> Screen:
        """The list."""
        alarm = Alarms(self.context).get(self.intent.extra("id", 0))
        sound = alarm.ringtone if alarm is not None else None
        chosen = DEFAULT if sound is None else sound or SILENT
        rows: list[View] = [
            section_header("Your sounds"),
            ListItem(
                "Add new",
                icon="plus",
                title_id="ringtone_name",
                on_click=lambda: self.toast("No sounds on this phone"),
            ),
            section_header("Device sounds"),
            *(self._row(name, name == chosen) for name in (DEFAULT, SILENT, *SOUNDS)),
        ]
        bar = Toolbar("Alarm sound", navigation="arrow_back", on_navigation=self.finish)
        listed = RecyclerView(rows, id="ringtone_content", width=MATCH, height=0, weight=1)
        return Screen(column(bar, listed, width=MATCH, height=MATCH))

    def _row(self, name: str, on: bool) -> View:
        return ListItem(
            name,
            icon="bell_off_outline" if name == SILENT else "bell_outline",
            title_id="ringtone_name",
            trailing=ImageView("check_circle", tint="primary", id="sound_image_selected")
            if on
            else None,
            selected=on,
            key=name,
            on_click=lambda: self._choose(name),
        )

    def _choose(self, name: str) -> None:
        alarms = Alarms(self.context)
        alarm = alarms.get(self.intent.extra("id", 0))
        if alarm is not None:
            ringtone = {DEFAULT: None, SILENT: ""}.get(name, name)
            alarms.change(replace(alarm, ringtone=ringtone))
