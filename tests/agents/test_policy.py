"""Models as policies, and in sweeps."""

from __future__ import annotations

import json
import pickle
from importlib.metadata import version
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest
from typer.testing import CliRunner

import android_gym  # noqa: F401  (registers the ids)
from android_gym.agents.client import ChatClient
from android_gym.agents.formats import ModelReply, make_format
from android_gym.agents.policy import ModelPolicy
from android_gym.cli import app
from android_gym.errors import ActionError, ModelError, OptionError
from android_gym.evaluation import EpisodeKey, load
from android_gym.evaluation.playing import Job, Player
from android_gym.evaluation.policies import load_policy, policy_name
from android_gym.events import Declare, Tap
from android_gym.testing.model_server import DemonstrationBrain, Fault, ModelServer
from android_gym.trace import load_trace

TASK = "AndroidWorld/SystemWifiTurnOff-v0"
FORMAT = "ui-tars-1.5"


@pytest.fixture
def env() -> Any:
    made = gym.make(TASK, termination="declared", **ModelPolicy.env_options)
    yield made
    made.close()


def test_a_model_plays_an_episode(env: Any) -> None:
    _, info = env.reset(seed=1)
    device, task = env.get_wrapper_attr("device"), type(env.get_wrapper_attr("task"))
    brain = DemonstrationBrain(make_format(FORMAT), task, device, info["goal"])
    with ModelServer(brain) as server:
        policy = ModelPolicy(ChatClient(server.base_url, "m", max_calls=30), FORMAT)
        assert policy.prepare(env) is env
        policy.reset(info["goal"], 0)
        over, reward = False, 0.0
        while not over:
            _, reward, terminated, truncated, info = env.step(policy.act(None, info))
            over = terminated or truncated
    assert reward == 1.0


def test_actions_of_a_reply_are_done_one_by_one_until_one_fails(env: Any) -> None:
    _, info = env.reset(seed=1)
    two = ModelReply("Action: click(point='<point>1 1</point>')\n\npress_back()")
    with ModelServer(lambda request: two) as server:
        policy = ModelPolicy(ChatClient(server.base_url, "m"), FORMAT)
        policy.prepare(env)
        policy.reset("Go.", 0)
        taps = [policy.act(None, info).events for _ in range(3)]
        assert len(server.requests) == 2
        assert isinstance(taps[0][0], Tap)
        assert taps[0] == taps[2] != taps[1]
        policy.act(None, {"action_error": "There is no such app."})  # not press_back()
        assert len(server.requests) == 3
        assert "no such app" in str(server.requests[2])
        policy.reset("Go.", 0)
        assert policy.act(None, info).events == taps[0]
        assert "no such app" not in str(server.requests[3])


def test_an_endpoint_that_fails_is_no_reply(env: Any) -> None:
    _, info = env.reset(seed=1)
    with ModelServer(lambda request: Fault(500, b"")) as server:
        policy = ModelPolicy(ChatClient(server.base_url, "m", max_retries=0), FORMAT)
        policy.prepare(env)
        policy.reset(info["goal"], 0)
        with pytest.raises(ModelError):
            policy.act(None, info)


def test_mistakes_are_told() -> None:
    client = ChatClient("http://127.0.0.1:9/v1", "m")
    with pytest.raises(OptionError, match="ui-tars"):
        ModelPolicy(client, "ui-tars")
    with pytest.raises(ActionError, match="reset"):
        ModelPolicy(client, FORMAT).act(None, {})


def test_models_are_told_apart_and_reach_workers() -> None:
    policies = [
        ModelPolicy(ChatClient("http://127.0.0.1:9/v1", model), name)
        for model in ("a", "b")
        for name in (FORMAT, "qwen3-vl")
    ]
    extra = ChatClient("http://127.0.0.1:9/v1", "a", extra_body={"top_p": 0.5})
    policies.append(ModelPolicy(extra, FORMAT))
    names = [policy_name(policy) for policy in policies]
    assert len({tuple(sorted(name.items())) for name in names}) == 5
    assert names[0]["name"] == "android_gym.agents.policy:ModelPolicy"
    assert load_policy(policies[0]) is policies[0]
    assert pickle.loads(pickle.dumps(policies[0])).description == policies[0].description


def test_a_sweep_asks_a_model(tmp_path: Path) -> None:
    declares = make_format(FORMAT).render((Declare(),), _screen())
    with ModelServer(lambda request: declares) as server:
        arguments = ["sweep", TASK, "--out", str(tmp_path / "run"), "--seeds", "0:2"]
        arguments += ["--policy", "model", "--model", "m", "--base-url", server.base_url]
        done = CliRunner().invoke(app, [*arguments, "--format", FORMAT, "--workers", "1"])
        assert done.exit_code == 0, done.output
        assert len(server.requests) == 2
    results = load(tmp_path / "run")
    assert [(one.end, one.success, one.steps) for one in results] == [("declared", False, 1)] * 2
    (called,) = map(json.loads, (tmp_path / "run" / "runs.jsonl").read_text().splitlines())
    assert called["policy"]["model"] == "m"
    assert called["packages"]["gymnasium"] == version("gymnasium")


def test_a_trace_keeps_what_a_model_was_asked_and_said(tmp_path: Path) -> None:
    replies = iter(
        [
            ModelReply("Action: click(point='<point>1 1</point>')\n\npress_back()"),
            ModelReply("I would rather talk."),
            Fault(400, b"no more"),
        ]
    )
    key = EpisodeKey(TASK, "different-seed", 3)
    with ModelServer(lambda request: next(replies)) as server:
        policy = ModelPolicy(ChatClient(server.base_url, "m"), FORMAT)
        player = Player(policy, Job(policy, demonstrate=False, traces=tmp_path))
        try:
            result = player.play(key)
        finally:
            player.close()
    trace = load_trace(tmp_path / key.file_name)
    assert "HTTP 400" in str(result.error)
    assert trace.notes["result"]["error"] == result.error
    assert trace.notes["claimed"] is False
    assert trace.notes["policy"] == policy_name(policy)
    first, second, third = trace.steps
    (asked,) = first.notes["asked"]
    assert asked["reply"].startswith("Action: click")
    assert len(asked["prompt_sha256"]) == 64
    assert asked["prompt_tokens"] > 1000 > asked["reply_tokens"] > 10
    assert second.notes == {"more_of_reply": 2}
    assert (third.events, third.notes["asked"][0]["reply"]) == ((), "I would rather talk.")
    assert "Action:" in str(third.error)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--policy", "model", "--model", "m"], "--base-url"),
        (["--model", "m"], "--policy with a model"),
        (["--policy", "model", "--model", "m", "--base-url", "x", "--format", FORMAT], "base_url"),
        (
            ["--policy", "model", "--model", "m", "--base-url", "http://h/v1", "--format", "no"],
            "ui-tars-1.5",
        ),
    ],
)
def test_a_sweep_tells_what_is_missing(tmp_path: Path, arguments: list[str], told: str) -> None:
    command = ["sweep", TASK, "--out", str(tmp_path / "run"), *arguments]
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 2
    assert told in done.output


def _screen() -> Any:
    from android_gym.agents.formats import Screen

    return Screen((1080, 2400))
