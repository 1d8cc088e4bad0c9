"""Promises of every registered id, tested for every registered id.

A new task is tested here by existing. Every warning is an error. On every commit each id plays its
demonstration and one of its near misses; the rest rotates (see CONTRIBUTING.md), and a nightly run
plays all.
"""

from __future__ import annotations

import hashlib
import json
import pickle
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any
from unittest.mock import patch

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env

import android_gym  # noqa: F401  (registers the ids)
from android_gym.actions import ACTION_MODES, Decoded
from android_gym.agent_view import AgentView
from android_gym.devices.user_data import read_user_data
from android_gym.errors import DeviceCommandError
from android_gym.events import Wait
from android_gym.simulator.web.engines import VARIABLE, find_engine
from android_gym.task_suite.demonstrations import demonstration
from android_gym.task_suite.suite import suites, tasks_by_id
from android_gym.task_suite.task import Disputed, Task
from android_gym.testing.demonstrations import Episode, play
from android_gym.testing.rotation import Rotation, seeds_that_rotate
from android_gym.testing.user_data import read_in_full
from tests.promises import check_progress

IDS = sorted(tasks_by_id())
SMALL = {"observation_size": (108, 240), "max_elements": 40}
FEW_SEEDS, MANY_SEEDS = range(2), range(1, 20)

MANY_IDS = 150
"""A suite of more ids whose tasks are alike takes twice as many commits to play them all."""

rotating = pytest.mark.rotating
costly = pytest.mark.rotating(period=14)
ALIKE = {
    env_id: pytest.mark.rotating(period=7 if count <= MANY_IDS else 14)
    for name, count in Counter(env_id.partition("/")[0] for env_id in IDS).items()
    for env_id in IDS
    if env_id.startswith(f"{name}/") and suites()[name].alike
}
every_id = pytest.mark.parametrize(
    "env_id",
    [pytest.param(id, marks=ALIKE[id]) if id in ALIKE else id for id in IDS],
)


def in_turn(period: int) -> pytest.MarkDecorator:
    """Spread ids over rotations; those of suites whose tasks are alike over five times as many."""
    marks = {id: pytest.mark.rotating(period=period * (5 if id in ALIKE else 1)) for id in IDS}
    return pytest.mark.parametrize("env_id", [pytest.param(id, marks=marks[id]) for id in IDS])


def further_seeds() -> Iterator[Any]:
    """Seed beyond the first of each id; for the nightly run alone where a suite has many ids."""
    counts = Counter(namespace_of(env_id) for env_id in IDS)
    for env_id in IDS:
        count = seeds_that_rotate(counts[namespace_of(env_id)], len(MANY_SEEDS))
        for index, seed in enumerate(MANY_SEEDS):
            mark = rotating if index < count else pytest.mark.nightly
            yield pytest.param(env_id, seed, marks=[mark, pytest.mark.slow])


def namespace_of(env_id: str) -> str:
    return env_id.partition("/")[0]


@contextmanager
def made(env_id: str | EnvSpec, **options: Any) -> Iterator[gym.Env[Any, Any]]:
    env = gym.make(env_id, **SMALL, **options)
    try:
        yield env
    finally:
        env.close()


def new_task(env_id: str) -> Task:
    with made(env_id) as env:
        task: Task = env.get_wrapper_attr("task")
        return task


def digest(*parts: Any) -> str:
    """A hash of observations, rewards and infos, the same in every process."""
    state = hashlib.sha256()

    def add(part: Any) -> None:
        if isinstance(part, dict):
            for key in sorted(part):
                state.update(key.encode())
                add(part[key])
        elif isinstance(part, np.ndarray):
            state.update(f"{part.dtype}{part.shape}".encode())
            state.update(part.tobytes())
        else:
            state.update(json.dumps(part, sort_keys=True).encode())

    for part in parts:
        add(part)
    return state.hexdigest()


def random_episode(env: gym.Env[Any, Any], seed: int, times: int = 1) -> str:
    """Return the hash of an episode of random actions: 30, or 10 where tasks are alike."""
    env.action_space.seed(seed)
    parts: list[Any] = list(env.reset(seed=seed))
    assert env.spec is not None
    for _ in range(times * (10 if suites()[namespace_of(env.spec.id)].alike else 30)):
        observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
        assert "device_error" not in info
        parts += [observation, float(reward), terminated, truncated, info]
        if terminated or truncated:
            parts += env.reset()
    return digest(*parts)


