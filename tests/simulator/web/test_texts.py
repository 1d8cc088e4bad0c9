"""Halves of surrogate pairs in what pages tell."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from android_gym.simulator.web import reports
from android_gym.simulator.web.inputs import Answer
from android_gym.simulator.web.texts import read_json, well_formed


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r'"\ud83d"', "\ufffd"),
        (r'"a\ud83d\udc00b"', "a\ufffd\ufffdb"),
        (r'"\\ud83d"', "\\ud83d"),
        (r'"\\\ud83d"', "\\\ufffd"),
        ('"\U0001f600 \\u0000"', "\U0001f600 \0"),
    ],
)
def test_json_of_pages(written: str, read: str) -> None:
    assert read_json(written) == read


def test_whole_pairs_stay() -> None:
    assert well_formed("\U0001f600\ud83d") == "\U0001f600\ufffd"


def test_no_half_leaves_a_page(open_page: Callable[..., Any]) -> None:
    half, whole = r"\ud83d", r"\ud83d\ude00"
    page = open_page(
        f"<body style='margin:0'><h1 id=h></h1><a id=l href='data:text/plain,x'>words</a><script>"
        f"h.textContent = '{half}{whole}'; document.title = '{half}'; l.download = '{half}.txt';"
        f"console.log('{half}'); onclick = () => {{ prompt('{half}', '{half}{whole}') }}</script>"
    )
    page.tap_on("words")
    (asked,) = page.told(reports.DialogRequest)
    page.do(Answer(page.now, asked.id, True))
    assert (asked.text, asked.default) == ("\ufffd", "\ufffd\U0001f600")
    assert page.node("\ufffd\U0001f600") and page.console == ["\ufffd"]
    assert page.page.report().title == "\ufffd"
    json.dumps(str(page.page.events), ensure_ascii=False).encode()
