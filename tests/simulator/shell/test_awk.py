"""The command `awk`, beside what the one true awk prints."""

from __future__ import annotations

import pytest
from terminal import Terminal

CASES = [
    # fields, separators
    ("echo 'a b c' | awk '{print $2, NF, $NF}'", "b 3 c\n"),
    ("echo 'a  b' | awk -F' ' '{print $2}'; echo 'a12b' | awk -F'[0-9]+' '{print $2}'", "b\nb\n"),
    ("echo 'a|b' | awk -F'|' '{print $2}'; printf 'a\\tb\\n' | awk -Ft '{print $2}'", "b\nb\n"),
    ("echo 'level: 100' | awk -F': ' '/level/ {print $2}'", "100\n"),
    ("echo '5 apples' | awk '{ $1 = $1*2; print; $4=\"z\"; print; NF=2; print }'",
     "10 apples\n10 apples  z\n10 apples\n"),
    ("printf 'a\\n\\nb c\\nd\\n\\n\\ne\\n' | awk 'BEGIN{RS=\"\"}{print NR\":\"$1\"/\"$2\"/\"NF}'",
     "1:a//1\n2:b/c/3\n3:e//1\n"),
    ("printf 'a;b;c' | awk -v 'RS=;' '{print NR, $0}'", "1 a\n2 b\n3 c\n"),
    # patterns
    ("seq 5 | awk 'NR==2,NR==3'; seq 3 | awk '!(NR%2)'; seq 9 | awk 'END{print NR}'",
     "2\n3\n2\n9\n"),
    ("printf 'x,1\\ny,2\\nx,3\\n' | awk -F, '{s[$1]+=$2} END {for (k in s) print k, s[k]}'",
     "x 4\ny 2\n"),
    ("seq 10 | awk '{a[NR]=$0} END {for (k in a) printf \"%s \", k}'", "2 3 4 5 6 7 8 9 10 1 "),
    # values
    ("awk 'BEGIN { print 1/3, 1e6, 0.1+0.2, 2^10, 2**3, -2^2, 7%3, 1 \" \" -1 }'",
     "0.333333 1000000 0.3 1024 8 -4 1 1-1\n"),
    ("echo '10 9' | awk '{ print ($1 > $2), (\"10\" > \"9\"), ($1 == 10.0), !$3 }'", "1 0 1 1\n"),
    ("awk 'BEGIN { print length(x), x + 0, x == 0, x == \"\"; print \"3x\" + 1 }'",
     "0 0 1 1\n4\n"),
    ("awk 'BEGIN { printf \"%.2f|%5s|%-5s|%05d|%x|%c%c|%e|%i|%%\\n\", 3.14159, \"ab\", \"cd\", 42,"
     " 255, 65, \"hi\", 12345.678, 9.9 }'",
     "3.14|   ab|cd   |00042|ff|Ah|1.234568e+04|9|%\n"),
    ("awk 'BEGIN { printf \"%*d|%-*s|\", 4, 7, 3, \"a\" }'", "   7|a  |"),
    # functions
    ("awk 'BEGIN { print substr(\"hello\", 2, 3), substr(\"hello\", 0, 2), substr(\"hello\", 4),"
     " index(\"abc\", \"c\"), toupper(\"x\") tolower(\"Y\") }'", "ell h lo 3 Xy\n"),
    ("echo 'foo bar foo' | awk '{ n = gsub(/foo/, \"[&]\"); print n, $0;"
     " sub(\"bar\", \"x\\\\&y\"); print }'", "2 [foo] bar [foo]\n[foo] x&y [foo]\n"),
    ("echo abc | awk '{ gsub(/x*/, \"-\"); print }'", "-a-b-c-\n"),
    ("awk 'BEGIN { n = split(\"a:b:c\", A, \":\"); print n, A[1], A[3], length(A);"
     " print match(\"foobar\", /o+/), RSTART, RLENGTH }'", "3 a c 3\n2 2 2\n"),
    ("awk 'function f(n) { return n <= 1 ? 1 : n * f(n - 1) } BEGIN { print f(10) }'", "3628800\n"),
    ("awk 'function fill(a, i) { for (i = 0; i < 3; i++) a[i] = i }"
     " BEGIN { fill(x); print length(x), i == 0 }'", "3 1\n"),
    # control
    ("awk -v n=5 'BEGIN { do { n-- } while (n > 2); for (;;) { if (++n > 5) break;"
     " if (n == 4) continue; print n } }'", "3\n5\n"),
    ("seq 4 | awk '$1 == 2 { next } { print } $1 == 3 { exit } END { print \"end\" }'",
     "1\n3\nend\n"),
    ("awk 'BEGIN { a[1,2]=3; if ((1,2) in a) print \"in\"; for (k in a) { split(k, p, SUBSEP);"
     " print p[1], p[2] } delete a[1,2]; print length(a) }'", "in\n1 2\n0\n"),
    # input and output
    ("seq 3 > a; awk 'BEGIN { while ((getline l < \"a\") > 0) s = s l; print s;"
     " \"echo x y\" | getline; print $2 }'", "123\ny\n"),
    ("seq 2 > a; awk '{ print > \"b\"; print \"m\" >> \"b\"; print | \"sort -r\" }' a; cat b",
     "2\n1\n1\nm\n2\nm\n"),
    ("seq 2 > a; awk 'NR == FNR { n++; next } { print n, x, $1 }' a x=7 a", "2 7 1\n2 7 2\n"),
    ("awk 'BEGIN { print ARGC, ARGV[1], ENVIRON[\"V\"]; system(\"echo s\") }' w", "2 w \ns\n"),
    ("echo '{ print $2 }' > p; echo 'a b' | awk -f p", "b\n"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "out"), CASES)
