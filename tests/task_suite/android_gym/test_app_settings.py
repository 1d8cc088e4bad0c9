"""Settings that apps keep: what is put, and that nothing else may change."""

from __future__ import annotations

import json
from typing import Any

import pytest

from android_gym.errors import DeviceCommandError
from android_gym.task_suite.android_gym.app_settings import (
    AppSettings,
    JsonSettings,
    Kept,
    chosen,
    switched,
)

CHOICES = {
    "Snow": switched("snow"),
    "Gaps": switched("gaps", "on"),
    "Theme": chosen("theme", "Light", {"Light": "l", "Dark": "d"}),
    "Size": Kept("size", "Small", {"Small": "0", "Large": "1"}, "int"),
}
XML = AppSettings("own", "org.example", CHOICES, always={"started": True})
JSON = JsonSettings("own in json", "org.example", CHOICES, path="files/settings.json")
BOTH = pytest.mark.parametrize("adapter", [XML, JSON], ids=["xml", "json"])
ROWS = [{"name": "Theme", "value": "Dark"}, {"name": "Gaps", "value": "on"}]


class Files:
    """A device that has files."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}

    def force_stop(self, package: str) -> None:
        """Do nothing: no app runs."""

    mkdir = force_stop

    def pull(self, path: str) -> bytes:
        if path not in self.files:
            raise DeviceCommandError(f"cat {path}", 1, "No such file or directory")
        return self.files[path]

    def push(self, path: str, data: bytes | str, mode: int) -> None:
        self.files[path] = data.encode() if isinstance(data, str) else data


def as_set(rows: Any) -> set[tuple[str, str]]:
    return {(row["name"], row["value"]) for row in rows}


@BOTH
def test_what_is_put_is_read(adapter: Any) -> None:
    device = Files()
    adapter.put(device, ROWS)
    assert as_set(adapter.read(device, ROWS)) == as_set(ROWS)
    other = [{"name": "Size", "value": "Large"}]
    adapter.put(device, other)
    assert as_set(adapter.read(device, other)) == as_set(other), "the others are as in a new app"


@BOTH
def test_a_setting_that_nobody_named_is_a_row_once_it_differs(adapter: Any) -> None:
    device = Files()
    adapter.put(device, [*ROWS, {"name": "Snow", "value": "on"}])
    assert as_set(adapter.read(device, ROWS)) == {*as_set(ROWS), ("Snow", "on")}


@BOTH
def test_a_value_that_no_app_writes_is_none_of_the_choices(adapter: Any) -> None:
    device = Files()
    adapter.put(device, ROWS)
    (path,) = device.files
    written = device.files[path].replace(b">d<", b">x<").replace(b'"d"', b'"x"')
    device.files[path] = written
    assert ("Theme", "stored as x") in as_set(adapter.read(device, ROWS))


@BOTH
@pytest.mark.parametrize("broken", [b"", b"<map", b"[" * 9999, b"\xff\xfe", b"3"])
def test_a_file_that_is_broken_is_begun_anew(adapter: Any, broken: bytes) -> None:
    device = Files()
    device.files[adapter.path] = broken
    assert as_set(adapter.read(device, ROWS)) == {("Theme", "Light"), ("Gaps", "on")}
    adapter.put(device, ROWS)
    assert as_set(adapter.read(device, ROWS)) == as_set(ROWS)


def test_what_else_an_app_keeps_stays() -> None:
    device = Files()
    device.files[XML.path] = (
        b'<map><int name="runs" value="7" /><string name="theme">l</string></map>'
    )
    device.files[JSON.path] = b'{"runs": 7, "theme": "l"}'
    XML.put(device, ROWS)  # type: ignore[arg-type]
    JSON.put(device, ROWS)  # type: ignore[arg-type]
    text = device.files[XML.path].decode()
    assert 'name="runs" value="7"' in text and text.count("theme") == 1
    assert '<boolean name="started" value="true"/>' in text
    assert json.loads(device.files[JSON.path]) == {"runs": 7, "theme": "d", "gaps": True}


@pytest.mark.parametrize(("name", "value"), [("Sleet", "on"), ("Snow", "maybe")])
def test_a_setting_that_there_is_not_is_refused(name: str, value: str) -> None:
    with pytest.raises(ValueError, match="is none of"):
        XML.settle({"name": name, "value": value})
