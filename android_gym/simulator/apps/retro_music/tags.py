"""ID3 tags of MP3 files: reads lyrics, and writes the fields of the tag editor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["FRAMES", "MOST_TEXT", "read_lyrics", "with_tags"]

FRAMES: Final = {
    "title": "TIT2",
    "album": "TALB",
    "artist": "TPE1",
    "album_artist": "TPE2",
    "composer": "TCOM",
    "genre": "TCON",
    "year": "TYER",
    "track": "TRCK",
    "disc": "TPOS",
    "lyrics": "USLT",
}
"""ID3v2.3 frames by the names of their fields."""

MOST_TEXT: Final = 1 << 16
"""Longest text, in bytes, that is read or written."""

_HEADER: Final = 10


def _size(data: bytes) -> int:
    """Decode a synchsafe integer: four bytes with seven bits each."""
    value = 0
    for byte in data:
        value = value << 7 | byte & 0x7F
    return value


def _safe(value: int) -> bytes:
    """Encode a synchsafe integer: four bytes with seven bits each."""
    return bytes(value >> shift & 0x7F for shift in (21, 14, 7, 0))


def _tag_length(data: bytes) -> int:
    """Return the length in bytes of the tag at the beginning of a file; 0 if there is none."""
    if data[:3] != b"ID3" or len(data) < _HEADER:
        return 0
    return min(len(data), _HEADER + _size(data[6:10]))


def _frames(data: bytes) -> list[tuple[str, bytes]]:
    """Return the frames of an ID3v2.3 or v2.4 tag, as far as they can be read."""
    end, place = _tag_length(data), _HEADER
    found: list[tuple[str, bytes]] = []
    fourth = data[3:4] == b"\x04"
    while place + _HEADER <= end and len(found) < 1000:
        name = data[place : place + 4]
        if not name.isalnum() or not name.isascii():
            break
        raw = data[place + 4 : place + 8]
        size = _size(raw) if fourth else int.from_bytes(raw, "big")
        start = place + _HEADER
        if size < 0 or start + size > end:
            break
        found.append((name.decode("ascii"), data[start : start + size]))
        place = start + size
    return found


def _encoded(name: str, text: str) -> bytes:
    content = b"\x01" + (b"eng\xff\xfe\x00\x00" if name == "USLT" else b"")
    content += text.encode("utf-16")[:MOST_TEXT]
    return name.encode("ascii") + len(content).to_bytes(4, "big") + b"\0\0" + content


def with_tags(data: bytes, texts: Mapping[str, str]) -> bytes | None:
    """Write tags into an MP3 file.

    Args:
        data: The file.
        texts: Texts by the names in `FRAMES`; an empty one removes the frame.

    Returns:
        The file with a new tag; None if it is not an MP3 file.
    """
    length = _tag_length(data)
    sound = data[length:]
    if not length and not (len(data) > 1 and data[0] == 0xFF and data[1] & 0xE0 == 0xE0):
        return None
    changed = {FRAMES[name]: text for name, text in texts.items()}
    body = b""
    for name, content in _frames(data):
        if name not in changed:
            body += name.encode("ascii") + len(content).to_bytes(4, "big") + b"\0\0" + content
    for name, text in changed.items():
        if text:
            body += _encoded(name, text)
    return b"ID3\x03\x00\x00" + _safe(len(body)) + body + sound


def read_lyrics(data: bytes) -> str:
    """Return the lyrics in a file's tag; empty if there are none."""
    for name, content in _frames(data):
        if name == "USLT" and len(content) > 4:
            return _decoded(content[0], content[4 : 4 + MOST_TEXT])
    return ""


def _decoded(kind: int, data: bytes) -> str:
    """Decode a frame's text after its description, in one of four encodings."""
    wide = kind in (1, 2)
    codec = ("latin-1", "utf-16", "utf-16-be", "utf-8")[kind if kind < 4 else 0]
    end = b"\0\0" if wide else b"\0"
    place = 0
    while place < len(data) and data[place : place + len(end)] != end:
        place += len(end)
    return data[place + len(end) :].decode(codec, "replace").rstrip("\0")
