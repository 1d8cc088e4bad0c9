"""Finds the functions that judge tasks, and generates their mutants.

A function judges if `Task.success`, another of `ROOTS` or one of `ROOT_FUNCTIONS` calls it,
directly or indirectly. Calls are followed by name, within ``task_suite``. The mutations are Cosmic
Ray's, and our own for string literals, such as SQL, shell commands and labels.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.exception_replacer import ExceptionReplacer
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import get_operator, operator_names

__all__ = ["Mutant", "judging_lines", "mutants", "sample", "suite_files"]

SUITE = Path(__file__).parents[2] / "task_suite"
ROOTS = frozenset({"success", "original_success", "progress", "touches", "stages"})
"""Methods of tasks that judge."""

ROOT_FUNCTIONS = frozenset({"side_effects"})
"""Functions that judge, and are called from outside of ``task_suite``."""

NOT_JUDGING = frozenset(
    "sample setup prepare noise check near_misses goal teardown __init_subclass__".split()
) | {"end", "insert"}  # lists and regular expression matches have methods of these names
"""Methods that don't judge, even if a judging function calls one of that name."""

_SKIPPED = (
    "core/VariableInserter",
    "core/VariableReplacer",
    "core/RemoveDecorator",
    "core/ExceptionReplacer",  # replaced by `ReplaceException`
)


@dataclass(frozen=True)
class Mutant:
    """A module with one thing changed.

    Attributes:
        path: Path of the module, relative to ``task_suite``.
        function: Name of the function that was changed, or of a constant that one uses.
        before: The original line, without its indentation.
        after: The line (or lines) that replaced it.
        source: The module's mutated source.
        method_of: Name of the class whose method the function is; empty if it is no method.
    """

    path: str
    function: str
    before: str
    after: str
    source: str
    method_of: str = ""

    @property
    def qualified(self) -> str:
        """Return the function's qualified name."""
        return f"{self.method_of}.{self.function}".lstrip(".")


def suite_files() -> list[Path]:
    """Return the modules of ``task_suite`` that may have judging functions."""
    outside = {"demonstrations", "other_ways", "toml", "schema"}  # the last two parse definitions
    return sorted(
        path for path in SUITE.rglob("*.py") if not outside & {path.stem, path.parent.name}
    )


Function = tuple[ast.FunctionDef, bool]
"""A function, and whether it is a method."""


def _functions(tree: ast.Module) -> Iterator[Function]:
    """Yield functions and methods, but not nested ones."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node, False
        elif isinstance(node, ast.ClassDef):
            yield from ((item, True) for item in node.body if isinstance(item, ast.FunctionDef))


def _used(node: ast.AST) -> set[str]:
    """Return the names in a node, and the attributes, which begin with a dot: ``.strip``."""
    nodes = list(ast.walk(node))
    names = {n.id for n in nodes if isinstance(n, ast.Name)}
    return names | {f".{n.attr}" for n in nodes if isinstance(n, ast.Attribute)}


def _imported(tree: ast.Module) -> set[str]:
    """Return the names that a module imports from ``task_suite``."""
    found = [n for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)]
    return {
        alias.name
        for node in found
        if (node.module or "").startswith("android_gym.task_suite")
        for alias in node.names
    }


def judging_lines(files: Sequence[Path]) -> dict[Path, dict[int, str]]:
    """Find the lines of judging functions and of the constants that they use.

    A name stands for the module's own function, or one that it imports; an attribute for all
    methods of that name in all modules. Instances of a class whose name occurs may be called.

    Args:
        files: Modules to analyse together.

    Returns:
        For each module, the name of the function or constant by line number, leaving out docstrings
        and statements that raise errors.
    """
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in files}
    known = {path: list(_functions(tree)) for path, tree in trees.items()}
    callables = {
        (path, node.name)
        for path, tree in trees.items()
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    }
    imported = {path: _imported(tree) for path, tree in trees.items()}
    judging = {path: set[ast.FunctionDef]() for path in files}
    methods, exported = {f".{name}" for name in ROOTS}, set(ROOT_FUNCTIONS)
    while True:
        before = sum(map(len, judging.values()))
        for path, functions in known.items():
            names = set().union(*(_used(function) for function in judging[path]))
            methods |= {name for name in names if name.startswith(".")}
            exported |= names & imported[path]
            if any((path, name) in callables for name in names):
                methods.add(".__call__")
            for function, is_method in functions:
                called = (
                    f".{function.name}" in methods
                    if is_method
                    else function.name in names or function.name in exported
                )
                if called and function.name not in NOT_JUDGING:
                    judging[path].add(function)
        if sum(map(len, judging.values())) == before:
            return {path: dict(_lines(tree, judging[path])) for path, tree in trees.items()}


def _lines(tree: ast.Module, judging: set[ast.FunctionDef]) -> Iterator[tuple[int, str]]:
    names: set[str] = set()
    for function, _ in _functions(tree):
        if function in judging:
            names |= _used(function)
            body = function.body[1:] if ast.get_docstring(function) else function.body
            raising = [node for node in ast.walk(function) if isinstance(node, ast.Raise)]
            lines = set().union(*map(_extent, body)) - set().union(*map(_extent, raising))
            yield from ((line, function.name) for line in sorted(lines))
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            target = node.targets[0]
            if isinstance(target, ast.Name) and target.id in names:
                yield from ((line, target.id) for line in _extent(node))


def _extent(node: ast.stmt) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


class _OfStrings(Operator):
    """Changes string literals other than docstrings."""

    def changes(self, literal: str) -> list[str]:
        raise NotImplementedError

    def mutation_positions(self, node: Any) -> Iterator[Any]:
        if node.type in ("string", "fstring_string") and node.parent.type != "simple_stmt":
            for _ in self.changes(node.value):
                yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        node.value = self.changes(node.value)[index]
        return node

    @classmethod
    def examples(cls) -> tuple[()]:
        return ()


class ReplaceString(_OfStrings):
    """Replaces ``"text"`` by ``"XXtextXX"``."""

    def changes(self, literal: str) -> list[str]:
        changed = re.sub(r'^(\w*["\']+)(.+?)(["\']+)$', r"\1XX\2XX\3", literal, flags=re.S)
        return [changed] if changed != literal else []


class DropCondition(_OfStrings):
    """Removes a condition from SQL or a shell command: ``a = 1 AND b = 2`` becomes ``a = 1``."""

    CONDITION = re.compile(
        r"\b(?:AND|OR)\b.*?(?=\b(?:AND|OR|ORDER|LIMIT|GROUP)\b|[\"']?$)|&&[^&\"']*"
    )

    def changes(self, literal: str) -> list[str]:
        found = self.CONDITION.finditer(literal)
        return [literal[: m.start()] + literal[m.end() :] for m in found]


class ReplaceException(ExceptionReplacer):
    """Stops catching an exception; Cosmic Ray's own fails at ``except (module.Error, Other)``."""

    @staticmethod
    def _name_nodes(node: Any) -> list[Any]:
        caught = node.children[1]
        if caught.type == "atom":  # in brackets
            caught = caught.children[1]
        names = caught.children[::2] if caught.type == "testlist_comp" else [caught]
        return [name for name in names if name.type == "name"]


