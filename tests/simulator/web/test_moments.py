"""Moments at which something comes that takes the engine's own time: they are the page's alone."""

from __future__ import annotations

import html
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from android_gym.simulator.ui.fonts import font_files
from android_gym.simulator.web import reports
from android_gym.simulator.web.browser import shared_browser
from android_gym.simulator.web.cdp import Connection, Message
from android_gym.simulator.web.hearing import HeardPage
from android_gym.simulator.web.inputs import Answer, Response, Script
from android_gym.simulator.web.pictures import DrawnPage
from android_gym.simulator.web.reports import ConsoleMessage
from android_gym.simulator.web.stepping import SteppedPage
from tests.simulator.web.test_requests import DOT

FOLDER = "file:///sdcard/Download/"
PICTURES = {f"{FOLDER}{name}.png": Response(DOT, "image/png") for name in "ab"}
NOTE = """<style>body { margin: 0 } button { display: block; width: 200px; height: 40px }</style>
<body><button onclick="go()">go</button><script>const note = (text) => document.body.append(
  Object.assign(document.createElement('button'), {textContent: text}));
const picture = (src, then) => { const i = new Image(); i.onload = then; i.src = src; return i; };
</script>"""


def shown(page: Any) -> list[str]:
    """Return what the buttons of a page say, but for the first one."""
    return [n.text for n in page.nodes() if n.class_name.endswith("Button") and n.text != "go"]


def held_until(
    monkeypatch: pytest.MonkeyPatch, held: Callable[[Message], bool], until: str
) -> None:
    """Let some of what the engine tells come only after an event that it tells later.

    It tells by several processes, whose order is any.
    """
    take, late = Connection._take, list[Message]()
    is_over = False

    def took(connection: Connection, message: Message) -> None:
        nonlocal is_over
        if held(message) and not is_over:
            late.append(message)
            return
        take(connection, message)
        if message.get("method") == until:
            is_over = True
            while late:
                take(connection, late.pop(0))

    monkeypatch.setattr(Connection, "_take", took)


def pauses(name: str) -> Callable[[Message], bool]:
    """Return whether a message tells that the engine has paused a request."""
    return lambda m: m.get("method") == "Fetch.requestPaused" and name in str(m["params"])


def take_late(monkeypatch: pytest.MonkeyPatch, is_late: Callable[[Message], bool]) -> None:
    """Let some messages arrive half a second after all others."""
    take, read, late = Connection._take, Connection._read, list[Message]()

    def takes(connection: Connection, message: Message) -> None:
        if is_late(message) and message not in late:
            late.append(message)
        else:
            take(connection, message)

    def reads(connection: Connection, left: float) -> list[Message]:
        got = read(connection, 0.5 if late else left)
        if not got and late:
            take(connection, late.pop())
        return got

    monkeypatch.setattr(Connection, "_take", takes)
    monkeypatch.setattr(Connection, "_read", reads)


