"""Commands of the phone's shell, and their registry.

A command is a function ``def run(io: Invocation) -> int | None`` decorated with
``@command("name")``. It reads its arguments and standard input from `io`, writes with `io.out` and
`io.err`, and returns its exit code (None means 0). The modules of this package are discovered;
there is no central list.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from android_gym.errors import SimulatorError

if TYPE_CHECKING:
    from android_gym.simulator.phone import Phone
    from android_gym.simulator.shell.interpreter import Process
    from android_gym.simulator.system import System
    from android_gym.simulator.system.files import Files

__all__ = [
    "Arguments",
    "Command",
    "CommandExit",
    "Invocation",
    "JavaError",
    "Options",
    "command",
    "commands",
    "options",
    "run_verb",
    "says",
]


class CommandExit(Exception):
    """Ends the command with an exit code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class JavaError(Exception):
    """An uncaught exception of a framework service, printed with a stack trace (exit code 255).

    Attributes:
        kind: Full class name, such as ``java.lang.IllegalArgumentException``.
    """

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


@dataclass(frozen=True, slots=True)
class Command:
    """A registered command.

    Attributes:
        run: The function.
        builtin: ``special`` for POSIX's special built-ins, ``regular`` for others; empty if not
            built in.
        path: Path of its executable, empty if it is only built in.
        cost: Units of work charged per run, about a microsecond each; see `Budget`.
    """

    name: str
    run: Callable[[Invocation], int | None]
    builtin: str
    path: str
    cost: int


_REGISTRY: dict[str, Command] = {}


def command(
    *names: str, builtin: str = "", path: str | None = None, cost: int | None = None
) -> Callable[[Callable[[Invocation], int | None]], Callable[[Invocation], int | None]]:
    """Register a function under the given names.

    Args:
        names: The command's names.
        builtin: ``special`` or ``regular`` for a built-in command.
        path: Directory of the executable; by default ``/system/bin``, none for special built-ins.
        cost: Units of work charged per run; by default 10 for built-ins, 100 for others.
    """
    price = cost if cost is not None else 10 if builtin else 100
    where = path if path is not None else ("" if builtin == "special" else "/system/bin")

    def register(
        function: Callable[[Invocation], int | None],
    ) -> Callable[[Invocation], int | None]:
        for name in names:
            if name in _REGISTRY:
                raise SimulatorError(f"The shell command {name!r} is registered twice.")
            file = f"{where}/{name}" if where else ""
            _REGISTRY[name] = Command(name, function, builtin, file, price)
        return function

    return register


@lru_cache(maxsize=1)
def commands() -> Mapping[str, Command]:
    """Return all commands by name, importing the modules of this package once."""
    package = importlib.import_module("android_gym.simulator.shell")
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{package.__name__}.{module.name}")
    return dict(sorted(_REGISTRY.items()))


