"""Policies of all kinds, and finding them."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.errors import DemonstrationError, DependencyError, DeviceError, OptionError
from android_gym.evaluation import EpisodeKey, describe_checkpoint, load_policy
from android_gym.evaluation.playing import Job, Player, _episode
from android_gym.trace import load_trace
from android_gym.wrappers import (
    Curriculum,
    ElementActions,
    FlattenForTraining,
    RandomizeDevice,
    RecordDemonstrations,
    TimePenalty,
)

WIFI_OFF = "AndroidWorld/SystemWifiTurnOff-v0"
FONTS = {"font_scales": [0.85, 1.15]}
SMALL = {"observation": ("ui_text", "goal"), "max_elements": 20, "text_length": 16}


def act(observation: Any, info: dict[str, Any]) -> Any:
    return None


class Stays:
    def reset(self, goal: str, seed: int) -> None:
        self.goal = goal

    def act(self, observation: Any, info: dict[str, Any]) -> Any:
        return None


def factory() -> Any:
    return Stays()


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty current folder, from which modules can be imported."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    known = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - known:
        if getattr(sys.modules[name], "__file__", None) == str(tmp_path / f"{name}.py"):
            del sys.modules[name]


@pytest.mark.parametrize("policy", [Stays, Stays(), factory, act, lambda: Stays])
def test_things_that_are_policies(policy: Any) -> None:
    made = load_policy(policy)
    made.reset("goal", 1)
    assert made.act(None, {}) is None


@pytest.mark.parametrize("policy", [3, "xy", print, object(), lambda one: one, max, None])
def test_things_that_are_not(policy: Any) -> None:
    with pytest.raises(OptionError, match="is not a policy|No policy is called"):
        load_policy(policy)


def test_a_module_of_the_current_folder(here: Path) -> None:
    (here / "agents_of_mine.py").write_text("class Inner:\n  def act(o, i):\n    return 7\n")
    assert load_policy("agents_of_mine:Inner.act", trust=True).act(None, {}) == 7


@pytest.mark.parametrize("policy", ["agents_of_mine:act", "model.zip", "a:b.zip"])
def test_code_is_run_for_those_who_trust_it(here: Path, policy: str) -> None:
    (here / "agents_of_mine.py").write_text("open('owned', 'w')\nact = lambda o, i: 7\n")
    (here / "model.zip").write_bytes(b"")
    (here / "model.json").write_text('{"algorithm": "agents_of_mine:act"}')
    with pytest.raises(OptionError, match="runs code of its own when it is loaded.*--trust"):
        load_policy(policy)
    assert not (here / "owned").exists()
    if policy == "agents_of_mine:act":
        load_policy(policy, trust=True)
        assert (here / "owned").exists()


def test_what_is_installed_goes_before_the_current_folder(here: Path) -> None:
    (here / "agents_of_mine.py").write_text("act = lambda o, i: 7\n")
    (here / "colorsys.py").write_text("1 / 0")
    load_policy("agents_of_mine:act", trust=True)
    sys.modules.pop("colorsys", None)
    import colorsys

    assert not str(colorsys.__file__).startswith(str(here))


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("nowhere_at_all:act", "ModuleNotFoundError: No module named 'nowhere_at_all'"),
        ("json:nothing", "AttributeError: module 'json' has no attribute 'nothing'"),
        ("breaks_when_imported:act", "ZeroDivisionError"),
        (":act", "can't be imported"),
    ],
)
def test_a_policy_that_can_not_be_imported(here: Path, path: str, why: str) -> None:
    (here / "breaks_when_imported.py").write_text("1 / 0")
    with pytest.raises(OptionError, match=why) as caught:
        load_policy(path, trust=True)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("attributes", "why"),
    [
        ({"env_option": {}}, "The policy Odd has 'env_option'. Is 'env_options' meant"),
        ({"prepared": None}, "has 'prepared'. Is 'prepare' meant"),
        ({"env_options": 5}, "env_options of the policy Odd must be a dict of names and values"),
        ({"prepare": 5}, r"prepare of the policy Odd must be a method prepare\(env\)"),
    ],
)
def test_a_slip_in_a_policys_attributes_is_told(attributes: dict[str, Any], why: str) -> None:
    with pytest.raises(OptionError, match=why):
        load_policy(type("Odd", (Stays,), attributes))
    own = {"prepare": lambda self, env: env, "prepared": None, "env_options": {}, "opt": 3}
    load_policy(type("Even", (Stays,), own))


def test_prepare_must_return_the_environment() -> None:
    policy = load_policy(type("Odd", (Stays,), {"prepare": lambda self, env: None}))
    player = Player(policy, Job("random", demonstrate=False))
    with pytest.raises(OptionError, match=r"prepare\(env\) of the policy Odd must return the env"):
        player.play(EpisodeKey(WIFI_OFF, "different-seed", 0))


def test_an_error_of_any_length_and_in_any_characters_is_kept(tmp_path: Path) -> None:
    class Raises(Stays):
        def act(self, observation: Any, info: dict[str, Any]) -> Any:
            raise RuntimeError("\ud800" + "x" * 100_000)

    player = Player(Raises(), Job("random", demonstrate=False, traces=tmp_path))
    error = player.play(EpisodeKey(WIFI_OFF, "different-seed", 0)).error
    player.close()
    assert error is not None and error.startswith(r"RuntimeError: \ud800xxx")
    assert error.endswith("xxx ...") and len(error) < 10_100
    assert len(list(tmp_path.iterdir())) == 1


def test_notes_must_be_a_dict() -> None:
    player = Player(type("Odd", (Stays,), {"notes": [1]})(), Job("random", demonstrate=False))
    error = player.play(EpisodeKey(WIFI_OFF, "different-seed", 0)).error
    player.close()
    assert error is not None and "notes of a policy must be a dict" in error


@pytest.mark.parametrize("value", [{1}, float("nan"), "\ud800", object])
def test_notes_that_no_trace_can_keep_are_the_episodes_error(value: Any, tmp_path: Path) -> None:
    policy = type("Odd", (Stays,), {"notes": {"of": [value]}})()
    player = Player(policy, Job("random", demonstrate=False, traces=tmp_path))
    results = [player.play(EpisodeKey(WIFI_OFF, "different-seed", seed)) for seed in (0, 1)]
    player.close()
    for result in results:
        assert result.error is not None
        assert result.error.startswith("notes of the policy Odd must be JSON values: ")
    assert len(list(tmp_path.iterdir())) == 2


def test_an_error_of_act_is_told_rather_than_wrong_notes(tmp_path: Path) -> None:
    class Raises(Stays):
        notes = {"of": {1}}

        def act(self, observation: Any, info: dict[str, Any]) -> Any:
            raise RuntimeError("lost")

    player = Player(Raises(), Job("random", demonstrate=False, traces=tmp_path))
    result = player.play(EpisodeKey(WIFI_OFF, "different-seed", 0))
    player.close()
    assert result.error == "RuntimeError: lost"


def test_notes_are_kept_as_they_were_after_each_action(tmp_path: Path) -> None:
    class Counts:
        env_options = {"action_mode": "json", "observation": "goal"}

        def reset(self, goal: str, seed: int) -> None:
            self.notes: dict[str, list[int]] = {"so_far": []}

        def act(self, observation: Any, info: dict[str, Any]) -> Any:
            self.notes["so_far"].append(len(self.notes["so_far"]))
            if len(self.notes["so_far"]) > 2:
                raise RuntimeError("enough")
            return '{"action_type": "wait"}'

    player = Player(Counts(), Job("random", demonstrate=False, traces=tmp_path))
    player.play(EpisodeKey(WIFI_OFF, "different-seed", 0))
    player.close()
    trace = load_trace(next(tmp_path.iterdir()))
    assert [step.notes["so_far"] for step in trace.steps] == [[0], [0, 1]]
    assert trace.notes["unfinished"] == {"so_far": [0, 1, 2]}


def test_episodes_of_functions_and_objects() -> None:
    class Declares:
        env_options = {"action_mode": "json", "observation": "goal"}

        def reset(self, goal: str, seed: int) -> None:
            self.seen = (goal, seed)

        def act(self, observation: Any, info: dict[str, Any]) -> Any:
            return '{"action_type": "status", "goal_status": "complete"}'

    key = EpisodeKey(WIFI_OFF, "different-seed", 3, rewording=1)
    policy = Declares()
    player = Player(policy, Job(policy))
    result = player.play(key)
    player.close()
    assert policy.seen == ("Disable Wi-Fi.", key.policy_seed)
    assert (result.end, result.score, result.steps) == ("declared", 0.0, 1)
    assert result.demonstration_steps == 5
    assert result.goal == "Disable Wi-Fi."


def test_random_policy_draws_from_the_seed_that_it_is_given() -> None:
    policy = load_policy("random")
    env = gym.make(WIFI_OFF, **policy.env_options)  # type: ignore[attr-defined]
    policy.prepare(env)  # type: ignore[attr-defined]
    drawn = []
    for seed in (1, 2, 1):
        policy.reset("", seed)
        drawn.append([policy.act(None, {})["touch_position"].tolist() for _ in range(3)])
    env.close()
    assert drawn[0] == drawn[2] != drawn[1]


def test_every_repeat_has_another_policy_seed() -> None:
    keys = [EpisodeKey(WIFI_OFF, "same-seed", 30, n) for n in range(50)]
    keys += [EpisodeKey(WIFI_OFF, "reworded", s, 0, n) for s in range(50) for n in (1, 2, 3, 4)]
    assert len({key.policy_seed for key in keys}) == len(keys)
    assert keys[0].policy_seed == 3452156524  # in every process, on every machine


# --- checkpoints ---------------------------------------------------------------------------------


def wrapped() -> gym.Env[Any, Any]:
    env = gym.make(WIFI_OFF, **SMALL)
    return FlattenForTraining(ElementActions(env, elements=20), goal_tokens=8, row_tokens=2)


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that has learned nothing, saved as a training script would."""
    sb3_contrib = pytest.importorskip("sb3_contrib")
    env = wrapped()
    model = sb3_contrib.MaskablePPO("MultiInputPolicy", env, n_steps=8, batch_size=8, seed=0)
    path = tmp_path_factory.mktemp("checkpoint") / "model.zip"
    model.save(path)
    describe_checkpoint(path, model, env, deterministic=False)
    env.close()
    return path


