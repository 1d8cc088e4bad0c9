"""Steps that are dropped are found in a module's source."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from android_gym.errors import DemonstrationError
from android_gym.task_suite import demonstrations
from android_gym.task_suite.demonstrations.steps import dropped_calls
from android_gym.task_suite.suite import tasks_by_id

MODULE = """
from android_gym.task_suite.demonstrations import script
from android_gym.task_suite.demonstrations.script import parse

def helper(screen):
    yield from screen.wait()

def name(screen):
    return "x"

def go(screen):
    name(screen)
    parse("a", "b")
    script.parse("a", "b")
    later = helper(screen)
    yield from later
    yield from helper(screen)
    for event in helper(screen):
        yield event
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of modules, which are forgotten afterwards."""
    monkeypatch.syspath_prepend(tmp_path)
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        del sys.modules[name]


def test_only_steps_that_nobody_takes_are_dropped(folder: Path) -> None:
    (folder / "taken.py").write_text(MODULE)
    assert dropped_calls(importlib.import_module("taken")) == ()
    lines = "    helper(screen)\n    if screen:\n        taken.helper(screen)\n"
    (folder / "dropping.py").write_text(MODULE + lines + "import taken\n")
    file = folder / "dropping.py"
    assert dropped_calls(importlib.import_module("dropping")) == (
        f"helper(...) in line 20 of {file}",
        f"taken.helper(...) in line 22 of {file}",
    )


def test_a_module_without_a_source_is_not_searched(folder: Path) -> None:
    (folder / "gone.py").write_text(MODULE + "    helper(screen)\n")
    module = importlib.import_module("gone")
    (folder / "gone.py").unlink()
    assert dropped_calls(module) == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (MODULE + "    helper(screen)\nSCRIPTS = {}\n", r"line 20 of .* `yield from`"),
        ("SCRIPT = {}\n", "needs SCRIPTS, a dict of scripts .* it has None"),
        ("SCRIPTS = ['a']\n", r"needs SCRIPTS, .* it has \['a'\]"),
    ],
)
def test_a_module_of_scripts_that_is_wrong_is_told(folder: Path, text: str, words: str) -> None:
    (folder / "scripts.py").write_text(text)
    with pytest.raises(DemonstrationError, match=words):
        demonstrations._scripts("scripts")


def test_no_demonstration_of_ours_drops_steps() -> None:
    packages = {task.__module__.rpartition(".")[0] for task in tasks_by_id().values()}
    for package in sorted(packages):
        for name in ("demonstrations", "other_ways"):
            demonstrations._scripts(f"{package}.{name}")
