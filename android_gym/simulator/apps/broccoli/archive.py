"""Files to share and back up recipes: ZIP archives of JSON and photos.

A recipe's file contains ``recipe.json`` and its photo; a backup contains ``categories.json``,
``recipes.json`` (a list) and the photos. Files that are read are untrusted: their size, number of
entries and unpacked size are limited; None is returned for any other file.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from android_gym.simulator.apps.broccoli.model import Recipe

__all__ = [
    "MOST_ARCHIVE",
    "Shared",
    "backup",
    "file_name",
    "read_backup",
    "read_shared",
    "share",
]

MOST_ARCHIVE: Final = 64 << 20
"""Maximum size in bytes of a file that is read."""

_MOST_PART: Final = 32 << 20
_MOST_UNPACKED: Final = 128 << 20
_MOST_RECIPES: Final = 20_000
_MOST_TEXT: Final = 2 << 20  # maximum characters of a text; Android can't read longer rows
_DATE: Final = (2023, 1, 1, 0, 0, 0)  # fixed, so that the same recipes always give the same bytes

_FIELDS: Final = {
    "title": "title",
    "description": "description",
    "servings": "servings",
    "preparationTime": "preparation_time",
    "source": "source",
    "ingredients": "ingredients",
    "directions": "directions",
}


class Shared(NamedTuple):
    """A recipe read from or written to a file."""

    recipe: Recipe
    categories: tuple[str, ...] = ()
    photo: bytes = b""


def file_name(title: str) -> str:
    """Return a file name for a recipe, from the letters, digits and dashes of its title."""
    return re.sub(r"[^\w-]+", "_", title).strip("_")[:60] or "recipe"


def _plain(shared: Shared, photo: str) -> dict[str, Any]:
    recipe = shared.recipe
    return {
        **{key: getattr(recipe, name) for key, name in _FIELDS.items()},
        "favorite": recipe.favorite,
        "categories": list(shared.categories),
        "imageName": photo if shared.photo else "",
    }


def _packed(parts: Iterable[tuple[str, bytes]]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts:
            archive.writestr(zipfile.ZipInfo(name, _DATE), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=True, indent=1).encode()


def share(shared: Shared) -> bytes:
    """Return the file of a single recipe."""
    parts = [("recipe.json", _json(_plain(shared, "photo.jpg")))]
    if shared.photo:
        parts.append(("photo.jpg", shared.photo))
    return _packed(parts)


def backup(recipes: Sequence[Shared], categories: Sequence[str]) -> bytes:
    """Return the backup of all recipes and categories."""
    named = [(f"photos/{number}.jpg", shared) for number, shared in enumerate(recipes, start=1)]
    plain = [_plain(shared, name) for name, shared in named]
    parts = [("categories.json", _json(list(categories))), ("recipes.json", _json(plain))]
    parts += [(name, shared.photo) for name, shared in named if shared.photo]
    return _packed(parts)


class _Reader:
    """The entries of an archive, within the limits."""

    def __init__(self, content: bytes) -> None:
        self._archive = zipfile.ZipFile(io.BytesIO(content))
        self._sizes = {info.filename: info.file_size for info in self._archive.infolist()}
        self._left = _MOST_UNPACKED

    def bytes(self, name: str) -> bytes:
        """Return an entry's content; empty if it is missing or too large."""
        if name not in self._sizes:
            return b""
        most = min(_MOST_PART, self._left)
        with self._archive.open(name) as part:
            content = part.read(most + 1)  # the archive's size fields can't be trusted
        if len(content) > most:
            return b""
        self._left -= len(content)
        return content

    def json(self, name: str) -> Any:
        """Return an entry parsed as JSON; None if it is invalid."""
        try:
            return json.loads(self.bytes(name).decode())
        except (ValueError, RecursionError):
            return None


def _opened(content: bytes) -> _Reader | None:
    try:
        return _Reader(content)
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError, EOFError):
        return None


_BROKEN: Final = (
    zipfile.BadZipFile, zlib.error, RuntimeError, EOFError, OSError, ValueError,
)  # fmt: skip
"""Errors raised for a damaged, encrypted or unsupported entry of an archive."""


def _text(value: Any) -> str:
    # A lone surrogate can't be stored.
    return value[:_MOST_TEXT].encode("utf-8", "replace").decode() if isinstance(value, str) else ""


def _texts(value: Any) -> tuple[str, ...]:
    found = [_text(item) for item in value] if isinstance(value, list) else []
    return tuple(text for text in found if text)


def _shared(plain: Any, reader: _Reader) -> Shared | None:
    if not isinstance(plain, dict):
        return None
    texts: dict[str, Any] = {name: _text(plain.get(key)) for key, name in _FIELDS.items()}
    photo = _text(plain.get("imageName"))
    return Shared(
        Recipe(**texts, favorite=plain.get("favorite") is True),
        _texts(plain.get("categories")),
        reader.bytes(photo) if photo else b"",
    )


def read_shared(content: bytes) -> Shared | None:
    """Parse the file of a single recipe; None for any other file."""
    reader = _opened(content)
    try:
        return _shared(reader.json("recipe.json"), reader) if reader is not None else None
    except _BROKEN:
        return None


def read_backup(content: bytes) -> tuple[list[Shared], tuple[str, ...]] | None:
    """Parse a backup of recipes and categories; None for any other file."""
    reader = _opened(content)
    if reader is None:
        return None
    try:
        listed = reader.json("recipes.json")
        if not isinstance(listed, list) or len(listed) > _MOST_RECIPES:
            return None
        found = [_shared(plain, reader) for plain in listed]
        categories = _texts(reader.json("categories.json"))
    except _BROKEN:
        return None
    return [shared for shared in found if shared is not None], categories
