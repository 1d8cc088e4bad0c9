"""Identity hash codes and numbers, by which dumps name objects."""

from __future__ import annotations

import hashlib
from typing import Final

__all__ = ["DISPLAY_ID", "identity"]

DISPLAY_ID: Final = "4619827259835644672"
"""Number of the built-in display, as SurfaceFlinger knows it."""


def identity(*parts: object) -> str:
    """Return up to seven hexadecimal digits, like an identity hash code; equal for equal parts."""
    return (
        hashlib.md5(repr(parts).encode(), usedforsecurity=False).hexdigest()[:7].lstrip("0") or "0"
    )
