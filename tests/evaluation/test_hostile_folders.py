"""Checkouts and runs that a stranger made: told in a line, nothing outside is read or written."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from android_gym.cli import app
from android_gym.devices import compare
from android_gym.errors import DataError, OptionError, SweepError, TraceError
from android_gym.evaluation.aitw.aitz import read_aitz
from android_gym.evaluation.aitw.dataset import index_path, read_index
from android_gym.evaluation.aitw.tfrecords import RecordReader
from android_gym.evaluation.folder import SweepFolder, replace_file
from android_gym.evaluation.policies import load_policy
from android_gym.evaluation.results import EpisodeKey, Result
from android_gym.simulator import serve
from android_gym.task_suite.spa_bench.records import read_records
from android_gym.trace import EpisodeTrace, ScreenState, TraceStep, save_trace
from android_gym.wrappers.record_demonstrations import load_episode

from .conftest import MANIFEST, manifest_of, png

KEY = EpisodeKey("MobileBench/Some-v0", "different-seed", 0)
FILE = Path("data", "s_app_s_step.json")


def link_out(file: Path) -> None:
    """Put a link to a file beside the folder in its place."""
    other = file.parents[1] / "outside"
    other = other if other.exists() else file.parents[2] / "outside"
    file.symlink_to(other)


def holding(data: bytes) -> Callable[[Path], object]:
    return lambda file: file.write_bytes(data)


HOSTILE: dict[str, Callable[[Path], object]] = {
    "link": link_out,
    "pipe": os.mkfifo,
    "zeros": lambda file: file.symlink_to("/dev/zero"),
    "loop": lambda file: file.symlink_to(file),
    "sparse": lambda file: file.touch() or os.truncate(file, 1 << 40),
    "latin-1": holding("[\u00e9]".encode("latin-1")),
    "deep": holding(b"[" * 200_000),
    "digits": holding(b'[{"id": ' + b"9" * 100_000 + b"}]"),
    "nulls": holding(b"\0" * 1000),
}


def told(*words: object) -> str:
    """Return what a command says, which ends in its own words and with code 2."""
    result = CliRunner().invoke(app, [str(word) for word in words])
    assert result.exit_code == 2, (result.output, result.exception)
    assert isinstance(result.exception, SystemExit)
    assert "Traceback" not in result.output and "secret" not in result.output
    assert len(result.output) < 2_000
    return str(result.output)


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    file = tmp_path / "outside"
    file.write_text('[{"id": 1, "query": "secret", "check_point": {"text": "secret"}}]\n')
    return file


def checkpoint(file: Path) -> object:
    file.with_suffix(".zip").write_bytes(b"")
    return load_policy(str(file.with_suffix(".zip")), trust=True)


def index_of(file: Path) -> object:
    shard = file.with_suffix("")
    shard.write_bytes(b"")
    return read_index(shard)


READERS: dict[str, tuple[str, Callable[[Path], object]]] = {
    "a checkpoint's description": ("x.json", checkpoint),
    "a recording of a device": ("x.json", compare.load),
    "a recorded episode": ("x.npz", load_episode),
    "an image of a phone": ("x.image", serve._read),
    "records of SPA-Bench": ("x.csv", read_records),
    "episodes of AitW": ("x-00000-of-00001", lambda file: list(RecordReader(file))),
    "an index of them": (index_path("x").name, index_of),
    "an episode of AitZ": ("x.json", read_aitz),
}


@pytest.mark.parametrize("how", ["pipe", "zeros", "folder"])
@pytest.mark.parametrize("what", READERS)
def test_readers_wait_for_nothing(tmp_path: Path, what: str, how: str) -> None:
    name, read = READERS[what]
    file = tmp_path / name
    {**HOSTILE, "folder": Path.mkdir}[how](file)
    with pytest.raises((OSError, OptionError, DataError)) as found:
        read(file)
    assert len(str(found.value)) < 500


@pytest.mark.parametrize("how", HOSTILE)
def test_a_hostile_checkout_is_told(tmp_path: Path, outside: Path, how: str) -> None:
    file = tmp_path / "checkout" / FILE
    file.parent.mkdir(parents=True)
    HOSTILE[how](file)
    run = tmp_path / "run"
    told("mobile-bench", "run", file.parents[1], "--out", run, "--policy", "random")
    assert not run.exists()


def test_what_is_left_out_of_a_checkout_has_no_control_characters(tmp_path: Path) -> None:
    file = tmp_path / "checkout" / FILE
    file.parent.mkdir(parents=True)
    evil = "\x1b]0;owned\x07\u202e" + "x" * 100_000
    wrong = [evil, {"id": evil}, {"id": 1, "check_point": evil}, {"id": 2, "query": [[evil]]}]
    points = {"check_point": {"text": evil}}
    wrong += [{"id": 3, "query": "a", "check_point": {evil: 1}}, {"id": 4, "query": 5, **points}]
    file.write_text(json.dumps(wrong))
    said = told(
        "mobile-bench", "run", file.parents[1], "--out", tmp_path / "run", "--policy", "random"
    )
    assert said.count("left out: ") == len(wrong)
    assert "\x1b" not in said and "\x07" not in said and "\u202e" not in said


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """Write a run of one episode, with a picture."""
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "manifest.json").write_text(json.dumps(manifest_of(KEY.id)))
    seen = ScreenState(0, (108, 240), "a.b/.C", (), png())
    trace = EpisodeTrace("MobileBench/Some", "Goal", seen, (TraceStep((), seen),), seed=0)
    save_trace(trace, folder / "traces" / KEY.file_name)
    line = Result(KEY, steps=1, end="declared").to_json()
    (folder / "episodes.jsonl").write_text(f"{line}\n")
    return folder


@pytest.mark.parametrize(
    "name", ["manifest.json", "episodes.jsonl", "verdicts.jsonl", "trace.json", "*.png"]
)
@pytest.mark.parametrize("how", HOSTILE)
def test_a_hostile_run_is_not_judged(run: Path, outside: Path, how: str, name: str) -> None:
    file = next(run.rglob(name), run / name)
    file.unlink(missing_ok=True)
    HOSTILE[how](file)
    if name == "episodes.jsonl" and how in ("latin-1", "deep", "digits", "nulls"):
        file.write_bytes(file.read_bytes() + b"\n")  # a line without an end is one that a kill tore
    told("judge", run, "--model", "m", "--base-url", "http://127.0.0.1:9/v1")


def test_traces_elsewhere_are_not_judged(run: Path) -> None:
    (run / "traces").rename(run.parent / "elsewhere")
    (run / "traces").symlink_to(run.parent / "elsewhere")
    said = told("judge", run, "--model", "m", "--base-url", "http://127.0.0.1:9/v1")
    assert "leads out of" in " ".join(said.split())


@pytest.mark.parametrize("name", [".lock", "episodes.jsonl", "manifest.json.new"])
def test_a_sweep_writes_through_no_link(tmp_path: Path, outside: Path, name: str) -> None:
    run = tmp_path / "run"
    if name == ".lock":
        outside.unlink()  # it would be made
    else:
        outside.write_text("no whole line")  # it would be cut off, or replaced
    run.mkdir()
    (run / "manifest.json").write_text(json.dumps(MANIFEST))
    (run / name).symlink_to(outside)
    with contextlib.suppress(OptionError, SweepError):
        SweepFolder(run, MANIFEST | {"seeds": [0, 1, 2, 3]}).add(Result(KEY))
    assert not outside.exists() if name == ".lock" else outside.read_text() == "no whole line"


def test_a_trace_is_written_through_no_link(tmp_path: Path, outside: Path) -> None:
    before = outside.read_bytes()
    (tmp_path / "steps.jsonl").symlink_to(outside)
    seen = ScreenState(0, (108, 240), "a.b/.C", (), None)
    with pytest.raises(TraceError, match="it is a link"):
        save_trace(EpisodeTrace("Some/Task", "Goal", seen, (TraceStep((), seen),)), tmp_path)
    assert outside.read_bytes() == before


def test_verdicts_are_not_written_through_a_link(run: Path, outside: Path) -> None:
    (run / "verdicts.jsonl.new").symlink_to(outside)
    before = outside.read_bytes()
    replace_file(run / "verdicts.jsonl", b"{}\n")
    assert outside.read_bytes() == before
    assert (run / "verdicts.jsonl").read_bytes() == b"{}\n"
