"""The shell's own language: what mksh says and does where dash differs, and its bounds."""

from __future__ import annotations

import pytest
from terminal import FOLDER, Terminal

from android_gym.simulator.phone import Phone
from android_gym.simulator.shell import ShellResult
from android_gym.simulator.shell.parser import parse
from android_gym.simulator.shell.streams import MAX_STEPS


@pytest.mark.parametrize(
    ("program", "message", "code"),
    [
        ("foo", "foo: inaccessible or not found", 127),
        ("./foo", "./foo: inaccessible or not found", 127),
        ("/sdcard", "/sdcard: can't execute: Is a directory", 126),
        ("echo a > f; ./f", "./f: can't execute: Permission denied", 126),
        ("echo a; )", "syntax error: unexpected ')'", 1),
        ("if", "syntax error: unmatched 'if'", 1),
        ("if true; then", "syntax error: unmatched 'if'", 1),
        ("if true; then fi", "syntax error: unexpected 'fi'", 1),
        ('echo "a', "no closing quote", 1),
        ("echo 'a", "no closing quote", 1),
        ("echo `a", "no closing quote", 1),
        ("echo ${", "no closing quote", 1),
        ("echo $(", "syntax error: unmatched '('", 1),
        ("case a in", "syntax error: unmatched 'case'", 1),
        ("a() {", "syntax error: unmatched '{'", 1),
        ("for", "syntax error: unexpected EOF", 1),
        ("for x in a; echo", "syntax error: unexpected 'echo'", 1),
        ("echo a;; echo b", "syntax error: unexpected ';;'", 1),
        ("a &&", "syntax error: unexpected EOF", 1),
        ("| a", "syntax error: unexpected '|'", 1),
        ("done", "syntax error: unexpected 'done'", 1),
        ("cat <<E\na", "here document 'E' unclosed", 1),
        ("echo ${x!}", "${x!}: bad substitution", 1),
        ("cd /nope", "cd: /nope: No such file or directory", 2),
        ("cd /system/build.prop", "cd: /system/build.prop: Not a directory", 2),
        ("shift 3", "shift: nothing to shift", 1),
        ("set -u; echo $x", "x: parameter not set", 1),
        ("set -A", "set: -A: requires an argument", 1),
        (": ${x:?}", "x: parameter null or not set", 1),
        (": ${x:?a message}", "x: a message", 1),
        ("readonly a=1; a=2", "read-only: a", 2),
        ("echo $((1/0))", "1/0: zero divisor", 1),
        ("echo $((a b))", "a b: unexpected 'b'", 1),
        ("[ a", "[: missing ]", 2),
        ("[ a b c d ]", "[: b: unexpected operator/operand", 2),
        ("[ a -lt ]", "[: -lt: missing second argument", 2),
        (". ./nope", ".: ./nope: No such file or directory", 1),
        ("echo a > /nope/x", "can't create /nope/x: No such file or directory", 1),
        ("echo a > /x", "can't create /x: Read-only file system", 1),
        ("echo a > /sdcard", "can't create /sdcard: Is a directory", 1),
        ("cat < nope", "can't open nope: No such file or directory", 1),
        ("kill 99999", "kill: 99999: No such process", 1),
        ("builtin cat", "builtin: cat: not found", 1),
    ],
)
def test_errors_in_the_words_of_mksh(sh: Terminal, program: str, message: str, code: int) -> None:
    assert sh.fails(program) == (f"/system/bin/sh: {message}\n", code)


