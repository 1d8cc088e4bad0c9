"""Converts bodies of messages to plain text."""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape
from typing import Final

__all__ = ["LONGEST_BODY", "plain_text", "snippet_of"]

_MARKUP = re.compile(r"<(?:!doctype|html|body|div|p|br|span|table|a|b|i|h[1-6])\b[^<>]*>", re.I)
_HIDDEN = re.compile(r"<(style|script|head|title)\b[^>]*>.*?(?:</\1\s*>|$)", re.I | re.S)
_BREAK = re.compile(r"<(?:br|/p|/div|/tr|/h[1-6]|/li)\b[^<>]*>", re.I)
_TAG = re.compile(r"<[^<>]*>")
LONGEST_BODY: Final = 100_000
"""Largest number of characters of a body that is shown."""


@lru_cache(maxsize=256)
def plain_text(body: str) -> str:
    """Return a body as plain text, converted from HTML if it contains any markup."""
    body = body[:LONGEST_BODY]
    if not _MARKUP.search(body):
        return body
    body = _BREAK.sub("\n", re.sub(r"\s+", " ", _HIDDEN.sub("", body)))
    lines = (line.strip() for line in unescape(_TAG.sub("", body)).split("\n"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def snippet_of(body: str) -> str:
    """Return the beginning of a body as a single line."""
    return " ".join(plain_text(body[:1000]).split())[:200]
