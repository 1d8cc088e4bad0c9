"""The command of an API: a list of arguments with placeholders, never a line of shell.

An argument is text with placeholders ``{name}``, filled in literally; ``{name:uri}``
percent-encodes for a part of a URI, ``{name:path}`` does so except for slashes, ``{name:sql}``
doubles quotes for a text between single quotes in SQL. A list among the arguments is left out
unless the call gives all parameters in it.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args
from urllib.parse import quote

__all__ = ["PROGRAMS", "Argument", "Command", "Program", "read_argument"]

Program = Literal[
    "am", "cmd", "content", "date", "dumpsys", "input", "ls", "mkdir", "monkey", "pm",
    "screencap", "settings", "svc", "wm",
]  # fmt: skip
"""Programs of the phone that a command may run: none that runs others."""

PROGRAMS: Final[tuple[Program, ...]] = get_args(Program)

_PLACE: Final = re.compile(r"\{([a-z][a-z0-9_]*)(?::(uri|path|sql))?\}")


def _sql(text: str) -> str:
    return text.replace("'", "''")


_WRITINGS: Final[Mapping[str, Callable[[str], str]]] = {
    "": str,
    "uri": lambda text: quote(text, safe=""),
    "path": lambda text: quote(text, safe="/"),
    "sql": _sql,
}


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a command.

    Attributes:
        parts: Fixed texts at even positions, (parameter, writing) at odd ones.
    """

    parts: tuple[str | tuple[str, str], ...]

    @property
    def names(self) -> Iterator[str]:
        """Names of the parameters in it."""
        return (part[0] for part in self.parts if not isinstance(part, str))

    @property
    def leads(self) -> str | None:
        """Return the parameter that it begins with, None if it begins with a fixed text."""
        first = self.parts[1] if self.parts[0] == "" and len(self.parts) > 1 else ""
        return None if isinstance(first, str) else first[0]

    def fill(self, texts: Mapping[str, str]) -> str:
        """Return the argument with the placeholders filled in."""
        return "".join(
            part if isinstance(part, str) else _WRITINGS[part[1]](texts[part[0]])
            for part in self.parts
        )

    def __str__(self) -> str:
        return "".join(
            part if isinstance(part, str) else "{" + ":".join(filter(None, part)) + "}"
            for part in self.parts
        )


def read_argument(text: str) -> Argument:
    """Read an argument.

    Raises:
        ValueError: If a brace is not part of a placeholder.
    """
    parts: list[str | tuple[str, str]] = []
    end = 0
    for found in _PLACE.finditer(text):
        parts += [text[end : found.start()], (found[1], found[2] or "")]
        end = found.end()
    parts.append(text[end:])
    if any(isinstance(part, str) and ("{" in part or "}" in part) for part in parts):
        raise ValueError("a place is written {name}, {name:uri}, {name:path} or {name:sql}")
    return Argument(tuple(parts))


@dataclass(frozen=True, slots=True)
class Command:
    """The command of an API.

    Attributes:
        groups: Arguments; those of a group with a flag True are left out together unless all their
            parameters are given.
    """

    groups: tuple[tuple[bool, tuple[Argument, ...]], ...]

    @property
    def program(self) -> str:
        """The program that is run."""
        return self.groups[0][1][0].fill({})

    @property
    def arguments(self) -> Iterator[tuple[bool, Argument]]:
        """All arguments, each with whether it may be left out."""
        for optional, group in self.groups:
            for argument in group:
                yield optional, argument

    def fill(self, texts: Mapping[str, str]) -> tuple[str, ...]:
        """Return the arguments of a call, the program first.

        Args:
            texts: Texts of the given parameters.
        """
        found: list[str] = []
        for optional, group in self.groups:
            if optional and not all(name in texts for one in group for name in one.names):
                continue
            found += (argument.fill(texts) for argument in group)
        return tuple(found)

    def __str__(self) -> str:
        words: list[str] = []
        for optional, group in self.groups:
            text = " ".join(_shown(argument) for argument in group)
            words.append(f"[{text}]" if optional else text)
        return " ".join(words)


def _shown(argument: Argument) -> str:
    text = str(argument)
    return text if re.fullmatch(r"[^\s'\"\\;&|<>*?()$`]+", text) else shlex.quote(text)
