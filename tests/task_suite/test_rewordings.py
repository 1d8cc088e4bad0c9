"""Goals in other words, for every task that is registered."""

from __future__ import annotations

import re

import gymnasium as gym
import numpy as np
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.errors import OptionError
from android_gym.task_suite.demonstrations.script import parse
from android_gym.task_suite.rewordings import REWORDINGS, original, reword, rewordings
from android_gym.task_suite.suite import suites, tasks
from android_gym.task_suite.task import Task

TASKS = [cls for namespace in suites() for cls in tasks(namespace).values()]
WIFI_OFF = "AndroidWorld/SystemWifiTurnOff-v0"
SEEDS = 60

every_task = pytest.mark.parametrize("cls", TASKS, ids=lambda cls: cls.name)


def goals(cls: type[Task]) -> list[str]:
    task = cls()
    return sorted({task.goal(task.sample(np.random.default_rng(s))) for s in range(SEEDS)})


def values(cls: type[Task], goal: str) -> list[str]:
    """What stands in the placeholders' places, of the template that the goal is made from."""
    found = [parse(template, goal) for template in rewordings(cls)]
    return max((list(v.values()) for v in found if v is not None), key=lambda v: -len("".join(v)))


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


@every_task
def test_every_rewording_keeps_what_the_goal_tells(cls: type[Task]) -> None:
    for goal in goals(cls):
        told = values(cls, goal)
        texts = [goal, *(reword(cls, goal, number) for number in range(1, REWORDINGS + 1))]
        assert len({tuple(words(text)) for text in texts}) == REWORDINGS + 1, texts
        for text in texts:
            assert all(value in text for value in told), (goal, text)
            assert "{" not in text.replace(goal, ""), text


@every_task
def test_a_rewording_can_be_read_backwards(cls: type[Task]) -> None:
    for goal in goals(cls):
        for number in range(REWORDINGS + 1):
            assert original(cls, reword(cls, goal, number)) == goal


@every_task
def test_parameters_that_the_goal_shows_are_in_every_rewording(cls: type[Task]) -> None:
    """By the parameters themselves, not by the template."""
    task = cls()
    for seed in range(8):
        params = task.sample(np.random.default_rng(seed))
        goal = task.goal(params)
        shown = [str(v) for v in leaves(params) if re.search(rf"(?<!\w){re.escape(str(v))}", goal)]
        for number in range(1, REWORDINGS + 1):
            text = reword(cls, goal, number)
            assert [value for value in shown if value not in text] == []


def leaves(value: object) -> list[object]:
    if isinstance(value, dict):
        return [leaf for part in value.values() for leaf in leaves(part)]
    if isinstance(value, list | tuple):
        return [leaf for part in value for leaf in leaves(part)]
    return [value]


def test_no_two_templates_share_a_rewording() -> None:
    seen: dict[str, str] = {}
    for cls in TASKS:
        for template, others in rewordings(cls).items():
            assert len(others) == REWORDINGS
            for other in others:
                assert sorted(re.findall(r"{(\w+)}", other)) == sorted(
                    re.findall(r"{(\w+)}", template)
                )
                assert seen.setdefault(other, template) == template


def test_reset_gives_a_rewording() -> None:
    env = gym.make(WIFI_OFF, observation="goal")
    assert env.reset(seed=0)[1]["goal"] == "Turn wifi off."
    assert env.reset(options={"rewording": 1})[1]["goal"] == "Disable Wi-Fi."
    _, _, _, _, info = env.step(env.action_space.sample())
    assert info["goal"] == "Disable Wi-Fi."
    assert env.reset()[1]["goal"] == "Turn wifi off."
    env.close()


def test_an_environment_can_be_made_with_rewordings() -> None:
    env = gym.make(WIFI_OFF, observation="goal", rewording=4)
    assert env.reset(seed=0)[1]["goal"] == "Make sure that wifi is turned off."
    assert env.reset(options={"rewording": 0})[1]["goal"] == "Turn wifi off."
    env.close()


def test_random_rewordings_are_drawn_from_the_seed() -> None:
    env = gym.make("AndroidWorld/ExpenseAddSingle-v0", observation="goal", rewording="random")
    drawn = [env.reset(seed=seed)[1] for seed in range(20)]
    again = [env.reset(seed=seed)[1] for seed in range(20)]
    assert drawn == again
    assert len({info["goal"].partition("\n")[0] for info in drawn}) == REWORDINGS + 1
    plain = [env.reset(seed=seed, options={"rewording": 0})[1] for seed in range(20)]
    assert [info["params"] for info in plain] == [info["params"] for info in drawn]
    env.close()


@pytest.mark.parametrize("number", [-1, REWORDINGS + 1, 1.0, True, "twice", None])
def test_there_is_no_such_rewording(number: object) -> None:
    env = gym.make(WIFI_OFF, observation="goal")
    with pytest.raises(OptionError, match="rewording must be a whole number"):
        env.reset(options={"rewording": number})
    env.close()


def test_a_task_without_rewordings_says_so() -> None:
    class Mine(Task):
        template = "Do {something}."

    Mine.__module__ = "android_gym.task_suite.android_world.nothing_here"
    assert reword(Mine, "Do it.", 0) == "Do it."
    with pytest.raises(OptionError, match="Mine has no rewordings"):
        reword(Mine, "Do it.", 1)
    with pytest.raises(OptionError, match="no rewordings of 'Do it.'"):
        reword(TASKS[0], "Do it.", 1)
    with pytest.raises(OptionError, match="is no goal of"):
        original(TASKS[0], "Do it.")
