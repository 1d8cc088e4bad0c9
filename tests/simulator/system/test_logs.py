"""The log: ring buffers, filters, logcat's forms."""

from __future__ import annotations

import re
import struct
import zoneinfo

import pytest

from android_gym.errors import OptionError
from android_gym.simulator.state import State
from android_gym.simulator.system.clock import Clock
from android_gym.simulator.system.logs import (
    BUFFER_SIZE,
    BUFFER_SIZES,
    CAPACITY,
    MAX_PAYLOAD,
    LogEntry,
    LogFilter,
    Logs,
    binary_entry,
    entry_size,
    format_entry,
)

# The pattern of android_env's LogcatThread, which reads `logcat -v epoch`.
ANDROID_ENV = re.compile(
    r"^[ ]+(?P<timestamp>[0-9]+\.[0-9]+)[ ]+(?P<pid>[0-9]+)[ ]+(?P<tid>[0-9]+)"
    r"[ ]+(?P<priority>.)[ ](?P<tag>[^:]*):[ ](?P<content>.*)$"
)


@pytest.fixture
def state() -> State:
    return State()


@pytest.fixture
def logs(state: State) -> Logs:
    return Logs(state, Clock(state))


def test_write_and_read(logs: Logs) -> None:
    logs.write("I", "One", "first", pid=10)
    logs.write("E", "Two", "second", pid=10, tid=12, buffer="crash")
    logs.write("D", "Three", "third", buffer="radio")
    assert [entry.tag for entry in logs.read()] == ["One", "Two"]
    assert [entry.tag for entry in logs.read(["radio", "main"])] == ["One", "Three"]
    assert [entry.tag for entry in logs.read(last=1)] == ["Two"]
    assert logs.read(last=0) == []
    assert [entry.tid for entry in logs.read()] == [10, 12]
    logs.clear(["main"])
    assert [entry.tag for entry in logs.read()] == ["Two"]
    logs.clear()
    assert logs.read() == []
    logs.write("I", "Four", "fourth")
    assert [entry.number for entry in logs.read()] == [4]


def test_a_full_buffer_drops_its_oldest(logs: Logs) -> None:
    for number in range(CAPACITY + 5):
        logs.write("V", "T", str(number))
    kept = logs.read()
    assert (len(kept), kept[0].message, kept[-1].message) == (CAPACITY, "5", str(CAPACITY + 4))


def test_unknown_names(logs: Logs) -> None:
    for call in (
        lambda: logs.write("X", "T", "m"),
        lambda: logs.write("I", "T", "m", buffer="other"),
        lambda: logs.read(["other"]),
        lambda: LogFilter(["T:X"]),
        lambda: format_entry(logs.write("I", "T", "m"), "fancy"),
    ):
        with pytest.raises(OptionError):
            call()


def test_listeners_hear_at_once_until_they_end_it(logs: Logs) -> None:
    heard: list[LogEntry] = []
    end = logs.listen(heard.append)
    entry = logs.write("I", "T", "one")
    end()
    end()
    logs.write("I", "T", "two")
    assert heard == [entry]


def test_logging_is_no_change_of_the_phone_s_state(state: State, logs: Logs) -> None:
    before = state.revision, state.total_revision
    logs.write("I", "T", "m")
    assert (state.revision, state.total_revision) == before
    snapshot = state.snapshot()
    logs.write("I", "T", "later")
    state.restore(snapshot)
    assert [entry.message for entry in logs.read()] == ["m"]


@pytest.mark.parametrize(
    ("specs", "passed"),
    [
        ((), "VDIWEF"),
        (("*:S",), ""),
        (("*:W",), "WEF"),
        (("T", "*:S"), "VDIWEF"),
        (("T:E", "*:D"), "EF"),
        (("Other:V", "*:S"), ""),
        (("*",), "DIWEF"),
        (("t:i",), "VDIWEF"),
    ],
)
def test_filters(logs: Logs, specs: tuple[str, ...], passed: str) -> None:
    lets = LogFilter(specs)
    entries = [logs.write(letter, "T", "m") for letter in "VDIWEF"]
    assert "".join(entry.priority for entry in entries if lets(entry)) == passed


