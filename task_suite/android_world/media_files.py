"""Sound files that tasks put on the phone, made in memory."""

from __future__ import annotations

from typing import Final

from android_gym.errors import OptionError

__all__ = ["FRAME_MS", "make_mp3"]

FRAME_MS: Final = 72
"""Length of a frame of sound; lengths of files are multiples of it."""

LONGEST_MS: Final = 3 * 3600 * 1000

# A frame of MPEG 2.5, layer III: 576 samples at 8 kHz, mono, 8 kbit/s, no padding. That is 72 bytes
# for 72 ms, the least that MP3 knows. A frame whose side information is zero is silent.
_HEADER: Final = bytes((0xFF, 0xE3, 0x18, 0xC4))
_FRAME_BYTES: Final = 72
_SIDE_BYTES: Final = 9


def make_mp3(title: str, artist: str, album: str, duration_ms: int) -> bytes:
    """Make a silent MP3 file that says what it is.

    Args:
        title: Title of the song; like the others left out where it is empty.
        artist: Whose it is.
        album: Name of its album.
        duration_ms: How long it plays; rounded to whole frames of `FRAME_MS`, at least one.

    Returns:
        The file: an ID3v2.3 tag, a frame that tells how many frames follow, and those: 1 kB for
        each second.

    Raises:
        OptionError: If the length is negative, or more than three hours.
    """
    if not 0 <= duration_ms <= LONGEST_MS:
        raise OptionError(f"duration_ms must be from 0 to {LONGEST_MS}, got {duration_ms!r}.")
    count = max(1, round(duration_ms / FRAME_MS))
    frame = _HEADER.ljust(_FRAME_BYTES, b"\0")
    total = (count + 1) * _FRAME_BYTES
    # Flags 3: the number of frames and that of bytes follow.
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
