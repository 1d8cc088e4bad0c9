"""URLs that contain their content: ``data:text/plain;base64,aGk=``."""

from __future__ import annotations

import base64
import binascii
from urllib.parse import unquote_to_bytes

__all__ = ["read_base64", "read_data_url"]


def read_data_url(url: str) -> tuple[str, bytes] | None:
    """Return MIME type and content of a ``data:`` URL; None if it isn't one, or is malformed."""
    scheme, _, rest = url.partition(":")
    head, comma, text = rest.partition(",")
    if scheme.lower() != "data" or not comma:
        return None
    mime, *options = [part.strip() for part in head.split(";")]
    data = unquote_to_bytes(text)
    if "base64" in options:
        decoded = read_base64(data)
        if decoded is None:
            return None
        data = decoded
    return mime or "text/plain", data


def read_base64(data: bytes | str) -> bytes | None:
    """Return what base64 stands for; None if it is malformed."""
    try:
        return base64.b64decode(data)
    except (binascii.Error, ValueError):
        return None
