"""The playlists tab, which shows them as cards."""

from __future__ import annotations

from functools import partial
from typing import Any

from android_gym.simulator.apps.vlc.cards import columns, shelf_card
from android_gym.simulator.apps.vlc.look import empty_view
from android_gym.simulator.apps.vlc.model import Playlist, Subject
from android_gym.simulator.apps.vlc.titles import plural
from android_gym.simulator.ui.components import MenuItem
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView
from android_gym.simulator.ui.view import View

__all__ = ["playlist_cards", "playlists_menu", "playlists_selection_menu"]


def playlist_cards(screen: Any) -> View:
    """Build the cards, or the view shown if there are none."""
    found, (_, down) = screen.state.query or "", screen.sorting("playlists")
    playlists = screen.playlists
    count = playlists.count(found)
    pages = playlists.pages(down=down, found=found)
    if not count:
        if found:
            return empty_view(f"No item found for search {found}")
        return empty_view(
            "No media files found, please transfer some files to your device or adjust your "
            "preferences.",
            button="Go to Medialibrary preferences",
            on_button=lambda: screen.start_activity(".gui.preferences.PreferencesActivity"),
        )

    def card_at(index: int) -> View:
        playlist = pages.get(index)
        return _card(screen, playlist) if playlist is not None else View(height=0)

    cards = RecyclerView(
        count, card_at, columns=columns(screen.context), id="audio_list", width=MATCH,
        height=MATCH, padding=4,
    )  # fmt: skip
    return FrameLayout([cards], id="playlist_list", width=MATCH, height=MATCH)


def _card(screen: Any, playlist: Playlist) -> View:
    subject = Subject("playlist", playlist.id, name=playlist.name)
    tracks = plural(playlist.count, "track", "tracks")
    return shelf_card(
        playlist.name,
        tracks,
        f"Playlist: {playlist.name}, {tracks}",
        screen.tapping(subject, partial(screen.open_list, subject)),
        partial(screen.hold, subject),
        partial(screen.show_options, subject),
        partial(screen.act, "play", (subject,)),
        key=subject.key,
        icon="playlist_music",
        chosen=screen.is_chosen(subject),
    )


def playlists_menu(screen: Any) -> list[MenuItem | None]:
    """Return the toolbar's menu."""
    return [
        MenuItem("Search…", lambda: screen.search(""), id="ml_menu_filter", icon="search"),
        MenuItem(
            "Sort by…",
            id="ml_menu_sortby",
            submenu=(
                MenuItem(
                    "Name", partial(screen.sort_by, "playlists", "name"), id="ml_menu_sortby_name"
                ),
            ),
        ),
        MenuItem("Refresh", screen.refresh, id="ml_menu_refresh"),
    ]


def playlists_selection_menu(screen: Any) -> list[MenuItem | None]:
    """Return the menu of the toolbar for selected playlists."""
    item = screen.item
    return [
        item("Play", "play_arrow", "play", "action_mode_audio_play"),
        item("Append", "playlist_plus", "append", "action_mode_audio_append"),
        item("Add to playlist", "playlist_music", "add_to_playlist",
             "action_mode_audio_add_playlist"),
        item("Delete", "delete", "delete", "action_mode_audio_delete"),
    ]  # fmt: skip
