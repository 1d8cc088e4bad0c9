"""Demonstrations of the tasks of Retro Music."""

from __future__ import annotations

import re
from collections.abc import Sequence

from android_gym.accessibility import UIElement
from android_gym.task_suite.android_world.files.demonstrations import enter
from android_gym.task_suite.demonstrations.script import Criteria, Screen, Script, Steps

__all__ = [
    "LIST",
    "SCRIPTS",
    "add_by_menu",
    "export",
    "fit_length",
    "mark",
    "new_playlist_of_marked",
    "open_retro",
    "open_tab",
    "row_menu",
]

LIST: Criteria = {"resource_id": "recycler_view"}
SHORTEST_S, LONGEST_S = 45 * 60, 50 * 60
USUAL_SONGS = 11
"""Number of songs that last about 47 minutes."""

PATIENCE = 12
"""Number of changes after which a playlist should have the length asked for."""


def open_retro(screen: Screen) -> Steps:
    """Open the app on its tabs, whatever was open in it."""
    yield from screen.open_app("Retro Music")
    for _ in range(5):
        if screen.find(resource_id="action_song") is not None:
            return
        if screen.find(description="Navigate up") is None:
            yield from screen.wait()
        else:
            yield from screen.back()
    yield from screen.wait_for(resource_id="action_song")


def open_tab(screen: Screen, name: str) -> Steps:
    """Open a tab by its id."""
    tab = screen.need(resource_id=name)
    yield from screen.tap(tab)
    # Only the selected tab shows its label.
    yield from screen.wait_for(
        text=tab.content_description or "", resource_id="navigation_bar_item_large_label_view"
    )


def _find_song(screen: Screen, title: str) -> Steps:
    yield from screen.scroll_to(text=title, resource_id="title", inside=LIST)


def mark(screen: Screen, titles: Sequence[str]) -> Steps:
    """Select songs on their tab in order: a long press on the first, taps on the others."""
    yield from open_tab(screen, "action_song")
    for place, title in enumerate(titles):
        yield from _find_song(screen, title)
        song = screen.need(text=title, resource_id="title")
        if place:
            yield from screen.tap(song)
        else:
            yield from screen.long_press(song)
            yield from screen.wait_for(resource_id="action_mode_close_button")


def new_playlist_of_marked(screen: Screen, name: str) -> Steps:
    """Add the selected songs to a new playlist."""
    yield from screen.tap_on(description="More options")
    yield from screen.tap_on(text="Add to playlist")
    yield from screen.tap_on(text="New playlist")
    yield from screen.wait_for(resource_id="actionNewPlaylist")
    yield from screen.type_into(name, resource_id="actionNewPlaylist")
    yield from screen.tap_on(text="Create")
    yield from screen.wait_while(resource_id="actionNewPlaylist")


def create_playlist(screen: Screen, playlist_name: str, names: str) -> Steps:
    """Select the songs in order, then More options, Add to playlist, New playlist, the name."""
    yield from open_retro(screen)
    yield from mark(screen, names.split(", "))
    yield from new_playlist_of_marked(screen, playlist_name)


def row_menu(screen: Screen, title: str, entry: str) -> Steps:
    """Choose a menu entry of the three dots next to a title."""
    yield from screen.lift_above({"resource_id": "shuffle_button"}, text=title, resource_id="title")
    beside = screen.need(text=title, resource_id="title")
    yield from screen.tap(screen.need(resource_id="menu", beside=beside))
    yield from screen.tap_on(text=entry)


def add_by_menu(screen: Screen, title: str, playlist: str) -> Steps:
    """Add a song on the songs tab to a playlist by its menu."""
    yield from _find_song(screen, title)
    yield from row_menu(screen, title, "Add to playlist")
    yield from screen.wait_for(resource_id="alertTitle")
    yield from screen.tap_on(text=playlist)
    yield from screen.wait_while(resource_id="alertTitle")


def export(screen: Screen) -> Steps:
    """Save as a file in Downloads, once Files is open."""
    yield from screen.wait_for(description="Show roots")
    yield from enter(screen, "Download")
    yield from screen.tap_on(text="SAVE", resource_id="button1")
    yield from screen.wait_while(resource_id="button1")


