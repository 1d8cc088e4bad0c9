"""URLs: which one typed text stands for, and how Chrome displays them."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote_plus, unquote, urlsplit

from android_gym.simulator.apps.chrome.model import BLANK, NTP, RECENT_TABS

__all__ = [
    "ADDRESSES",
    "ENGINES",
    "MOST_CHARACTERS",
    "address_of",
    "scheme_of",
    "shortened",
    "site",
]

MOST_CHARACTERS: Final = 2 << 20
"""Length of the longest URL (url::kMaxURLChars)."""

ENGINES: Final = (
    ("google", "Google", "https://www.google.com/search?q="),
    ("bing", "Bing", "https://www.bing.com/search?q="),
    ("yahoo", "Yahoo!", "https://search.yahoo.com/search?p="),
    ("duckduckgo", "DuckDuckGo", "https://duckduckgo.com/?q="),
    ("ecosia", "Ecosia", "https://www.ecosia.org/search?q="),
)
"""Search engines: key, name, and the URL that the query is appended to."""

_SCHEME: Final = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]*):")
_HOST: Final = re.compile(
    r"(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|(?:[\w-]{1,63}\.)+[a-zA-Z]{2,24})"
    r"(?::\d{1,5})?(?:[/?#].*)?",
    re.DOTALL,
)
ADDRESSES: Final = frozenset(
    ("http", "https", "file", "content", "about", "chrome", "chrome-native", "data", "javascript",
     "view-source", "blob", "ftp")
)  # fmt: skip
"""Schemes of URLs that Chrome handles itself."""


def scheme_of(url: str) -> str:
    """Return a URL's scheme in lower case; empty if it has none."""
    found = _SCHEME.match(url)
    return found[1].lower() if found else ""


def address_of(typed: str, engine: str = "google") -> str:
    """Return the URL that a text in the address bar stands for.

    Args:
        typed: The text that was typed.
        engine: Key of the search engine for text that isn't a URL.

    Returns:
        The URL; empty if nothing was typed.
    """
    text = typed.strip()
    if not text:
        return ""
    scheme = scheme_of(text)
    if scheme in ("about", "chrome"):
        page = text.partition(":")[2].strip("/").lower()
        if scheme == "about" and re.match(r"blank(?:[?#]|$)", page):
            return f"{BLANK}{text[len(BLANK) :]}"
        pages = {"blank": BLANK, "newtab": NTP, "recent-tabs": RECENT_TABS}
        return pages.get(page, f"chrome://{page}/")
    if scheme == "javascript":
        return text
    if scheme in ("http", "https"):  # with any number of slashes
        rest = text.partition(":")[2].lstrip("/\\")
        return f"{scheme}://{rest.replace(' ', '%20')}"
    if scheme == "file" and (text[5:] == "//" or not text[5:].startswith("//")):
        return f"file:///{text[5:].lstrip('/').replace(' ', '%20')}"
    if scheme in ADDRESSES:
        return text.replace(" ", "%20")
    if text.startswith("/") and " " not in text:
        return f"file://{text}"
    if " " not in text and _HOST.fullmatch(text):
        host = text if "/" in text else f"{text}/"
        return f"http://{host}"
    base = next((base for key, _, base in ENGINES if key == engine), ENGINES[0][2])
    return base + quote_plus(text)


def shortened(url: str) -> str:
    """Return a URL as the address bar displays it: without ``http://``, ``www.`` and the like."""
    if url in (NTP, RECENT_TABS):
        return ""
    for start in ("https://", "http://"):
        if url.startswith(start):
            rest = url.removeprefix(start).removeprefix("www.")
            return rest.removesuffix("/") if rest.count("/") == 1 else rest
    return url


def site(url: str) -> str:
    """Return what lists show below a page's title: its host, or the whole URL of others."""
    scheme = scheme_of(url)
    if scheme in ("http", "https"):
        try:
            return (urlsplit(url).hostname or "").removeprefix("www.")
        except ValueError:
            return url
    return unquote(url) if scheme == "file" else url
