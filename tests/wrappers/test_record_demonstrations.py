import errno
import io
import json
import os
import pickle
import sys
import zipfile

import numpy as np
import pytest

from android_gym.errors import ActionError, DependencyError, OptionError
from android_gym.observations import decode_text, encode_text
from android_gym.wrappers import (
    ActionHistory,
    Curriculum,
    DualPointGestures,
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


@pytest.mark.parametrize("format", FORMATS)
def test_an_action_that_is_refused_is_not_recorded(make, tmp_path, format):
    env = make(action_mode="discrete", max_steps=2)
    env = RecordDemonstrations(env, str(tmp_path), only_successful=False, format=format)
    env.reset(seed=0)
    env.step(3)
    for wrong in (10**6, 0.5, None, "3", [1, 2]):
        with pytest.raises(ActionError, match="not in the action space"):
            env.step(wrong)
    info = env.step(np.array(4))[4]
    episode = load_episode(info["recorded"])
    assert episode["actions"].tolist() == [3, 4]
    assert len(episode["observations/pixels"]) == 3


@pytest.mark.parametrize("format", FORMATS)
def test_json_is_recorded_as_the_space_has_it(make, tmp_path, format):
    env = make(action_mode="json", max_steps=4)
    env = RecordDemonstrations(env, str(tmp_path), only_successful=False, format=format)
    env.reset(seed=0)
    with pytest.raises(ActionError, match="takes more than 512 bytes"):
        env.step({"action_type": "input_text", "text": "é" * 300})
    home = {"action_type": "navigate_home"}
    click = {"action_type": "click", "x": np.int64(100), "y": 200}
    for action in (home, click, "no JSON"):
        env.step(action)
    info = env.step(encode_text(json.dumps(home), 512))[4]
    actions = load_episode(info["recorded"])["actions"]
    assert (actions.dtype, actions.shape) == (env.action_space.dtype, (4, 512))
    texts = [decode_text(action) for action in actions]
    assert [json.loads(texts[i]) for i in (0, 1, 3)] == [home, click, home]
    assert texts[2] == "no JSON"


def test_numbers_have_the_types_of_the_space(make, tmp_path):
    env = make(action_mode="touch", max_steps=1)
    env = RecordDemonstrations(env, str(tmp_path), only_successful=False)
    env.reset(seed=0)
    info = env.step({"action_type": 0, "touch_position": [0.5, 0.25]})[4]
    episode = load_episode(info["recorded"])
    for name, space in env.action_space.items():
        array = episode[f"actions/{name}"]
        assert (array.dtype, array.shape) == (space.dtype, (1, *space.shape))


@pytest.mark.parametrize("wrapper", [Curriculum, DualPointGestures, ElementActions, Stabilize])
@pytest.mark.parametrize("inner", ["RecordDemonstrations", "ActionHistory"])
def test_wrappers_that_act_by_meanings_go_inside(make, tmp_path, wrapper, inner):
    env = make(action_mode="touch")
    env = ActionHistory(env) if inner == "ActionHistory" else RecordDemonstrations(env, tmp_path)
    if (wrapper, inner) == (Stabilize, "ActionHistory"):
        inner = "in Stabilize first"
    with pytest.raises(OptionError, match=inner):
        wrapper(env)


@pytest.mark.parametrize("format", FORMATS)
def test_a_full_disk_leaves_no_half_of_an_episode(make, tmp_path, monkeypatch, format):
    env = make(action_mode="discrete", max_steps=1)
    env = RecordDemonstrations(env, str(tmp_path), only_successful=False, format=format)
    env.reset(seed=0)
    with monkeypatch.context() as patch:
        patch.setattr(json, "dumps", fills_the_disk)
        with pytest.raises(OSError, match=r"No space left.*episode_00000\d\."):
            env.step(0)
    assert list(tmp_path.iterdir()) == []
    env.reset(seed=1)
    assert load_episode(env.step(0)[4]["recorded"])["metadata"]["seed"] == 1


def fills_the_disk(value):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


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
        with pytest.raises(OptionError, match="not a recorded episode"):
            load_episode(tmp_path / name)
    np.savez(tmp_path / "other.npz", metadata=np.array('{"version": 99}'))
    with pytest.raises(OptionError, match="version 99"):
        load_episode(tmp_path / "other.npz")
    with pytest.raises(OptionError, match="format"):
        RecordDemonstrations(make(), str(tmp_path), format="csv")


EPISODE = {
    "observations": np.zeros((3, 4), np.uint8),
    "actions": np.zeros(2, np.int64),
    "rewards": np.zeros(2),
    "terminated": np.array([False, True]),
    "truncated": np.zeros(2, bool),
}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        *(({name: None}, f"it has no '{name}'") for name in EPISODE),
        ({"observations": np.zeros((2, 4), "u1")}, "'observations' has the shape .* 3 are needed"),
        ({"observations/a": np.zeros(())}, "'observations/a' has the shape"),
        ({"actions": np.zeros(3)}, "'actions' has the shape .* 2 are needed"),
        ({"actions": None, "actions/a": np.zeros(3)}, "'actions/a' has the shape"),
        ({"rewards": np.zeros(2, np.int64)}, "'rewards' has the shape .* of int64"),
        ({"rewards": np.zeros((2, 1))}, "'rewards' has the shape"),
        ({"terminated": np.zeros(2)}, "'terminated' has the shape .* of float64"),
        ({"truncated": np.zeros(3, bool)}, "'truncated' has the shape"),
    ],
)
def test_what_is_not_an_episode(tmp_path, change, why):
    load_episode(npz(tmp_path / "right.npz", **EPISODE))
    arrays = {name: array for name, array in (EPISODE | change).items() if array is not None}
    refused(npz(tmp_path / "x.npz", **arrays), why)


