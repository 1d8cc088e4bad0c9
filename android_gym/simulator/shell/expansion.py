"""Word expansion: parameters, substitutions, field splitting and globbing.

A word becomes a list of segments: texts that are each marked as quoted (left alone), bare
(globbed), or the result of an expansion (also split by ``IFS``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from android_gym.errors import FileError
from android_gym.simulator.shell.patterns import Pattern, compile_pattern, escape, is_magic
from android_gym.simulator.shell.streams import MAX_VALUE, Budget, Killed, Sink, Stream
from android_gym.simulator.shell.syntax import Literal, Part, Program, Substitution, Variable, Word
from android_gym.simulator.system.inodes import Stat
from android_gym.simulator.system.re2_matching import Subject

if TYPE_CHECKING:
    from android_gym.simulator.shell.jumps import ShellFault
    from android_gym.simulator.shell.shell import Shell
    from android_gym.simulator.system.files import Files

__all__ = ["Expansion", "quote"]

QUOTED, BARE, SPLIT, BREAK = range(4)
Segment = tuple[str, int]
_MAX_BRACES: Final = 4096
_MAX_WORDS: Final = 100_000


class Expansion:
    """The part of a shell process that expands words."""

    shell: Shell
    budget: Budget
    variables: dict[str, str | dict[int, str]]
    positional: list[str]
    flags: set[str]
    fds: dict[int, Stream]
    files: Files
    name: str
    status: int

    # Members provided by the rest of the process.
    if TYPE_CHECKING:
        get: Callable[[str], str | None]
        assign: Callable[[str, str], None]
        compute: Callable[[str], int]
        fault: Callable[..., ShellFault]
        subshell: Callable[[Program, dict[int, Stream]], int]
        stat: Callable[..., Stat | None]
        absolute: Callable[[str], str]

    def expand(self, words: Iterable[Word]) -> list[str]:
        """Expand words to arguments: substitution, field splitting and globbing."""
        argv: list[str] = []
        for word in words:
            if isinstance(word, str):
                argv.append(word)
            else:
                self.expand_word(word, argv)
        return argv

    def expand_word(self, word: tuple[Part, ...], argv: list[str]) -> None:
        """Expand one word into any number of arguments."""
        segments = self.segments(word)
        size = sum(len(text) for text, _ in segments)
        if len(segments) > _MAX_WORDS or size > MAX_VALUE:
            raise Killed
        self.budget.spend((len(segments) >> 2) + (size >> 6))
        fields = self.fields(segments)
        if any("{" in text and kind != QUOTED for field in fields for text, kind in field):
            fields = [made for field in fields for made in _braces(field, self.budget)]
            if len(fields) > _MAX_BRACES:
                raise self.fault("brace expansion: too many words")
        for field in fields:
            if len(field) == 1 and field[0][1] == QUOTED:
                argv.append(field[0][0])
                continue
            if "f" not in self.flags:
                pattern = "".join(escape(text) if kind == QUOTED else text for text, kind in field)
                if is_magic(pattern):
                    matches = self.glob(pattern)
                    if matches:
                        argv.extend(matches)
                        continue
            argv.append("".join(text for text, _ in field))

    def text(self, word: Word, *, assignment: bool = False) -> str:
        """Expand a word to one text, without field splitting or globbing."""
        if isinstance(word, str):
            return word
        segments = self.segments(word, assignment)
        text = "".join(" " if kind == BREAK else text for text, kind in segments)
        if len(text) > MAX_VALUE:
            raise Killed
        self.budget.spend(len(text) >> 8)
        return text

    def pattern(self, word: Word) -> str:
        """Expand a word to a pattern, in which quoted text is literal."""
        if isinstance(word, str):
            return escape(word)
        return "".join(
            " " if kind == BREAK else escape(text) if kind == QUOTED else text
            for text, kind in self.segments(word)
        )

    def segments(self, word: tuple[Part, ...], assignment: bool = False) -> list[Segment]:
        """Evaluate the parts of a word, keeping how each text is treated."""
        out: list[Segment] = []
        for place, part in enumerate(word):
            if isinstance(part, Literal):
                if part.quoted:
                    out.append((part.text, QUOTED))
                elif "~" in part.text and (place == 0 or assignment):
                    whole = len(word) == 1
                    self.tilde(part.text, place == 0, whole, assignment, out)
                else:
                    out.append((part.text, BARE))
            elif isinstance(part, Variable):
                self.variable(part, out)
            elif isinstance(part, Substitution):
                out.append((self.substitute(part.program), QUOTED if part.quoted else SPLIT))
            else:
                value = str(self.compute(self.text(part.expression)))
                out.append((value, QUOTED if part.quoted else SPLIT))
        return out

    def tilde(
        self, text: str, first: bool, whole: bool, assignment: bool, out: list[Segment]
    ) -> None:
        """Expand ``~`` at the start of a word, or after a colon in an assignment."""
        pieces = text.split(":") if assignment else [text]
        for number, piece in enumerate(pieces):
            if number:
                out.append((":", BARE))
            head, slash, rest = piece.partition("/")
            place = self.home(head) if head[:1] == "~" and (number or first) else None
            complete = slash or number < len(pieces) - 1 or whole
            if place is None or not complete:
                out.append((piece, BARE))
            else:
                out.append((place, QUOTED))
                out.append((slash + rest, BARE))

    def home(self, name: str) -> str | None:
        """Return the home directory for ``~name``."""
        return {
            "~": self.get("HOME"),
            "~+": self.get("PWD"),
            "~-": self.get("OLDPWD"),
            "~root": "/",
            "~shell": "/",
        }.get(name)

    def substitute(self, program: Program) -> str:
        """Run a command substitution and return its output without trailing newlines."""
        sink = Sink()
        piped, self.budget.piped = self.budget.piped, False
        try:
            self.status = self.subshell(program, {**self.fds, 1: sink})
        finally:
            self.budget.piped = piped
        data = sink.value().rstrip(b"\n").replace(b"\0", b"")
        return data.decode("utf-8", "surrogateescape")

    def variable(self, part: Variable, out: list[Segment]) -> None:
        """Evaluate a parameter expansion."""
        kind = QUOTED if part.quoted else SPLIT
        name, operator = part.name, part.operator
        if operator == "bad":
            raise self.fault(f"{part.source}: bad substitution")
        if part.index is not None:
            index = self.text(part.index)
            if index in ("@", "*"):
                self.list_variable(part, index, kind, out)
                return
            name = f"{name}[{index}]"
        elif name in ("@", "*"):
            self.list_variable(part, name, kind, out)
            return
        if operator == "name":
            out.append((name, kind))
            return
        value = self.get(name)
        if _is_conditional(operator):
            self.conditional_variable(part, name, value, kind, out)
            return
        if value is None and "u" in self.flags:
            raise self.fault(f"{name}: parameter not set")
        text = value or ""
        if operator == "length":
            text = str(len(text))
        elif operator:
            text = self.transform(part, text)
        out.append((text, kind))

    def conditional_variable(
        self, part: Variable, name: str, value: str | None, kind: int, out: list[Segment]
    ) -> None:
        """Evaluate ``${x:-y}``, ``${x=y}``, ``${x:?y}`` or ``${x+y}``."""
        operator = part.operator[-1]
        missing = value is None or (part.operator[0] == ":" and not value)
        argument = part.arguments[0]
        if operator == "+":
            if not missing:
                self.argument(argument, part.quoted, out)
            elif part.quoted:
                out.append(("", QUOTED))
        elif not missing:
            out.append((value or "", kind))
        elif operator == "-":
            self.argument(argument, part.quoted, out)
        elif operator == "=":
            text = self.text(argument)
            self.assign(name, text)
            out.append((text, kind))
        else:
            message = self.text(argument)
            if not message:
                null = part.operator[0] == ":"
                message = "parameter null or not set" if null else "parameter not set"
            raise self.fault(f"{name}: {message}")

    def argument(self, word: Word, quoted: bool, out: list[Segment]) -> None:
        """Append the word in ``${x:-word}``: its own quotes apply, its bare text is split."""
        if isinstance(word, str):
            out.append((word, QUOTED if quoted else SPLIT))
            return
        for text, kind in self.segments(word):
            out.append((text, QUOTED if quoted and kind != BREAK else max(kind, 2) if kind else 0))

    def list_variable(self, part: Variable, listed: str, kind: int, out: list[Segment]) -> None:
        """Evaluate ``$@``, ``$*``, ``${a[@]}`` or ``${a[*]}``, with any operator."""
        items = self.items(part)
        operator = part.operator
        if operator == "length":
            out.append((str(len(items)), kind))
            return
        if _is_conditional(operator):
            empty = not any(items) if operator[0] == ":" else not items
            if empty or operator[-1] == "+":
                joined = None if empty else " ".join(items)
                self.conditional_variable(part, part.name, joined, kind, out)
                return
        elif operator == ":":
            items = self.slice(part, items)
        elif operator not in ("", "name"):
            items = [self.transform(part, item) for item in items]
        if kind == QUOTED and listed == "*":
            separator = self.get("IFS")
            out.append(((" " if separator is None else separator[:1]).join(items), QUOTED))
            return
        for place, item in enumerate(items):
            if place:
                out.append(("", BREAK))
            out.append((item, kind))

    def items(self, part: Variable) -> list[str]:
        """Return the positional parameters, or an array's elements (its indices with ``!``)."""
        if part.index is None:
            return list(self.positional)
        array = self.variables.get(part.name)
        if isinstance(array, dict):
            places = sorted(array)
            return [str(place) if part.operator == "name" else array[place] for place in places]
        value = self.get(part.name)
        return [] if value is None else [value]

    def slice(self, part: Variable, items: list[str]) -> list[str]:
        """Return ``${@:start:count}``, in which the positional parameters begin with ``$0``."""
        start = self.compute(self.text(part.arguments[0]))
        if part.index is None:
            items = [self.name, *items]
        items = items[max(len(items) + start, 0) if start < 0 else start :]
        if len(part.arguments) > 1:
            items = items[: max(self.compute(self.text(part.arguments[1])), 0)]
        return items

    def transform(self, part: Variable, value: str) -> str:
        """Apply ``#``, ``%``, ``/`` or ``:`` to a text."""
        operator = part.operator
        if operator == ":":
            start = self.compute(self.text(part.arguments[0]))
            start = max(len(value) + start, 0) if start < 0 else start
            if len(part.arguments) == 1:
                return value[start:]
            length = self.compute(self.text(part.arguments[1]))
            if length < 0:
                raise self.fault(f"{part.source}: bad substitution")
            return value[start : start + length]
        if operator in ("@Q", "@#"):
            return quote(value)
        pattern = compile_pattern(self.pattern(part.arguments[0]), self.budget)
        if operator[0] == "/":
            return self.replace(part, pattern, value)
        longest = len(operator) == 2
        if operator[0] == "#":
            return value[pattern.prefix(value, self.budget, longest=longest) or 0 :]
        return value[: pattern.suffix(value, self.budget, longest=longest)]

    def replace(self, part: Variable, pattern: Pattern, value: str) -> str:
        """Evaluate ``${x/pattern/text}`` and its variants."""
        text = self.text(part.arguments[1]) if len(part.arguments) > 1 else ""
        operator = part.operator
        if operator == "/#":
            end = pattern.prefix(value, self.budget, longest=True)
            return value if end is None else text + value[end:]
        if operator == "/%":
            start = pattern.suffix(value, self.budget, longest=True)
            return value if start is None else value[:start] + text
        subject = Subject(value)
        out: list[str] = []
        place = 0
        while place <= len(value):
            span = pattern.search(subject, place, self.budget)
            if span is None:
                break
            start, end = span
            if start == end:  # mksh does not replace empty matches
                out.append(value[place : start + 1])
                place = start + 1
                continue
            out += (value[place:start], text)
            place = end
            if operator != "//":
                break
        return "".join(out) + value[place:]

    def fields(self, segments: list[Segment]) -> list[list[Segment]]:
        """Split segments into fields by ``IFS``."""
        given = self.variables.get("IFS")
        separators = given if isinstance(given, str) else " \t\n"
        fields: list[list[Segment]] = []
        current: list[Segment] | None = None
        for text, kind in segments:
            if kind == BREAK:
                pieces: list[tuple[bool, str | None]] = [(True, None)]
            elif kind == SPLIT:
                pieces = _split(text, separators)
            else:
                pieces = [(False, text)]
            for closes, piece in pieces:
                if piece is not None:
                    if current is None:
                        current = []
                    if piece or kind != SPLIT:
                        current.append((piece, kind))
                if closes and current is not None:
                    fields.append(current)
                    current = None
        if current is not None:
            fields.append(current)
        return fields

    def glob(self, pattern: str) -> list[str]:
        """Expand a path pattern; the result is sorted, and empty if nothing matches."""
        if self.budget.unflushed:
            self.budget.flush()
        *folders, last = pattern.split("/")
        found = [""]
        for component in folders:
            if is_magic(component):
                paths = self.matching(found, component)
                found = [
                    f"{path}/" for path in paths if (stat := self.stat(path)) and stat.kind == "dir"
                ]
            else:
                plain = _unescape(component)
                found = [f"{base}{plain}/" for base in found]
        if is_magic(last):
            found = self.matching(found, last)
        else:
            plain = _unescape(last)
            found = [
                base + plain
                for base in found
                if not plain or self.stat(base + plain, follow=False) is not None
            ]
        return sorted(path for path in found if path)

    def matching(self, folders: list[str], component: str) -> list[str]:
        """Return the paths in the folders whose names match one component of a pattern."""
        pattern, budget = compile_pattern(component, self.budget), self.budget
        hidden = component.startswith((".", "\\."))
        return [
            folder + name
            for folder in folders
            for name in self.names(folder)
            if (hidden or not name.startswith(".")) and pattern.matches(name, budget)
        ]

    def names(self, folder: str) -> list[str]:
        """Return the names in a directory; none if it cannot be read."""
        try:
            names = self.files.listdir(self.absolute(folder or "."))
        except FileError:
            return []
        self.budget.spend(len(names))
        return names


