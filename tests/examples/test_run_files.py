"""The files that say how far a training run has come."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
RESULT = {"success": 0.5, "low": 0.1, "high": 0.9, "episodes": 20}
POINT = {"steps": 64, "minutes": 0.5, "cpu_minutes": 0.4, **RESULT}
RUN: dict[str, Any] = {
    "task": "SystemWifiTurnOff", "envs": 2, "budget_factor": 1.0, "seed": 3, "steps": 64,
    "minutes": 0.5, "curve": [POINT], "cpu_minutes": 0.4, "starts": [None, 3], "test": RESULT,
}  # fmt: skip


@pytest.fixture(scope="module")
def read_run():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(EXAMPLES)
        yield importlib.import_module("run_files").read_run
        sys.modules.pop("run_files")


def test_a_run_is_read_at_its_beginning_and_at_its_end(read_run, tmp_path):
    begun = {"seed": 3, "steps": 0, "minutes": 0.0, "curve": []}
    for run in (RUN, begun):
        (tmp_path / "run.json").write_text(json.dumps(run))
        assert read_run(tmp_path / "run.json") == run


@pytest.mark.parametrize(
    ("run", "told"),
    [
        ([], "it is [], not an object"),
        ({"seed": 3}, "it has no 'steps'"),
        (RUN | {"steps": "64"}, "'steps' must be a whole number from 0 on, got '64'"),
        (RUN | {"minutes": float("nan")}, "'minutes' must be a number from 0 to 1e+09, got nan"),
        (RUN | {"curve": {}}, "'curve' must be a list of objects, got {}"),
        (RUN | {"curve": [POINT | {"success": "1"}]}, "'success' must be a number from 0 to 1"),
        (RUN | {"starts": ["3"]}, "'starts' must be a list of whole numbers or null, got ['3']"),
        (RUN | {"test": None}, "'test' must be an object, got None"),
        (RUN | {"test": {}}, "it has no 'success'"),
        (RUN | {"cpu_minutes": True}, "'cpu_minutes' must be a number"),
    ],
)
def test_a_value_of_another_type_is_told_in_one_line(read_run, tmp_path, run, told):
    (tmp_path / "run.json").write_text(json.dumps(run))
    with pytest.raises(SystemExit) as caught:
        read_run(tmp_path / "run.json")
    said = str(caught.value)
    assert said.startswith(f"error: {tmp_path / 'run.json'} can't be read (") and told in said
    assert said.endswith(f"Delete {tmp_path} to begin anew.") and "\n" not in said
