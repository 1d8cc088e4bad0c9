"""Frames of pages: nodes in them, what is typed and tapped there, and their time."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import quote

import pytest

from android_gym.simulator.web import reports
from android_gym.simulator.web.cdp import Command, Session
from android_gym.simulator.web.inputs import (
    Answer,
    Edit,
    Find,
    Resize,
    Response,
    Script,
    Select,
    Served,
    Suggest,
)
from android_gym.simulator.web.reports import PageNode

BARE = "<style>body { margin: 0 }</style>"
LOOK = f"{BARE}<style>iframe {{ display: block; width: 300px; height: 200px; border: 0 }}</style>"
FOLDER = "file:///sdcard/Download/"
IN = f"{FOLDER}in.html"

FORM = """<style>body { margin: 0 } * { box-sizing: border-box; font: 16px/20px sans-serif }
button, input, select { display: block; width: 200px; height: 40px }
button, input, select { margin: 0; padding: 0; border: 0 }
</style><button id=go onclick="this.textContent = 'went'">go</button><input id=name value=Ada>
<input id=tick type=checkbox checked><select id=list><option>one<option>two</select>
<script>
document.getElementById('name').oninput = (e) => console.log('typed', e.target.value)</script>"""
PLAIN = FORM.partition("<script>")[0]


def frame(inner: str, attributes: str = "") -> str:
    """Return a frame with a document in its own text."""
    return f'<iframe id=f {attributes} srcdoc="{html.escape(inner)}"></iframe>'


KINDS = {
    "text": (frame(FORM), {}),
    "file": ("<iframe id=f src=in.html></iframe>", {IN: Response(FORM.encode())}),
    "nested": (
        "<iframe id=f src=in.html></iframe>",
        {IN: Response((LOOK + frame(FORM, "style='width:300px'")).encode())},
    ),
    "sandbox": (frame(FORM, "sandbox=allow-scripts"), {}),
    "no scripts": (frame(PLAIN, "sandbox"), {}),
    "data": (f'<iframe id=f src="data:text/html,{quote(FORM)}"></iframe>', {}),
    "object": (
        "<object id=f data=in.html style='display:block;width:300px;height:200px'></object>",
        {IN: Response(FORM.encode())},
    ),
    "written": (
        f"<iframe id=f></iframe><script>f.contentDocument.body.innerHTML = `{PLAIN}`</script>",
        {},
    ),
}
"""Pages with the form in a frame, at (0, 100)."""


@pytest.fixture(params=list(KINDS))
def page(request: pytest.FixtureRequest, open_page: Callable[..., Any]) -> Any:
    """A page with the form in a frame of each kind."""
    markup, files = KINDS[request.param]
    return open_page(f"{LOOK}<div style='height:100px'>above</div>{markup}", files)


def same(page: Any) -> None:
    """Check that what happened gives the same page once more."""
    again = page.replayed()
    assert again.nodes() == page.page.nodes()
    assert again.events == page.page.events
    assert (again.focus, again.next_ms) == (page.page.focus, page.page.next_ms)
    assert (again.frame(200, 350) == page.page.frame(200, 350)).all()
    again.close()


class TestNodes:
    def test_what_is_in_a_frame_is_where_it_is_seen(self, page: Any) -> None:
        go, name, tick = page.node("go"), page.node("name"), page.node("tick")
        assert go.bounds == (0, 100, 200, 140) and go.clickable
        assert go.class_name == "android.widget.Button"
        assert name.bounds == (0, 140, 200, 180) and name.field is not None
        assert name.field.text == "Ada"
        assert tick.checkable and tick.checked
        keys = [node.key for node in page.nodes()]
        assert len(set(keys)) == len(keys)
        same(page)

    def test_it_is_tapped_and_typed_into(self, page: Any) -> None:
        page.tap_on("tick")
        assert not page.node("tick").checked
        page.tap_on("name")
        name = page.node("name")
        assert page.page.focus == name.key
        page.do(Edit(page.now, name.key, "Ada L", (5, 5)))
        field = page.node("name").field
        assert field is not None and (field.text, field.selection) == ("Ada L", (5, 5))
        if page.console:
            assert page.console == ["typed Ada ", "typed Ada L"]
        same(page)

    def test_a_list_in_it_is_asked_for(self, page: Any) -> None:
        page.tap_on("list")
        (asked,) = page.told(reports.SelectRequest)
        assert [option.label for option in asked.options] == ["one", "two"]
        page.do(Answer(page.now + 100, asked.id, True, chosen=(1,)))
        assert page.node("list").text == "two"
        same(page)

    def test_it_is_cut_off_by_the_frame_and_what_is_around_it(
        self, open_page: Callable[..., Any]
    ) -> None:
        inner = (
            f"{BARE}<button style='position:absolute;left:-20px;top:-10px;width:400px;"
            "height:400px'>big</button><button style='position:absolute;top:150px'>below</button>"
        )
        page = open_page(
            f"{LOOK}<div style='width:250px;height:120px;overflow:hidden;padding:10px 0'>"
            f"{frame(inner, 'style=padding:5px;border-width:3px;border-style:solid')}</div>"
        )
        assert page.node("big").bounds == (8, 18, 250, 140)
        assert not [node for node in page.nodes() if node.text == "below"]

    def test_it_is_as_large_as_its_frame_is_drawn(self, open_page: Callable[..., Any]) -> None:
        inner = f"{BARE}<button style='width:100px;height:40px'>go</button>"
        page = open_page(
            f"{LOOK}<style>#f {{ scale: .5; transform-origin: 0 0 }}</style>{frame(inner)}"
            f"{frame(inner, 'style=zoom:.5').replace('go', 'other').replace('id=f', '')}",
            density=2.0,
        )
        assert page.node("go").bounds == (0, 0, 100, 40)
        assert page.node("other").bounds == (0, 400, 100, 440)
        page.tap_on("other")
        same(page)

    def test_what_is_hidden_is_not_there(self, open_page: Callable[..., Any]) -> None:
        page = open_page(
            LOOK
            + "".join(
                frame(f"<button>{number}</button>", f"title=t{number} {how}")
                for number, how in enumerate(
                    (
                        "style=display:none",
                        "style=visibility:hidden",
                        "aria-hidden=true",
                        "inert",
                        "style='position:absolute;top:2000px'",
                        "",
                    )
                )
            )
        )
        assert [node.text for node in page.nodes() if node.text] == ["t5", "5"]

    def test_a_page_has_4000_nodes_with_those_in_its_frames(
        self, open_page: Callable[..., Any]
    ) -> None:
        many = "<style>body{margin:0}i{float:left;width:3px;height:3px;overflow:hidden}</style>"
        many += "<i role=button></i>" * 3000
        page = open_page(f"{LOOK}{frame(many)}<button>between</button>{frame(many)}")
        nodes = page.nodes()
        assert len(nodes) == 4000
        (between,) = (i for i, node in enumerate(nodes) if node.text == "between")
        assert between == 3002  # after the first frame and all that is in it

    def test_at_most_100_frames_are_spoken_to(self, open_page: Callable[..., Any]) -> None:
        inner = frame("<button>go</button><script>setTimeout(() => console.log(1))</script>")
        page = open_page(
            f"{LOOK}<style>iframe {{ float: left; width: 20px; height: 90px }}</style>{inner * 103}"
        )
        assert len([node for node in page.nodes() if node.text == "go"]) == 100
        assert len([node for node in page.nodes() if node.resource_id == "f"]) == 103
        assert page.console == ["1"] * 100

    def test_nodes_in_each_other_end_somewhere(self, open_page: Callable[..., Any]) -> None:
        groups = "<div role=group>" * 90
        inner = groups + frame(groups + frame(f"{groups}x"))
        page = open_page(f"{BARE}{inner}")

        def depth(nodes: Sequence[PageNode]) -> int:
            return 1 + max(map(depth, (node.children for node in nodes))) if nodes else 0

        assert 195 < depth(page.page.nodes()) <= 201

    def test_a_frame_that_is_seen_again_has_the_same_nodes(
        self, open_page: Callable[..., Any]
    ) -> None:
        page = open_page(f"{LOOK}{frame('<button>go</button>')}<div style='height:3000px'>")
        before = page.node("go")
        page.do(Script(page.now, "scrollTo(0, 20)"))
        assert page.node("go").bounds[3] == before.bounds[3] - 20
        assert page.node("go").key == before.key
        page.do(Script(page.now, "scrollTo(0, 500)"))
        assert not [node for node in page.nodes() if node.text == "go"]
        page.do(Script(page.now, "scrollTo(0, 0)"))
        assert page.node("go") == before
        same(page)

    def test_another_document_in_a_frame_has_other_nodes(
        self, open_page: Callable[..., Any]
    ) -> None:
        page = open_page(
            f"{LOOK}{frame('<button>go</button>')}", {IN: Response(b"<button>in</button>")}
        )
        before = page.node("go").key
        page.do(Script(page.now + 10, "f.removeAttribute('srcdoc'); f.src = 'in.html'"))
        assert page.node("in").key != before
        page.do(Script(page.now + 10, "f.remove()"))
        assert page.nodes() == []
        same(page)

    @pytest.mark.parametrize(
        "address", ["a.pdf", "mailto:x@y.z", "javascript:1", "data:application/zip,x"]
    )
    def test_what_is_no_page_leaves_a_frame_as_it_is(
        self, open_page: Callable[..., Any], address: str
    ) -> None:
        files = {IN: Response(b"<button>in</button>")}
        files[f"{FOLDER}a.pdf"] = Response(b"%PDF-1.4", "application/pdf")
        page = open_page(f"{LOOK}<iframe id=f src=in.html></iframe>", files)
        before = page.node("in")
        page.do(Script(page.now + 10, f"f.contentWindow.location = {address!r}"))
        assert page.node("in") == before
        page.tap_on("in")
        same(page)

    def test_a_frame_that_is_removed_while_it_waits_holds_nothing_up(
        self, open_page: Callable[..., Any]
    ) -> None:
        inner = f"{frame('<p>x')}<iframe src=none.html></iframe>"
        page = open_page(f"{LOOK}<button>go</button>", {IN: Response(inner.encode())})
        show = "Object.assign(document.createElement('iframe'), {src: 'in.html'})"
        page.page.apply(Script(page.now + 10, f"document.body.append({show})"))
        while f"{FOLDER}none.html" not in dict(page.page.pending):
            page.do(Served(page.now, tuple((url, page.files[url]) for url, _ in page.page.pending)))
        page.page.apply(Script(page.now + 20, "document.querySelector('iframe').remove()"))
        page.page.apply(Script(page.now + 30, "document.querySelector('button').textContent = 1"))
        assert not page.page.gone and page.node("1")


def row(number: int) -> str:
    return f"<button style='display:block;width:200px;height:40px'>row {number}</button>"


class TestFingers:
    def test_a_drag_scrolls_what_has_room_in_the_frame_else_what_is_around_it(
        self, open_page: Callable[..., Any]
    ) -> None:
        rows = "<body style='margin:0'>" + "".join(map(row, range(10)))
        page = open_page(
            f"{LOOK}{frame(rows)}{'<br>' * 200}",
        )
        assert [n.scrollable for n in page.nodes()][:2] == [False, True]
        page.swipe(100, 150, 100, 50, 1000)
        assert page.node("row 4").bounds[1] < 90 and page.page.report().scroll[1] == 0
        inside = page.node("row 4").bounds
        page.swipe(100, 150, 100, -400, 1000)
        page.swipe(100, 150, 100, -400, 1000)
        scrolled = page.page.report().scroll[1]
        assert scrolled > 100, "the frame was at its end"
        assert inside[1] > 0
        page.do(Script(page.now, "scrollTo(0, 0)"))
        assert page.node("row 9").bounds[3] <= 200
        same(page)

    def test_a_frame_hears_of_fingers_in_its_own_places(
        self, open_page: Callable[..., Any]
    ) -> None:
        inner = (
            "<body style='margin:0;height:200px'><script>"
            "for (const name of ['touchstart', 'touchend', 'pointerdown', 'mousedown', 'click',"
            " 'contextmenu']) addEventListener(name, (e) => {"
            " const at = e.changedTouches ? e.changedTouches[0] : e;"
            " console.log(name, at.clientX, at.clientY) })</script>"
        )
        outer = (
            "<script>for (const name of ['touchstart', 'pointerdown', 'click'])"
            " addEventListener(name, () => console.log('outer'), true)</script>"
        )
        page = open_page(
            f"{LOOK}{outer}<body style='margin:0'><div style='height:100px'></div>{frame(inner)}"
        )
        page.tap(30, 150)
        assert page.console == [
            "pointerdown 30 50", "touchstart 30 50", "touchend 30 50", "mousedown 30 50",
            "click 30 50",
        ]  # fmt: skip
        page.touch("down", 40, 160, 100)
        page.wait(700)
        page.touch("up", 40, 160)
        assert page.console[-2:] == ["contextmenu 40 60", "touchend 40 60"]
        same(page)

    def test_a_word_in_a_frame_is_selected_where_it_is(self, open_page: Callable[..., Any]) -> None:
        inner = (
            "<body style='margin:0'><p style='margin:0;font:20px/40px sans-serif'>some words</p>"
        )
        page = open_page(f"{LOOK}<div style='height:100px'>others</div>{frame(inner)}")
        page.touch("down", 20, 120, 100)
        page.wait(700)
        page.touch("up", 20, 120)
        selected = page.page.selected
        assert selected is not None and page.page.report().selection == "some"
        assert 100 <= selected.bounds[1] < selected.bounds[3] <= 140
        (held,) = page.told(reports.LongPress)
        assert (held.x, held.y, held.selected) == (20, 120, "some")
        page.do(Select(page.now + 10, True))
        assert page.page.report().selection == "some words"
        page.tap(20, 20)
        assert page.page.selected is None
        same(page)

    def test_a_field_in_a_frame_suggests_what_its_page_does(
        self, open_page: Callable[..., Any]
    ) -> None:
        inner = "<input id=i list=l><datalist id=l><option>one<option>two</datalist>"
        page = open_page(f"{LOOK}<div style='height:100px'></div>{frame(inner)}")
        page.tap_on("i")
        suggested = page.page.suggested
        assert suggested is not None and suggested.field == page.node("i").key
        assert suggested.bounds == page.node("i").bounds
        page.do(Suggest(page.now + 10, suggested.field, "two"))
        assert page.node("i").field.text == "two" and page.page.suggested is None
        same(page)

    def test_a_frame_asks_for_windows(self, open_page: Callable[..., Any]) -> None:
        page = open_page(LOOK + frame("<button onclick=\"window.open('in.html')\">go</button>"))
        page.tap_on("go")
        assert page.told(reports.OpenWindow) == [reports.OpenWindow(IN)]

    def test_a_link_in_a_frame_opens_in_another_one(self, open_page: Callable[..., Any]) -> None:
        files = {
            f"{FOLDER}menu.html": Response(b"<a href=in.html target=main>in</a> <a href=in.html"
                                           b" target=none>none</a>"),
            f"{FOLDER}first.html": Response(b"<button>first</button>"),
            IN: Response(b"<button>second</button>"),
        }  # fmt: skip
        page = open_page(
            "<frameset rows=100,*><frame src=menu.html><frame name=main src=first.html></frameset>",
            files,
        )
        assert page.node("first").bounds[1] > 100
        page.tap_on("in")
        assert page.node("second").bounds[1] > 100
        assert not [node for node in page.nodes() if node.text == "first"]
        assert not page.told(reports.OpenWindow)
        page.tap_on("none")
        assert page.told(reports.OpenWindow) == [reports.OpenWindow(IN)]
        same(page)

    def test_a_field_in_a_frame_stays_in_sight_of_the_keyboard(
        self, open_page: Callable[..., Any]
    ) -> None:
        inner = f"{BARE}<div style='height:150px'></div><input id=i>"
        page = open_page(f"{LOOK}<div style='height:400px'></div>{frame(inner)}{'<br>' * 50}")
        page.tap_on("i")
        assert page.node("i").bounds[1] > 500
        page.do(Resize(page.now, (400, 300)))
        assert 0 <= page.node("i").bounds[1] and page.node("i").bounds[3] <= 300
        same(page)

    def test_two_fingers_on_a_frame_make_the_page_larger(
        self, open_page: Callable[..., Any]
    ) -> None:
        page = open_page(f"{LOOK}{frame('<button>go</button>')}")
        before = page.node("go").bounds
        left, y = before[0] + 5, (before[1] + before[3]) // 2
        page.touch("down", left, y, 50)
        page.touch("down", left + 40, y, 10, 1)
        for far in (40, 80, 120):
            page.touch("move", left + 40 + far, y, 20, 1)
        page.touch("up", left, y, 10)
        page.touch("up", left + 160, y, 10, 1)
        after = page.node("go").bounds
        assert after[2] - after[0] > 2 * (before[2] - before[0])
        same(page)


class TestFinding:
    @pytest.mark.parametrize("kind", ["text", "file"])
    def test_a_text_is_found_in_all_frames(self, open_page: Callable[..., Any], kind: str) -> None:
        inner = f"{BARE}<div style='height:500px'>one word</div><p id=last>the other word</p>"
        shows = frame(inner) if kind == "text" else "<iframe id=f src=in.html></iframe>"
        page = open_page(
            f"{LOOK}<p>a word</p>{'<br>' * 60}{shows}<p>word after</p>",
            {IN: Response(inner.encode())},
        )
        assert not [node for node in page.nodes() if node.resource_id == "f"]
        for number, seen in (
            (1, "a word"),
            (2, "word after"),
            (3, "one word"),
            (4, "the other word"),
        ):
            page.do(Find(page.now, "word"))
            assert page.page.report().matches == (number, 4)
            assert page.node(seen)
        page.do(Find(page.now, "word"))
        assert page.page.report().matches == (1, 4)
        page.do(Find(page.now, "word", False))
        assert page.page.report().matches == (4, 4) and page.node("the other word")
        same(page)
        page.do(Find(page.now, "none"))
        assert page.page.report().matches == (0, 0)
        page.do(Find(page.now, ""))
        assert page.page.report().matches == (0, 0)


class TestTime:
    def test_a_frame_that_comes_later_begins_then(self, open_page: Callable[..., Any]) -> None:
        inner = (
            "<p id=q>0</p><script>setTimeout(() => { q.textContent = performance.now() }, 500);"
            "</script>"
        )
        page = open_page(f"{LOOK}")
        page.wait(60_000)
        page.do(Script(page.now, f"document.body.innerHTML = {frame(inner)!r}"))
        assert page.page.next_ms == page.now + 500
        page.wait(400)
        assert page.node("q").children[0].text == "0"
        page.wait(200)
        assert page.node("q").children[0].text == "500"
        same(page)

    def test_styles_in_a_frame_move_by_the_phone_s_clock(
        self, open_page: Callable[..., Any]
    ) -> None:
        inner = (
            "<style>@keyframes k { to { margin-left: 100px } }"
            f" button {{ animation: k 1s linear forwards }}</style>{BARE}<button>go</button>"
        )
        page = open_page(f"{LOOK}{frame(inner)}")
        page.wait(500)
        assert page.node("go").bounds[0] == 50
        page.wait(600)
        assert page.node("go").bounds[0] == 100 and page.page.next_ms is None
        same(page)

    def test_time_passes_in_a_frame_as_often_as_in_the_page(
        self, open_page: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        page = open_page(LOOK + frame("<button>go</button>"))
        sent: list[tuple[object, str]] = []
        send = Session.send_all

        def note(session: Session, commands: Sequence[Command]) -> list[int]:
            sent.extend(
                (given.get("contextId"), str(given["expression"]))
                for name, given in commands
                if name == "Runtime.evaluate" and ".run(" in str(given["expression"])
            )
            return send(session, commands)

        monkeypatch.setattr(Session, "send_all", note)
        page.do(Script(page.now + 100, "1"))
        of_frame = [expression for context, expression in sent if context]
        assert len(of_frame) == len(sent) - len(of_frame) == 2

    def test_a_page_without_frames_is_asked_nothing_more(
        self, open_page: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        page = open_page("<button>go</button>")
        sent: list[str] = []
        send = Session.send_all

        def note(session: Session, commands: Sequence[Command]) -> list[int]:
            sent.extend(name for name, _ in commands)
            return send(session, commands)

        monkeypatch.setattr(Session, "send_all", note)
        page.wait(100)
        assert sent == ["Runtime.evaluate", "Runtime.evaluate", "HeadlessExperimental.beginFrame"]


@pytest.mark.parametrize("nested", [False, True])
@pytest.mark.parametrize(
    ("tokens", "told"),
    [
        ("", set()),
        ("allow-popups", {"OpenWindow", "Navigate"}),
        ("Allow-Downloads", {"Download"}),
        ("allow-top-navigation", {"Navigate"}),
    ],
)
def test_what_a_sandbox_forbids(
    open_page: Callable[..., Any], tokens: str, told: set[str], nested: bool
) -> None:
    inner = (
        f"{BARE}<style>a, button {{ display: block; height: 30px; width: 200px }}</style>"
        "<a id=tab target=_blank href=http://x.y/>tab</a><a id=call href=tel:5>call</a>"
        "<button id=open onclick=\"window.open('http://x.y/')\">open</button>"
        "<a id=keep download=a.txt href=data:text/plain,x>keep</a>"
    )
    outside = frame(inner, f"sandbox='allow-scripts {tokens}'")
    if nested:  # what the outer one forbids is not to be allowed inside
        free = "allow-scripts allow-popups allow-downloads allow-top-navigation"
        within = BARE + frame(inner, f"width=300 height=150 style='border:0' sandbox='{free}'")
        outside = frame(within, f"sandbox='allow-scripts {tokens}'")
    page = open_page(LOOK + outside)
    for name in ("tab", "call", "open", "keep"):
        page.tap_on(name)
    kinds = (reports.OpenWindow, reports.Navigate, reports.Download)
    assert {kind.__name__ for kind in kinds if page.told(kind)} == told
    assert len(page.told(reports.OpenWindow)) == 2 * ("OpenWindow" in told)
