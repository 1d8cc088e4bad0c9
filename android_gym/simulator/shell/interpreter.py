"""Interprets syntax trees: shell processes, simple commands, variables and files.

A `Process` is one shell process: variables, file descriptors, working directory. A subshell is a
copy of it. Commands run to completion one after another, even in a pipeline: a stage's output is
kept as bytes until the next stage reads it. A stage that writes without end is stopped like by a
broken pipe, and a program that takes too many steps is killed, so every program ends. Nothing here
ever touches the host.
"""

from __future__ import annotations

from collections.abc import Callable
from posixpath import normpath
from typing import TYPE_CHECKING, Any, Final

from android_gym.errors import FileError
from android_gym.simulator.shell.arithmetic import ArithmeticFault, evaluate
from android_gym.simulator.shell.assignments import run_assigned
from android_gym.simulator.shell.control_flow import COMPOUND
from android_gym.simulator.shell.environment import (
    ENVIRONMENT,
    EXPORTED,
    SHELL,
    SHELL_VARIABLES,
    SPECIAL_PARAMETERS,
)
from android_gym.simulator.shell.expansion import Expansion, quote
from android_gym.simulator.shell.jumps import Exit, Loop, Return, ShellFault
from android_gym.simulator.shell.parser import parse
from android_gym.simulator.shell.pipelines import run_pipeline
from android_gym.simulator.shell.programs import invoke, run_program_file
from android_gym.simulator.shell.redirections import redirect_for_good, redirected
from android_gym.simulator.shell.streams import (
    DEVICE_BYTES,
    MAX_DEPTH,
    MAX_OUTPUT,
    MAX_VALUE,
    STREAM_DEVICES,
    BrokenPipe,
    Budget,
    Killed,
    Source,
    Stream,
)
from android_gym.simulator.shell.syntax import (
    ArithmeticCommand,
    Conditional,
    Node,
    Pipeline,
    Program,
    Simple,
    Subshell,
)
from android_gym.simulator.system.inodes import Stat

if TYPE_CHECKING:
    from android_gym.simulator.shell.shell import Shell
    from android_gym.simulator.system.files import Files

__all__ = ["Process", "Source", "canonical"]

_BYTES_READ: Final = 10  # 1,024 bytes cost one unit of work


