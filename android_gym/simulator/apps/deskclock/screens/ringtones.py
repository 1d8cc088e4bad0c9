"""The page that asks for an alarm's sound."""

from __future__ import annotations

from dataclasses import replace

from android_gym.simulator.apps.deskclock.look import THEME
from android_gym.simulator.apps.deskclock.model import Alarm
from android_gym.simulator.apps.deskclock.storage import Alarms
from android_gym.simulator.ui.activity import Activity
from android_gym.simulator.ui.components import ListItem, Toolbar, section_header
from android_gym.simulator.ui.layouts import RecyclerView, full_column
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import ImageView

__all__ = ["Picker"]

DEFAULT, SILENT = "Default (Cesium)", "Silent"

SOUNDS = (
    "Argon", "Barium", "Bright Morning", "Carbon", "Cesium", "Cuckoo Clock", "Early Twilight",
    "Full of Wonder", "Gentle Breeze", "Helium", "Icicles", "Jump Start", "Krypton", "Lounge",
    "Loose Change", "Morning Mystery", "Neon", "Neptunium", "Osmium", "Oxygen", "Platinum",
    "Rays of Light", "Rolling Fog", "Spokes", "Sunshower", "Timer Expired",
)  # fmt: skip


class Picker(Activity):
    """Asks for a sound of the phone; marks the alarm's."""

    def theme(self) -> Theme:
        """Return the main activity's theme."""
        return THEME

    @property
    def _alarm(self) -> Alarm | None:
        return Alarms(self.context).get(self.intent.get_int("id"))

    def build(self) -> View:
        """Build the list."""
        alarm = self._alarm
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
        return full_column(bar, listed)

    def _row(self, name: str, on: bool) -> View:
        mark = ImageView("check_circle", tint="primary", id="sound_image_selected")
        return ListItem(
            name,
            icon="bell_off_outline" if name == SILENT else "bell_outline",
            title_id="ringtone_name",
            trailing=mark if on else None,
            selected=on,
            key=name,
            on_click=lambda: self._choose(name),
        )

    def _choose(self, name: str) -> None:
        alarm = self._alarm
        if alarm is not None:
            ringtone = {DEFAULT: None, SILENT: ""}.get(name, name)
            Alarms(self.context).change(replace(alarm, ringtone=ringtone))
