"""The table of docs/training.md says what the results in examples/results say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RESULTS = sorted((ROOT / "examples" / "results").glob("*/result.json"))


def row(path: Path) -> str:
    """The row of the table for a result."""
    result = json.loads(path.read_text())
    runs = result["runs"]
    settings = result["hyperparameters"]

    def each(values):
        return " / ".join("-" if value is None else str(value) for value in values)

    first = [run["first_at_0.9"] or {} for run in runs]
    cells = [
        result["task"],
        result["algorithm"] + (", explored" if settings.get("explored_steps") else ""),
        "yes" if settings.get("curriculum") else "no",
        each(f"{run['test']['success']:.2f}" for run in runs),
        each(one.get("steps") for one in first),
        each(one.get("minutes") for one in first),
        each(f"{run['minutes']} ({run['cpu_minutes']})" for run in runs),
    ]
    return f"| {' | '.join(cells)} |"


@pytest.mark.parametrize("path", RESULTS, ids=lambda path: path.parent.name)
def test_the_table_says_what_the_results_say(path):
    page = (ROOT / "docs" / "training.md").read_text()
    assert row(path) in page
    assert f"../examples/results/{path.parent.name}/learning_curve.png" in page
    assert (path.parent / "learning_curve.png").is_file()


def test_the_table_has_no_row_without_a_result():
    lines = (ROOT / "docs" / "training.md").read_text().split("| held-out success, by seed |")[1]
    rows = [line for line in lines.split("\n\n")[0].splitlines()[2:] if line.startswith("|")]
    assert sorted(rows) == sorted(row(path) for path in RESULTS)
    assert rows


if __name__ == "__main__":  # prints the rows, to be pasted
    print("\n".join(map(row, RESULTS)))
