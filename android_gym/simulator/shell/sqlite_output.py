"""Output modes of the ``sqlite3`` command."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from android_gym.simulator.shell.sqlite_values import (
    decode_text,
    encode_text,
    escaped_literal,
    literal_of,
    real_text,
)

if TYPE_CHECKING:
    from android_gym.simulator.shell.sqlite import _Cli


__all__ = ["show"]


def show(cli: _Cli, columns: tuple[str, ...], rows: list[tuple[Any, ...]]) -> None:
    """Print rows in the current mode."""
    settings = cli.settings
    if not rows:
        return
    if settings.mode == "column":
        _show_columns(cli, columns, rows)
        return
    if settings.mode == "line":
        width = max(5, *(len(name) for name in columns))
        for number, row in enumerate(rows):
            if number:
                cli.write(settings.row_separator)
            for name, value in zip(columns, row, strict=True):
                cli.write(f"{name:>{width}} = ")
                cli.write(_plain(cli, value))
                cli.write(settings.row_separator)
        return
    if settings.mode == "insert":
        _show_inserts(cli, columns, rows)
        return
    cells: dict[str, Callable[[Any], str | bytes]] = {
        "quote": literal_of,
        "csv": partial(_csv, cli),
        "html": partial(_html, cli),
        "tcl": partial(_tcl, cli),
    }
    cell = cells.get(settings.mode, partial(_plain, cli))
    lines: list[bytes] = []
    if settings.header:
        titles = _joined(cli, [cell(name) for name in columns])
        if settings.mode == "html":
            titles = titles.replace(b"<TD>", b"<TH>").replace(b"</TD>", b"</TH>")
        lines.append(titles)
    lines.extend(_joined(cli, [cell(value) for value in row]) for row in rows)
    cli.write(b"".join(lines))


def _joined(cli: _Cli, cells: list[str | bytes]) -> bytes:
    settings = cli.settings
    parts = [item if isinstance(item, bytes) else encode_text(item) for item in cells]
    if settings.mode == "html":
        return b"<TR>" + b"\n".join(parts) + b"\n</TR>\n"
    if settings.mode == "tcl":
        return b" ".join(parts) + b"\n"
    return encode_text(settings.separator).join(parts) + encode_text(settings.row_separator)


def _plain(cli: _Cli, value: Any) -> str | bytes:
    """Convert a value to text as sqlite3_column_text does."""
    if value is None:
        return cli.settings.null
    if isinstance(value, bytes):
        return value.partition(b"\0")[0]
    if isinstance(value, float):
        return real_text(value, 15)
    return str(value).partition("\0")[0]


def _csv(cli: _Cli, value: Any) -> str | bytes:
    text = _plain(cli, value)
    if value is None:
        return text
    data = text if isinstance(text, bytes) else encode_text(text)
    separator = encode_text(cli.settings.separator)
    if data and separator not in data and not re.search(rb"[\x00-\x20\"'\x7f-\xff]", data):
        return data
    return b'"' + data.replace(b'"', b'""') + b'"'


def _html(cli: _Cli, value: Any) -> str | bytes:
    text = _plain(cli, value)
    shown = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    for char, name in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        shown = shown.replace(char, name)
    return f"<TD>{shown}</TD>"


def _tcl(cli: _Cli, value: Any) -> str | bytes:
    text = _plain(cli, value)
    shown = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    return '"' + shown.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def _show_columns(cli: _Cli, columns: tuple[str, ...], rows: list[tuple[Any, ...]]) -> None:
    """Print columns as wide as the header and first row need, at least 10, cutting longer ones."""
    settings = cli.settings
    shown = [[decode_text(_plain(cli, value)) for value in row] for row in rows]
    widths: list[int] = []
    for place, name in enumerate(columns):
        given = settings.widths[place] if place < len(settings.widths) else 0
        widths.append(given or max(10, len(name), len(shown[0][place])))
    lines: list[list[str]] = []
    if settings.header:
        lines.append(list(columns))
        lines.append(["-" * abs(width) for width in widths])
    for line in [*lines, *shown]:
        cells = [
            cell[:width].ljust(width) if width >= 0 else cell[:-width].rjust(-width)
            for cell, width in zip(line, widths, strict=True)
        ]
        cli.write("  ".join(cells) + settings.row_separator)


def _show_inserts(cli: _Cli, columns: tuple[str, ...], rows: list[tuple[Any, ...]]) -> None:
    names = "(" + ",".join(columns) + ")" if cli.settings.header else ""
    for row in rows:
        values = ",".join(escaped_literal(value) for value in row)
        cli.write(f"INSERT INTO {cli.settings.table}{names} VALUES({values});\n")
