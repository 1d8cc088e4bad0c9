"""Downloaded files: saving them, notifying the user, and opening them."""

from __future__ import annotations

import zlib
from typing import Final

from android_gym.simulator.system.documents import document_uri
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.mime_types import name_of_type
from android_gym.simulator.system.notifications import (
    IMPORTANCE_LOW,
    Channel,
    Notification,
    PendingIntent,
)
from android_gym.simulator.ui.activity import Context

__all__ = ["ending_of", "notify_downloaded", "save_download", "viewing"]

_CHANNEL: Final = Channel("downloads", "Downloads", IMPORTANCE_LOW)
_DOWNLOADS: Final = "/storage/emulated/0/Download"
_MOST_NAME_BYTES: Final = 200
_PACKED: Final = frozenset(("bz2", "gz", "xz", "z"))
"""Extensions that may follow another one (base::FilePath::Extension)."""

_MOST_BEFORE: Final = 4


def ending_of(name: str) -> str:
    """Return a file name's extension with its dot, which may be double (``.tar.gz``), or ""."""
    stem, dot, last = name.rpartition(".")
    if not dot or not stem:
        return ""
    before, dot, first = stem.rpartition(".")
    both = dot and before and last.lower() in _PACKED and 0 < len(first) <= _MOST_BEFORE
    return f".{first}.{last}" if both else f".{last}"


def viewing(path: str, mime: str) -> Intent:
    """Return the intent that opens a downloaded file."""
    return Intent("android.intent.action.VIEW", data=document_uri(path), type=mime)


def notify_downloaded(context: Context, path: str, mime: str) -> None:
    """Post a notification that a download is complete; a tap opens the file."""
    manager = context.system.notifications
    manager.create_channel(context.package, _CHANNEL)
    manager.post(
        Notification(
            context.package,
            zlib.crc32(path.encode()) & 0x7FFFFFFF,
            path.rpartition("/")[2],
            "Download complete",
            icon="download",
            channel=_CHANNEL.id,
            content=PendingIntent(viewing(path, mime)),
        )
    )


def save_download(context: Context, name: str, data: bytes, mime: str = "") -> str:
    """Write a file to the folder Download, under another name if its own is taken.

    Args:
        context: Chrome's context.
        name: Name that the page provides; invalid characters are replaced.
        data: Content.
        mime: MIME type, which determines the extension if the name has none.

    Returns:
        Path of the file.

    Raises:
        FileError: If it can't be written.
    """
    safe = "".join("_" if c in '\\/:*?"<>|' or not c.isprintable() else c for c in name)
    safe = safe.strip(" .").encode("utf-8", "replace")[:_MOST_NAME_BYTES].decode("utf-8", "ignore")
    safe = safe or "download"
    whole = safe if "." in safe else name_of_type(safe, mime)
    ending = ending_of(whole)
    stem = whole.removesuffix(ending)
    files, number, path = context.system.files, 0, f"{_DOWNLOADS}/{stem}{ending}"
    while files.exists(path):
        number += 1
        path = f"{_DOWNLOADS}/{stem} ({number}){ending}"
    if not files.exists(_DOWNLOADS):
        files.mkdir(_DOWNLOADS, parents=True)
    files.write(path, data, owner=context.uid)
    return path
