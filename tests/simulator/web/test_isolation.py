"""A page reaches nothing of the host, of the network, or of the page before it."""
# ruff: noqa: E501  (pages of HTML)

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from android_gym.simulator.web import reports
from android_gym.simulator.web.inputs import Response, Script
from android_gym.simulator.web.readings import web_event


class Listener:
    """A server on this machine that must see nothing."""

    def __init__(self) -> None:
        self.seen: list[bytes] = []
        self._tcp = socket.create_server(("127.0.0.1", 0))
        self._udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.port: int = self._tcp.getsockname()[1]
        self._udp.bind(("127.0.0.1", self.port))
        for sock in (self._tcp, self._udp):
            sock.settimeout(0.05)
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        while not self._ends.is_set():
            try:
                connection, _ = self._tcp.accept()
                self.seen.append(b"tcp")
                connection.close()
            except TimeoutError:
                pass
            try:
                self.seen.append(self._udp.recv(2000))
            except TimeoutError:
                pass

    def close(self) -> list[bytes]:
        self._ends.set()
        self._thread.join()
        self._tcp.close()
        self._udp.close()
        return self.seen


@pytest.fixture
def listener() -> Iterator[Listener]:
    server = Listener()
    yield server
    server.close()


def test_nothing_reaches_the_network(open_page: Callable[..., Any], listener: Listener) -> None:
    host = f"127.0.0.1:{listener.port}"
    page = open_page(
        f"""<link rel=dns-prefetch href='http://{host}'><link rel=preconnect href='http://{host}'>
        <link rel=stylesheet href='http://{host}/a.css'><link rel=prefetch href='http://{host}/p'>
        <script src='http://{host}/a.js' onerror='console.log("no script")'></script>
        <img src='http://{host}/i.png' onerror='console.log("no image")'>
        <iframe src='http://{host}/f.html'></iframe><object data='http://{host}/o'></object>
        <video src='http://{host}/v.mp4'></video><body background='http://{host}/b.png'>
        <style>@import 'http://{host}/c.css'; @font-face {{font-family: x; src: url(http://{host}/x.ttf)}} p {{font-family: x}}</style><p>x
        <script>
        const tries = {{
          fetch: () => fetch('http://{host}/').then(() => console.log('FETCHED'), () => console.log('no fetch')),
          beacon: () => navigator.sendBeacon('http://{host}/b', 'x'),
          socket: () => {{ new WebSocket('ws://{host}/').onerror = () => console.log('no socket') }},
          events: () => new EventSource('http://{host}/e'),
          worker: () => new Worker(URL.createObjectURL(new Blob(['fetch("http://{host}/w")']))),
          shared: () => new SharedWorker('data:text/javascript,fetch("http://{host}/w")'),
          service: () => navigator.serviceWorker.register('s.js'),
          rtc: () => new RTCPeerConnection({{iceServers: [{{urls: 'stun:{host}'}}]}}),
          transport: () => new WebTransport('https://{host}/'),
          form: () => {{ document.body.innerHTML += '<form id=q action=http://{host}/ method=post target=inner></form><iframe name=inner></iframe>'; q.submit() }},
          opened: () => window.open('http://{host}/w'),
          blank: () => {{ const f = document.createElement('iframe'); document.body.append(f); new f.contentWindow.Worker('data:text/javascript,1') }},
        }};
        for (const [name, go] of Object.entries(tries)) try {{ go() }} catch (e) {{ console.log('no ' + name) }}
        </script>"""
    )
    page.wait(1000)
    page.wait(1000)
    assert {"no script", "no image", "no fetch", "no socket", "no worker", "no rtc"} <= set(
        page.console
    )
    assert "FETCHED" not in page.console
    assert listener.close() == []


@pytest.mark.parametrize("scheme", ["http://{}/", "https://{}/", "ftp://{}/"])
def test_a_page_of_the_network_is_the_apps_to_answer(
    open_page: Callable[..., Any], listener: Listener, scheme: str
) -> None:
    url = scheme.format(f"127.0.0.1:{listener.port}")
    page = open_page("<p id=p>No internet", url=url)
    if not url.startswith("ftp"):
        assert page.node("p")
    assert listener.close() == []


def test_no_file_of_the_host_is_read(open_page: Callable[..., Any], tmp_path: Path) -> None:
    secret = tmp_path / "secret.js"
    secret.write_text("console.log('SECRET')")
    page = open_page(
        f"""<script src='file://{secret}'></script><script src='file:///proc/self/environ'></script>
        <iframe id=f src='file:///etc/passwd'></iframe><iframe src='file://{tmp_path}'></iframe>
        <iframe src='chrome://version'></iframe><iframe src='view-source:file:///etc/passwd'></iframe>
        <iframe src='filesystem:file:///temporary/x'></iframe><img src='file:///etc/passwd'>
        <script>fetch('file://{secret}').then(r => r.text()).then(console.log, () => console.log('refused'));
        const x = new XMLHttpRequest(); x.onerror = () => console.log('failed'); x.open('GET', 'file://{secret}');
        try {{ x.send() }} catch (e) {{ console.log('failed') }}</script>"""
    )
    page.wait(500)
    assert sorted(page.console) == ["failed", "refused"]
    assert not any("root:" in node.text or "secret" in node.text for node in page.nodes())


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "chrome://version", "devtools://x/y", "javascript:1", "/x"]
)
def test_nothing_navigates_by_itself(open_page: Callable[..., Any], url: str) -> None:
    page = open_page("<p id=p>here")
    page.do(Script(page.now, f"location.href = {url!r}"))
    page.wait(100)
    page.wait(100)
    assert page.node("p").resource_id == "p" and page.page.report().url.endswith("page.html")


