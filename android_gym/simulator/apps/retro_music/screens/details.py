"""The pages of playlists, albums, artists and genres, and the lists opened from the home tab."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Literal

from android_gym.simulator.appkit.lists import Pages
from android_gym.simulator.apps.retro_music.actions import EDIT_ALBUM, Actions
from android_gym.simulator.apps.retro_music.library import SONG_ORDERS, added_since, ordered
from android_gym.simulator.apps.retro_music.look import (
    CELLS,
    album_text,
    artist_text,
    empty,
    grid_cell,
    pill_buttons,
    playlist_icon,
    queue_row,
    section,
    square_cover,
    toolbar,
)
from android_gym.simulator.apps.retro_music.menus import (
    marked_menu,
    playlist_menu,
    playlist_song_menu,
    songs_items,
)
from android_gym.simulator.apps.retro_music.model import (
    DETAIL_LISTS,
    PAGE,
    Album,
    Artist,
    Destination,
    Song,
    count_and_length,
    length_text,
    songs_text,
)
from android_gym.simulator.apps.retro_music.screens.lists import (
    bar,
    marking_bar,
    numbered_row,
    song_row,
    under_bar,
)
from android_gym.simulator.ui.components import AppBarLayout, MenuItem
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, column, row
from android_gym.simulator.ui.reorder import ReorderRow
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageButton, TextView

__all__ = [
    "album_cell",
    "albums_listed",
    "artist_cell",
    "artists_listed",
    "cell_style",
    "page",
]

NO_SONGS = "You have no songs"
MOST = 200
"""Number of songs that a list opened from the home tab looks at."""


def page(app: Actions, here: Destination) -> View:
    """Build the page of a playlist, album, artist, genre or list."""
    match here.kind:
        case "playlist":
            return playlist(app, here.subject)
        case "album":
            return album(app, here.subject)
        case "artist":
            return artist(app, here.subject)
        case "genre":
            return genre(app, here.text)
        case _:
            return detail_list(app, here.text)


def _top(app: Actions, title: str, menu: Sequence[MenuItem | None] = ()) -> View:
    return toolbar(title, on_navigation=app.close_page, menu=menu)


def _gone(app: Actions, text: str) -> View:
    """Build a page whose subject no longer exists."""
    return under_bar(bar(_top(app, "")), empty(text))


def _marks(
    app: Actions, songs: Callable[[], Sequence[Song]], ids: Callable[[], Sequence[int]]
) -> View | None:
    """Build the selection's toolbar; None while no songs are selected."""
    if not app.state.selected:
        return None
    return marking_bar(app, marked_menu(app, songs, ids))


def _chosen(app: Actions, songs: Sequence[Song]) -> list[Song]:
    """Return the selected songs, in the order of selection."""
    known = {song.id: song for song in songs}
    return [known[number] for number in app.state.selected if number in known]


# -- playlists


def playlist(app: Actions, number: int) -> View:
    """Build a playlist's page: its totals, and its songs, which can be dragged."""
    store = app.playlists
    found = store.get(number)
    if found is None:
        return _gone(app, "Playlist is empty")
    marks = _marks(
        app,
        lambda: _chosen(app, store.songs(number)),
        lambda: [song.id for song in store.songs(number)],
    )
    head = _playlist_head(app, found.name, found.count, found.duration, number)
    tools = _top(app, "", list(playlist_menu(app, found)))
    top = AppBarLayout(
        [column(tools, head, id="collapsingAppBarLayout", width=MATCH)], id="appBarLayout"
    )
    pages: Pages[Song] = Pages(lambda page: store.song_page(number, page), PAGE)
    marked = app.state.selected

    def build(index: int) -> View:
        song = pages.get(index)
        if song is None:
            return View()
        play = partial(_play_playlist, app, number, index)
        line = queue_row(
            song,
            selected=song.id in marked,
            menu=playlist_song_menu(app, number, song),
            on_click=partial(app.toggle, song.id) if marked else play,
            on_hold=partial(app.toggle, song.id),
        )
        return ReorderRow(line, lambda by: _move_song(app, number, index, by, found.count))

    if not found.count:
        return under_bar(top, empty(NO_SONGS))
    listing = RecyclerView(found.count, build, id="recyclerView", padding=(0, 0, 0, 56), key=number)
    return under_bar(top, listing, scrolling=listing, marks=marks, covered=tools)


def _move_song(app: Actions, number: int, place: int, by: int, count: int) -> None:
    app.playlists.move_song(number, place, min(max(place + by, 0), count - 1))


