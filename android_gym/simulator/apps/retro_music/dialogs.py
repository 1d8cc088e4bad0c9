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
from android_gym.simulator.ui.layouts import FrameLayout, ScrollView, column
from android_gym.simulator.ui.sheets import bottom_sheet
from android_gym.simulator.ui.view import MATCH, View
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
    """Choose the playlist that songs are put into, or a new one."""

    TITLE = "Add to playlist"
    MARKED = False

    songs: Songs = ()

    def choices(self, screen: Actions) -> Sequence[str]:
        """Return "New playlist" and the playlists."""
        return ["New playlist", *(playlist.name for playlist in screen.playlists.names())]

    def on_choose(self, screen: Actions, index: int) -> None:
        """Ask for a name, or add the songs."""
        if index == 0:
            screen.show_dialog(CreatePlaylist(songs=self.songs))
            return
        listed = screen.playlists.names()
        if index <= len(listed):
            playlist = listed[index - 1]
            screen.add_to_playlist(playlist.id, playlist.name, self.songs)


class _NameDialog(Dialog[Actions]):
    """A dialog with a field for a playlist's name."""

    title: str = ""
    button: str = ""
    name: str = ""

    def accept(self, screen: Actions) -> None:
        """Take the name."""
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
    """Name a new playlist, which gets songs at once.

    Attributes:
        songs: The songs.
        name: What has been typed.
    """

    songs: Songs = ()
    name: str = ""
    title = "New playlist"
    button = "Create"

    def accept(self, screen: Actions) -> None:
        """Make the playlist; without a name nothing is made."""
        screen.create_playlist(self.name, self.songs)


@dataclass(frozen=True)
class RenamePlaylist(_NameDialog):
    """Give a playlist another name.

    Attributes:
        playlist: Its id.
        name: What has been typed.
    """

    playlist: int = 0
    name: str = ""
    title = "Rename playlist"
    button = "Rename"

    def accept(self, screen: Actions) -> None:
        """Rename it; an empty name is none."""
        if self.name:
            screen.playlists.rename(self.playlist, self.name)


@dataclass(frozen=True)
class DeletePlaylists(ConfirmDialog[Actions]):
    """Ask before playlists are deleted.

    Attributes:
        playlists: Their ids.
        name: The name of a single one.
    """

    POSITIVE = "Delete"

    playlists: tuple[int, ...] = ()
    name: str = ""

    def title(self, screen: Actions) -> str:
        """Return "Delete playlist", or playlists."""
        return "Delete playlist" if len(self.playlists) == 1 else "Delete playlists"

    def message(self, screen: Actions) -> str:
        """Name the one, or say how many they are."""
        if len(self.playlists) == 1:
            return f"Delete the playlist {self.name}?"
        return f"Delete {len(self.playlists)} playlists?"

    def on_confirm(self, screen: Actions) -> None:
        """Delete them."""
        screen.delete_playlists(self.playlists)


@dataclass(frozen=True)
class RemoveSongs(ConfirmDialog[Actions]):
    """Ask before songs are taken out of a playlist.

    Attributes:
        playlist: Its id.
        songs: Ids of the songs.
        name: Title of a single one.
    """

    POSITIVE = "Remove"

    playlist: int = 0
    songs: tuple[int, ...] = ()
    name: str = ""

    def title(self, screen: Actions) -> str:
        """Return "Remove song from playlist", or songs."""
        one = len(self.songs) == 1
        return f"Remove {'song' if one else 'songs'} from playlist"

    def message(self, screen: Actions) -> str:
        """Name the one, or say how many they are."""
        if len(self.songs) == 1:
            return f"Remove the song {self.name} from the playlist?"
        return f"Remove {len(self.songs)} songs from the playlist?"

    def on_confirm(self, screen: Actions) -> None:
        """Take them out."""
        screen.playlists.remove_songs(self.playlist, self.songs)


@dataclass(frozen=True)
class DeleteSongs(ConfirmDialog[Actions]):
    """The phone's question before an app deletes files that it has not made."""

    POSITIVE = "Allow"
    NEGATIVE = "Deny"

    songs: Songs = ()

    def title(self, screen: Actions) -> str:
        """Return the question."""
        what = "this audio file" if len(self.songs) == 1 else f"{len(self.songs)} audio files"
        return f"Allow Retro Music to delete {what}?"

    def on_confirm(self, screen: Actions) -> None:
        """Delete them."""
        screen.delete_songs(self.songs)


@dataclass(frozen=True)
class AskBlacklist(ConfirmDialog[Actions]):
    """Ask before a path is no longer left out, or none is.

    Attributes:
        path: The path; empty for all.
    """

    path: str = ""

    def title(self, screen: Actions) -> str:
        """Say what is asked for."""
        return "Remove from blacklist" if self.path else "Clear blacklist"

    def message(self, screen: Actions) -> str:
        """Return the question."""
        if self.path:
            return f"Do you want to remove {self.path} from the blacklist?"
        return "Do you want to clear the blacklist?"

    def positive(self, screen: Actions) -> str:
        """Return the label of the button."""
        return "Remove" if self.path else "Clear"

    def on_confirm(self, screen: Actions) -> None:
        """Do it."""
        if self.path:
            screen.blacklist.remove(self.path)
        else:
            screen.blacklist.clear()


@dataclass(frozen=True)
class ShowBlacklist(ChoiceDialog[Actions]):
    """The paths that are left out; a tap on one asks to take it in again."""

    TITLE = "Blacklist"
    MARKED = False
    NEGATIVE = "Clear"

    def choices(self, screen: Actions) -> Sequence[str]:
        """Return the paths."""
        return screen.blacklist.paths()

    def on_choose(self, screen: Actions, index: int) -> None:
        """Ask about one."""
        paths = screen.blacklist.paths()
        if index < len(paths):
            screen.show_dialog(AskBlacklist(paths[index]))

    def build(self, screen: Actions) -> Overlay:
        """Build the list; "Clear" asks about all of it."""

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
    """Ask before the playlists on shared storage are added."""

    TITLE = "Import playlist"
    MESSAGE = (
        "It imports all playlists listed in the Android Media Store with songs, if the playlists "
        "already exists, the songs will get merged."
    )
    POSITIVE = "Import"

    def on_confirm(self, screen: Actions) -> None:
        """Add them."""
        screen.import_playlists()


@dataclass(frozen=True)
class Saving(Dialog[Actions]):
    """A ring while a playlist is written, or until BACK where nobody said where to."""

    def build(self, screen: Actions) -> Overlay:
        """Build title and ring."""
        ring = ProgressBar(circular=True, margin=(0, 16, 0, 16), gravity="center_horizontal")
        return alert_dialog(
            "Save as file",
            on_dismiss=screen.dismiss_dialog,
            content=column(ring, width=MATCH, content_gravity="center_horizontal"),
        )


@dataclass(frozen=True)
class AllowSettings(MessageDialog[Actions]):
    """Say that the app needs the right to change settings."""

    TITLE = "Set ringtone"
    MESSAGE = "Allow Retro Music to modify audio settings"

    def build(self, screen: Actions) -> Overlay:
        """Build the message and the way to the settings."""
        return self.alert(screen, screen.open_write_settings)


@dataclass(frozen=True)
class Details(Dialog[Actions]):
    """Facts about a song's file."""

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
"""Versions and what they brought, for the sheet of news."""


@dataclass(frozen=True)
class News(Dialog[Actions]):
    """The sheet that says what is new; shown once after an update."""

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
