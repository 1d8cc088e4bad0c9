"""Pages: input, time, chance, questions, nodes."""
# ruff: noqa: E501  (pages of HTML)

from __future__ import annotations

import base64
import html
import json
from collections.abc import Callable, Sequence
from typing import Any

import cv2
import numpy as np
import pytest

from android_gym.simulator.web import reports
from android_gym.simulator.web.cdp import Command, Session
from android_gym.simulator.web.inputs import (
    Advance,
    Answer,
    Edit,
    EditorAction,
    Find,
    Key,
    Resize,
    Response,
    Script,
    WebSettings,
)

SIZE = (400, 700)
PIXEL = cv2.imencode(".png", np.full((8, 8, 3), 90, np.uint8))[1].tobytes()
BIG = "<style>body{margin:0} button,input,select{display:block;width:200px;height:50px}</style>"


class TestFingers:
    def test_a_tap_is_told_as_a_phone_tells_it(self, open_page: Callable[..., Any]) -> None:
        names = [
            "touchstart",
            "touchend",
            "pointerdown",
            "pointerup",
            "mousedown",
            "mouseup",
            "click",
        ]
        page = open_page(
            BIG + "<button id=b>x</button><script>"
            f"for (const n of {names}) b.addEventListener(n, e => console.log(n, e.pointerType || ''))"
            "</script>"
        )
        page.tap_on("b")
        assert page.console == [
            "pointerdown touch", "touchstart ", "pointerup touch", "touchend ", "mousedown ",
            "mouseup ", "click mouse",
        ]  # fmt: skip

    @pytest.mark.parametrize("name", ["touchstart", "touchend"])
    def test_a_prevented_touch_does_not_click(
        self, open_page: Callable[..., Any], name: str
    ) -> None:
        page = open_page(
            BIG + f"<button id=b onclick='console.log(1)'>x</button><script>"
            f"b.addEventListener('{name}', e => e.preventDefault(), {{passive: false}})</script>"
        )
        page.tap_on("b")
        assert page.console == []

    def test_a_finger_scrolls_and_flings(self, open_page: Callable[..., Any]) -> None:
        page = open_page(BIG + "<div style='height:5000px'>x</div>")
        page.swipe(200, 600, 200, 400, 1000)
        page.wait(2000)
        slow = page.page.report().scroll[1]
        assert 150 <= slow <= 260
        page.swipe(200, 600, 200, 400, 100)
        assert page.page.next_ms is not None  # it flies
        for _ in range(30):
            page.wait(100)
        assert page.page.report().scroll[1] > slow + 400 and page.page.next_ms is None

    def test_what_scrolls_inside_scrolls_first(self, open_page: Callable[..., Any]) -> None:
        page = open_page(
            BIG
            + "<div id=d style='height:200px;overflow:auto'><div style='height:900px'>x</div></div>"
            "<div style='height:5000px'></div><script>d.onscroll = () => console.log(d.scrollTop > 0)</script>"
        )
        page.swipe(100, 180, 100, 60, 1000)
        assert page.console[:1] == ["true"] and page.page.report().scroll[1] == 0
        assert page.node("d").scrollable

    @pytest.mark.parametrize(
        ("html", "way", "pulled"),
        [
            ("", (200, 100, 200, 240), True),
            ("<div style='height:5000px'>x</div>", (200, 100, 200, 240), True),
            ("", (200, 100, 200, 225), False),
            ("", (200, 240, 200, 100), False),
            ("", (200, 100, 300, 260), False),
            ("<style>html{overscroll-behavior-y:contain}</style>", (200, 100, 200, 240), False),
            ("<style>body{overscroll-behavior:none}</style>", (200, 100, 200, 240), False),
            ("<style>html{touch-action:none}</style>", (200, 100, 200, 240), False),
            ("<script>addEventListener('touchmove', e => e.preventDefault(), {passive: false})"
             "</script>", (200, 100, 200, 240), False),
            ("<div style='height:5000px'>x</div><script>scrollTo(0, 1)</script>",
             (200, 100, 200, 240), False),
            ("<div id=d style='height:300px;overflow:auto'><p style='height:900px'>x</div><script>"
             "d.scrollTop = 9</script>", (200, 100, 200, 240), False),
        ],
    )  # fmt: skip
    def test_a_page_is_pulled_down_at_its_top(
        self, open_page: Callable[..., Any], html: str, way: tuple[int, ...], pulled: bool
    ) -> None:
        page = open_page(BIG + html)
        page.swipe(*way, 500)
        assert bool(page.told(reports.Pulled)) == pulled

    def test_a_page_that_is_pulled_stays_where_it_is(self, open_page: Callable[..., Any]) -> None:
        page = open_page(BIG + "<div style='height:5000px'>x</div>")
        page.touch("down", 200, 300, 50)
        for y in (350, 400, 300, 100):
            page.touch("move", 200, y, 200)
        page.touch("up", 200, 100, 200)
        page.wait(1000)
        assert page.told(reports.Pulled) == [] and page.page.report().scroll[1] == 0

    def test_a_pulled_page_is_let_go_by_a_fling_or_a_second_finger(
        self, open_page: Callable[..., Any]
    ) -> None:
        page = open_page(BIG)
        page.touch("down", 200, 100, 50)
        page.touch("move", 200, 300, 200)
        page.touch("move", 200, 255, 50)
        page.touch("up", 200, 255)
        page.touch("down", 200, 100, 500)
        page.touch("move", 200, 300, 200)
        page.touch("down", 300, 300, 50, finger=1)
        page.touch("up", 300, 300, 50, finger=1)
        page.touch("up", 200, 300, 50)
        assert page.told(reports.Pulled) == []

    def test_a_page_may_take_a_drag(self, open_page: Callable[..., Any]) -> None:
        page = open_page(
            BIG + "<div id=d style='height:3000px;touch-action:none'>x</div><script>"
            "d.onpointermove = e => console.log(Math.round(e.clientY))</script>"
        )
        page.swipe(100, 200, 100, 100, 100)
        assert page.page.report().scroll[1] == 0 and page.console[-1] == "100"

    def test_a_tap_hits_what_moves_under_the_finger(self, open_page: Callable[..., Any]) -> None:
        """A look that comes with the finger, and has to be loaded, is there before the tap is."""
        files = {"file:///sdcard/Download/x.png": Response(PIXEL, "image/png")}
        page = open_page(
            "<style>body{margin:0} #a{content:url(data:image/png;base64,"
            + base64.b64encode(PIXEL).decode()
            + ")} #a:hover{content:url(x.png)}</style><span id=a></span>"
            "<script>let n = 0; a.addEventListener('click', () => console.log(++n));"
            "addEventListener('mousedown', () => console.log('down'))</script>",
            files,
        )
        page.tap(3, 3)
        page.tap(3, 3)
        assert page.console == ["down", "1", "down", "2"]

    def test_the_first_tap_enters_what_it_hits(self, open_page: Callable[..., Any]) -> None:
        page = open_page(
            "<button id=b style='width:100px;height:100px'>B</button><script>"
            "for (const name of ['mouseover', 'mousemove', 'mousedown', 'mouseup', 'click'])"
            "  b.addEventListener(name, () => console.log(name))</script>"
        )
        page.tap_on("b")
        assert page.console == ["mouseover", "mousemove", "mousedown", "mouseup", "click"]
        page.tap_on("b")
        assert "mouseover" not in page.console[5:]

    def test_the_mouse_of_a_tap_stays_where_it_was(self, open_page: Callable[..., Any]) -> None:
        """Looking at the page in another size takes it nowhere else."""
        page = open_page(
            BIG + "<style>#b:hover{color:red}</style><button id=b>x</button><script>"
            "for (const n of ['mousemove', 'mouseleave', 'mouseout', 'mouseover'])"
            "  b.addEventListener(n, () => console.log(n))</script>"
        )
        page.tap_on("b")
        before = page.page.frame(*SIZE)
        page.page.frame(SIZE[0] // 4, SIZE[1] // 4)
        page.wait(100)
        assert page.console[-1] == "mousemove"  # and nothing after it, nor that it was left
        assert not {"mouseleave", "mouseout"} & {*page.console}
        assert np.array_equal(page.page.frame(*SIZE), before)

    def test_a_long_press_selects_a_word(self, open_page: Callable[..., Any]) -> None:
        page = open_page(
            "<style>body{margin:0;font:30px sans-serif}</style><p>Hello wonderful world"
        )
        page.touch("down", 130, 18)
        page.wait(450)
        assert page.told(reports.LongPress) == []
        page.wait(60)
        (told,) = page.told(reports.LongPress)
        assert told.selected == "wonderful" == page.page.report().selection
        page.touch("up", 130, 18, 700)
        assert page.page.report().selection == "wonderful"

    @pytest.mark.parametrize("to, words", [(300, "two three four"), (5, "one two"), (95, "two")])
    def test_a_finger_that_goes_on_takes_more_words(
        self, open_page: Callable[..., Any], to: int, words: str
    ) -> None:
        page = open_page("<body style='margin:0;font:30px monospace'>one two three four")
        page.touch("down", 95, 15, 50)
        page.wait(600)
        assert page.page.report().selection == "two"
        page.touch("move", to, 17, 100)
        page.touch("up", to, 17, 50)
        assert page.page.report().selection == words

    def test_a_magnified_page_moves_as_slowly_as_the_finger(
        self, open_page: Callable[..., Any]
    ) -> None:
        page = open_page(
            "<body style='margin:0;height:3000px'><p style='position:absolute;left:190px;top:290px'>word"
        )
        page.touch("down", 150, 300, 50)
        page.touch("down", 250, 300, finger=1)
        page.touch("move", 0, 300, 50)
        page.touch("move", 399, 300, 50, finger=1)
        page.touch("up", 0, 300, 50)
        page.touch("up", 399, 300, finger=1)
        page.wait(500)
        before = page.node("word").bounds[1]
        page.touch("down", 200, 500, 50)
        for y in range(500, 379, -1):
            page.touch("move", 200, y, 20)
        page.touch("up", 200, 380, 500)
        page.wait(500)
        assert page.node("word").bounds[1] - before == pytest.approx(-120, abs=12)

    def test_a_slider_follows_the_finger(self, open_page: Callable[..., Any]) -> None:
        page = open_page(BIG + "<input type=range id=r oninput='console.log(r.value)'>")
        page.swipe(10, 25, 150, 25)
        assert int(page.console[-1]) > 60


class TestTyping:
    def test_letters_come_one_by_one(self, open_page: Callable[..., Any]) -> None:
        page = open_page(
            BIG
            + "<form onsubmit='console.log(\"sent\", i.value); return false'><input id=i></form><script>"
            "for (const n of ['keydown', 'input', 'keyup']) i.addEventListener(n, e => console.log(n, e.key || e.data))</script>"
        )
        page.tap_on("i")
        key = page.node("i").key
        assert page.page.focus == key
        page.do(Edit(page.now, key, "a", (1, 1)))
        page.do(EditorAction(page.now, key))
        assert page.console == [
            "keydown a",
            "input a",
            "keyup a",
            "keydown Enter",
            "keyup Enter",
            "sent a",
        ] or page.console == [
            "keydown a",
            "input a",
            "keyup a",
            "keydown Enter",
            "sent a",
            "keyup Enter",
        ]
        assert page.node("i").field.text == "a"

    def test_each_character_has_a_key(self, open_page: Callable[..., Any]) -> None:
        """Also where the page takes the key for itself and empties the field."""
        page = open_page(
            BIG + "<input id=e><p id=p></p><script>let told = '';"
            "e.addEventListener('keydown', (x) => { told += x.key + x.keyCode + ' ';"
            "  if (x.key === 'z') x.preventDefault(); e.value = '' })</script>"
        )
        page.do(Edit(page.now, page.node("e").key, "a.[zQ", (5, 5)))
        page.do(Script(page.now, "[told, e.value]"))
        (seen,) = page.told(reports.ScriptResult)
        assert json.loads(seen.json) == ["a65 .190 [219 z90 Q81 ", "Q"]

    def test_a_field_keeps_its_limits(self, open_page: Callable[..., Any]) -> None:
        page = open_page(
            BIG + "<input id=i maxlength=2><input id=n type=number><textarea id=t></textarea>"
        )
        for name, text, result in (("i", "abcd", "ab"), ("n", "12", "12"), ("t", "a\nb", "a\nb")):
            page.tap_on(name)
            page.do(Edit(page.now, page.node(name).key, text, (len(text),) * 2))
            assert page.node(name).text == result
        assert page.node("t").field.multi_line and page.node("n").field.mode == "decimal"

    def test_what_can_be_edited_in_place(self, open_page: Callable[..., Any]) -> None:
        page = open_page("<div id=e contenteditable style='width:300px;height:60px'>one</div>")
        page.tap_on("e")
        page.do(Edit(page.now, page.node("e").key, "one!", (4, 4)))
        assert page.node("e").field.text == "one!" and page.node("e").field.selection == (4, 4)

    def test_keys(self, open_page: Callable[..., Any]) -> None:
        page = open_page("<script>onkeydown = e => console.log(e.key, e.isTrusted)</script>")
        page.do(Key(page.now, "ArrowDown"))
        assert page.console == ["ArrowDown true"]


class TestQuestions:
    def test_a_page_waits_for_an_answer(self, open_page: Callable[..., Any]) -> None:
        page = open_page(
            BIG + '<button id=b onclick=\'console.log(prompt("Who?", "me"))\'>x</button>'
        )
        page.tap_on("b")
        (asked,) = page.told(reports.DialogRequest)
        assert (asked.kind, asked.text, asked.default) == ("prompt", "Who?", "me")
        page.do(Advance(page.now + 100))  # it stands still
        assert page.page.asks and page.console == []
        page.do(Answer(page.now + 100, asked.id, True, text="you"))
        assert page.console == ["you"] and not page.page.asks

    def test_an_alert_while_it_loads(self, open_page: Callable[..., Any]) -> None:
        page = open_page("<script>alert('first')</script><p id=p>there")
        (asked,) = page.told(reports.DialogRequest)
        page.do(Answer(page.now, asked.id, True))
        assert page.node("p").class_name == "android.view.View" and page.told(reports.PageLoaded)

    def test_what_led_to_an_alert_is_told_after_it(self, open_page: Callable[..., Any]) -> None:
        page = open_page(
            "<p id=p>before<script>setTimeout(() => { open('http://one.test/'); alert('x');"
            " p.textContent = 'after'; open('http://two.test/') }, 1000)</script>"
        )
        page.wait(1500)
        assert not page.told(reports.OpenWindow)  # the page has not said so yet
        page.do(Answer(page.now, page.told(reports.DialogRequest)[0].id, True))
        urls = [told.url for told in page.told(reports.OpenWindow)]
        assert urls == ["http://one.test/", "http://two.test/"]
        assert "after" in [node.text for node in page.nodes()]

    def test_a_script_of_the_app_runs_after_an_alert(self, open_page: Callable[..., Any]) -> None:
        page = open_page(
            "<script>setTimeout(() => { alert(); console.log('page') }, 1000)</script>"
        )
        page.now += 1500
        page.do(Script(page.now, "console.log('app'); alert('of the app'); 5"))
        assert page.console == []
        page.do(Answer(page.now, page.told(reports.DialogRequest)[0].id, True))
        assert page.console == ["page", "app"] and not page.told(reports.ScriptResult)
        page.do(Answer(page.now, page.told(reports.DialogRequest)[1].id, True))
        assert [told.json for told in page.told(reports.ScriptResult)] == ["5"]

    def test_lists_and_dates_are_asked_for_by_the_phone(
        self, open_page: Callable[..., Any]
    ) -> None:
        page = open_page(
            BIG
            + "<select id=s onchange='console.log(s.value)'><option>a<option disabled>b<option>c</select>"
            "<input id=d type=date min=2023-01-01 onchange='console.log(d.value)'>"
            "<input id=f type=file accept='image/*' onchange='f.files[0].text().then(t => console.log(f.files[0].name, t))'>"
        )
        page.tap_on("s")
        (listed,) = page.told(reports.SelectRequest)
        assert [(o.label, o.enabled, o.selected) for o in listed.options] == [
            ("a", True, True), ("b", False, False), ("c", True, False),
        ]  # fmt: skip
        page.do(Answer(page.now, listed.id, True, chosen=(2,)))
        assert page.console == ["c"] and page.node("s").text == "c"
        page.tap_on("d")
        (picked,) = page.told(reports.PickerRequest)
        assert (picked.kind, picked.value, picked.least) == ("date", "", "2023-01-01")
        page.do(Answer(page.now, picked.id, False))
        page.tap_on("d")
        page.do(Answer(page.now, page.told(reports.PickerRequest)[-1].id, True, text="2023-10-16"))
        assert page.console == ["c", "2023-10-16"]
        page.tap_on("f")
        (wanted,) = page.told(reports.FileRequest)
        assert wanted.accept == "image/*"
        page.do(Answer(page.now, wanted.id, True, files=(("n.txt", "text/plain", b"hello"),)))
        assert page.console[-1] == "n.txt hello"

    def test_a_form_says_what_is_missing_for_a_while(self, open_page: Callable[..., Any]) -> None:
        page = open_page(
            BIG
            + "<form onsubmit='console.log(1)' action='#'><input id=a required><input id=b pattern=x title=an.x value=y>"
            "<button id=go>go</button></form><button id=check onclick='console.log(document.forms[0].checkValidity())'>c</button>"
            "<script>addEventListener('invalid', e => { if (window.own) e.preventDefault() }, true)</script>"
        )

        def said() -> list[str]:
            return [n.text for n in page.nodes() if "field" in n.text or "format" in n.text]

        page.tap_on("check")
        assert said() == [] and page.console == ["false"], "a script has asked, not the user"
        page.tap_on("go")
        assert said() == ["Please fill out this field."] and page.page.focus == page.node("a").key
        page.wait(4500)
        assert said() == ["Please fill out this field."]
        page.wait(1000)
        assert said() == []
        page.tap_on("go")
        page.do(Edit(page.now + 100, page.node("a").key, "x", (1, 1)))
        assert said() == [], "it is there now"
        page.tap_on("go")
        assert said() == ["Please match the requested format."] and page.node("an.x")
        page.do(Script(page.now + 100, "own = true; document.forms[0].reportValidity()"))
        page.do(Edit(page.now + 100, page.node("b").key, "x", (1, 1)))
        page.tap_on("go")
        assert page.console == ["false", "1"] and said() == []


class TestTime:
    def test_clocks_and_timers_are_the_phones(self, open_page: Callable[..., Any]) -> None:
        page = open_page(
            "<script>console.log(Date.now(), new Date().getFullYear(), performance.now());"
            "setTimeout(() => console.log('t', performance.now()), 120);"
            "n = 0; i = setInterval(() => { if (++n == 3) clearInterval(i); console.log('i', performance.now()) }, 50);"
            "requestAnimationFrame(t => console.log('f', Math.round(t)))</script>"
        )
        assert page.console == ["1697384040000 2023 0"] and page.page.next_ms == 5017
        page.do(Advance(5100))
        assert page.console[1:] == ["f 17", "i 50", "i 100"]
        page.do(Advance(5150))
        assert page.console[4:] == ["t 120", "i 150"] and page.page.next_ms is None

    def test_each_frame_comes_once(self, open_page: Callable[..., Any]) -> None:
        """Also where a frame's time can't be written exactly: a page once hung in such a one."""
        page = open_page(
            "<script>const times = [];"
            "const go = () => { times.push(performance.now()); requestAnimationFrame(go) };"
            "requestAnimationFrame(go)</script>"
        )
        for _ in range(30):
            page.wait(100)
        page.do(Script(page.now, "times.map((t, i) => Math.abs(t - (i + 1) * 1000 / 60) < 0.01)"))
        (seen,) = page.told(reports.ScriptResult)
        assert json.loads(seen.json) == [True] * 180

    def test_timers_are_called_in_their_order(self, open_page: Callable[..., Any]) -> None:
        page = open_page(
            "<script>let called = []; const plan = [];"
            "for (let i = 0; i < 500; i++) { const at = (i * 7919) % 101; plan.push([at, i]);"
            "  setTimeout(() => called.push(i), at + 1) }"
            "const gone = setTimeout(() => called.push('cleared'), 3); clearTimeout(gone);"
            "let ticks = 0; const every = setInterval(() => { if (++ticks === 3) clearInterval(every) }, 10);"
            "plan.sort((a, b) => a[0] - b[0] || a[1] - b[1])</script>"
        )
        page.wait(300)
        page.do(Script(page.now, "[called.join() === plan.map((p) => p[1]).join(), ticks]"))
        (seen,) = page.told(reports.ScriptResult)
        assert json.loads(seen.json) == [True, 3]

    def test_promises_run_between_timers(self, open_page: Callable[..., Any]) -> None:
        page = open_page(
            "<script>const s = ms => new Promise(r => setTimeout(r, ms));"
            "(async () => { for (let k = 0; k < 3; k++) { await s(10); console.log(performance.now()) } })()</script>"
        )
        page.do(Advance(5100))
        assert page.console == ["10", "20", "30"]

    def test_animations_stand_where_the_time_says(self, open_page: Callable[..., Any]) -> None:
        page = open_page(
            "<style>@keyframes k {from {transform: translateX(0)} to {transform: translateX(100px)}}"
            "#a {width: 50px; height: 50px; background: red; animation: k 1s linear forwards}</style>"
            "<div id=a role=img aria-label=dot onanimationend='console.log(\"end\", performance.now())'></div>"
        )
        start = page.node("a").bounds[0]
        page.do(Advance(5500))
        half = page.node("a").bounds[0]
        page.do(Advance(6100))
        assert (half - start, page.node("a").bounds[0] - start) == (50, 100)
        page.do(Advance(6200))
        assert page.console == ["end 1100"] or page.console == ["end 1200"]

    def test_chance_comes_from_the_seed(self, open_page: Callable[..., Any]) -> None:
        html = (
            "<script>console.log(Math.random(), crypto.randomUUID(), "
            "crypto.getRandomValues(new Uint8Array(4)).join())</script>"
        )
        first, again, other = (open_page(html, seed=seed).console for seed in (3, 3, 4))
        assert first == again != other
        assert 0 <= float(first[0].split()[0]) < 1


class TestNodes:
    def test_classes_and_states(self, open_page: Callable[..., Any]) -> None:
        page = open_page(
            "<h1>Title</h1><a href='file:///x.html'>Go</a><label><input type=checkbox id=c checked> Yes</label>"
            "<input type=radio id=r><button id=b disabled>No</button><ul><li>One</ul>"
            "<img alt=Cat width=50 height=50><select id=s><option>A</select><input type=password id=p value=abc>"
            "<div id=d onclick=1>Tap</div><div style='display:none'>hidden</div>"
            "<div style='visibility:hidden'>unseen</div><p aria-hidden=true>silent</p><canvas id=k aria-label=Drawing></canvas>"
        )
        kinds = {n.resource_id or n.text: n for n in page.nodes()}
        assert kinds["Title"].class_name == "android.view.View"
        assert kinds["Go"].clickable and kinds["Go"].class_name == "android.view.View"
        assert (kinds["c"].class_name, kinds["c"].checkable, kinds["c"].checked, kinds["c"].text) == (
            "android.widget.CheckBox", True, True, "Yes",
        )  # fmt: skip
        assert kinds["r"].class_name == "android.widget.RadioButton" and not kinds["r"].checked
        assert not kinds["b"].enabled and kinds["One"].class_name == "android.widget.TextView"
        assert kinds["Cat"].class_name == kinds["k"].class_name == "android.widget.Image"
        assert kinds["s"].class_name == "android.widget.Spinner"
        assert kinds["p"].field.mode == "password" and kinds["d"].clickable
        assert not {"hidden", "unseen", "silent"} & {n.text for n in page.nodes()}

    @pytest.mark.parametrize(
        "name", ["title", "id", "disabled", "inert", "shadowRoot", "childNodes", "getAttribute"]
    )
    def test_a_form_whose_field_is_named_like_a_property(
        self, open_page: Callable[..., Any], name: str
    ) -> None:
        page = open_page(
            f"<form id=f tabindex=0><input name={name} id=i><button>Go</button></form>"
        )
        form = page.node("f" if name != "id" else "i")
        assert form.enabled and page.node("Go").clickable and page.node("i").field is not None
        assert page.node("f").class_name == "android.view.View"

    def test_what_is_disabled_around_a_field_disables_it(
        self, open_page: Callable[..., Any]
    ) -> None:
        page = open_page(
            "<fieldset disabled><legend><input id=l></legend><input id=f value=a><button>B</button>"
            "<select id=s><option>one</select><textarea id=t></textarea></fieldset>"
        )
        for name in ("f", "B", "s", "t"):
            assert not page.node(name).enabled and page.node(name).field is None
            page.tap_on(name)
        assert page.page.focus == 0 and not page.told(reports.SelectRequest)
        assert page.node("l").enabled and page.node("l").field is not None

    @pytest.mark.parametrize(
        ("attributes", "kind"),
        [
            ("role=checkbox aria-checked", "widget.CheckBox"),
            ("role=switch aria-checked", "widget.CheckBox"),
            ("role=radio aria-checked", "widget.RadioButton"),
            ("role=menuitemcheckbox aria-checked", "view.View"),
            ("role=menuitemradio aria-checked", "view.View"),
            ("role=button aria-pressed", "widget.ToggleButton"),
        ],
    )
    def test_what_can_be_checked_has_the_name_of_its_content(
        self, open_page: Callable[..., Any], attributes: str, kind: str
    ) -> None:
        page = open_page(
            f"<div id=a {attributes}=true><b>On</b></div><div id=b {attributes}=false>Off</div>"
        )
        for name, text, checked in (("a", "On", True), ("b", "Off", False)):
            node = page.node(name)
            assert (node.class_name, node.text) == (f"android.{kind}", text)
            assert node.children == () and node.clickable
            assert (node.checkable, node.checked) == (True, checked)

    @pytest.mark.parametrize("mode", ["open", "closed"])
    def test_a_shadow_tree_is_part_of_the_page(
        self, open_page: Callable[..., Any], mode: str
    ) -> None:
        page = open_page(
            f"<div id=h></div><script>const root = h.attachShadow({{mode: '{mode}'}});"
            "root.innerHTML = '<button id=b>Go</button><input id=f><p id=c contenteditable>one</p>"
            "<select id=s><option>1<option>2</select><i>0</i><a id=a href=x target=_blank>w</a>';"
            "root.getElementById('b').onclick = () => console.log('tapped');"
            "setTimeout(() => { root.querySelector('i').textContent = 'later' }, 1000)</script>"
        )
        page.tap_on("b")
        assert page.console == ["tapped"]
        for name in ("f", "c"):
            page.tap_on(name)
            node = page.node(name)
            assert page.page.focus == node.key
            at = len(node.field.text)
            assert node.field.selection == (at, at)
            page.do(Edit(page.now, node.key, node.field.text + "x", (at + 1, at + 1)))
            assert page.node(name).field.selection == (at + 1, at + 1)
        assert (page.node("f").text, page.node("c").text) == ("x", "onex")
        page.tap_on("s")
        assert len(page.told(reports.SelectRequest)) == 1
        page.tap_on("a")
        assert len(page.told(reports.OpenWindow)) == 1
        assert page.node("0")
        page.wait(1000)
        assert page.node("later")

    def test_what_is_folded_or_inert_has_no_nodes(self, open_page: Callable[..., Any]) -> None:
        page = open_page(
            BIG + "<details id=d><summary id=s>More</summary>folded <b>away</b></details>"
            "<div inert>inert</div><div style='content-visibility:hidden'>skipped</div>"
            "<select id=m multiple><option>A</select>"
            "<dialog id=q>Ask <button id=n onclick='q.close()'>no</button></dialog>"
            "<button id=b onclick='q.showModal()'>ask</button>"
        )
        texts = {n.text for n in page.nodes()}
        assert "More" in texts and not {"folded", "away", "inert", "skipped", "Ask"} & texts
        assert page.node("m").clickable, "a tap on it asks for a choice"
        page.tap_on("s")
        assert {"More", "folded", "away"} <= {n.text for n in page.nodes()}
        page.tap_on("b")
        assert {n.text for n in page.nodes()} - {""} == {"Ask", "no"}
        page.tap_on("n")
        assert {"More", "ask"} <= {n.text for n in page.nodes()}

    def test_what_hides_a_part_hides_its_node(self, open_page: Callable[..., Any]) -> None:
        """A menu beside its item is no part of it; what is scrolled away is nowhere."""
        page = open_page(
            "<style>body{margin:0} #i,#m{position:absolute;height:40px;width:100px;left:0;top:0}"
            "#m{left:95px} #s{position:absolute;top:100px;height:50px;width:200px;overflow:auto}"
            "#r{position:relative;height:300px} #f{position:absolute;top:200px}</style>"
            "<div id=i tabindex=0>Item<div id=m tabindex=0>Beside</div></div>"
            "<div id=s><div id=r>Begin<div id=f>Far</div></div></div>"
        )
        assert page.node("m").bounds == (95, 0, 195, 40)
        assert [n.resource_id for n in page.page.nodes()[:2]] == ["i", "m"]
        assert {"Begin", "Beside", "Item"} <= {n.text for n in page.nodes()}
        assert "Far" not in {n.text for n in page.nodes()}

    def test_numbers_of_nodes_do_not_depend_on_who_looks(
        self, open_page: Callable[..., Any]
    ) -> None:
        page = open_page(
            BIG + "<p>a<button id=b onclick='document.body.append(\"new\")'>b</button>"
        )
        page.page.nodes()
        page.tap_on("b")
        replayed = page.replayed()
        assert replayed.nodes() == page.page.nodes() and replayed.focus == page.page.focus
        replayed.close()

    def test_ten_thousand_nodes_are_cut_off(self, open_page: Callable[..., Any]) -> None:
        page = open_page(
            "<style>p{margin:0;font-size:1px;line-height:1px;display:inline}</style><body><script>for (let i = 0; i < 10000; i++)"
            " document.body.append(Object.assign(document.createElement('p'), {textContent: i}))</script>"
        )
        assert 100 < len(page.nodes()) <= 4000


class TestPictures:
    def test_sizes(self, open_page: Callable[..., Any]) -> None:
        page = open_page(
            "<body style='margin:0;background:linear-gradient(90deg,red 50%,blue 50%)'>",
            size=(1080, 2000),
            density=2.625,
        )
        for size in ((270, 500), (1080, 2000), (160, 296)):
            frame = page.page.frame(*size)
            assert frame.shape == (size[1], size[0], 4)
            assert tuple(frame[size[1] // 2, 2]) == (255, 0, 0, 255)
            assert tuple(frame[size[1] // 2, size[0] - 3]) == (0, 0, 255, 255)
            assert page.page.frame(*size) is frame  # nothing has changed

    def test_a_small_picture_is_the_large_one_made_small(
        self, open_page: Callable[..., Any]
    ) -> None:
        import cv2

        page = open_page(
            "<h1>Some words</h1><p>" + "and more of them " * 40, size=(800, 1200), density=2.0
        )
        small = page.page.frame(200, 300)[..., :3].astype(int)
        large = cv2.resize(
            page.page.frame(800, 1200)[..., :3], (200, 300), interpolation=cv2.INTER_AREA
        )
        assert np.abs(small - large).mean() < 6

    def test_a_picture_out_of_proportion_has_all_of_the_page(
        self, open_page: Callable[..., Any]
    ) -> None:
        bands = "".join(f"<div style='height:100px;background:{c}'></div>" for c in ("red", "blue"))
        page = open_page(f"<body style='margin:0'>{bands}", size=(100, 200))
        for size in ((100, 100), (30, 200), (20, 40)):
            frame = page.page.frame(*size)
            assert frame.shape == (size[1], size[0], 4)
            rows = [tuple(frame[round(size[1] * part), 5][:3]) for part in (0.1, 0.45, 0.55, 0.9)]
            assert rows == [(255, 0, 0), (255, 0, 0), (0, 0, 255), (0, 0, 255)]

    def test_looking_changes_nothing(self, open_page: Callable[..., Any]) -> None:
        html = (
            BIG
            + "<button id=b onclick='console.log(event.clientX, event.clientY)'>x</button><p id=p>"
            + "word " * 300
        )
        one, two = (
            open_page(html, size=(500, 800), density=2.625),
            open_page(html, size=(500, 800), density=2.625),
        )
        for k in range(12):
            one.page.frame(100 + 7 * k, 160 + 11 * k)
            for page in (one, two):
                page.tap(17.3 + 31.7 * k, 33.1 + k)
        assert one.console == two.console and one.page.nodes() == two.page.nodes()
        assert np.array_equal(one.page.frame(250, 400), two.page.frame(250, 400))

    def test_a_fling_goes_as_far_where_nobody_looks(self, open_page: Callable[..., Any]) -> None:
        page = open_page(
            "<body style='margin:0'><div style='height:9000px;background:linear-gradient(red,blue)'></div>"
            "<script>addEventListener('scroll', () => { console.log(scrollY, performance.now()) })</script>"
        )
        page.swipe(200, 600, 200, 200, ms=100)
        page.wait(40)
        page.tap(100, 100)
        replayed = page.replayed()
        assert page.page.report().scroll[1] > 400
        assert replayed.report() == page.page.report()
        assert replayed.events == page.page.events
        assert (replayed.frame(80, 140) == page.page.frame(80, 140)).all()
        replayed.close()


class TestPages:
    def test_what_an_input_loads_is_there_after_it(self, open_page: Callable[..., Any]) -> None:
        files = {"file:///sdcard/Download/x.png": Response(PIXEL, "image/png")}
        page = open_page(
            BIG + "<button id=b>x</button><img id=g><script>b.onclick = () => { g.src = 'x.png' };"
            "g.onload = () => console.log('came', g.naturalWidth)</script>",
            files,
        )
        page.tap_on("b")
        assert page.console == ["came 8"]

    def test_what_belongs_to_a_page_is_asked_for(self, open_page: Callable[..., Any]) -> None:
        page = open_page(
            "<link rel=stylesheet href=s.css><script src='sub/a%20b.js'></script><img src=no.png onerror='console.log(1)'>"
            "<iframe src=in.html title=inner></iframe>",
            {
                "file:///sdcard/Download/s.css": Response(b"body{margin:0}", "text/css"),
                "file:///sdcard/Download/sub/a%20b.js": Response(
                    b"console.log('js')", "text/javascript"
                ),
                "file:///sdcard/Download/in.html": Response(b"<p>within</p>"),
            },
        )
        assert sorted(page.console) == ["1", "js"]

    def test_what_changes_in_a_frame_is_read(self, open_page: Callable[..., Any]) -> None:
        inner = "<button onclick='q.textContent = 1 + +q.textContent'>go</button><p id=q>0</p>"
        page = open_page(f'{BIG}<iframe title=f srcdoc="{inner}"></iframe>')
        for count in (1, 2, 3):
            page.tap_on("go")
            assert page.node("q").children[0].text == str(count)

    def test_a_frame_with_timers_goes_on_by_itself(self, open_page: Callable[..., Any]) -> None:
        inner = "<p id=q>0</p><script>setInterval(() => { q.textContent++ }, 300)</script>"
        nested = html.escape(f'<iframe srcdoc="{inner}"></iframe>')
        for frame in (html.escape(inner), nested):
            page = open_page(f'{BIG}<iframe title=f srcdoc="{frame}"></iframe>')
            assert page.page.next_ms == page.now + 300
            page.wait(1000)
            assert page.page.next_ms == page.now + 200
        quiet = open_page(
            f"{BIG}<iframe title=f srcdoc='<p>x'></iframe><iframe src='data:,y'></iframe>"
        )
        assert quiet.page.next_ms is None

    @pytest.mark.parametrize("begins", ["onclick", "ontimer"])
    def test_what_a_dialog_of_a_frame_leads_to_is_read(
        self, open_page: Callable[..., Any], begins: str
    ) -> None:
        inner = (
            "<button onclick='ask()'>go</button><p id=q>none</p>"
            "<script>const ask = () => { q.textContent += confirm(1) ? 1 : 0; };"
            f"if ('{begins}' === 'ontimer') setInterval(ask, 500)</script>"
        )
        page = open_page(f'{BIG}<iframe title=f srcdoc="{inner}"></iframe>')
        for asked, told in ((1, "none1"), (2, "none10"), (3, "none101")):
            if begins == "onclick":
                page.tap_on("go")
            else:
                page.wait(500)
            requests = page.told(reports.DialogRequest)
            assert len(requests) == asked
            page.do(Answer(page.now + 10, requests[-1].id, asked != 2))
            assert page.node(told)
        again = page.replayed()
        assert (again.nodes(), again.events) == (page.page.nodes(), page.page.events)
        again.close()

    def test_a_page_behind_a_dialog_looks_as_before_it_also_when_replayed(
        self, open_page: Callable[..., Any]
    ) -> None:
        page = open_page(
            "<body bgcolor=orange><h1>Before</h1><button id=b style='width:90px;height:90px' "
            "onclick='alert(1); alert(2); document.body.bgColor = `blue`'>go</button>"
        )
        before = page.page.frame(200, 350)
        page.tap_on("b")
        for number in (1, 2):
            assert page.page.asks
            again = page.replayed()
            for shown in (page.page, again):
                assert (shown.frame(200, 350) == before).all()
            again.close()
            page.do(Answer(page.now, page.told(reports.DialogRequest)[-1].id, True))
            assert len(page.told(reports.DialogRequest)) == 2, number
        assert not page.page.asks and (page.page.frame(200, 350) != before).any()

    def test_a_page_whose_view_is_turned_behind_a_dialog_is_laid_out_after_it(
        self, open_page: Callable[..., Any]
    ) -> None:
        page = open_page(
            "<body bgcolor=orange style='margin:0'><button id=b style='width:90px;height:90px' "
            "onclick='alert(1); alert(2)'>go</button>"
            "<script>onresize = () => console.log(innerWidth, innerHeight)</script>"
        )
        width, height = page.opened.size
        before = page.page.frame(width, height)
        page.tap_on("b")
        page.do(Resize(page.now, (height, width)))
        for number in (1, 2):
            again = page.replayed()
            for shown in (page.page, again):
                found = shown.frame(height, width)
                assert (found[:, :width] == before[:width]).all(), "neither squeezed nor laid out"
                assert (found[:, width:] == 255).all()
            again.close()
            page.do(Answer(page.now, page.told(reports.DialogRequest)[-1].id, True))
            assert len(page.told(reports.DialogRequest)) == 2, number
        assert page.console == [f"{height} {width}"]
        found = page.page.frame(height, width)
        assert (found[-1, :, :3] == (255, 165, 0)).all()
        again = page.replayed()
        assert (again.frame(height, width) == found).all() and again.nodes() == page.page.nodes()
        again.close()

    def test_a_page_that_asks_while_it_is_loaded_is_white(
        self, open_page: Callable[..., Any]
    ) -> None:
        page = open_page("<body bgcolor=orange><script>alert(1)</script>")
        again = page.replayed()
        for shown in (page.page, again):
            assert shown.asks and (shown.frame(200, 350) == 255).all()
        again.close()

    def test_links_are_only_asked_about(self, open_page: Callable[..., Any]) -> None:
        page = open_page(
            BIG
            + "<a id=l href=next.html>next</a><br><br><a id=w href='http://x.y/' target=_blank>new</a><br><br>"
            "<a id=d href='data:text/plain,hi' download=hi.txt>save</a><br><br><button id=o onclick='window.open(\"/z\")'>o</button>"
        )
        page.tap_on("l")
        assert [e.url for e in page.told(reports.Navigate)] == ["file:///sdcard/Download/next.html"]
        page.tap_on("w")
        page.tap_on("o")
        assert [(e.url, e.asked) for e in page.told(reports.OpenWindow)] == [
            ("http://x.y/", True), ("file:///z", True),
        ]  # fmt: skip
        page.tap_on("d")
        page.do(Advance(page.now + 100))
        (saved,) = page.told(reports.Download)
        assert (saved.name, saved.data) == ("hi.txt", b"hi") and page.node("l")

    @pytest.mark.parametrize(
        "way", ["a.click()", "a.dispatchEvent(new MouseEvent('click', {cancelable: true}))"]
    )
    def test_a_link_that_is_in_no_document_gives_a_file(
        self, open_page: Callable[..., Any], way: str
    ) -> None:
        page = open_page(
            BIG + "<button id=b>save</button><script>b.onclick = () => {"
            "const a = document.createElement('a'); let heard = 0;"
            "a.href = URL.createObjectURL(new Blob(['hi']));"
            "a.download = 'hi.txt';"
            "a.addEventListener('click', (e) => { if (!heard++) e.preventDefault() });"
            f"for (let i = 0; i < 2; i++) {way};"
            "}</script>"
        )
        page.tap_on("b")
        (saved,) = page.told(reports.Download)
        assert (saved.name, saved.data) == ("hi.txt", b"hi"), "the page stops the first one"

    def test_scripts_titles_and_addresses(self, open_page: Callable[..., Any]) -> None:
        page = open_page("<title>One</title>")
        page.do(
            Script(page.now, "document.title = 'Two'; location.hash = 'there'; ({a: [1, null]})")
        )
        page.do(Script(page.now, "nonsense("))
        assert [e.json for e in page.told(reports.ScriptResult)] == ['{"a": [1, null]}', "null"]
        assert [e.title for e in page.told(reports.TitleChanged)] == ["One", "Two"]
        assert page.page.report().url.endswith("#there") and page.told(reports.UrlChanged)

    def test_find(self, open_page: Callable[..., Any]) -> None:
        page = open_page("<p>ab Ab<p style='margin-top:2000px'>AB")
        before = page.page.frame(200, 350).copy()
        for place in (1, 2, 3, 1):
            page.do(Find(page.now, "ab"))
            assert page.page.report().matches == (place, 3)
        page.do(Find(page.now, "ab", False))
        assert page.page.report().matches == (3, 3) and page.page.report().scroll[1] > 0
        page.do(Find(page.now, ""))
        assert page.page.report().matches == (0, 0)
        assert not np.array_equal(before, page.page.frame(200, 350))

    def test_the_scale_of_a_view_and_of_a_browser(self, open_page: Callable[..., Any]) -> None:
        html = "<script>console.log(innerWidth, devicePixelRatio)</script>"
        sized = {"size": (1080, 2000), "density": 2.625}
        assert open_page(html, **sized).console == ["412 2.625"]
        assert open_page(html, **sized, settings=WebSettings(initial_scale=5)).console == ["216 5"]
        assert (
            open_page(html, **sized, settings=WebSettings(wide_viewport=True))
            .console[0]
            .startswith("98")
        )

    def test_resizing(self, open_page: Callable[..., Any]) -> None:
        page = open_page("<script>onresize = () => console.log(innerWidth, innerHeight)</script>")
        page.do(Resize(page.now, (700, 400)))
        assert page.console == ["700 400"] and page.page.frame(350, 200).shape == (200, 350, 4)

    @pytest.mark.parametrize("own", ["", "html { -webkit-text-size-adjust: 100% }"])
    def test_text_in_another_size(self, open_page: Callable[..., Any], own: str) -> None:
        def heights(zoom: int) -> list[float]:
            settings = WebSettings(wide_viewport=True, text_zoom=zoom)
            page = open_page(
                "<meta name=viewport content='width=device-width'>"
                f"<style>{own} p, button {{ font-size: 20px; margin: 0; padding: 0; border: 0 }}"
                "</style><p>words</p><button id=b>button</button><canvas id=c height=100></canvas>",
                settings=settings,
            )
            found = [page.node(name) for name in ("words", "button", "c")]
            return [node.bounds[3] - node.bounds[1] for node in found]

        usual, larger, smaller = heights(100), heights(200), heights(50)
        assert larger[:2] == pytest.approx([2 * height for height in usual[:2]], abs=2)
        assert smaller[:2] == pytest.approx([height / 2 for height in usual[:2]], abs=2)
        assert larger[2] == smaller[2] == usual[2], "no text"

    def test_another_density(self, open_page: Callable[..., Any]) -> None:
        html = (
            "<meta name=viewport content='width=device-width'><body style='margin:0'>"
            "<button style='width:100px;height:100px' id=b onclick='console.log(`tap`)'>b</button>"
            "<script>onresize = () => console.log(innerWidth, devicePixelRatio)</script>"
        )
        page = open_page(html, density=2.0, settings=WebSettings(wide_viewport=True))
        assert page.node("b").bounds == (0, 0, 200, 200)
        page.do(Resize(page.now, page.opened.size, 1.0))
        assert page.console[-1] == "400 1" and page.node("b").bounds == (0, 0, 100, 100)
        page.tap(90, 90)
        page.tap(150, 150)
        again = page.replayed()
        assert page.console[-2:] == ["400 1", "tap"] and again.nodes() == page.page.nodes()
        assert (again.frame(400, 700) == page.page.frame(400, 700)).all()
        again.close()
        scaled = open_page(html, density=2.0, settings=WebSettings(initial_scale=4.0))
        scaled.do(Resize(scaled.now, scaled.opened.size, 1.0))
        assert scaled.node("b").bounds == (0, 0, 400, 400), "the app has said how large"

    def test_a_mouse_that_stays_moves_with_a_frame(
        self, open_page: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The engine answers a move with its next frame; without one it waits for seconds."""
        page = open_page(BIG + "<input id=t>")
        page.tap_on("t")
        sent: list[str] = []
        send, result = Session.send_all, Session.result

        def sends(session: Session, commands: Sequence[Command]) -> list[int]:
            sent.extend(str(given.get("type", method)) for method, given in commands)
            return send(session, commands)

        def results(session: Session, number: int, **given: Any) -> Any:
            assert sent[-1] != "mouseMoved", "it waits for a move before the frame"
            return result(session, number, **given)

        monkeypatch.setattr(Session, "send_all", sends)
        monkeypatch.setattr(Session, "result", results)
        page.do(Resize(page.now, (400, 400)))
        page.page.report()
        assert sent.count("mouseMoved") == 1
