"""Limits of the shell: nothing is cut silently, and nothing grows without end."""

from __future__ import annotations

import pytest
from terminal import Terminal

from android_gym.simulator.phone import Phone
from android_gym.simulator.shell import arguments, streams
from android_gym.simulator.shell.shell import Shell
from android_gym.simulator.shell.streams import Budget, Source
from android_gym.simulator.system.activities import MAX_RECENT_TASKS
from android_gym.simulator.system.properties import MAX_BYTES
from android_gym.simulator.system.settings import MAX_KEYS

KILLED = ("Killed\n", 137)


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("head -c 5000000 /dev/zero | wc -c", "5000000\n"),
        ("dd if=/dev/zero of=f bs=1M count=5 2> /dev/null; stat -c %s f", "5242880\n"),
        ("head -c 3000000 /dev/zero > f; cat f | cat | wc -c", "3000000\n"),
        ("yes | head -2", "y\ny\n"),
        ("yes abc | head -c 5000001 | tail -c 3", "c\na"),
        ("{ echo a; yes; } | head -2", "a\ny\n"),
        ("yes | { head -c 3 > f; head -c 9001 | tail -c 3; }", "\ny\n"),
        ("yes | dd bs=2 count=1 2> /dev/null", "y\n"),
        ("yes | { read a; read b; echo $a$b; }", "yy\n"),
        ("yes | cat | tr y n | head -1", "n\n"),
        ("cat /dev/urandom | tr -dc a-z | head -c 8 | wc -c", "8\n"),
        ("while :; do echo x; done | head -1", "x\n"),
        ("i=0; while [ $i -lt 4000 ]; do echo $i; i=$((i + 1)); done | tail -1", "3999\n"),
    ],
)
def test_a_pipe_has_all_that_its_reader_wants(sh: Terminal, command: str, output: str) -> None:
    assert sh(command) == output


@pytest.mark.parametrize(
    "command",
    [
        "yes | wc -l",
        "yes | cat | wc -l",
        "yes | head -c 300000000 | wc -c",
        "yes | wc -l | cat",
        "echo $(yes)",
        "cat /dev/zero > f",
        "md5sum /dev/urandom",
        "head -c 300000000 /dev/zero | wc -c",
        "while :; do echo x; done | wc -l",
        "yes | { head -1 > f; cat; } | wc -l",
        "while :; do :; done | cat",
    ],
)
def test_who_waits_for_an_end_that_does_not_come_is_killed(sh: Terminal, command: str) -> None:
    assert sh.run(command) == KILLED


