"""SQLite databases at the phone's paths.

A database is an ordinary file of `Files` until somebody opens it. Then its content is loaded into
an in-memory SQLite connection, one for each inode, whoever opens it: an app and the ``sqlite3``
command see each other's rows at once. The file's bytes are written back lazily, when someone reads
the file or a snapshot is taken, so that the cost of writing a row doesn't depend on the size of the
database.

Inodes behave as on a phone. A file that is replaced (removed and written anew) is another database;
an app that has the old one open goes on seeing the old rows until its process ends
(`Databases.close_owner`). A file that is overwritten in place is loaded again.

In-memory databases need some care, which other modules need not know of. They can't be in WAL mode,
so the two header bytes for that are changed when a file is loaded, and changed back when it is
stored. Bytes that are no database are rejected before SQLite sees them. ``ATTACH``, ``VACUUM INTO``
and extensions, which would reach the host, are denied. A runaway statement is interrupted after a
fixed number of virtual machine steps. The clock and randomness in SQL are the phone's
(`sqlite_functions`).
"""

from __future__ import annotations

import functools
import sqlite3
import weakref
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, TypedDict

from immutables import Map

from android_gym.errors import DatabaseCorruptError, DatabaseError, FileError
from android_gym.simulator.state import Observation, State
from android_gym.simulator.system.clock import Clock
from android_gym.simulator.system.database_image import MAGIC, SHELL, DatabaseImage, Result, Spare
from android_gym.simulator.system.files import Files
from android_gym.simulator.system.inodes import MOST_DIGESTED, digest
from android_gym.simulator.system.sql_statements import split_statements
from android_gym.simulator.system.sqlite_functions import SqlFunctions
from android_gym.simulator.system.sqlite_wal import recovered

__all__ = ["Database", "DatabaseOptions", "Databases", "OpenDatabases"]


_CURSOR_WINDOW: Final = 2 * 2**20  # bytes of one row that fit between Android's processes
_SHM_SIZE: Final = 32_768
_MOST_SPARE: Final = 24
_MOST_SPARE_BYTES: Final = 8 * 2**20
"""Connections of closed databases that are kept, as the same content may be opened again."""


class _Handle(NamedTuple):
    """An owner's open file, and the files beside it that show this; plain data, for snapshots."""

    ino: int
    beside: tuple[tuple[str, int], ...] = ()  # (path, ino) of -wal and -shm


class OpenDatabases(NamedTuple):
    """The databases that are open, as snapshots keep them."""

    handles: Map[tuple[str, str], _Handle]  # (owner, canonical path) -> handle
    orphans: Map[int, bytes]  # by inode: content of open databases whose file has been removed


