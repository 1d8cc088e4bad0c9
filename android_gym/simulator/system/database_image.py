"""A database in use: the content of one file, loaded into an SQLite connection."""

from __future__ import annotations

import contextlib
import functools
import re
import sqlite3
import sys
import time
import weakref
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from android_gym.errors import DatabaseCorruptError, DatabaseError
from android_gym.simulator.system.database_callbacks import Callbacks

if TYPE_CHECKING:
    from android_gym.simulator.system.databases import Database, Databases

__all__ = ["MAGIC", "SHELL", "DatabaseImage", "Result", "Spare"]


SHELL: Final = "shell"
"""Owner of the databases that the ``sqlite3`` command opens; it leaves no files beside them."""
MAGIC: Final = b"SQLite format 3\0"
_HEADER_SIZE: Final = 100
_STEPS_PER_TICK: Final = 5_000
_TICKS: Final = 6_000  # 30 million virtual machine steps, about a second


_STATEMENT_S: Final = 20.0
"""Seconds of real time that a statement may take.

This is the only use of a wall clock here. The limit is far beyond what the step limit allows; it is
needed because a single step that calls a function may take any time, depending on its arguments.
"""
_MAX_LENGTH: Final = 4 * 2**20  # bytes of one value; Android's cursors hold rows of 2 MiB
_MAX_COMPARED: Final = 2**19
_MAX_TRIMMED: Final = 2**16
"""Bytes of a value in an outside statement that calls ``replace`` or ``instr``, or ``trim``.

These functions compare every position of one value with all of another, in a single step that can't
be interrupted: this takes one to three seconds at most for such lengths, but an hour for 4 MiB.
"""
_COMPARED_S: Final = 5.0
"""Seconds of real time that such a statement may take."""
_STEPS_PER_LOOK: Final = 10
"""Steps between two checks of that time."""
_COMPARING: Final = re.compile(
    r"\b(?:replace\b[\"`\]]?\s*(?:\(|/\*|--)|instr\b|(?P<trim>[lr]?trim\b))", re.IGNORECASE
)
_MAX_PATTERN: Final = 1_000  # bytes of a LIKE or GLOB pattern, which is tried at every position
_MAX_PAGES: Final = 131_072  # 512 MiB of 4 KiB pages
_MAX_SHOWN: Final = 64 * 2**20  # bytes of all rows of one statement from outside
_MAX_SHOWN_COLUMNS: Final = 200
_MAX_COLUMNS: Final = 2000  # SQLite's own default
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
# Pragmas that would change the whole host process, or that an in-memory image depends on.
_IGNORED_PRAGMAS: Final = frozenset(
    "data_store_directory hard_heap_limit locking_mode max_page_count mmap_size soft_heap_limit "
    "temp_store temp_store_directory threads".split()
)
_WRITING_PRAGMAS: Final = frozenset(
    "application_id auto_vacuum encoding incremental_vacuum optimize page_size schema_version "
    "user_version".split()
)
# Pragmas whose argument is not a setting of the connection.
_ASKING_PRAGMAS: Final = _WRITING_PRAGMAS | frozenset(
    "foreign_key_check foreign_key_list foreign_keys index_info index_list index_xinfo "
    "integrity_check quick_check table_info table_xinfo".split()
)
_TEMPORARY: Final = frozenset(
    {
        sqlite3.SQLITE_CREATE_TEMP_INDEX,
        sqlite3.SQLITE_CREATE_TEMP_TABLE,
        sqlite3.SQLITE_CREATE_TEMP_TRIGGER,
        sqlite3.SQLITE_CREATE_TEMP_VIEW,
    }
)
# What a statement may change: rows, which the connection counts; the schema, which has a version;
# or something else, where nothing tells whether it has changed.
_ROWS, _SCHEMA, _OTHER = range(3)
# Actions, besides reading, that leave a connection as it was, apart from an open transaction.
_HARMLESS: Final = frozenset({sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_TRANSACTION})
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
        lastrowid: Row id that this connection inserted last, or 0.
    """

    rows: list[tuple[Any, ...]]
    columns: tuple[str, ...]
    rowcount: int
    lastrowid: int


class Spare(NamedTuple):
    """A connection that was released unchanged, with the kinds of its compiled statements."""

    connection: sqlite3.Connection
    handler: Callbacks
    kinds: dict[str, int]
    schema_version: int
    foreign_keys: bool


class DatabaseImage:
    """The content of one inode in a connection. It keeps the file's content (`LiveContent`)."""

    def __init__(self, service: Databases, ino: int) -> None:
        self.ino = ino
        self.dirty = False
        self.wal = False
        self.users: set[tuple[str, str]] = set()  # (owner, path) of those who have it open
        self._service = service
        self._connection: sqlite3.Connection | None = None
        self._handler: Callbacks | None = None
        self._finalizer: weakref.finalize[..., DatabaseImage] | None = None  # closes the connection
        self._is_private = False  # the shell has made settings or temporary tables of its own
        self._untouched = False  # only harmless statements have been compiled
        self._base: bytes | None = None  # stored content that the connection was loaded from
        self._changed_ms = 0
        self._kinds: dict[str, int] = {}  # SQL text -> what it may change, by the authorizer
        self._prepared = False  # whether the authorizer was called, so a statement was compiled
        self._kind = _ROWS
        self._schema_version = 0
        self._vacuuming = False
        self._ticks = 0
        self._looks = 0
        self._deadline = 0.0
        self._is_from_outside = False
        self._user: Database | None = None
        self._foreign_keys = False

    @property
    def connected(self) -> bool:
        """Return whether a connection is open."""
        return self._connection is not None

    @property
    def in_transaction(self) -> bool:
        """Return whether an owner has left a transaction open."""
        return self._connection is not None and self._connection.in_transaction

    # Running statements

    def run(self, user: Database, sql: str, parameters: Any = (), many: bool = False) -> Result:
        """Run a statement for an owner, once or (`many`) for each row of parameters."""
        mode = _JOURNAL_MODE.fullmatch(sql)
        if mode is not None:
            return self._journal_mode(None if user.readonly else mode[1])
        connection = self._connection or self.load()
        self._user = user
        if self._handler is not None:
            self._handler.begin()
        self._ticks = _TICKS
        self._vacuuming = sql.lstrip()[:6].upper() == "VACUUM"
        before, transaction = connection.total_changes, connection.in_transaction
        more_than_rows = False
        row_bytes = _MAX_SHOWN if user.owner == SHELL else self._service.most_row_bytes
        self._is_from_outside = row_bytes > 0
        compared = self._most_compared(sql) if row_bytes else 0
        self._deadline = time.monotonic() + (_COMPARED_S if compared else _STATEMENT_S)
        try:
            if row_bytes:
                connection.setlimit(sqlite3.SQLITE_LIMIT_COLUMN, _MAX_SHOWN_COLUMNS)
            if compared and self._handler is not None:
                connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, compared)
                connection.set_progress_handler(self._handler.look, _STEPS_PER_LOOK)
            if self._foreign_keys is not user.foreign_keys:
                self._foreign_keys = user.foreign_keys
                connection.execute(f"PRAGMA foreign_keys = {int(user.foreign_keys)}")
            self._prepared, self._kind = False, _ROWS
            cursor = (connection.executemany if many else connection.execute)(sql, parameters)
            rows = self._fetch(connection, cursor, sql, parameters, row_bytes)
            more_than_rows = self._changed_more_than_rows(connection, sql)
        except (sqlite3.Error, sqlite3.Warning, OverflowError, ValueError) as error:
            if self._handler is not None:
                self._handler.reraise(error)
            raise _translated(error) from error
        except MemoryError as error:
            raise _out_of_memory("out of memory") from error
        finally:
            if row_bytes:
                connection.setlimit(sqlite3.SQLITE_LIMIT_COLUMN, _MAX_COLUMNS)
                connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MAX_LENGTH)
            if compared and self._handler is not None:
                connection.set_progress_handler(self._handler.tick, _STEPS_PER_TICK)
            ended = transaction and not connection.in_transaction and self.dirty
            if connection.total_changes != before or ended or more_than_rows:
                self._mark_changed()
        columns = tuple(column[0] for column in cursor.description or ())
        return Result(rows, columns, cursor.rowcount, cursor.lastrowid or 0)

    def _most_compared(self, sql: str) -> int:
        """Return the size limit of values in a statement of `_COMPARING`; 0 for others."""
        found = [match["trim"] for match in _COMPARING.finditer(sql)]
        if any(found) or (self._handler is not None and self._handler.views_compare):
            return _MAX_TRIMMED
        return _MAX_COMPARED if found else 0

    def _changed_more_than_rows(self, connection: sqlite3.Connection, sql: str) -> bool:
        """Return whether a statement that was run changed anything but rows, such as the schema.

        The authorizer knows, but is called only when a statement is compiled, not when the
        connection takes it from its cache.
        """
        # Those used last are kept, far more than the connection has in its own cache.
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
        # Some text isn't UTF-8; Android shows what can be decoded. Only done here as it is slow.
        connection.text_factory = lambda data: data.decode("utf-8", "replace")
        try:
            cursor = connection.execute(sql, parameters)
            return _bounded(cursor, row_bytes) if row_bytes else cursor.fetchall()
        finally:
            connection.text_factory = str

    def authorize(
        self, action: int, first: str | None, second: str | None, _: str | None, by: str | None
    ) -> int:
        """Allow or deny an action of a statement being compiled, and note what it may change."""
        self._prepared = True
        if action in (sqlite3.SQLITE_READ, sqlite3.SQLITE_SELECT, sqlite3.SQLITE_RECURSIVE):
            return sqlite3.SQLITE_OK
        self._untouched &= _is_harmless(action, first, second)
        by_shell = self._user is not None and self._user.owner == SHELL
        self._is_private |= by_shell and _is_private(action, first, second)
        kind = _ROWS
        if action in _ROW_ACTIONS:
            kind = _SCHEMA if first in _SCHEMA_TABLES else _ROWS
        elif action == sqlite3.SQLITE_FUNCTION:
            if not self._may_call((second or "").lower(), by is not None):
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
            kind = _OTHER if first == "ROLLBACK" else _ROWS  # undoes rows already counted
        elif action == sqlite3.SQLITE_ANALYZE:
            kind = _OTHER
        elif action != sqlite3.SQLITE_TRANSACTION:  # CREATE, DROP, ALTER, REINDEX
            kind = _SCHEMA
        self._kind = max(self._kind, kind)
        return sqlite3.SQLITE_OK

    def _may_call(self, function: str, in_view: bool) -> bool:
        """Return whether SQL may call a function.

        Also notes a function of `_COMPARING` in a view or trigger, as no statement's text shows it.
        """
        if in_view and self._handler is not None and _COMPARING.match(f"{function}("):
            self._handler.views_compare = True
            if self._is_from_outside and self._connection is not None:
                self._connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MAX_TRIMMED)
        return function not in _DENIED_FUNCTIONS

    def _kind_of_pragma(self, name: str, value: str | None) -> int:
        if value is not None and name == "foreign_keys" and self._user is not None:
            self._foreign_keys = value.lower() in ("1", "on", "true", "yes")
            self._user.foreign_keys = self._foreign_keys
        writes = value is not None or name in ("incremental_vacuum", "optimize")
        return _OTHER if writes and name in _WRITING_PRAGMAS else _ROWS

    def tick(self) -> int:
        """Count `_STEPS_PER_TICK` steps. Return 1 to interrupt a statement beyond its limits."""
        self._ticks -= 1
        self._service.ticks += 1
        return int(self._ticks < 0 or time.monotonic() > self._deadline)

    def look(self) -> int:
        """Count `_STEPS_PER_LOOK` steps. Return 1 to interrupt a statement beyond its limits."""
        self._looks += 1
        if self._looks * _STEPS_PER_LOOK >= _STEPS_PER_TICK:
            self._looks = 0
            return self.tick()
        return int(time.monotonic() > self._deadline)

    def _journal_mode(self, mode: str | None) -> Result:
        """Answer PRAGMA journal_mode for the file, as the in-memory image has a mode of its own."""
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
        """Roll back a transaction that an owner has left open."""
        if self._connection is not None and self._connection.in_transaction:
            self._connection.execute("ROLLBACK")
            self._mark_changed()

    def _mark_changed(self) -> None:
        self.dirty = True
        self._changed_ms = self._service.clock.now_ms()
        self._service.state.touch(f"file:{self.ino}")
        self.touch()

    def touch(self, *, observable: bool = True) -> None:
        """Mark the database as changed for everyone who has queried it."""
        for path in {path for _, path in self.users}:
            self._service.state.touch(f"db:{path}", observable=observable)

    # Coming and going

    def load(self) -> sqlite3.Connection:
        """Open a connection on the stored content.

        Raises:
            DatabaseCorruptError: If the content isn't a database.
        """
        content = self._service.stored(self.ino)
        if content and (len(content) < _HEADER_SIZE or not content.startswith(MAGIC)):
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
        self._is_private = False
        self._finalizer = weakref.finalize(self, connection.close)
        return connection

    def _connect(self, content: bytes) -> Spare:
        """Open a new connection that holds some content."""
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
        handler = Callbacks(self)  # see SqlFunctions.install
        connection.set_authorizer(handler.authorize)
        connection.set_progress_handler(handler.tick, _STEPS_PER_TICK)
        return Spare(connection, handler, {}, schema_version, False)

    def unload(self) -> None:
        """Release the connection; changes that were not flushed are lost."""
        connection, base, handler = self._connection, self._base, self._handler
        if connection is not None and self._finalizer is not None:
            if self._untouched and self.is_held() and base is not None and handler is not None:
                self._finalizer.detach()
                self._service.keep_spare(
                    base,
                    Spare(
                        connection, handler, self._kinds, self._schema_version, self._foreign_keys
                    ),
                )
            else:
                self._finalizer()
        self._connection = self._base = self._handler = self._finalizer = None
        self._kinds = {}
        self.dirty = False

    def left_by_shell(self) -> None:
        """Release the connection if the shell made settings or tables that end with its own."""
        if self._is_private:
            self.flush()
            self.unload()

    def is_held(self) -> bool:
        """Return whether the connection holds exactly what it was loaded from or flushed as."""
        connection = self._connection
        return connection is not None and not self.dirty and not connection.in_transaction

    def held(self) -> bytes | None:
        """Return the content of the connection; None if it has changed since it was stored."""
        return self._base if self.is_held() else None

    def is_at(self, path: str) -> bool:
        """Return whether any owner has it open at a path."""
        return any(path == at for _, at in self.users)

    def is_current(self) -> bool:
        """Return whether the connection holds exactly the stored content."""
        return self.is_held() and self._base is self._service.stored_or_none(self.ino)

    # LiveContent

    def flush(self) -> None:
        """Store the content, if a statement has changed it."""
        if self.dirty and self._connection is not None:
            content = _with_mode(self._connection.serialize(), 2 if self.wal else 1)
            self._service.store(self.ino, content, self._changed_ms)
            self._base = content
            self.dirty = self._connection.in_transaction

    def overwritten(self) -> None:
        """Drop the connection, as somebody else has written the file."""
        self.unload()
        self.wal = False
        self.touch()

    def removed(self, content: bytes) -> None:
        """Keep the content after the file's last name was removed."""
        self._service.orphan(self.ino, content)


