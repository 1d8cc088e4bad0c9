"""AndroidWorld's interface over an environment."""

import json
import sys
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.accessibility import UIElement
from android_gym.actions import JSONMode
from android_gym.compat import AndroidWorldEnv, EpisodeResult, run_episode
from android_gym.errors import OptionError
from android_gym.events import Key, Wait


class FakeDevice:
    """Shows one more element after each wait, three times."""

    size = (1080, 2400)

    def __init__(self):
        self.events = []
        self.elements = 0
        self.settings = {}

    android_env = "the AndroidEnv"

    def perform(self, events):
        self.events += events
        self.elements = min(self.elements + 1, 3)

    def ui_elements(self):
        return tuple(UIElement(text=str(i)) for i in range(self.elements))

    def screenshot(self):
        return np.zeros((2400, 1080, 3), np.uint8)

    def forest(self):
        return "the forest"

    def foreground_activity(self):
        return "a.b/a.b.C"

    def shell(self, command):
        return {
            "wm size": "Physical size: 1080x2400\n",
            "dumpsys window": "  mCurrentRotation=ROTATION_90\n",
        }[command]

    def put_setting(self, *args):
        self.settings[args[:2]] = args[2]


class FakeEnv(gym.Env):
    action_space = JSONMode().space
    observation_space = gym.spaces.Discrete(1)

    def __init__(self, mode: Any = None):
        self.action_mode = mode or JSONMode()
        self.device = FakeDevice()
        self.actions = []

    def step(self, action):
        self.actions.append(action)
        over = action["action_type"] in ("status", "answer")
        return 0, 0.5, over, False, {"step": len(self.actions)}


class TextEnv(FakeEnv):
    """Takes fields only."""

    def step(self, action):
        assert isinstance(action, dict)
        return super().step(action)


@pytest.fixture
def env():
    return AndroidWorldEnv(gym.wrappers.OrderEnforcing(FakeEnv(), True))


def test_needs_the_json_mode():
    with pytest.raises(OptionError, match='action_mode="json"'):
        AndroidWorldEnv(FakeEnv(mode=SimpleNamespace()))


def test_a_budget_of_ones_own_is_in_steps_of_the_environment():
    world = AndroidWorldEnv.make("AndroidWorld/SystemWifiTurnOff-v0", max_steps=3)
    assert world.env.get_wrapper_attr("max_steps") == 3
    world.env.close()


def test_state(env):
    state = env.get_state()
    assert state.pixels.shape == (2400, 1080, 3) and state.pixels.flags.writeable
    assert (state.forest, state.ui_elements, state.auxiliaries) == ("the forest", [], {})
    assert env.device.events == []


def test_stabilizing_waits_until_three_looks_agree(env):
    state = env.get_state(wait_to_stabilize=True)
    assert len(state.ui_elements) == 3
    assert env.device.events == [Wait(500)] * 5  # 3 that changed something, 2 that did not


def test_stabilizing_gives_up_after_six_seconds(env):
    env.device.ui_elements = lambda: (UIElement(text=str(len(env.device.events))),)
    env.get_state(wait_to_stabilize=True)
    assert len(env.device.events) == 12


def test_actions_step_the_environment(env):
    @dataclass
    class JSONAction:
        action_type: str
        x: int | None = None
        y: int | None = None

    env.env.reset = lambda: None
    env.env._has_reset = True
    env.execute_action({"action_type": "wait"})
    env.execute_action(JSONAction("click", 5, 6))
    steps = env.env.unwrapped.actions
    assert steps[0] == {"action_type": "wait"}
    assert (steps[1]["action_type"], steps[1]["x"], steps[1]["text"]) == ("click", 5, None)
    assert (env.reward, env.is_over, env.last_info) == (1.0, False, {"step": 2})
    env.execute_action({"action_type": "answer", "text": "42"})
    assert env.interaction_cache == "42" and env.is_over
    env.execute_action({"action_type": "status", "goal_status": "complete"})
    assert len(steps) == 3
    env.begin()
    assert (env.reward, env.is_over, env.interaction_cache) == (0.0, False, "")


def test_reset_keeps_the_task(env):
    env.interaction_cache = "x"
    env.reset()
    assert env.device.events == [] and env.interaction_cache == ""
    env.reset(go_home=True)
    assert env.device.events == [Key("KEYCODE_HOME")]
    assert env.env.unwrapped.actions == []


def test_properties(env):
    assert env.controller == "the AndroidEnv"
    assert env.foreground_activity_name == "a.b/a.b.C"
    assert env.device_screen_size == (1080, 2400)
    assert env.logical_screen_size == (1080, 2400)
    assert env.orientation == 1
    assert env.physical_frame_boundary == (0, 0, 1080, 2400)
    env.hide_automation_ui()
    assert env.device.settings == {("system", "pointer_location"): 0}
    env.close()


