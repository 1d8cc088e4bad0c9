"""Compound commands of the shell: conditionals, loops, groups and subshells."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from android_gym.simulator.shell import conditions
from android_gym.simulator.shell.jumps import Loop
from android_gym.simulator.shell.patterns import compile_pattern
from android_gym.simulator.shell.redirections import redirected
from android_gym.simulator.shell.syntax import (
    AndOr,
    ArithmeticCommand,
    Case,
    Conditional,
    For,
    Function,
    Group,
    If,
    Subshell,
    While,
)

if TYPE_CHECKING:
    from android_gym.simulator.shell.interpreter import Process

__all__ = ["COMPOUND"]


def _bare(node: Any) -> Any:
    """Return the command without its redirections."""
    values = [() if name == "redirects" else getattr(node, name) for name in node.__slots__]
    return type(node)(*values)


def run_and_or(process: Process, node: AndOr) -> int:
    """Run ``a && b || c``."""
    status = process.run_tested(node.first)
    last = len(node.rest) - 1
    for place, (operator, command) in enumerate(node.rest):
        if (status == 0) == (operator == "&&"):
            status = process.run(command) if place == last else process.run_tested(command)
    return status


def run_if(process: Process, node: If) -> int:
    """Run ``if``."""
    if node.redirects:
        return redirected(process, node.redirects, lambda: run_if(process, _bare(node)))
    for condition, body in node.clauses:
        if process.run_tested(condition) == 0:
            return process.run_list(body)
    return process.run_list(node.otherwise) if node.otherwise is not None else 0


def run_while(process: Process, node: While) -> int:
    """Run ``while`` or ``until``."""
    if node.redirects:
        return redirected(process, node.redirects, lambda: run_while(process, _bare(node)))
    status = 0
    process.loops += 1
    try:
        while (process.run_tested(node.condition) == 0) != node.until:
            process.step()
            try:
                status = process.run_list(node.body)
            except Loop as jump:
                if _leaves(process, jump):
                    return 0
                status = 0
    except Loop as jump:
        # Jumps out of the condition
        _leaves(process, jump)
        return 0
    finally:
        process.loops -= 1
    return status


def _leaves(process: Process, jump: Loop) -> bool:
    """Return whether a jump ends this loop; raises one for the loop around if it goes further."""
    if jump.levels > 1 and process.loops > 1:
        raise Loop(jump.levels - 1, jump.proceed)
    return not jump.proceed


def run_for(process: Process, node: For) -> int:
    """Run ``for``."""
    if node.redirects:
        return redirected(process, node.redirects, lambda: run_for(process, _bare(node)))
    words = process.positional if node.words is None else process.expand(node.words)
    status = 0
    process.loops += 1
    try:
        for word in list(words):
            process.step()
            process.assign(node.name, word)
            try:
                status = process.run_list(node.body)
            except Loop as jump:
                if _leaves(process, jump):
                    return 0
                status = 0
    finally:
        process.loops -= 1
    return status


def run_case(process: Process, node: Case) -> int:
    """Run ``case``."""
    if node.redirects:
        return redirected(process, node.redirects, lambda: run_case(process, _bare(node)))
    subject = process.text(node.word)
    status = 0
    falling = False
    for item in node.items:
        if not falling and not any(
            compile_pattern(process.pattern(pattern), process.budget).matches(
                subject, process.budget
            )
            for pattern in item.patterns
        ):
            continue
        status = process.run_list(item.body)
        if item.terminator == ";;":
            break
        falling = item.terminator == ";&"
    return status


def run_group(process: Process, node: Group) -> int:
    """Run ``{ }``."""
    if node.redirects:
        return redirected(process, node.redirects, lambda: process.run_list(node.body))
    return process.run_list(node.body)


def run_subshell(process: Process, node: Subshell) -> int:
    """Run ``( )``."""
    if node.redirects:
        return redirected(process, node.redirects, lambda: process.subshell(node.body))
    return process.subshell(node.body)


def run_arithmetic(process: Process, node: ArithmeticCommand) -> int:
    """Run ``(( ))``."""
    if node.redirects:
        return redirected(process, node.redirects, lambda: run_arithmetic(process, _bare(node)))
    return int(process.compute(process.text(node.expression)) == 0)


def run_conditional(process: Process, node: Conditional) -> int:
    """Run ``[[ ]]``."""
    if node.redirects:
        return redirected(process, node.redirects, lambda: run_conditional(process, _bare(node)))
    try:
        reader = conditions.ConditionalReader(process, node.tokens)
        value = reader.either()
        if reader.position < len(node.tokens):
            word = process.text(node.tokens[reader.position][1])
            raise conditions.ConditionFault(f"{word}: unexpected operator/operand")
    except conditions.ConditionFault as fault:
        process.complain(f"[[: {fault}")
        return 2
    return int(not value)


def run_function(process: Process, node: Function) -> int:
    """Define a function."""
    process.functions[node.name] = node.body
    return 0


COMPOUND: dict[type, Callable[[Process, Any], int]] = {
    AndOr: run_and_or,
    If: run_if,
    While: run_while,
    For: run_for,
    Case: run_case,
    Group: run_group,
    Subshell: run_subshell,
    ArithmeticCommand: run_arithmetic,
    Conditional: run_conditional,
    Function: run_function,
}
