"""adb's transport, byte by byte."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from android_gym.simulator.wire.adb import (
    MAX_PAYLOAD,
    AdbConnection,
    AdbProtocolError,
    Closed,
    Connected,
    Opened,
    Received,
    Written,
)

VERSION, OLD_VERSION = 0x01000001, 0x01000000


def frame(command, arg0=0, arg1=0, data=b"", checksum=None):
    number = int.from_bytes(command, "little")
    checksum = sum(data) if checksum is None else checksum
    return struct.pack("<6I", number, arg0, arg1, len(data), checksum, number ^ 0xFFFFFFFF) + data


def parse(chunks):
    """Frames as (command, arg0, arg1, data), each checked for its length and magic."""
    data = b"".join(chunks)
    frames = []
    while data:
        number, arg0, arg1, length, checksum, magic = struct.unpack("<6I", data[:24])
        assert magic == number ^ 0xFFFFFFFF
        payload, data = data[24 : 24 + length], data[24 + length :]
        assert len(payload) == length
        assert checksum in (0, sum(payload))
        frames.append((number.to_bytes(4, "little"), arg0, arg1, payload))
    return frames


def hello(version=VERSION, size=MAX_PAYLOAD):
    return frame(b"CNXN", version, size, b"host::features=shell_v2,cmd")


@pytest.fixture
def connection():
    connection = AdbConnection("device::features=cmd")
    connection.receive(hello())
    connection.output()
    return connection


def opened(connection, remote=7, service=b"shell:ls\0"):
    (event,) = connection.receive(frame(b"OPEN", remote, 0, service))
    return event.stream


def test_hosts_say_who_they_are():
    connection = AdbConnection("device::x=y;features=cmd")
    (event,) = connection.receive(hello())
    assert event == Connected("host::features=shell_v2,cmd", frozenset({"shell_v2", "cmd"}))
    ((command, version, size, banner),) = parse(connection.output())
    assert (command, version, size) == (b"CNXN", VERSION, MAX_PAYLOAD)
    assert banner == b"device::x=y;features=cmd"
    assert connection.connected


def test_streams_carry_data_one_unacknowledged_frame_at_a_time(connection):
    stream = opened(connection)
    assert (stream.id, stream.remote) == (1, 7)
    stream.accept()
    stream.write(b"a")
    stream.write(b"b")
    stream.write(b"c")
    assert parse(connection.output()) == [(b"OKAY", 1, 7, b""), (b"WRTE", 1, 7, b"a")]
    assert stream.pending == 3
    assert connection.receive(frame(b"OKAY", 7, 1)) == []
    assert parse(connection.output()) == [(b"WRTE", 1, 7, b"bc")]
    assert connection.receive(frame(b"OKAY", 7, 1)) == [Written(stream)]
    assert stream.pending == 0


def test_large_data_is_cut(connection):
    stream = opened(connection)
    stream.accept()
    stream.write(bytes(MAX_PAYLOAD * 2 + 5))
    sizes = []
    while frames := [f for f in parse(connection.output()) if f[0] == b"WRTE"]:
        sizes += [len(f[3]) for f in frames]
        connection.receive(frame(b"OKAY", 7, 1))
    assert sizes == [MAX_PAYLOAD, MAX_PAYLOAD, 5]


def test_frames_are_no_larger_than_the_host_takes():
    connection = AdbConnection("device::")
    connection.receive(hello(OLD_VERSION, 4096))
    stream = opened(connection)
    stream.accept()
    stream.write(bytes(10_000))
    *_, (_, _, _, data) = parse(connection.output())
    assert len(data) == 4096


def test_close_waits_for_what_was_written(connection):
    stream = opened(connection)
    stream.accept()
    stream.write(b"last words")
    stream.close()
    assert not stream.closed
    assert [f[0] for f in parse(connection.output())] == [b"OKAY", b"WRTE"]
    connection.receive(frame(b"OKAY", 7, 1))
    assert parse(connection.output()) == [(b"CLSE", 1, 7, b"")]
    assert stream.closed
    stream.write(b"too late")
    stream.close()
    assert parse(connection.output()) == []


def test_a_stream_that_is_closed_before_it_is_accepted_is_accepted_first(connection):
    stream = opened(connection)
    stream.close()
    stream.accept()
    assert [f[0] for f in parse(connection.output())] == [b"OKAY", b"CLSE"]


def test_refused_services_and_hosts_that_close(connection):
    opened(connection).abort()
    assert parse(connection.output()) == [(b"CLSE", 0, 7, b"")]
    stream = opened(connection, 8)
    stream.accept()
    connection.output()
    assert connection.receive(frame(b"CLSE", 8, 2)) == [Closed(stream)]
    assert parse(connection.output()) == [(b"CLSE", 2, 8, b"")]
    assert connection.streams == ()


def test_data_from_the_host_waits_for_an_acknowledgement(connection):
    stream = opened(connection)
    stream.accept()
    connection.output()
    assert connection.receive(frame(b"WRTE", 7, 1, b"abc", 0)) == [Received(stream, b"abc")]
    assert parse(connection.output()) == []
    stream.acknowledge()
    assert parse(connection.output()) == [(b"OKAY", 1, 7, b"")]


def test_we_open_streams_too(connection):
    stream = connection.open("tcp:6000")
    stream.write(b"hello")
    assert parse(connection.output()) == [(b"OPEN", 1, 0, b"tcp:6000\0")]
    connection.receive(frame(b"OKAY", 9, 1))
    assert parse(connection.output()) == [(b"WRTE", 1, 9, b"hello")]
    other = connection.open("tcp:6001")
    assert connection.receive(frame(b"CLSE", 0, 2)) == [Closed(other)]


def test_a_host_that_says_hello_again_has_forgotten_its_streams(connection):
    stream = opened(connection)
    events = connection.receive(hello())
    assert events[0] == Closed(stream)
    assert isinstance(events[1], Connected)


def test_old_hosts_get_and_send_checksums():
    connection = AdbConnection("device::")
    connection.receive(hello(OLD_VERSION))
    connection.output()
    stream = opened(connection)
    stream.accept()
    stream.write(b"abc")
    data = b"".join(connection.output())
    assert struct.unpack_from("<I", data, 24 + 16)[0] == sum(b"abc")
    with pytest.raises(AdbProtocolError, match="checksum"):
        connection.receive(frame(b"WRTE", 7, 1, b"abc", checksum=1))


def test_a_host_that_connects_again_sends_no_checksum():
    """As adb does with a device of `adb connect`, after `adb root` or a reboot."""
    connection = AdbConnection("device::")
    (event,) = connection.receive(frame(b"CNXN", VERSION, 1 << 20, b"host::", checksum=0))
    assert isinstance(event, Connected) and connection.connected
    with pytest.raises(AdbProtocolError, match="checksum"):
        AdbConnection("device::").receive(
            frame(b"CNXN", OLD_VERSION, 1 << 20, b"host::", checksum=0)
        )


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "No adb frame"),
        (frame(b"CNXN", VERSION, 1 << 20, b"host::", checksum=5), "checksum"),
        (struct.pack("<6I", *(b"C"[0],) * 6), "No adb frame"),
        (struct.pack("<6I", 0x4E584E43, 0, 0, MAX_PAYLOAD + 1, 0, 0xB1A7B1BC), "over adb's"),
        (frame(b"CNXN", 0x00FFFFFF, 1 << 20), "too old"),
        (frame(b"CNXN", VERSION, 10), "too small"),
        (frame(b"STLS"), "TLS"),
    ],
)
def test_malformed_frames_are_refused(data, message):
    with pytest.raises(AdbProtocolError, match=message):
        AdbConnection("device::").receive(data)


def test_what_comes_before_hello_or_too_late_is_ignored(connection):
    fresh = AdbConnection("device::")
    assert fresh.receive(frame(b"OPEN", 7, 0, b"shell:\0")) == []
    assert fresh.receive(frame(b"AUTH", 1, 0, b"")) == []
    assert fresh.output() == []
    stream = opened(connection)
    stream.accept()
    stream.abort()
    connection.output()
    assert connection.receive(frame(b"WRTE", 7, 1, b"x", 0) + frame(b"OKAY", 7, 1)) == []
    assert connection.output() == []
    with pytest.raises(AdbProtocolError, match="number 0"):
        connection.receive(frame(b"OPEN", 0, 0, b"shell:\0"))


def test_a_host_cannot_open_streams_without_end(connection):
    for number in range(1, 5000):
        connection.receive(frame(b"OPEN", number, 0, b"shell:\0", 0))
    refused = [f for f in parse(connection.output()) if f[0] == b"CLSE"]
    assert len(refused) == 4999 - len(connection.streams)
    assert len(connection.streams) < 4999


@given(cuts=st.lists(st.integers(0, 400), max_size=12))
def test_however_bytes_are_cut_the_events_are_the_same(cuts):
    data = (
        hello()
        + frame(b"OPEN", 7, 0, b"shell:ls\0", 0)
        + frame(b"OPEN", 8, 0, b"sync:\0", 0)
        + frame(b"WRTE", 7, 1, b"x" * 100, 0)
        + frame(b"CLSE", 8, 2)
    )
    connection = AdbConnection("device::")
    kinds = []
    edges = [0, *sorted(min(cut, len(data)) for cut in cuts), len(data)]
    for start, end in zip(edges, edges[1:], strict=False):
        kinds += [type(event) for event in connection.receive(data[start:end])]
    assert kinds == [Connected, Opened, Opened, Received, Closed]


@settings(max_examples=300)
@given(st.lists(st.binary(max_size=60), max_size=6), st.booleans())
def test_no_bytes_break_it(pieces, connected):
    connection = AdbConnection("device::")
    if connected:
        connection.receive(hello())
    try:
        for piece in pieces:
            connection.receive(piece)
    except AdbProtocolError:
        pass
