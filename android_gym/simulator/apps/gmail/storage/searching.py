"""Translates searches to SQL: words, and operators such as ``from:``, ``is:unread``."""

from __future__ import annotations

import re
import shlex
from typing import Final

from android_gym.simulator.appkit.people import like
from android_gym.simulator.apps.gmail.model import ALL, SPAM, TRASH, UNREAD, Search

__all__ = ["conditions", "seen_under"]

_OPERATOR = re.compile(r"(from|to|cc|subject|is|in|label|has|filename):(.*)", re.I | re.S)
_PLACES: Final = {
    "inbox": "^i", "sent": "^f", "drafts": "^r", "draft": "^r", "starred": "^t", "trash": "^k",
    "bin": "^k", "spam": "^s", "important": "^io_im", "snoozed": "^snoozed",
    "scheduled": "^scheduled", "unread": "^u", "outbox": "^^out",
}  # fmt: skip
"""Canonical names of labels by their names in searches."""

_COLUMNS: Final = {
    "from": ("m.fromAddress",),
    "to": ("m.toAddresses", "m.ccAddresses"),
    "cc": ("m.ccAddresses",),
    "subject": ("m.subject",),
    "": ("m.subject", "m.body", "m.fromAddress", "m.toAddresses", "m.ccAddresses"),
}
_HAS: Final = (
    "EXISTS (SELECT 1 FROM message_labels WHERE message_messageId = m.messageId "
    "AND labels_id = (SELECT _id FROM labels WHERE canonicalName = ? COLLATE NOCASE))"
)
_ATTACHED: Final = "EXISTS (SELECT 1 FROM attachments WHERE messages_messageId = m.messageId{})"


class _Conditions:
    """The conditions of a search and their values, as they are collected."""

    def __init__(self) -> None:
        self.where: list[str] = []
        self.values: list[str] = []
        self.places: set[str] = set()
        self.anywhere = False

    def add(self, condition: str, *values: str) -> None:
        """Add a condition with the values of its placeholders."""
        self.where.append(condition)
        self.values += values

    def word(self, word: str) -> None:
        """Add the condition of a word in the search."""
        match = _OPERATOR.fullmatch(word)
        kind, text = (match[1].lower(), match[2]) if match else ("", word)
        if not text:
            return
        if kind in ("is", "in", "label"):
            self._place(text)
        elif kind == "has":
            self.add(_ATTACHED.format(""))
        elif kind == "filename":
            self.add(_ATTACHED.format(" AND filename LIKE ? ESCAPE '\\'"), f"%{like(text)}%")
        else:
            columns = _COLUMNS[kind]
            parts = " OR ".join(f"{column} LIKE ? ESCAPE '\\'" for column in columns)
            self.add(f"({parts})", *[f"%{like(text)}%"] * len(columns))

    def _place(self, text: str) -> None:
        if text.lower() == "read":
            self.add(f"NOT {_HAS}", UNREAD)
        elif text.lower() in ("anywhere", "all"):
            self.anywhere = True
        else:
            self.places.add(_PLACES.get(text.lower(), text))


def _read(search: Search) -> _Conditions:
    found = _Conditions()
    try:
        words = shlex.split(search.text)
    except ValueError:  # a quote is not closed
        words = search.text.split()
    for word in words:
        found.word(word)
    if search.attached:
        found.add(_ATTACHED.format(""))
    found.places |= {each for each in (search.label, UNREAD * search.unread) if each}
    for place in sorted(found.places):
        found.add(_HAS, place)
    if not found.anywhere and not found.places & {TRASH, SPAM}:
        found.add(f"NOT {_HAS} AND NOT {_HAS}", TRASH, SPAM)
    return found


def conditions(search: Search) -> tuple[str, tuple[str, ...]]:
    """Return a search's condition on messages (``m``), and the values of its placeholders."""
    found = _read(search)
    return " AND ".join(found.where) or "1", tuple(found.values)


def seen_under(search: Search) -> str:
    """Return the label under which a search views its results; "" for all messages."""
    found = _read(search)
    for place in (TRASH, SPAM):
        if place in found.places:
            return place
    return "" if found.anywhere else ALL