def _operators() -> list[Operator]:
    operators: list[Operator] = [ReplaceString(), DropCondition(), ReplaceException()]
    for name in sorted(operator_names()):
        # Whether equal strings and numbers are the same object is up to Python.
        if name not in _SKIPPED and not name.endswith(("_Is", "_IsNot")):
            operators.append(get_operator(name)())
    return operators


def mutants(path: Path, lines: dict[int, str]) -> dict[tuple[int, int], list[tuple[Operator, int]]]:
    """List all mutations of a module.

    Args:
        path: The module.
        lines: Lines to mutate, see `judging_lines`.

    Returns:
        By position (line, column), pairs of an operator and its occurrence in the module.
    """
    found: dict[tuple[int, int], list[tuple[Operator, int]]] = defaultdict(list)
    if not lines:
        return {}
    nodes = list(ast_nodes(get_ast(path.read_text(encoding="utf-8"))))
    for operator in _operators():
        occurrence = 0
        for node in nodes:
            for start, _ in operator.mutation_positions(node):
                if start[0] in lines:
                    found[start].append((operator, occurrence))
                occurrence += 1
    return dict(sorted(found.items()))


def sample(count: int, seed: int, files: Iterable[Path]) -> list[Mutant]:
    """Draw mutants from each module in turn, at different positions as long as there are any.

    A module's draw depends on its own text only, so that changes elsewhere leave its mutants.

    Args:
        count: Number of mutants; fewer are drawn if there are not that many.
        seed: Seed of the draw.
        files: The modules.
    """
    files = list(files)
    queues = []
    for path, lines in judging_lines(suite_files()).items():
        if path not in files or not lines:
            continue
        places = mutants(path, lines)
        rng = np.random.default_rng([seed, *path.relative_to(SUITE).as_posix().encode()])
        rounds = []
        for place in places:
            shuffled = [places[place][int(i)] for i in rng.permutation(len(places[place]))]
            rounds += [(number, rng.random(), place, what) for number, what in enumerate(shuffled)]
        rounds.sort(key=lambda item: item[:2])
        queues.append((path, lines, iter(rounds)))
    drawn: list[Mutant] = []
    while queues and len(drawn) < count:
        for queue in list(queues):
            path, lines, rounds_left = queue
            mutant = None
            while mutant is None:
                try:
                    _, _, place, (operator, occurrence) = next(rounds_left)
                except StopIteration:
                    queues.remove(queue)
                    break
                mutant = _mutant(path, lines[place[0]], place[0], operator, occurrence)
            if mutant is not None and len(drawn) < count:
                drawn.append(mutant)
    return drawn


def _mutant(
    path: Path, function: str, line: int, operator: Operator, occurrence: int
) -> Mutant | None:
    """Return a mutant; None if it has a syntax error, or differs in type hints at most."""
    source = path.read_text(encoding="utf-8")
    mutated = mutate_code(source, operator, occurrence)
    try:
        if mutated is None or _without_hints(mutated) == _without_hints(source):
            return None
    except SyntaxError:
        return None
    old, new = source.splitlines(), mutated.splitlines()
    same_end = len(old) - line
    after = new[line - 1 : len(new) - same_end]
    return Mutant(
        path=path.relative_to(SUITE).as_posix(),
        function=function,
        before=old[line - 1].strip(),
        after=" / ".join(text.strip() for text in after),
        source=mutated,
        method_of=next(
            (
                node.name
                for node in ast.parse(source).body
                if isinstance(node, ast.ClassDef) and node.lineno <= line <= (node.end_lineno or 0)
            ),
            "",
        ),
    )


def _without_hints(source: str) -> str:
    """Return a dump of the syntax tree without type hints, which nothing evaluates."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        elif isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(None)
    return ast.dump(tree)
