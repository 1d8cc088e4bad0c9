"""Metadata of media files: tags, duration and size, read without decoding."""

from __future__ import annotations

import io
import mimetypes
import posixpath
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal

from android_gym.simulator.system.media.headers import read_mp4, read_picture

if TYPE_CHECKING:
    from tinytag import TinyTag

__all__ = [
    "MAX_TAG",
    "MediaMetadata",
    "MediaType",
    "media_type_of",
    "mime_type_of",
    "read_metadata",
]

MediaType = Literal["image", "audio", "video", "none"]

MAX_TAG: Final = 512
"""Maximum characters of a tag; longer ones are truncated."""

MOST_READS: Final = 100_000
"""Maximum number of reads by the tag reader before it is stopped."""

MOST_READ_BYTES: Final = 32 << 20
"""Maximum bytes that it may read, counting repeated reads."""

MOST_DURATION_MS: Final = 1 << 40

_MIME_TYPES: Final = {
    ".3gp": "video/3gpp", ".3gpp": "video/3gpp", ".aac": "audio/aac", ".amr": "audio/amr",
    ".avi": "video/avi", ".avif": "image/avif", ".bmp": "image/x-ms-bmp", ".flac": "audio/flac",
    ".gif": "image/gif", ".heic": "image/heic", ".jpeg": "image/jpeg", ".jpg": "image/jpeg",
    ".m3u": "audio/x-mpegurl", ".m3u8": "audio/x-mpegurl", ".m4a": "audio/mp4",
    ".m4v": "video/mp4", ".mid": "audio/midi", ".mkv": "video/x-matroska",
    ".mov": "video/quicktime", ".mp3": "audio/mpeg", ".mp4": "video/mp4", ".mpg": "video/mpeg",
    ".oga": "audio/ogg", ".ogg": "audio/ogg", ".ogv": "video/ogg", ".opus": "audio/ogg",
    ".png": "image/png", ".svg": "image/svg+xml", ".ts": "video/mp2ts", ".wav": "audio/x-wav",
    ".webm": "video/webm", ".webp": "image/webp", ".wma": "audio/x-ms-wma",
    ".wmv": "video/x-ms-wmv",
}  # fmt: skip
"""Types by extension where Android's table differs from Python's, or Python's versions differ."""

_OTHERS = mimetypes.MimeTypes()
"""Python's own table, without the host's files."""

_PLAYLISTS: Final = frozenset({"audio/x-mpegurl", "audio/x-scpls"})


@dataclass(frozen=True)
class MediaMetadata:
    """Metadata of a media file; None, 0 or "" where unknown.

    Attributes:
        mime_type: MIME type by the file's name, as MediaStore determines it.
        media_type: "image", "audio" or "video", by the MIME type; "none" for other files.
        title: Song title.
        artist: Performer.
        album: Album title.
        album_artist: Artist of the album.
        composer: Composer.
        genre: Genre.
        track: Track number on its disc, plus 1000 times the disc number from the second disc on.
        year: Year of release.
        duration_ms: Length in milliseconds.
        width: Pixels as stored, before rotation.
        height: Pixels as stored.
        bitrate: Bits per second.
        sample_rate: Samples per second.
        channels: 1 or 2.
        orientation: Degrees clockwise to rotate a picture or video by for display.
        taken: When a picture was taken, in EXIF's format.
    """

    mime_type: str
    media_type: MediaType
    title: str | None = None
    artist: str | None = None
    album: str | None = None
    album_artist: str | None = None
    composer: str | None = None
    genre: str | None = None
    track: int | None = None
    year: int | None = None
    duration_ms: int = 0
    width: int = 0
    height: int = 0
    bitrate: int = 0
    sample_rate: int = 0
    channels: int = 0
    orientation: int = 0
    taken: str = ""


@lru_cache(maxsize=4096)
def mime_type_of(name: str) -> str:
    """Return the MIME type of a file by its name."""
    extension = posixpath.splitext(name)[1].lower()
    known = _MIME_TYPES.get(extension)
    return known or _OTHERS.guess_type(f"x{extension}")[0] or "application/octet-stream"