class Invocation:
    """One run of a command: its arguments, its streams, and the phone.

    Attributes:
        name: The name it was called by.
        args: Arguments after the name. Invalid UTF-8 bytes are surrogate escapes.
        process: The shell process it runs in.
    """

    __slots__ = ("args", "name", "process")

    def __init__(self, process: Process, name: str, args: list[str]) -> None:
        self.process = process
        self.name = name
        self.args = args

    @property
    def phone(self) -> Phone:
        """The phone."""
        return self.process.shell.phone

    @property
    def system(self) -> System:
        """The phone's services."""
        return self.process.shell.system

    @property
    def files(self) -> Files:
        """The phone's files, as the process's user reaches them."""
        return self.process.files

    @property
    def cwd(self) -> str:
        """The working directory."""
        return self.process.cwd

    @property
    def env(self) -> dict[str, str]:
        """The exported variables."""
        return self.process.environment()

    @property
    def uid(self) -> int:
        """The effective user id: 0 for root, 2000 for shell."""
        return self.process.uid

    @property
    def stdin(self) -> bytes:
        """The rest of standard input; reading it consumes it."""
        data = self.process.source().read()
        self.process.budget.spend(len(data) >> 10)
        return data

    def spend(self, units: int) -> None:
        """Charge units of work, about a microsecond each, before doing the work; see `Budget`.

        Raises:
            Killed: If none are left.
        """
        self.process.budget.spend(units)

    def out(self, data: str | bytes) -> None:
        """Write to standard output."""
        if isinstance(data, str):
            data = data.encode("utf-8", "surrogateescape")
        process = self.process
        process.budget.spend(1 + (len(data) >> 10))
        process.fds[1].write(data)

    def err(self, data: str | bytes) -> None:
        """Write to standard error."""
        if isinstance(data, str):
            data = data.encode("utf-8", "surrogateescape")
        self.process.fds[2].write(data)

    def fail(self, message: str, code: int = 1) -> CommandExit:
        """Write ``name: message`` to standard error; return an exception to raise."""
        self.err(f"{self.name}: {message}\n")
        return CommandExit(code)

    def complain(self, message: str) -> None:
        """Write ``name: message`` to standard error and continue."""
        self.err(f"{self.name}: {message}\n")

    def integer(self, text: str, least: int = 0, most: int = 1 << 40) -> int:
        """Parse an integer such as ``12`` or ``0x1f``.

        Raises:
            CommandExit: With code 1, after a message, if it is not an integer or out of range.
        """
        match = re.fullmatch(r"-?(0[xX][0-9A-Fa-f]{1,12}|[0-9]{1,15})", text)
        if match is None:
            raise self.fail(f"not integer: {text}")
        value = int(text, 16 if match.group(1)[:2] in ("0x", "0X") else 10)
        if value < least:
            raise self.fail(f"{value} < {least}")
        if value > most:
            raise self.fail(f"{value} > {most}")
        return value

    def path(self, path: str) -> str:
        """Make `path` absolute."""
        if path.startswith("/"):
            return path
        cwd = self.process.cwd
        return f"{cwd}{path}" if cwd.endswith("/") else f"{cwd}/{path}"

    def write_file(
        self,
        path: str,
        data: bytes,
        *,
        append: bool = False,
        mode: int | None = None,
        mtime_ms: int | None = None,
    ) -> None:
        """Write a file as the process's user.

        Args:
            path: The path.
            data: The content.
            append: Whether to append to the existing content.
            mode: Permission bits of a new file; None for what the umask leaves of 0666.
            mtime_ms: Modification time; None for now.

        Raises:
            FileError: If it can't be written.
        """
        if mode is None:
            mode = 0o666 & ~self.process.umask
        self.files.write(self.path(path), data, mode=mode, append=append, mtime_ms=mtime_ms)

    def read_file(self, path: str, most: int | None = None) -> bytes:
        """Read a file; devices such as ``/dev/null`` work, ``-`` is not special.

        Args:
            path: The path.
            most: See `Process.read_file`.

        Raises:
            FileError: If the file service can't read it.
        """
        return self.process.read_file(self.path(path), most)

    def follow(
        self, listen: Callable[[Callable[[Any], None]], Callable[[], None]]
    ) -> Iterator[Any]:
        """Yield the events of a service from now on, without end.

        This needs an output whose reader is still connected, such as one on the wire. If output is
        merely collected, nothing can happen meanwhile, and this returns at once.

        Args:
            listen: Registers a listener, and returns a function that unregisters it.
        """
        follow = getattr(self.process.fds[1], "follow", None)
        return iter(()) if follow is None else follow(listen)

    def run(self, argv: Sequence[str], stdin: bytes | None = None) -> int:
        """Run another program with these arguments and the same streams."""
        return self.process.run_program(list(argv), stdin)


class Arguments:
    """Arguments of a framework command, consumed one by one as by Android's ShellCommand."""

    __slots__ = ("_position", "_words")

    def __init__(self, words: Sequence[str]) -> None:
        self._words = list(words)
        self._position = 0

    def peek(self) -> str | None:
        """Return the next argument without consuming it."""
        return self._words[self._position] if self._position < len(self._words) else None

    def next(self) -> str | None:
        """Return the next argument."""
        word = self.peek()
        self._position += word is not None
        return word

    def option(self) -> str | None:
        """Return the next argument if it begins with a dash; ``--`` ends the options."""
        word = self.peek()
        if word is None or not word.startswith("-"):
            return None
        self._position += 1
        return None if word == "--" else word

    def required(self, option: str = "") -> str:
        """Return the next argument, which must exist.

        Raises:
            JavaError: If there is none.
        """
        word = self.next()
        if word is None:
            before = option or (self._words[self._position - 1] if self._position else "")
            raise JavaError(
                "java.lang.IllegalArgumentException",
                f'Argument expected after "{before}"' if before else "Argument expected",
            )
        return word

    def rest(self) -> list[str]:
        """Return all remaining arguments."""
        rest = self._words[self._position :]
        self._position = len(self._words)
        return rest


