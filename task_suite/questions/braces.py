"""Placeholders in the texts of a file of questions: ``{title}``, ``{title*}``."""

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
    """Refuse placeholders of nothing, and lone braces.

    Args:
        table: Where the text stands.
        text: The text.
        known: What there is.
        *keys: Under which keys of the table.
        what: What one of `known` is called.
        starred: Whether ``{title*}`` may stand there.

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
