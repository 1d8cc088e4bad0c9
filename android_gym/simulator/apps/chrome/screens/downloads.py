"""The downloads screen."""

from __future__ import annotations

from functools import partial
from typing import Final

from android_gym.simulator.apps.chrome.download_dialogs import ChangeEnding, RenameDownload
from android_gym.simulator.apps.chrome.download_home import DownloadActions
from android_gym.simulator.apps.chrome.look import day_heading, empty
from android_gym.simulator.apps.chrome.marked_list import under_headings
from android_gym.simulator.apps.chrome.model import Download
from android_gym.simulator.apps.chrome.urls import scheme_of, site
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import (
    ListItem,
    MenuItem,
    OverflowButton,
    Toolbar,
    section_header,
)
from android_gym.simulator.ui.drawables import Oval
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView, full_column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView

__all__ = ["DownloadActivity"]

_BAR: Final = "download_toolbar"

_JUST_NOW_MS: Final = 30 * 60_000
"""Milliseconds during which a download is listed under "Just now"."""

_ICONS: Final = {"image": "image_outline", "audio": "music_note", "video": "movie"}


class DownloadActivity(DownloadActions):
    """Lists the downloads whose files still exist."""

    DIALOGS = (RenameDownload, ChangeEnding)

    def build(self) -> Screen:
        """Build the bar and the list."""
        query = self.state.query
        there = self.downloads()
        shown = [each for each in there if query is None or _found(each, query)]
        marked = [each for each in there if each.id in self.state.selected]
        body: View
        if shown:
            body = self._list(shown, marking=bool(marked))
        elif query:
            body = empty("download", "No search results")
        else:
            body = empty("download", "You\u2019ll find your downloads here")
        body.width, body.height, body.weight = MATCH, 0, 1
        return Screen(full_column(self._bar(bool(there), marked), body), title="Downloads")

    # -- the bar

    def _bar(self, some: bool, marked: list[Download]) -> View:
        if marked:
            menu = [
                MenuItem("Share", lambda: self.share_files(marked),
                         id="selection_mode_share_menu_id", icon="share"),
                MenuItem("Delete", lambda: self.delete(marked),
                         id="selection_mode_delete_menu_id", icon="delete"),
            ]  # fmt: skip
            return self.marking_bar(len(marked), menu, _BAR)
        if self.state.query is not None:
            return self.search_bar(self.state.query, "Search your downloads", _BAR)
        search = MenuItem(
            "Search", lambda: self.update(query=""), id="search_menu_id", icon="magnify"
        )
        close = MenuItem("Close", self.finish, id="close_menu_id", icon="close")
        return Toolbar("Downloads", id=_BAR, menu=[search if some else None, close])

    # -- the list

    def _list(self, shown: list[Download], *, marking: bool) -> View:
        rows = under_headings(shown, self._heading)

        def build(index: int) -> View:
            row = rows[index]
            if isinstance(row, str):
                return section_header(row, id="date")
            return self._row(row, marking=marking)

        return RecyclerView(len(rows), build, id="download_home_recycler_view")

    def _heading(self, download: Download) -> str:
        clock = self.context.system.clock
        if 0 <= clock.now_ms() - download.time_ms < _JUST_NOW_MS:
            return "Just now"
        return day_heading(clock.datetime(download.time_ms).date(), clock.today())

    def _row(self, download: Download, *, marking: bool) -> View:
        marked = download.id in self.state.selected
        menu = [
            MenuItem("Share", lambda: self.share_files([download])),
            MenuItem("Rename", lambda: self.show_dialog(RenameDownload(download.name, download))),
            MenuItem("Delete", lambda: self.delete([download])),
        ]
        toggle = partial(self.toggle, download.id)
        scheme = scheme_of(download.url)
        from_where = "" if scheme in ("data", "blob") else site(download.url)
        size = _size(download.size)
        return ListItem(
            download.name,
            f"{size} \u2022 {from_where}" if from_where else size,
            leading=_mark(download, marked),
            trailing=OverflowButton(menu, id="more", enabled=not marking),
            title_id="title",
            subtitle_id="caption",
            subtitle_lines=1,
            key=("download", download.id),
            selected=marked,
            on_click=toggle if marking else partial(self.open_download, download),
            on_long_click=toggle,
        )


def _found(download: Download, query: str) -> bool:
    """Return whether a download's name or URL contains the text that is searched for."""
    words = query.strip().casefold()
    return words in download.name.casefold() or words in download.url.casefold()


def _mark(download: Download, marked: bool) -> View:
    """Return the icon of a download, for its type or its selection."""
    kind = download.mime.partition("/")[0]
    icon = _ICONS.get(kind, "file_document_outline")
    view = ImageView("check" if marked else icon, tint="on_primary" if marked else "icon")
    return FrameLayout(
        [FrameLayout([view], gravity="center")],
        id="selection" if marked else "thumbnail",
        width=36,
        height=36,
        background=Oval("primary") if marked else None,
    )


def _size(count: int) -> str:
    """Return a number of bytes with a unit."""
    if count < 1024:
        return f"{count} B"
    if count < 1 << 20:
        return f"{count / 1024:.2f} KB"
    return f"{count / (1 << 20):.2f} MB"
