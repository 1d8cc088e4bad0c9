"""Databases: real SQLite at the phone's paths, lazily flushed, closed to the host."""

from __future__ import annotations

import pickle
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from android_gym.errors import DatabaseCorruptError, DatabaseError
from android_gym.simulator.state import State
from android_gym.simulator.system import databases
from android_gym.simulator.system.clock import START_MS, Clock
from android_gym.simulator.system.database_callbacks import Callbacks
from android_gym.simulator.system.database_image import SHELL, DatabaseImage
from android_gym.simulator.system.databases import Database, Databases
from android_gym.simulator.system.files import Files
from android_gym.simulator.system.sql_statements import split_statements

APP = "com.example"
PATH = f"/data/data/{APP}/databases/main.db"
SCHEMA = "CREATE TABLE item (_id INTEGER PRIMARY KEY, name TEXT NOT NULL, amount INTEGER)"


class Phone:
    """The services that databases need, wired as `System` wires them."""

    def __init__(self) -> None:
        self.state = State()
        self.clock = Clock(self.state)
        self.files = Files(self.state, self.clock)
        self.databases = Databases(self.state, self.files, self.clock)
        self.files.mkdir(f"/data/data/{APP}", owner=10_150, mode=0o700)

    def open(self, wal: bool | None = None) -> Database:
        return self.databases.open(
            PATH, APP, wal=wal, version=1, create=lambda db: db.execute(SCHEMA)
        )

    def on_host(self, tmp_path: Path, sql: str, path: str = PATH) -> list[tuple[object, ...]]:
        """Query a pulled copy with the host's SQLite, as a test of a real phone would."""
        copy = tmp_path / "copy.db"
        copy.write_bytes(self.files.read(path))
        with closing(sqlite3.connect(copy)) as connection:
            return connection.execute(sql).fetchall()


@pytest.fixture
def phone() -> Phone:
    return Phone()


def image(*statements: str, path: Path, wal: bool = False) -> bytes:
    connection = sqlite3.connect(path, isolation_level=None)
    if wal:
        connection.execute("PRAGMA journal_mode = WAL")
    for statement in statements:
        connection.execute(statement)
    connection.close()
    return path.read_bytes()


def test_update_changes_the_chosen_rows_and_counts_them(phone: Phone) -> None:
    database = phone.open()
    for name in ("coffee", "tea", "milk"):
        database.insert("item", {"name": name, "amount": 5})
    assert (
        database.update("item", {"amount": 7, "name": "x"}, "name IN (?, ?)", ("tea", "milk")) == 2
    )
    assert database.update("item", {"amount": 1}, "name = ?", ("tea",)) == 0
    assert database.query("SELECT name, amount FROM item") == [("coffee", 5), ("x", 7), ("x", 7)]


def test_create_write_read_pull(phone: Phone, tmp_path: Path) -> None:
    database = phone.open()
    row = database.insert("item", {"name": "coffee", "amount": 5})
    assert row == 1
    assert database.query("SELECT * FROM item") == [(1, "coffee", 5)]
    assert database.query_dicts("SELECT name FROM item WHERE amount = :a", {"a": 5}) == [
        {"name": "coffee"}
    ]
    assert database.value("SELECT count(*) FROM item WHERE amount > ?", (5,)) == 0
    assert database.value("SELECT 1 WHERE 0", default="none") == "none"
    assert phone.on_host(tmp_path, "SELECT * FROM item") == [(1, "coffee", 5)]
    assert phone.files.stat(PATH).uid == 10_150
    assert database.user_version == 1
    assert database.query("SELECT * FROM android_metadata") == [("en_US",)]
    assert phone.open() is database


def test_results(phone: Phone) -> None:
    database = phone.open()
    done = database.execute("INSERT INTO item VALUES (7, 'a', 1), (9, 'b', 2)")
    assert (done.rowcount, done.lastrowid) == (2, 9)
    shown = database.execute("SELECT name, amount * 2 AS twice FROM item")
    assert shown.columns == ("name", "twice")
    assert shown.rows == [("a", 2), ("b", 4)]
    assert (
        database.executemany("UPDATE item SET amount = ? WHERE name = ?", [(1, "a"), (1, "b")]) == 2
    )


def test_stat_is_right_at_any_time(phone: Phone) -> None:
    database = phone.open()
    phone.clock.advance(5000)
    database.executemany("INSERT INTO item(name) VALUES (?)", [("x" * 1000,)] * 50)
    stat = phone.files.stat(PATH)
    assert stat.mtime_ms == START_MS + 5000
    assert stat.size == len(phone.files.read(PATH)) > 50_000
    phone.clock.advance(5000)
    database.query("SELECT * FROM item")
    assert phone.files.stat(PATH).mtime_ms == START_MS + 5000
    assert dict(phone.files.scandir(PATH.rpartition("/")[0]))["main.db"].size == stat.size


@pytest.mark.parametrize("others", [999, 1000, 1001, 2500])
def test_reads_among_many_statements_are_no_writes(phone: Phone, others: int) -> None:
    database = phone.open()
    reads = ("SELECT * FROM item", "SELECT count(*) FROM item", "SELECT max(amount) FROM item")
    for number in range(others):
        database.execute(f"INSERT INTO item (name, amount) VALUES ('{number}', {number})")
        if number % 50 == 0:  # so that SQLite has no need to compile it again
            database.query(reads[0])
    before = phone.state.revision
    for _ in range(3):
        for sql in reads:
            database.query(sql)
    assert phone.state.revision == before


