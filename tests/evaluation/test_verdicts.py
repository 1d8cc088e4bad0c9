"""Verdicts on sweeps: what is judged, kept, tried again, and refused."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from android_gym.errors import OptionError, TraceError
from android_gym.evaluation.judges import Question, Verdict
from android_gym.evaluation.results import EpisodeKey, Result
from android_gym.evaluation.verdicts import judge_sweep, load_verdicts
from android_gym.events import Answer
from android_gym.trace import EpisodeTrace, ScreenState, TraceStep, save_trace

from .conftest import manifest_of, png

KEYS = [EpisodeKey("Some/Task-v0", "different-seed", seed) for seed in range(3)]


class Judge:
    """Gives its verdicts in turn, and keeps what it was asked."""

    def __init__(self, *verdicts: Verdict) -> None:
        self.verdicts = list(verdicts)
        self.asked: list[Question] = []

    def judge(self, question: Question) -> Verdict:
        self.asked.append(question)
        return self.verdicts.pop(0)


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """Write a sweep of two episodes, and one that ended in an error."""
    (tmp_path / "manifest.json").write_text(json.dumps(manifest_of(KEYS[0].id)))
    lines = []
    for key in KEYS:
        seen = ScreenState(0, (108, 240), "a.b/.C", (), png())
        step = TraceStep((Answer("Tuesday"),), seen)
        told = EpisodeTrace("Some/Task", f"Goal {key.seed}", seen, (step,), seed=key.seed)
        if key.seed == 2:
            lines.append(Result(key, error="The endpoint is gone."))
            continue
        save_trace(told, tmp_path / "traces" / key.file_name)
        lines.append(Result(key, steps=1, end="declared"))
    (tmp_path / "episodes.jsonl").write_text("".join(f"{one.to_json()}\n" for one in lines))
    return tmp_path


def test_what_was_judged_is_kept_and_what_failed_is_tried_again(run: Path) -> None:
    yes, gone = Verdict(True, reason="Seen."), Verdict(False, "failed", "HTTP 500")
    first = Judge(yes, gone)
    seen = []
    found = judge_sweep(run, first, "m", seen.append)
    assert [one.verdict for one in found] == [yes, gone] and seen == found
    assert [question.task for question in first.asked] == ["Goal 0", "Goal 1"]
    (answered,) = first.asked[0].trajectory.actions
    assert (answered.name, answered.detail) == ("answer", "Tuesday")
    second = Judge(Verdict(False, "unread", asked=5))
    found = judge_sweep(run, second, "m")
    assert [question.task for question in second.asked] == ["Goal 1"]
    assert [one.verdict.outcome for one in found] == ["judged", "unread"]
    assert load_verdicts(run) == found == judge_sweep(run, Judge(), "m")
    with pytest.raises(OptionError, match="has verdicts of 'm'"):
        judge_sweep(run, Judge(), "n")


def test_a_killed_judge_goes_on(run: Path) -> None:
    with pytest.raises(IndexError):
        judge_sweep(run, Judge(Verdict(True)), "m")
    assert [one.key for one in load_verdicts(run)] == KEYS[:1]
    assert len(judge_sweep(run, Judge(Verdict(False)), "m")) == 2


def test_a_sweep_without_pictures_or_of_other_traces_is_refused(run: Path) -> None:
    place = run / "traces" / KEYS[0].file_name
    seen = ScreenState(0, (108, 240), "", ())
    told = EpisodeTrace("Some/Task", "", seen, seed=0)
    for wrong, kind, why in (
        (told, OptionError, "has no pictures"),
        (replace(told, start=replace(seen, png=png()), seed=9), TraceError, "with seed 9"),
        (replace(told, start=replace(seen, png=png()), task="A/B"), TraceError, "'A/B'"),
    ):
        save_trace(wrong, place)
        with pytest.raises(kind, match=why):
            judge_sweep(run, Judge(Verdict(True)), "m")
    (run / "traces").rename(run / "elsewhere")
    with pytest.raises(OptionError, match="has no trace of Some/Task-v0 with seed 0"):
        judge_sweep(run, Judge(), "m")


@pytest.mark.parametrize(
    "line", ["{", "[]", "{}", '{"success": 1}', "\udcff", "[" * 100_000, "outcome", "seed"]
)
def test_a_damaged_file_is_told_with_its_line(run: Path, line: str) -> None:
    judge_sweep(run, Judge(Verdict(True), Verdict(True)), "m")
    file = run / "verdicts.jsonl"
    whole = json.loads(file.read_text().splitlines()[0])
    if line in whole:
        line = json.dumps(whole | {line: "other"})
    file.write_bytes(file.read_bytes() + f"{line}\n".encode("utf-8", "surrogateescape"))
    with pytest.raises(OptionError, match=r"verdicts\.jsonl(:3 is not a verdict| is not a text)"):
        load_verdicts(run)
