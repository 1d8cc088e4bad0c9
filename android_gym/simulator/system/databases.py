"""SQLite databases at the phone's paths.

A database is an ordinary file of `Files` until somebody opens it. Then its image is loaded into an
in-memory SQLite connection, one for each inode, whoever opens it: an app and the ``sqlite3``
command see each other's rows at once. The file's bytes are written back lazily, when someone looks
at the file or a snapshot is taken, so a written row costs what the row costs, whatever the size of
the database.

What follows from inodes, as on a phone: a file that is replaced (removed and written anew) is
another database; an app that has the old one open goes on seeing the old rows until its process
ends (`Databases.close_owner`). A file that is overwritten in place is loaded again.

Traps of in-memory images that this module keeps to itself: they can't be in WAL mode, so the two
header bytes that say so are changed on the way in and back on the way out; bytes that are no
database are told apart before SQLite sees them; ``ATTACH``, ``VACUUM INTO`` and extensions, which
would reach the host, are denied; a statement that runs away is interrupted after a fixed number of
virtual machine steps; the clock and randomness in SQL are the phone's (`sqlite_functions`).
"""

from __future__ import annotations

import functools
import re
import sqlite3
import sys
import time
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, TypedDict

from immutables import Map

from android_gym.errors import DatabaseCorruptError, DatabaseError, FileError
from android_gym.simulator.state import State
from android_gym.simulator.system.clock import Clock
from android_gym.simulator.system.files import Files
from android_gym.simulator.system.sqlite_functions import SqlFunctions
from android_gym.simulator.system.sqlite_wal import recovered

__all__ = ["SHELL", "Database", "DatabaseOptions", "Databases", "Result", "split_statements"]

SHELL: Final = "shell"
"""The owner that the ``sqlite3`` command opens databases as; it leaves no files beside them."""

_MAGIC: Final = b"SQLite format 3\0"
_HEADER_SIZE: Final = 100
_STEPS_PER_TICK: Final = 5_000
_TICKS: Final = 6_000  # 30 million virtual machine steps, about a second
_STATEMENT_S: Final = 20.0
"""Seconds of the host that a statement may take.

The only wall clock here, and far beyond what the steps allow: a step that calls a function takes as
long as the function does on its values, which nothing counts.
"""
_MAX_LENGTH: Final = 4 * 2**20  # bytes of one value; Android's cursors hold rows of 2 MiB
_MAX_PATTERN: Final = 1_000  # bytes of a pattern of LIKE or GLOB, which is compared at each place
_MAX_PAGES: Final = 131_072  # 512 MiB of 4 KiB pages
_CURSOR_WINDOW: Final = 2 * 2**20  # bytes of one row that pass between Android's processes
_MAX_SHOWN: Final = 64 * 2**20  # bytes of the rows of one statement that somebody outside wrote
_MAX_SHOWN_COLUMNS: Final = 200
_MAX_COLUMNS: Final = 2000  # SQLite's own default
_SHM_SIZE: Final = 32_768
_KINDS_KEPT: Final = 1000

_EXCEPTIONS: Final = {
    sqlite3.SQLITE_ABORT: "SQLiteAbortException",
    sqlite3.SQLITE_BUSY: "SQLiteDatabaseLockedException",
    sqlite3.SQLITE_CANTOPEN: "SQLiteCantOpenDatabaseException",
    sqlite3.SQLITE_CONSTRAINT: "SQLiteConstraintException",
    sqlite3.SQLITE_FULL: "SQLiteFullException",
    sqlite3.SQLITE_INTERRUPT: "OperationCanceledException",
    sqlite3.SQLITE_IOERR: "SQLiteDiskIOException",
    sqlite3.SQLITE_LOCKED: "SQLiteTableLockedException",
    sqlite3.SQLITE_MISMATCH: "SQLiteDatatypeMismatchException",
    sqlite3.SQLITE_MISUSE: "SQLiteMisuseException",
    sqlite3.SQLITE_NOMEM: "SQLiteOutOfMemoryException",
    sqlite3.SQLITE_PERM: "SQLiteAccessPermException",
    sqlite3.SQLITE_RANGE: "SQLiteBindOrColumnIndexOutOfRangeException",
    sqlite3.SQLITE_READONLY: "SQLiteReadOnlyDatabaseException",
    sqlite3.SQLITE_TOOBIG: "SQLiteBlobTooBigException",
}
_CORRUPT: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

# Pragmas that would change the whole host process, or that an in-memory image needs as it is.
_IGNORED_PRAGMAS: Final = frozenset(
    "data_store_directory hard_heap_limit locking_mode max_page_count mmap_size soft_heap_limit "
    "temp_store temp_store_directory threads".split()
)
_WRITING_PRAGMAS: Final = frozenset(
    "application_id auto_vacuum encoding incremental_vacuum optimize page_size schema_version "
    "user_version".split()
)
# What a statement may change: rows, which the connection counts; the schema, which has a version;
# or something else, about which nothing tells whether it did.
_ROWS, _SCHEMA, _OTHER = range(3)
# What leaves a connection as it was (an open transaction apart), beside reading.
_HARMLESS: Final = frozenset({sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_TRANSACTION})
_MOST_SPARE: Final = 24
_MOST_SPARE_BYTES: Final = 8 * 2**20
"""Connections of closed databases that are kept, for the same content may be opened again."""
_DENIED_FUNCTIONS: Final = frozenset({"load_extension", "fts3_tokenizer"})
_ROW_ACTIONS: Final = frozenset(
    {sqlite3.SQLITE_INSERT, sqlite3.SQLITE_UPDATE, sqlite3.SQLITE_DELETE}
)
_SCHEMA_TABLES: Final = frozenset({"sqlite_master", "sqlite_schema"})
_JOURNAL_MODE: Final = re.compile(
    r"\s*+PRAGMA\s++(?:main\s*+\.\s*+)?journal_mode\s*+"
    r"(?:[=(]\s*+['\"]?(\w++)['\"]?\s*+\)?)?\s*+;?\s*+",
    re.IGNORECASE,
)


