"""Promises of Mobile-Bench's tasks beyond those of all."""

from __future__ import annotations

import re
from collections import Counter

import gymnasium as gym
import numpy as np
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.actions import Decoded
from android_gym.apis import load_registry
from android_gym.errors import OptionError
from android_gym.events import ApiCall
from android_gym.task_suite.demonstrations import demonstration
from android_gym.task_suite.goal import placeholders
from android_gym.task_suite.mobile_bench.checkpoints import history
from android_gym.task_suite.mobile_bench.draws import Pool
from android_gym.task_suite.mobile_bench.tasks import LIMITS, MobileBenchTask
from android_gym.task_suite.mobile_bench.wants import Given, RowsAre, SettingIs
from android_gym.task_suite.rewordings import original
from android_gym.task_suite.suite import tasks
from android_gym.testing.demonstrations import play

TASKS: dict[str, type[MobileBenchTask]] = dict(tasks("MobileBench"))  # type: ignore[arg-type]

every_task = pytest.mark.parametrize("name", TASKS)
rotating = pytest.mark.rotating


def made(name: str, **options):
    env = gym.make(f"MobileBench/{name}-v0", observation="goal", termination="declared", **options)
    return env.unwrapped


def test_no_two_share_checker_apps_and_verb() -> None:
    kinds = Counter(
        (tuple(type(want).__name__ for want in cls.wants), frozenset(cls.apps), cls.verb)
        for cls in TASKS.values()
    )
    assert [kind for kind, count in kinds.items() if count > 1] == []
    assert all(cls.verb for cls in TASKS.values())


def test_goals_are_in_chinese_too_with_the_same_fields() -> None:
    for cls in TASKS.values():
        chinese = cls.translations["zh"]
        assert re.search("[\u4e00-\u9fff]", chinese), cls
        assert sorted(placeholders(chinese)) == sorted(placeholders(cls.template)), cls
    assert len({cls.chinese for cls in TASKS.values()}) == len(TASKS)


def test_levels_have_the_papers_limits_and_numbers_of_apps() -> None:
    for cls in TASKS.values():
        assert cls().budget == LIMITS[cls.level] == {"SAST": 10, "SAMT": 20, "MAMT": 50}[cls.level]
        assert (2 <= len(cls.apps) <= 4) == (cls.level == "MAMT"), cls
        if cls.level != "MAMT":
            assert len(cls.apps) == 1


def test_parameters_that_could_not_be_drawn_are_refused() -> None:
    for cls in TASKS.values():
        task = cls()
        params = task.sample(np.random.default_rng(0))
        task.check(params)
        for name in cls.draws:
            wrong = params[name] + 10_000 if isinstance(params[name], int) else "{name}"
            with pytest.raises(OptionError, match=name):
                task.check({**params, name: wrong})


def test_the_timeouts_that_android_keeps() -> None:
    times = TASKS["ScreenTimeoutSet"].draws["time"]
    assert isinstance(times, Pool)
    kept = [TASKS["ScreenTimeoutSet"]().values({"time": time})["timeout"] for time in times.values]
    assert kept == ["15000", "30000", "120000", "300000", "600000"]


def test_information_of_tasks_of_several_apps_is_not_in_their_goals() -> None:
    """Some parameter has to be found on the phone."""
    for cls in TASKS.values():
        if cls.level == "MAMT":
            assert any(isinstance(want, Given) for want in cls.wants)
            assert set(cls.draws) - set(placeholders(cls.template)), cls


@rotating
@every_task
def test_a_chinese_goal_is_demonstrated(name: str) -> None:
    env = made(name)
    task = env.task
    _, info = env.reset(seed=4, options={"language": "zh"})
    assert re.search("[\u4e00-\u9fff]", info["goal"])
    own = original(type(task), info["goal"])
    assert own == str(task.goal(info["params"]))
    assert demonstration(type(task)).knows(own)
    env.close()


def test_languages_are_checked() -> None:
    env = made("AlarmAdd")
    with pytest.raises(OptionError, match="goals in .'en', 'zh'., not in 'fr'"):
        env.reset(options={"language": "fr"})
    with pytest.raises(OptionError, match="not both"):
        env.reset(options={"language": "zh", "rewording": 1})
    env.close()


@rotating
@every_task
def test_the_way_with_apis_calls_some_and_the_other_none(name: str) -> None:
    env = made(name, trace=True, max_steps=LIMITS[TASKS[name].level])
    calls: dict[bool, list[ApiCall]] = {False: [], True: []}
    shares = []
    for other_way in (False, True):
        meant: list[Decoded] = []
        episode = play(env, 2, other_way=other_way, on_action=meant.append)
        assert episode.reward == 1.0  # within the limit of the level
        calls[other_way] = [one.call for one in meant if one.call is not None]
        trace = env.trace
        assert trace is not None
        points = env.task.checkpoint(episode.params)
        done = history(trace)
        assert points.level_1(done).share == 1.0, (done, points)
        shares.append(points.level_2(done).share)
    assert calls[False] == [] and calls[True] != []
    assert all(call.api in load_registry() for call in calls[True])
    assert max(shares) == 1.0, shares
    assert min(shares) >= 0.5, shares
    env.close()


@rotating
@every_task
def test_what_is_wanted_earns_one_also_over_adb(name: str) -> None:
    """So that near misses, made in the same way, miss by what they say alone."""
    env = made(name)
    _, info = env.reset(seed=1)
    values = env.task.values(info["params"])
    answer = None
    for want in env.task.wants:
        assert isinstance(want, Given) or not want.met(env.device, values, None)
        answer = want.fulfil(env.device, values) or answer
    _, reward, _, _, info = env.step(Decoded(declared=True, answer=answer))
    assert (reward, info.get("side_effects")) == (1.0, None)
    env.close()


@rotating
@every_task
def test_each_value_of_a_row_that_the_goal_names_is_compared(name: str) -> None:
    env = made(name)
    _, info = env.reset(seed=3)
    task, values = env.task, env.task.values(info["params"])
    for want in task.wants:
        if isinstance(want, RowsAre):
            compared = set().union(*(row.keys() for row in want.after)) if want.after else set()
            assert compared <= {*want.wrong, "label", "name", "start_time"}, (name, compared)
        if isinstance(want, SettingIs):
            assert want.mistakes(values)
    env.close()