@pytest.mark.parametrize(
    ("program", "output"),
    [
        (r'echo "a\tb\c"; echo x', "a\tbx\n"),
        (r'echo -n a; echo -E "b\t"; echo -e "\x41\0101"', "ab\\t\nAA\n"),
        ("echo {a,b}c x{1,{2,3}}y {1..3} {a} '{a,b}'", "ac bc x1y x2y x3y {1..3} {a} {a,b}\n"),
        ("x={a,b}; echo $x \"$x\"", "a b {a,b}\n"),
        ("echo $'a\\x41\\u00e9\\101\\n'", "aA\u00e9A\n\n"),
        ("echo ~ ~/x ~root '~' a~", "/ //x / ~ a~\n"),
        ("[[ ab == a* && ( -n x || b == c ) && ! 2 -gt 3 ]] && echo yes", "yes\n"),
        ("x=5; ((x++)); let 'x *= 2'; echo $x $((16#ff)) $((010)) $((2147483647 + 1))",
         "12 255 10 -2147483648\n"),
        ("x=abcdef; echo ${x:1:2} ${x: -2} ${x/b/X} ${x//[bd]/_} ${#x} ${x/#a/Y} ${x/%f/Z}",
         "bc ef aXcdef a_c_ef 6 Ybcdef abcdeZ\n"),
        ("x=(a 'b c' d); x[5]=e; echo \"${x[1]}\" ${#x[*]} ${!x[@]}; for i in \"${x[@]}\"; do "
         "echo \"<$i>\"; done", "b c 4 0 1 2 5\n<a>\n<b c>\n<d>\n<e>\n"),
        ("cat <<< \"a $((1+1))\"", "a 2\n"),
        ("$(cat <<E\necho\nE\n) b; a$(cat <<E\nE\n)=1 2>/dev/null; echo c", "b\nc\n"),
        ("touch ab cd; echo @(ab|xx) !(ab) ?(a)b *(c|d) .*", "ab cd ab cd .*\n"),
        ("case abc in a*) echo 1;& b) echo 2;; *) echo 3;; esac", "1\n2\n"),
        ("typeset -i i=3; i=i*2; integer j=4; echo $i $j", "6 4\n"),
        ("function f { local v=1; v=2; echo $1 $v; }; v=9; f a; echo $v", "a 2\n9\n"),
        ("set -x; x='a b'; echo $x", "+ x='a b' \n+ echo a b\na b\n"),
        ("false | true; echo $?; set -o pipefail; false | true; echo $?", "0\n1\n"),
        ("read a b <<< '1 2 3'; IFS=: read c d <<< '1:2:'; echo \"$a|$b|$c|$d\"", "1|2 3|1|2\n"),
        ("echo a b | while read x y; do echo $y $x; done", "b a\n"),
        ("foo 2>&1 >/dev/null | cat; foo &>/dev/null; echo $?",
         "/system/bin/sh: foo: inaccessible or not found\n127\n"),
        ("type cd ls foo if export; echo $?",
         "cd is a shell builtin\nls is a tracked alias for /system/bin/ls\nfoo not found\n"
         "if is a reserved word\nexport is a special shell builtin\n1\n"),
        ("command -v cd ls; which ls; PATH=/nope; ls; echo $?", None),
        ("echo $0 $#; sh -c 'echo $0 $1 $#' name a b", "/system/bin/sh 0\nname a 2\n"),
        ("echo 'echo script $0 $1; exit 3' > s; chmod 755 s; ./s x; echo $?", "script ./s x\n3\n"),
        ("x=1; y=2; export y; sh -c 'echo [$x][$y]'", "[][2]\n"),
        ("sleep 2 & echo now; wait; echo $!", None),
        ("exec echo last; echo never", "last\n"),
        ("trap 'echo bye' 0; exit 0", "bye\n"),
        ("echo a |\n\n cat && # comment\n echo b", "a\nb\n"),
        ("{ echo aaa; echo b > f; echo c; } > f; od -An -tx1 f", " 62 0a 00 00 63 0a\n"),
        ("/system/bin/echo x; env FOO=1 printenv FOO", "x\n1\n"),
        ("printf '%s\\n' \"$@\" \"${@:-none}\"", None),
    ],
)  # fmt: skip
def test_what_mksh_has_beyond_posix(sh: Terminal, program: str, output: str | None) -> None:
    if output is None:
        sh(program)  # has to succeed
    else:
        assert sh(program) == output


def test_streams_are_told_apart_and_kept_in_order(sh: Terminal) -> None:
    result = sh.phone.shell("echo a; echo b >&2; echo c")
    assert (result.stdout, result.stderr) == (b"a\nc\n", b"b\n")
    assert result.output == b"a\nb\nc\n"
    assert isinstance(result, ShellResult)


