import numpy as np
import pytest

from android_gym.errors import OptionError
from android_gym.wrappers import RecordDemonstrations
from android_gym.wrappers.record_demonstrations import load_episode


def test_stands_gymnasiums_checks(make, check, tmp_path):
    check(RecordDemonstrations(make(), str(tmp_path), only_successful=False))


def test_an_episode_comes_back_as_it_was(make, tmp_path):
    env = RecordDemonstrations(make(termination="declared"), str(tmp_path))
    observations = [env.reset(seed=4)[0]]
    actions = [env.action_space.sample() | {"action_type": kind} for kind in (0, 8, 10)]
    for action in actions[:-1]:
        observations.append(env.step(action)[0])
    env.unwrapped.device.shell("svc wifi disable")
    observation, _, _, _, info = env.step(actions[-1])
    observations.append(observation)
    assert info["recorded"].endswith("episode_000000.npz")
    episode = load_episode(info["recorded"])
    for name in observation:
        wanted = np.stack([each[name] for each in observations])
        np.testing.assert_array_equal(episode[f"observations/{name}"], wanted)
    assert episode["actions/action_type"].tolist() == [0, 8, 10]
    assert episode["rewards"].tolist() == [0, 0, 1]
    assert episode["terminated"].tolist() == [False, False, True]
    metadata = episode["metadata"]
    assert (metadata["seed"], metadata["return"], metadata["is_success"]) == (4, 1.0, True)
    assert metadata["env_id"] == "AndroidWorld/SystemWifiTurnOff-v0"


def test_failures_are_left_out_unless_wanted(make, tmp_path):
    for only_successful, files in ((True, 0), (False, 2)):
        env = RecordDemonstrations(
            make(action_mode="discrete", max_steps=1), str(tmp_path), only_successful
        )
        for seed in range(2):
            env.reset(seed=seed)
            env.step(0)
        assert len(list(tmp_path.glob("*.npz"))) == files


def test_wrong_folders_and_files_are_told(make, tmp_path):
    (tmp_path / "file").write_text("no episode")
    with pytest.raises(OptionError, match="folder"):
        RecordDemonstrations(make(), str(tmp_path / "file"))
    with pytest.raises(OptionError, match="no recorded episode"):
        load_episode(tmp_path / "file")
    np.savez(tmp_path / "other.npz", metadata=np.array('{"version": 99}'))
    with pytest.raises(OptionError, match="version 99"):
        load_episode(tmp_path / "other.npz")
