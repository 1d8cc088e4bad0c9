"""The native vector environment beside single environments and Gymnasium's own."""

from __future__ import annotations

import gc
import json
import multiprocessing
import os
import pickle
import shutil
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from multiprocessing import forkserver
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import psutil
import pytest
from gymnasium.envs.registration import EnvSpec, WrapperSpec
from gymnasium.error import ClosedEnvironmentError
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import android_gym  # noqa: F401  (registers the ids)
from android_gym.env import AndroidTaskEnv
from android_gym.errors import ActionError, AndroidGymError, DeviceError, OptionError
from android_gym.task_suite.task import Task
from android_gym.testing.demonstrations import play
from android_gym.testing.serving import ServedPhone
from android_gym.vector import AndroidVectorEnv
from android_gym.vector.memory import size_of
from android_gym.vector.slots import Failure, Recipe, Slots
from android_gym.vector.workers import ProcessWorker, gather, stop
from android_gym.wrappers import RandomizeDevice

WIFI = "AndroidWorld/SystemWifiTurnOff-v0"
BLUETOOTH = "AndroidWorld/SystemBluetoothTurnOff-v0"
EXPENSE = "AndroidWorld/ExpenseAddSingle-v0"
SMALL: dict[str, Any] = {"observation_size": (54, 120), "max_elements": 20}
MODES = list(AutoresetMode)

# Python 3.12 and newer warn of any fork of a process with threads, such as a phone's log.
pytestmark = pytest.mark.filterwarnings("ignore:This process .* is multi-threaded")


def make(env_id: str = WIFI, **options: Any) -> AndroidVectorEnv:
    options = {"num_envs": 3, "num_workers": 2, "context": "forkserver", **SMALL, **options}
    envs = gym.make_vec(env_id, vectorization_mode="vector_entry_point", **options)
    assert isinstance(envs, AndroidVectorEnv)
    envs.action_space.seed(0)
    return envs


@pytest.fixture(scope="module", autouse=True)
def _no_server_is_left() -> Iterator[None]:
    """End the server that Python forks processes from; else it would end with this process."""
    yield
    forkserver._forkserver._stop()


@pytest.fixture
def vector() -> Iterator[Any]:
    """Make vector environments, and close them."""
    made: list[AndroidVectorEnv] = []

    def call(*args: Any, **options: Any) -> AndroidVectorEnv:
        made.append(make(*args, **options))
        return made[-1]

    yield call
    for envs in made:
        envs.close()


def same(one: Any, other: Any, where: str = "") -> None:
    """Both hold the same, to the byte and the type."""
    if isinstance(one, dict):
        assert one.keys() == other.keys(), where
        for key in one:
            same(one[key], other[key], f"{where}.{key}")
    elif isinstance(one, np.ndarray) and one.dtype != object:
        assert (one.dtype, one.shape) == (other.dtype, other.shape), where
        assert one.tobytes() == other.tobytes(), where
    elif isinstance(one, list | tuple | np.ndarray):
        assert len(one) == len(other), where
        for index, (part, its) in enumerate(zip(one, other, strict=True)):
            same(part, its, f"{where}[{index}]")
    else:
        assert type(one) is type(other) and one == other, where


def row(batch: Any, index: int) -> Any:
    """One environment's part of a batch."""
    if isinstance(batch, dict):
        return {key: row(value, index) for key, value in batch.items()}
    return batch[index]


def unbatched(infos: dict[str, Any], index: int) -> dict[str, Any]:
    """One environment's info, taken back out of the batch."""
    found = {}
    for key, value in infos.items():
        if key.startswith("_") or not infos[f"_{key}"][index]:
            continue
        part = unbatched(value, index) if isinstance(value, dict) else value[index]
        found[key] = part.item() if isinstance(part, np.generic) else part
    return found


def workers() -> list[Any]:
    """The processes of the environments that are open, in their order."""
    return sorted(
        (p for p in multiprocessing.active_children() if p.name.startswith("AndroidVectorEnv")),
        key=lambda process: process.name,
    )


