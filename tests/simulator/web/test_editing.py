"""Texts of a page that can be edited, with fields in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from android_gym.simulator.web.inputs import Edit

LOOK = (
    "<style>body { margin: 0; font: 16px/20px sans-serif }"
    " input, textarea { display: block; width: 200px; height: 40px; margin: 0 }</style>"
)


@pytest.mark.parametrize(
    ("field", "before", "steps"),
    [
        ("<input id=f type=number value=12>", "12", ("123", "1923")),
        ("<input id=f type=email value=a@b>", "a@b", ("a@bc", "a@c")),
        ("<input id=f value=ab>", "ab", ("abc", "a9bc", "a9b")),
        ("<textarea id=f>ab</textarea>", "ab", ("abc", "a9bc")),
    ],
)
def test_a_field_in_a_text_that_can_be_edited_is_one_of_its_own(
    open_page: Callable[..., Any], field: str, before: str, steps: tuple[str, ...]
) -> None:
    page = open_page(f"{LOOK}<div id=around contenteditable>some words{field}more</div>")
    around = page.node("around").field
    assert around is not None
    page.tap(100, 40)
    node = page.node("f")
    assert page.page.focus == node.key
    assert node.field is not None and node.field.text == before
    assert node.field.multi_line == field.startswith("<textarea")
    for text in steps:
        page.do(Edit(page.now, node.key, text, (2, 2)))
        made = page.node("f").field
        assert made is not None and (made.text, made.selection) == (text, (2, 2))
    assert page.node("around").field.text == around.text


def test_a_row_of_a_list_that_can_be_edited_says_its_words(open_page: Callable[..., Any]) -> None:
    page = open_page(f"{LOOK}<ol><li id=row contenteditable>words")
    page.tap_on("row")
    page.do(Edit(page.now, page.node("row").key, "words!", (6, 6)))
    field = page.node("row").field
    assert field is not None and (field.text, field.selection) == ("words!", (6, 6))
    assert field.multi_line