def test_bytes_that_are_no_utf_8_survive(sh: Terminal) -> None:
    raw = bytes(range(1, 10)) + bytes(range(11, 256))
    sh.phone.push(f"{FOLDER}/raw", raw)
    assert sh.phone.shell(f"cat {FOLDER}/raw").stdout == raw
    assert sh.phone.shell(f'x="$(cat {FOLDER}/raw)"; printf %s "$x"').stdout == raw
    assert sh.phone.shell(b"echo \xff\xe9 | cat").stdout == b"\xff\xe9\n"
    assert sh.phone.shell("cat; echo", stdin=b"\x80in").stdout == b"\x80in\n"


def test_an_error_in_a_later_line_comes_after_the_lines_before(sh: Terminal) -> None:
    assert sh.run("echo one\necho )") == (
        "one\n/system/bin/sh: syntax error: unexpected ')'\n",
        1,
    )


@pytest.mark.parametrize(
    ("program", "code"),
    [
        ("while true; do :; done", 137),
        ("until false; do x=$((x+1)); done", 137),
        ("while true; do echo y; done > /dev/null", 137),
        ("f() { f; }; f", 139),
        ("x='eval $x'; eval $x", 139),
        (":() { : | :; }; :", None),
        ("echo $((" + "(" * 3000 + "1" + ")" * 3000 + "))", 1),
        ("sleep 99999999", 137),
        ("while true; do sleep 600; done", 137),
        ("x=a; while true; do x=$x$x; done", 137),
        ('set -- a b; while true; do set -- "$@" "$@"; done', 137),
        ("echo a | sed ':a;s/.*/&&/;ba'", 137),
        ("echo {a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}", 1),
        ("kill -9 $$", 137),
    ],
)
def test_every_program_ends(sh: Terminal, program: str, code: int | None) -> None:
    output, exit_code = sh.run(program)
    assert code is None or exit_code == code
    if code == 137:
        assert output == "Killed\n"


def test_a_stage_without_end_is_stopped_when_nobody_reads_on(sh: Terminal) -> None:
    assert sh("yes | head -n 2") == "y\ny\n"
    assert sh("while true; do echo line; done | head -n 1") == "line\n"
    assert sh("head -c 3 /dev/zero | xxd -p") == "000000\n"


def test_the_bound_on_steps_leaves_room_for_real_work(sh: Terminal) -> None:
    assert MAX_STEPS >= 100_000
    assert sh("i=0; while [ $i -lt 5000 ]; do i=$((i+1)); done; echo $i") == "5000\n"


def test_deep_nesting_is_refused_and_harms_nobody() -> None:
    assert parse("( " * 5000 + ") " * 5000).error is not None
    assert parse("$(" * 5000).error is not None
    assert parse("echo ok").error is None


def test_the_environment_is_adbs(sh: Terminal) -> None:
    env = dict(line.split("=", 1) for line in sh("env").splitlines())
    assert env["ANDROID_DATA"] == "/data"
    assert env["EXTERNAL_STORAGE"] == "/sdcard"
    assert env["HOME"] == "/"
    assert env["USER"] == "root"
    assert "/system/bin" in env["PATH"].split(":")
    assert "IFS" not in env


def test_nothing_of_one_command_line_is_left_for_the_next(sh: Terminal) -> None:
    sh("x=1; cd /; f() { :; }; set -e; alias q=w")
    assert sh.phone.shell("echo [$x]; pwd; f").output == (
        b"[]\n/\n/system/bin/sh: f: inaccessible or not found\n"
    )


def test_the_shell_user_may_do_less_than_root(sh: Terminal) -> None:
    shell = sh.phone._shell
    assert shell.run("whoami; id -u", uid=2000).stdout == b"shell\n2000\n"
    denied = shell.run("ls /data/data/com.arduia.expense", uid=2000)
    assert denied.stderr == b"ls: /data/data/com.arduia.expense: Permission denied\n"
    assert denied.exit_code == 1
    denied = shell.run("date 1015153423.00", uid=2000)
    assert denied.stderr == b"date: cannot set date: Operation not permitted\n"
    denied = shell.run("echo x > /data/system/x", uid=2000)
    assert b"can't create /data/system/x: Permission denied" in denied.stderr
    assert shell.run("echo x > /sdcard/x && cat /sdcard/x", uid=2000).stdout == b"x\n"
    assert shell.run("su 0 whoami; su root sh -c 'id -u'", uid=2000).stdout == b"root\n0\n"


