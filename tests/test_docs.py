"""Code of the documentation, run as it stands there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import android_gym
from android_gym.errors import OptionError

DOCS = Path(__file__).parents[1] / "docs"
FILE = re.compile(r"^`([\w/]+\.py)`\n\n```python\n(.*?)```", re.M | re.S)
LOOSE = re.compile(r"(?<!`\n\n)```python\n(import android_gym\n.*?)```", re.S)

SCRIPT = """
import sys

import android_gym

android_gym.add_folder(sys.argv[1])
android_gym.add_folder(sys.argv[1])

import gymnasium as gym

from android_gym.actions import Decoded
from android_gym.testing.demonstrations import play

env = gym.make(sys.argv[2], action_mode="gesture", termination="declared")
episode = play(env, 1)
device, task = env.unwrapped.device, env.unwrapped.task
misses = []
for miss in task.near_misses(episode.params).values():
    env.reset(seed=1)
    end = Decoded(declared=True, answer=miss(device))
    misses.append(env.step(env.unwrapped.action_mode.encode(end, device.size))[1])
env.reset(seed=1)
done = env.unwrapped.action_mode.encode(Decoded(declared=True), device.size)
at_once = env.step(done)
print(episode.reward, misses, at_once[1])
"""


def written(folder: Path) -> str:
    """Write the files of both pages; return the loose piece of code of the first."""
    loose = []
    for page in ("add_an_app.md", "add_a_task.md"):
        text = (DOCS / page).read_text()
        for name, code in FILE.findall(text):
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(code)
        loose += LOOSE.findall(text)
    assert len(loose) == 1
    return loose[0]


def run(script: str, *arguments: str | Path) -> str:
    """Run a script in a process of its own, which alone gets the folder's apps and tasks."""
    done = subprocess.run(
        [sys.executable, "-c", script, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_app_of_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run(written(tmp_path))


def test_the_pages_import_their_own_modules_as_type_checkers_find_them(tmp_path: Path) -> None:
    """By full names only Python finds them, as it alone knows of `add_folder`."""
    written(tmp_path)
    files = sorted(tmp_path.rglob("*.py"))
    assert sum("\nfrom ." in file.read_text() for file in files) >= 7
    own = re.compile(r"from android_gym\.(simulator\.apps\.tally|task_suite\.mine)\b")
    assert not [file for file in files if own.search(file.read_text())]


@pytest.mark.parametrize(
    ("name", "misses"), [("TallyUp", 2), ("OfflineTally", 5), ("TallyLook", 1)]
)
def test_the_tasks_of_the_page_are_solvable_and_honest(
    tmp_path: Path, name: str, misses: int
) -> None:
    written(tmp_path)
    played = run(SCRIPT, tmp_path, f"Mine/{name}-v0").strip()
    assert played == f"1.0 {[0.0] * misses} 0.0"


def test_the_second_way_of_the_page(tmp_path: Path) -> None:
    written(tmp_path)
    script = """
import sys, android_gym
android_gym.add_folder(sys.argv[1])
import gymnasium as gym
from android_gym.testing.demonstrations import play
print(play(gym.make("Mine/TallyUp-v0", termination="declared"), 1, other_way=True).reward)
"""
    assert run(script, tmp_path).strip() == "1.0"


def test_the_goal_of_the_page_in_other_words(tmp_path: Path) -> None:
    written(tmp_path)
    script = """
import sys, android_gym
android_gym.add_folder(sys.argv[1])
import gymnasium as gym
env = gym.make("Mine/TallyUp-v0", observation="goal")
print(env.reset(options={"rewording": 1, "params": {"count": 5}})[1]["goal"])
"""
    assert run(script, tmp_path).strip() == "Have Tally show 5."


def test_a_task_takes_four_files_and_a_hundred_lines(tmp_path: Path) -> None:
    written(tmp_path)
    mine = tmp_path / "task_suite" / "mine"
    files = sorted(path.name for path in mine.glob("*.py"))
    assert files == ["__init__.py", "demonstrations.py", "other_ways.py", "tasks.py"]
    assert sum(len((mine / name).read_text().splitlines()) for name in files) <= 100


def test_a_folder_without_either_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="neither 'apps' nor 'task_suite'"):
        android_gym.add_folder(tmp_path)
