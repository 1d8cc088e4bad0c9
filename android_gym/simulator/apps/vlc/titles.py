"""Formats names, lengths and sizes as VLC does, and groups videos by their titles."""

from __future__ import annotations

import posixpath
import re
from typing import Final
from urllib.parse import quote, unquote

__all__ = [
    "AUDIO_ENDINGS",
    "GROUP_LENGTH",
    "VIDEO_ENDINGS",
    "clean_title",
    "common_prefix",
    "file_size",
    "group_key",
    "length_words",
    "media_kind",
    "mrl_of",
    "natural_key",
    "path_of",
    "plural",
    "resolution_class",
    "short_length",
]

VIDEO_ENDINGS: Final = frozenset(
    "3g2 3gp 3gp2 3gpp amv asf avi divx flv m1v m2t m2ts m2v m4v mkv mov mp2v mp4 mp4v mpe mpeg "
    "mpg mpv mts mxf ogm ogv rm rmvb tod ts vob vro webm wm wmv".split()
)
AUDIO_ENDINGS: Final = frozenset(
    "3ga a52 aac ac3 adts aif aifc aiff alac amr aob ape awb caf dts flac it m4a m4b m4p mid mka "
    "mlp mod mp1 mp2 mp3 mpa mpc oga ogg oma opus qcp ra ram rmi s3m spx tta voc vqf w64 wav wma "
    "wv xa xm".split()
)
GROUP_LENGTH: Final = 6
"""Number of letters that the titles in a group share at the beginning, at least."""

_STORAGE: Final = "/storage/emulated/0"
_BETWEEN_WORDS: Final = re.compile(r"(?<=[^\W_])[.\-]+(?=[^\W_])")
_DIGITS: Final = re.compile(r"(\d+)")
_UNITS: Final = ("B", "KB", "MB", "GB", "TB")
_RESOLUTIONS: Final = ((4320, "8K"), (2160, "4K"), (1440, "1440p"), (1080, "1080p"), (720, "720p"))


def media_kind(name: str) -> str:
    """Return "video", "audio" or "" by a file name's extension."""
    ending = posixpath.splitext(name)[1][1:].lower()
    return "video" if ending in VIDEO_ENDINGS else "audio" if ending in AUDIO_ENDINGS else ""


def clean_title(name: str) -> str:
    """Return a video's title: the file name without extension, dots and hyphens as spaces."""
    stem, ending = posixpath.splitext(name)
    if not media_kind(name):
        stem += ending
    return " ".join(_BETWEEN_WORDS.sub(" ", stem).split()) or name


def group_key(title: str) -> str:
    """Return the first six letters of a title, without a leading "the", in lower case."""
    lower = title.lower()
    return (lower[4:] if lower.startswith("the ") else lower)[:GROUP_LENGTH]


def common_prefix(first: str, second: str) -> str:
    """Return the longest common prefix of two titles, ignoring case and a leading "the"."""

    def bare(title: str) -> str:
        return title[4:] if title.lower().startswith("the ") else title

    one, other = bare(first), bare(second)
    length = 0
    for a, b in zip(one, other, strict=False):
        if a.lower() != b.lower():
            break
        length += 1
    return one[:length].rstrip() or one


def natural_key(name: str) -> tuple[tuple[int, int, str], ...]:
    """Return a sort key that orders numbers by value: ``clip 9`` before ``clip 10``."""
    parts = _DIGITS.split(name.lower()[:255])
    return tuple((0, int(p), "") if p.isdecimal() else (1, 0, p) for p in parts if p)


def short_length(milliseconds: int) -> str:
    """Return a length as ``1:30`` or ``1:02:03``; empty if unknown."""
    if milliseconds < 0:
        return ""
    seconds = milliseconds // 1000
    hours, minutes, seconds = seconds // 3600, seconds // 60 % 60, seconds % 60
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def length_words(milliseconds: int) -> str:
    """Return a length as a content description: ``1 minutes 30 seconds``."""
    seconds = max(0, milliseconds) // 1000
    hours, minutes, seconds = seconds // 3600, seconds // 60 % 60, seconds % 60
    parts = ((hours, "hours"), (minutes, "minutes"), (seconds, "seconds"))
    return " ".join(f"{count} {unit}" for count, unit in parts if count) or "0 seconds"


def file_size(count: int) -> str:
    """Return a number of bytes as ``1.2 MB``."""
    size, unit = float(max(0, count)), 0
    while size >= 1024 and unit < len(_UNITS) - 1:
        size, unit = size / 1024, unit + 1
    text = f"{size:.1f}".removesuffix(".0") if unit else str(int(size))
    return f"{text} {_UNITS[unit]}"


def resolution_class(width: int, height: int) -> str:
    """Return the name of a video's resolution: "SD", "720p" ...; empty if unknown."""
    if width <= 0 or height <= 0:
        return ""
    lines = min(width, height)
    wide = max(width, height)
    for least, name in _RESOLUTIONS:
        if lines >= least or wide >= least * 16 // 9:
            return name
    return "SD"


def plural(count: int, one: str, many: str) -> str:
    """Return ``1 video`` or ``2 videos``."""
    return f"{count} {one if count == 1 else many}"


def mrl_of(path: str) -> str:
    """Return the library's address of a file or, with a trailing slash, a folder."""
    return "file://" + quote(path, safe="/!$&'()*+,;=:@~")


def path_of(mrl: str) -> str:
    """Return the path of an address in the shared storage; empty for others."""
    path = unquote(mrl.removeprefix("file://")) if mrl.startswith("file:///") else ""
    path = posixpath.normpath(path) if path else ""
    return path if path == _STORAGE or path.startswith(_STORAGE + "/") else ""