def test_an_agent_written_for_androidworld_solves_a_task():
    env = gym.make("AndroidWorld/SystemWifiTurnOff-v0", action_mode="json", termination="declared")
    env.reset(seed=0)
    world = AndroidWorldEnv(env)
    state = world.reset(go_home=True)
    assert state.pixels.shape == (2400, 1080, 3)
    assert len(state.forest.windows) > 1
    world.execute_action({"action_type": "open_app", "app_name": "Settings"})
    assert world.foreground_activity_name.startswith("com.android.settings/")
    for wanted in ("Network & internet", "Internet", "Wi‑Fi"):
        elements = world.get_state(wait_to_stabilize=True).ui_elements
        index = [element.text for element in elements].index(wanted)
        world.execute_action({"action_type": "click", "index": index})
        assert "action_error" not in world.last_info
    world.execute_action({"action_type": "status", "goal_status": "complete"})
    assert (world.reward, world.is_over) == (1.0, True)
    world.execute_action({"action_type": "answer", "text": "done"})
    with pytest.raises(gym.error.ResetNeeded):
        world.execute_action({"action_type": "wait"})
    assert world.orientation == 0
    assert world.device_screen_size == world.logical_screen_size == (1080, 2400)
    world.close()


# AndroidWorld's own agents can't be installed beside the tests. These have their shape, each with a
# habit of one of them, as far as the loop and the environment can tell them apart.


@dataclass
class Result:
    done: bool
    data: dict[str, Any]


class ScriptedAgent:
    """Follows a list of actions; None is a reply of the model that can't be parsed.

    Like M3A and T3A it returns that it is done at a status, and does not execute it.
    """

    def __init__(self, env: AndroidWorldEnv, script: list[Any]):
        self.env = env
        self.script = script
        self.resets: list[bool] = []

    def reset(self, go_home_on_reset: bool = False) -> None:
        self.resets.append(go_home_on_reset)
        self.env.reset(go_home_on_reset)
        self.left = list(self.script)

    def step(self, goal: str) -> Result:
        action = self.left.pop(0) if self.left else None
        if action is None:
            return Result(False, {"summary": "Output for action selection is not in the format."})
        if action["action_type"] == "status":
            return Result(True, {"action": action})
        if "tap" in action:
            texts = [e.text for e in self.env.get_state(wait_to_stabilize=True).ui_elements]
            action = {"action_type": "click", "index": texts.index(action["tap"])}
        self.env.execute_action(action)
        return Result(False, {"action": action})


WAIT = {"action_type": "wait"}
STATUS = {"action_type": "status", "goal_status": "complete"}
WIFI_OFF = [
    {"action_type": "open_app", "app_name": "Settings"},
    *({"action_type": "click", "tap": text} for text in ("Network & internet", "Internet")),
    {"action_type": "click", "tap": "Wi‑Fi"},
]


@pytest.fixture(scope="module")
def world():
    env = AndroidWorldEnv.make("AndroidWorld/SystemWifiTurnOff-v0")
    yield env
    env.close()


def play(world: AndroidWorldEnv, script: list[Any], **options: Any) -> EpisodeResult:
    return run_episode(ScriptedAgent(world, script), world, seed=0, **options)


def test_an_agent_that_returns_done_without_acting_is_judged(world):
    result = play(world, [*WIFI_OFF, STATUS])
    assert (result.done, result.steps, result.reward) == (True, 5, 1.0)
    assert result.goal == "Turn wifi off." and result.info["is_success"]
    assert [set(data) for data in result.data] == [{"action"}] * 5


def test_an_agent_that_sends_its_status_is_judged_once(world):
    class Sends(ScriptedAgent):
        def step(self, goal):
            result = super().step(goal)
            if result.done:
                self.env.execute_action(STATUS)
            return result

    result = run_episode(Sends(world, [*WIFI_OFF, STATUS]), world, seed=0)
    assert (result.done, result.reward) == (True, 1.0)


def test_a_solved_task_that_is_not_declared_scores_nothing(world):
    result = play(world, WIFI_OFF)
    assert (result.done, result.reward, result.steps) == (False, 0.0, world.max_steps)


def test_a_declaration_before_the_work_scores_nothing(world):
    assert play(world, [STATUS]).reward == 0.0


def test_replies_that_cannot_be_parsed_spend_the_budget(world):
    result = play(world, [None] * 200, max_steps=7)
    assert (result.done, result.steps, result.reward) == (False, 7, 0.0)
    assert play(world, [None] * (world.max_steps - 5) + [*WIFI_OFF, STATUS]).reward == 1.0
    assert play(world, [None] * (world.max_steps - 4) + [*WIFI_OFF, STATUS]).reward == 0.0