@pytest.mark.slow
def test_a_checkpoint_is_played_on_what_it_was_trained_on(checkpoint: Path) -> None:
    described = json.loads(checkpoint.with_suffix(".json").read_text())
    assert described["algorithm"].startswith("sb3_contrib.")
    assert described["env_options"] == {**SMALL, "observation": ["ui_text", "goal"]}
    assert [w["entry_point"].rpartition(":")[2] for w in described["wrappers"]] == [
        "ElementActions",
        "FlattenForTraining",
    ]
    results = []
    for _ in range(2):
        policy = load_policy(str(checkpoint), trust=True)
        player = Player(policy, Job(str(checkpoint), demonstrate=False))
        for key in [EpisodeKey(WIFI_OFF, "same-seed", 30, n) for n in range(3)]:
            results.append(player.play(key))
        player.close()
    assert [result.error for result in results] == [None] * 6
    assert [r.action_errors for r in results] == [0] * 6  # masks are asked for
    told = [(r.steps, r.end, r.score) for r in results]
    assert told[:3] == told[3:]


def test_what_is_wrong_with_a_checkpoint(here: Path) -> None:
    def refused(match: str, error: type[Exception] = OptionError) -> None:
        with pytest.raises(error, match=match) as caught:
            load_policy("model.zip", trust=True)
        assert "\n" not in str(caught.value)

    def describe(text: object) -> None:
        (here / "model.json").write_text(text if isinstance(text, str) else json.dumps(text))

    refused("no file 'model.zip'")
    (here / "model.zip").write_bytes(b"")
    refused("no file 'model.json'")
    known = {"algorithm": "json:load"}
    for wrong in (
        *("{", [], {}, {"algorithm": 3}, known | {"wrappers": [{}]}, known | {"wrappers": [3]}),
        *(known | {"wrappers": [{"entry_point": 3}]}, known | {"env_options": [1]}),
        known | {"deterministic": "no"},
    ):
        describe(wrong)
        refused("is not a description of a checkpoint")
    describe({"algorithm": "library_that_is_missing:PPO"})
    refused(r"wants 'library_that_is_missing:PPO'.*pip install", DependencyError)
    describe({"algorithm": "json:load", "wrappers": [{"entry_point": "nowhere_at_all:Wrapper"}]})
    refused("wrapper 'nowhere_at_all:Wrapper' can't be imported")