def test_it_prints(sh: Terminal, line: str, out: str) -> None:
    assert sh(line) == out


def test_dumps_are_read_with_it(sh: Terminal) -> None:
    assert sh("wm size | awk '{split($3, a, \"x\"); print a[1] / 2, a[2] / 2}'") == "540 1200\n"
    assert sh("ps -A | awk '$NF == \"system_server\" {print $2}'") == "583\n"


@pytest.mark.parametrize(
    ("line", "says", "code"),
    [
        ("awk", "usage: awk [-F fs][-v var=value][prog | -f progfile][file ...]\n", 1),
        ("awk '{print' a", "awk: syntax error at source line 1\n context is\n\t{print >>>  <<< \n"
         "awk: bailing out at source line 1\n", 2),
        ("awk '{print}' /nosuch", "awk: can't open file /nosuch\n source line number 1\n", 2),
        ("awk 'BEGIN { print 1 / 0 }'", "awk: division by zero\n source line number 1\n", 2),
        ("awk 'BEGIN { f() }'",
         "awk: calling undefined function f\n source line number 1\n", 2),
        ("awk 'BEGIN { x[1] = 1; print x }'",
         "awk: can't read value of x; it's an array name.\n source line number 1\n", 2),
        ("awk 'BEGIN {\nx = 0\nwhile (x < 1)\nx = f()\ny = 1 / 0 }\nfunction f() {\nreturn 1}'",
         "awk: division by zero\n source line number 5\n", 2),
        ("awk 'BEGIN {\nx = 1 + f()\n}\nfunction f() {\n return 1\n / 0 }'",
         "awk: syntax error at source line 6\n context is\n\t / 0 } >>> / 0 } <<< \n"
         "awk: bailing out at source line 6\n", 2),
        ("awk 'BEGIN {\nx = 1 + f() / 0\n}\nfunction f() {\n return 1\n}'",
         "awk: division by zero\n source line number 2\n", 2),
        ("awk 'BEGIN {\nwhile (1 / (1 - x)) {\nx = 1\n}\n}'",
         "awk: division by zero\n source line number 2\n", 2),
        ("echo a > in; echo b | awk '$1 == \"b\" {\n print 1 / 0 }' in -",
         "awk: division by zero\n input record number 1\n source line number 2\n", 2),
        ("printf 'a\\nb\\n' | awk '\n\n/b/ && 1 / 0'",
         "awk: division by zero\n input record number 2, file \n source line number 3\n", 2),
        ("echo 1 > in; awk '{ print $-1 }' in",
         "awk: trying to access out of range field -1\n input record number 1, file in\n"
         " source line number 1\n", 2),
        ("awk 'BEGIN {\nprint > \"/no/such\" }'",
         "awk: can't redirect to /no/such\n source line number 2\n", 2),
        ("echo x | awk '{ FNR = log(-1); print 1 / 0 }'",
         "awk: division by zero\n input record number nan, file \n source line number 1\n", 2),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(sh: Terminal, line: str, says: str, code: int) -> None:
    assert sh.run(line) == (says, code)


def test_exit_codes(sh: Terminal) -> None:
    assert sh.run("awk 'BEGIN { exit 3 } END { print \"end\" }'") == ("end\n", 3)


@pytest.mark.parametrize(
    "program",
    [
        "BEGIN { while (1) x++ }",
        'BEGIN { x = "a"; while (1) x = x x }',
        "function f() { return f() } BEGIN { f() }",
        'BEGIN { printf "%999999999d", 1 }',
        "BEGIN { NF = 1e9 }",
        "BEGIN { for (;;) a[i++] = 1 }",
    ],
)
def test_a_program_without_end_is_killed(sh: Terminal, program: str) -> None:
    assert sh.run(f"awk '{program}'") == ("Killed\n", 137)


def test_deep_programs_are_refused(sh: Terminal) -> None:
    said, code = sh.run("awk 'BEGIN { print " + "(" * 500 + "1" + ")" * 500 + " }' 2>&1 | head -1")
    assert (said, code) == ("awk: syntax error at source line 1\n", 0)
