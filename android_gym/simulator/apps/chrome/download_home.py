"""Actions of the downloads screen: sharing, renaming and deleting files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.appkit.sharing import choose_app
from android_gym.simulator.apps.chrome.downloading import viewing
from android_gym.simulator.apps.chrome.marked_list import MarkedList
from android_gym.simulator.apps.chrome.model import Download, DownloadState
from android_gym.simulator.system.documents import document_uri
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import callback

__all__ = ["UNDO_MS", "DownloadActions"]

UNDO_MS: Final = 3000
"""Milliseconds during which a deletion can be undone (DEFAULT_SNACKBAR_DURATION_MS)."""

_MOST_NAME_BYTES: Final = 255


class DownloadActions(MarkedList[DownloadState]):
    """The actions of the downloads screen."""

    def downloads(self) -> list[Download]:
        """Return the downloads whose files exist and are not about to be deleted."""
        files, state = self.context.system.files, self.state
        return [
            each
            for each in self.history.downloads()
            if each.id not in state.deleting and files.is_file(each.path)
        ]

    def on_restart(self) -> None:
        """Keep the files that were about to be deleted when the process died."""
        self.update(deleting=())

    def on_pause(self) -> None:
        """Delete at once what is about to be deleted, as its "Undo" disappears."""
        self.hide_snackbar()
        self._delete_now()

    # -- actions on files

    def open_download(self, download: Download) -> None:
        """Open a file in an app for its type."""
        if not self.start_activity(viewing(download.path, download.mime)):
            self.toast("Can\u2019t open file")

    def share_files(self, downloads: Sequence[Download]) -> None:
        """Share files with an app that the user chooses."""
        uris = tuple(document_uri(each.path) for each in downloads)
        kinds = {each.mime for each in downloads}
        mains = {kind.partition("/")[0] for kind in kinds}
        kind = kinds.pop() if len(kinds) == 1 else f"{mains.pop()}/*" if len(mains) == 1 else "*/*"
        several = len(uris) > 1
        action = "android.intent.action.SEND_MULTIPLE" if several else "android.intent.action.SEND"
        extras = Map({"android.intent.extra.STREAM": uris if several else uris[0]})
        self.update(selected=())
        choose_app(self, Intent(action, type=kind, extras=extras))

    def delete(self, downloads: Sequence[Download]) -> None:
        """Remove files from the list, and delete them once that can no longer be undone."""
        self._delete_now()
        number = self.state.deletion + 1
        ids = tuple(each.id for each in downloads)
        self.update(deleting=ids, deletion=number, selected=())
        words = f"Deleted {downloads[0].name}" if len(ids) == 1 else f"{len(ids)} downloads deleted"
        self.show_snackbar(words, action="Undo", method="undo_deleting", duration_ms=UNDO_MS)
        self.after(UNDO_MS, "finish_deleting", number)

    @callback
    def undo_deleting(self) -> None:
        """Keep the files that were about to be deleted."""
        self.update(deleting=())

    @callback
    def finish_deleting(self, number: int) -> None:
        """Delete the files of a deletion, unless another one has begun since."""
        if number == self.state.deletion:
            self._delete_now()

    def _delete_now(self) -> None:
        ids = self.state.deleting
        gone = [each for each in self.history.downloads() if each.id in ids]
        if ids:
            self.update(deleting=())
        for each in gone:
            try:
                self.context.system.files.remove(each.path)
            except FileError:
                if self.context.system.files.exists(each.path):
                    self.toast("Can\u2019t delete file")
                    continue
            self.history.forget_download(each.id)

    def rename(self, download: Download, name: str) -> str:
        """Rename a file; return the error message, empty if it was renamed."""
        files = self.context.system.files
        path = f"{download.path.rpartition('/')[0]}/{name}"
        if any(c in '\\/:*?"<>|' or not c.isprintable() for c in name) or not name.strip(" ."):
            return "This name can\u2019t be used"
        if len(name.encode("utf-8", "replace")) > _MOST_NAME_BYTES:
            return "This name is too long"
        if files.exists(path):
            return "A file with this name is already there"
        try:
            files.rename(download.path, path)
        except FileError:
            return "This file can\u2019t be renamed"
        self.history.move_download(download.id, path)
        return ""