@pytest.mark.parametrize("version", ["true", "1.0", '"1"', "[]", '"\\ud800\\u001b"', "1e999"])
def test_another_version_is_told(tmp_path, version):
    path = npz(tmp_path / "x.npz", f'{{"version": {version}}}', **EPISODE)
    with pytest.raises(OptionError, match="x.npz is of version .*Record it again") as caught:
        load_episode(path)
    assert str(caught.value).isprintable()


class Evil:
    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return os.system, (f"touch {self.path}",)


def npz(path, text='{"version": 1}', **arrays):
    np.savez(path, **arrays, metadata=np.array(text))
    return path


def header(shape, descr="|u1"):
    out = io.BytesIO()
    fields = {"descr": descr, "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(out, fields)
    return out.getvalue()


def refused(path, why, **options):
    with pytest.raises(OptionError, match=f"not a recorded episode: .*{why}"):
        load_episode(path, **options)


def test_a_recording_of_a_stranger_runs_nothing(tmp_path):
    evil = np.array([Evil(tmp_path / "owned")], dtype=object)
    refused(npz(tmp_path / "a.npz", rewards=evil), "an array of object")
    np.savez(tmp_path / "b.npz", metadata=evil)
    refused(tmp_path / "b.npz", "an array of object called .metadata")
    np.save(tmp_path / "c.npz.npy", evil)
    refused(tmp_path / "c.npz.npy", "zip")
    (tmp_path / "d.npz").write_bytes(pickle.dumps(Evil(tmp_path / "owned")))
    refused(tmp_path / "d.npz", "zip")
    assert not (tmp_path / "owned").exists()


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (header((10**12,)), "1000000000000 bytes"),
        (header((2**40, 2**40)), "bytes"),
        (header((-1,)), "shape"),
        (header((1,), "<U1000000"), "an array of <U1000000"),
        (header((1,), "|V1000000000"), "an array of"),
        (header((5,)) + b"1234", ""),
        (b"\x93NUMPY\x01\x00\xff\xff{", ""),
        (b"\x93NUMPY\x01\x00\x20\x00" + b"__import__('os').system('id')   \n", ""),
        (b"no array", "magic"),
    ],
)
def test_arrays_that_are_none(tmp_path, content, why):
    with zipfile.ZipFile(tmp_path / "x.npz", "w") as archive:
        archive.writestr("rewards.npy", content)
    refused(tmp_path / "x.npz", why)


def test_the_size_of_a_recording_has_a_limit(tmp_path):
    path = tmp_path / "x.npz"
    arrays = EPISODE | {"observations": np.zeros((3, 5_000_000), "u1")}
    np.savez_compressed(path, metadata=np.array('{"version": 1}'), **arrays)
    assert path.stat().st_size < 20_000
    refused(path, "take 15000000 bytes; at most", most_bytes=1_000_000)
    assert load_episode(path)["observations"].shape == (3, 5_000_000)


@pytest.mark.parametrize("text", ["[" * 100_000, "[]", "1", "{}", "x"])
def test_metadata_that_are_none(tmp_path, text):
    refused(npz(tmp_path / "x.npz", text), "")


@pytest.mark.parametrize(
    ("column", "shape", "dtype", "why"),
    [
        ([1, 2], "[]", "O", "an array of object"),
        ([1, 2], "[]", "V99999999", "an array of"),
        ([1, 2], "[]", "nothing", ""),
        ([1, 2], "[100000000]", "uint8", "its column 'rewards'"),
        ([1, 2], "[-1]", "uint8", "its column 'rewards'"),
        ([1, 2], "3", "uint8", ""),
        (["x", "y"], "[]", "uint8", "its column 'rewards'"),
        ([[1], [2, 3]], "[2]", "uint8", "its column 'rewards'"),
        ([0] * 1_000_000, "[]", "float64", "8000000 bytes; at most 1000000 are allowed"),
    ],
)
def test_columns_that_are_none(tmp_path, column, shape, dtype, why):
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    values = pa.array(column)
    field = pa.field("rewards", values.type, metadata={"shape": shape, "dtype": dtype})
    schema = pa.schema([field], metadata={"android_gym": '{"version": 1}'})
    parquet.write_table(pa.Table.from_arrays([values], schema=schema), tmp_path / "x.parquet")
    refused(tmp_path / "x.parquet", why, most_bytes=1_000_000)


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
