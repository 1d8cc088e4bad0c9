"""Parser of sed scripts: addresses and commands."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from android_gym.simulator.shell.command import Invocation
from android_gym.simulator.shell.regexes import RegexFault, compile_regex
from android_gym.simulator.system.matching import Expression

COMMAND: Final = 3
"""Units of work charged per command and line."""


@dataclass
class Address:
    """A line address: a number, ``$``, a regular expression, or a step ``first~step``."""

    number: int = 0
    last: bool = False
    regex: Expression | None = None
    step: int = -1
    plus: bool = False


@dataclass
class Command:
    """One command of the script."""

    name: str
    first: Address | None
    second: Address | None
    negated: bool
    text: str = ""
    regex: Expression | None = None
    replacement: list[str | int] = field(default_factory=list)
    flags: str = ""
    occurrence: int = 1
    table: dict[int, int] = field(default_factory=dict)
    target: int = -1
    active: bool = False
    until: int = 0


class ScriptParser:
    """Parses a script."""

    def __init__(self, io: Invocation, script: str, extended: bool) -> None:
        self.io = io
        self.text = script
        self.extended = extended
        self.position = self.start = 0
        self.quiet = script.startswith("#n\n") or script == "#n"
        self.blocks: list[int] = []
        self.last_regex: Expression | None = None

    def fail(self) -> Exception:
        """Return an error to raise."""
        place = self.position + 1
        line = self.text[self.start :].partition("\n")[0]
        char = self.text[place : place + 1]
        return self.io.fail(f"bad pattern '{line}'@{place - self.start + 1} ({char})")

    def skip(self, chars: str) -> None:
        """Skip characters."""
        while self.position < len(self.text) and self.text[self.position] in chars:
            self.position += 1

    def peek(self) -> str:
        """Return the next character, or an empty string."""
        return self.text[self.position : self.position + 1]

    def run(self) -> list[Command]:
        """Return the program, with blocks and labels resolved to indices."""
        program: list[Command] = []
        labels: dict[str, int] = {}
        while True:
            self.skip(" \t\n;")
            if not self.peek():
                break
            if self.peek() == "#":
                end = self.text.find("\n", self.position)
                self.position = len(self.text) if end < 0 else end
                continue
            item = self.head()
            if item.name == "}":
                if not self.blocks:
                    raise self.fail()
                program[self.blocks.pop()].target = len(program)
            elif item.name == ":":
                labels[self.word()] = len(program)
            else:
                if item.name == "{":
                    self.blocks.append(len(program))
                self.arguments(item)
                program.append(item)
        if self.blocks:
            raise self.io.fail("no }")
        for item in program:
            if item.name in "btT":
                if item.text and item.text not in labels:
                    raise self.io.fail(f"no :{item.text}")
                item.target = labels.get(item.text, len(program))
        return program

    def head(self) -> Command:
        """Parse addresses and the command's letter."""
        self.start = self.position
        first = self.address()
        second = None
        self.skip(" \t")
        if first is not None and self.peek() == ",":
            self.position += 1
            self.skip(" \t")
            second = self.address()
            if second is None:
                raise self.fail()
            self.skip(" \t")
        negated = False
        while self.peek() == "!":
            negated = True
            self.position += 1
            self.skip(" \t")
        name = self.peek()
        if not name or name not in "{}=abcdDgGhHilnNpPqQrstTwxy:":
            raise self.fail()
        self.position += 1
        return Command(name, first, second, negated)

    def word(self) -> str:
        """Parse a label or a file name."""
        self.skip(" \t")
        match = re.compile(r"[^;\n}]*").match(self.text, self.position)
        assert match is not None
        self.position = match.end()
        return match.group().strip()

    def address(self) -> Address | None:
        """Parse an address, if there is one."""
        char = self.peek()
        match = re.compile(r"(\+?)([0-9]{1,9})").match(self.text, self.position)
        if match:
            self.position = match.end()
            address = Address(number=int(match.group(2)), plus=bool(match.group(1)))
            if self.peek() == "~":
                step = re.compile(r"~([0-9]{1,9})").match(self.text, self.position)
                if step is None:
                    raise self.fail()
                self.position = step.end()
                address.step = int(step.group(1))
            return address
        if char == "$":
            self.position += 1
            return Address(last=True)
        if char in ("/", "\\") and char:
            if char == "\\":
                self.position += 1
            text = self.delimited(True)
            return Address(regex=self.regex(text, ""))
        return None

    def delimited(self, regex: bool) -> str:
        """Read up to the next occurrence of the delimiter at the current position."""
        delimiter = self.peek()
        if not delimiter or delimiter in "\n\\":
            raise self.fail()
        self.position += 1
        out = ""
        bracket = False
        while True:
            char = self.peek()
            if not char or (char == "\n" and regex):
                self.position = self.start
                raise self.fail()
            self.position += 1
            if char == "\\":
                following = self.peek()
                self.position += 1
                if following == delimiter:
                    out += (
                        following if not regex or following not in "|(){}+?" else "\\" + following
                    )
                elif following == "n" and regex:
                    out += "\n"
                else:
                    out += "\\" + following
                continue
            if regex and char == "[" and not bracket:
                bracket = True
                tail = re.compile(r"\^?\]?").match(self.text, self.position)
                assert tail is not None
                out += char + tail.group()
                self.position = tail.end()
                continue
            if char == "]":
                bracket = False
            if char == delimiter and not bracket:
                return out
            out += char

    def regex(self, text: str, flags: str) -> Expression:
        """Compile an expression; an empty one stands for the last one used."""
        if not text and self.last_regex is not None:
            return self.last_regex
        try:
            self.last_regex = compile_regex(
                text,
                self.io.process.budget,
                extended=self.extended,
                ignore_case="i" in flags,
            )
        except RegexFault as fault:
            raise self.io.fail(f"bad regex '{text}': {fault}") from None
        return self.last_regex

    def arguments(self, item: Command) -> None:
        """Parse what follows the command's letter."""
        name = item.name
        if name == "s":
            pattern = self.delimited(True)
            self.position -= 1
            item.replacement = _pieces(self.delimited(False))
            match = re.compile(r"[giIpe0-9]*").match(self.text, self.position)
            assert match is not None
            self.position = match.end()
            item.flags = match.group()
            digits = re.search("[0-9]{1,9}", item.flags)
            item.occurrence = int(digits.group()) if digits else 1
            if self.peek() == "w":
                self.position += 1
                item.text = self.word()
            item.regex = self.regex(pattern, item.flags.lower())
        elif name == "y":
            source = self.delimited(False)
            self.position -= 1
            target = self.delimited(False)
            source, target = (
                text.replace("\\n", "\n").replace("\\\\", "\\") for text in (source, target)
            )
            if len(source) != len(target):
                raise self.fail()
            item.table = str.maketrans(source, target)
        elif name in "aic":
            self.skip(" \t")
            if self.text.startswith("\\", self.position):
                self.position += 1
                self.skip(" \t")
                if self.peek() == "\n":
                    self.position += 1
            out = ""
            while self.peek() and self.peek() != "\n":
                if self.peek() == "\\":
                    self.position += 1
                out += self.peek()
                self.position += 1
            item.text = out + "\n"
        elif name in "btTrw:":
            item.text = self.word()
        elif name in "qQl":
            self.skip(" \t")
            match = re.compile("[0-9]{0,3}").match(self.text, self.position)
            assert match is not None
            self.position = match.end()
            item.occurrence = int(match.group() or 0)


def _pieces(template: str) -> list[str | int]:
    r"""Split a replacement into texts and group numbers, for ``&`` (0) and ``\1``."""
    pieces: list[str | int] = []
    place = 0
    while place < len(template):
        char = template[place]
        place += 1
        if char == "&":
            pieces.append(0)
        elif char == "\\" and place < len(template):
            char = template[place]
            place += 1
            pieces.append(int(char) if char in _DIGITS else _ESCAPES.get(char, char))
        else:
            pieces.append(char)
    return pieces


_DIGITS = frozenset("0123456789")
_ESCAPES = {"n": "\n", "t": "\t"}
