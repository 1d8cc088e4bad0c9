"""Sessions: several agents on several tasks, killed and gone on with."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import gymnasium as gym
import pytest
from typer.testing import CliRunner

import android_gym  # noqa: F401  (registers the ids)
from android_gym.cli import app
from android_gym.errors import OptionError
from android_gym.evaluation import spa_bench
from android_gym.evaluation.judges import Question, Verdict
from android_gym.evaluation.spa_bench import left_out, read_results, run
from android_gym.evaluation.spa_bench.record_ids import uid_of

IDS = ["SPABench/ENG-settings-1-v0", "SPABench/ENG-settings-3-v0"]
AGENTS = {"Shown": "demonstration", "Dice": "random"}


@pytest.mark.slow
def test_a_session_that_is_killed_goes_on(tmp_path: Path) -> None:
    """As a person runs it; after SIGKILL nothing is played twice, and nothing is lost."""
    command = [sys.executable, "-m", "android_gym.cli", "spa-bench", "run", str(tmp_path), *IDS]
    command += [f"--agent={name}={policy}" for name, policy in AGENTS.items()]
    with subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True) as process:
        assert process.stderr is not None
        first = process.stderr.readline().decode()
        assert first.startswith("1/4 single-app-ENG/settings_"), first
        os.killpg(process.pid, signal.SIGKILL)
    kept = read_results(tmp_path / "results.csv")
    assert kept
    written = (tmp_path / "settings_1" / "Shown" / "log.json").stat().st_mtime_ns
    (tmp_path / "results.csv").unlink()  # as if it had been killed before that was written
    time.sleep(0.01)
    new = []
    found = run(tmp_path, AGENTS, IDS, on_run=lambda *told: new.append(told))
    assert len(new) <= 4 - len(kept) and new[-1][1:] == (4, 4)
    assert [(result.task, result.agent) for result in found] == [
        (f"single-app-ENG/settings_{n}", agent) for n in (1, 3) for agent in ("Dice", "Shown")
    ]
    signals = {(result.agent, result.signal) for result in found}
    assert ("Shown", "S") in signals and ("Shown", "F") not in signals
    assert read_results(tmp_path / "results.csv") == found
    for task in ("settings_1", "settings_3"):
        for agent in AGENTS:
            files = {path.name for path in (tmp_path / task / agent).iterdir()}
            assert {"0.png", "1.png", "log.json"} <= files
    rewritten = (tmp_path / "settings_1" / "Shown" / "log.json").stat().st_mtime_ns
    assert rewritten > written  # from the trace, not by playing it again
    assert not new or all(told[0] not in kept for told in new)
    judge = spa_bench.SingleAppDetector(spa_bench.StateJudge(), None)
    again = spa_bench.evaluate_session(tmp_path, "single-app-ENG", judge, done=found)
    assert again == sorted(found, key=lambda result: (result.task, result.agent))


class Yes:
    """Takes everything for a success."""

    def judge(self, question: Question) -> Verdict:
        return Verdict(True)


def test_records_are_played_where_their_apps_are(tmp_path: Path) -> None:
    """One is an id, one has its app, one has not; the last is left out and told."""
    asked = ["ENG/settings_3", "ENG/chrome_0", "ENG/amazon_0"]
    new: list[object] = []
    for _ in range(2):  # the second time there is nothing to play
        found = run(tmp_path, {"Dice": "random"}, asked, on_run=lambda *told: new.append(told))
    assert [(r.task, r.signal) for r in found] == [
        ("single-app-ENG/chrome_0", "E"),
        ("single-app-ENG/settings_3", "F"),
    ]
    assert found[0].details.startswith("Not judged yet") and found[0].rounds > 0
    assert len(new) == 2 and read_results(tmp_path / "results.csv") == found
    ((task, agent, cause),) = left_out(tmp_path)
    assert (task, agent) == ("single-app-ENG/amazon_0", "Dice")
    assert "amazon (com.amazon.mShop.android.shopping)" in cause and "tries" not in cause
    assert not [i for i in gym.registry if "chrome-0" in i or "amazon-0" in i]
    judge = spa_bench.SingleAppDetector(Yes(), None)
    judged = spa_bench.evaluate_session(tmp_path, "single-app-ENG", judge, done=found[1:])
    assert [(r.task, r.signal) for r in judged] == [
        ("single-app-ENG/chrome_0", "S"),
        ("single-app-ENG/settings_3", "F"),
    ]


def test_a_session_without_sweeps_has_left_out_nothing(tmp_path: Path) -> None:
    assert left_out(tmp_path) == []
    assert uid_of("SPABench/ENG-booking-com-0-v3") == "single-app-ENG/booking.com_0"
    assert uid_of("Other/X-v0") == "Other/X-v0"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"agents": {}}, "at least one policy"),
        ({"agents": {"../x": "random"}}, "name for a folder"),
        ({"agents": {"": "random"}}, "name for a folder"),
        ({"agents": {"A": "nope"}}, "nope"),
        ({"ids": "AndroidWorld/SystemWifiTurnOff-v0"}, "not a task of SPA-Bench"),
        ({"ids": "SPABench/nope"}, "nope"),
        ({"ids": "ENG/nope_0"}, "has no task 'ENG/nope_0'"),
        ({"ids": ["ENG/chrome_0", "single-app-ENG/chrome_0"]}, "given twice"),
        ({"ids": "cross-app-ENG/Web_Shopping_0_ENG"}, "'eBay', whose package no record names"),
        ({"ids": "ENG/chrome_0", "env_options": 3}, "env_options"),
        ({"ids": "ENG/chrome_0", "prepare": 3}, "prepare"),
        ({"seed": -1}, "seeds"),
        ({"seeds": [1]}, "the session sets it"),
        ({"workers": 0}, "workers"),
        ({"tries": 0}, "tries"),
    ],
)
def test_what_can_t_be_run(arguments: dict[str, object], told: str, tmp_path: Path) -> None:
    given: dict[str, object] = {"agents": {"A": "random"}, "ids": IDS[0]}
    with pytest.raises(OptionError, match=told):
        run(tmp_path, **given | arguments)  # type: ignore[arg-type]
    assert not list(tmp_path.glob("**/*.csv"))
    assert "SPABench/ENG-chrome-0-v0" not in gym.registry


def test_options_of_models_need_an_agent_with_a_model(tmp_path: Path) -> None:
    command = ["spa-bench", "run", str(tmp_path / "s"), IDS[0], "--agent", "Dice=random"]
    done = CliRunner().invoke(app, [*command, "--model", "m", "--max-calls", "3"])
    assert done.exit_code == 2
    assert "--model, --max-calls: only for an --agent with a model" in " ".join(done.output.split())
    assert not (tmp_path / "s").exists()
