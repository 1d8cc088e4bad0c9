"""Every command line ends, at the same place each time, whatever it asks for."""

from __future__ import annotations

import pytest
from terminal import Terminal

from android_gym.simulator.phone import Phone
from android_gym.simulator.shell import streams
from android_gym.simulator.shell.interpreter import Process
from android_gym.simulator.shell.parser import parse
from android_gym.simulator.shell.shell import Shell
from android_gym.simulator.shell.streams import MAX_STEPS, MAX_WORK, Budget, Killed, Sink, Source


def work_of(phone: Phone, command: str) -> tuple[int, int]:
    """Exit code of a command line and the work it took."""
    process = Process(Shell(phone), {0: Source(b""), 1: Sink(1), 2: Sink(2)})
    code = process.main(parse(command))
    return code, streams.MAX_WORK - process.budget.work


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    ("command", "output"),
    [
        (f"echo {'a' * 60}c | grep -cE '(a+)+b'", "0\n"),
        (f"echo {'a' * 60}c | sed -E 's/(a|aa)+b/x/'", "a" * 60 + "c\n"),
        (f"x={'a' * 60}c; case $x in +(+(a))b) echo yes;; *) echo no;; esac", "no\n"),
        (f"x={'a' * 60}c; echo ${{x##*(*(a)|aa)b}}", "a" * 60 + "c\n"),
        (f"x={'a' * 60}c; echo ${{x//+(a|aa)b/-}}", "a" * 60 + "c\n"),
        (f"[[ {'a' * 60}c = *(*(a))b ]]; echo $?", "1\n"),
        (f"touch {'a' * 60}c; echo *a*a*a*a*a*a*a*a*a*a*a*a*a*a*b", "*a" * 14 + "*b\n"),
        (f"touch {'a' * 60}c; find . -name '*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b'", ""),
        (f"expr {'a' * 60}c : '\\(a*\\)*b'", "\n"),
        (f"echo '{'a' * 60}' | uniq -f 40", "a" * 60 + "\n"),
        ("pgrep '(.*)*(.*)*(.*)*(.*)*0z0'", ""),
        (f"echo {'{,' * 4000} | wc -c", "8001\n"),
    ],
)
def test_patterns_that_backtrack_are_nothing_special(
    sh: Terminal, command: str, output: str
) -> None:
    assert sh.run(f"cd /data/local/tmp; {command}")[0] == output


@pytest.mark.parametrize(
    ("command", "least"),
    [
        ("sort", 200_000), ("sort -n", 400_000), ("sort -u", 200_000), ("uniq", 200_000),
        ("uniq -c", 200_000), ("tac", 100_000), ("rev", 100_000), ("nl", 100_000),
        ("fold", 100_000), ("cut -c1", 100_000), ("paste", 100_000), ("comm - /data/f", 100_000),
        ("wc -L", 100_000), ("wc -m", 12_000), ("cat -v", 25_000), ("tr -s a", 12_000),
        ("od", 400_000), ("xxd", 100_000), ("tail -n 90000", 90_000), ("tail -n +90000", 80_000),
        ("diff - /data/g", 5_000_000), ("cmp - /data/f", 700),
    ],
)  # fmt: skip
def test_what_takes_time_for_each_line_or_byte_is_counted(
    phone: Phone, command: str, least: int
) -> None:
    files = phone.system.files
    files.write("/data/f", b"".join(b"%03d\n" % (number % 997) for number in range(100_000)))
    files.write("/data/g", b"".join(b"%03d\n" % (number % 991) for number in range(100_000)))
    assert work_of(phone, f"{command} < /data/f > /dev/null")[1] >= least


@pytest.mark.parametrize("command", ["wc -c", "wc -l", "wc -w", "head", "tail", "cat", "cksum"])
def test_what_is_quick_for_large_files_is_cheap(phone: Phone, command: str) -> None:
    phone.system.files.write("/data/f", b"ab\n" * (8 << 20))
    code, work = work_of(phone, f"{command} /data/f > /dev/null")
    assert code == 0 and work < 100_000  # a gigabyte leaves most of the budget