@pytest.mark.parametrize(
    "command",
    [
        "echo x | tee {}/new",
        "echo x | sort -o {}/new",
        "uniq /data/local/tmp/mine {}/new",
        "truncate -s 3 {}/new",
        "echo x | sed -n 'w {}/new'",
        "awk 'BEGIN {{ print 1 > \"{}/new\" }}'",
        "sqlite3 :memory: '.output {}/new' 'select 1'",
        "tar cf {}/new -C /data/local/tmp mine",
        "tar xf /data/local/tmp/t.tar -C {}",
        "gzip -k {}/file",
        "gunzip {}/z.gz",
        "uiautomator dump {}/new",
        "cat 1<> {}/new",
        "mktemp {}/XXX",
        "mktemp -d {}/XXX",
        "mkdir {}/new",
        "mkdir -p {}/new/inner",
        "unlink {}/file",
        "find {} -name file -delete",
        "cp /data/local/tmp/mine {}/new",
        "cp /data/local/tmp/mine {}/kept",
    ],
)
def test_only_who_may_write_somewhere_changes_files_there(sh: Terminal, command: str) -> None:
    top = "/data/local/tmp"
    make = "mkdir {0}; cd {0}; echo 1 | tee file z kept; gzip z; chmod 444 kept; cd ..;"
    sh(f"cd {top}; umask 022; echo mine > mine; tar cf t.tar mine; {make.format('theirs')}"
       f"{make.format('ours')} chmod 777 ours")  # fmt: skip

    def names(folder: str) -> set[str]:
        return set(sh(f"cd {top}/{folder}; find .; cat kept").splitlines())

    for folder, allowed in (("theirs", False), ("ours", "kept" not in command)):
        before = names(folder)
        sh.phone._shell.run(command.format(f"{top}/{folder}"), uid=2000)
        assert (names(folder) != before) == allowed
        for name in names(folder) - before:
            assert sh(f"stat -c %U {top}/{folder}/{name}") == "shell\n"


def test_private_files_are_not_archived_or_touched_by_others(sh: Terminal) -> None:
    folder = "/data/data/com.arduia.expense"
    sh(f"echo secret > {folder}/mine; cd /data/local/tmp; mkdir d; echo a > d/a; echo b > d/b")
    sh("chmod 600 /data/local/tmp/d/a; chmod 644 /data/local/tmp/d/b; chmod 755 /data/local/tmp/d")
    shell = sh.phone._shell
    made = shell.run(f"tar cf - {folder}", uid=2000)
    assert made.stderr == f"tar: {folder}: Permission denied\n".encode()
    assert made.exit_code == 1 and b"secret" not in made.stdout
    some = shell.run("cd /data/local/tmp; tar cf s.tar d; tar tf s.tar", uid=2000)
    assert (some.stdout, some.stderr) == (b"d/\nd/b\n", b"tar: d/a: Permission denied\n")
    touched = shell.run("touch -d @9 /data/local/tmp/d/b", uid=2000)
    assert touched.stderr == b"touch: '/data/local/tmp/d/b': Permission denied\n"
    assert sh("stat -c %Y /data/local/tmp/d/b") != "9\n"


def test_programs_are_parsed_once(sh: Terminal) -> None:
    from android_gym.simulator.shell.shell import _parse

    _parse.cache_clear()
    for _ in range(3):
        sh.phone.shell("settings get global wifi_on")
    assert _parse.cache_info().hits == 2


def test_two_phones_do_the_same_to_the_last_byte() -> None:
    script = "echo $RANDOM; mktemp -u; head -c 4 /dev/urandom | xxd -p; date; ls -li /data/local"
    assert Phone().shell(script) == Phone().shell(script)
