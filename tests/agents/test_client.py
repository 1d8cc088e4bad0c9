"""The client of chat servers: failures, limits, keys."""

import contextlib
import json
import socket
import threading

import numpy as np
import pytest

from android_gym.agents.agent import picture_of
from android_gym.agents.client import ChatClient
from android_gym.agents.formats import ModelReply, ToolCall, make_format
from android_gym.agents.session import Message, to_chat
from android_gym.errors import ModelError, OptionError
from android_gym.testing.model_server import Fault, ModelServer

HELLO = (Message("user", "hello"),)
FINE = ModelReply("fine", (ToolCall("click", '{"x": 1}', "call-0"),))


def answers(*replies):
    """A brain that gives replies in order."""
    left = list(replies)
    return lambda request: left.pop(0)


def ask(*replies, **options):
    """A client's reply, what it waited for, and the server."""
    waits: list[float] = []
    with ModelServer(answers(*replies)) as server:
        client = ChatClient(server.base_url, "m", sleep=waits.append, timeout_s=30, **options)
        try:
            return client.complete(
                HELLO, make_format("gemini-computer-mobile-1").tools((9, 9))
            ), waits
        finally:
            assert client.spent.calls == len(server.requests)
            for request in server.requests:
                assert request["model"] == "m"
                assert request["messages"] == [{"role": "user", "content": "hello"}]
                assert request["tools"][0]["type"] == "function"


def test_a_reply():
    assert ask(FINE) == (FINE, [])


def test_what_passes_is_tried_again_after_longer_and_longer_waits():
    cut = Fault(200, b'{"choices"', promised=50)
    assert ask(Fault(500), Fault(0), cut, FINE) == (FINE, [1.0, 2.0, 4.0])


def test_a_server_says_how_long_to_wait():
    asked = [Fault(429, headers={"Retry-After": text}) for text in ("7", "1e9", "soon", "nan")]
    assert ask(*asked, FINE) == (FINE, [7.0, 120.0, 4.0, 8.0])


@pytest.mark.parametrize(
    ("replies", "words"),
    [
        ([Fault(401, b"who are you")], "401.*who are you"),
        ([Fault(302, headers={"Location": "http://127.0.0.1:9/"})], "302"),
        ([Fault(503)] * 5, "failed 5 times.*503"),
        ([Fault(200, b"not json")], "did not answer with JSON"),
        ([Fault(200, b"[" * 100_000)], "did not answer with JSON"),
        ([Fault(200, b'{"choices": []}')], "without a message"),
        ([Fault(200, b'{"choices": [{"message": {"content": 3}}]}')], "invalid answer"),
        ([Fault(200, b" " * (9 << 20))], "more than"),
    ],
    ids=str,
)
def test_what_fails_for_good_is_no_reply(replies, words):
    with pytest.raises(ModelError, match=words):
        ask(*replies)


def test_nobody_is_there():
    with ModelServer(answers()) as server:
        url = server.base_url
    with pytest.raises(ModelError, match="failed 1 times"):
        ChatClient(url, "m", max_retries=0).complete(HELLO)


def test_an_answer_that_drips_ends_at_the_deadline():
    times = iter([0.0, 0.0, 100.0])
    with ModelServer(answers(FINE)) as server:
        client = ChatClient(
            server.base_url, "m", timeout_s=50, max_retries=0, clock=lambda: next(times)
        )
        with pytest.raises(ModelError, match="no whole answer within 50 s"):
            client.complete(HELLO)


CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    ("start", "more"),
    [
        (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
        (b"HTTP/1.1 200 OK\r\nX-Header: ", b"x"),
        (CHUNKED, b"0"),
        (CHUNKED + b"0\r\n", b"X-Trailer: y\r\n"),
        (b"HTTP/1.1 200 OK\r\n\r\n", b" "),
    ],
    ids=["100s", "header", "size of a chunk", "trailers", "body"],
)
def test_a_server_that_says_a_little_for_ever_is_heard_until_the_deadline(start, more):
    ended = threading.Event()

    def serve():
        connection, _ = server.accept()
        with connection, contextlib.suppress(OSError):
            connection.recv(1 << 16)
            connection.sendall(start)
            while not ended.wait(0.02):
                connection.sendall(more)

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=serve)
        thread.start()
        url = f"http://127.0.0.1:{server.getsockname()[1]}/v1"
        client = ChatClient(url, "m", timeout_s=0.3, max_retries=0)
        try:
            with pytest.raises(ModelError, match="no whole answer within 0.3 s"):
                client.complete(HELLO)
        finally:
            ended.set()
            thread.join()


def test_limits_of_cost():
    with ModelServer(lambda request: FINE) as server:
        client = ChatClient(server.base_url, "m", max_calls=2)
        client.complete(HELLO)
        client.complete(HELLO)
        with pytest.raises(ModelError, match="max_calls=2"):
            client.complete(HELLO)
        client = ChatClient(server.base_url, "m", max_tokens=1)
        client.complete(HELLO)
        assert client.spent.tokens > 1
        with pytest.raises(ModelError, match="max_tokens=1"):
            client.complete(HELLO)
        assert len(server.requests) == 3


