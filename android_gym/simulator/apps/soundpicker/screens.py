"""The dialog in which a sound is chosen."""

from __future__ import annotations

import posixpath
from collections.abc import Hashable
from typing import Final

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.appkit.platform import PlatformActivity, translucent
from android_gym.simulator.appkit.ringtones import (
    DEFAULT_URI,
    EXISTING_URI,
    PICKED_URI,
    SHOW_DEFAULT,
    SHOW_SILENT,
    TITLE,
    TYPE,
)
from android_gym.simulator.apps.soundpicker.model import PickerState
from android_gym.simulator.system.activity_records import RESULT_OK
from android_gym.simulator.system.documents import chosen_path
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.ringtones import RINGTONE, TYPES, SoundType, own_uri
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.dialogs import Choice, alert_dialog

_SILENCE: Final = ""
_ASK: Final = Intent(
    "android.intent.action.GET_CONTENT",
    type="audio/*",
    categories=("android.intent.category.OPENABLE",),
)


class RingtonePickerActivity(PlatformActivity[PickerState]):
    """Lists sounds; "OK" gives the selected one to the app that asked."""

    @property
    def _type(self) -> SoundType:
        return TYPES.get(self.intent.get_int(TYPE), RINGTONE)

    def _choices(self) -> dict[str, str]:
        """Return the titles of the entries by URI."""
        intent, sound = self.intent, self._type
        first: dict[str, str] = {}
        if intent.get_bool(SHOW_DEFAULT, True):
            first[intent.get_str(DEFAULT_URI, sound.default_uri)] = sound.default
        if intent.get_bool(SHOW_SILENT, True):
            first[_SILENCE] = "None"
        return first | sound.sounds(self.context.system.media.audio())

    def build(self) -> Screen:
        """Build the dialog."""
        choices, chosen = self._choices(), self._chosen()
        uris, existing = list(choices), self.intent.get_str(EXISTING_URI)

        def choose(at: int) -> None:
            if at == len(uris):
                self._add()
            else:
                self.update(chosen=uris[at])

        return translucent(
            alert_dialog(
                self.intent.get_str(TITLE) or self._type.title,
                items=[*choices.values(), Choice(self._type.add, icon="plus")],
                selected=uris.index(chosen) if chosen in choices else -1,
                first=uris.index(existing) if existing in choices else 0,
                on_item=choose,
                positive="OK",
                on_positive=self._give,
                negative="Cancel",
                on_negative=self.finish,
                on_dismiss=self.finish,
                platform=True,
            )
        )

    def _chosen(self) -> str:
        if self.state.chosen is not None:
            return self.state.chosen
        return self.intent.get_str(EXISTING_URI)

    def _give(self) -> None:
        self.finish(RESULT_OK, Intent(extras=Map({PICKED_URI: self._chosen()})))

    def _add(self) -> None:
        if not self.start_activity(_ASK, request="sound"):
            self.toast("No app can choose a file")

    def on_activity_result(self, request: Hashable, code: int, data: Intent | None) -> None:
        """Copy the chosen file into the folder of such sounds, and select it."""
        path = chosen_path(code, data)
        if request != "sound" or path is None:
            return
        system, folder = self.context.system, self._type.folder
        copy = posixpath.join(folder, posixpath.basename(path))
        try:
            if not system.files.is_dir(folder):
                system.files.mkdir(folder, parents=True)
            if not system.files.exists(copy):
                system.files.copy(path, copy)
        except FileError:
            self.toast("Unable to add custom ringtone")
            return
        added = (file for file in system.media.audio() if file.path == copy)
        if (file := next(added, None)) is not None:
            self.update(chosen=own_uri(file))
