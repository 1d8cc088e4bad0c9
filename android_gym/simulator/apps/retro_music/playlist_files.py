"""Playlists as M3U files, for "Save as file" and "Import playlist"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from android_gym.errors import FileError
from android_gym.simulator.apps.retro_music.model import Song
from android_gym.simulator.system.files import Files

__all__ = ["FOLDER", "playlist_file", "read_playlist"]

FOLDER: Final = "/storage/emulated/0/Playlists"
"""The folder in which several playlists are saved at once."""

MOST_BYTES: Final = 1 << 20
"""Largest file in bytes that is read."""


def playlist_file(songs: Sequence[Song]) -> bytes:
    """Format songs as M3U; an empty playlist is an empty file."""
    if not songs:
        return b""
    lines = ["#EXTM3U"]
    for song in songs:
        lines.append(f"#EXTINF:{song.duration},{song.artist} - {song.title}")
        lines.append(song.path)
    return "\n".join(lines).encode()


def read_playlist(files: Files, path: str, songs: Mapping[str, Song]) -> list[Song]:
    """Read the songs of an M3U file.

    Args:
        files: The phone's files.
        path: Path of the M3U file.
        songs: The phone's songs by path.

    Returns:
        The songs that the file names and that exist, each once.
    """
    try:
        if files.stat(path).size > MOST_BYTES:
            return []
        text = files.read(path).decode("utf-8", "replace")
    except FileError:
        return []
    folder = path.rpartition("/")[0]
    found: dict[int, Song] = {}
    for line in text.splitlines():
        name = line.strip()
        if name and not name.startswith("#"):
            song = songs.get(name if name.startswith("/") else f"{folder}/{name}")
            if song is not None:
                found.setdefault(song.id, song)
    return list(found.values())
