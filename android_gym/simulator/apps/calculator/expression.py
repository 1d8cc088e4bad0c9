"""Formulas: parsing, editing by keys, evaluation, and the database's format."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from android_gym.simulator.apps.calculator import reals
from android_gym.simulator.apps.calculator.model import Answer
from android_gym.simulator.apps.calculator.reals import (
    FORMAT,
    CalculationError,
    Real,
)

__all__ = [
    "MOST_CHARACTERS",
    "Token",
    "evaluate",
    "from_typed",
    "is_interesting",
    "parse",
    "press",
    "read_blob",
    "take_back",
    "tokens_of",
    "trimmed",
    "write_blob",
]

MOST_CHARACTERS: Final = 400
"""Largest number of characters in a formula; the real app has no limit."""

_MOST_NESTED: Final = 40

Kind = Literal["number", "answer", "operator"]


@dataclass(frozen=True)
class Token:
    """A part of a formula.

    Attributes:
        kind: A number, an earlier result, or an operator (anything else).
        text: Its text on screen.
        row: Row of an earlier result.
    """

    kind: Kind
    text: str
    row: int = 0


_FUNCTIONS: Final[Mapping[str, Callable[[Real], Real]]] = {
    "sin(": reals.sine,
    "cos(": reals.cosine,
    "tan(": reals.tangent,
    "sin⁻¹(": reals.arcsin,
    "cos⁻¹(": reals.arccos,
    "tan⁻¹(": reals.arctan,
    "ln(": reals.logarithm,
    "log(": lambda value: reals.divide(reals.logarithm(value), reals.logarithm(_integer(10))),
    "exp(": reals.exponential,
}
_DIRECT: Final = frozenset(("sin(", "cos(", "tan("))
_INVERSE: Final = frozenset(("sin⁻¹(", "cos⁻¹(", "tan⁻¹("))
_BINARY: Final = frozenset("+−×÷^")
_SUFFIXES: Final = frozenset("!%²")
_ENDS: Final = frozenset("πe)!%²…")
"""Characters after which a number is multiplied."""

_CODES: Final[Mapping[str, str]] = {
    "π": "p", "e": "e", "√": "r", "!": "!", "%": "%", "sin(": "s", "cos(": "c", "tan(": "t",
    "sin⁻¹(": "S", "cos⁻¹(": "C", "tan⁻¹(": "T", "ln(": "l", "log(": "L", "exp(": "E", "(": "(",
    ")": ")", "^": "^", "×": "*", "÷": "/", "+": "+", "−": "-", "²": "2",
}  # fmt: skip
"""Codes of operators in the database, those of AOSP's calculator."""

_OPERATORS: Final[Mapping[str, str]] = {code: text for text, code in _CODES.items()}

_TOKEN: Final = re.compile(
    r"(?P<number>\d+\.?\d*(?:E−?\d{1,9})?|\.\d+|\.)"
    r"|(?P<operator>(?:sin|cos|tan)(?:⁻¹)?\(|ln\(|log\(|exp\(|[π√!%()^×÷+−²e])"
)

_TYPED: Final = (
    ("asin(", "sin⁻¹("), ("acos(", "cos⁻¹("), ("atan(", "tan⁻¹("), ("arcsin(", "sin⁻¹("),
    ("arccos(", "cos⁻¹("), ("arctan(", "tan⁻¹("), ("sqrt(", "√("), ("pi", "π"), ("*", "×"),
    ("/", "÷"), ("-", "−"), (" ", ""), (",", ""), ("\n", ""),
)  # fmt: skip


def from_typed(text: str) -> str:
    """Return a typed or pasted text with the calculator's own symbols."""
    for old, new in _TYPED:
        text = text.replace(old, new)
    return text


