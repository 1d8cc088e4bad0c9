"""Sessions: several agents on several tasks, killed and gone on with."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.errors import OptionError
from android_gym.evaluation import spa_bench
from android_gym.evaluation.spa_bench import read_results, run

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


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"agents": {}}, "one at least"),
        ({"agents": {"../x": "random"}}, "name for a folder"),
        ({"agents": {"": "random"}}, "name for a folder"),
        ({"agents": {"A": "nope"}}, "nope"),
        ({"ids": "AndroidWorld/SystemWifiTurnOff-v0"}, "no task of SPA-Bench"),
        ({"ids": "SPABench/nope"}, "nope"),
        ({"seed": -1}, "seeds"),
        ({"seeds": [1]}, "what a session sets"),
        ({"workers": 0}, "workers"),
        ({"tries": 0}, "tries"),
    ],
)
def test_what_can_t_be_run(arguments: dict[str, object], told: str, tmp_path: Path) -> None:
    given: dict[str, object] = {"agents": {"A": "random"}, "ids": IDS[0]}
    with pytest.raises(OptionError, match=told):
        run(tmp_path, **given | arguments)  # type: ignore[arg-type]
    assert not list(tmp_path.glob("**/*.csv"))
