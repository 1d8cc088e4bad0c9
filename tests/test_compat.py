"""AndroidWorld's interface over an environment."""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.accessibility import UIElement
from android_gym.actions import JSONMode
from android_gym.compat import AndroidWorldEnv
from android_gym.devices.device import Key, Wait
from android_gym.errors import OptionError


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


@pytest.fixture
def env():
    return AndroidWorldEnv(gym.wrappers.OrderEnforcing(FakeEnv(), True))


def test_needs_the_json_mode():
    with pytest.raises(OptionError, match='action_mode="json"'):
        AndroidWorldEnv(FakeEnv(mode=SimpleNamespace()))


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
