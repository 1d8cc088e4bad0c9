"""The tabs of songs, albums, artists, playlists and genres."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from android_gym.simulator.appkit.lists import Pages
from android_gym.simulator.apps.retro_music.actions import Actions
from android_gym.simulator.apps.retro_music.look import (
    GROUP,
    album_text,
    artist_text,
    empty,
    grid_cell,
    list_row,
    playlist_icon,
    toolbar,
    track_row,
)
from android_gym.simulator.apps.retro_music.menus import (
    grid_size,
    grid_style,
    in_rows,
    list_menu,
    marked_menu,
    marked_playlists_menu,
    order_of,
    playlist_menu,
    playlists_menu,
    song_menu,
)
from android_gym.simulator.apps.retro_music.model import (
    PAGE,
    TABS,
    Album,
    Artist,
    Destination,
    Genre,
    Kind,
    Playlist,
    Song,
    count_and_length,
    songs_text,
)
from android_gym.simulator.ui.components import AppBarLayout, FloatingActionButton, MenuItem
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView, column, row
from android_gym.simulator.ui.menus import OverflowButton
from android_gym.simulator.ui.scroll_away import ScrollAwayLayout
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageButton, ImageView, TextView

__all__ = ["bar", "marking_bar", "numbered_row", "song_row", "tab", "tab_bar", "under_bar"]

EMPTY: dict[Kind, str] = {
    "songs": "You have no songs",
    "albums": "You have no albums",
    "artists": "You have no artists",
    "playlists": "You have no playlists",
    "genres": "You have no genres",
}


def marking_bar(app: Actions, menu: Sequence[MenuItem]) -> View:
    """Build the selection's toolbar: the number of selected rows, and the menu."""
    count = TextView(
        str(len(app.state.selected)), id="up", size=20, weight_font=500, gravity="center_vertical"
    )
    actions = [
        ImageButton(
            item.icon,
            id=item.id,
            class_name="android.widget.Button",
            tint="on_app_bar",
            content_description=item.title,
            on_click=item.on_click,
        )
        for item in menu
        if item.action
    ]
    return row(
        ImageView(
            "arrow_back",
            id="action_mode_close_button",
            content_description="Done",
            tint="on_app_bar",
            width=56,
            height=56,
            on_click=app.clear_selection,
        ),
        FrameLayout([count], id="selection_mode_number", width=0, weight=1, height=64),
        *actions,
        OverflowButton([item for item in menu if not item.action], tint="on_app_bar", key="more"),
        id="action_mode_bar",
        class_name=GROUP,
        width=MATCH,
        height=64,
    )


def tab_bar(app: Actions, title: str, menu: Sequence[MenuItem | None]) -> View:
    """Build a tab's toolbar: the search button, the title, the menu."""
    search: Callable[[], None] = partial(app.open_page, Destination("search"))
    expanded = app.context.preferences().get("appbar_mode", "1") == "0"
    top = toolbar(
        "" if expanded else title,
        navigation="search",
        on_navigation=search,
        menu=menu,
        center=True,
    )
    large = None
    if expanded:
        large = TextView(title, size=34, padding=(16, 24, 16, 16), width=MATCH)
    bars = column(top, large, id="collapsingToolbarLayout", width=MATCH) if expanded else top
    return AppBarLayout([bars], id="appBarLayout")


def bar(view: View) -> View:
    """Wrap a toolbar in a page's app bar."""
    return AppBarLayout([view], id="appBarLayout")


def under_bar(
    top: View,
    body: View,
    *,
    fab: View | None = None,
    scrolling: View | None = None,
    marks: View | None = None,
    covered: View | None = None,
) -> View:
    """Lay out a page.

    Args:
        top: Its app bar, which scrolls off with the list.
        body: The view below the bar.
        fab: A floating action button.
        scrolling: The list that scrolls the bar; None for a fixed bar.
        marks: The selection's toolbar, which covers the bar's initial position.
        covered: The part of the bar that it covers; by default all of it.
    """
    body.width = body.height = MATCH
    if marks is not None:
        (covered or top).visibility = "invisible"
        marks.background = "app_bar"
    if scrolling is None:
        body.height, body.weight = 0, 1
        page: View = column(top, body, width=MATCH, height=MATCH)
    else:
        page = ScrollAwayLayout(top, body, scrolling, width=MATCH, height=MATCH)
    return FrameLayout([page, marks, fab], width=MATCH, height=MATCH)


def song_row(
    app: Actions,
    song: Song,
    on_click: Callable[[], object],
    *,
    key: object = None,
) -> View:
    """Build a song's row: a tap plays the song or, while rows are selected, selects it."""
    marked = app.state.selected
    return list_row(
        song.title,
        song.artist,
        key=key,
        selected=song.id in marked,
        menu=song_menu(app, song),
        on_click=partial(app.toggle, song.id) if marked else on_click,
        on_hold=partial(app.toggle, song.id),
    )


def numbered_row(app: Actions, song: Song, on_click: Callable[[], object]) -> View:
    """Build a song's row on its album's or artist's page; see `song_row`."""
    marked = app.state.selected
    return track_row(
        song,
        selected=song.id in marked,
        menu=song_menu(app, song),
        on_click=partial(app.toggle, song.id) if marked else on_click,
        on_hold=partial(app.toggle, song.id),
    )


def tab(app: Actions, kind: Kind) -> View:
    """Build a tab with a list."""
    match kind:
        case "songs":
            return _songs(app)
        case "albums":
            return _albums(app)
        case "artists":
            return _artists(app)
        case "playlists":
            return _playlists(app)
        case _:
            return _genres(app)


