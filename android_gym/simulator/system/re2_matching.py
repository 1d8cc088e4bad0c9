"""Expressions in RE2, which takes time in proportion to the text."""

from __future__ import annotations

from typing import Final

from android_gym.simulator.system.expression_nodes import (
    ANY,
    WORD,
    Assertion,
    Chars,
    Choice,
    Group,
    Node,
    Repeat,
    Sequence,
    Span,
    Work,
    children_of,
    nodes_in,
)

__all__ = ["BYTES_PER_UNIT", "Finder", "Subject", "is_plain"]


STEPS_PER_UNIT: Final = 256
"""Bytes times instructions that RE2 simulates in one unit where an automaton is too large."""

_MAX_MEMORY: Final = 8 << 20
"""Bytes that RE2 may use for one pattern; half of it bounds the compiled program."""


BYTES_PER_UNIT: Final = 1024
"""Bytes that RE2's automaton reads in one unit of work, a microsecond."""


_MAX_WIDTH: Final = 12
"""Choices of a pattern, so that its automaton has at most some thousand states; see `_width`."""
_RE2_ASSERTIONS: Final = {"start": r"\A", "end": r"\z", "edge": r"\b", "inside": r"\B"}


class Subject:
    """A text with its UTF-8, which RE2 reads, and the way between their offsets.

    Bytes that are no UTF-8 are lone surrogates (``surrogateescape``). They are passed as RE2's
    three-byte form of one character, so that ``.`` matches each.
    """

    __slots__ = ("_byte", "_char", "_data", "ascii", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.ascii = text.isascii()
        self._data: bytes | None = None
        self._char = self._byte = 0

    @property
    def data(self) -> bytes:
        """The text as RE2 reads it."""
        if self._data is None:
            self._data = self.text.encode("utf-8", "surrogatepass")
        return self._data

    def to_byte(self, char: int) -> int:
        """Return the offset in bytes of an offset in characters."""
        if self.ascii:
            return char
        if char < self._char:
            self._char = self._byte = 0
        piece = self.text[self._char : char]
        self._byte += len(piece.encode("utf-8", "surrogatepass"))
        self._char = char
        return self._byte

    def to_char(self, byte: int) -> int:
        """Return the offset in characters of an offset in bytes."""
        if self.ascii:
            return byte
        if byte < self._byte:
            self._char = self._byte = 0
        self._char += len(self.data[self._byte : byte].decode("utf-8", "surrogatepass"))
        self._byte = byte
        return self._char


class Finder:
    """RE2's side of an expression."""

    __slots__ = ("_regex", "_slow")

    def __init__(self, source: str, longest: bool, simulated: bool) -> None:
        import re2

        options = re2.Options()
        options.longest_match = longest
        options.dot_nl = True
        options.log_errors = False
        options.max_mem = _MAX_MEMORY
        self._regex = re2.compile(source.encode(), options)
        self._slow = self._regex.programsize if simulated else 0

    @classmethod
    def make(cls, node: Node, *, groups: bool = False) -> Finder | None:
        """Return RE2's program, or None where RE2 has none."""
        import re2

        try:
            source = _emit(node, groups)
            return cls(source, not groups, groups or _width(node) > _MAX_WIDTH)
        except (_BeyondRE2, re2.error):  # or it repeats too often, or is too large
            return None

    def _pay(self, size: int, work: Work) -> None:
        slow = self._slow
        work.spend(2 + (size * slow // STEPS_PER_UNIT if slow else size // BYTES_PER_UNIT))

    def search(self, subject: Subject, start: int, work: Work) -> Span | None:
        """Return the first match from a place on."""
        self._pay(len(subject.text) - start, work)
        found = self._regex.search(subject.data, subject.to_byte(start))
        if found is None:
            return None
        left, right = found.span()
        return subject.to_char(left), subject.to_char(right)

    def match(self, subject: Subject, work: Work) -> Span | None:
        """Return the match that begins where the text does."""
        self._pay(len(subject.text), work)
        found = self._regex.match(subject.data)
        return None if found is None else (0, subject.to_char(found.end()))

    def matches(self, subject: Subject, work: Work) -> bool:
        """Return whether it matches the whole text."""
        self._pay(len(subject.text), work)
        return self._regex.fullmatch(subject.data) is not None

    def spans(self, subject: Subject, span: Span, work: Work) -> list[Span | None]:
        """Return where the groups of a match are."""
        self._pay(span[1] - span[0], work)
        start, end = (subject.to_byte(place) for place in span)
        found = self._regex.fullmatch(subject.data, start, end)
        assert found is not None, "RE2 does not match where it has matched"
        spans: list[Span | None] = []
        for number in range(self._regex.groups + 1):
            left, right = found.span(number)
            inside = left >= 0
            spans.append((subject.to_char(left), subject.to_char(right)) if inside else None)
        return spans


class _BeyondRE2(Exception):
    """A pattern has something that RE2 has not."""


def _emit(node: Node, groups: bool) -> str:
    """Return a node in RE2's syntax.

    Raises:
        _BeyondRE2: If RE2 can't have it.
    """
    if isinstance(node, Chars):
        return _emit_chars(node)
    if isinstance(node, Sequence):
        return _emit_sequence(node, groups)
    if isinstance(node, Choice):
        return f"(?:{'|'.join(_emit(option, groups) for option in node.options)})"
    if isinstance(node, Group):
        return f"({'' if groups else '?:'}{_emit(node.node, groups)})"
    if isinstance(node, Repeat):
        most = "" if node.most is None else str(node.most)
        return f"(?:{_emit(node.node, groups)}){{{node.least},{most}}}"
    if isinstance(node, Assertion) and node.kind in _RE2_ASSERTIONS:
        return _RE2_ASSERTIONS[node.kind]
    raise _BeyondRE2


def _emit_chars(chars: Chars) -> str:
    if chars == ANY:
        return "."
    body = "".join(rf"\x{{{low:x}}}-\x{{{high:x}}}" for low, high in chars.ranges)
    return f"[{'^' * chars.negated}{body}]"


def _emit_sequence(node: Sequence, groups: bool) -> str:
    """Return a sequence; the start of a word before a word character is any edge of a word."""
    out: list[str] = []
    for place, item in enumerate(node.items):
        beside: Node | None = None
        if isinstance(item, Assertion) and item.kind == "word_start":
            beside = node.items[place + 1] if place + 1 < len(node.items) else None
        elif isinstance(item, Assertion) and item.kind == "word_end":
            beside = node.items[place - 1] if place else None
        out.append(r"\b" if _is_word(beside) else _emit(item, groups))
    return "".join(out)


def _is_word(node: Node | None) -> bool:
    """Return whether a node matches one or more word characters and nothing else."""
    if isinstance(node, Repeat):
        return node.least > 0 and _is_word(node.node)
    return (
        isinstance(node, Chars)
        and not node.negated
        and bool(node.ranges)
        and all(
            any(first <= low and high <= last for first, last in WORD.ranges)
            for low, high in node.ranges
        )
    )


def _width(node: Node) -> int:
    """Return how many choices a pattern leaves open, which an automaton has to combine."""
    if isinstance(node, Chars):
        ((low, high), *more) = node.ranges or ((0, 1),)
        return int(node.negated or bool(more) or low != high)
    inner = sum(_width(child) for child in children_of(node))
    if isinstance(node, Choice):
        return inner + 1
    return inner * (node.most or max(node.least, 1)) if isinstance(node, Repeat) else inner


def is_plain(node: Node) -> bool:
    """Return whether taking each part as long as possible, left to right, is POSIX's answer.

    It is where nothing is chosen, no group repeats, and no group has two parts that share its text
    between them. All else goes to the exact engine.
    """
    for part in nodes_in(node):
        if isinstance(part, Choice):
            return False
        if isinstance(part, Repeat) and not isinstance(part.node, Chars):
            return False
        if isinstance(part, Group):
            if sum(isinstance(inner, Repeat) for inner in nodes_in(part.node)) > 1:
                return False
    return True
