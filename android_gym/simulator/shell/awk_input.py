"""Records and fields of AWK's input."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from android_gym.errors import FileError
from android_gym.simulator.shell.awk_values import UNSET, AwkError, Field, Value, number_of
from android_gym.simulator.shell.streams import MAX_VALUE, Killed
from android_gym.simulator.system.re2_matching import Subject

if TYPE_CHECKING:
    from android_gym.simulator.shell.awk_machine import Machine
    from android_gym.simulator.shell.awk_syntax import Node

__all__ = ["Reader", "Record", "split_fields", "split_once", "split_records"]


def split_fields(awk: Machine, text: str, separator: str) -> list[str]:
    """Split a record or any text into fields."""
    awk.budget.spend(1 + (len(text) >> 5))
    if separator == " ":
        return [word for word in re.split("[ \t\n]+", text) if word]
    if not text:
        return []
    if awk.text("RS") == "" and separator != "\n":  # a newline separates fields of a paragraph
        return [part for line in text.split("\n") for part in split_once(awk, line, separator)]
    return split_once(awk, text, separator)


def split_once(awk: Machine, text: str, separator: str) -> list[str]:
    """Split a text at a character or a regular expression."""
    if separator == "":
        return list(text)
    if len(separator) == 1:
        return text.split(separator)
    expression, subject = awk.regex(separator), Subject(text)
    parts, place, start = [], 0, 0
    while place <= len(text):
        span = expression.search(subject, place, awk.budget)
        if span is None:
            break
        if span[0] == span[1]:
            place = span[1] + 1
            continue
        parts.append(text[start : span[0]])
        start = place = span[1]
    return [*parts, text[start:]]


def split_records(awk: Machine, data: bytes) -> Iterator[str]:
    """Yield the records of a file, by what RS is as each of them is read."""
    text = data.decode("utf-8", "surrogateescape")
    subject = Subject(text)
    awk.budget.spend(len(text) >> 8)
    place = 0
    while place < len(text):
        awk.budget.spend(1)
        separator = awk.text("RS")
        if separator == "":
            while text.startswith("\n", place):
                place += 1
            if place >= len(text):
                return
            match = re.compile("\n\n+").search(text, place)
            end, after = match.span() if match else (len(text), len(text))
            yield text[place:end].rstrip("\n") if not match else text[place:end]
        elif len(separator) == 1:
            end = text.find(separator, place)
            end, after = (len(text),) * 2 if end < 0 else (end, end + 1)
            yield text[place:end]
        else:
            span = awk.regex(separator).search(subject, place, awk.budget)
            if span is None or span[0] == span[1]:
                end = after = len(text)
                yield text[place:].removesuffix("\n")
            else:
                end, after = span
                yield text[place:end]
        place = after


class Record:
    """The current record, split into fields only when they are needed."""

    def __init__(self, awk: Machine) -> None:
        self._awk = awk
        self._text = ""
        self._fields: list[str] | None = []
        self._joined = True

    @property
    def text(self) -> str:
        """The record, ``$0``."""
        if not self._joined:
            self._text = self._awk.text("OFS").join(self._fields or [])
            self._awk.budget.spend(len(self._text) >> 6)
            if len(self._text) > MAX_VALUE:
                raise Killed
            self._joined = True
        return self._text

    def set(self, text: str) -> None:
        """Replace the record."""
        self._text, self._joined, self._fields = text, True, None
        self._separator = self._awk.text("FS")

    def _split(self) -> list[str]:
        if self._fields is None:
            self._fields = split_fields(self._awk, self._text, self._separator)
        return self._fields

    @property
    def count(self) -> int:
        """Number of fields, ``NF``."""
        return len(self._split())

    def get(self, number: int) -> Value:
        """Return a field; 0 is the record."""
        if number == 0:
            return Field(self.text)
        fields = self._split()
        return Field(fields[number - 1]) if number <= len(fields) else UNSET

    def put(self, number: int, text: str) -> None:
        """Replace a field; 0 is the record."""
        if number == 0:
            self.set(text)
            return
        if number > self.count:
            self.resize(number)
        self._split()[number - 1] = text
        self._joined = False

    def resize(self, count: int) -> None:
        """Cut or add fields."""
        fields = self._split()
        self._awk.budget.spend(count >> 4)
        fields[count:] = [""] * max(0, count - len(fields))
        self._joined = False


class Reader:
    """The input: the files that the arguments name, or the standard input."""

    def __init__(self, awk: Machine) -> None:
        self._awk = awk
        self._next_word = 1
        self._records: Iterator[str] | None = None
        self._any = False

    def read(self, name: str) -> bytes | None:
        """Return a file's content; None if it can't be read."""
        io = self._awk.io
        try:
            return io.stdin if name in ("-", "/dev/stdin") else io.read_file(name)
        except FileError:
            return None

    def _open(self) -> bool:
        """Open the next file; return whether there is one."""
        awk = self._awk
        while self._next_word < number_of(awk.get("ARGC")):
            word = str(awk.array("ARGV").get(str(self._next_word), ""))
            self._next_word += 1
            if re.match("[A-Za-z_][A-Za-z0-9_]*=", word):
                name, _, text = word.partition("=")
                awk.assign(name, text)
            elif word:
                self._start(word)
                return True
        if self._any:
            return False
        if self._records is None:
            self._start("-")
            awk.put("FILENAME", "")
            return True
        raise AwkError("no input")

    def _start(self, name: str) -> None:
        awk = self._awk
        data = self.read(name)
        if data is None:
            raise AwkError(f"can't open file {name}")
        self._any = True
        awk.put("FILENAME", name)
        awk.put("FNR", 0.0)
        self._records = split_records(awk, data)

    def _text(self) -> str | None:
        while True:
            text = next(self._records, None) if self._records is not None else None
            if text is not None:
                for name in ("NR", "FNR"):
                    self._awk.put(name, number_of(self._awk.get(name)) + 1)
                return text
            if not self._open():
                return None

    def next(self) -> bool:
        """Read the next record; return whether there is one."""
        text = self._text()
        if text is not None:
            self._awk.record.set(text)
        return text is not None

    def getline(self, target: Node | None) -> int:
        """Read a record as ``getline`` does."""
        text = self._text()
        if text is None:
            return 0
        if target is None:
            self._awk.record.set(text)
        else:
            self._awk.store(target, Field(text))
        return 1

    def skip_file(self) -> None:
        """Leave the rest of the current file out."""
        self._records = iter(())
