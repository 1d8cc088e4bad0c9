"""Suggestions of a page's fields, from their lists of data."""
# ruff: noqa: E501  (pages of HTML)

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from android_gym.simulator.web import reports
from android_gym.simulator.web.inputs import Edit, Key, Script, Suggest

FIELD = (
    "<style>body{margin:0;font:20px sans-serif}input{display:block;width:200px;height:40px}</style>"
    "<input id=i list=l><datalist id=l>OPTIONS</datalist><input id=j><p>words"
    "<script>for (const name of ['keydown', 'input', 'change', 'keyup'])"
    " i.addEventListener(name, (e) => console.log(e.type, i.value))</script>"
)
PLACES = (
    "<option value=Berlin label='Germany'><option>New York</option><option value=Bern>"
    "<option value=Bonn disabled><option value=''>none</option><option value=Paris>Paris</option>"
)


def field(options: str) -> str:
    return FIELD.replace("OPTIONS", options)


def rows(page: Any) -> list[str]:
    found = page.page.suggested
    return [] if found is None else [value for value, _ in found.rows]


def enter(page: Any, text: str, name: str = "i", at: int | None = None) -> None:
    """Have a text typed into a field."""
    at = len(text) if at is None else at
    page.do(Edit(page.now, page.node(name).key, text, (at, at)))


def test_a_tap_shows_all_that_can_be_chosen(open_page: Callable[..., Any]) -> None:
    page = open_page(field(PLACES))
    assert page.page.suggested is None
    page.tap_on("i")
    assert page.page.suggested == reports.PageSuggestions(
        page.node("i").key,
        page.node("i").bounds,
        (("Berlin", "Germany"), ("New York", ""), ("Bern", ""), ("Paris", "")),
    )
    assert page.replayed().suggested == page.page.suggested
    assert page.console == []


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("ber", ["Berlin", "Bern"]),
        ("BERN", ["Bern"]),
        ("many", ["Berlin"]),
        ("york new", ["New York"]),
        ("newy", ["New York"]),
        ("b x", []),
        ("  ", ["Berlin", "New York", "Bern", "Paris"]),
        ("x", []),
    ],
)
def test_what_is_typed_is_looked_for(
    open_page: Callable[..., Any], typed: str, found: list[str]
) -> None:
    page = open_page(field(PLACES))
    page.tap_on("i")
    enter(page, typed)
    assert rows(page) == found


def test_one_is_chosen(open_page: Callable[..., Any]) -> None:
    page = open_page(field(PLACES))
    page.tap_on("i")
    enter(page, "b")
    told = len(page.console)
    page.do(Suggest(page.now, page.node("i").key, "Berlin"))
    assert page.console[told:] == ["keydown b", "input Berlin", "change Berlin", "keyup Berlin"]
    assert page.node("i").text == "Berlin" and page.node("i").field.selection == (6, 6)
    assert page.page.focus == page.node("i").key and page.page.suggested is None
    assert page.replayed().nodes() == page.page.nodes()
    page.tap_on("i")
    assert rows(page) == ["Berlin"]


def test_it_is_closed(open_page: Callable[..., Any]) -> None:
    page = open_page(field(PLACES) + "<div style='height:2000px'>")
    key = page.node("i").key
    closing: list[Callable[[], object]] = [
        lambda: page.do(Suggest(page.now, key, "")),
        lambda: page.tap(350, 400),
        lambda: page.tap_on("j"),
        lambda: page.swipe(300, 500, 300, 300),
        lambda: page.do(Script(page.now, "i.blur()")),
        lambda: page.do(Script(page.now, "i.readOnly = true")),
    ]
    for close in closing:
        page.do(Script(page.now, "scrollTo(0, 0)"))
        page.tap_on("i")
        assert len(rows(page)) == 4
        close()
        page.wait(2000)
        assert page.page.suggested is None
    assert page.console == []
    page.do(Suggest(page.now, key, "Bern"))
    assert page.console == [], "a field that nobody types into takes nothing"