@functools.cache
def _empty_image() -> bytes:
    """Return the smallest database. Without loading one, `serialize` gives uncommitted rows too."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.execute("PRAGMA user_version = 1")
        connection.execute("PRAGMA user_version = 0")
        return connection.serialize()


def _schema_version(connection: sqlite3.Connection) -> int:
    return connection.execute("PRAGMA schema_version").fetchone()[0]


def _with_mode(content: bytes, mode: int) -> bytes:
    """Return content with the header's two version bytes set: 1 rollback journal, 2 WAL."""
    if content[18] == content[19] == mode:
        return content
    return content[:18] + bytes((mode, mode)) + content[20:]


def _bounded(cursor: sqlite3.Cursor, row_bytes: int) -> list[tuple[Any, ...]]:
    """Return the rows of a statement from outside, within limits.

    Raises:
        DatabaseError: If a row takes more than `row_bytes`, or all rows more than `_MAX_SHOWN`.
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
    """Return the phone's error for one that Python raised."""
    code = getattr(error, "sqlite_errorcode", 0) or 0
    primary = code & 0xFF
    message = str(error) or type(error).__name__
    if isinstance(error, UnicodeDecodeError):  # sqlite3 could not decode SQLite's own message
        message, primary = "malformed database schema", sqlite3.SQLITE_CORRUPT
    if primary in _CORRUPT or isinstance(error, MemoryError):
        return DatabaseCorruptError(message, code=code or sqlite3.SQLITE_CORRUPT)
    return DatabaseError(message, _EXCEPTIONS.get(primary, "SQLiteException"), code)


def _is_harmless(action: int, first: str | None, second: str | None) -> bool:
    """Return whether an action of a statement leaves its connection as it was."""
    if action == sqlite3.SQLITE_PRAGMA:
        return second is None or first == "foreign_keys"  # the image keeps track of that one
    return action in _HARMLESS


def _is_private(action: int, first: str | None, second: str | None) -> bool:
    """Return whether an action of a statement makes what no other connection has."""
    if action == sqlite3.SQLITE_PRAGMA:
        return second is not None and (first or "").lower() not in _ASKING_PRAGMAS
    return action in _TEMPORARY
