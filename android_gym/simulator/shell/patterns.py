"""Shell patterns (``*``, ``?``, ``[a-z]``, ``@(a|b)``), matched in bounded time.

In a pattern a backslash makes the next character literal.
"""

from __future__ import annotations

import re
from functools import lru_cache

from android_gym.simulator.shell.regexes import CLASSES
from android_gym.simulator.system.expression_nodes import (
    ANY,
    Assertion,
    Chars,
    Choice,
    ExpressionTooLarge,
    Negation,
    Node,
    Repeat,
    Sequence,
    Span,
    Work,
)
from android_gym.simulator.system.matching import Expression
from android_gym.simulator.system.re2_matching import Subject

__all__ = ["Pattern", "compile_pattern", "escape", "is_magic"]

_SPECIAL = re.compile(r"[\\*?\[\]@+!()|]")
_MAGIC = re.compile(r"(?:[^\\*?\[@+!]++|\\.|[@+!](?!\())*+(?:[*?\[]|[@+!]\()", re.DOTALL)
_ANY_TEXT = Repeat(ANY, 0, None)
_REPEATS: dict[str, tuple[int, int | None]] = {"*": (0, None), "+": (1, None), "?": (0, 1)}
_MAX_DEPTH = 25


def escape(text: str) -> str:
    """Return a pattern that matches only `text`."""
    return _SPECIAL.sub(r"\\\g<0>", text)


def is_magic(pattern: str) -> bool:
    """Return whether the pattern contains special characters."""
    return _MAGIC.match(pattern) is not None


class Pattern:
    """A compiled shell pattern.

    Args:
        node: Its syntax tree.
        text: Its text, matched literally if the pattern is too large to compile.
    """

    __slots__ = ("_tail", "_whole")

    def __init__(self, node: Node, text: str) -> None:
        try:
            self._whole = Expression(node)
            self._tail = Expression(Sequence((node, Assertion("end"))))
        except ExpressionTooLarge:
            self._whole = self._tail = Expression.of_text(text)

    def matches(self, text: str, work: Work) -> bool:
        """Return whether the pattern matches the whole text."""
        return self._whole.matches(text, work)

    def search(self, subject: Subject, start: int, work: Work) -> Span | None:
        """Return the first match at or after `start`: the longest of those that begin there."""
        return self._whole.search(subject, start, work)

    def prefix(self, text: str, work: Work, *, longest: bool) -> int | None:
        """Return the end of the longest or shortest match at the text's start; None without one."""
        span = self._whole.match(Subject(text), work)
        if span is None or longest or self._whole.literal is not None:
            return None if span is None else span[1]
        if self._whole.match(Subject(""), work) is not None:
            return 0
        # Find the shortest prefix that contains a match: it is that match.
        low, high = 0, span[1]
        while high - low > 1:
            middle = (low + high) // 2
            if self._whole.match(Subject(text[:middle]), work) is None:
                low = middle
            else:
                high = middle
        return high

    def suffix(self, text: str, work: Work, *, longest: bool) -> int | None:
        """Return the start of the longest or shortest match at the text's end; None without one."""
        literal = self._whole.literal
        if literal is not None:
            return len(text) - len(literal) if text.endswith(literal) else None
        subject = Subject(text)
        span = self._tail.search(subject, 0, work)
        if span is None or longest:
            return None if span is None else span[0]
        low, high = span[0], len(text) + 1  # a match begins at or after low, none at or after high
        while high - low > 1:
            middle = (low + high) // 2
            if self._tail.search(subject, middle, work) is None:
                high = middle
            else:
                low = middle
        return low


def compile_pattern(pattern: str, work: Work, *, ignore_case: bool = False) -> Pattern:
    """Compile a shell pattern, charging `work` for it."""
    work.spend(1 + len(pattern))
    return _compile(pattern, ignore_case)


@lru_cache(maxsize=512)
def _compile(pattern: str, ignore_case: bool) -> Pattern:
    return Pattern(_Parser(pattern, ignore_case).run(), pattern)


