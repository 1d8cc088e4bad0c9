"""Tests of the mutants: what is mutated, and what isn't. Running them all is a nightly test."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("cosmic_ray")

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code

from tests.mutation.__main__ import (
    WANTED,
    files_of_tests,
    hardly_noticed,
    module_of,
    row,
    survivors,
)
from tests.mutation.choosing import MOST_IDS, ids_that_use
from tests.mutation.mutants import (
    SUITE,
    Mutant,
    ReplaceException,
    _without_hints,
    judging_lines,
    mutants,
    sample,
    suite_files,
)

ROOT = Path(__file__).parents[2]


def test_judging_functions_are_found_through_calls() -> None:
    lines: dict[str, set[str]] = {}
    for path, found in judging_lines(suite_files()).items():
        name = path.name if path.parent.name not in ("expense", "recipe") else path.parent.name
        lines.setdefault(name, set()).update(found.values())
    assert {"success", "progress", "intact", "changed", "gone", "CHANGES"} <= lines["rows.py"]
    assert {"_share", "_added", "touches", "original_success"} <= lines["row_tasks.py"]
    assert {"matches", "_is_expense"} <= lines["expense"] and {"matches", "pair"} <= lines["recipe"]
    assert {"fuzzy_match", "most_matches", "FUZZY_RATIO"} <= lines["text_match.py"]
    assert not lines["expense"] & {"sample", "setup", "check", "near_misses", "draw", "_csv"}
    assert not lines["noise.py"] and not lines["file_names.py"]
    assert "toml.py" not in lines  # it parses definitions
    assert {"side_effects", "_files", "_allows"} <= lines["touches.py"]
    assert {"is_right", "same"} <= lines["answers.py"]
    assert "__call__" in lines["compose.py"]  # its stages are callable instances


def test_a_private_name_is_a_function_of_its_own_module(tmp_path: Path) -> None:
    judge, other = tmp_path / "judge.py", tmp_path / "other.py"
    imports = "from android_gym.task_suite.other import shared\n"
    judge.write_text(
        f"{imports}class Judge:\n    def success(self):\n        return _look() + shared()\n\n"
        "def _look():\n    return 1\n"
    )
    other.write_text(
        "def shared():\n    return helper()\n\n"
        "def helper():\n    return 2\n\ndef _look():\n    return 3\n"
    )
    lines = judging_lines([judge, other])
    assert set(lines[judge].values()) == {"success", "_look"}
    assert set(lines[other].values()) == {"shared", "helper"}


def test_every_module_that_judges_has_tests() -> None:
    for path, lines in judging_lines(suite_files()).items():
        tests = files_of_tests(path.relative_to(SUITE).as_posix())
        assert all(file.exists() for file in tests) or not mutants(path, lines), path


def test_ids_that_use_a_module_are_found_through_imports_and_data() -> None:
    """A change's adapter is data of its class; what the adapter reads with is an import of it."""
    chrome = near("android_gym.chrome.bookmarks")
    assert len(chrome) == MOST_IDS
    assert all(env_id.startswith("AndroidGym/Chrome") for env_id in chrome)
    assert near("spa_bench.cross_app.tasks") == ["SPABench/ENG-General-Tool-2-v0"]
    assert len(near("text_match")) == MOST_IDS
    assert near("nothing") == []


def test_ids_that_use_a_function_call_it() -> None:
    """Through their class or a base that theirs calls, through data, or by the name of a global."""
    assert near("android_world.expense.tasks", "ExpenseAddMultipleFromMarkor.matches") == [
        "AndroidWorld/ExpenseAddMultipleFromMarkor-v0"
    ]
    added = near("android_world.row_tasks", "AddRows.touches")
    assert len(added) == MOST_IDS and all("Add" in env_id for env_id in added)
    pairs = near("android_world.row_tasks", "DeleteDuplicateRows._share")
    assert pairs and all("DeleteDuplicate" in env_id for env_id in pairs)
    bookmarks = near("android_gym.chrome.bookmarks", "_rows")
    assert bookmarks and "AndroidGym/ChromeTheme-v0" not in bookmarks
    assert near("mobile_bench.sast.settings", "PageOpen.values") == ["MobileBench/PageOpen-v0"]
    assert near("android_gym.chrome.bookmarks", "unknown") == near("android_gym.chrome.bookmarks")


