"""Dialogs of the downloads screen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from android_gym.simulator.appkit.dialogs import ConfirmDialog, TextDialog
from android_gym.simulator.apps.chrome.download_home import DownloadActions
from android_gym.simulator.apps.chrome.downloading import ending_of
from android_gym.simulator.apps.chrome.model import Download
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import wide_column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText, TextView

__all__ = ["ChangeEnding", "RenameDownload"]

_NONE: Final = Download(0, "", "", "", 0, 0)


@dataclass(frozen=True)
class RenameDownload(TextDialog[DownloadActions]):
    """Asks for a new name of a file.

    Attributes:
        download: The file.
        error: Error message about the previous name; empty for none.
    """

    TITLE = "Rename"
    POSITIVE = "OK"
    download: Download = _NONE
    error: str = ""

    def valid(self, screen: DownloadActions) -> bool:
        """Return whether there is a name."""
        return bool(self.text)

    def body(self, screen: DownloadActions) -> View:
        """Build the field, with its text selected up to the extension, and the error below it."""
        name = self.text
        field = EditText(
            name,
            cursor=(0, len(name) - len(ending_of(name))),
            on_text_change=lambda text: screen.update_dialog(replace(self, text=text)),
            autofocus=True,
            id="file_name",
            width=MATCH,
            min_height=48,
        )
        wrong = TextView(self.error, id="error_message", style="body_small", color="error")
        return wide_column(field, wrong if self.error else None, padding=self.padding(screen))

    def on_accept(self, screen: DownloadActions, text: str) -> None:
        """Rename the file, or ask first whether to change its extension."""
        before = self.download.name
        if text == before:
            return
        if ending_of(text).lower() != ending_of(before).lower():
            screen.show_dialog(ChangeEnding(text, self.download))
        else:
            _rename(screen, self.download, text)


@dataclass(frozen=True)
class ChangeEnding(ConfirmDialog[DownloadActions]):
    """Asks whether to change the extension of a file.

    Attributes:
        name: The new name.
        download: The file.
    """

    TITLE = "Change the file\u2019s extension?"
    MESSAGE = "The file may open in another app, or in none."
    POSITIVE = "Confirm"
    name: str = ""
    download: Download = _NONE

    def on_confirm(self, screen: DownloadActions) -> None:
        """Rename the file."""
        _rename(screen, self.download, self.name)

    def on_cancel(self, screen: DownloadActions) -> None:
        """Ask for the name again."""
        screen.show_dialog(RenameDownload(self.name, self.download))


def _rename(screen: DownloadActions, download: Download, name: str) -> None:
    """Rename a file, or ask again with an error message."""
    error = screen.rename(download, name)
    if error:
        screen.show_dialog(RenameDownload(name, download, error))
