"""HTTP on a stream: whole, in pieces, and what is none."""

from __future__ import annotations

import json

import pytest

from android_gym.simulator.wire.programs import Programs
from android_gym.simulator.wire.uiautomator import http
from android_gym.simulator.wire.uiautomator.http import HttpSession, Response


class Link:
    """A stream whose host takes everything."""

    def __init__(self):
        self.sent = b""
        self.acknowledged = 0
        self.pending = 0
        self.closed = False

    def write(self, data):
        self.sent += data

    def acknowledge(self):
        self.acknowledged += 1

    def close(self):
        self.closed = True

    abort = close


class Bench:
    def __init__(self, phone):
        self.programs = Programs(phone.system.clock, real_time=True)
        phone.pass_time = self.programs.pass_time
        self.phone = phone
        self.link = Link()
        self.seen = []
        self.gone = []
        self.session = HttpSession(self.programs, self.link, self.handle, self.gone.append)

    def handle(self, request):
        self.seen.append(request)
        if request.path == "/slow":
            self.phone.advance(1000)
        return Response(b"done")

    def send(self, data):
        self.session.received(data)
        self.programs.run()
        return self.link.sent


@pytest.fixture
def bench(phone):
    return Bench(phone)


def post(body, path="/x", more=""):
    head = f"POST {path}?a=1 HTTP/1.1\r\nHost: p\r\n{more}Content-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def test_a_request_byte_by_byte(bench):
    for byte in post(b"hello"):
        bench.send(bytes([byte]))
    assert bench.link.sent.startswith(b"HTTP/1.1 200 OK\r\n")
    assert bench.link.sent.endswith(b"\r\n\r\ndone")
    (request,) = bench.seen
    assert (request.method, request.path, request.body) == ("POST", "/x", b"hello")
    assert not bench.link.closed
    assert bench.link.acknowledged == len(post(b"hello"))


def test_one_after_the_other_on_a_connection(bench):
    sent = bench.send(post(b"one") + post(b"two") + b"GET /ping HTTP/1.1\r\nHost: p\r\n\r\n")
    assert sent.count(b"200 OK") == 3
    assert [request.body for request in bench.seen] == [b"one", b"two", b""]


def test_a_host_that_closes_is_answered_first(bench):
    sent = bench.send(post(b"one", more="Connection: close\r\n"))
    assert b"done" in sent
    assert bench.link.closed


def test_no_more_is_taken_while_a_request_is_at_work(bench):
    bench.send(post(b"", "/slow"))
    assert bench.session.busy
    assert not bench.link.acknowledged
    bench.programs.advance_to(bench.phone.system.clock.elapsed_ms() + 1000)
    assert b"done" in bench.link.sent
    assert bench.link.acknowledged == 1


def test_a_host_that_goes_ends_what_it_asked_for(bench):
    bench.send(post(b"", "/slow"))
    bench.link.closed = True
    bench.session.closed()
    bench.programs.run()
    bench.programs.advance_to(bench.phone.system.clock.elapsed_ms() + 1000)
    assert not bench.link.sent
    assert bench.gone == [bench.session]


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"nonsense\r\n\r\n", b"400"),
        (b"\0" * 100 + b"\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nX: " + b"a" * (http.MOST_HEAD + 9), b"431"),
        (post(b"x" * (http.MOST_BODY + 1)), b"413"),
        (b"POST / HTTP/1.1\r\nHost: p\r\nContent-Length: -5\r\n\r\n", b"400"),
    ],
)
def test_what_is_no_request_is_refused(bench, data, status):
    assert bench.send(data).startswith(b"HTTP/1.1 " + status)
    assert bench.link.closed
    assert not bench.seen


def test_what_it_is_told_is_json(phone, client):
    from android_gym.simulator.wire.adbd import Adbd
    from android_gym.simulator.wire.programs import Programs as Real
    from android_gym.simulator.wire.uiautomator import server

    adbd = Adbd(phone, Real(phone.system.clock))
    served = server.UiAutomatorServer(phone, adbd, lambda: None)
    body = json.dumps({"id": 1, "method": "deviceInfo"}).encode()
    said = served.handle(http.Request("POST", "/jsonrpc/0", body))
    assert json.loads(said.body)["result"]["sdkInt"] == 33
    assert served.handle(http.Request("GET", "/jsonrpc/0", b"")).status == 405
    assert served.handle(http.Request("GET", "/nowhere", b"")).status == 404
    assert served.handle(http.Request("GET", "/ping", b"")).body == b"pong"
    links = [Link() for _ in range(server.MOST_CONNECTIONS + 1)]
    sessions = [served.connect(link) for link in links]
    assert links[0].closed, "the oldest that asks for nothing makes way"
    assert not any(link.closed for link in links[1:])
    served.close()
    assert all(link.closed for link in links)
    assert all(sessions)