def _is_conditional(operator: str) -> bool:
    """Return whether an operator is ``-``, ``=``, ``?`` or ``+``, with or without a colon."""
    return operator.lstrip(":")[:1] in ("-", "=", "?", "+") and operator not in ("", ":")


def _braces(field: list[Segment], budget: Budget, start: int = 0) -> list[list[Segment]]:
    """Expand ``a{b,c}`` in unquoted text: the first group, then recursively the rest."""
    if not start:
        field = [
            item
            for text, kind in field
            for item in ([(text, kind)] if kind == QUOTED else [(char, BARE) for char in text])
        ]
    for opening in range(start, len(field)):
        edges = _brace_group(field, opening, budget)
        if edges:
            found: list[list[Segment]] = []
            for left, right in zip(edges, edges[1:], strict=False):
                for middle in _braces(field[left + 1 : right], budget) or [[]]:
                    head = field[:opening] + middle
                    found.extend(_braces(head + field[edges[-1] + 1 :], budget, len(head)))
                    if len(found) > _MAX_BRACES:
                        return found
            return found
    return [field] if field else []


def _brace_group(field: list[Segment], opening: int, budget: Budget) -> list[int]:
    """Return the positions of a group's braces and commas; empty if no such group begins here."""
    if field[opening] != ("{", BARE):
        return []
    depth = 0
    edges = [opening]
    budget.spend((len(field) - opening) >> 2)
    for place in range(opening, len(field)):
        item = field[place]
        if item == ("{", BARE):
            depth += 1
        elif item == (",", BARE) and depth == 1:
            edges.append(place)
        elif item == ("}", BARE):
            depth -= 1
            if not depth:
                return [*edges, place] if len(edges) > 1 else []
    return []


