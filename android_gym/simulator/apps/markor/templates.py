"""Templates of new files, read from ``templates.txt``."""

from __future__ import annotations

import datetime as dt
import re
from functools import cache
from pathlib import Path

__all__ = ["template_text", "templates"]


@cache
def templates() -> dict[str, str]:
    """Return the templates' texts by name, in the menu's order.

    Each begins below a line ``==> name <==`` and may contain ``{date}`` for today's date.
    """
    text = (Path(__file__).parent / "templates.txt").read_text("utf-8")
    _, *parts = re.split("^==> (.+) <==\n", text, flags=re.MULTILINE)
    return {"Empty file": "", **dict(zip(parts[::2], parts[1::2], strict=True))}


def template_text(name: str, now: dt.datetime) -> str:
    """Return a template's text, with today's date filled in."""
    return templates()[name].replace("{date}", f"{now:%Y-%m-%d}")