class Result(NamedTuple):
    """Result of a statement.

    Attributes:
        rows: The rows it returned.
        columns: Their names; empty for a statement that returns none.
        rowcount: Rows inserted, updated or deleted; -1 for other statements.
        lastrowid: Row id of the last row that this connection inserted, or 0.
    """

    rows: list[tuple[Any, ...]]
    columns: tuple[str, ...]
    rowcount: int
    lastrowid: int


class _Handle(NamedTuple):
    """That an owner has a file open, and the files that show it: as data, for snapshots."""

    ino: int
    beside: tuple[tuple[str, int], ...] = ()  # (path, ino) of -wal and -shm


class _Table(NamedTuple):
    handles: Map[tuple[str, str], _Handle]  # (owner, canonical path) -> handle
    orphans: Map[int, bytes]  # content of open databases whose file has been removed


class Database:
    """One owner's open database. Made by `Databases.open`."""

    def __init__(self, service: Databases, path: str, owner: str, foreign_keys: bool) -> None:
        self.path = path
        self.owner = owner
        self.foreign_keys = foreign_keys
        self._service = service
        self._key = f"db:{path}"
        # Whether this owner has it open, which shows: what was built with it open must not be
        # taken for what would be built where it is closed.
        self.open_key = f"open:{owner}:{path}"
        self._image: _Image | None = None
        self._closed = False

    def query(self, sql: str, parameters: Sequence[Any] | Mapping[str, Any] = ()) -> list[tuple]:
        """Return the rows of a statement, and depend on the database.

        Raises:
            DatabaseError: If SQLite refuses it.
            DatabaseCorruptError: If the file is damaged or no database.
        """
        return self._read().run(self, sql, parameters).rows

    def query_dicts(
        self, sql: str, parameters: Sequence[Any] | Mapping[str, Any] = ()
    ) -> list[dict[str, Any]]:
        """Return the rows of a statement as dicts by column name; otherwise as `query`."""
        result = self._read().run(self, sql, parameters)
        return [dict(zip(result.columns, row, strict=True)) for row in result.rows]

    def value(
        self, sql: str, parameters: Sequence[Any] | Mapping[str, Any] = (), default: Any = None
    ) -> Any:
        """Return the first column of the first row; `default` where there is no row."""
        rows = self.query(sql, parameters)
        return rows[0][0] if rows else default

    def execute(self, sql: str, parameters: Sequence[Any] | Mapping[str, Any] = ()) -> Result:
        """Run one statement, which may return rows too."""
        return self._read().run(self, sql, parameters)

    def executemany(self, sql: str, rows: Iterable[Sequence[Any] | Mapping[str, Any]]) -> int:
        """Run one statement for each row of parameters, all or none. Return the rows affected."""
        with self.transaction():
            return self._attached().run(self, sql, rows, many=True).rowcount

    def insert(self, table: str, values: Mapping[str, Any]) -> int:
        """Insert one row given by column name. Return its row id."""
        names = ", ".join(f'"{name}"' for name in values)
        marks = ", ".join("?" * len(values))
        sql = f'INSERT INTO "{table}" ({names}) VALUES ({marks})'
        return self.execute(sql, tuple(values.values())).lastrowid

    def update(
        self, table: str, values: Mapping[str, Any], where: str, parameters: Sequence[Any] = ()
    ) -> int:
        """Change the columns given by name in the rows that `where` chooses. Return how many."""
        changes = ", ".join(f'"{name}" = ?' for name in values)
        sql = f'UPDATE "{table}" SET {changes} WHERE {where}'
        return self.execute(sql, (*values.values(), *parameters)).rowcount

    def _read(self) -> _Image:
        """Return the image, and depend on what it holds and on its being open."""
        try:
            return self._attached()
        finally:
            state = self._service.state
            if state.observing:
                state.depend(self._key)
                state.depend(self.open_key)

    def script(self, sql: str) -> None:
        """Run several statements, separated by semicolons."""
        for statement in split_statements(sql):
            self.execute(statement)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Make the body one transaction, undone by an exception; join one that is under way."""
        image = self._attached()
        if image.in_transaction:
            yield
            return
        image.run(self, "BEGIN IMMEDIATE")
        try:
            yield
            image.run(self, "COMMIT")
        except BaseException:
            image.rollback()
            raise

    @property
    def user_version(self) -> int:
        """The schema's version, as kept by Android's SQLiteOpenHelper."""
        return self.value("PRAGMA user_version")

    @user_version.setter
    def user_version(self, version: int) -> None:
        self.execute(f"PRAGMA user_version = {int(version)}")

    def close(self) -> None:
        """Close it for this owner; an open transaction is undone. Closing again does nothing."""
        if not self._closed:
            self._closed = True
            self._service.close(self)

    def _attached(self) -> _Image:
        """Return the image; found again after a restore, or after the owner was closed."""
        image = self._image
        if image is None or (self.owner, self.path) not in image.users:
            if self._closed:
                raise DatabaseError(
                    f"attempt to re-open an already-closed object: SQLiteDatabase: {self.path}",
                    "IllegalStateException",
                )
            image = self._image = self._service.reattach(self)
        return image


class _Handler:
    """Whose connection it is: SQLite asks and tells that image, and keeps nothing else alive."""

    __slots__ = ("image",)

    def __init__(self, image: _Image) -> None:
        self.use(image)

    def use(self, image: _Image) -> None:
        """Let the connection be another image's."""
        self.image: _Image = weakref.proxy(image)

    def authorize(
        self, action: int, first: str | None, second: str | None, base: str | None, by: str | None
    ) -> int:
        """See `_Image.authorize`."""
        return self.image.authorize(action, first, second, base, by)

    def tick(self) -> int:
        """See `_Image.tick`."""
        return self.image.tick()