def test_only_writes_move_revisions(phone: Phone) -> None:
    database = phone.open()
    database.execute("INSERT INTO item(name) VALUES ('a')")
    phone.files.read(PATH)
    statements = {
        "SELECT * FROM item": False,
        "UPDATE item SET name = 'b' WHERE _id = 99": False,
        "UPDATE item SET name = 'b'": True,
        "DELETE FROM item": True,
        "DELETE FROM item WHERE 1": False,
        "CREATE TABLE other (x)": True,
        "CREATE TABLE IF NOT EXISTS other (x)": False,
        "ALTER TABLE other ADD COLUMN y": True,
        "PRAGMA user_version": False,
        "PRAGMA user_version = 4": True,
        "PRAGMA table_info(item)": False,
        "CREATE INDEX i ON other (x)": True,
        "DROP TABLE other": True,
        "PRAGMA journal_mode": False,
        "VACUUM": True,
    }
    for sql, writes in statements.items():
        for again in (False, True):  # the second time the connection does not compile it again
            with phone.state.observe() as seen:
                database.query("SELECT count(*) FROM item")
            before = phone.state.revision
            try:
                database.execute(sql)
            except DatabaseError:
                assert again
                assert phone.state.revision == before, f"{sql} failed"
                continue
            expected = writes if not again or "user_version =" in sql or sql == "VACUUM" else None
            if expected is not None:
                assert (phone.state.revision != before) is expected, (sql, again)
                assert seen.changed() is expected, (sql, again)


def test_a_query_depends_on_its_database_alone(phone: Phone) -> None:
    database = phone.open()
    other = phone.databases.open(f"/data/data/{APP}/databases/other.db", APP)
    other.execute("CREATE TABLE t (x)")
    with phone.state.observe() as seen:
        database.query("SELECT * FROM item")
    other.execute("INSERT INTO t VALUES (1)")
    phone.files.write("/sdcard/x", b"")
    phone.files.stat(PATH)
    assert not seen.changed()
    shell = phone.databases.open(f"/data/user/0/{APP}/databases/main.db", SHELL)
    shell.execute("DELETE FROM item WHERE 0")
    assert not seen.changed()
    shell.execute("INSERT INTO item(name) VALUES ('x')")
    assert seen.changed()


def test_looking_at_the_file_after_a_write_moves_nothing_more(phone: Phone) -> None:
    database = phone.open()
    database.execute("INSERT INTO item(name) VALUES ('x')")
    before = phone.state.revision
    phone.files.read(PATH)
    phone.state.snapshot()
    assert phone.state.revision == before


def test_transactions(phone: Phone) -> None:
    database = phone.open()
    with pytest.raises(RuntimeError), database.transaction():
        database.execute("INSERT INTO item(name) VALUES ('gone')")
        raise RuntimeError
    assert database.query("SELECT * FROM item") == []
    with database.transaction(), database.transaction():
        database.execute("INSERT INTO item(name) VALUES ('kept')")
    assert database.query("SELECT name FROM item") == [("kept",)]
    with pytest.raises(DatabaseError, match="NOT NULL"):
        database.executemany("INSERT INTO item(name) VALUES (?)", [("a",), (None,)])
    assert database.value("SELECT count(*) FROM item") == 1


def test_rollback_is_noticed(phone: Phone) -> None:
    database = phone.open()
    for undo in ("ROLLBACK", "ROLLBACK TO s"):
        database.script("BEGIN; SAVEPOINT s; INSERT INTO item(name) VALUES ('x')")
        with phone.state.observe() as seen:
            database.query("SELECT * FROM item")
        phone.files.read(PATH)
        database.execute(undo)
        assert seen.changed(), undo
    database.execute("COMMIT")


def test_uncommitted_rows_are_in_no_snapshot(phone: Phone, tmp_path: Path) -> None:
    database = phone.open()
    database.script("BEGIN; INSERT INTO item(name) VALUES ('x')")
    snapshot = phone.state.snapshot()
    assert phone.on_host(tmp_path, "SELECT * FROM item") == []
    database.execute("COMMIT")
    assert len(phone.on_host(tmp_path, "SELECT * FROM item")) == 1
    phone.state.restore(snapshot)
    assert database.query("SELECT * FROM item") == []


@pytest.mark.parametrize(
    "sql",
    [
        "ATTACH 'host.db' AS h",
        "ATTACH '' AS h",
        "ATTACH ':memory:' AS h",
        "ATTACH 'ho' || 'st.db' AS h",
        "ATTACH ? AS h",
        "VACUUM INTO 'host.db'",
        "VACUUM main INTO 'ho' || 'st.db'",
        "SELECT load_extension('x')",
    ],
)
def test_the_host_is_out_of_reach(
    phone: Phone, sql: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    database = phone.open()
    with pytest.raises(DatabaseError, match="not authorized|authorization denied"):
        database.execute(sql, ("host.db",) if "?" in sql else ())
    assert list(tmp_path.iterdir()) == []
    database.execute("INSERT INTO item(name) VALUES ('still works')")


def test_pragmas_that_reach_beyond_the_database_do_nothing(phone: Phone, tmp_path: Path) -> None:
    database = phone.open()
    with closing(sqlite3.connect(":memory:")) as host:
        limit = host.execute("PRAGMA hard_heap_limit").fetchone()
        database.execute("PRAGMA hard_heap_limit = 1000")
        database.execute(f"PRAGMA temp_store_directory = '{tmp_path}'")
        database.execute("PRAGMA temp_store = FILE")
        assert host.execute("PRAGMA hard_heap_limit").fetchone() == limit
    assert phone.databases.open("/data/local/tmp/x.db", SHELL).query("PRAGMA temp_store") == []


def test_vacuum_shrinks_the_file(phone: Phone) -> None:
    database = phone.open()
    database.executemany("INSERT INTO item(name) VALUES (?)", [("x" * 1000,)] * 100)
    database.execute("DELETE FROM item WHERE _id > 1")
    big = phone.files.stat(PATH).size
    database.execute("VACUUM")
    assert phone.files.stat(PATH).size < big / 5
    assert database.value("SELECT count(*) FROM item") == 1


@pytest.mark.parametrize(
    "sql",
    [
        "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT count(*) FROM r",
        "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x FROM r) SELECT x FROM r WHERE x > 1",
    ],
)
def test_a_runaway_query_is_interrupted(phone: Phone, sql: str) -> None:
    database = phone.open()
    with pytest.raises(DatabaseError, match="interrupted") as caught:
        database.query(sql)
    assert caught.value.exception == "OperationCanceledException"
    assert database.value("SELECT 1") == 1


def test_huge_values_are_refused(phone: Phone) -> None:
    with pytest.raises(DatabaseError, match="too big") as caught:
        phone.open().query("SELECT zeroblob(1000000000)")
    assert caught.value.exception == "SQLiteBlobTooBigException"


@pytest.mark.parametrize(
    ("sql", "parameters", "message", "exception"),
    [
        ("SELECT * FROM missing", (), "no such table: missing", "SQLiteException"),
        ("SELEC 1", (), 'near "SELEC": syntax error', "SQLiteException"),
        ("SELECT ?", (), "binding", "SQLiteException"),
        ("SELECT ?", (2**70,), "large|big", "SQLiteException"),
        ("SELECT ?", (object(),), "binding|type", "SQLiteException"),
        ("SELECT 1; SELECT 2", (), "one statement", "SQLiteException"),
        ("SELECT '\0'", (), "null character", "SQLiteException"),
        ("INSERT INTO item VALUES (1, NULL, 1)", (), "NOT NULL", "SQLiteConstraintException"),
    ],
)
def test_errors(
    phone: Phone, sql: str, parameters: tuple[object, ...], message: str, exception: str
) -> None:
    database = phone.open()
    before = phone.state.revision
    with pytest.raises(DatabaseError, match=message) as caught:
        database.query(sql, parameters)
    assert caught.value.exception == exception
    assert phone.state.revision == before
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.message, again.exception) == (caught.value.message, exception)