def tokens_of(formula: str, answers: Sequence[Answer] = ()) -> tuple[Token, ...]:
    """Split a formula into tokens.

    Raises:
        CalculationError: If a part of it is invalid.
    """
    known = sorted(answers, key=lambda answer: -len(answer.text))
    found: list[Token] = []
    place = 0
    while place < len(formula):
        for answer in known:
            if formula.startswith(answer.text, place):
                found.append(Token("answer", answer.text, answer.row))
                place += len(answer.text)
                break
        else:
            match = _TOKEN.match(formula, place)
            if match is None:
                raise CalculationError(FORMAT)
            kind: Kind = "number" if match.lastgroup == "number" else "operator"
            found.append(Token(kind, match[0]))
            place = match.end()
    return tuple(found)


# -- editing by keys


def press(before: str, after: str, key: str) -> tuple[str, str] | None:
    """Return the formula, before and after the cursor, after a key was pressed; None to refuse it.

    Args:
        before: The formula before the cursor.
        after: The formula after the cursor.
        key: The key's text, such as "7", "sin(", "×", "()" for either parenthesis.
    """
    if key == "()":
        key = ")" if before.count("(") > before.count(")") and _is_operand(before) else "("
    if key in _BINARY:
        cut = before.rstrip("+−×÷^") if key != "−" else re.sub("[+−]$", "", before)
        if key != "−" and (not cut or cut[-1] in "(√"):
            return None
        before = cut
    elif key == ".":
        tail = re.search(r"[\d.]*$", before)
        head = re.match(r"[\d.]*", after)
        if tail is None or head is None or "." in tail[0] + head[0]:
            return None
        key = "." if not before or before[-1] not in _ENDS else "×."
    elif key.isdigit():
        if before and before[-1] in _ENDS:
            key = f"×{key}"
    elif (key in _SUFFIXES or key == ")") and not _is_operand(before):
        return None
    if len(before) + len(key) + len(after) > MOST_CHARACTERS:
        return None
    return before + key, after


def _is_operand(before: str) -> bool:
    """Return whether the text before the cursor ends in an operand."""
    return bool(before) and (before[-1].isdigit() or before[-1] in _ENDS or before[-1] == ".")


def take_back(before: str, answers: Sequence[Answer]) -> str:
    """Return the text before the cursor without its last part; names are removed as a whole."""
    for answer in answers:
        if before.endswith(answer.text):
            return before[: -len(answer.text)]
    for name in sorted(_FUNCTIONS, key=len, reverse=True):
        if before.endswith(name):
            return before[: -len(name)]
    return before[:-1]


