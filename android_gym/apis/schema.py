"""Entries of the registry: APIs, and how they are written in a TOML file."""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from android_gym.apis.commands import PROGRAMS, Argument, Command, Program, read_argument
from android_gym.apis.parameters import KINDS, MAX_TEXT, Parameter
from android_gym.checks import shown
from android_gym.errors import ActionError
from android_gym.events import ApiValue
from android_gym.task_suite.questions.toml import Table

__all__ = ["Api", "read_apis"]

_NAME: Final = re.compile(r"[a-z][a-z0-9_]{2,59}")
_MAX_WORDS: Final = 64


@dataclass(frozen=True)
class Api:
    """A call that an agent can make as an alternative to gestures.

    Attributes:
        name: Its name, e.g. ``"clock_set_alarm"``.
        app: Label of the app that answers it, ``"Android"`` for the system itself.
        package: The package in front after a successful call; ``""`` if none comes to the front.
        description: What it does.
        returns: What its result contains.
        fails: When it fails.
        parameters: Parameters by name.
        command: The command that is run.
        example: Arguments of a call that works on every phone with the app.
        expects: Part of the output without which the call has failed; ``""`` for none.
        place: File and line of the entry.
    """

    name: str
    app: str
    package: str
    description: str
    returns: str
    fails: str
    parameters: Mapping[str, Parameter]
    command: Command
    example: Mapping[str, ApiValue]
    expects: str
    place: str

    @property
    def program(self) -> Program:
        """The program of its command."""
        return next(name for name in PROGRAMS if name == self.command.program)

    @property
    def signature(self) -> str:
        """One line for prompts: name, parameters and their valid values."""
        words = (
            f"{p.name}{'?' if p.optional else ''}: {p.wanted}" for p in self.parameters.values()
        )
        return f"{self.name}({'; '.join(words)})"

    def arguments(self, given: Mapping[str, ApiValue]) -> tuple[str, ...]:
        """Return the arguments of a call's command, the program first.

        Args:
            given: Values by parameter.

        Raises:
            ActionError: If one is unknown, missing, or not a valid value.
        """
        for name in given:
            if name not in self.parameters:
                raise ActionError(
                    f"{self.name} has no parameter {shown(name)}; it is {self.signature}."
                )
        texts: dict[str, str] = {}
        for name, parameter in self.parameters.items():
            if name in given:
                texts[name] = parameter.write(given[name])
            elif not parameter.optional:
                raise ActionError(f"{self.name} needs {name!r}; it is {self.signature}.")
        return self.command.fill(texts)

    def line(self, given: Mapping[str, ApiValue]) -> str:
        """Return a call's command line, quoted for the phone's shell; raises as `arguments`."""
        return shlex.join(self.arguments(given))


def read_apis(table: Table) -> Iterator[Api]:
    """Yield the entries of a file.

    Raises:
        OptionError: If something in it is wrong, with file, line and remedy.
    """
    for entry in table.tables("api"):
        yield _read(entry)
    table.end()


def _read(entry: Table) -> Api:
    name = entry.take("name", str)
    if not _NAME.fullmatch(name):
        entry.fail(f"a name has 3 to 60 small letters, digits and '_', got {shown(name)}.", "name")
    inside = entry.table("parameters")
    parameters = {key: _parameter(inside.table(key), key) for key in inside.keys()}
    inside.end()
    values = entry.table("example")
    example: dict[str, ApiValue] = {
        key: values.take(key, (str, int, float, bool)) for key in values.keys()
    }
    values.end()
    api = Api(
        name=name,
        app=entry.take("app", str),
        package=entry.take("package", str, ""),
        description=entry.take("description", str),
        returns=entry.take("returns", str, "The output of the command."),
        fails=entry.take("fails", str, "If the phone has no such app or page."),
        parameters=parameters,
        command=_command(entry, parameters),
        example=example,
        expects=entry.take("expects", str, ""),
        place=str(entry.place()),
    )
    try:
        api.arguments(example)
    except ActionError as error:
        entry.fail(f"the example is not a valid call: {error}", "example")
    entry.end()
    return api


