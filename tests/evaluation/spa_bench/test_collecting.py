"""Sweeps over live ids become sessions."""

import pytest
from typer.testing import CliRunner

from android_gym.cli import app
from android_gym.errors import OptionError, SweepError, TraceError
from android_gym.evaluation import sweep
from android_gym.evaluation.spa_bench import collect, read_results, read_run

IDS = ["SPABench/ENG-settings-3-v0", "SPABench/ENG-files-0-v0"]
PICTURES = {"trace": "pictures"}


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A sweep of two ids by the demonstration, with pictures."""
    out = tmp_path_factory.mktemp("sweep") / "run"
    sweep(
        IDS, "demonstration", out=out, seeds=(1, 2), demonstrate=False, traces=True,
        env_options=PICTURES,
    )  # fmt: skip
    return out


def test_episodes_become_runs(played, tmp_path):
    found = collect(played, tmp_path, "Demo")
    assert [(run.task, run.signal, run.termination) for run, _ in found] == [
        ("single-app-ENG/files_0", "S", "finished"),
        ("single-app-ENG/settings_3", "S", "finished"),
    ]
    for run, trajectory in found:
        folder = tmp_path / run.record.id / "Demo"
        read = read_run(folder, run.record)
        assert [shot.png for shot in read.shots] == [shot.png for shot in trajectory.shots]
        assert run.rounds == len(trajectory.actions) + 1  # and one that says that it is done
        assert run.run.steps() <= run.record.budget


def test_the_command_tells_figures_and_adds_agents(played, tmp_path):
    for agent in ("A", "B", "A"):
        done = CliRunner().invoke(
            app, ["spa-bench", "collect", str(played), str(tmp_path), "--agent", agent]
        )
        assert done.exit_code == 0, done.output
    assert "| B | 2 | 1.000 |" in done.output
    assert "precision, recall, F1 are 1.000, 1.000, 1.000" in done.output
    assert [r.agent for r in read_results(tmp_path / "results.csv")] == ["A", "B", "A", "B"]


def test_what_cannot_be_collected_is_told(played, tmp_path):
    with pytest.raises(SweepError, match="no episodes of SPABench ids of seed 9"):
        collect(played, tmp_path, "A", seed=9)
    for name in ("", "..", "a/b"):
        with pytest.raises(OptionError, match="agent must be"):
            collect(played, tmp_path, name)
    (played / "traces").rename(tmp_path / "elsewhere")
    try:
        with pytest.raises(TraceError, match="There is no trace"):
            collect(played, tmp_path, "A")
    finally:
        (tmp_path / "elsewhere").rename(played / "traces")