def trimmed(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Return tokens without trailing operators, for the preview of a result."""
    end = len(tokens)
    while end and (tokens[end - 1].text in _BINARY | {"√", "("} or tokens[end - 1].text[-1] == "("):
        end -= 1
    return tuple(tokens[:end])


def is_interesting(tokens: Sequence[Token]) -> bool:
    """Return whether a result adds something: the formula is more than a signed number."""
    start = 1 if tokens and tokens[0].text == "−" else 0
    return any(token.kind == "operator" for token in tokens[start:])


# -- evaluation


def _integer(number: int) -> Real:
    return Real(Fraction(number))


_DEGREE: Final = Real(Fraction(1, 180), reals.PI.base)


class _Evaluator:
    """A recursive descent evaluator, like AOSP's calculator."""

    def __init__(
        self, tokens: Sequence[Token], degrees: bool, answer: Callable[[int], Real]
    ) -> None:
        self._tokens = tokens
        self._degrees = degrees
        self._answer = answer
        self._place = 0
        self._nested = 0

    def whole(self) -> Real:
        value = self._sum()
        if self._place != len(self._tokens):
            raise CalculationError(FORMAT)
        return value

    def _next(self) -> str:
        """Return the next operator, "0" before a number, "" at the end."""
        if self._place >= len(self._tokens):
            return ""
        token = self._tokens[self._place]
        return token.text if token.kind == "operator" else "0"

    def _take(self, *texts: str) -> str:
        found = self._next()
        if found in texts and found:
            self._place += 1
            return found
        return ""

    def _sum(self) -> Real:
        self._nested += 1
        if self._nested > _MOST_NESTED:
            raise CalculationError(FORMAT)
        value = self._term()
        while operator := self._take("+", "−"):
            part = self._percentage()
            if part is not None:
                part = reals.multiply(value, part)  # a percentage of the left operand
            else:
                part = self._term()
            value = reals.add(value, part if operator == "+" else _minus(part))
        self._nested -= 1
        return value

    def _percentage(self) -> Real | None:
        """Take a number with "%" that forms a whole term; None if there is none."""
        tokens, place = self._tokens, self._place
        if place + 1 >= len(tokens) or tokens[place].kind == "operator":
            return None
        after = tokens[place + 2].text if place + 2 < len(tokens) else ""
        if tokens[place + 1].text != "%" or after not in ("", "+", "−", ")"):
            return None
        value = self._operand()
        self._place += 1
        return reals.divide(value, _integer(100))

    def _term(self) -> Real:
        value = self._factor()
        while True:
            following = self._next()
            if following in ("×", "÷"):
                self._place += 1
                right = self._factor()
                divides = following == "÷"
                value = (reals.divide if divides else reals.multiply)(value, right)
            elif following and following not in _BINARY | {")"}:
                if following == "0" and self._tokens[self._place - 1].kind == "number":
                    raise CalculationError(FORMAT)  # two decimal points in a number
                value = reals.multiply(value, self._factor())
            else:
                return value

    def _factor(self) -> Real:
        """Take a signed power: -2^2 is -4, 2^-2 is 1/4, and 2^3^2 is 2^9."""
        minus = False
        while self._take("−"):
            minus = not minus
        value = self._suffixed()
        if self._take("^"):
            self._nested += 1
            if self._nested > _MOST_NESTED:
                raise CalculationError(FORMAT)
            value = reals.power(value, self._factor())
            self._nested -= 1
        return _minus(value) if minus else value

    def _suffixed(self) -> Real:
        value = self._operand()
        while suffix := self._take(*sorted(_SUFFIXES)):
            if suffix == "!":
                value = reals.factorial(value)
            elif suffix == "%":
                value = reals.divide(value, _integer(100))
            else:
                value = reals.multiply(value, value)
        return value

    def _operand(self) -> Real:
        if self._place >= len(self._tokens):
            raise CalculationError(FORMAT)
        token = self._tokens[self._place]
        self._place += 1
        if token.kind == "answer":
            return self._answer(token.row)
        if token.kind == "number":
            return _number(token.text)
        match token.text:
            case "π":
                return reals.PI
            case "e":
                return reals.E
            case "√":
                self._nested += 1
                if self._nested > _MOST_NESTED:
                    raise CalculationError(FORMAT)
                value = reals.square_root(self._suffixed_root())
                self._nested -= 1
                return value
            case "(":
                return self._closed()
            case name if name in _FUNCTIONS:
                return self._call(name)
        raise CalculationError(FORMAT)

    def _suffixed_root(self) -> Real:
        """Take the operand of a root, which may be signed but no power."""
        return _minus(self._operand()) if self._take("−") else self._operand()

    def _closed(self) -> Real:
        value = self._sum()
        if not self._take(")") and self._place < len(self._tokens):
            raise CalculationError(FORMAT)
        return value  # parentheses left open close at the end

    def _call(self, name: str) -> Real:
        value = self._closed()
        if self._degrees and name in _DIRECT:
            value = reals.multiply(value, _DEGREE)
        value = _FUNCTIONS[name](value)
        if self._degrees and name in _INVERSE:
            value = reals.divide(value, _DEGREE)
        return value


def _minus(value: Real) -> Real:
    return reals.multiply(_integer(-1), value)


def _number(text: str) -> Real:
    whole, _, exponent = text.partition("E")
    if whole == ".":
        raise CalculationError(FORMAT)
    digits, _, after = whole.partition(".")
    value = Fraction(int((digits or "0") + after), 10 ** len(after))
    if not exponent:
        return Real(value)
    power = int(exponent.replace("−", "-"))
    return reals.multiply(reals.rational(value), reals.power(_integer(10), _integer(power)))


def evaluate(tokens: Sequence[Token], degrees: bool, answer: Callable[[int], Real]) -> Real:
    """Return the value of tokens.

    Args:
        tokens: Parts of a formula.
        degrees: Whether angles are in degrees.
        answer: Returns the result of a row in the history.

    Raises:
        CalculationError: If there is no result.
    """
    return _Evaluator(tokens, degrees, answer).whole()


def parse(formula: str, answers: Sequence[Answer], *, preview: bool) -> tuple[Token, ...]:
    """Return the tokens to evaluate; none if a preview would add nothing.

    Raises:
        CalculationError: If the formula is invalid.
    """
    tokens = tokens_of(formula, answers)
    if not preview:
        return tokens
    tokens = trimmed(tokens)
    return tokens if is_interesting(tokens) else ()


# -- the database's format

_CONSTANT, _ANSWER = 0, 2
_SAW_DECIMAL, _HAS_EXPONENT = 1, 2


def write_blob(tokens: Sequence[Token]) -> bytes:
    """Serialize tokens as AOSP's calculator does (``CalculatorExpr.write``)."""
    parts = [struct.pack(">i", len(tokens))]
    for token in tokens:
        if token.kind == "operator":
            parts.append(_CODES[token.text].encode())
        elif token.kind == "answer":
            parts.append(struct.pack(">bi", _ANSWER, token.row))
        else:
            digits, _, exponent = token.text.partition("E")
            whole, point, after = digits.partition(".")
            flags = (_SAW_DECIMAL if point else 0) | (_HAS_EXPONENT if exponent else 0)
            parts.append(struct.pack(">bb", _CONSTANT, flags) + _utf(whole))
            if point:
                parts.append(_utf(after))
            if exponent:
                parts.append(struct.pack(">i", int(exponent.replace("−", "-"))))
    return b"".join(parts)


def _utf(text: str) -> bytes:
    return struct.pack(">H", len(text)) + text.encode("ascii")


def read_blob(blob: bytes, name: Callable[[int], str]) -> tuple[Token, ...]:
    """Return the tokens of a row.

    Args:
        blob: The output of `write_blob`, or anything that adb has written.
        name: Returns the text of another row's result.

    Raises:
        CalculationError: If the blob is no expression.
    """
    try:
        return _read(blob, name)
    except (struct.error, KeyError, ValueError, IndexError) as error:
        raise CalculationError(FORMAT) from error


def _read(blob: bytes, name: Callable[[int], str]) -> tuple[Token, ...]:
    (count,) = struct.unpack_from(">i", blob)
    place = 4
    if not 0 <= count <= MOST_CHARACTERS:
        raise ValueError(f"{count} tokens")

    def text() -> str:
        nonlocal place
        (length,) = struct.unpack_from(">H", blob, place)
        found = blob[place + 2 : place + 2 + length].decode("ascii")
        if len(found) != length or not (found == "" or found.isdecimal()):
            raise ValueError(found)
        place += 2 + length
        return found

    tokens = []
    for _ in range(count):
        kind = blob[place]
        place += 1
        if kind == _CONSTANT:
            flags = blob[place]
            place += 1
            number = text()
            if flags & _SAW_DECIMAL:
                number += "." + text()
            if flags & _HAS_EXPONENT:
                (exponent,) = struct.unpack_from(">i", blob, place)
                place += 4
                number += f"E{exponent}".replace("-", "−")
            if _TOKEN.fullmatch(number) is None:
                raise ValueError(number)
            tokens.append(Token("number", number))
        elif kind == _ANSWER:
            (row,) = struct.unpack_from(">i", blob, place)
            place += 4
            tokens.append(Token("answer", name(row), row))
        else:
            tokens.append(Token("operator", _OPERATORS[chr(kind)]))
    return tuple(tokens)
