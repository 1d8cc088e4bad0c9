import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from android_gym.evaluation.aitw.wire import WireError, encode_example, parse_example

INT64 = st.integers(-(2**63), 2**63 - 1)
FLOAT = st.floats(width=32, allow_nan=False)
FEATURES = st.dictionaries(
    st.text(max_size=9),
    st.one_of(
        st.tuples(st.just("bytes"), st.lists(st.binary(max_size=300), max_size=4)),
        st.tuples(st.just("int64"), st.lists(INT64, max_size=4)),
        st.tuples(st.just("float"), st.lists(FLOAT, max_size=4)),
    ),
    max_size=5,
)


def values(feature):
    if feature.kind == "bytes":
        return [bytes(value) for value in feature.strings()]
    return feature.ints() if feature.kind == "int64" else feature.floats().tolist()


@given(FEATURES)
def test_what_is_written_is_read(features):
    found = parse_example(encode_example(features))
    assert {name: (f.kind, values(f)) for name, f in found.items()} == features


def google_example(**features):
    """The message as Google's own library writes it."""
    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

    file = descriptor_pb2.FileDescriptorProto(name="e.proto", package="e", syntax="proto3")
    for name, kind in (("BytesList", 12), ("FloatList", 2), ("Int64List", 3)):
        file.message_type.add(name=name).field.add(name="value", number=1, type=kind, label=3)
    feature = file.message_type.add(name="Feature")
    feature.oneof_decl.add(name="kind")
    for number, name in enumerate(("BytesList", "FloatList", "Int64List"), 1):
        feature.field.add(name=name.lower(), number=number, type=11, label=1,
                          type_name=f".e.{name}", oneof_index=0)  # fmt: skip
    features_type = file.message_type.add(name="Features")
    entry = features_type.nested_type.add(name="FeatureEntry")
    entry.options.map_entry = True
    entry.field.add(name="key", number=1, type=9, label=1)
    entry.field.add(name="value", number=2, type=11, label=1, type_name=".e.Feature")
    features_type.field.add(name="feature", number=1, type=11, label=3,
                            type_name=".e.Features.FeatureEntry")  # fmt: skip
    example = file.message_type.add(name="Example")
    example.field.add(name="features", number=1, type=11, label=1, type_name=".e.Features")
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName("e.Example"))()


def test_googles_library_reads_and_writes_the_same():
    features = {
        "a": ("bytes", [b"x", b"", b"y" * 300]),
        "b": ("int64", [0, -1, 2**63 - 1, -(2**63)]),
        "c": ("float", [0.5, -2.0]),
    }
    message = google_example()
    message.ParseFromString(encode_example(features))
    found = message.features.feature
    assert list(found["a"].byteslist.value) == features["a"][1]
    assert list(found["b"].int64list.value) == features["b"][1]
    assert list(found["c"].floatlist.value) == features["c"][1]
    again = parse_example(message.SerializeToString())
    assert {name: (f.kind, values(f)) for name, f in again.items()} == features


def test_lists_that_are_not_packed_and_unknown_fields_are_read():
    numbers = bytes([0x08, 5, 0x08, 6])  # Int64List, a value at a time
    floats = b"\x0d" + np.float32(1.5).tobytes() + b"\x0d" + np.float32(2.5).tobytes()
    unknown = bytes([0x78, 1]) + b"\x7d1234" + b"\x79" + b"12345678"

    def feature(name, number, data):
        own = bytes([number << 3 | 2, len(data)]) + data
        entry = bytes([0x0A, len(name)]) + name + bytes([0x12, len(own)]) + own + unknown
        return bytes([0x0A, len(entry)]) + entry

    both = feature(b"n", 3, numbers) + feature(b"f", 2, floats)
    found = parse_example(unknown + bytes([0x0A, len(both)]) + both)
    assert (found["n"].ints(), found["f"].floats().tolist()) == ([5, 6], [1.5, 2.5])


@given(st.binary(max_size=80))
def test_any_bytes_are_read_or_refused(data):
    try:
        for feature in parse_example(data).values():
            values(feature)
    except WireError:
        pass


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"\x0a\x05\x0a", "a field of 5 bytes has 1"),
        (b"\x0b", "no wire type 3"),
        (b"\x0a" + b"\xff" * 11, "over 10 bytes"),
        (b"\x0a\xff", "ends within a number"),
        (b"\x08\x01", "a number stands where bytes should"),
    ],
)
def test_damage_is_told(data, why):
    with pytest.raises(WireError, match=why):
        parse_example(data)