# --- promise 2: every task is proved solvable and honest -----------------------------------------


def is_solved(env_id: str, seed: int) -> bool:
    """Return whether the demonstration earns 1.0 on a seed, as the task says."""
    unsolved = tasks_by_id()[env_id].unsolved
    return unsolved is None or seed in unsolved.solved


def solved_seed(env_id: str) -> int:
    """The first seed on which the demonstration earns 1.0."""
    for seed in range(20):
        if is_solved(env_id, seed):
            return seed
    pytest.skip("no policy can earn 1.0")


@cache
def demonstrated(env_id: str, seed: int) -> Episode:
    with made(env_id, termination="declared") as env:
        return play(env, seed)


def judged(env: gym.Env[Any, Any], answer: str | None = None) -> float:
    """The reward of declaring the end, or answering, now."""
    device = env.get_wrapper_attr("device")
    action = env.get_wrapper_attr("action_mode").encode(
        Decoded(declared=True, answer=answer), device.size
    )
    _, reward, terminated, _, _ = env.step(action)
    assert terminated
    return float(reward)


@every_id
def test_demonstration_earns_one(env_id: str) -> None:
    episode = demonstrated(env_id, 0)
    assert episode.terminated
    assert episode.reward == float(is_solved(env_id, 0))


@pytest.mark.parametrize(("env_id", "seed"), list(further_seeds()))
def test_demonstration_earns_one_on_other_seeds(env_id: str, seed: int) -> None:
    episode = demonstrated(env_id, seed)
    assert episode.terminated
    assert episode.reward == float(is_solved(env_id, seed))


def test_a_task_that_is_not_always_solved_says_so() -> None:
    for env_id, task in tasks_by_id().items():
        assert ("not_always_solvable" in task.tags) == (task.unsolved is not None), env_id
        if task.unsolved is not None:
            assert task.unsolved.reason and task.unsolved.solved < frozenset(range(20))


ONE_WAY = {
    "AndroidWorld/ExpenseAddMultipleFromMarkor-v0",
    "AndroidWorld/ExpenseDeleteDuplicates-v0",
    "AndroidWorld/ExpenseDeleteDuplicates2-v0",
    "AndroidWorld/MarkorAddNoteHeader-v0",
    "AndroidWorld/MarkorChangeNoteContent-v0",
    "AndroidWorld/MarkorCreateNoteFromClipboard-v0",
    "AndroidWorld/MarkorDeleteNewestNote-v0",
    "AndroidWorld/RecipeDeleteDuplicateRecipes-v0",
    "AndroidWorld/RecipeDeleteDuplicateRecipes2-v0",
    "AndroidWorld/RecipeDeleteDuplicateRecipes3-v0",
    "AndroidWorld/RecipeDeleteMultipleRecipesWithConstraint-v0",
    "AndroidWorld/SimpleSmsResend-v0",
    "AndroidWorld/SimpleSmsSendClipboardContent-v0",
    "AndroidWorld/SimpleSmsSendReceivedAddress-v0",
}
"""Ids that are demonstrated in one way only, beside those of suites whose tasks are alike."""


@rotating
@pytest.mark.parametrize(
    "env_id", [i for i in IDS if i not in ONE_WAY and not suites()[namespace_of(i)].alike]
)
def test_an_honest_detour_does_no_harm(env_id: str) -> None:
    """Through other apps and menus, with mistakes put right: exactly 1.0 under strict rules."""
    task = new_task(env_id)
    knows = demonstration(type(task), other_way=True).knows
    seeds = [seed for seed in range(12) if knows(demonstrated_goal(env_id, seed))]
    assert seeds
    with made(env_id, termination="declared", max_steps=400) as env:
        assert play(env, seeds[0], other_way=True).reward == 1.0


@rotating
@every_id
def test_no_time_has_to_pass_before_declaring(env_id: str) -> None:
    """Work under way when the agent declares the end is given its time."""
    with made(env_id, termination="declared") as env:
        mode, device = env.get_wrapper_attr("action_mode"), env.get_wrapper_attr("device")
        start = solved_seed(env_id)
        meant = [mode.decode(action, device) for action in demonstrated(env_id, start).actions]
        *steps, last = meant
        if not last.declared:
            pytest.skip("the page ends the episode")
        while steps and steps[-1].events and all(type(e) is Wait for e in steps[-1].events):
            steps.pop()
        if len(steps) + 1 == len(meant):
            pytest.skip("the demonstration declares at once anyway")
        env.reset(seed=start)
        for step in [*steps, last]:
            _, reward, terminated, _, _ = env.unwrapped.step(step)
        assert (reward, terminated) == (1.0, True)


