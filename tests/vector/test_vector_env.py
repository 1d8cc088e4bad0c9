"""The native vector environment beside single environments and Gymnasium's own."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec, WrapperSpec
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import android_gym  # noqa: F401  (registers the ids)
from android_gym.env import AndroidTaskEnv
from android_gym.errors import OptionError
from android_gym.task_suite.task import Task
from android_gym.testing.demonstrations import play
from android_gym.vector import AndroidVectorEnv
from android_gym.wrappers import RandomizeDevice

from .vectors import BLUETOOTH, EXPENSE, MODES, SMALL, WIFI, await_true, make, row, same, unbatched

# Python 3.12 and newer warn of any fork of a process with threads, such as a phone's log.
pytestmark = pytest.mark.filterwarnings("ignore:This process .* is multi-threaded")


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


@pytest.mark.parametrize("num_workers", [0, 2])
def test_equal_seeds_give_a_group_of_equal_episodes(vector, demonstration, num_workers):
    """The rollouts of one instance, which differ only in what the policy does."""
    envs = vector(EXPENSE, num_workers=num_workers, max_steps=12)
    for _ in range(2):
        observations, infos = envs.reset(seed=[5, 5, 6])
        same(row(observations, 0), row(observations, 1))
        assert infos["goal"][0] == infos["goal"][1] != infos["goal"][2]
    actions = {key: np.stack([value] * 3) for key, value in demonstration[0].items()}
    observations = envs.step(actions)[0]
    same(row(observations, 0), row(observations, 1))


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
        envs.action_space.seed(0)  # other actions may change the volume, which is a side effect
        assert envs.reset(seed=0)[1]["goal"].tolist() == ["Wait.", "Wait."]
        assert envs.step(envs.action_space.sample())[1].tolist() == [1.0, 1.0]
    with pytest.raises(OptionError, match="Give ids, or a task"):
        AndroidVectorEnv(2)


@pytest.mark.parametrize("num_workers", [0, 1])
def test_a_misspelt_argument_is_told_all_there_are(num_workers: int) -> None:
    with pytest.raises(OptionError, match="'action_mod'. Did you mean 'action_mode'") as caught:
        AndroidVectorEnv(2, ids=[WIFI] * 2, num_workers=num_workers, action_mod="json")
    assert any("takes num_envs, ids, devices," in note for note in caught.value.__notes__)


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


def test_the_budget_by_gymnasiums_name():
    """`make_vec` hands on a spec's `max_episode_steps`."""
    single = gym.make(WIFI, action_mode="discrete", max_episode_steps=3, **SMALL)
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
    envs = make(num_envs=2, num_workers=0, max_episode_steps=-1)  # Gymnasium's word for no limit
    budget = gym.make(WIFI).unwrapped.max_steps
    assert envs.get_attr("max_steps") == (budget, budget)
    envs.close()