def test_words_are_counted_across_blocks(sh: Terminal) -> None:
    # A word, and a blank, that lie over the end of a megabyte.
    sh.phone.system.files.write("/data/f", b"a" * ((1 << 20) + 1) + b" b\tc\n")
    assert sh("wc -w /data/f") == "3 /data/f\n"
    sh.phone.system.files.write("/data/f", b"a" * ((1 << 20) - 1) + b" b\tc\n" + b"d" * (1 << 20))
    assert sh("wc -w /data/f") == "4 /data/f\n"
    assert sh("printf 'a\\303\\251' | wc -m") == "2\n"
    assert sh("printf '1\n2\n3' | tail -n 2; printf '1\n2\n' | tail -n +3") == "2\n3"
    assert sh("printf '1\n2\n3' | head -n -1; printf '1\n2\n' | head -n -1") == "1\n2\n1\n"
    assert sh("printf '\\0\\t\\201\\377' | cat -v; printf aabbcc | tr -s ab") == "^@\tM-^AM-^?abcc"


@pytest.mark.timeout(60)
def test_a_pattern_with_back_references_is_killed_when_it_takes_too_long(
    sh: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "MAX_WORK", 200_000)
    script = f"echo {'a' * 3000} | grep -E '((a*)(a*))*\\2\\3b'"
    assert sh.run(script) == ("Killed\n", 137)
    assert sh(r"echo abccd | sed -E 's/(.)\1/<\1>/'") == "ab<c>d\n"


@pytest.mark.timeout(110)
@pytest.mark.parametrize(
    "command",
    [
        "while :; do ls -lR / > /dev/null; done",
        "while :; do screencap > /dev/null; done",
        "while :; do dumpsys > /dev/null; done",
        "a=(); while :; do a+=(x); done",
        "x=$(yes a | head -c 900000); while :; do z=${x}b; done",
        "echo | sed ':a; ba'",
        "echo | sed ':a; s/$/x/; ba'",
    ],
)
def test_loops_end_as_if_killed(
    sh: Terminal, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "MAX_WORK", 200_000)
    code, work = work_of(sh.phone, command)
    assert code == 137
    assert work >= streams.MAX_WORK


def test_the_work_of_a_command_line_is_counted_not_timed(sh: Terminal) -> None:
    command = "for i in 1 2 3; do seq 100 | sed 's/1/2/g' | grep -c 2; ls /; done"
    assert work_of(sh.phone, command) == work_of(sh.phone, command)


def test_each_key_is_work(sh: Terminal) -> None:
    one, four = (work_of(sh.phone, f"input keyevent {' 29' * n}")[1] for n in (1, 4))
    assert four >= one + 3 * 3_000


def test_the_budget_leaves_room_for_real_work(sh: Terminal) -> None:
    assert sh("seq 200000 | tail -n 1 > /dev/null; echo $?") == "0\n"
    assert sh("seq -s , 3; seq -w 8 11; seq 2 0; seq 1 .5 2; seq 5 -2 0") == (
        "1,2,3\n08\n09\n10\n11\n1.0\n1.5\n2.0\n5\n3\n1\n"
    )
    assert sh("seq 100000 | sed -n 's/9$/x/; $p'; seq 100000 | sed 's/1/2/g' | tail -n 1") == (
        "100000\n200000\n"
    )
    code, work = work_of(sh.phone, "find / -type f | grep -v xyz | sed 's/^/x/' | sort | wc -l")
    assert code == 0 and work < MAX_WORK // 20


def test_output_that_nobody_can_hold_ends_the_command_not_the_phone(
    sh: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Process, "run_tested", lambda *_: (_ for _ in ()).throw(MemoryError))
    assert sh.run("while :; do :; done") == ("Killed\n", 137)


def test_others_get_their_turn() -> None:
    turns: list[int] = []
    budget = Budget(lambda: turns.append(budget.steps))
    with pytest.raises(Killed):
        while True:
            budget.step()
    assert MAX_STEPS // 2000 < len(turns) < MAX_STEPS // 500
    budget = Budget(lambda: turns.append(-1))
    budget.spend(1_000_000)
    budget.step()
    assert turns[-1] == -1


@pytest.mark.timeout(60)
def test_grep_ends_in_a_loop_of_links(sh: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "MAX_WORK", 100_000)
    sh("mkdir d; echo word > d/f; ln -s d/f l; for i in 1 2 3; do ln -s .. d/$i; done")
    assert sh("grep -r word") == "./d/f:word\n./l:word\n"
    assert sh("grep -r word d/1/d/f d") == "d/1/d/f:word\nd/f:word\n"
    loops = [f"grep: ./d/{n}: loop detected" for n in (1, 2, 3)]
    assert sh.run("grep -Rc word")[0].splitlines() == [*loops, "./d/f:1", "./l:1"]
    loops = [f"find: './d/{n}': loop detected" for n in (1, 2, 3)]
    assert sh("find -L . -name f; ls -RL d | wc -l").splitlines() == [*loops, "./d/f", "17"]
