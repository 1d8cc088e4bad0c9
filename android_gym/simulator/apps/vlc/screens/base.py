"""Base class of VLC's screens with lists: selection, sheets, and the mini player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from typing_extensions import TypeVar

from android_gym.simulator.appkit.list_bars import search_bar, toggled
from android_gym.simulator.apps.vlc.actions import Actions
from android_gym.simulator.apps.vlc.bookmarks import BookmarksSheet, RenameBookmark
from android_gym.simulator.apps.vlc.dialogs import (
    AddDuplicates,
    ConfirmDelete,
    ConfirmResume,
    ContextSheet,
    GroupSheet,
    RenameSheet,
    SavePlaylist,
)
from android_gym.simulator.apps.vlc.equalizer import EqualizerSheet, SaveSet
from android_gym.simulator.apps.vlc.look import search_everywhere, selection_bar
from android_gym.simulator.apps.vlc.model import BrowserState, HeaderState, MainState, Subject
from android_gym.simulator.apps.vlc.player_sheets import (
    JumpToTime,
    PlayerOptions,
    SleepTimer,
    SpeedSheet,
)
from android_gym.simulator.apps.vlc.resuming import LastKind, last_played
from android_gym.simulator.apps.vlc.screens.audio_player import audio_player, mini_player
from android_gym.simulator.ui.activity import Dialogs, Screen
from android_gym.simulator.ui.components import FloatingActionButton, MenuItem
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, column, full_column
from android_gym.simulator.ui.view import View

__all__ = ["ListScreen"]

Click = Callable[[], object]
M_co = TypeVar("M_co", bound=MainState | BrowserState | HeaderState, covariant=True,
               default=MainState)  # fmt: skip


class ListScreen(Actions[M_co]):
    """A screen with a list that can be selected from, searched, and played."""

    DIALOGS: ClassVar[Dialogs] = (
        ContextSheet, SavePlaylist, AddDuplicates, ConfirmDelete, RenameSheet, GroupSheet,
        PlayerOptions, SpeedSheet, SleepTimer, JumpToTime, BookmarksSheet, RenameBookmark,
        EqualizerSheet, SaveSet, ConfirmResume,
    )  # fmt: skip

    # -- sheets

    def show_options(self, subject: Subject) -> None:
        """Open the sheet of actions on a subject."""
        self.show_dialog(ContextSheet(subject))

    def show_playlists(self, subjects: Sequence[Subject]) -> None:
        """Open the sheet that adds subjects to a playlist."""
        self.show_dialog(SavePlaylist(tuple(subjects)))

    def ask_delete(self, subjects: Sequence[Subject]) -> None:
        """Ask for confirmation before subjects are deleted."""
        self.show_dialog(ConfirmDelete(tuple(self.named(subject) for subject in subjects)))

    def ask_resume(self, subject: Subject) -> None:
        """Ask whether to resume a video where it was left."""
        self.show_dialog(ConfirmResume(subject))

    def ask_group(self, subjects: Sequence[Subject]) -> None:
        """Ask for the group to put videos into."""
        self.show_dialog(GroupSheet(tuple(subjects)))

    def ask_name(self, subject: Subject) -> None:
        """Ask for a new name of a group."""
        named = self.named(subject)
        self.show_dialog(RenameSheet(named, named.name))

    def named(self, subject: Subject) -> Subject:
        """Return a subject with its name."""
        if subject.name:
            return subject
        library, name = self.library, subject.path.rpartition("/")[2]
        if subject.kind == "playlist":
            playlist = self.playlists.get(subject.number)
            name = playlist.name if playlist is not None else ""
        elif subject.kind == "group":
            name = library.group_name(subject.number)
        elif subject.kind == "folder":
            name = library.folder_name(subject.number)
        elif not name:
            found = library.media(self.media_ids((subject,))[:1])
            name = found[0].title if found else ""
        return Subject(subject.kind, subject.number, subject.path, subject.position, name)

    # -- selection

    @property
    def chosen(self) -> tuple[Subject, ...]:
        """The selected rows, in the order of selection."""
        return tuple(Subject.of(key) for key in self.state.selected)

    def clear_selection(self) -> None:
        """Clear the selection."""
        if self.state.selected:
            self.update(selected=())

    def toggle(self, subject: Subject) -> None:
        """Select a subject, or deselect it."""
        self.update(selected=toggled(self.state.selected, subject.key))

    def hold(self, subject: Subject) -> None:
        """Handle a long press, which selects a subject."""
        self.toggle(subject)

    def tapping(self, subject: Subject, open_it: Click) -> Click:
        """Return what a tap on a subject does: select it if others are selected, else open it."""
        return (lambda: self.toggle(subject)) if self.state.selected else open_it

    def is_chosen(self, subject: Subject) -> bool:
        """Return whether a subject is selected."""
        return subject.key in self.state.selected

    def on_back(self) -> bool:
        """Close what is open: the player, the selection, the search."""
        state = self.state
        if state.sheet:
            self.update(sheet=False, playlist=False)
        elif state.selected:
            self.clear_selection()
        elif state.query is not None:
            self.search(None)
        else:
            return False
        return True

    def search(self, query: str | None) -> None:
        """Search the list for a text; None closes the search."""
        if query is None:
            self.hide_keyboard()
        self.update(query=query)

    def on_key(self, name: str) -> bool:
        """Play or pause by the space bar of a hardware keyboard."""
        if name == "SPACE" and self.player.active:
            self.player.toggle()
            return True
        return False

    # -- views

    def item(self, title: str, icon: str, action: str, id: str) -> MenuItem:
        """Build an entry of the selection's toolbar."""
        return MenuItem(title, lambda: self.act(action, self.chosen), id=id, icon=icon)

    def resume_entry(self, kind: LastKind) -> MenuItem | None:
        """Build the entry that resumes the last queue; None if there is none."""
        if last_played(self.context, kind) is None:
            return None
        return MenuItem(
            "Resume playback",
            lambda: self.show_now_playing(self.player.resume_last(kind)),
            id="ml_menu_last_playlist",
        )

    def searching_bar(self, query: str) -> View:
        """Build the search toolbar."""
        return search_bar(query, self.search, "Search in current list", id="main_toolbar")

    def marked_bar(self, menu: Sequence[MenuItem | None]) -> View:
        """Build the selection's toolbar."""
        return selection_bar(len(self.state.selected), self.clear_selection, menu)

    def play_button(self, on_click: Click) -> View:
        """Build the floating action button that plays everything."""
        return FloatingActionButton(
            "play_arrow",
            id="fab",
            content_description="Play",
            on_click=on_click,
            gravity="bottom|end",
            margin=(0, 0, 16, 16),
        )

    def framed(
        self,
        bar: View,
        body: View,
        *,
        below_bar: View | None = None,
        fab: View | None = None,
        bottom: View | None = None,
        title: str = "VLC",
    ) -> Screen:
        """Lay out a screen: toolbar, list, mini player, and bottom navigation."""
        player: Any = self.player
        shown = player.active and (
            player.queue.as_audio or (player.current is not None and not player.current.is_video)
        )
        if shown and self.state.sheet:
            return Screen(
                audio_player(self, player),
                title=title,
                status_bar="status_bar",
                navigation_bar="navigation_bar",
            )
        body.width, body.height = MATCH, MATCH
        if self.state.query:
            query = self.state.query
            body.height, body.weight = 0, 1
            everywhere = search_everywhere(
                lambda: self.start_activity(".gui.SearchActivity", query=query)
            )
            body = full_column(everywhere, body)
        content = full_column(
            column(bar, below_bar, id="appbar", width=MATCH, class_name="android.view.ViewGroup"),
            FrameLayout([body, fab], id="fragment_placeholder", width=MATCH, height=0, weight=1),
            mini_player(self, player) if shown else None,
            bottom,
            id="coordinator",
            class_name="android.view.ViewGroup",
        )
        return Screen(
            content, title=title, status_bar="status_bar", navigation_bar="navigation_bar"
        )
