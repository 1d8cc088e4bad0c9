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
from contextlib import ExitStack
from dataclasses import dataclass
from functools import lru_cache
from posixpath import normpath
from typing import TYPE_CHECKING, Any, Final

from android_gym.errors import DatabaseError, FileError
from android_gym.simulator.shell import arguments, conditions
from android_gym.simulator.shell.arithmetic import ArithmeticFault, evaluate
from android_gym.simulator.shell.command import (
    Command,
    CommandExit,
    Invocation,
    JavaError,
    commands,
)
from android_gym.simulator.shell.expansion import Expansion, quote
from android_gym.simulator.shell.parser import parse
from android_gym.simulator.shell.patterns import compile_pattern
from android_gym.simulator.shell.streams import (
    DEVICE_BYTES,
    MAX_DEPTH,
    MAX_OUTPUT,
    MAX_VALUE,
    BrokenPipe,
    Budget,
    FileSink,
    Killed,
    NullSink,
    Pipes,
    PipeSink,
    Sink,
    Source,
)
from android_gym.simulator.shell.syntax import (
    AndOr,
    ArithmeticCommand,
    Assignment,
    Case,
    Conditional,
    For,
    Function,
    Group,
    HereDocument,
    If,
    Node,
    Pipeline,
    Program,
    Redirect,
    Simple,
    Subshell,
    While,
)
from android_gym.simulator.system.files import Stat, file_error
from android_gym.simulator.system.java_errors import java_exception

if TYPE_CHECKING:
    from android_gym.simulator.phone import Phone
    from android_gym.simulator.system import System

__all__ = ["Process", "Shell", "ShellResult", "Source"]

SHELL: Final = "/system/bin/sh"
_CACHED_LENGTH: Final = 4096
_BYTES_READ: Final = 10  # 1,024 bytes cost a unit of work
_WORK_PER_TICK: Final = 150  # of SQLite's

BIN_PATHS: Final = (
    "/product/bin:/apex/com.android.runtime/bin:/apex/com.android.art/bin:/system_ext/bin:"
    "/system/bin:/system/xbin:/odm/bin:/vendor/bin:/vendor/xbin"
)


