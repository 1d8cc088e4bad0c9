"""Interactive shells, which run each command as soon as it is complete."""

from __future__ import annotations

import re

from android_gym.simulator.shell.interpreter import Process
from android_gym.simulator.shell.jumps import Exit
from android_gym.simulator.shell.parser import parse
from android_gym.simulator.shell.streams import BrokenPipe, Budget, Killed
from android_gym.simulator.shell.syntax import Program

__all__ = ["interact"]


def interact(process: Process, prompt: str = "") -> int:
    """Read standard input and run each command as soon as it is complete.

    Args:
        process: The shell.
        prompt: Prompt before each command, with ``%s`` for the working directory; empty if standard
            input is not a terminal.
    """
    more = True
    program = Program(())
    while more:
        if prompt:
            process.fds[2].write((prompt % process.cwd).encode("utf-8", "surrogateescape"))
        process.budget = Budget(process.shell.pause)
        try:
            program, more = _read_program(process)
            process.status = _run_typed(process, program)
        except Exit as leave:
            process.status = leave.code
            more = more and bool(prompt) and program.error is not None
        except KeyboardInterrupt:
            process.status = 130
    return process.run_exit_trap(process.status) if process.exit_trap else process.status


def _read_program(process: Process) -> tuple[Program, bool]:
    """Read lines until they form a program; also return whether more input may follow."""
    text = ""
    while True:
        line = process.source().line()
        text += line.decode("utf-8", "surrogateescape")
        program = parse(text)
        more = line.endswith(b"\n")
        if not (more and _is_incomplete(program, text)):
            return program, more


def _run_typed(process: Process, program: Program) -> int:
    """Run a program that was typed; lets `Exit` propagate."""
    try:
        return process.run_top(program)
    except (Killed, BrokenPipe):
        return process.die(137, b"Killed\n")
    except RecursionError:
        return process.die(139, b"Segmentation fault\n")
    finally:
        process.budget.flush()


_HERE_DOCUMENT = re.compile(r"<<-?\s*(?:'([^'\n]+)'|\"([^\"\n]+)\"|(\w+))[^\n]*\n")


def _is_incomplete(program: Program, text: str) -> bool:
    """Return whether the program may be completed by more lines."""
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
