import json
import sys

import numpy as np
import pytest

from android_gym.errors import DependencyError, OptionError
from android_gym.wrappers import (
    ElementActions,
    FlattenForTraining,
    RecordDemonstrations,
    Stabilize,
)
from android_gym.wrappers.record_demonstrations import load_episode


def test_stands_gymnasiums_checks(make, check, tmp_path):
    check(RecordDemonstrations(make(), str(tmp_path), only_successful=False))


def test_pairs_stand_them_too(make, check, tmp_path):
    pytest.importorskip("pyarrow")
    flat = FlattenForTraining(ElementActions(Stabilize(make())))
    check(RecordDemonstrations(flat, str(tmp_path), only_successful=False, format="parquet"))


FORMATS = ["npz", "parquet"]


@pytest.fixture(autouse=True)
def needs_pyarrow(request):
    if "parquet" in request.node.name:
        pytest.importorskip("pyarrow")


@pytest.mark.parametrize("format", FORMATS)
def test_an_episode_comes_back_as_it_was(make, tmp_path, format):
    env = RecordDemonstrations(make(termination="declared"), str(tmp_path), format=format)
    observations = [env.reset(seed=4)[0]]
    actions = [env.action_space.sample() | {"action_type": kind} for kind in (0, 8, 10)]
    for action in actions[:-1]:
        observations.append(env.step(action)[0])
    env.unwrapped.device.shell("svc wifi disable")
    observation, _, _, _, info = env.step(actions[-1])
    observations.append(observation)
    assert info["recorded"].endswith(f"episode_000000.{format}")
    episode = load_episode(info["recorded"])
    for name in observation:
        wanted = np.stack([each[name] for each in observations])
        found = episode[f"observations/{name}"]
        np.testing.assert_array_equal(found, wanted)
        assert (found.dtype, found.shape) == (wanted.dtype, wanted.shape)
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
    pytest.importorskip("pyarrow")
    (tmp_path / "file").write_text("no episode")
    with pytest.raises(OptionError, match="folder"):
        RecordDemonstrations(make(), str(tmp_path / "file"))
    (tmp_path / "half.parquet").write_bytes(b"PAR1 and no more")
    for name in ("file", "half.parquet", "nothing.npz"):
        with pytest.raises(OptionError, match="no recorded episode"):
            load_episode(tmp_path / name)
    np.savez(tmp_path / "other.npz", metadata=np.array('{"version": 99}'))
    with pytest.raises(OptionError, match="version 99"):
        load_episode(tmp_path / "other.npz")
    with pytest.raises(OptionError, match="format"):
        RecordDemonstrations(make(), str(tmp_path), format="csv")


def test_both_formats_hold_the_same(make, tmp_path):
    pytest.importorskip("pyarrow")
    episodes = []
    for format in FORMATS:
        env = RecordDemonstrations(make(max_steps=3), str(tmp_path), False, format)
        env.action_space.seed(1)
        env.reset(seed=2)
        while "recorded" not in (info := env.step(env.action_space.sample())[-1]):
            pass
        episodes.append(load_episode(info["recorded"]))
    first, second = episodes
    assert first.keys() == second.keys()
    for name in first:
        np.testing.assert_array_equal(first[name], second[name])
        assert name == "metadata" or first[name].dtype == second[name].dtype


def test_parquet_is_what_the_schema_page_says(make, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    env = RecordDemonstrations(
        make(action_mode="discrete", max_steps=2), str(tmp_path), False, "parquet"
    )
    env.reset(seed=0)
    env.step(1)
    table = parquet.read_table(env.step(2)[-1]["recorded"])
    assert table.num_rows == 3
    assert table["actions"].to_pylist() == [1, 2, None]
    assert table["rewards"].to_pylist() == [0.0, 0.0, None]
    assert table["truncated"].to_pylist() == [False, True, None]
    pixels = table.schema.field("observations/pixels")
    assert str(pixels.type) == f"fixed_size_list<element: uint8>[{240 * 108 * 3}]"
    assert pixels.metadata == {b"shape": b"[240, 108, 3]", b"dtype": b"uint8"}
    assert json.loads(table.schema.metadata[b"android_gym"])["task"] == "SystemWifiTurnOff"


def test_a_missing_pyarrow_is_told(make, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(DependencyError, match=r"android-gym\[parquet\]"):
        RecordDemonstrations(make(), str(tmp_path), format="parquet")
    (tmp_path / "episode_000000.parquet").write_bytes(b"PAR1")
    with pytest.raises(DependencyError, match="pyarrow"):
        load_episode(tmp_path / "episode_000000.parquet")
