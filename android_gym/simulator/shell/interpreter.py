"""Runs syntax trees: expansion, redirection, control flow, and the finding of commands.

A `Process` is one shell process: variables, file descriptors, working directory. A subshell is a
copy of it. Commands run one after the other, each to its end, also those of a pipeline: a stage's
output is kept as bytes until the next stage reads it. A stage that writes without end is stopped
as a broken pipe would stop it, and a program that takes too many steps is killed, so every
program ends. Nothing here ever touches the host.
"""

from __future__ import annotations

import errno
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from posixpath import normpath
from typing import TYPE_CHECKING, Any, Final

from android_gym.errors import FileError
from android_gym.simulator.shell import conditions
from android_gym.simulator.shell.arithmetic import ArithmeticFault, evaluate
from android_gym.simulator.shell.command import (
    Command,
    CommandExit,
    Invocation,
    JavaError,
    commands,
)
from android_gym.simulator.shell.parser import (
    AndOr,
    ArithmeticCommand,
    Case,
    Conditional,
    For,
    Function,
    Group,
    HereDocument,
    If,
    Literal,
    Node,
    Part,
    Pipeline,
    Program,
    Redirect,
    Simple,
    Subshell,
    Substitution,
    Variable,
    While,
    Word,
    parse,
)
from android_gym.simulator.shell.patterns import compile_pattern, escape, is_magic
from android_gym.simulator.system.files import Stat, file_error

if TYPE_CHECKING:
    from android_gym.simulator.phone import Phone

__all__ = ["Process", "Shell", "ShellResult"]

SHELL: Final = "/system/bin/sh"
MAX_STEPS: Final = 200_000
MAX_DEPTH: Final = 48
MAX_OUTPUT: Final = 1 << 28
_PIPE_BYTES: Final = 1 << 20
_PIPE_STEPS: Final = 20_000
_CACHED_LENGTH: Final = 4096
_MAX_BRACES: Final = 4096

QUOTED, BARE, SPLIT, BREAK = range(4)
Segment = tuple[str, int]

BIN_PATHS: Final = (
    "/product/bin:/apex/com.android.runtime/bin:/apex/com.android.art/bin:/system_ext/bin:"
    "/system/bin:/system/xbin:/odm/bin:/vendor/bin:/vendor/xbin"
)


@dataclass(frozen=True, slots=True)
class ShellResult:
    """What a command line did.

    Attributes:
        stdout: Standard output.
        stderr: Standard error.
        exit_code: 0 to 255.
        chunks: Both streams in the order written: (1 or 2, bytes).
    """

    stdout: bytes
    stderr: bytes
    exit_code: int
    chunks: tuple[tuple[int, bytes], ...] = ()

    @property
    def output(self) -> bytes:
        """Both streams merged in the order written, as a terminal shows them."""
        return b"".join(data for _, data in self.chunks)


class ShellFault(Exception):
    """An error that ends the shell (not only the command), after its message was written."""

    def __init__(self, code: int = 1) -> None:
        super().__init__(code)
        self.code = code


class RedirectFault(Exception):
    """A redirection that cannot be made; its message was written."""


class Killed(Exception):
    """The program took too many steps or wrote too much."""


class BrokenPipe(Exception):
    """A stage of a pipeline wrote more than any reader will take."""


class _Exit(Exception):
    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code & 0xFF


class _Return(Exception):
    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code & 0xFF


class _Loop(Exception):
    """``break`` or ``continue``."""

    def __init__(self, levels: int, proceed: bool) -> None:
        super().__init__(levels)
        self.levels = levels
        self.proceed = proceed


class Source:
    """Bytes to read from, with a position shared by all who read."""

    __slots__ = ("data", "position")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.position = 0

    def read(self) -> bytes:
        """Takes all that is left."""
        position, self.position = self.position, len(self.data)
        return self.data[position:] if position else self.data

    def take(self, count: int) -> bytes:
        """Takes up to `count` bytes."""
        start = self.position
        self.position = min(start + count, len(self.data))
        return self.data[start : self.position]

    def line(self) -> bytes:
        """Takes a line with its newline; empty at the end."""
        end = self.data.find(b"\n", self.position)
        return self.take((len(self.data) if end < 0 else end + 1) - self.position)

    def write(self, data: bytes) -> None:
        """Fails: the descriptor was opened for reading."""
        raise FileError(9, "Bad file descriptor", "")


class Sink:
    """Collects what is written; `stream` tells standard output from standard error."""

    __slots__ = ("chunks", "limit", "size", "stream")

    def __init__(
        self,
        stream: int = 1,
        limit: int = MAX_OUTPUT,
        chunks: list[tuple[int, bytes]] | None = None,
    ) -> None:
        self.chunks: list[tuple[int, bytes]] = [] if chunks is None else chunks
        self.stream = stream
        self.limit = limit
        self.size = 0

    def write(self, data: bytes) -> None:
        """Adds to the collection."""
        if self.size > self.limit:
            raise Killed if self.limit == MAX_OUTPUT else BrokenPipe
        self.size += len(data)
        self.chunks.append((self.stream, data))

    def value(self) -> bytes:
        """All that was written."""
        if len(self.chunks) == 1:
            return self.chunks[0][1]
        return b"".join(data for _, data in self.chunks)


class NullSink:
    """``/dev/null``."""

    __slots__ = ()

    def write(self, data: bytes) -> None:
        """Drops it."""


class FileSink:
    """A file opened for writing. Writes are gathered until someone may look at the file."""

    __slots__ = ("offset", "path", "pending", "process")

    def __init__(self, process: Process, path: str, append: bool) -> None:
        self.process = process
        self.path = path
        self.offset = -1 if append else 0
        self.pending: list[bytes] = []

    def write(self, data: bytes) -> None:
        """Writes at the descriptor's own place, or to the end."""
        if data:
            if not self.pending:
                self.process.budget.unflushed.append(self)
            self.pending.append(data)

    def flush(self) -> None:
        """Stores what was gathered."""
        data, self.pending = b"".join(self.pending), []
        files = self.process.shell.system.files
        start = self.offset
        if start < 0 or files.stat(self.path).size == start:
            files.write(self.path, data, append=True)
        else:
            old = files.read(self.path).ljust(start, b"\0")
            files.write(self.path, old[:start] + data + old[start + len(data) :])
        if start >= 0:
            self.offset += len(data)


class Budget:
    """What all processes of one command line share."""

    __slots__ = ("background", "deadline_ms", "depth", "slept_ms", "steps", "unflushed")

    def __init__(self) -> None:
        self.steps = MAX_STEPS
        self.depth = 0
        self.background = 0
        self.slept_ms = 0
        self.deadline_ms = 1 << 62
        self.unflushed: list[FileSink] = []

    def flush(self) -> None:
        """Writes files that were written to."""
        while self.unflushed:
            self.unflushed.pop().flush()


