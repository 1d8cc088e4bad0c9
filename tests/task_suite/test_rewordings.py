"""Goals in other words, for every task that is registered."""

from __future__ import annotations

import re

import gymnasium as gym
import numpy as np
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.errors import OptionError
from android_gym.task_suite.goal import Goal, placeholders
from android_gym.task_suite.rewordings import REWORDINGS, original, reword
from android_gym.task_suite.suite import suites, tasks
from android_gym.task_suite.task import Task

TASKS = [cls for namespace in suites() for cls in tasks(namespace).values()]
WIFI_OFF = "AndroidWorld/SystemWifiTurnOff-v0"
SEEDS = 60

every_task = pytest.mark.parametrize("cls", TASKS, ids=[cls.name for cls in TASKS])


def goals(cls: type[Task]) -> list[Goal]:
    task = cls()
    found = {}
    for seed in range(SEEDS):
        goal = task.goal(task.sample(np.random.default_rng(seed)))
        found[str(goal)] = goal
    return [found[text] for text in sorted(found)]


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


@every_task
def test_every_template_has_its_rewordings_each_with_all_fields(cls: type[Task]) -> None:
    for template, others in cls.wordings().items():
        assert len(others) == REWORDINGS
        for other in others:
            assert sorted(placeholders(other)) == sorted(placeholders(template))


@every_task
def test_goals_are_of_the_tasks_templates(cls: type[Task]) -> None:
    for goal in goals(cls):
        assert goal.template in cls.wordings()
        assert goal.fields.keys() == set(placeholders(goal.template))


@every_task
def test_every_rewording_carries_every_field(cls: type[Task]) -> None:
    for goal in goals(cls):
        texts = [reword(cls, goal, number) for number in range(REWORDINGS + 1)]
        assert texts[0] == str(goal)
        assert len({tuple(words(text)) for text in texts}) == REWORDINGS + 1, texts
        for text in texts:
            assert all(value in text for value in goal.fields.values()), (goal, text)
            assert "{" not in text.replace(str(goal), ""), text


@every_task
def test_a_rewording_can_be_read_backwards(cls: type[Task]) -> None:
    for goal in goals(cls):
        for number in range(REWORDINGS + 1):
            assert original(cls, reword(cls, goal, number)) == str(goal)


@every_task
def test_parameters_that_the_goal_shows_are_in_every_rewording(cls: type[Task]) -> None:
    """By the parameters themselves, not by the fields.

    What the template itself says, such as a setting's name, is the same for all seeds, and a
    rewording may say it otherwise.
    """
    task = cls()
    for seed in range(8):
        params = task.sample(np.random.default_rng(seed))
        goal = task.goal(params)
        shown = [
            str(value)
            for value in leaves(params)
            if says(str(goal), value) and not says(goal.template, value)
        ]
        for number in range(1, REWORDINGS + 1):
            text = reword(cls, goal, number)
            assert [value for value in shown if value not in text] == []


def says(text: str, value: object) -> bool:
    return re.search(rf"(?<!\w){re.escape(str(value))}(?!\w)", text) is not None


def leaves(value: object) -> list[object]:
    if isinstance(value, dict):
        return [leaf for part in value.values() for leaf in leaves(part)]
    if isinstance(value, list | tuple):
        return [leaf for part in value for leaf in leaves(part)]
    return [value]


def test_no_two_templates_share_a_rewording() -> None:
    seen: dict[str, str] = {}
    for cls in TASKS:
        for template, others in cls.wordings().items():
            for other in others:
                assert seen.setdefault(other, template) == template


def test_fields_may_look_like_placeholders_or_templates() -> None:
    class Say(Task):
        template = "Say {this} to {whom}."
        rewordings = ("To {whom}: {this}!",)

    goal = Goal.of(Say.template, {"this": "{whom} to Ada.", "whom": "Say to {this}", "more": 1})
    assert str(goal) == "Say {whom} to Ada. to Say to {this}."
    assert reword(Say, goal, 1) == "To Say to {this}: {whom} to Ada.!"


class Tick(Task):
    template = "Tick {thing}."
    rewordings = ("{ting}: tick that.",)


def test_wordings_that_do_not_agree_are_refused() -> None:
    with pytest.raises(OptionError, match=r"Tick says .*'\{ting\}: tick that.'.*\['thing'\]"):
        gym.make(WIFI_OFF, task=Tick())
    Tick.rewordings, Tick.translations = (), {"zh": "{ting}"}
    with pytest.raises(OptionError, match=r"'\{ting\}'"):
        gym.make(WIFI_OFF, task=Tick())


def test_a_goal_without_its_parameter_is_refused() -> None:
    with pytest.raises(OptionError, match=r"'Tick \{thing\}.' names 'thing'.*\['ting'\]"):
        Tick().goal({"ting": "Tent"})


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
        rewordings = ("Let {something} be done.",)

    class Theirs(Mine):
        template = "Do {something} else."

    goal = Goal(Mine.template, {"something": "it"})
    assert reword(Mine, goal, 0) == "Do it."
    assert reword(Mine, goal, 1) == "Let it be done."
    with pytest.raises(OptionError, match="Mine has 1 rewordings of 'Do {something}.', not 2"):
        reword(Mine, goal, 2)
    assert Theirs.rewordings == ()
    with pytest.raises(OptionError, match="Theirs has 0 rewordings"):
        reword(Theirs, Goal(Theirs.template, goal.fields), 1)
    with pytest.raises(OptionError, match="is no goal of"):
        original(TASKS[0], "Do it.")
