"""Pattern matching in bounded time: the engines behind ``grep``, ``sed``, ``case`` and globs.

A pattern is a tree of nodes, which the parsers of POSIX regular expressions and of shell patterns
build. RE2 matches it in time linear in the text. RE2 has no back-references, no
negated groups, no starts and ends of words, and it finds the longest match as a whole but not of
each group; for these `_Exact` computes the sets of places where each node can end. It takes
polynomial time and pays for each step, so a pattern that would take too long ends the command
instead of freezing the phone.
"""

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
    "Expression",
    "ExpressionTooLarge",
    "Group",
    "Negation",
    "Node",
    "Repeat",
    "Sequence",
    "Span",
    "Subject",
    "Work",
]

Span: TypeAlias = tuple[int, int]
"""Start and end of a match, in characters."""

_MAX_CODE: Final = 0x10FFFF
_MAX_NODES: Final = 100_000
_MAX_NESTING: Final = 60
_MAX_MEMORY: Final = 8 << 20
"""Bytes that RE2 may use for one pattern; half of it bounds the compiled program."""

_BYTES_PER_UNIT: Final = 1024
"""Bytes that RE2's automaton reads in one unit of work, a microsecond."""

_STEPS_PER_UNIT: Final = 256
"""Bytes times instructions that RE2 simulates in one unit where an automaton is too large."""

_MAX_WIDTH: Final = 12
"""Choices of a pattern, so that its automaton has at most some thousand states; see `_width`."""


class ExpressionTooLarge(Exception):
    """A pattern with more nodes or deeper nesting than any sensible one has."""


class Work(Protocol):
    """A payer of work; see `Budget`."""

    def spend(self, units: int) -> None:
        """Take units of about a microsecond each; raise an exception when none are left."""


# --- the tree ------------------------------------------------------------------------------------


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
_RE2_ASSERTIONS: Final = {"start": r"\A", "end": r"\z", "edge": r"\b", "inside": r"\B"}


# --- texts ---------------------------------------------------------------------------------------


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


# --- the expression ------------------------------------------------------------------------------


