"""Lists in their own screen: the file browser, a group, an artist, a genre, the history."""

from __future__ import annotations

import posixpath

from android_gym.simulator.apps.vlc.library import Shelf
from android_gym.simulator.apps.vlc.look import secondary_bar
from android_gym.simulator.apps.vlc.model import ROOT, BrowserState, Subject
from android_gym.simulator.apps.vlc.screens.audio_tab import (
    audio_selection_menu,
    shelf_rows,
    track_rows,
)
from android_gym.simulator.apps.vlc.screens.base import ListScreen
from android_gym.simulator.apps.vlc.screens.browse_tab import (
    breadcrumbs,
    browser_menu,
    browser_rows,
    browser_selection_menu,
    folder_title,
    history_rows,
)
from android_gym.simulator.apps.vlc.screens.video_tab import (
    VideoList,
    video_menu,
    video_selection_menu,
)
from android_gym.simulator.apps.vlc.titles import media_kind
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import MenuItem, TabLayout
from android_gym.simulator.ui.view import View

__all__ = ["SecondaryActivity"]

_SHELVES: dict[str, Shelf] = {"artist": "artists", "genre": "genres"}


class SecondaryActivity(ListScreen[BrowserState]):
    """Shows the list named by its intent's extra ``fragment``, a kind of `Subject`."""

    def on_create(self) -> BrowserState:
        """Start with the folder in the intent."""
        return BrowserState(path=self.intent.get_str("path") or ROOT)

    @property
    def fragment(self) -> str:
        """Name of the shown fragment."""
        return self.intent.get_str("fragment", "dir")

    @property
    def number(self) -> int:
        """Id of the group, folder, artist or genre."""
        return self.intent.get_int("number")

    def on_back(self) -> bool:
        """Close what is open, then go up a folder, up to the one where the screen started."""
        if super().on_back():
            return True
        began = self.intent.get_str("path") or ROOT
        path = self.state.path
        if self.fragment == "dir" and path != began and path.startswith(ROOT + "/"):
            self.update(path=posixpath.dirname(path))
            return True
        return False

    def _numbers(self) -> list[int]:
        """Return the ids of all media on screen."""
        match self.fragment:
            case "dir":
                return self.media_ids(
                    [Subject("file", path=path) for path in self.files_in(self.state.path)]
                )
            case "queue":
                return [media.id for media in self.library.history()]
            case "artist" | "genre":
                return self.library.track_ids(_SHELVES[self.fragment], self.number)
        order, down = self.sorting("video")
        group, folder = self._group_or_folder()
        return self.library.video_ids(group=group, folder=folder, order=order, down=down)

    def _group_or_folder(self) -> tuple[int, int]:
        """Return the ids of the shown group and library folder; 0 for none."""
        return (self.number, 0) if self.fragment == "group" else (0, self.number)

    def neighbours(self, subject: Subject) -> list[int]:
        """Return the ids of all media on screen."""
        return self._numbers()

    def _play_all(self) -> None:
        self.show_now_playing(self.player.play(self._numbers()))

    # -- views

    def build(self) -> Screen:
        """Build the toolbar and the list."""
        below: View | None = None
        fab: View | None = None
        menu: list[MenuItem | None] = [
            MenuItem("Search…", lambda: self.search(""), id="ml_menu_filter", icon="search")
        ]
        match self.fragment:
            case "dir":
                path = self.state.path
                title, below = folder_title(path), breadcrumbs(self, path)
                body, menu = browser_rows(self, path), browser_menu(self, path)
                marked = browser_selection_menu(self)
                if any(media_kind(entry.name) for entry in self.entries(path) if not entry.folder):
                    fab = self.play_button(self._play_all)
            case "queue":
                title, body = "History", history_rows(self)
                clear = MenuItem("Clear history", self._clear, id="ml_menu_clean", icon="delete")
                menu, marked = [clear], video_selection_menu(self, grouped=False)
            case "artist" | "genre":
                title, below, body = self._shelf()
                marked = audio_selection_menu(self)
            case _:
                group, folder = self._group_or_folder()
                library = self.library
                title = library.group_name(group) if group else library.folder_name(folder)
                videos = VideoList(self, group=group, folder=folder)
                body, menu = videos.view(), video_menu(self, groups=False)
                marked = video_selection_menu(self, grouped=False, group=bool(group))
                fab = self.play_button(self._play_all) if videos.count else None
        state = self.state
        if state.selected:
            bar, fab = self.marked_bar(marked), None
        elif state.query is not None:
            bar = self.searching_bar(state.query)
        else:
            bar = secondary_bar(title, self.finish, menu)
        return self.framed(bar, body, below_bar=below, fab=fab, title=title)

    def _clear(self) -> None:
        self.library.clear_history()

    def _shelf(self) -> tuple[str, View | None, View]:
        """Build the albums and tracks of an artist, or the tracks of a genre."""
        shelf, library = _SHELVES[self.fragment], self.library
        title = library.shelf_name(shelf, self.number)
        found = self.state.query or ""
        if self.fragment == "genre":
            return title, None, track_rows(self, library.track_ids(shelf, self.number, found=found))
        tabs = TabLayout(
            ["Albums", "Tracks"],
            self.state.tab,
            lambda index: self.update(tab=index, selected=()),
            id="sliding_tabs",
        )
        albums = library.album_ids(self.number)
        if self.state.tab == 0 and albums:
            return title, tabs, shelf_rows(self, albums, "album")
        return title, tabs, track_rows(self, library.track_ids(shelf, self.number, found=found))
