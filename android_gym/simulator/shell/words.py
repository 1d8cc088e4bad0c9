"""Parser of shell words and what they contain: quotes, parameters and substitutions."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod

from android_gym.simulator.shell.scanner import WORD_END, Scanner
from android_gym.simulator.shell.syntax import (
    Arithmetic,
    Literal,
    Part,
    Program,
    ShellSyntaxError,
    Substitution,
    Variable,
    Word,
)

__all__ = [
    "NAME",
    "PARENTHESIS",
    "WordReader",
    "arithmetic_end",
    "joined",
    "plain_text",
    "simplified",
]

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_PARAMETER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[@*#?$!-]")
_MEANS_NOTHING = re.compile(r'[^$`"\\}]++')
"""Text in double quotes, or in the braces of a parameter, without special characters."""

_PLAIN = re.compile(r"[^\s;&|<>()\\'\"$`*?\[\]{}~@+!#=]+")
_ENDS_PLAIN = WORD_END | {""}  # also the end of the text
_PARAMETER_OPERATOR = re.compile(r":[-=?+]|:|[-=?+]|##?|%%?|//|/[#%]?|@[QA#]")
_SPECIAL = frozenset("\\'\"`$")
_ESCAPES = {
    "n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "e": "\x1b",
    "E": "\x1b", "\\": "\\", "'": "'", '"': '"', "?": "?",
}  # fmt: skip
PARENTHESIS = frozenset([")"])


class WordReader(Scanner, ABC):
    """Parses words; programs inside them are parsed by the subclass."""

    @abstractmethod
    def program(self, opener: str, closers: frozenset[str]) -> Program:
        """Parse commands up to a closing word or operator, which is not consumed."""

    @abstractmethod
    def whole(self, text: str) -> Program:
        """Parse another program, recording its syntax error in it."""

    def word(self, *, assignment: bool = False) -> Word:
        """Parse one word, which must come next."""
        plain = _PLAIN.match(self.text, self.position)
        if plain is not None and self.text[plain.end() : plain.end() + 1] in _ENDS_PLAIN:
            self.position = plain.end()
            return plain.group()
        parts: list[Part] = []
        self.word_parts(parts, WORD_END)
        if not parts:
            raise self.unexpected()
        return simplified(parts, assignment)

    def word_parts(self, parts: list[Part], stops: frozenset[str]) -> None:
        """Parse parts up to an unquoted character of `stops`."""
        text = self.text
        plain = ""
        while self.position < len(text):
            char = text[self.position]
            if char == "(" and plain and plain[-1] in "@*+?!":
                # The parentheses of an extended pattern such as @(a|b) belong to the word.
                self.position += 1
                parts.append(Literal(plain + "(", False))
                self.word_parts(parts, PARENTHESIS)
                if self.position >= len(text):
                    raise ShellSyntaxError("syntax error: unmatched '('")
                plain = ")"
                self.position += 1
                continue
            if char in stops:
                break
            match = _PLAIN.match(text, self.position) if stops is WORD_END else None
            if match is not None:
                plain += match.group()
                self.position = match.end()
                continue
            special = self.special(char) if char in _SPECIAL else None
            if special is None:
                plain += char
                self.position += char != "$"
                continue
            if plain:
                parts.append(Literal(plain, False))
                plain = ""
            parts.extend(special)
        if plain:
            parts.append(Literal(plain, False))

    def special(self, char: str) -> list[Part] | None:
        """Parse what begins with a quote, backslash or ``$``; None for a literal dollar sign."""
        text = self.text
        if char == "$":
            part = self.dollar(False)
            return None if part is None else [part]
        if char == "`":
            return [self.backticks(False)]
        if char == '"':
            self.position += 1
            inner = self.quoted_until('"')
            return [Literal(inner, True)] if isinstance(inner, str) else list(inner)
        if char == "\\":
            following = text[self.position + 1 : self.position + 2]
            self.position = min(self.position + 2, len(text))
            return [] if following == "\n" else [Literal(following, True)]
        end = text.find("'", self.position + 1)
        if end < 0:
            raise ShellSyntaxError("no closing quote")
        start, self.position = self.position + 1, end + 1
        return [Literal(text[start:end], True)]

    def quoted_until(self, end: str, *, heredoc: bool = False) -> Word:
        """Parse text in which only ``$``, backticks and some escapes are special.

        Args:
            end: The closing character, which is consumed; empty for the end of the text.
            heredoc: Whether double quotes are literal and need no escape.
        """
        text = self.text
        parts: list[Part] = []
        plain: list[str] = []
        while self.position < len(text) and (char := text[self.position]) != end:
            run = _MEANS_NOTHING.match(text, self.position)
            if run is not None:
                plain.append(run[0])
                self.position = run.end()
                continue
            part: Part | None = None
            if char == "$":
                part = self.dollar(True)
            elif char == "`":
                part = self.backticks(True)
            if part is not None:
                if plain:
                    parts.append(Literal("".join(plain), True))
                    plain = []
                parts.append(part)
            elif char == "\\":
                plain.append(self.escaped(end, heredoc))
            else:
                # In "${x:-"a"}" the inner double quotes are dropped.
                plain.append("" if char == '"' and end == "}" else char)
                self.position += char != "$"
        if end and self.position >= len(text):
            raise ShellSyntaxError("no closing quote")
        self.position += len(end)
        if not parts:
            return "".join(plain)
        if plain:
            parts.append(Literal("".join(plain), True))
        return tuple(parts)

    def escaped(self, end: str, heredoc: bool) -> str:
        """Parse a backslash and the character after it within double quotes."""
        following = self.text[self.position + 1 : self.position + 2]
        self.position = min(self.position + 2, len(self.text))
        if following == "\n":
            return ""
        loose = "$`\\" + ("" if heredoc else '"') + ("}" if end == "}" else "")
        return following if following and following in loose else "\\" + following

    def dollar(self, quoted: bool) -> Part | None:
        """Parse what begins with ``$``; None (one character consumed) for a literal dollar sign."""
        text = self.text
        start = self.position
        following = text[start + 1 : start + 2]
        if following == "(":
            if text.startswith("((", start + 1):
                end = arithmetic_end(text, start + 3)
                if end >= 0:
                    expression = type(self)(text[start + 3 : end]).quoted_until("")
                    self.position = end + 2
                    return Arithmetic(expression, quoted)
            self.position = start + 2
            body = self.program("(", PARENTHESIS)
            self.position += 1
            return Substitution(body, quoted)
        if following == "{":
            return self.braced(quoted)
        if following == "'" and not quoted:
            return self.ansi_quoted()
        match = _PARAMETER.match(text, start + 1)
        if match is None:
            self.position = start + 1
            return None
        name = match.group()
        if name[0] in "0123456789":
            name = name[0]
        self.position = start + 1 + len(name)
        return Variable(name, quoted)

    def ansi_quoted(self) -> Literal:
        r"""Parse ``$'a\tb'``."""
        text = self.text
        position = self.position + 2
        out: list[str] = []
        while True:
            if position >= len(text):
                raise ShellSyntaxError("no closing quote")
            char = text[position]
            position += 1
            if char == "'":
                break
            if char != "\\":
                out.append(char)
                continue
            match = re.compile(
                r"x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|([0-7]{1,3})|c(.)",
                re.DOTALL,
            ).match(text, position)
            if match is not None:
                position = match.end()
                out.append(_escape_value(match))
            else:
                following = text[position : position + 1]
                position += 1
                out.append(_ESCAPES.get(following, "\\" + following))
        self.position = position
        # Bytes escaped one by one (\xc3\xa9) join into characters.
        joined = "".join(out).encode("utf-8", "surrogateescape")
        return Literal(joined.decode("utf-8", "surrogateescape"), True)

    def braced(self, quoted: bool) -> Variable:
        """Parse ``${...}``."""
        text = self.text
        start = self.position
        self.position += 2
        for prefix, meaning in (("#", "length"), ("!", "name")):
            found = self.prefixed(prefix, meaning, quoted)
            if found is not None:
                return found
        match = _PARAMETER.match(text, self.position)
        if match is None:
            return self.bad_substitution(start, quoted)
        name = match.group()
        self.position = match.end()
        index = self.index()
        if text.startswith("}", self.position):
            self.position += 1
            return Variable(name, quoted, "", (), index)
        operator = _PARAMETER_OPERATOR.match(text, self.position)
        if operator is None:
            return self.bad_substitution(start, quoted)
        symbol = operator.group()
        self.position = operator.end()
        if symbol == ":":
            arguments = [self.argument(True, ":}"), *self.second_argument(":", True)]
        elif symbol[0] == "/":
            arguments = [self.argument(False, "/}"), *self.second_argument("/", quoted)]
        else:
            arguments = [self.argument(quoted and symbol[0] not in "#%", "}")]
        if not text.startswith("}", self.position):
            raise ShellSyntaxError("no closing quote")
        self.position += 1
        return Variable(name, quoted, symbol, tuple(arguments), index, text[start : self.position])

    def prefixed(self, prefix: str, meaning: str, quoted: bool) -> Variable | None:
        """Parse ``#x}`` or ``!x}``; None (nothing consumed) if it is something else."""
        start = self.position
        match = _PARAMETER.match(self.text, start + 1)
        if not self.text.startswith(prefix, start) or match is None:
            return None
        self.position = match.end()
        index = self.index()
        if not self.text.startswith("}", self.position) or (
            prefix == "!" and not NAME.fullmatch(match.group())
        ):
            self.position = start
            return None
        self.position += 1
        return Variable(match.group(), quoted, meaning, (), index)

    def bad_substitution(self, start: int, quoted: bool) -> Variable:
        """Skip to the closing brace; the error is reported when the word is expanded."""
        end = self.text.find("}", start)
        if end < 0:
            raise ShellSyntaxError("no closing quote")
        self.position = end + 1
        return Variable("", quoted, "bad", (), None, self.text[start : end + 1])

    def index(self) -> Word | None:
        """Parse the ``[index]`` of an array element."""
        if not self.text.startswith("[", self.position):
            return None
        end = self.text.find("]", self.position)
        if end < 0:
            return None
        inner = type(self)(self.text[self.position + 1 : end]).quoted_until("")
        self.position = end + 1
        return inner

    def second_argument(self, separator: str, quoted: bool) -> list[Word]:
        """Parse the word after a separator, if the separator comes next."""
        if not self.text.startswith(separator, self.position):
            return []
        self.position += 1
        return [self.argument(quoted, "}")]

    def argument(self, quoted: bool, stops: str) -> Word:
        """Parse a word inside ``${}``; the stopping character is not consumed."""
        if quoted:
            return self.quoted_argument(stops)
        parts: list[Part] = []
        self.word_parts(parts, frozenset(stops))
        if self.position >= len(self.text):
            raise ShellSyntaxError("no closing quote")
        if any(isinstance(part, Literal) and part.quoted for part in parts):
            return tuple(parts)
        return simplified(parts, True) if parts else ""

    def quoted_argument(self, stops: str) -> Word:
        """Parse a word inside ``${}`` that is quoted as a whole."""
        start = self.position
        if len(stops) == 1:
            word = self.quoted_until("}")
            self.position -= 1
            return word
        # A substring's offset ends at the colon, except for colons inside expansions.
        end = start
        depth = 0
        while end < len(self.text) and (depth or self.text[end] not in stops):
            depth += {"{": 1, "(": 1, "}": -1, ")": -1}.get(self.text[end], 0)
            end += 1
        if end >= len(self.text):
            raise ShellSyntaxError("no closing quote")
        self.position = end
        return type(self)(self.text[start:end]).quoted_until("")

    def backticks(self, quoted: bool) -> Substitution:
        """Parse a backquoted command substitution."""
        text = self.text
        position = self.position + 1
        out: list[str] = []
        while True:
            if position >= len(text):
                raise ShellSyntaxError("no closing quote")
            char = text[position]
            if char == "`":
                break
            if char == "\\" and position + 1 < len(text):
                following = text[position + 1]
                if following in "`\\$" or (quoted and following == '"'):
                    char = following
                    position += 1
            out.append(char)
            position += 1
        self.position = position + 1
        program = self.whole("".join(out))
        if program.error is not None:
            raise ShellSyntaxError(program.error)
        return Substitution(program, quoted)


