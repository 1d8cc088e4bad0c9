"""Mobile-Bench's figures of sweeps: numbers of traces made by hand, damaged folders, the page."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

import android_gym  # noqa: F401  (registers the ids)
from android_gym.accessibility import BoundingBox, UIElement
from android_gym.agents.formats import ModelReply
from android_gym.cli import app
from android_gym.errors import OptionError, TraceError
from android_gym.evaluation.mobile_bench import Agent, read_runs, report_html, report_text
from android_gym.evaluation.results import EpisodeKey, Result
from android_gym.events import DeviceEvent, Tap
from android_gym.testing.model_server import ModelServer
from android_gym.trace import API_CALL, EpisodeTrace, ScreenState, TraceStep, save_trace

from ..conftest import MANIFEST, manifest_of

NOTE = {"file": "seating", "minutes": "5", "seconds": "30"}
WHOLE = {"model": "m", "agent": "mobile-bench", "name": "x:ModelPolicy"}


def screen(package: str, text: str) -> ScreenState:
    box = BoundingBox(x_min=0, x_max=100, y_min=0, y_max=100)
    element = UIElement(text=text, package_name=package, is_visible=True, bbox_pixels=box)
    return ScreenState(0, (100, 100), f"{package}/.Main", (element,))


def trace(task: str, seed: int, params: dict[str, str], seen: ScreenState) -> EpisodeTrace:
    """Return an episode with one tap on the screen's element."""
    step = TraceStep((Tap(5, 5),), seen)
    return EpisodeTrace(f"MobileBench/{task}", "", seen, (step,), params=params, seed=seed)


def called(task: str, seed: int, call: str) -> EpisodeTrace:
    """Return an episode with one API call."""
    seen = screen("com.example", "")
    events: tuple[DeviceEvent, ...] = ()
    step = TraceStep(events, seen, notes={API_CALL: call})
    return EpisodeTrace(f"MobileBench/{task}", "", seen, (step,), seed=seed)


def write_run(
    folder: Path, policy: object, episodes: Sequence[tuple[EpisodeTrace, Result | None]]
) -> Path:
    """Write a sweep's folder; an episode without a result has ended in an error."""
    folder.mkdir()
    ids = dict.fromkeys(f"{told.task}-v0" for told, _ in episodes)
    manifest = manifest_of(*ids) | {"policy": policy}
    (folder / "manifest.json").write_text(json.dumps(manifest))
    lines = []
    for told, result in episodes:
        key = EpisodeKey(f"{told.task}-v0", "different-seed", told.seed or 0)
        lines.append(Result(key, error="x") if result is None else replace(result, key=key))
        if result is not None:
            save_trace(told, folder / "traces" / key.file_name)
    (folder / "episodes.jsonl").write_text("".join(f"{line.to_json()}\n" for line in lines))
    return folder


ANY = EpisodeKey("", "different-seed", 0)
SETTINGS = screen("com.android.settings", "Dark theme")


def done(steps: int) -> Result:
    return Result(ANY, success=True, score=1.0, steps=steps, end="declared")


def failed(steps: int) -> Result:
    return Result(ANY, steps=steps, end="declared")


@pytest.fixture
def runs(tmp_path: Path) -> list[Path]:
    whole = [
        (called("DarkThemeOn", 0, "set_dark_theme(on=true): cmd uimode night yes"), done(3)),
        (called("DarkThemeOn", 1, "go_home(): input keyevent"), failed(4)),
        (called("DarkThemeOn", 2, ""), None),
        (trace("SettingsEvening", 0, {}, SETTINGS), replace(failed(20), end="budget")),
        (
            trace("NoteToScreenTimeout", 0, NOTE, screen("net.gsantner.markor", "seating.md")),
            done(9),
        ),
    ]
    without_api = [
        (trace("DarkThemeOn", 0, {}, screen("com.android.settings", "Sound")), failed(5)),
        (trace("DarkThemeOn", 5, {}, SETTINGS), done(5)),
    ]
    without_plan = [(trace("DarkThemeOn", 1, {}, SETTINGS), done(2))]
    return [
        write_run(tmp_path / "whole", WHOLE, whole),
        write_run(tmp_path / "without-api", WHOLE | {"without": "api"}, without_api),
        write_run(tmp_path / "without-plan", WHOLE | {"without": "plan"}, without_plan),
    ]


def tables(text: str) -> dict[str, list[list[str]]]:
    """Return the rows of each table, by its title, without the head."""
    found = {}
    for part in text.split("## ")[1:]:
        title, _, rest = part.partition("\n")
        lines = [line for line in rest.splitlines() if line.startswith("|")]
        found[title] = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    return {title: rows[2:] for title, rows in found.items()}