class Database:
    """One owner's open database. Made by `Databases.open`.

    Attributes:
        readonly: Whether `execute` refuses statements that would change it.
    """

    def __init__(self, service: Databases, path: str, owner: str, foreign_keys: bool) -> None:
        self.path = path
        self.owner = owner
        self.foreign_keys = foreign_keys
        self.readonly = False
        self._service = service
        self._key = f"db:{path}"
        # Key for whether this owner has it open, which shows in the files beside it. A result that
        # was computed with the database open is valid with it closed only after opening it again.
        self.open_key = _open_key(owner, path)
        self._image: DatabaseImage | None = None
        self._closed = False

    def query(self, sql: str, parameters: Sequence[Any] | Mapping[str, Any] = ()) -> list[tuple]:
        """Return the rows of a statement, and depend on the database.

        Raises:
            DatabaseError: If SQLite refuses the statement.
            DatabaseCorruptError: If the file is damaged or not a database.
        """
        return self._read().run(self, sql, parameters).rows

    def query_dicts(
        self, sql: str, parameters: Sequence[Any] | Mapping[str, Any] = ()
    ) -> list[dict[str, Any]]:
        """Return the rows of a statement as dicts by column name; otherwise like `query`."""
        result = self._read().run(self, sql, parameters)
        return [dict(zip(result.columns, row, strict=True)) for row in result.rows]

    def value(
        self, sql: str, parameters: Sequence[Any] | Mapping[str, Any] = (), default: Any = None
    ) -> Any:
        """Return the first column of the first row; `default` if there is no row."""
        rows = self.query(sql, parameters)
        return rows[0][0] if rows else default

    def execute(self, sql: str, parameters: Sequence[Any] | Mapping[str, Any] = ()) -> Result:
        """Run one statement, which may return rows too."""
        image = self._read()
        if not self.readonly:
            return image.run(self, sql, parameters)
        image.run(self, "PRAGMA query_only = 1")  # only meanwhile: others share the connection
        try:
            return image.run(self, sql, parameters)
        finally:
            image.run(self, "PRAGMA query_only = 0")

    def executemany(self, sql: str, rows: Iterable[Sequence[Any] | Mapping[str, Any]]) -> int:
        """Run a statement for each row of parameters, all or none. Return the rows affected."""
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
        """Update columns, given by name, of the rows that match `where`. Return how many did."""
        changes = ", ".join(f'"{name}" = ?' for name in values)
        sql = f'UPDATE "{table}" SET {changes} WHERE {where}'
        return self.execute(sql, (*values.values(), *parameters)).rowcount

    def _read(self) -> DatabaseImage:
        """Return the image, and depend on its content and on its being open."""
        try:
            return self._attached()
        finally:
            service = self._service
            if service.state.observing:
                service.depend_on_open(self, self._attached)
                service.state.depend(self._key, service.content_at, self.path)

    def script(self, sql: str) -> None:
        """Run several statements, separated by semicolons."""
        for statement in split_statements(sql):
            self.execute(statement)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Run the body as a transaction, rolled back on an exception; join one that is open."""
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
        """The schema's version, where Android's SQLiteOpenHelper keeps it."""
        return self.value("PRAGMA user_version")

    @user_version.setter
    def user_version(self, version: int) -> None:
        self.execute(f"PRAGMA user_version = {int(version)}")

    @property
    def is_in_use(self) -> bool:
        """Return whether its owner has it open, and its connection exists."""
        image = self._image
        return image is not None and image.connected and (self.owner, self.path) in image.users

    def close(self) -> None:
        """Close it for this owner, rolling back an open transaction; again does nothing."""
        if not self._closed:
            self._closed = True
            self._service.close(self)

    def _attached(self) -> DatabaseImage:
        """Return the image, finding it again after a restore or after `Databases.close_owner`."""
        image = self._image
        if image is None or (self.owner, self.path) not in image.users:
            if self._closed:
                raise DatabaseError(
                    f"attempt to re-open an already-closed object: SQLiteDatabase: {self.path}",
                    "IllegalStateException",
                )
            image = self._image = self._service.reattach(self)
        return image


class DatabaseOptions(TypedDict, total=False):
    """Optional arguments of `Databases.open`; see there."""

    wal: bool | None
    foreign_keys: bool
    version: int | None
    create: Callable[[Database], object] | None
    upgrade: Callable[[Database, int, int], object] | None


class _Request(NamedTuple):
    """The arguments of `Databases.open`; `files` are those of the user who opens it."""

    path: str
    owner: str
    files: Files
    wal: bool | None = None
    foreign_keys: bool = False
    version: int | None = None
    create: Callable[[Database], object] | None = None
    upgrade: Callable[[Database, int, int], object] | None = None

    @property
    def prepares(self) -> bool:
        """Return whether the schema is prepared, as an app's SQLiteOpenHelper does."""
        return self.create is not None or self.version is not None


