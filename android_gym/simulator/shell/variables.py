"""Built-in commands for variables: `export`, `local`, `unset`, `set` and `read`."""

from __future__ import annotations

import re

from android_gym.simulator.shell.command import Invocation, command
from android_gym.simulator.shell.expansion import quote
from android_gym.simulator.shell.interpreter import Process
from android_gym.simulator.shell.streams import Source

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@command("export", "readonly", builtin="special")
def run_export(io: Invocation) -> int:
    """Mark variables as exported or read-only, optionally with a value."""
    process = io.process
    names = [word for word in io.args if not word.startswith("-")]
    for word in io.args:
        if word.startswith("-") and word != "-p":
            raise process.fault(f"{io.name}: {word}: unknown option")
    marked = process.exported if io.name == "export" else process.readonly
    if not names:
        for name in sorted(marked):
            value = process.variables.get(name)
            if isinstance(value, str):
                prefix = f"{io.name} " if "-p" in io.args else ""
                io.out(f"{prefix}{name}={quote(value)}\n")
        return 0
    for word in names:
        name, equals, value = word.partition("=")
        append = name.endswith("+") and bool(equals)
        name = name.removesuffix("+") if append else name
        if not _IDENTIFIER.fullmatch(name):
            raise process.fault(f"{io.name}: {word}: is not an identifier")
        if equals:
            process.assign(name, (process.get(name) or "") + value if append else value)
        marked.add(name)
        process.forget_environment()
    return 0


@command("local", "typeset", "declare", "integer", builtin="regular", path="")
def run_local(io: Invocation) -> int:
    """Declare variables, which are local within a function."""
    process = io.process
    flags = "i" if io.name == "integer" else ""
    for word in io.args:
        if word[:1] in "-+" and len(word) > 1:
            flags += word[1:]
            continue
        name, equals, value = word.partition("=")
        append = name.endswith("+") and bool(equals)
        name = name.removesuffix("+") if append else name
        if not _IDENTIFIER.fullmatch(name):
            raise process.fault(f"{io.name}: {word}: is not an identifier")
        old = process.get(name) or ""
        process.make_local(name)
        if "i" in flags:
            process.integers.add(name)
        if equals:
            process.assign(name, old + value if append else value)
        elif process.locals and "g" not in flags:
            process.variables.pop(name, None)
        if "x" in flags:
            process.exported.add(name)
            process.forget_environment()
        if "r" in flags:
            process.readonly.add(name)
    return 0


@command("unset", builtin="special")
def run_unset(io: Invocation) -> int:
    """Remove variables or functions."""
    functions = False
    for word in io.args:
        if word in ("-f", "-v"):
            functions = word == "-f"
        elif word.startswith("-"):
            raise io.process.fault(f"unset: {word}: unknown option")
        elif functions:
            io.process.functions.pop(word, None)
        elif word.endswith("]"):
            base, _, index = word[:-1].partition("[")
            array = io.process.variables.get(base)
            if isinstance(array, dict):
                array.pop(io.process.compute(index), None)
        else:
            io.process.unset(word)
    return 0


def _print_variables(io: Invocation) -> None:
    for name, value in sorted(io.process.variables.items()):
        if isinstance(value, str):
            io.out(f"{name}={quote(value)}\n")
        else:
            for index, item in sorted(value.items()):
                io.out(f"{name}[{index}]={quote(item)}\n")


@command("set", builtin="special")
def run_set(io: Invocation) -> int:
    """Set options and positional parameters."""
    process = io.process
    args = io.args
    if not args:
        _print_variables(io)
        return 0
    place = 0
    while place < len(args):
        word = args[place]
        if word in ("-", "--"):
            process.positional = args[place + 1 :]
            return 0
        if word[:1] not in ("-", "+") or len(word) < 2:
            process.positional = args[place:]
            return 0
        place += 1
        on = word[0] == "-"
        if word[1:] == "A":
            if place == len(args):
                raise process.fault("set: -A: requires an argument")
            process.variables[args[place]] = dict(enumerate(args[place + 1 :]))
            return 0
        for flag in word[1:]:
            if flag == "o":
                name = args[place] if place < len(args) else ""
                place += 1
                _set_option(process, name, on)
            elif flag in "abefhmnpuvxCX":
                (process.flags.add if on else process.flags.discard)(flag)
            else:
                raise process.fault(f"set: -{flag}: unknown option")
    return 0


_OPTION_NAMES = {
    "allexport": "a", "errexit": "e", "noglob": "f", "nounset": "u", "xtrace": "x",
    "noclobber": "C", "pipefail": "pipefail", "posix": "posix", "sh": "sh", "verbose": "v",
    "braceexpand": "brace", "monitor": "m", "vi": "vi", "emacs": "emacs", "utf8-mode": "U",
}  # fmt: skip


