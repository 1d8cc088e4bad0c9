"""Assignments, alone or before a command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from android_gym.simulator.shell.expansion import quote
from android_gym.simulator.shell.syntax import Assignment, Simple

if TYPE_CHECKING:
    from android_gym.simulator.shell.interpreter import Process


__all__ = ["run_assigned"]


def run_assigned(process: Process, node: Simple, argv: list[str]) -> int:
    """Run a command with assignments before it, which persist only if POSIX says so."""
    if not node.assignments:
        return process.execute(argv) if argv else 0
    if not argv:
        process.status = 0
        for item in node.assignments:
            _perform(process, item)
        return process.status
    found = process.shell.commands.get(argv[0])
    if argv[0] not in process.functions and found is not None and found.builtin == "special":
        for item in node.assignments:
            _perform(process, item)
        return process.execute(argv)
    saved = {item.name: process.variables.get(item.name) for item in node.assignments}
    hidden = {name for name in saved if name not in process.exported}
    try:
        for item in node.assignments:
            _perform(process, item)
        process.exported.update(saved)
        process.forget_environment()
        return process.execute(argv)
    finally:
        for name, value in saved.items():
            if value is None:
                process.variables.pop(name, None)
            else:
                process.variables[name] = value
        process.exported -= hidden
        process.forget_environment()


def _perform(process: Process, item: Assignment) -> None:
    """Perform one assignment."""
    if item.array:
        values = process.expand(item.words)
        old = process.variables.get(item.name) if item.append else None
        process.budget.spend((len(old or ()) + len(values)) >> 2)
        array = dict(old) if isinstance(old, dict) else ({0: old} if old is not None else {})
        start = max(array, default=-1) + 1
        array.update({start + place: value for place, value in enumerate(values)})
        process.check_writable(item.name)
        process.variables[item.name] = array
        return
    value = process.text(item.word, assignment=True)
    process.budget.spend(len(value) >> 8)
    name = item.name
    if item.index is not None:
        name = f"{name}[{process.compute(process.text(item.index))}]"
    if item.append:
        value = (process.get(name) or "") + value
    if "x" in process.flags:
        process.fds[2].write(f"+ {item.name}={quote(value)} \n".encode("utf-8", "surrogateescape"))
    process.assign(name, value)
