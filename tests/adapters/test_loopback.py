"""The guard of servers on loopback: who is let in."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from android_gym.adapters.loopback import LoopbackOnly


def sent(kind: str, *headers: tuple[str, str]) -> list[str]:
    """Ask the guarded application; return the types of its messages, with the status."""
    messages: list[dict[str, Any]] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "let in"})

    async def receive() -> dict[str, Any]:
        return {"type": f"{kind}.connect"}

    async def send(message: Any) -> None:
        messages.append(message)

    given = [(name.encode(), value.encode()) for name, value in headers]
    asyncio.run(LoopbackOnly(app)({"type": kind, "headers": given}, receive, send))  # type: ignore[arg-type]
    return [str(message.get("status", message["type"])) for message in messages]


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost", "LOCALHOST:80", "[::1]:8000"])
def test_programs_of_this_machine_are_let_in(kind: str, host: str) -> None:
    assert sent(kind, ("host", host)) == ["let in"]
    assert sent(kind, ("host", host), ("origin", "http://localhost:3000")) == ["let in"]


@pytest.mark.parametrize(
    "headers",
    [
        (),
        (("host", "evil.example:8000"),),
        (("host", "127.0.0.1.evil.example"),),
        (("host", "127.0.0.1"), ("host", "evil.example")),
        (("host", "127.0.0.1"), ("origin", "https://evil.example")),
        (("host", "127.0.0.1"), ("Origin", "null")),
        (("host", "127.0.0.1"), ("origin", "http://localhost"), ("origin", "https://evil.example")),
        (("host", "["),),
        (("host", ""),),
    ],
)
def test_pages_of_a_browser_are_kept_out(headers: tuple[tuple[str, str], ...]) -> None:
    assert sent("http", *headers) == ["403", "http.response.body"]
    assert sent("websocket", *headers) == ["websocket.close"]


def test_the_server_may_start() -> None:
    assert sent("lifespan") == ["let in"]
