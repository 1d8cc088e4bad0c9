"""Scanner for characters, operators and reserved words of a shell program."""

from __future__ import annotations

import re

from android_gym.simulator.shell.syntax import ShellSyntaxError

__all__ = ["RESERVED", "WORD_END", "Scanner"]

WORD_END = frozenset(" \t\n;&|<>()")
RESERVED = frozenset(
    "if then else elif fi while until for do done case esac in { } ! [[ function time "
    "select".split()
)
_BLANK = r"(?:[ \t]+|\\\n|#[^\n]*)"  # including comments and line continuations
_BLANKS = re.compile(f"{_BLANK}+")
_OPERATOR = re.compile(
    rf"({_BLANK}*)"
    r"(<<<|<<-|&>>|&&|\|\||;;|;&|;\||\|&|<<|>>|<&|>&|<>|>\||&>|[&|;()<>\n])?"  # longest first
)
# First characters of these: looking at the next character is faster than matching nothing.
_BLANK_STARTS = frozenset(" \t\\#")
_OPERATOR_STARTS = _BLANK_STARTS | frozenset("<>&|;()\n")
_UNQUOTED = re.compile(r"[^ \t\n;&|<>()]*")


class Scanner:
    """Reads a program's text; `position` is the next character."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0

    def blanks(self) -> None:
        """Skip blanks, line continuations and comments."""
        if self.text[self.position : self.position + 1] in _BLANK_STARTS:
            match = _BLANKS.match(self.text, self.position)
            if match is not None:
                self.position = match.end()

    def at_end(self) -> bool:
        """Return whether only blanks and comments are left."""
        self.blanks()
        return self.position >= len(self.text)

    def operator(self) -> str:
        """Return the next operator, or an empty string."""
        if self.text[self.position : self.position + 1] not in _OPERATOR_STARTS:
            return ""
        match = _OPERATOR.match(self.text, self.position)
        assert match is not None  # it can match the empty string
        self.position = match.end(1)
        return match[2] or ""

    def keyword(self) -> str:
        """Return the next reserved word, or an empty string."""
        self.blanks()
        word = self._unquoted()
        return word if word in RESERVED else ""

    def _unquoted(self) -> str:
        """Return the following characters that do not end a word."""
        match = _UNQUOTED.match(self.text, self.position)
        return "" if match is None else match.group()

    def take_keyword(self, *words: str) -> str:
        """Consume one of the reserved words, which must come next."""
        word = self.keyword()
        if word not in words:
            raise self.unexpected()
        self.position += len(word)
        return word

    def unexpected(self) -> ShellSyntaxError:
        """Return the error that names the next token."""
        operator = "((" if self.text.startswith("((", self.position) else self.operator()
        if operator == "\n":
            return ShellSyntaxError("syntax error: unexpected newline")
        if not operator:
            if self.at_end():
                return ShellSyntaxError("syntax error: unexpected EOF")
            operator = self._unquoted()
        return ShellSyntaxError(f"syntax error: unexpected '{operator}'")
