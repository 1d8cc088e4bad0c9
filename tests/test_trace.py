"""Episode traces and their files."""

import dataclasses
import json
import math

import pytest

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.errors import TraceError
from android_gym.events import Answer, Declare, Tap, Text
from android_gym.trace import EpisodeTrace, ScreenState, TraceStep, load_trace, save_trace

PNG = b"\x89PNG\r\n\x1a\n" + b"picture"


def screen(activity="a.b/a.b.Main", *texts, time_ms=0, png=None):
    elements = tuple(
        UIElement(text=text, is_visible=True, bbox_pixels=BoundingBox(0, 10.5, 0, 20))
        for text in texts
    )
    return ScreenState(time_ms, (1080, 2400), activity, elements, png)


HOME = screen("launcher/launcher.Home", "Phone", png=PNG)
TRACE = EpisodeTrace(
    task="AndroidWorld/SystemWifiTurnOff",
    goal="Turn wifi off. 東京",
    start=HOME,
    steps=(
        TraceStep((Tap(1, 2),), screen("a.b/a.b.Main", "One", time_ms=500, png=PNG)),
        TraceStep((), screen("a.b/a.b.Other", "Two", time_ms=900), error="no such element"),
        TraceStep((Text("x"), Answer("first")), screen("c/c.D", time_ms=1200), notes={"tokens": 5}),
        TraceStep((Answer("last"), Declare()), HOME, reward=1.0, terminated=True),
    ),
    params={"names": ["a", None, 1.5]},
    seed=30,
    success=1.0,
    notes={"agent": "T3A"},
)


def test_what_judges_ask():
    assert TRACE.answer == "last" and TRACE.declared
    assert TRACE.packages == ("launcher", "a.b", "c", "launcher")
    assert [s.time_ms for s in TRACE.screens] == [0, 500, 900, 1200, 0]
    assert list(TRACE.events)[0] == Tap(1, 2) and len(list(TRACE.events)) == 5
    empty = EpisodeTrace("A/B", "go", HOME)
    assert (empty.answer, empty.declared, empty.packages) == (None, False, ("launcher",))
    assert empty.then(TRACE.steps[0]).steps == TRACE.steps[:1] and empty.steps == ()


def test_texts_are_those_that_can_be_seen():
    hidden = UIElement(text="hidden", is_visible=False)
    icon = UIElement(text="", content_description="Search")
    typed = UIElement(text="typed", is_editable=True)
    shown = dataclasses.replace(
        screen("a/b", "One"), elements=(hidden, icon, typed, UIElement(text="x"))
    )
    assert list(shown.texts) == ["Search", "x"]


def test_round_trip(tmp_path):
    save_trace(TRACE, tmp_path / "new" / "folder")
    assert load_trace(tmp_path / "new" / "folder") == TRACE
    assert len(list((tmp_path / "new" / "folder").glob("*.png"))) == 1  # the same picture twice
    save_trace(dataclasses.replace(TRACE, steps=()), tmp_path / "new" / "folder")
    assert load_trace(tmp_path / "new" / "folder").steps == ()


def test_what_is_no_json_cannot_be_saved(tmp_path):
    for value in (object(), float("nan"), "\ud800"):
        with pytest.raises(TraceError):
            save_trace(dataclasses.replace(TRACE, notes={"x": value}), tmp_path / "t")


@pytest.fixture
def saved(tmp_path):
    save_trace(TRACE, tmp_path)
    return tmp_path


def change(folder, file, line, *path_and_value):
    """Replace a value within a line of JSON."""
    lines = (folder / file).read_text().splitlines()
    data = json.loads(lines[line - 1])
    *path, last, value = path_and_value
    inner = data
    for key in path:
        inner = inner[key]
    inner[last] = value
    lines[line - 1] = json.dumps(data)
    (folder / file).write_text("\n".join(lines) + "\n")


