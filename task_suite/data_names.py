"""Names of the tasks in a TOML file, found without parsing it.

Ids are registered when the package is imported; entries are parsed when the first task of their
suite is created. So only table headers are searched for here, in files that are written plainly.
`android_gym.task_suite.data_files` parses the files.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from android_gym.host_files import read_plain

__all__ = ["MOST_BYTES", "names_of"]

_KINDS: Final = "changes|questions|composites|flows"
_HEAD: Final = re.compile(rf"[ \t]*\[(?:{_KINDS})\.([A-Z][A-Za-z0-9]*)[.\]]")
_ENTRY: Final = re.compile(
    rf"""^[ \t\["']*(?:{_KINDS})["' \t]*(?:[.\]]|=[ \t]*\{{).*""", re.MULTILINE
)
"""A line that may begin an entry: a table header, or another way of writing a table."""

_LONG_TEXT: Final = re.compile(
    r'''^([^#"'\n]*)(?:"""(?:\\.|[^\\])*?"""|\'{3}.*?\'{3})''', re.MULTILINE | re.DOTALL
)
"""A multi-line string, which may contain what looks like a header."""

_NOT_PLAIN: Final = re.compile(
    r"""\"{3}|'{3}|^[ \t]*["']?version\b|\{.*\bversion\b""", re.MULTILINE
)
"""Other multi-line strings, and versions."""

MOST_BYTES: Final = 1 << 18
"""Maximum bytes of a file."""


def names_of(path: Path) -> Sequence[str] | None:
    """Return the names of a file's entries, all of version 0.

    Args:
        path: The file.

    Returns:
        The names, or None if the file must be parsed to be sure of them.
    """
    try:
        text = read_plain(path, MOST_BYTES).decode()
    except (OSError, UnicodeDecodeError):
        return None
    text = _LONG_TEXT.sub(r"\1", text)
    heads = [_HEAD.match(line) for line in _ENTRY.findall(text)]
    names = tuple(dict.fromkeys(head[1] for head in heads if head is not None))
    return None if None in heads or not names or _NOT_PLAIN.search(text) else names
