"""Placeholders in the texts of question files: ``{title}``, ``{title*}``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from android_gym.task_suite.questions.toml import Table

__all__ = ["STARRED", "check_placeholders"]

STARRED: Final = re.compile(r"\{(\w+)\*\}")
"""A value of a pool that was not used yet."""


def check_placeholders(
    table: Table,
    text: str,
    known: Iterable[str],
    *keys: str | int,
    what: str = "parameter",
    starred: bool = True,
) -> None:
    """Reject unknown placeholders and stray braces.

    Args:
        table: The table that contains the text.
        text: The text.
        known: Known names.
        *keys: Keys of the text in the table.
        what: What the known names are called in errors.
        starred: Whether ``{title*}`` is allowed.

    Raises:
        OptionError: With file, line and remedy.
    """
    names = list(known)
    for name in re.findall(r"\{(\w+)\*?\}", text):
        table.check_known(name, names, f"{what} called", *keys)
    if re.search(r"[{}]", re.sub(r"\{\w+\*?\}", "", text)):
        table.fail(
            f"braces are for {what}s alone, like {{title}}"
            + (" or {title*}" if starred else "")
            + f": {text!r}.",
            *keys,
        )
    if not starred and STARRED.search(text):
        table.fail(
            f"only `create` and `decoys` can have a value that is not used yet: {text!r}.", *keys
        )
