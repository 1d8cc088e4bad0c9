"""Second ways to create playlists, adding files one by one from their sheets."""

from __future__ import annotations

from collections.abc import Sequence

from android_gym.task_suite.android_world.vlc.demonstrations import create_playlists, save_as
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS"]


def _create(screen: Screen, name: str, files: Sequence[str]) -> Steps:
    """Create the playlist with the first file; append the others to it."""
    for number, file in enumerate(files):
        yield from screen.scroll_to(text=file)
        yield from screen.lift_above({"resource_id": "fab"}, text=file)
        row = screen.need(text=file)
        yield from screen.tap(screen.need(description="More Actions", beside=row))
        yield from screen.tap_on(text="Add to playlist")
        if number == 0:
            yield from save_as(screen, name)
        else:
            yield from screen.tap_on(text=name, resource_id="textView16")
            yield from screen.wait_while(text="Add to new playlist")


def create_playlist(screen: Screen, playlist_name: str, files: str) -> Steps:
    """Open the folder and add the files one by one."""
    yield from create_playlists(screen, _create, (playlist_name, files))


def create_two_playlists(
    screen: Screen, playlist_name1: str, files1: str, playlist_name2: str, files2: str
) -> Steps:
    """Create the second playlist first."""
    playlists = (playlist_name2, files2), (playlist_name1, files1)
    yield from create_playlists(screen, _create, *playlists)


SCRIPTS: dict[str, Script] = {
    "VlcCreatePlaylist": create_playlist,
    "VlcCreateTwoPlaylists": create_two_playlists,
}
