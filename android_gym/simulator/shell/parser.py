"""The grammar of Android's shell (mksh): text in, syntax tree out.

The hard idea is the word. ``a"b $c"*`` is one word of several parts, and what happens to each part
later (splitting, globbing) depends on whether it was quoted, so the parser keeps the parts apart
and never throws the quoting away. A word without anything to expand is a plain `str`; that is the
common case and costs nothing to expand.

The tree is immutable, so parsed programs are cached and shared.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from android_gym.simulator.shell.syntax import (
    AndOr,
    Arithmetic,
    ArithmeticCommand,
    Assignment,
    Case,
    CaseItem,
    Conditional,
    For,
    Function,
    Group,
    HereDocument,
    If,
    Literal,
    Node,
    Part,
    Pipeline,
    Program,
    Redirect,
    ShellSyntaxError,
    Simple,
    Subshell,
    Substitution,
    Variable,
    While,
    Word,
)

__all__ = ["parse"]


# --- words ---------------------------------------------------------------------------------------


# --- commands ------------------------------------------------------------------------------------


_RESERVED = frozenset(
    "if then else elif fi while until for do done case esac in { } ! [[ function time "
    "select".split()
)
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_ASSIGNMENT = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)(\+?=|\[)")
_PARAMETER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[@*#?$!-]")
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
_REDIRECTS = frozenset(["<", ">", ">>", "<<", "<<-", "<<<", "<&", ">&", "<>", ">|", "&>", "&>>"])
_WORD_END = frozenset(" \t\n;&|<>()")
_MEANS_NOTHING = re.compile(r'[^$`"\\}]++')
"""Text in double quotes, or in the braces of a parameter, that stands for itself."""

_PLAIN = re.compile(r"[^\s;&|<>()\\'\"$`*?\[\]{}~@+!#=]+")
_PARAMETER_OPERATOR = re.compile(r":[-=?+]|:|[-=?+]|##?|%%?|//|/[#%]?|@[QA#]")
_SPECIAL = frozenset("\\'\"`$")
_ESCAPES = {
    "n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "e": "\x1b",
    "E": "\x1b", "\\": "\\", "'": "'", '"': '"', "?": "?",
}  # fmt: skip
_PARENTHESIS = frozenset([")"])
_MAY_BE_EMPTY = frozenset(["esac", ")", "}"])


def parse(text: str) -> Program:
    """Parse a whole program.

    Never raises: a syntax error ends the program and is kept in `Program.error`.
    """
    parser = _Parser(text)
    commands: list[tuple[Node, bool]] = []
    try:
        while True:
            parser.newlines()
            if parser.at_end():
                return Program(tuple(commands))
            commands.extend(parser.line())
    except ShellSyntaxError as error:
        return Program(tuple(commands), str(error))
    except RecursionError:
        return Program((), "syntax error: nested too deeply")


class _Parser:
    """Recursive descent over one text; `position` is the next character."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.heredocs: list[tuple[HereDocument, str, bool, bool]] = []

    # --- characters and operators ---

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

    def accept(self, operator: str) -> bool:
        if self.operator() == operator:
            self.position += len(operator)
            if operator == "\n":
                self.read_heredocs()
            return True
        return False

    def newlines(self) -> None:
        while self.accept("\n"):
            pass

    def keyword(self) -> str:
        """The reserved word ahead, or an empty string."""
        self.blanks()
        end = self.position
        text = self.text
        while end < len(text) and text[end] not in _WORD_END:
            end += 1
        word = text[self.position : end]
        return word if word in _RESERVED else ""

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
            while end < len(self.text) and self.text[end] not in _WORD_END:
                end += 1
            operator = self.text[start:end]
        return ShellSyntaxError(f"syntax error: unexpected '{operator}'")

    # --- lists ---

    def line(self) -> list[tuple[Node, bool]]:
        """Commands up to and with the newline; at least one."""
        commands: list[tuple[Node, bool]] = []
        while True:
            node = self.and_or()
            if self.accept("&"):
                commands.append((node, True))
            else:
                commands.append((node, False))
                if not self.accept(";"):
                    if not self.at_end() and not self.accept("\n"):
                        raise self.unexpected()
                    break
            if self.at_end() or self.accept("\n"):
                break
        if self.heredocs:
            self.read_heredocs()
        return commands

    def program(self, opener: str, closers: frozenset[str]) -> Program:
        """Commands up to a closing reserved word or operator, which is left standing."""
        commands: list[tuple[Node, bool]] = []
        while True:
            self.newlines()
            if self.at_end():
                raise ShellSyntaxError(f"syntax error: unmatched '{opener}'")
            if (self.operator() or self.keyword()) in closers:
                break
            node = self.and_or()
            if self.accept("&"):
                commands.append((node, True))
                continue
            commands.append((node, False))
            if self.accept(";") or self.accept("\n"):
                continue
            if self.at_end():
                raise ShellSyntaxError(f"syntax error: unmatched '{opener}'")
            # A reserved word can follow a command directly only after a compound one:
            # `if (true) then`, `{ { a; } }`.
            if (self.operator() or self.keyword()) not in closers:
                raise self.unexpected()
            break
        if not commands and not closers & _MAY_BE_EMPTY:
            raise self.unexpected()
        return Program(tuple(commands))

    def and_or(self) -> Node:
        first = self.pipeline()
        rest: list[tuple[str, Node]] = []
        while True:
            operator = self.operator()
            if operator not in ("&&", "||"):
                break
            self.position += 2
            self.newlines()
            rest.append((operator, self.pipeline()))
        return AndOr(first, tuple(rest)) if rest else first

    def pipeline(self) -> Node:
        negated = timed = False
        while (keyword := self.keyword()) in ("!", "time"):
            self.position += len(keyword)
            negated ^= keyword == "!"
            timed |= keyword == "time"
        if timed and (self.at_end() or self.operator() in ("\n", ";")):
            return Pipeline((), negated, True)
        commands = [self.command()]
        while self.accept("|"):
            self.newlines()
            commands.append(self.command())
        if len(commands) == 1 and not negated and not timed:
            return commands[0]
        return Pipeline(tuple(commands), negated, timed)

    # --- commands ---

    def command(self) -> Node:
        keyword = self.keyword()
        if keyword:
            reader = _COMPOUND.get(keyword)
            if reader is not None:
                return reader(self)
            raise self.unexpected()
        if self.operator() == "(":
            if self.text.startswith("((", self.position):
                node = self.arithmetic_command()
                if node is not None:
                    return node
            self.position += 1
            body = self.program("(", _PARENTHESIS)
            self.position += 1
            return Subshell(body, self.redirects())
        return self.simple()

    def simple(self) -> Node:
        assignments: list[Assignment] = []
        words: list[Word] = []
        redirects: list[Redirect] = []
        while True:
            if self.redirect(redirects):
                continue
            self.blanks()
            if self.position >= len(self.text) or self.text[self.position] in ";&|()\n":
                break
            if not words:
                assignment = self.assignment()
                if assignment is not None:
                    assignments.append(assignment)
                    continue
            start = self.position
            word = self.word()
            if not words and not assignments and not redirects and self.operator() == "(":
                return self.function(word)
            if words and words[0] in _DECLARATIONS and self.text[start] not in "'\"-":
                # `export a=$b` is an assignment: its value is not split.
                self.position, end = start, self.position
                assignment = self.assignment()
                if assignment is not None and not assignment.array and assignment.index is None:
                    sign = "+=" if assignment.append else "="
                    words.append(_joined(f"{assignment.name}{sign}", assignment.word))
                    continue
                self.position = end
            words.append(word)
        if not words and not assignments and not redirects:
            raise self.unexpected()
        return Simple(tuple(assignments), tuple(words), tuple(redirects))

    def assignment(self) -> Assignment | None:
        match = _ASSIGNMENT.match(self.text, self.position)
        if match is None:
            return None
        name, sign = match.groups()
        start = self.position
        self.position = match.end()
        index: Word | None = None
        if sign == "[":
            end = self.text.find("]", self.position)
            tail = re.compile(r"\]\+?=").match(self.text, end) if end >= 0 else None
            if tail is None:
                self.position = start
                return None
            index = _Parser(self.text[self.position : end]).quoted_until("")
            self.position = tail.end()
            sign = tail.group()[1:]
        append = sign == "+="
        if index is None and self.text.startswith("(", self.position):
            self.position += 1
            values: list[Word] = []
            while True:
                self.newlines()
                if self.at_end():
                    raise ShellSyntaxError("syntax error: unmatched '('")
                if self.accept(")"):
                    return Assignment(name, "", append, None, True, tuple(values))
                values.append(self.word())
        ends = self.position >= len(self.text) or self.text[self.position] in _WORD_END
        return Assignment(name, "" if ends else self.word(assignment=True), append, index)

    def function(self, name: Word) -> Function:
        if not isinstance(name, str) or name in _RESERVED:
            raise self.unexpected()
        self.position += 1
        if not self.accept(")"):
            raise self.unexpected()
        return self.function_body(name)

    def function_body(self, name: str) -> Function:
        self.newlines()
        return Function(name, self.command())

    def read_function(self) -> Node:
        self.position += len("function")
        self.blanks()
        name = self.word()
        if not isinstance(name, str):
            raise self.unexpected()
        if self.accept("(") and not self.accept(")"):
            raise self.unexpected()
        return self.function_body(name)

    def read_if(self) -> Node:
        self.position += 2
        clauses: list[tuple[Program, Program]] = []
        otherwise: Program | None = None
        while True:
            condition = self.program("if", frozenset(["then"]))
            self.position += 4
            clauses.append((condition, self.program("if", frozenset(["elif", "else", "fi"]))))
            keyword = self.take_keyword("elif", "else", "fi")
            if keyword == "else":
                otherwise = self.program("if", frozenset(["fi"]))
                keyword = self.take_keyword("fi")
            if keyword == "fi":
                return If(tuple(clauses), otherwise, self.redirects())

    def read_while(self) -> Node:
        keyword = self.take_keyword("while", "until")
        condition = self.program(keyword, frozenset(["do"]))
        body = self.do_group()
        return While(condition, body, keyword == "until", self.redirects())

    def do_group(self) -> Program:
        self.take_keyword("do")
        body = self.program("do", frozenset(["done"]))
        self.take_keyword("done")
        return body

    def read_for(self) -> Node:
        self.position += 3
        self.blanks()
        match = _NAME.match(self.text, self.position)
        if match is None:
            raise self.unexpected()
        self.position = match.end()
        self.newlines()
        words: list[Word] | None = None
        if self.keyword() == "in":
            self.position += 2
            words = []
            while not self.at_end() and not self.operator():
                words.append(self.word())
            if not self.accept(";") and not self.accept("\n"):
                raise self.unexpected()
        else:
            self.accept(";")
        self.newlines()
        if self.keyword() == "{":
            self.position += 1
            body = self.program("{", frozenset(["}"]))
            self.position += 1
        else:
            body = self.do_group()
        return For(match.group(), None if words is None else tuple(words), body, self.redirects())

    def read_case(self) -> Node:
        self.position += 4
        self.blanks()
        if self.operator() or self.at_end():
            raise self.unexpected()
        word = self.word()
        self.newlines()
        self.take_keyword("in")
        items: list[CaseItem] = []
        while True:
            self.newlines()
            if self.at_end():
                raise ShellSyntaxError("syntax error: unmatched 'case'")
            if self.keyword() == "esac":
                self.position += 4
                return Case(word, tuple(items), self.redirects())
            self.accept("(")
            patterns = [self.pattern()]
            while self.accept("|"):
                patterns.append(self.pattern())
            if not self.accept(")"):
                raise self.unexpected()
            body = self.program("case", frozenset(["esac", ";;", ";&", ";|"]))
            terminator = self.operator()
            if terminator in (";;", ";&", ";|"):
                self.position += 2
            else:
                terminator = ";;"
            items.append(CaseItem(tuple(patterns), body, terminator))

    def pattern(self) -> Word:
        if self.operator() or self.at_end():
            raise self.unexpected()
        return self.word()

    def read_group(self) -> Node:
        self.position += 1
        body = self.program("{", frozenset(["}"]))
        self.position += 1
        return Group(body, self.redirects())

    def read_conditional(self) -> Node:
        self.position += 2
        tokens: list[tuple[str, Word]] = []
        while True:
            self.newlines()
            if self.at_end():
                raise ShellSyntaxError("syntax error: unmatched '[['")
            operator = self.operator()
            if operator in ("&&", "||", "(", ")", "<", ">"):
                self.position += len(operator)
                tokens.append(("op", operator))
                continue
            if operator:
                raise self.unexpected()
            start = self.position
            word = self.word()
            if word == "]]" and self.text.startswith("]]", start):
                return Conditional(tuple(tokens), self.redirects())
            bare = self.text[start : self.position] == word
            tokens.append(("op" if bare and word in _TEST_OPERATORS else "word", word))

    def arithmetic_command(self) -> Node | None:
        end = _matching_arithmetic(self.text, self.position + 2)
        if end < 0:
            return None
        expression = _Parser(self.text[self.position + 2 : end]).quoted_until("")
        self.position = end + 2
        return ArithmeticCommand(expression, self.redirects())

    # --- redirections ---

    def redirects(self) -> tuple[Redirect, ...]:
        found: list[Redirect] = []
        while self.redirect(found):
            pass
        return tuple(found)

    def redirect(self, found: list[Redirect]) -> bool:
        """Read one redirection if there is one ahead."""
        self.blanks()
        start = self.position
        text = self.text
        end = start
        while end < len(text) and text[end] in "0123456789":
            end += 1
        if end == len(text) or text[end] not in "<>&" or (end > start and text[end] == "&"):
            return False
        self.position = end
        operator = self.operator()
        if operator not in _REDIRECTS:
            self.position = start
            return False
        descriptor = int(text[start:end]) if end > start else (0 if operator[0] == "<" else 1)
        self.position += len(operator)
        self.blanks()
        if self.operator() or self.at_end():
            raise self.unexpected()
        begin = self.position
        target = self.word()
        if operator in ("<<", "<<-"):
            raw = self.text[begin : self.position]
            quoted = any(char in raw for char in "'\"\\")
            document = HereDocument()
            self.heredocs.append((document, _text(target), quoted, operator == "<<-"))
            found.append(Redirect(descriptor, "<<", document))
        elif operator == "<<<":
            found.append(Redirect(descriptor, "<<", _joined("", target, "\n")))
        else:
            found.append(Redirect(descriptor, operator, target))
        return True

    def read_heredocs(self) -> None:
        """Read the bodies of the here-documents announced on the line just ended."""
        pending, self.heredocs = self.heredocs, []
        for document, delimiter, quoted, strip in pending:
            lines: list[str] = []
            while self.position < len(self.text):
                end = self.text.find("\n", self.position)
                end = len(self.text) if end < 0 else end
                line = self.text[self.position : end]
                self.position = min(end + 1, len(self.text))
                if strip:
                    line = line.lstrip("\t")
                if line == delimiter:
                    break
                lines.append(line + "\n")
            else:
                raise ShellSyntaxError(f"here document '{delimiter}' unclosed")
            body = "".join(lines)
            document.text = body if quoted else _Parser(body).quoted_until("", heredoc=True)

    # --- words ---

    def word(self, *, assignment: bool = False) -> Word:
        """Read one word, which must be there."""
        parts: list[Part] = []
        self.word_parts(parts, _WORD_END)
        if not parts:
            raise self.unexpected()
        return _simplified(parts, assignment)

    def word_parts(self, parts: list[Part], stops: frozenset[str]) -> None:
        """Read parts up to an unquoted character of `stops`."""
        text = self.text
        plain = ""
        while self.position < len(text):
            char = text[self.position]
            if char == "(" and plain and plain[-1] in "@*+?!":
                # An extended pattern such as @(a|b): its parentheses belong to the word.
                self.position += 1
                parts.append(Literal(plain + "(", False))
                self.word_parts(parts, _PARENTHESIS)
                if self.position >= len(text):
                    raise ShellSyntaxError("syntax error: unmatched '('")
                plain = ")"
                self.position += 1
                continue
            if char in stops:
                break
            match = _PLAIN.match(text, self.position) if stops is _WORD_END else None
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
        """Read what begins with a quote, backslash or ``$``; None for a mere dollar sign."""
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
        """Read text in which only ``$``, backticks and some escapes mean anything.

        Args:
            end: The closing character, which is taken; empty for the end of the text.
            heredoc: Whether double quotes are ordinary and need no escape.
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
                # "${x:-"a"}": inner double quotes vanish.
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
        """Read a backslash within double quotes and what it stands before."""
        following = self.text[self.position + 1 : self.position + 2]
        self.position = min(self.position + 2, len(self.text))
        if following == "\n":
            return ""
        loose = "$`\\" + ("" if heredoc else '"') + ("}" if end == "}" else "")
        return following if following and following in loose else "\\" + following

    def dollar(self, quoted: bool) -> Part | None:
        """Read what starts with ``$``; None (one character taken) for a mere dollar sign."""
        text = self.text
        start = self.position
        following = text[start + 1 : start + 2]
        if following == "(":
            if text.startswith("((", start + 1):
                end = _matching_arithmetic(text, start + 3)
                if end >= 0:
                    expression = _Parser(text[start + 3 : end]).quoted_until("")
                    self.position = end + 2
                    return Arithmetic(expression, quoted)
            self.position = start + 2
            body = self.program("(", _PARENTHESIS)
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
        r"""Read ``$'a\tb'``."""
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
        # Bytes written one by one (\xc3\xa9) join into characters.
        joined = "".join(out).encode("utf-8", "surrogateescape")
        return Literal(joined.decode("utf-8", "surrogateescape"), True)

    def braced(self, quoted: bool) -> Variable:
        """Read ``${...}``."""
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
        """Read ``#x}`` or ``!x}``; None (nothing taken) where it is something else."""
        start = self.position
        match = _PARAMETER.match(self.text, start + 1)
        if not self.text.startswith(prefix, start) or match is None:
            return None
        self.position = match.end()
        index = self.index()
        if not self.text.startswith("}", self.position) or (
            prefix == "!" and not _NAME.fullmatch(match.group())
        ):
            self.position = start
            return None
        self.position += 1
        return Variable(match.group(), quoted, meaning, (), index)

    def bad_substitution(self, start: int, quoted: bool) -> Variable:
        """Skip to the closing brace; the fault is reported when the word is expanded."""
        end = self.text.find("}", start)
        if end < 0:
            raise ShellSyntaxError("no closing quote")
        self.position = end + 1
        return Variable("", quoted, "bad", (), None, self.text[start : end + 1])

    def index(self) -> Word | None:
        """Read ``[index]`` of an array element."""
        if not self.text.startswith("[", self.position):
            return None
        end = self.text.find("]", self.position)
        if end < 0:
            return None
        inner = _Parser(self.text[self.position + 1 : end]).quoted_until("")
        self.position = end + 1
        return inner

    def second_argument(self, separator: str, quoted: bool) -> list[Word]:
        if not self.text.startswith(separator, self.position):
            return []
        self.position += 1
        return [self.argument(quoted, "}")]

    def argument(self, quoted: bool, stops: str) -> Word:
        """Read a word inside ``${}``; the stopping character is left standing."""
        if quoted:
            return self.quoted_argument(stops)
        parts: list[Part] = []
        self.word_parts(parts, frozenset(stops))
        if self.position >= len(self.text):
            raise ShellSyntaxError("no closing quote")
        if any(isinstance(part, Literal) and part.quoted for part in parts):
            return tuple(parts)
        return _simplified(parts, True) if parts else ""

    def quoted_argument(self, stops: str) -> Word:
        start = self.position
        if len(stops) == 1:
            word = self.quoted_until("}")
            self.position -= 1
            return word
        # A substring's offset ends at the colon; expansions inside may hold colons of their own.
        end = start
        depth = 0
        while end < len(self.text) and (depth or self.text[end] not in stops):
            depth += {"{": 1, "(": 1, "}": -1, ")": -1}.get(self.text[end], 0)
            end += 1
        if end >= len(self.text):
            raise ShellSyntaxError("no closing quote")
        self.position = end
        return _Parser(self.text[start:end]).quoted_until("")

    def backticks(self, quoted: bool) -> Substitution:
        """Read a backquoted command substitution."""
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
        program = parse("".join(out))
        if program.error is not None:
            raise ShellSyntaxError(program.error)
        return Substitution(program, quoted)


