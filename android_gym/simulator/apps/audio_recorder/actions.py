"""Actions of Audio Recorder's screens, without their views."""

from __future__ import annotations

import posixpath
from dataclasses import replace
from typing import Any, Final

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.appkit.sharing import choose_app
from android_gym.simulator.apps.audio_recorder import player, recorder
from android_gym.simulator.apps.audio_recorder.look import theme_of
from android_gym.simulator.apps.audio_recorder.model import (
    Memory,
    Record,
    RecorderSettings,
    Recording,
)
from android_gym.simulator.apps.audio_recorder.storage import (
    DOWNLOADS,
    RecordStore,
    folder,
    prefs,
    settings,
)
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.media.metadata import read_metadata
from android_gym.simulator.ui.activity import Activity, Preferences, S_co
from android_gym.simulator.ui.theme import Theme

__all__ = ["MOST_NAME", "RecorderActivity"]

MOST_NAME: Final = 50
"""Largest number of characters that can be typed as a name."""

_KEYS: Final = {
    "format": "setting_recording_format",
    "sample_rate": "setting_sample_rate",
    "bitrate": "setting_bitrate",
    "channels": "setting_channel_count",
    "naming": "setting_naming_format",
    "theme": "setting_theme_color",
}


class RecorderActivity(Activity[S_co]):
    """Base class of Audio Recorder's screens."""

    def theme(self) -> Theme:
        """Return the user's theme."""
        return theme_of(self.settings.theme)

    @property
    def store(self) -> RecordStore:
        """The records."""
        return RecordStore(self.context)

    @property
    def prefs(self) -> Preferences:
        """The preferences."""
        return prefs(self.context)

    @property
    def settings(self) -> RecorderSettings:
        """The recorder's settings."""
        return settings(self.context)

    @property
    def width_dp(self) -> float:
        """Width of the screen in dp."""
        display = self.context.system.display
        return display.size[0] / display.density

    @property
    def memory(self) -> Memory:
        """The state that is lost when the process dies."""
        return recorder.memory(self.context).get()

    @property
    def recording(self) -> Recording | None:
        """The recording in progress; None if there is none."""
        return recorder.memory(self.context).select("recording", lambda value: value.recording)

    def change_setting(self, **changes: Any) -> None:
        """Change settings of the recorder, given by the names of their fields."""
        self.prefs.put(**{_KEYS[name]: value for name, value in changes.items()})

    def reset_settings(self) -> None:
        """Reset the recorder's settings to their defaults, except for naming and theme."""
        usual = RecorderSettings()
        self.change_setting(
            format=usual.format,
            sample_rate=usual.sample_rate,
            bitrate=usual.bitrate,
            channels=usual.channels,
        )

    # -- a record

    @property
    def active(self) -> Record | None:
        """The record shown on the main screen."""
        return player.active(self.context)

    def set_active(self, number: int) -> None:
        """Set the record shown on the main screen; -1 for none."""
        self.prefs.put(active_record=number)

    def toggle_play(self, record: Record) -> None:
        """Play, pause or resume a record."""
        wrong = player.toggle(self.context, record)
        if wrong:
            self.toast(wrong)

    def rename(self, number: int, name: str) -> None:
        """Rename a record, if the name is possible."""
        record = self.store.get(number)
        if record is None or name.casefold() == record.name.casefold():
            return
        name = name.replace(":", "_").replace("/", "_").strip()[:MOST_NAME]
        where, extension = posixpath.dirname(record.path), posixpath.splitext(record.path)[1]
        if not name:
            self.toast("Failed to rename the record!")
        elif self.context.system.files.exists(f"{where}/{name}{extension}"):
            self.toast("File with this name is already exists!")
        elif not self.store.rename(record, name):
            self.toast("Failed to rename the record!")

    def throw_away(self, number: int) -> bool:
        """Move a record to the trash; return whether that succeeded."""
        record = self.store.get(number)
        if record is None:
            return False
        if self.memory.playing == number:
            player.stop(self.context)
        if not self.store.throw_away(record):
            self.toast("Failed to delete the record!")
            return False
        if self.prefs.get("active_record", -1) == number:
            self.set_active(-1)
        return True

    def move_to_trash(self, number: int) -> None:
        """Move a record to the trash, and show a toast."""
        if self.throw_away(number):
            self.toast("The record moved to trash")

    def share(self, record: Record) -> None:
        """Share a record with another app."""
        intent = Intent("android.intent.action.SEND", type="audio/*", extras=self._stream(record))
        choose_app(self, intent, f"Share record: {record.name}")

    def open_with(self, record: Record) -> None:
        """Open a record in another app."""
        intent = Intent("android.intent.action.VIEW", self._uri(record), "audio/*")
        choose_app(self, intent, f"Open {record.name} with")

    def _uri(self, record: Record) -> str:
        name = posixpath.basename(record.path)
        return f"content://{self.context.package}.app_file_provider/records/{name}"

    def _stream(self, record: Record) -> Map[str, Any]:
        return Map({"android.intent.extra.STREAM": self._uri(record)})

    def save_as(self, record: Record) -> None:
        """Copy a record to the Download folder."""
        name = posixpath.basename(record.path)
        wrong = self.copy(record)
        self.toast(wrong or f"{name} copied to the 'Downloads' directory", long=True)

    def copy(self, record: Record) -> str:
        """Copy a record to the Download folder; return an error message, "" for none."""
        files, name = self.context.system.files, posixpath.basename(record.path)
        target = f"{DOWNLOADS}/{name}"
        if files.exists(target):
            return f"Failed to copy. File with name {name} already exists"
        try:
            if not files.is_dir(DOWNLOADS):
                files.mkdir(DOWNLOADS, parents=True)
            files.copy(record.path, target)
        except FileError:
            return f"Failed to copy: {name}"
        return ""

    def show_information(self, record: Record) -> None:
        """Open the screen with a record's information."""
        self.start_activity(".app.info.ActivityInformation", record=record.id)

    # -- import

    def pick(self) -> None:
        """Let the user choose an audio file to import."""
        self.start_activity(
            Intent(
                "android.intent.action.OPEN_DOCUMENT",
                type="audio/*",
                categories=("android.intent.category.OPENABLE",),
            ),
            request="import",
        )

    def import_from(self, path: str) -> int | None:
        """Copy an audio file to the app's folder; return its record's id, None if that fails."""
        files, where = self.context.system.files, folder(self.context)
        name = posixpath.basename(path)
        try:
            data = files.read(path)
            while files.exists(f"{where}/{name}"):
                name = f"1{name}"
            files.write(f"{where}/{name}", data, owner=self.context.uid)
        except FileError:
            self.toast("Can't import files")
            return None
        found = read_metadata(name, data)
        stem, extension = posixpath.splitext(name)
        now = self.context.system.clock.now_ms()
        samples = recorder.samples_of(self.context)
        row = Record(
            0, stem, found.duration_ms * 1000, now, now, f"{where}/{name}",
            extension.lstrip(".").lower(), len(data), found.sample_rate, found.channels,
            found.bitrate,
        )  # fmt: skip
        number = self.store.add(row, samples)
        self.set_active(number)
        self.toast("The record imported successfully")
        return number

    # -- lost records

    def note_lost(self, records: list[Record]) -> bool:
        """Remember records whose files are missing; return whether any weren't known to be."""
        lost = tuple(record.id for record in records if self.store.is_lost(record))
        if lost and not set(lost) <= set(self.memory.lost):
            recorder.memory(self.context).set(replace(self.memory, lost=lost))
            return True
        return False
