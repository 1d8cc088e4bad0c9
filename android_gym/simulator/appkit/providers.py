"""Content providers over database tables: URIs, projections, conditions, changes.

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
"""Column names, and rows."""


class UnsupportedCallError(AndroidGymError):
    """Error of a call that a provider doesn't support (UnsupportedOperationException)."""


@dataclass(frozen=True)
class Uri:
    """A parsed ``content://`` URI.

    Attributes:
        text: The whole URI.
        path: Decoded path segments after the authority.
        query: Values of the query parameters, by name.
    """

    text: str
    path: tuple[str, ...]
    query: Mapping[str, Sequence[str]]

    @classmethod
    def parse(cls, text: str) -> Uri:
        """Parse a URI."""
        path, _, query = text.partition("://")[2].partition("#")[0].partition("?")
        segments = tuple(unquote(part) for part in path.split("/")[1:] if part)
        return cls(text, segments, parse_qs(query, keep_blank_values=True))

    def unknown(self) -> ValueError:
        """Return the error that Android's providers raise for an unknown URI."""
        return ValueError(f"Unknown URL {self.text}")


@dataclass(frozen=True)
class QueryArgs:
    """The arguments of a query in addition to its URI.

    Attributes:
        projection: Columns, optionally with ``AS name``; None for the source's default.
        where: A condition in addition to those of the URI.
        sort: Sort order; None for the source's default.
        parameters: Parameters of `where`.
    """

    projection: Sequence[str] | None = None
    where: str | None = None
    sort: str | None = None
    parameters: Sequence[Any] = ()


@dataclass(frozen=True)
class Source:
    """The rows that a URI refers to.

    Attributes:
        table: Table, view or join.
        conditions: SQL conditions, all of which must hold.
        parameters: Parameters of the conditions.
        columns: Columns of a query without a projection; all columns of the table if empty.
        sort: Default sort order; None for none.
    """

    table: str
    conditions: tuple[str, ...] = ()
    parameters: tuple[Any, ...] = ()
    columns: tuple[str, ...] = ()
    sort: str | None = None

    def where(self, more: str | None = None) -> str:
        """Return all conditions combined; ``1`` if there are none."""
        return " AND ".join(f"({part})" for part in (*self.conditions, more) if part) or "1"


class ContentProvider:
    """A provider that answers queries and changes by URI. Subclasses map URIs to sources.

    Attributes:
        WRITES: Which of "insert", "update" and "delete" it supports.
        KIND: Last part of its MIME types.
    """

    WRITES: ClassVar[frozenset[str]] = frozenset(("insert", "update", "delete"))
    KIND: ClassVar[str] = "row"

    def __init__(self, context: Context) -> None:
        self.context = context

    # -- what subclasses define

    def open(self) -> Database:
        """Return the open database."""
        raise NotImplementedError(f"{type(self).__name__} must open its database.")

    def source(self, uri: Uri) -> Source:
        """Return the rows that a URI refers to.

        Raises:
            ValueError: If the URI isn't known (`Uri.unknown`).
        """
        raise NotImplementedError(f"{type(self).__name__} must say what its URIs stand for.")

    def row(self, uri: Uri, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the row that an insertion adds; the given values unless overridden."""
        return dict(values)

    def answer(self, uri: Uri, args: QueryArgs) -> Rows:
        """Return the result of a query: the rows of its source unless overridden."""
        return self.select(self.source(uri), args)

    # -- the provider's interface

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
        """Return rows.

        Args:
            uri: URI of the rows.
            projection: Columns, optionally with ``AS name``.
            where: A condition in addition to those of the URI.
            sort: Sort order.
            parameters: Parameters of `where`.

        Raises:
            ValueError: If the URI isn't known.
        """
        return self.answer(Uri.parse(uri), QueryArgs(projection, where, sort, parameters))

    def select(self, source: Source, args: QueryArgs) -> Rows:
        """Return rows of a source."""
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
        """Insert a row; return its URI."""
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
        """Update rows; return their number."""
        self._allow("update")
        source = self.source(Uri.parse(uri))
        return self.database.update(
            source.table, values, source.where(where), (*source.parameters, *parameters)
        )

    def delete(self, uri: str, where: str | None = None, parameters: Sequence[Any] = ()) -> int:
        """Delete rows; return their number."""
        self._allow("delete")
        source = self.source(Uri.parse(uri))
        return self.database.execute(
            f"DELETE FROM {source.table} WHERE {source.where(where)}",
            (*source.parameters, *parameters),
        ).rowcount

    def get_type(self, uri: str) -> str | None:
        """Return the MIME type of a URI."""
        last = (Uri.parse(uri).path or ("",))[-1]
        return f"vnd.android.cursor.{'item' if last.isdecimal() else 'dir'}/{self.KIND}"

    def call(self, method: str, argument: str | None) -> Mapping[str, Any] | None:
        """Call a provider-specific method."""
        raise UnsupportedCallError(f"{type(self).__name__} has no methods.")

    def read(self, uri: str) -> bytes:
        """Read the file of a URI."""
        raise UnsupportedCallError(f"{type(self).__name__} has no files.")

    def write(self, uri: str, data: bytes) -> None:
        """Write the file of a URI."""
        raise UnsupportedCallError(f"{type(self).__name__} has no files.")

    def _allow(self, verb: str) -> None:
        if verb not in self.WRITES:
            raise UnsupportedCallError(f"{type(self).__name__} does not {verb}.")
