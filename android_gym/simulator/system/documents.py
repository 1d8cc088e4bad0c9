"""Document URIs: ``content://`` URIs of the external storage provider, and their paths."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote, unquote

from android_gym.simulator.system.activity_records import RESULT_OK
from android_gym.simulator.system.intents import Intent

__all__ = ["chosen_path", "document_path", "document_uri", "shared_path", "shared_uri"]

_STORAGE: Final = "/storage/emulated/0"
_EXTERNAL: Final = "content://com.android.externalstorage.documents"


def document_uri(path: str) -> str:
    """The URI under which other apps open a file or folder of shared storage."""
    inside = path.removeprefix(_STORAGE).lstrip("/")
    return f"{_EXTERNAL}/document/{quote(f'primary:{inside}', safe='')}"


def document_path(uri: str) -> str | None:
    """The path behind a ``content:`` or ``file:`` URI; None if it is another provider's."""
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


def shared_uri(package: str, path: str) -> str:
    """Return the URI under which an app shares a file of its cache (``FileProvider``)."""
    return f"content://{package}.provider{path}"


def shared_path(uri: str) -> str | None:
    """Return the path behind a document URI or the URI of a file that an app shares.

    None if it is neither; an app shares nothing outside its own cache.
    """
    found = re.fullmatch(r"content://([\w.]+)\.provider(/data/user/0/\1/cache/[^/?#]+)", uri)
    if found is not None:
        return found[2]
    return document_path(uri)


def chosen_path(code: int, data: Intent | None) -> str | None:
    """Return the path of the file or folder in an activity's result; None if there is none."""
    return shared_path(data.data or "") if code == RESULT_OK and data is not None else None
