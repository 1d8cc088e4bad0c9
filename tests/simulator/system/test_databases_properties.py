"""Property tests: databases against a model, and against damaged and hostile input."""

from __future__ import annotations

import pickle
import random
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from android_gym.errors import DatabaseError
from android_gym.simulator.state import Snapshot, State
from android_gym.simulator.system.clock import Clock
from android_gym.simulator.system.database_image import SHELL
from android_gym.simulator.system.databases import Database, Databases
from android_gym.simulator.system.files import Files
from android_gym.simulator.system.sqlite_wal import recovered

APP = "com.example"
PATH = f"/data/data/{APP}/databases/a.db"
NAMES = st.text(max_size=8)


def rows_of(content: bytes) -> list[tuple[str]]:
    """Read an image with SQLite itself, in no way through the phone."""
    connection = sqlite3.connect(":memory:")
    connection.deserialize(content[:18] + b"\1\1" + content[20:])
    rows = connection.execute("SELECT x FROM t ORDER BY rowid").fetchall()
    connection.close()
    return rows


class DatabaseMachine(RuleBasedStateMachine):
    """An app, a shell and adb do things to one database; a list of rows says what it holds."""

    @initialize(wal=st.booleans())
    def start(self, wal: bool) -> None:
        self.wal = wal
        self.state = State()
        self.clock = Clock(self.state)
        self.files = Files(self.state, self.clock)
        self.databases = Databases(self.state, self.files, self.clock)
        self.rows: list[str] = []  # what the file at the path holds
        self.app_rows: list[str] | None = None  # what the app sees, where it has an older file open
        self.saved: list[tuple[Snapshot, list[str], list[str] | None]] = []
        self.app = self.open()

    def open(self) -> Database:
        return self.databases.open(
            PATH, APP, wal=self.wal, version=1, create=lambda db: db.script("CREATE TABLE t (x)")
        )

    @property
    def seen_by_app(self) -> list[str]:
        return self.rows if self.app_rows is None else self.app_rows

    @rule(name=NAMES)
    def app_inserts(self, name: str) -> None:
        with self.state.observe() as seen:
            self.app.query("SELECT * FROM t")
        self.app.insert("t", {"x": name})
        assert seen.changed()
        self.seen_by_app.append(name)

    @rule(name=NAMES)
    def app_fails(self, name: str) -> None:
        with pytest.raises(DatabaseError), self.app.transaction():
            self.app.insert("t", {"x": name})
            self.app.execute("INSERT INTO missing VALUES (1)")

    @rule()
    def shell_deletes(self) -> None:
        if self.files.exists(PATH):
            shell = self.databases.open(PATH, SHELL)
            shell.execute("DELETE FROM t WHERE rowid = (SELECT min(rowid) FROM t)")
            shell.close()
            del self.rows[:1]

    @rule(name=NAMES)
    def adb_replaces_the_file(self, name: str) -> None:
        content = sqlite3.connect(":memory:", isolation_level=None)
        content.execute("CREATE TABLE t (x)")
        content.execute("PRAGMA user_version = 1")
        content.execute("INSERT INTO t VALUES (?)", (name,))
        before = self.seen_by_app
        self.files.rmtree(PATH.rpartition("/")[0])
        self.files.mkdir(PATH.rpartition("/")[0])
        self.files.write(PATH, content.serialize())
        content.close()
        self.app_rows = before
        self.rows = [name]

    @rule(name=NAMES)
    def adb_overwrites_the_file(self, name: str) -> None:
        content = sqlite3.connect(":memory:", isolation_level=None)
        content.execute("CREATE TABLE t (x)")
        content.execute("INSERT INTO t VALUES (?)", (name,))
        self.files.write(PATH, content.serialize())
        content.close()
        self.rows = [name]
        if self.app_rows is None:
            self.wal = False

    @rule()
    def the_app_restarts(self) -> None:
        self.databases.close_owner(APP)
        self.app_rows = None
        self.app = self.open()

    @rule()
    def save(self) -> None:
        older = None if self.app_rows is None else [*self.app_rows]
        self.saved.append((self.state.snapshot(), [*self.rows], older))

    @rule(which=st.integers(0, 5), other_process=st.booleans())
    def restore(self, which: int, other_process: bool) -> None:
        if self.saved:
            snapshot, rows, app_rows = self.saved[which % len(self.saved)]
            if other_process:
                snapshot = pickle.loads(pickle.dumps(snapshot))
            self.state.restore(snapshot)
            self.rows = [*rows]
            self.app_rows = None if app_rows is None else [*app_rows]
            self.app = self.open()

    @rule()
    def time_passes(self) -> None:
        self.clock.advance(1000)

    @invariant()
    def everyone_sees_what_they_should(self) -> None:
        if not hasattr(self, "app"):
            return
        assert self.app.query("SELECT x FROM t ORDER BY rowid") == [(x,) for x in self.seen_by_app]
        content = self.files.read(PATH)
        assert rows_of(content) == [(x,) for x in self.rows]
        assert self.files.stat(PATH).size == len(content)


