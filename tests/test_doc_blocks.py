"""Every fenced block of the documentation runs when pasted.

Blocks of Python run in an interpreter of their own, those of a console in a shell, all of a page in
one folder, top down. A block under the name of a file is that file. What can't be run has a comment
before it: ``<!-- not run: why -->``, or ``<!-- needs: module -->``.

A commit runs the README and a seventh of the other pages. Of all pages, whatever the commit, the
names that are imported and the options of `android-gym` have to be there.
"""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import typer

from android_gym.cli import app

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
MOST_NOT_RUN = 20


@dataclass(frozen=True)
class Block:
    """A fenced block.

    Attributes:
        place: Page and line.
        kind: Its language.
        code: What it holds.
        file: The file that it is; empty if it is to be run.
        not_run: Why it isn't run; empty if it is.
        needs: The module that it needs; empty if it needs none.
    """

    place: str
    kind: str
    code: str
    file: str = ""
    not_run: str = ""
    needs: str = ""


def blocks(page: Path) -> list[Block]:
    found = []
    lines = page.read_text(encoding="utf-8").split("\n")
    start = None
    for number, line in enumerate(lines):
        if not line.startswith("```"):
            continue
        if start is None:
            start = number
            continue
        before = [text for text in lines[max(0, start - 2) : start] if text]
        last = before[-1] if before else ""
        marks = {
            "file": re.fullmatch(r"`([\w/.]+)`", last),
            "not_run": re.fullmatch(r"<!-- not run: (.+) -->", last),
            "needs": re.fullmatch(r"<!-- needs: (\w+) -->", last),
        }
        code = "\n".join(lines[start + 1 : number]) + "\n"
        place = f"{page.name}:{start + 1}"
        given = {name: mark[1] for name, mark in marks.items() if mark}
        found.append(Block(place, lines[start][3:], code, **given))
        start = None
    assert start is None, f"{page.name} has a fence without end"
    return found


ALL = {page.name: blocks(page) for page in PAGES}
OWN_MODULES = tuple(
    block.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    for own in ALL.values()
    for block in own
    if block.file
)
"""Modules that pages write themselves, as their names end."""


def run(block: Block, folder: Path) -> None:
    command = [sys.executable, "-W", "error::UserWarning", "-c", block.code]
    if block.kind == "console":
        command = ["bash", "-euo", "pipefail", "-c", block.code]
    elif "__main__" in block.code:  # of which other processes have to know the file
        (folder / "pasted.py").write_text(block.code, encoding="utf-8")
        command = [sys.executable, "pasted.py"]
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PATH": path, "SDL_VIDEODRIVER": "dummy"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, f"{block.place}: {done.stderr[-2000:]}"


@pytest.mark.slow
@pytest.mark.timeout(400)  # of several blocks each
@pytest.mark.parametrize(
    "page",
    [
        pytest.param(name, marks=[] if name == "README.md" else pytest.mark.rotating)
        for name, own in ALL.items()
        if own
    ],
)
def test_blocks_run_when_pasted(page: str, tmp_path: Path) -> None:
    for block in ALL[page]:
        if block.file:
            path = tmp_path / block.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.code, encoding="utf-8")
        elif block.not_run or (block.needs and importlib.util.find_spec(block.needs) is None):
            continue
        elif block.kind in ("python", "console"):
            run(block, tmp_path)


@pytest.mark.parametrize("block", [b for own in ALL.values() for b in own], ids=lambda b: b.place)
def test_blocks_say_what_they_are(block: Block) -> None:
    assert block.kind in ("python", "console", "json", "text", "toml")
    if block.kind == "json":
        json.loads(block.code)
    if block.kind == "toml":
        tomllib.loads(block.code)
    if block.kind == "python":
        for module, name in imported(block.code):
            assert is_there(module, name), f"{module} has no {name}"
    if block.kind == "console":
        for words in of_android_gym(block.code):
            assert unknown_options(words) == [], words


def imported(code: str) -> Iterator[tuple[str, str]]:
    """Yield module and name of each ``from android_gym... import name``."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("android_gym"):
            module = node.module or ""
            if not module.endswith(OWN_MODULES):
                yield from ((module, alias.name) for alias in node.names)


def is_there(module: str, name: str) -> bool:
    """Return whether a module has a name, or a module of that name in it."""
    found = importlib.import_module(module)
    if hasattr(found, name):
        return True
    return hasattr(found, "__path__") and importlib.util.find_spec(f"{module}.{name}") is not None


def of_android_gym(code: str) -> Iterator[list[str]]:
    """Yield the words behind ``android-gym`` in each of a console's lines."""
    for line in code.replace("\\\n", " ").splitlines():
        words = shlex.split(line, comments=True)
        if words[:1] == ["android-gym"]:
            yield words[1:]


def unknown_options(words: list[str]) -> list[str]:
    """Return the options that a command of `android-gym` doesn't have; the name where it has none.

    Args:
        words: The command and its arguments.
    """
    command: Any = typer.main.get_command(app)  # of a click that is not always the installed one
    while hasattr(command, "commands"):
        if not words or words[0] not in command.commands:
            return words[:1]
        command, words = command.commands[words[0]], words[1:]
    known = {name for each in command.params for name in (*each.opts, *each.secondary_opts)}
    given = [word.partition("=")[0] for word in words if word.startswith("-") and word != "-"]
    return sorted({*given} - known - {"--help", "--"})


def test_what_is_not_there_is_found() -> None:
    (name,) = imported("import os\nfrom android_gym.events import Tab\n")
    assert name == ("android_gym.events", "Tab") and not is_there(*name)
    assert is_there("android_gym.events", "Tap") and is_there("android_gym", "events")
    assert unknown_options(["sweep", "x", "--seeds", "0:2", "--sed=3"]) == ["--sed"]
    assert unknown_options(["device", "sav"]) == ["sav"]
    (line,) = of_android_gym("cd x\nandroid-gym view out \\\n    --against 'a b'  # two\n")
    assert line == ["view", "out", "--against", "a b"]


def test_few_blocks_are_not_run() -> None:
    left = [block.place for own in ALL.values() for block in own if block.not_run]
    assert len(left) <= MOST_NOT_RUN, left
