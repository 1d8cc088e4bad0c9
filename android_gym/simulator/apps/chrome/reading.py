"""Reads the content of URLs for Chrome, from files and from other apps' providers.

The phone has no network, so URLs of the web can't be reached.
"""

from __future__ import annotations

import posixpath
import re
from html import escape
from ipaddress import IPv6Address
from typing import Final
from urllib.parse import SplitResult, quote, unquote, urlsplit

from android_gym.errors import AndroidGymError, FileError
from android_gym.simulator.appkit.web import mime_of
from android_gym.simulator.apps.chrome.model import BLANK
from android_gym.simulator.apps.chrome.urls import address_of, scheme_of
from android_gym.simulator.system.documents import document_path
from android_gym.simulator.system.files import Files
from android_gym.simulator.system.mime_types import OTHER
from android_gym.simulator.ui.activity import Context
from android_gym.simulator.web.data_urls import read_data_url
from android_gym.simulator.web.inputs import Response

__all__ = [
    "STORAGE_PERMISSION",
    "external_address",
    "is_page",
    "loadable",
    "may_lead",
    "read_address",
    "shared_path",
]

STORAGE_PERMISSION: Final = "android.permission.READ_EXTERNAL_STORAGE"

_BINARY: Final = frozenset(range(32)) - frozenset(b"\t\n\f\r\x1b")
"""Bytes that don't occur in text (net::LooksLikeBinary)."""

_SNIFFED: Final = 1024
"""Bytes at the beginning of a file that are examined to tell whether it is text."""

_NO_HOST: Final = re.compile(r"[\x00-\x1f#/:<>?@\[\\\]^|%\x7f]")
"""Characters that are invalid in a host; a space is valid, as Chrome 103 escapes it."""

_NAVIGATE: Final = "googlechrome://navigate?url="
"""Prefix of a URL with Chrome's own scheme, before the page's URL."""

_NUMBER: Final = re.compile(r"0[xX][0-9a-fA-F]*|[0-9]+")
_MOST_NUMBERS: Final = 4
_IMAGES: Final = frozenset(
    """
    apng avif bmp gif jpeg jpg pjpeg png svg+xml vnd.microsoft.icon webp x-icon x-png x-xbitmap
    """.split()
)
_NO_TEXTS: Final = frozenset(
    """
    calendar comma-separated-values directory ldif ofx qif rtf tab-separated-values tsv vcalendar
    vcard x-calendar x-csv x-ms-iqy x-ms-odc x-qif x-vcalendar x-vcard x-vcf
    """.split()
)
"""Text types that Chrome doesn't show (blink's kUnsupportedTextTypes)."""

_PAGES: Final = frozenset(("application/json", "application/xhtml+xml", "application/xml"))
_SHARED: Final = ("/sdcard", "/storage", "/mnt/sdcard")


