"""The syntax tree of a shell program: words, commands and lists."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = [
    "AndOr",
    "Arithmetic",
    "ArithmeticCommand",
    "Assignment",
    "Case",
    "CaseItem",
    "Conditional",
    "For",
    "Function",
    "Group",
    "HereDocument",
    "If",
    "Literal",
    "Node",
    "Part",
    "Pipeline",
    "Program",
    "Redirect",
    "ShellSyntaxError",
    "Simple",
    "Subshell",
    "Substitution",
    "Variable",
    "While",
    "Word",
]


class ShellSyntaxError(Exception):
    """Text that is not a valid shell program. The message is mksh's, without its prefix."""


@dataclass(frozen=True, slots=True)
class Literal:
    """Text as written. Quoted text is neither split nor globbed."""

    text: str
    quoted: bool


@dataclass(frozen=True, slots=True)
class Variable:
    """A parameter expansion such as ``$x``, ``${x:-y}``, ``${x##*/}`` or ``${#x}``.

    Attributes:
        name: Variable, positional number or one of ``@*#?-$!``; ``a[1]`` keeps its index apart.
        operator: Empty, or the operator between name and argument; ``length`` for ``${#x}``.
        arguments: The words after the operator: one, or two for ``/`` and ``:`` (substring).
        index: Word between the brackets of an array element.
    """

    name: str
    quoted: bool
    operator: str = ""
    arguments: tuple[Word, ...] = ()
    index: Word | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class Substitution:
    """A command substitution, ``$(program)``."""

    program: Program
    quoted: bool


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """An arithmetic expansion, ``$((expression))``."""

    expression: Word
    quoted: bool


Part = Literal | Variable | Substitution | Arithmetic


Word = str | tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Redirect:
    """``2>file``: a redirection of one file descriptor.

    Attributes:
        operator: ``<``, ``>``, ``>>``, ``>|``, ``<>``, ``<&``, ``>&``, ``&>`` or ``<<`` (the target
            is then text: of a here-document, or the word of ``<<<``).
    """

    descriptor: int
    operator: str
    target: Word | HereDocument


@dataclass(slots=True, eq=False)
class HereDocument:
    """The text of a here-document, filled in when the parser reaches it below its command."""

    text: Word = ""


@dataclass(frozen=True, slots=True)
class Assignment:
    """``name=value``, ``name+=value``, ``name[index]=value`` or ``name=(values)``."""

    name: str
    word: Word = ""
    append: bool = False
    index: Word | None = None
    array: bool = False
    words: tuple[Word, ...] = ()


@dataclass(frozen=True, slots=True)
class Simple:
    """A simple command: assignments, words and redirections."""

    assignments: tuple[Assignment, ...]
    words: tuple[Word, ...]
    redirects: tuple[Redirect, ...]


@dataclass(frozen=True, slots=True)
class Pipeline:
    """Commands joined by ``|``, optionally negated."""

    commands: tuple[Node, ...]
    negated: bool
    timed: bool = False


@dataclass(frozen=True, slots=True)
class AndOr:
    """A list ``first && a || b``: each further command with its operator."""

    first: Node
    rest: tuple[tuple[str, Node], ...]


@dataclass(frozen=True, slots=True)
class If:
    """``if``/``elif`` clauses and the ``else`` body."""

    clauses: tuple[tuple[Program, Program], ...]
    otherwise: Program | None
    redirects: tuple[Redirect, ...] = ()


@dataclass(frozen=True, slots=True)
class While:
    """``while`` or ``until``."""

    condition: Program
    body: Program
    until: bool
    redirects: tuple[Redirect, ...] = ()


@dataclass(frozen=True, slots=True)
class For:
    """``for name in words``; no words at all means the positional parameters."""

    name: str
    words: tuple[Word, ...] | None
    body: Program
    redirects: tuple[Redirect, ...] = ()


@dataclass(frozen=True, slots=True)
class CaseItem:
    """Patterns, their commands, and the terminator: ``;;``, ``;&`` (fall through) or ``;|``."""

    patterns: tuple[Word, ...]
    body: Program
    terminator: str


@dataclass(frozen=True, slots=True)
class Case:
    """``case word in ... esac``."""

    word: Word
    items: tuple[CaseItem, ...]
    redirects: tuple[Redirect, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """``{ program; }``."""

    body: Program
    redirects: tuple[Redirect, ...] = ()


@dataclass(frozen=True, slots=True)
class Subshell:
    """``( program )``."""

    body: Program
    redirects: tuple[Redirect, ...] = ()


@dataclass(frozen=True, slots=True)
class ArithmeticCommand:
    """``(( expression ))``."""

    expression: Word
    redirects: tuple[Redirect, ...] = ()


@dataclass(frozen=True, slots=True)
class Conditional:
    """``[[ expression ]]``: operators and words in order; operators are `Literal` tuples' strings.

    Attributes:
        tokens: ``("op", text)`` or ``("word", word)``.
    """

    tokens: tuple[tuple[str, Word], ...]
    redirects: tuple[Redirect, ...] = ()


@dataclass(frozen=True, slots=True)
class Function:
    """``name() command``."""

    name: str
    body: Node


Node = (
    Simple
    | Pipeline
    | AndOr
    | If
    | While
    | For
    | Case
    | Group
    | Subshell
    | ArithmeticCommand
    | Conditional
    | Function
)


@dataclass(frozen=True, slots=True)
class Program:
    """A list of commands, each with whether it runs in the background.

    Attributes:
        error: A syntax error found after the commands; they still run, as in a real shell, which
            reads and runs line by line.
    """

    commands: tuple[tuple[Node, bool], ...]
    error: str | None = field(default=None)