def test_pipes_hold_no_more_than_their_share(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    shell = Shell(phone)
    shell.run("yes | head -c 600000 > /data/f")
    monkeypatch.setattr(streams, "MAX_PIPES", 1_000_000)
    assert shell.run("cat /data/f | wc -c").stdout == b"600000\n"
    assert shell.run("cat /data/f /data/f /data/f | wc -c").exit_code == 137
    assert shell.run("cat /data/f | (cat /data/f | (cat /data/f | wc -c))").exit_code == 137
    assert shell.run("for i in 1 2 3; do cat /data/f | cat; done | wc -c").exit_code == 137
    assert shell.run("for i in 1 2 3; do cat /data/f | head -1; done | wc -c").stdout == b"6\n"
    assert shell.pipes.size == 0


def test_a_pipe_takes_a_little_whatever_others_hold(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell = Shell(phone)
    shell.run("yes | head -c 600000 > /data/f")
    monkeypatch.setattr(streams, "MAX_PIPES", 500_000)
    assert shell.run("cat /data/f | head -c 1 | wc -c").stdout == b"1\n"
    assert shell.run("cat /data/f | cat | head -c 65536 | wc -c").stdout == b"65536\n"
    assert shell.run("cat /data/f | cat | head -c 65537 | wc -c").exit_code == 137
    # Bytes that were read make room: the second pipe holds nothing of the first any more.
    assert shell.run("cat /data/f | head -c 300000 | cat | wc -c").exit_code == 137
    assert shell.run("head -c 300000 /data/f | cat | cat | cat | wc -c").stdout == b"300000\n"
    assert shell.pipes.size == 0


def test_what_repeats_is_written_as_it_is_read() -> None:
    budget = Budget()
    source = Source(b"", budget, repeated=b"y\n")
    assert source.take(5) == b"y\ny\ny"
    assert source.line() == b"\n"
    assert len(source.data) < 20_000


def test_a_search_sees_all_files(sh: Terminal) -> None:
    sh("for i in $(seq 1 5000); do > f$i; done")
    sh("for i in $(seq 5001 9000); do > f$i; done; mkdir -p d/d")
    assert sh("find . | wc -l") == "9003\n"
    assert sh("find . -type f -exec ls {} + | wc -l") == "9000\n"


def test_a_tree_can_be_deeper_than_pythons_stack(sh: Terminal) -> None:
    sh("p=a/a/a/a/a/a/a/a/a/a; for i in $(seq 1 60); do mkdir -p $p; cd $p; done; > f")
    sh("mv a b; p=b/b/b/b/b/b/b/b/b/b; cd b; for i in $(seq 1 60); do mkdir -p $p; cd $p; done")
    assert sh("find . -name f | wc -c") == f"{len('./b') + 2 * 599 + len('/f') + 1}\n"
    assert sh("find . -depth | wc -l") == "1202\n"


def test_a_program_is_given_no_more_than_linux_would(sh: Terminal) -> None:
    sh("head -c 131071 /dev/zero | tr '\\0' x > f; head -c 131072 /dev/zero | tr '\\0' x > g")
    assert sh("/system/bin/echo $(cat f) | wc -c") == "131072\n"
    assert sh("echo $(cat g) | wc -c") == "131073\n"  # the shell's own is no program
    message = "/system/bin/sh: settings: Argument list too long\n"
    assert sh.fails("settings put global a $(cat g)") == (message, 126)
    assert sh.run("x=$(cat f); printenv $x $x $x $x $x $x $x $x $x $x $x $x $x $x $x $x")[1] == 126
    assert sh.run("x=$(cat f); printenv $x $x $x $x $x $x $x $x $x $x $x $x $x $x $x")[1] != 126


def test_words_are_handed_on_in_runs_that_fit(sh: Terminal) -> None:
    words = [f"{n:01000}" for n in range(300)]
    runs = list(arguments.batches(["echo", "-n"], words))
    assert [word for run in runs for word in run[2:]] == words
    assert {tuple(run[:2]) for run in runs} == {("echo", "-n")}
    assert len(runs) == 3
    assert all(arguments.fit(run) for run in runs)
    assert [len(run) for run in arguments.batches(["x"], words, 100)] == [101, 101, 101]
    assert sh("seq 1 60000 | xargs echo | wc -l") == "7\n"


def test_an_intent_is_no_larger_than_a_transaction(sh: Terminal) -> None:
    sh("head -c 130000 /dev/zero | tr '\\0' x > f")
    start = "x=$(cat f); am start -n com.android.settings/.Settings"
    assert sh.run(f"{start} --es a $x --es b $x --es c $x")[1] == 0
    error, code = sh.run(f"{start} --es a $x --es b $x --es c $x --es d $x --es e $x")
    assert code == 255
    assert "TransactionTooLargeException: data parcel size 1300" in error


def test_the_oldest_tasks_make_room(sh: Terminal) -> None:
    start = "am start -n com.android.settings/.Settings -f 0x18000000 --ei n"
    sh(f"for i in $(seq 1 {MAX_RECENT_TASKS + 5}); do {start} $i; done > /dev/null")
    tasks = [task for task in sh.phone.system.activities.tasks if not task.home]
    numbers = [task.top.intent.get_int("n") for task in tasks]
    assert numbers == list(range(MAX_RECENT_TASKS + 5, 5, -1))


def test_settings_do_not_grow_without_end(sh: Terminal) -> None:
    known = len(sh.phone.system.settings.list("global"))
    free = MAX_KEYS - known
    sh(f"for i in $(seq 1 {free}); do settings put global k$i v; done")
    error, code = sh.fails("settings put global another v")
    assert code == 255
    assert "too many global settings" in error
    sh("settings put global k1 w; settings put system another v; settings delete global k2")
    sh("settings put global another v")


@pytest.mark.parametrize(
    ("command", "looks", "printed"),
    [
        ("wm density 320", "settings get secure display_density_forced", "320\n"),
        ("wm size 720x1280", "settings get global display_size_forced", "720,1280\n"),
        ("cmd role add-role-holder android.app.role.DIALER a.b; true", "true", ""),
    ],
)
def test_android_goes_on_when_settings_are_full(
    sh: Terminal, command: str, looks: str, printed: str
) -> None:
    for namespace in ("global", "secure", "system"):
        puts = f"for i in $(seq 1 {MAX_KEYS}); do settings put {namespace} k$i v; done"
        sh(f"{puts} 2> /dev/null; true")
        assert "too many" in sh.fails(f"settings put {namespace} another v")[0]
    sh(command)
    assert sh(looks) == printed


def test_settings_are_counted_once(sh: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = sh.phone.system.settings
    sh("settings put global k1 v")
    table = settings._tables["global"].peek()
    counted = settings._counted["global"]
    assert counted == (table, sum(len(key) + len(value) for key, value in table.items()))
    sh("settings put global k2 longer; settings put global k1 ''; settings delete global k2")
    snapshot = sh.phone.snapshot()
    sh("settings put global k3 v")
    sh.phone.restore(snapshot)
    sh("settings put global k4 four")
    table = settings._tables["global"].peek()
    counted = settings._counted["global"]
    assert counted == (table, sum(len(key) + len(value) for key, value in table.items()))


def test_values_of_settings_do_not_grow_without_end(sh: Terminal) -> None:
    sh("head -c 32000 /dev/zero | tr '\\0' x > f")
    sh("x=$(cat f); for i in $(seq 1 65); do settings put global k$i $x; done")
    assert "too many global settings" in sh.fails("settings put global k66 $(cat f)")[0]
    assert "too many global settings" in sh.fails("settings put global wifi_on $(cat f)")[0]
    sh("settings put global k1 short; settings put global k66 $(cat f)")


def test_properties_do_not_grow_without_end(sh: Terminal) -> None:
    room = MAX_BYTES // (96 + len("debug.k1000"))
    sh(f"for i in $(seq 1000 {999 + room}); do setprop debug.k$i v; done")
    message = "setprop: failed to set property 'debug.k9999' to 'v'\n"
    assert sh.fails("setprop debug.k9999 v") == (message, 1)
    assert sh("setprop debug.k1000 w; getprop debug.k1000") == "w\n"