def test_text_that_is_not_utf_8_is_shown_as_far_as_possible(phone: Phone) -> None:
    database = phone.open()
    database.execute("INSERT INTO item(name) VALUES (CAST(X'61FF62' AS TEXT))")
    assert database.query("SELECT name FROM item") == [("a\ufffdb",)]
    assert database.query("SELECT 'é'") == [("é",)]


# Files under the database


@pytest.mark.parametrize(
    "content",
    [b"garbage", b"SQLite format 3\0", b"SQLite format 3\0" + b"\xff" * 2000, b"\0" * 8192],
    ids=["text", "magic", "header", "zeros"],
)
def test_a_file_that_is_no_database(phone: Phone, content: bytes) -> None:
    phone.files.mkdir(PATH.rpartition("/")[0])
    phone.files.write(PATH, content)
    with pytest.raises(DatabaseCorruptError) as caught:
        phone.databases.open(PATH, SHELL)
    assert caught.value.exception == "SQLiteDatabaseCorruptException"
    assert phone.files.read(PATH) == content
    database = phone.open()  # an app's helper deletes it and begins anew, as Android's does
    assert database.query("SELECT * FROM item") == []


def test_a_truncated_database(phone: Phone, tmp_path: Path) -> None:
    rows = "INSERT INTO item(name) SELECT 'row' FROM sqlite_master, (SELECT 1)"
    content = image(SCHEMA, rows, path=tmp_path / "x.db")
    phone.files.write("/sdcard/x.db", content[: len(content) // 2])
    with pytest.raises(DatabaseCorruptError, match="malformed"):
        phone.databases.open("/sdcard/x.db", SHELL)


def test_an_empty_file_is_an_empty_database(phone: Phone) -> None:
    phone.files.write("/sdcard/x.db", b"")
    database = phone.databases.open("/sdcard/x.db", SHELL)
    assert database.query("SELECT * FROM sqlite_master") == []
    assert phone.files.read("/sdcard/x.db") == b""
    database.execute("CREATE TABLE t (x)")
    assert phone.files.read("/sdcard/x.db")[:6] == b"SQLite"


@pytest.mark.parametrize("path", ["/data/none/x.db", "/system/x.db", "/sdcard"])
def test_what_cannot_be_opened(phone: Phone, path: str) -> None:
    with pytest.raises(DatabaseError, match="unable to open database file") as caught:
        phone.databases.open(path, SHELL)
    assert caught.value.exception == "SQLiteCantOpenDatabaseException"


def test_wal(phone: Phone, tmp_path: Path) -> None:
    database = phone.open(wal=True)
    database.insert("item", {"name": "x"})
    folder = PATH.rpartition("/")[0]
    assert phone.files.listdir(folder) == ["main.db", "main.db-shm", "main.db-wal"]
    assert phone.files.read(PATH)[18:20] == b"\2\2"
    assert database.query("PRAGMA journal_mode") == [("wal",)]
    assert phone.on_host(tmp_path, "PRAGMA journal_mode") == [("wal",)]
    assert phone.on_host(tmp_path, "SELECT name FROM item") == [("x",)]
    phone.databases.close_owner(APP)
    assert phone.files.listdir(folder) == ["main.db"]
    assert phone.open().query("SELECT name FROM item") == [("x",)]
    assert phone.files.exists(f"{PATH}-wal"), "the mode is kept in the file"


def test_a_rollback_journal_is_shown_empty(phone: Phone) -> None:
    phone.open()
    assert phone.files.listdir(PATH.rpartition("/")[0]) == ["main.db", "main.db-journal"]
    assert phone.files.stat(f"{PATH}-journal").size == 0


def test_the_shell_leaves_nothing_beside(phone: Phone) -> None:
    shell = phone.databases.open("/data/local/tmp/x.db", SHELL)
    shell.script("PRAGMA journal_mode = WAL; CREATE TABLE t (x)")
    assert phone.files.read("/data/local/tmp/x.db")[18:20] == b"\2\2"
    shell.execute("PRAGMA journal_mode = DELETE")
    assert phone.files.read("/data/local/tmp/x.db")[18:20] == b"\1\1"
    assert phone.files.listdir("/data/local/tmp") == ["x.db"]


def test_a_log_from_another_phone_is_applied(phone: Phone, tmp_path: Path) -> None:
    source = tmp_path / "main.db"
    connection = sqlite3.connect(source, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.execute(SCHEMA)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.executemany("INSERT INTO item(name) VALUES (?)", [("x" * 300,)] * 200)
    connection.execute("BEGIN")
    connection.execute("PRAGMA cache_spill = 1")
    connection.execute("UPDATE item SET name = 'uncommitted'")
    phone.files.mkdir(PATH.rpartition("/")[0])
    log = (tmp_path / "main.db-wal").read_bytes()
    assert len(log) > 10_000
    phone.files.write(PATH, source.read_bytes())
    phone.files.write(f"{PATH}-wal", log)
    database = phone.databases.open(PATH, APP)
    assert database.query("SELECT count(*), min(name), max(name) FROM item") == [
        (200, "x" * 300, "x" * 300)
    ]
    assert database.query("PRAGMA integrity_check") == [("ok",)]
    assert phone.files.stat(f"{PATH}-wal").size == 0
    connection.close()


def test_a_damaged_log_counts_up_to_the_damage(phone: Phone, tmp_path: Path) -> None:
    source = tmp_path / "main.db"
    connection = sqlite3.connect(source, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute(SCHEMA)
    lengths = []
    for number in range(3):
        connection.execute("INSERT INTO item(name) VALUES (?)", (str(number),))
        lengths.append((tmp_path / "main.db-wal").stat().st_size)
    log = bytearray((tmp_path / "main.db-wal").read_bytes())
    log[lengths[1] + 100] ^= 1
    phone.files.write("/sdcard/x.db", source.read_bytes())
    phone.files.write("/sdcard/x.db-wal", bytes(log))
    database = phone.databases.open("/sdcard/x.db", APP)
    assert database.query("SELECT name FROM item") == [("0",), ("1",)]
    phone.files.write("/sdcard/y.db", b"")
    phone.files.write("/sdcard/y.db-wal", b"nonsense" * 100)
    assert phone.databases.open("/sdcard/y.db", APP).query("SELECT * FROM sqlite_master") == []
    connection.close()


# Identity


def test_app_and_shell_share_one_image(phone: Phone) -> None:
    app = phone.open()
    shell = phone.databases.open(f"/data/user/0/{APP}/databases/main.db", SHELL)
    app.insert("item", {"name": "a"})
    assert shell.query("SELECT name FROM item") == [("a",)]
    shell.execute("DELETE FROM item")
    assert app.query("SELECT name FROM item") == []
    assert phone.databases.owners(PATH) == (APP, SHELL)
    shell.script("BEGIN; INSERT INTO item(name) VALUES ('left open')")
    shell.close()
    assert app.query("SELECT name FROM item") == []
    assert phone.databases.owners(PATH) == (APP,)
    with pytest.raises(DatabaseError, match="already-closed"):
        shell.query("SELECT 1")


def test_foreign_keys_are_each_owner_s_own(phone: Phone) -> None:
    path = "/data/local/tmp/f.db"
    app = phone.databases.open(path, APP, foreign_keys=True)
    app.script(
        "CREATE TABLE p (id INTEGER PRIMARY KEY);"
        "CREATE TABLE c (p REFERENCES p ON DELETE CASCADE);"
        "INSERT INTO p VALUES (1), (2); INSERT INTO c VALUES (1), (2);"
    )
    shell = phone.databases.open(path, SHELL)
    app.execute("DELETE FROM p WHERE id = 1")
    shell.execute("DELETE FROM p WHERE id = 2")
    assert shell.query("SELECT p FROM c") == [(2,)]
    shell.execute("PRAGMA foreign_keys = ON")
    with pytest.raises(DatabaseError, match="FOREIGN KEY"):
        shell.execute("INSERT INTO c VALUES (9)")
    shell.close()
    assert phone.databases.open(path, SHELL).query("PRAGMA foreign_keys") == [(0,)]


@pytest.mark.parametrize("how", ["remove", "rmtree", "rename over"])
def test_a_replaced_file_is_seen_after_the_app_s_restart(
    phone: Phone, tmp_path: Path, how: str
) -> None:
    app = phone.open()
    app.insert("item", {"name": "old"})
    new = image(SCHEMA, "INSERT INTO item(name) VALUES ('new')", path=tmp_path / "x.db")
    if how == "remove":
        phone.files.remove(PATH)
        phone.files.write(PATH, new)
    elif how == "rmtree":
        phone.files.rmtree(PATH.rpartition("/")[0])
        phone.files.mkdir(PATH.rpartition("/")[0])
        phone.files.write(PATH, new)
    else:
        phone.files.write(f"{PATH}.new", new)
        phone.files.rename(f"{PATH}.new", PATH)
    assert app.query("SELECT name FROM item") == [("old",)]
    app.insert("item", {"name": "lost"})
    assert phone.databases.open(PATH, SHELL).query("SELECT name FROM item") == [("new",)]
    assert phone.files.read(PATH) == new

    snapshot = phone.state.snapshot()
    phone.databases.close_owner(APP)
    app.insert("item", {"name": "x"})  # a stale object opens what is there now
    phone.state.restore(pickle.loads(pickle.dumps(snapshot)))
    assert app.query("SELECT name FROM item") == [("old",), ("lost",)]

    with phone.state.observe() as seen:
        app.query("SELECT name FROM item")
    phone.databases.close_owner(APP)
    assert seen.changed()
    assert phone.open().query("SELECT name FROM item") == [("new",)]
    assert not phone.databases._table.peek().orphans


def test_a_missing_file_is_made_anew(phone: Phone) -> None:
    phone.open().insert("item", {"name": "old"})
    phone.files.rmtree(f"/data/data/{APP}/databases")
    phone.databases.close_owner(APP)
    assert not phone.files.exists(PATH)
    assert phone.open().query("SELECT * FROM item") == []


def test_overwriting_in_place_is_seen_at_once(phone: Phone, tmp_path: Path) -> None:
    app = phone.open()
    app.insert("item", {"name": "old"})
    new = image(SCHEMA, "INSERT INTO item(name) VALUES ('new')", path=tmp_path / "x.db")
    with phone.state.observe() as seen:
        app.query("SELECT name FROM item")
    phone.files.write(PATH, new)
    assert seen.changed()
    assert app.query("SELECT name FROM item") == [("new",)]
    phone.files.write(PATH, b"nonsense")
    with pytest.raises(DatabaseCorruptError):
        app.query("SELECT name FROM item")


def test_a_renamed_file_stays_open(phone: Phone) -> None:
    app = phone.open()
    phone.files.rename(PATH, f"{PATH}.moved")
    app.insert("item", {"name": "x"})
    assert b"item" in phone.files.read(f"{PATH}.moved")
    shell = phone.databases.open(f"{PATH}.moved", SHELL)
    assert shell.query("SELECT name FROM item") == [("x",)]


def test_a_copy_is_another_database(phone: Phone) -> None:
    app = phone.open()
    app.insert("item", {"name": "x"})
    phone.files.copy(f"/data/data/{APP}", "/data/data/copy", preserve=True)
    app.execute("DELETE FROM item")
    copy = phone.databases.open("/data/data/copy/databases/main.db", SHELL)
    assert copy.query("SELECT name FROM item") == [("x",)]


def test_delete(phone: Phone) -> None:
    phone.open(wal=True)
    phone.databases.close_owner(APP)
    assert phone.databases.delete(PATH)
    assert not phone.databases.delete(PATH)
    assert phone.files.listdir(PATH.rpartition("/")[0]) == []


# The helper


def test_upgrade(phone: Phone) -> None:
    phone.open()
    phone.databases.close_owner(APP)

    def upgrade(database: Database, old: int, new: int) -> None:
        assert (old, new) == (1, 3)
        database.execute("ALTER TABLE item ADD COLUMN extra")

    database = phone.databases.open(PATH, APP, version=3, create=pytest.fail, upgrade=upgrade)
    assert database.user_version == 3
    assert database.query("SELECT extra FROM item") == []
    phone.databases.close_owner(APP)
    with pytest.raises(DatabaseError, match="Can't downgrade database from version 3 to 2"):
        phone.databases.open(PATH, APP, version=2)


def test_a_failed_creation_leaves_nothing(phone: Phone) -> None:
    def create(database: Database) -> None:
        database.execute(SCHEMA)
        database.execute("nonsense")

    with pytest.raises(DatabaseError, match="nonsense"):
        phone.databases.open(PATH, APP, version=1, create=create)
    assert phone.open().query("SELECT * FROM item") == []


# Snapshots


def test_restore_brings_rows_back(phone: Phone) -> None:
    database = phone.open(wal=True)
    database.insert("item", {"name": "a"})
    snapshot = phone.state.snapshot()
    with phone.state.observe() as seen:
        database.query("SELECT name FROM item")
    database.insert("item", {"name": "b"})
    phone.state.restore(snapshot)
    assert seen.changed()
    assert database.query("SELECT name FROM item") == [("a",)]
    assert phone.open(wal=True).query("SELECT name FROM item") == [("a",)]
    database.insert("item", {"name": "c"})
    assert b"c" in phone.files.read(PATH)
    phone.state.restore(snapshot)
    assert database.query("SELECT name FROM item") == [("a",)]
    phone.databases.close_owner(APP)
    assert phone.files.listdir(PATH.rpartition("/")[0]) == ["main.db"]


def test_a_restore_keeps_connections_that_still_fit(phone: Phone) -> None:
    database = phone.open()
    database.insert("item", {"name": "a"})
    snapshot = phone.state.snapshot()
    phone.files.write("/sdcard/other", b"")
    connection = database._attached()._connection
    phone.state.restore(snapshot)
    assert database._attached()._connection is connection
    database.execute("PRAGMA user_version = 5")
    phone.state.restore(snapshot)
    assert database._attached()._connection is not connection


def test_a_pickled_snapshot_on_another_phone(phone: Phone) -> None:
    phone.open(wal=True).insert("item", {"name": "a"})
    other = Phone()
    stale = other.open()
    stale.insert("item", {"name": "other"})
    other.state.restore(pickle.loads(pickle.dumps(phone.state.snapshot())))
    assert stale.query("SELECT name FROM item") == [("a",)]
    assert other.open() is not stale
    assert other.databases.owners(PATH) == (APP,)


def test_equal_histories_give_equal_bytes() -> None:
    contents = set()
    for _ in range(2):
        phone = Phone()
        database = phone.open()
        phone.clock.advance(1234)
        database.script(
            "CREATE TABLE t (x DEFAULT CURRENT_TIMESTAMP, y DEFAULT (random()));"
            "INSERT INTO t DEFAULT VALUES;"
            "INSERT INTO t VALUES (datetime('now', 'localtime'), hex(randomblob(16)));"
            "INSERT INTO t SELECT strftime('%s'), random() FROM t;"
        )
        assert database.value("SELECT x FROM t") == "2023-10-15 15:34:01"
        contents.add(phone.files.read(PATH))
    assert len(contents) == 1


# SQL's clock


@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        ("SELECT datetime('now')", "2023-10-15 15:34:00"),
        ("SELECT DateTime('NOW', '-1 day', 'start of day')", "2023-10-14 00:00:00"),
        ("SELECT date()", "2023-10-15"),
        ("SELECT time('now', 'localtime')", "21:04:00"),
        ("SELECT datetime(0, 'unixepoch', 'localtime')", "1970-01-01 05:30:00"),
        ("SELECT datetime('2023-10-15 21:04:00', 'utc', '+1 hour')", "2023-10-15 16:34:00"),
        ("SELECT strftime('%s')", "1697384040"),
        ("SELECT strftime('%Y-%m', 1697384040, 'unixepoch')", "2023-10"),
        ("SELECT CURRENT_TIMESTAMP", "2023-10-15 15:34:00"),
        ("SELECT CURRENT_DATE", "2023-10-15"),
        ("SELECT CURRENT_TIME", "15:34:00"),
        ("SELECT date('nonsense')", None),
        ("SELECT date('9999-12-31 23:59', 'localtime')", None),
        ("SELECT date('now', 'nonsense')", None),
        ("SELECT strftime()", None),
        ("SELECT julianday('2000-01-01 12:00')", 2451545.0),
        ("SELECT sqlite_version()", "3.32.2"),
        ("SELECT 'b' < 'A' COLLATE LOCALIZED", 0),
    ],
)
def test_functions(phone: Phone, sql: str, expected: object) -> None:
    phone.clock.set_timezone("Asia/Kolkata")
    assert phone.open().value(sql) == expected


def test_randomness_goes_on_after_a_restore_as_it_did_before(phone: Phone) -> None:
    database = phone.open()
    snapshot = phone.state.snapshot()
    drawn = [database.value("SELECT random()") for _ in range(3)]
    assert len(set(drawn)) == 3
    phone.state.restore(snapshot)
    assert [database.value("SELECT random()") for _ in range(3)] == drawn


@given(st.lists(st.sampled_from([*"ab ;'\"`[]-/*\n", "--", "/*", "*/", "''", "SELECT 1"])))
def test_scripts_without_triggers_are_split_in_the_same_way(pieces: list[str]) -> None:
    """They are read in larger parts; the word in the comment has them read word by word."""
    script = "".join(pieces)
    marked = split_statements(f"SELECT 0 /* trigger */;{script}")
    assert marked == ["SELECT 0 /* trigger */;", *split_statements(f"SELECT 0;{script}")[1:]]


def test_split_statements() -> None:
    script = """
        -- a comment; with a semicolon
        CREATE TABLE a (x TEXT DEFAULT ';');
        CREATE TRIGGER t AFTER INSERT ON a BEGIN DELETE FROM a; SELECT 1; END;;
        /* ; */ INSERT INTO a VALUES ('it''s; fine'); SELECT 1 -- end;
    """
    assert len(split_statements(script)) == 4
    assert split_statements(" ; ;\n-- nothing\n") == []
    assert split_statements("SELECT 1") == ["SELECT 1"]
    assert split_statements(" SELECT 'x' ;\n") == ["SELECT 'x' ;"]
    assert split_statements("SELECT 1 -- ;") == ["SELECT 1 -- ;"]
    assert split_statements("-- nothing;") == split_statements(" ;") == []
    phone = Phone()
    database = phone.open()
    database.script(script)
    assert database.query("SELECT * FROM a") == []


# Cost


def fastest(action: Callable[[], object], repeats: int = 300) -> float:
    best = float("inf")
    for _ in range(repeats):
        start = time.thread_time()
        action()
        best = min(best, time.thread_time() - start)
    return best


def test_the_cost_of_a_row_does_not_depend_on_the_number_of_rows() -> None:
    """Measured against itself, so that the machine's speed does not matter."""

    def cost(rows: int) -> float:
        database = Phone().open()
        database.executemany(
            "INSERT INTO item(name, amount) VALUES (?, ?)", [(f"name {n}", n) for n in range(rows)]
        )

        def step() -> None:
            row = database.insert("item", {"name": "new", "amount": 1})
            database.query("SELECT * FROM item WHERE _id = ?", (row,))

        return fastest(step)

    small, large = cost(100), cost(10_000)
    assert large < 3 * small  # 1.1 times, measured alone; copying the database would be 10 times


def test_what_was_built_with_it_open_is_not_taken_for_what_finds_it_closed() -> None:
    """Reading opens it, which shows in the files beside it: it is something that is read too."""
    phone = Phone()
    database = phone.open(wal=True)  # a provider keeps it
    phone.databases.close_owner(APP)
    closed = phone.state.snapshot()
    for _ in range(3):
        phone.state.restore(closed)
        assert not phone.files.exists(f"{PATH}-wal")
        database.query("SELECT 1")  # opens it, for another screen
        with phone.state.observe() as seen:
            database.query("SELECT * FROM item")
        seen.keep_values()
        assert phone.files.exists(f"{PATH}-wal") and not seen.changed()
        opened = phone.state.snapshot()
        phone.state.restore(closed)
        assert seen.changed() and not seen.recurred()
        phone.state.restore(opened)
        assert not seen.changed()


def test_who_reads_it_depends_on_its_content() -> None:
    """However it came about: the same content again, open or not, is what it was."""
    phone = Phone()
    database = phone.open()
    database.insert("item", {"name": "coffee"})
    stored = phone.files.read(PATH)
    with phone.state.observe() as seen:
        phone.open().query("SELECT * FROM item")
    seen.keep_values()
    assert not any(name.startswith(("file:", "names:")) for name in seen.names)
    database.execute("UPDATE item SET name = 'tea'")
    assert not seen.recurs()
    phone.databases.flush()
    assert not seen.recurs()
    phone.databases.close_owner(APP)
    assert seen.changed() and not seen.recurs() and phone.databases.owners(PATH) == (APP,)
    phone.databases.close_owner(APP)
    phone.files.write(PATH, stored)
    assert seen.changed() and seen.recurs() and phone.databases.owners(PATH) == (APP,)
    assert database.query("SELECT name FROM item") == [("coffee",)]


def test_what_was_not_stored_yet_is_like_nothing() -> None:
    """Storing it for each look would cost what the whole database costs."""
    phone = Phone()
    database = phone.open()
    phone.databases.flush()
    with phone.state.observe() as seen:
        database.query("SELECT * FROM item")
    seen.keep_values()
    database.execute("BEGIN")
    database.insert("item", {"name": "coffee"})
    assert not seen.recurs()
    database.execute("ROLLBACK")
    assert not seen.recurs()
    phone.databases.flush()
    assert seen.recurs()


def test_nor_is_a_long_one_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    phone = Phone()
    database = phone.open()
    phone.databases.flush()
    monkeypatch.setattr(databases, "MOST_DIGESTED", len(phone.files.read(PATH)) - 1)
    with phone.state.observe() as seen:
        database.query("SELECT * FROM item")
    seen.keep_values()
    phone.databases.close_owner(APP)
    assert not seen.recurs()


@pytest.mark.parametrize("shell", [False, True], ids=["nobody", "the shell"])
def test_a_file_that_was_replaced_while_it_was_closed_is_another_one(shell: bool) -> None:
    phone = Phone()
    phone.open().insert("item", {"name": "pea"})
    phone.databases.flush()
    other = Phone()
    other.open().insert("item", {"name": "tea"})
    with phone.state.observe() as seen:
        assert phone.open().query("SELECT name FROM item") == [("pea",)]
    seen.keep_values()
    held = phone.databases.open(PATH, SHELL) if shell else None
    phone.databases.close_owner(APP)
    if held is not None:
        held.close()
    phone.files.write(PATH, other.files.read(PATH))
    assert seen.changed() and not seen.recurs()
    assert phone.open().query("SELECT name FROM item") == [("tea",)]


def test_two_files_that_were_at_one_path_are_not_compared() -> None:
    """One owner has the removed one open, another one the new one."""
    phone = Phone()
    phone.databases.open(PATH, "an.other", version=1, create=lambda db: db.execute(SCHEMA))
    with phone.state.observe() as seen:
        phone.open().query("SELECT name FROM item")
    seen.keep_values()
    phone.databases.close_owner(APP)
    content = phone.files.read(PATH)
    phone.files.remove(PATH)
    phone.files.write(PATH, content)
    assert not seen.recurs()


def test_the_shell_depends_on_the_file_that_it_has_opened() -> None:
    """It has closed it again, so nobody tells of what is written over it but the file."""
    phone, other = Phone(), Phone()
    phone.open()
    other.open().insert("item", {"name": "tea"})
    phone.databases.close_owner(APP)
    with phone.state.observe() as seen:
        shell = phone.databases.open(PATH, SHELL)
        assert shell.query("SELECT name FROM item") == []
    seen.keep_values()
    shell.close()
    assert not seen.changed()
    phone.files.write(PATH, other.files.read(PATH))
    assert seen.changed() and not seen.recurred()


def test_a_database_that_can_t_be_opened_depends_on_the_files() -> None:
    phone = Phone()
    phone.files.mkdir(PATH, parents=True)
    with phone.state.observe() as seen, pytest.raises(DatabaseError):
        phone.open()
    assert not seen.changed()
    phone.files.rmdir(PATH)
    assert seen.changed()


@pytest.mark.timeout(60)
def test_long_scripts_are_split_in_linear_time() -> None:
    assert len(split_statements("SELECT '" + ";" * 300_000)) == 1
    assert split_statements("SELECT ';'; /* ; */ SELECT \";\" -- ;\n; SELECT [;], `;`") == [
        "SELECT ';';",
        '/* ; */ SELECT ";" -- ;\n;',
        "SELECT [;], `;`",
    ]
    trigger = "CREATE TEMP TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; SELECT 2; END;"
    assert split_statements(f"{trigger} SELECT 3;") == [trigger, "SELECT 3;"]
    assert split_statements("EXPLAIN QUERY PLAN " + trigger) == ["EXPLAIN QUERY PLAN " + trigger]


@given(
    st.lists(
        st.sampled_from(
            ["CREATE ", "TEMP ", "TRIGGER ", "END", ";", " ", "'", '"', "`", "--", "\n", "/*", "*/"]
        ),
        max_size=14,
    )
)
def test_statements_end_where_sqlite_says(parts: list[str]) -> None:
    sql = "".join(parts)
    pieces = split_statements(sql)
    for piece in pieces[:-1]:
        assert sqlite3.complete_statement(piece)
    # No statement could have ended earlier.
    for piece in pieces:
        for place, char in enumerate(piece[:-1]):
            assert char != ";" or not sqlite3.complete_statement(piece[: place + 1])


@pytest.mark.timeout(60)
def test_patterns_and_functions_of_a_statement_are_bounded(phone: Phone) -> None:
    database = phone.open()
    with pytest.raises(DatabaseError, match="too complex"):
        database.query("SELECT 'a' LIKE ?", ("a" * 2000,))
    with pytest.raises(DatabaseError, match="too big"):
        database.query("SELECT hex(zeroblob(3000000))")
    assert database.value("PRAGMA journal_mode" + " " * 20_000) is not None
    with pytest.raises(DatabaseError):
        database.query("PRAGMA journal_mode" + " " * 20_000 + "x")


def test_a_statement_that_takes_too_long_is_interrupted(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = phone.open()
    database.query("SELECT 1")
    monkeypatch.setattr("android_gym.simulator.system.database_image._STATEMENT_S", -1.0)
    with pytest.raises(DatabaseError, match="interrupted"):
        database.query(
            "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r LIMIT 2000) "
            "SELECT count(*) FROM r"
        )


_LONG = "hex(zeroblob(500000))"


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "call",
    [
        f"instr({_LONG}, {_LONG} || 'b')",
        f'"instr"({_LONG}, 1)',
        f"Replace /* x */ ({_LONG}, {_LONG} || 'b', '')",
        f"trim({_LONG}, {_LONG} || 'b')",
        "ltrim(hex(zeroblob(40000)), 'b')",
        f"[rtrim]({_LONG}, 'b')",
    ],
)
def test_what_is_compared_place_by_place_is_short(phone: Phone, call: str) -> None:
    """One such step of long values would take hours, and nothing interrupts it."""
    shell = phone.databases.open("/data/local/tmp/x.db", SHELL)
    for _ in range(2):
        with pytest.raises(DatabaseError, match="too big"):
            shell.query(f"SELECT {call}")
    shell.execute("CREATE TABLE t (a)")
    shell.execute(f"INSERT OR REPLACE INTO t VALUES ({_LONG})")
    assert shell.query("SELECT length(a) FROM t") == [(1_000_000,)]
    assert shell.query("SELECT trim(' x '), instr('abc', 'c'), replace('abc', 'b', 'x')") == [
        ("x", 3, "axc")
    ]


def test_what_a_view_compares_is_short(phone: Phone) -> None:
    shell = phone.databases.open("/data/local/tmp/x.db", SHELL)
    shell.execute("CREATE TABLE t (a)")
    shell.execute("CREATE VIEW v AS SELECT trim(a, 'x') AS a FROM t")
    shell.execute("INSERT INTO t VALUES (hex(zeroblob(40000)))")
    for _ in range(2):
        with pytest.raises(DatabaseError, match="too big"):
            shell.query("SELECT length(a) FROM v")
        assert shell.query("SELECT 1") == [(1,)]


def test_many_comparisons_are_interrupted(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("android_gym.simulator.system.database_image._COMPARED_S", -1.0)
    shell = phone.databases.open("/data/local/tmp/x.db", SHELL)
    rows = "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r LIMIT 100) SELECT "
    with pytest.raises(DatabaseError, match="interrupted"):
        shell.query(f"{rows} count(instr(x, '1')) FROM r")
    assert shell.query(f"{rows} count(x) FROM r") == [(100,)]


def test_a_long_random_blob_is_drawn_at_once(phone: Phone) -> None:
    database = phone.open()
    lengths = "SELECT length(randomblob(1000)), length(randomblob(1001)), randomblob(5000)"
    ((short, long, blob),) = database.query(lengths)
    assert (short, long, len(set(blob))) == (1000, 1001, 256)
    assert Phone().open().query(lengths)[0][2] == blob  # it follows from the state


class TestConnectionsKept:
    """A database that was only read keeps its connection for whoever opens the same content."""

    def reopened(self, phone: Phone, database: Database) -> tuple[Database, bool]:
        """Close and open again; return also whether the connection is the same."""
        before = database._attached().load() if not database._attached().connected else None
        before = before or database._attached()._connection
        database.close()
        again = phone.open()
        again.query("SELECT count(*) FROM item")
        return again, again._attached()._connection is before

    def filled(self, phone: Phone) -> Database:
        """Return a database with a row, as opened by an app that starts."""
        database = phone.open()
        database.insert("item", {"name": "tea", "amount": 5})
        again, same = self.reopened(phone, database)
        assert not same  # it was written to
        return again

    def test_reading_keeps_it(self, phone: Phone) -> None:
        database = self.filled(phone)
        assert database.query("SELECT name FROM item") == [("tea",)]
        database.value("PRAGMA user_version")
        again, same = self.reopened(phone, database)
        assert same
        assert again.query("SELECT name FROM item") == [("tea",)]

    @pytest.mark.parametrize(
        "statement",
        [
            "INSERT INTO item (name) VALUES ('x')",
            "DELETE FROM item WHERE 0",
            "CREATE TEMP TABLE mine (a)",
            "PRAGMA case_sensitive_like = 1",
            "PRAGMA recursive_triggers = 1",
            "SAVEPOINT here",
            "ANALYZE",
        ],
    )
    def test_what_leaves_traces_does_not(self, phone: Phone, statement: str) -> None:
        database = self.filled(phone)
        database.execute(statement)
        again, same = self.reopened(phone, database)
        assert not same
        assert again.query("SELECT name FROM item WHERE name LIKE 'TEA'") == [("tea",)]
        with pytest.raises(DatabaseError):
            again.query("SELECT * FROM mine")

    def test_an_open_transaction_is_undone(self, phone: Phone) -> None:
        database = self.filled(phone)
        database.execute("BEGIN")
        again, _ = self.reopened(phone, database)
        with again.transaction():
            again.execute("DELETE FROM item")
        assert again.query("SELECT * FROM item") == []

    def test_another_content_gets_another_connection(self, phone: Phone, tmp_path: Path) -> None:
        database = self.filled(phone)
        database.close()
        other = image(
            SCHEMA,
            "INSERT INTO item (name) VALUES ('milk')",
            "PRAGMA user_version = 1",
            path=tmp_path / "other.db",
        )
        phone.files.write(PATH, other)
        assert phone.open().query("SELECT name FROM item") == [("milk",)]

    def test_two_files_of_one_content_have_a_connection_each(self, phone: Phone) -> None:
        database = self.filled(phone)
        database.close()
        content = phone.files.read(PATH)
        phone.files.write(f"{PATH}2", content)
        first, second = phone.open(), phone.databases.open(f"{PATH}2", APP)
        second.execute("DELETE FROM item")
        assert first.query("SELECT name FROM item") == [("tea",)]
        assert second.query("SELECT name FROM item") == []

    def test_only_so_many_are_kept(self, phone: Phone) -> None:
        for number in range(databases._MOST_SPARE + 5):
            path = f"{PATH}{number}"
            database = phone.databases.open(
                path, APP, version=number + 1, create=lambda db: db.execute(SCHEMA)
            )
            database.close()
            phone.databases.open(path, APP).query("SELECT * FROM item")
            phone.databases.close_owner(APP)
        assert len(phone.databases._spares) == databases._MOST_SPARE


@pytest.mark.parametrize("where", ["before its first line", "within it"])
@pytest.mark.parametrize("callback", ["authorize", "tick"])
def test_ctrl_c_in_a_callback_of_sqlite_is_no_refusal(
    phone: Phone, monkeypatch: pytest.MonkeyPatch, where: str, callback: str
) -> None:
    """SQLite takes an exception there for a refusal, by which apps would crash."""

    def interrupt(*_: object) -> int:
        raise KeyboardInterrupt

    owner = DatabaseImage if where == "within it" else Callbacks
    count = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 99999) "
    with monkeypatch.context() as patch:
        patch.setattr(owner, callback, interrupt)
        with pytest.raises(KeyboardInterrupt):
            phone.open().query(f"{count} SELECT sum(i) FROM n")
    database = Phone().open()
    assert database.query("SELECT 1") == [(1,)]
    with pytest.raises(DatabaseError, match="not authorized"):
        database.execute("ATTACH '/x' AS y")