class Shell:
    """The phone's shell.

    Attributes:
        phone: The phone.
        system: Its services.
        commands: All commands by name.
    """

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.system = phone.system
        self.commands = commands()

    def run(self, command: str | bytes, stdin: bytes = b"", uid: int = 0) -> ShellResult:
        """Runs a command line as ``adb shell`` does.

        Args:
            command: Shell program; bytes that are no UTF-8 survive.
            stdin: Standard input.
            uid: Who runs it: 0 root (after ``adb root``), 2000 shell.

        Returns:
            Output and exit code. A program that does not end is killed: exit code 137.
        """
        chunks: list[tuple[int, bytes]] = []
        streams = {0: Source(stdin), 1: Sink(1, MAX_OUTPUT, chunks), 2: Sink(2, MAX_OUTPUT, chunks)}
        code = self.execute(command, streams, uid)
        if len(chunks) == 1:
            stream, data = chunks[0]
            out, err = (data, b"") if stream == 1 else (b"", data)
        else:
            out = b"".join(data for stream, data in chunks if stream == 1)
            err = b"".join(data for stream, data in chunks if stream == 2)
        return ShellResult(out, err, code, tuple(chunks))

    def execute(self, command: str | bytes, streams: dict[int, Any], uid: int = 0) -> int:
        """Runs a command line on streams of one's own (see `Source` and `Sink`).

        Returns:
            Its exit code.
        """
        text = command.decode("utf-8", "surrogateescape") if isinstance(command, bytes) else command
        process = Process(self, streams, uid)
        return process.main(_parse(text) if len(text) <= _CACHED_LENGTH else parse(text))


_HERE_DOCUMENT = re.compile(r"<<-?\s*(?:'([^'\n]+)'|\"([^\"\n]+)\"|(\w+))[^\n]*\n")


def _is_incomplete(program: Program, text: str) -> bool:
    """Whether more lines may make a program of this one."""
    error = program.error or ""
    if error == "syntax error: unexpected EOF" or "unmatched" in error:
        return True
    if text.endswith("\\\n"):
        return True
    begun = _HERE_DOCUMENT.search(text)
    if begun is None:
        return False
    end = begun[1] or begun[2] or begun[3]
    return end not in (line.lstrip("\t") for line in text[begun.end() :].splitlines())


@lru_cache(maxsize=256)
def _parse(text: str) -> Program:
    return parse(text)