def _file_path(url: str) -> str | None:
    """Return the path of a ``file:`` URL on this phone; None if it is on another host."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    if parts.netloc not in ("", "localhost"):
        return None
    path = unquote(parts.path)
    return posixpath.normpath(path if path.startswith("/") else f"/{path}")


def shared_path(url: str) -> str | None:
    """Return the path of a ``file:`` URL on shared storage; None for any other URL."""
    path = _file_path(url) if scheme_of(url) == "file" else None
    inside = path is not None and any(path == top or path.startswith(f"{top}/") for top in _SHARED)
    return path if inside else None


def loadable(url: str) -> bool:
    """Return whether a URL is valid, so that it can be passed to the engine."""
    try:
        parts = urlsplit(url.replace("\\", "/"))  # as browsers parse them
    except ValueError:
        return False
    if parts.scheme in ("http", "https"):
        return _is_reachable(parts)
    if parts.scheme == "data":
        return read_data_url(url) is not None
    if parts.scheme == "content":
        return bool(parts.netloc)
    return parts.scheme == "file" or _is_blank(url)


def _is_blank(url: str) -> bool:
    return re.split("[?#]", url, maxsplit=1)[0] == BLANK


def _is_reachable(parts: SplitResult) -> bool:
    """Return whether a URL of the web has a valid host, and a valid port if any."""
    host = unquote(parts.hostname or "")
    try:
        _ = parts.port
        if ":" in host:
            return bool(IPv6Address(host))
    except ValueError:
        return False
    if not host or _NO_HOST.search(host):
        return False
    last = host.rstrip(".").rpartition(".")[2]
    return _NUMBER.fullmatch(last) is None or _is_ipv4(host)


def _is_ipv4(host: str) -> bool:
    """Return whether a host that ends in a number is an IPv4 address: up to four valid numbers."""
    parts = host.removesuffix(".").split(".")
    if len(parts) > _MOST_NUMBERS or not all(map(_NUMBER.fullmatch, parts)):
        return False
    try:
        *first, last = (_number(part) for part in parts)
    except ValueError:  # such as 09, which is not an octal number
        return False
    return all(part < 256 for part in first) and last < 256 ** (5 - len(parts))


def _number(text: str) -> int:
    base = 16 if text[:2].lower() == "0x" else 8 if text[:1] == "0" else 10
    return int(text[2 * (base == 16) :] or "0", base)


def external_address(given: str) -> str:
    """Return the URL that another app asks for; empty if Chrome ignores it.

    Scripts, Chrome's own pages and invalid URLs are not opened for other apps
    (IntentHandler.shouldIgnoreIntent).
    """
    scheme = scheme_of(given)
    if scheme == "googlechrome":
        page = given.removeprefix(_NAVIGATE) if given.startswith(_NAVIGATE) else ""
        return page if scheme_of(page) in ("http", "https") and loadable(page) else ""
    own = scheme in ("javascript", "chrome", "chrome-native") or (
        scheme == "about" and not _is_blank(given)
    )
    broken = scheme in ("http", "https") and not loadable(address_of(given))
    return "" if own or broken else given


def may_lead(page: str, url: str) -> bool:
    """Return whether a page may navigate to a URL, by Chrome's rules for local pages."""
    scheme, own = scheme_of(url), scheme_of(page)
    if scheme in ("chrome", "chrome-native", "view-source", "data", "javascript", ""):
        return False
    if scheme in ("file", "content"):
        return own == scheme
    return True


def read_address(context: Context, url: str) -> Response:
    """Return the content of a URL.

    Args:
        context: Chrome's context.
        url: URL of any scheme.

    Returns:
        Content and type, or the name of an error.
    """
    scheme = scheme_of(url)
    if scheme in ("http", "https"):
        known = "ERR_INTERNET_DISCONNECTED" if loadable(url) else "ERR_INVALID_URL"
        return Response(error=known)
    if scheme == "data":
        held = read_data_url(url)
        return Response(error="ERR_INVALID_URL") if held is None else Response(held[1], held[0])
    if _is_blank(url):
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
    else:  # only shared storage is readable (ChromeNetworkDelegate::IsAccessAllowed)
        there = context.system.files.exists(path)
        return Response(error="ERR_ACCESS_DENIED" if there else "ERR_FILE_NOT_FOUND")
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
    """Return whether Chrome shows content of a type; it downloads anything else.

    Unlike in Chrome, this includes videos and music, as the engine would play them by the host's
    clock.
    """
    kind = mime.partition(";")[0].strip().lower()
    main, _, name = kind.partition("/")
    if main == "text":
        return name not in _NO_TEXTS
    return name in _IMAGES if main == "image" else kind in _PAGES


def _listing(files: Files, path: str) -> bytes:
    """Return a page that lists a folder with links, subfolders first, as Chrome does."""
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
    path, files = document_path(url.partition("?")[0]), context.system.files
    if path is not None:  # a provider opens files only
        return Response(error="ERR_FILE_NOT_FOUND") if files.is_dir(path) else _read(files, path)
    authority = url.removeprefix("content://").partition("/")[0]
    try:
        provider = context.find_provider(authority)
        if provider is None:
            return Response(error="ERR_FILE_NOT_FOUND")
        return Response(provider.read(url), provider.get_type(url) or "application/octet-stream")
    except (AndroidGymError, ValueError):
        return Response(error="ERR_FILE_NOT_FOUND")