@dataclass(frozen=True, slots=True)
class ShellResult:
    """Result of a command line.

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


class Shell:
    """The phone's shell.

    Attributes:
        phone: The phone.
        system: Its services.
        commands: All commands by name.
        pause: See `Budget`.
        pipes: What the pipes of all that runs hold.
    """

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.system: System = phone.system
        self.commands = commands()
        self.pause: Callable[[], None] | None = None
        self.pipes = Pipes()

    def run(self, command: str | bytes, stdin: bytes = b"", uid: int = 0) -> ShellResult:
        """Run a command line as ``adb shell`` does.

        Args:
            command: Shell program; bytes that are no UTF-8 survive.
            stdin: Standard input.
            uid: Who runs it: 0 root (after ``adb root``), 2000 shell.

        Returns:
            Output and exit code. A program that does not end is killed: exit code 137.
        """
        chunks: list[tuple[int, bytes]] = []
        streams = {0: Source(stdin), 1: Sink(1, chunks), 2: Sink(2, chunks)}
        code = self.execute(command, streams, uid)
        if len(chunks) == 1:
            stream, data = chunks[0]
            out, err = (data, b"") if stream == 1 else (b"", data)
        else:
            out = b"".join(data for stream, data in chunks if stream == 1)
            err = b"".join(data for stream, data in chunks if stream == 2)
        return ShellResult(out, err, code, tuple(chunks))

    def execute(self, command: str | bytes, streams: dict[int, Any], uid: int = 0) -> int:
        """Run a command line on streams of one's own (see `Source` and `Sink`).

        Returns:
            Its exit code.
        """
        text = command.decode("utf-8", "surrogateescape") if isinstance(command, bytes) else command
        process = Process(self, streams, uid)
        return process.main(_parse(text) if len(text) <= _CACHED_LENGTH else parse(text))


_HERE_DOCUMENT = re.compile(r"<<-?\s*(?:'([^'\n]+)'|\"([^\"\n]+)\"|(\w+))[^\n]*\n")


def _is_incomplete(program: Program, text: str) -> bool:
    """Return whether more lines may make a program of this one."""
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


class Process(Expansion):
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
        self.budget = Budget(shell.pause)
        self.last_argument: str = ""
        self.umask = 0
        self._environment: dict[str, str] = {}

    # --- life ---

    def main(self, program: Program) -> int:
        """Run a whole program to its exit code. Never raises for anything the program does."""
        budget = self.budget
        try:
            try:
                code = self.run_top(program)
            except _Exit as leave:
                code = leave.code
            if self.exit_trap:
                code = self.run_exit_trap(code)
        except (Killed, BrokenPipe):
            code = self.die(137, b"Killed\n")
        except RecursionError:
            code = self.die(139, b"Segmentation fault\n")
        except MemoryError:  # what the kernel would do
            budget.unflushed.clear()
            code = self.die(137, b"Killed\n")
        if budget.unflushed:
            try:
                budget.flush()
            except FileError as error:
                self.complain(f"write error: {error.strerror}")
                code = code or 1
        return code

    def interact(self, prompt: str = "") -> int:
        """Read standard input and run each command as soon as it is complete.

        Args:
            prompt: Printed before each command, with ``%s`` for the working directory; none if
                standard input is no terminal.
        """
        more = True
        program = Program(())
        while more:
            if prompt:
                self.fds[2].write((prompt % self.cwd).encode("utf-8", "surrogateescape"))
            self.budget = Budget(self.shell.pause)
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
        """Read lines until they make a program; return also whether there may be more."""
        text = ""
        while True:
            line = self.source().line()
            text += line.decode("utf-8", "surrogateescape")
            program = parse(text)
            more = line.endswith(b"\n")
            if not (more and _is_incomplete(program, text)):
                return program, more

    def run_typed(self, program: Program) -> int:
        """Run what was typed; `_Exit` passes."""
        try:
            return self.run_top(program)
        except (Killed, BrokenPipe):
            return self.die(137, b"Killed\n")
        except RecursionError:
            return self.die(139, b"Segmentation fault\n")
        finally:
            self.budget.flush()

    def die(self, code: int, message: bytes) -> int:
        """Say that the shell was killed, if anybody still listens; return the exit code."""
        try:
            self.fds[2].write(message)
        except Killed:
            pass
        return code

    def run_exit_trap(self, code: int) -> int:
        """Run the ``EXIT`` trap; return the final exit code."""
        trap, self.exit_trap = self.exit_trap, ""
        try:
            self.status = code
            self.run_top(parse(trap))
        except _Exit as leave:
            return leave.code
        return code

    def run_top(self, program: Program) -> int:
        """Run a program in this process; faults become exit codes, `_Exit` passes."""
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
        """Run a program or node in a copy of this process."""
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
        """Count one more level of nesting."""
        if self.budget.depth >= MAX_DEPTH:
            raise RecursionError
        self.budget.depth += 1

    def step(self) -> None:
        """Count one step."""
        self.budget.step()

    def complain(self, message: str) -> None:
        """Write a message of the shell itself to standard error."""
        self.fds[2].write(f"{self.name}: {message}\n".encode("utf-8", "surrogateescape"))

    def fault(self, message: str, code: int = 1) -> ShellFault:
        """Write a message; raise what it returns to end the shell."""
        self.complain(message)
        return ShellFault(code)

    def has_option(self, name: str) -> bool:
        """Return whether a ``set -o`` option is on, by letter or long name."""
        return _LONG_OPTIONS.get(name, name) in self.flags

    # --- control flow ---

    def run_list(self, program: Program) -> int:
        """Run commands in order and return the status of the last."""
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
        """Run one command."""
        kind = type(node)
        self.status = status = _RUNNERS[kind](self, node)
        if status and "e" in self.flags and not self.tested and kind in _CHECKED:
            if not (isinstance(node, Pipeline) and node.negated):
                raise _Exit(status)
        return status

    def run_tested(self, node: Node | Program) -> int:
        """Run what stands in a condition, where ``set -e`` does not apply."""
        self.tested += 1
        try:
            return self.run_list(node) if isinstance(node, Program) else self.run(node)
        finally:
            self.tested -= 1

    def run_and_or(self, node: AndOr) -> int:
        """``a && b || c``."""
        status = self.run_tested(node.first)
        last = len(node.rest) - 1
        for place, (operator, command) in enumerate(node.rest):
            if (status == 0) == (operator == "&&"):
                status = self.run(command) if place == last else self.run_tested(command)
        return status

    def run_pipeline(self, node: Pipeline) -> int:
        """``! a | b``, perhaps timed."""
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
        """Run the commands of a pipeline, each on the one before's output."""
        if not stages:
            return 0
        if len(stages) == 1:
            return self.run(stages[0])
        source = self.fds[0]
        failed = 0
        status = 0
        last = len(stages) - 1
        with ExitStack() as pipes:
            for place, stage in enumerate(stages):
                fds = dict(self.fds)
                fds[0] = source
                if place == last:
                    status = self.subshell(stage, fds)
                else:
                    sink = PipeSink(self.shell.pipes)
                    read = pipes.pop_all()
                    pipes.callback(sink.close)
                    fds[1] = sink
                    with read:
                        status, whole = self.run_stage(stage, fds, sink)
                    source = Source(
                        sink.value(), None if whole else self.budget, repeated=sink.repeated
                    )
                failed = status or failed
        return failed if "pipefail" in self.flags else status

    def run_stage(self, stage: Node, fds: dict[int, Any], sink: Sink) -> tuple[int, bool]:
        """Run a stage that writes into a pipe; one that never ends is stopped.

        Its reader runs afterwards, on the other half of the steps that are left.

        Returns:
            The status, and whether the stage has written all that it would.
        """
        budget = self.budget
        steps = budget.steps
        allowed = steps >> 1
        budget.steps = allowed
        outside = (budget.piped, budget.partial)
        budget.piped, budget.partial = True, False
        whole = True
        try:
            status = self.subshell(stage, fds)
            whole = not budget.partial
        except BrokenPipe:
            status, whole = 141, False
        except Killed:
            if not sink.size or budget.steps >= 0:
                raise
            status, whole = 141, False
        finally:
            budget.steps = steps - (allowed - max(budget.steps, 0))
            budget.piped, budget.partial = outside
        return status, whole

    def run_if(self, node: If) -> int:
        """``if``."""
        if node.redirects:
            return self.redirected(node.redirects, lambda: self.run_if(_bare(node)))
        for condition, body in node.clauses:
            if self.run_tested(condition) == 0:
                return self.run_list(body)
        return self.run_list(node.otherwise) if node.otherwise is not None else 0

    def run_while(self, node: While) -> int:
        """``while`` and ``until``."""
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
        """Return whether a jump ends this loop; pass one that goes further to the loop around."""
        if jump.levels > 1 and self.loops > 1:
            raise _Loop(jump.levels - 1, jump.proceed)
        return not jump.proceed

    def run_for(self, node: For) -> int:
        """``for``."""
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
        """``case``."""
        if node.redirects:
            return self.redirected(node.redirects, lambda: self.run_case(_bare(node)))
        subject = self.text(node.word)
        status = 0
        falling = False
        for item in node.items:
            if not falling and not any(
                compile_pattern(self.pattern(pattern), self.budget).matches(subject, self.budget)
                for pattern in item.patterns
            ):
                continue
            status = self.run_list(item.body)
            if item.terminator == ";;":
                break
            falling = item.terminator == ";&"
        return status

    def run_group(self, node: Group) -> int:
        """``{ }``."""
        if node.redirects:
            return self.redirected(node.redirects, lambda: self.run_list(node.body))
        return self.run_list(node.body)

    def run_subshell(self, node: Subshell) -> int:
        """``( )``."""
        if node.redirects:
            return self.redirected(node.redirects, lambda: self.subshell(node.body))
        return self.subshell(node.body)

    def run_arithmetic(self, node: ArithmeticCommand) -> int:
        """``(( ))``."""
        if node.redirects:
            return self.redirected(node.redirects, lambda: self.run_arithmetic(_bare(node)))
        return int(self.compute(self.text(node.expression)) == 0)

    def run_conditional(self, node: Conditional) -> int:
        """``[[ ]]``."""
        if node.redirects:
            return self.redirected(node.redirects, lambda: self.run_conditional(_bare(node)))
        try:
            reader = conditions.ConditionalReader(self, node.tokens)
            value = reader.either()
            if reader.position < len(node.tokens):
                word = self.text(node.tokens[reader.position][1])
                raise conditions.ConditionFault(f"{word}: unexpected operator/operand")
        except conditions.ConditionFault as fault:
            self.complain(f"[[: {fault}")
            return 2
        return int(not value)

    def run_function(self, node: Function) -> int:
        """Define a function."""
        self.functions[node.name] = node.body
        return 0

    # --- simple commands ---

    def run_simple(self, node: Simple) -> int:
        """Expand and run an ordinary command."""
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
        """Run a command with the assignments before it, which last only where POSIX says so."""
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

    def perform(self, item: Assignment) -> None:
        """Carry out one assignment."""
        if item.array:
            values = self.expand(item.words)
            old = self.variables.get(item.name) if item.append else None
            self.budget.spend((len(old or ()) + len(values)) >> 2)
            array = dict(old) if isinstance(old, dict) else ({0: old} if old is not None else {})
            start = max(array, default=-1) + 1
            array.update({start + place: value for place, value in enumerate(values)})
            self.check_writable(item.name)
            self.variables[item.name] = array
            return
        value = self.text(item.word, assignment=True)
        self.budget.spend(len(value) >> 8)
        name = item.name
        if item.index is not None:
            name = f"{name}[{self.compute(self.text(item.index))}]"
        if item.append:
            value = (self.get(name) or "") + value
        if "x" in self.flags:
            self.fds[2].write(f"+ {item.name}={quote(value)} \n".encode("utf-8", "surrogateescape"))
        self.assign(name, value)

    def execute(self, argv: list[str]) -> int:
        """Find and run a command by its name."""
        name = argv[0]
        self.budget.spend(len(argv) >> 2)
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
        """Call a function."""
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
        """Run an executable: a command by name or path, or a script."""
        if stdin is not None:
            child = self.fork()
            child.fds[0] = Source(stdin)
            return child.run_program_file(argv)
        name = argv[0]
        if not arguments.fit(argv):
            self.complain(f"{name}: Argument list too long")
            return 126
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
        """Return whether the directory of an executable is among ``$PATH``."""
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
        """Run a file that is no command of ours: a script, if it may be executed."""
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
        """Run a program text in a new shell that inherits exported variables only."""
        child = self.fork()
        child.name = name
        child.positional = args
        child.functions = {}
        child.flags = set(flags)
        child.variables = {
            key: value for key, value in child.variables.items() if key in child.exported
        }
        child.variables.update(_SHELL_VARIABLES)
        child.variables["PWD"] = child.cwd
        child.locals = []
        child.status = 0
        return child.subshell(parse(text), child.fds)

    def invoke(self, found: Command, name: str, args: list[str]) -> int:
        """Run a command object, turning its exceptions into messages and exit codes."""
        io = Invocation(self, name, args)
        databases, files = self.shell.system.databases, self.shell.system.files
        ticks, walked = databases.ticks, files.ticks
        self.budget.spend(found.cost)
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
        except DatabaseError as error:  # a service that asked an app's provider
            kind, message = java_exception(error)
            io.err(f"\nException occurred while executing '{args[0] if args else ''}':\n")
            io.err(f"{kind}: {message}\n")
            code = 255
        self.budget.spend(files.ticks - walked)
        if databases.ticks != ticks:
            self.budget.spend((databases.ticks - ticks) * _WORK_PER_TICK)
        return 0 if code is None else code & 0xFF

    # --- redirections ---

    def redirected(
        self, redirects: Iterable[Redirect], body: Callable[[], int], special: bool = False
    ) -> int:
        """Run `body` with other streams."""
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
        """Change one descriptor of `fds`."""
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
        """``>&2``, ``<&-``."""
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
        """Open a file for a redirection.

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
        """Make a path absolute by the working directory."""
        if path.startswith("/"):
            return path
        return f"{self.cwd}{path}" if self.cwd.endswith("/") else f"{self.cwd}/{path}"

    def read_file(self, path: str, most: int | None = None) -> bytes:
        """Read an absolute path, devices included.

        Args:
            path: The path.
            most: Bytes that are wanted from its start, which counts for endless devices only.

        Raises:
            FileError: As the file service says.
            Killed: If all that an endless device has is wanted, and not for a pipe.
        """
        device = _DEVICES.get(path)
        if device == "0":
            return self.source().read()
        if device in ("zero", "random"):
            if most is None:
                self.budget.cut_short()
            if most is not None and most > MAX_OUTPUT:
                raise Killed
            count = DEVICE_BYTES if most is None else most
            self.budget.spend(count >> _BYTES_READ)
            return bytes(count) if device == "zero" else self.random_bytes(count)
        if device is not None:
            return b""
        if self.budget.unflushed:
            self.budget.flush()
        self.demand(path, "r")
        data = self.shell.system.files.read(path)
        self.budget.spend(len(data) >> _BYTES_READ)
        return data

    def demand(self, path: str, want: str) -> None:
        """Refuse what this user may not do (``r``, ``w`` or ``x``) with an absolute path.

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
        """Return whether this user may read (``r``), write or execute a path as typed."""
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
        """End the shell if a variable is read-only."""
        if name in self.readonly:
            raise self.fault(f"read-only: {name}", 2)

    def assign(self, name: str, value: str) -> None:
        """Set a variable or array element."""
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
        if len(value) > MAX_VALUE:
            raise Killed
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
        """Remove a variable."""
        self.check_writable(name)
        self.variables.pop(name, None)
        self.exported.discard(name)
        self._environment = {}

    def make_local(self, name: str) -> None:
        """Give the variable back its present value when the function returns."""
        if self.locals and name not in self.locals[-1]:
            self.get(name)
            value = self.variables.get(name)
            self.locals[-1][name] = dict(value) if isinstance(value, dict) else value

    def forget_environment(self) -> None:
        """Have `environment` collected anew: what is exported has changed."""
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
        """Evaluate arithmetic; a fault ends the shell."""
        try:
            return evaluate(expression, self)
        except ArithmeticFault as fault:
            raise self.fault(str(fault)) from None


def _bare(node: Any) -> Any:
    """The same command without its redirections."""
    values = [() if name == "redirects" else getattr(node, name) for name in node.__slots__]
    return type(node)(*values)


def canonical(path: str) -> str:
    """Remove ``.`` and ``..`` from an absolute path by text alone."""
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
    "allexport": "a", "errexit": "e", "noglob": "f", "nounset": "u", "xtrace": "x",
    "noclobber": "C", "verbose": "v", "monitor": "m",
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