DatabaseMachine.TestCase.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
TestDatabases = DatabaseMachine.TestCase


@pytest.fixture(scope="module")
def valid(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path: Path = tmp_path_factory.mktemp("images") / "a.db"
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, x TEXT, y BLOB)")
    connection.execute("CREATE INDEX i ON t (x)")
    connection.execute("CREATE TABLE w (k TEXT PRIMARY KEY, v) WITHOUT ROWID")
    connection.execute("CREATE VIRTUAL TABLE f USING fts4 (body)")
    for number in range(120):
        connection.execute("INSERT INTO t(x, y) VALUES (?, ?)", (f"x{number}", bytes(number * 9)))
        connection.execute("INSERT INTO w VALUES (?, ?)", (f"k{number}", number))
        connection.execute("INSERT INTO f VALUES (?)", (f"some words {number}",))
    connection.close()
    return path.read_bytes()


STATEMENTS = (
    "SELECT * FROM sqlite_master",
    "SELECT * FROM t",
    "SELECT * FROM t WHERE x = 'x7'",
    "SELECT * FROM w WHERE k > 'k5'",
    "SELECT * FROM f WHERE f MATCH 'words'",
    "INSERT INTO t(x) VALUES ('new')",
    "UPDATE w SET v = v + 1",
    "DELETE FROM f",
    "PRAGMA integrity_check",
    "VACUUM",
)


@pytest.mark.parametrize("seed", range(40))
def test_damaged_images_make_errors_and_nothing_worse(valid: bytes, seed: int) -> None:
    chance = random.Random(seed)
    content = bytearray(valid)
    for _ in range(chance.choice([1, 5, 50, 500])):
        content[chance.randrange(len(content))] = chance.randrange(256)
    if chance.random() < 0.3:
        del content[chance.randrange(len(content)) :]
    state = State()
    clock = Clock(state)
    files = Files(state, clock)
    databases = Databases(state, files, clock)
    files.write("/sdcard/a.db", bytes(content))
    for sql in STATEMENTS:
        try:
            databases.open("/sdcard/a.db", SHELL).execute(sql)
        except DatabaseError as error:
            assert error.message
        files.read("/sdcard/a.db")
    state.restore(state.snapshot())
    databases.close_owner(SHELL)


@pytest.mark.parametrize("seed", range(20))
def test_damaged_logs_never_make_a_worse_database(tmp_path: Path, seed: int) -> None:
    """A log counts up to its first damaged frame, as SQLite's own recovery has it."""
    source = tmp_path / "a.db"
    connection = sqlite3.connect(source, isolation_level=None)
    page_size = 2 ** random.Random(seed).randrange(9, 14)
    connection.execute(f"PRAGMA page_size = {page_size}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE t (x)")
    for number in range(30):
        connection.execute("INSERT INTO t VALUES (?)", (str(number) * 50,))
    main, log = source.read_bytes(), bytearray((tmp_path / "a.db-wal").read_bytes())
    connection.close()
    chance = random.Random(seed)
    if seed:
        log[chance.randrange(len(log))] ^= 1 << chance.randrange(8)
    if chance.random() < 0.5:
        del log[chance.randrange(len(log)) :]
    (tmp_path / "b.db").write_bytes(main)
    (tmp_path / "b.db-wal").write_bytes(log)
    sqlite = sqlite3.connect(tmp_path / "b.db")
    content = recovered(main, bytes(log))
    try:
        expected = sqlite.execute("SELECT x FROM t").fetchall()
    except sqlite3.DatabaseError:
        assert content is None or rows_or_error(content) is None
    else:
        assert rows_or_error(main if content is None else content) == expected
    sqlite.close()


def rows_or_error(content: bytes) -> list[tuple[str]] | None:
    try:
        return rows_of(content)
    except (sqlite3.DatabaseError, MemoryError):
        return None


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60), st.lists(st.one_of(st.none(), st.integers(), st.text(), st.binary())))
def test_any_text_is_a_statement_or_an_error(sql: str, parameters: list[object]) -> None:
    state = State()
    clock = Clock(state)
    databases = Databases(state, Files(state, clock), clock)
    database = databases.open("/sdcard/a.db", SHELL)
    for text in (sql, f"SELECT {sql}", f"PRAGMA {sql}", f"SELECT 1; {sql}"):
        try:
            database.execute(text, parameters)
            database.script(text)
        except DatabaseError as error:
            assert error.message
    assert database.value("SELECT 1") == 1
