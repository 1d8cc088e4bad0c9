"""The list of GENERAL's instructions, and what the tasks made from it share."""

from __future__ import annotations

import re

import gymnasium as gym
import numpy as np
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.errors import OptionError, TaskError
from android_gym.task_suite.aitw import SUITE
from android_gym.task_suite.aitw.general.instructions import instructions, scripts_of
from android_gym.task_suite.aitw.general.live import GeneralTask, tasks_of
from android_gym.task_suite.suite import tasks
from android_gym.testing.demonstrations import play

ONE_OF_EACH_KIND = sorted(
    {cls.instruction.kind: f"AITW/{name}-v{cls.version}" for name, cls in tasks("AITW").items()}
    .values()
)  # fmt: skip


def test_the_list_is_of_whole_instructions_with_places_of_their_own() -> None:
    found = instructions()
    numbers = [one.number for one in found]
    assert numbers == sorted(set(numbers)) and len(numbers) == 116
    assert 0 <= numbers[0] and numbers[-1] < 545
    texts = [one.text for one in found]
    # The data set's list is sorted, so numbers that went wrong would stand out.
    assert texts == sorted(texts)
    for one in found:
        assert one.text == one.text.strip() and one.subject in one.text


def test_every_instruction_of_the_list_is_a_task() -> None:
    assert {f"General-{one.number}" for one in instructions()} == tasks("AITW").keys()


@pytest.mark.parametrize(("name", "cls"), tasks("AITW").items())
def test_a_task_is_its_instruction(name: str, cls: type[GeneralTask]) -> None:
    one = cls.instruction
    assert name == f"General-{one.number}" and cls.template == one.text
    assert cls.tags == ("general", one.kind) and one in instructions()
    assert cls.instruction.text not in cls.rewordings
    assert all(one.subject in text for text in cls.rewordings)


def test_an_unknown_kind() -> None:
    with pytest.raises(TaskError, match="kind 'gardening'; there are .*'alarm'"):
        tasks_of("gardening", GeneralTask)
    with pytest.raises(TaskError, match="gardening"):
        scripts_of("gardening", lambda screen, subject: iter(()))


def test_it_begins_in_another_app_than_its_own() -> None:
    task = tasks("AITW")["General-164"]()
    fronts = {task.sample(np.random.default_rng(seed))["front"] for seed in range(60)}
    assert fronts == set(task.fronts()) and "clock" not in fronts and len(fronts) == 6
    task.check({"front": "settings"})
    with pytest.raises(OptionError, match="'front' must be one of .*'calculator'.* got 'clock'"):
        task.check({"front": "clock"})


def test_the_app_is_in_front() -> None:
    env = gym.make("AITW/General-164-v0", observation="goal")
    seen = set()
    for seed in range(12):
        _, info = env.reset(seed=seed)
        activity = env.get_wrapper_attr("device").foreground_activity()
        seen.add((info["params"]["front"], activity.partition("/")[0]))
    env.close()
    home = "com.google.android.apps.nexuslauncher"
    assert all(package == SUITE.apps.get(front, home) for front, package in seen)
    assert len(seen) > 3


@pytest.mark.rotating
@pytest.mark.parametrize("env_id", ONE_OF_EACH_KIND)
def test_another_way_does_no_harm(env_id: str) -> None:
    env = gym.make(env_id, observation="goal", termination="declared", max_steps=200)
    assert [play(env, seed, other_way=True).reward for seed in range(3)] == [1.0] * 3
    env.close()


def test_rewordings_are_sentences() -> None:
    for cls in tasks("AITW").values():
        assert all(re.match(r"[A-Z].*[.?]$", text) for text in cls.rewordings)
