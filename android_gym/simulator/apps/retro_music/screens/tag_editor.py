"""The two tag editors: for a song, and for all songs of an album."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from android_gym.errors import FileError
from android_gym.simulator.appkit.dialogs import ConfirmDialog
from android_gym.simulator.apps.retro_music.actions import RetroScreen
from android_gym.simulator.apps.retro_music.look import square_cover, toolbar
from android_gym.simulator.apps.retro_music.model import EditorState, Song
from android_gym.simulator.apps.retro_music.screens.lists import bar
from android_gym.simulator.apps.retro_music.tags import read_lyrics, with_tags
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import ExtendedFloatingActionButton, TextInputLayout
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, ScrollView, column, full_column
from android_gym.simulator.ui.options import InputType
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText

__all__ = ["AlbumTagEditor", "SongTagEditor"]

NUMBERS: Final = ("year", "track", "disc")


@dataclass(frozen=True)
class AllowWriting(ConfirmDialog["TagEditor"]):
    """The system's confirmation before an app changes files that it did not create."""

    POSITIVE = "Allow"
    NEGATIVE = "Deny"

    count: int = 1

    def title(self, screen: TagEditor) -> str:
        """Return the question."""
        what = "this audio file" if self.count == 1 else f"{self.count} audio files"
        return f"Allow Retro Music to modify {what}?"

    def on_confirm(self, screen: TagEditor) -> None:
        """Write the tags."""
        screen.write()


class TagEditor(RetroScreen[EditorState]):
    """Base class of the editors.

    Attributes:
        FIELDS: Key, hint, and the ids of container and field.
    """

    DIALOGS = (AllowWriting,)
    FIELDS: ClassVar[tuple[tuple[str, str, str, str], ...]] = ()

    def edited(self) -> Sequence[Song]:
        """Return the edited songs."""
        raise NotImplementedError(f"{type(self).__name__} must say what it edits.")

    def texts(self, songs: Sequence[Song]) -> dict[str, str]:
        """Return the initial texts of the fields."""
        song = songs[0]
        disc, track = divmod(song.track, 1000)
        return {
            "title": song.title,
            "album": song.album,
            "artist": song.artist,
            "album_artist": song.album_artist,
            "composer": song.composer,
            "genre": song.genre,
            "year": str(song.year) if song.year else "",
            "track": str(track) if track else "",
            "disc": str(disc) if disc else "",
        }

    def on_create(self) -> EditorState:
        """Fill in the fields."""
        songs = self.edited()
        if not songs:
            return EditorState()
        texts = self.texts(songs)
        if len(songs) == 1:
            texts["lyrics"] = self._lyrics(songs[0])
        kept = tuple((key, texts.get(key, "")) for key, *_ in self.FIELDS)
        return EditorState(tuple(song.id for song in songs), kept)

    def _lyrics(self, song: Song) -> str:
        try:
            return read_lyrics(self.context.system.files.read(song.path))
        except FileError:
            return ""

    def build(self) -> Screen:
        """Build the toolbar, cover, fields and button."""
        fields = [self._field(*entry) for entry in self.FIELDS]
        page = ScrollView(
            column(
                square_cover(40, id="editorImage", size=120, margin=32),
                *fields,
                width=MATCH,
                padding=(16, 16, 16, 88),
            ),
            width=MATCH,
            height=MATCH,
        )
        save = ExtendedFloatingActionButton(
            "Save",
            id="saveTags",
            icon="content_save",
            class_name="android.widget.Button",
            on_click=self._save,
        )
        content = full_column(
            bar(toolbar("Tag editor", on_navigation=self.finish)),
            FrameLayout([page, save], width=MATCH, height=0, weight=1),
        )
        return Screen(content, title="Tag editor")

    def _field(self, key: str, hint: str, container: str, id: str) -> View:
        kind: InputType = "number" if key in NUMBERS else "text"
        field = EditText(
            self.state.text(key),
            id=id,
            hint=hint,
            input_type=kind,
            capitalize="words",
            multi_line=key == "lyrics",
            on_text_change=lambda text: self._typed(key, text),
        )
        return TextInputLayout(field, id=container, margin=(0, 8, 0, 0))

    def _typed(self, key: str, text: str) -> None:
        self.update(
            texts=tuple((name, text if name == key else old) for name, old in self.state.texts)
        )

    def _save(self) -> None:
        if not self.state.ids:
            self.finish()
            return
        self.show_dialog(AllowWriting(len(self.state.ids)))

    def write(self) -> None:
        """Write the tags into the files, and have MediaStore scan them."""
        files, failed = self.context.system.files, False
        for song in self.library.some(self.state.ids):
            try:
                content = with_tags(files.read(song.path), dict(self.state.texts))
                if content is None:
                    failed = True
                    continue
                files.write(song.path, content)
            except FileError:
                failed = True
                continue
            self.context.system.media.scan(song.path)
        if failed:
            self.toast("Could not write tags to the music file!")
        self.finish()


class SongTagEditor(TagEditor):
    """Edits a song's tags."""

    FIELDS = (
        ("title", "Song", "songTextContainer", "songText"),
        ("album", "Album", "albumTextContainer", "albumText"),
        ("artist", "Artist", "artistContainer", "artistText"),
        ("album_artist", "Album artist", "albumArtistContainer", "albumArtistText"),
        ("composer", "Composer", "composerContainer", "songComposerText"),
        ("genre", "Genre", "genreContainer", "genreText"),
        ("year", "Year", "yearContainer", "yearText"),
        (
            "track",
            "Track (2 for track 2 or 3004 for CD3 track 4)",
            "trackNumberContainer",
            "trackNumberText",
        ),
        ("disc", "Disc Number", "discNumberContainer", "discNumberText"),
        ("lyrics", "Lyrics", "lyricsContainer", "lyricsText"),
    )

    def edited(self) -> Sequence[Song]:
        """Return the song that the intent names."""
        return self.library.some([self.intent.get_int("song", -1)])


class AlbumTagEditor(TagEditor):
    """Edits the tags shared by the songs of an album."""

    FIELDS = (
        ("album", "Album", "albumTitleContainer", "albumText"),
        ("album_artist", "Album artist", "albumArtistContainer", "albumArtistText"),
        ("genre", "Genre", "genreContainer", "genreTitle"),
        ("year", "Year", "yearContainer", "yearTitle"),
    )

    def edited(self) -> Sequence[Song]:
        """Return the songs of the album that the intent names."""
        found = self.library.album(self.intent.get_int("album", -1))
        return found.songs if found is not None else ()