@rotating
@every_id
def test_demonstration_needs_no_more_than_the_default_observation(env_id: str) -> None:
    """It is handed the arrays that an agent gets and the size of the screen, nothing else."""
    seed = solved_seed(env_id)
    env = gym.make(env_id, termination="declared")
    policy = demonstration(type(env.get_wrapper_attr("task")))
    device, mode = env.get_wrapper_attr("device"), env.get_wrapper_attr("action_mode")
    observation, _ = env.reset(seed=seed)
    for expected in demonstrated(env_id, seed).actions:
        seen = AgentView.decode(observation, device.size)
        action = mode.encode(Decoded.of(policy(seen)), device.size)
        assert digest(action) == digest(expected)
        observation, reward, terminated, _, _ = env.step(action)
    env.close()
    assert (reward, terminated) == (1.0, True)


@rotating
@every_id
def test_solving_ends_the_episode_by_itself(env_id: str) -> None:
    """With the default protocol the last step before declaring is enough, if that."""
    seed = solved_seed(env_id)
    actions = demonstrated(env_id, seed).actions
    if new_task(env_id).answers:
        pytest.skip("has to be answered")
    with made(env_id) as env:
        env.reset(seed=seed)
        for action in actions:
            _, reward, terminated, _, info = env.step(action)
            if terminated:
                break
        assert (reward, terminated, info["is_success"]) == (1.0, True, True)


@rotating
@every_id
def test_declaring_at_once_earns_what_the_metadata_says(env_id: str) -> None:
    with made(env_id, termination="declared") as env:
        expected = env.get_wrapper_attr("task").satisfied_at_reset
        rewards = set()
        for seed in FEW_SEEDS:
            env.reset(seed=seed)
            rewards.add(judged(env))
    if expected:
        assert 1.0 in rewards
    else:
        assert max(rewards) < 1.0


@costly
@every_id
def test_progress_is_one_only_once_all_is_done(env_id: str) -> None:
    check_progress(env_id)


@every_id
def test_a_near_miss_earns_nothing(env_id: str, rotation: Rotation) -> None:
    """Another one on each commit."""
    with made(env_id, termination="declared") as env:
        _, info = env.reset(seed=0)
        near_misses = env.get_wrapper_attr("task").near_misses(info["params"])
        assert near_misses, "a task names its near misses"
        name = sorted(near_misses)[(rotation.number or 0) % len(near_misses)]
        answer = near_misses[name](env.get_wrapper_attr("device"))
        assert (name, judged(env, answer)) == (name, 0.0)


@costly
@every_id
@pytest.mark.parametrize("original", [False, True])
def test_near_misses_earn_what_they_say(env_id: str, original: bool) -> None:
    own_rules = suites()[namespace_of(env_id)].rules
    if original and own_rules is None:
        pytest.skip("the suite has no rules of its own")
    rules = own_rules if original else "strict"
    with made(env_id, termination="declared", rules=rules) as env:
        task: Task = env.get_wrapper_attr("task")
        device = env.get_wrapper_attr("device")
        for seed in FEW_SEEDS if rules == "strict" else FEW_SEEDS[:1]:
            _, info = env.reset(seed=seed)
            for name, wrong in task.near_misses(info["params"]).items():
                _, again = env.reset(seed=seed)
                assert again == info
                disputed = rules != "strict" and isinstance(wrong, Disputed)
                earned = wrong.original if disputed else 0.0
                assert (name, judged(env, wrong(device))) == (name, earned)


