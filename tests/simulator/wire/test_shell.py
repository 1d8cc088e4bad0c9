"""Shells on the wire: streams that wait, without sockets."""

from __future__ import annotations

import re
import struct

import pytest

from android_gym.errors import SimulatorError
from android_gym.simulator.phone import Phone
from android_gym.simulator.system.input_devices import Touched
from android_gym.simulator.system.media.video import VideoFile
from android_gym.simulator.wire.programs import Programs
from android_gym.simulator.wire.shell import ShellPackets, ShellSession, parse_shell_service


class Link:
    """A stream whose host takes everything, unless told otherwise."""

    def __init__(self):
        self.sent = b""
        self.acknowledged = 0
        self.pending = 0
        self.closed = False

    def write(self, data):
        self.sent += data

    def acknowledge(self):
        self.acknowledged += 1

    def close(self):
        self.closed = True

    abort = close


@pytest.fixture
def phone():
    return Phone()


class Bench:
    def __init__(self, phone, real_time=True):
        self.phone = phone
        self.programs = Programs(phone.system.clock, real_time=real_time)
        phone.pass_time = self.programs.pass_time

    def open(self, service, uid=0, **options):
        link = Link()
        session = ShellSession(self.programs, self.phone, link, service, uid, **options)
        self.programs.run()
        return session, link

    def feed(self, session, data):
        session.received(data)
        self.programs.run()

    def advance(self, ms):
        self.programs.advance_to(self.phone.system.clock.elapsed_ms() + ms)
        self.programs.run()


@pytest.fixture
def bench(phone):
    return Bench(phone)


def packet(kind, data=b""):
    return struct.pack("<BI", kind, len(data)) + data


def packets(data):
    return ShellPackets().receive(data)


STDIN, OUT, ERR, EXIT, CLOSE = range(5)


def test_services():
    assert parse_shell_service("shell,v2,TERM=xterm,raw:ls -l") == (True, False, "ls -l")
    assert parse_shell_service("shell,v2,TERM=xterm:") == (True, True, "")
    assert parse_shell_service("shell,v2,pty:top") == (True, True, "top")
    assert parse_shell_service("shell:a:b") == (False, False, "a:b")
    assert parse_shell_service("exec:cat") == (False, False, "cat")
    assert parse_shell_service("sync:") is None
    assert parse_shell_service("shellx:") is None


def test_streams_and_exit_code(bench):
    _, link = bench.open("shell,v2,raw:echo out; echo err >&2; echo out; exit 7")
    assert packets(link.sent) == [
        (OUT, b"out\n"), (ERR, b"err\n"), (OUT, b"out\n"), (EXIT, b"\7"),
    ]  # fmt: skip
    assert link.closed


def test_without_packets_all_is_one(bench):
    _, link = bench.open("shell:echo out; echo err >&2; exit 7")
    assert link.sent == b"out\nerr\n"
    assert link.closed


def test_input_is_waited_for_only_by_who_reads(bench):
    session, link = bench.open("shell,v2,raw:echo first; read line; echo got $line; cat; wc -c")
    assert packets(link.sent) == [(OUT, b"first\n")]
    bench.feed(session, packet(STDIN, b"hel")[:4])
    bench.feed(session, packet(STDIN, b"hel")[4:] + packet(STDIN, b"lo\nrest"))
    assert packets(link.sent) == [(OUT, b"first\n"), (OUT, b"got hello\n")]
    assert link.acknowledged == 2
    bench.feed(session, packet(STDIN, b" of it") + packet(CLOSE))
    assert packets(link.sent)[2:] == [(OUT, b"rest of it0\n"), (EXIT, b"\0")]


def test_input_that_nobody_reads_is_not_taken_without_end(bench):
    session, link = bench.open("shell,v2,raw:sleep 10; wc -c")
    block = packet(STDIN, bytes(1 << 20))
    for _ in range(10):
        bench.feed(session, block)
    assert link.acknowledged < 5
    for _ in range(10_000):
        bench.advance(1000) if link.acknowledged < 10 else None
    assert link.acknowledged == 10
    bench.feed(session, packet(CLOSE))
    assert packets(link.sent)[0] == (OUT, f"{10 << 20}\n".encode())


def test_install_takes_as_many_bytes_as_it_says(bench):
    session, link = bench.open("exec:cmd package install -S 10")
    bench.feed(session, b"12345")
    assert not link.closed
    bench.feed(session, b"67890")
    assert b"INSTALL_PARSE_FAILED_NOT_APK" in link.sent
    assert link.closed


def test_sleeping_takes_real_time_and_blocks_nobody(bench):
    _, slow = bench.open("shell:sleep 2; echo slow")
    _, fast = bench.open("shell:sleep 1; echo fast")
    _, now = bench.open("shell:echo now")
    assert (slow.sent, fast.sent, now.sent) == (b"", b"", b"now\n")
    start = bench.phone.system.clock.elapsed_ms()
    bench.advance(1000)
    assert (slow.sent, fast.sent) == (b"", b"fast\n")
    bench.advance(5000)
    assert slow.sent == b"slow\n"
    assert bench.phone.system.clock.elapsed_ms() == start + 6000