class Databases:
    """Opens databases, and keeps their files up to date.

    Attributes:
        state: The root of state. `Database.query` depends on the key ``db:<canonical path>``.
        clock: The clock that SQL reads.
        functions: The SQL functions that each connection gets.
        ticks: Steps of SQLite's virtual machine in all, in units of 5,000.
        most_row_bytes: Bytes that a row may have at the moment; 0 while only our own code queries,
            see `for_others`.
    """

    def __init__(self, state: State, files: Files, clock: Clock) -> None:
        self.state = state
        self.clock = clock
        self.functions = SqlFunctions(state, clock)
        self.ticks = 0
        self._files = files
        self._table = state.slot("databases", OpenDatabases(Map(), Map()), observable=False)
        self._images: dict[int, DatabaseImage] = {}
        self._opened: dict[tuple[str, str], Database] = {}  # by owner and path as given
        self.most_row_bytes = 0
        self._spares: dict[bytes, Spare] = {}  # by content, the latest last
        weakref.finalize(self, _close_spares, self._spares)
        state.before_snapshot(self.flush)
        state.after_restore(self._restored)

    @contextmanager
    def for_others(self) -> Iterator[None]:
        """Limit rows as Android's `CursorWindow` does for those that go to another process.

        Somebody else wrote the columns and conditions of a query to an app's provider, so its rows
        may be larger than any table's. The ``sqlite3`` command always has limits of its own.
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
        files: Files | None = None,
    ) -> Database:
        """Open a database, creating it if there is none. Opening it again returns the same object.

        With `create` or `version` it does what Android's SQLiteOpenHelper does: it makes missing
        directories, deletes and recreates a file that isn't a database, and fills an empty one.

        Args:
            path: Absolute path of the file.
            owner: Package name of the app, or `SHELL`; see `close_owner`.
            wal: Whether to put it into WAL mode; None leaves it as it is.
            foreign_keys: Whether this owner's statements enforce foreign keys.
            version: Version of the schema, kept in ``user_version``; None: not versioned.
            create: Creates the tables in a database that has none.
            upgrade: Called with the old and the new version if the old one is lower.
            files: The files as the user reaches them who opens it; None for the system's.

        Raises:
            DatabaseError: SQLiteCantOpenDatabaseException if it can't be opened or created there.
            DatabaseCorruptError: If it isn't a database, and neither `create` nor `version` is
                given.
        """
        if files is not None and not files.may(path, "r"):
            raise _cannot_open()  # even if somebody else has it open
        request = _Request(
            path, owner, files or self._files, wal, foreign_keys, version, create, upgrade
        )
        if not self.state.observing:
            return self._open(request)
        again = functools.partial(self._open, request)
        database = self._opened.get((owner, path))
        if database is None or not database.is_in_use:
            with self._looking(owner):
                database = again()
        self.depend_on_open(database, again)
        return database

    def _open(self, request: _Request) -> Database:
        path, owner, prepares = request.path, request.owner, request.prepares
        database = self._opened.get((owner, path))
        if database is not None:
            if not prepares or self._still_there(database, request):
                return database
            self.close(database)
        try:
            ino, canonical = self._located(path, prepares, request.files)
        except FileError as error:
            raise _cannot_open() from error
        if request.version is not None:
            # Refuse before anything is marked as changed; otherwise a screen that tries this each
            # time it is built would be rebuilt forever.
            _refuse_newer(_stored_version(self._files.read(canonical)), request.version)
        database = Database(self, canonical, owner, request.foreign_keys)
        known = self.handle(owner, canonical)
        if known is not None:
            database._image = self._image(known.ino, owner, canonical)
            if prepares and not self._still_there(database, request):
                self.close(database)
                known = None
        if known is None:
            try:
                self._begin_or_mend(database, ino, request)
            except BaseException as error:
                self.close(database)
                if isinstance(error, FileError):  # e.g. there is a directory named like its -wal
                    raise _cannot_open() from error
                raise
        self._opened[owner, path] = database
        return database

    def _begin_or_mend(self, database: Database, ino: int, request: _Request) -> None:
        """Enter a handle and prepare the schema; replace a file that isn't a database."""
        try:
            self._begin(database, ino, request)
            if request.prepares:
                self._prepare(database, request)
        except DatabaseCorruptError:
            if not request.prepares:
                raise
            self.close(database)
            self.delete(database.path)  # as Android's DefaultDatabaseErrorHandler does
            ino, _ = self._located(database.path, True, request.files)
            self._begin(database, ino, request)
            self._prepare(database, request)

    def _still_there(self, database: Database, request: _Request) -> bool:
        """Prepare a database again if its file was overwritten while it was open.

        A real app would crash, and prepare its database when it is restarted. Returns False if the
        file is no longer a database; the caller then treats it as when opening such a file.
        """
        image = database._attached()
        if image.connected:
            return True
        try:
            image.load()
            self._prepare(database, request)
        except DatabaseCorruptError:
            return False
        return True

    def close_owner(self, owner: str) -> None:
        """Close everything that an owner has open, as its process has ended."""
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
        """Return the owners that have the file now at `path` open, sorted."""
        ino, _ = self._files.identify(path)
        handles = self._table.peek().handles.items()
        return tuple(sorted(owner for (owner, _), handle in handles if handle.ino == ino))

    def flush(self) -> None:
        """Write every changed database back to its file; also happens lazily on its own."""
        for image in self._images.values():
            image.flush()

    # For Database and its image

    def reattach(self, database: Database) -> DatabaseImage:
        """Return the image of a database whose connection was dropped."""
        handle = self.handle(database.owner, database.path)
        if handle is None:
            with self._looking(database.owner):
                ino, _ = self._located(database.path, True, self._files)
                self._begin(database, ino, _Request(database.path, database.owner, self._files))
            assert database._image is not None
            return database._image
        return self._image(handle.ino, database.owner, database.path)

    def stored(self, ino: int) -> bytes:
        """Return the stored content of an inode that is open."""
        content = self.stored_or_none(ino)
        assert content is not None
        return content

    def stored_or_none(self, ino: int) -> bytes | None:
        """Return the stored content of an inode, even of a removed file; None if unknown."""
        content = self._files.content_of(ino)
        return self._table.peek().orphans.get(ino) if content is None else content

    def store(self, ino: int, content: bytes, changed_ms: int) -> None:
        """Store the content of an inode that is open."""
        if self._files.content_of(ino) is not None:
            self._files.store_content_of(ino, content, changed_ms)
        else:
            self.orphan(ino, content)

    @contextmanager
    def _looking(self, owner: str) -> Iterator[None]:
        """Record what the body reads only if it fails to open a database.

        A reader of a database depends on its content and on its being open. The files read to open
        it are left out, as their inode numbers and times differ in each episode.
        """
        if owner == SHELL:  # it closes the database at once, without a trace
            yield
            return
        looked_at = Observation()
        try:
            with self.state.unobserved(), self.state.observe(looked_at):
                yield
        except BaseException:
            self.state.depend_on(looked_at)
            raise

    def depend_on_open(self, database: Database, again: Callable[[], object]) -> None:
        """Depend on a database being open for its owner.

        Args:
            database: The database.
            again: Opens it again in the same way.
        """
        owner, path = database.owner, database.path
        self.state.depend(database.open_key, self.is_open, owner, path, again=again)

    def is_open(self, owner: str, path: str) -> bool:
        """Return whether an owner has a database open."""
        return self.handle(owner, path) is not None

    def content_at(self, path: str) -> Hashable:
        """Return a value that identifies the content of a database.

        It equals no other value if comparing isn't cheap: if the content is long, or has changed
        since it was stored.
        """
        images = [image for image in self._images.values() if image.is_at(path)]
        if images:
            content = images[0].held()
        else:
            try:
                with self.state.unobserved():
                    ino, _ = self._files.identify(path)
            except FileError:
                ino = None
            content = None if ino is None else self._files.content_of(ino)
        if len(images) > 1 or content is None or len(content) > MOST_DIGESTED:
            return object()
        return digest(content)

    def handle(self, owner: str, path: str) -> _Handle | None:
        """Return an owner's handle of a file; None if the owner doesn't have it open."""
        return self._table.peek().handles.get((owner, path))

    def spare(self, content: bytes) -> Spare | None:
        """Take a spare connection that holds this content; None if there is none."""
        return self._spares.pop(content, None)

    def keep_spare(self, content: bytes, spare: Spare) -> None:
        """Keep a connection that holds this content, unchanged since it was opened."""
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

    def _located(self, path: str, make_directories: bool, files: Files) -> tuple[int, str]:
        """Return inode number and canonical path of a file, creating it if there is none."""
        if make_directories:
            files.mkdir(path.rpartition("/")[0], parents=True)
        ino, canonical = files.identify(path)
        if ino is None:
            files.write(path, b"")
            ino, canonical = files.identify(path)
            assert ino is not None
        files.read(path)  # refuses a directory
        return ino, canonical

    def _image(self, ino: int, owner: str, path: str) -> DatabaseImage:
        image = self._images.get(ino)
        if image is None:
            image = self._images[ino] = DatabaseImage(self, ino)
            if self._files.content_of(ino) is not None:
                self._files.attach(ino, image)
        image.users.add((owner, path))
        return image

    def _begin(self, database: Database, ino: int, request: _Request) -> None:
        """Enter a handle, and create the files beside it that show that the file is open."""
        path, files = database.path, request.files
        fresh = ino not in self._images
        if fresh and files.exists(f"{path}-wal"):
            content = recovered(files.read(path), files.read(f"{path}-wal"))
            if content is not None:
                files.write(path, content)
                files.write(f"{path}-wal", b"")
        image = database._image = self._image(ino, database.owner, path)
        self._enter((database.owner, path), _Handle(ino))
        if database.owner != SHELL:
            self.state.touch(database.open_key, observable=False)
            image.touch(observable=False)  # the file may have been replaced since it was closed
        if fresh:
            image.load()
        if request.wal is not None:
            image.set_wal(request.wal)
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

    def _prepare(self, database: Database, request: _Request) -> None:
        """Create or upgrade the schema, as SQLiteOpenHelper does."""
        version, create, upgrade = request.version, request.create, request.upgrade
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
        if key[0] != SHELL:
            self.state.touch(_open_key(*key), observable=False)
        others = [other for other in handles.values() if other.ino == handle.ino]
        image = self._images[handle.ino]
        image.rollback()
        if not others:
            self._drop(image, by_shell=key[0] == SHELL)
        elif key[0] == SHELL:
            image.left_by_shell()
        image.users.discard(key)
        still_shown = {beside for other in others for beside in other.beside}
        for path, ino in handle.beside:
            if (path, ino) not in still_shown and self._is_at(path, ino):
                self._files.remove(path)

    def _is_at(self, path: str, ino: int) -> bool:
        """Return whether a file is still where it was; even its directory may be gone."""
        try:
            return self._files.identify(path)[0] == ino
        except FileError:
            return False

    def _drop(self, image: DatabaseImage, by_shell: bool) -> None:
        image.flush()
        image.unload()
        if not by_shell:
            image.touch(observable=False)  # closing changes nothing that adb can read
        self._files.detach(image.ino)
        del self._images[image.ino]
        table = self._table.peek()
        if image.ino in table.orphans:
            self._table.set_quietly(table._replace(orphans=table.orphans.delete(image.ino)))

    def _restored(self) -> None:
        """Drop connections whose content differs from the restored one, and keep the others."""
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


def _open_key(owner: str, path: str) -> str:
    return f"open:{owner}:{path}"


def _close_spares(spares: dict[bytes, Spare]) -> None:
    for spare in spares.values():
        spare.connection.close()
    spares.clear()


def _cannot_open() -> DatabaseError:
    return DatabaseError(
        "unable to open database file", "SQLiteCantOpenDatabaseException", sqlite3.SQLITE_CANTOPEN
    )


def _stored_version(content: bytes) -> int:
    """Return the ``user_version`` in the header of a database file; 0 if it isn't a database."""
    fractions = content[21:24]  # constants of the format
    if not content.startswith(MAGIC) or fractions != b"\x40\x20\x20":
        return 0
    return int.from_bytes(content[60:64], "big", signed=True)


def _refuse_newer(stored: int, version: int) -> None:
    """Refuse a database whose version is newer than the app's, as SQLiteOpenHelper does.

    Raises:
        DatabaseError: If the stored version is higher.
    """
    if stored > version:
        raise DatabaseError(f"Can't downgrade database from version {stored} to {version}")
