"""Seven rotations run every case; which one a case belongs to depends on its name alone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from android_gym.testing import rotation as plugin
from android_gym.testing.rotation import (
    PERIOD,
    SEEDS_PER_SUITE,
    Rotation,
    rotation_of_commit,
    seeds_that_rotate,
    turn,
)

SUITE = """
import pathlib
import pytest

IDS = [f"{{suite}}/{{number}}" for suite in {suites} for number in range(20)]
RAN = pathlib.Path(__file__).parent

def ran(*names):
    with open(RAN / "ran", "a") as file:
        file.write(" ".join(names) + "\\n")

@pytest.mark.parametrize("env_id", IDS)
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.rotating)])
def test_seeds(env_id, seed):
    ran("seeds", env_id, str(seed))

@pytest.mark.rotating(period=14)
@pytest.mark.parametrize("env_id", IDS)
def test_rarely(env_id):
    ran("rarely", env_id)

def test_number(rotation):
    ran("number", str(rotation.number))
"""


def run(folder: Path, *arguments: str, suites: tuple[str, ...] = ("One",)) -> tuple[set[str], str]:
    """Run the cases of suites; return which ran, each of them once, and what pytest printed."""
    folder.mkdir(exist_ok=True)
    (folder / "pytest.ini").write_text("[pytest]\n")
    (folder / "test_suite.py").write_text(SUITE.format(suites=suites))
    (folder / "ran").write_text("")
    shutil.copy(plugin.__file__, folder / "rotating.py")  # by itself it is quickly imported
    command = [sys.executable, "-m", "pytest", "-p", "rotating", "-p", "xdist"]
    result = subprocess.run(
        [*command, "-p", "no:cacheprovider", *arguments],
        cwd=folder,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        timeout=100,
    )
    lines = (folder / "ran").read_text().splitlines()
    assert len(lines) == len(set(lines))
    return set(lines), result.stdout + result.stderr


def test_seven_rotations_run_every_case(tmp_path: Path) -> None:
    everything, header = run(tmp_path, "--rotation", "all")
    assert "rotation: all" in header
    assert len(everything) == 20 + 20 + 20 + 1
    runs = [run(tmp_path, "--rotation", str(number))[0] for number in range(100, 100 + PERIOD)]
    times = Counter(line for lines in runs for line in lines)
    for line in everything - {"number None"}:
        name, _, seed = line.partition(" ")
        if seed.endswith(" 0"):
            assert times[line] == PERIOD
        elif name == "seeds":
            assert times[line] == 1
        else:
            assert times[line] <= 1  # of fourteen rotations
    assert all(f"number {100 + index}" in lines for index, lines in enumerate(runs))


def test_a_test_may_take_more_rotations() -> None:
    names = [f"tests/test_x.py::test_y[{number}]" for number in range(200)]
    counts = Counter(n for r in range(30, 44) for n in names if Rotation(r, "").includes(n, 14))
    assert counts == dict.fromkeys(names, 1)


def test_another_suite_changes_nothing(tmp_path: Path) -> None:
    alone, _ = run(tmp_path, "--rotation", "3")
    together, _ = run(tmp_path, "--rotation", "3", suites=("Another", "One", "Zero"))
    assert {line for line in together if "Zero" not in line and "Another" not in line} == alone
    assert len(together) > len(alone)


def test_workers_run_the_same(tmp_path: Path) -> None:
    alone, _ = run(tmp_path, "--rotation", "5")
    shared, printed = run(tmp_path, "--rotation", "5", "-n", "2", "--dist", "worksteal")
    assert shared == alone
    assert "rotation: 5 " in printed and "--rotation 5" in printed


def test_the_commit_tells_the_number(tmp_path: Path) -> None:
    """Workers that come a commit later than the run began go on with its number."""
    assert rotation_of_commit(tmp_path) == Rotation(0, "there is no commit to count from")
    git(tmp_path, "init", "--quiet")
    assert rotation_of_commit(tmp_path).number == 0
    for number in (1, 2, 3):
        commit(tmp_path, number)
        assert rotation_of_commit(tmp_path).number == number
    lines, printed = run(tmp_path, "-n", "1")
    assert "number 3" in lines
    assert "rotation: 3 (number of commits up to HEAD)" in printed
    assert lines == run(tmp_path, "--rotation", "3")[0]
    git(tmp_path, "clone", "--quiet", "--depth", "1", tmp_path.as_uri(), "clone")
    assert rotation_of_commit(tmp_path / "clone").number == 20_000


def test_what_is_chosen_by_name_is_run_whole(tmp_path: Path) -> None:
    for chosen in (["-k", "One/7"], ["test_suite.py::test_seeds[1-One/7]"]):
        lines, printed = run(tmp_path, *chosen)
        assert "seeds One/7 1" in lines
        assert "rotation: all (tests are chosen by name)" in printed
    others = [run(tmp_path, "-k", "One/7", "--rotation", str(number))[0] for number in (0, 1)]
    assert not all("seeds One/7 1" in lines for lines in others)


@pytest.mark.parametrize("wrong", ["-1", "some", "1.5", "", "\u0663", "9" * 19])
def test_wrong_numbers_are_refused(tmp_path: Path, wrong: str) -> None:
    lines, printed = run(tmp_path, f"--rotation={wrong}")
    assert lines == set()
    assert f"--rotation takes a number or 'all', not {wrong!r}" in printed


def test_shares_are_even() -> None:
    names = [f"tests/test_registry.py::test_x[{seed}-Suite/Task{task}-v0]"
             for seed in range(20) for task in range(100)]  # fmt: skip
    counts = Counter(turn(name) for name in names)
    assert sorted(counts) == list(range(PERIOD))
    mean = len(names) / PERIOD
    assert all(0.85 * mean < count < 1.15 * mean for count in counts.values())


def test_a_suites_share_is_bounded() -> None:
    for ids in (1, 51, 116, 500, 900, 10_000):
        seeds = seeds_that_rotate(ids, 19)
        assert 1 <= seeds <= 19
        assert seeds * ids <= max(SEEDS_PER_SUITE, ids)
    assert seeds_that_rotate(22, 19) == 19
    assert seeds_that_rotate(116, 19) == 3
    assert seeds_that_rotate(500, 19) == 1


def git(folder: Path, *arguments: str, date: str = "") -> None:
    names = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.org",
             "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.org"}  # fmt: skip
    dates = {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date} if date else {}
    environment = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}
    subprocess.run(
        ["git", "-C", str(folder), *arguments], check=True, env={**environment, **names, **dates}
    )


def commit(folder: Path, number: int) -> None:
    date = f"{20_000 * 86_400 + number} +0000"
    git(folder, "commit", "--quiet", "--allow-empty", "-m", f"Commit {number}", date=date)


def test_parts_of_a_sequence() -> None:
    """Each item is in one of seven rotations, and in every run of all."""
    items = range(20)
    parts = [Rotation(number, "").part(items) for number in range(100, 107)]
    assert sorted(item for part in parts for item in part) == list(items)
    assert {len(part) for part in parts} == {2, 3}
    assert Rotation(None, "").part(items) == items
    assert list(Rotation(3, "").part("abc", period=2)) == ["b"]
