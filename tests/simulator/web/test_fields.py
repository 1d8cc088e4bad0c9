"""Fields of a page that Android asks for by windows of its own: lists and pickers."""
# ruff: noqa: E501  (pages of HTML)

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from android_gym.simulator.web import reports
from android_gym.simulator.web.inputs import Answer, Script

PLAIN = "<style>body{margin:0;font:20px sans-serif}select{font:20px sans-serif}</style>"
ROWS = "<option>one<option selected>two<option>the third one"
HEARS = (
    "<p id=out>-</p><script>for (const name of ['input', 'change'])"
    " document.querySelector('select,input').addEventListener(name, (e) => console.log(e.type, e.target.value))</script>"
)


def look_of(page: Any) -> Any:
    """Return a page's picture, and close the page: its nodes are still known."""
    look = page.page.frame(400, 700).astype(int)
    page.page.close()
    return look


class TestLists:
    def line(self, page: Any, name: str = "s") -> str:
        node = page.node(name)
        assert node.class_name == "android.widget.Spinner" and node.clickable and not node.children
        return str(node.text)

    @pytest.mark.parametrize("kind", ["multiple", "size=4", "multiple size=12", "size=2"])
    def test_one_is_a_line_as_a_menu_is(self, open_page: Callable[..., Any], kind: str) -> None:
        menu = open_page(f"{PLAIN}<select id=s>{ROWS}</select> after")
        looks = [look_of(menu)]
        page = open_page(f"{PLAIN}<select id=s {kind}>{ROWS}</select> after")
        looks.append(look_of(page))
        assert self.line(page) == self.line(menu) == "two"
        for name in ("s", "after"):  # the engine makes menus a whole number of pixels wide
            places = zip(page.node(name).bounds, menu.node(name).bounds, strict=True)
            assert all(abs(one - other) <= 1 for one, other in places)
        left, top, right, bottom = menu.node("s").bounds
        words = np.s_[top + 2 : bottom - 2, left + 2 : right - 24]
        assert np.array_equal(looks[0][words], looks[1][words]), "the same words at the same place"
        unlike = (np.abs(looks[0] - looks[1]).max(axis=2) > 40)[:bottom, : right - 2].sum()
        assert unlike < 60, "no more than the edges of border and arrow"

    @pytest.mark.parametrize(
        ("rows", "says"),
        [
            ("<option>a<option>b", "0 selected"),
            ("", "0 selected"),
            ("<option>a<option selected hidden>b", "b"),
            ("<option selected>a<option selected disabled>b", "2 selected"),
            ("<optgroup label=G><option>a<option selected>b</optgroup><option>c", "b"),
            ("<optgroup label=G><option selected>a</optgroup><option selected>c", "2 selected"),
            ("<option selected>a<optgroup label=G><option selected>c</optgroup>", "2 selected"),
            ("<optgroup label=G><option selected>a</optgroup><optgroup label=H><option selected>c</optgroup>", "2 selected"),
        ],
    )  # fmt: skip
    def test_it_says_what_is_chosen(
        self, open_page: Callable[..., Any], rows: str, says: str
    ) -> None:
        """The words are drawn by the style sheet, and told by the node: both are the same."""
        wide = "<style>select{width:200px}</style>"
        page = open_page(f"{PLAIN}{wide}<select id=s multiple>{rows}</select>")
        assert self.line(page) == says
        look = look_of(page)
        menu = open_page(f"{PLAIN}{wide}<select id=s><option selected>{says}</select>")
        box = np.s_[2:26, 2:170]
        assert (np.abs(look_of(menu)[box] - look[box]).max(axis=2) > 60).sum() < 8

    def test_a_list_of_no_choice_is_empty(self, open_page: Callable[..., Any]) -> None:
        page = open_page(f"{PLAIN}<select id=s size=3><option>one<option>two</select>")
        assert self.line(page) == ""

    def test_a_page_can_style_the_line(self, open_page: Callable[..., Any]) -> None:
        page = open_page(
            f"{PLAIN}<style>select{{width:300px;height:60px;margin:10px}}option{{height:50px;color:red}}</style>"
            f"<select id=s multiple>{ROWS}</select>"
        )
        assert page.node("s").bounds == (10, 10, 310, 70)
        around = page.page.frame(400, 700)[12:68, 12:280, :3].astype(int)
        assert not (around[..., 0] - around[..., 1] > 60).any(), "the row's own colour is none"

    @pytest.mark.parametrize(
        "script",
        [
            "document.adoptedStyleSheets = []",
            "const s = new CSSStyleSheet(); s.replaceSync('p{color:red}'); document.adoptedStyleSheets = [s, s]",
            "document.adoptedStyleSheets.push(new CSSStyleSheet())",
        ],
    )
    def test_a_page_that_sets_its_own_sheets(
        self, open_page: Callable[..., Any], script: str
    ) -> None:
        page = open_page(f"{PLAIN}<select id=s multiple>{ROWS}</select><script>{script}</script>")
        _, top, _, bottom = page.node("s").bounds
        assert bottom - top == 28

    def test_in_a_shadow_tree(self, open_page: Callable[..., Any]) -> None:
        page = open_page(
            f"{PLAIN}<div id=h></div><script>const r = h.attachShadow({{mode: 'open'}});"
            f"r.innerHTML = '<style>select{{font:20px sans-serif}}</style><select id=s multiple>{ROWS}</select>';"
            "r.adoptedStyleSheets = [new CSSStyleSheet()]</script>"
        )
        _, top, _, bottom = page.node("s").bounds
        assert bottom - top == 28 and self.line(page) == "two"
        page.tap_on("s")
        assert len(page.told(reports.SelectRequest)) == 1

    def test_a_tap_asks_for_one_or_several(self, open_page: Callable[..., Any]) -> None:
        page = open_page(f"{PLAIN}<select id=s size=3>{ROWS}</select>{HEARS}")
        page.tap_on("s")
        (asked,) = page.told(reports.SelectRequest)
        assert not asked.multiple and [row.selected for row in asked.options] == [0, 1, 0]
        assert page.node("s").text == "two" and page.console == []
        page.do(Answer(page.now, asked.id, True, chosen=(2,)))
        assert page.node("s").text == "the third one"
        assert page.console == ["input the third one", "change the third one"]
        assert page.replayed().nodes() == page.page.nodes()

    def test_several_are_chosen_and_none(self, open_page: Callable[..., Any]) -> None:
        page = open_page(f"{PLAIN}<select id=s multiple>{ROWS}</select>{HEARS}")
        before = page.page.frame(400, 700).copy()
        for chosen, says in [((0, 2), "2 selected"), ((), "0 selected"), ((0, 1, 2), "3 selected")]:
            page.tap_on("s")
            asked = page.told(reports.SelectRequest)[-1]
            assert asked.multiple
            page.do(Answer(page.now, asked.id, True, chosen=chosen))
            assert self.line(page) == says
        assert len(page.console) == 6
        assert not np.array_equal(before, page.page.frame(400, 700))
        page.tap_on("s")
        asked = page.told(reports.SelectRequest)[-1]
        assert all(row.selected for row in asked.options)
        page.do(Answer(page.now, asked.id, False))
        page.tap_on("s")
        page.do(Answer(page.now, page.told(reports.SelectRequest)[-1].id, True, chosen=(0, 1, 2)))
        assert len(page.console) == 6, "nothing has changed"

    def test_rows_that_change_meanwhile(self, open_page: Callable[..., Any]) -> None:
        page = open_page(f"{PLAIN}<select id=s size=3>{ROWS}</select>{HEARS}")
        page.tap_on("s")
        page.do(Script(page.now, "s.options[2].remove(); s.add(new Option('fourth'))"))
        page.do(Answer(page.now, page.told(reports.SelectRequest)[-1].id, True, chosen=(2,)))
        assert page.node("s").text == "two" and page.console == []
        page.do(Script(page.now, "s.multiple = true; s.options[2].selected = true"))
        page.tap_on("s")
        page.do(Script(page.now, "s.add(new Option('new', 'new', true, true), 0)"))
        page.do(Answer(page.now, page.told(reports.SelectRequest)[-1].id, True, chosen=(0,)))
        page.do(Script(page.now, "[...s.selectedOptions].map((o) => o.label).join()"))
        assert page.told(reports.ScriptResult)[-1].json == '"new,one"'

    def test_a_list_of_thousands_is_cut(self, open_page: Callable[..., Any]) -> None:
        fill = (
            "<script>const rows = []; for (let i = 0; i < 20100; i++) rows.push(new Option(i ? `row ${i}` : 'x'.repeat(2000)));"
            "s.append(...rows); s.options[20050].selected = true</script>"
        )
        page = open_page(f"{PLAIN}<select id=s multiple></select>{fill}")
        page.tap_on("s")
        (asked,) = page.told(reports.SelectRequest)
        assert len(asked.options) == 20_000 and len(asked.options[0].label) == 1024
        page.do(Answer(page.now, asked.id, True, chosen=(7,)))
        assert self.line(page) == "2 selected"

    def test_where_a_page_lets_none_choose(self, open_page: Callable[..., Any]) -> None:
        page = open_page(
            f"{PLAIN}<select id=s multiple disabled>{ROWS}</select><select id=t size=2>{ROWS}</select>"
            "<script>t.onclick = (e) => e.preventDefault()</script>"
        )
        page.tap_on("s")
        page.tap_on("t")
        assert page.told(reports.SelectRequest) == []


