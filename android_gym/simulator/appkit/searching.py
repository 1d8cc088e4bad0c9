"""Searching and replacing by what the user types, in time linear in the text."""

from __future__ import annotations

from typing import Any


def compile_search(
    text: str, *, regex: bool, ignore_case: bool = False, multiline: bool = False
) -> Any | None:
    """Compile what is searched for.

    Apps hand it to Java's Pattern or JavaScript's. RE2 has nearly the same syntax, but neither
    back-references nor look-around, which can take for ever.

    Args:
        text: A regular expression, or plain text.
        regex: Which of them it is.
        ignore_case: Capitals make no difference.
        multiline: ``^`` and ``$`` stand for each line's ends too.

    Returns:
        An object with `re.Pattern`'s methods; None if it is no regular expression.
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
    """Count the matches of what `compile_search` returned."""
    return sum(1 for _ in pattern.finditer(text))


def replace_matches(pattern: Any, new: str, text: str, count: int, *, regex: bool) -> str | None:
    """Replace matches as Java's Matcher does.

    Args:
        pattern: Of `compile_search`.
        new: The replacement, in which ``$1`` stands for a group where `regex` is set.
        text: Where.
        count: How many; 0 for all.
        regex: It was a regular expression.

    Returns:
        The new text; None if the replacement names a group that there is not.
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
    """Take a replacement apart into texts and numbers of groups."""
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
