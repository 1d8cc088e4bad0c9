"""Retro Music's dialogs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from android_gym.errors import FileError
from android_gym.simulator.appkit.dialogs import ChoiceDialog, ConfirmDialog, MessageDialog
from android_gym.simulator.apps.retro_music.actions import Actions
from android_gym.simulator.apps.retro_music.model import Song, length_text
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.components import ExtendedFloatingActionButton, TextInputLayout
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, ScrollView, column
from android_gym.simulator.ui.sheets import bottom_sheet
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText, ProgressBar, TextView

__all__ = [
    "AddToPlaylist",
    "AllowSettings",
    "AskBlacklist",
    "CreatePlaylist",
    "DeletePlaylists",
    "DeleteSongs",
    "Details",
    "ImportPlaylists",
    "News",
    "RemoveSongs",
    "RenamePlaylist",
    "Saving",
    "ShowBlacklist",
]

Songs = tuple[Song, ...]


@dataclass(frozen=True)
class AddToPlaylist(ChoiceDialog[Actions]):
    """Asks for the playlist to add songs to, or a new one."""

    TITLE = "Add to playlist"
    MARKED = False

    songs: Songs = ()

    def choices(self, screen: Actions) -> Sequence[str]:
        """Return "New playlist" and the playlists."""
        return ["New playlist", *(playlist.name for playlist in screen.playlists.names())]

    def on_choose(self, screen: Actions, index: int) -> None:
        """Ask for a new playlist's name, or add the songs."""
        if index == 0:
            screen.show_dialog(CreatePlaylist(songs=self.songs))
            return
        listed = screen.playlists.names()
        if index <= len(listed):
            playlist = listed[index - 1]
            screen.add_to_playlist(playlist.id, playlist.name, self.songs)


class _NameDialog(Dialog[Actions]):
    """Base class of dialogs with a field for a playlist's name."""

    title: str = ""
    button: str = ""
    name: str = ""

    def accept(self, screen: Actions) -> None:
        """Use the typed name."""
        raise NotImplementedError(f"{type(self).__name__} must take the name.")

    def build(self, screen: Actions) -> Overlay:
        """Build the field and the buttons."""

        def done() -> None:
            screen.dismiss_dialog()
            self.accept(screen)

        def typed(text: str) -> None:
            screen.update_dialog(replace(self, name=text))  # type: ignore[type-var]

        field = EditText(
            self.name,
            id="actionNewPlaylist",
            hint="Playlist name",
            on_text_change=typed,
            capitalize="words",
            padding=16,
        )
        return alert_dialog(
            self.title,
            on_dismiss=screen.dismiss_dialog,
            positive=self.button,
            on_positive=done,
            negative="Cancel",
            content=column(
                TextInputLayout(field, id="actionNewPlaylistContainer"), width=MATCH, padding=16
            ),
        )


@dataclass(frozen=True)
class CreatePlaylist(_NameDialog):
    """Asks for the name of a new playlist.

    Attributes:
        songs: The songs to add to it.
        name: The name typed so far.
    """

    songs: Songs = ()
    name: str = ""
    title = "New playlist"
    button = "Create"

    def accept(self, screen: Actions) -> None:
        """Create the playlist, unless the name is empty."""
        screen.create_playlist(self.name, self.songs)


@dataclass(frozen=True)
class RenamePlaylist(_NameDialog):
    """Asks for a playlist's new name.

    Attributes:
        playlist: Its id.
        name: The name typed so far.
    """

    playlist: int = 0
    name: str = ""
    title = "Rename playlist"
    button = "Rename"

    def accept(self, screen: Actions) -> None:
        """Rename the playlist, unless the name is empty."""
        if self.name:
            screen.playlists.rename(self.playlist, self.name)


@dataclass(frozen=True)
class DeletePlaylists(ConfirmDialog[Actions]):
    """Asks for confirmation before playlists are deleted.

    Attributes:
        playlists: Their ids.
        name: The playlist's name, if there is only one.
    """

    POSITIVE = "Delete"

    playlists: tuple[int, ...] = ()
    name: str = ""

    def title(self, screen: Actions) -> str:
        """Return the title in the singular or plural."""
        return "Delete playlist" if len(self.playlists) == 1 else "Delete playlists"

    def message(self, screen: Actions) -> str:
        """Return the message, with the name or the number of playlists."""
        if len(self.playlists) == 1:
            return f"Delete the playlist {self.name}?"
        return f"Delete {len(self.playlists)} playlists?"

    def on_confirm(self, screen: Actions) -> None:
        """Delete the playlists."""
        screen.delete_playlists(self.playlists)