@pytest.mark.parametrize("field", ["type=time value=08:30", "type=date", "type=month"])
def test_no_part_of_a_day_or_time_is_marked(open_page: Callable[..., Any], field: str) -> None:
    page = open_page(f"{PLAIN}<style>input{{border:0;outline:0}}</style><input id=i {field}>")
    before = page.page.frame(400, 700).copy()
    page.do(Script(page.now, "i.focus()"))
    assert page.page.report().url and np.array_equal(before, page.page.frame(400, 700))


class TestWithdrawing:
    @pytest.mark.parametrize(
        "script",
        ["s.remove()", "s.disabled = true", "document.body.innerHTML = ''", "document.write('x')"],
    )
    @pytest.mark.parametrize("field", [f"<select id=s>{ROWS}</select>", "<input id=s type=month>"])
    def test_a_field_that_is_gone_asks_no_more(
        self, open_page: Callable[..., Any], field: str, script: str
    ) -> None:
        page = open_page(PLAIN + field)
        page.tap_on("s")
        (asked,) = page.told(reports.SelectRequest) + page.told(reports.PickerRequest)
        page.do(Script(page.now, script))
        assert page.told(reports.Withdrawn) == [reports.Withdrawn(asked.id)]
        page.do(Answer(page.now, asked.id, True, text="2023-10", chosen=(0,)))
        page.do(Script(page.now, "1"))
        assert len(page.told(reports.Withdrawn)) == 1

    def test_one_that_is_answered_is_not_withdrawn(self, open_page: Callable[..., Any]) -> None:
        page = open_page(f"{PLAIN}<select id=s onchange='s.remove()'>{ROWS}</select>")
        page.tap_on("s")
        page.do(Answer(page.now, page.told(reports.SelectRequest)[0].id, True, chosen=(0,)))
        page.do(Script(page.now, "1"))
        assert page.told(reports.Withdrawn) == []


