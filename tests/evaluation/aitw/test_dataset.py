import gzip
import struct
import zlib

import numpy as np
import pytest

from android_gym.errors import DataError, OptionError
from android_gym.evaluation.aitw import dataset, examples
from android_gym.evaluation.aitw.dataset import (
    EpisodeReader,
    EpisodeWriter,
    IndexedFile,
    find_files,
    index_path,
    make_index,
)
from android_gym.evaluation.aitw.examples import KEYS, write_step
from android_gym.evaluation.aitw.tfrecords import RecordReader, RecordWriter, masked_crc
from android_gym.evaluation.aitw.wire import encode_example


def same(one, other):
    assert (one.id, one.goal, one.phone, len(one)) == (
        other.id,
        other.goal,
        other.phone,
        len(other),
    )
    for a, b in zip(one.steps, other.steps, strict=True):
        assert np.array_equal(a.image, b.image) and a.image.dtype == np.uint8
        assert np.array_equal(a.annotations.boxes, b.annotations.boxes)
        assert (a.annotations.texts, a.annotations.types) == (
            b.annotations.texts,
            b.annotations.types,
        )
        assert (a.action.type, a.action.text, a.activity) == (
            b.action.type,
            b.action.text,
            b.activity,
        )
        assert np.allclose(a.action.touch, b.action.touch)
        assert np.allclose(a.action.lift, b.action.lift)
    return True


def read(path, **options):
    with EpisodeReader(path, **options) as reader:
        return list(reader), reader.problems


def rewrite(path, data, packed=True):
    path.write_bytes(gzip.compress(data, mtime=0) if packed else data)


def test_checksums_are_those_of_the_format():
    # RFC 3720's CRC-32C of 32 zeros, masked as TFRecord's description says.
    crc = 0x8A9136AA
    assert masked_crc(bytes(32)) == ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


def test_what_is_written_is_read(make, write):
    written = [make("1", 1), make("2", 3), make("3", 5, size=(7, 5))]
    found, problems = read(write(*written))
    assert [same(a, b) for a, b in zip(found, written, strict=True)] and not problems.count
    assert {episode.subset for episode in found} == {"general"}
    assert not found[0].steps[0].image.flags.writeable


def test_the_tfrecord_format_is_that_of_the_description(make, write):
    data = gzip.decompress(write(make("1", 1)).read_bytes())
    (length,) = struct.unpack_from("<Q", data)
    assert struct.unpack_from("<I", data, 8)[0] == masked_crc(data[:8])
    assert data[12 : 12 + length] == write_step(make("1", 1), 0)
    assert len(data) == length + 16


@pytest.mark.parametrize("packed", [True, False])
def test_files_of_one_member_and_files_that_are_not_packed_are_read(make, write, packed):
    path = write(make("1"), make("2"))
    rewrite(path, gzip.decompress(path.read_bytes()), packed)
    assert [episode.id for episode in read(path)[0]] == ["1", "2"]
    assert same(IndexedFile(path).read(1), make("2"))


def test_any_episode_is_found_by_the_index(make, write):
    written = [make(str(number), 1 + number % 4) for number in range(9)]
    path = write(*written)
    file = IndexedFile(path)
    assert len(file) == 9 and index_path(path).exists()
    for number in (8, 0, 4, 5, 3):
        assert same(file.read(number), written[number])
    members = {entry.packed for entry in file.index.entries}
    assert len(members) == 9  # each can be unpacked by itself
    assert IndexedFile(path).index == file.index  # read, not made
    with pytest.raises(OptionError, match="none with number 9"):
        file.read(9)


def test_a_found_episode_is_all_that_is_unpacked(make, write, monkeypatch):
    path = write(*(make(str(number)) for number in range(30)))
    file = IndexedFile(path)
    read_steps = []
    monkeypatch.setattr(
        dataset, "read_step", lambda data: read_steps.append(1) or examples.read_step(data)
    )
    assert file.read(29).id == "29" and len(read_steps) == 5


