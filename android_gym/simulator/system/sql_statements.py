"""Splits SQL scripts into statements and strips comments."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["split_statements"]


_SQL_TOKEN: Final = re.compile(
    r"\s++|--[^\n]*+|/\*.*?(?:\*/|\Z)|'[^']*+'?|\"[^\"]*+\"?|`[^`]*+`?|\[[^\]]*+\]?|\w++|.",
    re.DOTALL,
)


_SQL_STATEMENT: Final = re.compile(
    r"(?:[^-/'\"`\[;]++|'[^']*+'?|--[^\n]*+|/\*.*?(?:\*/|\Z)|\"[^\"]*+\"?|`[^`]*+`?|\[[^\]]*+\]?|[^;])*+;?",
    re.DOTALL,
)
"""One statement outside of triggers, with its semicolon; written so as not to backtrack."""


def split_statements(sql: str) -> list[str]:
    """Split a script into statements, ignoring semicolons in strings, comments and triggers."""
    whole = sql.strip()
    if whole.find(";") in (-1, len(whole) - 1):  # most scripts are one statement
        return [whole] if _strip_comments(whole).strip("; \t\r\n") else []
    if "TRIGGER" not in sql.upper():  # only triggers contain semicolons
        pieces = [match.group().strip() for match in _SQL_STATEMENT.finditer(sql)]
        return [piece for piece in pieces if _strip_comments(piece).strip("; \t\r\n")]
    statements: list[str] = []
    start = 0
    words: list[str] = []  # first words of the statement
    last = ("", "")
    for match in _SQL_TOKEN.finditer(sql):
        token = match.group()
        if token[0].isspace() or token.startswith(("--", "/*")):
            continue
        word = token.upper() if len(token) < 16 else ""
        if token == ";" and (last == (";", "END") or not _creates_trigger(words)):
            statements.append(sql[start : match.end()].strip())
            start = match.end()
            words.clear()
            last = ("", "")
            continue
        # SQLite's own tokenizer accepts any number of these.
        temporary = word in ("TEMP", "TEMPORARY") and words[-1:] == ["CREATE"]
        if len(words) < 6 and not temporary:
            words.append(word)
        last = (last[1], word)
    rest = sql[start:].strip()
    return [piece for piece in (*statements, rest) if _strip_comments(piece).strip("; \t\r\n")]


def _creates_trigger(words: list[str]) -> bool:
    """Return whether a statement that begins with these words creates a trigger."""
    text = " ".join(words)
    for prefix in ("EXPLAIN ", "QUERY PLAN "):
        text = text.removeprefix(prefix)
    return text.startswith("CREATE TRIGGER")


def _strip_comments(sql: str) -> str:
    """Remove leading comments, which is enough to see whether a statement has any content."""
    return re.sub(r"\A(?:\s+|--[^\n]*(?:\n|\Z)|/\*.*?(?:\*/|\Z))+", "", sql, flags=re.DOTALL)