class _Spare(NamedTuple):
    """A connection that was let go as it had been opened, with the statements that it knows."""

    connection: sqlite3.Connection
    handler: _Handler
    kinds: dict[str, int]
    schema_version: int
    foreign_keys: bool


class _Image:
    """The content of one inode in a connection. Keeper of the file's bytes (`LiveContent`)."""

    def __init__(self, service: Databases, ino: int) -> None:
        self.ino = ino
        self.dirty = False
        self.wal = False
        self.users: set[tuple[str, str]] = set()  # (owner, path) of those who have it open
        self._service = service
        self._connection: sqlite3.Connection | None = None
        self._handler: _Handler | None = None
        self._finalizer: weakref.finalize[..., _Image] | None = None  # closes the connection
        self._untouched = False  # nothing was compiled that does anything but read
        self._base: bytes | None = None  # the stored content that the connection was loaded from
        self._changed_ms = 0
        self._kinds: dict[str, int] = {}  # SQL text -> what the authorizer said of it
        self._prepared = False  # the authorizer was asked: a statement was compiled
        self._kind = _ROWS
        self._schema_version = 0
        self._vacuuming = False
        self._ticks = 0
        self._deadline = 0.0
        self._user: Database | None = None
        self._foreign_keys = False

    @property
    def connected(self) -> bool:
        return self._connection is not None

    @property
    def in_transaction(self) -> bool:
        return self._connection is not None and self._connection.in_transaction

    # Running statements

    def run(self, user: Database, sql: str, parameters: Any = (), many: bool = False) -> Result:
        mode = _JOURNAL_MODE.fullmatch(sql)
        if mode is not None:
            return self._journal_mode(mode[1])
        connection = self._connection or self.load()
        self._user = user
        self._ticks = _TICKS
        self._deadline = time.monotonic() + _STATEMENT_S
        self._vacuuming = sql.lstrip()[:6].upper() == "VACUUM"
        before, transaction = connection.total_changes, connection.in_transaction
        more_than_rows = False
        row_bytes = _MAX_SHOWN if user.owner == SHELL else self._service.most_row_bytes
        try:
            if row_bytes:
                connection.setlimit(sqlite3.SQLITE_LIMIT_COLUMN, _MAX_SHOWN_COLUMNS)
            if self._foreign_keys is not user.foreign_keys:
                self._foreign_keys = user.foreign_keys
                connection.execute(f"PRAGMA foreign_keys = {int(user.foreign_keys)}")
            self._prepared, self._kind = False, _ROWS
            cursor = (connection.executemany if many else connection.execute)(sql, parameters)
            rows = self._fetch(connection, cursor, sql, parameters, row_bytes)
            more_than_rows = self._changed_more_than_rows(connection, sql)
        except (sqlite3.Error, sqlite3.Warning, OverflowError, ValueError) as error:
            raise _translated(error) from error
        except MemoryError as error:
            raise _out_of_memory("out of memory") from error
        finally:
            if row_bytes:
                connection.setlimit(sqlite3.SQLITE_LIMIT_COLUMN, _MAX_COLUMNS)
            ended = transaction and not connection.in_transaction and self.dirty
            if connection.total_changes != before or ended or more_than_rows:
                self._mark_changed()
        columns = tuple(column[0] for column in cursor.description or ())
        return Result(rows, columns, cursor.rowcount, cursor.lastrowid or 0)

    def _changed_more_than_rows(self, connection: sqlite3.Connection, sql: str) -> bool:
        """Return whether a statement that was run changed the schema, say.

        The authorizer tells, but is asked only when a statement is compiled, not when the
        connection takes it from its cache.
        """
        # The last ones used are kept, many more than the connection has in its own cache.
        known_kind = self._kinds.pop(sql, _OTHER)
        kind = self._kinds[sql] = self._kind if self._prepared else known_kind
        if len(self._kinds) > _KINDS_KEPT:
            del self._kinds[next(iter(self._kinds))]
        if kind != _SCHEMA:
            return kind == _OTHER
        known, self._schema_version = self._schema_version, _schema_version(connection)
        return known != self._schema_version  # CREATE ... IF NOT EXISTS need not change it

    def _fetch(
        self,
        connection: sqlite3.Connection,
        cursor: sqlite3.Cursor,
        sql: str,
        parameters: Any,
        row_bytes: int,
    ) -> list[tuple[Any, ...]]:
        try:
            return _bounded(cursor, row_bytes) if row_bytes else cursor.fetchall()
        except sqlite3.OperationalError as error:
            if "decode" not in str(error):
                raise
        # A text that is not UTF-8. Android shows what it can of it; reading so is slow, hence rare.
        connection.text_factory = lambda data: data.decode("utf-8", "replace")
        try:
            cursor = connection.execute(sql, parameters)
            return _bounded(cursor, row_bytes) if row_bytes else cursor.fetchall()
        finally:
            connection.text_factory = str

    def authorize(
        self, action: int, first: str | None, second: str | None, _base: str | None, _by: str | None
    ) -> int:
        """Allow or deny what a statement that is being compiled would do, and note it."""
        self._prepared = True
        if action in (sqlite3.SQLITE_READ, sqlite3.SQLITE_SELECT, sqlite3.SQLITE_RECURSIVE):
            return sqlite3.SQLITE_OK
        self._untouched &= _is_harmless(action, first, second)
        kind = _ROWS
        if action in _ROW_ACTIONS:
            kind = _SCHEMA if first in _SCHEMA_TABLES else _ROWS
        elif action == sqlite3.SQLITE_FUNCTION:
            if second is not None and second.lower() in _DENIED_FUNCTIONS:
                return sqlite3.SQLITE_DENY
        elif action == sqlite3.SQLITE_ATTACH:
            if first != "" or not self._vacuuming:
                return sqlite3.SQLITE_DENY
            kind = _OTHER
        elif action == sqlite3.SQLITE_PRAGMA:
            name = (first or "").lower()
            if name in _IGNORED_PRAGMAS:
                return sqlite3.SQLITE_IGNORE
            kind = self._kind_of_pragma(name, second)
        elif action == sqlite3.SQLITE_SAVEPOINT:
            kind = _OTHER if first == "ROLLBACK" else _ROWS  # undoes what has been told of
        elif action == sqlite3.SQLITE_ANALYZE:
            kind = _OTHER
        elif action != sqlite3.SQLITE_TRANSACTION:  # CREATE, DROP, ALTER, REINDEX
            kind = _SCHEMA
        self._kind = max(self._kind, kind)
        return sqlite3.SQLITE_OK

    def _kind_of_pragma(self, name: str, value: str | None) -> int:
        if value is not None and name == "foreign_keys" and self._user is not None:
            self._foreign_keys = value.lower() in ("1", "on", "true", "yes")
            self._user.foreign_keys = self._foreign_keys
        writes = value is not None or name in ("incremental_vacuum", "optimize")
        return _OTHER if writes and name in _WRITING_PRAGMAS else _ROWS

    def tick(self) -> int:
        """Count virtual machine steps. Return 1 once a statement has had enough of them."""
        self._ticks -= 1
        self._service.ticks += 1
        return int(self._ticks < 0 or time.monotonic() > self._deadline)

    def _journal_mode(self, mode: str | None) -> Result:
        """Answers for the file: what the image is in says nothing."""
        if self._connection is None:
            self.load()
        if mode is not None:
            self.set_wal(mode.lower() == "wal")
        name = "wal" if self.wal else "delete" if mode is None else mode.lower()
        if name not in ("wal", "delete", "truncate", "persist", "memory", "off"):
            name = "delete"
        return Result([(name,)], ("journal_mode",), -1, 0)

    def set_wal(self, wal: bool) -> None:
        """Put the file into or out of WAL mode."""
        if self._connection is None:
            self.load()
        if self.wal is not wal:
            self.wal = wal
            self._mark_changed()

    def rollback(self) -> None:
        """Undo a transaction that an owner has left open."""
        if self._connection is not None and self._connection.in_transaction:
            self._connection.execute("ROLLBACK")
            self._mark_changed()

    def _mark_changed(self) -> None:
        self.dirty = True
        self._changed_ms = self._service.clock.now_ms()
        self._service.state.touch(f"file:{self.ino}")
        self.touch()

    def touch(self, *, observable: bool = True) -> None:
        """Tell all who have queried it that it may be another one now."""
        for path in {path for _, path in self.users}:
            self._service.state.touch(f"db:{path}", observable=observable)

    # Coming and going

    def load(self) -> sqlite3.Connection:
        """Open a connection on the stored content.

        Raises:
            DatabaseCorruptError: If it is no database.
        """
        content = self._service.stored(self.ino)
        if content and (len(content) < _HEADER_SIZE or not content.startswith(_MAGIC)):
            raise DatabaseCorruptError("file is not a database", code=sqlite3.SQLITE_NOTADB)
        spare = self._service.spare(content)
        if spare is None:
            spare = self._connect(content)
        else:
            spare.handler.use(self)
        if content:
            self.wal = content[18:20] == b"\2\2"
        connection, self._handler, self._kinds, self._schema_version, self._foreign_keys = spare
        self._connection, self._base, self._untouched = connection, content, True
        self._finalizer = weakref.finalize(self, connection.close)
        return connection

    def _connect(self, content: bytes) -> _Spare:
        """Open a new connection on some content."""
        connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        try:
            connection.deserialize(_with_mode(content or _empty_image(), 1))
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MAX_LENGTH)
            connection.setlimit(sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, _MAX_PATTERN)
            connection.execute("PRAGMA temp_store = MEMORY")
            connection.execute(f"PRAGMA max_page_count = {_MAX_PAGES}")
            connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
            schema_version = _schema_version(connection)
        except (sqlite3.Error, MemoryError, UnicodeDecodeError) as error:
            connection.close()
            raise _translated(error) from error
        self._service.functions.install(connection)
        handler = _Handler(self)  # see SqlFunctions.install
        connection.set_authorizer(handler.authorize)
        connection.set_progress_handler(handler.tick, _STEPS_PER_TICK)
        return _Spare(connection, handler, {}, schema_version, False)

    def unload(self) -> None:
        """Let the connection go; what has not been flushed is lost."""
        connection, base, handler = self._connection, self._base, self._handler
        if connection is not None and self._finalizer is not None:
            if self._untouched and self.is_held() and base is not None and handler is not None:
                self._finalizer.detach()
                self._service.keep_spare(
                    base,
                    _Spare(
                        connection, handler, self._kinds, self._schema_version, self._foreign_keys
                    ),
                )
            else:
                self._finalizer()
        self._connection = self._base = self._handler = self._finalizer = None
        self._kinds = {}
        self.dirty = False

    def is_held(self) -> bool:
        """Return whether the connection holds exactly what it was loaded from or flushed to."""
        connection = self._connection
        return connection is not None and not self.dirty and not connection.in_transaction

    def is_current(self) -> bool:
        """Return whether the connection holds exactly the stored content."""
        return self.is_held() and self._base is self._service.stored_or_none(self.ino)

    # LiveContent

    def flush(self) -> None:
        if self.dirty and self._connection is not None:
            content = _with_mode(self._connection.serialize(), 2 if self.wal else 1)
            self._service.store(self.ino, content, self._changed_ms)
            self._base = content
            self.dirty = self._connection.in_transaction

    def overwritten(self) -> None:
        self.unload()
        self.wal = False
        self.touch()

    def removed(self, content: bytes) -> None:
        self._service.orphan(self.ino, content)