class Process:
    """One shell process.

    Attributes:
        variables: Values by name; arrays are dicts by index.
        fds: Streams by file descriptor.
        cwd: Working directory, canonical.
        uid: Effective user.
        positional: ``$1`` and up.
        status: ``$?``.
    """

    def __init__(self, shell: Shell, fds: dict[int, Any], uid: int = 0) -> None:
        self.shell = shell
        self.fds = fds
        self.uid = uid
        self.pid = 4000
        self.cwd = "/"
        self.name = SHELL
        user = "root" if uid == 0 else "shell"
        self.variables: dict[str, str | dict[int, str]] = dict(_ENVIRONMENT)
        self.variables["USER"] = self.variables["LOGNAME"] = user
        self.variables.update(_SHELL_VARIABLES)
        self.exported: set[str] = set(_EXPORTED)
        self.readonly: set[str] = set()
        self.integers: set[str] = set()
        self.functions: dict[str, Node] = {}
        self.positional: list[str] = []
        self.flags: set[str] = set()
        self.status = 0
        self.exit_trap = ""
        self.locals: list[dict[str, str | dict[int, str] | None]] = []
        self.loops = 0
        self.tested = 0
        self.budget = Budget()
        self.last_argument = ""
        self.umask = 0
        self._environment: dict[str, str] = {}

    # --- life ---

    def main(self, program: Program) -> int:
        """Runs a whole program to its exit code. Never raises for anything the program does."""
        budget = self.budget
        try:
            try:
                code = self.run_top(program)
            except _Exit as leave:
                code = leave.code
            if self.exit_trap:
                code = self.run_exit_trap(code)
        except (Killed, BrokenPipe):
            self.fds[2].chunks.append((2, b"Killed\n"))
            code = 137
        except RecursionError:
            self.fds[2].chunks.append((2, b"Segmentation fault\n"))
            code = 139
        if budget.unflushed:
            try:
                budget.flush()
            except FileError as error:
                self.complain(f"write error: {error.strerror}")
                code = code or 1
        return code

    def interact(self, prompt: str = "") -> int:
        """Reads standard input and runs each command as soon as it is complete.

        Args:
            prompt: Printed before each command, with ``%s`` for the working directory; none if
                standard input is no terminal.
        """
        more = True
        program = Program(())
        while more:
            if prompt:
                self.fds[2].write((prompt % self.cwd).encode("utf-8", "surrogateescape"))
            self.budget = Budget()
            try:
                program, more = self.read_program()
                self.status = self.run_typed(program)
            except _Exit as leave:
                self.status = leave.code
                more = more and bool(prompt) and program.error is not None
            except KeyboardInterrupt:
                self.status = 130
        return self.run_exit_trap(self.status) if self.exit_trap else self.status

    def read_program(self) -> tuple[Program, bool]:
        """Reads lines until they make a program; returns also whether there may be more."""
        text = ""
        while True:
            line = self.source().line()
            text += line.decode("utf-8", "surrogateescape")
            program = parse(text)
            more = line.endswith(b"\n")
            if not (more and _is_incomplete(program, text)):
                return program, more

    def run_typed(self, program: Program) -> int:
        """Runs what was typed; `_Exit` passes."""
        try:
            return self.run_top(program)
        except (Killed, BrokenPipe):
            self.fds[2].write(b"Killed\n")
            return 137
        except RecursionError:
            self.fds[2].write(b"Segmentation fault\n")
            return 139
        finally:
            self.budget.flush()

    def run_exit_trap(self, code: int) -> int:
        trap, self.exit_trap = self.exit_trap, ""
        try:
            self.status = code
            self.run_top(parse(trap))
        except _Exit as leave:
            return leave.code
        return code

    def run_top(self, program: Program) -> int:
        """Runs a program in this process; faults become exit codes, `_Exit` passes."""
        try:
            return self.run_list(program)
        except ShellFault as fault:
            raise _Exit(fault.code) from None
        except _Return as leave:
            return leave.code
        except _Loop:
            return 0

    def fork(self) -> Process:
        """A subshell: a copy that changes on its own."""
        child = Process.__new__(Process)
        child.__dict__.update(self.__dict__)
        child.fds = dict(self.fds)
        child.variables = {
            name: dict(value) if isinstance(value, dict) else value
            for name, value in self.variables.items()
        }
        child.exported = set(self.exported)
        child.readonly = set(self.readonly)
        child.integers = set(self.integers)
        child.functions = dict(self.functions)
        child.positional = list(self.positional)
        child.flags = set(self.flags)
        child.locals = [dict(frame) for frame in self.locals]
        child.exit_trap = ""
        child._environment = dict(self._environment)
        return child

    def subshell(self, program: Program | Node, fds: dict[int, Any] | None = None) -> int:
        """Runs a program or node in a copy of this process."""
        child = self.fork()
        if fds is not None:
            child.fds = fds
        self.enter()
        try:
            try:
                if isinstance(program, Program):
                    code = child.run_top(program)
                else:
                    code = child.run_top(Program(((program, False),)))
            except _Exit as leave:
                code = leave.code
            if child.exit_trap:
                code = child.run_exit_trap(code)
        finally:
            self.budget.depth -= 1
        return code

    def enter(self) -> None:
        """Counts one more level of nesting."""
        if self.budget.depth >= MAX_DEPTH:
            raise RecursionError
        self.budget.depth += 1

    def step(self) -> None:
        """Counts one step."""
        budget = self.budget
        budget.steps -= 1
        if budget.steps < 0:
            raise Killed

    def complain(self, message: str) -> None:
        """Writes a message of the shell itself to standard error."""
        self.fds[2].write(f"{self.name}: {message}\n".encode("utf-8", "surrogateescape"))

    def fault(self, message: str, code: int = 1) -> ShellFault:
        """Writes a message; raise what it returns to end the shell."""
        self.complain(message)
        return ShellFault(code)

    def has_option(self, name: str) -> bool:
        """Whether a ``set -o`` option is on, by letter or long name."""
        return _LONG_OPTIONS.get(name, name) in self.flags

    # --- control flow ---

    def run_list(self, program: Program) -> int:
        """Runs commands in order and returns the status of the last."""
        status = 0
        for node, background in program.commands:
            if background:
                budget = self.budget
                budget.background += 1
                self.subshell(node, {**self.fds, 0: Source(b"")})
                status = self.status = 0
            else:
                status = self.run(node)
        if program.error is not None:
            raise self.fault(program.error)
        return status

    def run(self, node: Node) -> int:
        """Runs one command."""
        kind = type(node)
        self.status = status = _RUNNERS[kind](self, node)
        if status and "e" in self.flags and not self.tested and kind in _CHECKED:
            if not (isinstance(node, Pipeline) and node.negated):
                raise _Exit(status)
        return status

    def run_tested(self, node: Node | Program) -> int:
        """Runs what stands in a condition, where ``set -e`` does not apply."""
        self.tested += 1
        try:
            return self.run_list(node) if isinstance(node, Program) else self.run(node)
        finally:
            self.tested -= 1

    def run_and_or(self, node: AndOr) -> int:
        status = self.run_tested(node.first)
        last = len(node.rest) - 1
        for place, (operator, command) in enumerate(node.rest):
            if (status == 0) == (operator == "&&"):
                status = self.run(command) if place == last else self.run_tested(command)
        return status

    def run_pipeline(self, node: Pipeline) -> int:
        if node.negated:
            self.tested += 1
        try:
            status = self.run_stages(node.commands)
        finally:
            if node.negated:
                self.tested -= 1
        if node.timed:
            self.fds[2].write(b"    0m00.00s real     0m00.00s user     0m00.00s system\n")
        return int(not status) if node.negated else status

    def run_stages(self, stages: Sequence[Node]) -> int:
        if not stages:
            return 0
        if len(stages) == 1:
            return self.run(stages[0])
        source = self.fds[0]
        failed = 0
        status = 0
        last = len(stages) - 1
        for place, stage in enumerate(stages):
            fds = dict(self.fds)
            fds[0] = source
            if place == last:
                status = self.subshell(stage, fds)
            else:
                sink = Sink(1, _PIPE_BYTES)
                fds[1] = sink
                status = self.run_stage(stage, fds, sink)
                source = Source(sink.value())
            failed = status or failed
        return failed if "pipefail" in self.flags else status

    def run_stage(self, stage: Node, fds: dict[int, Any], sink: Sink) -> int:
        """Runs a stage that writes into a pipe; one that never ends is stopped."""
        budget = self.budget
        steps = budget.steps
        allowed = min(steps, _PIPE_STEPS)
        budget.steps = allowed
        try:
            status = self.subshell(stage, fds)
        except BrokenPipe:
            status = 141
        except Killed:
            if not sink.size or allowed == steps:
                raise
            status = 141
        budget.steps = steps - (allowed - max(budget.steps, 0))
        return status

    def run_if(self, node: If) -> int:
        if node.redirects:
            return self.redirected(node.redirects, lambda: self.run_if(_bare(node)))
        for condition, body in node.clauses:
            if self.run_tested(condition) == 0:
                return self.run_list(body)
        return self.run_list(node.otherwise) if node.otherwise is not None else 0

    def run_while(self, node: While) -> int:
        if node.redirects:
            return self.redirected(node.redirects, lambda: self.run_while(_bare(node)))
        status = 0
        self.loops += 1
        try:
            while (self.run_tested(node.condition) == 0) != node.until:
                self.step()
                try:
                    status = self.run_list(node.body)
                except _Loop as jump:
                    if self.leaves(jump):
                        return 0
                    status = 0
        except _Loop as jump:
            # From the condition.
            self.leaves(jump)
            return 0
        finally:
            self.loops -= 1
        return status

    def leaves(self, jump: _Loop) -> bool:
        """Whether a jump ends this loop; passes it on to the loop around if it goes further."""
        if jump.levels > 1 and self.loops > 1:
            raise _Loop(jump.levels - 1, jump.proceed)
        return not jump.proceed

    def run_for(self, node: For) -> int:
        if node.redirects:
            return self.redirected(node.redirects, lambda: self.run_for(_bare(node)))
        words = self.positional if node.words is None else self.expand(node.words)
        status = 0
        self.loops += 1
        try:
            for word in list(words):
                self.step()
                self.assign(node.name, word)
                try:
                    status = self.run_list(node.body)
                except _Loop as jump:
                    if self.leaves(jump):
                        return 0
                    status = 0
        finally:
            self.loops -= 1
        return status

    def run_case(self, node: Case) -> int:
        if node.redirects:
            return self.redirected(node.redirects, lambda: self.run_case(_bare(node)))
        subject = self.text(node.word)
        status = 0
        falling = False
        for item in node.items:
            if not falling and not any(
                compile_pattern(self.pattern(pattern)).fullmatch(subject)
                for pattern in item.patterns
            ):
                continue
            status = self.run_list(item.body)
            if item.terminator == ";;":
                break
            falling = item.terminator == ";&"
        return status

    def run_group(self, node: Group) -> int:
        if node.redirects:
            return self.redirected(node.redirects, lambda: self.run_list(node.body))
        return self.run_list(node.body)

    def run_subshell(self, node: Subshell) -> int:
        if node.redirects:
            return self.redirected(node.redirects, lambda: self.subshell(node.body))
        return self.subshell(node.body)

    def run_arithmetic(self, node: ArithmeticCommand) -> int:
        if node.redirects:
            return self.redirected(node.redirects, lambda: self.run_arithmetic(_bare(node)))
        return int(self.compute(self.text(node.expression)) == 0)

    def run_conditional(self, node: Conditional) -> int:
        if node.redirects:
            return self.redirected(node.redirects, lambda: self.run_conditional(_bare(node)))
        try:
            reader = _ConditionalReader(self, node.tokens)
            value = reader.either()
            if reader.position < len(node.tokens):
                word = self.text(node.tokens[reader.position][1])
                raise conditions.ConditionFault(f"{word}: unexpected operator/operand")
        except conditions.ConditionFault as fault:
            self.complain(f"[[: {fault}")
            return 2
        return int(not value)

    def run_function(self, node: Function) -> int:
        self.functions[node.name] = node.body
        return 0

    # --- simple commands ---

    def run_simple(self, node: Simple) -> int:
        self.step()
        words = node.words
        argv: list[str] = []
        for word in words:
            if isinstance(word, str):
                argv.append(word)
            else:
                self.expand_word(word, argv)
        if not node.redirects:
            if not node.assignments:
                if argv:
                    return self.execute(argv)
                return self.status if words else 0
            return self.run_assigned(node, argv)
        special = not argv
        if argv:
            found = self.shell.commands.get(argv[0])
            special = found is not None and found.builtin == "special"
        if argv and argv[0] == "exec":
            if len(argv) > 1:
                return self.redirected(node.redirects, lambda: self.run_assigned(node, argv))
            return self.redirect_for_good(node.redirects)
        return self.redirected(node.redirects, lambda: self.run_assigned(node, argv), special)

    def run_assigned(self, node: Simple, argv: list[str]) -> int:
        """Runs a command with the assignments before it, which last only where POSIX says so."""
        if not node.assignments:
            return self.execute(argv) if argv else 0
        if not argv:
            self.status = 0
            for item in node.assignments:
                self.perform(item)
            return self.status
        found = self.shell.commands.get(argv[0])
        if argv[0] not in self.functions and found is not None and found.builtin == "special":
            for item in node.assignments:
                self.perform(item)
            return self.execute(argv)
        saved = {item.name: self.variables.get(item.name) for item in node.assignments}
        hidden = {name for name in saved if name not in self.exported}
        try:
            for item in node.assignments:
                self.perform(item)
            self.exported.update(saved)
            self._environment = {}
            return self.execute(argv)
        finally:
            for name, value in saved.items():
                if value is None:
                    self.variables.pop(name, None)
                else:
                    self.variables[name] = value
            self.exported -= hidden
            self._environment = {}

    def perform(self, item: Any) -> None:
        """Carries out one assignment."""
        if item.array:
            values = self.expand(item.value)
            old = self.variables.get(item.name) if item.append else None
            array = dict(old) if isinstance(old, dict) else ({0: old} if old is not None else {})
            start = max(array, default=-1) + 1
            array.update({start + place: value for place, value in enumerate(values)})
            self.check_writable(item.name)
            self.variables[item.name] = array
            return
        value = self.text(item.value, assignment=True)
        name = item.name
        if item.index is not None:
            name = f"{name}[{self.compute(self.text(item.index))}]"
        if item.append:
            value = (self.get(name) or "") + value
        if "x" in self.flags:
            self.fds[2].write(f"+ {item.name}={quote(value)} \n".encode("utf-8", "surrogateescape"))
        self.assign(name, value)

    def execute(self, argv: list[str]) -> int:
        """Finds and runs a command by its name."""
        name = argv[0]
        if "x" in self.flags:
            trace = " ".join(quote(word) for word in argv)
            self.fds[2].write(f"+ {trace}\n".encode("utf-8", "surrogateescape"))
        self.last_argument = argv[-1]
        if name in self.functions:
            return self.call(self.functions[name], argv)
        found = self.shell.commands.get(name)
        if found is not None and found.builtin:
            return self.invoke(found, name, argv[1:])
        return self.run_program_file(argv, None, found)

    def call(self, body: Node, argv: list[str]) -> int:
        """Calls a function."""
        self.enter()
        saved, self.positional = self.positional, argv[1:]
        loops, self.loops = self.loops, 0
        self.locals.append({})
        try:
            return self.run(body)
        except _Return as leave:
            return leave.code
        finally:
            self.budget.depth -= 1
            self.positional = saved
            self.loops = loops
            for name, value in self.locals.pop().items():
                if value is None:
                    self.variables.pop(name, None)
                else:
                    self.variables[name] = value

    def run_program_file(
        self, argv: list[str], stdin: bytes | None = None, found: Command | None = None
    ) -> int:
        """Runs an executable: a command by name or path, or a script."""
        if stdin is not None:
            child = self.fork()
            child.fds[0] = Source(stdin)
            return child.run_program_file(argv)
        name = argv[0]
        path = name
        if "/" not in name:
            found = found or self.shell.commands.get(name)
            if found is not None and found.path and self.in_path(found.path):
                return self.invoke(found, name, argv[1:])
            path = self.search(name)
            if not path:
                self.complain(f"{name}: inaccessible or not found")
                return 127
        base = path.rpartition("/")[2]
        found = self.shell.commands.get(base)
        if found is not None and found.path and found.path == self.absolute(path):
            return self.invoke(found, base, argv[1:])
        return self.run_script(name, path, argv)

    def in_path(self, path: str) -> bool:
        """Whether the directory of an executable is among ``$PATH``."""
        value = self.variables.get("PATH")
        return isinstance(value, str) and path.rpartition("/")[0] in value.split(":")

    def search(self, name: str) -> str:
        """The file of that name in ``$PATH``, or an empty string."""
        for folder in (self.get("PATH") or BIN_PATHS).split(":"):
            path = f"{folder}/{name}"
            stat = self.stat(path)
            if stat is not None and stat.kind == "file":
                return path
        return ""

    def run_script(self, name: str, path: str, argv: list[str]) -> int:
        stat = self.stat(path)
        if stat is None:
            self.complain(f"{name}: inaccessible or not found")
            return 127
        if stat.kind == "dir":
            self.complain(f"{name}: can't execute: Is a directory")
            return 126
        if not stat.mode & 0o111:
            self.complain(f"{name}: can't execute: Permission denied")
            return 126
        data = self.read_file(self.absolute(path))
        if data[:4] in (b"\x7fELF", b"dex\n", b"PK\x03\x04"):
            self.complain(f"{name}: not executable: 64-bit ELF file")
            return 126
        return self.spawn(data.decode("utf-8", "surrogateescape"), path, argv[1:])

    def spawn(self, text: str, name: str, args: list[str], flags: Iterable[str] = ()) -> int:
        """Runs a program text in a new shell that inherits exported variables only."""
        child = self.fork()
        child.name = name
        child.positional = args
        child.functions = {}
        child.flags = set(flags)
        child.variables = {
            key: value for key, value in child.variables.items() if key in child.exported
        } | _SHELL_VARIABLES
        child.variables["PWD"] = child.cwd
        child.locals = []
        child.status = 0
        return child.subshell(parse(text), child.fds)

    def invoke(self, found: Command, name: str, args: list[str]) -> int:
        """Runs a command object, turning its exceptions into messages and exit codes."""
        io = Invocation(self, name, args)
        if self.budget.unflushed and name not in _BLIND:
            self.budget.flush()
        try:
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
        return 0 if code is None else code & 0xFF

    # --- redirections ---

    def redirected(
        self, redirects: Iterable[Redirect], body: Callable[[], int], special: bool = False
    ) -> int:
        """Runs `body` with other streams."""
        saved = self.fds
        self.fds = dict(saved)
        try:
            for redirect in redirects:
                self.redirect(redirect)
            status = body()
        except RedirectFault:
            if special:
                raise ShellFault(1) from None
            return 1
        finally:
            self.fds = saved
        return status

    def redirect_for_good(self, redirects: Iterable[Redirect]) -> int:
        """``exec >file``: changes the process's own streams."""
        try:
            for redirect in redirects:
                self.redirect(redirect)
        except RedirectFault:
            raise ShellFault(1) from None
        return 0

    def redirect(self, redirect: Redirect) -> None:
        """Changes one descriptor of `fds`."""
        operator, descriptor = redirect.operator, redirect.descriptor
        if isinstance(redirect.target, HereDocument):
            target = self.text(redirect.target.text)
        else:
            target = self.text(redirect.target, assignment=True)
        if operator == "<<":
            self.fds[descriptor] = Source(target.encode("utf-8", "surrogateescape"))
            return
        if operator in ("<&", ">&"):
            self.duplicate(descriptor, target)
            return
        stream = self.open(target, operator)
        self.fds[descriptor] = stream
        if operator in ("&>", "&>>"):
            self.fds[2] = stream

    def duplicate(self, descriptor: int, target: str) -> None:
        if target == "-":
            self.fds.pop(descriptor, None)
            if descriptor == 0:
                self.fds[0] = Source(b"")
            elif descriptor < 3:
                self.fds[descriptor] = NullSink()
            return
        number = target.removesuffix("-")
        if not number.isdecimal():
            self.complain(f"{target}: bad file descriptor")
            raise RedirectFault
        if int(number) not in self.fds:
            self.complain(f"{target}: bad file descriptor")
            raise RedirectFault
        self.fds[descriptor] = self.fds[int(number)]

    def open(self, target: str, operator: str) -> Any:
        """Opens a file for a redirection.

        Raises:
            RedirectFault: After the shell's message.
        """
        path = self.absolute(target)
        reading = operator in ("<", "<>")
        device = _DEVICES.get(path)
        if device is not None and device.isdecimal():
            return self.fds[int(device)]
        if device is not None and not reading:
            return NullSink()
        if self.budget.unflushed:
            self.budget.flush()
        files = self.shell.system.files
        try:
            if reading:
                if operator == "<>" and not files.exists(path):
                    files.write(path, b"")
                return Source(self.read_file(path))
            stat = self.stat(path)
            if not target:
                raise file_error(errno.ENOENT, path)
            if stat is not None and stat.kind == "dir":
                raise file_error(errno.EISDIR, path)
            self.demand(path, "w")
            if stat is None:
                files.write(path, b"", mode=0o666 & ~self.umask, owner=self.uid)
            elif operator not in (">>", "&>>"):
                files.write(path, b"")
        except FileError as error:
            verb = "open" if reading else "create"
            self.complain(f"can't {verb} {target}: {error.strerror}")
            raise RedirectFault from None
        return FileSink(self, path, operator in (">>", "&>>"))

    def source(self) -> Source:
        """Standard input."""
        stream = self.fds.get(0)
        return stream if isinstance(stream, Source) else Source(b"")

    # --- files ---

    def absolute(self, path: str) -> str:
        """Makes a path absolute by the working directory."""
        if path.startswith("/"):
            return path
        return f"{self.cwd}{path}" if self.cwd.endswith("/") else f"{self.cwd}/{path}"

    def read_file(self, path: str) -> bytes:
        """Reads an absolute path, devices included."""
        device = _DEVICES.get(path)
        if device == "0":
            return self.source().read()
        if device == "zero":
            return bytes(_PIPE_BYTES)
        if device == "random":
            return self.random_bytes(_PIPE_BYTES >> 4)
        if device is not None:
            return b""
        if self.budget.unflushed:
            self.budget.flush()
        self.demand(path, "r")
        return self.shell.system.files.read(path)

    def demand(self, path: str, want: str) -> None:
        """Refuses what this user may not do (``r``, ``w`` or ``x``) with an absolute path.

        Raises:
            FileError: EACCES.
        """
        if self.uid and not self.shell.system.files.may(path, self.uid, want):
            raise file_error(errno.EACCES, path)

    def random_bytes(self, count: int) -> bytes:
        """Bytes of ``/dev/urandom``: a generator seeded by the clock, so that runs repeat."""
        import hashlib

        clock = self.shell.system.clock
        seed = f"{clock.now_ms()}:{clock.elapsed_ms()}:{self.budget.steps}".encode()
        return hashlib.shake_128(seed).digest(count)

    def stat(self, path: str, *, follow: bool = True) -> Stat | None:
        """Status of a path as typed, or None where there is none."""
        if not path:
            return None
        if self.budget.unflushed:
            self.budget.flush()
        files = self.shell.system.files
        try:
            absolute = self.absolute(path)
            return files.stat(absolute) if follow else files.lstat(absolute)
        except FileError:
            return None

    def may(self, path: str, want: str) -> bool:
        """Whether this user may read (``r``), write or execute what a typed path leads to."""
        absolute = self.absolute(path)
        if self.uid == 0 and want != "x":
            return True
        if self.uid == 0:
            stat = self.stat(path)
            return stat is not None and (stat.kind == "dir" or bool(stat.mode & 0o111))
        try:
            return self.shell.system.files.may(absolute, self.uid, want)
        except FileError:
            return False

    # --- variables ---

    def get(self, name: str) -> str | None:
        """Value of a variable or parameter; None where it is unset."""
        value = self.variables.get(name)
        if isinstance(value, str):
            return value
        if isinstance(value, dict):
            return value.get(0)
        special = _SPECIAL.get(name)
        if special is not None:
            return special(self)
        if name.isdecimal():
            place = int(name)
            if place == 0:
                return self.name
            return self.positional[place - 1] if place <= len(self.positional) else None
        if name.endswith("]"):
            base, _, index = name[:-1].partition("[")
            array = self.variables.get(base)
            place = self.compute(index)
            if isinstance(array, dict):
                return array.get(place)
            return array if place == 0 else None
        return None

    def check_writable(self, name: str) -> None:
        if name in self.readonly:
            raise self.fault(f"read-only: {name}", 2)

    def assign(self, name: str, value: str) -> None:
        """Sets a variable or array element."""
        if self._environment:
            self._environment = {}
        if name.endswith("]"):
            base, _, index = name[:-1].partition("[")
            self.check_writable(base)
            array = self.variables.get(base)
            if not isinstance(array, dict):
                array = {} if array is None else {0: array}
                self.variables[base] = array
            array[self.compute(index)] = value
            return
        self.check_writable(name)
        if name in self.integers:
            value = str(self.compute(value))
        if "a" in self.flags:
            self.exported.add(name)
        old = self.variables.get(name)
        if isinstance(old, dict):
            old[0] = value
        else:
            self.variables[name] = value

    def unset(self, name: str) -> None:
        """Removes a variable."""
        self.check_writable(name)
        self.variables.pop(name, None)
        self.exported.discard(name)
        self._environment = {}

    def make_local(self, name: str) -> None:
        """Gives the variable back its present value when the function returns."""
        if self.locals and name not in self.locals[-1]:
            self.get(name)
            value = self.variables.get(name)
            self.locals[-1][name] = dict(value) if isinstance(value, dict) else value

    def forget_environment(self) -> None:
        """Has `environment` collected anew: what is exported has changed."""
        self._environment = {}

    def environment(self) -> dict[str, str]:
        """Exported variables."""
        if not self._environment:
            self._environment = {
                name: value
                for name, value in sorted(self.variables.items())
                if name in self.exported and isinstance(value, str)
            }
        return dict(self._environment)

    def compute(self, expression: str) -> int:
        """Evaluates arithmetic; a fault ends the shell."""
        try:
            return evaluate(expression, self)
        except ArithmeticFault as fault:
            raise self.fault(str(fault)) from None

    # --- expansion ---

    def expand(self, words: Iterable[Word]) -> list[str]:
        """Expands words to arguments: substitution, splitting, globbing."""
        argv: list[str] = []
        for word in words:
            if isinstance(word, str):
                argv.append(word)
            else:
                self.expand_word(word, argv)
        return argv

    def expand_word(self, word: tuple[Part, ...], argv: list[str]) -> None:
        """Expands one word into any number of arguments."""
        fields = self.fields(self.segments(word))
        if any("{" in text and kind != QUOTED for field in fields for text, kind in field):
            fields = [made for field in fields for made in _braces(field)]
            if len(fields) > _MAX_BRACES:
                raise self.fault("brace expansion: too many words")
        for field in fields:
            if len(field) == 1 and field[0][1] == QUOTED:
                argv.append(field[0][0])
                continue
            if "f" not in self.flags:
                pattern = "".join(escape(text) if kind == QUOTED else text for text, kind in field)
                if is_magic(pattern):
                    matches = self.glob(pattern)
                    if matches:
                        argv.extend(matches)
                        continue
            argv.append("".join(text for text, _ in field))

    def text(self, word: Word, *, assignment: bool = False) -> str:
        """Expands a word to one text, without splitting and globbing."""
        if isinstance(word, str):
            return word
        segments = self.segments(word, assignment)
        return "".join(" " if kind == BREAK else text for text, kind in segments)

    def pattern(self, word: Word) -> str:
        """Expands a word to a pattern, in which quoted text is ordinary."""
        if isinstance(word, str):
            return escape(word)
        return "".join(
            " " if kind == BREAK else escape(text) if kind == QUOTED else text
            for text, kind in self.segments(word)
        )

    def segments(self, word: tuple[Part, ...], assignment: bool = False) -> list[Segment]:
        """Evaluates the parts of a word, keeping how each text is to be treated."""
        out: list[Segment] = []
        for place, part in enumerate(word):
            if isinstance(part, Literal):
                if part.quoted:
                    out.append((part.text, QUOTED))
                elif "~" in part.text and (place == 0 or assignment):
                    whole = len(word) == 1
                    self.tilde(part.text, place == 0, whole, assignment, out)
                else:
                    out.append((part.text, BARE))
            elif isinstance(part, Variable):
                self.variable(part, out)
            elif isinstance(part, Substitution):
                out.append((self.substitute(part.program), QUOTED if part.quoted else SPLIT))
            else:
                value = str(self.compute(self.text(part.expression)))
                out.append((value, QUOTED if part.quoted else SPLIT))
        return out

    def tilde(
        self, text: str, first: bool, whole: bool, assignment: bool, out: list[Segment]
    ) -> None:
        """Expands ``~`` at the start of a word, or after a colon in an assignment."""
        pieces = text.split(":") if assignment else [text]
        for number, piece in enumerate(pieces):
            if number:
                out.append((":", BARE))
            head, slash, rest = piece.partition("/")
            place = self.home(head) if head[:1] == "~" and (number or first) else None
            complete = slash or number < len(pieces) - 1 or whole
            if place is None or not complete:
                out.append((piece, BARE))
            else:
                out.append((place, QUOTED))
                out.append((slash + rest, BARE))

    def home(self, name: str) -> str | None:
        return {
            "~": self.get("HOME"),
            "~+": self.get("PWD"),
            "~-": self.get("OLDPWD"),
            "~root": "/",
            "~shell": "/",
        }.get(name)

    def substitute(self, program: Program) -> str:
        """Runs a command substitution and returns its output without final newlines."""
        sink = Sink()
        self.status = self.subshell(program, {**self.fds, 1: sink})
        data = sink.value().rstrip(b"\n").replace(b"\0", b"")
        return data.decode("utf-8", "surrogateescape")

    def variable(self, part: Variable, out: list[Segment]) -> None:
        """Evaluates a parameter expansion."""
        kind = QUOTED if part.quoted else SPLIT
        name, operator = part.name, part.operator
        if operator == "bad":
            raise self.fault(f"{part.source}: bad substitution")
        listed: str = ""
        if name in ("@", "*"):
            listed = name
        elif part.index is not None:
            index = self.text(part.index)
            if index in ("@", "*"):
                listed = index
            else:
                name = f"{name}[{index}]"
        if listed:
            self.list_variable(part, name, listed, kind, out)
            return
        value = self.get(name)
        if operator == "":
            if value is None and "u" in self.flags:
                raise self.fault(f"{name}: parameter not set")
            out.append((value or "", kind))
        elif operator == "name":
            out.append((name, kind))
        elif operator == "length":
            if value is None and "u" in self.flags:
                raise self.fault(f"{name}: parameter not set")
            out.append((str(len(value or "")), kind))
        elif operator.lstrip(":")[:1] in ("-", "=", "?", "+") and operator != ":":
            self.conditional_variable(part, name, value, kind, out)
        else:
            if value is None and "u" in self.flags:
                raise self.fault(f"{name}: parameter not set")
            out.append((self.transform(part, value or ""), kind))

    def conditional_variable(
        self, part: Variable, name: str, value: str | None, kind: int, out: list[Segment]
    ) -> None:
        """``${x:-y}``, ``${x=y}``, ``${x:?y}``, ``${x+y}``."""
        operator = part.operator[-1]
        missing = value is None or (part.operator[0] == ":" and not value)
        argument = part.arguments[0]
        if operator == "+":
            if not missing:
                self.argument(argument, part.quoted, out)
            elif part.quoted:
                out.append(("", QUOTED))
        elif not missing:
            out.append((value or "", kind))
        elif operator == "-":
            self.argument(argument, part.quoted, out)
        elif operator == "=":
            text = self.text(argument)
            self.assign(name, text)
            out.append((text, kind))
        else:
            message = self.text(argument)
            if not message:
                null = part.operator[0] == ":"
                message = "parameter null or not set" if null else "parameter not set"
            raise self.fault(f"{name}: {message}")

    def argument(self, word: Word, quoted: bool, out: list[Segment]) -> None:
        """Appends the word of ``${x:-word}``: its own quotes count, its bare text is split."""
        if isinstance(word, str):
            out.append((word, QUOTED if quoted else SPLIT))
            return
        for text, kind in self.segments(word):
            out.append((text, QUOTED if quoted and kind != BREAK else max(kind, 2) if kind else 0))

    def list_variable(
        self, part: Variable, name: str, listed: str, kind: int, out: list[Segment]
    ) -> None:
        """``$@``, ``$*``, ``${a[@]}``, ``${a[*]}`` with their operators."""
        if part.index is None:
            items = list(self.positional)
        else:
            array = self.variables.get(name)
            if isinstance(array, dict):
                items = [array[place] for place in sorted(array)]
            else:
                value = self.get(name)
                items = [] if value is None else [value]
        operator = part.operator
        if operator == "length":
            out.append((str(len(items)), kind))
            return
        if operator == "name" and isinstance(array := self.variables.get(name), dict):
            items = [str(place) for place in sorted(array)]
            operator = ""
        if operator == ":":
            start = self.compute(self.text(part.arguments[0]))
            if part.index is None:
                items = [self.name, *items]
            start = max(len(items) + start, 0) if start < 0 else start
            items = items[start:]
            if len(part.arguments) > 1:
                items = items[: max(self.compute(self.text(part.arguments[1])), 0)]
        elif operator.lstrip(":")[:1] in ("-", "=", "?", "+") and operator:
            empty = not any(items) if operator[0] == ":" else not items
            if empty or operator[-1] == "+":
                joined = None if empty else " ".join(items)
                self.conditional_variable(part, name, joined, kind, out)
                return
        elif operator:
            items = [self.transform(part, item) for item in items]
        if kind == QUOTED and listed == "*":
            separator = self.get("IFS")
            out.append(((" " if separator is None else separator[:1]).join(items), QUOTED))
            return
        for place, item in enumerate(items):
            if place:
                out.append(("", BREAK))
            out.append((item, kind))

    def transform(self, part: Variable, value: str) -> str:
        """``#``, ``%``, ``/`` and ``:`` on a text."""
        operator = part.operator
        if operator == ":":
            start = self.compute(self.text(part.arguments[0]))
            start = max(len(value) + start, 0) if start < 0 else start
            if len(part.arguments) == 1:
                return value[start:]
            length = self.compute(self.text(part.arguments[1]))
            if length < 0:
                raise self.fault(f"{part.source}: bad substitution")
            return value[start : start + length]
        if operator in ("@Q", "@#"):
            return quote(value)
        pattern = compile_pattern(self.pattern(part.arguments[0]))
        if operator[0] == "/":
            return self.replace(part, pattern, value)
        return _trim(pattern, operator, value)

    def replace(self, part: Variable, pattern: Any, value: str) -> str:
        """``${x/pattern/text}`` and its variants."""
        text = self.text(part.arguments[1]) if len(part.arguments) > 1 else ""
        operator = part.operator
        if operator == "/#":
            match = pattern.match(value)
            return text + value[match.end() :] if match else value
        if operator == "/%":
            for start in range(len(value) + 1):
                if pattern.fullmatch(value, start):
                    return value[:start] + text
            return value
        count = 0 if operator == "//" else 1
        if pattern.pattern == "":
            return value
        replaced: str = pattern.sub(lambda _: text, value, count=count)
        return replaced

    def fields(self, segments: list[Segment]) -> list[list[Segment]]:
        """Splits segments into fields by ``IFS``."""
        fields: list[list[Segment]] = []
        current: list[Segment] | None = None
        separators: str | None = None
        for text, kind in segments:
            if kind == BREAK:
                if current is not None:
                    fields.append(current)
                    current = None
            elif kind != SPLIT:
                if current is None:
                    current = []
                current.append((text, kind))
            else:
                if separators is None:
                    given = self.variables.get("IFS")
                    separators = given if isinstance(given, str) else " \t\n"
                for closes, piece in _split(text, separators):
                    if piece is not None:
                        if current is None:
                            current = []
                        if piece:
                            current.append((piece, SPLIT))
                    if closes and current is not None:
                        fields.append(current)
                        current = None
        if current is not None:
            fields.append(current)
        return fields

    def glob(self, pattern: str) -> list[str]:
        """Expands a path pattern; sorted, empty where nothing matches."""
        if self.budget.unflushed:
            self.budget.flush()
        components = pattern.split("/")
        found = [""]
        for place, component in enumerate(components):
            last = place == len(components) - 1
            grown: list[str] = []
            if not is_magic(component):
                plain = _unescape(component)
                for base in found:
                    path = base + plain
                    if last:
                        if not plain or self.stat(path, follow=False) is not None:
                            grown.append(path)
                    else:
                        grown.append(path + "/")
            else:
                match = compile_pattern(component).fullmatch
                hidden = component.startswith((".", "\\."))
                for base in found:
                    for name in self.names(base):
                        if (hidden or not name.startswith(".")) and match(name):
                            if last:
                                grown.append(base + name)
                            elif (stat := self.stat(base + name)) and stat.kind == "dir":
                                grown.append(f"{base}{name}/")
            found = grown
            if not found:
                return []
        return sorted(path for path in found if path)

    def names(self, folder: str) -> list[str]:
        """Names in a directory as typed, none where it cannot be read."""
        try:
            return self.shell.system.files.listdir(self.absolute(folder or "."))
        except FileError:
            return []


