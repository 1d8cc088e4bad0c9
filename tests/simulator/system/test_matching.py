"""Patterns: the same answers as other engines give, and never long ones."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from android_gym.simulator.shell.patterns import compile_pattern
from android_gym.simulator.shell.regexes import RegexFault, compile_regex
from android_gym.simulator.system.expression_nodes import ANY, ExpressionTooLarge, Negation
from android_gym.simulator.system.matching import Expression, _Exact
from android_gym.simulator.system.re2_matching import Subject

ALPHABET = "abc \n_é"


class Meter:
    """Counts work, and ends what takes too much of it."""

    def __init__(self, limit=50_000_000):
        self.spent = 0
        self.limit = limit

    def spend(self, units):
        self.spent += units
        if self.spent > self.limit:
            raise TimeoutError


def find(pattern, text, **options):
    """The match and its groups as texts, or None."""
    work = Meter()
    regex = compile_regex(pattern, work, extended=True, **options)
    subject = Subject(text)
    span = regex.search(subject, 0, work)
    if span is None:
        return None
    spans = regex.spans(subject, span, work)
    return [None if at is None else text[at[0] : at[1]] for at in spans]


def glob(pattern, text, **options):
    work = Meter()
    return compile_pattern(pattern, work, **options).matches(text, work)


# --- patterns that are both POSIX's and Python's -------------------------------------------------

ATOMS = st.sampled_from(["a", "b", "c", "é", ".", "[ab]", "[^a]", "[a-c]", r"\w", r"\b", "^", "$"])


def _combine(inner):
    repeated = st.sampled_from(["*", "+", "?", "{2}", "{0,2}", "{1,}"])
    return st.one_of(
        st.lists(inner, min_size=1, max_size=3).map("".join),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: f"({'|'.join(parts)})"),
        st.tuples(inner, repeated).map(lambda both: f"({both[0]}){both[1]}"),
    )


PATTERNS = st.recursive(ATOMS, _combine, max_leaves=6)
TEXTS = st.text(ALPHABET, max_size=8)


@settings(max_examples=200, deadline=None)
@given(PATTERNS, TEXTS)
def test_the_same_texts_match_as_in_python(pattern, text):
    theirs = re.compile(pattern.replace("$", r"\Z"), re.DOTALL | re.ASCII)
    work = Meter()
    ours = compile_regex(pattern, work, extended=True)
    span = ours.search(Subject(text), 0, work)
    match = theirs.search(text)
    assert (span is None) == (match is None)
    if match is not None and span is not None:
        assert span[0] == match.start()
        assert span[1] >= match.end(), "POSIX takes the longest"
        assert theirs.fullmatch(text, *span) or "\\b" in pattern or "$" in pattern
    assert ours.matches(text, work) == (theirs.fullmatch(text) is not None)


@settings(max_examples=200, deadline=None)
@given(PATTERNS, TEXTS, st.integers(0, 4))
def test_both_engines_find_the_same(pattern, text, start):
    start = min(start, len(text))
    work = Meter()
    regex = compile_regex(pattern, work, extended=True)
    exact = _Exact(regex._node, all_groups=True)
    span = regex.search(Subject(text), start, work)
    assert span == exact.search(text, start, work)
    if span is not None:
        assert regex.spans(Subject(text), span, work) == exact.spans(text, span, work)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.sampled_from(["a", "b", "*", "?", "[ab]", "[!a]", "@(a|b)", "*(ab)", "+(a|ba)", "?(c)"]),
        max_size=6,
    ),
    st.text("abc", max_size=7),
)
def test_prefixes_and_suffixes_are_what_trying_all_of_them_gives(parts, text):
    work = Meter()
    pattern = compile_pattern("".join(parts), work)
    ends = [at for at in range(len(text) + 1) if pattern.matches(text[:at], work)]
    starts = [at for at in range(len(text) + 1) if pattern.matches(text[at:], work)]
    assert pattern.prefix(text, work, longest=False) == (ends[0] if ends else None)
    assert pattern.prefix(text, work, longest=True) == (ends[-1] if ends else None)
    assert pattern.suffix(text, work, longest=False) == (starts[-1] if starts else None)
    assert pattern.suffix(text, work, longest=True) == (starts[0] if starts else None)


GREP = shutil.which("grep")


@pytest.mark.skipif(GREP is None, reason="this machine has no grep")
@settings(max_examples=60, deadline=None)
@given(
    PATTERNS.filter(lambda pattern: not re.search(r"[\^$]|\\b", pattern)),
    st.lists(st.text("abc ", min_size=1, max_size=8), min_size=1, max_size=5),
)
def test_grep_finds_the_same(pattern, lines):
    done = subprocess.run(
        ["grep", "-aoE", "-e", pattern],
        input="\n".join(lines).encode() + b"\n",
        capture_output=True,
        env={"LC_ALL": "C.UTF-8"},
        timeout=60,
    )
    ours: list[str] = []
    work = Meter()
    regex = compile_regex(pattern, work, extended=True)
    for line in lines:
        subject, place = Subject(line), 0
        while place <= len(line) and (span := regex.search(subject, place, work)):
            if span[1] > span[0]:
                ours.append(line[span[0] : span[1]])
            place = max(span[1], span[0] + 1)
    assert done.stdout.decode().splitlines() == ours


# --- what differs from Python --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pattern", "text", "groups"),
    [
        ("x|xy|xyz", "xyz", ["xyz"]),
        ("(a|ab)(c|bcd)(d*)", "abcd", ["abcd", "ab", "c", "d"]),
        ("(foo|foobar)(.*)", "foobarbaz", ["foobarbaz", "foobar", "baz"]),
        ("(.*)=(.*)", "a=b=c", ["a=b=c", "a=b", "c"]),
        ("([a-z]+)([0-9]?)", "ab1", ["ab1", "ab", "1"]),
        (r"(.)\1", "abccd", ["cc", "c"]),
        (r"^(.*)\n\1$", "ab\nab", ["ab\nab", "ab"]),
        (r"(a*)(b)?\1", "aabaa", ["aabaa", "aa", "b"]),
        (r"\<foo\>", "afoo foo", ["foo"]),
        (r"\<.*\>", " ab cd  ", ["ab cd"]),
        (r"\>\<", "ab", None),
        ("a.b", "a\nb", ["a\nb"]),
        ("[^x]+", "é\udcffx", ["é\udcff"]),
        ("^.$", "\udc80", ["\udc80"]),
        ("[[:upper:][:digit:]_-]+", "ab-X9_z", ["-X9_"]),
        ("[]a]+", "x]a", ["]a"]),
        ("(a{255}){255}b", "aaa", None),
        ("(b|)*", "bb", ["bb", "b"]),
    ],
)
def test_answers_that_are_posix_s(pattern, text, groups):
    assert find(pattern, text) == groups


def test_case_is_ignored_as_in_the_c_locale():
    assert find("[a-c]É", "Bé", ignore_case=True) is None
    assert find("x[a-c]É", "XBÉ", ignore_case=True) == ["XBÉ"]
    assert find("a.b", "xA.B", ignore_case=True, fixed=True) == ["A.B"]
    assert find("[^a]", "Aa", ignore_case=True) is None


@pytest.mark.parametrize(
    "pattern", ["(", "[a", "a{2,1}", "a{300}", "*", r"\1", r"(a\1)", "[b-a]", "[[:none:]]", "a\\"]
)
def test_malformed_ones_are_refused(pattern):
    with pytest.raises(RegexFault):
        compile_regex(pattern, Meter(), extended=True)


def test_too_large_ones_are_refused():
    with pytest.raises(RegexFault, match="too big"):
        compile_regex("(" * 3000 + ")" * 3000, Meter(), extended=True)
    with pytest.raises(RegexFault, match="too big"):
        compile_regex("a" * 200_000 + "*", Meter(), extended=True)
    node = ANY
    for _ in range(70):
        node = Negation(node)
    with pytest.raises(ExpressionTooLarge):
        Expression(node)


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        ("!(*.jpg|*.png)", "a.jpg", False),
        ("!(*.jpg|*.png)", "a.gif", True),
        ("a!(b)*", "ab", True),
        ("a!(b)", "ab", False),
        ("!(a)b", "ab", False),
        ("[!a-c]", "d", True),
        ("[", "[", True),
        ("[]]", "]", True),
        ("@(a", "@(a", True),
        (r"\*", "*", True),
        ("*(+(a)b)", "aabab", True),
        ("?", "é", True),
        ("*", "\udcff\n", True),
        ("[[:alpha:]-]", "-", True),
    ],
)
def test_shell_patterns(pattern, text, expected):
    assert glob(pattern, text) is expected


# --- patterns that make other engines hang -------------------------------------------------------

HOSTILE = ["(a+)+b", "(a|aa)+b", "(a*)*b", "(.*)(.*)(.*)(.*)(.*)b", "(a?){30}a{30}b", "(x+x+)+y"]


@pytest.mark.timeout(60)
@pytest.mark.parametrize("pattern", HOSTILE)
def test_regular_expressions_take_linear_time(pattern):
    spent = []
    for size in (10_000, 20_000):
        work = Meter(2_000_000)
        regex = compile_regex(pattern, work, extended=True)
        assert regex.search(Subject("a" * size), 0, work) is None
        spent.append(work.spent)
    assert spent[1] < 2.5 * spent[0] + 100


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "pattern", ["+(+(a))b", "*a*a*a*a*a*a*a*a*a*a*a*b", "*(*(a)|+(aa))b", "@(*|a*)@(*|a*)@(*|a*)b"]
)
def test_shell_patterns_take_linear_time(pattern):
    work = Meter(100_000)
    compiled = compile_pattern(pattern, work)
    text = "a" * 10_000
    assert not compiled.matches(text, work)
    assert compiled.prefix(text, work, longest=False) is None
    assert compiled.suffix(text, work, longest=False) is None


@pytest.mark.timeout(60)
@pytest.mark.parametrize("pattern", [r"(a*)*\1b", r"(a+)(a+)(a+)\1\2\3b", r"((a*)(a*))*\2\3b"])
def test_what_re2_cannot_do_is_paid_for(pattern):
    work = Meter(200_000)
    regex = compile_regex(pattern, work, extended=True)
    with pytest.raises(TimeoutError):
        regex.search(Subject("a" * 3_000), 0, work)
