"""The files that pages gave."""

from __future__ import annotations

from functools import partial

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.appkit.sharing import choose_app
from android_gym.simulator.apps.chrome.actions import Actions
from android_gym.simulator.apps.chrome.downloading import viewing
from android_gym.simulator.apps.chrome.look import empty
from android_gym.simulator.apps.chrome.model import Download
from android_gym.simulator.system.documents import document_uri
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import NoState, Screen
from android_gym.simulator.ui.components import ListItem, MenuItem, OverflowButton, Toolbar
from android_gym.simulator.ui.layouts import RecyclerView, full_column
from android_gym.simulator.ui.view import MATCH, View

__all__ = ["DownloadActivity"]


class DownloadActivity(Actions[NoState]):
    """Lists the downloads whose files are still there."""

    def build(self) -> Screen:
        """Build the bar and the list."""
        files = self.context.system.files
        shown = [each for each in self.history.downloads() if files.is_file(each.path)]
        body = (
            RecyclerView([self._row(each) for each in shown], id="download_home_recycler_view")
            if shown
            else empty("download", "You\u2019ll find your downloads here")
        )
        body.width, body.height, body.weight = MATCH, 0, 1
        bar = Toolbar(
            "Downloads",
            menu=[MenuItem("Close", self.finish, id="close_menu_id", icon="close")],
        )
        return Screen(full_column(bar, body), title="Downloads")

    def _row(self, download: Download) -> View:
        menu = [
            MenuItem("Share", partial(self._share, download)),
            MenuItem("Delete", partial(self._delete, download)),
        ]
        day = self.context.system.clock.datetime(download.time_ms)
        return ListItem(
            download.name,
            f"{_size(download.size)} \u2022 {day:%b} {day.day}",
            icon="file_document_outline",
            trailing=OverflowButton(menu, id="more"),
            title_id="title",
            subtitle_id="caption",
            key=download.id,
            on_click=partial(self._open, download),
        )

    def _open(self, download: Download) -> None:
        if not self.start_activity(viewing(download.path, download.mime)):
            self.toast("Can\u2019t open file")

    def _share(self, download: Download) -> None:
        extras = Map({"android.intent.extra.STREAM": document_uri(download.path)})
        choose_app(self, Intent("android.intent.action.SEND", type=download.mime, extras=extras))

    def _delete(self, download: Download) -> None:
        try:
            self.context.system.files.remove(download.path)
        except FileError:
            self.toast("Can\u2019t delete file")
            return
        self.history.forget_download(download.id)
        self.show_snackbar(f"{download.name} deleted")


def _size(count: int) -> str:
    """Return a number of bytes with a unit."""
    if count < 1024:
        return f"{count} B"
    if count < 1 << 20:
        return f"{count / 1024:.2f} KB"
    return f"{count / (1 << 20):.2f} MB"
