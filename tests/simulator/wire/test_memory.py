"""Memory: data that hosts send, fetch and leave costs the phone no more than its files."""

from __future__ import annotations

import gc
import struct
import tracemalloc
from contextlib import contextmanager

import pytest

from android_gym.errors import FileError
from android_gym.simulator.phone import Phone
from android_gym.simulator.system import file_tree
from android_gym.simulator.system.uploads import Upload
from android_gym.simulator.wire.adb import AdbProtocolError
from android_gym.simulator.wire.adbd import Adbd
from android_gym.simulator.wire.programs import Programs

MIB = 1 << 20
CNXN, OPEN, OKAY, CLSE, WRTE = (
    int.from_bytes(name, "little") for name in (b"CNXN", b"OPEN", b"OKAY", b"CLSE", b"WRTE")
)


class Peer:
    """A host that keeps nothing of what it is sent, and acknowledges only when told to."""

    def __init__(self, adbd):
        self.host = adbd.connect(lambda: None)
        self.names = {}
        self.received = {}
        self.last = {}
        self.acknowledged = []
        self.unacknowledged = []
        self.closed = set()
        self.number = 0
        self.send(CNXN, 0x01000001, MIB, b"host::")

    def send(self, command, arg0, arg1, data=b""):
        header = struct.pack("<6I", command, arg0, arg1, len(data), 0, command ^ 0xFFFFFFFF)
        if command == CNXN:
            header = struct.pack(
                "<6I", command, arg0, arg1, len(data), sum(data), command ^ 0xFFFFFFFF
            )
        self.host.receive(header + data)
        self.collect()

    def collect(self):
        pieces = iter(self.host.output())
        for header in pieces:
            command, arg0, arg1, length, *_ = struct.unpack("<6I", header)
            data = next(pieces) if length else b""
            if command == OKAY:
                self.names[arg1] = arg0
                self.acknowledged.append(arg1)
            elif command == WRTE:
                self.received[arg1] = self.received.get(arg1, 0) + len(data)
                self.last[arg1] = bytes(data[-64:])
                self.unacknowledged.append((arg1, arg0))
            elif command == CLSE:
                self.closed.add(arg1)

    def open(self, service):
        self.number += 1
        self.send(OPEN, self.number, 0, service.encode() + b"\0")
        return self.number

    def read(self):
        """Acknowledge everything until nothing more comes."""
        while self.unacknowledged:
            ours, theirs = self.unacknowledged.pop()
            self.send(OKAY, ours, theirs)

    def write(self, stream, data):
        self.acknowledged.clear()
        self.send(WRTE, stream, self.names[stream], data)
        return stream in self.acknowledged

    def close(self, stream):
        self.send(CLSE, stream, self.names[stream])


@pytest.fixture
def phone():
    return Phone()


@pytest.fixture
def adbd(phone):
    programs = Programs(phone.system.clock, real_time=True)
    phone.pass_time = programs.pass_time
    return Adbd(phone, programs)


@pytest.fixture
def peer(adbd):
    return Peer(adbd)


class Traced:
    peak = 0
    kept = 0


@contextmanager
def traced():
    """Measure the most memory beyond what there is, and what stays."""
    figures = Traced()
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        yield figures
        figures.peak = tracemalloc.get_traced_memory()[1] - before
        gc.collect()
        figures.kept = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()


def begin_push(peer, path):
    sync = peer.open("sync:")
    name = f"{path},33188".encode()
    peer.write(sync, struct.pack("<4sI", b"SEND", len(name)) + name)
    return sync


def send_piece(peer, sync, count=15):
    piece = (struct.pack("<4sI", b"DATA", 65536) + bytes(65536)) * count
    return peer.write(sync, piece)


def end_push(peer, sync):
    peer.write(sync, struct.pack("<4sI", b"DONE", 1_600_000_000))


def push(peer, path, pieces):
    sync = begin_push(peer, path)
    for _ in range(pieces):
        assert send_piece(peer, sync)
    end_push(peer, sync)
    assert peer.last[sync] == struct.pack("<4sI", b"OKAY", 0)
    peer.read()
    return pieces * 15 * 65536


def fill(monkeypatch, phone, free):
    """Leave the phone so many bytes of free space."""
    used = phone.system.files.space().used
    monkeypatch.setattr(file_tree, "CAPACITY_BYTES", used + free)


