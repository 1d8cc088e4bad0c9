import json

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env

import android_gym  # noqa: F401  (registers the ids)
from android_gym.errors import ActionError, DataError, OptionError
from android_gym.evaluation.aitw.dataset import index_path
from android_gym.evaluation.aitw.replay import score_policy
from android_gym.observations import decode_text
from android_gym.task_suite.aitw.actions import ActionType
from android_gym.task_suite.aitw.scores import EpisodeScore
from android_gym.wrappers.dual_point_gestures import encode_dual_point

SMALL = {"observation_size": (12, 24), "max_annotations": 4}


@pytest.fixture
def replay(make):
    """An environment over episodes in memory."""

    def replay(*episodes, **options):
        records = {"records": episodes or [make()]}
        return gym.make("AITW/Replay-v0", **(records | SMALL | options))

    return replay


def recorded(episode, number):
    action = episode.steps[number].action
    return encode_dual_point(action.type, action.touch, action.lift, action.text)


@pytest.mark.filterwarnings("ignore:.*is different from the unwrapped version")
def test_stands_gymnasiums_checks(replay, make):
    check_env(replay(make("1"), make("2", 2)).unwrapped, skip_render_check=True)


def test_a_folder_is_told_by_a_string_so_that_specs_are_json(write, make):
    path = write(make("1"))
    env = gym.make("AITW/Replay-v0", records=str(path.parent), **SMALL)
    again = gym.make(EnvSpec.from_json(json.dumps(json.loads(env.spec.to_json()))))
    assert again.observation_space == env.observation_space
    assert again.reset(seed=0)[1]["episode_id"] == "1"
    assert index_path(path).exists()


def test_recorded_actions_match_and_the_screens_are_the_recorded_ones(replay, make):
    own = make("1")
    env = replay(own)
    seen, info = env.reset()
    assert info == {"goal": "open the clock", "episode_id": "1", "subset": "general", "length": 5}
    assert decode_text(seen["goal"]) == "open the clock"
    for number in range(5):
        assert np.array_equal(seen["pixels"], own.steps[number].image)
        boxes = own.steps[number].annotations.boxes
        assert np.array_equal(seen["annotation_boxes"][:number], boxes)
        assert not seen["annotation_boxes"][number:].any()
        assert [decode_text(row) for row in seen["annotation_texts"][:number]] == ["Ünf"] * number
        assert {decode_text(row) for row in seen["annotation_types"]} <= {"TEXT", ""}
        seen, reward, terminated, truncated, info = env.step(recorded(own, number))
        assert (reward, truncated, info["matched"]) == (1.0, False, True)
        assert info["partial"] == (number + 1) / 5
        assert info["recorded"] is own.steps[number].action
        assert terminated == (number == 4) == ("complete" in info)
    assert info["complete"] is True
    with pytest.raises(gym.error.ResetNeeded):
        env.step(recorded(own, 0))


def test_one_wrong_action_costs_its_step_and_completeness(replay, make):
    own = make("1")
    env = replay(own)
    env.reset()
    total = 0.0
    for number in range(5):
        action = encode_dual_point(ActionType.PRESS_BACK) if number == 1 else recorded(own, number)
        _, reward, *_, info = env.step(action)
        total += reward
    assert (total, info["partial"], info["complete"]) == (4.0, 0.8, False)


def test_screens_of_another_size_are_brought_to_the_one_that_is_wanted(replay, make):
    env = replay(make("1", size=(24, 48)), make("2", size=(5, 5)))
    for name in ("1", "2"):
        seen, _ = env.reset(options={"episode": name})
        assert seen["pixels"].shape == (24, 12, 3) and seen in env.observation_space


def test_annotations_beyond_the_rows_still_count_for_the_match(replay, make):
    from dataclasses import replace

    from android_gym.evaluation.aitw.records import Action, Annotations

    own = make("1", 1)
    boxes = np.array([[0, 0, 0.01, 0.01], [0.1, 0.1, 0.8, 0.8]], np.float32)
    step = replace(
        own.steps[0],
        annotations=Annotations(boxes, ("", ""), ("TEXT", "TEXT")),
        action=Action(ActionType.DUAL_POINT, (0.2, 0.2), (0.2, 0.2)),
    )
    env = replay(replace(own, steps=(step,)), max_annotations=1)
    env.reset()
    assert env.step(encode_dual_point(4, (0.8, 0.8), (0.8, 0.8)))[1] == 1.0


@pytest.mark.parametrize("copy", [True, False])
def test_observations_are_the_callers_own_unless_told(replay, make, copy):
    env = replay(make("1"), copy=copy)
    first, again = env.reset()[0], env.reset()[0]
    for name, array in first.items():
        assert array.flags.writeable == copy and np.array_equal(array, again[name])
        assert np.shares_memory(array, again[name]) != copy


def test_seeds_draw_episodes_and_sequence_goes_through_them(replay, make):
    episodes = [make(str(number), 1) for number in range(20)]
    env = replay(*episodes)
    drawn = [env.reset(seed=3)[1]["episode_id"], *(env.reset()[1]["episode_id"] for _ in range(9))]
    again = [env.reset(seed=3)[1]["episode_id"], *(env.reset()[1]["episode_id"] for _ in range(9))]
    assert drawn == again and len(set(drawn)) > 5
    env = replay(*episodes, order="sequence", episodes=["4", "2", "9"])
    assert [env.reset()[1]["episode_id"] for _ in range(5)] == ["4", "2", "9", "4", "2"]


