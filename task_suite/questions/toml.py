"""Tables of a TOML file that know their position, so that every error names a line."""

from __future__ import annotations

import difflib
import errno
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NoReturn

import re2

from android_gym.checks import shown
from android_gym.errors import OptionError
from android_gym.host_files import read_plain
from android_gym.task_suite.data_names import MOST_BYTES
from android_gym.task_suite.questions import places

__all__ = ["Place", "Table", "read_file"]

_MOST_LEVELS: Final = 20
_MOST_LISTED: Final = 30
_DEEP_KEY: Final = re2.compile(
    rf"""(?:(?:"[^"\n]*"|'[^'\n]*'|[\w-]+)[ \t]*\.[ \t]*){{{_MOST_LEVELS}}}"""
)
_WORD: Final = re.compile(r"<([a-z]\w*)>")
"""Placeholders in the defaults of a kind."""

_KINDS: Final = {
    str: "a string", bool: "true or false", int: "a whole number", float: "a number",
    list: "a list", dict: "a table",
}  # fmt: skip


class _Text:
    """A file's text, whose lines are only counted when an error is reported."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def lines(self) -> Mapping[places.Path, int]:
        """Return the line number of every table, key and list item."""
        return places.lines_of(self._text)


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a file."""

    file: str
    path: places.Path
    text: _Text = field(repr=False, compare=False)

    def __str__(self) -> str:
        lines, path = self.text.lines, self.path
        while path and path not in lines:
            path = path[:-1]
        return f"{self.file}:{lines.get(path, 1)}"

    def error(self, what: str) -> OptionError:
        """Return an error that says what is wrong here."""
        return OptionError(f"{self}: {what}")


class Table:
    """A table of a file: values are taken by name, and none may be left over.

    Attributes:
        path: Its path in the file.
    """

    def __init__(
        self,
        file: str,
        values: Mapping[str, Any],
        text: _Text,
        path: places.Path = (),
        origins: Mapping[str, places.Path] | None = None,
    ) -> None:
        self.path = path
        self._origins = origins or {}  # paths of the tables that inherited values come from, by key
        self._file = file
        self._values = values
        self._text = text
        self._known: list[str] = []

    def place(self, *keys: str | int) -> Place:
        """Return the place of a value in the table, or of the table itself."""
        return Place(self._file, self._path_of(*keys), self._text)

    def fail(self, what: str, *keys: str | int) -> NoReturn:
        """Raise an error about a value in the table.

        Raises:
            OptionError: Always, with file and line.
        """
        raise self.place(*keys).error(what)

    def keys(self) -> Iterator[str]:
        """Return the keys of the table."""
        return iter(self._values)

    def take(self, name: str, kind: type | tuple[type, ...], default: Any = ...) -> Any:
        """Return a value.

        Args:
            name: Its key.
            kind: Its required type; bools are not numbers.
            default: Its default; without one, the value is required.

        Raises:
            OptionError: If it is missing or of another type.
        """
        self._known.append(name)
        if name not in self._values:
            if default is ...:
                self.fail(f"{self._name()} needs {name!r}. Add a line `{name} = ...`.")
            return default
        return self._checked(self._values[name], kind, name)

    def _checked(self, value: Any, kind: type | tuple[type, ...], *keys: str | int) -> Any:
        kinds = kind if isinstance(kind, tuple) else (kind,)
        if type(value) not in kinds:
            wanted = " or ".join(_KINDS[one] for one in kinds)
            self.fail(f"{keys[0]!r} must be {wanted}, got {shown(value)}.", *keys)
        return value

    def texts(self, name: str, default: Any = ...) -> tuple[str, ...]:
        """Return a list of strings."""
        items = self.take(name, list, default)
        return tuple(self._checked(item, str, name, i) for i, item in enumerate(items))

    def table(self, name: str) -> Table:
        """Return a table inside, empty if there is none."""
        return self._inside(self.take(name, dict, {}), name)

    def tables(self, name: str) -> list[Table]:
        """Return a list of tables inside."""
        items = self.take(name, list, [])
        return [
            self._inside(self._checked(item, dict, name, i), name, i)
            for i, item in enumerate(items)
        ]

    def _inside(self, values: Mapping[str, Any], *keys: str | int) -> Table:
        return Table(self._file, values, self._text, self._path_of(*keys))

    def _path_of(self, *keys: str | int) -> places.Path:
        start = self._origins.get(str(keys[0]), self.path) if keys else self.path
        return (*start, *keys)

    def over(self, base: Table, words: Mapping[str, str]) -> Table:
        """Return the table, completed with values from another one.

        Args:
            base: The other table.
            words: Texts for its placeholders ``<name>``, by name.

        Raises:
            OptionError: If a placeholder has no word, or a word no placeholder.
        """
        used: set[str] = set()

        def fill(found: re.Match[str]) -> str:
            self.check_known(found[1], words, f"word for {key!r} in `with` called", "with")
            used.add(found[1])
            return words[found[1]]

        values, origins = dict(self._values), {}
        for key, value in base._values.items():
            if key not in values:
                values[key], origins[key] = _filled(value, fill), base.path
        for word in words:
            if word not in used:
                self.check_known(word, used, "word that its kind leaves open called", "with")
        table = Table(self._file, values, self._text, self.path, origins)
        table._known = self._known
        return table

    def has(self, name: str) -> bool:
        """Return whether the table has a key."""
        return name in self._values

    def one_of(self, name: str, choices: Iterable[str], what: str) -> str:
        """Return a string that must be one of several.

        Args:
            name: Its key.
            choices: The allowed values.
            what: What they are called in errors.
        """
        text: str = self.take(name, str)
        self.check_known(text, choices, what, name)
        return text

    def check_known(self, text: str, choices: Iterable[str], what: str, *keys: str | int) -> None:
        """Reject an unknown name.

        Raises:
            OptionError: Listing the known names, and suggesting a similar one.
        """
        known = list(dict.fromkeys(choices))
        if text not in known:
            close = difflib.get_close_matches(text, known, 1)
            hint = f" Did you mean {close[0]!r}?" if close else ""
            more = f" and {len(known) - _MOST_LISTED} more" if len(known) > _MOST_LISTED else ""
            told = f"{_listed(known[:_MOST_LISTED])}{more}"
            self.fail(f"there is no {what} {text!r}.{hint} There are: {told}.", *keys)

    def end(self) -> None:
        """Reject keys that were not read.

        Raises:
            OptionError: Naming the unknown key.
        """
        for name in self._values:
            if name not in self._known:
                self.check_known(name, self._known, f"key for {self._name()} called", name)

    def _name(self) -> str:
        return ".".join(map(str, self.path)) or "the file"