def test_gestures_take_their_time_too(bench):
    _, link = bench.open("shell:input swipe 500 2000 500 500 400; echo done")
    bench.advance(300)
    assert not link.closed
    bench.advance(200)
    assert link.sent == b"done\n"


def test_in_virtual_time_sleeping_is_what_makes_time_pass(phone):
    bench = Bench(phone, real_time=False)
    start = phone.system.clock.elapsed_ms()
    _, link = bench.open("shell:sleep 3600; echo woke")
    assert link.sent == b"woke\n"
    assert phone.system.clock.elapsed_ms() == start + 3_600_000


def test_a_host_that_reads_nothing_stops_the_command(bench):
    link = Link()
    session = ShellSession(bench.programs, bench.phone, link, "exec:yes | head -c 800000; yes", 0)
    link.pending = 10 << 20
    bench.programs.run()
    assert len(link.sent) < 1 << 20
    link.closed = True
    session.closed()
    bench.programs.run()


def test_a_host_that_hangs_up_ends_the_command(bench):
    session, link = bench.open("shell:sleep 5; echo x > /sdcard/written")
    link.closed = True
    session.closed()
    bench.programs.run()
    bench.advance(10_000)
    assert not bench.phone.system.files.exists("/sdcard/written")


def test_logcat_follows_and_ends_with_its_host(bench):
    logs = bench.phone.system.logs
    session, link = bench.open("shell,v2,raw:exec logcat -v brief Mine:I '*:S'")
    logs.write("I", "Mine", "one")
    logs.write("D", "Mine", "no")
    logs.write("I", "Other", "no")
    bench.programs.run()
    ((kind, data),) = packets(link.sent)
    assert (kind, data) == (OUT, b"I/Mine    (  583): one\n")
    link.closed = True
    session.closed()
    bench.programs.run()
    assert not logs._listeners


def test_logcat_follows_only_where_somebody_reads(phone):
    assert phone.shell("logcat -v brief | head -c 0; echo end").stdout == b"end\n"


def test_interactive_shell_keeps_its_variables(bench):
    session, link = bench.open("shell,v2,raw:")
    for line in (b"x=5; cd /sdcard\n", b"if true\n", b"then echo $x; pwd\n", b"fi\n"):
        bench.feed(session, packet(STDIN, line))
    assert b"".join(data for _, data in packets(link.sent)) == b"5\n/sdcard\n"
    bench.feed(session, packet(STDIN, b"exit 9\n"))
    assert packets(link.sent)[-1] == (EXIT, b"\t")


def test_terminal_echoes_and_edits(bench):
    session, link = bench.open("shell:")
    assert link.sent == b"emu64xa:/ # "
    bench.feed(session, b"ecj\x7fho hi\r")
    assert link.sent.endswith(b"ecj\b \bho hi\r\nhi\r\nemu64xa:/ # ")
    bench.feed(session, b"half a line\x03")
    assert link.sent.endswith(b"^C\r\nemu64xa:/ # ")
    bench.feed(session, b"fi\r")
    assert b"syntax error" in link.sent
    assert not link.closed
    bench.feed(session, b"\x04")
    assert link.closed


def test_the_shell_user_has_another_prompt(bench):
    _, link = bench.open("shell:", uid=2000)
    assert link.sent == b"emu64xa:/ $ "


def test_what_was_done_is_told_before_the_answer(bench):
    told = []
    _, link = bench.open("shell:echo x", acted=lambda: told.append(link.sent) if told else None)
    assert link.closed


def test_malformed_packets(bench):
    session, _ = bench.open("shell,v2,raw:cat")
    with pytest.raises(SimulatorError):
        session.received(packet(9, b"x"))
    with pytest.raises(SimulatorError):
        session.received(struct.pack("<BI", 0, 1 << 30))


def test_a_fault_of_ours_does_not_take_the_connection_with_it(bench, monkeypatch, caplog):
    def broken(*_):
        raise RuntimeError("broken")

    monkeypatch.setattr(bench.phone.system.settings, "get", broken)
    _, link = bench.open("shell,v2,raw:settings get global x")
    assert packets(link.sent)[-1] == (EXIT, b"\1")
    assert b"RuntimeError" in link.sent
    assert "broken" in caplog.text


def test_only_programs_wait(bench):
    with pytest.raises(SimulatorError, match="Only a program"):
        bench.programs.wait()


def test_a_loop_lets_others_go_on_and_can_be_ended(phone):
    bench = Bench(phone)
    bench.programs.shares_time = True
    woken = []
    bench.programs.on_ready = lambda: woken.append(True)
    loop, busy = bench.open("shell,v2,raw:while :; do :; done")
    assert not busy.closed and woken, "it has paused, and asks for another turn"
    _, link = bench.open("shell,v2,raw:echo hello")
    assert packets(link.sent)[0] == (OUT, b"hello\n")
    assert not busy.closed
    loop.closed()
    bench.programs.run()
    assert packets(busy.sent) == [(EXIT, b"\x82")]


