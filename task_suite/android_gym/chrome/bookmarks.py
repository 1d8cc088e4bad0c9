"""Chrome's bookmarks, for changes."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from android_gym.devices.user_bookmarks import BOOKMARKS, BOOKMARKS_FILE
from android_gym.errors import DeviceCommandError
from android_gym.task_suite.android_gym.app_settings import AppSettings
from android_gym.task_suite.questions.adapter import Adapter
from android_gym.task_suite.questions.conditions import Row
from android_gym.task_suite.questions.values import Field
from android_gym.task_suite.touches import Rows

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device
    from android_gym.task_suite.touches import Touch

__all__ = ["Bookmarks"]

_MOBILE: Final = "Mobile bookmarks"
_ROOTS: Final = (
    ("bookmark_bar", "Bookmarks bar"),
    ("other", "Other bookmarks"),
    ("synced", _MOBILE),
)
_MADE: Final = "13340000000000000"
"""Microseconds since 1601 at which all is said to have been made."""

_MOST_DEPTH: Final = 20

Node = dict[str, "str | list[Node]"]


class Bookmarks(Adapter):
    """Bookmarks and the folders among the mobile ones: a folder is a row without an address.

    Args:
        settings: The app's settings, which are made as in a new app that was started once.
    """

    name = "chrome bookmarks"
    fields: ClassVar[Mapping[str, Field]] = {
        "title": Field("text"),
        "host": Field("text", optional=True),
        "folder": Field("text", default=_MOBILE),
    }

    def __init__(self, settings: AppSettings) -> None:
        self.settings = settings

    def noise(self, rng: np.random.Generator) -> Row:
        """Draw a bookmark."""
        number = int(rng.integers(100, 1000))
        return {"title": f"Page {number}", "host": f"page{number}.example.org"}

    def settle(self, row: Row) -> Row:
        """Refuse titles of several lines, and hosts that are none."""
        settled = super().settle(row)
        if not str(settled["title"]).strip() or "\n" in str(settled["title"]):
            raise ValueError(f"no bookmark is called {settled['title']!r}")
        host = settled["host"]
        if host is not None and (not str(host).isascii() or {*str(host)} & {*" /:\n"}):
            raise ValueError(f"{host!r} is no host")
        return settled

    def put(self, device: Device, rows: Sequence[Row]) -> None:
        """Replace all bookmarks; folders that a row names are there whether a row is one or not."""
        self.settings.put(device, ())
        numbers = iter(range(len(_ROOTS) + 1, 10_000))
        names = [str(row["title"]) for row in rows if row["host"] is None]
        needed = dict.fromkeys(str(row["folder"]) for row in rows if row["folder"] != _MOBILE)
        names += [name for name in needed if name not in names]

        def inside(folder: str) -> list[Node]:
            return [
                _node(next(numbers), str(row["title"]), url=f"https://{row['host']}/")
                for row in rows
                if row["folder"] == folder and row["host"] is not None
            ]

        mobile = [_node(next(numbers), name, children=inside(name)) for name in names]
        roots = {
            key: _node(n, name, children=mobile + inside(_MOBILE) if name == _MOBILE else [])
            for n, (key, name) in enumerate(_ROOTS, 1)
        }
        device.mkdir(posixpath.dirname(BOOKMARKS_FILE))
        device.push(
            BOOKMARKS_FILE, json.dumps({"checksum": "", "roots": roots, "version": 1}), 0o600
        )

    def read(self, device: Device, put: Sequence[Row]) -> list[Row]:
        """Read all bookmarks and folders.

        Raises:
            ValueError: If the file is none of Chrome's.
        """
        try:
            kept = json.loads(device.pull(BOOKMARKS_FILE))
        except DeviceCommandError:
            return []
        except RecursionError as error:
            raise ValueError("the file is nested too deep") from error
        return [row for key, name in _ROOTS for row in _rows(kept["roots"][key], name, 0)]

    def touches(self, lost: Sequence[Row], new: Sequence[Row]) -> Sequence[Touch]:
        """Allow for the bookmarks and folders that are added, changed or deleted."""
        return [Rows(BOOKMARKS, added=len(new), lost=len(lost))]


def _node(number: int, name: str, url: str = "", children: Sequence[Node] = ()) -> Node:
    common: Node = {"date_added": _MADE, "id": str(number), "name": name}
    if url:
        return {**common, "type": "url", "url": url}
    return {**common, "type": "folder", "children": list(children)}


def _rows(node: object, folder: str, depth: int) -> Iterator[Row]:
    """Yield what is in a folder of the file, at any depth.

    Raises:
        ValueError: If it is nested too deep, or is none of Chrome's.
    """
    children = node.get("children") if isinstance(node, dict) else None
    if not isinstance(children, list) or depth > _MOST_DEPTH:
        raise ValueError("no folder of bookmarks")
    for child in children:
        name, url = str(child["name"]), child.get("url")
        if child["type"] == "folder":
            yield {"title": name, "host": None, "folder": folder}
            yield from _rows(child, name, depth + 1)
        else:
            host = re.sub("^https://|/$", "", str(url))  # of another scheme, it is another address
            yield {"title": name, "host": host, "folder": folder}