def _filled(value: Any, fill: Callable[[re.Match[str]], str]) -> Any:
    """Return a TOML value with its placeholders replaced, in keys too."""
    match value:
        case str():
            return _WORD.sub(fill, value)
        case list():
            return [_filled(item, fill) for item in value]
        case dict():
            return {_filled(name, fill): _filled(item, fill) for name, item in value.items()}
    return value


def _listed(names: list[str]) -> str:
    return ", ".join(repr(name) for name in names) if names else "none"


def _is_deep(values: Any) -> bool:
    """Return whether lists and tables are nested deeper than any file needs."""
    level = [values]
    for _ in range(_MOST_LEVELS):
        inner = [one.values() if isinstance(one, dict) else one for one in level]
        level = [item for items in inner for item in items if isinstance(item, dict | list)]
    return bool(level)


def read_file(path: Path, name: str) -> Table:
    """Return a file's top table.

    Args:
        path: The file.
        name: Its name in errors.

    Raises:
        OptionError: If it can't be read, is too long, or is not TOML.
    """
    try:
        data = read_plain(path, MOST_BYTES)
    except OSError as error:
        if error.errno == errno.EFBIG:
            raise OptionError(
                f"{name}: more bytes than at most {MOST_BYTES}. Split the file."
            ) from error
        raise OptionError(f"{name} can't be read: {error.strerror}.") from error
    try:
        text = data.decode("utf-8-sig")
        if _DEEP_KEY.search(text):  # long dotted keys take quadratic time
            raise OptionError(f"{name}: a key has too many dots.")
        values = tomllib.loads(text)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise OptionError(f"{name}:{line}: not UTF-8. Save the file as UTF-8.") from error
    except tomllib.TOMLDecodeError as error:
        raise OptionError(f"{name}: no TOML: {error}. See https://toml.io.") from error
    except ValueError as error:  # an integer with thousands of digits
        raise OptionError(f"{name}: a value can't be read: {error}.") from error
    except RecursionError as error:
        raise OptionError(f"{name}: lists or tables are nested too deeply.") from error
    if _is_deep(values):
        raise OptionError(f"{name}: lists or tables are nested too deeply.")
    return Table(name, values, _Text(text.replace("\r\n", "\n")))