def test_an_index_of_another_file_is_refused(make, write):
    path, other = write(make("1")), write(make("2"), name="other")
    make_index(path)
    index_path(path).rename(index_path(other))
    with pytest.raises(DataError, match="of another file"):
        IndexedFile(other)
    changed = bytearray(path.read_bytes())
    make_index(path)
    changed[-9] ^= 1  # of the same size
    path.write_bytes(changed)
    with pytest.raises(DataError, match="of another file"):
        IndexedFile(path)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"version": 2}', "[" * 100_000, '{"version": 1, "entries": [[1]]}',
             '{"version":1,"bytes":1,"digest":"","problems":0,"entries":[["a","b",1,1,-1,0,0]]}']
)  # fmt: skip
def test_damaged_indexes_are_refused(write, text):
    path = write()
    index_path(path).write_text(text)
    with pytest.raises(DataError, match=r"\.index, byte 0: .*make it again"):
        IndexedFile(path)


def test_an_index_that_lies_is_found_out(make, write):
    path = write(make("1"), make("2"))
    make_index(path)
    text = index_path(path).read_text()
    index_path(path).write_text(text.replace('["2", ', '["3", '))
    with pytest.raises(DataError, match="not here, as the index says"):
        IndexedFile(path).read(1)


# --- damaged files -------------------------------------------------------------------------------


def records(path):
    """Offsets of records in the unpacked file, and the file."""
    with RecordReader(path) as reader:
        offsets = [offset for offset, _ in reader]
    return offsets, bytearray(gzip.decompress(path.read_bytes()))


def test_a_file_cut_short_is_told_and_what_is_whole_is_kept(make, write):
    path = write(make("1"), make("2"))
    offsets, data = records(path)
    rewrite(path, data[: offsets[7] + 100])
    with pytest.raises(DataError, match=f"{path}, byte {offsets[7]}: .*cut short"):
        read(path)
    found, problems = read(path, errors="skip")
    assert [episode.id for episode in found] == ["1"]
    assert [error.offset for error in problems.first] == [offsets[7], offsets[5]]
    assert "lacks step 2 of 5" in problems.first[1].problem


@pytest.mark.parametrize("cut", [4, 11])
def test_a_file_cut_within_a_records_head_is_told(write, cut):
    path = write()
    offsets, data = records(path)
    rewrite(path, data[: offsets[4] + cut])
    with pytest.raises(DataError, match=f"byte {offsets[4]}: it ends {cut} bytes into a record"):
        read(path)


