"""adb's file transfer, byte by byte."""

from __future__ import annotations

import os
import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from android_gym.errors import SimulatorError
from android_gym.simulator.phone import Phone
from android_gym.simulator.wire.sync import SyncService


class Sync:
    def __init__(self, phone, uid=0):
        self.replies = []
        self.service = SyncService(phone, uid, self.replies.append)

    def ask(self, name, path=b"", tail=b""):
        self.replies.clear()
        self.service.receive(struct.pack("<4sI", name, len(path)) + path + tail)
        return b"".join(self.replies)

    def send(self, path, data, mode=0o100644, mtime=1_600_000_000):
        chunks = [data[i : i + 65536] for i in range(0, len(data), 65536)]
        body = b"".join(struct.pack("<4sI", b"DATA", len(c)) + c for c in chunks)
        spec = f"{path},{mode}".encode()
        return self.ask(b"SEND", spec, body + struct.pack("<4sI", b"DONE", mtime))


@pytest.fixture(scope="module")
def phone():
    return Phone()


@pytest.fixture
def sync(phone):
    return Sync(phone)


OKAY = struct.pack("<4sI", b"OKAY", 0)


def test_files_go_up_and_down(phone, sync):
    data = os.urandom(200_000)
    assert sync.send("/sdcard/new/file.bin", data) == OKAY
    assert phone.system.files.read("/sdcard/new/file.bin") == data
    reply = sync.ask(b"RECV", b"/sdcard/new/file.bin")
    assert len(sync.replies) == 1, "the reply comes as one piece"
    got = b""
    while reply[:4] == b"DATA":
        (length,) = struct.unpack_from("<I", reply, 4)
        got += reply[8 : 8 + length]
        reply = reply[8 + length :]
    assert got == data
    assert reply == struct.pack("<4sI", b"DONE", 0)


def test_version_2_of_sending_and_receiving(phone, sync):
    path = b"/data/local/tmp/v2"
    body = struct.pack("<4sI", b"DATA", 3) + b"abc" + struct.pack("<4sI", b"DONE", 1_600_000_000)
    assert sync.ask(b"SND2", path, struct.pack("<4s2I", b"SND2", 0o100755, 0) + body) == OKAY
    assert phone.system.files.stat(path.decode()).mode == 0o755
    reply = sync.ask(b"RCV2", path, struct.pack("<4sI", b"RCV2", 0))
    assert reply == struct.pack("<4sI", b"DATA", 3) + b"abc" + struct.pack("<4sI", b"DONE", 0)
    reply = sync.ask(b"RCV2", path, struct.pack("<4sI", b"RCV2", 1))
    assert reply.startswith(b"FAIL")
    reply = sync.ask(b"SND2", path, struct.pack("<4s2I", b"SND2", 0o100755, 4) + body)
    assert b"unsupported flags 0x4" in reply
    assert sync.ask(b"STAT", b"/sdcard").startswith(b"STAT")  # goes on all the same


def test_modes_and_times_are_kept(phone, sync):
    sync.send("/data/local/tmp/a", b"x", 0o100751, 1_500_000_000)
    stat = phone.system.files.stat("/data/local/tmp/a")
    assert (stat.mode, stat.mtime_ms) == (0o751, 1_500_000_000_000)
    assert sync.send("/data/local/tmp/link", b"a\0", 0o120777) == OKAY
    assert phone.system.files.lstat("/data/local/tmp/link").target == "a"


def test_stat(phone, sync):
    sync.send("/data/local/tmp/a", b"12345", 0o100644, 1_500_000_000)
    reply = sync.ask(b"STAT", b"/data/local/tmp/a")
    assert struct.unpack("<4s3I", reply) == (b"STAT", 0o100644, 5, 1_500_000_000)
    assert struct.unpack("<4s3I", sync.ask(b"STAT", b"/nowhere")) == (b"STAT", 0, 0, 0)
    values = struct.unpack("<4sIQQIIIIQqqq", sync.ask(b"STA2", b"/data/local/tmp/a"))
    assert values[1] == 0
    assert (values[4], values[8], values[10]) == (0o100644, 5, 1_500_000_000)
    assert struct.unpack_from("<4sI", sync.ask(b"LST2", b"/nowhere")) == (b"LST2", 2)
    links = sync.ask(b"LST2", b"/sdcard"), sync.ask(b"STA2", b"/sdcard")
    kinds = [struct.unpack_from("<4sIQQI", reply)[4] & 0o170000 for reply in links]
    assert kinds == [0o120000, 0o040000]


def test_lists(sync):
    sync.send("/data/local/tmp/folder/a", b"1")
    sync.send("/data/local/tmp/folder/b", b"22")
    for request, entry, size in ((b"LIST", b"DENT", 20), (b"LIS2", b"DNT2", 76)):
        reply = sync.ask(request, b"/data/local/tmp/folder/")
        names = []
        while reply[:4] == entry:
            (length,) = struct.unpack_from("<I", reply, size - 4)
            names.append(reply[size : size + length])
            reply = reply[size + length :]
        assert names == [b".", b"..", b"a", b"b"]
        assert reply == b"DONE" + bytes(size - 4)
        assert sync.ask(request, b"/nowhere") == b"DONE" + bytes(size - 4)


def test_failures_say_why_and_the_stream_goes_on(sync):
    assert b"open failed: No such file" in sync.ask(b"RECV", b"/nowhere")
    assert b"open failed: Is a directory" in sync.ask(b"RECV", b"/sdcard")
    assert b"Is a directory" in sync.send("/sdcard", b"x")
    assert b"couldn't create file: Read-only file system" in sync.send("/system/x", b"x")
    done = struct.pack("<4sI", b"DONE", 0)
    assert b"missing , in ID_SEND" in sync.ask(b"SEND", b"/sdcard/x", done)
    assert sync.send("/sdcard/x", b"x") == OKAY


def test_the_shell_user_may_less(phone):
    sync = Sync(phone, uid=2000)
    database = b"/data/data/com.arduia.expense/databases/accounting.db"
    assert b"Permission denied" in sync.ask(b"RECV", database)
    assert b"Permission denied" in sync.send("/data/data/com.arduia.expense/x", b"x")
    assert sync.send("/data/local/tmp/mine", b"x") == OKAY


def test_paths_climb_no_further_than_the_phones_root(phone, sync):
    sync.send("/data/local/tmp/../../../../../../data/local/tmp/climbed", b"x")
    assert phone.system.files.exists("/data/local/tmp/climbed")
    assert b"No such file" in sync.ask(b"RECV", b"../../../../etc/passwd")
    assert not os.path.exists("/data/local/tmp/climbed")


@pytest.mark.parametrize(
    "data",
    [
        b"WHAT\0\0\0\0",
        struct.pack("<4sI", b"STAT", 1 << 20),
        struct.pack("<4sI", b"SEND", 8) + b"/sdcard," + struct.pack("<4sI", b"JUNK", 3),
        struct.pack("<4sI", b"SEND", 9) + b"/data/x,1" + struct.pack("<4sI", b"DATA", 1 << 30),
    ],
)
def test_malformed_requests_end_the_stream(phone, data):
    sync = Sync(phone)
    with pytest.raises(SimulatorError):
        sync.service.receive(data)
    assert sync.replies[-1].startswith(b"FAIL")
    assert b"unknown command b'" not in sync.replies[-1]


def test_quit(phone):
    assert Sync(phone).service.receive(struct.pack("<4sI", b"QUIT", 0)) is False


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200))
def test_no_bytes_break_it(phone, data):
    sync = Sync(phone)
    try:
        sync.service.receive(data)
    except SimulatorError:
        pass