def test_an_answer_is_kept_and_does_not_end_the_episode(world):
    answers = [{"action_type": "answer", "text": text} for text in ("I will do it", "Wi-Fi is off")]
    result = play(world, [answers[0], *WIFI_OFF, answers[1], STATUS])
    assert (result.done, result.reward, result.answer) == (True, 1.0, "Wi-Fi is off")
    assert world.messages == [
        ("Agent answered:", "I will do it"),
        ("Agent answered:", "Wi-Fi is off"),
    ]


def test_an_agent_that_works_over_adb_alone_is_judged(world):
    class Adb(ScriptedAgent):
        def step(self, goal):
            self.env.device.shell("svc wifi disable")
            return Result(True, {})

    assert run_episode(Adb(world, []), world, seed=0).reward == 1.0


def test_actions_without_end_in_one_step_are_cut_off(world):
    class Restless(ScriptedAgent):
        def step(self, goal):
            while not self.env.is_over:
                self.env.execute_action(WAIT)
            return Result(True, {})

    result = run_episode(Restless(world, []), world, seed=0)
    assert (result.steps, result.reward, world.is_over) == (1, 0.0, True)


def test_agents_are_reset_and_told_their_budget(world):
    agent = ScriptedAgent(world, [STATUS])
    agent.set_max_steps = lambda steps: setattr(agent, "budget", steps)
    run_episode(agent, world, seed=0)
    run_episode(agent, world, seed=0, go_home=False, max_steps=3)
    assert (agent.resets, agent.budget) == ([True, False], 3)
    with pytest.raises(OptionError, match="max_steps"):
        run_episode(agent, world, max_steps=0)


@pytest.mark.parametrize("as_text", [False, True])
def test_an_answer_may_be_json_text(as_text):
    env = AndroidWorldEnv(TextEnv())
    answer = {"action_type": "answer", "text": "forty-two"}
    env.execute_action(json.dumps(answer) if as_text else answer)
    assert env.interaction_cache == "forty-two"
    assert env.messages == [("Agent answered:", "forty-two")]
    assert env.is_over
    env.execute_action(json.dumps(STATUS) if as_text else STATUS)  # comes too late, and is let be


@pytest.mark.parametrize("text", ["", "no JSON", "[" * 100_000, "[1]", '{"action_type": "ans'])
def test_text_that_is_no_action_costs_a_step(world, text):
    class Sends(ScriptedAgent):
        def step(self, goal):
            self.env.execute_action(text)
            return Result(True, {})

    result = run_episode(Sends(world, []), world, seed=0)
    assert (result.done, result.reward, result.answer) == (True, 0.0, "")


@pytest.mark.parametrize(
    "result", [None, True, (True, {}), SimpleNamespace(data={}), Result(True, 5), Result(None, {})]
)
def test_an_agent_whose_step_gives_no_result_is_told(world, result):
    class Gives(ScriptedAgent):
        def step(self, goal):
            return result

    with pytest.raises(OptionError, match="An agent's step must return an object"):
        run_episode(Gives(world, []), world, seed=0)


def test_an_agent_may_note_nothing(world):
    class Quiet(ScriptedAgent):
        def step(self, goal):
            return Result(True, None)

    assert run_episode(Quiet(world, []), world, seed=0).data == ({},)


@pytest.mark.parametrize("max_steps", [0, -1, 1.5, "2", True])
def test_a_budget_that_is_none_is_refused(world, max_steps):
    with pytest.raises(OptionError, match="max_steps must be a whole number from 1"):
        play(world, [], max_steps=max_steps)


def test_an_environment_of_gymnasium_must_be_wrapped(world):
    with pytest.raises(OptionError, match="run_episode needs an AndroidWorldEnv"):
        run_episode(ScriptedAgent(world, []), world.env)


def test_questions_go_to_the_user():
    replies = {"Which one?": "the red one"}
    world = AndroidWorldEnv(FakeEnv(), user=replies.get)
    assert world.ask_question("Which one?", timeout_seconds=5) == "the red one"
    assert world.interaction_cache == "the red one"
    assert world.ask_question("Why?") is None and world.interaction_cache == ""
    assert AndroidWorldEnv(FakeEnv()).ask_question("Which one?") is None


def test_is_an_async_env_where_androidworld_is_installed(tmp_path, monkeypatch):
    package = tmp_path / "android_world" / "env"
    package.mkdir(parents=True)
    (package.parent / "__init__.py").touch()
    (package / "__init__.py").touch()
    (package / "interface.py").write_text("import abc\nclass AsyncEnv(abc.ABC): pass\n")
    monkeypatch.syspath_prepend(tmp_path)
    try:
        world = AndroidWorldEnv(FakeEnv())
        from android_world.env.interface import AsyncEnv

        assert isinstance(world, AsyncEnv)
    finally:
        for name in [name for name in sys.modules if name.split(".")[0] == "android_world"]:
            del sys.modules[name]