# --- transfers -----------------------------------------------------------------------------------


def test_a_push_holds_its_file_once(phone, peer):
    with traced() as memory:
        size = push(peer, "/sdcard/big", 34)
    assert phone.system.files.stat("/sdcard/big").size == size
    assert memory.kept >= size
    assert memory.peak < 1.25 * size


def test_a_pull_holds_a_piece_at_a_time(phone, peer):
    size = 32 * MIB
    phone.system.files.write("/sdcard/big", bytes(size))
    with traced() as memory:
        sync = peer.open("sync:")
        peer.write(sync, struct.pack("<4sI", b"RECV", 11) + b"/sdcard/big")
        assert peer.received[sync] < 2 * MIB, "it waits until the host has taken the last piece"
        peer.read()
    assert peer.received[sync] == size + (size >> 16) * 8 + 8
    assert peer.last[sync].endswith(struct.pack("<4sI", b"DONE", 0))
    assert memory.peak < 4 * MIB


def test_requests_wait_while_a_file_is_sent(phone, peer):
    phone.system.files.write("/sdcard/big", bytes(3 * MIB))
    request = struct.pack("<4sI", b"RECV", 11) + b"/sdcard/big"
    sync = peer.open("sync:")
    assert peer.write(sync, request * 20)
    assert not peer.write(sync, struct.pack("<4sI", b"STAT", 7) + b"/sdcard")
    peer.read()
    assert peer.received[sync] == 20 * (3 * MIB + 48 * 8 + 8) + 16
    assert peer.last[sync][-16:-12] == b"STAT"


@pytest.mark.parametrize("service", ["shell,v2,raw:cat /sdcard/big", "exec:cat /sdcard/big"])
def test_a_file_on_standard_output_is_sent_in_slices(phone, peer, service):
    phone.system.files.write("/sdcard/big", bytes(32 * MIB))
    with traced() as memory:
        shell = peer.open(service)
        assert peer.received[shell] <= MIB
        peer.read()
    assert peer.received[shell] >= 32 * MIB
    assert shell in peer.closed
    assert memory.peak < 8 * MIB


def test_a_file_on_standard_input_is_held_once(phone, peer):
    with traced() as memory:
        shell = peer.open("shell,v2,raw:cat > /sdcard/big")
        for _ in range(32):
            assert peer.write(shell, struct.pack("<BI", 0, MIB - 5) + bytes(MIB - 5))
        peer.write(shell, struct.pack("<BI", 4, 0))
        peer.read()
    size = 32 * (MIB - 5)
    assert phone.system.files.stat("/sdcard/big").size == size
    assert memory.peak < 1.3 * size


def test_what_is_aborted_is_freed(phone, adbd):
    space = phone.system.files.space()
    Peer(adbd).host.disconnected()  # so that what is made once is there
    with traced() as memory:
        for end in ("stream", "host", "stream", "host"):
            peer = Peer(adbd)
            sync = begin_push(peer, "/sdcard/aborted")
            for _ in range(8):
                send_piece(peer, sync)
            assert phone.system.files.space().used == space.used + 8 * 15 * 65536
            if end == "stream":
                peer.close(sync)
            peer.host.disconnected()
            del peer
    assert memory.peak < 14 * MIB, "one at a time"
    assert memory.kept < MIB // 2
    assert phone.system.files.space() == space
    assert not phone.system.files.exists("/sdcard/aborted")


def test_a_malformed_push_is_freed(phone, peer):
    space = phone.system.files.space()
    sync = begin_push(peer, "/sdcard/x")
    send_piece(peer, sync)
    peer.write(sync, struct.pack("<4sI", b"JUNK", 3))
    assert b"invalid data message" in peer.last[sync]
    assert phone.system.files.space() == space


# --- room ----------------------------------------------------------------------------------------