def _parameter(table: Table, name: str) -> Parameter:
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,29}", name):
        table.fail(f"a parameter has small letters, digits and '_', got {shown(name)}.")
    kind = next(one for one in KINDS if one == table.one_of("type", KINDS, "type"))
    choices = table.texts("choices", [])
    numeric = kind in ("integer", "number")
    minimum = table.take("minimum", (int, float), -math.inf)
    maximum = table.take("maximum", (int, float), math.inf)
    if numeric and not (math.isfinite(minimum) and math.isfinite(maximum) and minimum <= maximum):
        table.fail(f"the number {name!r} needs a range. Add `minimum = ...` and `maximum = ...`.")
    if not numeric and (table.has("minimum") or table.has("maximum")):
        table.fail(f"{name!r} is not a number: leave out 'minimum' and 'maximum'.")
    if (kind == "choice") != bool(choices):
        table.fail(f"{name!r} must have 'choices' if, and only if, its type is 'choice'.")
    if len(set(choices)) != len(choices):
        table.fail(f"the choices of {name!r} must differ.", "choices")
    written = _written(table, choices if kind == "choice" else ("true", "false"))
    if written is not None and kind not in ("choice", "boolean"):
        table.fail(f"{name!r} is neither a choice nor a boolean: leave out 'written'.")
    parameter = Parameter(
        name=name,
        kind=kind,
        description=table.take("description", str),
        optional=table.take("optional", bool, False),
        minimum=minimum,
        maximum=maximum,
        choices=choices,
        written=written,
        max_length=table.take("max_length", int, MAX_TEXT),
    )
    if not 1 <= parameter.max_length <= MAX_TEXT:
        table.fail(f"'max_length' must be from 1 to {MAX_TEXT}.", "max_length")
    table.end()
    return parameter


def _written(table: Table, names: tuple[str, ...]) -> Mapping[str, str] | None:
    if not table.has("written"):
        return None
    inside = table.table("written")
    found = {name: str(inside.take(name, str)) for name in names}
    inside.end()
    return found


def _command(entry: Table, parameters: Mapping[str, Parameter]) -> Command:
    """Read the list of arguments, and refuse any that could run another program."""
    items = entry.take("command", list)
    if not 0 < len(items) <= _MAX_WORDS:
        entry.fail(f"'command' must be a list of 1 to {_MAX_WORDS} arguments.", "command")
    groups: list[tuple[bool, tuple[Argument, ...]]] = []
    for item in items:
        words = item if isinstance(item, list) else [item]
        if not words or not all(isinstance(word, str) for word in words):
            entry.fail(
                f"an argument must be a string or a list of strings, got {shown(item)}.", "command"
            )
        try:
            groups.append((isinstance(item, list), tuple(map(read_argument, words))))
        except ValueError as error:
            entry.fail(f"{shown(item)} can't be read: {error}.", "command")
    command = Command(tuple(groups))
    _check_command(entry, command, parameters)
    return command


def _check_command(entry: Table, command: Command, parameters: Mapping[str, Parameter]) -> None:
    """Refuse a command of another program, and one whose placeholders aren't its parameters."""
    groups = command.groups
    first = groups[0][1][0]
    if groups[0][0] or len(first.parts) > 1:
        entry.fail("the command must begin with the name of a program.", "command")
    entry.check_known(str(first), PROGRAMS, "program", "command")
    used: set[str] = set()
    for optional, group in groups:
        names = {name for argument in group for name in argument.names}
        for name in sorted(names):
            entry.check_known(name, parameters, "parameter", "command")
        if optional and not any(parameters[name].optional for name in names):
            entry.fail("a list among the arguments needs an optional parameter in it.", "command")
        for name in sorted(names):
            if parameters[name].optional and not optional:
                entry.fail(
                    f"{name!r} is optional: put its arguments into a list of their own.", "command"
                )
        used |= names
    for name in parameters:
        if name not in used:
            entry.fail(
                f"the command has no place {{{name}}} for the parameter.", "parameters", name
            )
    _check_free(entry, [argument for _, argument in command.arguments], parameters)


def _check_free(
    entry: Table, arguments: list[Argument], parameters: Mapping[str, Parameter]
) -> None:
    """Refuse a text where the program would take one with a leading hyphen for an option."""
    for index, argument in enumerate(arguments):
        name = argument.leads
        if name is None or not parameters[name].is_free:
            continue
        before = [str(one) for one in arguments[max(0, index - 2) : index]]
        if before[-1].startswith("-") or (len(before) > 1 and before[0].startswith("--e")):
            continue
        entry.fail(
            f"the text {name!r} must stand behind an option such as '--es KEY', or inside an "
            "argument: alone, it could be taken for an option itself.",
            "command",
        )