@pytest.mark.parametrize(
    ("usage", "tokens"),
    [
        ({"prompt_tokens": 30, "completion_tokens": 4, "total_tokens": 35}, 35),
        ({"prompt_tokens": 30, "completion_tokens": 4}, 34),  # not all servers add them up
        ({"total_tokens": -1, "prompt_tokens": "30"}, 0),
        (None, 0),
    ],
)
def test_tokens_count_as_the_server_says(usage: object, tokens: int) -> None:
    answer = {"choices": [{"message": {"content": "fine"}}], "usage": usage}
    with ModelServer(lambda request: Fault(200, json.dumps(answer).encode())) as server:
        client = ChatClient(server.base_url, "m")
        client.complete(HELLO)
        assert client.spent.tokens == tokens
        limited = ChatClient(server.base_url, "m", max_tokens=100)
        if tokens:
            limited.complete(HELLO)
        else:  # a limit that could never be reached
            with pytest.raises(ModelError, match="max_tokens=100 can't be kept"):
                limited.complete(HELLO)


def test_keys_stay_here(monkeypatch):
    monkeypatch.setenv("SOME_KEY", "secret-1")
    with pytest.raises(OptionError, match="https"):
        ChatClient("http://models.example/v1", "m", api_key_env="SOME_KEY")
    with ModelServer(answers(FINE, Fault(401))) as server:
        client = ChatClient(server.base_url, "m", api_key_env="SOME_KEY")
        client.complete(HELLO)
        assert server.keys == ["Bearer secret-1"]
        with pytest.raises(ModelError) as caught:
            client.complete(HELLO)
        assert "secret" not in str(caught.value) + repr(client)
        monkeypatch.delenv("SOME_KEY")
        with pytest.raises(ModelError, match="SOME_KEY"):
            client.complete(HELLO)


@pytest.mark.parametrize("key", ["secret-1\r", "secret\n2", "s\u00e9cret", "\tsecret"])
def test_what_can_be_no_key_is_not_shown(monkeypatch, key):
    monkeypatch.setenv("SOME_KEY", key)
    with ModelServer(answers(FINE)) as server:
        client = ChatClient(server.base_url, "m", api_key_env="SOME_KEY")
        with pytest.raises(ModelError, match="'SOME_KEY' can't be a key: it has") as caught:
            client.complete(HELLO)
    assert "ecret" not in str(caught.value) and server.keys == []


@pytest.mark.parametrize(
    "url",
    [
        "ftp://a/v1", "127.0.0.1", "http://:99999/", "http://u:p@a/v1", "", "http://a/\u00fc",
        "http://a/b c", "http://a..b/v1", f"http://{'a' * 64}.com/v1",
    ],
)  # fmt: skip
def test_addresses(url):
    with pytest.raises(OptionError, match="base_url"):
        ChatClient(url, "m")


def test_a_request_has_the_values_that_a_server_wants() -> None:
    wanted = {"max_completion_tokens": 4096, "temperature": 0.6, "stop": ["\u00fc"]}
    with ModelServer(lambda request: FINE) as server:
        ChatClient(server.base_url, "m", extra_body={**wanted, "max_tokens": None}).complete(HELLO)
        ChatClient(
            server.base_url, "m", extra_body={"temperature": None, "max_tokens": None}
        ).complete(HELLO)
    first, second = server.requests
    told = {"model": "m", "messages": [{"role": "user", "content": "hello"}]}
    assert (first, second) == (told | wanted, told)


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        ({"messages": []}, "can't have 'messages'"),
        ({"model": "x"}, "can't have 'model'"),
        ({"tools": []}, "can't have 'tools'"),
        ({"stream": True}, "can't have 'stream'"),
        ({"n": 2}, "can't have 'n'"),
        ({"stop": {1}}, "must have JSON values"),
        ({"top_p": float("nan")}, "must have JSON values"),
        ("top_p=1", "must be a dict"),
    ],
)
def test_what_no_request_can_have_besides(extra: object, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        ChatClient("http://127.0.0.1:9/v1", "m", extra_body=extra)  # type: ignore[arg-type]


def test_a_request_is_the_json_of_its_messages() -> None:
    """Messages that are sent again are written once; what is sent is the same as ever."""
    tool = make_format("qwen3-vl").tools((1080, 2400))
    client = ChatClient("http://127.0.0.1:9/v1", 'm"ö', temperature=0.5)
    picture = picture_of(np.zeros((4, 2, 3), np.uint8))
    messages = (
        Message("system", 'Be \u00e4\n"brief".'),
        Message("user", "See.", (picture, picture)),
        Message("assistant", "", calls=(ToolCall("mobile_use", '{"a": 1}', "c1"),)),
        Message("tool", "done", call_id="c1"),
    )
    for tools in ((), tuple(tool)):
        wanted: dict[str, object] = {
            "model": 'm"ö',
            "messages": [to_chat(message) for message in messages],
            "temperature": 0.5,
            "max_tokens": client.max_reply_tokens,
        }
        if tools:
            wanted["tools"] = [each.schema() for each in tools]
        for _ in range(2):
            assert client._request(messages, tools) == json.dumps(wanted).encode()