def _play_playlist(app: Actions, number: int, place: int) -> None:
    app.play_all(app.playlists.songs(number), place)


def _playlist_head(app: Actions, name: str, count: int, length: int, number: int) -> View:
    def shuffle() -> None:
        app.play_shuffled(app.playlists.songs(number))

    known = app.playlists.get(number)
    picture = square_cover(
        16, container=None, icon=playlist_icon(known) if known is not None else "playlist_music"
    )
    picture.width, picture.weight = 0, 0.4
    texts = column(
        TextView(name, id="title", size=36, line_height=44, max_lines=2),
        TextView(count_and_length(count, length), id="subtitle", size=14, margin=(0, 16, 0, 0)),
        row(
            ImageButton(
                "play",
                id="play_button",
                class_name="android.widget.Button",
                tint="on_secondary_container",
                background=Rounded("secondary_container", 28),
                width=0,
                weight=1,
                height=56,
                on_click=partial(_play_playlist, app, number, 0),
            ),
            ImageButton(
                "shuffle",
                id="shuffle_button",
                class_name="android.widget.Button",
                tint="on_tertiary_container",
                background=Rounded("tertiary_container", 28),
                width=56,
                height=56,
                margin=(16, 0, 16, 0),
                on_click=shuffle,
            ),
            width=MATCH,
            margin=(0, 16, 0, 0),
        ),
        width=0,
        weight=0.6,
        margin=(16, 0, 0, 0),
    )
    return row(picture, texts, width=MATCH, padding=(16, 0, 16, 16), content_gravity="top")


# -- albums


ALBUM_ORDERS = (
    ("title_key", "Ascending"),
    ("title_key DESC", "Descending"),
    ("track, disc", "Track number"),
    ("duration DESC", "Song duration"),
)
ARTIST_ORDERS = (
    ("title_key", "Ascending"),
    ("title_key DESC", "Descending"),
    ("album_key", "Album"),
    ("year DESC", "Year"),
    ("duration DESC", "Song duration"),
)


def _orders(app: Actions, key: str, usual: str, orders: Sequence[tuple[str, str]]) -> MenuItem:
    present = app.context.preferences().get(key, usual)

    def choose(value: str) -> Callable[[], None]:
        return lambda: app.context.preferences().put(**{key: value})

    return MenuItem(
        "Sort order",
        id="action_sort_order",
        icon="sort",
        submenu=tuple(
            MenuItem(label, choose(value), checked=value == present, exclusive=True)
            for value, label in orders
        ),
    )


def _in_order(app: Actions, key: str, usual: str, songs: Sequence[Song]) -> tuple[Song, ...]:
    order = app.context.preferences().get(key, usual)
    return ordered(songs, order if order in SONG_ORDERS else usual)


def album(app: Actions, number: int) -> View:
    """Build an album's page: cover, details, and songs by track number."""
    found = app.library.album(number)
    if found is None:
        return _gone(app, "You have no albums")
    songs = _in_order(app, "album_detail_song_sort_order", "track, disc", found.songs)
    marks = _marks(app, lambda: _chosen(app, songs), lambda: [song.id for song in songs])
    following, queueing, adding = songs_items(app, lambda: songs)
    top = bar(
        _top(
            app,
            "",
            [
                _orders(app, "album_detail_song_sort_order", "track, disc", ALBUM_ORDERS),
                following,
                queueing,
                adding,
                MenuItem(
                    "Tag editor",
                    lambda: app.start_activity(EDIT_ALBUM, album=number),
                    id="action_tag_editor",
                    icon="edit",
                ),
            ],
        )
    )
    years = f"{found.year} • " if found.year else ""
    length = sum(song.duration for song in songs)
    about = f"{found.artist} • {years}{length_text(length)}"
    head = column(
        square_cover(40, container="albumCoverContainer", icon="album", size=160, margin=16),
        row(
            square_cover_round(app, found),
            column(
                TextView(found.title, id="albumTitle", size=32, weight_font=700, max_lines=3),
                TextView(about, id="albumText", size=16, color="text_secondary", max_lines=1),
                width=0,
                weight=1,
                margin=(16, 0, 16, 0),
            ),
            width=MATCH,
            content_gravity="top",
            margin=(0, 8, 0, 12),
        ),
        pill_buttons(partial(app.play_all, songs), partial(app.play_shuffled, songs)),
        section("Songs", id="songTitle"),
        width=MATCH,
    )
    artist = app.library.artist(found.artist_id)
    others = [entry for entry in artist.albums if entry.id != number] if artist is not None else []
    return _song_page(app, top, marks, head, songs, number, _more_albums(app, found, others))


