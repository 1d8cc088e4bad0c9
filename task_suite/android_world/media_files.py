"""Audio files for tasks, generated in memory."""

from __future__ import annotations

from typing import Final

from android_gym.errors import OptionError

__all__ = ["FRAME_MS", "make_mp3"]

FRAME_MS: Final = 72
"""Duration of an audio frame; files last a multiple of it."""

LONGEST_MS: Final = 3 * 3600 * 1000

# A frame of MPEG 2.5, layer III: 576 samples at 8 kHz, mono, 8 kbit/s, no padding. That is 72 bytes
# for 72 ms, the lowest rate of MP3. A frame with all-zero side information is silent.
_HEADER: Final = bytes((0xFF, 0xE3, 0x18, 0xC4))
_FRAME_BYTES: Final = 72
_SIDE_BYTES: Final = 9


def make_mp3(title: str, artist: str, album: str, duration_ms: int) -> bytes:
    """Make a silent MP3 file with tags.

    Args:
        title: Title of the song; left out if empty, like the others.
        artist: Its artist.
        album: Title of its album.
        duration_ms: Duration; rounded to whole frames of `FRAME_MS`, at least one.

    Returns:
        The file: an ID3v2.3 tag, a frame that holds the number of frames, and those frames: 1 kB
            per second.

    Raises:
        OptionError: If the duration is negative, or more than three hours.
    """
    if not 0 <= duration_ms <= LONGEST_MS:
        raise OptionError(f"duration_ms must be from 0 to {LONGEST_MS}, got {duration_ms!r}.")
    count = max(1, round(duration_ms / FRAME_MS))
    frame = _HEADER.ljust(_FRAME_BYTES, b"\0")
    total = (count + 1) * _FRAME_BYTES
    # Flags 3: the number of frames and of bytes follow.
    told = b"Info" + b"".join(number.to_bytes(4, "big") for number in (3, count, total))
    first = (_HEADER + bytes(_SIDE_BYTES) + told).ljust(_FRAME_BYTES, b"\0")
    return _tag(title, artist, album) + first + frame * count


def _tag(title: str, artist: str, album: str) -> bytes:
    """Write an ID3v2.3 tag in UTF-16."""
    body = b""
    for name, text in ((b"TIT2", title), (b"TPE1", artist), (b"TALB", album)):
        if text:
            content = b"\x01\xff\xfe" + text.encode("utf-16-le")
            body += name + len(content).to_bytes(4, "big") + b"\0\0" + content
    size = bytes(len(body) >> shift & 0x7F for shift in (21, 14, 7, 0))
    return b"ID3\x03\x00\x00" + size + body
