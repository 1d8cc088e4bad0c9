"""Sweeps on a cluster of two nodes on this machine, one of which is killed."""

from __future__ import annotations

import json
import os
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


def test_a_lost_head_is_told_and_the_folder_goes_on_without_it(
    cluster: Any, tmp_path: Path
) -> None:
    far, near = tmp_path / "far", tmp_path / "near"
    code = "import android_gym_commands; android_gym_commands.android_gym()"
    words = ["sweep", *IDS, "--policy", "demonstration", "--seeds", "0:100", "--out", str(far)]
    running = subprocess.Popen(
        [sys.executable, "-c", code, *words, "--ray", cluster.address],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "COLUMNS": "1000"},
    )
    try:
        deadline = time.monotonic() + 400.0
        episodes = far / "episodes.jsonl"
        while not episodes.exists() or not episodes.stat().st_size:
            assert time.monotonic() < deadline and running.poll() is None
            time.sleep(0.2)
        cluster.head_node.kill_gcs_server()
        told, _ = running.communicate(timeout=400.0)
    finally:
        running.kill()
    assert running.returncode == 2 and "The head of the Ray cluster" in told, told[-2000:]
    begun = len(load(far))
    assert 0 < begun < 200
    options: dict[str, Any] = {"seeds": range(begun // 2 + 1)}  # a few that are not there yet
    sweep_here(IDS, "demonstration", out=far, **options)
    sweep_here(IDS, "demonstration", out=near, **options)
    theirs, ours = ({r.key: r for r in untimed(load(folder))} for folder in (far, near))
    assert len(theirs) >= begun and ours.items() <= theirs.items()
