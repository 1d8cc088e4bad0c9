"""Protection of servers that listen on loopback: pages in the user's browser are kept out.

A browser lets any page send requests to 127.0.0.1, by that address or by a name that resolves to it
(DNS rebinding). The headers of such a request give it away: its ``Host`` is not a loopback name, or
it has an ``Origin`` that isn't one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final
from urllib.parse import urlsplit

__all__ = ["LoopbackOnly"]

_NAMES: Final = frozenset({"127.0.0.1", "::1", "localhost"})

Message = MutableMapping[str, Any]
Application = Callable[
    [Message, Callable[[], Awaitable[Message]], Callable[[Message], Awaitable[None]]],
    Awaitable[None],
]
"""An ASGI application: takes a scope, and functions that receive and send messages."""


class LoopbackOnly:
    """An ASGI application that passes on only requests from programs of this machine.

    Other requests get 403, other WebSockets are refused.

    Args:
        app: The protected application.
    """

    def __init__(self, app: Application) -> None:
        self._app = app

    async def __call__(
        self,
        scope: Message,
        receive: Callable[[], Awaitable[Message]],
        send: Callable[[Message], Awaitable[None]],
    ) -> None:
        """Pass on or refuse one ASGI connection."""
        if scope["type"] == "lifespan" or _is_of_this_machine(scope["headers"]):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
        else:
            text = b"Only programs of this machine may ask here, not pages of a browser."
            headers = [(b"content-type", b"text/plain"), (b"content-length", b"%d" % len(text))]
            await send({"type": "http.response.start", "status": 403, "headers": headers})
            await send({"type": "http.response.body", "body": text})


def _is_of_this_machine(headers: list[tuple[bytes, bytes]]) -> bool:
    given: dict[bytes, list[str]] = {b"host": [], b"origin": []}
    for name, value in headers:
        if name.lower() in given:
            given[name.lower()].append(value.decode("latin-1"))
    if len(given[b"host"]) != 1:
        return False
    places = [f"//{given[b'host'][0]}", *given[b"origin"]]
    return all(_name(place) in _NAMES for place in places)


def _name(place: str) -> str | None:
    """Return the host of an address; None if it is not an address, such as ``null``."""
    try:
        return urlsplit(place).hostname
    except ValueError:
        return None
