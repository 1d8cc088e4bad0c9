"""The commands `printf` and `expr`."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

from android_gym.simulator.shell.builtins import unescape
from android_gym.simulator.shell.command import CommandExit, Invocation, command
from android_gym.simulator.shell.regexes import RegexFault, compile_regex
from android_gym.simulator.system.re2_matching import Subject


@command("printf")
def run_printf(io: Invocation) -> int:
    """Print formatted arguments; the format is reused while arguments remain."""
    args = list(io.args)
    if args and args[0] == "--":
        args.pop(0)
    if not args:
        raise io.fail('Needs 1 argument (see "printf --help")')
    form = args.pop(0)
    pieces = re.split(r"(%[-+ #0]*(?:\*|\d*)(?:\.(?:\*|\d*))?[A-Za-z%])", form)
    takes = any(piece.startswith("%") and piece != "%%" for piece in pieces[1::2])
    status = 0
    out: list[str] = []
    while True:
        for place, piece in enumerate(pieces):
            if place % 2 == 0:
                text, complete = unescape(_octal(piece))
                out.append(text)
                if not complete:
                    io.out("".join(out))
                    return status
                continue
            if piece == "%%":
                out.append("%")
                continue
            if any(len(digits) > 4 for digits in re.findall("[0-9]+", piece)):
                raise io.fail(f"bad {piece}")
            while "*" in piece:
                piece = piece.replace(
                    "*", str((_integer(args.pop(0) if args else "0") or 0) % 10_000), 1
                )
            text, good, complete = _formatted(io, piece, args.pop(0) if args else None)
            out.append(text)
            status = status if good else 1
            if not complete:
                io.out("".join(out))
                return status
        if not args or not takes:
            break
        io.process.step()
    io.out("".join(out))
    return status


def _octal(text: str) -> str:
    r"""Convert printf's ``\101`` to echo's ``\0101``."""
    return re.sub(r"\\(?=[1-7][0-7]{0,2})", r"\\0", text.replace('\\"', '"'))


def _integer(text: str) -> int | None:
    if text[:1] in ("'", '"') and len(text) > 1:
        return ord(text[1])
    match = re.fullmatch(r"\s*([-+]?)(0[xX][0-9a-fA-F]{1,16}|[0-9]{1,20})", text)
    if match is None:
        return None
    digits = match.group(2)
    octal = re.fullmatch("0[0-7]+", digits)
    value = int(digits, 16) if digits[:2] in ("0x", "0X") else int(digits, 8 if octal else 10)
    return -value if match.group(1) == "-" else value


def _formatted(io: Invocation, spec: str, text: str | None) -> tuple[str, bool, bool]:
    r"""Format one argument; also return whether it was valid, and False if ``\c`` stops output."""
    letter = spec[-1]
    if letter == "s":
        return spec % (text or ""), True, True
    if letter == "b":
        shown, complete = unescape(_octal(text or ""))
        return (spec[:-1] + "s") % shown, True, complete
    if letter == "c":
        return (spec[:-1] + "s") % (text or "")[:1], True, True
    if letter in "diouxX":
        value = _integer(text) if text else 0
        if value is None:
            io.err(f"printf: bad %{letter} {text}\n")
        number = value or 0
        if letter in "ouxX" and number < 0:
            number &= 0xFFFFFFFFFFFFFFFF
        return (
            spec.replace(letter, "d" if letter in "iu" else letter) % number,
            value is not None,
            True,
        )
    if letter in "eEfFgG":
        try:
            return spec % float(Decimal(text or "0")), True, True
        except InvalidOperation:
            io.err(f"printf: bad %{letter} {text}\n")
            return spec % 0.0, False, True
    io.err(f"printf: bad %{letter}\n")
    raise CommandExit(1)


@command("expr")
def run_expr(io: Invocation) -> int:
    """Evaluate the arguments as an expression."""
    if not io.args:
        raise io.fail('Needs 1 argument (see "expr --help")', 2)
    reader = _Expression(io, list(io.args))
    value = reader.climb(0)
    if reader.args:
        raise io.fail("syntax error", 2)
    io.out(f"{value}\n")
    return int(str(value) in ("", "0"))


_EXPR_LEVELS = (
    ("|",),
    ("&",),
    ("=", "==", "!=", "<", "<=", ">", ">="),
    ("+", "-"),
    ("*", "/", "%"),
    (":",),
)


class _Expression:
    """Parser of `expr`'s grammar: binary operators by precedence, parentheses, words."""

    def __init__(self, io: Invocation, args: list[str]) -> None:
        self.io = io
        self.args = args

    def climb(self, level: int) -> str:
        if level == len(_EXPR_LEVELS):
            return self.primary()
        value = self.climb(level + 1)
        while self.args and self.args[0] in _EXPR_LEVELS[level]:
            operator = self.args.pop(0)
            value = self.apply(operator, value, self.climb(level + 1))
        return value

    def primary(self) -> str:
        if not self.args:
            raise self.io.fail("syntax error", 2)
        word = self.args.pop(0)
        if word != "(":
            return word
        value = self.climb(0)
        if not self.args or self.args.pop(0) != ")":
            raise self.io.fail("syntax error", 2)
        return value

    def match(self, text: str, pattern: str) -> str:
        """Evaluate ``text : pattern``: the first group, or the length of the match."""
        budget = self.io.process.budget
        subject = Subject(text)
        try:
            regex = compile_regex(pattern, budget)
        except RegexFault as fault:
            raise self.io.fail(f"bad regex '{pattern}': {fault}", 2) from None
        span = regex.match(subject, budget)
        if not regex.groups:
            return str(span[1] if span else 0)
        where = regex.spans(subject, span, budget)[1] if span else None
        return text[where[0] : where[1]] if where else ""

    def apply(self, operator: str, left: str, right: str) -> str:
        if operator == "|":
            return left if left not in ("", "0") else right
        if operator == "&":
            return left if left not in ("", "0") and right not in ("", "0") else "0"
        if operator == ":":
            return self.match(left, right)
        numeric = [re.fullmatch(r"-?[0-9]{1,1000}", text) is not None for text in (left, right)]
        if operator in _EXPR_LEVELS[2]:
            a, b = (int(left), int(right)) if all(numeric) else (left, right)
            return str(int(_EXPR_TESTS[operator](a, b)))
        if not all(numeric):
            raise self.io.fail("non-integer argument", 2)
        one, two = int(left), int(right)
        if operator in "/%":
            if not two:
                raise self.io.fail("division by zero", 2)
            quotient = abs(one) // abs(two) * (1 if (one < 0) == (two < 0) else -1)
            return str(quotient if operator == "/" else one - quotient * two)
        return str({"+": one + two, "-": one - two, "*": one * two}[operator])


_EXPR_TESTS = {
    "=": lambda a, b: a == b, "==": lambda a, b: a == b, "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}  # fmt: skip