def near(module: str, function: str = "") -> list[str]:
    return ids_that_use(f"android_gym.task_suite.{module}", function)


def test_every_module_that_judges_is_used_by_an_id() -> None:
    lines = judging_lines(suite_files())
    modules = [module_of(path.relative_to(SUITE).as_posix()) for path in lines if lines[path]]
    unused = [module for module in modules if not ids_that_use(module)]
    assert unused == [
        "android_gym.task_suite.mobile_bench_original.tasks",
        "android_gym.task_suite.spa_bench.recorded",
    ], "these judge recorded episodes, and are no environments"


def test_strings_and_conditions_are_changed(tmp_path: Path) -> None:
    path = tmp_path / "judge.py"
    path.write_text(
        'class A:\n    def success(self):\n        """A."""\n'
        '        return ask("SELECT a WHERE b AND c LIMIT 1")\n'
    )
    (lines,) = judging_lines([path]).values()
    assert lines == {4: "success"}
    changed = set()
    for found in mutants(path, lines).values():
        for operator, _ in found:
            changed.add(type(operator).__name__)
    assert {"ReplaceString", "DropCondition"} <= changed


def test_each_exception_that_is_caught_is_let_through_once(tmp_path: Path) -> None:
    path = tmp_path / "judge.py"
    caught = ("OSError", "(OSError, ValueError)", "(OSError, zoneinfo.Missing)", "zoneinfo.Missing")
    text = "class A:\n    def success(self):\n        try:\n            return ask()\n"
    path.write_text(
        text + "".join(f"        except {name}:\n            pass\n" for name in caught)
    )
    replacer = ReplaceException()
    nodes = [node for node in ast_nodes(get_ast(path.read_text())) if node.type == "except_clause"]
    assert [len(list(replacer.mutation_positions(node))) for node in nodes] == [1, 2, 1, 0]
    (lines,) = judging_lines([path]).values()
    for found in mutants(path, lines).values():
        for operator, occurrence in found:
            mutate_code(path.read_text(), operator, occurrence)


def test_a_sample_is_spread_over_modules_and_the_same_each_time() -> None:
    files = [SUITE / "text_match.py", SUITE / "android_world" / "open_app" / "tasks.py"]
    drawn = sample(8, 3, files)
    assert drawn == sample(8, 3, files)
    assert drawn != sample(8, 4, files)
    assert drawn[1::2] == sample(4, 3, files[:1]), "whatever else is mutated"
    assert [m.path for m in drawn].count("text_match.py") == 4
    for mutant in drawn:
        original = (SUITE / mutant.path).read_text(encoding="utf-8")
        assert ast.dump(ast.parse(mutant.source)) != ast.dump(ast.parse(original))
        assert mutant.before in original


def test_type_hints_are_not_changed() -> None:
    source = "def f(a: int | str) -> str | None:\n    b: int | str = a | 1\n"
    for hint in ("a: int | str", "-> str | None", "b: int | str"):
        changed = source.replace(hint, hint.replace("|", "^"))
        assert changed != source and _without_hints(changed) == _without_hints(source)
    assert _without_hints(source.replace("a | 1", "a ^ 1")) != _without_hints(source)


def test_the_docs_table_is_read_as_it_is_printed() -> None:
    mutant = Mutant("a.py", "f", "x | y", "x & y", "")
    assert row(mutant) == "| `a.py` | `f` | `x \\| y` | `x & y` | |"
    assert all(len(cells) == 4 and "\\|" not in "".join(cells) for cells in survivors())
    assert 0.9 <= WANTED < 1


def test_a_module_whose_tests_notice_little_is_named() -> None:
    assert hardly_noticed({"a": 4, "b": 4, "c": 4}, {"a": 2, "b": 3}) == ["b"]


def test_what_the_docs_explain_is_in_the_code() -> None:
    lines = judging_lines(suite_files())
    for path, function, before, _ in survivors():
        text = (SUITE / path).read_text(encoding="utf-8").splitlines()
        found = [n for n, name in lines[SUITE / path].items() if name == function]
        assert before in [text[n - 1].strip() for n in found], (path, function, before)


@pytest.mark.nightly
@pytest.mark.timeout(5400)
def test_mutants_are_killed() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.mutation"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
