"""``com.wetest.uia2.Main``: the program that serves on a port of the phone until it is ended."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from android_gym.simulator.shell.command import Invocation
from android_gym.simulator.wire.uiautomator.automator import UiAutomator
from android_gym.simulator.wire.uiautomator.http import HttpSession, Request, Response
from android_gym.simulator.wire.uiautomator.rpc import answer

if TYPE_CHECKING:
    from android_gym.simulator.phone import Phone
    from android_gym.simulator.wire.adbd import Adbd
    from android_gym.simulator.wire.shell import Link

__all__ = ["MAIN", "UiAutomatorServer", "run_main"]

MAIN: Final = "com.wetest.uia2.Main"
DEFAULT_PORT: Final = 9008
MOST_CONNECTIONS: Final = 32
"""Maximum number of connections; the oldest idle one is closed to make room."""

_STARTED: Final = "[server] INFO: [UiAutomator2Server] Starting Server\n"


class UiAutomatorServer:
    """The server on one port.

    Args:
        phone: The phone.
        adbd: Passes connections on to it.
        acted: Called within a program when a request was handled, before its answer.
    """

    def __init__(self, phone: Phone, adbd: Adbd, acted: Callable[[], None]) -> None:
        self._automator = UiAutomator(phone)
        self._adbd = adbd
        self._acted = acted
        self._sessions: list[HttpSession] = []

    def connect(self, link: Link) -> HttpSession | None:
        """Accept a connection; None if all connections are busy."""
        if len(self._sessions) >= MOST_CONNECTIONS:
            idle = next((session for session in self._sessions if not session.busy), None)
            if idle is None:
                return None
            idle.drop()
        session = HttpSession(self._adbd.programs, link, self.handle, self._left)
        self._sessions.append(session)
        return session

    def _left(self, session: HttpSession) -> None:
        if session in self._sessions:
            self._sessions.remove(session)

    def handle(self, request: Request) -> Response:
        """Handle a request: ``GET /ping`` or ``POST /jsonrpc/0``."""
        if request.path == "/ping":
            return Response(b"pong")
        if request.path != "/jsonrpc/0":
            return Response(b"Not Found", status=404)
        if request.method != "POST":
            return Response(b"Send JSON-RPC by POST.", status=405)
        body = answer(self._automator, request.body)
        self._acted()
        return Response(body, "application/json")

    def close(self) -> None:
        """Close all connections."""
        self._automator.close()
        for session in tuple(self._sessions):
            session.drop()


def run_main(io: Invocation, args: list[str], adbd: Adbd) -> int:
    """Serve on a port, ``-p PORT``, as long as the caller is connected.

    Args:
        io: The command that runs it.
        args: Arguments of the program.
        adbd: Passes connections on to it.
    """
    port = DEFAULT_PORT
    if args[:1] == ["-p"] and len(args) > 1:
        if not re.fullmatch("[0-9]{1,5}", args[1]) or not 0 < int(args[1]) < 65536:
            io.err(f"java.lang.IllegalArgumentException: port out of range:{args[1]}\n")
            return 1
        port = int(args[1])
    io.out(_STARTED)
    if adbd.automated:
        io.out(
            "java.lang.IllegalStateException: UiAutomationService "
            "android.accessibilityservice.IAccessibilityServiceClient$Stub$Proxy@5deffd5 "
            "already registered!\n"
        )
        return 1
    if f"tcp:{port}" in adbd.ports:
        io.err("java.net.BindException: bind failed: EADDRINUSE (Address already in use)\n")
        return 1
    program = adbd.programs.current
    if program is None:  # nobody could reach it
        return 1
    server = UiAutomatorServer(io.phone, adbd, adbd.acted)
    adbd.ports[f"tcp:{port}"] = server.connect
    adbd.automated = True
    try:
        end = program.kill
        with io.system.running.running("app_process", io.process.pid, io.uid, lambda n: end()):
            for _ in io.follow(lambda heard: lambda: None):
                pass  # no events come; the loop ends with the reader
    finally:
        adbd.automated = False
        del adbd.ports[f"tcp:{port}"]
        server.close()
    return 0