def test_a_wrapper_of_a_checkpoint_has_arguments_by_name(here: Path) -> None:
    (here / "model.zip").write_bytes(b"")
    wrapper = {"entry_point": "android_gym.wrappers:TimePenalty", "kwargs": [1]}
    described = {"algorithm": "json:load", "wrappers": [wrapper]}
    (here / "model.json").write_text(json.dumps(described))
    with pytest.raises(OptionError, match="A wrapper is 'module:Class', or a dict"):
        load_policy("model.zip", trust=True)


class Saved:
    """A model whose file tells the number of its actions and the shape of what it sees."""

    observation_space: gym.Space[Any]
    action_space: gym.Space[Any]

    @classmethod
    def load(cls, path: Path, device: str) -> Saved:
        told = json.loads(path.read_text())
        saved = cls()
        saved.action_space = gym.spaces.Discrete(told["actions"])
        saved.observation_space = gym.spaces.Dict(
            {"pixels": gym.spaces.Box(0, 255, told["shape"], np.uint8)}
        )
        return saved

    def predict(self) -> None:
        """Not asked here."""


class Seen(gym.ObservationWrapper[Any, Any, Any]):
    """Pixels of 2 rows and 4 columns, and three actions."""

    def __init__(self, env: gym.Env[Any, Any]) -> None:
        super().__init__(env)
        self.action_space = gym.spaces.Discrete(3)
        box = gym.spaces.Box(0, 255, (2, 4, 3), np.uint8)
        self.observation_space = gym.spaces.Dict({"pixels": box})


