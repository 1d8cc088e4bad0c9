"""Demonstrations of VLC's tasks, which select files in the browser in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS", "create_playlists", "open_videos", "save_as"]


def open_videos(screen: Screen) -> Steps:
    """Open the folder with the videos, wherever VLC was left."""
    yield from screen.open_app("VLC")
    yield from screen.wait_for(description="Browse")
    yield from screen.tap(screen.need(description="Browse", clickable=True))
    yield from screen.wait_for(description="Folder: Internal memory")
    yield from screen.tap_on(description="Folder: Internal memory", clickable=True)
    yield from screen.tap_on(text="VLCVideos", resource_id="title")
    yield from screen.wait_for(description="Folder: VLCVideos")


def save_as(screen: Screen, name: str) -> Steps:
    """Enter the name of the new playlist."""
    yield from screen.wait_for(text="Save")
    yield from screen.tap(screen.need(editable=True))
    yield from screen.type(name)
    yield from screen.tap_on(text="Save")
    yield from screen.wait_while(text="Add to new playlist")


def create_playlists(
    screen: Screen,
    create: Callable[[Screen, str, Sequence[str]], Steps],
    *playlists: tuple[str, str],
) -> Steps:
    """Open the folder, and create playlists there.

    Args:
        screen: The screen.
        create: Creates a playlist from its name and files.
        *playlists: Names, each with the files as the goal lists them.
    """
    yield from open_videos(screen)
    for name, files in playlists:
        yield from create(screen, name, files.split(", "))


def _create(screen: Screen, name: str, files: Sequence[str]) -> Steps:
    """Select the files, the first by a long press, and add them to a new playlist."""
    first, *others = files
    yield from screen.scroll_to(text=first)
    yield from screen.long_press(screen.need(text=first))
    yield from screen.wait_for(contains=" selected")
    for file in others:
        yield from screen.tap_on(text=file)
    yield from screen.tap(screen.need(description="Add to playlist"))
    yield from save_as(screen, name)


def create_playlist(screen: Screen, playlist_name: str, files: str) -> Steps:
    """Open the folder, select the files in order, and save the playlist."""
    yield from create_playlists(screen, _create, (playlist_name, files))


def create_two_playlists(
    screen: Screen, playlist_name1: str, files1: str, playlist_name2: str, files2: str
) -> Steps:
    """Create both playlists, in the same folder."""
    playlists = (playlist_name1, files1), (playlist_name2, files2)
    yield from create_playlists(screen, _create, *playlists)


SCRIPTS: dict[str, Script] = {
    "VlcCreatePlaylist": create_playlist,
    "VlcCreateTwoPlaylists": create_two_playlists,
}
