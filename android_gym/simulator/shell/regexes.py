"""Parser of POSIX basic and extended regular expressions, for the engines of `system.matching`."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, Literal

from android_gym.simulator.system.expression_nodes import (
    ANY,
    WORD,
    Assertion,
    BackReference,
    Chars,
    Choice,
    ExpressionTooLarge,
    Group,
    Node,
    Repeat,
    Sequence,
    Work,
)
from android_gym.simulator.system.matching import Expression

__all__ = ["CLASSES", "RegexFault", "compile_regex"]

CLASSES: Final = {
    "alpha": ((65, 90), (97, 122)),
    "digit": ((48, 57),),
    "alnum": ((48, 57), (65, 90), (97, 122)),
    "upper": ((65, 90),),
    "lower": ((97, 122),),
    "space": ((9, 13), (32, 32)),
    "blank": ((9, 9), (32, 32)),
    "punct": ((33, 47), (58, 64), (91, 96), (123, 126)),
    "xdigit": ((48, 57), (65, 70), (97, 102)),
    "cntrl": ((0, 31), (127, 127)),
    "print": ((32, 126),),
    "graph": ((33, 126),),
}
"""Code points of POSIX's character classes in the C locale."""

_SPACE: Final = CLASSES["space"]
_SHORTHANDS: Final[dict[str, Node]] = {
    "w": WORD,
    "W": Chars(WORD.ranges, negated=True),
    "s": Chars(_SPACE),
    "S": Chars(_SPACE, negated=True),
    "b": Assertion("edge"),
    "B": Assertion("inside"),
    "<": Assertion("word_start"),
    ">": Assertion("word_end"),
    "`": Assertion("start"),
    "'": Assertion("end"),
    "n": Chars(((10, 10),)),
    "t": Chars(((9, 9),)),
}
_MAX_COUNT: Final = 255  # RE_DUP_MAX
_MAX_DEPTH: Final = 25


class RegexFault(Exception):
    """An invalid regular expression; the message is bionic's regerror text."""


def compile_regex(
    pattern: str,
    work: Work,
    *,
    extended: bool = False,
    ignore_case: bool = False,
    fixed: bool = False,
) -> Expression:
    """Compile a POSIX regular expression.

    Args:
        pattern: The expression.
        work: Charged for compiling.
        extended: Whether it is an extended expression (``grep -E``).
        ignore_case: Whether ASCII letters match in either case.
        fixed: Whether it is plain text (``grep -F``).

    Raises:
        RegexFault: If it is malformed or too large.
    """
    work.spend(1 + len(pattern))
    return _compile(pattern, extended, ignore_case, fixed)


@lru_cache(maxsize=256)
def _compile(pattern: str, extended: bool, ignore_case: bool, fixed: bool) -> Expression:
    if fixed and not ignore_case:
        return Expression.of_text(pattern)
    if fixed:
        node: Node = Sequence(tuple(_char(char).folded() for char in pattern))
    else:
        node = _Parser(pattern, extended, ignore_case).run()
    try:
        return Expression(node)
    except ExpressionTooLarge:
        raise RegexFault("Regular expression too big") from None


def _char(char: str) -> Chars:
    return Chars(((ord(char), ord(char)),))


