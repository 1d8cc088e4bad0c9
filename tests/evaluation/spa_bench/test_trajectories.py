"""Trajectories of our own episodes and of folders in the benchmark's layout."""

import json

import gymnasium as gym
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.accessibility import UIElement
from android_gym.errors import TraceError
from android_gym.evaluation.spa_bench import CoarseMatcher, from_trace, read_run, write_run
from android_gym.evaluation.spa_bench.trajectories import LoggedAction, Summary, read_log
from android_gym.events import Answer, Declare, Key, Swipe, Tap
from android_gym.task_suite.spa_bench import load
from android_gym.testing.demonstrations import play
from android_gym.trace import EpisodeTrace, ScreenState, TraceStep

from ..conftest import png

RECORD = load("ENG/settings_0")


def screen(*texts, package="com.android.settings", data=None):
    elements = tuple(UIElement(text=text, package_name=package) for text in texts)
    bar = UIElement(text="8:29", package_name="com.android.systemui")
    hidden = UIElement(text="hidden", package_name=package, is_visible=False)
    return ScreenState(0, (108, 240), f"{package}/.Main", (*elements, bar, hidden), data)


def test_a_trace_becomes_screens_and_actions():
    trace = EpisodeTrace(
        "AndroidWorld/X",
        "Do it.",
        screen("home"),
        (
            TraceStep((Tap(5, 6),), screen("Display")),
            TraceStep((), screen("Display"), error="no such element"),
            TraceStep((Swipe(50, 200, 50, 20),), screen("Screen timeout")),
            TraceStep((Answer("30 seconds"),), screen("Screen timeout")),
            TraceStep((Key("BACK"),), screen("Display")),
            TraceStep((Declare(True),), screen("Display")),
        ),
        success=1.0,
    )
    found = from_trace(trace, RECORD)
    assert [shot.texts for shot in found.shots] == [
        ("home",),
        ("Display",),
        ("Display",),
        ("Screen timeout",),
        ("Screen timeout",),
        ("Display",),
    ]
    assert {shot.bar_texts for shot in found.shots} == {("8:29",)}
    assert [action.name for action in found.actions] == ["tap", "none", "swipe", "answer", "press"]
    assert found.actions[0].position == (5, 6) and found.actions[3].detail == "30 seconds"
    assert found.reward == 1.0
    assert CoarseMatcher().match(found).shot == 4


def test_an_episode_of_ours_is_matched():
    env = gym.make("AndroidWorld/SystemWifiTurnOff-v0", observation="goal", trace="pictures")
    play(env, 3)
    found = from_trace(env.unwrapped.trace, RECORD)
    env.close()
    assert found.reward == 1.0 and len(found.shots) == len(found.actions) + 1
    assert all(shot.png for shot in found.shots)
    assert any("Wi" in text for text in found.shots[-1].texts or ())


def test_a_run_is_read_as_it_was_written(tmp_path, trajectory):
    written = trajectory("a", "b", "c")
    summary = Summary(3, True, 1.5, 20.25, 1000, 50)
    write_run(tmp_path / "run", written, summary)
    found = read_run(tmp_path / "run", written.record)
    assert [shot.png for shot in found.shots] == [shot.png for shot in written.shots]
    assert found.actions == written.actions
    assert read_log(tmp_path / "run" / "log.json") == (written.actions, summary)
    data = json.loads((tmp_path / "run" / "log.json").read_text())
    assert data[-1]["total_steps"] == 2 and data[-1]["finish_signal"] == 1


def test_screens_are_in_the_order_of_their_numbers(tmp_path):
    for number in (10, 9, 0):
        (tmp_path / f"{number}.png").write_bytes(png(number))
    (tmp_path / "notes.png").write_bytes(b"")
    found = read_run(tmp_path, RECORD)
    assert [shot.name for shot in found.shots] == ["0.png", "9.png", "10.png"]


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("0.png", b"GIF89a", "0.png is neither PNG"),
        ("log.json", b"{}", "must hold a list"),
        ("log.json", b"[", "log.json is not a log"),
        ("log.json", b"[" * 100_000, "log.json is not a log"),
        ("log.json", b"\xff\xff", "log.json is not a log"),
        ("log.json", b"[3]", "entry 1 must be an object"),
        ("log.json", b'[{"step": 1}]', "entry 1 has no 'action'"),
        ("log.json", b'[{"action": ["tap"]}]', "entry 1: 'action' must be"),
        (
            "log.json",
            b'[{"action": ["tap", {"detail_type": "coordinates", "detail": [1, NaN]}]}]',
            "entry 1: 'action' must be",
        ),
        ("log.json", b'[{"total_steps": -5, "finish_signal": 0}]', "'total_steps' must be"),
        ("log.json", b'[{"total_steps": 1e999, "finish_signal": 0}]', "'total_steps' must be"),
        ("log.json", b'[{"total_steps": 3, "finish_signal": 2}]', "'finish_signal' must be"),
    ],
)
def test_a_damaged_run_is_told(tmp_path, name, data, told):
    (tmp_path / "0.png").write_bytes(png())
    (tmp_path / name).write_bytes(data)
    with pytest.raises(TraceError, match=told):
        read_run(tmp_path, RECORD)


def test_a_folder_without_screens_is_told(tmp_path):
    with pytest.raises(TraceError, match="no screenshots"):
        read_run(tmp_path, RECORD)
    with pytest.raises(TraceError, match="There is no run"):
        read_run(tmp_path / "none", RECORD)


def test_a_log_without_its_end_has_no_summary(tmp_path):
    entry = {"action": ["home", {"detail_type": "string", "detail": None}]}
    (tmp_path / "log.json").write_text(json.dumps([entry]))
    assert read_log(tmp_path / "log.json") == ((LoggedAction("home"),), None)