def arithmetic_end(text: str, start: int) -> int:
    """Return the position of the ``))`` that closes ``((`` before `start`; -1 if there is none."""
    depth = 0
    position = start
    while position < len(text):
        char = text[position]
        if char == "(":
            depth += 1
        elif char == ")":
            if depth == 0:
                return position if text.startswith("))", position) else -1
            depth -= 1
        elif char in "'\"`;\n" and (char in ";\n" or text.find(char, position + 1) < 0):
            return -1
        position += 1
    return -1


def _escape_value(match: re.Match[str]) -> str:
    """Return the text of a numeric escape in ``$'...'``."""
    byte, short, long, octal, control = match.groups()
    if short or long:
        code = int(short or long, 16)
        return chr(code) if code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF else "\ufffd"
    if control:
        return chr(ord(control) & 0x1F)
    value = int(byte, 16) if byte else int(octal, 8) & 0xFF
    return chr(value) if value < 0x80 else chr(0xDC00 + value)


def plain_text(word: Word) -> str:
    """Return a word's text with its quotes removed."""
    if isinstance(word, str):
        return word
    return "".join(
        part.text if isinstance(part, Literal) else getattr(part, "source", "") for part in word
    )


def simplified(parts: list[Part], assignment: bool = False) -> Word:
    """Return the word of these parts: a plain string if nothing is left to expand."""
    texts: list[str] = []
    bare: list[str] = []
    for place, part in enumerate(parts):
        if not isinstance(part, Literal):
            return tuple(parts)
        if not part.quoted:
            text = part.text
            if "~" in text and ((place == 0 and text[0] == "~") or (assignment and ":~" in text)):
                return tuple(parts)
            bare.append(text)
        texts.append(part.text)
    return tuple(parts) if _may_expand("".join(bare)) else "".join(texts)