def _more_albums(app: Actions, found: Album, others: Sequence[Album]) -> View | None:
    """Build the list of the artist's other albums; None if there are none."""
    if not others:
        return None
    cells = RecyclerView(
        len(others),
        lambda index: album_cell(app, "Normal", others[index]),
        columns=3,
        id="moreRecyclerView",
        width=MATCH,
    )
    title = section(f"More from {found.artist}", id="moreTitle")
    return column(title, cells, width=MATCH, key="more")


def square_cover_round(app: Actions, found: Album) -> View:
    """Build the picture of an album's artist, which opens the artist."""
    picture = square_cover(26, container=None, id="image", icon="account", size=26, round=True)
    picture.id, picture.width, picture.margin = "artistImage", 52, (16, 8, 0, 0)
    picture.on_click = partial(app.open_page, Destination("artist", found.artist_id))
    picture.clickable = picture.focusable = True
    return picture


def _song_page(
    app: Actions,
    top: View,
    marks: View | None,
    head: View,
    songs: Sequence[Song],
    key: object,
    tail: View | None = None,
) -> View:
    """Lay out a page with a header above a list of songs, and optionally a view below it."""

    def build(index: int) -> View:
        if index == 0:
            return head
        place = index - 1
        if place < len(songs):
            return numbered_row(app, songs[place], partial(app.play_all, songs, place))
        assert tail is not None
        return tail

    count = len(songs) + (1 if tail is None else 2)
    listing = RecyclerView(count, build, id="recyclerView", padding=(0, 0, 0, 56), key=str(key))
    return under_bar(top, listing, scrolling=listing, marks=marks)


def artist(app: Actions, number: int) -> View:
    """Build an artist's page: picture, albums, songs."""
    found = app.library.artist(number)
    if found is None:
        return _gone(app, "You have no artists")
    songs = _in_order(app, "artist_detail_song_sort_order", "title_key", found.songs)
    marks = _marks(app, lambda: _chosen(app, songs), lambda: [song.id for song in songs])
    top = bar(_top(app, "", songs_items(app, lambda: songs)))
    sort = _orders(app, "artist_detail_song_sort_order", "title_key", ARTIST_ORDERS)
    head = column(
        square_cover(40, container="artistCoverContainer", icon="account", size=160, margin=16),
        TextView(
            found.name, id="artistTitle", size=32, weight_font=700, max_lines=2, padding=(16, 8)
        ),
        TextView(
            f"{artist_text(found)} • {length_text(sum(song.duration for song in songs))}",
            id="text",
            size=16,
            color="text_secondary",
            padding=(16, 0, 16, 16),
        ),
        pill_buttons(partial(app.play_all, songs), partial(app.play_shuffled, songs)),
        section("Albums", id="albumTitle"),
        _albums_strip(app, found),
        section("Songs", id="songTitle", trailing=_sort_button(sort)),
        width=MATCH,
    )
    return _song_page(app, top, marks, head, songs, number)


def _sort_button(sort: MenuItem) -> View:
    from android_gym.simulator.ui.menus import OverflowButton

    return OverflowButton(
        sort.submenu,
        icon="sort",
        id="song_sort_order",
        class_name="android.widget.Button",
        content_description=None,
        width=48,
        height=48,
        margin=(0, 0, 16, 0),
    )


def _albums_strip(app: Actions, found: Artist) -> View:
    albums = found.albums

    def build(index: int) -> View:
        entry = albums[index]
        cell = grid_cell(
            entry.title,
            album_text(entry),
            icon="album",
            on_click=partial(app.open_page, Destination("album", entry.id)),
        )
        cell.width = 168
        return cell

    return RecyclerView(
        len(albums),
        build,
        orientation="horizontal",
        id="albumRecyclerView",
        width=MATCH,
        height=250,
    )


# -- lists of songs


def genre(app: Actions, name: str) -> View:
    """Build a genre's page."""
    found = app.library.genre(name)
    songs = found.songs if found is not None else ()
    marks = _marks(app, lambda: _chosen(app, songs), lambda: [song.id for song in songs])
    menu = [MenuItem("Play", partial(app.play_all, songs)), *songs_items(app, lambda: songs)]
    top = bar(_top(app, name, menu))
    return _plain_songs(app, top, marks, songs, name)


