"""The shell's grammar against dash, wherever both know what a program means.

Programs are made from a small grammar of what POSIX settles: quoting, variables, globs, pipes,
redirections, conditions, loops, `case`, functions, subshells. Each runs in an empty folder, in
dash on this computer and in the phone's shell; output, exit code and files have to be the same.
"""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from android_gym.simulator.state import State
from android_gym.simulator.system import System

DASH = shutil.which("dash")
FOLDER = "/data/local/tmp/t"

pytestmark = pytest.mark.skipif(DASH is None, reason="dash is not installed")


class _Phone:
    """As much of a phone as the shell's language needs."""

    def __init__(self) -> None:
        self.state = State()
        self.system = System(self.state)


@functools.cache
def _phone():  # type: ignore[no-untyped-def]
    from android_gym.simulator.shell import Shell

    phone = _Phone()
    phone.system.files.mkdir(FOLDER)
    return Shell(phone), phone, phone.state.snapshot()  # type: ignore[arg-type]


def run_here(program: str) -> tuple[bytes, int, dict[str, bytes]]:
    """Run a program in the phone's shell: stdout, exit code, files it left."""
    shell, phone, fresh = _phone()
    phone.state.restore(fresh)
    result = shell.run(f"cd {FOLDER}\n{program}")
    files = phone.system.files
    left = {
        path.removeprefix(f"{FOLDER}/"): files.read(path)
        for path, stat in files.walk(FOLDER)
        if stat.kind == "file"
    }
    return result.stdout, result.exit_code, left


def run_dash(program: str) -> tuple[bytes, int, dict[str, bytes]]:
    """Run a program in dash, in a folder of its own."""
    assert DASH is not None
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [DASH, "-c", program],
            cwd=folder,
            env={"PATH": os.defpath, "LC_ALL": "C.UTF-8", "HOME": "/"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=20,
        )
        root = Path(folder)
        left = {
            str(path.relative_to(root)): path.read_bytes()
            for path in root.rglob("*")
            if path.is_file()
        }
    return done.stdout, done.returncode, left


def agree(program: str) -> None:
    assert run_here(program) == run_dash(program), program


# --- the grammar of the programs -----------------------------------------------------------------

NAMES = st.sampled_from(["x", "y", "zed", "_v1"])
# Letters, blanks, quotes of the other kind, glob characters, and what is special nowhere.
SAFE = st.text("abcXYZ019 .,:;*?[]!=%@/_", min_size=0, max_size=6)
FILES = st.sampled_from(["a1", "a2", "b1", "b 2", ".hid", "dir/c1"])


def _single(text: str) -> str:
    return f"'{text}'"


def _double(text: str) -> str:
    for char in '\\"$`':
        text = text.replace(char, "\\" + char)
    return f'"{text}"'


LITERALS = st.one_of(
    st.sampled_from(["a", "b1", "x.y", "--", "a=b", "1", "42", "a\\ b", "\\*", "\\\\a", "a#x"]),
    SAFE.map(_single),
    SAFE.map(_double),
    SAFE.map(lambda text: _single(text) + "b" + _double(text)),
)
GLOBS = st.sampled_from(["*", "a*", "?1", "[ab]1", "[!a]*", "*z", "*/c1", "./a?", ".h*", "a[12]"])
VARIABLES = st.one_of(
    NAMES.map(lambda name: f"${name}"),
    NAMES.map(lambda name: f'"${name}"'),
    NAMES.map(lambda name: f"${{{name}}}t"),
    NAMES.map(lambda name: f"${{#{name}}}"),
    st.sampled_from(["$#", "$1", '"$2"', "$*", '"$*"', "$@", '"$@"', "$?", '"a$@b"']),
)


@st.composite
def expansions(draw: st.DrawFn) -> str:
    name = draw(NAMES)
    operator = draw(st.sampled_from([":-", "-", ":+", "+", "#", "##", "%", "%%", ":=", "="]))
    argument = draw(st.sampled_from(["", "a", "*a", "a*", "'a b'", "?", "${y}", '"$x"', "[ab]"]))
    whole = f"${{{name}{operator}{argument}}}"
    return draw(st.sampled_from([whole, f'"{whole}"', f"p{whole}q"]))