class _ConditionalReader:
    """The grammar of ``[[ ]]``."""

    def __init__(self, process: Process, tokens: tuple[tuple[str, Word], ...]) -> None:
        self.process = process
        self.tokens = tokens
        self.position = 0
        self.skipping = 0

    def operator(self, offset: int = 0) -> str:
        place = self.position + offset
        if place < len(self.tokens) and self.tokens[place][0] == "op":
            return str(self.tokens[place][1])
        return ""

    def either(self) -> bool:
        value = self.both()
        while self.operator() == "||":
            self.position += 1
            self.skipping += value
            right = self.both()
            self.skipping -= value
            value = value or right
        return value

    def both(self) -> bool:
        value = self.primary()
        while self.operator() == "&&":
            self.position += 1
            self.skipping += not value
            right = self.primary()
            self.skipping -= not value
            value = value and right
        return value

    def word(self) -> Word:
        if self.position >= len(self.tokens):
            raise conditions.ConditionFault("unexpected end of expression")
        self.position += 1
        return self.tokens[self.position - 1][1]

    def primary(self) -> bool:
        operator = self.operator()
        if operator == "!":
            self.position += 1
            return not self.primary()
        if operator == "(":
            self.position += 1
            value = self.either()
            if self.operator() != ")":
                raise conditions.ConditionFault("missing )")
            self.position += 1
            return value
        process = self.process
        if operator in conditions.UNARY and self.operator(1) not in conditions.BINARY:
            self.position += 1
            word = self.word()
            return not self.skipping and conditions.unary(process, operator, process.text(word))
        left = self.word()
        operator = self.operator()
        if operator not in conditions.BINARY:
            return not self.skipping and bool(process.text(left))
        self.position += 1
        right = self.word()
        if self.skipping:
            return False
        matched = operator in ("=", "==", "!=")
        operand = process.pattern(right) if matched else process.text(right)
        return conditions.binary(process, process.text(left), operator, operand, pattern=matched)


