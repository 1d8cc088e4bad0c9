"""Rows that somebody outside asks for are bounded, by size and not by count."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import tracemalloc

import pytest
from terminal import Terminal

from android_gym.errors import DatabaseError

MIB = 1 << 20
NUMBERS = "with recursive n(x) as (select 1 union all select x + 1 from n where x < {})"
DATABASE = "/data/data/com.arduia.expense/databases/accounting.db"


def peak_of(sh: Terminal, command: str) -> tuple[int, str, str]:
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        result = sh.phone.shell(command)
        return (
            tracemalloc.get_traced_memory()[1] - before,
            result.stdout.decode(),
            result.stderr.decode(),
        )
    finally:
        tracemalloc.stop()


def test_a_statement_s_rows_are_bounded_together(sh: Terminal) -> None:
    rows = f"{NUMBERS.format(1000)} select cast(zeroblob(4000000) as text) from n"
    peak, _, error = peak_of(sh, f'sqlite3 {DATABASE} "{rows}"')
    assert error == "Error: out of memory: the rows of a statement take more than 64 MiB\n"
    assert peak < 90 * MIB


def test_many_small_rows_are_shown(sh: Terminal) -> None:
    rows = f"{NUMBERS.format(20_000)} select x, 'text ' || x from n"
    result = sh.phone.shell(f'sqlite3 {DATABASE} "{rows}" | tail -n 1')
    assert result.stdout == b"20000|text 20000\n"
    assert result.stderr == b""


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ("zeroblob(17000000)", "Error: string or blob too big"),
        (",".join(["1"] * 201), "Error: too many columns in result set"),
    ],
)
def test_a_row_is_bounded(sh: Terminal, columns: str, message: str) -> None:
    assert (
        sh.phone.shell(f'sqlite3 {DATABASE} "select {columns}"').stderr.decode() == f"{message}\n"
    )


def test_apps_keep_their_own_bounds(sh: Terminal) -> None:
    """Bounds of others are taken off again, also after an error."""
    databases = sh.phone.system.databases
    with contextlib.closing(databases.open("/data/local/tmp/x.db", "an.app")) as database:
        wide = f"select {','.join(['1'] * 300)}, zeroblob(3000000)"
        with pytest.raises(DatabaseError, match="too many columns"), databases.for_others():
            database.query(wide)
        (row,) = database.query(wide)
        assert len(row[300]) == 3_000_000


def test_a_row_of_a_provider_fits_a_cursor_window(sh: Terminal) -> None:
    sh.phone.shell("content insert --uri content://sms --bind address:s:1 --bind body:s:hello")
    result = sh.phone.shell('content query --uri content://sms --projection "zeroblob(3000000)"')
    assert (
        b"SQLiteBlobTooBigException: Row too big to fit into CursorWindow requiredPos=0, totalPos=1"
        in result.stderr
    )
    result = sh.phone.shell('content query --uri content://sms --projection "body:zeroblob(9)"')
    assert result.stdout == b"Row: 0 body=hello, zeroblob(9)=BLOB\n"


def test_what_sqlite_gathers_is_bounded_in_a_served_phone() -> None:
    """In a process of its own: the limit can be lowered, and never raised."""
    rows = f"create temp table t as {NUMBERS.format(200)} select zeroblob(1000000) as y from n"
    script = f"""
from android_gym.simulator import serve
from android_gym.simulator.phone import Phone
phone = Phone()
serve._bound_sqlite(64 << 20)
print(phone.shell('sqlite3 {DATABASE} "{rows}"').stderr)
print(phone.shell('sqlite3 {DATABASE} "select count(*) from sqlite_master"').exit_code)
"""
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert result.stdout == "b'Error: out of memory\\n'\n0\n", result.stderr
