"""Chrome's bookmarks, read over adb from the file in which it keeps them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from android_gym.devices.user_preferences import listed
from android_gym.devices.user_tables import Listing, Row

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["BOOKMARKS", "BOOKMARKS_FILE", "parse_bookmarks", "read_bookmarks"]

BOOKMARKS: Final = "bookmarks of Chrome"
"""The name that they have among the tables."""

BOOKMARKS_FILE: Final = "/data/data/com.android.chrome/app_chrome/Default/Bookmarks"
_MOST_BYTES: Final = 16 << 20
_MOST_DEPTH: Final = 50


def parse_bookmarks(text: str) -> list[Row]:
    """Return title, address (None for a folder) and folder of each; none of an invalid file."""
    try:
        kept: object = json.loads(text)
    except (ValueError, RecursionError):
        return []
    roots = kept.get("roots") if isinstance(kept, dict) else None
    if not isinstance(roots, dict):
        return []
    return [row for key in sorted(roots) for row in _inside(roots[key], _MOST_DEPTH)]


def _inside(node: object, depth: int) -> Iterator[Row]:
    """Yield what is in a folder of the file; nothing that is nested too deep."""
    children = node.get("children") if isinstance(node, dict) else None
    if not isinstance(node, dict) or not isinstance(children, list) or not depth:
        return
    for child in children:
        if isinstance(child, dict):
            address = str(child.get("url")) if child.get("type") == "url" else None
            yield str(child.get("name", "")), address, str(node.get("name", ""))
            yield from _inside(child, depth - 1)


def read_bookmarks(device: Device) -> Mapping[str, Listing]:
    """Read them as rows of `BOOKMARKS`; there are none without the file.

    Raises:
        DeviceError: If the device fails.
    """
    text, code = device.run(f"head -c {_MOST_BYTES} {BOOKMARKS_FILE}")
    return {BOOKMARKS: listed([] if code else parse_bookmarks(text))}
