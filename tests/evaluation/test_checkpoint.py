"""Sweeps as checkpoints of AndroidWorld."""

from __future__ import annotations

import datetime
import gzip
import io
import math
import pickle
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import android_gym  # noqa: F401  (registers the ids)
from android_gym.cli import app
from android_gym.errors import OptionError
from android_gym.evaluation.checkpoint import export

from .runs_of_mine import NOTE, WIFI, picture, result, write_run

# Keys that AndroidWorld's runner and `process_episodes` ask of an episode.
FIELDS = {
    "agent_name", "aux_data", "episode_data", "episode_length", "exception_info", "finish_dtime",
    "goal", "instance_id", "is_successful", "run_time", "screen_config", "seed", "task_template",
}  # fmt: skip


class _Plain(pickle.Unpickler):
    """Reads what needs no package of ours, nor any other."""

    def find_class(self, module: str, name: str) -> Any:
        assert (module, name) == ("datetime", "datetime")
        return datetime.datetime


def read(file: Path) -> dict[str, Any]:
    (episode,) = _Plain(io.BytesIO(gzip.decompress(file.read_bytes()))).load()
    return dict(episode)


def test_a_sweep_as_a_checkpoint(tmp_path: Path) -> None:
    results = [result(WIFI, 1, True), result(WIFI, 2, False), result(NOTE, 1, True)]
    results.append(result(NOTE, 7, False, error="ModelError: gone", end="error"))
    run = write_run(tmp_path / "run", results)
    assert export(run, tmp_path / "out") == 4
    files = sorted(file.name for file in (tmp_path / "out").iterdir())
    assert files == [
        *(f"MarkorDeleteNote_{i}.pkl.gz" for i in (0, 1)),
        *(f"SystemWifiTurnOff_{i}.pkl.gz" for i in (0, 1)),
    ]
    first = read(tmp_path / "out" / "SystemWifiTurnOff_0.pkl.gz")
    assert first.keys() == FIELDS
    assert (first["task_template"], first["instance_id"]) == ("SystemWifiTurnOff", 0)
    assert (first["is_successful"], first["episode_length"], first["seed"]) == (1.0, 4, 1)
    assert first["agent_name"].startswith("Mine tiny")
    assert isinstance(first["finish_dtime"], datetime.datetime)
    steps = first["episode_data"]
    assert steps["step_number"] == [0, 1, 2, 3]
    assert {len(values) for values in steps.values()} == {4}
    assert steps["before_screenshot_png"][1] == picture(40)
    assert steps["action"][0] == [{"type": "tap", "x": 35, "y": 35}]
    assert steps["action_error"][1].startswith("No such app")
    assert read(tmp_path / "out" / "SystemWifiTurnOff_1.pkl.gz")["is_successful"] == 0.0
    failed = read(tmp_path / "out" / "MarkorDeleteNote_1.pkl.gz")
    assert failed["exception_info"] == "ModelError: gone"
    assert math.isnan(failed["is_successful"])
    assert math.isnan(failed["episode_length"])


def test_instances_are_the_same_whatever_finished_first(tmp_path: Path) -> None:
    results = [result(WIFI, seed, True) for seed in (11, 2, 7)]
    for number, finished in enumerate((results, results[::-1])):
        out = tmp_path / f"out{number}"
        export(write_run(tmp_path / f"run{number}", finished), out)
        played = [read(out / f"SystemWifiTurnOff_{i}.pkl.gz")["seed"] for i in range(3)]
        assert played == [2, 7, 11]


def test_mistakes_are_told(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", [result(WIFI, 1, True)])
    with pytest.raises(OptionError, match="not empty"):
        export(run, run)
    with pytest.raises(OptionError, match="not a folder"):
        export(run, run / "manifest.json")
    with pytest.raises(OptionError, match="holds no sweep"):
        export(tmp_path / "nowhere", tmp_path / "out")
    with pytest.raises(OptionError, match="no episodes in .*/begun' yet"):
        export(write_run(tmp_path / "begun", []), tmp_path / "out")
    assert not (tmp_path / "out").exists()
    done = CliRunner().invoke(app, ["export-checkpoint", str(run), str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    assert "wrote 1 episodes" in done.output
