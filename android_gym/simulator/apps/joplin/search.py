"""Joplin's query language, translated to SQL conditions on ``notes``.

Words match as prefixes and all are required; phrases are quoted, ``-`` excludes, and filters
such as ``title:``, ``notebook:``, ``tag:``, ``type:`` or ``iscompleted:`` restrict. ``any:1``
accepts any one of the terms, and a leading ``/`` searches for the literal text.
"""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

from android_gym.simulator.system.accents import without_accents

__all__ = ["Condition", "condition", "normalise", "words"]

LONGEST: Final = 1_000
"""Maximum number of characters used of a query."""

MOST_TERMS: Final = 40
"""Maximum number of terms used of a query; each is a separate condition."""

_TERM: Final = re.compile(r'(-?)(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))')
_WORD: Final = re.compile(r"[^\W_]+")
_UNSPACED: Final = re.compile(r"[\u0e01-\u0eff\u2e80-\U0010ffff]")
"""Scripts without spaces between words (Thai, Lao, CJK), which the index can't search."""

_INDEXED: Final = "notes.id IN (SELECT id FROM notes_fts WHERE notes_fts MATCH ?)"


class Condition(NamedTuple):
    """An SQL condition with its parameters."""

    sql: str
    values: tuple[Any, ...]


def normalise(text: str) -> str:
    """Return text in the index's form: lower case, without accents."""
    return without_accents(text.lower())


def words(query: str) -> list[str]:
    """Return the words that a query searches for in any column, in order."""
    found = []
    for minus, name, phrase, word in _TERM.findall(query[:LONGEST])[:MOST_TERMS]:
        if not minus and (not name or name not in _FILTERS):
            found += _WORD.findall(normalise(phrase or word))
    return found


def condition(query: str, now_ms: int) -> Condition | None:
    """Return a query's condition; None if the query is empty.

    Args:
        query: The typed query.
        now_ms: Current time, which ``day-1`` and the like are relative to.
    """
    text = query.strip()[:LONGEST]
    if text.startswith("/"):
        return _anywhere(text[1:].strip()) if text[1:].strip() else None
    found: list[Condition] = []
    either = False
    for minus, name, phrase, word in _TERM.findall(text)[:MOST_TERMS]:
        value = phrase or word
        if not name and value.endswith(":") and value[:-1] in _FILTERS:
            continue  # a filter that is still being typed
        if name == "any":
            either = value == "1"
            continue
        made = _FILTERS[name](value, now_ms) if name in _FILTERS else None
        if name and made is None and name not in _FILTERS:
            made = _matching("", f"{name} {value}", bool(phrase))
        elif not name:
            made = _matching("", value, bool(phrase))
        if made is not None:
            found.append(Condition(f"NOT ({made.sql})", made.values) if minus else made)
    if not found:
        return None
    joined = (" OR " if either else " AND ").join(f"({each.sql})" for each in found)
    return Condition(joined, tuple(value for each in found for value in each.values))


def _anywhere(text: str) -> Condition:
    sign = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    like = f"%{sign}%"
    sql = "notes.title LIKE ? ESCAPE '\\' OR notes.body LIKE ? ESCAPE '\\'"
    return Condition(sql, (like, like))


def _matching(column: str, text: str, phrase: bool) -> Condition | None:
    """Return the condition for a word or phrase in one column of the index, or in any."""
    plain = normalise(text)
    if _UNSPACED.search(plain):
        return _anywhere(text)
    parts = _WORD.findall(plain)
    if not parts:
        return None
    star = "" if phrase and not text.endswith("*") else "*"
    # The star belongs to the last word: the words before it must match whole.
    if column:
        expression = " ".join(f"{column}:{part}" for part in parts) + star
    else:
        expression = f'"{" ".join(parts)}{star}"'
    return Condition(_INDEXED, (expression,))


def _in(column: str) -> Any:
    return lambda value, _: _matching(column, value, phrase=False)


def _like(value: str) -> str:
    """Return a LIKE pattern, in which a star matches anything."""
    sign = value.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return sign.replace("*", "%")


def _notebook(value: str, _: int) -> Condition:
    sql = (
        "notes.parent_id IN (WITH RECURSIVE inside(id) AS (SELECT id FROM folders WHERE title "
        "LIKE ? ESCAPE '\\' UNION SELECT folders.id FROM folders JOIN inside ON "
        "folders.parent_id = inside.id) SELECT id FROM inside)"
    )
    return Condition(sql, (_like(value),))


def _tag(value: str, _: int) -> Condition:
    sql = (
        "notes.id IN (SELECT note_id FROM note_tags JOIN tags ON tags.id = tag_id "
        "WHERE tags.title LIKE ? ESCAPE '\\')"
    )
    return Condition(sql, (_like(value.lower()),))


def _type(value: str, _: int) -> Condition | None:
    kinds = {"note": 0, "todo": 1}
    return Condition("notes.is_todo = ?", (kinds[value],)) if value in kinds else None


def _completed(value: str, _: int) -> Condition | None:
    if value not in ("0", "1"):
        return None
    return Condition("notes.is_todo = 1 AND (notes.todo_completed > 0) = ?", (int(value),))


def _id(value: str, _: int) -> Condition:
    return Condition("notes.id = ?", (value,))


def _source(value: str, _: int) -> Condition:
    return Condition("notes.source_url LIKE ? ESCAPE '\\'", (_like(value),))


_DAY_MS: Final = 86_400_000
_AGO: Final = re.compile(r"^(day|week|month|year)([+-]\d{1,4})$")
_DATE: Final = re.compile(r"^(\d{4})(\d\d)?(\d\d)?$")
_DAYS: Final = {"day": 1, "week": 7, "month": 30, "year": 365}


def _since(column: str) -> Any:
    """Return a filter for notes since a time: ``20231015``, ``2023``, ``day-2``."""

    def made(value: str, now_ms: int) -> Condition | None:
        ago, day = _AGO.match(value), _DATE.match(value)
        if ago is not None:
            start = now_ms // _DAY_MS * _DAY_MS + int(ago[2]) * _DAYS[ago[1]] * _DAY_MS
        elif day is not None:
            import datetime as dt

            year, month, date = (int(part or "1") for part in day.groups())
            try:
                moment = dt.datetime(year, month, date, tzinfo=dt.UTC)
            except ValueError:
                return None
            start = int(moment.timestamp() * 1000)
        else:
            return None
        return Condition(f"notes.{column} >= ?", (start,))

    return made


_FILTERS: Final[dict[str, Any]] = {
    "title": _in("title"),
    "body": _in("body"),
    "notebook": _notebook,
    "tag": _tag,
    "type": _type,
    "iscompleted": _completed,
    "id": _id,
    "sourceurl": _source,
    "created": _since("user_created_time"),
    "updated": _since("user_updated_time"),
    "due": _since("todo_due"),
}
