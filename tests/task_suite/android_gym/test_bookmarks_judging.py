"""Reading Chrome's file of bookmarks, whatever it holds."""

from __future__ import annotations

import json
from typing import Any

import pytest

from android_gym.errors import DeviceCommandError
from android_gym.task_suite.android_gym.chrome.bookmarks import Bookmarks
from android_gym.task_suite.questions.adapter import adapters

DEEPEST = 20


class Phone:
    """A device whose only file is that of the bookmarks."""

    def __init__(self, data: bytes | None) -> None:
        self.data = data

    def pull(self, path: str) -> bytes:
        if self.data is None:
            raise DeviceCommandError(f"cat {path}", 1, "No such file or directory")
        return self.data


def read(data: bytes | None) -> Any:
    adapter = adapters()["chrome bookmarks"]
    assert isinstance(adapter, Bookmarks)
    return adapter.read(Phone(data), ())  # type: ignore[arg-type]


def stored(children: Any) -> bytes:
    """Return a file with these children of the mobile bookmarks."""
    roots = {key: {"children": []} for key in ("bookmark_bar", "other")}
    return json.dumps({"roots": {**roots, "synced": {"children": children}}}).encode()


def nested(depth: int) -> list[dict[str, Any]]:
    """Return folders, each in the one before."""
    children: list[dict[str, Any]] = []
    for number in range(depth, 0, -1):
        children = [{"name": f"{number}", "type": "folder", "children": children}]
    return children


def test_folders_are_read_at_any_depth_but_a_hostile_one() -> None:
    names = [row["title"] for row in read(stored(nested(DEEPEST)))]
    assert names == [f"{number}" for number in range(1, DEEPEST + 1)]
    with pytest.raises(ValueError, match="no folder of bookmarks"):
        read(stored(nested(DEEPEST + 1)))


@pytest.mark.parametrize(
    "data", [b"[" * 100_000, b"", b"\xff", stored(None), stored({"a": 1}), stored([{}])]
)
def test_a_file_that_chrome_does_not_write_is_refused(data: bytes) -> None:
    with pytest.raises((ValueError, LookupError)):
        read(data)


def test_without_a_file_there_are_no_bookmarks() -> None:
    assert read(None) == []
