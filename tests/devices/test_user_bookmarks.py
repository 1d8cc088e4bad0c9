"""Chrome's bookmarks among what belongs to the user."""

from __future__ import annotations

import json

import pytest

from android_gym.devices.user_bookmarks import parse_bookmarks


def folder(name: str, *children: object) -> dict[str, object]:
    return {"type": "folder", "name": name, "children": list(children)}


def page(name: str) -> dict[str, object]:
    return {"type": "url", "name": name, "url": f"https://{name}.example/"}


def test_pages_and_folders_at_any_depth() -> None:
    synced = folder("Mobile bookmarks", page("a"), folder("Work", page("b"), page("b")))
    text = json.dumps({"roots": {"synced": synced, "other": folder("Other", page("c"))}})
    assert parse_bookmarks(text) == [
        ("c", "https://c.example/", "Other"),
        ("a", "https://a.example/", "Mobile bookmarks"),
        ("Work", None, "Mobile bookmarks"),
        ("b", "https://b.example/", "Work"),
        ("b", "https://b.example/", "Work"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "1", "{}", '{"roots": 1}', '{"roots": {"synced": 1}}', "[" * 100_000,
        '{"roots": {"synced": {"name": "x", "children": 1}}}',
        '{"roots": {"synced": {"name": "x", "children": [1]}}}',
    ],
)  # fmt: skip
def test_what_chrome_has_not_written_has_none(text: str) -> None:
    assert parse_bookmarks(text) == []


def test_folders_that_are_nested_too_deep_are_left_out() -> None:
    nested = page("a")
    for _ in range(80):
        nested = folder("x", nested)
    assert len(parse_bookmarks(json.dumps({"roots": {"synced": nested}}))) == 50