NUMBERS = st.one_of(
    st.integers(0, 99).map(str), st.just("n"), st.just("$n"), st.just("(n + 1)"), st.just("-3")
)
ARITHMETIC = st.builds(
    lambda left, operator, right: f"$(( {left} {operator} {right} ))",
    NUMBERS,
    st.sampled_from(["+", "-", "*", "==", "!=", "<", ">=", "&&", "||", "&", "|", "^"]),
    NUMBERS,
)
WORDS = st.recursive(
    st.one_of(LITERALS, GLOBS, VARIABLES, expansions(), ARITHMETIC),
    lambda words: st.one_of(
        st.builds(lambda word: f"$(printf '%s\\n' {word})", words),
        st.builds(lambda word: f"\"$(printf '%s\\n\\n' {word})\"", words),
        st.builds(lambda first, second: first + second, words, LITERALS),
    ),
    max_leaves=3,
)
WORD_LISTS = st.lists(WORDS, min_size=0, max_size=3).map(" ".join)


def _command(words: str) -> str:
    return f"printf '<%s>' {words}; echo" if words else "echo"


SIMPLE = st.one_of(
    WORD_LISTS.map(_command),
    st.builds(lambda name, word: f"{name}={word}", NAMES, WORDS),
    st.builds(lambda name: f"unset {name}", NAMES),
    st.builds(lambda words: f"set -- {words}", WORD_LISTS),
    st.sampled_from(["true", "false", ":", "n=$((n+1))", "[ $# -gt 0 ] && shift", "(exit 3)"]),
    st.builds(lambda path: f"cat {_double(path)} 2>/dev/null", FILES),
    st.builds(lambda word, path: f"echo {word} > {_double(path)}", LITERALS, FILES),
    st.builds(lambda word, path: f"echo {word} >> {_double(path)}", LITERALS, FILES),
    st.builds(lambda words: f"printf '%s\\n' {words} | while read -r v; do echo \"[$v]\"; done",
              WORD_LISTS),
    st.builds(lambda words: f"printf '%s\\n' {words} | sort | head -n 2", WORD_LISTS),
    st.builds(lambda word: f"cat <<E\n$x {word.replace('E', '')}\nE", st.sampled_from(
        ["plain", "$(echo sub)", '"q"', "\\$x", "$((n+1))", "a  b"])),
    st.just("cat <<'E'\n$x `y`\nE"),
)  # fmt: skip
CONDITIONS = st.one_of(
    st.builds(lambda a, b: f"[ {_double(a)} = {_double(b)} ]", SAFE, SAFE),
    st.builds(lambda word: f'[ -n "{word.replace(chr(34), "")}" ]', NAMES.map(lambda n: f"${n}")),
    st.builds(lambda path: f"[ -f {_double(path)} ]", FILES),
    st.builds(lambda path: f"test -d {_double(path)}", st.sampled_from(["dir", "a1", "nope"])),
    st.builds(lambda a, op, b: f"[ {a} {op} {b} ]", st.integers(0, 9),
              st.sampled_from(["-eq", "-ne", "-lt", "-ge"]), st.integers(0, 9)),
    st.sampled_from(["true", "false", "! true", "[ ]", "[ x ]", "grep -q a a1 2>/dev/null"]),
)  # fmt: skip
PATTERNS = st.sampled_from(["a*", "*", "?", "'*'", '"$x"', "$x", "[a-c]*", "ab|c", "[!a]*", "\\*"])