def _bare(node: Any) -> Any:
    """The same command without its redirections."""
    values = [() if name == "redirects" else getattr(node, name) for name in node.__slots__]
    return type(node)(*values)


def _trim(pattern: Any, operator: str, value: str) -> str:
    """``#``, ``##``, ``%`` and ``%%``."""
    size = len(value)
    ends: Iterable[int]
    if operator[0] == "#":
        ends = range(size + 1) if operator == "#" else range(size, -1, -1)
        for end in ends:
            if pattern.fullmatch(value, 0, end):
                return value[end:]
    else:
        ends = range(size, -1, -1) if operator == "%" else range(size + 1)
        for end in ends:
            if pattern.fullmatch(value, end):
                return value[:end]
    return value


def _braces(field: list[Segment], start: int = 0) -> list[list[Segment]]:
    """Expands ``a{b,c}`` in what is not quoted: all words of the first group and those behind."""
    if not start:
        field = [
            item
            for text, kind in field
            for item in ([(text, kind)] if kind == QUOTED else [(char, BARE) for char in text])
        ]
    for opening in range(start, len(field)):
        if field[opening] != ("{", BARE):
            continue
        depth = 0
        commas: list[int] = []
        for place in range(opening, len(field)):
            item = field[place]
            if item == ("{", BARE):
                depth += 1
            elif item == (",", BARE) and depth == 1:
                commas.append(place)
            elif item == ("}", BARE):
                depth -= 1
                if depth:
                    continue
                if not commas:
                    break
                edges = [opening, *commas, place]
                found: list[list[Segment]] = []
                for left, right in zip(edges, edges[1:], strict=False):
                    for middle in _braces(field[left + 1 : right]):
                        head = field[:opening] + middle
                        found.extend(_braces(head + field[place + 1 :], len(head)))
                        if len(found) > _MAX_BRACES:
                            return found
                return found
    return [field] if field else []