_COMPOUND: dict[str, Callable[[_Parser], Node]] = {
    "if": _Parser.read_if,
    "while": _Parser.read_while,
    "until": _Parser.read_while,
    "for": _Parser.read_for,
    "case": _Parser.read_case,
    "{": _Parser.read_group,
    "[[": _Parser.read_conditional,
    "function": _Parser.read_function,
}
_DECLARATIONS = frozenset(["export", "readonly", "local", "typeset", "declare"])
_TEST_OPERATORS = frozenset(
    "! = == != -eq -ne -lt -le -gt -ge -nt -ot -ef -a -b -c -d -e -f -g -h -k -L -n -o -O -p -r "
    "-s -S -t -u -v -w -x -z -G -H".split()
)


def _matching_arithmetic(text: str, start: int) -> int:
    """Position of the ``))`` that closes ``((`` before `start`, or -1 if it is no arithmetic."""
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
    """The text of a numeric escape in ``$'...'``."""
    byte, short, long, octal, control = match.groups()
    if short or long:
        code = int(short or long, 16)
        return chr(code) if code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF else "\ufffd"
    if control:
        return chr(ord(control) & 0x1F)
    value = int(byte, 16) if byte else int(octal, 8) & 0xFF
    return chr(value) if value < 0x80 else chr(0xDC00 + value)


def _text(word: Word) -> str:
    """A word's text with its quotes removed."""
    if isinstance(word, str):
        return word
    return "".join(
        part.text if isinstance(part, Literal) else getattr(part, "source", "") for part in word
    )


def _simplified(parts: list[Part], assignment: bool = False) -> Word:
    """The word of these parts: a plain string where nothing is left to expand."""
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


def _joined(prefix: str, word: Word, suffix: str = "") -> Word:
    """The word with literal text put before and after it, all safe from splitting."""
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
    """Return whether unquoted text may be a pattern or a list in braces."""
    if "*" in text or "?" in text or "(" in text:
        return True
    bracket, brace = text.find("["), text.find("{")
    if bracket >= 0 and text.find("]", bracket) >= 0:
        return True
    comma = text.find(",", brace) if brace >= 0 else -1
    return comma >= 0 and text.find("}", comma) >= 0
