"""The `sqlite3` command: modes, dot commands, errors, and that it sees what apps see."""

from __future__ import annotations

import sqlite3

import pytest
from terminal import FOLDER, Terminal

from android_gym.simulator.system.databases import Database

SCHEMA = """
create table t(a integer primary key, b text, c real, d blob);
insert into t values(1, 'x y', 0.1, x'00ff'), (2, NULL, 2, NULL), (3, 'it''s "q"', 1e20, 'z');
create view v as select 1 as one; create index i on t(b); create table "o dd"(x);
"""


@pytest.fixture
def db(sh: Terminal) -> Terminal:
    with sqlite3.connect(":memory:") as connection:
        connection.executescript(SCHEMA)
        sh.phone.push(f"{FOLDER}/x.db", connection.serialize())
    connection.close()
    return sh


@pytest.mark.parametrize(
    ("arguments", "output"),
    [
        ("x.db 'select a, b, c from t'", '1|x y|0.1\n2||2.0\n3|it\'s "q"|1.0e+20\n'),
        ("-header x.db 'select a, b from t where a = 2'", "a|b\n2|\n"),
        ("-separator ', ' -nullvalue NIL x.db 'select a, b from t where a < 3'",
         "1, x y\n2, NIL\n"),
        ("-csv x.db 'select a, b from t order by a'", '1,"x y"\r\n2,\r\n3,"it\'s ""q"""\r\n'),
        ("-cmd '.mode quote' x.db 'select * from t'",
         "1,'x y',0.10000000000000000555,X'00ff'\n2,NULL,2.0,NULL\n3,'it''s \"q\"',1.0e+20,'z'\n"),
        ("-line x.db 'select a, b from t where a = 1'", "    a = 1\n    b = x y\n"),
        ("-column -header x.db 'select a, b from t where a < 3'",
         "a           b         \n----------  ----------\n1           x y       \n"
         "2                     \n"),
        ("-cmd '.mode insert t' x.db 'select a, b from t where a = 1'",
         "INSERT INTO t VALUES(1,'x y');\n"),
        ("-cmd '.mode tabs' x.db 'select a, c from t where a = 1'", "1\t0.1\n"),
        ("x.db .tables", "o dd  t     v   \n"),
        ("x.db '.schema t'", "CREATE TABLE t(a integer primary key, b text, c real, d blob);\n"
         "CREATE INDEX i on t(b);\n"),
        ("x.db 'select 1; select 2'", "1\n2\n"),
        ("x.db .headers", None),
        ("x.db '.headers on' 'select a from t where a = 1'", "a\n1\n"),
        ("x.db .mode", "current output mode: list\n"),
        ("x.db ''", ""),
        (":memory: 'create table q(a); insert into q values(3); select * from q'", "3\n"),
        ("new.db 'create table q(a)'; sqlite3 new.db .tables; ls new.db", "q\nnew.db\n"),
        ("-version", "3.32.2 2021-07-12 15:00:17 "
         "bcd014c473794b09f61fbc0f4d9488365b023f16123b278dbbd49948c27calt2\n"),
    ],
)  # fmt: skip
def test_rows_and_dot_commands(db: Terminal, arguments: str, output: str | None) -> None:
    found, code = db.run(f"sqlite3 {arguments}")
    if output is None:
        assert (found, code) == ("Usage: .headers on|off\n", 1)
    else:
        assert (found, code) == (output, 0)


