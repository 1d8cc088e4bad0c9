import numpy as np
import pytest

from android_gym.errors import OptionError
from android_gym.wrappers import ActionHistory


@pytest.mark.parametrize("mode", ["discrete", "touch"])
def test_stands_gymnasiums_checks(make, check, mode):
    check(ActionHistory(make(action_mode=mode)))


def test_the_last_actions_are_last(make):
    env = ActionHistory(make(action_mode="discrete"), length=3)
    wait = env.unwrapped.action_mode.meanings.index("wait")
    observation, _ = env.reset(seed=0)
    assert not observation["action_history"].any()
    assert observation["action_history_length"] == [0]
    for action in (0, 1, wait, wait + 0):
        observation = env.step(action)[0]
    assert observation["action_history"].argmax(axis=1).tolist() == [1, wait, wait]
    assert observation["action_history_length"] == [3]
    observation, _ = env.reset()
    assert not observation["action_history"].any()


def test_positions_are_kept(make):
    env = ActionHistory(make(action_mode="touch"), length=2)
    env.reset(seed=0)
    touch = {"action_type": 1, "touch_position": np.array([0.25, 0.5], np.float32)}
    history = env.step(touch)[0]["action_history"]
    np.testing.assert_array_equal(history, [[0, 0, 0, 0, 0], [0, 1, 0, 0.25, 0.5]])


def test_wrong_arguments_are_told(make):
    with pytest.raises(OptionError, match="Dict observation"):
        ActionHistory(make(observation="pixels", action_mode="discrete"))
    with pytest.raises(OptionError, match="4096"):
        ActionHistory(make())
    with pytest.raises(OptionError, match="length"):
        ActionHistory(make(action_mode="discrete"), length=0)
