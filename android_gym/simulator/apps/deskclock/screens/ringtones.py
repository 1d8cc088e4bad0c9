"""The picker of an alarm's sound."""

from __future__ import annotations

import posixpath
from collections.abc import Hashable
from dataclasses import dataclass, replace

from android_gym.simulator.appkit.dialogs import ConfirmDialog
from android_gym.simulator.apps.deskclock.look import THEME
from android_gym.simulator.apps.deskclock.model import Alarm
from android_gym.simulator.apps.deskclock.storage import Alarms, own_sounds, put_own_sounds
from android_gym.simulator.system.documents import chosen_path
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.ringtones import ALARM
from android_gym.simulator.system.words import verbatim
from android_gym.simulator.ui.activity import Activity, Dialog, Overlay
from android_gym.simulator.ui.components import (
    ListItem,
    MenuItem,
    Toolbar,
    popup_menu,
    section_header,
)
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, full_column, row
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageButton, ImageView

__all__ = ["Picker"]

DEFAULT, SILENT = "Default (Cesium)", "Silent"


_ASK = Intent(
    "android.intent.action.OPEN_DOCUMENT",
    type="audio/*",
    categories=("android.intent.category.OPENABLE",),
)


@dataclass(frozen=True)
class RemoveSound(ConfirmDialog["Picker"]):
    """Ask before removing one of the user's sounds from the list.

    Attributes:
        path: Path of the sound's file.
    """

    MESSAGE = "Alarms and timers using this sound will play the default sound instead."
    POSITIVE = "Remove"
    path: str

    def on_confirm(self, screen: Picker) -> None:
        """Remove the sound from the list and from the alarms that use it."""
        screen.remove(self.path)


@dataclass(frozen=True)
class SoundMenu(Dialog["Picker"]):
    """The menu of one of the user's sounds.

    Attributes:
        path: Path of the sound's file.
    """

    path: str

    def build(self, screen: Picker) -> Overlay:
        """Build the menu entry."""
        items = [MenuItem("Remove", lambda: screen.show_dialog(RemoveSound(self.path)))]
        return popup_menu(items, screen.dismiss_dialog, anchor=f"menu {self.path}", gravity="end")


class Picker(Activity):
    """Picks one of the phone's or the user's sounds; the alarm's current sound is selected."""

    DIALOGS = (RemoveSound, SoundMenu)

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
            section_header("Your sounds", id="ringtone_item_header"),
            *(self._own_row(path, sound_name(path) == chosen) for path in own_sounds(self.context)),
            ListItem(
                "Add new",
                leading=ImageView("plus", id="ringtone_image", tint="icon"),
                title_id="ringtone_name",
                on_click=self._add,
            ),
            section_header("Device sounds", id="ringtone_item_header"),
            *(
                self._row(name, name == chosen)
                for name in (DEFAULT, SILENT, *ALARM.names, "Timer Expired")
            ),
        ]
        bar = Toolbar("Alarm sound", navigation="arrow_back", on_navigation=self.finish)
        listed = RecyclerView(rows, id="ringtone_content", width=MATCH, height=0, weight=1)
        return full_column(bar, listed)

    def _row(self, name: str, on: bool, end: View | None = None) -> View:
        mark = ImageView(
            "check_circle",
            tint="primary",
            id="sound_image_selected",
            content_description="Selected",
        )
        icon = "bell_off_outline" if name == SILENT else "bell_outline"
        return ListItem(
            name,
            leading=ImageView(icon, id="ringtone_image", tint="icon"),
            title_id="ringtone_name",
            trailing=row(mark if on else None, end) if on or end else None,
            selected=on,
            key=name,
            on_click=lambda: self._choose(name),
        )

    def _own_row(self, path: str, on: bool) -> View:
        menu = ImageButton(
            "more_vert",
            id="music_actions",
            key=f"menu {path}",
            content_description="More options",
            on_click=lambda: self.show_dialog(SoundMenu(path)),
        )
        return self._row(verbatim(sound_name(path)), on, menu)

    def _choose(self, name: str) -> None:
        alarm = self._alarm
        if alarm is not None:
            ringtone = {DEFAULT: None, SILENT: ""}.get(name, name)
            Alarms(self.context).change(replace(alarm, ringtone=ringtone))

    # -- the user's own sounds

    def _add(self) -> None:
        if not self.start_activity(_ASK, request="sound"):
            self.toast("No app can choose a file")

    def on_activity_result(self, request: Hashable, code: int, data: Intent | None) -> None:
        """Add the chosen sound and set it for the alarm."""
        path = chosen_path(code, data)
        if request != "sound" or path is None:
            return
        if "|" in path or not self.context.system.files.exists(path):
            self.toast("The sound content cannot be accessed.")
            return
        put_own_sounds(self.context, (*own_sounds(self.context), path))
        self._choose(sound_name(path))

    def remove(self, path: str) -> None:
        """Remove a sound from the list; alarms that used it get the default one."""
        put_own_sounds(self.context, (p for p in own_sounds(self.context) if p != path))
        stored = Alarms(self.context)
        for alarm in stored.all():
            if alarm.ringtone == sound_name(path):
                stored.change(replace(alarm, ringtone=None))


def sound_name(path: str) -> str:
    """Return the name of a user's sound: its file name without extension."""
    return posixpath.splitext(posixpath.basename(path))[0]