def test_numbers(runs: list[Path]) -> None:
    text = report_text(read_runs(runs))
    found = tables(text)
    whole, api, plan = found["Results"]
    steps, passed = ["6.00", "20.00", "8.00"], ["50.00", "0.00", "100.00"]
    assert whole[:2] == ["m, mobile-bench", "4"]
    assert whole[2:] == [*steps, *passed, "50.00", "100.00", "50.00", "50.00", "66.67", "50.00"]
    assert api[0] == "m, mobile-bench without api"
    none = ["-", "-"]
    assert api[1:] == ["2", "7.00", *none, "50.00", *none, "100.00", *none, "75.00", *none]
    # Over what both played: seed 0 of DarkThemeOn.
    assert found["With and without APIs"] == [
        ["m, mobile-bench", "1", "2.00", *none, "100.00", *none, "100.00", *none],
        ["m, mobile-bench without api", "1", "10.00", *none, "0.00", *none, "50.00", *none],
    ]
    assert found["With and without plan"] == [
        ["m, mobile-bench", "1", "0.00", *none, "0.00", *none],
        ["m, mobile-bench without plan", "1", "100.00", *none, "100.00", *none],
    ]
    assert "With and without thought" not in found
    assert "Left out: 1 of 8 episodes" in text


def test_runs_of_one_agent_are_one(tmp_path: Path) -> None:
    first = write_run(tmp_path / "a", WHOLE, [(called("DarkThemeOn", 0, "x"), failed(1))])
    second = write_run(tmp_path / "b", WHOLE, [(called("DarkThemeOn", 1, "x"), done(3))])
    other = write_run(
        tmp_path / "c", {"name": "demonstration"}, [(called("DarkThemeOn", 1, "x"), done(3))]
    )
    episodes = read_runs([first, second, other])
    assert {one.agent for one in episodes} == {Agent("m, mobile-bench"), Agent("demonstration")}
    (_, whole) = tables(report_text(episodes))["Results"]
    assert whole[1:3] == ["2", "6.00"]
    with pytest.raises(OptionError, match="DarkThemeOn-v0 with seed 0 was played by m, mobile-"):
        read_runs([first, first])


def test_scores_as_the_published_program_gives_them(tmp_path: Path) -> None:
    seen = screen("com.example", "com.google.android.deskcl")  # all letters, and not the name
    told = trace("AlarmAdd", 0, {"time": "05:30"}, seen)
    run = write_run(tmp_path / "run", WHOLE, [(told, failed(2))])
    assert read_runs([run])[0].level_1.share == 0.0
    assert read_runs([run], strict_upstream=True)[0].level_1.share == 1.0


def test_the_page_has_charts_and_nothing_of_strangers(runs: list[Path]) -> None:
    stranger = WHOLE | {"model": '</svg><script>alert("1|2")</script>&'}
    manifest = json.loads((runs[0] / "manifest.json").read_text())
    (runs[0] / "manifest.json").write_text(json.dumps(manifest | {"policy": stranger}))
    episodes = read_runs(runs)
    page = report_html(episodes)
    assert "<script" not in page and "&lt;script&gt;alert(&quot;1|2&quot;)" in page
    assert not re.search(r"(src|href)=|url\(", page)
    assert "1\\|2" in report_text(episodes)
    charts = [ElementTree.fromstring(svg) for svg in re.findall(r"<svg role.*?</svg>", page)]
    assert len(charts) == 12  # for each level; the whole agent now has another name: no pairs
    bars = {
        title.text.rpartition(" without ")[2]: float(rect.attrib["height"])
        for rect in itertools.chain(*(chart.iter("rect") for chart in charts[3:6]))
        if (title := rect.find("title")) is not None and title.text is not None
    }
    assert bars["api, SAST: 50.00"] == 60.0  # of 120
    assert bars["plan, SAST: 100.00"] == 120.0
    (whole,) = [v for name, v in bars.items() if "script" in name and "MAMT" in name]
    assert whole == 120.0


def cut_trace(run: Path) -> None:
    (file,) = run.glob("traces/*NoteTo*/steps.jsonl")
    file.write_text('{"events": [')


def other_seed(run: Path) -> None:
    (file,) = run.glob("traces/*NoteTo*/trace.json")
    file.write_text(file.read_text().replace('"seed": 0', '"seed": 9'))


def other_params(run: Path) -> None:
    (file,) = run.glob("traces/*NoteTo*/trace.json")
    file.write_text(file.read_text().replace("seating", "{0.__class__}"))


