"""The menus of songs, playlists and selected rows.

A menu's entries are built when it is opened, because each row of a long list has a menu.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import overload

from android_gym.simulator.apps.retro_music.actions import Actions
from android_gym.simulator.apps.retro_music.dialogs import (
    AddToPlaylist,
    CreatePlaylist,
    DeletePlaylists,
    DeleteSongs,
    Details,
    ImportPlaylists,
    RemoveSongs,
    RenamePlaylist,
)
from android_gym.simulator.apps.retro_music.library import SONG_ORDERS
from android_gym.simulator.apps.retro_music.model import Destination, Kind, Playlist, Song
from android_gym.simulator.ui.components import MenuItem

__all__ = [
    "LazyMenu",
    "grid_items",
    "grid_size",
    "grid_style",
    "in_rows",
    "list_menu",
    "marked_menu",
    "marked_playlists_menu",
    "order_of",
    "playlist_menu",
    "playlist_song_menu",
    "playlists_menu",
    "queue_song_menu",
    "song_menu",
    "songs_items",
]

Entries = list[MenuItem]


class LazyMenu(Sequence[MenuItem]):
    """The entries of a menu, built when they are first accessed."""

    def __init__(self, make: Callable[[], Entries]) -> None:
        self._make = make
        self._made: Entries | None = None

    def _items(self) -> Entries:
        if self._made is None:
            self._made = self._make()
        return self._made

    def __len__(self) -> int:
        return len(self._items())

    def __iter__(self) -> Iterator[MenuItem]:
        return iter(self._items())

    @overload
    def __getitem__(self, index: int) -> MenuItem: ...

    @overload
    def __getitem__(self, index: slice) -> Entries: ...

    def __getitem__(self, index: int | slice) -> MenuItem | Entries:
        return self._items()[index]


def songs_items(app: Actions, songs: Callable[[], Sequence[Song]]) -> Entries:
    """Return the entries for any number of songs."""
    return [
        MenuItem("Play next", lambda: app.play_next(songs())),
        MenuItem("Add to playing queue", lambda: app.enqueue(songs())),
        MenuItem("Add to playlist", lambda: app.show_dialog(AddToPlaylist(songs=tuple(songs())))),
    ]


def _one(app: Actions, song: Song) -> Entries:
    """Return the entries for a single song, wherever it is listed."""
    return [
        MenuItem("Go to album", lambda: app.go_to_album(song)),
        MenuItem("Go to artist", lambda: app.go_to_artist(song)),
        MenuItem("Share", lambda: app.share([song])),
        MenuItem("Tag editor", lambda: app.edit_tags(song)),
        MenuItem("Details", lambda: app.show_dialog(Details(song))),
        MenuItem("Set as ringtone", lambda: app.set_ringtone(song)),
    ]


def _delete(app: Actions, song: Song) -> MenuItem:
    return MenuItem("Delete from device", lambda: app.show_dialog(DeleteSongs(songs=(song,))))


def song_menu(app: Actions, song: Song) -> LazyMenu:
    """Return the menu of a song in a list."""
    return LazyMenu(
        lambda: [
            *songs_items(app, lambda: [song]),
            *_one(app, song),
            MenuItem("Add to Blacklist", lambda: app.hide_song(song)),
            _delete(app, song),
        ]
    )


def queue_song_menu(app: Actions, song: Song, place: int) -> LazyMenu:
    """Return the menu of a song in the queue."""

    def make() -> Entries:
        following, _, adding = songs_items(app, lambda: [song])
        return [
            following,
            MenuItem("Remove from playing queue", lambda: app.player.remove_at(place)),
            adding,
            *_one(app, song),
            _delete(app, song),
        ]

    return LazyMenu(make)


def playlist_song_menu(app: Actions, playlist: int, song: Song) -> LazyMenu:
    """Return the menu of a song in a playlist."""

    def remove() -> None:
        app.show_dialog(RemoveSongs(playlist, (song.id,), song.title))

    return LazyMenu(
        lambda: [
            MenuItem("Remove from playlist", remove),
            *songs_items(app, lambda: [song]),
            *_one(app, song),
            _delete(app, song),
        ]
    )


def playlist_menu(app: Actions, playlist: Playlist) -> LazyMenu:
    """Return the menu of a playlist, in the grid and on its page."""

    def songs() -> list[Song]:
        return app.playlists.songs(playlist.id)

    return LazyMenu(
        lambda: [
            MenuItem("Play", lambda: app.play_all(songs())),
            *songs_items(app, songs),
            MenuItem(
                "Rename",
                lambda: app.show_dialog(RenamePlaylist(playlist.id, playlist.name)),
            ),
            MenuItem(
                "Delete",
                lambda: app.show_dialog(DeletePlaylists((playlist.id,), playlist.name)),
            ),
            MenuItem("Save as file", lambda: app.save_playlist(playlist.id)),
        ]
    )


# -- toolbars


def marked_menu(
    app: Actions, songs: Callable[[], Sequence[Song]], all_ids: Callable[[], Sequence[int]]
) -> Entries:
    """Return the toolbar's entries while songs, albums or artists are selected."""
    playlist = app.here.subject if app.here.kind == "playlist" else 0

    def add() -> None:
        app.show_dialog(AddToPlaylist(songs=tuple(songs())))

    def delete() -> None:
        app.show_dialog(DeleteSongs(songs=tuple(songs())))

    def remove() -> None:
        marked = songs()
        ids = tuple(song.id for song in marked)
        app.show_dialog(RemoveSongs(playlist, ids, marked[0].title if marked else ""))

    # An action reads the selection before it is cleared.
    def ending(action: Callable[[], object]) -> Callable[[], None]:
        def run() -> None:
            action()
            app.clear_selection()

        return run

    return [
        MenuItem(
            "Play next",
            ending(lambda: app.play_next(songs())),
            id="action_play_next",
            icon="redo",
            action=True,
        ),
        MenuItem(
            "Add to playing queue",
            ending(lambda: app.enqueue(songs())),
            id="action_add_to_current_playing",
            icon="library_add",
            action=True,
        ),
        MenuItem("Add to playlist", ending(add), action=False),
        MenuItem("Remove from playlist", ending(remove), action=False)
        if playlist
        else MenuItem("Share", ending(lambda: app.share(songs())), action=False),
        MenuItem("Delete from device", ending(delete), action=False),
        MenuItem("Select all", lambda: app.update(selected=tuple(all_ids())), action=False),
    ]