def save_playlist(screen: Screen, playlist_name: str, names: str) -> Steps:
    """Create the playlist; then Playlists, its three dots, Save as file, Download, SAVE."""
    yield from create_playlist(screen, playlist_name, names)
    yield from open_tab(screen, "action_playlist")
    yield from screen.scroll_to(text=playlist_name, resource_id="title", inside=LIST)
    yield from row_menu(screen, playlist_name, "Save as file")
    yield from export(screen)


def fill_queue(screen: Screen, names: str) -> Steps:
    """Select the songs in order, then Add to playing queue."""
    yield from open_retro(screen)
    yield from mark(screen, names.split(", "))
    yield from screen.tap_on(description="Add to playing queue")
    yield from screen.wait_while(resource_id="action_mode_close_button")


# -- a playlist of a given length


def _seconds(text: str) -> int:
    """Parse "11 Songs  •  47:30", or a time with hours."""
    found = re.search(r"(?:(\d+):)?(\d+):(\d+)$", text)
    if found is None:
        return 0
    return int(found[1] or 0) * 3600 + int(found[2]) * 60 + int(found[3])


def _titles(screen: Screen) -> list[str]:
    """Return the titles of the visible songs, from top to bottom."""

    def top(element: UIElement) -> float:
        return element.bbox_pixels.y_min if element.bbox_pixels else 0.0

    shown = sorted(screen.find_all(resource_id="title"), key=top)
    rows = [
        element for element in shown if screen.find(resource_id="menu", beside=element) is not None
    ]
    return [element.text or "" for element in rows]


def fit_length(screen: Screen, name: str) -> Steps:
    """Remove songs from a playlist or add songs, until it lasts 45 to 50 minutes."""
    lengths: dict[str, int] = {}
    spare: list[str] = []
    for _ in range(PATIENCE):
        yield from open_tab(screen, "action_playlist")
        yield from screen.tap_on(text=name, resource_id="title")
        yield from screen.wait_for(resource_id="subtitle")
        total = _seconds(screen.need(resource_id="subtitle").text or "")
        while total > LONGEST_S:
            inside = [title for title in _titles(screen) if title != name]
            fits = [t for t in inside if t not in lengths]
            title = (fits or inside)[0]
            yield from row_menu(screen, title, "Remove from playlist")
            yield from screen.tap_on(text="Remove")
            yield from screen.wait_while(resource_id="alertTitle")
            left = _seconds(screen.need(resource_id="subtitle").text or "")
            lengths[title], total = total - left, left
            spare.append(title)
        if total >= SHORTEST_S:
            return
        inside = [title for title in _titles(screen) if title != name]
        yield from screen.back()
        yield from screen.wait_for(resource_id="action_song")
        yield from open_tab(screen, "action_song")
        outside = [title for title in _titles(screen) if title not in inside]
        good = [t for t in outside if SHORTEST_S <= total + lengths.get(t, 240) <= LONGEST_S]
        yield from add_by_menu(screen, (good or outside)[0], name)
    raise screen.stuck("the playlist is never as long as it should be")


def playlist_of_length(screen: Screen, playlist_name: str) -> Steps:
    """Add most songs to a playlist, and adjust it by the length it shows."""
    yield from open_retro(screen)
    yield from open_tab(screen, "action_song")
    yield from mark(screen, _titles(screen)[:1])
    yield from screen.tap_on(description="More options")
    yield from screen.tap_on(text="Select all")
    marked = re.sub(r"\D", "", screen.need(resource_id="up").text or "")
    surplus = max(0, int(marked or 0) - USUAL_SONGS)
    rows = screen.find_all(resource_id="title")[:surplus]
    for title in [element.text or "" for element in rows]:
        yield from screen.tap(screen.need(text=title, resource_id="title"))
    yield from new_playlist_of_marked(screen, playlist_name)
    yield from fit_length(screen, playlist_name)


SCRIPTS: dict[str, Script] = {
    "RetroCreatePlaylist": create_playlist,
    "RetroPlayingQueue": fill_queue,
    "RetroPlaylistDuration": playlist_of_length,
    "RetroSavePlaylist": save_playlist,
}