@dataclass(frozen=True)
class RemoveSongs(ConfirmDialog[Actions]):
    """Asks for confirmation before songs are removed from a playlist.

    Attributes:
        playlist: Its id.
        songs: Ids of the songs.
        name: The song's title, if there is only one.
    """

    POSITIVE = "Remove"

    playlist: int = 0
    songs: tuple[int, ...] = ()
    name: str = ""

    def title(self, screen: Actions) -> str:
        """Return the title in the singular or plural."""
        one = len(self.songs) == 1
        return f"Remove {'song' if one else 'songs'} from playlist"

    def message(self, screen: Actions) -> str:
        """Return the message, with the title or the number of songs."""
        if len(self.songs) == 1:
            return f"Remove the song {self.name} from the playlist?"
        return f"Remove {len(self.songs)} songs from the playlist?"

    def on_confirm(self, screen: Actions) -> None:
        """Remove the songs."""
        screen.playlists.remove_songs(self.playlist, self.songs)


@dataclass(frozen=True)
class DeleteSongs(ConfirmDialog[Actions]):
    """The system's confirmation before an app deletes files that it did not create."""

    POSITIVE = "Allow"
    NEGATIVE = "Deny"

    songs: Songs = ()

    def title(self, screen: Actions) -> str:
        """Return the question."""
        what = "this audio file" if len(self.songs) == 1 else f"{len(self.songs)} audio files"
        return f"Allow Retro Music to delete {what}?"

    def on_confirm(self, screen: Actions) -> None:
        """Delete the songs."""
        screen.delete_songs(self.songs)


@dataclass(frozen=True)
class AskBlacklist(ConfirmDialog[Actions]):
    """Asks for confirmation before one or all paths are removed from the blacklist.

    Attributes:
        path: The path; empty for all.
    """

    path: str = ""

    def title(self, screen: Actions) -> str:
        """Return the title."""
        return "Remove from blacklist" if self.path else "Clear blacklist"

    def message(self, screen: Actions) -> str:
        """Return the message."""
        if self.path:
            return f"Do you want to remove {self.path} from the blacklist?"
        return "Do you want to clear the blacklist?"

    def positive(self, screen: Actions) -> str:
        """Return the button's label."""
        return "Remove" if self.path else "Clear"

    def on_confirm(self, screen: Actions) -> None:
        """Remove the path, or all paths."""
        if self.path:
            screen.blacklist.remove(self.path)
        else:
            screen.blacklist.clear()


@dataclass(frozen=True)
class ShowBlacklist(ChoiceDialog[Actions]):
    """Lists the blacklisted paths; a tap on one asks to remove it."""

    TITLE = "Blacklist"
    MARKED = False
    NEGATIVE = "Clear"

    def choices(self, screen: Actions) -> Sequence[str]:
        """Return the paths."""
        return screen.blacklist.paths()

    def on_choose(self, screen: Actions, index: int) -> None:
        """Ask whether to remove a path."""
        paths = screen.blacklist.paths()
        if index < len(paths):
            screen.show_dialog(AskBlacklist(paths[index]))

    def build(self, screen: Actions) -> Overlay:
        """Build the list; "Clear" asks whether to remove all paths."""

        def choose(index: int) -> None:
            screen.dismiss_dialog()
            self.on_choose(screen, index)

        def clear() -> None:
            screen.dismiss_dialog()
            screen.show_dialog(AskBlacklist())

        return alert_dialog(
            self.TITLE,
            on_dismiss=screen.dismiss_dialog,
            items=list(self.choices(screen)),
            on_item=choose,
            positive="Done",
            negative="Clear",
            on_negative=clear,
        )


@dataclass(frozen=True)
class ImportPlaylists(ConfirmDialog[Actions]):
    """Asks for confirmation before the playlist files in shared storage are imported."""

    TITLE = "Import playlist"
    MESSAGE = (
        "It imports all playlists listed in the Android Media Store with songs, if the playlists "
        "already exists, the songs will get merged."
    )
    POSITIVE = "Import"

    def on_confirm(self, screen: Actions) -> None:
        """Import the playlists."""
        screen.import_playlists()


