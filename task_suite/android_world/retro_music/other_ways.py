"""Second ways to do the tasks of Retro Music: playlists first, then song by song."""

from __future__ import annotations

from android_gym.task_suite.android_world.open_app.other_ways import start_from_all_apps
from android_gym.task_suite.android_world.retro_music.demonstrations import (
    LIST,
    add_by_menu,
    export,
    fit_length,
    open_tab,
    row_menu,
)
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS"]


def _empty_playlist(screen: Screen, name: str) -> Steps:
    """Create an empty playlist from the menu of its tab."""
    yield from start_from_all_apps(screen, "Retro Music")
    yield from screen.wait_for(resource_id="action_playlist")
    yield from screen.tap(screen.need(resource_id="action_playlist"))
    yield from screen.tap_on(description="More options")
    yield from screen.tap_on(text="New playlist")
    yield from screen.wait_for(resource_id="actionNewPlaylist")
    yield from screen.type_into(name, resource_id="actionNewPlaylist")
    yield from screen.tap_on(text="Create")
    yield from screen.wait_for(text=name, resource_id="title")


def create_playlist(screen: Screen, playlist_name: str, names: str) -> Steps:
    """Create an empty playlist, and add each song by its own menu."""
    yield from _empty_playlist(screen, playlist_name)
    yield from open_tab(screen, "action_song")
    for title in names.split(", "):
        yield from add_by_menu(screen, title, playlist_name)


def save_playlist(screen: Screen, playlist_name: str, names: str) -> Steps:
    """Do the same, and export the playlist from its own page."""
    yield from create_playlist(screen, playlist_name, names)
    yield from open_tab(screen, "action_playlist")
    yield from screen.tap_on(text=playlist_name, resource_id="title")
    yield from screen.wait_for(resource_id="subtitle")
    yield from screen.tap_on(description="More options")
    yield from screen.tap_on(text="Save as file")
    yield from export(screen)


def fill_queue(screen: Screen, names: str) -> Steps:
    """Add each song by its own menu."""
    yield from start_from_all_apps(screen, "Retro Music")
    yield from screen.wait_for(resource_id="action_song")
    yield from open_tab(screen, "action_song")
    for title in names.split(", "):
        yield from screen.scroll_to(text=title, resource_id="title", inside=LIST)
        yield from row_menu(screen, title, "Add to playing queue")
        yield from screen.wait_for(resource_id="miniPlayerTitle")


def playlist_of_length(screen: Screen, playlist_name: str) -> Steps:
    """Add all songs to the playlist from the page of last added songs, then adjust it."""
    yield from _empty_playlist(screen, playlist_name)
    yield from screen.tap(screen.need(resource_id="action_home"))
    yield from screen.tap_on(text="Last added")
    yield from screen.wait_for(resource_id="recycler_view")
    yield from screen.long_press(screen.need(resource_id="title"))
    yield from screen.tap_on(description="More options")
    yield from screen.tap_on(text="Select all")
    titles = [element.text or "" for element in screen.find_all(resource_id="title")]
    for title in titles[:4]:
        yield from screen.tap(screen.need(text=title, resource_id="title"))
    yield from screen.tap_on(description="More options")
    yield from screen.tap_on(text="Add to playlist")
    yield from screen.tap_on(text=playlist_name)
    yield from screen.wait_while(resource_id="alertTitle")
    yield from screen.back()
    yield from screen.wait_for(resource_id="action_playlist")
    yield from fit_length(screen, playlist_name)


SCRIPTS: dict[str, Script] = {
    "RetroCreatePlaylist": create_playlist,
    "RetroPlayingQueue": fill_queue,
    "RetroPlaylistDuration": playlist_of_length,
    "RetroSavePlaylist": save_playlist,
}
