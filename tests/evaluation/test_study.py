"""Studies: conditions, their folders and their table."""

from __future__ import annotations

import csv
import json
import shutil
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import android_gym  # noqa: F401  (registers the ids)
from android_gym.cli import app
from android_gym.errors import OptionError
from android_gym.evaluation import load, study, write_table
from android_gym.evaluation.folder import SweepFolder, load_manifest
from android_gym.evaluation.results import EpisodeKey, Result
from android_gym.evaluation.study import STUDIES
from android_gym.trace import load_trace

from .conftest import manifest_of

WIFI = "AndroidWorld/SystemWifiTurnOff-v0"


@pytest.mark.slow
def test_a_study_of_robustness(tmp_path: Path) -> None:
    out = tmp_path / "study"
    arguments = ["sweep", WIFI, "--study", "robustness", "--seeds", "0:2", "--repeat", "2"]
    arguments += ["--out", str(out), "--pictures", "--no-demonstrate"]
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0, done.output
    with open(out / "study.csv", newline="") as file:
        rows = {(row["condition"], row["group"]): row for row in csv.DictReader(file)}
    assert {key: int(row["episodes"]) for key, row in rows.items()} == {
        ("usual", "same-seed"): 2,
        ("usual", "different-seed"): 2,
        ("wordings", "reworded"): 8,
        ("dark", "different-seed"): 2,
        ("pixel_5", "different-seed"): 2,
    }
    assert {row["success_rate"] for row in rows.values()} == {"1"}
    assert rows["usual", "different-seed"]["p_value"] == ""
    assert float(rows["dark", "different-seed"]["p_value"]) == 1.0
    usual, dark, pixel = (
        load_trace(out / name / "traces" / "AndroidWorld_SystemWifiTurnOff-v0-0-0-0")
        for name in ("usual", "dark", "pixel_5")
    )
    assert pixel.start.size == (1080, 2340)
    assert usual.start.size == dark.start.size == (1080, 2400)
    assert usual.screens[1].png != dark.screens[1].png
    again = CliRunner().invoke(app, ["report", str(out)])
    assert again.exit_code == 0, again.output
    assert "pixel_5" in again.output
    shutil.rmtree(out / "dark")  # as far as it was played
    assert {row.condition for row in write_table(out)} == {"usual", "wordings", "pixel_5"}
    assert len(load(out / "usual")) == 4


def test_a_study_that_can_not_be_written_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    conditions = [one.name for one in STUDIES["robustness"]]
    made = {"study": "robustness", "conditions": conditions}
    (tmp_path / "study.json").write_text(json.dumps(made))
    folder = SweepFolder(tmp_path / "usual", manifest_of(WIFI))
    folder.add(Result(EpisodeKey(WIFI, "different-seed", 0), end="declared"))
    folder.close()

    def refuses(file: Path, data: bytes) -> None:
        raise PermissionError(13, "Permission denied")

    module = sys.modules["android_gym.evaluation.study"]  # the package has a function of this name
    monkeypatch.setattr(module, "replace_file", refuses)
    done = CliRunner().invoke(app, ["report", str(tmp_path)])
    assert done.exit_code == 2
    assert "usual" in done.output and "can't be written" in done.output


@pytest.mark.slow
def test_conditions_keep_the_other_options_of_a_simulator(tmp_path: Path) -> None:
    device = {"kind": "simulator", "latency": "phone", "width": 720, "height": 1600}
    study(
        "robustness",
        WIFI,
        "random",
        out=tmp_path,
        seeds=[0],
        repeat=1,
        devices=[device],
        demonstrate=False,
    )
    used = {name: load_manifest(tmp_path / name)["devices"] for name in ("usual", "pixel_5")}
    assert used["usual"] == [device]
    assert used["pixel_5"] == [{"kind": "simulator", "latency": "phone", "profile": "pixel_5"}]


def test_mistakes_are_told(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"^study must be one of \['robustness'\]"):
        study("speed", WIFI, "random", out=tmp_path / "a")
    with pytest.raises(OptionError, match="'wrappers' can't be given"):
        study("robustness", WIFI, "random", out=tmp_path / "a", wrappers=[])
    (tmp_path / "file").write_text("mine")
    with pytest.raises(OptionError, match="other files"):
        study("robustness", WIFI, "random", out=tmp_path)
    with pytest.raises(OptionError, match="holds no study"):
        write_table(tmp_path)
    (tmp_path / "study.json").write_text(json.dumps({"study": "../../etc"}))
    with pytest.raises(OptionError, match="names no study"):
        write_table(tmp_path)
    with pytest.raises(OptionError, match="another study"):
        study("robustness", WIFI, "random", out=tmp_path)
    conditions = [one.name for one in STUDIES["robustness"]]
    made = {"study": "robustness", "conditions": conditions}
    (tmp_path / "study.json").write_text(json.dumps(made))
    with pytest.raises(OptionError, match="no episodes"):
        write_table(tmp_path)
    command = ["sweep", WIFI, "--out", str(tmp_path / "b"), "--study", "robustness"]
    done = CliRunner().invoke(app, [*command, "--rewordings", "0:2"])
    assert done.exit_code == 2
    assert "--study" in done.output