class _Level:
    """The elements read at one level of parentheses."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.options: list[Node] = []
        self.items: list[Node] = []
        self.atom = False  # whether the last element can be repeated

    def branch(self) -> None:
        """End an alternative."""
        self.options.append(_joined(self.items))
        self.items = []
        self.atom = False

    def node(self) -> Node:
        """Return the node of all that was read."""
        self.branch()
        return self.options[0] if len(self.options) == 1 else Choice(tuple(self.options))


def _joined(items: list[Node]) -> Node:
    return items[0] if len(items) == 1 else Sequence(tuple(items))


class _Parser:
    """A one-pass parser of expressions."""

    def __init__(self, pattern: str, extended: bool, ignore_case: bool) -> None:
        self.pattern = pattern
        self.extended = extended
        self.ignore_case = ignore_case
        self.position = 0
        self.groups = 0
        self.levels = [_Level(0)]

    @property
    def level(self) -> _Level:
        """The innermost level of parentheses."""
        return self.levels[-1]

    def run(self) -> Node:
        """Return the syntax tree.

        Raises:
            RegexFault: If the pattern is malformed.
        """
        while self.position < len(self.pattern):
            self.next()
        if len(self.levels) > 1:
            raise RegexFault("Unmatched ( or \\(")
        return self.level.node()

    def next(self) -> None:
        """Parse one element."""
        char = self.pattern[self.position]
        self.position += 1
        escaped = char == "\\"
        if escaped:
            if self.position >= len(self.pattern):
                raise RegexFault("Trailing backslash")
            char = self.pattern[self.position]
            self.position += 1
        if char in ("(){}+?|" if self.extended else "(){}") and escaped != self.extended:
            self.operator(char)
        elif escaped:
            self.escaped(char)
        elif char == "[":
            self.add(self.bracket())
        elif char == "*":
            self.repeat("*")
        elif char == "^":
            start = not self.level.items
            self.anchor("start", self.extended or start, char)
        elif char == "$":
            rest = self.pattern[self.position :]
            last = not rest or rest.startswith(("\\)", "\\|"))
            self.anchor("end", self.extended or last, char)
        else:
            self.add(ANY if char == "." else _char(char))

    def add(self, node: Node) -> None:
        """Add an element that can be repeated."""
        if isinstance(node, Chars) and self.ignore_case:
            node = node.folded()
        self.level.items.append(node)
        self.level.atom = True

    def anchor(self, kind: Literal["start", "end"], anchors: bool, char: str) -> None:
        """Add ``^`` or ``$``, which are literal in the middle of a basic expression."""
        if anchors:
            self.level.items.append(Assertion(kind))
            self.level.atom = False
        else:
            self.add(_char(char))

    def escaped(self, char: str) -> None:
        """Parse the character after a backslash."""
        if char in "123456789":
            number = int(char)
            open_groups = {level.number for level in self.levels}
            if number > self.groups or number in open_groups:
                raise RegexFault("Invalid back reference")
            self.add(BackReference(number))
        else:
            self.add(_SHORTHANDS.get(char) or _char(char))

    def operator(self, char: str) -> None:
        """Parse parentheses, ``|``, or a repetition operator."""
        if char == "(":
            if len(self.levels) > _MAX_DEPTH:
                raise RegexFault("Regular expression too big")
            self.groups += 1
            self.levels.append(_Level(self.groups))
        elif char == ")":
            self.close()
        elif char == "|":
            self.level.branch()
        elif char == "{":
            self.interval()
        elif char == "}":
            self.add(_char(char))
        else:
            self.repeat(char)

    def close(self) -> None:
        """Close a group."""
        if len(self.levels) > 1:
            level = self.levels.pop()
            self.level.items.append(Group(level.node(), level.number))
            self.level.atom = True
        elif self.extended:
            self.add(_char(")"))
        else:
            raise RegexFault("Unmatched ( or \\(")

    def repeat(self, operator: str) -> None:
        """Parse ``*``, ``+`` or ``?``."""
        items = self.level.items
        if not self.level.atom:
            if self.extended:
                raise RegexFault("Invalid preceding regular expression")
            self.add(_char(operator))
            return
        least, most = {"*": (0, None), "+": (1, None), "?": (0, 1)}[operator]
        last = items[-1]
        if isinstance(last, Repeat) and (last.least, last.most) in ((0, None), (1, None), (0, 1)):
            # Two in a row: `a+?` may match nothing, `a*+` is `a*`.
            same = (last.least, last.most) == (least, most)
            items[-1] = last if same else Repeat(last.node, 0, None)
        else:
            items[-1] = Repeat(last, least, most)

    def interval(self) -> None:
        """Parse ``{2,5}``."""
        end = "}" if self.extended else "\\}"
        match = re.compile(r"(\d{0,9})(,?)(\d{0,9})" + re.escape(end)).match(
            self.pattern, self.position
        )
        if match is None or not self.level.atom or not (match[1] or match[2]):
            if self.extended and match is None:
                self.add(_char("{"))
                return
            raise RegexFault("Invalid contents of {}")
        least = int(match[1] or 0)
        most = int(match[3]) if match[3] else None if match[2] else least
        if least > _MAX_COUNT or (most is not None and (most > _MAX_COUNT or most < least)):
            raise RegexFault("Invalid contents of {}")
        self.position = match.end()
        self.level.items[-1] = Repeat(self.level.items[-1], least, most)

    def bracket(self) -> Chars:
        """Parse ``[a-z]`` after its opening bracket."""
        pattern = self.pattern
        negated = pattern.startswith("^", self.position)
        self.position += negated
        ranges: list[tuple[int, int]] = []
        first = True
        while first or not pattern.startswith("]", self.position):
            first = False
            low = self.member(ranges)
            if low is None:
                continue
            high = low
            if pattern.startswith("-", self.position) and not pattern.startswith(
                "-]", self.position
            ):
                self.position += 1
                end = self.member(ranges)
                if end is None or end < low:
                    raise RegexFault("Invalid character range")
                high = end
            ranges.append((low, high))
        self.position += 1
        return Chars(tuple(ranges), negated)

    def member(self, ranges: list[tuple[int, int]]) -> int | None:
        """Parse one member of a bracket expression, adding a class's ranges; return a character."""
        pattern = self.pattern
        if self.position >= len(pattern):
            raise RegexFault("Unmatched [ or [^")
        char = pattern[self.position]
        self.position += 1
        if char != "[" or pattern[self.position : self.position + 1] not in (":", "=", "."):
            return ord(char)
        kind = pattern[self.position]
        end = pattern.find(kind + "]", self.position + 1)
        if end < 0:
            raise RegexFault("Unmatched [ or [^")
        name = pattern[self.position + 1 : end]
        self.position = end + 2
        if kind == ":":
            if name not in CLASSES:
                raise RegexFault("Invalid character class name")
            ranges.extend(CLASSES[name])
            return None
        if len(name) != 1:
            raise RegexFault("Invalid collation character")
        return ord(name)
