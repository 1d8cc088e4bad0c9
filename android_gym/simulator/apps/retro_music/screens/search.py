"""The search for songs, artists, albums, genres and playlists."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from android_gym.simulator.apps.retro_music.actions import Actions
from android_gym.simulator.apps.retro_music.look import album_text, artist_text, list_row, toolbar
from android_gym.simulator.apps.retro_music.menus import playlist_menu
from android_gym.simulator.apps.retro_music.model import (
    Destination,
    Kind,
    Playlist,
    Song,
    count_and_length,
    songs_text,
)
from android_gym.simulator.apps.retro_music.screens.lists import song_row, under_bar
from android_gym.simulator.system.accents import folded
from android_gym.simulator.ui.components import (
    AppBarLayout,
    Chip,
    ChipGroup,
    ExtendedFloatingActionButton,
)
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, HorizontalScrollView, RecyclerView, row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText, ImageView, TextView

__all__ = ["search"]

CHIPS = (
    ("chip_audio", "Songs"),
    ("chip_artists", "Artists"),
    ("chip_albums", "Albums"),
    ("chip_album_artists", "Album artist"),
    ("chip_genres", "Genres"),
    ("chip_playlists", "Playlists"),
)

Build = Callable[[], View]


def search(app: Actions) -> View:
    """Build the field, the chips and the results."""
    state = app.state
    field = EditText(
        state.query,
        id="searchView",
        hint="Search",
        on_text_change=lambda text: app.update(query=text),
        ime_action="search",
        on_editor_action=app.hide_keyboard,
        autofocus=True,
        background="transparent",
        vertical="center",
        padding=(16, 0),
        width=0,
        weight=1,
        height=MATCH,
    )
    clear = ImageView(
        "close",
        id="clearText",
        width=48,
        height=48,
        on_click=partial(app.update, query=""),
    )
    voice = ImageView(
        "microphone",
        id="voiceSearch",
        width=48,
        height=48,
        on_click=partial(app.toast, "Speech recognition is not available"),
    )
    content = row(field, clear if state.query else voice, width=MATCH, height=56)

    def choose(label: str) -> Callable[[], None]:
        return lambda: app.update(chip="" if state.chip == label else label)

    chips = ChipGroup(
        [
            Chip(label, id=id, checked=state.chip == label, on_click=choose(label))
            for id, label in CHIPS
        ],
        id="searchFilterGroup",
    )
    top = AppBarLayout(
        [
            toolbar("", on_navigation=app.close_page, content=content),
            HorizontalScrollView(row(chips), width=MATCH, padding=5),
        ],
        id="appBarLayout",
    )
    keyboard = ExtendedFloatingActionButton(
        "Keyboard",
        id="keyboardPopup",
        icon="keyboard",
        on_click=lambda: app.show_keyboard("searchView"),
    )
    found = _found(app, state.query.strip()) if state.query.strip() else []
    if not found:
        text = "No results" if state.query.strip() else ""
        nothing = TextView(
            text,
            id="empty",
            size=20,
            weight_font=500,
            gravity="center",
            visibility="visible" if text else "gone",
        )
        return under_bar(top, FrameLayout([nothing]), fab=keyboard)
    listing = RecyclerView(
        len(found), lambda index: found[index](), id="recyclerView", padding=(0, 0, 0, 56)
    )
    return under_bar(top, listing, fab=keyboard)


def _row(
    app: Actions, title: str, about: str, icon: str, page: Kind, id: int = 0, text: str = ""
) -> Build:
    """Return the builder of a row that opens a page."""
    opens = partial(app.open_page, Destination(page, id, text))
    return partial(list_row, title, about, icon=icon, menu=None, on_click=opens)


def _found(app: Actions, query: str) -> list[Build]:
    """Return the builders of each heading and row of the results."""
    wanted, chip, library = folded(query), app.state.chip, app.library
    rows: list[Build] = []

    def part(label: str, entries: list[Build], heading: str = "") -> None:
        if entries and chip in ("", label):
            rows.append(partial(_heading, heading or label))
            rows.extend(entries)

    songs = [song for text, song in library.searched if wanted in text]
    part("Songs", [partial(_song, app, song) for song in songs])
    artists = [artist for artist in library.artists if wanted in folded(artist.name)]
    part("Artists", [_row(app, a.name, artist_text(a), "account", "artist", a.id) for a in artists])
    albums = [album for album in library.albums if wanted in folded(album.title)]
    part("Albums", [_row(app, a.title, album_text(a), "album", "album", a.id) for a in albums])
    if chip == "Album artist":
        named = [album for album in library.albums if wanted in folded(album.artist)]
        part(
            "Album artist",
            [_row(app, a.artist, a.title, "account", "artist", a.artist_id) for a in named],
        )
    genres = [genre for genre in library.genres if wanted in folded(genre.name)]
    part(
        "Genres",
        [
            _row(app, g.name, songs_text(len(g.songs)), "guitar_acoustic", "genre", text=g.name)
            for g in genres
        ],
    )
    lists = [each for each in app.playlists.names() if wanted in folded(each.name)]
    part("Playlists", [partial(_playlist, app, each) for each in lists])
    return rows


def _song(app: Actions, song: Song) -> View:
    return song_row(app, song, partial(app.play_all, [song]))


def _playlist(app: Actions, playlist: Playlist) -> View:
    found = app.playlists.get(playlist.id) or playlist
    return list_row(
        found.name,
        count_and_length(found.count, found.duration),
        icon="playlist_music",
        menu=playlist_menu(app, found),
        on_click=partial(app.open_page, Destination("playlist", found.id)),
    )


def _heading(text: str) -> View:
    return TextView(
        text,
        id="title",
        size=12,
        weight_font=700,
        color="primary",
        padding=(0, 12),
        margin=(16, 0, 8, 0),
    )
