"""The command `awk`: runs a program on each record of its input."""

from __future__ import annotations

import re
from typing import Final

from android_gym.errors import FileError
from android_gym.simulator.shell.awk_machine import Exit, Machine
from android_gym.simulator.shell.awk_syntax import AwkSyntaxError, parse, unescape
from android_gym.simulator.shell.awk_values import AwkError
from android_gym.simulator.shell.command import Invocation, command

_USAGE: Final = "usage: awk [-F fs][-v var=value][prog | -f progfile][file ...]\n"
_VERSION: Final = "awk version 20210215\n"


class _Options:
    """The options of a call.

    Attributes:
        separator: The field separator; None if there is none.
        settings: Variables and their values.
        sources: Parts of the program, read from files.
        code: Exit code of a call that ends here; None to go on.
    """

    def __init__(self) -> None:
        self.separator: str | None = None
        self.settings: list[tuple[str, str]] = []
        self.sources: list[str] = []
        self.code: int | None = None


_MISSING: Final = {
    "-F": "awk: no field separator\n",
    "-v": "awk: no variable name\n",
    "-f": "awk: no program filename\n",
}


def _options(io: Invocation, words: list[str]) -> _Options:
    """Consume the options of a call."""
    found = _Options()
    while found.code is None and words and words[0].startswith("-") and words[0] != "-":
        word = words.pop(0)
        if word == "--":
            break
        flag, value = word[:2], word[2:]
        if word in ("-version", "--version", "-V"):
            io.out(_VERSION)
            found.code = 0
        elif flag not in _MISSING:
            if word != "-safe":
                io.err(f"awk: unknown option {word} ignored\n")
        elif not value and not words:
            io.err(_MISSING[flag])
            found.code = 2
        else:
            found.code = _option(io, found, flag, value or words.pop(0))
    return found


def _option(io: Invocation, found: _Options, flag: str, value: str) -> int | None:
    """Take an option; return the exit code where it is wrong."""
    if flag == "-F":
        found.separator = "\t" if value == "t" else unescape(value)
    elif flag == "-v":
        if not re.match("[A-Za-z_][A-Za-z0-9_]*=", value):
            io.err(f"awk: {value}: invalid -v argument\n")
            return 2
        name, _, text = value.partition("=")
        found.settings.append((name, unescape(text)))
    else:
        try:
            data = io.stdin if value == "-" else io.read_file(value)
        except FileError:
            io.err(f"awk: can't open file {value}\n")
            return 2
        found.sources.append(data.decode("utf-8", "surrogateescape"))
    return None


@command("awk")
def run(io: Invocation) -> int:
    """Run a program."""
    words = list(io.args)
    found = _options(io, words)
    if found.code is not None:
        return found.code
    sources = found.sources
    if not sources:
        if not words:
            io.err(_USAGE)
            return 1
        sources.append(words.pop(0))
    source = "\n".join(sources)
    io.spend(len(source))
    try:
        program = parse(source)
    except AwkSyntaxError as error:
        io.err(str(error))
        return 2
    machine = Machine(io, program, words)
    if found.separator is not None:
        machine.assign("FS", found.separator)
    for name, text in found.settings:
        machine.assign(name, text)
    try:
        machine.run()
    except Exit:
        pass
    except AwkError as error:
        machine.finish()
        io.err(f"awk: {error}\n{machine.place()}")
        return 2
    machine.finish()
    return machine.code