class _Parser:
    """A one-pass parser of patterns."""

    def __init__(self, pattern: str, ignore_case: bool) -> None:
        self.pattern = pattern
        self.ignore_case = ignore_case
        self.unclosed = False  # a bracket without an end was found; later ones have none either
        self.closings = self.find_closings()

    def run(self) -> Node:
        """Return the pattern's syntax tree."""
        return self.sequence(0, len(self.pattern), 0)

    def sequence(self, position: int, end: int, depth: int) -> Node:
        """Parse the pattern between two positions."""
        pattern = self.pattern
        items: list[Node] = []
        while position < end:
            char = pattern[position]
            position += 1
            if char in "@*+?!" and depth < _MAX_DEPTH and position in self.closings:
                edges = self.closings[position]
                options = tuple(
                    self.sequence(left + 1, right, depth + 1)
                    for left, right in zip(edges, edges[1:], strict=False)
                )
                items.append(_extended(char, options))
                position = edges[-1] + 1
            elif char == "*":
                if not items or items[-1] != _ANY_TEXT:
                    items.append(_ANY_TEXT)
            elif char == "?":
                items.append(ANY)
            elif char == "[":
                node, position = self.bracket(position)
                items.append(node.folded() if self.ignore_case else node)
            else:
                if char == "\\" and position < len(pattern):
                    char = pattern[position]
                    position += 1
                node = Chars(((ord(char), ord(char)),))
                items.append(node.folded() if self.ignore_case else node)
        return items[0] if len(items) == 1 else Sequence(tuple(items))

    def find_closings(self) -> dict[int, list[int]]:
        """Find the extended groups.

        Returns:
            By the position of each group's opening: the positions of the opening, of each ``|`` in
                the group, and of the closing parenthesis.
        """
        pattern = self.pattern
        found: dict[int, list[int]] = {}
        opened: list[list[int]] = []
        position = 0
        while position < len(pattern):
            char = pattern[position]
            if char == "\\":
                position += 1
            elif char == "[":
                position = self.bracket(position + 1)[1] - 1
            elif char == "(" and position and pattern[position - 1] in "@*+?!":
                opened.append([position])
            elif opened and char == "|":
                opened[-1].append(position)
            elif opened and char == ")":
                edges = [*opened.pop(), position]
                found[edges[0]] = edges
            position += 1
        return found

    def bracket(self, position: int) -> tuple[Chars, int]:
        """Parse a bracket expression whose ``[`` is before `position`.

        Returns:
            Its characters, and the position after it; for one without an end, a literal ``[``.
        """
        pattern = self.pattern
        start = position
        if self.unclosed:
            position = len(pattern)
        negated = pattern[position : position + 1] in ("!", "^")
        position += negated
        ranges: list[tuple[int, int]] = []
        low: int | None = None  # the character before a dash, if any
        first = True
        while position < len(pattern):
            char = pattern[position]
            if char == "]" and not first:
                return Chars(tuple(ranges), negated), position + 1
            first = False
            position += 1
            if char == "[" and pattern.startswith(":", position):
                end = pattern.find(":]", position)
                name = pattern[position + 1 : end] if end > 0 else ""
                if name in CLASSES:
                    ranges.extend(CLASSES[name])
                    position = end + 2
                    low = None
                    continue
            if char == "-" and low is not None and not pattern.startswith("]", position):
                if position >= len(pattern):
                    break
                if pattern[position] == "\\":
                    position += 1
                high = ord(pattern[position : position + 1] or "\0")
                position += 1
                ranges[-1] = (low, high)
                low = None
                continue
            if char == "\\" and position < len(pattern):
                char = pattern[position]
                position += 1
            low = ord(char)
            ranges.append((low, low))
        self.unclosed = True
        return Chars(((91, 91),)), start


def _extended(char: str, options: tuple[Node, ...]) -> Node:
    """Return the node for ``@(a|b)`` and the other extended groups."""
    node = options[0] if len(options) == 1 else Choice(options)
    if char == "!":
        return Negation(node)
    return Repeat(node, *_REPEATS[char]) if char in _REPEATS else node