@pytest.mark.parametrize(
    ("saved", "match"),
    [
        ({"actions": 3, "shape": [2, 4, 3]}, ""),
        ({"actions": 3, "shape": [3, 2, 4]}, ""),  # as libraries turn pictures
        ({"actions": 2, "shape": [2, 4, 3]}, ""),  # trained where nothing is declared
        ({"actions": 3, "shape": [4, 2, 3]}, "model.zip' was trained with the observation_space"),
        ({"actions": 4, "shape": [2, 4, 3]}, r"the action_space Discrete\(4\).* Discrete\(3\)"),
        ("{", "can't load the checkpoint 'model.zip': JSONDecodeError: .*damaged, or of another"),
    ],
)
def test_a_checkpoint_of_another_version(
    here: Path, monkeypatch: pytest.MonkeyPatch, saved: Any, match: str
) -> None:
    monkeypatch.setitem(sys.modules, "models_of_mine", type(sys)("models_of_mine"))
    sys.modules["models_of_mine"].__spec__ = type(sys.__spec__)("models_of_mine", None)  # type: ignore[misc]
    sys.modules["models_of_mine"].Saved = Saved  # type: ignore[attr-defined]
    (here / "model.zip").write_text(saved if isinstance(saved, str) else json.dumps(saved))
    (here / "model.json").write_text(json.dumps({"algorithm": "models_of_mine:Saved"}))
    policy: Any = load_policy("model.zip", trust=True)
    env = Seen(gym.make(WIFI_OFF, observation="goal"))
    try:
        if not match:
            assert policy.prepare(env) is env
            return
        with pytest.raises(OptionError, match=match) as caught:
            policy.prepare(env)
        assert "\n" not in str(caught.value)
    finally:
        env.close()


def test_what_can_not_be_described(tmp_path: Path) -> None:
    class Forgetful(gym.Wrapper[Any, Any, Any, Any]):
        pass

    env = gym.make(WIFI_OFF, **SMALL)
    with pytest.raises(OptionError, match="doesn't record its arguments"):
        describe_checkpoint(tmp_path / "model", object(), Forgetful(env))
    file = describe_checkpoint(tmp_path / "model", object(), TimePenalty(env))
    assert file == tmp_path / "model.json"
    training = TimePenalty(RecordDemonstrations(Curriculum(env), str(tmp_path)))
    describe_checkpoint(tmp_path / "model", object(), training)
    described = json.loads(file.read_text())["wrappers"]
    assert [each["entry_point"].rpartition(":")[2] for each in described] == ["TimePenalty"]
    env.unwrapped.spec = None
    with pytest.raises(OptionError, match="has no spec"):
        describe_checkpoint(tmp_path / "model", object(), env.unwrapped)
    env.close()