def marked_playlists_menu(app: Actions, all_ids: Callable[[], Sequence[int]]) -> Entries:
    """Return the toolbar's entries while playlists are selected."""
    marked = app.state.selected

    def songs() -> list[Song]:
        return app.songs_of_playlists(marked)

    def delete() -> None:
        playlist = app.playlists.get(marked[0])
        app.show_dialog(DeletePlaylists(marked, playlist.name if playlist is not None else ""))

    def save() -> None:
        if len(marked) == 1:
            app.save_playlist(marked[0])
        else:
            app.save_playlists(marked)

    following, queueing, adding = songs_items(app, songs)
    return [
        MenuItem(
            "Play next",
            app.ending(following.on_click or app.clear_selection),
            id="action_play_next",
            icon="redo",
            action=True,
        ),
        MenuItem(
            "Add to playing queue",
            app.ending(queueing.on_click or app.clear_selection),
            id="action_add_to_current_playing",
            icon="library_add",
            action=True,
        ),
        MenuItem(
            "Add to playlist", app.ending(adding.on_click or app.clear_selection), action=False
        ),
        MenuItem("Delete playlists", app.ending(delete), action=False),
        MenuItem("Select all", lambda: app.update(selected=tuple(all_ids())), action=False),
        MenuItem("Save as files", app.ending(save), action=False),
    ]


def _choices(
    app: Actions, key: str, present: int | str, choices: Sequence[tuple[int | str, str]]
) -> tuple[MenuItem, ...]:
    """Return radio buttons for the values of a preference."""

    def choose(value: int | str) -> Callable[[], None]:
        return lambda: app.context.preferences().put(**{key: value})

    return tuple(
        MenuItem(label, choose(value), checked=value == present, exclusive=True)
        for value, label in choices
    )


SIZES = (1, 2, 3, 4)
LAND_SIZES = (1, 2, 3, 4, 5, 6)
"""Numbers of columns offered for a tab, in portrait and in landscape."""