def _split(text: str, separators: str) -> list[tuple[bool, str | None]]:
    """Splits by IFS: (whether a field ends after it, its text or None for no text at all)."""
    if not separators:
        return [(False, text)] if text else []
    blanks = {char for char in separators if char in " \t\n"}
    if len(blanks) == len(separators) == 3:
        words: list[str] = text.replace("\t", " ").replace("\n", " ").split(" ")
        words = [word for word in words if word]
        out: list[tuple[bool, str | None]] = []
        if text and text[0] in blanks:
            out.append((True, None))
        out.extend((True, word) for word in words)
        if words and text[-1] not in blanks:
            out[-1] = (False, words[-1])
        return out
    out = []
    size = len(text)
    place = 0
    start = 0
    while place < size:
        if text[place] not in separators:
            place += 1
            continue
        # Blanks around one other separator belong to it.
        piece: str | None = text[start:place]
        hard = False
        while place < size and text[place] in separators:
            if text[place] not in blanks:
                if hard:
                    break
                hard = True
            place += 1
        out.append((True, piece if piece or hard else None))
        start = place
    if start < size:
        out.append((False, text[start:]))
    return out


def _unescape(pattern: str) -> str:
    out: list[str] = []
    place = 0
    while place < len(pattern):
        if pattern[place] == "\\" and place + 1 < len(pattern):
            place += 1
        out.append(pattern[place])
        place += 1
    return "".join(out)


