"""URLs of pages on the phone, and of the same pages in the engine, which has no ``content:``."""

from __future__ import annotations

from typing import Final

__all__ = ["inside", "outside"]

_CONTENT: Final = "content://"
_CONTENT_INSIDE: Final = "file:///.content/"


def inside(url: str) -> str:
    """Return the engine's URL of a page, from the phone's."""
    return _CONTENT_INSIDE + url.removeprefix(_CONTENT) if url.startswith(_CONTENT) else url


def outside(url: str) -> str:
    """Return the phone's URL of a page, from the engine's."""
    return _CONTENT + url.removeprefix(_CONTENT_INSIDE) if url.startswith(_CONTENT_INSIDE) else url
