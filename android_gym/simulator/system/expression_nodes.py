"""Regular expressions as trees: the nodes, and what can be told of them."""

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
    """A pattern with more nodes or deeper nesting than any sensible one has."""


class Work(Protocol):
    """A payer of work; see `Budget`."""

    def spend(self, units: int) -> None:
        """Take units of about a microsecond each; raise an exception when none are left."""


@dataclass(frozen=True, slots=True)
class Chars:
    """One character out of ranges of code points, both ends included."""

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
    """Nodes one after the other."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several nodes."""

    options: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """A node repeated; `most` is None for no limit."""

    node: Node
    least: int
    most: int | None


@dataclass(frozen=True, slots=True)
class Group:
    """A node whose place is remembered; groups are numbered from 1."""

    node: Node
    number: int


@dataclass(frozen=True, slots=True)
class BackReference:
    """The text that a group has matched."""

    number: int


@dataclass(frozen=True, slots=True)
class Negation:
    """Any text that the node does not match: ``!(...)`` of shell patterns."""

    node: Node


@dataclass(frozen=True, slots=True)
class Assertion:
    """A place between characters."""

    kind: Literal["start", "end", "edge", "inside", "word_start", "word_end"]


Node: TypeAlias = Chars | Sequence | Choice | Repeat | Group | BackReference | Negation | Assertion
ANY: Final = Chars(((0, _MAX_CODE),))
WORD: Final = Chars(((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)))


def nodes_in(node: Node) -> Iterator[Node]:
    """Yield the node and all below it."""
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
    """Return the nodes right below a node."""
    if isinstance(node, Sequence):
        return node.items
    if isinstance(node, Choice):
        return node.options
    if isinstance(node, Repeat | Group | Negation):
        return (node.node,)
    return ()


def literal_of(node: Node) -> str | None:
    """Return the only text that a node matches, if there is one."""
    if isinstance(node, Chars):
        ((low, high), *more) = node.ranges or ((0, 1),)
        return chr(low) if low == high and not more and not node.negated else None
    if isinstance(node, Sequence):
        texts = [literal_of(item) for item in node.items]
        return None if None in texts else "".join(text for text in texts if text is not None)
    return None


def first_chars(node: Node) -> Chars | None:
    """Return the characters that a match can begin with; None where that is not simple."""
    while isinstance(node, Sequence | Group):
        if isinstance(node, Group):
            node = node.node
        elif node.items:
            node = node.items[0]
        else:
            return None
    return node if isinstance(node, Chars) else None
