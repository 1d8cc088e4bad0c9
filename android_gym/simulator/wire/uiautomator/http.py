"""HTTP on an adb stream, without a socket: one answer for each request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import h11

if TYPE_CHECKING:
    from android_gym.simulator.wire.programs import Program, Programs
    from android_gym.simulator.wire.shell import Link

__all__ = ["HttpSession", "Request", "Response"]

MOST_BODY: Final = 1 << 20
"""Maximum bytes of a request's body."""

MOST_HEAD: Final = 16 << 10
"""Maximum bytes of a request's head."""

_REASONS: Final = {200: b"OK", 400: b"Bad Request", 404: b"Not Found", 405: b"Method Not Allowed",
                   413: b"Payload Too Large", 503: b"Service Unavailable"}  # fmt: skip


@dataclass(frozen=True)
class Request:
    """A request.

    Attributes:
        method: ``GET``, ``POST`` ...
        path: Path of the URL, without a query.
        body: The body, at most `MOST_BODY` bytes.
    """

    method: str
    path: str
    body: bytes


@dataclass(frozen=True)
class Response:
    """A response.

    Attributes:
        body: The body.
        kind: Its media type.
        status: HTTP status code.
    """

    body: bytes
    kind: str = "text/plain"
    status: int = 200


class HttpSession:
    """One connection. Each request is handled by a program, so that it may wait.

    Args:
        programs: Run the requests.
        link: The stream.
        handle: Handles a request, within a program.
        on_close: Called with the session when it has ended.
    """

    def __init__(
        self,
        programs: Programs,
        link: Link,
        handle: Callable[[Request], Response],
        on_close: Callable[[HttpSession], None],
    ) -> None:
        self._programs = programs
        self._link = link
        self._handle = handle
        self._on_close = on_close
        self._http = h11.Connection(h11.SERVER, max_incomplete_event_size=MOST_HEAD)
        self._head: h11.Request | None = None
        self._body = bytearray()
        self._program: Program | None = None
        self._unanswered = 0

    @property
    def busy(self) -> bool:
        """Return whether a request is being handled."""
        return self._program is not None

    def received(self, data: bytes) -> None:
        """Process data of the stream."""
        self._unanswered += 1
        self._http.receive_data(data)
        self._go_on()

    def written(self) -> None:
        """Called when the host has acknowledged everything that was sent."""

    def closed(self) -> None:
        """Stop handling requests, as the host is gone."""
        program, self._program = self._program, None
        if program is not None:
            program.kill()
        self._on_close(self)

    def drop(self) -> None:
        """Close the connection."""
        self._link.abort()

    def _go_on(self) -> None:
        """Read until a request is complete, and let the host send more meanwhile."""
        while self._program is None and not self._link.closed:
            try:
                event = self._http.next_event()
            except h11.RemoteProtocolError as error:
                self._refuse(error.error_status_hint, str(error))
                return
            if isinstance(event, h11.Request):
                self._head = event
                self._body.clear()
            elif isinstance(event, h11.Data):
                self._body += event.data
                if len(self._body) > MOST_BODY:
                    self._refuse(413, f"A body has {MOST_BODY} bytes at most.")
                    return
            elif isinstance(event, h11.EndOfMessage):
                self._begin()
            elif isinstance(event, h11.ConnectionClosed):
                self._link.close()
                return
            else:  # it needs more data, or the previous request must be answered first
                if event is h11.NEED_DATA and self._http.they_are_waiting_for_100_continue:
                    go_on = h11.InformationalResponse(status_code=100, headers=[])
                    self._send(self._http.send(go_on))
                break
        while self._unanswered and self._program is None:
            self._unanswered -= 1
            self._link.acknowledge()

    def _begin(self) -> None:
        head, self._head = self._head, None
        if head is not None:
            path = head.target.decode("ascii", "replace").partition("?")[0]
            request = Request(head.method.decode("ascii", "replace"), path, bytes(self._body))
            self._body.clear()
            self._program = self._programs.start(lambda: self._carry_out(request))

    def _carry_out(self, request: Request) -> None:
        response = self._handle(request)
        self._program = None
        if self._link.closed:
            return
        self._answer(response)
        if self._http.our_state is h11.MUST_CLOSE:
            self._link.close()
            return
        self._http.start_next_cycle()
        self._go_on()

    def _answer(self, response: Response) -> None:
        headers = [
            ("Content-Type", response.kind),
            ("Content-Length", str(len(response.body))),
        ]
        head = h11.Response(
            status_code=response.status,
            headers=headers,
            reason=_REASONS.get(response.status, b""),
        )
        self._send(
            self._http.send(head),
            self._http.send(h11.Data(data=response.body)),
            self._http.send(h11.EndOfMessage()),
        )

    def _refuse(self, status: int, reason: str) -> None:
        if self._http.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            body = reason.encode()
            headers = [("Content-Length", str(len(body))), ("Connection", "close")]
            self._send(
                self._http.send(h11.Response(status_code=status, headers=headers)),
                self._http.send(h11.Data(data=body)),
                self._http.send(h11.EndOfMessage()),
            )
        self._link.close()

    def _send(self, *pieces: bytes | None) -> None:
        self._link.write(b"".join(piece for piece in pieces if piece))