def test_packed_data_cut_short_or_damaged_are_told(make, write):
    path = write(make("1"), make("2", size=(50, 50)))
    packed = path.read_bytes()
    offsets, _ = records(path)
    path.write_bytes(packed[:-5])
    with pytest.raises(DataError, match="gzip ends too early"):
        read(path)
    damaged = bytearray(packed)
    damaged[len(packed) // 2 : len(packed) // 2 + 40] = bytes(40)
    path.write_bytes(damaged)
    with pytest.raises(DataError, match=r"byte \d+: "):
        read(path)
    found, problems = read(path, errors="skip")
    assert [episode.id for episode in found] == ["1"] and problems.count
    path.write_bytes(packed + b"more")
    with pytest.raises(DataError, match=f"no gzip follows at byte {len(packed)}"):
        read(path)


def test_a_wrong_checksum_of_data_costs_one_episode(make, write):
    path = write(make("1"), make("2"), make("3"))
    offsets, data = records(path)
    data[offsets[6] + 50] ^= 1
    rewrite(path, data)
    with pytest.raises(DataError, match=f"byte {offsets[6]}: the checksum of a record's data"):
        read(path)
    found, problems = read(path, errors="skip")
    assert [episode.id for episode in found] == ["1", "3"] and problems.count == 2
    index = make_index(path, errors="skip")
    assert [entry.id for entry in index.entries] == ["1", "3"] and index.problems == 2
    assert same(IndexedFile(path).read(1), make("3"))


def test_a_wrong_checksum_of_a_length_is_the_end(make, write):
    path = write(make("1"), make("2"))
    offsets, data = records(path)
    data[offsets[5] + 1] ^= 1
    rewrite(path, data)
    with pytest.raises(DataError, match=f"byte {offsets[5]}: the checksum of a record's length"):
        read(path)
    found, problems = read(path, errors="skip")
    assert [episode.id for episode in found] == ["1"] and problems.count == 1


def test_a_record_that_claims_to_be_huge_is_refused_before_it_is_read(tmp_path):
    head = struct.pack("<Q", 1 << 60)
    path = tmp_path / "huge"
    rewrite(path, head + struct.pack("<I", masked_crc(head)))
    with pytest.raises(DataError, match=f"byte 0: a record of {1 << 60} bytes"):
        read(path)


def changed_step(make, **features):
    """A step's message with other features; None leaves one out."""
    from android_gym.evaluation.aitw.wire import parse_example

    own = {
        name: (f.kind, [bytes(v) for v in f.strings()] if f.kind == "bytes"
               else f.ints() if f.kind == "int64" else f.floats())
        for name, f in parse_example(write_step(make("1", 1), 0)).items()
    }  # fmt: skip
    for name, value in features.items():
        key = next(key for key in KEYS if key.endswith(name))
        own[key] = value
    return encode_example({name: value for name, value in own.items() if value is not None})


@pytest.mark.parametrize(
    ("features", "why"),
    [
        ({"goal_info": None}, "the key 'goal_info' is missing"),
        ({"action_type": ("float", [4.0])}, "'results/action_type' must be a list of int64, got "
         "one of float"),
        ({"positions": ("int64", [1])}, "must be a list of float, got one of int64"),
        ({"goal_info": ("int64", [1])}, "'goal_info' must be a list of bytes, got one of int64"),
        ({"height": ("int64", [25])}, r"'image/encoded' has 864 bytes.* \(25, 12, 3\)"),
        ({"channels": ("int64", [1])}, "3 channels"),
        ({"width": ("int64", [2**62])}, "'image/width' must be one number from 1 to 16384"),
        ({"positions": ("float", [0.5] * 3)}, "has 3 numbers, four for each of 0 texts"),
        ({"text": ("bytes", [b"a"])}, "for each of 1 texts and 0 types"),
        ({"yx_touch": ("float", [0.5])}, "'results/yx_touch' must be two numbers"),
        ({"yx_lift": ("float", [0.5, float("nan")])}, "'results/yx_lift' must be two numbers"),
        ({"yx_lift": ("float", [0.5, 1e30])}, "'results/yx_lift' must be two numbers of at most"),
        ({"episode_length": ("int64", [0])}, "'episode_length' must be one number from 1"),
        ({"step_id": ("int64", [1])}, "'step_id' must be one number from 0 to 0"),
        ({"encoded": ("bytes", [])}, "'image/encoded' must be one byte string, got 0"),
    ],
)  # fmt: skip
def test_steps_that_are_none_are_told_and_left_out(make, tmp_path, features, why):
    path = tmp_path / "steps"
    with RecordWriter(path) as writer:
        writer.write(write_step(make("0", 1), 0))
        begin = len(write_step(make("0", 1), 0)) + 16
        writer.write(changed_step(make, **features))
        writer.write(write_step(make("2", 1), 0))
    with pytest.raises(DataError, match=f"{path}, byte {begin}: .*{why}"):
        read(path)
    found, problems = read(path, errors="skip")
    assert [episode.id for episode in found] == ["0", "2"] and problems.count == 1


def test_an_episode_with_a_missing_step_is_told_and_left_out(make, tmp_path):
    path = tmp_path / "steps"
    with RecordWriter(path) as writer:
        for own, numbers in ((make("1"), (0, 1, 3, 4)), (make("2"), range(5))):
            for number in numbers:
                writer.write(write_step(own, number))
    with pytest.raises(
        DataError, match="byte 0: episode '1': lacks step 2 of 5, there are 0, 1, 3"
    ):
        read(path)
    found, problems = read(path, errors="skip")
    assert [episode.id for episode in found] == ["2"] and problems.count == 1


def test_steps_out_of_order_or_of_another_goal_are_no_episode(make, tmp_path):
    for name, steps in {
        "order": [(make(), 1), (make(), 0), (make(), 2), (make(), 3), (make(), 4)],
        "goal": [(make("1", 2), 0), (make("1", 2, goal="x"), 1)],
    }.items():
        with RecordWriter(tmp_path / name) as writer:
            for own, number in steps:
                writer.write(write_step(own, number))
        with pytest.raises(DataError, match="out of order|another length, goal or phone"):
            read(tmp_path / name)


def test_any_damage_is_told_as_damage(make, write):
    """Each byte of a small file changed in turn: never another error, never a wrong episode."""
    path = write(make("1", 2, size=(3, 4)))
    _, data = records(path)
    for at in range(len(data)):
        data[at] ^= 0x41
        path.write_bytes(data)
        with pytest.raises(DataError):
            read(path)
        data[at] ^= 0x41


def test_any_damage_of_packed_data_is_told_or_without_effect(make, write):
    """A time or a name in gzip's head changes nothing; whatever else is changed is found."""
    path = write(make("1", 1, size=(3, 4)), make("2", 1, size=(3, 4)))
    packed = bytearray(path.read_bytes())
    whole, harmless = gzip.decompress(packed), 0
    for at in range(len(packed)):
        packed[at] ^= 0x21
        path.write_bytes(packed)
        try:
            found, _ = read(path)
        except DataError:
            pass
        else:
            assert [episode.id for episode in found] == ["1", "2"]
            assert all(data in whole for _, data in RecordReader(path))
            harmless += 1
        packed[at] ^= 0x21
    assert harmless < 30


def test_memory_stays_the_same_however_long_a_file_is(make, tmp_path):
    import tracemalloc

    path = tmp_path / "long"
    with EpisodeWriter(path) as writer:
        for number in range(40):
            writer.write(make(str(number), 5, size=(270, 600)))
    tracemalloc.start()
    count = sum(len(episode) for episode in EpisodeReader(path))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 200 and peak < 12e6  # of 97 MB; an episode takes 2.4 MB


def test_a_file_that_unpacks_to_much_is_unpacked_bit_by_bit(tmp_path):
    import tracemalloc

    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    head = struct.pack("<Q", 200 << 20)
    path = tmp_path / "bomb"
    with path.open("wb") as file:
        file.write(packer.compress(head + struct.pack("<I", masked_crc(head))))
        for _ in range(100):
            file.write(packer.compress(bytes(1 << 20)))
        file.write(packer.flush())
    tracemalloc.start()
    with RecordReader(path, "skip", most_bytes=1 << 20) as reader:
        assert list(reader) == [] and reader.problems.count == 1
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4 << 20


def test_files_of_a_folder_are_found_in_order(make, write, tmp_path):
    path, other = write(name="b"), write(name="a")
    make_index(path)
    (tmp_path / "general" / ".hidden").write_bytes(b"")
    (tmp_path / "splits.json").write_text("{}")
    assert find_files(tmp_path) == (other, path)
    assert find_files(path) == (path,)
    (tmp_path / "empty").mkdir()
    with pytest.raises(OptionError, match="no file of episodes"):
        find_files(tmp_path / "empty")


def test_a_file_that_is_there_is_not_overwritten(write):
    path = write()
    with pytest.raises(FileExistsError):
        EpisodeWriter(path)
