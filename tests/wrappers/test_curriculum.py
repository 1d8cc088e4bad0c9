import gymnasium as gym
import numpy as np
import pytest

from android_gym.actions import Decoded
from android_gym.errors import DemonstrationError, OptionError
from android_gym.task_suite.demonstrations import Observation, demonstration
from android_gym.wrappers import Curriculum, ElementActions, RandomizeDevice, Stabilize

LENGTH = 4  # actions of the demonstration that turns Wi-Fi off, before it declares


def declare(env):
    return env.step(Decoded(declared=True))


def solve(env, info):
    """Go on as the demonstration does from the beginning, to the end."""
    policy = demonstration(type(env.get_wrapper_attr("task")))
    while True:
        device = env.get_wrapper_attr("device")
        seen = Observation(info["goal"], tuple(device.ui_elements()), *device.size)
        _, reward, terminated, truncated, info = env.step(Decoded.of(policy(seen)))
        if terminated or truncated:
            return reward


def test_stands_gymnasiums_checks(make, check):
    check(Curriculum(make()))
    check(ElementActions(Curriculum(Stabilize(RandomizeDevice(make(termination="declared"))))))


def test_begins_where_only_declaring_is_left(make):
    env = Curriculum(make(termination="declared"))
    _, info = env.reset(seed=0)
    assert info["curriculum_start"] == LENGTH
    assert env.unwrapped.device.get_setting("global", "wifi_on") == "0"
    assert "params" in info
    _, reward, terminated, _, info = declare(env)
    assert (reward, terminated) == (1.0, True)
    assert info["curriculum_start"] == LENGTH


def test_observes_what_the_screen_shows_after_the_actions(make):
    env = Curriculum(make(termination="declared"))
    observation, _ = env.reset(seed=0)
    np.testing.assert_equal(observation, env.unwrapped.observe())


def test_where_solving_ends_the_episode_it_begins_before_the_last_action(make):
    env = Curriculum(make(), window=1, rehearse=0)
    _, info = env.reset(seed=0)
    assert info["curriculum_start"] == LENGTH - 1
    assert not info["is_success"]
    assert solve(env, info) == 1.0


def test_moves_back_as_episodes_succeed_until_the_beginning(make):
    env = Curriculum(make(termination="declared", max_steps=40), window=2, rehearse=0)
    starts = []
    for episode in range(2 * (LENGTH + 2)):
        _, info = env.reset(seed=episode)
        starts.append(info["curriculum_start"])
        assert solve(env, info) == 1.0
    assert starts == [4, 4, 3, 3, 2, 2, 1, 1, 0, 0, 0, 0]
    assert env.start == 0


def test_stays_while_too_few_episodes_succeed(make):
    env = Curriculum(make(termination="declared"), window=2, threshold=0.75, rehearse=0)
    env.begin_after(LENGTH - 1)
    for success in (True, False, True, False):
        _, info = env.reset(seed=0)
        assert info["curriculum_start"] == LENGTH - 1
        assert (solve(env, info) if success else declare(env)[1]) == success
    for _ in range(2):
        _, info = env.reset(seed=0)
        solve(env, info)
    assert env.start == LENGTH - 2


def test_rehearsals_begin_later_and_do_not_count(make):
    env = Curriculum(make(termination="declared"), window=1, rehearse=1)
    env.reset(seed=0)  # the first plays the whole demonstration, and counts
    declare(env)
    assert env.start == LENGTH - 1
    env.begin_after(1)
    starts = set()
    for seed in range(12):
        _, info = env.reset(seed=seed)
        starts.add(info["curriculum_start"])
        assert solve(env, info) == 1.0
    assert starts == {1, 2, 3, 4}
    assert env.start == 1


def test_its_actions_are_of_the_budget(make):
    env = Curriculum(make(termination="declared", max_steps=LENGTH + 1))
    env.reset(seed=0)
    _, reward, terminated, truncated, _ = declare(env)
    assert (reward, terminated, truncated) == (1.0, True, False)
    env = Curriculum(make(termination="declared", max_steps=LENGTH))
    _, info = env.reset(seed=0)  # all of it would leave no step
    assert info["curriculum_start"] == LENGTH - 1


def test_is_the_same_for_the_same_seeds(make):
    begun = []
    for _ in range(2):
        env = Curriculum(RandomizeDevice(make(termination="declared")), window=1)
        env.reset(seed=3)
        declare(env)
        begun.append([env.reset(seed=seed) for seed in (4, 5, 6)])
    for (seen, info), (seen_again, info_again) in zip(*begun, strict=True):
        np.testing.assert_equal(seen, seen_again)
        assert info["curriculum_start"] == info_again["curriculum_start"]
        assert info["device_look"] == info_again["device_look"]


class _Fails(gym.Wrapper):
    """Reports a failing device in the second step of the first episode."""

    episodes = steps = 0

    def reset(self, **arguments):
        self.episodes += 1
        return self.env.reset(**arguments)

    def step(self, action):
        self.steps += 1
        observation, reward, terminated, truncated, info = self.env.step(action)
        if self.steps == 2:
            return observation, 0.0, False, True, {**info, "device_error": "gone"}
        return observation, reward, terminated, truncated, info


def test_begins_anew_when_the_device_fails_on_the_way(make):
    failing = _Fails(make(termination="declared"))
    env = Curriculum(failing)
    _, info = env.reset(seed=0)
    assert failing.episodes == 2
    assert info["curriculum_start"] == LENGTH and "device_error" not in info


def test_begins_at_the_beginning_when_the_demonstration_is_stuck(make, monkeypatch):
    env = Curriculum(make(termination="declared"), window=1, rehearse=0)

    def stuck(seen):
        raise DemonstrationError("stuck")

    monkeypatch.setattr("android_gym.wrappers.curriculum.demonstration", lambda task: stuck)
    _, info = env.reset(seed=0)
    assert info["curriculum_start"] == 0
    declare(env)
    assert env.start is None  # such an episode counts neither way


@pytest.mark.parametrize(
    "wrong",
    [{"threshold": 0}, {"threshold": 1.5}, {"window": 0}, {"rehearse": -0.1}, {"rehearse": True}],
)
def test_wrong_arguments_are_told(make, wrong):
    with pytest.raises(OptionError, match=next(iter(wrong))):
        Curriculum(make(), **wrong)


def test_one_curriculum_is_enough(make):
    with pytest.raises(OptionError, match="One is enough"):
        Curriculum(Stabilize(Curriculum(make())))


def test_wrong_beginnings_are_told(make):
    with pytest.raises(OptionError, match="actions"):
        Curriculum(make()).begin_after(-1)