ENTRY = LogEntry(1, 1_697_384_040_123, 1234, 1250, "I", "Tag", "text\nmore", "main", 65_432)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"form": "threadtime"}, "10-15 15:34:00.123  1234  1250 I Tag     : "),
        ({"form": "time"}, "10-15 15:34:00.123 I/Tag     ( 1234): "),
        ({"form": "brief"}, "I/Tag     ( 1234): "),
        ({"form": "tag"}, "I/Tag     : "),
        ({"form": "thread"}, "I( 1234: 1250) "),
        ({"form": "raw"}, ""),
        ({"time": "epoch"}, "         1697384040.123  1234  1250 I Tag     : "),
        ({"time": "monotonic"}, "    65.432  1234  1250 I Tag     : "),
        ({"form": "time", "year": True}, "2023-10-15 15:34:00.123 I/Tag     ( 1234): "),
        (
            {"zone": zoneinfo.ZoneInfo("Asia/Kolkata"), "form": "time"},
            "10-15 21:04:00.123 I/Tag     ( 1234): ",
        ),
    ],
)
def test_forms(options: dict[str, object], expected: str) -> None:
    shown = format_entry(ENTRY, **options)  # type: ignore[arg-type]
    assert shown == f"{expected}text\n{expected}more\n"


def test_the_binary_form_says_how_long_its_parts_are() -> None:
    entry = LogEntry(1, 1_697_384_040_250, 12, 13, "W", "Tag", "é", "crash")
    data = binary_entry(entry)
    length, header, pid, tid, seconds, nanoseconds, buffer = struct.unpack_from("<2H2i3I", data)
    assert (pid, tid, seconds, nanoseconds, buffer) == (12, 13, 1_697_384_040, 250_000_000, 4)
    assert data[header:] == b"\x05Tag\0\xc3\xa9\0" and len(data) == header + length


def test_odd_forms() -> None:
    assert format_entry(ENTRY, "process") == "I( 1234) text  (Tag)\nI( 1234) more  (Tag)\n"
    assert format_entry(ENTRY, "long") == (
        "[ 10-15 15:34:00.123  1234: 1250 I/Tag      ]\ntext\nmore\n\n"
    )


def test_android_env_reads_the_epoch_form() -> None:
    for line in format_entry(ENTRY, time="epoch").splitlines():
        match = ANDROID_ENV.match(line)
        assert match is not None
        assert (match["timestamp"], match["pid"], match["priority"]) == (
            "1697384040.123",
            "1234",
            "I",
        )
        assert match["tag"].strip() == "Tag"


@pytest.mark.parametrize("letter", ["x", "é", "😀", "\ud800"])
def test_an_entry_is_cut_at_the_size_of_android_s(logs: Logs, letter: str) -> None:
    entry = logs.write("I", "Tag", letter * 1_000_000)
    size = len(entry.message.encode("utf-8", "surrogatepass"))
    assert size <= MAX_PAYLOAD - 3 - len("Tag")
    assert letter == "\ud800" or size > MAX_PAYLOAD - 3 - len("Tag") - 4
    assert set(entry.message) <= {letter}
    fits = "x" * (MAX_PAYLOAD - 3 - len("Tag"))
    assert logs.write("I", "Tag", fits).message == fits
    long = logs.write("I", "T" * 1_000_000, "message")
    assert len(long.tag) == MAX_PAYLOAD - 3
    assert long.message == ""


def test_a_buffer_holds_so_many_bytes(logs: Logs) -> None:
    for number in range(300):
        logs.write("I", "Tag", f"{number:03} {'x' * 4000}")
    kept = logs.read()
    assert BUFFER_SIZE * 0.9 < sum(len(entry.message) for entry in kept) <= BUFFER_SIZE
    assert kept[-1].message.startswith("299 ")
    assert [entry.number for entry in kept] == list(range(kept[0].number, 301))
    for _ in range(CAPACITY * 2):
        logs.write("I", "T", "m")
    assert len(logs.read()) == CAPACITY


def test_a_buffer_can_be_resized(logs: Logs) -> None:
    for number in range(60):
        logs.write("I", "Tag", f"{number:03} {'x' * 4000}")
    logs.write("I", "Tag", "m", buffer="system")
    logs.resize("main", BUFFER_SIZES.start)
    kept = logs.read(["main"])
    assert 15 * 4000 < sum(map(entry_size, kept)) <= BUFFER_SIZES.start
    assert kept[-1].message.startswith("059 ")
    logs.clear()
    assert logs.buffer_size("main") == BUFFER_SIZES.start
    assert logs.buffer_size("system") == BUFFER_SIZE
    for most in (BUFFER_SIZES.start - 1, BUFFER_SIZES.stop):
        with pytest.raises(OptionError, match="64 KiB to 256 MiB"):
            logs.resize("main", most)
    logs.resize("main", BUFFER_SIZES.stop - 1)
    for _ in range(CAPACITY + 1):
        logs.write("I", "T", "m")
    assert len(logs.read()) == CAPACITY