def test_a_loop_that_nobody_ends_is_killed(phone):
    bench = Bench(phone)
    bench.programs.shares_time = True
    _, link = bench.open("shell,v2,raw:while :; do :; done")
    for _ in range(1000):
        bench.programs.run()
    assert packets(link.sent) == [(ERR, b"Killed\n"), (EXIT, b"\x89")]


def test_getevent_follows(phone):
    bench = Bench(phone)
    _, link = bench.open("exec:getevent -lt -c 8 /dev/input/event2")
    assert not link.sent
    phone.system.input_devices.touched([Touched(540, 1200, True, 0)])
    bench.programs.run()
    assert not link.closed
    phone.system.input_devices.touched([Touched(540, 1200, False, 0)])
    bench.programs.run()
    lines = link.sent.decode().splitlines()
    assert len(lines) == 8
    assert re.fullmatch(r"\[ +\d+\.\d{6}\] EV_ABS       ABS_MT_TRACKING_ID   0{8} +", lines[1])
    assert lines[3].split()[-2:] == ["ABS_MT_POSITION_X", "00004000"]
    assert link.closed


# --- jobs ----------------------------------------------------------------------------------------


def test_jobs_run_beside_what_comes_after_them(phone):
    bench = Bench(phone)
    _, link = bench.open("exec:(sleep 1; echo job) & echo begun; wait; echo done")
    assert link.sent == b"begun\n"
    bench.advance(999)
    assert not link.closed
    bench.advance(1)
    assert link.sent == b"begun\njob\ndone\n"
    assert link.closed


def test_jobs_are_ended_by_kill(phone):
    bench = Bench(phone)
    bench.open("exec:sleep 1000 & echo $! > /data/local/tmp/pid; while true; do sleep 5; done &")
    first, second = phone.system.running
    assert phone.pull("/data/local/tmp/pid") == b"%d\n" % first.pid
    _, link = bench.open("exec:ps -A -o PID,NAME | grep -Ec ' (sh|sleep)$'; pidof sleep")
    assert link.sent == b"3\n%d\n" % first.pid
    _, link = bench.open(f"exec:kill -0 {first.pid}; kill {first.pid}; kill -9 {second.pid}")
    assert link.sent == b""
    assert not list(phone.system.running)
    _, link = bench.open(f"exec:kill {first.pid}")
    assert b"No such process" in link.sent


def test_a_user_ends_no_jobs_of_root(phone):
    bench = Bench(phone)
    bench.open("exec:sleep 1000 &")
    (job,) = phone.system.running
    _, link = bench.open(f"exec:kill {job.pid}", uid=2000)
    assert b"Operation not permitted" in link.sent
    assert job.pid in phone.system.running


def test_no_more_jobs_than_there_is_room_for(phone):
    bench = Bench(phone)
    _, link = bench.open("exec:for i in $(seq 100); do sleep 1000 & done; echo not reached")
    assert b"can't fork" in link.sent
    assert b"not reached" not in link.sent
    assert len(list(phone.system.running)) == 64
    phone.system.running.kill_all()
    bench.programs.run()
    assert not list(phone.system.running)


@pytest.mark.parametrize("way", ["kill -INT $(pidof screenrecord)", "pkill -2 screenrecord"])
def test_a_recording_ends_by_a_signal(phone, way):
    bench = Bench(phone)
    _, link = bench.open("exec:screenrecord --size 100x200 /sdcard/v.mp4; echo kept")
    bench.advance(1000)
    assert not link.closed
    bench.open(f"exec:{way}")
    bench.advance(1000)
    assert link.sent == b"kept\n"
    video = VideoFile.open(phone.pull("/sdcard/v.mp4"))
    assert 800 <= video.duration_ms <= 1400


def test_jobs_that_start_jobs_burn_out(phone, monkeypatch):
    monkeypatch.setattr("android_gym.simulator.shell.streams.MAX_STEPS", 1000)
    running, started = phone.system.running, []
    start = running.start

    def counted(*process):
        started.append(process)
        if len(started) > 1000:
            pytest.fail("They go on starting others.")
        return start(*process)

    monkeypatch.setattr(running, "start", counted)
    bench = Bench(phone)
    bench.open("exec:f() { true; f & }; f")
    for _ in range(1000):
        bench.programs.run()
    assert started and not list(running)


def test_a_recording_in_the_background(phone):
    bench = Bench(phone)
    record = "screenrecord --size 100x200 /sdcard/v.mp4 & sleep 2; kill -INT $!; wait; echo kept"
    _, link = bench.open(f"exec:{record}")
    bench.advance(2000)
    bench.advance(1000)
    assert link.sent == b"kept\n"
    assert 1800 <= VideoFile.open(phone.pull("/sdcard/v.mp4")).duration_ms <= 2600


def test_a_recording_is_kept_when_its_host_goes(phone):
    bench = Bench(phone)
    session, link = bench.open("exec:screenrecord --size 100x200 /sdcard/v.mp4")
    bench.advance(1000)
    link.closed = True
    session.closed()
    bench.programs.run()
    assert VideoFile.open(phone.pull("/sdcard/v.mp4")) is not None
    assert not list(phone.system.running)
