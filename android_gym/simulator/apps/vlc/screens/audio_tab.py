"""The audio tab: artists, albums, tracks, genres."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from android_gym.simulator.appkit.lists import Pages
from android_gym.simulator.apps.vlc.cards import media_row
from android_gym.simulator.apps.vlc.library import PAGE, Shelf
from android_gym.simulator.apps.vlc.look import empty_view
from android_gym.simulator.apps.vlc.model import Album, Kind, Subject
from android_gym.simulator.apps.vlc.titles import short_length
from android_gym.simulator.ui.components import MenuItem, ViewPager
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView
from android_gym.simulator.ui.view import View

__all__ = ["SHELVES", "audio_menu", "audio_pages", "audio_selection_menu", "shelf_rows",
           "track_rows"]  # fmt: skip

SHELVES: Final[tuple[tuple[str, Shelf, Kind, str], ...]] = (
    ("Artists", "artists", "artist", "account_music"),
    ("Albums", "albums", "album", "album"),
    ("Tracks", "tracks", "media", "music_note"),
    ("Genres", "genres", "genre", "music_clef_treble"),
)
"""Title, shelf, subject kind and icon of each page."""

_SAID: Final = {"artist": "Artist", "album": "Album", "genre": "Genre"}
_NO_MEDIA: Final = (
    "No media files found, please transfer some files to your device or adjust your preferences."
)


def audio_pages(screen: Any) -> View:
    """Build the pages."""

    def turn(index: int) -> None:
        screen.update(audio_tab=index, selected=())

    return ViewPager(
        len(SHELVES),
        lambda index: _page(screen, index),
        current=screen.state.audio_tab,
        on_page=turn,
        swipe=not screen.state.selected,
        id="pager",
    )


def _page(screen: Any, index: int) -> View:
    _, shelf, kind, icon = SHELVES[index]
    found, (_, down) = screen.state.query or "", screen.sorting("audio")
    if shelf == "tracks":
        return track_rows(screen, screen.library.track_ids(down=down, found=found))
    count = screen.library.count_shelf(shelf, found)
    pages: Pages[Album] = Pages(
        lambda number: screen.library.shelf(shelf, number, down=down, found=found), PAGE
    )

    def row_at(place: int) -> View:
        item = pages.get(place)
        return _row(screen, item, kind, icon) if item is not None else View(height=0)

    if not count:
        return _nothing(screen)
    return RecyclerView(count, row_at, id="audio_list", width=MATCH, height=MATCH)


def _nothing(screen: Any) -> View:
    if screen.state.query:
        return empty_view(f"No item found for search {screen.state.query}")
    return empty_view(
        _NO_MEDIA,
        button="Go to Medialibrary preferences",
        on_button=lambda: screen.start_activity(".gui.preferences.PreferencesActivity"),
    )


def _row(screen: Any, item: Album, kind: Kind, icon: str) -> View:
    subject = Subject(kind, item.id, name=item.name)
    return media_row(
        item.name,
        item.detail,
        screen.tapping(subject, partial(screen.open_list, subject)),
        partial(screen.hold, subject),
        partial(screen.show_options, subject),
        key=subject.key,
        icon=icon,
        said=f"{_SAID[kind]}: {item.name}, {item.detail}",
        chosen=screen.is_chosen(subject),
    )


def shelf_rows(screen: Any, items: list[Album], kind: Kind) -> View:
    """Build the albums of an artist."""
    rows = [_row(screen, item, kind, "album") for item in items]
    return RecyclerView(rows, id="audio_list", width=MATCH, height=MATCH)


def track_rows(screen: Any, numbers: list[int]) -> View:
    """Build the rows of tracks."""
    if not numbers:
        return _nothing(screen)
    pages = Pages(lambda page: screen.library.media(numbers[page * PAGE : (page + 1) * PAGE]), PAGE)

    def row_at(index: int) -> View:
        media = pages.get(index)
        if media is None:
            return View(height=0)
        subject = Subject("media", media.id, name=media.title)
        artist, length = media.artist or "Unknown Artist", short_length(media.duration_ms)
        return media_row(
            media.title,
            "  •  ".join(part for part in (artist, media.album, length) if part),
            screen.tapping(subject, partial(screen.tap_media, subject)),
            partial(screen.hold, subject),
            partial(screen.show_options, subject),
            key=subject.key,
            said=f"Audio track: {media.title}, Artist: {artist}, Duration: {length}",
            chosen=screen.is_chosen(subject),
        )

    return RecyclerView(len(numbers), row_at, id="audio_list", width=MATCH, height=MATCH)


def audio_menu(screen: Any) -> list[MenuItem | None]:
    """Return the toolbar's menu."""
    every = [Subject("media", number) for number in screen.library.track_ids()]
    return [
        MenuItem(
            "Shuffle all", lambda: screen.play(every, shuffle=True), id="shuffle_all",
            icon="shuffle",
        )
        if every
        else None,
        MenuItem("Search…", lambda: screen.search(""), id="ml_menu_filter", icon="search"),
        screen.resume_entry("audio"),
        MenuItem(
            "Sort by…",
            id="ml_menu_sortby",
            submenu=(
                MenuItem(
                    "Name", partial(screen.sort_by, "audio", "name"), id="ml_menu_sortby_name"
                ),
            ),
        ),
        MenuItem("Refresh", screen.refresh, id="ml_menu_refresh"),
    ]  # fmt: skip


def audio_selection_menu(screen: Any) -> list[MenuItem | None]:
    """Return the menu of the selection's toolbar."""
    item, chosen = screen.item, screen.chosen
    single = len(chosen) == 1 and chosen[0].kind == "media"
    return [
        item("Information", "information_outline", "information", "action_mode_audio_info")
        if single
        else None,
        item("Play", "play_arrow", "play", "action_mode_audio_play"),
        item("Append", "playlist_plus", "append", "action_mode_audio_append"),
        item("Add to playlist", "playlist_music", "add_to_playlist",
             "action_mode_audio_add_playlist"),
        MenuItem("Share", lambda: screen.act("share", screen.chosen),
                 id="action_mode_audio_share"),
        MenuItem("Delete", lambda: screen.act("delete", screen.chosen),
                 id="action_mode_audio_delete")
        if all(subject.kind == "media" for subject in chosen)
        else None,
    ]  # fmt: skip