@pytest.mark.parametrize(
    "url", ["chrome://version", "devtools://x/y", "view-source:file:///etc/passwd"]
)
def test_pages_of_the_browser_itself_are_not_opened(
    open_page: Callable[..., Any], url: str
) -> None:
    page = open_page("<p>mine", url=url)
    assert page.told(reports.PageFailed) and page.nodes() == []


def test_a_page_knows_nothing_of_the_one_before(open_page: Callable[..., Any]) -> None:
    look = (
        "<script>console.log(localStorage.length, sessionStorage.length, window.name, history.length,"
        " document.cookie, document.referrer, visualViewport.scale);"
        "indexedDB.databases().then(d => console.log(d.length))</script>"
    )

    def seen() -> list[str]:
        page = open_page(look)
        for _ in range(200):  # databases are counted by another process, in its own time
            page.wait(10)
            if len(page.console) == 2:
                break
            time.sleep(0.01)
        page.page.close()
        return list(page.console)

    expected = seen()
    assert len(expected) == 2
    dirty = open_page(
        "<script>localStorage.a = sessionStorage.b = 1; window.name = 'n'; history.pushState(1, '', '#x');"
        "document.cookie = 'c=1'; indexedDB.open('d'); onbeforeunload = () => 'stay';"
        "setInterval(() => localStorage.z = sessionStorage.z = 2, 1)</script><button id=b>x</button>"
    )
    dirty.tap_on("b")
    dirty.wait(300)
    dirty.page.close()
    assert seen() == expected


def test_a_page_is_served_anew_in_the_place_of_the_one_before(
    open_page: Callable[..., Any],
) -> None:
    html = "<script src=a.js></script><link rel=stylesheet href=a.css><p id=p>x"
    seen = []
    for width in (30, 60):
        page = open_page(
            html,
            {
                "file:///sdcard/Download/a.js": Response(
                    f"console.log({width})".encode(), "text/javascript"
                ),
                "file:///sdcard/Download/a.css": Response(
                    f"p {{ width: {width}px }}".encode(), "text/css"
                ),
            },
        )
        left, _, right, _ = page.node("p").bounds
        seen.append((page.console, right - left, page.page._target))
        page.page.close()
    assert [what[:2] for what in seen] == [(["30"], 30), (["60"], 60)]
    assert seen[0][2] is seen[1][2]


def test_pages_do_not_see_each_other(open_page: Callable[..., Any]) -> None:
    one = open_page("<script>localStorage.a = 1</script>")
    two = open_page("<script>console.log(localStorage.a)</script>")
    assert two.console == ["undefined"] and one.console == []


KINDS = pytest.mark.parametrize(
    ("kind", "option"), [("localStorage", "storage"), ("sessionStorage", "session")]
)


@KINDS
def test_what_a_page_was_given_to_store_is_not_there_for_the_next_one(
    open_page: Callable[..., Any], kind: str, option: str
) -> None:
    given = open_page(f"<script>console.log({kind}.a)</script><p>x", **{option: (("a", "1"),)})
    assert given.console == ["1"] and not given.told(reports.StorageChanged)
    given.page.close()
    page = open_page(f"<script>console.log({kind}.length)</script>")
    assert page.page._target is given.page._target and page.console == ["0"]


@KINDS
def test_an_app_that_keeps_no_storage_is_told_nothing(
    open_page: Callable[..., Any], kind: Any, option: str
) -> None:
    html = f"<script>{kind}.a = 1</script>"
    told = reports.StorageChanged(kind, (("a", "1"),))
    assert not open_page(html).told(reports.StorageChanged)
    kept: Any = {option: ()}
    assert open_page(html, **kept).told(reports.StorageChanged) == [told]
    data = open_page(html, url=f"data:text/html,{html}", **kept)
    assert "Storage is disabled" in data.console[0] and not data.told(reports.StorageChanged)


@pytest.mark.parametrize(
    ("made", "changes"),
    [(1, ()), ({}, ()), ([1, [2], ["a"], ["a", {}], [1, "a"], ["b", None]], (("b", None),))],
)
def test_what_a_page_makes_up_is_not_taken_for_stored(made: Any, changes: object) -> None:
    """Pages may replace methods of arrays that the phone's scripts use."""
    told = web_event(["stored", "localStorage", made])
    assert isinstance(told, reports.StorageChanged) and told.changes == changes


def test_too_much_is_not_taken_whatever_a_page_makes_of_numbers(
    open_page: Callable[..., Any],
) -> None:
    page = open_page("<script>Array.prototype.reduce = () => 0</script><p>x", storage=())
    for letter in "abc":
        page.do(Script(page.now, f"localStorage.{letter} = 'x'.repeat(400000)"))
    (first,), (second,) = (told.changes for told in page.told(reports.StorageChanged))
    assert (first[0], second[0]) == ("a", "b")


def test_what_is_served_stays_with_the_page(open_page: Callable[..., Any]) -> None:
    url = "file:///sdcard/Download/a.js"
    page = open_page(
        "<script src=a.js></script>", {url: Response(b"console.log(1)", "text/javascript")}
    )
    page.files[url] = Response(b"console.log(2)", "text/javascript")
    again = page.replayed()
    assert [e.text for e in again.events if isinstance(e, reports.ConsoleMessage)] == ["1"]
    again.close()
