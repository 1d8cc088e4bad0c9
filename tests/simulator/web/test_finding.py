"""Find in page: what counts as a match, and how it is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from android_gym.simulator.web.inputs import Find, Script

CURRENT = (255, 150, 50)


def matches(tester: Any, text: str) -> tuple[int, int]:
    tester.do(Find(tester.now, text))
    found: tuple[int, int] = tester.page.report().matches
    return found


def drawn(page: Any) -> int:
    """Return how many pixels have the colour of the current match."""
    return int(np.all(page.frame(400, 700)[..., :3] == CURRENT, axis=-1).sum())


SHADOW = "<div id=h>{}</div><script>h.attachShadow({{mode: '{}'}}).innerHTML = '{}'</script>"


@pytest.mark.parametrize(
    "html",
    [
        "he<b>ll</b>o",
        "he<wbr>llo",
        "he<span style='display:none'>x</span>llo",
        "he<span style='display:contents'>ll</span>o",
        "<button>he<i>llo</i></button>",
        "<p style='text-transform:uppercase'>hello",
        "h&eacute;llo",
        "he&shy;llo",
        SHADOW.format("", "open", "<p>hello"),
        SHADOW.format("", "closed", "<p>he<b>llo"),
        SHADOW.format("llo", "open", "<b>he</b><slot></slot>"),
        "<div style='height:50px;overflow:auto'><p style='margin-top:900px'>hello",
        "<div style='width:50px;overflow:auto'><p style='margin-left:900px'>hello",
        "<details><summary>more</summary>hello</details>",
        "<p hidden=until-found>hello",
    ],
)
def test_text_is_found_and_shown(open_page: Callable[..., Any], html: str) -> None:
    page = open_page(f"<!doctype html><body>{html}")
    assert matches(page, "hello") == (1, 1)
    assert drawn(page.page) > 50
    again = page.replayed()
    assert (again.frame(400, 700) == page.page.frame(400, 700)).all()
    again.close()
    assert matches(page, "") == (0, 0) and drawn(page.page) == 0


@pytest.mark.parametrize(
    "html",
    [
        "<input value=hello>",
        "<input placeholder=hello>",
        "<input type=submit value=hello>",
        "<textarea>hello</textarea>",
    ],
)
def test_fields_are_searched(open_page: Callable[..., Any], html: str) -> None:
    page = open_page(f"<!doctype html><body><p style='height:3000px'></p>{html}")
    assert matches(page, "HELLO") == (1, 1)
    assert page.page.report().scroll[1] > 2000


@pytest.mark.parametrize(
    "html",
    [
        "<div>he</div><div>llo</div>",
        "he<br>llo",
        "he<img>llo",
        "he<span style='display:inline-block'>llo</span>",
        "he<span style='position:absolute'>x</span>llo",
        "<table><td>he<td>llo</table>",
        "<input type=password value=hello>",
        "<input type=checkbox value=hello>",
        "<select><option>hello</select>",
        "<p style='visibility:hidden'>hello",
        "<p inert>hello",
        "<canvas>hello</canvas>",
        SHADOW.format("hello", "open", "<p>other"),
    ],
)
def test_what_is_apart_or_invisible_is_not_found(open_page: Callable[..., Any], html: str) -> None:
    assert matches(open_page(f"<!doctype html><body>{html}"), "hello") == (0, 0)


def test_spaces_and_quotation_marks(open_page: Callable[..., Any]) -> None:
    page = open_page(
        "<!doctype html><meta charset=utf-8>good \n morning, "
        "\u2018Stra\u00dfe\u2019&nbsp;<pre>a\nb</pre>"
    )
    for text in ("good morning", "'strasse' ", "\u2019"):
        assert matches(page, text)[1] > 0, text
    assert matches(page, "a b") == (0, 0)


def test_highlights_of_the_page_stay(open_page: Callable[..., Any]) -> None:
    page = open_page(
        "<!doctype html><p id=p>hello</p><script>const range = new Range();"
        "range.selectNodeContents(p); CSS.highlights.set('own', new Highlight(range))</script>"
    )
    matches(page, "ell")
    matches(page, "")
    page.do(Script(page.now, "console.log([...CSS.highlights.keys()].join())"))
    assert page.console == ["own"]


def test_a_very_long_and_deep_page(open_page: Callable[..., Any]) -> None:
    page = open_page(
        "<!doctype html><body><script>let e = document.body;"
        "for (let i = 0; i < 3000; i++) e = e.appendChild(document.createElement('i'));"
        "e.textContent = 'deep';"
        "document.body.append('word '.repeat(100000))</script>"
    )
    assert matches(page, "deep") == (1, 1)
    assert matches(page, "word") == (1, 1000), "at most 1,000"