def test_memory_is_bounded_and_what_was_let_go_comes_back(write, make):
    episodes = [make(str(number), 3, size=(270, 600)) for number in range(6)]
    env = gym.make("AITW/Replay-v0", records=str(write(*episodes)), memory_mb=4)
    library = env.unwrapped.library
    for number in (0, 1, 2, 3, 0, 5):
        shown = library.show(number)
        assert np.array_equal(shown.observations[2]["pixels"], episodes[number].steps[2].image)
        assert sum(own.bytes for own in library._kept.values()) <= 4 << 20
    assert library.show(5) is library.show(5)


def test_wrong_actions_options_and_records_are_told(replay, make, tmp_path):
    env = replay()
    env.reset()
    for change in ({"action_type": 2}, {"touch_point": [0, 2]}, {"lift_point": [0.5]},
                   {"touch_point": [np.nan, 0]}, {"action_type": "4"}):  # fmt: skip
        with pytest.raises(ActionError, match="not in the action space"):
            env.unwrapped.step(encode_dual_point(4) | change)
    with pytest.raises(ActionError):
        env.unwrapped.step(None)
    with pytest.raises(OptionError, match="no episode '9'"):
        env.reset(options={"episode": "9"})
    with pytest.raises(OptionError, match="'episode', got"):
        env.reset(options={"id": "7"})
    for options in ({"order": "x"}, {"episodes": ["9"]}, {"observation_size": (0, 1)},
                    {"memory_mb": -1}, {"records": []}, {"records": [1]}):  # fmt: skip
        with pytest.raises(OptionError):
            replay(**options)
    with pytest.raises(OptionError, match="There are no records of episodes"):
        gym.make("AITW/Replay-v0")
    (tmp_path / "bad").write_bytes(b"no records at all")
    with pytest.raises(DataError, match="bad, byte 0: the checksum"):
        gym.make("AITW/Replay-v0", records=str(tmp_path))


def test_a_policy_is_scored_on_every_episode_once(replay, make):
    episodes = [make("1", 4), make("2", 2, subset="single")]
    env = replay(*episodes)
    scores = score_policy(env, lambda seen, info: encode_dual_point(ActionType.PRESS_HOME))
    assert scores == [EpisodeScore("general", 1, 4), EpisodeScore("single", 1, 2)]


# --- many at once --------------------------------------------------------------------------------


@pytest.mark.parametrize("order", ["random", "sequence"])
def test_a_vector_gives_what_its_environments_give(replay, make, order):
    episodes = [make(str(number), 1 + number % 4) for number in range(7)]
    envs = gym.make_vec(
        "AITW/Replay-v0", 3, vectorization_mode="vector_entry_point", records=episodes,
        order=order, **SMALL,
    )  # fmt: skip
    seen, infos = envs.reset(seed=5)
    singles = [replay(*episodes) for _ in range(3)]
    starts = []
    for i, env in enumerate(singles):
        if order == "random":
            starts.append(env.reset(seed=5 + i))
        else:
            starts.append(env.reset(options={"episode": str(i)}))
    assert list(infos["episode_id"]) == [info["episode_id"] for _, info in starts]
    envs.action_space.seed(0)
    ended = [False] * 3
    nexts = [3, 4, 5]
    for _ in range(60):
        actions = envs.action_space.sample()
        actions["action_type"][:] = np.random.default_rng(len(nexts)).choice([4, 6, 10], 3)
        seen, rewards, terminated, truncated, infos = envs.step(actions)
        assert seen in envs.observation_space and not truncated.any()
        for i, env in enumerate(singles):
            own = {name: values[i] for name, values in actions.items()}
            if ended[i]:
                options = None if order == "random" else {"episode": str(nexts[i] % 7)}
                nexts[i] = nexts[i] % 7 + 3
                single, reward, ended[i], info = *env.reset(options=options)[:1], 0.0, False, {}
            else:
                single, reward, ended[i], _, info = env.step(own)
            assert (rewards[i], terminated[i]) == (reward, ended[i])
            assert np.array_equal(seen["pixels"][i], single["pixels"])
            for name in ("matched", "partial", "complete"):
                assert infos[f"_{name}"][i] == (name in info)
                if name in info:
                    assert infos[name][i] == info[name]


def test_a_vectors_observations_are_the_callers_own_unless_told(replay, make):
    for copy in (True, False):
        envs = gym.make_vec(
            "AITW/Replay-v0", 2, vectorization_mode="vector_entry_point",
            records=[make("1")], copy=copy, **SMALL,
        )  # fmt: skip
        first, _ = envs.reset(seed=0)
        kept = first["pixels"].copy()
        second = envs.step(envs.action_space.sample())[0]
        assert np.array_equal(first["pixels"], kept) == copy
        assert np.shares_memory(first["pixels"], second["pixels"]) != copy
        envs.close()


def test_wrong_batches_are_told(make):
    envs = gym.make_vec(
        "AITW/Replay-v0", 2, vectorization_mode="vector_entry_point", records=[make()], **SMALL
    )
    with pytest.raises(gym.error.ResetNeeded):
        envs.step(envs.action_space.sample())
    envs.reset(seed=[1, 2])
    with pytest.raises(ActionError, match="not in the action space"):
        envs.step(encode_dual_point(4))
    with pytest.raises(OptionError, match="3 seeds for 2"):
        envs.reset(seed=[1, 2, 3])
    with pytest.raises(OptionError, match="resets in the next step"):
        gym.make_vec("AITW/Replay-v0", 2, vectorization_mode="vector_entry_point",
                     records=[make()], autoreset_mode="SameStep")  # fmt: skip
