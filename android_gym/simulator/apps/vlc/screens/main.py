"""The main screen: videos, audio, browse, playlists, more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from android_gym.simulator.apps.vlc.dialogs import AllFilesAccess
from android_gym.simulator.apps.vlc.look import CONE
from android_gym.simulator.apps.vlc.model import TABS, MainState, Memory, Subject
from android_gym.simulator.apps.vlc.resuming import last_played
from android_gym.simulator.apps.vlc.screens.audio_tab import (
    SHELVES,
    audio_menu,
    audio_pages,
    audio_selection_menu,
)
from android_gym.simulator.apps.vlc.screens.base import ListScreen
from android_gym.simulator.apps.vlc.screens.browse_tab import browse_tab, more_tab
from android_gym.simulator.apps.vlc.screens.playlists_tab import (
    playlist_cards,
    playlists_menu,
    playlists_selection_menu,
)
from android_gym.simulator.apps.vlc.screens.video_tab import (
    VideoList,
    video_menu,
    video_selection_menu,
)
from android_gym.simulator.apps.vlc.storage import grouping, setting
from android_gym.simulator.apps.vlc.titles import clean_title
from android_gym.simulator.ui.activity import Screen, callback
from android_gym.simulator.ui.components import (
    BottomNavigationView,
    MenuItem,
    NavItem,
    TabLayout,
    Toolbar,
)
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import column, row, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, ImageView, TextView

__all__ = ["MainActivity"]

_ITEMS = (
    NavItem("Video", "movie_open", id="nav_video"),
    NavItem("Audio", "music_note", id="nav_audio"),
    NavItem("Browse", "folder", id="nav_directories"),
    NavItem("Playlists", "playlist_music", id="nav_playlists"),
    NavItem("More", "dots_horizontal", id="nav_more"),
)
_VIDEO, _AUDIO, _BROWSE, _PLAYLISTS, _MORE = range(5)


class MainActivity(ListScreen[MainState]):
    """Shows the five tabs."""

    DIALOGS = (AllFilesAccess,)

    def on_create(self) -> MainState:
        """Start with the tab shown last."""
        kept = setting(self.context, "fragment_id")
        return MainState(tab=TABS.index(kept) if kept in TABS else 0)

    def on_resume(self) -> None:
        """Scan the storage, as every start of the app does."""
        memory = self.context.memory_of(Memory)
        if self.granted and (self.on("auto_rescan") or not memory.peek().discovered):
            self.refresh()
            if not memory.peek().discovered:
                memory.set(replace(memory.peek(), discovered=True))
                self._offer_last()

    def _offer_last(self) -> None:
        """Offer to resume the last audio queue, if the settings say so."""
        last = last_played(self.context, "audio") if self.on("audio_resume_card") else None
        if last is not None and not self.player.active:
            title = clean_title(last.paths[last.index].rpartition("/")[2])
            self.show_snackbar(
                f"Resume playback of {title}?", action="Resume", method="resume_audio"
            )

    @callback
    def resume_audio(self) -> None:
        """Resume the last audio queue."""
        if self.player.resume_last("audio") is None:
            self.toast("Nothing to resume")

    def on_new_intent(self) -> None:
        """Close the search and clear the selection."""
        self.update(query=None, selected=())

    def show_tab(self, tab: int) -> None:
        """Show a tab and remember it."""
        if tab != self.state.tab:
            self.hide_keyboard()
            self.put(fragment_id=TABS[tab])
            self.update(tab=tab, selected=(), query=None)

    def neighbours(self, subject: Subject) -> list[int]:
        """Return the ids of all videos or tracks in their current order."""
        if self.state.tab == _AUDIO:
            return self.library.track_ids(down=self.sorting("audio")[1])
        order, down = self.sorting("video")
        return self.library.video_ids(order=order, down=down)

    # -- views

    def build(self) -> Screen:
        """Build the toolbar, the tab and the bottom navigation."""
        state = self.state
        tabs: tuple[Callable[[], tuple[View, View | None]], ...] = (
            self._videos,
            lambda: (audio_pages(self), None),
            lambda: (browse_tab(self), None),
            lambda: (playlist_cards(self), None),
            lambda: (more_tab(self), None),
        )
        if not self.granted and state.tab in (_VIDEO, _AUDIO, _PLAYLISTS):
            body, fab = self._denied(), None
        else:
            body, fab = tabs[state.tab]()
        pages = None
        if state.tab == _AUDIO and self.granted:
            pages = TabLayout(
                [title for title, *_ in SHELVES],
                state.audio_tab,
                lambda index: self.update(audio_tab=index, selected=()),
                scrollable=True,
                id="sliding_tabs",
            )
        return self.framed(
            self._bar(),
            body,
            below_bar=pages,
            fab=None if state.selected else fab,
            bottom=BottomNavigationView(
                _ITEMS,
                state.tab,
                self.show_tab,
                labels="auto",
                color="bottom_icon",
                id="navigation",
            ),
        )

    def _bar(self) -> View:
        state = self.state
        if state.selected:
            menus: dict[int, Callable[[], list[MenuItem | None]]] = {
                _VIDEO: lambda: video_selection_menu(
                    self, grouped=grouping(self.context) == "name"
                ),
                _AUDIO: lambda: audio_selection_menu(self),
                _PLAYLISTS: lambda: playlists_selection_menu(self),
            }
            return self.marked_bar(menus[state.tab]() if state.tab in menus else [])
        if state.query is not None:
            return self.searching_bar(state.query)
        return Toolbar(
            content=wide_row(
                ImageView(CONE, id="toolbar_icon", size=32, important_for_accessibility="yes"),
                TextView("VLC", id="toolbar_vlc_title", style="app_bar_title",
                         color="on_app_bar", padding=(16, 0), important_for_accessibility="no"),
                content_gravity="center_vertical",
                padding=(16, 0),
            ),
            menu=self._menu(),
            id="main_toolbar",
        )  # fmt: skip

    def _menu(self) -> list[MenuItem | None]:
        match self.state.tab:
            case 0:
                return video_menu(self, groups=True)
            case 1:
                return audio_menu(self)
            case 2:
                return [MenuItem("Refresh", self.refresh, id="ml_menu_refresh")]
            case 3:
                return playlists_menu(self)
        return []

    def _videos(self) -> tuple[View, View | None]:
        videos = VideoList(self)
        fab = self.play_button(self._play_all) if videos.count else None
        return videos.view(), fab

    def _play_all(self) -> None:
        order, down = self.sorting("video")
        numbers = self.library.video_ids(order=order, down=down)
        self.show_now_playing(self.player.play(numbers))

    def _denied(self) -> View:
        """Build the view shown while the library may not read the storage."""

        def ask() -> None:
            self.show_dialog(AllFilesAccess())

        def pick() -> None:
            self.start_activity(".gui.SecondaryActivity", fragment="dir", path="", number=0)

        return column(
            ImageView("traffic_cone", id="emptyImageView", tint="empty_sign", size=54),
            TextView("Permission not granted", id="permissionTitle", size=22, weight_font=500,
                     color="text_primary", align="center", margin=(16, 24, 16, 0)),
            TextView("VLC needs your permission to access media on your device",
                     id="permissionTextView", size=16, color="light_text", align="center",
                     margin=(16, 8, 16, 0)),
            row(
                Button("Grant permission", id="grantPermissionButton", kind="outlined",
                       margin=(8, 0), on_click=ask),
                Button("Pick a file", id="pickFile", kind="outlined", margin=(8, 0),
                       on_click=pick),
                margin=(0, 24, 0, 0),
            ),
            id="empty_loading",
            width=MATCH,
            height=MATCH,
            content_gravity="center",
        )  # fmt: skip