class DatabaseOptions(TypedDict, total=False):
    """Arguments of `Databases.open` that an app may give; see there."""

    wal: bool | None
    foreign_keys: bool
    version: int | None
    create: Callable[[Database], object] | None
    upgrade: Callable[[Database, int, int], object] | None


class _Helper(NamedTuple):
    """An app's SQLiteOpenHelper: the version of its schema, and what makes and changes it."""

    version: int | None
    create: Callable[[Database], object] | None
    upgrade: Callable[[Database, int, int], object] | None


class Databases:
    """Opens databases, and keeps their files true.

    Attributes:
        state: The root of state. `Database.query` depends on the key ``db:<canonical path>``.
        clock: What SQL's clock shows.
        functions: The SQL functions that each connection gets.
        ticks: How often SQLite's machine has made 5,000 steps in all.
        most_row_bytes: Bytes that a row may have at the moment; 0 where only our own code asks, see
            `for_others`.
    """

    def __init__(self, state: State, files: Files, clock: Clock) -> None:
        self.state = state
        self.clock = clock
        self.functions = SqlFunctions(state, clock)
        self.ticks = 0
        self._files = files
        self._table = state.slot("databases", _Table(Map(), Map()), observable=False)
        self._images: dict[int, _Image] = {}
        self._opened: dict[tuple[str, str], Database] = {}  # by owner and path as given
        self.most_row_bytes = 0
        self._spares: dict[bytes, _Spare] = {}  # by content, the one let go last is last
        weakref.finalize(self, _close_spares, self._spares)
        state.before_snapshot(self.flush)
        state.after_restore(self._restored)

    @contextmanager
    def for_others(self) -> Iterator[None]:
        """Bound rows as Android does where they go to another process, in a `CursorWindow`.

        An app's provider is asked with conditions and columns that somebody else wrote: rows that
        no table holds. The ``sqlite3`` command has bounds of its own at all times.
        """
        self.most_row_bytes = _CURSOR_WINDOW
        try:
            yield
        finally:
            self.most_row_bytes = 0

    def open(
        self,
        path: str,
        owner: str,
        *,
        wal: bool | None = None,
        foreign_keys: bool = False,
        version: int | None = None,
        create: Callable[[Database], object] | None = None,
        upgrade: Callable[[Database, int, int], object] | None = None,
    ) -> Database:
        """Open a database, creating it where there is none. Opening again returns the same one.

        With `create` or `version` it does what Android's SQLiteOpenHelper does: missing directories
        are made, a file that is no database is deleted and created anew, an empty one is filled.

        Args:
            path: Absolute path of the file.
            owner: Package name of the app, or `SHELL`; see `close_owner`.
            wal: Whether to put it into WAL mode; None: leave it as it is.
            foreign_keys: Whether this owner's statements enforce foreign keys.
            version: Version of the schema, kept in ``user_version``; None: not versioned.
            create: Makes the tables in a database that has none.
            upgrade: Called with the old and the new version where the old one is lower.

        Raises:
            DatabaseError: SQLiteCantOpenDatabaseException if it can't be opened or made there.
            DatabaseCorruptError: If it is no database, and neither `create` nor `version` is given.
        """
        schema = _Helper(version, create, upgrade)
        helper = create is not None or version is not None
        database = self._opened.get((owner, path))
        if database is not None:
            if not helper or self._still_there(database, schema):
                return database
            self.close(database)
        try:
            ino, canonical = self._located(path, helper)
        except FileError as error:
            raise _cannot_open() from error
        if helper and version is not None:
            # Before anything is marked as changed: a screen that tries each time it is built would
            # be built for ever.
            _refuse_newer(_stored_version(self._files.read(canonical)), version)
        database = Database(self, canonical, owner, foreign_keys)
        known = self._table.peek().handles.get((owner, canonical))
        if known is not None:
            database._image = self._image(known.ino, owner, canonical)
            if helper and not self._still_there(database, schema):
                self.close(database)
                known = None
        if known is None:
            try:
                self._begin_or_mend(database, ino, wal, schema, helper)
            except BaseException as error:
                self.close(database)
                if isinstance(error, FileError):  # a directory in place of a file beside it, say
                    raise _cannot_open() from error
                raise
        self._opened[owner, path] = database
        return database

    def _begin_or_mend(
        self, database: Database, ino: int, wal: bool | None, schema: _Helper, helper: bool
    ) -> None:
        """Enter a handle and prepare the schema; delete first what is no database."""
        try:
            self._begin(database, ino, wal)
            if helper:
                self._prepare(database, *schema)
        except DatabaseCorruptError:
            if not helper:
                raise
            self.close(database)
            self.delete(database.path)  # as Android's DefaultDatabaseErrorHandler
            self._begin(database, self._located(database.path, True)[0], wal)
            self._prepare(database, *schema)

    def _still_there(self, database: Database, schema: _Helper) -> bool:
        """Prepare a database again whose file was overwritten while it was open.

        An app would fall over, and find its database so when it is restarted. Returns False where
        the file is none any more, which is then deleted as when it is opened.
        """
        image = database._attached()
        if image.connected:
            return True
        try:
            image.load()
            self._prepare(database, *schema)
        except DatabaseCorruptError:
            return False
        return True

    def close_owner(self, owner: str) -> None:
        """Close all that an owner has open: its process has ended."""
        for key in sorted(self._table.peek().handles):
            if key[0] == owner:
                self._close(key)
        for given in [given for given in self._opened if given[0] == owner]:
            del self._opened[given]

    def close(self, database: Database) -> None:
        """Close one database; see `Database.close`."""
        for given in [given for given, db in self._opened.items() if db is database]:
            del self._opened[given]
        self._close((database.owner, database.path))

    def delete(self, path: str) -> bool:
        """Remove a database and the files beside it. Return whether there was any."""
        found = False
        for suffix in ("", "-journal", "-shm", "-wal"):
            if self._files.exists(path + suffix):
                self._files.remove(path + suffix)
                found = True
        return found

    def owners(self, path: str) -> tuple[str, ...]:
        """Return who has the file that is at `path` now open, sorted."""
        ino, _ = self._files.identify(path)
        handles = self._table.peek().handles.items()
        return tuple(sorted(owner for (owner, _), handle in handles if handle.ino == ino))

    def flush(self) -> None:
        """Write every changed database back to its file; done lazily by itself."""
        for image in self._images.values():
            image.flush()

    # For Database and its image

    def reattach(self, database: Database) -> _Image:
        """Return the image of a database whose connection was dropped."""
        handle = self._table.peek().handles.get((database.owner, database.path))
        if handle is None:
            self._begin(database, self._located(database.path, True)[0], None)
            assert database._image is not None
            return database._image
        return self._image(handle.ino, database.owner, database.path)

    def stored(self, ino: int) -> bytes:
        """Return the stored content of an inode that is open."""
        content = self.stored_or_none(ino)
        assert content is not None
        return content

    def stored_or_none(self, ino: int) -> bytes | None:
        """Return the stored content of an inode, removed ones included."""
        content = self._files.content_of(ino)
        return self._table.peek().orphans.get(ino) if content is None else content

    def store(self, ino: int, content: bytes, changed_ms: int) -> None:
        """Store the content of an inode that is open."""
        if self._files.content_of(ino) is not None:
            self._files.store_content_of(ino, content, changed_ms)
        else:
            self.orphan(ino, content)

    def spare(self, content: bytes) -> _Spare | None:
        """Take a kept connection that holds this content; None where there is none."""
        return self._spares.pop(content, None)

    def keep_spare(self, content: bytes, spare: _Spare) -> None:
        """Keep a connection that holds this content, as it was when it was opened."""
        spares = self._spares
        other = spares.pop(content, None)
        if other is not None:
            other.connection.close()
        spares[content] = spare
        kept = sum(map(len, spares))
        while spares and (len(spares) > _MOST_SPARE or kept > _MOST_SPARE_BYTES):
            oldest = next(iter(spares))
            kept -= len(oldest)
            spares.pop(oldest).connection.close()

    def orphan(self, ino: int, content: bytes) -> None:
        """Keep the content of an open database whose file has been removed."""
        self._files.detach(ino)
        table = self._table.peek()
        self._table.set_quietly(table._replace(orphans=table.orphans.set(ino, content)))

    # Underneath

    def _located(self, path: str, make_directories: bool) -> tuple[int, str]:
        """Return inode number and canonical path of a file, made where there is none."""
        if make_directories:
            self._files.mkdir(path.rpartition("/")[0], parents=True)
        ino, canonical = self._files.identify(path)
        if ino is None:
            self._files.write(path, b"")
            ino, canonical = self._files.identify(path)
            assert ino is not None
        self._files.read(path)  # a directory is refused
        return ino, canonical

    def _image(self, ino: int, owner: str, path: str) -> _Image:
        image = self._images.get(ino)
        if image is None:
            image = self._images[ino] = _Image(self, ino)
            if self._files.content_of(ino) is not None:
                self._files.attach(ino, image)
        image.users.add((owner, path))
        return image

    def _begin(self, database: Database, ino: int, wal: bool | None) -> None:
        """Enter a handle, and show that the file is open."""
        path = database.path
        fresh = ino not in self._images
        if fresh and self._files.exists(f"{path}-wal"):
            content = recovered(self._files.read(path), self._files.read(f"{path}-wal"))
            if content is not None:
                self._files.write(path, content)
                self._files.write(f"{path}-wal", b"")
        image = database._image = self._image(ino, database.owner, path)
        self._enter((database.owner, path), _Handle(ino))
        if database.owner != SHELL:
            self.state.touch(database.open_key, observable=False)
        if fresh:
            image.load()
        if wal is not None:
            image.set_wal(wal)
        if database.owner == SHELL:
            return
        beside = {"-wal": b"", "-shm": bytes(_SHM_SIZE)} if image.wal else {"-journal": b""}
        for suffix, content in beside.items():
            if not self._files.exists(path + suffix):
                self._files.write(path + suffix, content)
        if image.wal:
            shown = tuple((path + suffix, self._files.stat(path + suffix).ino) for suffix in beside)
            self._enter((database.owner, path), _Handle(ino, shown))

    def _enter(self, key: tuple[str, str], handle: _Handle) -> None:
        table = self._table.peek()
        self._table.set_quietly(table._replace(handles=table.handles.set(key, handle)))

    def _prepare(
        self,
        database: Database,
        version: int | None,
        create: Callable[[Database], object] | None,
        upgrade: Callable[[Database, int, int], object] | None,
    ) -> None:
        """Create or upgrade the schema, as SQLiteOpenHelper does."""
        if version is None or database.user_version == version:
            if create is None or database.value("SELECT 1 FROM sqlite_master LIMIT 1"):
                return  # nothing to do
        with database.transaction():
            old = database.user_version
            empty = not database.value("SELECT count(*) FROM sqlite_master")
            if create is not None and empty:
                create(database)
                database.execute("CREATE TABLE IF NOT EXISTS android_metadata (locale TEXT)")
                if not database.value("SELECT count(*) FROM android_metadata"):
                    database.execute("INSERT INTO android_metadata VALUES ('en_US')")
            if version is None or old == version:
                return
            _refuse_newer(old, version)
            if old > 0 and upgrade is not None:
                upgrade(database, old, version)
            database.user_version = version

    def _close(self, key: tuple[str, str]) -> None:
        table = self._table.peek()
        handle = table.handles.get(key)
        if handle is None:
            return
        handles = table.handles.delete(key)
        self._table.set_quietly(table._replace(handles=handles))
        others = [other for other in handles.values() if other.ino == handle.ino]
        image = self._images[handle.ino]
        image.rollback()
        if not others:
            self._drop(image, by_shell=key[0] == SHELL)
        image.users.discard(key)
        still_shown = {beside for other in others for beside in other.beside}
        for path, ino in handle.beside:
            if (path, ino) not in still_shown and self._is_at(path, ino):
                self._files.remove(path)

    def _is_at(self, path: str, ino: int) -> bool:
        """Return whether a file is still where it was, though its directory may be gone."""
        try:
            return self._files.identify(path)[0] == ino
        except FileError:
            return False

    def _drop(self, image: _Image, by_shell: bool) -> None:
        image.flush()
        image.unload()
        if not by_shell:
            image.touch(observable=False)  # closing changes nothing that adb could read
        self._files.detach(image.ino)
        del self._images[image.ino]
        table = self._table.peek()
        if image.ino in table.orphans:
            self._table.set_quietly(table._replace(orphans=table.orphans.delete(image.ino)))

    def _restored(self) -> None:
        """Drop what no longer fits; connections whose content is the restored one are kept."""
        self._opened.clear()
        handles = self._table.peek().handles
        wanted = {handle.ino for handle in handles.values()}
        kept = self._images
        self._images = {}
        for ino, image in kept.items():
            self._files.detach(ino)
            image.users.clear()
            if ino in wanted and image.is_current():
                self._images[ino] = image
                if self._files.content_of(ino) is not None:
                    self._files.attach(ino, image)
            else:
                image.unload()
        for (owner, path), handle in handles.items():
            self._image(handle.ino, owner, path)


