"""Text utilities, grep, sed, encodings: what toybox prints and returns."""

from __future__ import annotations

import pytest
from terminal import Terminal

FILES = (
    "printf 'one\\ntwo\\nthree\\nfour\\n' > a; printf 'b 2\\na 10\\nc 1\\na 2\\n' > s\n"
    "printf 'a,b,c\\nd,e,f\\n' > c; printf 'nonl' > n; printf 'one\\nTWO\\nthree\\nfive' > b\n"
)


@pytest.mark.parametrize(
    ("command", "output", "code"),
    [
        ("head -n 2 a; head -1 a; head -c 5 a; tail -n 1 a; tail -n +4 a",
         "one\ntwo\none\none\ntfour\nfour\n", 0),
        ("head -n 1 a b", "==> a <==\none\n\n==> b <==\none\n", 0),
        ("wc a; wc -l a b; wc -l < a; wc < a",
         "4 4 19 a\n      4 a\n      3 b\n      7 total\n4\n      4       4      19\n", 0),
        ("sort s; sort -n -k2 s; sort -k1,1 -k2nr s", "a 10\na 2\nb 2\nc 1\nc 1\na 2\nb 2\na 10\n"
         "a 10\na 2\nb 2\nc 1\n", 0),
        ("sort -u s s | wc -l; printf '10\\n9\\n1\\n' | sort -rn", "4\n10\n9\n1\n", 0),
        ("printf 'a\\na\\nb\\n' | uniq -c; printf 'a\\na\\nb\\n' | uniq -u",
         "      2 a\n      1 b\nb\n", 0),
        ("cut -d, -f1,3 c; cut -c2- a | head -n 1; cut -d, -f2 -s a c", "a,c\nd,f\nne\nb\ne\n", 0),
        ("tr a-c A-C < c; tr -d ',\\n' < c; echo; echo aabb | tr -s a; echo a1b | tr -cd '0-9\\n'",
         "A,B,C\nd,e,f\nabcdef\nabb\n1\n", 0),
        ("tac a | head -n 1; rev c; nl c; paste -d+ c c; paste -s -d, a",
         "four\nc,b,a\nf,e,d\n     1\ta,b,c\n     2\td,e,f\na,b,c+a,b,c\nd,e,f+d,e,f\n"
         "one,two,three,four\n", 0),
        ("seq 3; seq 2 2 6; seq -w 8 10; seq -s , 3; seq 0.5 1 2",
         "1\n2\n3\n2\n4\n6\n08\n09\n10\n1,2,3\n0.5\n1.5\n", 0),
        ("cmp a b", "a b differ: char 5, line 2\n", 1),
        ("cmp a a; echo $?", "0\n", 0),
        ("comm -12 a b", "one\n", 0),
        ("diff a a; diff a b | tail -n +3",
         "@@ -1,4 +1,4 @@\n one\n-two\n+TWO\n three\n-four\n+five\n"
         "\\ No newline at end of file\n", 0),
        ("echo hi | tee x | cat; cat x", "hi\nhi\n", 0),
        ("grep t a; grep -v t a; grep -c t a b", "two\nthree\none\nfour\na:2\nb:1\n", 0),
        ("grep -n o a; grep -io TWO a; grep -x one a; grep -w tw a", "1:one\n2:two\n4:four\ntwo\n"
         "one\n", 1),
        ("grep -E '^(one|two)$' a; grep -F . a", "one\ntwo\n", 1),
        ("grep -A1 two a; grep -B1 -n two a", "two\nthree\n1-one\n2:two\n", 0),
        ("grep -l t a b nope", "a\nb\ngrep: nope: No such file or directory\n", 2),
        ("grep -rh one . | sort -u; grep -q one a && echo found", "one\nfound\n", 0),
        ("grep -e one -e two a; grep -o '[a-z]*e' a; grep -m1 t a",
         "one\ntwo\none\nthree\ntwo\n", 0),
        ("grep 'o\\{2\\}n' a; grep 'a\\|one' a", "", 1),
        ("grep '['  a", "grep: bad regex '[': Unmatched [ or [^\n", 2),
        ("grep", "grep: no REGEX\n", 2),
        ("echo x | egrep 'a|x'; echo a.b | fgrep .", "x\na.b\n", 0),
        ("sed s/o/0/ a; sed -n 2p a; sed '2,3d' a", "0ne\ntw0\nthree\nf0ur\ntwo\none\nfour\n", 0),
        ("sed -n '/t/,/f/p;$=' a; sed -E 's/(.)(.)/\\2\\1/;q' a", "two\nthree\nfour\n4\nnoe\n", 0),
        ("sed -i 's/one/uno/;$d' a; cat a", "uno\ntwo\nthree\n", 0),
        ("sed '1a\\\nx\n2i\\\ny' c; sed 'y/abc/xyz/' c", "a,b,c\nx\ny\nd,e,f\nx,y,z\nd,e,f\n", 0),
        ("sed ':a;N;$!ba;s/\\n/,/g' a; sed 's/[aeiou]/<&>/2' a | head -n 1",
         "one,two,three,four\non<e>\n", 0),
        ("sed s/n/x/ n; echo; sed 's#o#/#g' a | head -n 2", "xonl\n/ne\ntw/\n", 0),
        ("sed foo a", "sed: bad pattern 'foo'@2 (o)\n", 1),
        ("sed", "sed: no pattern\n", 1),
        ("md5sum a; sha1sum < a; sha256sum -b n",
         "6fe10b4fb8bc62ff4c0e1364bf48ccf8  a\n6b868c1ce1f657f576c25282c1c86d32dccfc3a7  -\n"
         "0d6a0b4d7be9c7f1fa5a47ee5ab15de7dc3bc03e6ac9b87e87b0e3a2e1c3f0c1\n", -1),
        ("md5sum a > m; md5sum -c m; md5sum nope",
         "a: OK\nmd5sum: nope: No such file or directory\n",
         1),
        ("base64 a; base64 a | base64 -d | head -n 1; cksum a",
         "b25lCnR3bwp0aHJlZQpmb3VyCg==\none\n1342779827 19 a\n", 0),
        ("xxd -l 4 a; xxd -p n; echo 6869 | xxd -r -p",
         "00000000: 6f6e 650a                                one.\n"
         "6e6f6e6c\nhi", 0),
        ("od -c n; od -An -tx1 n", "0000000   n   o   n   l\n0000004\n 6e 6f 6e 6c\n", 0),
        ("printf '%s-%d|%5.2f|%-4s|%04d|%x|%c\\n' a 12 2.5 b 7 255 xyz; printf '%s\\n' a b",
         "a-12| 2.50|b   |0007|ff|x\na\nb\n", 0),
        ("printf '%d\\n' abc", "printf: bad %d abc\n0\n", 1),
        ("printf '%b|\\101\\n' 'a\\tb'; printf %s", "a\tb|A\n", 0),
        ("expr 1 + 2 '*' 3; expr abc : 'a\\(.*\\)'; expr 5 '>' 10", "7\nbc\n0\n", 1),
        ("echo a b c | xargs; echo a b | xargs -n 1 echo x; echo | xargs -r echo no",
         "a b c\nx a\nx b\n", 0),
        ("echo a | xargs nope", "xargs: exec nope: No such file or directory\n", 127),
        ("printf 'a b\\0c\\0' | xargs -0 -n 1 echo", "a b\nc\n", 0),
        ("strings -n 3 a | wc -l; factor 12; echo abcdef | fold -w 4",
         "4\n12: 2 2 3\nabcd\nef\n", 0),
    ],
)  # fmt: skip
def test_command(sh: Terminal, command: str, output: str, code: int) -> None:
    found, exit_code = sh.run(FILES + command)
    if code >= 0:
        assert (found, exit_code) == (output, code)
    else:
        assert found.splitlines()[:2] == output.splitlines()[:2]


