"""Parser of AWK programs."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final

__all__ = ["MAX_NESTING", "AwkSyntaxError", "Function", "Node", "Program", "parse", "unescape"]

Node = tuple[Any, ...]
"""The kind of a part of a program, and its parts."""

MAX_NESTING: Final = 30
"""Levels of expressions and statements in one another."""


class AwkSyntaxError(Exception):
    """A program that can't be parsed; the message is what awk prints."""


@dataclass
class Function:
    """A function of a program.

    Attributes:
        name: Its name.
        parameters: Names of its parameters, which are its local variables too.
        body: Its statements.
    """

    name: str
    parameters: list[str]
    body: Node = ("block", ())


@dataclass
class Program:
    """A parsed program.

    Attributes:
        begin: Actions of BEGIN.
        rules: (pattern, action) of the others; either may be None.
        end: Actions of END.
        functions: Its functions by name.
        lines: Number of its lines.

    A statement or pattern ``("line", N, PART)`` is one that begins in line N.
    """

    begin: list[Node] = field(default_factory=list)
    rules: list[tuple[Node | None, Node | None]] = field(default_factory=list)
    end: list[Node] = field(default_factory=list)
    functions: dict[str, Function] = field(default_factory=dict)
    lines: int = 1


_KEYWORDS: Final = frozenset(
    "BEGIN END function func if else while for do break continue next nextfile exit return delete "
    "in getline print printf".split()
)
BUILTINS: Final = frozenset(
    "length substr index split sub gsub match sprintf sin cos atan2 exp log sqrt int rand srand "
    "tolower toupper system close fflush".split()
)
_TOKEN: Final = re.compile(
    r"""(?P<skip>(?:[ \t\r]|\\\r?\n|\#[^\n]*)+)
    |(?P<newline>\n)
    |(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)
    |(?P<name>[A-Za-z_][A-Za-z0-9_]*)
    |(?P<string>"(?:[^"\\\n]|\\.|\\\n)*")
    |(?P<op>&&|\|\||\+\+|--|\+=|-=|\*=|/=|%=|\^=|\*\*=|\*\*|==|<=|>=|!=|!~|>>|[-+*/%^!<>|?:~$=,;(){}\[\]])
    """,
    re.VERBOSE | re.DOTALL,
)
_REGEX: Final = re.compile(r"/((?:[^/\\\n\[]|\\.|\[\^?\]?(?:\[:[a-z]+:\]|[^\]\n])*\])*)/")
_ENDS_OPERAND: Final = frozenset(["number", "string", "regex", "builtin"])

_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v",
                   "\\": "\\", '"': '"', "/": "/"}  # fmt: skip