def _is_harmless(action: int, first: str | None, second: str | None) -> bool:
    """Return whether what a statement does leaves its connection as it was."""
    if action == sqlite3.SQLITE_PRAGMA:
        return second is None or first == "foreign_keys"  # which an image keeps an eye on
    return action in _HARMLESS


def _close_spares(spares: dict[bytes, _Spare]) -> None:
    for spare in spares.values():
        spare.connection.close()
    spares.clear()


def _cannot_open() -> DatabaseError:
    return DatabaseError(
        "unable to open database file", "SQLiteCantOpenDatabaseException", sqlite3.SQLITE_CANTOPEN
    )


_SQL_TOKEN: Final = re.compile(
    r"\s++|--[^\n]*+|/\*.*?(?:\*/|\Z)|'[^']*+'?|\"[^\"]*+\"?|`[^`]*+`?|\[[^\]]*+\]?|\w++|.",
    re.DOTALL,
)
_SQL_PART: Final = re.compile(
    r"--[^\n]*+|/\*.*?(?:\*/|\Z)|'[^']*+'?|\"[^\"]*+\"?|`[^`]*+`?|\[[^\]]*+\]?|[^-/'\"`\[;]++|.",
    re.DOTALL,
)
"""The same, but what stands between texts, comments and semicolons is one part."""


