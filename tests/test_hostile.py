"""Values that no argument expects: each is taken, or refused by an error of ours in a line.

Driven by signatures and registries: a new argument, action mode, observation, wrapper, device
option or command is tested here by existing.
"""

from __future__ import annotations

import inspect
import json
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
import typer.main
from typer.testing import CliRunner

import android_gym  # noqa: F401  (registers the ids)
from android_gym import evaluation, wrappers
from android_gym.actions import ACTION_MODES, JSON_FIELDS, JSON_TYPES, Decoded, make_action_mode
from android_gym.cli import app
from android_gym.devices.simulated import SimulatedDevice
from android_gym.env import AndroidTaskEnv
from android_gym.errors import ActionError, AndroidGymError, OptionError
from android_gym.evaluation.results import Result
from android_gym.observations import OBSERVATIONS
from android_gym.testing.rotation import Rotation
from android_gym.vector import AndroidVectorEnv

WIFI = "AndroidWorld/SystemWifiTurnOff"
WIFI_ID = f"{WIFI}-v0"
LONGEST = 700
"""Characters of a message; many list what would be right."""


class Rude:
    """Raises wherever it is looked at."""

    def __repr__(self) -> str:
        raise RuntimeError("no")

    __str__ = __repr__


def nested(depth: int) -> list[Any]:
    inner: list[Any] = []
    for _ in range(depth):
        inner = [inner]
    return inner


VALUES: dict[str, Any] = {
    "none": None,
    "true": True,
    "minus one": -1,
    "fraction": 1.5,
    "nan": math.nan,
    "infinity": math.inf,
    "huge": 10**400,
    "empty": "",
    "word": "x",
    "surrogate": "\ud800",
    "nul": "a\0b",
    "long": "y" * 5000,
    "bytes": b"x",
    "tuple": (),
    "list": [None],
    "deep": nested(2000),
    "dict": {"a": 1},
    "numbers": {1: 2},
    "object": object(),
    "rude": Rude(),
    "array": np.zeros(3),
    "object array": np.array([None, "x"], object),
    "set": {1},
    "range": range(2),
    "function": len,
    "class": dict,
}
values = pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)


