"""Line numbers in a TOML file: of every key and of every list item.

`tomllib` does not report lines. This scans text that `tomllib` has accepted, so it need not detect
errors.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Final

__all__ = ["Path", "lines_of"]

Path = tuple[str | int, ...]
"""Keys and indices from the top of a file to a value."""

_SKIP: Final = re.compile(r"(?:[ \t]+|#[^\n]*)+")
_KEY: Final = re.compile(r"""[ \t]*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([\w-]+))[ \t]*""")
_STRING: Final = re.compile(
    r"\"\"\"(?:[^\\]|\\.)*?\"{3,5}|" + r"'''.*?'{3,5}|" + r'"(?:[^"\\\n]|\\.)*"|' + r"'[^'\n]*'",
    re.DOTALL,
)
_BARE: Final = re.compile(r"[^\s,\]}#]+(?:[ ]\d[^\s,\]}#]*)?")  # a date may contain a space


def lines_of(text: str) -> dict[Path, int]:
    """Return the line number, from 1, of every table, key and list item in valid TOML."""
    return _Reader(text).read()


class _Reader:
    """A scanner with its position in the text, and the lines found so far."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._ends = [found.start() for found in re.finditer("\n", text)]
        self._at = 0
        self._lines: dict[Path, int] = {}
        self._tables: dict[Path, int] = {}  # number of tables in each list so far

    def read(self) -> dict[Path, int]:
        """Read all of it."""
        table: Path = ()
        while self._at < len(self._text):
            self._skip_blanks()
            if self._at >= len(self._text):
                break
            if self._text[self._at] == "[":
                table = self._header()
            else:
                self._pair(table)
        return self._lines

    def _line(self) -> int:
        return bisect_left(self._ends, self._at) + 1

    def _skip(self) -> None:
        """Skip spaces and a comment on the current line."""
        found = _SKIP.match(self._text, self._at)
        self._at = found.end() if found else self._at

    def _skip_blanks(self) -> None:
        """Skip spaces, comments and newlines."""
        before = -1
        while before != self._at:
            before = self._at
            self._skip()
            while self._text[self._at : self._at + 1] in ("\n", "\r") and self._at < len(
                self._text
            ):
                self._at += 1

    def _keys(self) -> list[str]:
        """Read a dotted key."""
        keys = []
        while found := _KEY.match(self._text, self._at):
            keys.append(next(group for group in found.groups() if group is not None))
            self._at = found.end()
            if self._text[self._at : self._at + 1] != ".":
                break
            self._at += 1
        return keys

    def _resolved(self, keys: list[str]) -> Path:
        """Return the path of a table; in a list of tables it is the last one so far."""
        path: Path = ()
        for key in keys:
            path = (*path, key)
            if path in self._tables:
                path = (*path, self._tables[path] - 1)
        return path

    def _header(self) -> Path:
        line = self._line()
        many = self._text.startswith("[[", self._at)
        self._at += 1 + many
        keys = self._keys()
        self._at += 1 + many
        if many:
            place = (*self._resolved(keys[:-1]), keys[-1])
            self._tables[place] = self._tables.get(place, 0) + 1
        path = self._resolved(keys)
        for length in range(1, len(path) + 1):
            self._lines.setdefault(path[:length], line)
        return path

    def _pair(self, table: Path) -> None:
        line = self._line()
        path = table
        for key in self._keys():
            path = (*path, key)
            self._lines.setdefault(path, line)
        self._at += 1  # the equals sign
        self._skip()
        self._value(path)

    def _value(self, path: Path) -> None:
        character = self._text[self._at]
        if character == "[":
            self._items(path, "]")
        elif character == "{":
            self._items(path, "}")
        else:
            found = _STRING.match(self._text, self._at) or _BARE.match(self._text, self._at)
            self._at = found.end() if found else self._at + 1

    def _items(self, path: Path, end: str) -> None:
        """Scan a list or an inline table."""
        self._at += 1
        index = 0
        while True:
            self._skip_blanks()
            character = self._text[self._at]
            if character == end:
                self._at += 1
                return
            if character == ",":
                self._at += 1
            elif end == "]":
                self._lines[*path, index] = self._line()
                self._value((*path, index))
                index += 1
            else:
                self._pair(path)