def _stored_version(content: bytes) -> int:
    """Return the ``user_version`` in the header of a database file; 0 if it is none."""
    fractions = content[21:24]  # constants of the format
    if not content.startswith(_MAGIC) or fractions != b"\x40\x20\x20":
        return 0
    return int.from_bytes(content[60:64], "big", signed=True)


def _refuse_newer(stored: int, version: int) -> None:
    """Refuse a database of a newer app, as SQLiteOpenHelper does.

    Raises:
        DatabaseError: If it is newer.
    """
    if stored > version:
        raise DatabaseError(f"Can't downgrade database from version {stored} to {version}")


def split_statements(sql: str) -> list[str]:
    """Split a script into its statements; semicolons in texts, comments and triggers don't."""
    whole = sql.strip()
    if whole.find(";") in (-1, len(whole) - 1):  # most scripts are one statement
        return [whole] if _strip_comments(whole).strip("; \t\r\n") else []
    statements: list[str] = []
    start = 0
    words: list[str] = []  # that the statement begins with
    last = ("", "")
    parts = _SQL_TOKEN if "TRIGGER" in sql.upper() else _SQL_PART  # only triggers are looked into
    for match in parts.finditer(sql):
        token = match.group()
        if token[0].isspace() or token.startswith(("--", "/*")):
            continue
        word = token.upper() if len(token) < 16 else ""
        if token == ";" and (last == (";", "END") or not _creates_trigger(words)):
            statements.append(sql[start : match.end()].strip())
            start = match.end()
            words.clear()
            last = ("", "")
            continue
        # SQLite's own reader of statements takes any number of these.
        temporary = word in ("TEMP", "TEMPORARY") and words[-1:] == ["CREATE"]
        if len(words) < 6 and not temporary:
            words.append(word)
        last = (last[1], word)
    rest = sql[start:].strip()
    return [piece for piece in (*statements, rest) if _strip_comments(piece).strip("; \t\r\n")]


