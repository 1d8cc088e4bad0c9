"""The command `sqlite3`: SQLite's command line, in version 3.32 as on Android 13.

It uses the phone's databases (`system.databases`), so that it and an app with an open database see
each other's rows.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from android_gym.errors import DatabaseCorruptError, DatabaseError, FileError
from android_gym.simulator.shell.command import Invocation, command
from android_gym.simulator.shell.sqlite_output import show
from android_gym.simulator.shell.sqlite_values import (
    dot_words,
    encode_text,
    escaped_literal,
    if_not_exists,
    is_on,
    shown_text,
    unescape,
)
from android_gym.simulator.system.database_image import SHELL
from android_gym.simulator.system.databases import Database
from android_gym.simulator.system.sql_statements import split_statements

VERSION = (
    "3.32.2 2021-07-12 15:00:17 bcd014c473794b09f61fbc0f4d9488365b023f16123b278dbbd49948c27calt2"
)

_MODES = "ascii column csv html insert line list quote tabs tcl".split()
_FLAGS = {"column": "column", "csv": "csv", "html": "html", "line": "line", "list": "list",
          "quote": "quote", "ascii": "ascii"}  # fmt: skip


@dataclass
class _Settings:
    """Output settings."""

    mode: str = "list"
    header: bool = False
    separator: str = "|"
    row_separator: str = "\n"
    null: str = ""
    widths: list[int] = field(default_factory=list)
    table: str = '"table"'
    bail: bool = False
    echo: bool = False
    readonly: bool = False
    changes: bool = False


class _Quit(Exception):
    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


@command("sqlite3")
def run(io: Invocation) -> int:
    """Run SQL and dot commands from the arguments, or from standard input."""
    cli = _Cli(io)
    try:
        return cli.main()
    except _Quit as leave:
        return leave.code
    finally:
        cli.close()


class _Cli:
    """One run of the program."""

    def __init__(self, io: Invocation) -> None:
        self.io = io
        self.settings = _Settings()
        self.path = ""
        self.database: Database | None = None
        self.readonly = False
        self.write: Callable[[str | bytes], None] = io.out
        self.captured: list[bytes] = []
        self.output_file = ""

    # --- start and end ---

    def main(self) -> int:
        io = self.io
        words: list[str] = []
        early: list[str] = []
        pending = list(io.args)
        while pending:
            word = pending.pop(0)
            if not word.startswith("-") or (words and not word.startswith("-")):
                words.append(word)
                continue
            name = word.lstrip("-") if word.startswith("--") else word[1:]
            if name in ("cmd", "init", "separator", "newline", "nullvalue", "vfs", "mmap",
                        "heap", "lookaside", "pagecache", "maxsize"):  # fmt: skip
                if not pending:
                    io.err(f"sqlite3: Error: missing argument to {word}\n")
                    return 1
                self.option(name, pending.pop(0), early)
            elif not self.flag(name):
                io.err(
                    f"sqlite3: Error: unknown option: {word}\nUse -help for a list of options.\n"
                )
                return 1
        self.path = words[0] if words else ":memory:"
        self.open()
        for text in early:
            code = self.argument(text)
            if code and self.settings.bail:
                return code
        if len(words) > 1:
            for text in words[1:]:
                code = self.argument(text)
                if code:
                    return code
            return 0
        return self.script(io.stdin.decode("utf-8", "surrogateescape"))

    def option(self, name: str, value: str, early: list[str]) -> None:
        if name == "cmd":
            early.append(value)
        elif name == "separator":
            self.settings.separator = unescape(value)
        elif name == "newline":
            self.settings.row_separator = unescape(value)
        elif name == "nullvalue":
            self.settings.null = value

    def flag(self, name: str) -> bool:
        if name in _FLAGS:
            self.set_mode(_FLAGS[name])
        elif name in ("header", "noheader"):
            self.settings.header = name == "header"
        elif name in ("bail", "echo", "readonly"):
            setattr(self.settings, name, True)
        elif name == "version":
            self.io.out(VERSION + "\n")
            raise _Quit(0)
        elif name == "help":
            self.io.err(
                "Usage: sqlite3 [OPTIONS] FILENAME [SQL]\n"
                "FILENAME is the name of an SQLite database. A new database is created\n"
                "if the file does not previously exist.\n"
            )
            raise _Quit(1)
        else:
            return name in (
                "batch",
                "interactive",
                "stats",
                "append",
                "deserialize",
                "memtrace",
                "nofollow",
            )
        return True

    def open(self) -> None:
        """Open the database, or report an error."""
        io = self.io
        if self.path in (":memory:", ""):
            self.path = ":memory:"
            return
        try:
            path = io.path(self.path)
            if self.settings.readonly and not io.files.exists(path):
                raise DatabaseError("unable to open database file")
            self.database = io.system.databases.open(path, SHELL, files=io.files)
            self.readonly = self.settings.readonly or not io.files.may(path, "w")
        except DatabaseCorruptError:
            self.database = None
        except (DatabaseError, FileError) as error:
            reason = getattr(error, "message", "unable to open database file")
            io.err(f'Error: unable to open database "{self.path}": {reason}\n')
            raise _Quit(1) from None

    def close(self) -> None:
        """Roll back an open transaction, and write ``.output`` files."""
        if self.database is not None:
            self.database.close()
        self.redirect("")

    # --- running ---

    def argument(self, text: str) -> int:
        """Run one argument, a dot command or statements; an error ends it."""
        if text.startswith("."):
            return int(self.dot(text))
        for statement in split_statements(text):
            message, code = self.execute(statement)
            if message:
                self.io.err(f"Error: {message}\n")
                return code
        return 0

    def script(self, text: str) -> int:
        """Run standard input: errors include the line number, and only ``-bail`` stops at them."""
        failed = 0
        pending = ""
        start = 0
        for number, line in enumerate(text.split("\n"), 1):
            if not pending.strip() and line.startswith("."):
                if self.dot(line):
                    failed += 1
                    if self.settings.bail:
                        return 1
                continue
            if not pending.strip():
                if not line.strip():
                    continue
                pending, start = "", number
            pending += line + "\n"
            self.io.process.budget.spend(len(pending) >> 6)
            if ";" in line and sqlite3.complete_statement(pending):
                failed += self.statements(pending, start)
                pending = ""
                if failed and self.settings.bail:
                    return 1
        if pending.strip():
            failed += self.statements(pending, start)
        return int(failed > 0)

    def statements(self, text: str, line: int) -> int:
        if self.settings.echo:
            self.io.out(text)
        for statement in split_statements(text):
            message, _ = self.execute(statement)
            if message:
                self.io.err(f"Error: near line {line}: {message}\n")
                return 1
        return 0

    def query(self, sql: str, parameters: Sequence[Any] = ()) -> Any:
        """Run one statement and return the result of `Database.execute`."""
        if self.database is None:
            if self.path == ":memory:":
                self.database = self.io.system.databases.open(
                    f"/data/system/.sqlite-{self.io.process.pid}", SHELL
                )
                self.io.system.files.remove(self.database.path)
            else:
                raise DatabaseError("file is not a database", code=26)
        self.database.readonly = self.readonly
        return self.database.execute(sql, parameters)

    def execute(self, sql: str) -> tuple[str, int]:
        """Run one statement and print its rows; return an error and its code."""
        self.io.process.step()
        try:
            result = self.query(sql)
        except DatabaseError as error:
            return error.message, error.code & 0xFF or 1
        if result.columns:
            show(self, result.columns, result.rows)
        if self.settings.changes:
            self.write(
                f"changes: {max(result.rowcount, 0):3d}   total_changes: "
                f"{max(result.rowcount, 0)}\n"
            )
        return "", 0

    # --- showing rows ---

    def set_mode(self, mode: str) -> None:
        """Change the output mode and its separators."""
        settings = self.settings
        settings.mode = mode
        if mode in ("csv", "tabs", "ascii", "list", "quote", "tcl"):
            settings.separator = {
                "csv": ",",
                "tabs": "\t",
                "ascii": "\x1f",
                "quote": ",",
                "tcl": " ",
            }.get(mode, "|")
        if mode != "insert":
            settings.row_separator = {"csv": "\r\n", "ascii": "\x1e"}.get(mode, "\n")

    # --- dot commands ---

    def dot(self, line: str) -> bool:
        """Run a dot command; return whether it failed."""
        words = dot_words(line[1:])
        if not words:
            return False
        name, args = words[0], words[1:]
        matches = [known for known in _DOTS if known.startswith(name)]
        chosen = name if name in _DOTS else matches[0] if matches and len(name) > 0 else ""
        if not chosen:
            self.io.err(
                f'Error: unknown command or invalid arguments:  "{name}". Enter ".help" for help\n'
            )
            return True
        try:
            return bool(_DOTS[chosen](self, args))
        except DatabaseError as error:
            self.io.err(f"Error: {error.message}\n")
            return True

    def dot_mode(self, args: list[str]) -> bool:
        if not args:
            self.write(f"current output mode: {self.settings.mode}\n")
            return False
        found = [mode for mode in _MODES if mode.startswith(args[0])]
        if args[0] in ("columns", "lines"):
            found = [args[0][:-1]]
        if not found:
            self.io.err(
                "Error: mode should be one of: ascii column csv html insert line list "
                "quote tabs tcl\n"
            )
            return True
        self.set_mode(found[0])
        if found[0] == "insert":
            self.settings.table = args[1] if len(args) > 1 else '"table"'
        return False

    def dot_headers(self, args: list[str]) -> bool:
        if len(args) != 1:
            self.io.err("Usage: .headers on|off\n")
            return True
        self.settings.header = is_on(args[0])
        return False

    def dot_separator(self, args: list[str]) -> bool:
        if not 1 <= len(args) <= 2:
            self.io.err("Usage: .separator COL ?ROW?\n")
            return True
        self.settings.separator = args[0]
        if len(args) > 1:
            self.settings.row_separator = args[1]
        return False

    def dot_nullvalue(self, args: list[str]) -> bool:
        if len(args) != 1:
            self.io.err("Usage: .nullvalue STRING\n")
            return True
        self.settings.null = args[0]
        return False

    def dot_width(self, args: list[str]) -> bool:
        self.settings.widths = [int(text) if re.fullmatch(r"-?\d+", text) else 0 for text in args]
        return False

    def dot_tables(self, args: list[str]) -> bool:
        pattern = args[0] if args else "%"
        rows = self.query(
            "SELECT name FROM sqlite_master WHERE type IN ('table','view') "
            "AND name NOT LIKE 'sqlite_%' AND name LIKE ?1 ORDER BY 1",
            (pattern,),
        ).rows
        self.in_columns([row[0] for row in rows])
        return False

    def in_columns(self, names: list[str]) -> None:
        if not names:
            return
        width = max(len(name) for name in names)
        across = max(80 // (width + 2), 1)
        down = -(-len(names) // across)
        for row in range(down):
            cells = [names[place].ljust(width) for place in range(row, len(names), down)]
            self.write("  ".join(cells) + "\n")

    def dot_indexes(self, args: list[str]) -> bool:
        where = "AND tbl_name LIKE ?1" if args else ""
        rows = self.query(
            f"SELECT name FROM sqlite_master WHERE type='index' {where} ORDER BY 1",
            tuple(args[:1]),
        ).rows
        self.in_columns([row[0] for row in rows])
        return False

    def dot_schema(self, args: list[str]) -> bool:
        names = [word for word in args if not word.startswith("-")]
        where = "AND lower(tbl_name) LIKE lower(?1)" if names else ""
        rows = self.query(
            f"SELECT type, name, sql FROM sqlite_master WHERE sql NOT NULL {where} ORDER BY rowid",
            tuple(names[:1]),
        ).rows
        for kind, name, sql in rows:
            if kind == "view":
                columns = self.query("SELECT name FROM pragma_table_info(?1)", (name,)).rows
                sql += f"\n/* {name}({','.join(column[0] for column in columns)}) */"
            self.write(f"{if_not_exists(sql)};\n")
        return False

    def dot_dump(self, args: list[str]) -> bool:
        self.write("PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n")
        where = "AND tbl_name LIKE ?1" if args else ""
        rows = self.query(
            "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql NOT NULL "
            f"{where} ORDER BY type != 'table', rowid",
            tuple(args[:1]),
        ).rows
        for kind, name, _, sql in rows:
            if name.startswith("sqlite_"):
                if name == "sqlite_sequence":
                    self.write("DELETE FROM sqlite_sequence;\n")
                else:
                    continue
            else:
                self.write(f"{if_not_exists(sql)};\n")
            if kind == "table":
                quoted = '"' + name.replace('"', '""') + '"'
                shown = name if re.fullmatch(r"[A-Za-z_]\w*", name) else quoted
                for row in self.query(f"SELECT * FROM {quoted}").rows:
                    values = ",".join(escaped_literal(value) for value in row)
                    self.write(f"INSERT INTO {shown} VALUES({values});\n")
        self.write("COMMIT;\n")
        return False

    def dot_databases(self, args: list[str]) -> bool:
        self.write(f"main: {self.database.path if self.database else ''}\n")
        return False

    def dot_quit(self, args: list[str]) -> bool:
        raise _Quit(int(args[0]) & 0xFF if args and args[0].isdecimal() else 0)

    def dot_read(self, args: list[str]) -> bool:
        if len(args) != 1:
            self.io.err("Usage: .read FILE\n")
            return True
        try:
            data = self.io.read_file(args[0])
        except FileError:
            self.io.err(f'Error: cannot open "{args[0]}"\n')
            return True
        return self.script(data.decode("utf-8", "surrogateescape")) != 0

    def dot_output(self, args: list[str]) -> bool:
        self.redirect(args[0] if args and args[0] != "stdout" else "")
        return False

    def redirect(self, path: str) -> None:
        """Redirect output to a file, or back to standard output."""
        if self.output_file:
            data, self.captured = b"".join(self.captured), []
            self.io.write_file(self.output_file, data)
        self.output_file = path
        self.write = self.keep if path else self.io.out

    def keep(self, data: str | bytes) -> None:
        self.captured.append(data if isinstance(data, bytes) else encode_text(data))

    def dot_print(self, args: list[str]) -> bool:
        self.write(" ".join(args) + "\n")
        return False

    def dot_import(self, args: list[str]) -> bool:
        words = [word for word in args if not word.startswith("-")]
        if len(words) != 2:
            self.io.err("Usage: .import FILE TABLE\n")
            return True
        try:
            text = self.io.read_file(words[0]).decode("utf-8", "surrogateescape")
        except FileError:
            self.io.err(f'Error: cannot open "{words[0]}"\n')
            return True
        import csv

        if self.settings.mode == "csv":
            rows = list(csv.reader(text.splitlines()))
        else:
            rows = [line.split(self.settings.separator) for line in text.splitlines()]
        table = '"' + words[1].replace('"', '""') + '"'
        known = self.query(f"SELECT name FROM pragma_table_info('{words[1]}')").rows
        if not known and rows:
            names = ",".join('"' + name.replace('"', '""') + '" TEXT' for name in rows[0])
            self.query(f"CREATE TABLE {table}({names})")
            rows = rows[1:]
        for row in rows:
            self.query(f"INSERT INTO {table} VALUES({','.join('?' * len(row))})", row)
        return False

    def dot_show(self, args: list[str]) -> bool:
        settings = self.settings
        for name, value in (
            ("echo", "on" if settings.echo else "off"), ("eqp", "off"), ("explain", "auto"),
            ("headers", "on" if settings.header else "off"), ("mode", settings.mode),
            ("nullvalue", f'"{settings.null}"'), ("output", self.output_file or "stdout"),
            ("colseparator", shown_text(settings.separator)),
            ("rowseparator", shown_text(settings.row_separator)), ("stats", "off"),
            ("width", "".join(f"{width} " for width in settings.widths)),
            ("filename", self.path),
        ):  # fmt: skip
            self.write(f"{name:>12}: {value}\n")
        return False

    def dot_nothing(self, args: list[str]) -> bool:
        return False

    def dot_help(self, args: list[str]) -> bool:
        self.write("".join(f".{name}\n" for name in sorted(_DOTS)))
        return False

    def dot_refused(self, args: list[str]) -> bool:
        self.io.err("Error: not available\n")
        return True


def _switch(name: str) -> Callable[[_Cli, list[str]], bool]:
    def act(cli: _Cli, args: list[str]) -> bool:
        if len(args) != 1:
            cli.io.err(f"Usage: .{name} on|off\n")
            return True
        setattr(cli.settings, name, is_on(args[0]))
        return False

    return act


_DOTS: dict[str, Callable[[_Cli, list[str]], bool]] = {
    "bail": _switch("bail"), "binary": _Cli.dot_nothing, "cd": _Cli.dot_nothing,
    "changes": _switch("changes"), "databases": _Cli.dot_databases, "dump": _Cli.dot_dump,
    "echo": _switch("echo"), "exit": _Cli.dot_quit, "headers": _Cli.dot_headers,
    "help": _Cli.dot_help, "import": _Cli.dot_import, "indexes": _Cli.dot_indexes,
    "indices": _Cli.dot_indexes, "load": _Cli.dot_refused, "mode": _Cli.dot_mode,
    "nullvalue": _Cli.dot_nullvalue, "once": _Cli.dot_output, "output": _Cli.dot_output,
    "print": _Cli.dot_print, "quit": _Cli.dot_quit, "read": _Cli.dot_read,
    "schema": _Cli.dot_schema, "separator": _Cli.dot_separator, "shell": _Cli.dot_refused,
    "show": _Cli.dot_show, "stats": _Cli.dot_nothing, "system": _Cli.dot_refused,
    "tables": _Cli.dot_tables, "timeout": _Cli.dot_nothing, "timer": _Cli.dot_nothing,
    "width": _Cli.dot_width,
}  # fmt: skip
