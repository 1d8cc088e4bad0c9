"""``test``, ``[`` and ``[[``: conditions on strings, numbers and files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from android_gym.simulator.shell.arithmetic import ArithmeticFault, evaluate
from android_gym.simulator.shell.command import Invocation, command
from android_gym.simulator.shell.patterns import compile_pattern
from android_gym.simulator.shell.syntax import Word

if TYPE_CHECKING:
    from android_gym.simulator.shell.interpreter import Process

__all__ = ["BINARY", "UNARY", "ConditionFault", "ConditionalReader", "binary", "unary"]

UNARY = frozenset(
    "-a -b -c -d -e -f -g -h -k -n -o -p -r -s -t -u -v -w -x -z -G -H -L -O -S".split()
)
BINARY = frozenset("= == != < > -eq -ne -lt -le -gt -ge -nt -ot -ef".split())
_JOINING = BINARY | {"-a", "-o"}


class ConditionFault(Exception):
    """A malformed condition; the message is mksh's."""


@command("test", "[", builtin="regular")
def run(io: Invocation) -> int:
    """Evaluate the arguments as a condition: 0 true, 1 false, 2 malformed."""
    args = io.args
    if io.name == "[":
        if not args or args[-1] != "]":
            io.process.complain("[: missing ]")
            return 2
        args = args[:-1]
    try:
        return 0 if _by_count(io.process, args) else 1
    except ConditionFault as fault:
        io.process.complain(f"{io.name}: {fault}")
        return 2


def _by_count(process: Process, args: Sequence[str]) -> bool:
    """Evaluate up to four arguments by POSIX's rules for each number of arguments."""
    count = len(args)
    if count < 2:
        return bool(args and args[0])
    if count < 5 and args[0] == "!" and not (count == 3 and args[1] in _JOINING):
        return not _by_count(process, args[1:])
    if count == 2 and args[0] in UNARY:
        return unary(process, args[0], args[1])
    if count == 3 and args[1] in BINARY:
        return binary(process, args[0], args[1], args[2])
    if count == 3 and args[1] in ("-a", "-o"):
        both = (bool(args[0]), bool(args[2]))
        return all(both) if args[1] == "-a" else any(both)
    if count in (3, 4) and args[0] == "(" and args[-1] == ")":
        return _by_count(process, args[1:-1])
    parser = _Parser(process, args)
    value = parser.either()
    if parser.position < count:
        raise ConditionFault(f"{args[parser.position]}: unexpected operator/operand")
    return value


class _Parser:
    """Parser of longer conditions with ``-o``, ``-a``, ``!`` and parentheses."""

    def __init__(self, process: Process, args: Sequence[str]) -> None:
        self.process = process
        self.args = args
        self.position = 0

    def ahead(self, offset: int = 0) -> str | None:
        place = self.position + offset
        return self.args[place] if place < len(self.args) else None

    def either(self) -> bool:
        value = self.both()
        while self.ahead() == "-o":
            self.position += 1
            value = self.both() or value
        return value

    def both(self) -> bool:
        value = self.negation()
        while self.ahead() == "-a":
            self.position += 1
            value = self.negation() and value
        return value

    def negation(self) -> bool:
        if self.ahead() == "!" and self.ahead(1) is not None:
            self.position += 1
            return not self.negation()
        return self.primary()

    def primary(self) -> bool:
        first, second, third = self.ahead(), self.ahead(1), self.ahead(2)
        if first is None:
            raise ConditionFault(f"{self.args[-1]}: missing second argument")
        if first == "(" and second not in BINARY:
            self.position += 1
            value = self.either()
            if self.ahead() != ")":
                raise ConditionFault("missing )")
            self.position += 1
            return value
        if second in BINARY:
            if third is None:
                raise ConditionFault(f"{second}: missing second argument")
            self.position += 3
            return binary(self.process, first, second, third)
        if first in UNARY and second is not None:
            self.position += 2
            return unary(self.process, first, second)
        self.position += 1
        return bool(first)


