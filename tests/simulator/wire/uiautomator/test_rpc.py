"""Any body is answered."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", -32700),
        (b"{", -32700),
        (b"\xff\xfe", -32700),
        (b"[" * 100_000, -32700),
        (b"[]", -32600),
        (b"5", -32600),
        ({}, -32600),
        ({"method": 5}, -32600),
        ({"method": "click", "params": {"x": 1}}, -32600),
        ({"method": "click", "params": "x"}, -32600),
        ({"method": "nonsense"}, -32601),
        ({"method": "__class__"}, -32601),
        ({"method": "close"}, -32601),
        ({"method": "click"}, -32602),
        ({"method": "click", "params": [1]}, -32602),
        ({"method": "click", "params": ["x", "y"]}, -32602),
        ({"method": "click", "params": [1, 2, 3, 4]}, -32602),
        ({"method": "click", "params": [1e300, 2]}, -32602),
        ({"method": "click", "params": [True, 2]}, -32602),
        ({"method": "click", "params": [1, 2, 10**8]}, -32602),
        ({"method": "swipePoints", "params": [[1, "2"], 5]}, -32602),
        ({"method": "freezeRotation", "params": ["yes"]}, -32602),
        ({"method": "setClipboard", "params": [None, 5]}, -32602),
        ({"method": "dumpWindowHierarchy", "params": [False, 10**6]}, -32602),
        ({"method": "injectInputEvent", "params": [7, 1, 1]}, -32602),
        ({"method": "setClipboard", "params": [None, "x" * 600_000]}, -32001),
    ],
)
def test_what_can_not_be_done_is_told(client, body, code):
    error = client.send(body)["error"]
    assert error["code"] == code
    assert error["message"]
    assert len(error["message"]) < 2000


def test_nan_is_no_coordinate(client):
    body = b'{"method": "click", "params": [NaN, Infinity]}'
    assert client.send(body)["error"]["code"] == -32602


def test_the_request_s_number_comes_back(client):
    assert client.send({"id": "seven", "method": "deviceInfo"})["id"] == "seven"
    assert client.send({"id": {"a": 1}, "method": "deviceInfo", "params": {}})["id"] is None


def test_a_fault_of_ours_ends_one_call(client, caplog):
    def fail():
        raise KeyError("oops")

    client.phone.system.keyguard.wake = fail
    error = client.error("wakeUp")
    assert "Internal error of the simulator" in error["message"]
    assert "wakeUp" in caplog.text
    assert client("deviceInfo")["sdkInt"] == 33
