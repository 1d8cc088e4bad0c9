"""Error pages for pages that can't be loaded, in our own words."""

from __future__ import annotations

from html import escape
from typing import Final

__all__ = ["error_page"]

_WORDS: Final = {
    "ERR_INTERNET_DISCONNECTED": (
        "No internet",
        "Try:",
        ("Turning off airplane mode", "Turning on mobile data or Wi-Fi", "Checking the signal"),
    ),
    "ERR_FILE_NOT_FOUND": (
        "File not found",
        "Perhaps it was moved, renamed or deleted.",
        (),
    ),
    "ERR_ACCESS_DENIED": (
        "Access to the file was denied",
        "Chrome may not read this file, or it is gone.",
        (),
    ),
    "ERR_UNKNOWN_URL_SCHEME": (
        "This page can\u2019t be opened",
        "Chrome does not know addresses of this kind.",
        (),
    ),
    "ERR_INVALID_URL": (
        "This site can\u2019t be reached",
        "The address is not a valid one.",
        (),
    ),
}
_PAGE: Final = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{address}</title>
<style>
  body {{ margin: 20vh 24px 0; font: 15px sans-serif; color: {color}; background: {ground}; }}
  h1 {{ font-size: 24px; font-weight: 500; }}
  li {{ margin: 6px 0; }}
  #code {{ margin-top: 24px; font-size: 12px; opacity: .7; }}
</style></head>
<body><h1>{title}</h1><p id="summary">{text}</p>{tips}<div id="code">{error}</div></body></html>
"""


def error_page(url: str, error: str, *, dark: bool = False) -> bytes:
    """Return the page that says why a URL can't be loaded.

    Args:
        url: The URL.
        error: Chrome's error name, such as ``ERR_FILE_NOT_FOUND``.
        dark: Whether the page is dark.
    """
    unknown = ("This site can\u2019t be reached", "The page could not be loaded.", ())
    title, text, tips = _WORDS.get(error, unknown)
    listed = "".join(f"<li>{escape(tip)}</li>" for tip in tips)
    return _PAGE.format(
        address=escape(url[:200]),
        title=escape(title),
        text=escape(text),
        tips=f"<ul>{listed}</ul>" if listed else "",
        error=escape(error),
        color="#e8eaed" if dark else "#202124",
        ground="#202124" if dark else "#fff",
    ).encode()