@pytest.mark.parametrize(
    ("command", "message", "code"),
    [
        ("sqlite3 x.db 'select * from nope'", "Error: no such table: nope\n", 1),
        ("sqlite3 x.db 'selec 1'", 'Error: near "selec": syntax error\n', 1),
        ("sqlite3 x.db 'insert into t(a) values(1)'", "Error: UNIQUE constraint failed: t.a\n", 19),
        ("echo 'select x;' | sqlite3 x.db", "Error: near line 1: no such column: x\n", 1),
        ("sqlite3 -readonly x.db 'delete from t'",
         "Error: attempt to write a readonly database\n", 8),
        ("sqlite3 nope/x.db 'select 1'",
         'Error: unable to open database "nope/x.db": unable to open database file\n', 1),
        ("sqlite3 -readonly nope.db 'select 1'",
         'Error: unable to open database "nope.db": unable to open database file\n', 1),
        ("echo garbage garbage garbage > g; sqlite3 g 'select 1 from t'",
         "Error: file is not a database\n", 26),
        ("sqlite3 -zork x.db", "sqlite3: Error: unknown option: -zork\n"
         "Use -help for a list of options.\n", 1),
        ("sqlite3 x.db .foo", 'Error: unknown command or invalid arguments:  "foo". '
         'Enter ".help" for help\n', 1),
        ("sqlite3 x.db \"attach '/etc/x' as y\"", "Error: not authorized\n", 23),
    ],
)  # fmt: skip
def test_errors(db: Terminal, command: str, message: str, code: int) -> None:
    assert db.fails(command) == (message, code)


def test_a_script_goes_on_after_errors_unless_told_to_bail(db: Terminal) -> None:
    script = b"bad;\nselect 1;\n.mode csv\nselect\n2\n;\n"
    assert db.run("sqlite3 x.db", script) == (
        'Error: near line 1: near "bad": syntax error\n1\n2\r\n',
        1,
    )
    assert db.run("sqlite3 -bail x.db", script)[0].count("\n") == 1


def test_an_open_transaction_is_undone_at_the_end(db: Terminal) -> None:
    db("sqlite3 x.db 'begin; delete from t'")
    assert db("sqlite3 x.db 'select count(*) from t'") == "3\n"
    db("sqlite3 x.db 'begin; delete from t; commit'")
    assert db("sqlite3 x.db 'select count(*) from t'") == "0\n"


def test_the_command_and_an_app_see_each_others_rows(db: Terminal) -> None:
    app = db.phone.system.databases.open(f"{FOLDER}/x.db", "com.arduia.expense")
    assert isinstance(app, Database)
    db("sqlite3 x.db 'delete from t where a = 1'")
    assert app.value("select count(*) from t") == 2
    app.execute("insert into t(b) values ('new')")
    assert db("sqlite3 x.db 'select b from t order by a desc limit 1'") == "new\n"
    assert db.phone.pull(f"{FOLDER}/x.db")[:15] == b"SQLite format 3"


@pytest.mark.parametrize(
    "statement",
    [
        "PRAGMA query_only=1",
        "PRAGMA ignore_check_constraints=1; PRAGMA Query_Only(1)",
        "create temp table t(b)",
        "create temp view t as select 1 as b",
        "create temp trigger x before insert on t begin select raise(fail, 'no'); end",
    ],
)
def test_what_the_command_sets_for_itself_ends_with_it(db: Terminal, statement: str) -> None:
    app = db.phone.system.databases.open(f"{FOLDER}/x.db", "com.arduia.expense")
    app.execute("update t set b = 'kept' where a = 2")
    db(f"sqlite3 x.db 'delete from t where a = 1' \"{statement}\"")
    app.execute("insert into t(b) values ('new')")
    assert app.query("select b from t order by a desc limit 1") == [("new",)]
    assert db('sqlite3 x.db \'select count(*) from main.t where b in ("new", "kept")\'') == "2\n"


def test_dump_and_import_are_inverse(db: Terminal) -> None:
    db("sqlite3 x.db .dump > d.sql; sqlite3 y.db < d.sql; sqlite3 y.db .dump > e.sql")
    assert db("cmp d.sql e.sql && echo same") == "same\n"
    db("sqlite3 -csv x.db 'select a, b from t order by a' > t.csv")
    db("printf '.mode csv\\n.import t.csv new\\n' | sqlite3 z.db 'create table new(a, b)'"
       " && printf '.mode csv\\n.import t.csv new\\n' | sqlite3 z.db")  # fmt: skip
    assert db("sqlite3 z.db 'select b from new'") == 'x y\n\nit\'s "q"\n'


def test_reading_does_not_count_as_a_change(db: Terminal) -> None:
    before = db.phone.revision
    db("sqlite3 -readonly x.db 'select * from t'")
    assert db.phone.revision == before