def test_a_page_may_take_part_in_a_later_frame_only(
    open_page: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a busy machine the engine learns late that the page wants frames."""
    if not shared_browser(font_files()).engine.begin_frames:
        pytest.skip("this engine decides on its own when to draw")
    begin, settle = DrawnPage._begin_frame, SteppedPage._frame_and_settle
    missed, seen = list[object](), list[tuple[int, list[str]]]()

    def begins(drawn: DrawnPage, picture: bool = False) -> Any:
        command = begin(drawn, picture)
        if len(missed) == 6:
            return command
        missed.append(command)
        return "Runtime.evaluate", {"expression": "0"}

    def settles(stepped: SteppedPage, expression: str) -> Any:
        status = settle(stepped, expression)
        seen.append((len(missed), [e.text for e in stepped._reported if type(e) is ConsoleMessage]))
        return status

    page = open_page(
        '<body><p id=p style="width:9px">p</p><button onclick="p.style.width = `7px`">x</button>'
        "<script>new ResizeObserver(() => console.log(p.offsetWidth)).observe(p)</script>"
    )
    monkeypatch.setattr(DrawnPage, "_begin_frame", begins)
    monkeypatch.setattr(SteppedPage, "_frame_and_settle", settles)
    page.tap_on("x")
    assert seen[0] == (6, ["9", "7"])


def test_a_script_comes_after_all_timers_that_are_due(open_page: Callable[..., Any]) -> None:
    timers = "for (let i = 0; i < 50; i++) setTimeout(() => { window.count = i + 1 }, 300)"
    page = open_page(f"<body><script>{timers}</script>")
    page.now += 300
    page.do(Script(page.now, "window.count"))
    assert [event.json for event in page.told(reports.ScriptResult)] == ["50"]


@contextmanager
def uneven(seed: int) -> Iterator[None]:
    """Let messages take their time on the way, another one each time."""
    rng = random.Random(seed)
    read, late = Connection._read, list[Message]()

    def reads(connection: Connection, left: float) -> list[Message]:
        if rng.random() < 0.3:
            time.sleep(rng.uniform(0, 0.02))
        got = read(connection, 0.01 if late else left)
        if not got:
            return [late.pop(0) for _ in range(len(late))]
        found: list[Message] = []
        for message in got:
            if message.get("method") == "Fetch.requestPaused" and rng.random() < 0.5:
                late.append(message)
            else:
                found.append(message)
        return found

    Connection._read = reads  # type: ignore[method-assign]
    try:
        yield
    finally:
        Connection._read = read  # type: ignore[method-assign]


class TestLoading:
    @pytest.mark.parametrize("late", ["nothing", "request", "load"])
    def test_a_picture_that_onload_asks_for_belongs_to_loading(
        self, open_page: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, late: str
    ) -> None:
        """Its own requests in turn belong to the first step."""
        if late == "request":
            held_until(monkeypatch, pauses("a.png"), "Page.loadEventFired")
        elif late == "load":
            is_load = {"Page.loadEventFired", "Page.frameStoppedLoading"}
            held_until(monkeypatch, lambda m: m.get("method") in is_load, "Fetch.requestPaused")
        page = open_page(
            NOTE
            + "<script>onload = () => { setTimeout(() => console.log('step')); picture('a.png',"
            " () => { console.log('a'); picture('b.png', () => console.log('b')) }) }</script>",
            PICTURES,
        )
        told = [getattr(event, "text", "loaded") for event in page.page.events]
        assert told == ["loaded", "a", "step", "b"]

    def test_a_request_that_is_paused_when_it_is_not_wanted_any_more_holds_nothing_up(
        self, open_page: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        page = open_page(NOTE, PICTURES)
        held_until(monkeypatch, pauses("a.png"), "Network.loadingFailed")
        page.do(
            Script(
                page.now + 10,
                "const i = picture('a.png', () => note('came')); setTimeout(() => { i.src = '' })",
            )
        )
        page.wait(10)
        assert not page.page.gone and shown(page) == []

    @pytest.mark.parametrize("name", ["a.png", "in.html"])
    def test_a_frame_that_comes_later_has_come_when_the_input_is_over(
        self, open_page: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, name: str
    ) -> None:
        inner = (
            b"<button>in</button><img src=a.png onload='console.log(1)'><script src=b.js></script>"
        )
        files = {
            f"{FOLDER}in.html": Response(inner),
            f"{FOLDER}b.js": Response(b"console.log(2)", "text/javascript"),
            **PICTURES,
        }
        page = open_page(NOTE, files)
        held_until(monkeypatch, pauses(name), "Page.frameStartedLoading")
        show = "Object.assign(document.createElement('iframe'), {onload: () => console.log(3)})"
        page.do(
            Script(page.now + 10, f"const f = {show}; f.src = 'in.html'; document.body.append(f)")
        )
        assert shown(page) == ["in"]
        assert sorted(page.console) == ["1", "2", "3"] and page.console[-1] == "3"
        page.do(Script(page.now + 10, "f.srcdoc = '<button>other</button>'"))
        assert shown(page) == ["other"]


BYTES = "new Uint8Array(3e6)"
BESIDE = {
    "fetch": "fetch('data:,x').then((r) => r.text()).then",
    "blob": f"new Blob([{BYTES}]).arrayBuffer().then",
    "bitmap": "createImageBitmap(new ImageData(900, 900)).then",
    "canvas": "((then) => Object.assign(document.createElement('canvas'), {width: 900})"
    ".toBlob(then))",
    "digest": f"crypto.subtle.digest('SHA-256', {BYTES}).then",
    "reader": "((then) => { const r = new FileReader(); r.onload = then;"
    f" r.readAsArrayBuffer(new Blob([{BYTES}])) }})",
    "request": "((then) => { const r = new XMLHttpRequest(); r.onload = then;"
    " r.open('GET', 'data:,x'); r.send() })",
    "failure": "((then) => { const r = new XMLHttpRequest(); r.onerror = then;"
    " r.open('GET', 'http://nowhere.invalid/'); r.send() })",
    "decoded": "((then) => { picture('a.png').decode().then(then) })",
    "code": "WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then",
    "allowed": "navigator.permissions.query({name: 'geolocation'}).then",
    "font": "document.fonts.load('20px Roboto').then",
    "offscreen": "((then) => { const c = new OffscreenCanvas(900, 900); c.getContext('2d');"
    " c.convertToBlob().then(then) })",
    "stored": "caches.open('x').then((c) => c.put('http://x/', new Response('y')).then("
    "() => c.match('http://x/'))).then((r) => r.text()).then",
    "stream": f"new Blob([{BYTES}]).stream().getReader().read().then",
    "chunks": f"((then) => (async () => {{ for await (const c of new Blob([{BYTES}]).stream()) ;"
    " then() })())",
    "unzipped": f"new Response(new Blob([{BYTES}]).stream()"
    ".pipeThrough(new CompressionStream('gzip')).pipeThrough(new DecompressionStream('gzip')))"
    ".arrayBuffer().then",
    "body": "fetch('data:,' + 'x'.repeat(3e6))"
    ".then((r) => new Response(r.body.tee()[1]).text()).then",
    "zipped": "((then) => { const s = new CompressionStream('gzip');"
    f" const w = s.writable.getWriter(); w.write({BYTES}); w.close();"
    " new Response(s.readable).arrayBuffer().then(then) })",
    "sound": "new OfflineAudioContext(1, 2e6, 44100).startRendering().then",
    "database": "((then) => { const o = indexedDB.open('x');"
    " o.onupgradeneeded = () => o.result.createObjectStore('s', {autoIncrement: true});"
    " o.onsuccess = () => { let n = 0; const t = o.result.transaction('s', 'readwrite');"
    " const s = t.objectStore('s'); t.oncomplete = () => { o.result.close();"
    " indexedDB.deleteDatabase('x').onsuccess = then };"
    " const add = () => { if (++n < 200) s.add({n}).onsuccess = add }; add() } })",
    "cursor": "((then) => { const o = indexedDB.open('y');"
    " o.onupgradeneeded = () => { const s = o.result.createObjectStore('s');"
    " for (let i = 0; i < 100; i++) s.put(i, i) };"
    " o.onsuccess = () => { const t = o.result.transaction('s'); let n = 0;"
    " t.objectStore('s').openCursor().onsuccess = (e) => { const c = e.target.result;"
    " if (c) { n++; c.continue(); return } o.result.close(); if (n === 100) then() } } })",
    "microtasks": "((then) => { let n = 0;"
    " const on = () => ++n < 2000 ? queueMicrotask(on) : then(); on() })",
    "messages": "((then) => { let n = 0; const c = new MessageChannel();"
    " c.port1.onmessage = () => ++n < 2000 ? c.port2.postMessage(0) : then();"
    " c.port2.postMessage(0) })",
    "window": "((then) => { let n = 0; onmessage = () => ++n < 200 ? postMessage(0) : then();"
    " postMessage(0) })",
}
"""Things that the engine does beside a page, each to be given what is called in the end."""


class TestBeside:
    @pytest.mark.parametrize("name", sorted(BESIDE))
    def test_what_an_input_begins_is_over_with_it(
        self, open_page: Callable[..., Any], name: str
    ) -> None:
        page = open_page(
            f"{NOTE}<script>const go = () => {{ {BESIDE[name]}(() => note('over')) }};"
            " setTimeout(go, 500); setTimeout(() => note('later'), 501)</script>",
            PICTURES,
        )
        page.tap_on("go")
        assert shown(page) == ["over"]
        page.wait(1000)
        assert shown(page) == ["over", "over", "later"]
        again = page.replayed()
        assert again.nodes() == page.page.nodes()
        again.close()

    def test_it_is_told_in_the_order_in_which_it_was_begun(
        self, open_page: Callable[..., Any]
    ) -> None:
        of = ("digest", "blob", "reader", "fetch", "canvas", "bitmap", "request")
        begin = "; ".join(f"{BESIDE[name]}(() => note('{name}'))" for name in of)
        page = open_page(f"{NOTE}<script>const go = () => {{ {begin} }}</script>")
        page.tap_on("go")
        first = shown(page)
        assert sorted(first) == sorted(of)
        for _ in range(3):
            again = open_page(f"{NOTE}<script>const go = () => {{ {begin} }}</script>")
            with uneven(len(first)):
                again.tap_on("go")
            assert shown(again) == first

    def test_nothing_that_is_begun_while_loading_is_over_before_it(
        self, open_page: Callable[..., Any]
    ) -> None:
        page = open_page(
            f"{NOTE}<script>{BESIDE['fetch']}(() => note('over'));"
            "addEventListener('load', () => note('load'))</script><img src=a.png>",
            PICTURES,
        )
        assert shown(page) == ["load", "over"]

    def test_a_reader_that_waits_is_busy_and_can_be_stopped(
        self, open_page: Callable[..., Any]
    ) -> None:
        page = open_page(
            NOTE + "<script>const go = () => { const r = new FileReader();"
            " for (const name of ['load', 'abort', 'loadend'])"
            " r.addEventListener(name, () => note(name));"
            " r.readAsText(new Blob(['x'])); note(r.readyState);"
            " try { r.readAsText(new Blob(['y'])) } catch (e) { note(e.name) } r.abort();"
            " r.readAsText(new Blob(['z'])); r.onload = () => note(r.result) }</script>"
        )
        page.tap_on("go")
        assert shown(page) == ["1", "InvalidStateError", "abort", "loadend", "load", "z", "loadend"]

    def test_a_request_that_is_opened_again_does_not_stop_the_page(
        self, open_page: Callable[..., Any]
    ) -> None:
        page = open_page(
            NOTE + "<script>const go = () => { const r = new XMLHttpRequest(); let n = 0;"
            " r.onload = () => { note(r.responseText);"
            " if (!n++) { r.open('GET', 'data:,two'); r.send() } };"
            " r.open('GET', 'data:,one'); r.send() }</script>"
        )
        page.tap_on("go")
        page.wait(10)
        assert shown(page) == ["one", "two"] and not page.page.gone

    def test_a_page_that_has_spoken_to_itself_is_heard_to_the_end_later_too(
        self, open_page: Callable[..., Any]
    ) -> None:
        page = open_page(
            f"{NOTE}<script>const go = () => {{ {BESIDE['messages']}(() => note(1)) }};</script>"
        )
        page.tap_on("go")
        time.sleep(1.2)  # of the host's time, in which it could be taken for one without end
        page.page._session.call("Runtime.evaluate", expression="1")
        page.tap_on("go")
        assert shown(page) == ["1", "1"]

    def test_a_page_that_speaks_to_itself_without_end_goes_on(
        self, open_page: Callable[..., Any]
    ) -> None:
        page = open_page(
            NOTE + "<script>const go = () => note(1); const c = new MessageChannel();"
            " c.port1.onmessage = () => c.port2.postMessage(0); c.port2.postMessage(0)</script>"
        )
        page.tap_on("go")
        assert shown(page) == ["1"]

    def test_a_stream_of_events_fails_by_the_phone_s_clock(
        self, open_page: Callable[..., Any]
    ) -> None:
        page = open_page(
            NOTE + "<script>const e = new EventSource('http://nowhere.invalid/');"
            " e.onerror = () => note(e.readyState)</script>"
        )
        assert shown(page) == []
        page.wait(20)
        assert shown(page) == ["0"]
        page.wait(2990)
        assert shown(page) == ["0"]
        page.wait(10)
        assert shown(page) == ["0", "0"]


UNEVEN = {
    "frame": NOTE
    + f'<iframe srcdoc="{html.escape("<img src=a.png onload=alert(1)>")}"></iframe>'
    + "<img src=b.png onload='note(1)'><script>const go = () => note(2)</script>",
    "alert": NOTE + "<script>onload = () => picture('a.png', () => alert(1));"
    " const go = () => note(2)</script>",
    "again": NOTE + "<script>const go = () => { const i = picture('a.png', () => note(i.src));"
    " i.onerror = () => note('no'); i.src = 'b.png'; i.src = ''; i.src = 'a.png' }</script>",
    "frames": NOTE + "<iframe src=in.html></iframe><script>const go = () => {"
    " const f = document.createElement('iframe'); f.onload = () => note('f');"
    " document.body.append(f); f.src = 'in.html' }</script>",
}
"""Pages on which much comes at a time."""


@pytest.mark.parametrize("name", sorted(UNEVEN))
@pytest.mark.parametrize("repeats", [pytest.param(4), pytest.param(50, marks=pytest.mark.nightly)])
def test_a_page_is_the_same_however_long_messages_take(
    open_page: Callable[..., Any], name: str, repeats: int
) -> None:
    inner = b"<p>in<img src=a.png onload='parent.postMessage(1, `*`)'><script src=b.js></script>"
    files = {
        f"{FOLDER}in.html": Response(inner),
        f"{FOLDER}b.js": Response(b"document.body.append('js')", "text/javascript"),
        **PICTURES,
    }
    seen = set[tuple[object, ...]]()
    for turn in range(repeats):
        with uneven(turn):
            page = open_page(UNEVEN[name], files)
            story: list[object] = []
            for step in ("look", "tap", "wait"):
                if step == "tap":
                    page.tap(20, 20)
                elif step == "wait":
                    page.wait(100)
                while page.page.asks:
                    story.append((page.page.nodes(), tuple(page.page.events)))
                    asked = page.told(reports.DialogRequest)[-1]
                    page.do(Answer(page.now, asked.id, True))
                story += [page.page.nodes(), tuple(page.page.events)]
                story.append(page.page.frame(200, 350).tobytes())
            seen.add(tuple(story))
            page.page.close()
    assert len(seen) == 1


BUSY = "for (let i = 0; i < 3e8; i++);"
"""Takes a few tenths of a second."""


class TestLeaving:
    """Ways out of a page, of which the app is told within the input that leads there."""

    @pytest.mark.parametrize(
        "way",
        [
            "<a href=next.html>go</a>",
            "<form action=next.html method=post><button>go</form>",
            "<button onclick=\"location = 'next.html'\">go</button>",
            "<button onclick='onbeforeunload = (e) => e.preventDefault();"
            "location = `next.html`'>go</button>",
        ],
    )
    def test_the_app_is_told_at_once(
        self, open_page: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, way: str
    ) -> None:
        page = open_page(f"<style>body > *, button {{ display: block; height: 90px }}</style>{way}")
        take_late(monkeypatch, pauses("next.html"))
        page.tap(20, 20)
        for asked in page.told(reports.DialogRequest):
            page.do(Answer(page.now, asked.id, True))
        assert [event.url for event in page.told(reports.Navigate)] == [f"{FOLDER}next.html"]

    @pytest.mark.parametrize(
        "way",
        [
            "location = 'data:text/html,x'",
            "location = 'x'; stop()",
            "location = 'x'; document.open()",
            # The engine asks for the document before the page has changed its mind.
            f"location = 'x'; {BUSY} stop()",
            f"location = 'x'; {BUSY} document.open()",
            f"setTimeout(() => {{ location = 'x'; {BUSY} }}, 20); setTimeout(stop, 20)",
            f"location = 'x'; {BUSY} alert(1); stop()",
            "navigation.onnavigate = (e) => e.preventDefault(); location = 'x'",
            "onbeforeunload = (e) => e.preventDefault(); location = 'x'",
        ],
    )
    def test_one_that_leads_nowhere_is_not_waited_for(
        self, open_page: Callable[..., Any], way: str
    ) -> None:
        page = open_page(f'<body style="margin:0"><button onclick="{way}">go</button>')
        page.tap(10, 10)
        for asked in page.told(reports.DialogRequest):
            page.do(Answer(page.now, asked.id, False))
        page.tap(200, 300)
        page.do(Script(page.now, "console.log('still there')"))
        assert not page.told(reports.Navigate) and page.console == ["still there"]

    def test_the_end_of_an_earlier_document_is_not_the_end_of_the_last_one(
        self, open_page: Callable[..., Any]
    ) -> None:
        page = open_page("<p>x").page
        frame = {"frameId": page._target.id, "reason": "scriptInitiated"}

        def hear(event: str, name: str = "") -> bool:
            page._hear(f"Page.frame{event}", {**frame, "url": f"{FOLDER}{name}"})
            return page._expects

        story = [
            hear("RequestedNavigation", "x"),
            hear("StartedLoading"),
            hear("RequestedNavigation", "last"),
            hear("StoppedLoading"),
            hear("StartedLoading"),
            hear("StoppedLoading"),
            hear("RequestedNavigation", "blocked"),
            hear("StoppedLoading"),
        ]
        assert story == [True, True, True, True, True, False, True, False]

    def test_a_late_request_of_what_was_told_is_not_told_again(
        self, open_page: Callable[..., Any]
    ) -> None:
        page = open_page('<a href="last">link</a>')
        target, url = page.page._target.id, f"{FOLDER}last"
        lead = {"frameId": target, "url": url, "reason": "scriptInitiated"}
        request = {"requestId": "x", "request": {"url": url}, "resourceType": "Document"}
        for method, params in (
            ("Page.frameRequestedNavigation", lead),
            ("Page.frameRequestedNavigation", lead),
            ("Fetch.requestPaused", {**request, "frameId": target}),
            ("Fetch.requestPaused", {**request, "frameId": target}),
        ):
            page.page._hear(method, params)
            page.page._leave()
        assert len(page.told(reports.Navigate)) == 1
        for _ in range(2):
            page.tap_on("link")
        assert len(page.told(reports.Navigate)) == 3

    def test_a_page_without_events_of_navigation_can_be_left(
        self, open_page: Callable[..., Any]
    ) -> None:
        html = '<button onclick="stop()">stop</button><a href="http://example.com/">go</a>'
        page = open_page(html, url=f"data:text/html,{html}")
        page.tap_on("stop")
        for _ in range(2):
            page.tap_on("go")
        page.do(Script(page.now, "document.open(); document.write('open')"))
        page.do(Script(page.now, "document.write('more'); location = 'http://example.com/b'"))
        urls = [event.url for event in page.told(reports.Navigate)]
        assert urls == 2 * ["http://example.com/"] + ["http://example.com/b"]

    @pytest.mark.parametrize(
        "way",
        [
            f"location = 'x'; {BUSY} location = 'last'",
            "location = 'x'; location = 'last'",
            f"location = 'x'; {BUSY} stop(); location = 'last'",
            f"location = 'last#a'; {BUSY} location = 'last#b'",
            "location = 'last'; alert(1)",
            "location = 'last'; document.open('x', '_blank', '')",
            "location = 'last'; document.implementation.createHTMLDocument('').open()",
            "location = 'last'; document.implementation.createHTMLDocument('').write('x')",
            "document.open(); location = 'last'; document.write('x')",
            f"location = 'last'; {BUSY} alert(1)",
            f"setTimeout(() => {{ location = 'x'; {BUSY} location = 'last' }}, 20)",
        ],
    )
    def test_the_app_is_told_of_the_last_one(
        self, open_page: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, way: str
    ) -> None:
        page = open_page(f'<body style="margin:0"><button onclick="{way}">go</button>')
        take_late(monkeypatch, pauses("Download/last"))
        page.tap(10, 10)
        for asked in page.told(reports.DialogRequest):
            page.do(Answer(page.now, asked.id, True))
        page.wait(50)
        assert [event.url for event in page.told(reports.Navigate)] == [f"{FOLDER}last"]
        page.do(Script(page.now, "console.log('still there')"))
        assert page.console == ["still there"]


ADD_REFRESH = (
    "function add(content) { const meta = document.createElement('meta'); "
    "meta.httpEquiv = 'refresh'; meta.content = content; document.head.append(meta) }"
)


class TestRefresh:
    """Pages that lead to a document after a time, by ``http-equiv=refresh``."""

    def test_it_comes_by_the_phones_clock(self, open_page: Callable[..., Any]) -> None:
        page = open_page(
            '<meta http-equiv=refresh content="1;url=next.html">'
            "<script>onbeforeunload = () => console.log('leaves')</script>"
        )
        time.sleep(1.2)
        page.wait(999)
        assert not page.console and not page.told(reports.Navigate)
        page.wait(1)
        assert page.console == ["leaves"]
        assert page.told(reports.Navigate) == [reports.Navigate(f"{FOLDER}next.html")]
        replayed = page.replayed()
        assert replayed.events == page.page.events
        replayed.close()

    def test_the_engine_is_not_followed_if_its_clock_is_faster(
        self, open_page: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(HeardPage, "_schedule_refresh", lambda page: None)  # as if it came late
        page = open_page('<meta http-equiv=refresh content="1;url=next.html"><p>x')
        time.sleep(1.2)
        page.wait(100)
        assert not page.told(reports.Navigate)
        page.do(Script(page.now, "location = 'next.html'"))
        assert page.told(reports.Navigate) == [reports.Navigate(f"{FOLDER}next.html")]

    def test_one_without_delay_comes_with_the_page(self, open_page: Callable[..., Any]) -> None:
        page = open_page(
            '<meta http-equiv=refresh content="0;url=next.html">'
            "<script>onbeforeunload = () => console.log('leaves')</script>"
        )
        assert page.console == ["leaves"]
        assert page.told(reports.Navigate) == [reports.Navigate(f"{FOLDER}next.html")]

    def test_a_page_reloads_itself(self, open_page: Callable[..., Any]) -> None:
        page = open_page(f"<script>{ADD_REFRESH}</script><p>x")
        page.do(Script(page.now, "location.hash = 'a'; add(3)"))
        page.wait(3000)
        assert page.told(reports.Navigate) == [reports.Navigate(page.opened.url)]

    @pytest.mark.parametrize(
        ("code", "leads_to"),
        [
            ("stop()", []),
            ("document.open(); document.write('x')", []),
            ("location = '#a'", ["b"]),
            ("add('3;url=c')", ["c"]),
            ("add('7;url=c')", ["b"]),
            ("stop(); add('7;url=c')", ["c"]),
        ],
    )
    def test_the_page_may_change_it(
        self, open_page: Callable[..., Any], code: str, leads_to: list[str]
    ) -> None:
        page = open_page(
            f'<meta http-equiv=refresh content="5;url=b"><script>{ADD_REFRESH}</script>'
        )
        page.do(Script(page.now, code))
        page.wait(8000)
        told = [event.url.removeprefix(FOLDER) for event in page.told(reports.Navigate)]
        assert told[:1] == leads_to
