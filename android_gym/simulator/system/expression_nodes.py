"""Syntax trees of regular expressions: the nodes, and functions that analyse them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, Protocol, TypeAlias

__all__ = [
    "ANY",
    "WORD",
    "Assertion",
    "BackReference",
    "Chars",
    "Choice",
    "ExpressionTooLarge",
    "Group",
    "Negation",
    "Node",
    "Repeat",
    "Sequence",
    "Span",
    "Work",
    "children_of",
    "first_chars",
    "literal_of",
    "nodes_in",
]


Span: TypeAlias = tuple[int, int]
"""Start and end of a match, in characters."""
_MAX_CODE: Final = 0x10FFFF
_MAX_NODES: Final = 100_000
_MAX_NESTING: Final = 60


class ExpressionTooLarge(Exception):
    """A pattern that has too many nodes or is nested too deeply."""


class Work(Protocol):
    """An account that work is charged to; see `Budget`."""

    def spend(self, units: int) -> None:
        """Charge units of about a microsecond each; raises once none are left."""


@dataclass(frozen=True, slots=True)
class Chars:
    """One character from ranges of code points, both ends included."""

    ranges: tuple[tuple[int, int], ...]
    negated: bool = False

    def __contains__(self, char: str) -> bool:
        code = ord(char)
        return any(low <= code <= high for low, high in self.ranges) != self.negated

    def folded(self) -> Chars:
        """Return the set that ignores the case of ASCII letters, as bionic does."""
        added: list[tuple[int, int]] = []
        for low, high in self.ranges:
            for first, last, shift in ((0x41, 0x5A, 32), (0x61, 0x7A, -32)):
                start, end = max(low, first), min(high, last)
                if start <= end:
                    added.append((start + shift, end + shift))
        return Chars((*self.ranges, *added), self.negated) if added else self


@dataclass(frozen=True, slots=True)
class Sequence:
    """Nodes that follow one another."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice between several nodes."""

    options: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """A repeated node; `most` is None for no limit."""

    node: Node
    least: int
    most: int | None


@dataclass(frozen=True, slots=True)
class Group:
    """A node whose position is captured; groups are numbered from 1."""

    node: Node
    number: int


@dataclass(frozen=True, slots=True)
class BackReference:
    """A reference to the text that a group matched."""

    number: int


@dataclass(frozen=True, slots=True)
class Negation:
    """Any text that the node does not match: ``!(...)`` of shell patterns."""

    node: Node


@dataclass(frozen=True, slots=True)
class Assertion:
    """A position between characters."""

    kind: Literal["start", "end", "edge", "inside", "word_start", "word_end"]


Node: TypeAlias = Chars | Sequence | Choice | Repeat | Group | BackReference | Negation | Assertion
ANY: Final = Chars(((0, _MAX_CODE),))
WORD: Final = Chars(((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)))


def nodes_in(node: Node) -> Iterator[Node]:
    """Yield the node and all its descendants."""
    pending = [(node, 0)]
    count = 0
    while pending:
        node, depth = pending.pop()
        count += 1
        if count > _MAX_NODES or depth > _MAX_NESTING:
            raise ExpressionTooLarge
        yield node
        pending.extend((child, depth + 1) for child in reversed(children_of(node)))


def children_of(node: Node) -> tuple[Node, ...]:
    """Return the children of a node."""
    if isinstance(node, Sequence):
        return node.items
    if isinstance(node, Choice):
        return node.options
    if isinstance(node, Repeat | Group | Negation):
        return (node.node,)
    return ()


def literal_of(node: Node) -> str | None:
    """Return the one text that a node matches; None if it can match others."""
    if isinstance(node, Chars):
        ((low, high), *more) = node.ranges or ((0, 1),)
        return chr(low) if low == high and not more and not node.negated else None
    if isinstance(node, Sequence):
        texts = [literal_of(item) for item in node.items]
        return None if None in texts else "".join(text for text in texts if text is not None)
    return None


def first_chars(node: Node) -> Chars | None:
    """Return the characters that a match can begin with; None if they can't be told simply."""
    while isinstance(node, Sequence | Group):
        if isinstance(node, Group):
            node = node.node
        elif node.items:
            node = node.items[0]
        else:
            return None
    return node if isinstance(node, Chars) else None
