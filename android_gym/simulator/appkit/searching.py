"""Search and replace with text that users type, in time linear in the text."""

from __future__ import annotations

from typing import Any


def compile_search(
    text: str, *, regex: bool, ignore_case: bool = False, multiline: bool = False
) -> Any | None:
    """Compile a search pattern.

    Apps use Java's or JavaScript's patterns. RE2 has nearly the same syntax, except for
    back-references and look-around, which can take exponential time.

    Args:
        text: A regular expression, or plain text.
        regex: Whether it is a regular expression.
        ignore_case: Whether case is ignored.
        multiline: Whether ``^`` and ``$`` also match at the ends of lines.

    Returns:
        An object with `re.Pattern`'s methods; None if the regular expression is invalid.
    """
    import re2

    options = re2.Options()
    options.case_sensitive = not ignore_case
    options.log_errors = False
    options.max_mem = 8 << 20
    try:
        source = text if regex else re2.escape(text)
        return re2.compile(f"(?m){source}" if multiline else source, options)
    except (re2.error, UnicodeEncodeError):
        return None


def count_matches(pattern: Any, text: str) -> int:
    """Count the matches of a pattern of `compile_search`."""
    return sum(1 for _ in pattern.finditer(text))


def replace_matches(pattern: Any, new: str, text: str, count: int, *, regex: bool) -> str | None:
    """Replace matches like Java's Matcher.

    Args:
        pattern: A pattern of `compile_search`.
        new: The replacement; if `regex` is set, ``$1`` stands for a group.
        text: The text to replace in.
        count: Most replacements; 0 for all.
        regex: Whether the pattern is a regular expression.

    Returns:
        The new text; None if the replacement refers to a group that doesn't exist.
    """
    pieces = _pieces(new, pattern.groups) if regex else [new]
    if pieces is None:
        return None
    replaced: str = pattern.sub(
        lambda match: "".join(
            piece if isinstance(piece, str) else match.group(piece) or "" for piece in pieces
        ),
        text,
        count,
    )
    return replaced


def _pieces(new: str, groups: int) -> list[str | int] | None:
    """Split a replacement into texts and group numbers."""
    pieces: list[str | int] = []
    place = 0
    while place < len(new):
        char = new[place]
        place += 1
        if char not in "$\\":
            pieces.append(char)
            continue
        following = new[place : place + 1]
        place += 1
        if not following or (char == "$" and following not in "0123456789"):
            return None
        if char == "$" and int(following) > groups:
            return None
        pieces.append(int(following) if char == "$" else following)
    return pieces