def test_a_push_without_end_ends_with_the_room(phone, peer, monkeypatch):
    fill(monkeypatch, phone, 4 * MIB)
    with traced() as memory:
        sync = begin_push(peer, "/sdcard/endless")
        while sync not in peer.received:
            send_piece(peer, sync)
        assert b"write failed: No space left on device" in peer.last[sync]
        for _ in range(20):  # a host that has not read it yet is still listened to
            assert send_piece(peer, sync)
    assert memory.peak < 10 * MIB
    assert memory.kept < MIB
    assert phone.system.files.space().free == 4 * MIB
    end_push(peer, sync)
    peer.read()
    assert peer.received[sync] == len(b"FAIL0000write failed: No space left on device")
    assert not phone.system.files.exists("/sdcard/endless")
    sync = begin_push(peer, "/sdcard/small")  # and the phone goes on
    send_piece(peer, sync, count=1)
    end_push(peer, sync)
    assert peer.last[sync] == struct.pack("<4sI", b"OKAY", 0)


def test_df_agrees_while_a_file_comes(phone, peer):
    def used():
        return int(phone.shell("df /data | tail -1").stdout.split()[2])

    before = used()
    sync = begin_push(peer, "/sdcard/coming")
    for _ in range(4):
        send_piece(peer, sync)
    assert used() - before == 4 * 15 * 64
    end_push(peer, sync)
    assert used() - before == 4 * 15 * 64
    phone.shell("rm /sdcard/coming")
    assert used() == before


def test_a_file_pushed_anew_needs_its_room_once(phone, peer, monkeypatch):
    fill(monkeypatch, phone, 20 * 15 * 65536)
    push(peer, "/sdcard/big", 18)
    push(peer, "/sdcard/big", 18)


def test_a_link_s_target_is_short(peer):
    sync = peer.open("sync:")
    peer.write(sync, struct.pack("<4sI", b"SEND", 22) + b"/data/local/tmp/l,41471")
    sync = peer.open("sync:")
    peer.write(sync, struct.pack("<4sI", b"SEND", 23) + b"/data/local/tmp/l,41471")
    assert send_piece(peer, sync, count=1)
    assert peer.last[sync][:4] == b"FAIL"


def test_a_file_that_is_deleted_while_it_is_sent_keeps_its_room(phone, peer, monkeypatch):
    fill(monkeypatch, phone, 20 * MIB)
    files = phone.system.files
    space = files.space()

    def pull():
        files.write("/sdcard/big", bytes(8 * MIB))
        sync = peer.open("sync:")
        peer.write(sync, struct.pack("<4sI", b"RECV", 11) + b"/sdcard/big")
        files.remove("/sdcard/big")
        for _ in range(2):  # it has two pieces of it by now
            peer.send(OKAY, *peer.unacknowledged.pop())
        return sync

    first, second = pull(), pull()
    assert files.space().used == space.used + 16 * MIB
    with pytest.raises(FileError, match="No space left"):
        files.write("/sdcard/big", bytes(8 * MIB))
    peer.close(second)
    assert files.space().used == space.used + 8 * MIB
    peer.read()
    assert peer.received[first] > 8 * MIB, "its bytes are still sent"
    assert files.space() == space


def test_an_upload_gives_back_its_room_whatever_happens(phone):
    files = phone.system.files
    before = files.space()
    with pytest.raises(RuntimeError), Upload(files, "/x") as upload:
        upload.write(bytes(1000))
        assert files.space().free == before.free - 1000
        raise RuntimeError
    assert files.space() == before
    with Upload(files, "/x") as upload:
        upload.write(b"ab")
        upload.write(memoryview(b"cd"))
        assert upload.take() == b"abcd"
    assert files.space() == before


def test_there_is_room_for_so_many_files(phone, monkeypatch):
    free = phone.system.files.space().free_inodes
    assert f"Free: {free}" in phone.shell("stat -f /data").stdout.decode()
    monkeypatch.setattr(file_tree, "MAX_INODES", file_tree.MAX_INODES - free + 2)
    result = phone.shell("cd /sdcard && touch a b c; mkdir d; rm a; touch c")
    assert result.stderr.count(b"No space left on device") == 2
    assert phone.shell("ls /sdcard/b /sdcard/c").exit_code == 0


# --- flow control --------------------------------------------------------------------------------


def test_a_host_that_sends_before_it_may_is_cut_off(peer):
    shell = peer.open("shell,v2,raw:sleep 100")
    data = struct.pack("<BI", 0, 1 << 17) + bytes(1 << 17)
    assert peer.write(shell, data), "there is room for so much"
    assert not peer.write(shell, data)
    with pytest.raises(AdbProtocolError, match=r"before the last one's OKAY"):
        peer.write(shell, data)


