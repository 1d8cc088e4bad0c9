"""Identity hash codes, by which dumps name objects."""

from __future__ import annotations

import hashlib

__all__ = ["identity"]


def identity(*parts: object) -> str:
    """Return up to seven hexadecimal digits, like an identity hash code; equal for equal parts."""
    return (
        hashlib.md5(repr(parts).encode(), usedforsecurity=False).hexdigest()[:7].lstrip("0") or "0"
    )