def joined(prefix: str, word: Word, suffix: str = "") -> Word:
    """Return the word with literal text added before and after, all protected from splitting."""
    if isinstance(word, str):
        return prefix + word + suffix
    parts: list[Part] = []
    for part in word:
        if isinstance(part, Literal):
            quoted = part.quoted or not (part is word[0] and part.text[:1] == "~")
            parts.append(Literal(part.text, quoted))
        elif isinstance(part, Variable):
            parts.append(
                Variable(part.name, True, part.operator, part.arguments, part.index, part.source)
            )
        elif isinstance(part, Substitution):
            parts.append(Substitution(part.program, True))
        else:
            parts.append(Arithmetic(part.expression, True))
    head: list[Part] = [Literal(prefix, True)] if prefix else []
    tail: list[Part] = [Literal(suffix, True)] if suffix else []
    return tuple(head + parts + tail)


def _may_expand(text: str) -> bool:
    """Return whether unquoted text may contain a pattern or a brace list."""
    if "*" in text or "?" in text or "(" in text:
        return True
    bracket, brace = text.find("["), text.find("{")
    if bracket >= 0 and text.find("]", bracket) >= 0:
        return True
    comma = text.find(",", brace) if brace >= 0 else -1
    return comma >= 0 and text.find("}", comma) >= 0