def _split(text: str, separators: str) -> list[tuple[bool, str | None]]:
    """Split text by IFS: (whether a field ends after the piece, its text or None without any)."""
    if not separators:
        return [(False, text)] if text else []
    blanks = {char for char in separators if char in " \t\n"}
    if len(blanks) == len(separators) == 3:
        words: list[str] = text.replace("\t", " ").replace("\n", " ").split(" ")
        words = [word for word in words if word]
        out: list[tuple[bool, str | None]] = []
        if text and text[0] in blanks:
            out.append((True, None))
        out.extend((True, word) for word in words)
        if words and text[-1] not in blanks:
            out[-1] = (False, words[-1])
        return out
    out = []
    size = len(text)
    place = 0
    start = 0
    while place < size:
        if text[place] not in separators:
            place += 1
            continue
        # Blanks around another separator belong to it.
        piece: str | None = text[start:place]
        hard = False
        while place < size and text[place] in separators:
            if text[place] not in blanks:
                if hard:
                    break
                hard = True
            place += 1
        out.append((True, piece if piece or hard else None))
        start = place
    if start < size:
        out.append((False, text[start:]))
    return out


def _unescape(pattern: str) -> str:
    out: list[str] = []
    place = 0
    while place < len(pattern):
        if pattern[place] == "\\" and place + 1 < len(pattern):
            place += 1
        out.append(pattern[place])
        place += 1
    return "".join(out)


def quote(text: str) -> str:
    """Quote a word as mksh prints it."""
    if text and all(char.isalnum() or char in "_-./:,+@%^" for char in text):
        return text
    if any(ord(char) < 32 or char == "\x7f" for char in text):
        body = text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n")
        return "$'" + body.replace("\t", "\\t").replace("\r", "\\r").replace("\x1b", "\\E") + "'"
    return "'" + text.replace("'", "'\\''") + "'" if text else "''"
