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


class TestLines:
    """Offsets in an editable element count its text as it is drawn."""

    def test_enter_begins_a_line_and_what_follows_stands_there(
        self, open_page: Callable[..., Any]
    ) -> None:
        page = open_page(f"{LOOK}<div id=e contenteditable style='height: 90px'></div>")
        page.tap_on("e")
        for text in ("a", "a\n", "a\n\n", "a\n\nb", "a\n\nbc", "a\nbc", "abc", "ab9c"):
            at = text.index("9") + 1 if "9" in text else len(text) if "bc" not in text else 2
            page.do(Edit(page.now, page.node("e").key, text, (at, at)))
            field = page.node("e").field
            assert field is not None and (field.text, field.selection) == (text, (at, at))

    @pytest.mark.parametrize(
        ("html", "text"),
        [
            ("<p>one</p><p>two <b>three</b></p>", "one\ntwo three"),
            ("one<br>two<div>three</div>", "one\ntwo\nthree"),
            ("<ul><li>one<li>two</ul>\n <p>\n  three four </p>\n", "one\ntwo\nthree four"),
            ("<div>one</div><div><br></div><div>two<br></div>", "one\n\ntwo"),
            ("one <i style='display: none'>no</i>two<script>0</script>", "one two"),
            ("<pre>one\n\n  two</pre>three", "one\n\n  two\nthree"),
            ("one <img alt=no> two", "one  two"),
        ],
    )
    def test_each_letter_comes_where_it_is_put(
        self, open_page: Callable[..., Any], html: str, text: str
    ) -> None:
        for offset in range(len(text) + 1):
            page = open_page(f"{LOOK}<div id=e contenteditable>{html}</div>")
            page.tap_on("e")
            key = page.node("e").key
            assert page.node("e").text == text
            page.do(Edit(page.now, key, text, (offset, offset)))
            assert page.node("e").field.selection == (offset, offset)
            page.do(Edit(page.now, key, f"{text[:offset]}X{text[offset:]}", (offset + 1,) * 2))
            shown = page.node("e").text.replace("\u00a0", " ")
            assert shown == f"{text[:offset]}X{text[offset:]}"
            page.page.close()

    def test_enter_is_told_as_a_paragraph(self, open_page: Callable[..., Any]) -> None:
        for kind, told in (("true", "insertParagraph"), ("plaintext-only", "insertLineBreak")):
            page = open_page(
                f"{LOOK}<div id=e contenteditable={kind}>one</div>"
                "<script>e.onbeforeinput = (event) => console.log(event.inputType)</script>"
            )
            page.tap_on("e")
            page.do(Edit(page.now, page.node("e").key, "one\n", (4, 4)))
            assert page.console == [told]


@pytest.mark.parametrize("at_end", [True, False])
def test_the_rest_of_a_long_text_stays(open_page: Callable[..., Any], at_end: bool) -> None:
    text = "x" * 20_000 + "y" * 5000
    page = open_page(
        f"{LOOK}<textarea id=e>{text}</textarea><script>"
        "e.oninput = () => console.log(e.value.length + e.value.slice(0, 1) + e.value.slice(-1));"
        f"e.focus(); e.setSelectionRange({text.index('x')}, {text.index('x')});"
        f"if ({str(at_end).lower()}) e.setSelectionRange(25000, 25000)</script>"
    )
    field = page.node("e").field
    assert field is not None and len(field.text) == 20_000
    at = field.selection[0]
    assert at == (20_000 if at_end else 0)
    typed = field.text[:at] + "9" + field.text[at:]
    page.do(Edit(page.now, page.node("e").key, typed, (at + 1, at + 1)))
    assert page.console == ["25001x9" if at_end else "250019y"]
    known = page.node("e").field
    at = known.selection[0]
    shorter = known.text[: at - 1] + known.text[at:]
    page.do(Edit(page.now, page.node("e").key, shorter, (at - 1, at - 1)))
    assert page.console[1:] == ["25000xy"]


def test_only_the_beginning_of_a_huge_editable_element_is_read(
    open_page: Callable[..., Any],
) -> None:
    """Those of 100,000 elements with a letter each that are among the first 20,000 nodes."""
    page = open_page(
        "<div id=e contenteditable></div><script>e.innerHTML = '<b>x</b>'.repeat(100000)</script>"
    )
    assert page.node("e").text == "x" * 10_000