def _compound(commands: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    bodies = st.lists(commands, min_size=1, max_size=2).map("\n".join)
    return st.one_of(
        st.builds(lambda c, a, b: f"if {c}; then\n{a}\nelse\n{b}\nfi", CONDITIONS, bodies, bodies),
        st.builds(lambda c, a: f"if {c}\nthen {a}\nfi", CONDITIONS, bodies),
        st.builds(lambda words, body: f"for i in {words}; do\necho $i\n{body}\ndone",
                  WORD_LISTS, bodies),
        st.builds(lambda body: f"k=0\nwhile [ $k -lt 2 ]; do\nk=$((k+1))\n{body}\ndone", bodies),
        st.builds(lambda w, p, a: f"case {w} in\n{p}) {a}\n;;\n*) echo other;;\nesac",
                  WORDS, PATTERNS, bodies),
        st.builds(lambda a: f"( {a}\n)", bodies),
        st.builds(lambda a: f"{{ {a}\n}}", bodies),
        st.builds(lambda a, words: f"f() {{\n{a}\n}}\nf {words}", bodies, WORD_LISTS),
        st.builds(lambda a, op, b: f"{{ {a}\n}} {op} {{ {b}\n}}", bodies,
                  st.sampled_from(["&&", "||"]), bodies),
        st.builds(lambda a: f"{{ {a}\n}} > out; cat out", bodies),
        st.builds(lambda a: f"v=$( {a}\n); echo \"$v\"", bodies),
        st.builds(lambda a: f"! {{ {a}\n}}", bodies),
    )  # fmt: skip


PROGRAMS = (
    st.lists(st.recursive(SIMPLE, _compound, max_leaves=4), min_size=1, max_size=4)
    .map("\n".join)
    # GNU's cat refuses to read the file that it writes to.
    .filter(lambda program: program.count("> out") < 2)
)
PRELUDE = (
    "mkdir dir; n=7; x='a b  *'; y=ab.cab; set -- one 'two  2' ''\n"
    "echo 1 > a1; echo 2 > a2; echo h > .hid; echo c > dir/c1; echo s > 'b 2'\n"
)


@settings(max_examples=80, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(PROGRAMS)
def test_programs_do_the_same_in_both(program: str) -> None:
    agree(PRELUDE + program + "\necho $?")


@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(WORD_LISTS)
def test_words_expand_to_the_same(words: str) -> None:
    agree(f"{PRELUDE}for i in {words}; do printf '<%s>\\n' \"$i\"; done")


@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(
    st.text("ab ,:\t\n", max_size=8),
    st.sampled_from([" ", ",", ", ", ":", "ab", "", " \t\n", ",:"]),
    st.sampled_from(["$v", '"$v"', "x$v", "$v$v", "${v}y", "$v,$v"]),
)
def test_fields_are_split_the_same(value: str, separators: str, use: str) -> None:
    quoted = "'" + value + "'"
    agree(f"v={quoted}; IFS='{separators}'; for i in {use}; do printf '<%s>\\n' \"$i\"; done")


@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(
    st.text("ab \\,:\n", max_size=12),
    st.sampled_from([None, ",", ": ", ""]),
    st.sampled_from(["-r a b", "-r a", "-r a b c"]),
)
def test_read_takes_the_same(text: str, separators: str | None, names: str) -> None:
    ifs = "" if separators is None else f"IFS='{separators}' "
    program = f'{ifs}read {names}; echo "$?|$a|$b|$c"; cat'
    octal = "".join(f"\\{byte:03o}" for byte in text.encode())
    show = "printf '%s\\n' \"$?|$a|$b|$c\"; cat"
    agree(f"printf '{octal}' > in; {{ {program.partition(';')[0]}; {show}; }} < in")


@pytest.mark.parametrize(
    "program",
    [
        "set -e; (false) || echo caught; if false; then :; fi; ! true; echo on; false; echo no",
        "set -u; (echo $nope) 2>/dev/null || echo failed",
        "f() { return 3; }; f; echo $?; f || echo failed; f && echo no",
        "i=0; while :; do i=$((i+1)); [ $i -gt 3 ] && break; [ $i = 2 ] && continue; echo $i; done",
        "for i in 1 2; do for j in a b; do [ $j = b ] && continue 2; echo $i$j; done; done",
        "exec 3>f; echo hi >&3; exec 3>&-; cat f; { echo e >&2; } 2>&1",
        'echo a | { read x; echo "[$x]"; }; echo "${x-unset}"',
        "trap 'echo bye' EXIT; echo hi; exit 4",
        "x=1; (x=2; echo $x); echo $x; { x=3; }; echo $x; x=4 true; echo $x; x=5 :; echo $x",
        "eval 'echo $((1+1))' && eval \"echo 'a  b'\"; eval; echo $?",
        "while getopts ab: o -a -b v rest; do echo $o $OPTARG; done; echo $OPTIND",
        "case abc in a*) echo 1;; *) echo 2;; esac; case x in (x|y) echo p;; esac; case z in esac",
        "cat <<A <<B; echo after\na\nA\nb\nB",
        'f() { echo $#; shift; [ $# -gt 0 ] && f "$@"; }; f a b c; echo $?',
        "echo one >f; echo two >>f; wc -l < f | tr -d ' '; cat < f 2>&1 | sort -r",
        "if false; then echo a; elif true; then echo b; else echo c; fi; until true; do :; done",
        'a=b; b=c; eval echo \\$$a; echo "`echo \\`echo deep\\``" $(echo "$(echo \'x y\')")',
        'IFS=:; set -- a b; echo "$*" $*; unset IFS; echo "$*"',
        "readonly r=1; (r=2) 2>/dev/null; echo $r; command -v true >/dev/null && echo found",
        "false; echo $?; (exit 7); echo $?; $(exit 5); echo $?; x=$(exit 6); echo $?; nope 2>&-",
        "printf '%s-%d-%x|%5s|%-5s|%03d\\n' a 12 255 b c 7; printf '%b\\n' 'a\\tb'; printf '%s\\n'",
    ],
)
def test_programs_of_note(program: str) -> None:
    agree(program)
