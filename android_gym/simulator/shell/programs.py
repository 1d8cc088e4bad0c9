"""Finds and runs programs: the phone's commands by name and path, and scripts."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from android_gym.errors import DatabaseError, FileError
from android_gym.simulator.shell import arguments
from android_gym.simulator.shell.command import Command, CommandExit, Invocation, JavaError
from android_gym.simulator.shell.environment import BIN_PATHS, SHELL_VARIABLES
from android_gym.simulator.shell.parser import parse
from android_gym.simulator.shell.streams import Source
from android_gym.simulator.system.java_errors import java_exception

if TYPE_CHECKING:
    from android_gym.simulator.shell.interpreter import Process

__all__ = ["in_path", "invoke", "run_program_file", "find_program", "spawn"]

_WORK_PER_TICK: Final = 150  # a tick of SQLite: 5,000 steps
_BLIND: Final = frozenset(
    ["echo", "printf", "read", "true", "false", ":", "shift", "set", "export"]
)
"""Commands that do not read files, so that pending writes need not be flushed first."""


def run_program_file(
    process: Process, argv: list[str], stdin: bytes | None = None, found: Command | None = None
) -> int:
    """Run an executable: a command by name or path, or a script."""
    if stdin is not None:
        child = process.fork()
        child.fds[0] = Source(stdin)
        return run_program_file(child, argv)
    name = argv[0]
    if not arguments.fit(argv):
        process.complain(f"{name}: Argument list too long")
        return 126
    path = name
    if "/" not in name:
        found = found or process.shell.commands.get(name)
        if found is not None and found.path and in_path(process, found.path):
            return invoke(process, found, name, argv[1:])
        path = find_program(process, name)
        if not path:
            process.complain(f"{name}: inaccessible or not found")
            return 127
    base = path.rpartition("/")[2]
    found = process.shell.commands.get(base)
    if (
        found is not None
        and found.path
        and found.path == posixpath.normpath(process.absolute(path))
    ):
        return invoke(process, found, base, argv[1:])
    return run_script(process, name, path, argv)


def in_path(process: Process, path: str) -> bool:
    """Return whether the directory of an executable is in ``$PATH``."""
    value = process.variables.get("PATH")
    return isinstance(value, str) and path.rpartition("/")[0] in value.split(":")


def find_program(process: Process, name: str) -> str:
    """Return the path of a program found in ``$PATH``, or an empty string."""
    for folder in (process.get("PATH") or BIN_PATHS).split(":"):
        path = f"{folder}/{name}"
        stat = process.stat(path)
        if stat is not None and stat.kind == "file":
            return path
    return ""


def run_script(process: Process, name: str, path: str, argv: list[str]) -> int:
    """Run a file that is not a command of the phone: a script, if it is executable."""
    stat = process.stat(path)
    if stat is None:
        process.complain(f"{name}: inaccessible or not found")
        return 127
    if stat.kind == "dir":
        process.complain(f"{name}: can't execute: Is a directory")
        return 126
    absolute = process.absolute(path)
    try:
        process.files.check(absolute, "x")
        data = process.read_file(absolute)
    except FileError as error:
        process.complain(f"{name}: can't execute: {error.strerror}")
        return 126
    if data[:4] in (b"\x7fELF", b"dex\n", b"PK\x03\x04"):
        process.complain(f"{name}: not executable: 64-bit ELF file")
        return 126
    return spawn(process, data.decode("utf-8", "surrogateescape"), path, argv[1:])


def spawn(
    process: Process, text: str, name: str, args: list[str], flags: Iterable[str] = ()
) -> int:
    """Run a program text in a new shell that inherits only exported variables."""
    child = process.fork()
    child.name = name
    child.positional = args
    child.functions = {}
    child.flags = set(flags)
    child.variables = {
        key: value for key, value in child.variables.items() if key in child.exported
    }
    child.variables.update(SHELL_VARIABLES)
    child.variables["PWD"] = child.cwd
    child.locals = []
    child.status = 0
    return child.subshell(parse(text), child.fds)


def invoke(process: Process, found: Command, name: str, args: list[str]) -> int:
    """Run a command, converting its exceptions into messages and exit codes."""
    io = Invocation(process, name, args)
    databases, files = process.shell.system.databases, process.files
    ticks, walked = databases.ticks, files.ticks
    process.budget.spend(found.cost)
    try:
        if process.budget.unflushed and name not in _BLIND:
            process.budget.flush()
        code = found.run(io)
    except CommandExit as leave:
        code = leave.code
    except FileError as error:
        where = f"{error.path}: " if error.path else ""
        io.complain(f"{where}{error.strerror}")
        code = 1
    except JavaError as error:
        io.err(f"\nException occurred while executing '{args[0] if args else ''}':\n")
        io.err(f"{error.kind}: {error}\n")
        code = 255
    except DatabaseError as error:  # from a service that called an app's provider
        kind, message = java_exception(error)
        io.err(f"\nException occurred while executing '{args[0] if args else ''}':\n")
        io.err(f"{kind}: {message}\n")
        code = 255
    process.budget.spend(files.ticks - walked)
    if databases.ticks != ticks:
        process.budget.spend((databases.ticks - ticks) * _WORK_PER_TICK)
    return 0 if code is None else code & 0xFF
