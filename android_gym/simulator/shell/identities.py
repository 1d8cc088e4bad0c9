"""Identity hash codes, as dumps name objects by."""

from __future__ import annotations

import hashlib

__all__ = ["identity"]


def identity(*parts: object) -> str:
    """Seven hexadecimal digits, as Java's identity hash codes look; the same for the same parts."""
    return (
        hashlib.md5(repr(parts).encode(), usedforsecurity=False).hexdigest()[:7].lstrip("0") or "0"
    )
