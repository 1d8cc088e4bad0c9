"""Shell arithmetic: C's integer expressions on signed 32-bit numbers, as in mksh."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Protocol

__all__ = ["ArithmeticFault", "evaluate"]

_TOKEN = re.compile(
    r"\s*(?:(\d+#[0-9A-Za-z]+|0[xX][0-9A-Fa-f]+|\d+)|([A-Za-z_]\w*(?:\[[^\]]*\])?)"
    r"|(<<=|>>=|\+\+|--|&&|\|\||<<|>>|[-+*/%&|^!=<>]=|[-+*/%<>=!~&|^?:,()]))"
)
_BINARY = {
    "||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, "<=": 7, ">": 7, ">=": 7,
    "<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10,
}  # fmt: skip
_ASSIGNMENTS = frozenset("= += -= *= /= %= &= |= ^= <<= >>=".split())
_MAX_DEPTH = 32


class ArithmeticFault(Exception):
    """An expression that cannot be evaluated; the message quotes it as mksh does."""


class Variables(Protocol):
    """Lookup of variables' values."""

    def get(self, name: str) -> str | None: ...

    def assign(self, name: str, value: str) -> None: ...


def evaluate(expression: str, variables: Variables, depth: int = 0) -> int:
    """Evaluate the expression; an empty one is 0.

    Raises:
        ArithmeticFault: If it is malformed, divides by zero or recurses too deeply.
    """
    plain = expression.strip()
    if plain.isdecimal() and plain.isascii() and len(plain) < 10:
        return int(plain)
    if not plain:
        return 0
    if depth > _MAX_DEPTH or len(plain) > 10_000:
        raise ArithmeticFault(f"{expression}: recursive expression")
    parser = _Evaluator(expression, variables, depth)
    try:
        value = parser.comma()
    except RecursionError:
        raise ArithmeticFault(f"{expression}: recursive expression") from None
    if parser.token:
        raise parser.fault(f"unexpected '{parser.token}'")
    return value


def _wrap(value: int) -> int:
    value &= 0xFFFFFFFF
    return value - 0x100000000 if value & 0x80000000 else value


class _Evaluator:
    """Evaluator by precedence climbing.

    `skipping` suppresses side effects in the branch not taken of ``&&``, ``||`` and ``?:``.
    """

    def __init__(self, expression: str, variables: Variables, depth: int) -> None:
        self.expression = expression
        self.variables = variables
        self.depth = depth
        self.position = 0
        self.skipping = 0
        self.token = ""
        self.kind = 0
        self.advance()

    def fault(self, message: str) -> ArithmeticFault:
        return ArithmeticFault(f"{self.expression}: {message}")

    def advance(self) -> None:
        match = _TOKEN.match(self.expression, self.position)
        if match is None:
            rest = self.expression[self.position :].strip()
            if rest:
                raise self.fault(f"unexpected '{rest[0]}'")
            self.token, self.kind = "", 0
            return
        self.position = match.end()
        self.kind = match.lastindex or 0
        self.token = match.group(self.kind)

    def comma(self) -> int:
        value = self.assignment()
        while self.token == ",":
            self.advance()
            value = self.assignment()
        return value

    def assignment(self) -> int:
        if self.kind == 2:
            name, position = self.token, self.position
            self.advance()
            if self.token in _ASSIGNMENTS:
                operator = self.token[:-1]
                self.advance()
                value = self.assignment()
                if operator:
                    value = self.binary(operator, self.read(name), value)
                return self.write(name, value)
            self.token, self.kind, self.position = name, 2, position
        return self.ternary()

    def ternary(self) -> int:
        value = self.climb(1)
        if self.token != "?":
            return value
        self.advance()
        self.skipping += not value
        first = self.assignment()
        self.skipping -= not value
        if self.token != ":":
            raise self.fault("missing :")
        self.advance()
        self.skipping += bool(value)
        second = self.assignment()
        self.skipping -= bool(value)
        return first if value else second

    def climb(self, level: int) -> int:
        value = self.unary()
        while self.kind == 3 and (power := _BINARY.get(self.token, 0)) >= level:
            operator = self.token
            self.advance()
            inert = (operator == "&&" and not value) or (operator == "||" and bool(value))
            self.skipping += inert
            right = self.climb(power + 1)
            self.skipping -= inert
            value = self.binary(operator, value, right)
        return value

    def unary(self) -> int:
        token = self.token
        if self.kind == 3:
            self.advance()
            if token == "-":
                return _wrap(-self.unary())
            if token == "+":
                return self.unary()
            if token == "!":
                return int(not self.unary())
            if token == "~":
                return _wrap(~self.unary())
            if token == "(":
                value = self.comma()
                if self.token != ")":
                    raise self.fault("missing )")
                self.advance()
                return value
            if token in ("++", "--") and self.kind == 2:
                name = self.token
                self.advance()
                return self.write(name, _wrap(self.read(name) + (1 if token == "++" else -1)))
            raise self.fault(f"unexpected '{token}'")
        if self.kind == 0:
            raise self.fault("unexpected 'end of expression'")
        kind = self.kind
        self.advance()
        if kind == 1:
            return self.number(token)
        value = self.read(token)
        if self.token in ("++", "--"):
            self.write(token, _wrap(value + (1 if self.token == "++" else -1)))
            self.advance()
        return value

    def number(self, token: str) -> int:
        try:
            if "#" in token:
                base, digits = token.split("#")
                return _wrap(int(digits, int(base)))
            return _wrap(int(token, 16) if token[:2] in ("0x", "0X") else int(token))
        except ValueError:
            raise self.fault(f"bad number '{token}'") from None

    def read(self, name: str) -> int:
        if self.skipping:
            return 0
        value = self.variables.get(name)
        return evaluate(value, self.variables, self.depth + 1) if value else 0

    def write(self, name: str, value: int) -> int:
        if not self.skipping:
            self.variables.assign(name, str(value))
        return value

    def binary(self, operator: str, left: int, right: int) -> int:
        if self.skipping:
            return 0
        if operator in ("/", "%"):
            if right == 0:
                raise self.fault("zero divisor")
            quotient = abs(left) // abs(right)
            quotient = quotient if (left < 0) == (right < 0) else -quotient
            return _wrap(quotient if operator == "/" else left - quotient * right)
        return _wrap(_COMPUTE[operator](left, right))


_COMPUTE: dict[str, Callable[[int, int], int]] = {
    "||": lambda a, b: int(bool(a or b)),
    "&&": lambda a, b: int(bool(a and b)),
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "&": lambda a, b: a & b,
    "==": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b),
    ">": lambda a, b: int(a > b),
    ">=": lambda a, b: int(a >= b),
    "<<": lambda a, b: a << (b & 31),
    ">>": lambda a, b: a >> (b & 31),
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
}