def test_date_reads_sets_and_formats(sh: Terminal) -> None:
    assert sh("date") == "Sun Oct 15 15:34:00 UTC 2023\n"
    assert sh("date +%s; date '+%Y-%m-%d %H:%M:%S %j %u'") == (
        "1697384040\n2023-10-15 15:34:00 288 7\n"
    )
    assert sh("date 1015153423.30; date +%s") == "Sun Oct 15 15:34:30 UTC 2023\n1697384070\n"
    assert sh("date 010203042030; date -d @0 +%F; date -d '2020-02-03 04:05:06' +%T") == (
        "Wed Jan  2 03:04:00 UTC 2030\n1970-01-01\n04:05:06\n"
    )
    assert sh(
        "setprop persist.sys.timezone America/New_York; date -d @0 '+%Z %z'; date -u -d @0"
    ) == ("EST -0500\nThu Jan  1 00:00:00 UTC 1970\n")
    assert sh.fails("date foo") == ("date: bad date foo\n", 1)


def test_date_has_fields_of_its_own(sh: Terminal) -> None:
    sh.phone.advance(1_234 - sh.phone.system.clock.now_ms() % 1_000)
    assert sh("date +%s.%3N") == "1697384041.234\n"
    assert sh("date +%N; date +%6N,%1N") == "234000000\n234000,2\n"
    assert sh("date +%%s%%N%%%s") == "%s%N%1697384041\n"