@dataclass(frozen=True)
class Saving(Dialog[Actions]):
    """A progress ring, which stays until a playlist is saved or the user goes back."""

    def build(self, screen: Actions) -> Overlay:
        """Build the title and the progress ring."""
        ring = ProgressBar(circular=True, margin=(0, 16, 0, 16), gravity="center_horizontal")
        return alert_dialog(
            "Save as file",
            on_dismiss=screen.dismiss_dialog,
            content=column(ring, width=MATCH, content_gravity="center_horizontal"),
        )


@dataclass(frozen=True)
class AllowSettings(MessageDialog[Actions]):
    """Explains that the app needs permission to change settings."""

    TITLE = "Set ringtone"
    MESSAGE = "Allow Retro Music to modify audio settings"

    def build(self, screen: Actions) -> Overlay:
        """Build the message and the button that opens the settings."""
        return self.alert(screen, screen.open_write_settings)


@dataclass(frozen=True)
class Details(Dialog[Actions]):
    """Shows details of a song's file."""

    song: Song

    def build(self, screen: Actions) -> Overlay:
        """Build the lines."""
        return alert_dialog(
            "Details",
            on_dismiss=screen.dismiss_dialog,
            positive="OK",
            content=ScrollView(
                column(
                    *(self._line(*line) for line in self._lines(screen)),
                    width=MATCH,
                    padding=(0, 0, 0, 16),
                ),
                width=MATCH,
            ),
        )

    @staticmethod
    def _line(id: str, label: str, value: str) -> View:
        return TextView(f"{label}: {value}", id=id, size=16, padding=(16, 16, 16, 0))

    def _lines(self, screen: Actions) -> list[tuple[str, str, str]]:
        song, system = self.song, screen.context.system
        name = song.path.rpartition("/")[2]
        try:
            size = system.files.stat(song.path).size
        except FileError:
            return [
                ("filePath", "File path", "-"),
                ("fileName", "File name", song.title),
                ("trackLength", "Length", length_text(song.duration)),
            ]
        changed = system.clock.datetime(song.date_modified * 1000)
        file = system.media.at(song.path)
        found = file.metadata if file is not None else None
        rate = found.sample_rate if found is not None else 0
        bits = found.bitrate if found is not None else 0
        return [
            ("filePath", "File path", song.path),
            ("fileName", "File name", name),
            ("fileSize", "Size", f"{size // 1024 // 1024} MB"),
            ("dateModified", "Last Modified", f"{changed:%b} {changed.day}, {changed.year}"),
            ("fileFormat", "Format", name.rpartition(".")[2].upper()),
            ("trackLength", "Length", length_text(song.duration)),
            ("bitrate", "Bitrate", f"{(bits or 0) // 1000} kb/s"),
            ("samplingRate", "Sampling rate", f"{rate or 0} Hz"),
        ]


NEWS = (
    ("v6.1.0", "Playlists can be sorted, songs know their year, and many small faults are gone."),
    ("v6.0.4", "The player remembers where a song was left."),
    ("v6.0.2", "Synced lyrics can be edited."),
)
"""Versions and their changes, for the changelog."""


@dataclass(frozen=True)
class News(Dialog[Actions]):
    """The changelog, shown once after an update."""

    def build(self, screen: Actions) -> Overlay:
        """Build the list of versions and the button."""
        lines: list[View] = [TextView("What's New", size=24, weight_font=700, padding=(16, 8))]
        for version, text in NEWS:
            lines.append(TextView(version, size=18, weight_font=700, padding=(16, 16, 16, 0)))
            lines.append(TextView(text, size=14, color="text_secondary", padding=(16, 4)))
        page = ScrollView(
            column(*lines, id="webView", class_name="android.webkit.WebView", width=MATCH),
            id="container",
            width=MATCH,
            height=420,
        )
        button = ExtendedFloatingActionButton(
            "View on Telegram",
            id="tgFab",
            icon="send",
            on_click=lambda: screen.open_link("https://t.me/retromusicapp"),
        )
        return bottom_sheet(FrameLayout([page, button], width=MATCH), screen.dismiss_dialog)
