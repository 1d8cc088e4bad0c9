"""Texts of pages, in which scripts may have left halves of surrogate pairs.

Chromium replaces such halves by U+FFFD before a text leaves the page's process.
"""

from __future__ import annotations

import json
import re
from typing import Final

from android_gym.simulator.web.cdp import Json

__all__ = ["read_json", "well_formed"]

_HALF: Final = re.compile(r"(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}")
"""Escape that ``JSON.stringify`` has written for such a half; it escapes no whole pairs."""


def read_json(text: str) -> Json:
    """Return a value that a page has written by ``JSON.stringify``."""
    found: Json = json.loads(_HALF.sub(r"\1\\ufffd", text) if r"\ud" in text else text)
    return found


def well_formed(text: str) -> str:
    """Return a text with U+FFFD in place of halves of surrogate pairs."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
