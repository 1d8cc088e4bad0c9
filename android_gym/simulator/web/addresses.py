"""Addresses, as the phone has them and as the engine does: it has no ``content:``."""

from __future__ import annotations

from typing import Final

__all__ = ["inside", "outside"]

_CONTENT: Final = "content://"
_CONTENT_INSIDE: Final = "file:///.content/"


def inside(url: str) -> str:
    """Return the address that the engine knows a page by."""
    return _CONTENT_INSIDE + url.removeprefix(_CONTENT) if url.startswith(_CONTENT) else url


def outside(url: str) -> str:
    """Return the address that the phone knows a page by."""
    return _CONTENT + url.removeprefix(_CONTENT_INSIDE) if url.startswith(_CONTENT_INSIDE) else url
