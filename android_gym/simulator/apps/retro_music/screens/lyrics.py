"""The lyrics page of a song, and the dialogs that edit lyrics."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from urllib.parse import quote_plus

from android_gym.errors import FileError
from android_gym.simulator.appkit.dialogs import ConfirmDialog, TextDialog
from android_gym.simulator.apps.retro_music.actions import Actions
from android_gym.simulator.apps.retro_music.look import toolbar
from android_gym.simulator.apps.retro_music.lyrics import Lyrics, lrc_path, lyrics_of
from android_gym.simulator.apps.retro_music.model import Song
from android_gym.simulator.apps.retro_music.screens.lists import bar, under_bar
from android_gym.simulator.apps.retro_music.screens.player_cover import timed_lines
from android_gym.simulator.apps.retro_music.tags import MOST_TEXT, with_tags
from android_gym.simulator.ui.components import FloatingActionButton, MenuItem
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, ScrollView, column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

__all__ = ["AllowLyrics", "EditLyrics", "lyrics"]

LINES = 11
"""Number of synced lines shown around the current one."""


@dataclass(frozen=True)
class EditLyrics(TextDialog[Actions]):
    """Asks for a song's new lyrics.

    Attributes:
        song: The song.
        synced: Whether the lines have times.
        in_file: Whether the lyrics are stored in a file of their own.
    """

    POSITIVE = "Save"
    MULTI_LINE = True
    MAX_LENGTH = MOST_TEXT // 2

    song: Song | None = None
    synced: bool = False
    in_file: bool = False

    def title(self, screen: Actions) -> str:
        """Return the title."""
        return "Edit Synced Lyrics" if self.synced else "Edit Lyrics"

    def hint(self, screen: Actions) -> str:
        """Return the hint."""
        return "Paste timeframe lyrics here" if self.synced else "Paste Lyrics Here"

    def on_accept(self, screen: Actions, text: str) -> None:
        """Ask for permission to change the file."""
        if self.song is not None:
            screen.show_dialog(AllowLyrics(self.song, text, self.in_file))


@dataclass(frozen=True)
class AllowLyrics(ConfirmDialog[Actions]):
    """The system's confirmation before an app changes a file that it did not create.

    Attributes:
        song: The song.
        text: Its new lyrics.
        in_file: Whether they are stored in a file of their own.
    """

    TITLE = "Allow Retro Music to modify this audio file?"
    POSITIVE = "Allow"
    NEGATIVE = "Deny"

    song: Song
    text: str = ""
    in_file: bool = False

    def on_confirm(self, screen: Actions) -> None:
        """Write the lyrics."""
        files = screen.context.system.files
        try:
            if self.in_file:
                files.write(lrc_path(self.song), self.text.encode())
                return
            data = with_tags(files.read(self.song.path), {"lyrics": self.text})
            if data is not None:
                files.write(self.song.path, data)
                screen.context.system.media.scan(self.song.path)
                return
        except FileError:
            pass  # reported below
        screen.toast("Could not write tags to the music file!")


def lyrics(app: Actions) -> View:
    """Build the page of the current song's lyrics."""
    song = app.player.current
    found = lyrics_of(app.context, song) if song is not None else Lyrics()
    if found.lines:
        lines = column(*timed_lines(app, found, LINES), id="lyricsView", width=MATCH, padding=16)
        body: View = ScrollView(lines)
    elif found.text:
        body = ScrollView(TextView(found.text, id="normalLyrics", size=18, padding=20, width=MATCH))
    else:
        nothing = TextView("No lyrics found", id="noLyricsFound", size=24, gravity="center")
        body = FrameLayout([nothing])
    menu, edit = [], None
    if song is not None:
        search = MenuItem("Search", partial(_search, app, song), id="action_search", icon="search")
        menu = [search]
        change = EditLyrics(found.text, song, bool(found.lines), found.in_file)
        edit = FloatingActionButton(
            "edit", id="edit_button", on_click=partial(app.show_dialog, change)
        )
    top = bar(toolbar("Lyrics", on_navigation=app.close_page, menu=menu))
    return under_bar(top, body, fab=edit)


def _search(app: Actions, song: Song) -> None:
    words = quote_plus(f"{song.title} {song.artist} lyrics")
    app.open_link(f"https://www.google.com/search?q={words}")
