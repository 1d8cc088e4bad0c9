"""Files that recipes are shared and kept in: ZIP archives with JSON and photos.

A recipe's file holds ``recipe.json`` and its photo; a backup holds ``categories.json`` and
``recipes.json``, a list, with the photos beside them. What is read comes from outside: its size,
the number of its parts and what it unpacks to have limits; what is no archive of ours is None.
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
"""Bytes of the largest file that is read."""

_MOST_PART: Final = 32 << 20
_MOST_UNPACKED: Final = 128 << 20
_MOST_RECIPES: Final = 20_000
_MOST_TEXT: Final = 2 << 20  # characters of one text; a row that is longer can't be read on Android
_DATE: Final = (2023, 1, 1, 0, 0, 0)  # the same recipes give the same bytes

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
    """A recipe on its way to or from a file."""

    recipe: Recipe
    categories: tuple[str, ...] = ()
    photo: bytes = b""


def file_name(title: str) -> str:
    """Return a name for a recipe's file: letters, digits and dashes of its title."""
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
    """Return the file of one recipe."""
    parts = [("recipe.json", _json(_plain(shared, "photo.jpg")))]
    if shared.photo:
        parts.append(("photo.jpg", shared.photo))
    return _packed(parts)


def backup(recipes: Sequence[Shared], categories: Sequence[str]) -> bytes:
    """Return the file of all recipes and categories."""
    named = [(f"photos/{number}.jpg", shared) for number, shared in enumerate(recipes, start=1)]
    plain = [_plain(shared, name) for name, shared in named]
    parts = [("categories.json", _json(list(categories))), ("recipes.json", _json(plain))]
    parts += [(name, shared.photo) for name, shared in named if shared.photo]
    return _packed(parts)


class _Reader:
    """The parts of an archive, within the limits."""

    def __init__(self, content: bytes) -> None:
        self._archive = zipfile.ZipFile(io.BytesIO(content))
        self._sizes = {info.filename: info.file_size for info in self._archive.infolist()}
        self._left = _MOST_UNPACKED

    def bytes(self, name: str) -> bytes:
        """Return a part; nothing where there is none, or too much of it."""
        if name not in self._sizes:
            return b""
        most = min(_MOST_PART, self._left)
        with self._archive.open(name) as part:
            content = part.read(most + 1)  # the sizes that an archive tells may be lies
        if len(content) > most:
            return b""
        self._left -= len(content)
        return content

    def json(self, name: str) -> Any:
        """Return a part read as JSON; None where it is none."""
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
"""Errors that a damaged, encrypted or oddly packed part of an archive raises."""


def _text(value: Any) -> str:
    # A lone surrogate could not be stored.
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
    """Read the file of one recipe; None for anything else."""
    reader = _opened(content)
    try:
        return _shared(reader.json("recipe.json"), reader) if reader is not None else None
    except _BROKEN:
        return None


def read_backup(content: bytes) -> tuple[list[Shared], tuple[str, ...]] | None:
    """Read the file of all recipes and categories; None for anything else."""
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
