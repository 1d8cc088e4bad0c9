"""Matching with RE2, which takes time linear in the text."""

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
"""Instructions times bytes that RE2 simulates per unit of work if its automaton is too large."""

_MAX_MEMORY: Final = 8 << 20
"""Bytes that RE2 may use for one pattern; half of them limit the compiled program."""


BYTES_PER_UNIT: Final = 1024
"""Bytes that RE2's automaton reads per unit of work, a microsecond."""


_MAX_WIDTH: Final = 12
"""Choices in a pattern, so that its automaton has at most a few thousand states; see `_width`."""
_RE2_ASSERTIONS: Final = {"start": r"\A", "end": r"\z", "edge": r"\b", "inside": r"\B"}


class Subject:
    """A text with its UTF-8 encoding, which RE2 reads, and the mapping between their offsets.

    Invalid UTF-8 bytes are lone surrogates in the text (``surrogateescape``). They are passed to
    RE2 as three-byte characters, so that ``.`` matches each.
    """

    __slots__ = ("_byte", "_char", "_data", "ascii", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.ascii = text.isascii()
        self._data: bytes | None = None
        self._char = self._byte = 0

    @property
    def data(self) -> bytes:
        """The text's bytes as RE2 reads them."""
        if self._data is None:
            self._data = self.text.encode("utf-8", "surrogatepass")
        return self._data

    def to_byte(self, char: int) -> int:
        """Convert an offset in characters to one in bytes."""
        if self.ascii:
            return char
        if char < self._char:
            self._char = self._byte = 0
        piece = self.text[self._char : char]
        self._byte += len(piece.encode("utf-8", "surrogatepass"))
        self._char = char
        return self._byte

    def to_char(self, byte: int) -> int:
        """Convert an offset in bytes to one in characters."""
        if self.ascii:
            return byte
        if byte < self._byte:
            self._char = self._byte = 0
        self._char += len(self.data[self._byte : byte].decode("utf-8", "surrogatepass"))
        self._byte = byte
        return self._char


class Finder:
    """A pattern compiled by RE2."""

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
        """Compile a pattern for RE2; None if RE2 does not support it."""
        import re2

        try:
            source = _emit(node, groups)
            return cls(source, not groups, groups or _width(node) > _MAX_WIDTH)
        except (_BeyondRE2, re2.error):  # or too many repetitions, or too large
            return None

    def _pay(self, size: int, work: Work) -> None:
        slow = self._slow
        work.spend(2 + (size * slow // STEPS_PER_UNIT if slow else size // BYTES_PER_UNIT))

    def search(self, subject: Subject, start: int, work: Work) -> Span | None:
        """Return the first match at or after a position."""
        self._pay(len(subject.text) - start, work)
        found = self._regex.search(subject.data, subject.to_byte(start))
        if found is None:
            return None
        left, right = found.span()
        return subject.to_char(left), subject.to_char(right)

    def match(self, subject: Subject, work: Work) -> Span | None:
        """Return the match at the start of the text."""
        self._pay(len(subject.text), work)
        found = self._regex.match(subject.data)
        return None if found is None else (0, subject.to_char(found.end()))

    def matches(self, subject: Subject, work: Work) -> bool:
        """Return whether the pattern matches the whole text."""
        self._pay(len(subject.text), work)
        return self._regex.fullmatch(subject.data) is not None

    def spans(self, subject: Subject, span: Span, work: Work) -> list[Span | None]:
        """Return the spans of a match's groups."""
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
    """A pattern uses a feature that RE2 lacks."""


def _emit(node: Node, groups: bool) -> str:
    """Return a node in RE2's syntax.

    Raises:
        _BeyondRE2: If RE2 does not support it.
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
    r"""Return a sequence in RE2's syntax; a word start before a word character becomes ``\b``."""
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
    """Return the number of choices in a pattern, which multiply an automaton's states."""
    if isinstance(node, Chars):
        ((low, high), *more) = node.ranges or ((0, 1),)
        return int(node.negated or bool(more) or low != high)
    inner = sum(_width(child) for child in children_of(node))
    if isinstance(node, Choice):
        return inner + 1
    return inner * (node.most or max(node.least, 1)) if isinstance(node, Repeat) else inner


def is_plain(node: Node) -> bool:
    """Return whether greedy left-to-right matching gives POSIX's groups.

    It does if the pattern has no alternatives, no repeated group, and no group with two parts that
    compete for its text. Everything else needs the exact engine.
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