def test_actions_of_a_model_fit_their_space(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Arrays without dimensions become numbers, as Discrete spaces want them."""

    class Model:
        @classmethod
        def load(cls, path: Path, device: str) -> Model:
            assert path.name == "model.zip"
            return cls()

        def set_random_seed(self, seed: int) -> None:
            self.seed = seed

        def predict(
            self, observation: Any, state: Any, episode_start: Any, deterministic: bool
        ) -> tuple[Any, Any]:
            assert deterministic and state is (None if episode_start[0] else self)
            return np.array(5) if episode_start[0] else np.array([1, 2]), self

    monkeypatch.setitem(sys.modules, "models_of_mine", type(sys)("models_of_mine"))
    sys.modules["models_of_mine"].__spec__ = type(sys.__spec__)("models_of_mine", None)  # type: ignore[misc]
    sys.modules["models_of_mine"].Model = Model  # type: ignore[attr-defined]
    (here / "model.zip").write_bytes(b"")
    (here / "model.json").write_text(json.dumps({"algorithm": "models_of_mine:Model"}))
    policy = load_policy("model.zip", trust=True)
    env = gym.make(WIFI_OFF, observation="goal")
    assert policy.prepare(env) is env  # type: ignore[attr-defined]
    env.close()
    for _ in range(2):
        policy.reset("", 9)
        first = policy.act(None, {})
        assert (first, type(first)) == (5, int)
        assert policy.act(None, {}).tolist() == [1, 2]


# --- episodes ------------------------------------------------------------------------------------


class FailingEnv:
    """An environment whose device fails in the second step."""

    steps = 0

    def reset(self, **_: Any) -> tuple[Any, dict[str, Any]]:
        return None, {"goal": "Do it."}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        self.steps += 1
        info = {"goal": "Do it.", "device_error": "The device is gone."} if self.steps == 2 else {}
        return None, 0.0, False, self.steps == 2, info


def test_wrappers_of_the_sweep_are_inside_those_of_the_policy() -> None:
    class Looks:
        env_options = {"observation": "pixels"}

        def prepare(self, env: gym.Env[Any, Any]) -> gym.Env[Any, Any]:
            self.env = env
            return TimePenalty(env)

        def reset(self, goal: str, seed: int) -> None:
            self.scale = self.env.get_wrapper_attr("device").get_setting("system", "font_scale")

        def act(self, observation: Any, info: dict[str, Any]) -> Any:
            self.pixels = observation
            return {**self.env.action_space.sample(), "action_type": 10}

    looks = Looks()
    around = [{"entry_point": "android_gym.wrappers:RandomizeDevice", "kwargs": FONTS}]
    player = Player(looks, Job(looks, wrappers=around, demonstrate=False))
    scales = []
    for seed in range(6):
        assert player.play(EpisodeKey(WIFI_OFF, "different-seed", seed)).error is None
        scales.append(looks.scale)
    player.close()
    assert isinstance(looks.env, RandomizeDevice)
    assert len(set(scales)) == 2


def test_a_device_that_fails_is_no_result() -> None:
    with pytest.raises(DeviceError, match="The device is gone"):
        _episode(FailingEnv(), Stays(), EpisodeKey(WIFI_OFF, "same-seed", 0))  # type: ignore[arg-type]


def test_a_reset_that_fails_is_a_result() -> None:
    player = Player(load_policy("random"), Job("random", demonstrate=False))
    result = player.play(EpisodeKey(WIFI_OFF, "reworded", 0, 0, 9))
    player.close()
    assert result.error is not None and "rewording must be" in result.error
    assert (result.end, result.goal, result.steps) == ("error", "", 0)


def test_an_id_without_demonstration_is_played_without(monkeypatch: pytest.MonkeyPatch) -> None:
    from android_gym.evaluation import policies

    def nobody(task: type) -> Any:
        raise DemonstrationError("nobody has written one")

    monkeypatch.setattr(policies, "demonstration", nobody)
    player = Player(load_policy("random"), Job("random"))
    result = player.play(EpisodeKey(WIFI_OFF, "same-seed", 0))
    player.close()
    assert result.error is None and result.demonstration_steps is None


def test_the_policy_of_the_documentation(here: Path) -> None:
    page = Path(__file__).parents[2] / "docs" / "evaluation.md"
    (code,) = re.findall(r"^`replay.py`\n\n```python\n(.*?)```", page.read_text(), re.M | re.S)
    (here / "replay.py").write_text(code)
    player = Player(load_policy("replay:Replay", trust=True), Job("replay:Replay"))
    env_id = "AndroidWorld/MarkorCreateFolder-v0"
    results = [player.play(EpisodeKey(env_id, "same-seed", seed)) for seed in (30, 30, 31)]
    player.close()
    assert [result.success for result in results] == [True, True, False]
    assert {result.end for result in results} == {"declared"}
