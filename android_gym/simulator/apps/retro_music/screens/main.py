"""The main activity: the page in front, with the mini player and the tabs below it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from android_gym.simulator.appkit.preferences import LinkPreference, Preference, Row
from android_gym.simulator.apps.retro_music.actions import Actions
from android_gym.simulator.apps.retro_music.dialogs import (
    AddToPlaylist,
    AllowSettings,
    AskBlacklist,
    CreatePlaylist,
    DeletePlaylists,
    DeleteSongs,
    Details,
    ImportPlaylists,
    News,
    RemoveSongs,
    RenamePlaylist,
    Saving,
    ShowBlacklist,
)
from android_gym.simulator.apps.retro_music.model import TABS, Kind
from android_gym.simulator.apps.retro_music.player_dialogs import (
    PlaybackSpeed,
    ShareSong,
    SleepTimer,
)
from android_gym.simulator.apps.retro_music.screens import (
    categories,
    details,
    fading,
    folders,
    home,
    lists,
    lyrics,
    now_playing,
    preferences,
    queue,
    report,
    search,
    settings,
)
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import BottomNavigationView, NavItem
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, full_column
from android_gym.simulator.ui.view import View

__all__ = ["MainActivity"]


class MainActivity(Actions):
    """Shows a tab or a page over it, or the full player instead of both."""

    DIALOGS = (
        AddToPlaylist,
        AllowSettings,
        AskBlacklist,
        CreatePlaylist,
        DeletePlaylists,
        DeleteSongs,
        Details,
        ImportPlaylists,
        News,
        PlaybackSpeed,
        RemoveSongs,
        RenamePlaylist,
        Saving,
        ShareSong,
        ShowBlacklist,
        SleepTimer,
        lyrics.AllowLyrics,
        lyrics.EditLyrics,
        categories.ChooseCategories,
        fading.ChooseFade,
        preferences.ChooseAccent,
        preferences.ChooseCover,
        preferences.ChoosePlayer,
    )

    def show_news(self) -> None:
        """Show the changelog."""
        self.show_dialog(News())

    def show_saving(self) -> None:
        """Show the progress ring."""
        self.show_dialog(Saving())

    def ask_write_settings(self) -> None:
        """Ask for permission to change settings."""
        self.show_dialog(AllowSettings())

    def rows(self) -> Sequence[Row | None]:
        """Return the preferences of the settings page in front."""
        return preferences.rows(self, self.here.text)

    def heading(self, title: str) -> View:
        """Build the heading of a group of preferences."""
        return settings.heading(title)

    def row(
        self,
        row: Preference | LinkPreference,
        summary: str | None,
        on_click: Callable[[], object] | None,
        widget: View | None,
    ) -> View:
        """Build the row of a preference."""
        return settings.preference(self, row, summary, on_click, widget)

    def build(self) -> Screen:
        """Build the full player or the page in front."""
        full = self.is_on("toggle_full_screen")
        if self.state.expanded and self.player.count:
            return Screen(now_playing.player(self), title="Retro Music", full_screen=full)
        page = self.page()
        page.width = page.height = MATCH
        page.key = page.key or self.here.kind
        on_tab = not self.state.stack
        mini = None
        if self.here.kind != "queue" and self.player.count:
            mini = now_playing.mini_player(self)
        return Screen(
            full_column(
                FrameLayout([page], id="fragment_container", width=MATCH, height=0, weight=1),
                mini,
                self._tabs() if on_tab else None,
                id="mainContent",
                class_name="android.view.ViewGroup",
            ),
            title="Retro Music",
            full_screen=full,
            navigation_bar="bottom_bar" if on_tab or mini is not None else None,
        )

    def _tabs(self) -> View:
        shown = self.tabs()
        items = [NavItem(label, icon, id=id) for label, id, icon in (TABS[kind] for kind in shown)]
        mode = self.context.preferences().get("tab_text_mode", "0")
        labels = {"1": "labeled", "2": "selected", "3": "unlabeled"}.get(mode, "auto")
        return BottomNavigationView(
            items,
            shown.index(self.state.tab) if self.state.tab in shown else 0,
            lambda index: self.go(shown[index]),
            labels=labels,
            id="navigationView",
        )

    def page(self) -> View:
        """Build the page in front."""
        here = self.here
        match here.kind:
            case "songs" | "albums" | "artists" | "playlists" | "genres":
                return lists.tab(self, here.kind)
            case "playlist" | "album" | "artist" | "genre" | "list":
                return details.page(self, here)
            case "settings":
                return settings.page(self, here.text)
            case kind:
                return _PAGES[kind](self)


_PAGES: Final[dict[Kind, Callable[[Actions], View]]] = {
    "home": home.home,
    "folders": folders.folders,
    "search": search.search,
    "queue": queue.queue,
    "lyrics": lyrics.lyrics,
    "profile": home.profile,
    "report": report.report,
}
"""Builders of the pages that have no subject."""
