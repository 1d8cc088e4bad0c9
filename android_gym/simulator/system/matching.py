"""Pattern matching in bounded time: the engines behind ``grep``, ``sed``, ``case`` and globs.

A pattern is a tree of nodes, built by the parsers of POSIX regular expressions and of shell
patterns. RE2 matches most patterns in time linear in the text. It lacks back-references, negated
groups, and word starts and ends, and finds the longest overall match but not the longest of each
group. For these, `_Exact` computes the sets of positions where each node can end. It takes
polynomial time and charges for each step, so a pattern that would take too long ends the command
instead of freezing the phone.
"""

from __future__ import annotations

from typing import TypeAlias

from android_gym.simulator.system.expression_nodes import (
    WORD,
    Assertion,
    BackReference,
    Chars,
    Choice,
    Group,
    Negation,
    Node,
    Repeat,
    Sequence,
    Span,
    Work,
    first_chars,
    literal_of,
    nodes_in,
)
from android_gym.simulator.system.re2_matching import BYTES_PER_UNIT, Finder, Subject, is_plain

__all__ = ["Expression"]


# --- the expression ------------------------------------------------------------------------------


class Expression:
    """A compiled pattern. Matches are leftmost and longest, as POSIX requires.

    Attributes:
        groups: Number of groups.
        literal: The text, if the pattern matches only one.
    """

    __slots__ = ("_finder", "_grouper", "_node", "_plain", "_seeker", "groups", "literal")

    def __init__(self, node: Node) -> None:
        """Compile a pattern.

        Raises:
            ExpressionTooLarge: If it has too many nodes, or nests too deeply.
        """
        self._node = node
        numbers = [part.number for part in nodes_in(node) if isinstance(part, Group)]
        self.groups = max(numbers, default=0)
        self.literal = literal_of(node)
        self._finder = None if self.literal is not None else Finder.make(node)
        self._seeker: _Exact | None = None
        self._grouper: _Exact | None = None
        self._plain: Finder | None = None
        if self.groups and self._finder is not None and is_plain(node):
            self._plain = Finder.make(node, groups=True)

    @classmethod
    def of_text(cls, text: str) -> Expression:
        """Return the expression that matches just the given text, of any length."""
        made = cls(Sequence(()))
        made.literal = text
        return made

    @property
    def exact(self) -> _Exact:
        """The engine for what RE2 can't do."""
        if self._seeker is None:
            self._seeker = _Exact(self._node, all_groups=False)
        return self._seeker

    def search(self, subject: Subject, start: int, work: Work) -> Span | None:
        """Return the first match at or after `start`: the longest of those that begin there."""
        if self.literal is not None:
            work.spend(1 + (len(subject.text) - start) // BYTES_PER_UNIT)
            place = subject.text.find(self.literal, start)
            return None if place < 0 else (place, place + len(self.literal))
        if self._finder is not None:
            return self._finder.search(subject, start, work)
        return self.exact.search(subject.text, start, work)

    def occurs_in(self, text: str, work: Work) -> bool:
        """Return whether there is a match anywhere in a text."""
        return self.search(Subject(text), 0, work) is not None

    def match(self, subject: Subject, work: Work) -> Span | None:
        """Return the longest match at the start of the text."""
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
        """Return the spans of the whole match and each group, given that of the whole match."""
        if not self.groups:
            return [span]
        if self._plain is not None:
            return self._plain.spans(subject, span, work)
        if self._grouper is None:
            self._grouper = _Exact(self._node, all_groups=True)
        return self._grouper.spans(subject.text, span, work)


# --- what RE2 can't do ---------------------------------------------------------------------------

_Where: TypeAlias = tuple[Span | None, ...]
"""Spans of the groups, from group 1 on."""

_State: TypeAlias = tuple[int, _Where]
"""End of a node's match, and the spans of the groups at that point."""


class _Exact:
    """Computes all positions where a node can end, longest first.

    Of two ways to reach the same end, the one with the longer first part is kept, then the longer
    second part, and so on: POSIX's rule for groups. If a back-reference follows, ways that differ
    in its group are kept apart. Results are memoised by position.

    Args:
        node: The pattern.
        all_groups: Whether to keep the spans of all groups, or only of those referred to.
    """

    def __init__(self, node: Node, *, all_groups: bool) -> None:
        parts = list(nodes_in(node))
        numbers = {part.number for part in parts if isinstance(part, Group)}
        referred = {part.number for part in parts if isinstance(part, BackReference)} & numbers
        self._node = node
        self._kept = numbers if all_groups else referred
        self._referred = sorted(referred)
        self._blank: _Where = (None,) * max(self._kept, default=0)
        self._first = first_chars(node)

    def search(self, text: str, start: int, work: Work) -> Span | None:
        """Return the longest of the leftmost matches at or after `start`."""
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
        """Return the positions where a match that begins at `start` can end, longest first."""
        run = _Run(self, text, len(text), work)
        return list(dict.fromkeys(end for end, _ in run.ends(self._node, start, self._blank)))

    def spans(self, text: str, span: Span, work: Work) -> list[Span | None]:
        """Return the spans of the whole match and its groups."""
        run = _Run(self, text, span[1], work)
        for end, where in run.ends(self._node, span[0], self._blank):
            if end == span[1]:
                return [span, *where]
        return [span, *self._blank]

    def keeps(self, number: int) -> bool:
        """Return whether a group's span is kept."""
        return number in self._kept

    def key(self, where: _Where) -> _Where:
        """Return `where` with only the groups that a back-reference refers to."""
        if not self._referred:
            return self._blank
        key = list(self._blank)
        for number in self._referred:
            key[number - 1] = where[number - 1]
        return tuple(key)


class _Run:
    """One run of the engine; `limit` is where the text ends, except for assertions."""

    def __init__(self, exact: _Exact, text: str, limit: int, work: Work) -> None:
        self.exact = exact
        self.text = text
        self.limit = limit
        self.work = work
        self.known: dict[tuple[int, int, _Where], list[_State]] = {}

    def ends(self, node: Node, place: int, where: _Where) -> list[_State]:
        """Return the possible states after a node, longest first."""
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
        # Groups that no back-reference refers to don't affect where this node ends.
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
        """Return the states after a node that follows others; earlier states take precedence."""
        if len(states) == 1:
            return self.ends(node, *states[0])
        found: list[_State] = []
        for end, where in states:
            found += self.ends(node, end, where)
        return self.distinct(found)

    def distinct(self, states: list[_State]) -> list[_State]:
        """Drop states that are equivalent to an earlier one."""
        self.work.spend(2 * len(states))
        kept: dict[tuple[int, _Where], _State] = {}
        for state in states:
            kept.setdefault((state[0], self.exact.key(state[1])), state)
        return list(kept.values())

    def repeated(self, node: Repeat, place: int, where: _Where) -> list[_State]:
        """Return the states after a repetition.

        Each round continues from where the previous one ended. An empty round ends the repetition.
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
        """Return whether an assertion holds at a position."""
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
