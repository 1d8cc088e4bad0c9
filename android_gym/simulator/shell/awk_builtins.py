"""AWK's own functions."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from android_gym.simulator.shell.awk_input import split_fields, split_once
from android_gym.simulator.shell.awk_values import AwkError, Field, Value, format_text
from android_gym.simulator.shell.streams import MAX_VALUE, Killed
from android_gym.simulator.system.re2_matching import Subject

if TYPE_CHECKING:
    from android_gym.simulator.shell.awk_machine import Machine
    from android_gym.simulator.shell.awk_syntax import Node

__all__ = ["Random", "call"]

Parts = tuple["Node", ...]


class Random:
    """The generator of ``rand``; its numbers are not bionic's."""

    def __init__(self) -> None:
        self.seed = 1.0
        self._numbers = random.Random(1)

    def start(self, seed: float) -> float:
        """Begin anew; return the seed before."""
        before, self.seed = self.seed, seed
        self._numbers = random.Random(
            0.0 if math.isnan(seed) else seed
        )  # nan's hash is its address
        return before

    def next(self) -> float:
        """Return a number from 0 up to 1."""
        return self._numbers.random()


def call(awk: Machine, name: str, parts: Parts) -> Value:
    """Call a function by its name."""
    if len(parts) < _LEAST.get(name, 0):
        raise AwkError(f"not enough args in {name}()")
    return _FUNCTIONS[name](awk, parts)


def _length(awk: Machine, parts: Parts) -> Value:
    if not parts:
        return float(len(awk.record.text))
    if parts[0][0] == "variable" and awk.is_array(parts[0][1]):
        return float(len(awk.array(parts[0][1])))
    return float(len(_text(awk, parts[0])))


def _text(awk: Machine, node: Node) -> str:
    return awk.string(awk.value(node))


def _rounded(number: float) -> float:
    return math.floor(number + 0.5) if math.isfinite(number) else number


def _substr(awk: Machine, parts: Parts) -> Value:
    text = _text(awk, parts[0])
    first = _rounded(awk.number(parts[1]))
    count = _rounded(awk.number(parts[2])) if len(parts) > 2 else math.inf
    if math.isnan(first) or math.isnan(count):
        return ""
    start, end = max(first, 1), min(first + count, len(text) + 1)
    return text[int(start) - 1 : int(end) - 1] if end > start else ""


def _split(awk: Machine, parts: Parts) -> Value:
    text = _text(awk, parts[0])
    if len(parts) < 3:
        found = split_fields(awk, text, awk.text("FS"))
    elif parts[2][0] == "regex":
        found = _by_regex(awk, text, parts[2][1])
    else:
        found = split_fields(awk, text, _text(awk, parts[2]))
    array = awk.array(parts[1][1])
    array.clear()
    array.update((str(number), Field(part)) for number, part in enumerate(found, 1))
    awk.budget.spend(len(found))
    return float(len(found))


def _by_regex(awk: Machine, text: str, regex: str) -> list[str]:
    if not text:
        return []
    return split_once(awk, text, regex if len(regex) > 1 else f"({regex})")


def _substitute(awk: Machine, parts: Parts, *, everywhere: bool) -> Value:
    expression, into = awk.expression(parts[0]), _text(awk, parts[1])
    target: Node = parts[2] if len(parts) > 2 else ("field", ("number", 0.0))
    text = _text(awk, target)
    subject = Subject(text)
    out: list[str] = []
    place = start = count = size = 0
    while place <= len(text):
        span = expression.search(subject, place, awk.budget)
        if span is None:
            break
        first, end = span
        if first == end and count and first == start and start > 0 and out:
            # Nothing is replaced right behind a match.
            place = first + 1
            continue
        out.append(text[start:first] + _replaced(into, text[first:end]))
        size += len(out[-1])
        if size > MAX_VALUE:
            raise Killed
        awk.budget.spend(1 + (len(out[-1]) >> 6))
        count += 1
        start = end
        place = end if end > first else end + 1
        if not everywhere:
            break
    if count:
        awk.store(target, "".join(out) + text[start:])
    return float(count)


def _replaced(into: str, match: str) -> str:
    """Return a replacement, in which ``&`` is what was matched."""
    if "&" not in into and "\\" not in into:
        return into
    out, place = [], 0
    while place < len(into):
        char = into[place]
        if char == "\\" and into[place + 1 : place + 2] in ("&", "\\"):
            place += 1
            out.append(into[place])
        else:
            out.append(match if char == "&" else char)
        place += 1
    return "".join(out)


def _match(awk: Machine, parts: Parts) -> Value:
    text = _text(awk, parts[0])
    span = awk.expression(parts[1]).search(Subject(text), 0, awk.budget)
    start, length = (0, -1) if span is None else (span[0] + 1, span[1] - span[0])
    awk.put("RSTART", float(start))
    awk.put("RLENGTH", float(length))
    return float(start)


def _sprintf(awk: Machine, parts: Parts) -> Value:
    values = [awk.value(part) for part in parts]
    text = format_text(awk.string(values[0]), values[1:])
    awk.budget.spend(len(text) >> 6)
    return text


def _math(function: Callable[[float], float]) -> Callable[[Machine, Parts], Value]:
    def run(awk: Machine, parts: Parts) -> Value:
        number = awk.number(parts[0])
        try:
            return float(function(number))
        except OverflowError:
            return math.inf
        except ValueError:
            return -math.inf if function is math.log and number == 0 else math.nan

    return run


def _whole(number: float) -> float:
    return float(math.trunc(number)) if math.isfinite(number) else number


def _srand(awk: Machine, parts: Parts) -> Value:
    seed = awk.number(parts[0]) if parts else float(awk.io.system.clock.now_ms() // 1000)
    return awk.random.start(seed)


def _fflush(awk: Machine, parts: Parts) -> Value:
    awk.outputs.sync()
    return 0.0


_LEAST: Final = {"substr": 2, "index": 2, "split": 2, "sub": 2, "gsub": 2, "match": 2, "sprintf": 1,
                 "sin": 1, "cos": 1, "atan2": 2, "exp": 1, "log": 1, "sqrt": 1, "int": 1,
                 "tolower": 1, "toupper": 1, "system": 1, "close": 1}  # fmt: skip

_FUNCTIONS: Final[dict[str, Callable[[Machine, Parts], Value]]] = {
    "length": _length,
    "substr": _substr,
    "index": lambda awk, parts: float(_text(awk, parts[0]).find(_text(awk, parts[1])) + 1),
    "split": _split,
    "sub": lambda awk, parts: _substitute(awk, parts, everywhere=False),
    "gsub": lambda awk, parts: _substitute(awk, parts, everywhere=True),
    "match": _match,
    "sprintf": _sprintf,
    "sin": _math(math.sin),
    "cos": _math(math.cos),
    "atan2": lambda awk, parts: math.atan2(awk.number(parts[0]), awk.number(parts[1])),
    "exp": _math(math.exp),
    "log": _math(math.log),
    "sqrt": _math(math.sqrt),
    "int": _math(_whole),
    "rand": lambda awk, parts: awk.random.next(),
    "srand": _srand,
    "tolower": lambda awk, parts: _text(awk, parts[0]).lower(),
    "toupper": lambda awk, parts: _text(awk, parts[0]).upper(),
    "system": lambda awk, parts: float(awk.outputs.system(_text(awk, parts[0]))),
    "close": lambda awk, parts: awk.close(_text(awk, parts[0])),
    "fflush": _fflush,
}