class Process(Expansion):
    """One shell process.

    Attributes:
        variables: Values by name; arrays are dicts by index.
        fds: Streams by file descriptor.
        cwd: Working directory, canonical.
        uid: Effective user.
        files: The phone's files, as that user reaches them.
        positional: ``$1`` and up.
        job: Number of the last background job; 0 if there was none.
        status: ``$?``.
    """

    def __init__(self, shell: Shell, fds: dict[int, Stream], uid: int = 0) -> None:
        self.shell = shell
        self.fds = fds
        self.become(uid)
        self.pid: int = 4000
        self.cwd = "/"
        self.name = SHELL
        user = "root" if uid == 0 else "shell"
        self.variables: dict[str, str | dict[int, str]] = dict(ENVIRONMENT)
        self.variables["USER"] = self.variables["LOGNAME"] = user
        self.variables.update(SHELL_VARIABLES)
        self.exported: set[str] = set(EXPORTED)
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
        self.job = 0
        self._environment: dict[str, str] = {}

    def become(self, uid: int) -> None:
        """Change the effective user."""
        self.uid: int = uid
        self.files: Files = self.shell.files_of(uid)

    # --- life ---

    def main(self, program: Program) -> int:
        """Run a whole program and return its exit code. Never raises, whatever the program does."""
        budget = self.budget
        try:
            try:
                code = self.run_top(program)
            except Exit as leave:
                code = leave.code
            if self.exit_trap:
                code = self.run_exit_trap(code)
        except (Killed, BrokenPipe):
            code = self.die(137, b"Killed\n")
        except RecursionError:
            code = self.die(139, b"Segmentation fault\n")
        except MemoryError:  # as the kernel would do
            budget.unflushed.clear()
            code = self.die(137, b"Killed\n")
        if budget.unflushed:
            try:
                budget.flush()
            except FileError as error:
                self.complain(f"write error: {error.strerror}")
                code = code or 1
        return code

    def die(self, code: int, message: bytes) -> int:
        """Report that the shell was killed, if output still has a reader; return the exit code."""
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
        except Exit as leave:
            return leave.code
        return code

    def run_top(self, program: Program) -> int:
        """Run a program in this process; faults become exit codes, `Exit` propagates."""
        try:
            return self.run_list(program)
        except ShellFault as fault:
            raise Exit(fault.code) from None
        except Return as leave:
            return leave.code
        except Loop:
            return 0

    def fork(self) -> Process:
        """Return a subshell: an independent copy."""
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

    def subshell(self, program: Program | Node, fds: dict[int, Stream] | None = None) -> int:
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
            except Exit as leave:
                code = leave.code
            if child.exit_trap:
                code = child.run_exit_trap(code)
        finally:
            self.budget.depth -= 1
        return code

    def enter(self) -> None:
        """Enter one more level of nesting."""
        if self.budget.depth >= MAX_DEPTH:
            raise RecursionError
        self.budget.depth += 1

    def step(self) -> None:
        """Count a step."""
        self.budget.step()

    def complain(self, message: str) -> None:
        """Write an error message of the shell to standard error."""
        self.fds[2].write(f"{self.name}: {message}\n".encode("utf-8", "surrogateescape"))

    def fault(self, message: str, code: int = 1) -> ShellFault:
        """Write an error message; return an exception to raise that ends the shell."""
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
            if background and self.shell.start_job is not None:
                self.job = self.shell.start_job(self, node)
                status = self.status = 0
            elif background:
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
                raise Exit(status)
        return status

    def run_tested(self, node: Node | Program) -> int:
        """Run a condition's command, to which ``set -e`` does not apply."""
        self.tested += 1
        try:
            return self.run_list(node) if isinstance(node, Program) else self.run(node)
        finally:
            self.tested -= 1

    # --- simple commands ---

    def run_simple(self, node: Simple) -> int:
        """Expand and run a simple command."""
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
            return run_assigned(self, node, argv)
        special = not argv
        if argv:
            found = self.shell.commands.get(argv[0])
            special = found is not None and found.builtin == "special"
        if argv and argv[0] == "exec":
            if len(argv) > 1:
                return redirected(self, node.redirects, lambda: run_assigned(self, node, argv))
            return redirect_for_good(self, node.redirects)
        return redirected(self, node.redirects, lambda: run_assigned(self, node, argv), special)

    def execute(self, argv: list[str]) -> int:
        """Find a command by its name and run it."""
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
            return invoke(self, found, name, argv[1:])
        return run_program_file(self, argv, None, found)

    def run_program(self, argv: list[str], stdin: bytes | None = None) -> int:
        """Run an executable, optionally with other standard input."""
        return run_program_file(self, argv, stdin)

    def call(self, body: Node, argv: list[str]) -> int:
        """Call a function."""
        self.enter()
        saved, self.positional = self.positional, argv[1:]
        loops, self.loops = self.loops, 0
        self.locals.append({})
        try:
            return self.run(body)
        except Return as leave:
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

    # --- redirections ---

    def source(self) -> Source:
        """Return standard input."""
        stream = self.fds.get(0)
        return stream if isinstance(stream, Source) else Source(b"")

    # --- files ---

    def absolute(self, path: str) -> str:
        """Make a path absolute, relative to the working directory."""
        if path.startswith("/"):
            return path
        return f"{self.cwd}{path}" if self.cwd.endswith("/") else f"{self.cwd}/{path}"

    def read_file(self, path: str, most: int | None = None) -> bytes:
        """Read an absolute path, devices included.

        Args:
            path: The path.
            most: Number of bytes wanted from its start; only matters for endless devices.

        Raises:
            FileError: If the file service can't read it.
            Killed: If an endless device is read to its end outside a pipe.
        """
        device = STREAM_DEVICES.get(path)
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
        data = self.files.read(path)
        self.budget.spend(len(data) >> _BYTES_READ)
        return data

    def random_bytes(self, count: int) -> bytes:
        """Return bytes of ``/dev/urandom``, seeded by the clock, so that runs are reproducible."""
        import hashlib

        clock = self.shell.system.clock
        seed = f"{clock.now_ms()}:{clock.elapsed_ms()}:{self.budget.steps}".encode()
        return hashlib.shake_128(seed).digest(count)

    def stat(self, path: str, *, follow: bool = True) -> Stat | None:
        """Return the status of a path as typed, or None if the user can't reach it."""
        if not path:
            return None
        if self.budget.unflushed:
            self.budget.flush()
        try:
            absolute = self.absolute(path)
            return self.files.stat(absolute) if follow else self.files.lstat(absolute)
        except FileError:
            return None

    # --- variables ---

    def get(self, name: str) -> str | None:
        """Return the value of a variable or parameter; None if it is unset."""
        value = self.variables.get(name)
        if isinstance(value, str):
            return value
        if isinstance(value, dict):
            return value.get(0)
        special = SPECIAL_PARAMETERS.get(name)
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
        """End the shell with an error if a variable is read-only."""
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
        """Restore the variable's present value when the function returns."""
        if self.locals and name not in self.locals[-1]:
            self.get(name)
            value = self.variables.get(name)
            self.locals[-1][name] = dict(value) if isinstance(value, dict) else value

    def forget_environment(self) -> None:
        """Invalidate `environment`, as the exported variables have changed."""
        self._environment = {}

    def environment(self) -> dict[str, str]:
        """The exported variables."""
        if not self._environment:
            self._environment = {
                name: value
                for name, value in sorted(self.variables.items())
                if name in self.exported and isinstance(value, str)
            }
        return dict(self._environment)

    def compute(self, expression: str) -> int:
        """Evaluate arithmetic; an error ends the shell."""
        try:
            return evaluate(expression, self)
        except ArithmeticFault as fault:
            raise self.fault(str(fault)) from None


def canonical(path: str) -> str:
    """Remove ``.`` and ``..`` from an absolute path without looking at files."""
    path = normpath(path)
    return path[1:] if path.startswith("//") else path


_LONG_OPTIONS: Final = {
    "allexport": "a", "errexit": "e", "noglob": "f", "nounset": "u", "xtrace": "x",
    "noclobber": "C", "verbose": "v", "monitor": "m",
}  # fmt: skip
_CHECKED: Final = frozenset([Simple, Pipeline, Subshell, ArithmeticCommand, Conditional])
_RUNNERS: dict[type, Callable[[Process, Any], int]] = {
    Simple: Process.run_simple,
    Pipeline: run_pipeline,
    **COMPOUND,
}
