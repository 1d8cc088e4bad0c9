"""The tables of docs/android_in_the_wild.md say what examples/results/aitw_bc says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "examples" / "results" / "aitw_bc"
RESULTS: dict[str, Any] = json.loads((FOLDER / "results.json").read_text())
LIVE: dict[str, Any] = json.loads((FOLDER / "live.json").read_text())
SPLITS = (
    "standard", "unseen_android_version", "unseen_subject", "unseen_verb", "unseen_domain"
)  # fmt: skip
POLICIES = {
    "majority": "the same action always",
    "nearest": "nearest neighbour",
    "bc_single": "BC-single",
    "bc_history": "BC-history",
    "recorded": "the recorded actions",
}
LEARNED = ("nearest", "bc_single", "bc_history")


def percent(number: float) -> str:
    return f"{100 * number:.1f}"


def score(kind: str, policy: str, name: str) -> str:
    found = RESULTS["splits"].get(kind, {}).get(policy)
    if found is None:
        return "-"
    own = found[name]
    return f"{percent(own['mean'])} [{percent(own['low'])}, {percent(own['high'])}]"


def split_rows(name: str) -> list[str]:
    """The rows of partial or complete match, a column for each split."""
    return [
        f"| {label} | " + " | ".join(score(kind, policy, name) for kind in SPLITS) + " |"
        for policy, label in POLICIES.items()
        if policy != "recorded"
    ]


def type_rows() -> list[str]:
    """Rows of the standard split: a type of action, how many steps, what is matched of them."""
    own = RESULTS["splits"]["standard"]
    rows = []
    for name, found in own["nearest"]["by_type"].items():
        cells = [percent(own[policy]["by_type"][name]["matched"]) for policy in LEARNED]
        rows.append(f"| {name.replace('_', ' ')} | {found['steps']} | {' | '.join(cells)} |")
    typed = [own[policy]["typed_text"] for policy in LEARNED]
    cells = [percent(one["equal"]) for one in typed]
    return [*rows, f"| type, the text too | {typed[0]['steps']} | {' | '.join(cells)} |"]


def live_rows() -> list[str]:
    """Rows of partial match and true success, for each network and split."""
    return [
        f"| {POLICIES[p['variant']]} | {p['split'].replace('_', ' ')} | {p['episodes']} | "
        f"{percent(p['partial'])} | {percent(p['complete'])} | {percent(p['success'])} "
        f"[{percent(p['low'])}, {percent(p['high'])}] |"
        for p in LIVE["points"]
    ]


@pytest.mark.parametrize(
    "row", [*split_rows("partial"), *split_rows("complete"), *type_rows(), *live_rows()]
)
def test_the_page_says_it(row: str) -> None:
    assert row in (ROOT / "docs" / "android_in_the_wild.md").read_text()


def test_pictures_and_sources_are_there() -> None:
    page = (ROOT / "docs" / "android_in_the_wild.md").read_text()
    for name in ("learning_curve.png", "partial_and_success.png"):
        assert f"../examples/results/aitw_bc/{name}" in page
        assert (FOLDER / name).read_bytes().startswith(b"\x89PNG")
    for found in (RESULTS, LIVE):
        assert not found["commit"].endswith("+")
        assert found["commit"] in page


if __name__ == "__main__":  # prints the rows, to be pasted
    for rows in (split_rows("partial"), split_rows("complete"), type_rows(), live_rows()):
        print("\n".join(rows), end="\n\n")
