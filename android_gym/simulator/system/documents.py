"""Addresses of documents: ``content://`` URIs of the external storage provider, and their paths."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote, unquote

__all__ = ["document_path", "document_uri"]

_STORAGE: Final = "/storage/emulated/0"
_EXTERNAL: Final = "content://com.android.externalstorage.documents"


def document_uri(path: str) -> str:
    """The address under which other apps open a file or folder of shared storage."""
    inside = path.removeprefix(_STORAGE).lstrip("/")
    return f"{_EXTERNAL}/document/{quote(f'primary:{inside}', safe='')}"


def document_path(uri: str) -> str | None:
    """The path behind an address, ``file:`` ones too; None where it is another provider's."""
    if uri.startswith("file://"):
        return unquote(uri.removeprefix("file://"))
    found = re.fullmatch(rf"{re.escape(_EXTERNAL)}/(?:tree/[^/]*/)?(\w+)/([^/?#]*)", uri)
    if found is None:
        return None
    kind, text = found[1], unquote(found[2])
    if kind == "root":
        return _STORAGE if text == "primary" else None
    volume, _, inside = text.partition(":")
    if volume != "primary" or ".." in inside.split("/"):
        return None
    return f"{_STORAGE}/{inside}".rstrip("/")
