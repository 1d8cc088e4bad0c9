"""The keyboard's emoji, by category and by name."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

__all__ = ["Category", "categories", "name", "search"]


class Category(NamedTuple):
    """A category of emoji.

    Attributes:
        icon: Icon of the tab.
        title: Name of the category.
        emoji: The emoji.
    """

    icon: str
    title: str
    emoji: tuple[str, ...]


@cache
def categories() -> tuple[Category, ...]:
    """Return the categories of emoji."""
    lines = (Path(__file__).parent / "emoji.txt").read_text("utf-8").splitlines()
    parts = (line.split("\t") for line in lines)
    return tuple(Category(icon, title, tuple(emoji)) for icon, title, emoji in parts)


def name(emoji: str) -> str:
    """Return an emoji's name in lower case."""
    return unicodedata.name(emoji[0]).lower()


@lru_cache(maxsize=64)
def search(query: str) -> tuple[str, ...]:
    """Return the emoji whose names have, for each word of the query, a word that starts with it."""
    wanted = query.lower().split()
    return tuple(
        emoji
        for category in categories()
        for emoji in category.emoji
        if wanted and all(any(w.startswith(q) for w in name(emoji).split()) for q in wanted)
    )