def _page(
    app: Actions,
    kind: Kind,
    count: int,
    build: Callable[[int], View],
    *,
    shuffle: Callable[[], object] | None = None,
    marked: Sequence[MenuItem] = (),
) -> View:
    """Lay out a tab: toolbar, grid, floating action button."""
    menu = playlists_menu(app) if kind == "playlists" else list_menu(app, kind)
    top = tab_bar(app, TABS[kind][0], menu)
    marks = marking_bar(app, marked) if app.state.selected and marked else None
    if not count:
        return under_bar(top, empty(EMPTY[kind]))
    listing = RecyclerView(
        count,
        build,
        columns=grid_size(app, kind),
        id="recycler_view",
        padding=(0, 0, 0, 56),
    )
    fab = None
    if shuffle is not None and not app.state.selected:
        fab = FloatingActionButton(
            "shuffle", id="shuffle_button", content_description="Shuffle", on_click=shuffle
        )
    return under_bar(top, listing, fab=fab, scrolling=listing, marks=marks)


def _songs(app: Actions) -> View:
    library = app.library
    songs = library.songs
    cells = not in_rows(app, "songs")

    def build(index: int) -> View:
        song = songs[index]
        play = partial(app.play_all, songs, index)
        if not cells:
            return song_row(app, song, play)
        marked = app.state.selected
        return grid_cell(
            song.title,
            song.artist,
            style=grid_style(app, "songs"),
            selected=song.id in marked,
            menu=song_menu(app, song),
            on_click=partial(app.toggle, song.id) if marked else play,
            on_hold=partial(app.toggle, song.id),
        )

    return _page(
        app,
        "songs",
        len(songs),
        build,
        shuffle=partial(app.play_shuffled, songs),
        marked=marked_menu(app, lambda: library.some(app.state.selected), lambda: library.ids),
    )


def _sorted_albums(app: Actions) -> Sequence[Album]:
    library, order = app.library, order_of(app, "albums")
    if order == "artist":
        return library.albums_by_artist
    if order == "year DESC":
        return library.albums_by_year
    return library.albums[::-1] if order == "name DESC" else library.albums


def _cell(
    app: Actions,
    kind: Kind,
    title: str,
    text: str,
    icon: str,
    number: int,
    opens: Callable[[], object],
) -> View:
    """Build the cell of an album or an artist in the configured style."""
    marked = app.state.selected
    click = partial(app.toggle, number) if marked else opens
    hold, selected = partial(app.toggle, number), number in marked
    if in_rows(app, kind):
        return list_row(
            title, text, icon=icon, menu=None, selected=selected, on_click=click, on_hold=hold
        )
    return grid_cell(
        title,
        text if kind == "albums" else "",
        icon=icon,
        style=grid_style(app, kind),
        selected=selected,
        on_click=click,
        on_hold=hold,
    )


def _albums(app: Actions) -> View:
    albums, library = _sorted_albums(app), app.library

    def build(index: int) -> View:
        album = albums[index]
        opens = partial(app.open_page, Destination("album", album.id))
        return _cell(app, "albums", album.title, album_text(album), "album", album.id, opens)

    def songs() -> list[Song]:
        found = (library.album(number) for number in app.state.selected)
        return [song for album in found if album is not None for song in album.songs]

    return _page(
        app,
        "albums",
        len(albums),
        build,
        shuffle=lambda: app.play_shuffled(library.songs),
        marked=marked_menu(app, songs, lambda: [album.id for album in albums]),
    )


def _artists(app: Actions) -> View:
    library = app.library
    artists: Sequence[Artist] = library.artists
    if order_of(app, "artists") == "name DESC":
        artists = artists[::-1]

    def build(index: int) -> View:
        artist = artists[index]
        opens = partial(app.open_page, Destination("artist", artist.id))
        text = artist_text(artist)
        return _cell(app, "artists", artist.name, text, "account", artist.id, opens)

    def songs() -> list[Song]:
        found = (library.artist(number) for number in app.state.selected)
        return [song for artist in found if artist is not None for song in artist.songs]

    return _page(
        app,
        "artists",
        len(artists),
        build,
        shuffle=lambda: app.play_shuffled(library.songs),
        marked=marked_menu(app, songs, lambda: [artist.id for artist in artists]),
    )


def _playlists(app: Actions) -> View:
    store, order = app.playlists, order_of(app, "playlists")
    pages: Pages[Playlist] = Pages(lambda number: store.page(number, order), PAGE)
    marked = app.state.selected
    one = in_rows(app, "playlists")

    def build(index: int) -> View:
        playlist = pages.get(index)
        if playlist is None:
            return View()
        opens = partial(app.open_page, Destination("playlist", playlist.id))
        make = list_row if one else grid_cell
        return make(
            playlist.name,
            count_and_length(playlist.count, playlist.duration),
            icon=playlist_icon(playlist),
            selected=playlist.id in marked,
            menu=playlist_menu(app, playlist),
            on_click=partial(app.toggle, playlist.id) if marked else opens,
            on_hold=partial(app.toggle, playlist.id),
        )

    return _page(
        app,
        "playlists",
        store.count(),
        build,
        marked=marked_playlists_menu(app, lambda: [playlist.id for playlist in store.names()])
        if marked
        else (),
    )


def _genres(app: Actions) -> View:
    genres: Sequence[Genre] = app.library.genres

    def build(index: int) -> View:
        genre = genres[index]
        return grid_cell(
            genre.name,
            songs_text(len(genre.songs)),
            icon="guitar_acoustic",
            on_click=partial(app.open_page, Destination("genre", text=genre.name)),
        )

    return _page(app, "genres", len(genres), build)
