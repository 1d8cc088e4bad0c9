"""Sweeps over a checkout of the original: its tasks, a run, its judge and its report."""

from __future__ import annotations

import json
from pathlib import Path

import gymnasium as gym
import pytest
from typer.testing import CliRunner

from android_gym.agents.formats import ModelReply
from android_gym.cli import app
from android_gym.errors import OptionError
from android_gym.evaluation.mobile_bench import find_tasks, read_runs, register_checkout
from android_gym.evaluation.mobile_bench.checkout import load_checkout
from android_gym.testing.model_server import ModelServer


class Spy:
    """Stands for a device: keeps what it was told."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def shell(self, command: str) -> str:
        self.lines.append(command)
        return ""


def test_tasks_are_what_the_checkout_says(checkout: Path) -> None:
    found = register_checkout(checkout)
    assert find_tasks(found, ["MAMT", "SAST-2"]) == (
        "MobileBenchOriginal/SAST-2-v0",
        "MobileBenchOriginal/MAMT-1-v0",
    )
    assert len(find_tasks(found)) == 3 and len(found.refused) == 1
    env = gym.make("MobileBenchOriginal/SAST-2-v0", termination="declared", observation="goal")
    _, info = env.reset(seed=0)
    assert info["goal"] == "The user asks, one after the other:\n1. Open {that}\n2. Close it"
    task = env.unwrapped.task
    assert (task.budget, str(task.checkpoint(info["params"]).expressions["text"])) == (
        10,
        '["Clock"]',
    )
    assert task.success(env.unwrapped.device, info["params"], None) == 0.0
    env.close()
    many = gym.make("MobileBenchOriginal/MAMT-1-v0").unwrapped.task
    spy = Spy()
    many.setup(spy, {})  # what is no name of a package reaches no shell
    assert spy.lines == ["am force-stop a.b", "input keyevent KEYCODE_HOME"]
    assert many.budget == 50


def test_a_checkout_takes_the_place_of_the_one_before(checkout: Path) -> None:
    register_checkout(checkout, ["MobileBenchOriginal/SAST-1-v0"])
    with pytest.raises(gym.error.UnregisteredEnv):
        gym.make("MobileBenchOriginal/SAST-2-v0")
    file = checkout / "data" / "s_app_s_step.json"
    items = json.loads(file.read_text())
    file.write_text(json.dumps([items[0], items[0]]))
    with pytest.raises(OptionError, match="number 1 of SAST is negative or comes twice"):
        register_checkout(checkout)
    assert "MobileBenchOriginal/SAST-1-v0" in gym.registry


@pytest.mark.parametrize("name", ["SAST-3", "sast", "", "SAMT"])
def test_a_task_that_is_not_there_is_told(checkout: Path, name: str) -> None:
    with pytest.raises(OptionError, match="has no task .* such as 'SAST-1'"):
        find_tasks(load_checkout(checkout), [name])


def reply(request: object) -> ModelReply:
    """Turn airplane mode on by a call, say that it was done; judge that it was not."""
    text = str(request)
    if "screenshots of the episode" in text:
        return ModelReply("Reason: nothing is shown.\nResult: 0")
    if "Choose an API" in text:
        return ModelReply('{"name": "set_airplane_mode", "arguments": {"on": true}}')
    return ModelReply('{"next": "finish"}' if "[Call result]" in text else '{"next": "api"}')


def test_a_run_is_judged_and_reported(checkout: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    with ModelServer(reply) as server:
        endpoint = ["--model", "m", "--base-url", server.base_url]
        command = ["mobile-bench", "run", str(checkout), "--out", str(run), "--task", "SAST-1"]
        command += ["--without", "plan", "--without", "thought", *endpoint]
        played = CliRunner().invoke(app, command)
        assert played.exit_code == 0, played.output
        assert "id 3: there is no 'query'" in played.output
        assert "Nobody has judged 1 of 1 episodes" in played.output
        (episode,) = read_runs([run])
        assert (episode.passed, episode.steps) == (None, 1)
        assert (episode.level_1.share, episode.level_2.share) == (0.0, 1 / 3)  # the call alone
        judged = CliRunner().invoke(app, ["judge", str(run), *endpoint])
        assert judged.exit_code == 0, judged.output
        assert "0 of 1 episodes succeeded according to m" in judged.output
    (episode,) = read_runs([run])  # without the checkout: its trace has the stations
    assert (episode.passed, episode.steps) == (False, 10)
    told = CliRunner().invoke(app, ["mobile-bench", "report", str(run)])
    assert "Nobody has judged" not in told.output


def test_damaged_stations_are_told(checkout: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    with ModelServer(lambda request: ModelReply('{"next": "finish"}')) as server:
        command = ["mobile-bench", "run", str(checkout), "--out", str(run), "--task", "SAST-2"]
        command += ["--without", "plan", "--without", "thought", "--model", "m"]
        played = CliRunner().invoke(app, [*command, "--base-url", server.base_url])
    assert played.exit_code == 0, played.output
    (file,) = run.glob("traces/*/trace.json")
    whole = file.read_text()
    for wrong, why in (
        ("[1, 2]", "no 'stations'"),
        ('{"text": "[a"}', "Expected"),
        ('{"x": "a"}', "no kind 'x'"),
    ):
        file.write_text(whole.replace(json.dumps({"text": '["Clock"]'}), wrong))
        told = CliRunner().invoke(app, ["mobile-bench", "report", str(run)])
        assert told.exit_code == 2 and why in told.output