def no_params(run: Path) -> None:
    (file,) = run.glob("traces/*NoteTo*/trace.json")
    file.write_text(file.read_text().replace(json.dumps(NOTE), "{}"))


def no_traces(run: Path) -> None:
    (run / "traces").rename(run / "elsewhere")


def no_policy(run: Path) -> None:
    (run / "manifest.json").write_text(json.dumps(MANIFEST | {"policy": [1]}))


def no_manifest(run: Path) -> None:
    (run / "manifest.json").write_text("[")


def no_sweep(run: Path) -> None:
    (run / "manifest.json").unlink()


def only(run: Path, env_id: str) -> None:
    """Make a run one of another id."""
    (run / "manifest.json").write_text(json.dumps(manifest_of(env_id)))
    line = Result(EpisodeKey(env_id, "different-seed", 0)).to_json()
    (run / "episodes.jsonl").write_text(f"{line}\n")


def other_ids(run: Path) -> None:
    only(run, "AndroidWorld/SystemWifiTurnOff-v0")


def unknown_ids(run: Path) -> None:
    only(run, "MobileBench/Nothing-v0")


def bad_line(run: Path) -> None:
    (run / "episodes.jsonl").write_text("{}\n")


def nothing_played(run: Path) -> None:
    (run / "episodes.jsonl").write_text("")


@pytest.mark.parametrize(("damage", "told"), [
    (cut_trace, "steps.jsonl:1 is not valid JSON"),
    (other_seed, "'MobileBench/NoteToScreenTimeout' with seed 9, not of"),
    (other_params, "is damaged: Parameter 'file'"),
    (no_params, "is damaged:"),
    (no_traces, "with --traces"),
    (no_policy, "'policy' must be an object with a 'name', got [1]"),
    (no_manifest, "is not the manifest"),
    (no_sweep, "holds no sweep"),
    (other_ids, "is not a task of Mobile-Bench"),
    (unknown_ids, "is not a registered id"),
    (bad_line, "line 1"),
    (nothing_played, "There are no episodes in"),
])  # fmt: skip
def test_damage_is_told(runs: list[Path], damage: Callable[[Path], None], told: str) -> None:
    damage(runs[0])
    result = CliRunner().invoke(app, ["mobile-bench", "report", str(runs[0])])
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == 2
    assert told in result.output


def test_a_trace_of_another_task_is_refused(runs: list[Path]) -> None:
    (file,) = runs[0].glob("traces/*NoteTo*/trace.json")
    file.write_text(file.read_text().replace("NoteToScreenTimeout", "DarkThemeOn"))
    with pytest.raises(TraceError, match="is a trace of 'MobileBench/DarkThemeOn'"):
        read_runs(runs)


def test_a_sweep_of_the_agent_and_its_report(tmp_path: Path) -> None:
    call = '{"name": "set_airplane_mode", "arguments": {"on": true}}'
    replies = iter(['{"next": "api"}', call, '{"next": "finish"}'])
    with ModelServer(lambda request: ModelReply(next(replies))) as server:
        arguments = ["sweep", "MobileBench/AirplaneModeOn-v0", "--out", str(tmp_path / "run")]
        arguments += ["--policy", "mobile-bench", "--model", "m", "--base-url", server.base_url]
        arguments += ["--without", "plan", "--without", "thought", "--traces", "--workers", "1"]
        swept = CliRunner().invoke(app, [*arguments, "--seeds", "0"])
    assert swept.exit_code == 0, swept.output
    page = tmp_path / "page.html"
    command = ["mobile-bench", "report", str(tmp_path / "run"), "--html", str(page)]
    told = CliRunner().invoke(app, command)
    assert told.exit_code == 0, told.output
    ((name, count, *rest),) = tables(told.output)["Results"]
    assert (name, count) == ("m, mobile-bench without plan, thought", "1")
    assert rest[::3] == ["1.00", "100.00", "100.00", "100.00"]
    assert "m, mobile-bench without plan, thought" in page.read_text()


def test_parts_are_of_the_agent_alone(tmp_path: Path) -> None:
    command = ["sweep", "MobileBench/AirplaneModeOn-v0", "--out", str(tmp_path / "run")]
    for arguments, told in (
        (["--without", "plan"], "--without: only for a --policy with a model"),
        (["--policy", "mobile-bench"], "needs --model"),
    ):
        result = CliRunner().invoke(app, [*command, *arguments])
        assert result.exit_code == 2
        assert told in " ".join(result.output.split())
