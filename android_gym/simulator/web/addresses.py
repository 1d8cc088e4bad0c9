"""URLs of pages on the phone, and of the same pages in the engine, which has no ``content:``."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["inside", "outside"]

_CONTENT: Final = "content://"
_CONTENT_INSIDE: Final = "file:///.content/"
_BLOB: Final = re.compile(r"(blob:.*/)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.DOTALL)
_SAME: Final = r"\g<1>00000000-0000-4000-8000-000000000000"


def inside(url: str) -> str:
    """Return the engine's URL of a page, from the phone's."""
    return _CONTENT_INSIDE + url.removeprefix(_CONTENT) if url.startswith(_CONTENT) else url


def outside(url: str) -> str:
    """Return the phone's URL of a page, from the engine's.

    The engine names blobs at random; on the phone all have the same name.
    """
    if url.startswith("blob:"):
        return _BLOB.sub(_SAME, url, count=1)
    return _CONTENT + url.removeprefix(_CONTENT_INSIDE) if url.startswith(_CONTENT_INSIDE) else url
