"""Lyrics of songs: plain text, or synced with the song (LRC)."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import Final

from android_gym.errors import FileError
from android_gym.simulator.apps.retro_music.model import Song
from android_gym.simulator.apps.retro_music.tags import MOST_TEXT, read_lyrics
from android_gym.simulator.ui.activity import Context

__all__ = ["Lyrics", "lrc_path", "lyrics_of", "parse_lrc"]

MOST_LINES: Final = 2_000
_STAMP: Final = re.compile(r"\[(\d{1,3}):(\d{1,2})(?:[.:](\d{1,3}))?\]")

Line = tuple[int, str]
"""A line of synced lyrics: its time in ms from the beginning, and its text."""


@dataclass(frozen=True)
class Lyrics:
    """Lyrics of a song.

    Attributes:
        text: The stored text; empty if there are no lyrics.
        lines: The synced lines, sorted by time; empty if the lyrics aren't synced.
        in_file: Whether they come from a file next to the song's.
    """

    text: str = ""
    lines: tuple[Line, ...] = ()
    in_file: bool = False

    def place(self, position_ms: int) -> int:
        """Return the index of the line at a playback position; -1 before the first."""
        return bisect_right(self.lines, position_ms, key=lambda line: line[0]) - 1


def parse_lrc(text: str) -> tuple[Line, ...]:
    """Parse lines that begin with ``[minutes:seconds.hundredths]``; skip others."""
    found: list[Line] = []
    for line in text.splitlines()[:MOST_LINES]:
        rest, times = line.strip(), []
        while stamp := _STAMP.match(rest):
            fraction = (stamp[3] or "0").ljust(3, "0")
            times.append((int(stamp[1]) * 60 + int(stamp[2])) * 1000 + int(fraction))
            rest = rest[stamp.end() :]
        found += [(time, rest.strip()) for time in times]
    return tuple(sorted(found, key=lambda line: line[0]))[:MOST_LINES]


def lrc_path(song: Song) -> str:
    """Return the path of a song's synced lyrics: the song's, with the extension ``.lrc``."""
    folder, _, name = song.path.rpartition("/")
    return f"{folder}/{name.rpartition('.')[0] or name}.lrc"


def lyrics_of(context: Context, song: Song) -> Lyrics:
    """Return a song's lyrics, from the file next to it or from its tag."""
    files = context.system.files
    try:
        data = files.read(lrc_path(song)) if files.is_file(lrc_path(song)) else b""
        if lines := parse_lrc(text := data[:MOST_TEXT].decode("utf-8", "replace")):
            return Lyrics(text, lines, in_file=True)
        text = read_lyrics(files.read(song.path))
    except FileError:
        return Lyrics()
    return Lyrics(text, parse_lrc(text))
