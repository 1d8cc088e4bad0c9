"""A content provider over tables: URIs to rows, projections, conditions, changes.

class NotesProvider(ContentProvider):
def open(self) -> Database:
return open_database(self.context)

def source(self, uri: Uri) -> Source:
match uri.path:
case ("notes",):
return Source("notes", sort="modified DESC")
case ("notes", number) if number.isdecimal():
return Source("notes", ("_id = ?",), (int(number),))
raise uri.unknown()
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar
from urllib.parse import parse_qs, unquote

from android_gym.errors import AndroidGymError
from android_gym.simulator.system.databases import Database
from android_gym.simulator.ui.activity import Context

__all__ = ["ContentProvider", "QueryArgs", "Rows", "Source", "UnsupportedCallError", "Uri"]

_AS = re.compile(r"(?<!\s)\s++as\s++", re.IGNORECASE)

Rows = tuple[Sequence[str], Sequence[Sequence[Any]]]
"""Names of columns, and rows."""


class UnsupportedCallError(AndroidGymError):
    """A provider was asked for what it does not do, as Android's UnsupportedOperationException."""


@dataclass(frozen=True)
class Uri:
    """A ``content://`` URI in parts.

    Attributes:
        text: All of it.
        path: Decoded segments after the authority.
        query: Values by name after the ``?``.
    """

    text: str
    path: tuple[str, ...]
    query: Mapping[str, Sequence[str]]

    @classmethod
    def parse(cls, text: str) -> Uri:
        """Take a URI apart."""
        path, _, query = text.partition("://")[2].partition("#")[0].partition("?")
        segments = tuple(unquote(part) for part in path.split("/")[1:] if part)
        return cls(text, segments, parse_qs(query, keep_blank_values=True))

    def unknown(self) -> ValueError:
        """Return the error that Android's providers raise for a URI they do not know."""
        return ValueError(f"Unknown URL {self.text}")


@dataclass(frozen=True)
class QueryArgs:
    """The arguments of a query beside its URI.

    Attributes:
        projection: Columns, each perhaps with ``AS name``; the source's own where there are none.
        where: A condition beside those of the URI.
        sort: Order; the source's own where there is none.
        parameters: For the ``?`` in `where`.
    """

    projection: Sequence[str] | None = None
    where: str | None = None
    sort: str | None = None
    parameters: Sequence[Any] = ()


@dataclass(frozen=True)
class Source:
    """The rows that a URI stands for.

    Attributes:
        table: Table, view or join.
        conditions: SQL conditions that all hold.
        parameters: For their ``?``.
        columns: Columns of a query without a projection; all of the table's where empty.
        sort: Order of a query that asks for none; None for none.
    """

    table: str
    conditions: tuple[str, ...] = ()
    parameters: tuple[Any, ...] = ()
    columns: tuple[str, ...] = ()
    sort: str | None = None

    def where(self, more: str | None = None) -> str:
        """Return all conditions as one; ``1`` where there is none."""
        return " AND ".join(f"({part})" for part in (*self.conditions, more) if part) or "1"


class ContentProvider:
    """Answers queries and changes by URI. Subclasses say what a URI stands for.

    Attributes:
        WRITES: Which of "insert", "update" and "delete" it does.
        KIND: Last part of its MIME types.
    """

    WRITES: ClassVar[frozenset[str]] = frozenset(("insert", "update", "delete"))
    KIND: ClassVar[str] = "row"

    def __init__(self, context: Context) -> None:
        self.context = context

    # -- what a provider says

    def open(self) -> Database:
        """Return the open database."""
        raise NotImplementedError(f"{type(self).__name__} must open its database.")

    def source(self, uri: Uri) -> Source:
        """Return the rows that a URI stands for.

        Raises:
            ValueError: If it stands for none (`Uri.unknown`).
        """
        raise NotImplementedError(f"{type(self).__name__} must say what its URIs stand for.")

    def row(self, uri: Uri, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the row that an insertion adds; the values alone unless overridden."""
        return dict(values)

    def answer(self, uri: Uri, args: QueryArgs) -> Rows:
        """Return what a query gives: the rows of its source, unless overridden."""
        return self.select(self.source(uri), args)

    # -- what it answers

    @property
    def database(self) -> Database:
        """The open database."""
        return self.open()

    def query(
        self,
        uri: str,
        projection: Sequence[str] | None = None,
        where: str | None = None,
        sort: str | None = None,
        parameters: Sequence[Any] = (),
    ) -> Rows:
        """List rows.

        Args:
            uri: What to list.
            projection: Columns, each perhaps with ``AS name``.
            where: A condition beside those of the URI.
            sort: Order.
            parameters: For the ``?`` in `where`.

        Raises:
            ValueError: If the URI is not known.
        """
        return self.answer(Uri.parse(uri), QueryArgs(projection, where, sort, parameters))

    def select(self, source: Source, args: QueryArgs) -> Rows:
        """List rows of a source."""
        database = self.database
        columns = list(args.projection or source.columns)
        if not columns:
            found = database.query("SELECT name FROM pragma_table_info(?)", (source.table,))
            columns = [name for (name,) in found]
        sql = f"SELECT {', '.join(columns)} FROM {source.table} WHERE {source.where(args.where)}"
        if order := args.sort or source.sort:
            sql += f" ORDER BY {order}"
        names = [_AS.split(column)[-1].strip() for column in columns]
        return names, database.query(sql, (*source.parameters, *args.parameters))

    def insert(self, uri: str, values: Mapping[str, Any]) -> str | None:
        """Add a row; returns its URI."""
        self._allow("insert")
        parsed = Uri.parse(uri)
        source = self.source(parsed)
        return f"{uri}/{self.database.insert(source.table, self.row(parsed, values))}"

    def update(
        self,
        uri: str,
        values: Mapping[str, Any],
        where: str | None = None,
        parameters: Sequence[Any] = (),
    ) -> int:
        """Change rows; returns how many."""
        self._allow("update")
        source = self.source(Uri.parse(uri))
        return self.database.update(
            source.table, values, source.where(where), (*source.parameters, *parameters)
        )

    def delete(self, uri: str, where: str | None = None, parameters: Sequence[Any] = ()) -> int:
        """Remove rows; returns how many."""
        self._allow("delete")
        source = self.source(Uri.parse(uri))
        return self.database.execute(
            f"DELETE FROM {source.table} WHERE {source.where(where)}",
            (*source.parameters, *parameters),
        ).rowcount

    def get_type(self, uri: str) -> str | None:
        """Return the MIME type behind a URI."""
        last = (Uri.parse(uri).path or ("",))[-1]
        return f"vnd.android.cursor.{'item' if last.isdecimal() else 'dir'}/{self.KIND}"

    def call(self, method: str, argument: str | None) -> Mapping[str, Any] | None:
        """Call a method of the provider's own."""
        raise UnsupportedCallError(f"{type(self).__name__} has no methods.")

    def read(self, uri: str) -> bytes:
        """Read the file behind a URI."""
        raise UnsupportedCallError(f"{type(self).__name__} has no files.")

    def write(self, uri: str, data: bytes) -> None:
        """Write the file behind a URI."""
        raise UnsupportedCallError(f"{type(self).__name__} has no files.")

    def _allow(self, verb: str) -> None:
        if verb not in self.WRITES:
            raise UnsupportedCallError(f"{type(self).__name__} does not {verb}.")