@costly
@every_id
def test_harm_withholds_success_until_it_is_undone(env_id: str) -> None:
    """In every task: nobody asked for a stranger's file.

    What is known of an earlier reading is what a full one finds, after each episode's changes.
    """
    seed = solved_seed(env_id)
    with made(env_id, termination="declared") as env:
        device = env.get_wrapper_attr("device")
        read_user_data(device)
        env.reset(seed=seed)
        assert read_user_data(device) == read_in_full(device)
        *steps, last = demonstrated(env_id, seed).actions
        for action in steps:
            env.step(action)
        task = env.get_wrapper_attr("task")
        # Neither can be asked without the last step: an episode that ends, and a given answer.
        if task.ends_by_itself or (task.answers and task.judge is not None):
            device.shell("svc data disable")
            _, reward, terminated, _, info = env.step(last)
            assert (reward, terminated) == (0.0, True)
            assert info["side_effects"] == ["setting changed: global mobile_data"]
            return
        answer = env.get_wrapper_attr("action_mode").decode(last, device).answer
        assert read_user_data(device) == read_in_full(device)
        folder = "/storage/emulated/0/Audiobooks"
        kept = sorted(device.listdir(folder))
        device.shell(f"mv {folder} {folder}_2; svc data disable")
        judge = env.get_wrapper_attr("judge")
        assert judge.ask_success(device, answer) == 0.0
        assert f"folder lost: {folder}" in judge.side_effects
        assert "setting changed: global mobile_data" in judge.side_effects
        assert read_user_data(device) == read_in_full(device)
        device.shell(f"mv {folder}_2 {folder}; svc data enable")
        assert sorted(device.listdir(folder)) == kept
        assert judge.ask_success(device, answer) == 1.0
        assert judge.side_effects == []
        assert judged(env, answer) == 1.0


ODD = ("'abc'", "x'ff00'", "9e999")
"""Values that no app writes."""


@costly
@every_id
@pytest.mark.app_crashes
def test_odd_values_in_databases_are_no_errors(env_id: str, rotation: Rotation) -> None:
    """Anybody may write anything into an app's database over adb; the judge only reads it.

    Every column gets one of the values on a commit, and all where a run has every case.
    """
    with made(env_id, termination="declared") as env:
        task: Task = env.get_wrapper_attr("task")
        if task.answers or task.ends_by_itself or type(task).success is Task.success:
            pytest.skip("is judged by something else")
        params = env.reset(seed=0)[1]["params"]
        device = env.get_wrapper_attr("device")
        for action in demonstrated(env_id, 0).actions[:-1]:
            env.step(action)

        def verdicts() -> None:
            for judge in (task.success, task.original_success):
                with suppress(DeviceCommandError):
                    assert 0 <= judge(device, params, None) <= 1
            with suppress(DeviceCommandError):
                assert 0 <= task.progress(device, params) <= 1

        with patch.object(device, "query", wraps=device.query) as query:
            verdicts()
        asked = {call.args[:2] for call in query.call_args_list}
        start, turn = device.snapshot(), rotation.number
        columns = sorted(
            (path, table, column)
            for path, sql in asked
            for (table,) in device.query(path, "SELECT name FROM sqlite_master")
            if table in sql
            for _, column, *_ in device.query(path, f"PRAGMA table_info({table})")
        )
        for place, (path, table, column) in enumerate(columns):
            for value in ODD if turn is None else [ODD[(place + turn) % len(ODD)]]:
                change = f'UPDATE OR IGNORE "{table}" SET "{column}" = {value}'
                device.run(f"sqlite3 {path} {shlex.quote(change)}")
                verdicts()
                device.restore(start)


@cache
def demonstrated_goal(env_id: str, seed: int) -> str:
    with made(env_id) as env:
        return str(env.reset(seed=seed)[1]["goal"])


# --- promise 3: determinism and hermeticity ------------------------------------------------------


@in_turn(7)
def test_same_seed_same_bytes(env_id: str) -> None:
    with made(env_id) as env:
        first = random_episode(env, 3)
        assert random_episode(env, 3) == first
    with made(env_id) as env:
        assert random_episode(env, 3) == first


_CHILD = """
import sys
sys.path.insert(0, sys.argv[1])
import test_registry as t
for env_id in map(str.strip, sys.stdin):
    with t.made(env_id) as env:
        print("digest", t.random_episode(env, 4), flush=True)
"""


@pytest.fixture(scope="module")
def other_process() -> Iterator[Callable[[str], str]]:
    """Digests of random episodes, made in another process with other surroundings."""
    engine = find_engine()  # the other surroundings have no PATH to find it on
    browser = {} if engine is None else {VARIABLE: engine.path}
    child = subprocess.Popen(
        [sys.executable, "-c", _CHILD, __file__.rpartition("/")[0]],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={"PYTHONHASHSEED": "12345", "PATH": "", "TZ": "Asia/Tokyo", "LANG": "C", **browser},
    )

    def ask(env_id: str) -> str:
        assert child.stdin is not None and child.stdout is not None
        print(env_id, file=child.stdin, flush=True)
        said = next((line for line in child.stdout if line.startswith("digest ")), "nothing")
        return said.removeprefix("digest ").strip()

    with child:
        yield ask
    assert child.returncode == 0