def await_true(condition: Any, seconds: float = 60.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "It did not come true."
        time.sleep(0.02)


# --- what it gives -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def demonstration() -> list[Any]:
    """A demonstration's actions, those of ExpenseAddSingle with seed 0."""
    env = gym.make(EXPENSE, **SMALL)
    actions = play(env, 0).actions
    env.close()
    return actions


@pytest.mark.parametrize("num_workers", [0, 2])
@pytest.mark.parametrize("mode", MODES)
def test_equals_single_environments(vector, demonstration, mode, num_workers):
    """Episode by episode, byte for byte; the first environment solves its task on the way."""
    envs = vector(EXPENSE, autoreset_mode=mode, num_workers=num_workers, max_steps=12)
    singles = [gym.make(EXPENSE, **SMALL, max_steps=12) for _ in range(3)]
    observations, infos = envs.reset(seed=0)
    for index, env in enumerate(singles):
        observation, info = env.reset(seed=index)
        same(row(observations, index), observation)
        same(unbatched(infos, index), info)
    over = [False] * 3
    endings = 0
    for step in range(2 * len(demonstration) + 4):
        action = demonstration[step % len(demonstration)]
        actions = {key: np.stack([value] * 3) for key, value in action.items()}
        if mode == AutoresetMode.DISABLED and any(over):
            mask = np.array(over)
            observations, infos = envs.reset(options={"reset_mask": mask})
            for index in np.flatnonzero(mask):
                observation, info = singles[index].reset()
                same(row(observations, index), observation)
                same(unbatched(infos, index), info)
            over = [False] * 3
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        for index, env in enumerate(singles):
            if over[index] and mode == AutoresetMode.NEXT_STEP:
                (observation, info), reward, terminated, truncated = env.reset(), 0.0, False, False
            else:
                observation, reward, terminated, truncated, info = env.step(action)
            over[index] = terminated or truncated
            endings += over[index]
            if over[index] and mode == AutoresetMode.SAME_STEP:
                same(infos["final_obs"][index], observation)
                same(unbatched(infos["final_info"], index), info)
                observation, info = env.reset()
            same(row(observations, index), observation)
            assert rewards[index] == reward
            assert (terminations[index], truncations[index]) == (terminated, truncated)
            ours = unbatched(infos, index)
            same({k: v for k, v in ours.items() if not k.startswith("final_")}, info)
        if step == len(demonstration) - 1:
            assert rewards[0] == 1.0
    assert endings >= 4
    for env in singles:
        env.close()


@pytest.mark.parametrize("mode", MODES)
def test_means_what_gymnasiums_own_means(vector, mode):
    options = {"action_mode": "discrete", "max_steps": 4}
    ours = vector(WIFI, autoreset_mode=mode, **options)
    theirs = SyncVectorEnv(
        [lambda: gym.make(WIFI, **SMALL, **options)] * 3, autoreset_mode=mode, copy=True
    )
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.metadata == theirs.metadata
    same(ours.reset(seed=[5, None, 7])[1]["goal"], theirs.reset(seed=[5, None, 7])[1]["goal"])
    same(ours.reset(seed=5), theirs.reset(seed=5))
    ours.action_space.seed(1)
    for _ in range(14):
        actions = ours.action_space.sample()
        result = ours.step(actions)
        same(result, theirs.step(actions))
        over = result[2] | result[3]
        if mode == AutoresetMode.DISABLED and over.any():
            again = {"options": {"reset_mask": over}, "seed": 9}
            same(ours.reset(**again), theirs.reset(seed=9, options={"reset_mask": over}))
    same(ours.call("goal"), theirs.call("goal"))
    same(ours.np_random_seed, theirs.np_random_seed)
    theirs.close()


@pytest.mark.parametrize(
    "context",
    [
        "fork",
        pytest.param("spawn", marks=pytest.mark.slow),
        pytest.param("forkserver", marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("kind", ["ours", "async"])
def test_start_methods(context, kind):
    """Also of Gymnasium's AsyncVectorEnv; goals arrive whole."""
    singles = [gym.make(EXPENSE, **SMALL) for _ in range(2)]
    expected = [env.reset(seed=seed) for seed, env in enumerate(singles)]
    if kind == "ours":
        envs: Any = make(EXPENSE, num_envs=2, context=context)
    else:
        envs = gym.make_vec(
            EXPENSE, 2, vectorization_mode="async", vector_kwargs={"context": context}, **SMALL
        )
    try:
        observations, infos = envs.reset(seed=0)
        for index, (observation, info) in enumerate(expected):
            same(row(observations, index), observation)
            same(unbatched(infos, index), info)
            assert isinstance(infos["goal"][index], str)
        envs.step(envs.action_space.sample())
    finally:
        envs.close()
        for env in singles:
            env.close()


def test_tasks_side_by_side(vector):
    ids = [WIFI, EXPENSE, BLUETOOTH]
    envs = vector(ids=ids)
    theirs = SyncVectorEnv([lambda env_id=env_id: gym.make(env_id, **SMALL) for env_id in ids])
    ours, expected = envs.reset(seed=3), theirs.reset(seed=3)
    same(ours[0], expected[0])
    assert list(ours[1]["goal"]) == list(expected[1]["goal"])
    assert [spec.id for spec in envs.get_attr("spec")] == ids
    envs.reset(seed=[1, 1, 1])  # the same seed for different tasks
    theirs.close()


def test_what_does_not_fit_into_an_array_is_widened():
    envs = make(num_workers=0)
    infos: dict[str, Any] = {}
    for index, value in enumerate([3, 2.5, "x"]):
        infos = envs._add_info(infos, {"value": value, "n": [1, 2, 3.5][index]}, index)
    assert list(infos["value"]) == [3, 2.5, "x"]
    assert list(infos["n"]) == [1, 2, 3.5] and infos["n"].dtype == np.float64
    envs.close()


def test_copies_or_the_memory_itself(vector):
    envs = vector(copy=False)
    first, _ = envs.reset(seed=0)
    goals = first["goal"].copy()
    first["goal"][:] = 0
    second = envs.step(envs.action_space.sample())[0]
    assert all(np.shares_memory(first[key], second[key]) for key in first)
    same(second["goal"], goals)
    envs = vector(copy=True)
    first, _ = envs.reset(seed=0)
    second = envs.step(envs.action_space.sample())[0]
    assert not any(np.shares_memory(first[key], second[key]) for key in first)


def test_what_has_not_changed_is_not_written_again():
    envs = make(num_workers=0, action_mode="discrete")
    slots = envs._workers[0].slots
    envs.reset(seed=0)
    shown = [dict(slot.shown) for slot in slots._slots]
    wait = int(envs.get_attr("action_mode")[0].meanings.index("wait"))
    after = envs.step(np.full(3, wait))[0]
    for index, (before, slot) in enumerate(zip(shown, slots._slots, strict=True)):
        assert slot.shown["goal"] is before["goal"]
        assert not before["pixels"].flags.writeable
        same(row(after, index), slot.env.unwrapped.observe())
    assert all(array.flags.writeable for array in envs.call("observe")[0].values())
    envs.close()


def test_gymnasiums_wrappers_go_around_it():
    envs = gym.wrappers.vector.RecordEpisodeStatistics(
        make(num_workers=0, max_steps=3, action_mode="discrete")
    )
    envs.reset(seed=0)
    infos = [envs.step(np.zeros(3, np.int64))[4] for _ in range(3)]
    assert infos[2]["episode"]["l"].tolist() == [3, 3, 3]
    envs.close()


def test_a_task_of_ones_own():
    class Waiting(Task):
        template = "Wait."

        def success(self, device: Any, params: Any, answer: Any) -> float:
            return 1.0

    with closing(AndroidVectorEnv(2, task=Waiting(), num_workers=1, **SMALL)) as envs:
        assert envs.reset(seed=0)[1]["goal"].tolist() == ["Wait.", "Wait."]
        assert envs.step(envs.action_space.sample())[1].tolist() == [1.0, 1.0]
    with pytest.raises(OptionError, match="Give ids, or a task"):
        AndroidVectorEnv(2)


def test_step_and_wait(vector):
    envs = vector()
    with pytest.raises(gym.error.NoAsyncCallError):
        envs.step_wait()
    envs.reset_async(seed=0)
    with pytest.raises(gym.error.AlreadyPendingCallError):
        envs.step_async(envs.action_space.sample())
    envs.reset_wait()
    envs.step_async(envs.action_space.sample())
    assert envs.step_wait()[1].shape == (3,)
    envs.close()
    with pytest.raises(gym.error.ClosedEnvironmentError):
        envs.reset()
    envs.close()


def test_call_and_attributes(vector):
    envs = vector(render_mode="rgb_array", render_size=(27, 60), action_mode="discrete")
    envs.reset(seed=0)
    assert [frame.shape for frame in envs.render()] == [(60, 27, 3)] * 3
    envs.set_attr("max_steps", 7)
    assert envs.get_attr("max_steps") == (7, 7, 7)
    envs.set_attr("max_steps", [1, 2, 3])
    assert envs.get_attr("max_steps") == (1, 2, 3)
    assert envs.call("observe")[1]["pixels"].shape == (120, 54, 3)
    with pytest.raises(OptionError, match="2 values were given to 3"):
        envs.set_attr("max_steps", [1, 2])
    with pytest.raises(OptionError, match="Call reset"):
        envs.call("reset")
    with pytest.raises(AttributeError, match="colour"):
        envs.get_attr("colour")
    with pytest.raises(TypeError, match=r"call .*android_env.* can't leave its process"):
        envs.get_attr("android_env")
    assert envs.step(np.zeros(3, np.int64))[3].tolist() == [True, False, False]


def test_wrappers_and_specs(vector):
    frames = ("android_gym.wrappers:PixelsOnly", {"stack": 2})
    penalty = WrapperSpec("T", "android_gym.wrappers.time_penalty:TimePenalty", {"penalty": 0.5})
    envs = vector(env_wrappers=[list(frames), "android_gym.wrappers:TimePenalty", penalty])
    observations, _ = envs.reset(seed=0)
    assert observations.shape[0] == 3 and observations in envs.observation_space
    assert envs.step(envs.action_space.sample())[1][0] < -0.5
    plain = vector(env_wrappers=[list(frames)])
    again = gym.make_vec(EnvSpec.from_json(plain.spec.to_json()))
    same(plain.reset(seed=1), again.reset(seed=1))
    again.close()
    called = vector(env_wrappers=[lambda env: gym.wrappers.TransformReward(env, lambda r: r + 2)])
    called.reset(seed=0)
    assert called.step(called.action_space.sample())[1].tolist() == [2, 2, 2]


# --- resets that were prepared -------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"reward_mode": "progress", "rewording": "random"},
        {"device": {"kind": "simulator", "latency": "phone"}},
    ],
    ids=["plain", "varied", "late"],
)
def test_a_prepared_reset_gives_the_same(options):
    plain, prepared, other = (
        AndroidTaskEnv("AndroidWorld/ExpenseAddSingle", **SMALL, **options) for _ in range(3)
    )
    spare = other.device
    set_up = []
    task_setup = prepared.task.setup
    prepared.task.setup = lambda device, params: set_up.append(device) or task_setup(device, params)
    same(plain.reset(seed=4), prepared.reset(seed=4))
    plain.action_space.seed(0)
    for episode in range(4):
        for step in range(3):
            if step == episode:
                prepared.prepare(spare)
                same(prepared.np_random.bit_generator.state, plain.np_random.bit_generator.state)
            action = plain.action_space.sample()
            action["action_type"] = step
            same(plain.step(action), prepared.step(action))
            if plain._step < 0:
                break
        assert prepared.is_prepared == (episode < 3)
        count = len(set_up)
        same(plain.reset(), prepared.reset())
        assert set_up[count:] == ([] if episode < 3 else [prepared.device])
    prepared.prepare(spare)
    same(plain.reset(seed=8), prepared.reset(seed=8))
    assert set_up[-1] is prepared.device
    prepared.prepare(spare)
    params = plain.task.sample(np.random.default_rng(3))
    same(plain.reset(options={"params": params}), prepared.reset(options={"params": params}))
    assert set_up[-1] is prepared.device
    for closable in (plain, prepared, spare):
        closable.close()


def test_workers_prepare_while_they_wait(vector):
    options = {"max_steps": 3, "action_mode": "discrete"}
    envs = vector(EXPENSE, env_wrappers=["android_gym.wrappers:RandomizeDevice"], **options)
    theirs = SyncVectorEnv(
        [lambda: RandomizeDevice(gym.make(EXPENSE, **options, **SMALL)) for _ in range(3)]
    )
    same(envs.reset(seed=0), theirs.reset(seed=0))
    envs.action_space.seed(2)
    for _ in range(9):
        await_true(lambda: all(envs.get_attr("is_prepared")))
        actions = envs.action_space.sample()
        same(envs.step(actions), theirs.step(actions))
    theirs.close()


# --- what goes wrong -----------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_a_killed_worker(vector, mode):
    """Its environments are truncated and go on; the others notice nothing; twice the same."""
    after = []
    for _ in range(2):
        envs = vector(autoreset_mode=mode, action_mode="discrete", max_steps=40)
        theirs = SyncVectorEnv(
            [lambda: gym.make(WIFI, action_mode="discrete", max_steps=40, **SMALL)] * 3
        )
        goals = envs.reset(seed=0)[1]["goal"]
        theirs.reset(seed=0)
        wait = np.zeros(3, np.int64)
        last = envs.step(wait)[0]
        theirs.step(wait)
        victim = workers()[1]
        lost = range(int(victim.name.split()[-1].split("-")[0]), 3)
        kept = range(lost[0])
        os.kill(victim.pid, signal.SIGKILL)
        ours, expected = envs.step(wait), theirs.step(wait)
        observations, rewards, terminations, truncations, infos = ours
        for index in kept:
            same(row(observations, index), row(expected[0], index))
            same(unbatched(infos, index), unbatched(expected[4], index))
        assert truncations.tolist() == [False] * len(kept) + [True] * len(lost)
        assert not terminations.any() and not rewards[lost].any()
        told = infos["final_info"] if mode == AutoresetMode.SAME_STEP else infos
        assert told["_device_error"].tolist() == truncations.tolist()
        for index in lost:
            assert "SIGKILL" in told["device_error"][index]
            assert told["goal"][index] == goals[index]
            final = infos["final_obs"][index] if "final_obs" in infos else row(observations, index)
            same(final, row(last, index))
        if mode == AutoresetMode.SAME_STEP:
            params = infos
        elif mode == AutoresetMode.NEXT_STEP:
            result = envs.step(wait)
            assert not result[3].any() and "device_error" not in result[4]
            params = result[4]
        else:
            with pytest.raises(gym.error.ResetNeeded):
                envs.step(wait)
            params = envs.reset(options={"reset_mask": truncations})[1]
        after.append([unbatched(params, index)["goal"] for index in lost])
        after[-1] += [envs.np_random_seed[index] for index in lost]
        if mode == AutoresetMode.NEXT_STEP:
            theirs.step(wait)  # as many steps as ours
        ours, expected = envs.step(wait), theirs.step(wait)
        for index in kept:
            same(row(ours[0], index), row(expected[0], index))
        theirs.close()
        envs.close()
    assert after[0] == after[1]


def test_a_worker_killed_between_resets(vector):
    envs = vector(num_envs=2, num_workers=1)
    envs.reset(seed=0)
    workers()[0].kill()
    infos = envs.reset(seed=0, options={"reset_mask": np.array([True, False])})[1]
    assert infos["_goal"].tolist() == [True, False]
    _, _, _, truncations, infos = envs.step(envs.action_space.sample())
    assert truncations.tolist() == [False, True]
    assert infos["_device_error"].tolist() == [False, True]
    workers()[0].kill()
    with pytest.raises(DeviceError, match="SIGKILL"):
        envs.get_attr("goal")
    assert envs.step(envs.action_space.sample())[3].all()
    assert not envs.step(envs.action_space.sample())[3].any()


def test_workers_that_die_again_and_again(vector):
    def dying(env: Any) -> Any:
        class Dying(gym.Wrapper):
            """Ends its process in every step."""

            def step(self, action: Any) -> Any:
                os.kill(os.getpid(), signal.SIGKILL)

        return Dying(env)

    envs = vector(num_envs=1, num_workers=1, env_wrappers=[dying], autoreset_mode="SameStep")
    envs.reset(seed=0)
    for _ in range(3):
        assert envs.step(envs.action_space.sample())[3].all()
    with pytest.raises(DeviceError, match="SIGKILL"):
        envs.step(envs.action_space.sample())


def test_a_worker_that_does_not_answer():
    slots = Slots([Recipe(gym.spec(WIFI), SMALL)], 0, 1, AutoresetMode.NEXT_STEP)
    worker = ProcessWorker(slots, [], multiprocessing.get_context("forkserver"), 60.0)
    worker.post(worker.packed("make"))
    assert not isinstance(gather([worker], 60.0)[0], Failure)
    os.kill(worker.process.pid, signal.SIGSTOP)
    worker.post(worker.packed("call", "goal", (), {}))
    answer = gather([worker], 0.3)[0]
    assert answer.is_lost and "did not answer within" in str(answer.error)
    assert not worker.process.is_alive()
    stop([worker], 1.0)


@pytest.mark.parametrize("num_workers", [0, 2])
def test_what_an_environment_raises(vector, num_workers):
    envs = vector(num_workers=num_workers, action_mode="discrete")
    with pytest.raises(gym.error.ResetNeeded, match="Environment 0 has no episode"):
        envs.step(np.zeros(3, np.int64))
    envs.reset(seed=0)
    with pytest.raises(ActionError, match="10000"):
        envs.step(np.array([0, 0, 10000]))
    envs.reset(seed=0)
    with pytest.raises(ActionError, match="2 actions were given to 3"):
        envs.step(np.zeros(2, np.int64))
    with pytest.raises(OptionError, match="speed"):
        envs.reset(options={"speed": 3})
    assert envs.step(np.zeros(3, np.int64))[1].tolist() == [0, 0, 0]


def test_what_can_not_go_to_another_process_goes_to_none(vector):
    envs, twin = vector(action_mode="discrete"), vector(action_mode="discrete")
    same(envs.reset(seed=0), twin.reset(seed=0))
    with pytest.raises(ActionError, match="What step was given can't go"):
        envs.step([1, 1, lambda: 1])
    with pytest.raises(OptionError, match="What reset was given can't go"):
        envs.reset(options={"params": {"wanted": lambda: 1}})
    with pytest.raises(OptionError, match="What set_attr was given can't go"):
        envs.set_attr("note", [1, 2, lambda: 1])
    same(envs.step(np.ones(3, np.int64)), twin.step(np.ones(3, np.int64)))


class OddError(Exception):
    """Can't be made again from its arguments, so it can't leave its process."""

    def __init__(self, what: str, why: str) -> None:
        super().__init__(f"{what}: {why}")


@pytest.mark.parametrize("num_workers, expected", [(0, OddError), (1, RuntimeError)])
def test_an_exception_that_does_not_pickle(vector, num_workers, expected):
    def odd(env: Any) -> Any:
        def fail(observation: Any) -> Any:
            raise OddError("It", "is odd")

        return gym.wrappers.TransformObservation(env, fail, None)

    envs = vector(num_envs=1, num_workers=num_workers, env_wrappers=[odd])
    with pytest.raises(expected, match="It: is odd") as caught:
        envs.reset(seed=0)
    notes = getattr(caught.value, "__notes__", [])
    assert any("in fail" in note for note in notes) == (num_workers > 0)


def test_a_worker_knows_added_folders(tmp_path):
    suite = tmp_path / "task_suite" / "elsewhere"
    suite.mkdir(parents=True)
    (suite / "__init__.py").write_text(
        'from android_gym.task_suite.suite import Suite\nSUITE = Suite("Elsewhere")\n'
    )
    (suite / "waiting.py").write_text(
        "from android_gym.task_suite.task import Task\n"
        "class Waiting(Task):\n"
        '    template = "Wait elsewhere."\n'
    )
    slots = Slots([Recipe(None, {"task": "Elsewhere/Waiting"})], 0, 1, AutoresetMode.NEXT_STEP)
    worker = ProcessWorker(slots, [str(tmp_path)], multiprocessing.get_context("forkserver"), 60.0)
    worker.post(worker.packed("make"))
    assert not isinstance(gather([worker], 60.0)[0], Failure)
    stop([worker], 10.0)
    assert worker.process.exitcode == 0


class BreakableDevices(gym.Wrapper):
    """A wrapper whose device fails at resets while a file is there."""

    def __init__(self, env: Any, path: str) -> None:
        super().__init__(env)
        self._path = Path(path)
        self.tries = 0

    def _check(self) -> None:
        if self._path.exists() and self.unwrapped.task.name in self._path.read_text():
            raise DeviceError("The cable is out.")

    def reset(self, **options: Any) -> Any:
        self.tries += 1
        self._check()
        return super().reset(**options)

    def step(self, action: Any) -> Any:
        self._check()
        return super().step(action)


@pytest.mark.parametrize("mode", MODES)
def test_a_device_that_stays_broken(vector, mode, tmp_path):
    cable = tmp_path / "cable"
    envs = vector(
        ids=[WIFI, BLUETOOTH],
        num_envs=2,
        num_workers=0,
        autoreset_mode=mode,
        action_mode="discrete",
        env_wrappers=[lambda env: BreakableDevices(env, str(cable))],
    )
    wait = np.zeros(2, np.int64)
    envs.reset(seed=0)
    cable.write_text("SystemWifiTurnOff")
    for number in range(4):
        observations, rewards, terminations, truncations, infos = envs.step(wait)
        assert truncations.tolist() == [True, False] and not terminations.any()
        assert infos["device_error"][0] == "The cable is out."
        assert infos["_device_error"].tolist() == [True, False]
        if mode == AutoresetMode.SAME_STEP:
            assert infos["_final_obs"].tolist() == [True, False]
            assert "cable" in infos["final_info"]["device_error"][0]
        if mode == AutoresetMode.DISABLED:
            if number == 0:
                infos = envs.reset(options={"reset_mask": truncations})[1]
            assert infos["device_error"][0] == "The cable is out."
    assert envs.get_attr("tries")[0] == 2  # it is not tried again at once
    cable.write_text("SystemWifiTurnOff SystemBluetoothTurnOff")
    with pytest.raises(DeviceError, match="No device works any more: The cable is out"):
        envs.reset()
    cable.unlink()
    assert "device_error" not in envs.reset(seed=0)[1]
    assert not envs.step(wait)[3].any()


@pytest.mark.parametrize(
    "options, message",
    [
        ({"num_envs": 0, "num_workers": 0}, "num_envs must be a whole number from 1"),
        ({"num_workers": -1}, "num_workers must be a whole number from 0 on, got -1"),
        ({"num_workers": 4}, "4 workers are more than 3 environments"),
        ({"num_workers": True}, "num_workers"),
        ({"autoreset_mode": "never"}, "autoreset_mode must be one of .*SameStep.*got 'never'"),
        ({"context": "thread"}, "context must be one of"),
        ({"timeout_s": 0}, "timeout_s"),
        ({"ids": [WIFI]}, "ids must be a list of 3"),
        ({"ids": [WIFI, WIFI, "AndroidWorld/Nothing-v0"]}, "'AndroidWorld/Nothing-v0'"),
        ({"devices": ["simulator"] * 2}, "devices must be a list of 3"),
        ({"devices": "emulator-5554"}, "devices must be a list, got"),
        ({"devices": ["emulator-5554"] * 3}, "the same one twice"),
        ({"devices": ["simulator"] * 3, "device": "simulator"}, "either device or devices"),
        ({"devices": [5] * 3}, "name or a dict, got 5"),
        ({"env_wrappers": "a:B"}, "env_wrappers must be a list"),
        ({"env_wrappers": [3], "num_workers": 0}, "A wrapper must be .* got 3"),
        ({"env_wrappers": ["no.such:W"], "num_workers": 0}, "'no.such:W' can't be loaded: No mod"),
        ({"colour": "red", "num_workers": 0}, "colour"),
        ({"observation": "smell", "num_workers": 1}, "smell"),
    ],
)
def test_wrong_arguments(options, message):
    with pytest.raises((AndroidGymError, TypeError), match=message):
        make(**options)
    assert not workers()


def test_environments_with_other_spaces_are_refused(tmp_path):
    def fewer(env: Any) -> Any:
        if env.unwrapped.task.name == "SystemBluetoothTurnOff":
            return gym.wrappers.FilterObservation(env, ["goal"])
        return env

    with pytest.raises(OptionError, match=r"observation space of environment 1 \(.*Bluetooth"):
        make(ids=[WIFI, BLUETOOTH, WIFI], num_workers=0, env_wrappers=[fewer])
    with pytest.raises(OptionError, match="no fixed size"):
        size_of(gym.spaces.Text(5), 2)


@pytest.mark.parametrize(
    "seed, message",
    [
        ([1, 2], "one for each of the 3 environments, got 2"),
        ([1, 1, 2], r"Seed 1 is given twice: environment 0 .* and environment 1"),
        ([1, 2, -3], "got -3"),
        ([1, 2, 2.5], "got 2.5"),
        ("123", "got '123'"),
        (1.5, "got 1.5"),
        (-1, "from 0 on, .* got -1"),
    ],
)
def test_wrong_seeds(seed, message):
    envs = make(num_workers=0)
    with pytest.raises(OptionError, match=message):
        envs.reset(seed=seed)
    envs.close()


def test_wrong_masks():
    envs = make(num_workers=0)
    envs.reset(seed=0)
    for mask in ([True] * 3, np.ones(2, bool), np.ones(3, int), np.zeros(3, bool)):
        with pytest.raises(OptionError, match=r"bool array of shape \(3,\)"):
            envs.reset(options={"reset_mask": mask})
    options = {"reset_mask": np.array([False, True, False])}
    envs.reset(options=options)
    assert "reset_mask" in options  # it is the caller's
    envs.close()


# --- what is left behind -------------------------------------------------------------------------


def left() -> tuple[set[int], set[str], int]:
    """Children, shared memory and open files of this process."""
    gc.collect()
    maps = Path("/proc/self/maps").read_text().splitlines()
    shared = {line for line in maps if "/dev/shm" in line or "/memfd:android_gym" in line}
    return {p.pid for p in workers()}, shared, psutil.Process().num_fds()


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("how", ["close", "collect", "terminate"])
def test_nothing_is_left(how):
    make().close()  # what is loaded once and stays
    before = left()
    envs = make(autoreset_mode="SameStep")
    envs.reset(seed=0)
    assert left()[0] != before[0] and left()[1] != before[1]
    if how == "close":
        envs.step_async(envs.action_space.sample())
        envs.close()
    elif how == "terminate":
        envs.close(terminate=True)
    del envs
    assert left() == before


def test_closed_by_another_thread_while_it_steps(vector, monkeypatch):
    monkeypatch.setattr("android_gym.vector.workers._TERMINATED_S", 0.3)
    envs = vector(action_mode="discrete")
    envs.reset(seed=0)
    envs.step_async(np.zeros(3, np.int64))
    os.kill(workers()[0].pid, signal.SIGSTOP)  # so that the step waits
    thread = threading.Timer(0.2, envs.close, kwargs={"timeout": 0.0})
    thread.start()
    with pytest.raises(ClosedEnvironmentError, match="was closed during step"):
        envs.step_wait()
    thread.join()
    assert not workers()
    with pytest.raises(ClosedEnvironmentError, match="after close"):
        envs.step(np.zeros(3, np.int64))


def test_a_pipe_is_closed_once_whoever_closes_it() -> None:
    """Closed twice at a time, its number may by then be another file's."""

    class SlowPipe:
        handle: int | None = 7
        closed = 0

        def close(self) -> None:
            if self.handle is not None:
                time.sleep(0.05)
                self.closed += 1
                self.handle = None

    worker = ProcessWorker.__new__(ProcessWorker)
    worker._disconnecting, worker.connection = threading.Lock(), SlowPipe()
    threads = [threading.Thread(target=worker.disconnect) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert worker.connection.closed == 1


def test_stopped_workers_are_ended_side_by_side(vector, monkeypatch):
    monkeypatch.setattr("android_gym.vector.workers._TERMINATED_S", 1.0)
    envs = vector(num_workers=3, action_mode="discrete")
    envs.reset(seed=0)
    for worker in workers():
        os.kill(worker.pid, signal.SIGSTOP)
    start = time.monotonic()
    envs.close(timeout=0.1)
    assert not workers()
    assert time.monotonic() - start < 2.5


class Unclosable(gym.Wrapper):
    """Raises when it is closed, and counts."""

    closings = 0

    def close(self) -> None:
        type(self).closings += 1
        super().close()
        raise ValueError("no")


def test_all_are_closed_whatever_one_says_to_it(vector, caplog):
    envs = vector(num_workers=0, env_wrappers=[Unclosable])
    before = left()[2]
    with pytest.raises(ValueError, match="no"):
        envs.close()
    assert Unclosable.closings == 3
    assert left()[2] <= before
    envs.close()


SCRIPT = """
import multiprocessing, sys, time
import gymnasium as gym, android_gym
if __name__ == "__main__":
    envs = gym.make_vec({env_id!r}, num_envs=2, num_workers=2, observation_size=(54, 120),
        vectorization_mode="vector_entry_point", context={context!r})
    envs.reset(seed=0)
    print(*(p.pid for p in multiprocessing.active_children()), flush=True)
    {ending}
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "how, context",
    [
        ("exit", "fork"),
        ("exit", "spawn"),
        ("exit", "forkserver"),
        ("raise", "fork"),
        ("interrupt", "fork"),
        ("interrupt", "forkserver"),
        ("kill", "fork"),
        ("kill", "spawn"),
    ],
)
def test_workers_end_with_their_parent(how, context, tmp_path):
    ending = {
        "exit": "sys.exit(0)",
        "raise": "raise RuntimeError('oh')",
        "interrupt": "while True: envs.step(envs.action_space.sample())",
        "kill": "time.sleep(100)",
    }[how]
    script = tmp_path / "script.py"
    script.write_text(textwrap.dedent(SCRIPT.format(env_id=WIFI, context=context, ending=ending)))
    process = subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    pids = [int(word) for word in process.stdout.readline().split()]
    assert len(pids) == 2 and all(map(psutil.pid_exists, pids))
    if how == "interrupt":
        os.killpg(process.pid, signal.SIGINT)
    elif how == "kill":
        process.kill()
    _, said = process.communicate(timeout=60)
    await_true(lambda: not any(map(psutil.pid_exists, pids)))
    assert (
        process.returncode
        == {"exit": 0, "raise": 1, "interrupt": -signal.SIGINT, "kill": -signal.SIGKILL}[how]
    )
    assert said.count("Traceback") == (how in ("raise", "interrupt")), said


def test_an_interrupted_step(vector, monkeypatch):
    """Answers that nobody waited for are not taken for others."""
    envs, twin = vector(action_mode="discrete"), vector(action_mode="discrete")
    envs.reset(seed=0)
    same(envs.reset(seed=0), twin.reset(seed=0))
    monkeypatch.setattr("android_gym.vector.vector_env.gather", interrupted)
    with pytest.raises(KeyboardInterrupt):
        envs.step(np.zeros(3, np.int64))
    monkeypatch.undo()
    same(envs.reset(seed=3), twin.reset(seed=3))
    same(envs.step(np.ones(3, np.int64)), twin.step(np.ones(3, np.int64)))


def interrupted(*args: Any) -> None:
    raise KeyboardInterrupt


def test_a_live_environment_can_be_copied():
    env = gym.make(EXPENSE, **SMALL)
    env.reset(seed=0)
    env.action_space.seed(0)
    env.step(env.action_space.sample())
    copy = pickle.loads(pickle.dumps(env))
    for _ in range(3):
        action = env.action_space.sample()
        action["action_type"] = 0
        same(env.step(action), copy.step(action))
    same(env.reset(), copy.reset())
    assert json.loads(copy.spec.to_json()) == json.loads(env.spec.to_json())
    env.close()
    copy.close()


# --- devices -------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("adb") is None, reason="needs adb")
def test_goes_on_without_a_device_that_dies():
    with ServedPhone(["--virtual-time"]) as one, ServedPhone(["--virtual-time"]) as two:
        options = {"kind": "emulator", "command_timeout_s": 3}
        devices = [{**options, "name": phone.name} for phone in (one, two)]
        envs = make(num_envs=2, num_workers=None, devices=devices, action_mode="discrete")
        try:
            assert len(workers()) == 2
            with pytest.raises(DeviceError, match="in use"):
                make(num_envs=2, num_workers=0, devices=devices)
            observations, infos = envs.reset(seed=0)
            single = gym.make(WIFI, action_mode="discrete", **SMALL)
            assert infos["goal"][0] == single.reset(seed=0)[1]["goal"]
            single.close()
            two.process.kill()
            for _ in range(3):
                *_, truncations, infos = envs.step(np.zeros(2, np.int64))
                assert truncations.tolist() == [False, True]
                assert infos["_device_error"].tolist() == [False, True]
            infos = envs.reset(seed=1)[1]
            assert infos["_device_error"].tolist() == [False, True]
            assert infos["_goal"].tolist() == [True, False]
            with ServedPhone(["--virtual-time"], console_port=two.console_port):
                assert "device_error" not in envs.reset(seed=1)[1]
                assert not envs.step(np.zeros(2, np.int64))[3].any()
        finally:
            envs.close()


def test_the_budget_by_gymnasiums_name():
    """`make_vec` hands on a spec's `max_episode_steps`, which the environments' own specs have."""
    single = gym.make(WIFI, action_mode="discrete", max_steps=3, **SMALL)
    spec = single.spec
    single.close()
    assert spec is not None and spec.max_episode_steps == 3
    envs = gym.make_vec(spec, num_envs=2, vectorization_mode="vector_entry_point", num_workers=0)
    try:
        assert envs.get_attr("max_steps") == (3, 3)
    finally:
        envs.close()
    envs = make(num_envs=2, num_workers=0, max_episode_steps=4)
    assert envs.get_attr("max_steps") == (4, 4)
    envs.close()
