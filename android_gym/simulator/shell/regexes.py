"""POSIX regular expressions, basic and extended, as Python's."""

from __future__ import annotations

import re
from functools import lru_cache

__all__ = ["RegexFault", "compile_regex"]

_CLASSES = {
    "alpha": "a-zA-Z", "digit": "0-9", "alnum": "a-zA-Z0-9", "upper": "A-Z", "lower": "a-z",
    "space": r"\s", "blank": " \\t", "punct": r"!-/:-@\[-`{-~", "xdigit": "0-9A-Fa-f",
    "cntrl": r"\x00-\x1f\x7f", "print": r"\x20-\x7e", "graph": r"\x21-\x7e",
}  # fmt: skip
_SHORTHANDS = {"w": r"\w", "W": r"\W", "s": r"\s", "S": r"\S", "b": r"\b", "B": r"\B",
               "<": r"\b(?=\w)", ">": r"\b(?<=\w)", "`": r"\A", "'": r"\Z"}  # fmt: skip


class RegexFault(Exception):
    """A regular expression that is none; the message is bionic's regerror text."""


@lru_cache(maxsize=256)
def compile_regex(
    pattern: str, *, extended: bool = False, ignore_case: bool = False, fixed: bool = False
) -> re.Pattern[str]:
    """Compiles a POSIX regular expression.

    Raises:
        RegexFault: If it is malformed.
    """
    flags = re.ASCII | (re.IGNORECASE if ignore_case else 0)
    source = re.escape(pattern) if fixed else _Translator(pattern, extended).run()
    try:
        return re.compile(source, flags)
    except (re.error, OverflowError, RecursionError):
        raise RegexFault("Invalid regular expression") from None


class _Translator:
    """Goes through the pattern once; `atom` is whether there is something to repeat."""

    def __init__(self, pattern: str, extended: bool) -> None:
        self.pattern = pattern
        self.extended = extended
        self.position = 0
        self.out: list[str] = []
        self.depth = 0
        self.atom = False

    def run(self) -> str:
        while self.position < len(self.pattern):
            self.next()
        if self.depth:
            raise RegexFault("Unmatched ( or \\(")
        return "".join(self.out)

    def next(self) -> None:
        char = self.pattern[self.position]
        self.position += 1
        escaped = char == "\\"
        if escaped:
            if self.position >= len(self.pattern):
                raise RegexFault("Trailing backslash")
            char = self.pattern[self.position]
            self.position += 1
        special = char in ("(){}+?|" if self.extended else "(){}") and escaped != self.extended
        if special:
            self.operator(char)
        elif escaped:
            self.escaped(char)
        elif char == "[":
            self.out.append(self.bracket())
            self.atom = True
        elif char == "*":
            self.repeat("*")
        elif char == "^":
            anchors = self.extended or not self.out or self.out[-1] in ("(", "|")
            self.out.append(r"\A" if anchors else r"\^")
            self.atom = not anchors
        elif char == "$":
            rest = self.pattern[self.position :]
            anchors = self.extended or not rest or rest.startswith(("\\)", "\\|"))
            self.out.append(r"\Z" if anchors else r"\$")
            self.atom = not anchors
        elif char == ".":
            self.out.append(".")
            self.atom = True
        else:
            self.out.append(re.escape(char))
            self.atom = True

    def escaped(self, char: str) -> None:
        if char.isdecimal() and char != "0":
            self.out.append(f"(?:\\{char})")
        elif char in _SHORTHANDS:
            self.out.append(_SHORTHANDS[char])
        elif char == "n":
            self.out.append("\\n")
        elif char == "t":
            self.out.append("\\t")
        else:
            self.out.append(re.escape(char))
        self.atom = True

    def operator(self, char: str) -> None:
        if char == "(":
            self.out.append("(")
            self.depth += 1
            self.atom = False
        elif char == ")":
            if not self.depth:
                if self.extended:
                    self.out.append(r"\)")
                    self.atom = True
                    return
                raise RegexFault("Unmatched ( or \\(")
            self.depth -= 1
            self.out.append(")")
            self.atom = True
        elif char == "|":
            self.out.append("|")
            self.atom = False
        elif char == "{":
            self.interval()
        elif char == "}":
            self.out.append(r"\}")
            self.atom = True
        else:
            self.repeat(char)

    def repeat(self, operator: str) -> None:
        if not self.atom:
            if self.extended and operator in "*+?":
                raise RegexFault("Invalid preceding regular expression")
            self.out.append(re.escape(operator))
            self.atom = True
            return
        if self.out[-1] not in ("*", "+", "?"):
            self.out.append(operator)
        elif operator != self.out[-1]:
            self.out[-1] = "*"

    def interval(self) -> None:
        end = "}" if self.extended else "\\}"
        match = re.compile(r"(\d*)(,?)(\d*)" + re.escape(end)).match(self.pattern, self.position)
        if match is None or not self.atom or not any(match.groups()):
            if self.extended and match is None:
                self.out.append(r"\{")
                self.atom = True
                return
            raise RegexFault("Invalid contents of {}")
        low, comma, high = match.groups()
        if int(low or 0) > 255 or int(high or 0) > 255:
            raise RegexFault("Invalid contents of {}")
        self.position = match.end()
        self.out.append(f"{{{low or 0}{comma}{high}}}")

    def bracket(self) -> str:
        pattern = self.pattern
        position = self.position
        negate = pattern.startswith("^", position)
        position += negate
        out: list[str] = []
        first = True
        while True:
            if position >= len(pattern):
                raise RegexFault("Unmatched [ or [^")
            char = pattern[position]
            if char == "]" and not first:
                break
            first = False
            position += 1
            if char == "[" and pattern[position : position + 1] in (":", "=", "."):
                kind = pattern[position]
                end = pattern.find(kind + "]", position + 1)
                if end < 0:
                    raise RegexFault("Unmatched [ or [^")
                name = pattern[position + 1 : end]
                position = end + 2
                if kind == ":":
                    if name not in _CLASSES:
                        raise RegexFault("Invalid character class name")
                    out.append(_CLASSES[name])
                else:
                    out.append(re.escape(name))
            elif char == "-":
                edge = not out or pattern.startswith("]", position)
                out.append(r"\-" if edge else "-")
            else:
                out.append("\\" + char if char in "[]^&~|\\" else char)
        self.position = position + 1
        return ("[^" if negate else "[") + "".join(out) + "]"