@pytest.mark.parametrize(
    ("kind", "value", "least", "most", "picked"),
    [
        ("month", "2023-10", "2023-02", "2024-03", "2023-12"),
        ("week", "2023-W42", "2023-W01", "2024-W20", "2023-W52"),
        ("datetime-local", "2023-10-20T08:30", "", "2024-01-01T00:00", "2023-10-21T09:45"),
    ],
)
def test_parts_of_years_and_moments_are_picked(
    open_page: Callable[..., Any], kind: str, value: str, least: str, most: str, picked: str
) -> None:
    page = open_page(
        f"{PLAIN}<input id=i type={kind} value={value} min='{least}' max='{most}'>{HEARS}"
    )
    page.tap_on("i")
    (asked,) = page.told(reports.PickerRequest)
    assert asked == reports.PickerRequest(asked.id, kind, value, least, most)
    page.do(Answer(page.now, asked.id, True, text=picked))
    assert page.node("i").text == picked
    assert page.console == [f"input {picked}", f"change {picked}"]


@pytest.mark.parametrize(
    "script",
    [
        "Object.defineProperty(HTMLOptionElement.prototype, 'label', {get: () => ({})})",
        "Object.defineProperty(HTMLSelectElement.prototype, 'selectedOptions', {get: () => 7})",
        "Object.defineProperty(HTMLElement.prototype, 'isConnected', {get: () => 'x'})",
        "Array.from = () => [1, 2]",
        "Element.prototype.querySelectorAll = () => 'xyz'",
        "Map.prototype[Symbol.iterator] = null",
        "document.adoptedStyleSheets = []",
    ],
)
def test_a_page_that_spoils_its_own_lists_harms_nobody(
    open_page: Callable[..., Any], script: str
) -> None:
    page = open_page(f"{PLAIN}<select id=s multiple>{ROWS}</select><input id=m type=month>")
    x, y = 20, 12
    page.do(Script(page.now, script))
    page.tap(x, y)
    for asked in page.told(reports.SelectRequest):
        page.do(Answer(page.now, asked.id, True, chosen=(0, 99)))
    assert page.page.frame(400, 700).shape == (700, 400, 4) and page.page.nodes()


@pytest.mark.parametrize(
    ("given", "step"),
    [
        ("", 60_000), ("step=1", 1000), ("step=0.001", 1), ("step=.0001", 1), ("step=ANY", 0),
        ("step=0", 60_000), ("step=-5", 60_000), ("step=x", 60_000), ("step='1 '", 60_000),
        ("step=1e1", 10_000), ("step=1e300", 86_400_000), ("step=0.25", 250), ("step=90", 90_000),
    ],
)  # fmt: skip
def test_steps_of_times(open_page: Callable[..., Any], given: str, step: int) -> None:
    page = open_page(f"{PLAIN}<input id=i type=time {given}>")
    page.tap_on("i")
    (asked,) = page.told(reports.PickerRequest)
    assert asked.step == step
