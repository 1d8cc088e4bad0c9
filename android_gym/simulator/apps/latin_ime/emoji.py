"""The emoji that the keyboard has, by category and by name."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

__all__ = ["Category", "categories", "name", "search"]


class Category(NamedTuple):
    """A page of emoji.

    Attributes:
        icon: Icon of its tab.
        title: What it is called.
        emoji: The emoji.
    """

    icon: str
    title: str
    emoji: tuple[str, ...]


@cache
def categories() -> tuple[Category, ...]:
    """Return the pages of emoji."""
    lines = (Path(__file__).parent / "emoji.txt").read_text("utf-8").splitlines()
    parts = (line.split("\t") for line in lines)
    return tuple(Category(icon, title, tuple(emoji)) for icon, title, emoji in parts)


def name(emoji: str) -> str:
    """Return what an emoji is called, in small letters."""
    return unicodedata.name(emoji[0]).lower()


@lru_cache(maxsize=64)
def search(query: str) -> tuple[str, ...]:
    """Return the emoji in whose names each word of a query begins a word."""
    wanted = query.lower().split()
    return tuple(
        emoji
        for category in categories()
        for emoji in category.emoji
        if wanted and all(any(w.startswith(q) for w in name(emoji).split()) for q in wanted)
    )