def settings_of(function: Callable[..., Any]) -> list[str]:
    """The names of a function's arguments."""
    kinds = (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
    given = inspect.signature(function).parameters.values()
    return [p.name for p in given if p.kind not in kinds and p.name not in ("self", "env")]


def refused_or(make: Callable[[], Any]) -> Any:
    """Return what is made, or None where it is refused as it should be."""
    try:
        return make()
    except AndroidGymError as error:
        assert str(error) and len(str(error)) <= LONGEST, str(error)
        return None


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # some values are names of files
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


# --- environments --------------------------------------------------------------------------------


@values
@pytest.mark.parametrize("name", settings_of(AndroidTaskEnv))
def test_arguments_of_the_environment(name: str, value: Any) -> None:
    env = refused_or(
        lambda: AndroidTaskEnv(**{"task": WIFI, "observation": "goal"} | {name: value})
    )
    if env is not None:
        assert env.reset(seed=0)[0] in env.observation_space
        env.step(env.action_space.sample())
        env.close()


@pytest.fixture(scope="module")
def env() -> Iterator[AndroidTaskEnv]:
    env = AndroidTaskEnv(WIFI, max_steps=10**6)
    env.reset(seed=0)
    yield env
    env.close()


@values
def test_arguments_of_reset(env: AndroidTaskEnv, value: Any) -> None:
    for arguments in (
        {"seed": value},
        {"options": value},
        {"options": {"params": value}},
        {"options": {"rewording": value}},
    ):
        refused_or(lambda arguments=arguments: env.reset(**arguments))
    env.reset(seed=0)


@values
@pytest.mark.parametrize("names", [lambda x: x, lambda x: [x], lambda x: ["goal", x]])
def test_names_of_observations(names: Any, value: Any) -> None:
    refused_or(lambda: AndroidTaskEnv(WIFI, observation=names(value)))


@values
@pytest.mark.parametrize(
    ("mode", "name"),
    [(mode, name) for mode in ACTION_MODES for name in settings_of(ACTION_MODES[mode])],
)
def test_options_of_action_modes(mode: str, name: str, value: Any) -> None:
    made = refused_or(lambda: make_action_mode(mode, {name: value}))
    if made is not None:
        for _ in range(50):  # of each kind of action
            assert made.space.sample() in made.space


@pytest.mark.parametrize("mode", ["json", "discrete"])
@pytest.mark.parametrize("apps", ["Chrome", [None], [nested(2000)], ["Chrome", 1], ["\ud800"]])
def test_apps_are_texts(mode: str, apps: Any) -> None:
    with pytest.raises(OptionError, match="apps"):
        make_action_mode(mode, {"apps": apps})


# --- actions -------------------------------------------------------------------------------------


def parts(action: Any) -> list[str | None]:
    return [None, *action] if isinstance(action, dict) else [None]


@pytest.mark.parametrize("mode", ACTION_MODES)
def test_actions(mode: str) -> None:
    """A bad action is told, costs no more than its step, and the episode goes on."""
    env = AndroidTaskEnv(WIFI, action_mode=mode, observation="goal", max_steps=10**6)
    env.reset(seed=0)
    env.action_space.seed(0)
    for value in VALUES.values():
        for part in parts(env.action_space.sample()):
            sample = env.action_space.sample()
            step(env, value if part is None else {**sample, part: value})
        step(env, env.action_space.sample())
    env.close()


def step(env: AndroidTaskEnv, action: Any) -> dict[str, Any]:
    """Take a step, which may be refused; begin anew where it was the last."""
    try:
        _, _, terminated, truncated, info = env.step(action)
    except ActionError as error:
        assert len(str(error)) <= LONGEST
        return {}
    assert "device_error" not in info
    assert len(info.get("action_error", "")) <= LONGEST
    if terminated or truncated:
        env.reset()
    return info


@pytest.mark.parametrize("kind", JSON_TYPES)
def test_json_actions(kind: str) -> None:
    """A model's worst writing costs a step at most."""
    env = AndroidTaskEnv(WIFI, action_mode="json", observation="goal", max_steps=10**6)
    env.reset(seed=0)
    full = {
        "action_type": kind,
        "x": 5,
        "y": 5,
        "text": "a",
        "direction": "up",
        "app_name": "Clock",
    }
    for name in (*JSON_FIELDS, "other"):
        for value in VALUES.values():
            action = {**full, name: value}
            assert step(env, action), "a dict is not refused but told"
            try:
                text = json.dumps(action)
            except (TypeError, ValueError, RecursionError):
                continue
            assert step(env, text), "a text is not refused but told"
    env.close()


@pytest.mark.parametrize(
    "text", ["", "[", "[" * 100_000, '{"a":' * 100_000, "9" * 5000, "1e999", "null", "\ud800", "{}"]
)
def test_texts_that_are_no_json_action(env: AndroidTaskEnv, text: str) -> None:
    json_env = AndroidTaskEnv(WIFI, action_mode="json", observation="goal")
    json_env.reset(seed=0)
    assert "action_error" in step(json_env, text)
    json_env.close()


@values
def test_texts_that_are_typed(env: AndroidTaskEnv, value: Any) -> None:
    """Also where a field has the focus, and a keyboard is there to take them."""
    from android_gym.events import Launch, Tap, Text

    if isinstance(value, str):
        env.step(Decoded((Launch("Settings"), Tap(540, 600))))
        assert "device_error" not in step(env, Decoded((Text(value),)))
        env.reset(seed=0)


# --- around environments -------------------------------------------------------------------------

WRAPPERS = [cls for cls in vars(wrappers).values() if inspect.isclass(cls)]


@values
@pytest.mark.parametrize(
    ("cls", "name"), [(cls, name) for cls in WRAPPERS for name in settings_of(cls)]
)
def test_arguments_of_wrappers(env: AndroidTaskEnv, cls: Any, name: str, value: Any) -> None:
    arguments = {"folder": "recordings"} if cls is wrappers.RecordDemonstrations else {}
    inner: Any = gym.wrappers.TransformAction(env, lambda a: a, gym.spaces.Discrete(3))
    if cls is not wrappers.ActionHistory:
        inner = env
    refused_or(lambda: cls(inner, **arguments | {name: value}))


@values
@pytest.mark.parametrize("name", settings_of(AndroidVectorEnv))
def test_arguments_of_the_vector_environment(name: str, value: Any) -> None:
    given = {"num_envs": 2, "num_workers": 0, "task": WIFI, "observation": "goal"}
    envs = refused_or(lambda: AndroidVectorEnv(**given | {name: value}))
    if envs is not None:
        envs.reset(seed=0)
        envs.close()


@values
def test_arguments_of_the_vector_environments_methods(value: Any) -> None:
    envs = AndroidVectorEnv(2, num_workers=0, task=WIFI, observation="goal")
    envs.reset(seed=0)
    for call in (
        lambda: envs.reset(seed=value),
        lambda: envs.reset(options=value),
        lambda: envs.reset(options={"reset_mask": value}),
        lambda: envs.step(value),
    ):
        refused_or(call)
    envs.reset(seed=0)
    envs.close()


@values
@pytest.mark.parametrize("name", settings_of(SimulatedDevice))
def test_options_of_the_simulator(name: str, value: Any) -> None:
    device = refused_or(lambda: SimulatedDevice(**{name: value}))
    if device is not None:
        device.close()


# --- evaluation ----------------------------------------------------------------------------------


@pytest.fixture
def _played_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sweep whose episodes need no processes."""
    from importlib import import_module

    monkeypatch.setattr("android_gym.evaluation.report.draw_chart", lambda rows, file: None)
    module = import_module("android_gym.evaluation.workers")
    monkeypatch.setattr(
        module, "play_all", lambda works, *_: ((n, Result(key)) for n, key in works)
    )


@values
@pytest.mark.parametrize("name", sorted({*settings_of(evaluation.sweep)} - {"on_episode"}))
@pytest.mark.usefixtures("_played_at_once")
def test_arguments_of_sweeps(name: str, value: Any) -> None:
    given = {"ids": WIFI_ID, "policy": "random", "out": "sweep", "seeds": [0]}
    refused_or(lambda: evaluation.sweep(**given | {name: value}))


@values
@pytest.mark.parametrize(
    "call",
    [
        evaluation.find_ids,
        evaluation.load_policy,
        evaluation.load,
        lambda value: evaluation.split(value, "test"),
        lambda value: evaluation.split("instance", value),
    ],
)
def test_arguments_of_evaluation(call: Any, value: Any) -> None:
    refused_or(lambda: call(value))


# --- the command line ----------------------------------------------------------------------------

TEXTS = (
    "", "-1", "1.5", "x", "1e999", "nan", "{", "{}", "[" * 5000, "9" * 30, "9" * 5000, "\ud800",
    "/proc/nothing/there", "/dev/null", "*", "a" * 5000,
)  # fmt: skip
VALID = {
    "demo": [WIFI_ID],
    "play": [WIFI_ID],
    "gallery": ["--page", "charts", "--width", "108"],
    "sweep": [WIFI_ID, "--out", "sweep", "--seeds", "0", "--policy", "random"],
    "report": ["sweep"],
    "phone save": ["file"],
    "device setup": ["emulator-5998"],
    "device compare": ["emulator-5998"],
}


def commands(group: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Name and commands; typer's own classes, whose click is not always the installed one."""
    for name, command in sorted(group.commands.items()):
        if hasattr(command, "commands"):
            yield from commands(command, f"{prefix}{name} ")
        else:
            yield prefix + name, command


COMMANDS = dict(commands(typer.main.get_command(app)))


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.usefixtures("_played_at_once")
def test_options_of_commands(
    name: str, monkeypatch: pytest.MonkeyPatch, rotation: Rotation
) -> None:
    monkeypatch.setattr("android_gym.play.Window.run", lambda window: None)
    monkeypatch.setattr("android_gym.simulator.serve.serve", lambda options, ready: None)
    monkeypatch.setattr("android_gym.simulator.serve.serve_many", lambda *_: None)
    for parameter in COMMANDS[name].params:
        if getattr(parameter, "is_flag", False):
            continue
        for number, text in enumerate(TEXTS):
            if not rotation.includes(f"{name} {parameter.name} {number}"):
                continue
            arguments = [*name.split(), *VALID.get(name, [])]
            if parameter.param_type_name == "option":
                arguments += [parameter.opts[0], text]
            else:
                arguments = [*name.split(), "--", text]
            result = CliRunner().invoke(app, arguments)
            told = f"{arguments[:6]}: {result.output[-500:]}"
            assert result.exception is None or isinstance(result.exception, SystemExit), told
            assert result.exit_code in (0, 1, 2), told


def test_every_observation_is_tried() -> None:
    """Those of `OBSERVATIONS` are made by name, and read."""
    for name in OBSERVATIONS:
        env = AndroidTaskEnv(WIFI, observation=name)
        assert env.reset(seed=0)[0] in env.observation_space
        env.close()
