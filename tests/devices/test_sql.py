"""SQL on the command line: values arrive as they were, and nothing else is taken."""

import sqlite3
from contextlib import closing

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from android_gym.devices import sql
from android_gym.errors import DeviceError, OptionError

values = st.one_of(
    st.none(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(allow_nan=False),
    st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])),
    st.binary(),
)


def sqlite_gives(statement, values=()):
    """The first row that SQLite itself gives."""
    with closing(sqlite3.connect(":memory:")) as connection:
        return connection.execute(statement, values).fetchone()


def sqlite_prints(row):
    """A row as ``.mode quote`` prints it, where it differs from SQL's quote()."""
    marks = ",".join("quote(?)" for _ in row)
    printed = sqlite_gives(f"SELECT {marks}", row)
    return ",".join("Inf" if v == 9e999 else "-Inf" if v == -9e999 else p
                    for v, p in zip(row, printed, strict=True)) + "\n"  # fmt: skip


# Hypothesis's first draw reads the source of every module that was imported before.
slow_at_first = settings(suppress_health_check=[HealthCheck.too_slow])


@slow_at_first
@given(st.lists(st.lists(values, min_size=1, max_size=4), max_size=4))
def test_rows_are_read_as_they_were_stored(rows):
    output = "".join(sqlite_prints(row) for row in rows)
    parsed = sql.parse_rows(output)
    assert parsed == [tuple(row) for row in rows]
    kinds = [[type(v) for v in row] for row in parsed]
    assert kinds == [[type(v) for v in row] for row in rows]


@given(st.lists(values, min_size=1, max_size=5))
def test_bound_values_arrive_unchanged(row):
    statement = sql.bind(f"SELECT {', '.join('?' * len(row))}", row)
    assert list(sqlite_gives(statement)) == row


def test_only_placeholders_are_bound():
    statement = "SELECT '?', \"?\" , [?], `?`, ? -- ?\n, /* ? */ ?"
    assert sql.bind(statement, [1, "a'b"]) == statement.replace(", ? --", ", 1 --").replace(
        "*/ ?", "*/ 'a''b'"
    )


@pytest.mark.parametrize("parameters", [(), (1, 2)])
def test_the_number_of_parameters_must_fit(parameters):
    with pytest.raises(OptionError, match="1 placeholders"):
        sql.bind("SELECT ?", parameters)


@pytest.mark.parametrize("value", ["a\0b", object(), [1]])
def test_values_that_no_database_takes_are_refused(value):
    with pytest.raises(OptionError, match="can't be stored"):
        sql.bind("SELECT ?", [value])


@pytest.mark.parametrize("output", ["1,2", "hello\n", "1,,2\n", "'open\n", "X'0'\n1 2\n"])
def test_other_output_is_a_device_error(output):
    with pytest.raises(DeviceError):
        sql.parse_rows(output)
