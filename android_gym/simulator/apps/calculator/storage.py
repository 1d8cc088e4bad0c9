"""Calculator's history in ``Expressions.db``, and its settings in the default preferences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from android_gym.simulator.apps.calculator.expression import (
    Token,
    evaluate,
    read_blob,
    write_blob,
)
from android_gym.simulator.apps.calculator.model import Answer, Entry, ThemeChoice
from android_gym.simulator.apps.calculator.reals import FORMAT, CalculationError, Real
from android_gym.simulator.apps.calculator.writing import is_cut, plain, write
from android_gym.simulator.system.databases import Database
from android_gym.simulator.ui.activity import Context

__all__ = ["History", "Settings"]

_DEGREES: Final = 2
"""Flag of a row whose angles are in degrees (``RowData.DEGREE_MODE``)."""

_MOST_ROWS: Final = 10_000_000
"""Largest id of a row, as in the real app."""

_MOST_CHAIN: Final = 500
"""Largest number of rows that a result may depend on."""

_ANSWER_WIDTH: Final = 10
"""Number of digits shown of an earlier result in a formula."""


def _create(database: Database) -> None:
    database.execute(
        "CREATE TABLE expressions (_id INTEGER PRIMARY KEY,expression BLOB,flags INTEGER,"
        "timeStamp INTEGER)"
    )
    database.execute("CREATE INDEX timestamp_index ON expressions(timeStamp)")


def _whole(value: Any, otherwise: int = 0) -> int:
    """Return a column's value as a number, whatever adb may have written there."""
    return value if isinstance(value, int) else otherwise


class History:
    """The calculated expressions, the newest with the largest id."""

    def __init__(self, context: Context) -> None:
        self._clock = context.system.clock
        self.database: Database = context.database("Expressions.db", version=1, create=_create)

    def ids(self) -> list[int]:
        """Return the ids of all rows, the newest first."""
        sql = "SELECT _id FROM expressions WHERE _id > 0 ORDER BY _id DESC"
        return [number for (number,) in self.database.query(sql)]

    def get(self, number: int) -> Entry | None:
        """Return a row; None if it doesn't exist."""
        sql = "SELECT _id, expression, flags, timeStamp FROM expressions WHERE _id = ?"
        rows = self.database.query(sql, (number,))
        if not rows:
            return None
        row, blob, flags, time = rows[0]
        data = blob if isinstance(blob, bytes) else b""
        return Entry(row, data, bool(_whole(flags) & _DEGREES), max(0, _whole(time)))

    def add(self, tokens: Sequence[Token], degrees: bool) -> int:
        """Add an expression; return its id."""
        [(last,)] = self.database.query("SELECT MAX(_id) FROM expressions")
        number = min(max(_whole(last), 0), _MOST_ROWS) + 1
        self.database.insert(
            "expressions",
            {
                "_id": number,
                "expression": write_blob(tokens),
                "flags": _DEGREES if degrees else 0,
                "timeStamp": self._clock.now_ms(),
            },
        )
        return number

    def clear(self) -> None:
        """Delete all expressions."""
        self.database.execute("DELETE FROM expressions")

    def tokens(self, number: int) -> tuple[Token, ...]:
        """Return the parts of a row's expression.

        Raises:
            CalculationError: If there is no such row, or it has no valid expression.
        """
        entry = self.get(number)
        if entry is None:
            raise CalculationError(FORMAT)
        return read_blob(entry.blob, self.short)

    def _parts(self, entry: Entry) -> tuple[Token, ...]:
        """Return the parts of a row's expression, with "…" as the text of earlier results."""
        return read_blob(entry.blob, lambda row: "…")

    def value(self, number: int) -> Real:
        """Return the result of a row.

        A row may depend on others, and these again on others; all are evaluated from the oldest on,
        so that long chains need no recursion.

        Raises:
            CalculationError: If there is no result.
        """
        needed: dict[int, tuple[Entry, tuple[Token, ...]]] = {}
        asked = [number]
        while asked:
            row = asked.pop()
            entry = self.get(row)
            if entry is None or len(needed) >= _MOST_CHAIN:
                raise CalculationError(FORMAT)
            tokens = self._parts(entry)
            needed[row] = (entry, tokens)
            for token in tokens:
                if token.kind == "answer" and token.row not in needed:
                    if token.row >= row:  # adb has made it depend on itself
                        raise CalculationError(FORMAT)
                    asked.append(token.row)
        values: dict[int, Real] = {}
        for row in sorted(needed):
            entry, tokens = needed[row]
            try:
                values[row] = evaluate(tokens, entry.degrees, values.__getitem__)
            except KeyError as error:  # a later row is needed
                raise CalculationError(FORMAT) from error
        return values[number]

    def short(self, number: int) -> str:
        """Return the text of a row's result in a formula."""
        try:
            value = self.value(number)
        except CalculationError:
            return "…"
        text = plain(write(value, _ANSWER_WIDTH))
        return f"{text}…" if is_cut(value, _ANSWER_WIDTH) else text

    def answer(self, number: int, known: Sequence[Answer]) -> tuple[str, tuple[Answer, ...]]:
        """Return a row's result as text for a formula, and the formula's answers including it.

        A number that fits is written out; one with more digits is an `Answer`.

        Raises:
            CalculationError: If the row has no result.
        """
        value = self.value(number)
        for width in range(_ANSWER_WIDTH, 40):
            text = plain(write(value, width))
            if not is_cut(value, width):
                return text, tuple(known)
            answer = Answer(f"{text}…", number)
            if answer in known:
                return answer.text, tuple(known)
            if all(each.text != answer.text for each in known):
                return answer.text, (*known, answer)
        raise CalculationError(FORMAT)


class Settings:
    """The user's settings."""

    def __init__(self, context: Context) -> None:
        self._prefs = context.preferences()

    @property
    def degrees(self) -> bool:
        """True if angles are in degrees."""
        return self._prefs.get("degree_mode", False)

    def set_degrees(self, degrees: bool) -> None:
        """Set whether angles are in degrees."""
        self._prefs.put(degree_mode=degrees)

    @property
    def theme(self) -> ThemeChoice:
        """The theme."""
        match self._prefs.get("theme"):
            case "light":
                return "light"
            case "dark":
                return "dark"
        return "system"

    def set_theme(self, theme: ThemeChoice) -> None:
        """Set the theme."""
        self._prefs.put(theme=theme)
