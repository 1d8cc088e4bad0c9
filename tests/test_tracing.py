"""Traces that environments keep, and tasks that are judged by them."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from typing import Any

import gymnasium as gym
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.actions import Decoded
from android_gym.env import AndroidTaskEnv
from android_gym.errors import DeviceError, OptionError
from android_gym.events import Answer, Declare, Key, Launch, Tap, Wait
from android_gym.task_suite.task import NearMiss, Params, Task
from android_gym.trace import EpisodeTrace, load_trace, save_trace

WIFI_OFF = "AndroidWorld/SystemWifiTurnOff-v0"


class LookAtTheScreen(Task):
    """Say what is on a page of Settings, which nothing on the device tells afterwards."""

    template = "What is on the screen when Settings is open? Name one entry."
    apps = ("Settings",)
    answers = True

    def judge(self, trace: EpisodeTrace, params: Params) -> float:  # type: ignore[override]
        """1.0 if the answer was on a screen of Settings."""
        seen = {
            text
            for screen in trace.screens
            if screen.package == "com.android.settings"
            for text in screen.texts
        }
        return float(trace.answer in seen)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        return {"a guess": lambda device: "Network & internet"}


class LookAndTurnOff(LookAtTheScreen):
    """Both: a state that has to come about, and a look."""

    def setup(self, device: Any, params: Params) -> None:
        device.shell("svc wifi enable && sleep 3")

    def success(self, device: Any, params: Params, answer: str | None) -> float:
        return float(device.get_setting("global", "wifi_on") == "0")


def made(task: Task | str, **options: Any) -> AndroidTaskEnv:
    return AndroidTaskEnv(
        task, **{"observation": "goal", "termination": "declared", "rules": "strict", **options}
    )


LOOK = Decoded((Launch("Settings"), Wait(2000)))
ANSWER = Decoded(declared=True, answer="Network & internet")


def played(env: AndroidTaskEnv, *actions: Decoded) -> float:
    env.reset(seed=0)
    for action in actions:
        _, reward, *_ = env.step(action)
    return float(reward)


def test_declaring_or_guessing_at_once_does_not_solve_a_task_that_only_looks() -> None:
    env = made(LookAtTheScreen())
    assert played(env, Decoded(declared=True)) == 0.0
    assert played(env, ANSWER) == 0.0
    assert played(env, LOOK, Decoded(declared=True)) == 0.0
    assert played(env, LOOK, Decoded(declared=True, answer="Network")) == 0.0
    assert played(env, LOOK, ANSWER) == 1.0
    assert played(env, LOOK, Decoded((Key("KEYCODE_HOME"),)), ANSWER) == 1.0
    assert played(env, ANSWER) == 0.0, "what was seen is of this episode"
    env.close()


def test_where_something_is_harmed_looking_does_not_solve_it() -> None:
    env = made(LookAtTheScreen())
    env.reset(seed=0)
    env.step(LOOK)
    env.device.shell("rmdir /sdcard/Ringtones")
    _, reward, _, _, info = env.step(ANSWER)
    assert reward == 0.0
    assert info["side_effects"] == ["folder lost: /storage/emulated/0/Ringtones"]
    env.close()


def test_with_both_the_lower_score_counts() -> None:
    env = made(LookAndTurnOff())
    off = Decoded((Tap(1, 1), Wait(100)))
    for looks, turns in ((False, True), (True, False), (True, True)):
        env.reset(seed=0)
        env.step(LOOK if looks else off)
        if turns:
            env.device.shell("svc wifi disable && sleep 3")
            env.mark_start()  # the test did it, not the agent
            if looks:
                env.step(LOOK)
        assert env.step(ANSWER)[1] == float(looks and turns)
    env.close()


def test_a_trace_judge_ends_an_episode_at_the_step_that_solves_it() -> None:
    class OpenSettings(Task):
        template = "Have a look at Settings."

        def judge(self, trace: EpisodeTrace, params: Params) -> float:
            return float("com.android.settings" in trace.packages)

    env = made(OpenSettings(), termination="success", reward_mode="progress")
    env.reset(seed=0)
    assert env.step(Decoded((Wait(100),)))[1:3] == (0.0, False)
    assert env.step(LOOK)[1:3] == (1.0, True)
    env.close()


def test_a_task_that_says_nothing_is_told_so() -> None:
    class Nothing(Task):
        template = "Do nothing."

    env = made(Nothing())
    env.reset(seed=0)
    with pytest.raises(NotImplementedError, match="Nothing must say when it is solved"):
        env.step(Decoded(declared=True))
    env.close()


def test_no_trace_is_kept_unless_asked_for() -> None:
    env = made("AndroidWorld/SystemWifiTurnOff")
    env.reset(seed=0)
    info = env.step(Decoded(declared=True))[-1]
    assert env.trace is None
    assert "trace" not in info
    env.close()


def test_a_trace_has_what_was_done_and_seen(tmp_path: Any) -> None:
    with gym.make(WIFI_OFF, trace=True, termination="declared", observation="goal") as env:
        env.reset(seed=7)
        inner = env.unwrapped
        inner.step(LOOK)
        inner.step(Decoded((Wait(1000),)))
        inner.step(Decoded(error="There is no such button."))
        assert "trace" not in inner.step(Decoded((Key("KEYCODE_HOME"),)))[-1]
        info = inner.step(ANSWER)[-1]
        trace = info["trace"]
    assert trace is inner.trace
    assert (trace.task, trace.goal) == ("AndroidWorld/SystemWifiTurnOff", "Turn wifi off.")
    assert (trace.seed, trace.params, trace.success) == (7, {}, 0.0)
    assert [step.events for step in trace.steps] == [
        LOOK.events,
        (Wait(1000),),
        (),
        (Key("KEYCODE_HOME"),),
        (Answer("Network & internet"),),
    ]
    assert [step.error for step in trace.steps] == [None, None, "There is no such button."] + [
        None
    ] * 2
    assert [step.terminated for step in trace.steps] == [False] * 4 + [True]
    assert [screen.time_ms for screen in trace.screens][:2] == [0, trace.steps[0].screen.time_ms]
    assert trace.steps[1].screen.time_ms == trace.steps[0].screen.time_ms + 1000
    assert trace.packages[1] == "com.android.settings"
    assert "Network & internet" in trace.steps[0].screen.texts
    assert trace.steps[1].screen.elements is trace.steps[0].screen.elements, "shared"
    assert all(screen.png is None for screen in trace.screens)
    assert pickle.loads(pickle.dumps(trace)) == trace
    save_trace(trace, tmp_path / "trace")
    assert load_trace(tmp_path / "trace").steps[4].events == (Answer("Network & internet"),)


def test_pictures_are_kept_once_where_nothing_changed() -> None:
    env = made("AndroidWorld/SystemWifiTurnOff", trace="pictures")
    env.reset(seed=0)
    for action in (LOOK, Decoded(error="no"), Decoded((Key("KEYCODE_HOME"),)), Decoded((), True)):
        env.step(action)
    assert env.trace is not None
    pictures = [screen.png for screen in env.trace.screens]
    assert all(png and png.startswith(b"\x89PNG") for png in pictures)
    assert pictures[1] is pictures[2]
    assert pictures[1] != pictures[3]
    assert env.trace.steps[-1].events == (Declare(),)
    env.close()


def test_a_device_that_fails_ends_the_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    env = made("AndroidWorld/SystemWifiTurnOff", trace=True)
    env.reset(seed=0)
    env.step(LOOK)

    def fail(*_: Any) -> None:
        raise DeviceError("The cable is out.")

    monkeypatch.setattr(env.device, "perform", fail)
    info = env.step(LOOK)[-1]
    last = info["trace"].steps[-1]
    assert len(info["trace"].steps) == 2
    assert (last.error, last.truncated, last.events) == ("The cable is out.", True, ())
    assert last.screen is info["trace"].steps[0].screen
    env.close()


@pytest.mark.parametrize("trace", ["yes", 1, None])
def test_there_is_no_such_kind_of_trace(trace: Any) -> None:
    with pytest.raises(OptionError, match="trace"):
        made("AndroidWorld/SystemWifiTurnOff", trace=trace)
