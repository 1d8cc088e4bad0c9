"""Reading an app's preferences, whatever its file holds."""

from __future__ import annotations

from typing import Any

import pytest

from android_gym.errors import DeviceCommandError
from android_gym.task_suite.spa_bench.preferences import read_texts

PATH = "/data/data/org.example/shared_prefs/own.xml"
LONGEST = 1 << 20


class Phone:
    """A device with one file, or none."""

    def __init__(self, data: bytes | None) -> None:
        self.data = data

    def pull(self, path: str) -> bytes:
        if self.data is None or path != PATH:
            raise DeviceCommandError(f"cat {path}", 1, "No such file or directory")
        return self.data


def read(data: bytes | None) -> Any:
    return read_texts(Phone(data), PATH)  # type: ignore[arg-type]


def padded(length: int) -> bytes:
    """Return a file of a length in bytes."""
    head, end = b'<map><string name="theme">dark</string>', b"</map>"
    return head + b" " * (length - len(head) - len(end)) + end


@pytest.mark.parametrize(
    ("data", "texts"),
    [
        (
            b'<map><string name="a">1</string><string name="b">2</string></map>',
            {"a": "1", "b": "2"},
        ),
        (b'<map><string name="a" /><int name="b" value="1" /></map>', {"a": ""}),
        (b"<map><string>1</string></map>", {"": "1"}),
        (b'<map><set name="c"><string name="d">1</string></set></map>', {}),
        (b'<map><string name="a">1</string>', {}),
        (b"", {}),
        (None, {}),
    ],
)
def test_the_texts_of_a_file(data: bytes | None, texts: dict[str, str]) -> None:
    assert read(data) == texts


def test_entities_are_not_resolved() -> None:
    text = b'<!DOCTYPE map [<!ENTITY e "ha">]><map><string name="a">&e;</string></map>'
    assert read(text) == {"a": ""}


def test_a_file_that_is_too_long_counts_as_cut_off() -> None:
    assert read(padded(LONGEST)) == {"theme": "dark"}
    assert read(padded(LONGEST + 1)) == {}