def _creates_trigger(words: list[str]) -> bool:
    """Return whether a statement that begins with these words has statements in it."""
    text = " ".join(words)
    for prefix in ("EXPLAIN ", "QUERY PLAN "):
        text = text.removeprefix(prefix)
    return text.startswith("CREATE TRIGGER")


def _strip_comments(sql: str) -> str:
    """Remove leading comments, enough to see whether a statement has any content."""
    return re.sub(r"\A(?:\s+|--[^\n]*(?:\n|\Z)|/\*.*?(?:\*/|\Z))+", "", sql, flags=re.DOTALL)


@functools.cache
def _empty_image() -> bytes:
    """The smallest database. One that was never loaded would show uncommitted rows in its image."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.execute("PRAGMA user_version = 1")
    connection.execute("PRAGMA user_version = 0")
    return connection.serialize()


def _schema_version(connection: sqlite3.Connection) -> int:
    return connection.execute("PRAGMA schema_version").fetchone()[0]


def _with_mode(content: bytes, mode: int) -> bytes:
    """Return an image with the header's two version bytes set: 1 rollback journal, 2 WAL."""
    if content[18] == content[19] == mode:
        return content
    return content[:18] + bytes((mode, mode)) + content[20:]


def _bounded(cursor: sqlite3.Cursor, row_bytes: int) -> list[tuple[Any, ...]]:
    """Return the rows of a statement that somebody outside wrote.

    Raises:
        DatabaseError: If a row takes more than `row_bytes`, or all of them more than `_MAX_SHOWN`.
    """
    rows: list[tuple[Any, ...]] = []
    total = 0
    for row in cursor:
        size = sys.getsizeof(row) + sum(map(sys.getsizeof, row))
        if size > row_bytes:
            raise DatabaseError(
                f"Row too big to fit into CursorWindow requiredPos={len(rows)}, "
                f"totalPos={len(rows) + 1}",
                "SQLiteBlobTooBigException",
                sqlite3.SQLITE_TOOBIG,
            )
        total += size
        if total > _MAX_SHOWN:
            raise _out_of_memory(
                f"out of memory: the rows of a statement take more than {_MAX_SHOWN >> 20} MiB"
            )
        rows.append(row)
    return rows


def _out_of_memory(message: str) -> DatabaseError:
    return DatabaseError(message, "SQLiteOutOfMemoryException", sqlite3.SQLITE_NOMEM)


def _translated(error: BaseException) -> DatabaseError:
    """Return the phone's error for one of Python's."""
    code = getattr(error, "sqlite_errorcode", 0) or 0
    primary = code & 0xFF
    message = str(error) or type(error).__name__
    if isinstance(error, UnicodeDecodeError):  # sqlite3 could not decode SQLite's own message
        message, primary = "malformed database schema", sqlite3.SQLITE_CORRUPT
    if primary in _CORRUPT or isinstance(error, MemoryError):
        return DatabaseCorruptError(message, code=code or sqlite3.SQLITE_CORRUPT)
    return DatabaseError(message, _EXCEPTIONS.get(primary, "SQLiteException"), code)
