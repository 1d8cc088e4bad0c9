"""Characters, operators and reserved words of a shell program."""

from __future__ import annotations

from android_gym.simulator.shell.syntax import ShellSyntaxError

__all__ = ["RESERVED", "WORD_END", "Scanner"]

WORD_END = frozenset(" \t\n;&|<>()")
RESERVED = frozenset(
    "if then else elif fi while until for do done case esac in { } ! [[ function time "
    "select".split()
)
_OPERATORS = (
    "<<<",
    "<<-",
    "&>>",
    "&&",
    "||",
    ";;",
    ";&",
    ";|",
    "|&",
    "<<",
    ">>",
    "<&",
    ">&",
    "<>",
    ">|",
    "&>",
    "&",
    "|",
    ";",
    "(",
    ")",
    "<",
    ">",
    "\n",
)


class Scanner:
    """Reads a program's text; `position` is the next character."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0

    def blanks(self) -> None:
        """Skip blanks, joined lines and comments."""
        text, position = self.text, self.position
        size = len(text)
        while position < size:
            char = text[position]
            if char in " \t":
                position += 1
            elif char == "\\" and text.startswith("\\\n", position):
                position += 2
            elif char == "#":
                end = text.find("\n", position)
                position = size if end < 0 else end
            else:
                break
        self.position = position

    def at_end(self) -> bool:
        """Return whether only blanks and comments are left."""
        self.blanks()
        return self.position >= len(self.text)

    def operator(self) -> str:
        """The operator ahead, or an empty string."""
        self.blanks()
        if self.position < len(self.text) and self.text[self.position] in ";&|<>()\n":
            for candidate in _OPERATORS:
                if self.text.startswith(candidate, self.position):
                    return candidate
        return ""

    def keyword(self) -> str:
        """The reserved word ahead, or an empty string."""
        self.blanks()
        end = self.position
        text = self.text
        while end < len(text) and text[end] not in WORD_END:
            end += 1
        word = text[self.position : end]
        return word if word in RESERVED else ""

    def take_keyword(self, *words: str) -> str:
        """Take one of the reserved words, which must be there."""
        word = self.keyword()
        if word not in words:
            raise self.unexpected()
        self.position += len(word)
        return word

    def unexpected(self) -> ShellSyntaxError:
        """The error that names the token ahead."""
        operator = "((" if self.text.startswith("((", self.position) else self.operator()
        if operator == "\n":
            return ShellSyntaxError("syntax error: unexpected newline")
        if not operator:
            if self.at_end():
                return ShellSyntaxError("syntax error: unexpected EOF")
            start = self.position
            end = start
            while end < len(self.text) and self.text[end] not in WORD_END:
                end += 1
            operator = self.text[start:end]
        return ShellSyntaxError(f"syntax error: unexpected '{operator}'")