class Options:
    """Parsed options: ``"r" in found`` and ``found["n"]`` for the last argument of ``-n``."""

    __slots__ = ("_values", "args")

    def __init__(self) -> None:
        self._values: dict[str, list[str]] = {}
        self.args: list[str] = []

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def __getitem__(self, name: str) -> str:
        return self._values[name][-1]

    def get(self, name: str, default: str) -> str:
        """Return the argument of an option, or `default`."""
        values = self._values.get(name)
        return values[-1] if values else default

    def all(self, name: str) -> list[str]:
        """Return the arguments of an option that may be repeated."""
        return self._values.get(name, [])

    def count(self, name: str) -> int:
        """Return the number of times a flag was given."""
        return len(self._values.get(name, []))

    def last(self, names: str) -> str:
        """Return the flag of `names` that was given last, or an empty string."""
        return next((name for name in reversed(self._values) if name in names), "")

    def set(self, name: str, value: str = "") -> None:
        """Record an option; the most recent one is last."""
        values = self._values.pop(name, [])
        values.append(value)
        self._values[name] = values


def options(  # noqa: C901 - a tokenizer: its branches are the forms that an option may take
    io: Invocation,
    spec: str,
    *,
    long: Mapping[str, str] | None = None,
    in_order: bool = False,
    minimum: int = 0,
    maximum: int | None = None,
    failure: int = 1,
) -> Options:
    """Parse options as toybox does, with its error messages.

    Args:
        io: The invocation.
        spec: Flags; one with an argument is followed by ``:``.
        long: Long names and the flags that they stand for.
        in_order: Whether the first operand ends the options (otherwise they may be mixed).
        minimum: Minimum number of operands.
        maximum: Maximum number of operands.
        failure: Exit code of a usage error.

    Raises:
        CommandExit: With that code, after a message.
    """

    def usage(message: str) -> CommandExit:
        return io.fail(f'{message} (see "{io.name} --help")', failure)

    takes = {spec[place] for place in range(len(spec) - 1) if spec[place + 1] == ":"}
    found = Options()
    pending = list(io.args)
    pending.reverse()
    while pending:
        word = pending.pop()
        if word == "--" or (in_order and (len(word) < 2 or word[0] != "-")):
            found.args.extend([word] * (word != "--"))
            found.args.extend(reversed(pending))
            break
        if len(word) < 2 or word[0] != "-":
            found.args.append(word)
            continue
        if word.startswith("--"):
            name, equals, value = word[2:].partition("=")
            flags = (long or {}).get(name, "")
            if not flags:
                raise usage(f"Unknown option '{word[2:]}'")
            rest = value if equals else None
        else:
            flags, rest = word[1:], None
        for place, flag in enumerate(flags, 1):
            if flag == ":" or flag not in spec:
                raise usage(f"Unknown option '{flags[place - 1 :]}'")
            if flag not in takes:
                found.set(flag)
                continue
            glued = rest if rest is not None else flags[place:]
            if not glued and rest is None and not pending:
                option = word if word.startswith("--") else f"-{flag}"
                raise usage(f"Missing argument to {option}")
            found.set(flag, glued if glued or rest is not None else pending.pop())
            break
    count = len(found.args)
    if count < minimum:
        raise usage("Needs 1 argument" if minimum == 1 else f"Need {minimum} arguments")
    if maximum is not None and count > maximum:
        raise usage(f"Max {maximum} argument{'s' if maximum != 1 else ''}")
    return found


def run_verb(
    io: Invocation,
    words: Sequence[str],
    verbs: Mapping[str, Callable[[Invocation, Arguments], int]],
    usage: str,
) -> int:
    """Run a verb of a command such as ``am``, ``pm`` or ``wm``; return its exit code.

    Args:
        io: The command.
        words: The verb and its arguments.
        verbs: Functions by verb.
        usage: Text of ``help``, also shown if there is no verb.
    """
    args = Arguments(words)
    verb = args.next()
    if verb is None or verb in ("help", "-h"):
        io.out(usage)
        return 255 if verb is None else 0
    function = verbs.get(verb)
    if function is None:
        io.out(f"Unknown command: {verb}\n")
        return 255
    return function(io, args)


def says(text: str) -> Callable[[Invocation, Arguments], int]:
    """Return a verb for `run_verb` that prints a text and does nothing."""

    def verb(io: Invocation, args: Arguments) -> int:
        io.out(text)
        return 0

    return verb