def unary(process: Process, operator: str, operand: str) -> bool:
    """Evaluate a condition such as ``-f path`` or ``-z text``."""
    if operator in _OF_TEXT:
        return _OF_TEXT[operator](process, operand)
    stat = process.stat(operand, follow=operator not in ("-h", "-L"))
    if stat is None:
        return False
    if operator in _KINDS:
        return stat.kind == _KINDS[operator]
    if operator in _BITS:
        return bool(stat.mode & _BITS[operator])
    if operator in ("-r", "-w", "-x"):
        return process.files.may(process.absolute(operand), operator[1])
    if operator in ("-O", "-G"):
        return (stat.uid if operator == "-O" else stat.gid) == process.uid
    return stat.size > 0 if operator == "-s" else True


_OF_TEXT: dict[str, Callable[[Process, str], bool]] = {
    "-n": lambda process, text: bool(text),
    "-z": lambda process, text: not text,
    "-t": lambda process, text: False,
    "-o": lambda process, text: process.has_option(text),
    "-v": lambda process, text: process.get(text) is not None,
}
_KINDS = {"-f": "file", "-d": "dir", "-h": "link", "-L": "link", "-b": "block", "-c": "char",
          "-p": "fifo", "-S": "socket", "-H": "hidden"}  # fmt: skip
_BITS = {"-u": 0o4000, "-g": 0o2000, "-k": 0o1000}


def binary(
    process: Process, left: str, operator: str, right: str, *, pattern: bool = False
) -> bool:
    """Evaluate ``left operator right``; with `pattern`, the right side of ``=`` is a pattern."""
    if operator in ("=", "==", "!="):
        budget = process.budget
        same = compile_pattern(right, budget).matches(left, budget) if pattern else left == right
        return same == (operator != "!=")
    if operator == "<":
        return left < right
    if operator == ">":
        return left > right
    if operator in ("-nt", "-ot", "-ef"):
        first, second = process.stat(left), process.stat(right)
        if operator == "-ef":
            return first is not None and second is not None and first.ino == second.ino
        if operator == "-ot":
            first, second = second, first
        return first is not None and (second is None or first.mtime_ms > second.mtime_ms)
    try:
        one, two = evaluate(left, process), evaluate(right, process)
    except ArithmeticFault as fault:
        raise ConditionFault(str(fault)) from None
    return {
        "-eq": one == two,
        "-ne": one != two,
        "-lt": one < two,
        "-le": one <= two,
        "-gt": one > two,
        "-ge": one >= two,
    }[operator]


class ConditionalReader:
    """Parser of ``[[ ]]``."""

    def __init__(self, process: Process, tokens: tuple[tuple[str, Word], ...]) -> None:
        self.process = process
        self.tokens = tokens
        self.position = 0
        self.skipping = 0

    def operator(self, offset: int = 0) -> str:
        """Return the next operator, or an empty string."""
        place = self.position + offset
        if place < len(self.tokens) and self.tokens[place][0] == "op":
            return str(self.tokens[place][1])
        return ""

    def either(self) -> bool:
        """Evaluate ``a || b``."""
        value = self.both()
        while self.operator() == "||":
            self.position += 1
            self.skipping += value
            right = self.both()
            self.skipping -= value
            value = value or right
        return value

    def both(self) -> bool:
        """Evaluate ``a && b``."""
        value = self.primary()
        while self.operator() == "&&":
            self.position += 1
            self.skipping += not value
            right = self.primary()
            self.skipping -= not value
            value = value and right
        return value

    def word(self) -> Word:
        """Consume a word."""
        if self.position >= len(self.tokens):
            raise ConditionFault("unexpected end of expression")
        self.position += 1
        return self.tokens[self.position - 1][1]

    def primary(self) -> bool:
        """Evaluate one condition, a negation or parentheses."""
        operator = self.operator()
        if operator == "!":
            self.position += 1
            return not self.primary()
        if operator == "(":
            self.position += 1
            value = self.either()
            if self.operator() != ")":
                raise ConditionFault("missing )")
            self.position += 1
            return value
        process = self.process
        if operator in UNARY and self.operator(1) not in BINARY:
            self.position += 1
            word = self.word()
            return not self.skipping and unary(process, operator, process.text(word))
        left = self.word()
        operator = self.operator()
        if operator not in BINARY:
            return not self.skipping and bool(process.text(left))
        self.position += 1
        right = self.word()
        if self.skipping:
            return False
        matched = operator in ("=", "==", "!=")
        operand = process.pattern(right) if matched else process.text(right)
        return binary(process, process.text(left), operator, operand, pattern=matched)
