"""The examples as a user runs them: a file, a folder, a plot."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SMALL = "--seeds 3 --envs 2 --eval-every 64 --eval-episodes 1 --test-episodes 2 --quiet".split()


def run(name, out, *arguments):
    """Run an example; return what it has written."""
    done = subprocess.run(
        [sys.executable, EXAMPLES / f"{name}.py", "--out", out, *SMALL, *arguments],
        cwd=out.parent,
        capture_output=True,
        text=True,
        timeout=250,
    )
    assert done.returncode == 0, done.stderr
    assert "held-out success" in done.stdout
    return json.loads((out / "result.json").read_text())


@pytest.mark.slow
@pytest.mark.timeout(600)  # imports torch twice, perhaps on a machine that is busy
@pytest.mark.parametrize(
    "name, options", [("maskable_ppo", ""), ("dqn", "--demonstrations 2 --pretraining 2")]
)
def test_trains_tests_draws_and_is_resumed(tmp_path, name, options):
    out = tmp_path / "out"
    first = run(name, out, "--steps", "128", *options.split())["runs"][0]
    assert first["steps"] >= 128 and first["seed"] == 3
    assert first["test"]["episodes"] == 2
    assert (out / "learning_curve.png").read_bytes().startswith(b"\x89PNG")
    assert list((out / "seed_3").rglob("events.out.tfevents*"))
    more = ("--steps", str(first["steps"] + 64))
    again = run(name, out, *more, *options.split())["runs"][0]
    assert first["steps"] + 64 <= again["steps"] < 2 * first["steps"] + 64
    assert again["curve"][: len(first["curve"])] == first["curve"]
    assert again["minutes"] > first["minutes"]


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_ppo_trains_from_pixels(tmp_path):
    given = ("--steps", "100", "--demonstrations", "2", "--pretraining", "2", "--curriculum")
    result = run("ppo", tmp_path / "out", *given)
    assert result["runs"][0]["steps"] >= 100
    assert result["hyperparameters"]["curriculum"] is True
    assert result["hyperparameters"]["demonstrations"] == 2
    assert result["runs"][0]["all_cpu_minutes"] > result["runs"][0]["cpu_minutes"]


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_clones_demonstrations_and_goes_on_with_ppo(tmp_path):
    task = ("--task", "SystemBluetoothTurnOff", "--demonstrations", "3", "--steps", "100")
    result = run("bc", tmp_path / "out", *task)
    assert result["hyperparameters"]["cloning"]["demonstrations"] == 3
    # The devices of the test look otherwise, but the task has no parameters: three suffice.
    assert result["runs"][0]["curve"][0]["success"] == 1.0


@pytest.fixture(scope="module")
def common():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(EXAMPLES)
        yield importlib.import_module("common")
        for name in ("common", "explore", "pixels"):
            sys.modules.pop(name, None)


@pytest.mark.parametrize(
    "wrong, told",
    [
        ("--task NoSuchTask", "there is no task 'NoSuchTask'"),
        ("--steps 0", "--steps must be 1 or more"),
        ("--eval-every -5", "--eval-every must be 1 or more"),
        ("--minutes 0", "--minutes must be above 0"),
        ("--seeds 1 1", "--seeds must be different"),
        ("--seeds -1", "--seeds"),
        ("--steps many", "invalid int value: 'many'"),
    ],
)
def test_wrong_arguments_are_told_in_a_line(common, capsys, wrong, told):
    parser = common.arguments("An example.", task="SystemWifiTurnOff")
    with pytest.raises(SystemExit) as exit:
        common.parse(parser, ["--out", "somewhere", *wrong.split()])
    assert exit.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert told in line


def test_a_file_is_no_folder_for_results(common, capsys, tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(SystemExit):
        common.parse(
            common.arguments("An example.", task="SystemWifiTurnOff"),
            ["--out", str(tmp_path / "file")],
        )
    assert "is a file" in capsys.readouterr().err


def test_a_run_of_another_task_is_not_gone_on_with(common, tmp_path):
    def args(task):
        given = ["--task", task, "--out", str(tmp_path), "--envs", "2"]
        return common.parse(common.arguments("An example.", task="SystemWifiTurnOff"), given)

    run = common.Run(args("SystemWifiTurnOff"), 0, common.element_env)
    common.write_json(run.folder / "run.json", run.state)
    assert common.Run(args("SystemWifiTurnOff"), 0, common.element_env).state == run.state
    with pytest.raises(SystemExit, match="has a run with .*SystemWifiTurnOff"):
        common.Run(args("SystemWifiTurnOn"), 0, common.element_env)


def test_the_interval_is_wilsons(common):
    # Newcombe (1998), Table I: 81 of 263 gives 0.2553 to 0.3662.
    found = common.summary([True] * 81 + [False] * 182)
    assert found == {"success": 0.308, "low": 0.2553, "high": 0.3662, "episodes": 263}


def test_no_look_of_the_test_is_seen_in_training(common):
    from inspect import signature

    from android_gym.wrappers import RandomizeDevice

    own = {name: each.default for name, each in signature(RandomizeDevice).parameters.items()}
    pixels = importlib.import_module("pixels").LOOKS
    assert pixels["test"] is common.HELD_OUT
    for name in ("densities", "font_scales"):
        assert not set(own[name]) & set(common.HELD_OUT[name])
        seen = [value for looks in pixels.values() for value in looks[name]]
        assert len(set(seen)) == len(seen)


@pytest.mark.parametrize("module, make", [("common", "element_env"), ("pixels", "pixel_env")])
def test_stands_the_checks_of_stable_baselines3(common, module, make):
    from stable_baselines3.common.env_checker import check_env

    env = getattr(importlib.import_module(module), make)("SystemWifiTurnOff")
    check_env(env, warn=False, skip_render_check=True)
    env.close()


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("file", ["checkpoint.zip", "run.json"])
def test_a_damaged_run_is_told_in_one_line(tmp_path, file):
    folder = tmp_path / "out" / "seed_3"
    folder.mkdir(parents=True)
    (folder / "checkpoint.zip").write_bytes(b"PK damaged")
    (folder / file).write_bytes(b"damaged")
    done = subprocess.run(
        [sys.executable, EXAMPLES / "maskable_ppo.py", "--out", tmp_path / "out", *SMALL],
        capture_output=True,
        text=True,
        timeout=250,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("error: ") and done.stderr.count("\n") == 1
    assert str(folder / file) in done.stderr and "to begin anew" in done.stderr