@pytest.mark.parametrize(
    ("where", "said"),
    [
        (("trace.json", 1, "version", 2), "version 2"),
        (("trace.json", 1, "version", True), "version True"),
        (("trace.json", 1, "version", "9" * 9999), "; this package reads 1. Use the release"),
        (("trace.json", 1, "steps", 5), "ends before line 5"),
        (("trace.json", 1, "steps", 3), "more than the 3 steps"),
        (("trace.json", 1, "steps", 10**9), "'steps' must be from 0"),
        (("trace.json", 1, "goal", 5), "'goal' must be of type str"),
        (("trace.json", 1, "seed", True), "'seed' must be of type int"),
        (("trace.json", 1, "seed", -1), "'seed' must be from 0 on, got -1"),
        (("trace.json", 1, "success", 1.5), "'success' must be from 0 to 1, got 1.5"),
        (("trace.json", 1, "success", -1), "'success' must be from 0 to 1, got -1.0"),
        (("trace.json", 1, "success", 10**400), "'success' must be a finite number"),
        (("trace.json", 1, "notes", {"a": math.nan}), "NaN is no number"),
        (("trace.json", 1, "start", "png", "../../etc/passwd"), "32 hexadecimal digits"),
        (("trace.json", 1, "start", "png", "0" * 32), "missing"),
        (("trace.json", 1, "start", "size", [1080]), "'size' must be"),
        (("trace.json", 1, "start", "size", [1080, True]), "'size' must be"),
        (("steps.jsonl", 2, "events", {"type": "tap"}), "steps.jsonl:2: 'events'"),
        (("steps.jsonl", 1, "events", [{"type": "tap", "x": 1}]), "steps.jsonl:1: 'tap' needs"),
        (("steps.jsonl", 1, "events", 0, "x", "1"), "'x' of 'tap'"),
        (("steps.jsonl", 3, "reward", "1"), "'reward' must be of type float"),
        (("steps.jsonl", 3, "reward", math.inf), "steps.jsonl:3 is not valid JSON: Infinity"),
        (("steps.jsonl", 3, "terminated", 1), "'terminated' must be of type bool"),
        (("steps.jsonl", 1, "screen", "elements", [{"colour": 1}]), "is not an element"),
        (("steps.jsonl", 1, "screen", "elements", 0, "text", 5), "'text' must be of type str"),
        (("steps.jsonl", 1, "screen", "elements", 0, "bbox_pixels", [1, 2]), "must be 4 numbers"),
        (("steps.jsonl", 1, "screen", "elements", 0, "bbox_pixels", [10**400] * 4), "4 numbers"),
    ],
    ids=lambda v: str(v[:5]) if isinstance(v, tuple) else None,
)
def test_damage_is_named_by_its_place(saved, where, said):
    change(saved, *where)
    with pytest.raises(TraceError) as caught:
        load_trace(saved)
    assert said in str(caught.value) and len(str(caught.value)) < 500


def test_a_number_beyond_all_is_none(saved):
    text = (saved / "steps.jsonl").read_text()
    assert '"reward": 0.0' in text
    (saved / "steps.jsonl").write_text(text.replace('"reward": 0.0', '"reward": 1e999', 1))
    with pytest.raises(TraceError, match="'reward' must be a finite number, got inf"):
        load_trace(saved)


def test_files_that_are_not_there_or_cut_short(saved):
    with pytest.raises(TraceError, match="no trace"):
        load_trace(saved / "nothing")
    whole = (saved / "steps.jsonl").read_bytes()
    (saved / "steps.jsonl").write_bytes(whole[:-30])
    with pytest.raises(TraceError, match="steps.jsonl:4 is not valid JSON"):
        load_trace(saved)
    (saved / "steps.jsonl").write_text("[" * 100_000)
    with pytest.raises(TraceError, match="steps.jsonl:1 is not valid JSON"):
        load_trace(saved)


def test_a_picture_that_is_none(saved):
    (path,) = saved.glob("*.png")
    path.write_bytes(b"GIF89a")
    with pytest.raises(TraceError, match="not a PNG"):
        load_trace(saved)


def test_a_line_without_end_is_not_read_whole(saved, monkeypatch):
    monkeypatch.setattr("android_gym.trace._MAX_LINE_BYTES", 100)
    with pytest.raises(TraceError, match="longer than 100 bytes"):
        load_trace(saved)
