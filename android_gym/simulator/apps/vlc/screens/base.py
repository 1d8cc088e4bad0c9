"""Base of VLC's screens with lists: marking, sheets, and the small player at the bottom."""

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
from android_gym.simulator.ui.layouts import FrameLayout, column, full_column
from android_gym.simulator.ui.view import MATCH, View

__all__ = ["ListScreen"]

Click = Callable[[], object]
M_co = TypeVar("M_co", bound=MainState | BrowserState | HeaderState, covariant=True,
               default=MainState)  # fmt: skip


class ListScreen(Actions[M_co]):
    """A screen with a list that can be marked, searched, and played."""

    DIALOGS: ClassVar[Dialogs] = (
        ContextSheet, SavePlaylist, AddDuplicates, ConfirmDelete, RenameSheet, GroupSheet,
        PlayerOptions, SpeedSheet, SleepTimer, JumpToTime, BookmarksSheet, RenameBookmark,
        EqualizerSheet, SaveSet, ConfirmResume,
    )  # fmt: skip

    # -- sheets

    def show_options(self, subject: Subject) -> None:
        """Open the sheet of what can be done with something."""
        self.show_dialog(ContextSheet(subject))

    def show_playlists(self, subjects: Sequence[Subject]) -> None:
        """Open the sheet that adds something to a playlist."""
        self.show_dialog(SavePlaylist(tuple(subjects)))

    def ask_delete(self, subjects: Sequence[Subject]) -> None:
        """Ask whether something is to be deleted."""
        self.show_dialog(ConfirmDelete(tuple(self.named(subject) for subject in subjects)))

    def ask_resume(self, subject: Subject) -> None:
        """Ask whether a video goes on where it was left."""
        self.show_dialog(ConfirmResume(subject))

    def ask_group(self, subjects: Sequence[Subject]) -> None:
        """Ask for the group that videos are put into."""
        self.show_dialog(GroupSheet(tuple(subjects)))

    def ask_name(self, subject: Subject) -> None:
        """Ask for another name of a group."""
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

    # -- marking

    @property
    def chosen(self) -> tuple[Subject, ...]:
        """The marked rows, in the order of marking."""
        return tuple(Subject.of(key) for key in self.state.selected)

    def clear_selection(self) -> None:
        """Mark nothing."""
        if self.state.selected:
            self.update(selected=())

    def toggle(self, subject: Subject) -> None:
        """Mark something, or no longer."""
        self.update(selected=toggled(self.state.selected, subject.key))

    def hold(self, subject: Subject) -> None:
        """Follow a long press: it marks."""
        self.toggle(subject)

    def tapping(self, subject: Subject, open_it: Click) -> Click:
        """Return what a tap does: it marks while something is marked."""
        return (lambda: self.toggle(subject)) if self.state.selected else open_it

    def is_chosen(self, subject: Subject) -> bool:
        """Return whether something is marked."""
        return subject.key in self.state.selected

    def on_back(self) -> bool:
        """Close what is open: the player, the marking, the search."""
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
        """Follow the space bar of a keyboard."""
        if name == "SPACE" and self.player.active:
            self.player.toggle()
            return True
        return False

    # -- views

    def item(self, title: str, icon: str, action: str, id: str) -> MenuItem:
        """Build an entry of the bar of what is marked."""
        return MenuItem(title, lambda: self.act(action, self.chosen), id=id, icon=icon)

    def resume_entry(self, kind: LastKind) -> MenuItem | None:
        """Build the entry that goes on with what was played last; None where nothing was."""
        if last_played(self.context, kind) is None:
            return None
        return MenuItem(
            "Resume playback",
            lambda: self.show_now_playing(self.player.resume_last(kind)),
            id="ml_menu_last_playlist",
        )

    def searching_bar(self, query: str, *, hint: str = "Search in current list") -> View:
        """Build the bar of a search."""
        return search_bar(query, self.search, hint, id="main_toolbar")

    def marked_bar(self, menu: Sequence[MenuItem | None]) -> View:
        """Build the bar of what is marked."""
        return selection_bar(len(self.state.selected), self.clear_selection, menu)

    def play_button(self, on_click: Click, *, margin: float = 16) -> View:
        """Build the round button that plays all."""
        return FloatingActionButton(
            "play_arrow",
            id="fab",
            content_description="Play",
            on_click=on_click,
            gravity="bottom|end",
            margin=(0, 0, margin, margin),
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
        """Lay a screen out: bar, list, small player, and what stands at the bottom."""
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
