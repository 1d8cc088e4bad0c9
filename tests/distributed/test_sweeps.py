"""Sweeps on a cluster of two nodes on this machine, one of which is killed."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.distributed import Placement, RayCrew, sweep
from android_gym.evaluation import Result, load
from android_gym.evaluation import sweep as sweep_here

pytestmark = [pytest.mark.nightly, pytest.mark.filterwarnings("ignore"), pytest.mark.timeout(900)]

IDS = ["AndroidWorld/SystemWifiTurnOff-v0", "AndroidWorld/MarkorCreateFolder-v0"]
OPTIONS: dict[str, Any] = {"seeds": range(3), "traces": True, "rewordings": [0, 2]}


def untimed(results: list[Result]) -> list[Result]:
    return [replace(result, seconds=0.0) for result in results]


def files(folder: Path) -> dict[str, bytes]:
    """Return what a sweep has written, without the seconds that episodes took."""
    found = {}
    for file in sorted(folder.rglob("*")):
        if file.is_file() and file.name not in ("runs.jsonl", ".lock"):
            data = file.read_bytes()
            if file.name == "episodes.jsonl":
                lines = [json.loads(line) | {"seconds": 0} for line in data.splitlines()]
                data = json.dumps(sorted(lines, key=json.dumps)).encode()
            if file.name == "trace.json":
                told = json.loads(data)
                told["notes"]["result"]["seconds"] = 0
                data = json.dumps(told).encode()
            found[str(file.relative_to(folder))] = data
    return found


def test_a_node_is_lost_and_the_folder_is_that_of_one_machine(
    cluster: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    node = cluster.add_node(num_cpus=1, object_store_memory=100 << 20)
    killed: list[Any] = []

    def kill(result: Result | None, done: int, total: int) -> None:
        if done == 4 and not killed:
            killed.append(node)
            cluster.remove_node(node, allow_graceful=False)

    far, near = tmp_path / "far", tmp_path / "near"
    address = cluster.address
    there = sweep(IDS, "demonstration", address=address, out=far, on_episode=kill, **OPTIONS)
    here = sweep_here(IDS, "demonstration", out=near, **OPTIONS)
    assert killed and "The node of the worker on" in caplog.text  # its episode is played again
    assert untimed(there) == untimed(here)
    assert [r.success for r in there] == [True] * 12 and not any(r.error for r in there)
    assert files(far) == files(near)
    run = json.loads((far / "runs.jsonl").read_text().splitlines()[-1])
    assert (run["workers"], run["nodes"], run["cpus"]) == (2, 2, 1.0)
    # What a cluster has begun goes on here, and the other way round.
    sweep_here(IDS, "demonstration", out=far, **{**OPTIONS, "seeds": range(4)})
    with RayCrew(address, placement=Placement(strategy="PACK")) as crew:
        sweep_here(IDS, "demonstration", out=near, crew=crew, **{**OPTIONS, "seeds": range(4)})
    assert files(far) == files(near) and len(load(far)) == 16


SLOW = """
import time

from android_gym.evaluation.policies import DemonstrationPolicy


class Slow(DemonstrationPolicy):
    def reset(self, goal, seed):
        time.sleep(1)
        super().reset(goal, seed)
"""

CALL = """
import sys

from android_gym.distributed import sweep
from android_gym.errors import ClusterError

task, folder, out, address = sys.argv[1:]
options = {"seeds": range(90), "out": out, "trust": True}
try:
    sweep(task, "slow:Slow", address=address, folder=folder, **options)
except ClusterError as error:
    sys.exit(str(error))
"""


def test_a_lost_head_is_told_and_the_folder_goes_on_without_it(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, far, near = (tmp_path / name for name in ("own", "far", "near"))
    own.mkdir()
    (own / "slow.py").write_text(SLOW)
    task, episodes = IDS[0], far / "episodes.jsonl"
    running = subprocess.Popen(
        [sys.executable, "-c", CALL, task, str(own), str(far), cluster.address],
        stderr=subprocess.PIPE,
        text=True,
        cwd=own,
    )
    try:
        deadline = time.monotonic() + 400.0
        while not episodes.exists() or not episodes.stat().st_size:
            assert time.monotonic() < deadline and running.poll() is None
            time.sleep(0.2)
        cluster.head_node.kill_gcs_server()
        _, told = running.communicate(timeout=400.0)
    finally:
        running.kill()
    assert running.returncode == 1 and "The head of the Ray cluster" in told, told[-2000:]
    begun = len(load(far))
    assert 0 < begun < 90
    monkeypatch.chdir(own)
    whole = sweep_here(task, "slow:Slow", seeds=range(90), out=far, trust=True)
    assert len(whole) == len(load(far)) == 90 and all(result.success for result in whole)
    fresh = sweep_here(task, "slow:Slow", seeds=range(3), out=near, trust=True)
    assert untimed(fresh) == untimed(whole[:3])
