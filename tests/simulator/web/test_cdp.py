"""Frames of several pages wait for one another, and for nothing that is lost."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from android_gym.simulator.web.cdp import BEGIN_FRAME, Connection


class Engine:
    """The other end of a connection's pipes."""

    def __init__(self) -> None:
        reads, self._writes = os.pipe()
        self._reads, writes = os.pipe()
        os.set_blocking(self._reads, False)
        self.connection = Connection(reads, writes)

    def asked(self) -> list[dict[str, Any]]:
        """Return the commands that have come since it was asked last."""
        try:
            data = os.read(self._reads, 1 << 16)
        except BlockingIOError:
            return []
        return [json.loads(part) for part in data.split(b"\0")[:-1]]

    def answer(self, number: int) -> None:
        """Answer a command."""
        os.write(self._writes, json.dumps({"id": number, "result": {}}).encode() + b"\0")

    def close(self) -> None:
        self.connection.close()
        os.close(self._writes)
        os.close(self._reads)


@pytest.fixture
def engine() -> Iterator[Engine]:
    engine = Engine()
    yield engine
    engine.close()


def begin(engine: Engine, page: str, limit: float = 30.0) -> list[int]:
    return engine.connection.send([("Runtime.evaluate", {}), (BEGIN_FRAME, {})], page, limit)


def test_a_frame_waits_for_the_end_of_another_pages(engine: Engine) -> None:
    _, first = begin(engine, "a")
    later = threading.Thread(target=begin, args=(engine, "b"))
    engine.asked()
    later.start()
    later.join(0.2)
    assert later.is_alive()
    assert not engine.asked()
    engine.connection.send([("Runtime.evaluate", {})], "c", 30.0)
    assert len(engine.asked()) == 1, "what is no frame does not wait"
    engine.answer(first)
    later.join(30)
    assert not later.is_alive()
    assert [told["sessionId"] for told in engine.asked()] == ["b", "b"]


def test_a_frame_does_not_wait_for_a_page_that_is_closed(engine: Engine) -> None:
    begin(engine, "a")
    engine.connection.forget("b")  # has none
    engine.asked()
    later = threading.Thread(target=begin, args=(engine, "c"))
    later.start()
    later.join(0.2)
    assert not engine.asked()
    engine.connection.forget("a")
    engine.answer(0)  # a target that is closed is always told of, which ends the reading
    later.join(30)
    assert not later.is_alive()
    assert len(engine.asked()) == 2


def test_a_frame_that_does_not_end_is_waited_for_once(engine: Engine) -> None:
    begin(engine, "a")
    _, number = begin(engine, "b", limit=0.1)
    assert len(engine.asked()) == 4
    engine.answer(number)
    begin(engine, "c")
    assert len(engine.asked()) == 2
