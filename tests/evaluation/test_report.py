"""Summaries of results, computed by hand here."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

import android_gym  # noqa: F401  (registers the ids)
from android_gym.errors import OptionError
from android_gym.evaluation import EpisodeKey, Result, Row, draw_chart, summarize, write_report
from android_gym.evaluation.results import Group

WIFI = "AndroidWorld/SystemWifiTurnOff-v0"  # easy, screen_reading
MERGE = "AndroidWorld/MarkorMergeNotes-v0"  # hard, data_edit, data_entry, parameterized


def result(
    env_id: str,
    group: Group,
    seed: int,
    n: int,
    success: bool,
    steps: int = 10,
    error: bool = False,
) -> Result:
    key = EpisodeKey(
        env_id, group, seed, n if group == "same-seed" else 0, n if group == "reworded" else 0
    )
    return Result(
        key,
        success=success,
        score=float(success),
        steps=steps,
        demonstration_steps=5,
        error="stuck" if error else None,
    )


RESULTS = [
    *(result(WIFI, "same-seed", 30, n, n < 18) for n in range(20)),
    *(result(WIFI, "different-seed", seed, 0, seed < 10) for seed in range(20)),
    *(result(WIFI, "reworded", seed, n, False) for seed in range(20) for n in (1, 2)),
    *(result(MERGE, "different-seed", seed, 0, seed < 5, 15, seed == 19) for seed in range(20)),
]


@pytest.fixture
def rows() -> dict[tuple[str, str, str], Row]:
    return {(row.by, row.name, row.group): row for row in summarize(RESULTS)}


def test_rates_have_wilson_intervals(rows: dict[tuple[str, str, str], Row]) -> None:
    row = rows["task", WIFI, "different-seed"]
    assert (row.episodes, row.successes, row.success_rate) == (20, 10, 0.5)
    assert (row.low, row.high) == pytest.approx((0.29930, 0.70070), abs=1e-5)
    every = rows["all", "", "different-seed"]
    assert (every.episodes, every.successes, every.errors) == (40, 15, 1)


def test_groups_are_compared(rows: dict[tuple[str, str, str], Row]) -> None:
    row = rows["task", WIFI, "different-seed"]  # 10 of 20 against 18 of 20
    assert row.p_value == pytest.approx(0.005777, abs=1e-5)
    assert row.significant
    assert rows["task", WIFI, "same-seed"].p_value is None
    assert rows["task", MERGE, "different-seed"].p_value is None
    assert rows["task", WIFI, "reworded"].significant  # 0 of 40 against 10 of 20
    assert rows["rewording", "1", "reworded"].p_value == rows["rewording", "2", "reworded"].p_value
    assert rows["rewording", "0", "different-seed"].p_value is None
    assert not rows["rewording", "0", "different-seed"].significant


def test_steps_are_compared_with_the_demonstrations(rows: dict[tuple[str, str, str], Row]) -> None:
    assert rows["task", WIFI, "different-seed"].step_ratio == 2.0
    assert rows["task", MERGE, "different-seed"].step_ratio == 3.0
    assert rows["all", "", "different-seed"].step_ratio == pytest.approx((10 * 2 + 5 * 3) / 15)
    assert rows["task", WIFI, "reworded"].step_ratio is None  # no success
    assert rows["all", "", "different-seed"].mean_steps == 12.5


def test_mean_over_seeds(rows: dict[tuple[str, str, str], Row]) -> None:
    row = rows["all", "", "different-seed"]  # seeds 0-4: 1, 5-9: 1/2, 10-19: 0
    assert row.seed_mean == pytest.approx(0.375)
    squares = 5 * (1 - 0.375) ** 2 + 5 * (0.5 - 0.375) ** 2 + 10 * 0.375**2
    assert row.seed_std == pytest.approx((squares / 19) ** 0.5)
    assert rows["all", "", "same-seed"].seed_mean is None
    assert rows["seed", "7", "different-seed"].success_rate == 0.5
    assert ("seed", "30", "same-seed") not in rows


def test_tables_by_difficulty_and_tag(rows: dict[tuple[str, str, str], Row]) -> None:
    assert rows["difficulty", "easy", "different-seed"].successes == 10
    assert rows["difficulty", "hard", "different-seed"].successes == 5
    assert rows["tag", "screen_reading", "different-seed"].episodes == 20
    assert rows["tag", "data_edit", "different-seed"] == Row(
        **{**vars(rows["tag", "data_entry", "different-seed"]), "name": "data_edit"}
    )
    untagged = summarize(
        [result("AndroidWorld/SystemBluetoothTurnOff-v0", "same-seed", 0, 0, True)]
    )
    assert [row.name for row in untagged if row.by == "tag"] == ["untagged"]
    names = [row.name for row in summarize(RESULTS) if row.by == "difficulty"]
    assert names == ["easy"] * 3 + ["hard"]


def test_the_csv_has_every_row(tmp_path: Path) -> None:
    rows = write_report(RESULTS, tmp_path)
    with open(tmp_path / "summary.csv", encoding="utf-8", newline="") as file:
        read = list(csv.DictReader(file))
    assert [(r["by"], r["name"], r["group"]) for r in read] == [
        (row.by, row.name, row.group) for row in rows
    ]
    task = next(r for r in read if r["name"] == MERGE)
    assert task["success_rate"] == "0.25" and task["p_value"] == "" and task["errors"] == "1"


def test_the_chart_is_a_picture(tmp_path: Path) -> None:
    write_report(RESULTS, tmp_path)
    with Image.open(tmp_path / "chart.png") as picture:
        assert picture.size == (400, 300)
        assert len(picture.convert("RGB").getcolors(2**24) or ()) > 10


def test_a_chart_of_many_tasks_has_several_lines(tmp_path: Path) -> None:
    ids = [f"Many/Task{n:02}-v0" for n in range(50)]
    template = summarize(RESULTS[:20])[1]
    draw_chart([replace(template, name=env_id) for env_id in ids], tmp_path / "chart.png")
    with Image.open(tmp_path / "chart.png") as picture:
        assert picture.size == (650, 600)


def test_nothing_to_report(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="no episodes"):
        write_report([], tmp_path)
    assert not list(tmp_path.iterdir())


def test_an_id_that_is_no_longer_there(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="'AndroidWorld/Gone-v0' is not a registered id"):
        write_report([result("AndroidWorld/Gone-v0", "same-seed", 0, 0, True)], tmp_path)