def test_input_that_nobody_reads_is_not_asked_for(phone, peer):
    shell = peer.open("exec:sleep 100")
    taken = 0
    while peer.write(shell, bytes(65536)):
        taken += 65536
        assert taken <= MIB
    assert taken >= 128 << 10


def test_input_that_a_command_gathers_takes_room(phone, peer, monkeypatch):
    fill(monkeypatch, phone, 4 * MIB)
    space = phone.system.files.space()
    with traced() as memory:
        shell = peer.open("shell,v2,raw:md5sum")
        for _ in range(50):
            if shell in peer.closed:
                break
            peer.write(shell, struct.pack("<BI", 0, MIB - 5) + bytes(MIB - 5))
            peer.read()
    assert shell in peer.closed
    assert memory.peak < 15 * MIB
    assert phone.system.files.space() == space


def test_input_is_forgotten_with_its_stream(phone, peer):
    space = phone.system.files.space()
    shell = peer.open("exec:md5sum")
    for _ in range(8):
        peer.write(shell, bytes(MIB))
    assert phone.system.files.space().used > space.used
    peer.close(shell)
    assert phone.system.files.space() == space


def test_output_that_nobody_reads_is_not_made(phone, peer):
    with traced() as memory:
        streams = [peer.open("shell,v2,raw:yes") for _ in range(8)]
    assert all(peer.received[stream] <= MIB for stream in streams)
    assert memory.peak < 8 * 3 * MIB
    for stream in streams:
        peer.close(stream)


def test_a_follower_of_the_log_that_does_not_read_loses_the_oldest(phone, peer):
    logs = phone.system.logs
    shell = peer.open("exec:logcat -v raw -T 1 -s flood")
    with traced() as memory:
        for number in range(30_000):
            logs.write("I", "flood", f"line {number} {'x' * 100}")
            peer.host._adbd.programs.run()
    assert memory.peak < 40 * MIB  # the log itself has 20,000 of them
    peer.collect()
    peer.read()
    assert f"line 29999 {'x' * 100}\n".encode()[-64:] == peer.last[shell]
    assert peer.received[shell] < 2.5 * MIB, "of 3.2 MiB"


def test_a_slow_writer_waits_too(phone, adbd, peer):
    """Output that is flushed whenever its program sleeps counts as well."""
    shell = peer.open("exec:x=$(seq -f %060000.0f 1 1); while :; do echo $x; sleep 0.01; done")
    for _ in range(100):
        adbd.programs.advance_to(phone.system.clock.elapsed_ms() + 10)
        adbd.programs.run()
    peer.collect()
    (stream,) = [s for s in peer.host._connection.streams if s.id == peer.names[shell]]
    assert MIB < stream.pending < 1.2 * MIB


def test_streams_are_counted(peer):
    for _ in range(256):
        peer.open("exec:sleep 100")
    assert not peer.closed
    more = peer.open("exec:echo one too many")
    assert more in peer.closed
    peer.close(1)
    assert peer.received.get(peer.open("exec:echo alive"), 0) == 6


def test_framebuffers_are_counted(peer):
    frames = [peer.open("framebuffer:") for _ in range(6)]
    assert peer.closed == set(frames[4:])
    peer.read()
    assert all(peer.received[frame] == 56 + 1080 * 2400 * 4 for frame in frames[:4])
    assert peer.open("framebuffer:") not in peer.closed


def test_sockets_of_the_phone_are_counted(adbd, peer):
    for port in range(7000, 7064):
        stream = peer.open(f"reverse:forward:tcp:{port};tcp:6000")
        assert peer.last[stream] == b"OKAY"
    stream = peer.open("reverse:forward:tcp:7064;tcp:6000")
    assert peer.last[stream].startswith(b"FAIL")
    assert len(adbd.listeners) == 64
    assert peer.last[peer.open("reverse:forward:tcp:7063;tcp:6001")] == b"OKAY"


def test_frames_before_the_handshake_are_small(adbd):
    host = adbd.connect(lambda: None)
    header = struct.pack("<6I", CNXN, 0x01000001, MIB, 4097, 0, CNXN ^ 0xFFFFFFFF)
    with pytest.raises(AdbProtocolError, match="4097 bytes is over adb's 4096"):
        host.receive(header)
