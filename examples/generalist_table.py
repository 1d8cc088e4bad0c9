"""The table of `generalist.py`: success by id and by suite, and what moves can't express."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from android_gym.evaluation import Result
from android_gym.evaluation.statistics import wilson

__all__ = ["markdown", "table_of"]

_WORDS = ("own words", "reworded")


def table_of(
    results: Sequence[Result], notes: Mapping[str, str], unsayable: Mapping[str, Any]
) -> dict[str, Any]:
    """Return success by id, by suite and in total, for the goals' own words and for rewordings.

    Args:
        results: Results of a sweep.
        notes: How the weights were trained.
        unsayable: By id, the number of demonstrations with an action that no move expresses.
    """
    counts: dict[str, dict[str, tuple[int, int]]] = {}
    errors = 0
    for result in results:
        words = _WORDS[bool(result.key.rewording)]
        won, played = counts.setdefault(result.key.id, {}).get(words, (0, 0))
        counts[result.key.id][words] = won + bool(result.success), played + 1
        errors += bool(result.error)

    def mean(ids: Sequence[str]) -> dict[str, dict[str, float]]:
        found = {}
        for words in _WORDS:
            own = [counts[env_id][words] for env_id in ids if words in counts[env_id]]
            solved, played = sum(won for won, _ in own), sum(count for _, count in own)
            if played:
                low, high = wilson(solved, played)
                shares = {"success": solved / played, "low": low, "high": high}
                found[words] = {k: round(v, 4) for k, v in shares.items()}
                found[words] |= {"episodes": played, "ids": len(own)}
        return found

    suites = sorted({env_id.partition("/")[0] for env_id in counts})
    return {
        "weights": dict(notes),
        "errors": errors,
        "all": mean(list(counts)),
        "suites": {
            suite: mean([env_id for env_id in counts if env_id.startswith(f"{suite}/")])
            for suite in suites
        },
        "ids": {
            env_id: {words: f"{won}/{played}" for words, (won, played) in sorted(own.items())}
            for env_id, own in sorted(counts.items())
        },
        "unsayable": dict(unsayable),
    }


def markdown(table: Mapping[str, Any]) -> str:
    """Return the table as Markdown."""
    lines = [
        "| suite | ids | episodes | success | 95 % interval | reworded |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for name, row in [*table["suites"].items(), ("all", table["all"])]:
        own, other = row["own words"], row.get("reworded")
        reworded = f"{other['success']:.1%} of {other['episodes']}" if other else "-"
        lines.append(
            f"| {name} | {own['ids']} | {own['episodes']} | {own['success']:.1%} "
            f"| {own['low']:.1%} - {own['high']:.1%} | {reworded} |"
        )
    lines += ["", "Each task, with solved episodes of those played (own words):", ""]
    for suite in table["suites"]:
        told = [
            f"{env_id.partition('/')[2]} {own['own words']}"
            for env_id, own in table["ids"].items()
            if env_id.startswith(f"{suite}/") and "own words" in own
        ]
        lines += [f"- **{suite}**: {', '.join(told)}"]
    return "\n".join(lines) + "\n"