def _set_option(process: Process, name: str, on: bool) -> None:
    if not name:
        return
    if name not in _OPTION_NAMES:
        raise process.fault(f"set: {name}: bad option")
    (process.flags.add if on else process.flags.discard)(_OPTION_NAMES[name])


@command("read", builtin="regular", path="")
def run_read(io: Invocation) -> int:
    """Read a line of standard input into variables."""
    process = io.process
    given: dict[str, str] = {}
    args = list(io.args)
    while args and args[0].startswith("-") and len(args[0]) > 1:
        word = args.pop(0)
        if word == "--":
            break
        for place, flag in enumerate(word[1:], 2):
            if flag in "dnNptu":
                given[flag] = word[place:] or (args.pop(0) if args else "")
                break
            given[flag] = ""
            if flag not in "ars":
                process.complain(f"read: -{flag}: unknown option")
                return 2
    names = args or ["REPLY"]
    for name in names:
        if not _IDENTIFIER.fullmatch(name.partition("[")[0].partition("?")[0]):
            process.complain(f"read: {name}: is not an identifier")
            return 2
    source: object = process.source()
    if "u" in given:
        source = process.fds.get(int(given["u"]) if re.fullmatch("[0-9]{1,4}", given["u"]) else -1)
    if not isinstance(source, Source):
        process.complain(f"read: -u: {given['u']}: bad file descriptor")
        return 2
    raw = "r" in given
    delimiter = given.get("d", "\n").encode("utf-8", "surrogateescape")[:1] or b"\0"
    limit = given.get("n", given.get("N"))
    count = -1 if limit is None else process.compute(limit)
    data, complete = _take(source, delimiter, raw, count)
    text = data.decode("utf-8", "surrogateescape")
    values = _read_fields(text, process.get("IFS"), len(names), raw)
    for name, value in zip(names, values, strict=True):
        process.assign(name.partition("?")[0], value)
    return 0 if complete else 1


def _take(source: Source, delimiter: bytes, raw: bool, count: int) -> tuple[bytes, bool]:
    """Read a record for `read`, keeping backslashes; backslash-newlines continue the line."""
    if count >= 0:
        data = source.take(count)
        return data, bool(data) or count == 0
    out = b""
    while True:
        piece = source.line(delimiter)
        if not piece.endswith(delimiter):
            return out + piece, False
        piece = piece[:-1]
        out += piece
        backslashes = len(piece) - len(piece.rstrip(b"\\"))
        if raw or delimiter != b"\n" or backslashes % 2 == 0:
            return out, True
        out = out[:-1]


def _read_fields(text: str, separators: str | None, count: int, raw: bool) -> list[str]:
    """Split a line for `read`; the last variable gets the rest."""
    separators = " \t\n" if separators is None else separators
    blanks = "".join(char for char in separators if char in " \t\n")
    chars: list[tuple[str, bool]] = []
    place = 0
    while place < len(text):
        if text[place] == "\\" and not raw and place + 1 < len(text):
            place += 1
            chars.append((text[place], True))
        elif text[place] != "\\" or raw:
            chars.append((text[place], False))
        place += 1

    def skip(position: int, which: str) -> int:
        while position < len(chars) and not chars[position][1] and chars[position][0] in which:
            position += 1
        return position

    values: list[str] = []
    position = skip(0, blanks)
    while len(values) < count - 1:
        start = position
        while position < len(chars) and (
            chars[position][1] or chars[position][0] not in separators
        ):
            position += 1
        values.append("".join(char for char, _ in chars[start:position]))
        position = skip(position, blanks)
        if position < len(chars) and not chars[position][1] and chars[position][0] in separators:
            position = skip(position + 1, blanks)
    values.append(_last_field(chars[position:], separators, blanks))
    return values


def _last_field(chars: list[tuple[str, bool]], separators: str, blanks: str) -> str:
    """Return the rest of a line, without the blanks and the one separator at its end."""

    def trimmed(chars: list[tuple[str, bool]]) -> list[tuple[str, bool]]:
        while chars and not chars[-1][1] and chars[-1][0] in blanks:
            chars = chars[:-1]
        return chars

    chars = trimmed(chars)
    if chars and not chars[-1][1] and chars[-1][0] in separators:
        # A single field's separator is not part of it.
        field = trimmed(chars[:-1])
        if not any(char in separators and not escaped for char, escaped in field):
            chars = field
    return "".join(char for char, _ in chars)
