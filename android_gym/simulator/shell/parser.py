"""Parser of Android's shell language (mksh), from text to a syntax tree.

The difficult part is words. ``a"b $c"*`` is one word of several parts, and how each part is treated
later (splitting, globbing) depends on whether it was quoted, so the parser keeps parts and their
quoting. A word without anything to expand is a plain `str`, the common case, which costs nothing to
expand.

The tree is immutable, so parsed programs are cached and shared.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from android_gym.simulator.shell.scanner import RESERVED, WORD_END
from android_gym.simulator.shell.syntax import (
    AndOr,
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
    Node,
    Pipeline,
    Program,
    Redirect,
    ShellSyntaxError,
    Simple,
    Subshell,
    While,
    Word,
)
from android_gym.simulator.shell.words import (
    NAME,
    PARENTHESIS,
    WordReader,
    arithmetic_end,
    joined,
    plain_text,
)

__all__ = ["parse"]


_ASSIGNMENT = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)(\+?=|\[)")
_REDIRECT = re.compile(r"[0-9]+(?=[<>])|(?=[<>&])")  # the descriptor, if there is one
_REDIRECT_STARTS = frozenset("0123456789<>&")
_REDIRECTS = frozenset(["<", ">", ">>", "<<", "<<-", "<<<", "<&", ">&", "<>", ">|", "&>", "&>>"])
_MAY_BE_EMPTY = frozenset(["esac", ")", "}"])


def parse(text: str) -> Program:
    """Parse a whole program.

    Never raises: a syntax error ends the program and is recorded in `Program.error`.
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


class _Parser(WordReader):
    """A recursive descent parser for one text."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.heredocs: list[tuple[HereDocument, str, bool, bool]] = []

    def whole(self, text: str) -> Program:
        return parse(text)

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

    # --- lists ---

    def line(self) -> list[tuple[Node, bool]]:
        """Parse commands up to and including the newline; at least one."""
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
        """Parse commands up to a closing reserved word or operator, which is not consumed."""
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
            # A reserved word can directly follow only a compound command:
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
            body = self.program("(", PARENTHESIS)
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
                    words.append(joined(f"{assignment.name}{sign}", assignment.word))
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
        ends = self.position >= len(self.text) or self.text[self.position] in WORD_END
        return Assignment(name, "" if ends else self.word(assignment=True), append, index)

    def function(self, name: Word) -> Function:
        if not isinstance(name, str) or name in RESERVED:
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
        match = NAME.match(self.text, self.position)
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
        end = arithmetic_end(self.text, self.position + 2)
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
        """Parse a redirection if one comes next."""
        self.blanks()
        if self.text[self.position : self.position + 1] not in _REDIRECT_STARTS:
            return False
        match = _REDIRECT.match(self.text, self.position)
        if match is None:
            return False
        start, self.position = match.span()
        operator = self.operator()
        if operator not in _REDIRECTS:
            self.position = start
            return False
        number = match.group()
        descriptor = int(number) if number else (0 if operator[0] == "<" else 1)
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
            self.heredocs.append((document, plain_text(target), quoted, operator == "<<-"))
            found.append(Redirect(descriptor, "<<", document))
        elif operator == "<<<":
            found.append(Redirect(descriptor, "<<", joined("", target, "\n")))
        else:
            found.append(Redirect(descriptor, operator, target))
        return True

    def read_heredocs(self) -> None:
        """Read the bodies of the here-documents introduced on the line just ended."""
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