def _plain_songs(
    app: Actions, top: View, marks: View | None, songs: Sequence[Song], key: str
) -> View:
    if not songs:
        return under_bar(top, empty(NO_SONGS))

    def build(index: int) -> View:
        return song_row(app, songs[index], partial(app.play_all, songs, index))

    listing = RecyclerView(len(songs), build, id="recycler_view", padding=(0, 0, 0, 56), key=key)
    return under_bar(top, listing, scrolling=listing, marks=marks)


def detail_list(app: Actions, kind: str) -> View:
    """Build one of the lists opened from the home tab."""
    title = next((name for key, name in DETAIL_LISTS.items() if key == kind), "")
    if kind.endswith(("albums", "artists")):
        return _recent(app, kind, title)
    songs = listed(app, kind)
    marks = _marks(app, lambda: _chosen(app, songs), lambda: [song.id for song in songs])
    menu = []
    if kind == "history" and songs:
        menu = [MenuItem("Clear History", partial(clear_history, app), action=False)]
    top = bar(_top(app, title, menu))
    return _plain_songs(app, top, marks, songs, kind)


def listed(app: Actions, kind: str) -> Sequence[Song]:
    """Return the songs of a list; those whose files are missing are left out."""
    library, store = app.library, app.playlists
    if kind == "last_added":
        return _added_lately(app)[:MOST]
    if kind == "favorites":
        number = store.named("Favorites")
        return store.songs(number) if number is not None else ()
    noted = store.history() if kind == "history" else store.most_played()
    return library.some(song.id for song in noted)


def clear_history(app: Actions) -> None:
    """Clear the history; a tap on "Undo" restores it."""
    songs = tuple(app.playlists.history())
    app.playlists.clear_history()
    app.say_cleared(songs)


def _recent(app: Actions, kind: str, title: str) -> View:
    top = bar(_top(app, title))
    cells: list[Callable[[], View]]
    if kind.endswith("albums"):
        style = cell_style(app, "album")
        cells = [partial(album_cell, app, style, each) for each in albums_listed(app, kind)]
    else:
        style = cell_style(app, "artist")
        cells = [partial(artist_cell, app, style, each) for each in artists_listed(app, kind)]
    if not cells:
        return under_bar(top, empty(NO_SONGS))
    listing = RecyclerView(
        len(cells),
        lambda index: cells[index](),
        columns=2,
        id="recycler_view",
        padding=(0, 0, 0, 56),
    )
    return under_bar(top, listing, scrolling=listing)


def _added_lately(app: Actions) -> list[Song]:
    """Return the songs that count as added last, the newest first."""
    since = added_since(app.context) // 1000
    return [song for song in app.library.newest if song.date_added >= since]


def _albums_of(app: Actions, songs: Iterable[Song]) -> list[Album]:
    ids = dict.fromkeys(song.album_id for song in songs)
    return [found for found in map(app.library.album, ids) if found is not None]


def _artists_of(app: Actions, songs: Iterable[Song]) -> list[Artist]:
    ids = dict.fromkeys(song.artist_id for song in songs)
    return [found for found in map(app.library.artist, ids) if found is not None]


def albums_listed(app: Actions, kind: str) -> list[Album]:
    """Return the albums of a list opened from the home tab."""
    songs = app.playlists.most_played() if kind == "top_albums" else _added_lately(app)[:MOST]
    return _albums_of(app, songs)


def artists_listed(app: Actions, kind: str) -> list[Artist]:
    """Return the artists of a list opened from the home tab."""
    songs = app.playlists.most_played() if kind == "top_artists" else _added_lately(app)[:MOST]
    return _artists_of(app, songs)


def album_cell(app: Actions, style: str, entry: Album) -> View:
    """Build the cell of an album, which opens it."""
    opens = partial(app.open_page, Destination("album", entry.id))
    return grid_cell(entry.title, album_text(entry), icon="album", style=style, on_click=opens)


def artist_cell(app: Actions, style: str, entry: Artist) -> View:
    """Build the cell of an artist, which opens it."""
    opens = partial(app.open_page, Destination("artist", entry.id))
    about = songs_text(len(entry.songs))
    return grid_cell(entry.name, about, icon="account", style=style, on_click=opens)


def cell_style(app: Actions, kind: Literal["artist", "album"]) -> str:
    """Return the configured style of the cells of artists or albums."""
    kept = app.context.preferences().get(f"home_{kind}_grid_style")
    known = {str(number): name for number, name in enumerate(CELLS)}
    return known.get(str(kept), CELLS[0] if kind == "artist" else CELLS[4])