def test_the_caret_has_to_be_behind_what_is_typed(open_page: Callable[..., Any]) -> None:
    page = open_page(field(PLACES))
    enter(page, "er")
    assert rows(page) == ["Berlin", "Bern"]
    enter(page, "ber", at=1)
    assert rows(page) == []
    page.do(Key(page.now, "ArrowDown"))
    assert rows(page) == ["Berlin", "Bern"]


@pytest.mark.parametrize(
    ("kind", "options", "typed", "found"),
    [
        ("type=number min=2 max=9", "<option>1<option>5<option>six<option>7", "", ["5", "7"]),
        ("type=email", "<option>a@b.c<option>nobody", "", ["a@b.c"]),
        ("type=email multiple", "<option>a@b.c<option>d@e.f", "x@y.z, d", ["d@e.f"]),
        ("pattern=[a-c]+", "<option>abc<option>abd", "", ["abc"]),
        ("maxlength=2", "<option>ab<option>abc", "", ["ab"]),
        ("type=search", "<option>ab", "A", ["ab"]),
        ("type=password", "<option>ab", "", []),
        ("readonly", "<option>ab", "", []),
        ("", "", "", []),
        ("", "<option disabled>a", "", []),
    ],
)  # fmt: skip
def test_only_what_the_field_takes(
    open_page: Callable[..., Any], kind: str, options: str, typed: str, found: list[str]
) -> None:
    page = open_page(f"<input id=i list=l {kind}><datalist id=l>{options}</datalist>")
    page.tap_on("i")
    if typed:
        enter(page, typed)
    assert rows(page) == found


def test_one_of_several_addresses_is_completed(open_page: Callable[..., Any]) -> None:
    page = open_page(
        "<input id=i type=email multiple list=l><datalist id=l><option>d@e.f</datalist>"
    )
    page.tap_on("i")
    enter(page, "x@y.z,  d")
    page.do(Suggest(page.now, page.node("i").key, "d@e.f"))
    assert page.node("i").text == "x@y.z,d@e.f", "the engine leaves out white space"


def test_a_page_changes_what_is_suggested(open_page: Callable[..., Any]) -> None:
    page = open_page(field(PLACES))
    page.tap_on("i")
    page.do(Script(page.now, "l.innerHTML = '<option>Rome<option>Oslo'"))
    assert rows(page) == ["Rome", "Oslo"]
    page.do(Script(page.now, "l.innerHTML = ''"))
    assert rows(page) == []
    page.do(Script(page.now, "l.append(new Option('Kiev'))"))
    assert rows(page) == ["Kiev"]
    page.do(Script(page.now, "l.remove()"))
    assert rows(page) == []
    page.do(Script(page.now, "i.remove()"))
    page.do(Suggest(page.now, page.node("j").key, "Kiev"))
    assert page.node("j").text == ""


def test_a_list_without_end_is_cut(open_page: Callable[..., Any]) -> None:
    fill = (
        "<script>for (let n = 0; n < 3000; n++) l.append(new Option('x'.repeat(5000) + n))</script>"
    )
    page = open_page(field("") + fill)
    page.tap_on("i")
    found = page.page.suggested.rows
    assert len(found) == 512 and {len(value) for value, _ in found} == {1024}


@pytest.mark.parametrize(
    "script",
    [
        "Object.defineProperty(HTMLOptionElement.prototype, 'value', {get: () => ({})}); 0",
        "Object.defineProperty(HTMLInputElement.prototype, 'list', {get: () => 7}); 0",
        "Math.round = () => 'x'",
        "Math.round = () => 1e300",
        "String.prototype.slice = () => ({a: 1})",
        "Array.from = () => null",
        "Element.prototype.getBoundingClientRect = () => null",
        "HTMLInputElement.prototype.addEventListener = null; HTMLElement.prototype.dispatchEvent = null",
    ],
)
def test_a_page_that_tells_nonsense_harms_nobody(
    open_page: Callable[..., Any], script: str
) -> None:
    page = open_page(field(PLACES))
    x, y = 50, 20
    page.do(Script(page.now, script))
    page.tap(x, y)
    key = page.page.focus
    page.do(Edit(page.now, key, "b", (1, 1)))
    page.do(Suggest(page.now, key, "Berlin"))
    assert page.page.frame(400, 700).shape == (700, 400, 4) and page.page.report()