def unescape(text: str) -> str:
    r"""Replace escapes such as ``\n`` and ``\033``; unknown ones keep their backslash."""

    def one(match: re.Match[str]) -> str:
        word = match.group(1)
        if word[0] in "01234567":
            return chr(int(word, 8) & 255)
        return "" if word == "\n" else _ESCAPES.get(word, match.group())

    return re.sub(r"\\([0-7]{1,3}|.)", one, text, flags=re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    line: int
    glued: bool = False  # a name right before "("


def _tokens(source: str) -> list[_Token]:
    found: list[_Token] = []
    place, line = 0, 1
    while place < len(source):
        if source[place] == "/" and not _operand_ended(found):
            match = _REGEX.match(source, place)
            if match is None:
                raise _error(source, line, source[place : place + 20])
            found.append(_Token("regex", match.group(1).replace("\\/", "/"), line))
        else:
            match = _TOKEN.match(source, place)
            if match is None:
                raise _error(source, line, source[place : place + 20])
            kind, text = str(match.lastgroup), match.group()
            if kind == "name":
                kind = "keyword" if text in _KEYWORDS else kind
                kind = "builtin" if text in BUILTINS else kind
            if kind == "string":
                text = unescape(text[1:-1])
            if kind != "skip":
                found.append(_Token(kind, text, line, source.startswith("(", match.end())))
            line += match.group().count("\n")
        place = match.end()
    found.append(_Token("end", "", line))
    return found


def _operand_ended(found: list[_Token]) -> bool:
    """Return whether a slash divides what stands before it."""
    if not found:
        return False
    last = found[-1]
    return last.kind in _ENDS_OPERAND or last.kind == "name" or last.text in (")", "]", "$", "++",
                                                                              "--")  # fmt: skip


def _error(source: str, line: int, text: str) -> AwkSyntaxError:
    context = source.split("\n")[min(line, source.count("\n") + 1) - 1]
    return AwkSyntaxError(
        f"awk: syntax error at source line {line}\n context is\n\t{context} >>> {text} <<< \n"
        f"awk: bailing out at source line {line}\n"
    )


def parse(source: str) -> Program:
    """Parse a program.

    Raises:
        AwkSyntaxError: If it is malformed, or nests too deeply.
    """
    return _Parser(source).run()


class _Parser:
    def __init__(self, source: str) -> None:
        self._source = source
        self._tokens = _tokens(source)
        self._at = 0
        self._depth = 0
        self._no_greater = False  # in the arguments of "print"

    # -- tokens

    @property
    def _now(self) -> _Token:
        return self._tokens[self._at]

    def _is(self, *texts: str) -> bool:
        return self._now.text in texts and self._now.kind in ("op", "keyword")

    def _take(self, *texts: str) -> str:
        """Consume one of the operators or keywords if it is next; return it or ""."""
        if not self._is(*texts):
            return ""
        self._at += 1
        return self._tokens[self._at - 1].text

    def _expect(self, text: str) -> None:
        if not self._take(text):
            raise self._fault()

    def _name(self) -> str:
        if self._now.kind != "name":
            raise self._fault()
        self._at += 1
        return self._tokens[self._at - 1].text

    def _fault(self) -> AwkSyntaxError:
        return _error(self._source, self._now.line, self._now.text)

    def _newlines(self) -> None:
        while self._now.kind == "newline":
            self._at += 1

    def _ends(self) -> None:
        """Consume newlines and semicolons."""
        while self._now.kind == "newline" or self._is(";"):
            self._at += 1

    # -- items

    def run(self) -> Program:
        program = Program(lines=self._tokens[-1].line)
        self._ends()
        while self._now.kind != "end":
            self._item(program)
            self._ends()
        return program

    def _item(self, program: Program) -> None:
        if self._take("function", "func"):
            self._at += self._now.kind == "builtin"  # a syntax error, told by `_name`
            function = Function(self._name(), [])
            self._expect("(")
            while not self._take(")"):
                function.parameters.append(self._name())
                self._newlines()
                if not self._take(",") and not self._is(")"):
                    raise self._fault()
                self._newlines()
            program.functions[function.name] = function
            self._newlines()
            function.body = self._block()
        elif self._is("BEGIN", "END"):
            where = program.begin if self._take("BEGIN", "END") == "BEGIN" else program.end
            where.append(self._block())
        else:
            pattern: Node | None = None
            if not self._is("{"):
                line = self._now.line
                pattern = self._expression()
                if self._take(","):
                    self._newlines()
                    pattern = ("range", pattern, self._expression())
                pattern = ("line", line, pattern)
            program.rules.append((pattern, self._block() if self._is("{") else None))

    # -- statements

    def _block(self) -> Node:
        self._deeper()
        self._expect("{")
        self._ends()
        statements = []
        while not self._take("}"):
            statements.append(self._statement())
            self._ends()
        self._depth -= 1
        return ("block", tuple(statements))

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > MAX_NESTING:
            raise self._fault()

    def _body(self) -> Node:
        """Parse the statement that a condition or a loop is followed by."""
        self._newlines()
        if self._take(";"):
            return ("block", ())
        return self._statement()

    def _statement(self) -> Node:
        self._deeper()
        line = self._now.line
        node = self._block() if self._is("{") else self._compound() or self._simple_statement()
        self._depth -= 1
        return ("line", line, node)

    def _simple_statement(self) -> Node:
        node = self._simple()
        if not (self._is(";", "}") or self._now.kind in ("newline", "end")):
            raise self._fault()
        self._take(";")
        return node

    def _compound(self) -> Node | None:
        if self._take("if"):
            test = self._parenthesized()
            yes = self._body()
            mark = self._at
            self._ends()
            if self._take("else"):
                return ("if", test, yes, self._body())
            self._at = mark
            return ("if", test, yes, None)
        if self._take("while"):
            return ("while", self._parenthesized(), self._body())
        if self._take("do"):
            body = self._body()
            self._ends()
            self._expect("while")
            return ("do", body, self._parenthesized())
        if self._take("for"):
            return self._for()
        return None

    def _parenthesized(self) -> Node:
        self._expect("(")
        node = self._expression()
        self._expect(")")
        return node

    def _for(self) -> Node:
        self._expect("(")
        mark = self._at
        if self._now.kind == "name" and self._tokens[mark + 1].text == "in":
            name = self._name()
            self._at += 1
            if self._now.kind == "name" and self._tokens[self._at + 1].text == ")":
                array = self._name()
                self._at += 1
                return ("each", name, array, self._body())
            self._at = mark
        first = None if self._is(";") else self._simple()
        self._expect(";")
        self._newlines()
        test = None if self._is(";") else self._expression()
        self._expect(";")
        self._newlines()
        step = None if self._is(")") else self._simple()
        self._expect(")")
        return ("for", first, test, step, self._body())

    def _simple(self) -> Node:
        word = self._take(
            "print", "printf", "next", "nextfile", "exit", "return", "break", "continue", "delete"
        )
        match word:
            case "print" | "printf":
                return self._print(word)
            case "exit" | "return":
                ends = self._is(";", "}") or self._now.kind in ("newline", "end")
                return (word, None if ends else self._expression())
            case "delete":
                array = self._name()
                return ("delete", array, self._subscript() if self._take("[") else None)
            case "":
                return ("expression", self._expression())
        return (word,)

    def _print(self, word: str) -> Node:
        self._no_greater = True
        values: list[Node] = []
        if not (self._is(";", "}", ">", ">>", "|") or self._now.kind in ("newline", "end")):
            values = self._list()
            if len(values) == 1 and values[0][0] == "grouping":
                values = list(values[0][1])
        self._no_greater = False
        where = self._take(">", ">>", "|")
        target = self._concatenation() if where else None
        return (word, tuple(values), where, target)

    def _list(self) -> list[Node]:
        values = [self._expression()]
        while self._take(","):
            self._newlines()
            values.append(self._expression())
        return values

    # -- expressions, from the loosest operator to the tightest

    def _expression(self) -> Node:
        self._deeper()
        left = self._conditional()
        if self._is("=", "+=", "-=", "*=", "/=", "%=", "^=", "**=") and _assignable(left):
            operator = self._take(self._now.text)
            self._newlines()
            operator = operator.replace("**", "^")[:-1]
            left = ("assign", operator, left, self._expression())
        self._depth -= 1
        return left

    def _conditional(self) -> Node:
        test = self._or()
        if not self._take("?"):
            return test
        self._newlines()
        yes = self._expression()
        self._newlines()
        self._expect(":")
        self._newlines()
        return ("if?", test, yes, self._expression())

    def _or(self) -> Node:
        node = self._and()
        while self._take("||"):
            self._newlines()
            node = ("||", node, self._and())
        return node

    def _and(self) -> Node:
        node = self._in()
        while self._take("&&"):
            self._newlines()
            node = ("&&", node, self._in())
        return node

    def _in(self) -> Node:
        node = self._matching()
        while self._take("in"):
            keys = node[1] if node[0] == "grouping" else (node,)
            node = ("in", tuple(keys), self._name())
        return node

    def _matching(self) -> Node:
        node = self._comparison()
        while operator := self._take("~", "!~"):
            node = (operator, node, self._comparison())
        return node

    def _comparison(self) -> Node:
        node = self._concatenation()
        while True:
            greater = () if self._no_greater else (">",)
            operator = self._take("<", "<=", "==", "!=", ">=", *greater)
            if operator:
                node = ("compare", operator, node, self._concatenation())
            elif self._is("|") and self._tokens[self._at + 1].text == "getline":
                self._at += 2
                node = ("getline", "|", node, self._target())
            else:
                return node

    def _concatenation(self) -> Node:
        node = self._additive()
        while self._starts_operand():
            node = ("concat", node, self._additive())
        return node

    def _starts_operand(self) -> bool:
        now = self._now
        if now.kind in ("number", "string", "regex", "name", "builtin"):
            return True
        return self._is("$", "!", "(", "-", "+", "++", "--")

    def _additive(self) -> Node:
        node = self._multiplicative()
        while operator := self._take("+", "-"):
            node = ("math", operator, node, self._multiplicative())
        return node

    def _multiplicative(self) -> Node:
        node = self._unary()
        while operator := self._take("*", "/", "%"):
            node = ("math", operator, node, self._unary())
        return node

    def _unary(self) -> Node:
        if operator := self._take("!", "-", "+"):
            self._deeper()
            node = (f"{operator}x", self._unary())
            self._depth -= 1
            return node
        return self._power()

    def _power(self) -> Node:
        node = self._postfix()
        if self._take("^", "**"):
            self._deeper()
            # The exponent may have a sign of its own: 2^-1.
            sign = self._take("-", "+", "!")
            exponent = self._power()
            node = ("math", "^", node, (f"{sign}x", exponent) if sign else exponent)
            self._depth -= 1
        return node

    def _postfix(self) -> Node:
        node = self._primary()
        if _assignable(node) and self._is("++", "--"):
            node = ("after", self._take("++", "--"), node)
        return node

    def _primary(self) -> Node:
        token = self._now
        match token.kind:
            case "number":
                self._at += 1
                return ("number", float(token.text))
            case "string":
                self._at += 1
                return ("string", token.text)
            case "regex":
                self._at += 1
                return ("regex", token.text)
            case "builtin":
                self._at += 1
                return self._builtin(token.text)
            case "name":
                return self._variable()
        if operator := self._take("++", "--"):
            self._deeper()
            target = self._primary()
            self._depth -= 1
            if not _assignable(target):
                raise self._fault()
            return ("before", operator, target)
        if self._take("$"):
            self._deeper()
            sign = self._take("-", "+", "!")
            inner = self._primary()
            self._depth -= 1
            return ("field", (f"{sign}x", inner) if sign else inner)
        if self._take("("):
            return self._grouping()
        if self._take("getline"):
            into = self._target()
            if self._take("<"):
                return ("getline", "<", self._primary(), into)
            return ("getline", "", None, into)
        raise self._fault()

    def _grouping(self) -> Node:
        kept, self._no_greater = self._no_greater, False
        self._newlines()
        values = self._list()
        self._newlines()
        self._expect(")")
        self._no_greater = kept
        return ("grouping", tuple(values))

    def _target(self) -> Node | None:
        """Parse what ``getline`` reads into."""
        if self._now.kind != "name" and not self._is("$"):
            return None
        return self._primary()

    def _subscript(self) -> Node:
        values = self._list()
        self._expect("]")
        return ("subscript", tuple(values))

    def _variable(self) -> Node:
        glued = self._now.glued
        name = self._name()
        if glued and self._take("("):
            return ("call", name, tuple(self._arguments()))
        if self._take("["):
            return ("element", name, self._subscript())
        return ("variable", name)

    def _builtin(self, name: str) -> Node:
        if name == "length" and not self._is("("):
            return ("builtin", name, ())
        self._expect("(")
        return ("builtin", name, tuple(self._arguments()))

    def _arguments(self) -> list[Node]:
        kept, self._no_greater = self._no_greater, False
        self._newlines()
        values = [] if self._is(")") else self._list()
        self._newlines()
        self._expect(")")
        self._no_greater = kept
        return values


def _assignable(node: Node) -> bool:
    return node[0] in ("variable", "element", "field")