STYLES = ("Normal", "Card", "Colored Card", "Circular", "Image", "Gradient image")
GRID_SIZES: dict[Kind, int] = {"songs": 1, "albums": 2, "artists": 2, "playlists": 2, "genres": 2}
ORDERS = (
    "default_sort_order", "title_key", "title_key DESC", "artist_key", "album_key", "year DESC",
    "date_added DESC", "date_modified DESC", "composer", "album_artist",
)  # fmt: skip
PLAYLIST_ORDERS = (
    ("name", "Ascending"),
    ("name DESC", "Descending"),
    ("playlist_song_count", "Song count"),
    ("playlist_song_count DESC", "Song count desc"),
)
NAME_ORDERS = (("name", "Ascending"), ("name DESC", "Descending"))
ALBUM_ORDERS = (*NAME_ORDERS, ("artist", "Artist"), ("year DESC", "Year"))


def turned(app: Actions) -> bool:
    """Return whether the phone is in landscape, where tabs have their own grid sizes."""
    width, height = app.context.windows.size
    return width > height


def _grid_key(app: Actions, kind: Kind) -> str:
    return f"{kind}_grid_size_land" if turned(app) else f"{kind}_grid_size"


def grid_size(app: Actions, kind: Kind) -> int:
    """Return the number of columns of a tab."""
    usual = GRID_SIZES[kind] * (2 if turned(app) else 1)
    kept = app.context.preferences().get(_grid_key(app, kind), usual)
    return kept if kept in (LAND_SIZES if turned(app) else SIZES) else usual


def in_rows(app: Actions, kind: Kind) -> bool:
    """Return whether a tab shows rows: with one column, or two in landscape."""
    return grid_size(app, kind) <= (2 if turned(app) else 1)


def grid_style(app: Actions, kind: Kind) -> str:
    """Return the style of a tab's cells, one of `STYLES`."""
    usual = "Circular" if kind == "artists" else "Normal"
    kept = app.context.preferences().get(f"{kind}_grid_style", usual)
    return kept if kept in STYLES else usual


def order_of(app: Actions, kind: Kind) -> str:
    """Return a tab's sort order as stored in preferences."""
    usual = "title_key" if kind == "songs" else "name"
    return app.context.preferences().get(f"{kind.removesuffix('s')}_sort_order", usual)


def grid_items(app: Actions, kind: Kind, *, styles: bool = True) -> Entries:
    """Return the entries for a tab's grid size and grid style."""
    land = turned(app)
    sizes = [(size, str(size)) for size in (LAND_SIZES if land else SIZES)]
    found = [
        MenuItem(
            "Grid size (land)" if land else "Grid size",
            submenu=_choices(app, _grid_key(app, kind), grid_size(app, kind), sizes),
        )
    ]
    if styles:
        looks = [(style, style) for style in STYLES]
        present = grid_style(app, kind)
        found.append(
            MenuItem("Grid style", submenu=_choices(app, f"{kind}_grid_style", present, looks))
        )
    return found


def _settings(app: Actions) -> MenuItem:
    return MenuItem("Settings", lambda: app.open_page(Destination("settings")))


def list_menu(app: Actions, kind: Kind) -> Entries:
    """Return the menu of a tab of songs, albums, artists or genres."""
    if kind == "genres":
        return [_settings(app)]
    orders: Sequence[tuple[int | str, str]] = NAME_ORDERS
    if kind == "songs":
        orders = [(order, SONG_ORDERS[order][0]) for order in ORDERS]
    elif kind == "albums":
        orders = ALBUM_ORDERS
    present = order_of(app, kind)
    key = f"{kind.removesuffix('s')}_sort_order"
    return [
        *grid_items(app, kind),
        MenuItem("Sort order", submenu=_choices(app, key, present, orders)),
        _settings(app),
    ]


def playlists_menu(app: Actions) -> Entries:
    """Return the menu of the playlists tab."""
    present = order_of(app, "playlists")
    return [
        *grid_items(app, "playlists", styles=False),
        MenuItem(
            "Sort order", submenu=_choices(app, "playlist_sort_order", present, PLAYLIST_ORDERS)
        ),
        MenuItem("New playlist", lambda: app.show_dialog(CreatePlaylist())),
        MenuItem("Import playlist", lambda: app.show_dialog(ImportPlaylists())),
        _settings(app),
    ]
