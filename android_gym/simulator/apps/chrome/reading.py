"""Reading for Chrome: pages and what belongs to them, from files and from other apps.

There is no network behind this phone: an address of the web is one that can't be reached.
"""

from __future__ import annotations

import posixpath
from html import escape
from typing import Final
from urllib.parse import quote, unquote, urlsplit

from android_gym.errors import AndroidGymError, FileError
from android_gym.simulator.appkit.web import mime_of
from android_gym.simulator.apps.chrome.urls import scheme_of
from android_gym.simulator.system.documents import document_path
from android_gym.simulator.system.files import Files
from android_gym.simulator.system.mime_types import OTHER
from android_gym.simulator.ui.activity import Context
from android_gym.simulator.web.data_urls import read_data_url
from android_gym.simulator.web.inputs import Response

__all__ = [
    "STORAGE_PERMISSION",
    "is_page",
    "loadable",
    "may_lead",
    "read_address",
    "shared_path",
]

STORAGE_PERMISSION: Final = "android.permission.READ_EXTERNAL_STORAGE"

_BINARY: Final = frozenset(range(32)) - frozenset(b"\t\n\f\r\x1b")
"""Bytes that no text has (net::LooksLikeBinary)."""

_SNIFFED: Final = 1024
"""Bytes at the beginning of a file that say whether it is text."""

_PAGES: Final = frozenset(("application/json", "application/xhtml+xml", "application/xml"))
_SHARED: Final = ("/sdcard", "/storage", "/mnt/sdcard", "/data/media")


def _file_path(url: str) -> str | None:
    """Return the path of a ``file:`` address of this phone; None where it is another host's."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    if parts.netloc not in ("", "localhost"):
        return None
    return posixpath.normpath(unquote(parts.path) or "/")


def shared_path(url: str) -> str | None:
    """Return the path of a ``file:`` address in shared storage; None for any other address."""
    path = _file_path(url) if scheme_of(url) == "file" else None
    inside = path is not None and any(path == top or path.startswith(f"{top}/") for top in _SHARED)
    return path if inside else None


def loadable(url: str) -> bool:
    """Return whether an address is one that an engine may be given at all."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    if parts.scheme in ("http", "https"):
        return bool(parts.hostname)
    return parts.scheme in ("file", "content", "data") or url.partition("#")[0] == "about:blank"


def may_lead(page: str, url: str) -> bool:
    """Return whether a page may lead to an address, as Chrome's rules for local pages have it."""
    scheme, own = scheme_of(url), scheme_of(page)
    if scheme in ("chrome", "chrome-native", "view-source", "data", "javascript", ""):
        return False
    if scheme in ("file", "content"):
        return own == scheme
    return True


def read_address(context: Context, url: str) -> Response:
    """Return what lies at an address.

    Args:
        context: Chrome's.
        url: An address of any kind.

    Returns:
        Content and type, or the error's name.
    """
    scheme = scheme_of(url)
    if scheme in ("http", "https"):
        known = "ERR_INTERNET_DISCONNECTED" if loadable(url) else "ERR_INVALID_URL"
        return Response(error=known)
    if scheme == "data":
        held = read_data_url(url)
        return Response(error="ERR_INVALID_URL") if held is None else Response(held[1], held[0])
    if url.partition("#")[0] == "about:blank":
        return Response(b"", "text/html")
    if scheme == "content":
        return _content(context, url.partition("#")[0])
    if scheme != "file":
        return Response(error="ERR_UNKNOWN_URL_SCHEME")
    path = _file_path(url)
    if path is None or "\0" in path:
        return Response(error="ERR_INVALID_URL")
    if shared_path(url) is not None:
        if not context.granted(STORAGE_PERMISSION):
            return Response(error="ERR_ACCESS_DENIED")
    elif not context.system.files.may(path, context.uid, "r"):
        missing = not context.system.files.exists(path)
        return Response(error="ERR_FILE_NOT_FOUND" if missing else "ERR_ACCESS_DENIED")
    return _read(context.system.files, path)


def _read(files: Files, path: str) -> Response:
    try:
        if files.is_dir(path):
            return Response(_listing(files, path), "text/html")
        data = files.read(path)
    except FileError:
        return Response(error="ERR_FILE_NOT_FOUND")
    mime = mime_of(path)
    if mime == OTHER and not any(byte in _BINARY for byte in data[:_SNIFFED]):
        mime = "text/plain"
    return Response(data, mime)


def is_page(mime: str) -> bool:
    """Return whether Chrome shows what is of a type; anything else it downloads."""
    kind = mime.partition(";")[0].strip().lower()
    return kind.partition("/")[0] in ("text", "image", "audio", "video") or kind in _PAGES


def _listing(files: Files, path: str) -> bytes:
    """Return a page with links to what is in a folder: folders first, as Chrome lists them."""
    stats = sorted(files.stats(path).items(), key=lambda item: (item[1].kind != "dir", item[0]))
    rows = []
    for name, stat in stats:
        folder = stat.kind == "dir"
        shown = name + "/" * folder
        size = "" if folder else f"{stat.size} B"
        rows.append(f'<tr><td><a href="{quote(shown)}">{escape(shown)}</a><td align=right>{size}')
    inside = path.rstrip("/")
    up = '<p><a href="..">[parent directory]</a>' if inside else ""
    base = escape(f"file://{quote(inside)}/")
    title = f"Index of {escape(inside)}/"
    return (
        f'<!DOCTYPE html><meta charset="utf-8"><base href="{base}"><title>{title}</title>'
        f"<h1>{title}</h1>{up}<table><tr><th align=left>Name<th>Size{''.join(rows)}</table>"
    ).encode()


def _content(context: Context, url: str) -> Response:
    path, files = document_path(url), context.system.files
    if path is not None:  # a provider opens files alone
        return Response(error="ERR_FILE_NOT_FOUND") if files.is_dir(path) else _read(files, path)
    authority = url.removeprefix("content://").partition("/")[0]
    try:
        provider = context.find_provider(authority)
        if provider is None:
            return Response(error="ERR_FILE_NOT_FOUND")
        return Response(provider.read(url), provider.get_type(url) or "application/octet-stream")
    except (AndroidGymError, ValueError):
        return Response(error="ERR_FILE_NOT_FOUND")