def test_dates_in_other_zones_than_the_phones(sh: Terminal) -> None:
    sh("setprop persist.sys.timezone Asia/Tokyo")
    assert sh("date +%R; TZ=America/New_York date +%R; TZ=Nowhere date +%R; date -u +%R") == (
        "00:34\n11:34\n15:34\n15:34\n"
    )
    assert sh("date -u -d '2020-02-03 04:05:06' +%s; date -d '2020-02-03 04:05:06' +%s") == (
        "1580702706\n1580670306\n"
    )
    assert sh("TZ=UTC date -d 04:05 +%s; date -u -d 04:05 -D %H:%M +%s") == (
        "1697342700\n-2208974100\n"
    )
    assert sh("date -u 101515342023.30; date +%s") == "Sun Oct 15 15:34:30 UTC 2023\n1697384070\n"
    assert sh("date 101600342023.30; date +%s") == "Mon Oct 16 00:34:30 JST 2023\n1697384070\n"


def test_uptime_tells_when_the_phone_was_started(sh: Terminal) -> None:
    assert sh("uptime -s") == "2023-10-15 15:33:00\n"
    sh("sleep 0.9; setprop persist.sys.timezone Asia/Tokyo; sleep 59.3")
    assert sh("uptime -s; TZ=UTC uptime -s") == "2023-10-16 00:33:00\n2023-10-15 15:33:00\n"
    assert sh("uptime") == " 00:35:00 up 2 min,  0 users,  load average: 0.08, 0.03, 0.01\n"
    sh("date -u 101515362023.00")
    for _ in range(4):
        assert sh("TZ=UTC uptime -s") == "2023-10-15 15:33:59\n"
        sh("sleep 0.3")


def test_sleep_moves_the_phones_clock_alone(sh: Terminal) -> None:
    before = sh.phone.system.clock.now_ms()
    sh("sleep 1.5; sleep 1m; usleep 500000")
    assert sh.phone.system.clock.now_ms() - before == 62_000
    assert sh.fails("sleep x") == ("sleep: Not a number 'x'\n", 1)
    assert sh.run("timeout 2 sleep 60") == ("", 124)
    assert sh.phone.system.clock.now_ms() - before == 64_000


def test_the_system_ui_runs_always(sh: Terminal) -> None:
    for name in (
        "com.android.systemui",
        "com.android.phone",
        "com.google.android.inputmethod.latin",
    ):
        pid = sh(f"pidof {name}").strip()
        assert sh(f"ps -p {pid} -o NAME=").split()[-1] == name
        assert f"** MEMINFO in pid {pid} [{name}] **" in sh(f"dumpsys meminfo {name}")
    sh("pkill com.android.systemui")
    assert sh("pidof com.android.systemui")


def test_processes_are_the_phones(sh: Terminal) -> None:
    sh("am start -W -n com.arduia.expense/.ui.MainActivity")
    pid = sh("pidof com.arduia.expense").strip()
    assert f" {pid} " in sh("ps -A | grep expense")
    assert sh(f"ps -o PID,NAME -p {pid}").splitlines()[1].split() == [pid, "com.arduia.expense"]
    assert "com.arduia.expense" in sh("top -b -n 1")
    sh(f"input keyevent KEYCODE_HOME; kill -9 {pid}")
    assert sh.run("pidof com.arduia.expense") == ("", 1)
    assert sh("ps -A").splitlines()[0].split() == "USER PID PPID VSZ RSS WCHAN ADDR S NAME".split()


def test_the_network_refuses(sh: Terminal) -> None:
    assert sh.fails("ping -c 1 example.com") == ("ping: unknown host example.com\n", 2)
    assert sh.fails("curl http://example.com")[1] == 6
