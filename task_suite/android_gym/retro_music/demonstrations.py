"""Moves in Retro Music that the demonstrations of changes name."""

from __future__ import annotations

from android_gym.task_suite.android_gym import pages
from android_gym.task_suite.android_world.retro_music.demonstrations import (
    add_by_menu,
    open_retro,
    open_tab,
    row_menu,
)
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["MOVES", "SCRIPTS"]


def settings(screen: Screen, page: str) -> Steps:
    """Open a page of the settings."""
    yield from open_retro(screen)
    yield from screen.tap_on(resource_id="action_settings")
    yield from screen.wait_for(text=page, resource_id="title")
    yield from screen.tap_on(text=page, resource_id="title")
    yield from screen.wait()


def tab(screen: Screen, name: str) -> Steps:
    """Open a tab by the end of its id: song, album, artist, playlist."""
    yield from open_retro(screen)
    yield from open_tab(screen, f"action_{name}")


def open_playlist(screen: Screen, name: str) -> Steps:
    """Open a playlist."""
    yield from tab(screen, "playlist")
    yield from screen.tap_on(text=name, resource_id="title")
    yield from screen.wait_for(resource_id="subtitle")


def playlist_menu(screen: Screen, name: str, entry: str) -> Steps:
    """Choose an entry of the three dots of a playlist."""
    yield from tab(screen, "playlist")
    yield from screen.scroll_to(text=name, resource_id="title")
    title = screen.need(text=name, resource_id="title").bbox_pixels
    if title is None:
        raise screen.stuck(f"nobody says where {name!r} is")
    dots = [
        (dot.bbox_pixels.x_min, dot)
        for dot in screen.find_all(resource_id="menu")
        if dot.bbox_pixels
        and dot.bbox_pixels.y_min < title.center[1] < dot.bbox_pixels.y_max
        and dot.bbox_pixels.x_min > title.x_min
    ]
    if not dots:
        raise screen.stuck(f"{name!r} has no menu")
    yield from screen.tap(min(dots, key=lambda pair: pair[0])[1])
    yield from screen.tap_on(text=entry, resource_id="title")


def add_song(screen: Screen, title: str, playlist: str) -> Steps:
    """Add a song of the list of all to a playlist."""
    yield from tab(screen, "song")
    yield from add_by_menu(screen, title, playlist)


def remove_song(screen: Screen, title: str, playlist: str) -> Steps:
    """Remove a song from a playlist."""
    yield from open_playlist(screen, playlist)
    yield from row_menu(screen, title, "Remove from playlist")
    yield from screen.tap_on(text="Remove")
    yield from screen.wait_while(resource_id="alertTitle")


SCRIPTS: dict[str, Script] = {}

MOVES: dict[str, Script] = {
    **pages.MOVES,
    "add_song": add_song,
    "open_playlist": open_playlist,
    "playlist_menu": playlist_menu,
    "remove_song": remove_song,
    "settings": settings,
    "tab": tab,
}