class Expression:
    """A compiled pattern. Matches are leftmost and longest, as POSIX has them.

    Attributes:
        groups: How many groups there are.
        literal: The text, if the pattern matches one text alone.
    """

    __slots__ = ("_finder", "_grouper", "_node", "_plain", "_seeker", "groups", "literal")

    def __init__(self, node: Node) -> None:
        """Compile a pattern.

        Raises:
            ExpressionTooLarge: If it has too many nodes, or nests too deeply.
        """
        self._node = node
        numbers = [part.number for part in _parts(node) if isinstance(part, Group)]
        self.groups = max(numbers, default=0)
        self.literal = _literal(node)
        self._finder = None if self.literal is not None else _Finder.make(node)
        self._seeker: _Exact | None = None
        self._grouper: _Exact | None = None
        self._plain: _Finder | None = None
        if self.groups and self._finder is not None and _is_plain(node):
            self._plain = _Finder.make(node, groups=True)

    @classmethod
    def of_text(cls, text: str) -> Expression:
        """Return the expression that matches a text alone, however long that is."""
        made = cls(Sequence(()))
        made.literal = text
        return made

    @property
    def exact(self) -> _Exact:
        """The engine that finds what RE2 can't."""
        if self._seeker is None:
            self._seeker = _Exact(self._node, all_groups=False)
        return self._seeker

    def search(self, subject: Subject, start: int, work: Work) -> Span | None:
        """Return the first match at or after `start`, the longest of those that begin there."""
        if self.literal is not None:
            work.spend(1 + (len(subject.text) - start) // _BYTES_PER_UNIT)
            place = subject.text.find(self.literal, start)
            return None if place < 0 else (place, place + len(self.literal))
        if self._finder is not None:
            return self._finder.search(subject, start, work)
        return self.exact.search(subject.text, start, work)

    def occurs_in(self, text: str, work: Work) -> bool:
        """Return whether there is a match anywhere in a text."""
        return self.search(Subject(text), 0, work) is not None

    def match(self, subject: Subject, work: Work) -> Span | None:
        """Return the longest match at the text's beginning."""
        if self.literal is not None:
            return (0, len(self.literal)) if subject.text.startswith(self.literal) else None
        if self._finder is not None:
            return self._finder.match(subject, work)
        ends = self.exact.ends(subject.text, 0, work)
        return (0, ends[0]) if ends else None

    def matches(self, text: str, work: Work) -> bool:
        """Return whether the pattern matches the whole text."""
        if self.literal is not None:
            return text == self.literal
        if self._finder is not None:
            return self._finder.matches(Subject(text), work)
        return len(text) in self.exact.ends(text, 0, work)

    def spans(self, subject: Subject, span: Span, work: Work) -> list[Span | None]:
        """Return where the whole and each group are, given where the whole is."""
        if not self.groups:
            return [span]
        if self._plain is not None:
            return self._plain.spans(subject, span, work)
        if self._grouper is None:
            self._grouper = _Exact(self._node, all_groups=True)
        return self._grouper.spans(subject.text, span, work)


class _Finder:
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
    def make(cls, node: Node, *, groups: bool = False) -> _Finder | None:
        """Return RE2's program, or None where RE2 has none."""
        import re2

        try:
            source = _emit(node, groups)
            return cls(source, not groups, groups or _width(node) > _MAX_WIDTH)
        except (_BeyondRE2, re2.error):  # or it repeats too often, or is too large
            return None

    def _pay(self, size: int, work: Work) -> None:
        slow = self._slow
        work.spend(2 + (size * slow // _STEPS_PER_UNIT if slow else size // _BYTES_PER_UNIT))

    def search(self, subject: Subject, start: int, work: Work) -> Span | None:
        self._pay(len(subject.text) - start, work)
        found = self._regex.search(subject.data, subject.to_byte(start))
        if found is None:
            return None
        left, right = found.span()
        return subject.to_char(left), subject.to_char(right)

    def match(self, subject: Subject, work: Work) -> Span | None:
        self._pay(len(subject.text), work)
        found = self._regex.match(subject.data)
        return None if found is None else (0, subject.to_char(found.end()))

    def matches(self, subject: Subject, work: Work) -> bool:
        self._pay(len(subject.text), work)
        return self._regex.fullmatch(subject.data) is not None

    def spans(self, subject: Subject, span: Span, work: Work) -> list[Span | None]:
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


# --- what RE2 can do -----------------------------------------------------------------------------


def _parts(node: Node) -> Iterator[Node]:
    """Yield the node and all below it."""
    pending = [(node, 0)]
    count = 0
    while pending:
        node, depth = pending.pop()
        count += 1
        if count > _MAX_NODES or depth > _MAX_NESTING:
            raise ExpressionTooLarge
        yield node
        pending.extend((child, depth + 1) for child in reversed(_children(node)))


def _children(node: Node) -> tuple[Node, ...]:
    if isinstance(node, Sequence):
        return node.items
    if isinstance(node, Choice):
        return node.options
    if isinstance(node, Repeat | Group | Negation):
        return (node.node,)
    return ()


def _literal(node: Node) -> str | None:
    """Return the only text that a node matches, if there is one."""
    if isinstance(node, Chars):
        ((low, high), *more) = node.ranges or ((0, 1),)
        return chr(low) if low == high and not more and not node.negated else None
    if isinstance(node, Sequence):
        texts = [_literal(item) for item in node.items]
        return None if None in texts else "".join(text for text in texts if text is not None)
    return None


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
    inner = sum(_width(child) for child in _children(node))
    if isinstance(node, Choice):
        return inner + 1
    return inner * (node.most or max(node.least, 1)) if isinstance(node, Repeat) else inner


def _is_plain(node: Node) -> bool:
    """Return whether taking each part as long as possible, left to right, is POSIX's answer.

    It is where nothing is chosen, no group repeats, and no group has two parts that share its text
    between them. All else goes to the exact engine.
    """
    for part in _parts(node):
        if isinstance(part, Choice):
            return False
        if isinstance(part, Repeat) and not isinstance(part.node, Chars):
            return False
        if isinstance(part, Group):
            if sum(isinstance(inner, Repeat) for inner in _parts(part.node)) > 1:
                return False
    return True


# --- what RE2 can't do ---------------------------------------------------------------------------

_Where: TypeAlias = tuple[Span | None, ...]
"""Positions of the groups, from group 1 on."""

_State: TypeAlias = tuple[int, _Where]
"""End of a node's match, and the positions of the groups then."""


class _Exact:
    """Computes all places where a node can end, longest first.

    Of two ways to the same end the one whose first part is longer is kept, then the second, and so
    on: POSIX's rule for groups. Where a back-reference follows, ways that differ in its group are
    kept apart. Nothing is computed twice for the same place.

    Args:
        node: The pattern.
        all_groups: Whether to keep the places of all groups, or only of those referred to.
    """

    def __init__(self, node: Node, *, all_groups: bool) -> None:
        parts = list(_parts(node))
        numbers = {part.number for part in parts if isinstance(part, Group)}
        referred = {part.number for part in parts if isinstance(part, BackReference)} & numbers
        self._node = node
        self._kept = numbers if all_groups else referred
        self._referred = sorted(referred)
        self._blank: _Where = (None,) * max(self._kept, default=0)
        self._first = _first(node)

    def search(self, text: str, start: int, work: Work) -> Span | None:
        """Return the leftmost match at or after `start`, longest of those."""
        run = _Run(self, text, len(text), work)
        for place in range(start, len(text) + 1):
            work.spend(1)
            if self._first is not None and (place == len(text) or text[place] not in self._first):
                continue
            states = run.ends(self._node, place, self._blank)
            if states:
                return place, states[0][0]
        return None

    def ends(self, text: str, start: int, work: Work) -> list[int]:
        """Return where a match that begins at `start` can end, longest first."""
        run = _Run(self, text, len(text), work)
        return list(dict.fromkeys(end for end, _ in run.ends(self._node, start, self._blank)))

    def spans(self, text: str, span: Span, work: Work) -> list[Span | None]:
        """Return where the whole and its groups are."""
        run = _Run(self, text, span[1], work)
        for end, where in run.ends(self._node, span[0], self._blank):
            if end == span[1]:
                return [span, *where]
        return [span, *self._blank]

    def keeps(self, number: int) -> bool:
        """Return whether the place of a group is kept."""
        return number in self._kept

    def key(self, where: _Where) -> _Where:
        """Return `where` with only the groups that a back-reference may ask for."""
        if not self._referred:
            return self._blank
        key = list(self._blank)
        for number in self._referred:
            key[number - 1] = where[number - 1]
        return tuple(key)


class _Run:
    """One computation; `limit` is where the text is taken to end, but for assertions."""

    def __init__(self, exact: _Exact, text: str, limit: int, work: Work) -> None:
        self.exact = exact
        self.text = text
        self.limit = limit
        self.work = work
        self.known: dict[tuple[int, int, _Where], list[_State]] = {}

    def ends(self, node: Node, place: int, where: _Where) -> list[_State]:
        """Return the states after a node, longest first."""
        self.work.spend(4)
        if isinstance(node, Chars):
            fits = place < self.limit and self.text[place] in node
            return [(place + 1, where)] if fits else []
        if isinstance(node, Assertion):
            return [(place, where)] if self.holds(node, place) else []
        if isinstance(node, BackReference):
            span = where[node.number - 1] if node.number <= len(where) else None
            if span is None:
                return []
            piece = self.text[span[0] : span[1]]
            end = place + len(piece)
            self.work.spend(len(piece) >> 8)
            same = end <= self.limit and self.text.startswith(piece, place)
            return [(end, where)] if same else []
        # Groups that nothing refers to make no difference to where this ends.
        key = self.exact.key(where)
        slot = (id(node), place, key)
        found = self.known.get(slot)
        if found is None:
            found = self.known[slot] = self.compound(node, place, key)
        return found if key == where else [(end, _overlay(where, new)) for end, new in found]

    def compound(
        self,
        node: Sequence | Choice | Repeat | Group | Negation,
        place: int,
        where: _Where,
    ) -> list[_State]:
        if isinstance(node, Sequence):
            states: list[_State] = [(place, where)]
            for item in node.items:
                states = self.after(states, item)
                if not states:
                    break
            return _longest_first(states)
        if isinstance(node, Choice):
            return _longest_first(
                self.distinct(
                    [state for option in node.options for state in self.ends(option, place, where)]
                )
            )
        if isinstance(node, Group):
            states = self.ends(node.node, place, where)
            if not self.exact.keeps(node.number):
                return states
            before, behind = node.number - 1, node.number
            return [
                (end, (*inner[:before], (place, end), *inner[behind:])) for end, inner in states
            ]
        if isinstance(node, Negation):
            taken = {end for end, _ in self.ends(node.node, place, where)}
            self.work.spend(self.limit - place)
            ends = range(self.limit, place - 1, -1)
            return [(end, where) for end in ends if end not in taken]
        return self.repeated(node, place, where)

    def after(self, states: list[_State], node: Node) -> list[_State]:
        """Return the states after a node that follows others; those of earlier states win."""
        if len(states) == 1:
            return self.ends(node, *states[0])
        found: list[_State] = []
        for end, where in states:
            found += self.ends(node, end, where)
        return self.distinct(found)

    def distinct(self, states: list[_State]) -> list[_State]:
        """Drop the states that an earlier one makes needless."""
        self.work.spend(2 * len(states))
        kept: dict[tuple[int, _Where], _State] = {}
        for state in states:
            kept.setdefault((state[0], self.exact.key(state[1])), state)
        return list(kept.values())

    def repeated(self, node: Repeat, place: int, where: _Where) -> list[_State]:
        """Return the states after a repetition.

        Each round goes on from where the one before has ended. An empty round ends the repetition.
        """
        current: list[_State] = [(place, where)]
        reached: dict[tuple[int, _Where], _State] = {}
        count = 0
        while current:
            if count >= node.least:
                fresh = []
                for state in current:
                    slot = (state[0], self.exact.key(state[1]))
                    if slot not in reached:
                        reached[slot] = state
                        fresh.append(state)
                current = fresh
            if count == node.most:
                break
            count += 1
            self.work.spend(len(current))
            following: list[_State] = []
            for end, inner in current:
                states = self.ends(node.node, end, inner)
                following += states if count <= node.least else [s for s in states if s[0] > end]
            current = self.distinct(following)
        return _longest_first(list(reached.values()))

    def holds(self, node: Assertion, place: int) -> bool:
        """Return whether an assertion holds at a place."""
        if node.kind == "start":
            return place == 0
        if node.kind == "end":
            return place == len(self.text)
        before = place > 0 and self.text[place - 1] in WORD
        after = place < len(self.text) and self.text[place] in WORD
        return {
            "edge": before != after,
            "inside": before == after,
            "word_start": after and not before,
            "word_end": before and not after,
        }[node.kind]


def _longest_first(states: list[_State]) -> list[_State]:
    return sorted(states, key=lambda state: -state[0])


def _overlay(old: _Where, new: _Where) -> _Where:
    return tuple(late or early for early, late in zip(old, new, strict=True))


def _first(node: Node) -> Chars | None:
    """Return the characters that a match can begin with; None where that is not simple."""
    while isinstance(node, Sequence | Group):
        if isinstance(node, Group):
            node = node.node
        elif node.items:
            node = node.items[0]
        else:
            return None
    return node if isinstance(node, Chars) else None
