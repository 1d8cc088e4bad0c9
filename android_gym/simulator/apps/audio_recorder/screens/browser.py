"""The file browser: the files in the folder of recordings, known to the app or not."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from android_gym.errors import FileError
from android_gym.simulator.apps.audio_recorder.actions import RecorderActivity
from android_gym.simulator.apps.audio_recorder.dialogs import Question
from android_gym.simulator.apps.audio_recorder.look import (
    FAINT,
    YELLOW,
    action_text,
    empty_text,
    framed,
    info_words,
    light,
    toolbar,
)
from android_gym.simulator.apps.audio_recorder.model import BrowserState, Record
from android_gym.simulator.apps.audio_recorder.storage import folder
from android_gym.simulator.system.media.metadata import read_metadata
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.drawables import Line
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    RecyclerView,
    full_column,
    row,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, TextView

__all__ = ["FileBrowserActivity"]

PUBLIC: Final = "/storage/emulated/0/AudioRecorder"


@dataclass(frozen=True)
class DeleteFile(Question):
    """Asks for confirmation before a file is deleted.

    Attributes:
        path: Path of the file.
    """

    path: str = ""

    def text(self, screen: Any) -> str | None:
        """Return the question, which names the file."""
        return f"Delete record {posixpath.basename(self.path)} forever?"

    def on_yes(self, screen: Any) -> None:
        """Delete the file and its row, if it has one."""
        screen.delete_file(self.path)


class FileBrowserActivity(RecorderActivity[BrowserState]):
    """Lists files, with the records of those that the app knows."""

    DIALOGS = (DeleteFile,)

    @property
    def folder(self) -> str:
        """The folder on screen."""
        return PUBLIC if self.state.public else folder(self.context)

    def known(self) -> dict[str, Record]:
        """Return the records by path, including those in the trash."""
        store = self.store
        found = [store.get(number) for number in store.ids("_id")]
        return {record.path: record for record in (*found, *store.trash()) if record is not None}

    def paths(self) -> list[str]:
        """Return the paths of the files."""
        files, where = self.context.system.files, self.folder
        if not files.is_dir(where):
            return []
        return [f"{where}/{name}" for name, stat in files.scandir(where) if stat.kind == "file"]

    def delete_file(self, path: str) -> None:
        """Delete a file and its row, if it has one."""
        record = self.known().get(path)
        if record is not None and not record.removed:
            self.store.forget((record.id,))
        try:
            self.context.system.files.remove(path)
        except FileError:
            self.toast("Failed to delete the record!")
            return
        self.toast("The record deleted successfully")

    def _import(self, path: str) -> None:
        """Add a row for a file that has none."""
        if self.state.public:
            self.import_from(path)
            return
        name = posixpath.basename(path)
        data = self.context.system.files.read(path)
        found = read_metadata(name, data)
        stem, extension = posixpath.splitext(name)
        now = self.context.system.clock.now_ms()
        row_ = Record(
            0, stem, found.duration_ms * 1000, now, now, path, extension.lstrip(".").lower(),
            len(data), found.sample_rate, found.channels, found.bitrate,
        )  # fmt: skip
        self.store.add(row_, 0)
        self.toast("The record imported successfully")

    # -- views

    def build(self) -> Screen:
        """Build the tabs and the files."""
        paths, known = self.paths(), self.known()
        listing: View = (
            RecyclerView(
                len(paths),
                lambda index: self._row(paths[index], known.get(paths[index])),
                row_key=lambda index: paths[index],
                id="recycler_view",
                width=MATCH,
                height=0,
                weight=1,
            )
            if paths
            else empty_text("Empty")
        )
        body = full_column(
            toolbar("File browser", self.finish),
            wide_row(
                self._tab("Private directory", "tab_private_dir", False),
                self._tab("Public directory", "tab_public_dir", True),
                id="tabs_panel",
            ),
            light(self.folder, 14, id="files_path", width=MATCH, padding=(16, 8)),
            listing,
        )
        return framed(body, self.settings.theme)

    def _tab(self, text: str, id: str, public: bool) -> View:
        chosen = self.state.public is public
        return Button(
            text,
            id=id,
            width=0,
            weight=1,
            color="#FFFFFF",
            all_caps=False,
            background=Line("bottom", YELLOW if chosen else "#00000000", 2),
            on_click=lambda: self.update(public=public),
        )

    def _row(self, path: str, record: Record | None) -> View:
        name = posixpath.basename(path)
        size = self.context.system.files.stat(path).size
        container = posixpath.splitext(name.removesuffix(".del"))[1].lstrip(".").lower()
        status, color = "Not found in the app", "#D01716"
        if record is not None:
            status, color = (
                ("In the trash", "#FF8F00") if record.removed else ("Found in the app", "#43A047")
            )
        rate = record.sample_rate if record is not None else 44_100
        return wide_column(
            TextView(
                name, id="list_item_name", size=20, weight_font=500, color="#FFFFFF", max_lines=2,
                padding=(16, 8, 4, 0),
            ),
            light(
                info_words(size, container, rate), 14, id="list_item_info", color=FAINT,
                padding=(16, 0, 4, 0), max_lines=1,
            ),
            TextView(
                status, id="list_item_status", size=16, color="#FFFFFF", background=color,
                margin=(16, 4, 0, 4), padding=4, max_lines=1,
            ),
            row(
                action_text("Import", "list_item_btn_import", partial(self._import, path))
                if record is None
                else None,
                action_text(
                    "Delete", "list_item_btn_delete",
                    partial(self.show_dialog, DeleteFile(path)),
                ),
                id="list_item_action_panel",
                gravity="end",
            ),
            id="container",
        )  # fmt: skip