def media_type_of(mime_type: str) -> MediaType:
    """Return the media type of a MIME type."""
    match mime_type.partition("/")[0]:
        case "image":
            return "image"
        case "audio" if mime_type not in _PLAYLISTS:
            return "audio"
        case "video":
            return "video"
    return "none"


def read_metadata(name: str, data: bytes) -> MediaMetadata:
    """Read a file's metadata.

    Args:
        name: File name; its extension determines the type.
        data: Content, which may be arbitrary bytes.
    """
    mime_type = mime_type_of(name)
    found = MediaMetadata(mime_type, media_type_of(mime_type))
    if found.media_type == "image":
        picture = read_picture(data)
        if picture is None:
            return found
        return replace(
            found,
            width=picture.width,
            height=picture.height,
            orientation=picture.rotation,
            taken=picture.taken,
        )
    if found.media_type == "none":
        return found
    extension = posixpath.splitext(name)[1].lower()
    found = _with_tags(found, _tags(extension, data))
    boxes = read_mp4(data)
    if boxes is not None:
        found = replace(
            found,
            duration_ms=boxes.duration_ms,
            width=boxes.width,
            height=boxes.height,
            orientation=boxes.rotation,
            sample_rate=found.sample_rate or boxes.sample_rate,
            channels=found.channels or boxes.channels,
        )
    if found.duration_ms and not found.bitrate:
        found = replace(found, bitrate=len(data) * 8000 // found.duration_ms)
    return found


class _Bounded(io.BytesIO):
    """A file that limits the number and the bytes of reads."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self._reads = 0
        self._bytes = 0

    def read(self, size: int | None = -1, /) -> bytes:
        self._reads += 1
        read = super().read(size)
        self._bytes += len(read)
        if self._reads > MOST_READS or self._bytes > MOST_READ_BYTES:
            raise ValueError("The file has too much to read.")
        return read


def _tags(extension: str, data: bytes) -> TinyTag | None:
    """Return a file's tags; without duration if the audio is broken."""
    from tinytag import TinyTag, TinyTagException

    for duration in (True, False):
        try:
            return TinyTag.get(f"x{extension}", file_obj=_Bounded(data), duration=duration)
        except (TinyTagException, ValueError, RecursionError, MemoryError):
            continue
    return None


def _with_tags(found: MediaMetadata, tags: TinyTag | None) -> MediaMetadata:
    if tags is None:
        return found
    track = _number(tags.track, 999)
    disc = _number(tags.disc, 99)
    if track is not None and disc is not None and disc > 1:
        track += 1000 * disc
    return replace(
        found,
        title=_text(tags.title),
        artist=_text(tags.artist),
        album=_text(tags.album),
        album_artist=_text(tags.albumartist),
        composer=_text(tags.composer),
        genre=_text(tags.genre),
        track=track,
        year=_number((tags.year or "")[:4], 9999) or None,
        duration_ms=_whole(tags.duration, 1000, MOST_DURATION_MS),
        bitrate=_whole(tags.bitrate, 1000, 1 << 31),
        sample_rate=_whole(tags.samplerate, 1, 1 << 20),
        channels=_whole(tags.channels, 1, 64),
    )


def _text(tag: str | None) -> str | None:
    """Return a tag as one line of printable text; None if nothing is left."""
    if tag is None:
        return None
    shown = "".join(c if c.isprintable() else " " for c in tag[: 2 * MAX_TAG])
    return " ".join(shown.encode("utf-8", "replace").decode().split())[:MAX_TAG] or None


def _number(tag: str | int | None, most: int) -> int | None:
    text = str(tag or "")
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        return None
    return int(text) if int(text) <= most else None


def _whole(number: float | None, times: int, most: int) -> int:
    """Return a scaled number rounded; 0 if it is missing, not finite or out of range."""
    value = (number or 0) * times
    return round(value) if 0 < value < most else 0