def quote(text: str) -> str:
    """Quotes a word the way mksh shows it."""
    if text and all(char.isalnum() or char in "_-./:,+@%^" for char in text):
        return text
    if any(ord(char) < 32 or char == "\x7f" for char in text):
        body = text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n")
        return "$'" + body.replace("\t", "\\t").replace("\r", "\\r").replace("\x1b", "\\E") + "'"
    return "'" + text.replace("'", "'\\''") + "'" if text else "''"


def canonical(path: str) -> str:
    """Removes ``.`` and ``..`` from an absolute path by text alone."""
    path = normpath(path)
    return path[1:] if path.startswith("//") else path


def _random(process: Process) -> str:
    return str(int.from_bytes(process.random_bytes(2), "big") & 0x7FFF)


_SPECIAL: dict[str, Callable[[Process], str | None]] = {
    "?": lambda process: str(process.status),
    "#": lambda process: str(len(process.positional)),
    "$": lambda process: str(process.pid),
    "!": lambda process: (
        str(process.pid + process.budget.background) if process.budget.background else None
    ),
    "-": lambda process: "".join(sorted(flag for flag in process.flags if len(flag) == 1)) + "hUc",
    "@": lambda process: " ".join(process.positional),
    "*": lambda process: " ".join(process.positional),
    "_": lambda process: process.last_argument,
    "RANDOM": _random,
    "SECONDS": lambda process: "0",
    "LINENO": lambda process: "1",
    "PPID": lambda process: "500",
    "BASHPID": lambda process: str(process.pid),
    "KSH_VERSION": lambda process: "@(#)MIRBSD KSH R59 2020/10/31 Android",
    "EPOCHREALTIME": lambda process: f"{process.shell.system.clock.now_ms() / 1000:.6f}",
    "USER_ID": lambda process: str(process.uid),
}
_ENVIRONMENT: Final = {
    "ANDROID_ART_ROOT": "/apex/com.android.art",
    "ANDROID_ASSETS": "/system/app",
    "ANDROID_BOOTLOGO": "1",
    "ANDROID_DATA": "/data",
    "ANDROID_I18N_ROOT": "/apex/com.android.i18n",
    "ANDROID_ROOT": "/system",
    "ANDROID_SOCKET_adbd": "12",
    "ANDROID_STORAGE": "/storage",
    "ANDROID_TZDATA_ROOT": "/apex/com.android.tzdata",
    "ASEC_MOUNTPOINT": "/mnt/asec",
    "DOWNLOAD_CACHE": "/data/cache",
    "EXTERNAL_STORAGE": "/sdcard",
    "HOME": "/",
    "HOSTNAME": "emu64xa",
    "PATH": BIN_PATHS,
    "SHELL": "/bin/sh",
    "TERM": "dumb",
    "TMPDIR": "/data/local/tmp",
}
_EXPORTED: Final = frozenset([*_ENVIRONMENT, "USER", "LOGNAME"])
_SHELL_VARIABLES: Final = {"IFS": " \t\n", "OPTIND": "1", "PS4": "+ ", "PWD": "/"}
_DEVICES: Final = {
    "/dev/null": "null",
    "/dev/full": "null",
    "/dev/tty": "1",
    "/dev/zero": "zero",
    "/dev/random": "random",
    "/dev/urandom": "random",
    "/dev/stdin": "0",
    "/dev/stdout": "1",
    "/dev/stderr": "2",
    "/dev/fd/0": "0",
    "/dev/fd/1": "1",
    "/dev/fd/2": "2",
    "/proc/self/fd/0": "0",
    "/proc/self/fd/1": "1",
    "/proc/self/fd/2": "2",
}
_LONG_OPTIONS: Final = {
    "allexport": "a", "errexit": "e", "noglob": "f", "nounset": "u", "xtrace": "x", "noclobber": "C",
    "verbose": "v", "monitor": "m",
}  # fmt: skip
_BLIND: Final = frozenset(
    ["echo", "printf", "read", "true", "false", ":", "shift", "set", "export"]
)
_CHECKED: Final = frozenset([Simple, Pipeline, Subshell, ArithmeticCommand, Conditional])
_RUNNERS: dict[type, Callable[[Process, Any], int]] = {
    Simple: Process.run_simple,
    Pipeline: Process.run_pipeline,
    AndOr: Process.run_and_or,
    If: Process.run_if,
    While: Process.run_while,
    For: Process.run_for,
    Case: Process.run_case,
    Group: Process.run_group,
    Subshell: Process.run_subshell,
    ArithmeticCommand: Process.run_arithmetic,
    Conditional: Process.run_conditional,
    Function: Process.run_function,
}
