"""Connections to a phone's ports: admits them, and passes their data to adbd and the console."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Final

from android_gym.errors import SimulatorError
from android_gym.simulator.wire.adbd import Host
from android_gym.simulator.wire.console import ConsoleSession

if TYPE_CHECKING:
    from android_gym.simulator.wire.server import PhoneServer

__all__ = ["AdbProtocol", "Connection", "Connections", "ConsoleProtocol"]

_log = logging.getLogger(__name__)
_BACKLOG: Final = 4 << 20
"""Bytes queued for a host that does not read, after which it is no longer read from."""
_WARN_EVERY_S: Final = 1.0


class Connections:
    """The open connections; each port has its own limit."""

    def __init__(self) -> None:
        self._open: list[Connection] = []  # oldest first
        self._last_warning = -_WARN_EVERY_S

    def __iter__(self) -> Iterator[Connection]:
        return iter(tuple(self._open))

    def admit(self, connection: Connection) -> bool:
        """Admit a new connection if its port has room; return whether it was admitted.

        If a port is full, its oldest connection that has not yet identified itself is closed to
        make room.
        """
        same = [other for other in self._open if type(other) is type(connection)]
        if len(same) >= connection.MOST:
            waiting = next((other for other in same if not other.is_known), None)
            self.warn(f"{connection.NAME}: {len(same)} connections are open, which is the limit.")
            if waiting is None:
                return False
            self._open.remove(waiting)
            waiting.transport.abort()
        self._open.append(connection)
        return True

    def left(self, connection: Connection) -> None:
        """Forget a connection."""
        with contextlib.suppress(ValueError):  # one that was closed to make room is already gone
            self._open.remove(connection)

    def warn(self, message: str) -> None:
        """Log a warning, unless one was logged just now.

        Clients must not be able to flood the log: a process whose output nobody reads stops when
        the pipe is full.
        """
        now = asyncio.get_running_loop().time()
        if now - self._last_warning >= _WARN_EVERY_S:
            self._last_warning = now
            _log.warning("%s", message)


class Connection(asyncio.Protocol):
    """Base of connections to adbd and to the console.

    Attributes:
        NAME: Name of the port.
        MOST: Maximum number of connections of this kind.
        PATIENCE_S: Time in seconds within which a connection must identify itself.
        transport: The connection's transport.
    """

    NAME: ClassVar[str]
    MOST: ClassVar[int]
    PATIENCE_S: ClassVar[float]
    transport: asyncio.Transport

    def __init__(self, server: PhoneServer) -> None:
        self._server = server
        self._deadline: asyncio.TimerHandle | None = None

    @property
    def is_known(self) -> bool:
        """Return whether the client has identified itself as one that the port is for."""
        raise NotImplementedError

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Admit the connection, or close it."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.set_write_buffer_limits(high=_BACKLOG)
        if not self._server.connections.admit(self):
            transport.abort()
            return
        self._deadline = asyncio.get_running_loop().call_later(self.PATIENCE_S, self._too_late)
        self.begin()

    def begin(self) -> None:
        """Greet the admitted client."""

    def _too_late(self) -> None:
        self._deadline = None
        if not self.is_known:
            self.transport.abort()

    def pause_writing(self) -> None:
        """Stop reading from a client that does not read."""
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        """Resume reading."""
        self.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Release the connection's resources."""
        if self._deadline is not None:
            self._deadline.cancel()
        self._server.connections.left(self)


class AdbProtocol(Connection):
    """A host's connection to adbd."""

    NAME = "adb"
    MOST = 64
    PATIENCE_S = 10.0
    _host: Host | None = None

    @property
    def is_known(self) -> bool:
        """Return whether the host has sent CNXN."""
        return self._host is not None and bool(self._host.banner)

    def begin(self) -> None:
        """Connect the host to adbd."""
        connection: Any = self.transport.get_extra_info("socket")
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._host = self._server.adbd.connect(self._send)

    def data_received(self, data: bytes) -> None:
        """Pass data on, after advancing the phone's time to the present."""
        if self._host is None:
            return
        self._server.enter()
        try:
            self._host.receive(data)
        except SimulatorError as error:
            self._server.connections.warn(f"adb: {error} The connection is closed.")
            self.transport.abort()
        except Exception:  # a bug here must close only this connection
            _log.exception("adb: a connection failed and is closed.")
            self.transport.abort()
        self._server.noticed()

    def _send(self) -> None:
        host = self._host
        if host is not None:
            output = host.output()
            if output and not self.transport.is_closing():
                self.transport.writelines(output)

    def connection_lost(self, exc: Exception | None) -> None:
        """Release the connection's resources."""
        super().connection_lost(exc)
        host, self._host = self._host, None
        if host is not None:
            host.disconnected()


class ConsoleProtocol(Connection):
    """A client's connection to the console."""

    NAME = "console"
    MOST = 16
    PATIENCE_S = 60.0  # a human needs time to type

    @property
    def is_known(self) -> bool:
        """Return whether an authorized client has given a command."""
        return self._session.is_known

    def begin(self) -> None:
        """Send the console's greeting."""
        self._session = ConsoleSession(self._server.console.run, self._server.console_token)
        self.transport.write(self._session.greeting())

    def data_received(self, data: bytes) -> None:
        """Pass data on, after advancing the phone's time to the present."""
        if self.transport.is_closing():
            return
        self._server.enter()
        answer = self._session.receive(data)
        self._server.noticed()
        if answer:
            self.transport.write(answer)
        if self._session.over:
            self.transport.close()