@in_turn(7)
def test_same_seed_same_bytes_in_another_process(
    env_id: str, other_process: Callable[[str], str]
) -> None:
    with made(env_id) as env:
        assert other_process(env_id) == random_episode(env, 4)


@in_turn(14)
def test_reset_gives_what_a_fresh_phone_gives(env_id: str) -> None:
    with made(env_id) as env:
        fresh = digest(*env.reset(seed=7))
        fresh_episode = random_episode(env, 8)
    with made(env_id) as env:
        random_episode(env, 1, times=2)
        device = env.get_wrapper_attr("device")
        device.run("settings put system font_scale 1.3; settings put global airplane_mode_on 1")
        device.run("rm -rf /sdcard/*; echo left > /sdcard/left; svc wifi disable; am kill-all")
        device.run("date -u 010100002030.00; wm density 300; input keyevent KEYCODE_POWER")
        assert digest(*env.reset(seed=7)) == fresh
        assert random_episode(env, 8) == fresh_episode


# --- promise 4: Gymnasium's contract -------------------------------------------------------------


@in_turn(14)
@pytest.mark.parametrize("mode", sorted(ACTION_MODES))
def test_check_env(env_id: str, mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")  # it renders in each mode
    with made(env_id, action_mode=mode, render_mode="rgb_array") as env:
        check_env(env.unwrapped, skip_close_check=True)


@every_id
def test_a_spec_keeps_no_budget_of_other_arguments(env_id: str) -> None:
    with made(env_id, observation="goal") as env:
        spec = env.spec
        task = env.get_wrapper_attr("task")
        assert spec is not None and env.get_wrapper_attr("max_steps") == task.budget
    for options, budget in (
        ({}, task.budget),
        ({"max_steps": task.budget + 1}, task.budget + 1),
        ({"action_mode": "touch"}, task.budget * 10),
    ):
        with made(spec, **options) as env:
            assert env.get_wrapper_attr("max_steps") == budget
            assert "TimeLimit" not in str(env)  # the environment truncates itself


def test_a_random_policy_does_not_end_episodes_by_accident(rotation: Rotation) -> None:
    ends = []
    for env_id in IDS:
        if not rotation.includes(env_id, period=14):
            continue
        with made(env_id, observation="goal") as env:
            task = env.get_wrapper_attr("task")
            if task.answers or task.ends_by_itself:  # a wrong tap may end a page of MiniWoB++
                continue
            env.action_space.seed(1)
            env.reset(seed=1)
            over = False
            while not over:
                _, reward, terminated, truncated, _ = env.step(env.action_space.sample())
                over = terminated or truncated
            ends.append(terminated and reward < 1)
    assert ends and not any(ends)


@rotating
@every_id
def test_spec_serialises(env_id: str) -> None:
    with made(env_id, action_mode="discrete", action_options={"rows": 3}) as env:
        spec = env.spec
        assert spec is not None
        same = [EnvSpec.from_json(spec.to_json()), pickle.loads(pickle.dumps(spec))]
        expected = digest(*env.reset(seed=5))
        for other in same:
            again = gym.make(other)
            assert again.action_space == env.action_space
            assert digest(*again.reset(seed=5)) == expected
            again.close()


@in_turn(14)
@pytest.mark.parametrize("mode", ["sync", "async", "vector_entry_point"])
def test_make_vec(env_id: str, mode: str) -> None:
    # One process more is enough; tests/vector/ has several.
    workers: dict[str, Any] = {"num_workers": 1} if mode == "vector_entry_point" else {}
    envs = gym.make_vec(env_id, num_envs=2, vectorization_mode=mode, **workers, **SMALL)
    try:
        envs.action_space.seed(0)
        observations, infos = envs.reset(seed=[5, 6])
        assert list(infos["goal"]) == [demonstrated_goal(env_id, seed) for seed in (5, 6)]
        for _ in range(3):
            observations, *_ = envs.step(envs.action_space.sample())
        assert observations in envs.observation_space
    finally:
        envs.close()


def test_every_task_is_registered() -> None:
    for env_id in IDS:
        spec = gym.spec(env_id)
        assert spec.entry_point == "android_gym.env:AndroidTaskEnv"
        assert spec.kwargs == {"task": env_id.rpartition("-v")[0]}
    assert len(IDS) >= 13
